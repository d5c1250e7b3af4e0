"""Acting in one's own turn: out of turn is a warning, and it ends a hold (`chase.initiative`, `chase.block`)."""

from __future__ import annotations

from sw_data.engine.holders import Person
from sw_data.engine.table import TURN_ACTIONS
from sw_data.engine.turn import Turn


def whose_turn(turn: Turn) -> Person | None:
    """Who acts in its own turn by this action; a warning if that turn is over."""
    action, state = turn.action, turn.state
    if action.type not in TURN_ACTIONS or action.actor is None:
        return None
    if action.type == "trait" and action.free:
        return None
    person = state.people.get(action.actor)
    if person is None:
        return None
    place: int | None = person.values.get("_place")
    reached: int | None = state.table.values.get("_reached")
    if place is None or reached is None:
        return person
    if place >= reached:
        state.set(state.table, "_reached", place)
    elif person.values.get("_hold") or _on_hold(turn, person):
        # Who acts from hold has this turn now, with every action of it.
        state.set(person, "_place", reached)
    else:
        turn.warn(
            f"{person.name} acts out of turn: number {place + 1} in the order, after number {reached + 1}",
            code="SW620",
            rule="chase.initiative",
        )
    return person


def _on_hold(turn: Turn, person: Person) -> bool:
    return any(
        runner.values["on_hold"] and runner.actor == person.id
        for track in turn.state.tracks.values()
        for runner in track.runners
    )


def end_hold(turn: Turn, person: Person) -> None:
    """Hold ends with the next own action that is not a block."""
    state = turn.state
    if person.values.get("_hold"):
        state.set(person, "_hold", None)
    for track in state.tracks.values():
        for runner in track.runners:
            if runner.values["on_hold"] and runner.actor == person.id:
                state.set(runner, "on_hold", False)
