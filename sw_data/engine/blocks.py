"""Blocking another's movement or special action, from hold (rules.md section 4, `chase.block`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sw_data.dice import DiceProblem
from sw_data.engine import words
from sw_data.engine.chain import Chain
from sw_data.engine.combat import table_modifiers
from sw_data.engine.holders import Person, Runner, Track
from sw_data.engine.positions import find
from sw_data.engine.pursuit import may_take_part, place
from sw_data.engine.rolls import Check, roll_trait, take
from sw_data.engine.state import Entry
from sw_data.engine.table import SPECIAL
from sw_data.engine.turn import RejectedAction, Turn
from sw_data.engine.wheels import Mover, chase_modifiers, control_check, mover_of
from sw_data.rules import chase, condition, opposed

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
    other, passes = _blocked(turn, chain, number, track, runner)
    turn.target = other.actor
    before: int = runner.values.get("_blocks") or 0
    modifiers = table_modifiers(turn)
    again = chase.block_modifier(before, rules)
    if again:
        modifiers.append(again)
    mine, theirs = mover_of(turn, track, runner), mover_of(turn, track, other)
    faced = theirs.driver if theirs.driver is not None and not theirs.driver.down else None
    if faced is not None:
        exposed = condition.vulnerable(faced.conditions, faced.name, rules)
        if exposed:
            modifiers.append(exposed)
    check = roll_trait(
        turn, person, mine.skill, rules.opposed.minimum, [*modifiers, *chase_modifiers(turn, mine)]
    )
    take(turn, check)
    turn.cite("chase.skill", "opposed.order")
    against: Check | None = None
    if faced is not None:
        own = chase_modifiers(turn, theirs)
        against = roll_trait(turn, faced, theirs.skill, None, own, pool="target_roll")
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
    if won:
        undone = encounter.undo_chain()
    try:
        if won:
            encounter.play_blocked(chain, number, runner.zone if passes else None)
        _follow(encounter, turn, runner, mine, theirs, other_total - total)
    except (RejectedAction, DiceProblem):
        encounter.restore(undone)
        raise
    _say(turn, person, theirs.name, won, runner, passes)
    grieved = theirs if won else mine
    turn.summary = words.checked(turn, turn.summary, grieved.ride or grieved.driver)
    return undone


def _follow(
    encounter: Encounter, turn: Turn, runner: Runner, mine: Mover, theirs: Mover, behind: int
) -> None:
    """Count the block, and make the Control Check that it leads to, of the one or the other.

    Args:
        encounter: The encounter.
        turn: The block's turn, its winner found.
        runner: The blocker.
        mine: Who moves the blocker.
        theirs: Who moves the blocked.
        behind: By how much the blocker's total is below the other's.
    """
    state = turn.state
    mark = len(state.journal)
    state.set(runner, "_blocks", (runner.values.get("_blocks") or 0) + 1)
    if turn.winner == "actor":
        if turn.raises:
            control_check(turn, theirs, [], "control")
    elif behind >= turn.rules.trait.raise_step:
        turn.cite("chase.block_backfire")
        control_check(turn, mine, [], "control")
    encounter.after(turn, mark)


def stand(encounter: Encounter, turn: Turn, chain: Chain, number: int) -> None:
    """Do again what an earlier block came to, after a later one has undone the action that both were against."""
    made = chain.links[number].standing
    assert made is not None
    _, track, runner = place(turn, turn.action)
    other, _ = _against(turn, chain, track, runner)
    turn.winner, turn.raises = made.winner, made.raises
    behind = made.margin if made.winner == "target" and made.margin is not None else 0
    _follow(
        encounter,
        turn,
        runner,
        mover_of(turn, track, runner),
        mover_of(turn, track, other),
        behind,
    )


def _against(turn: Turn, chain: Chain, track: Track, runner: Runner) -> tuple[Runner, str]:
    """Whom the block is against, and the type of the action."""
    action = chain.root.action
    other = find(turn, track, turn.actor_named(action.actor or ""))
    if other is None or other is runner:
        raise turn.refuse("chase.block", f"{action.id!r} is no action of another in this chase")
    return other, action.type


def _blocked(
    turn: Turn, chain: Chain, number: int, track: Track, runner: Runner
) -> tuple[Runner, bool]:
    """Whom the block is against, and whether it is a movement that passes; else a special action in the zone."""
    other, kind = _against(turn, chain, track, runner)
    if kind == "zone_movement":
        start, goal = other.values.get("_moved") or (other.zone, other.zone)
        if not chase.passes(start, goal, runner.zone):
            turn.breach(
                "chase.block",
                f"{turn.name_of(other.actor)} went from zone {start} to {goal}, not past zone {runner.zone}",
            )
        return other, True
    if kind not in SPECIAL:
        raise turn.refuse("chase.block", f"{kind} is no movement and no special action of a chase")
    for link in chain.links[1:number]:
        if link.kind == "block" and link.standing and link.standing.winner == "actor":
            raise turn.refuse(
                "chase.block", f"{chain.root.action.id!r} was blocked by {link.action.id!r} already"
            )
    where = other.values.get("_stood_in") if kind == "hide" else other.zone
    if where != runner.zone:
        turn.breach(
            "chase.block",
            f"{turn.name_of(other.actor)} acts in zone {where}, not in the blocker's zone {runner.zone}",
        )
    return other, False


def _say(turn: Turn, person: Person, other: str, won: bool, runner: Runner, moves: bool) -> None:
    numbers = turn.total if turn.margin is None else f"{turn.total}, by {turn.margin}"
    if won:
        how = f"stops it in zone {runner.zone}" if moves else "undoes what it did"
        turn.summary = f"{person.name} blocks {other} ({numbers}) and {how}."
    else:
        turn.summary = f"{person.name} does not block {other} ({numbers})."
