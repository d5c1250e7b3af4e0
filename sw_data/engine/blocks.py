"""Blocking another's movement or special action, from hold (rules.md section 4, `chase.block`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sw_data.engine.chain import Chain
from sw_data.engine.combat import table_modifiers
from sw_data.engine.positions import find
from sw_data.engine.pursuit import may_take_part, place
from sw_data.engine.rolls import Check, roll_trait, take
from sw_data.engine.state import Entry, Person, Runner, Track
from sw_data.engine.table import SPECIAL
from sw_data.engine.turn import Turn
from sw_data.engine.wheels import chase_modifiers, control_check, mover_of
from sw_data.rules import chase, opposed

if TYPE_CHECKING:
    from sw_data.engine.encounter import Encounter


def block(encounter: Encounter, turn: Turn, chain: Chain, number: int) -> list[Entry]:
    """Resolve a block; won, the blocked action is taken back or stopped. What was taken back, newest first."""
    action, rules = turn.action, turn.rules
    person, track, runner = place(turn, action)
    turn.cite("chase.block")
    if not runner.values["on_hold"]:
        turn.breach("chase.block", f"{person.name} is not on hold, and only from hold can block")
    may_take_part(turn, person, runner)
    other, passes = _blocked(turn, chain, track, runner)
    turn.target = other.actor
    before: int = runner.values.get("_blocks") or 0
    modifiers = table_modifiers(turn)
    again = chase.block_modifier(before, rules)
    if again:
        modifiers.append(again)
    mine, theirs = mover_of(turn, track, runner), mover_of(turn, track, other)
    check = roll_trait(
        turn, person, mine.skill, rules.opposed.minimum, [*modifiers, *chase_modifiers(turn, mine)]
    )
    take(turn, check)
    turn.cite("chase.skill", "opposed.order")
    against: Check | None = None
    if theirs.driver is not None:
        own = chase_modifiers(turn, theirs)
        against = roll_trait(turn, theirs.driver, theirs.skill, None, own, pool="target_roll")
    total = 0 if check.critical_failure else check.total
    other_total = 0 if against is None or against.critical_failure else against.total
    too_low = opposed.fails_at_once(check.total, check.critical_failure, rules)
    won = not too_low and total > other_total
    raises = (total - other_total) // rules.trait.raise_step if won else 0
    turn.raises = raises
    turn.winner = "actor" if won else "target"
    if won:
        turn.result = "raise" if raises else "success"
        turn.margin = total - other_total
    else:
        turn.result = "critical_failure" if check.critical_failure else "failure"
        if total <= other_total:
            turn.margin = other_total - total
    undone: list[Entry] = []
    state = turn.state
    if won:
        undone = encounter.undo_chain()
        encounter.play_blocked(chain, number, runner.zone if passes else None)
        state.set(runner, "_blocks", before + 1)
        mark = len(state.journal)
        if raises:
            control_check(turn, theirs, [], "control")
        encounter.after(turn, mark)
    else:
        mark = len(state.journal)
        state.set(runner, "_blocks", before + 1)
        if other_total - total >= rules.trait.raise_step:
            turn.cite("chase.block_backfire")
            control_check(turn, mine, [], "control")
        encounter.after(turn, mark)
    _say(turn, person, theirs.name, won, runner, passes)
    return undone


def _blocked(turn: Turn, chain: Chain, track: Track, runner: Runner) -> tuple[Runner, bool]:
    """Whom the block is against, and whether it is a movement that passes; else a special action in the zone."""
    root = chain.root
    action = root.action
    holder = turn.actor_named(action.actor or "")
    other = find(turn, track, holder)
    if other is None or other is runner:
        raise turn.refuse("chase.block", f"{action.id!r} is no action of another in this chase")
    if action.type == "zone_movement":
        start, goal = other.values.get("_moved") or (other.zone, other.zone)
        if not chase.passes(start, goal, runner.zone):
            turn.breach(
                "chase.block",
                f"{turn.name_of(other.actor)} went from zone {start} to {goal}, not past zone {runner.zone}",
            )
        return other, True
    if action.type not in SPECIAL:
        raise turn.refuse(
            "chase.block", f"{action.type} is no movement and no special action of a chase"
        )
    where = _zone_before(root.record.outcome.effects, other)
    if where != runner.zone:
        turn.breach(
            "chase.block",
            f"{turn.name_of(other.actor)} acts in zone {where}, not in the blocker's zone {runner.zone}",
        )
    return other, False


def _zone_before(effects: tuple[object, ...], other: Runner) -> int:
    """The zone where a special action was taken, before it moved anybody."""
    from sw_data.models import Effect

    for effect in effects:
        if isinstance(effect, Effect) and effect.field == "zone" and effect.actor == other.actor:
            return int(effect.from_)
    return other.zone


def _say(turn: Turn, person: Person, other: str, won: bool, runner: Runner, moves: bool) -> None:
    numbers = turn.total if turn.margin is None else f"{turn.total}, by {turn.margin}"
    if won:
        how = f"stops it in zone {runner.zone}" if moves else "undoes what it did"
        turn.summary = f"{person.name} blocks {other} ({numbers}) and {how}."
    else:
        turn.summary = f"{person.name} does not block {other} ({numbers})."
