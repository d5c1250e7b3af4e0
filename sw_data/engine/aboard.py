"""Changing places in a chase: boarding, taking the wheel; and settling a complication (rules.md section 4)."""

from __future__ import annotations

from sw_data.engine.combat import table_modifiers
from sw_data.engine.crew import vehicle_of
from sw_data.engine.holders import Person
from sw_data.engine.positions import find, ride_of
from sw_data.engine.pursuit import part_from_all, place
from sw_data.engine.rolls import roll_trait, take, tn_or_usual
from sw_data.engine.standing import may_act
from sw_data.engine.turn import Turn
from sw_data.models import Occupant
from sw_data.models.actions import Board, Complication, TakeWheel
from sw_data.rules import condition


def resolve_board(turn: Turn, action: Board) -> None:
    """A jump to a Close vehicle (`chase.board`)."""
    person, track, runner = place(turn, action)
    ride = turn.ride_named(action.target)
    other = find(turn, track, ride)
    turn.target = ride.id
    turn.cite("chase.board")
    if other is None:
        raise turn.unfit("SW617", f"{ride.name} takes no part in the chase {track.model.name!r}")
    may_act(turn, person)
    if runner.escaped or other.escaped:
        turn.breach("chase.acting", f"{person.name} or {ride.name} has escaped")
    if other is runner:
        raise turn.refuse("chase.board", f"{person.name} is in {ride.name} already")
    if other.id not in runner.values["close"]:
        turn.breach("chase.board", f"{person.name} and {ride.name} are not Close")
    if not _carried_out(turn, person, action.trait, action.tn):
        turn.summary = f"{person.name} fails to board {ride.name}."
        return
    state, own = turn.state, ride_of(turn, runner)
    if own is not None:
        left = tuple(each for each in own.values["occupants"] if each.actor != person.id)
        state.set(own, "occupants", left)
        if own.values["driver"] == person.id:
            state.set(own, "driver", None)
    elif own is None:
        part_from_all(state, track, runner)
    state.set(ride, "occupants", (*ride.values["occupants"], Occupant(actor=person.id)))
    turn.summary = f"{person.name} boards {ride.name}."


def _carried_out(turn: Turn, person: Person, name: str | None, tn: int | None) -> bool:
    """Whether an action that may ask for a trait roll succeeds; without one it does."""
    if name is None:
        turn.result, turn.raises = "success", 0
        return True
    goal = tn_or_usual(turn, tn)
    check = roll_trait(turn, person, name, goal, table_modifiers(turn))
    take(turn, check, goal)
    return check.success


def resolve_take_wheel(turn: Turn, action: TakeWheel) -> None:
    """An occupant takes the wheel (`chase.driver`)."""
    person = turn.person_named(action.actor)
    may_act(turn, person)
    ride = vehicle_of(turn, person) if action.target is None else turn.ride_named(action.target)
    turn.cite("chase.driver")
    if ride is None or vehicle_of(turn, person) is not ride:
        raise turn.refuse("chase.driver", f"{person.name} is not in that vehicle")
    turn.target = ride.id
    if ride.values["driver"] == person.id:
        raise turn.refuse("chase.driver", f"{person.name} is at the wheel of {ride.name} already")
    if not _carried_out(turn, person, action.trait, action.tn):
        turn.summary = f"{person.name} fails to take the wheel of {ride.name}."
        return
    state = turn.state
    before = ride.values["driver"]
    aboard = {each.actor for each in ride.values["occupants"]}
    joined = [each for each in (before, person.id) if each is not None and each not in aboard]
    if joined:
        more = tuple(Occupant(actor=each) for each in joined)
        state.set(ride, "occupants", (*ride.values["occupants"], *more))
    state.set(ride, "driver", person.id)
    for track in state.tracks.values():
        runner = find(turn, track, ride)
        if runner is not None:
            state.set(runner, "actor", person.id)
    turn.summary = f"{person.name} takes the wheel of {ride.name}."


def resolve_complication(turn: Turn, action: Complication) -> None:
    """A Club's complication is settled (`chase.complication`)."""
    person = turn.person_named(action.actor)
    turn.cite("chase.complication")
    if not person.values.get("_complication"):
        turn.breach("chase.complication", f"{person.name} has no complication to settle")
    turn.state.set(person, "_complication", None)
    barred = condition.cannot_act(person.conditions, turn.rules)
    if barred and action.trait is not None:
        turn.breach(barred, f"{person.name} cannot act")
    settled = _carried_out(turn, person, action.trait, action.tn)
    how = "" if action.trait is None else f" ({turn.total}, {'well' if settled else 'badly'})"
    turn.summary = f"{person.name} has dealt with the complication{how}."
