"""Who is meant, and who sits where, before an encounter begins (contract.md section 1).

Documents name actors by id or, where that is unique, by name; inside, everybody goes by the id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sw_data.models import Character, Chase, Participant, Vehicle
from sw_data.models.skills import folded


def seated(
    actors: Sequence[Character | Vehicle], chases: Sequence[Chase]
) -> tuple[tuple[Character | Vehicle, ...], tuple[Chase, ...]]:
    """The actors and chases with ids for names, and a driver in every vehicle that takes part.

    A vehicle whose sheet names no driver of this log is driven by the participant's actor (rule `chase.driver`);
    being Close holds both ways, and within one zone (rule `chase.close`).
    """
    if not chases and not any(isinstance(each, Vehicle) for each in actors):
        return tuple(actors), ()
    people = _ids(each for each in actors if isinstance(each, Character))
    rides = _ids(each for each in actors if isinstance(each, Vehicle))
    tracks = tuple(_track(each, people, rides) for each in chases)
    drivers: dict[str, str] = {}
    for track in tracks:
        for each in track.participants:
            if each.vehicle is not None and each.actor in people:
                drivers.setdefault(each.vehicle, each.actor)
    return (
        tuple(
            _ride(each, people, drivers.get(each.id)) if isinstance(each, Vehicle) else each
            for each in actors
        ),
        tracks,
    )


def _ids(actors: Iterable[Character | Vehicle]) -> dict[str, str]:
    """Who is meant by a word: every id, and every name that only one has."""
    listed = list(actors)
    named: dict[str, list[str]] = {}
    for each in listed:
        named.setdefault(folded(each.name), []).append(each.id)
    meant = {name: ids[0] for name, ids in named.items() if len(ids) == 1}
    return meant | {each.id: each.id for each in listed}


def _meant(word: str, ids: Mapping[str, str]) -> str:
    return ids.get(word) or ids.get(folded(word)) or word


def _ride(model: Vehicle, people: Mapping[str, str], participant: str | None) -> Vehicle:
    driver = None if model.driver is None else _meant(model.driver, people)
    if participant is not None and (driver is None or driver not in people):
        driver = participant
    occupants = tuple(
        each.model_copy(update={"actor": _meant(each.actor, people)}) for each in model.occupants
    )
    if driver == model.driver and occupants == model.occupants:
        return model
    return model.model_copy(update={"driver": driver, "occupants": occupants})


def _track(model: Chase, people: Mapping[str, str], rides: Mapping[str, str]) -> Chase:
    known = {each.id: each for each in model.participants}
    participants = tuple(
        each.model_copy(
            update={
                "actor": _meant(each.actor, people),
                "vehicle": None if each.vehicle is None else _meant(each.vehicle, rides),
                "close": _close(each, known),
            }
        )
        for each in model.participants
    )
    if participants == model.participants:
        return model
    return model.model_copy(update={"participants": participants})


def _close(one: Participant, known: Mapping[str, Participant]) -> tuple[str, ...]:
    """Those that a participant is Close to, by its own list or theirs."""
    said = [*one.close, *(each.id for each in known.values() if one.id in each.close)]
    return tuple(
        name
        for name in dict.fromkeys(said)
        if name in known and name != one.id and known[name].zone == one.zone
    )
