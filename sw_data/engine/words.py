"""What happened, in one sentence: the `summary` of an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sw_data.engine.holders import Person, Ride
from sw_data.engine.turn import Turn

if TYPE_CHECKING:
    from sw_data.engine.rolls import Check
    from sw_data.models import Hit
    from sw_data.models.actions import Attack


def counted(number: int, word: str) -> str:
    """A number with its word: `1 wound`, `2 wounds`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def degree(check: Check) -> str:
    """How well a roll went: `fails`, `succeeds with 2 raises`."""
    if check.critical_failure:
        return "fails critically"
    if not check.success:
        return "fails"
    if not check.raises:
        return "succeeds"
    return "succeeds with a raise" if check.raises == 1 else f"succeeds with {check.raises} raises"


def rolled(name: str, trait: str, check: Check, tn: int) -> str:
    """A trait roll."""
    return f"{name} {degree(check)} at {trait.strip()} ({check.total} against {tn})."


def contested(turn: Turn, name: str, trait: str, target: str, won: bool) -> str:
    """An opposed roll."""
    if won:
        raises = turn.raises or 0
        more = "" if not raises else " with a raise" if raises == 1 else f" with {raises} raises"
        return f"{name} wins at {trait} against {target}{more} (by {turn.margin})."
    if turn.critical_failure:
        return f"{name} fails critically at {trait} against {target}."
    if turn.margin is None:
        return f"{name} fails at {trait} ({turn.total}): {target} need not roll."
    by = f"by {turn.margin}" if turn.margin else "a tie"
    return f"{target} holds against {name}'s {trait} ({by})."


_STATES: Final = (
    ("dead", "is dead"),
    ("incapacitated", "is incapacitated"),
    ("wrecked", "is wrecked"),
    ("out_of_control", "is out of control"),
    ("shaken", "is shaken"),
)
"""Conditions and how they are told, the gravest first."""


def state_of(holder: Person | Ride) -> str:
    """What has become of somebody: `is incapacitated`."""
    conditions = holder.conditions
    if conditions:
        for condition, said in _STATES:
            if condition in conditions:
                return said
    return "is unhurt" if holder.wounds == 0 else f"has {counted(holder.wounds, 'wound')}"


def checked(turn: Turn, summary: str, holder: Person | Ride | None) -> str:
    """A summary with what came of a Control Check that the action led to."""
    first = [roll for roll in turn.rolls if roll.pool.partition(".")[0] == "control"]
    if holder is None or not (
        first or any(each.pool.startswith("obstacle") for each in turn.rolls)
    ):
        return summary
    if first and first[-1].result in ("success", "raise"):
        said = "keeps control" if isinstance(holder, Ride) else "stays upright"
    else:
        said = state_of(holder)
        if holder.wounds and not said.startswith("has "):
            said += f" with {counted(holder.wounds, 'wound')}"
    return f"{summary.rstrip('.')}: {holder.name} {said}."


def attacked(turn: Turn, name: str, targets: Sequence[Person | Ride], action: Attack) -> str:
    """An attack and what came of it."""
    aimed = action.targets or ((action.target,) if action.target else ())
    if not turn.hits:
        at = ", ".join(dict.fromkeys(turn.name_of(each) for each in aimed))
        how = "misses"
        if turn.critical_failure:
            how = "fails critically against"
        return f"{name} {how} {at} with {action.weapon} ({turn.total} against {turn.tn})."
    if len(turn.hits) == 1:
        target = targets[0]
        well = " with a raise" if turn.result == "raise" else ""
        return f"{name} hits {target.name}{well} {_hit(turn.hits[0])}: {target.name} {state_of(target)}."
    parts: list[str] = []
    after = "; ".join(
        f"{each.name} {state_of(each)}" for each in {each.id: each for each in targets}.values()
    )
    last: Person | Ride | None = None
    for hit, target in zip(turn.hits, targets, strict=False):
        whom = "" if target is last else f"{target.name} "
        parts.append(f"{whom}{_hit(hit)}")
        last = target
    return f"{name} hits {' and '.join(parts)}: {after}."


def _hit(hit: Hit) -> str:
    more = f" ({counted(hit.wounds, 'wound')})" if hit.wounds else ""
    return f"for {hit.damage}{more}"


def damaged(turn: Turn, target: Person | Ride) -> str:
    """Damage without an attack."""
    if not turn.hits:
        return f"{target.name} is not hurt."
    hit = turn.hits[0]
    more = f" ({counted(hit.wounds, 'wound')})" if hit.wounds else ""
    return f"{target.name} takes {hit.damage} damage{more} and {state_of(target)}."
