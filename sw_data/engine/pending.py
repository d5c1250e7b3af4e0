"""Follow-ups that wait for somebody's decision, or for the engine to roll them (contract.md section 1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sw_data.engine.chain import Chain
from sw_data.engine.crash import crashes_of
from sw_data.engine.state import State
from sw_data.engine.table import FOLLOW_UPS
from sw_data.engine.turn import Turn
from sw_data.models import Action
from sw_data.models.actions import (
    AwardBenny,
    Bleeding,
    Block,
    Incapacitation,
    InjuryAction,
    Occupants,
    Reroll,
    Soak,
    VehicleSoak,
)

_ACTIONS: Final[dict[str, type[Any]]] = {
    "incapacitation": Incapacitation,
    "injury": InjuryAction,
    "bleeding": Bleeding,
    "occupants": Occupants,
}


class Pending(NamedTuple):
    """A follow-up that waits, and the id that it gets if the engine rolls it."""

    type: str
    actor: str
    of: str
    id: str


def free_id(base: str, ids: Collection[str]) -> str:
    """The id, numbered from 2 if it is one of `ids`, those in use."""
    id, number = base, 2
    while id in ids:
        id, number = f"{base}.{number}", number + 1
    return id


def note(turn: Turn) -> None:
    """Keep the follow-ups of a turn until they are rolled."""
    several: dict[str, int] = {}
    for each in turn.follow_ups:
        several[each.type] = several.get(each.type, 0) + 1
    added: list[Pending] = []
    for each in turn.follow_ups:
        who = f"{each.actor}/" if several[each.type] > 1 else ""
        added.append(Pending(each.type, each.actor, turn.id, f"{turn.id}/{who}{each.type}"))
    # A new round asks those who bleed anew; what the round before asked is over.
    anew = {each.actor for each in added if each.type == "bleeding"}
    left = [each for each in due(turn.state) if each.type != "bleeding" or each.actor not in anew]
    turn.state.set(turn.state.table, "_pending", (*left, *added))


def due(state: State) -> list[Pending]:
    """Those whose cause is still there."""
    waiting: tuple[Pending, ...] = state.table.values.get("_pending") or ()
    return [each for each in waiting if _is_due(state, each)]


def _is_due(state: State, each: Pending) -> bool:
    if each.type == "occupants":
        ride = state.rides.get(each.actor)
        crashes = () if ride is None else crashes_of(ride, each.of)
        return any(crash.left and not crash.occupants_rolled for crash in crashes)
    person = state.people.get(each.actor)
    if person is None:
        return False
    if each.type == "incapacitation":
        return person.values.get("_vigor_due") == each.of
    if each.type == "injury":
        owed = person.values.get("_injury_due")
        return owed is not None and owed[0] == each.of
    return "bleeding_out" in person.conditions and not person.values.get("_bled")


def as_action(each: Pending, id: str, encounter: str) -> Action:
    """The action that rolls a follow-up."""
    made: Action = _ACTIONS[each.type](
        id=id,
        type=each.type,
        actor=each.actor,
        of=each.of,
        encounter=encounter,
        note="rolled by the engine",
    )
    return made


def decides(action: Action, each: Pending, chain: Chain | None) -> bool:
    """Whether an action is the decision that a follow-up waits for, or the follow-up itself."""
    if action.type in FOLLOW_UPS:
        return action.type == each.type and action.actor == each.actor
    if isinstance(action, AwardBenny):
        return True
    if isinstance(action, Soak):
        return action.attack == each.of
    if isinstance(action, VehicleSoak):
        return action.of == each.of
    if isinstance(action, Block):
        return action.against == each.of
    return isinstance(action, Reroll) and chain is not None and chain.link(action.of) is not None
