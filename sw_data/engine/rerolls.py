"""What a reroll leaves as it fell, and whether it came out worse (`benny.reroll`, `ability.reroll`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sw_data.engine.turn import Turn
from sw_data.models import Outcome, Roll


def rolled(turn: Turn, outcome: Outcome, pool: str | None) -> Roll:
    """The trait roll that is rolled again: of the pool named, else the action's first.

    Of the rolls of those in a vehicle it is one's own.
    """
    rolls = [each for each in outcome.rolls if each.trait is not None]
    if pool in (None, "occupants") and rolls and rolls[0].pool.startswith("occupants."):
        pool = f"occupants.{turn.person_named(turn.action.actor or '').id}"
    found = next((each for each in rolls if pool is None or each.pool == pool), None)
    if found is None:
        which = "nothing" if pool is None else f"no trait roll {pool!r}"
        raise turn.refuse("benny.reroll", f"{outcome.id!r} has {which} to reroll")
    return found


def kept(standing: Outcome, roll: Roll, given: Mapping[str, Any]) -> dict[str, Any]:
    """The dice that a reroll leaves as they fell: all but the roll itself and what followed from it."""
    dice: dict[str, Any] = {}
    after = False
    for each in standing.rolls:
        if each.pool == roll.pool:
            after = True
        elif not (after and _follows(each.pool, roll.pool)):
            dice[each.pool] = [{"die": die.die, "faces": list(die.faces)} for die in each.dice]
    if standing.cards is not None:
        dice["cards"] = given.get("cards", standing.cards)
    return dice


def _follows(pool: str, rolled: str) -> bool:
    """Whether a later pool of an action followed from the roll that is rolled again.

    The dice of another hit did not follow from a Control Check after the hit before it, nor one occupant's
    from another's.
    """
    kind, _, number = rolled.partition(".")
    if kind == "occupants":
        return False
    if kind in ("control", "control_second"):
        later, _, its_number = pool.partition(".")
        return its_number == number and later in ("control_second", "obstacle")
    return True


def better(old: Outcome, new: Outcome, pool: str) -> bool:
    """Whether a new roll stands where the better one does: it is better, or a critical failure, which stands."""
    a = next(each for each in old.rolls if each.pool == pool)
    b = next((each for each in new.rolls if each.pool == pool), None)
    if b is None or b.critical_failure or a.critical_failure:
        return True
    if pool == "attack":
        return (len(new.hits or ()), b.total) > (len(old.hits or ()), a.total)
    return b.total > a.total
