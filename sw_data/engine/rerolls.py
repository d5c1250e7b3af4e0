"""What a reroll leaves as it fell, and whether it came out worse (`benny.reroll`, `ability.reroll`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sw_data.dice import DiceProblem
from sw_data.engine.chain import MAX_LINKS, Chain, soaked
from sw_data.engine.holders import Person
from sw_data.engine.turn import Turn
from sw_data.models import Outcome, Roll
from sw_data.models.actions import Reroll


def roll_to_reroll(turn: Turn, action: Reroll, chain: Chain, number: int, person: Person) -> Roll:
    """The roll of a link of the chain that is rolled again; refused if the rules do not let this one reroll it now."""
    _check_direct(turn, chain, number)
    standing = chain.links[number].standing
    assert standing is not None
    roll = rolled(turn, standing, action.pool)
    roller = roll.actor or standing.actor
    if roller is None or roller != action.actor:
        raise turn.refuse(
            "benny.reroll",
            f"{roll.pool!r} of {action.of!r} is the roll of {turn.name_of(roller)}, not {person.name}'s",
        )
    if roll.critical_failure and not turn.rules.reroll.allow_critical:
        turn.breach("reroll.critical", f"{person.name}'s critical failure cannot be rerolled")
    if len(chain.links) >= MAX_LINKS:
        raise DiceProblem("SW605", f"more than {MAX_LINKS} rerolls and soaks of one action")
    return roll


def _check_direct(turn: Turn, chain: Chain, number: int) -> None:
    """Only rerolls, soaks and blocks of the action and awarded bennies may stand between."""
    if number == 0:
        return
    id = chain.links[number].action.id
    for link in chain.links[number + 1 :]:
        mine = link.kind == "award" or (link.kind == "payment" and link.of == id)
        if not mine and soaked(link.action) != id:
            raise turn.refuse(
                "reroll.when", f"{link.action.id!r} stands between {id!r} and its reroll"
            )


def told(outcome: Outcome, action: Reroll, *, whose: str | None, summary: str) -> Outcome:
    """The outcome of a reroll: who pays is its actor; whose rolls they are stays.

    Args:
        outcome: The action played again.
        action: The reroll.
        whose: The actor of the action that is rolled again.
        summary: What the summary begins with.
    """
    rolls, target = outcome.rolls, outcome.target
    if action.actor != whose:
        rolls = tuple(replace(each, actor=each.actor or whose) for each in rolls)
        target = None
    return replace(
        outcome,
        actor=action.actor,
        rolls=rolls,
        target=target,
        summary=f"{summary}: {outcome.summary}",
    )


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
