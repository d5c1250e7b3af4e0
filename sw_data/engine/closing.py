"""When the chance to soak is over (`soak.when`, `vehicle.soak`)."""

from __future__ import annotations

from typing import Final

from sw_data.engine.crash import crashes_of
from sw_data.engine.harm import Chance
from sw_data.engine.holders import Person, Ride
from sw_data.engine.state import State
from sw_data.engine.table import NOBODYS
from sw_data.models import Action, Outcome

_HURTS: Final = frozenset({"wounds.value", "fatigue.value", "conditions"})


def close_chances(state: State, action: Action, mark: int) -> None:
    """Something else has happened to those who could still soak, or they have acted.

    Args:
        state: The state, the action done.
        action: The action.
        mark: Where its changes begin in the journal.
    """
    soaked = action.attack if action.type == "soak" else None
    crash_soaked = action.type == "vehicle_soak"
    for holder, field, _ in state.journal[mark:]:
        if field not in _HURTS and not field.startswith("attributes."):
            continue
        if isinstance(holder, Person):
            _close(state, holder, action.id, soaked)
        elif isinstance(holder, Ride) and not crash_soaked:
            _close_crash(state, holder, action.id)
    if action.actor is None or crash_soaked or action.type in NOBODYS:
        return
    person = state.people.get(action.actor)
    if person is None:
        return
    _close(state, person, action.id, soaked)
    if soaked is None:
        for ride in state.rides.values():
            if ride.values["driver"] == person.id:
                _close_crash(state, ride, action.id)


def _close(state: State, person: Person, action: str, soaked: str | None) -> None:
    chance: Chance | None = person.values.get("_chance")
    if chance is not None and chance.attack not in (action, soaked):
        state.set(person, "_chance", None)


def _close_crash(state: State, ride: Ride, action: str) -> None:
    crashes = crashes_of(ride, None)
    if crashes and crashes[0].action != action:
        state.set(ride, "_crash_closed", True)


def may_be_soaked(state: State, outcome: Outcome) -> bool:
    """Whether somebody may still soak what this action did."""
    for hit in outcome.hits or ():
        person = state.people.get(hit.target)
        chance: Chance | None = person.values.get("_chance") if person else None
        if chance is not None and chance.attack == outcome.id:
            return True
    if any(each.type == "occupants" for each in outcome.follow_ups):
        for ride in state.rides.values():
            if crashes_of(ride, outcome.id) and not ride.values.get("_crash_closed"):
                return True
    return False
