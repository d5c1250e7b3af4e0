"""What a reroll leaves as it fell, and whether it came out worse (`benny.reroll`, `ability.reroll`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sw_data.engine.turn import Turn
from sw_data.models import Outcome, Roll


def rolled(turn: Turn, outcome: Outcome, pool: str | None) -> Roll:
    """The trait roll that is rolled again: of the pool named, else the action's first."""
    rolls = [each for each in outcome.rolls if each.trait is not None]
    found = next((each for each in rolls if pool is None or each.pool == pool), None)
    if found is None:
        which = "nothing" if pool is None else f"no trait roll {pool!r}"
        raise turn.refuse("benny.reroll", f"{outcome.id!r} has {which} to reroll")
    return found


def kept(standing: Outcome, roll: Roll, given: Mapping[str, Any]) -> dict[str, Any]:
    """The dice that a reroll leaves as they fell: pools before it, and other actors' parts of its pool."""
    dice: dict[str, Any] = {}
    prefix = roll.pool.split(".")[0] + "."
    by_actor = roll.pool.startswith("occupants.")
    before = True
    for each in standing.rolls:
        if each.pool == roll.pool:
            before = False
        elif before or (by_actor and each.pool.startswith(prefix)):
            dice[each.pool] = [{"die": die.die, "faces": list(die.faces)} for die in each.dice]
    if standing.cards is not None:
        dice["cards"] = given.get("cards", standing.cards)
    return dice


def worse(old: Outcome, new: Outcome, pool: str) -> bool:
    """Whether a new roll is worse than the old and no critical failure, which would stand."""
    a = next(each for each in old.rolls if each.pool == pool)
    b = next((each for each in new.rolls if each.pool == pool), None)
    if b is None or b.critical_failure:
        return False
    if pool == "attack":
        return (len(new.hits or ()), b.total) < (len(old.hits or ()), a.total)
    return b.total < a.total
