"""Chases (SW5xx): who takes part, where, and who is Close to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from sw_data.checks.characters import misspelt
from sw_data.checks.subject import Subject, found
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.formats.foundry.values import Spot
from sw_data.jsonvalue import as_text
from sw_data.models import Character, Chase, Participant, Vehicle
from sw_data.models.skills import LINKED, folded


def check(subject: Subject) -> Iterable[Diagnostic]:
    """A chase by every check of chases."""
    model = subject.reading.model
    if isinstance(model, Chase):
        for each in CHECKS:
            yield from each(subject, model)


def _at(subject: Subject, index: int, key: str) -> str:
    """Where a part of a participant stands."""
    origins = subject.reading.origins
    whole = origins.get(f"participants.{index}", f"/participants/{index}")
    return origins.get(f"participants.{index}.{key}", whole)


def identity(subject: Subject, chase: Chase) -> Iterator[Diagnostic]:
    """Ids, actors and vehicles that two participants share."""
    ids: set[str] = set()
    actors: set[str] = set()
    vehicles: set[str] = set()
    for index, each in enumerate(chase.participants):
        if each.id in ids:
            message = f"two participants have the id {each.id!r}"
            yield found("SW501", message, _at(subject, index, "id"))
        if each.actor in actors:
            message = f"{each.actor!r} takes part in {chase.name} twice"
            yield found("SW502", message, _at(subject, index, "actor"))
        if each.vehicle is not None and each.vehicle in vehicles:
            message = (
                f"two participants are in the vehicle {each.vehicle!r}; one of them is an occupant"
            )
            yield found("SW503", message, _at(subject, index, "vehicle"))
        ids.add(each.id)
        actors.add(each.actor)
        vehicles.update({each.vehicle} if each.vehicle else ())


def zones(subject: Subject, chase: Chase) -> Iterator[Diagnostic]:
    """Zones beyond the last one."""
    last = chase.last_zone
    for index, each in enumerate(chase.participants):
        if last is None or each.zone <= last or each.escaped:
            continue
        place = _at(subject, index, "zone")
        fix = (f"Write {last}", (Edit(op="replace", path=place, value=last),), False)
        message = f"{each.actor!r} is in zone {each.zone}, and the last zone is {last}"
        yield found("SW504", message, place, rule="chase.end", fix=fix)


def closeness(subject: Subject, chase: Chase) -> Iterator[Diagnostic]:
    """Being Close: to somebody, in one zone, both ways."""
    by_id: dict[str, Participant] = {each.id: each for each in chase.participants}
    for index, each in enumerate(chase.participants):
        for place, other_id in enumerate(each.close):
            pointer = _at(subject, index, f"close.{place}")
            other = by_id.get(other_id)
            if other is None or other_id == each.id:
                who = "itself" if other_id == each.id else f"{other_id!r}, who takes no part"
                yield found("SW505", f"{each.id!r} is Close to {who}", pointer, rule="chase.close")
            elif other.zone != each.zone:
                message = (
                    f"{each.id!r} in zone {each.zone} is Close to {other_id!r} in zone {other.zone}; "
                    "those who are Close are in one zone"
                )
                yield found("SW506", message, pointer, rule="chase.close")
            elif each.id not in other.close:
                message = (
                    f"{each.id!r} is Close to {other_id!r}, and {other_id!r} is not Close to it"
                )
                yield found("SW507", message, pointer, rule="chase.close")


def sides(subject: Subject, chase: Chase) -> Iterator[Diagnostic]:
    """A chase that has only quarry or only pursuers."""
    there = {each.side for each in chase.participants}
    if len(there) == 1:
        missing = "no pursuer" if there == {"quarry"} else "no quarry"
        place = subject.reading.origins.get("participants", "")
        yield found("SW508", f"{chase.name} has {missing}", place)


def skill(subject: Subject, chase: Chase) -> Iterator[Diagnostic]:
    """A chase skill that is close to a known one."""
    spot = subject.root.at("chase_skill")
    words = [each.title() for each in LINKED] + ["Agility", "Strength"]
    yield from misspelt("SW509", "chase skill", spot, words)


def cast(
    chase: Chase, players: Mapping[str, Character | Vehicle], written: Spot
) -> Iterator[Diagnostic]:
    """A chase against the actors of its log; `written` is the chase as it stands there."""
    # What could not be read is not among the participants, so that their numbers are other ones.
    places = {
        as_text(each.object.get("id")): each.pointer for each in written.at("participants").each()
    }
    for index, each in enumerate(chase.participants):
        place = places.get(each.id, f"{written.pointer}/participants/{index}")
        actor = players.get(each.actor) or _named(each.actor, players)
        if not isinstance(actor, Character):
            what = (
                "is a vehicle, and a participant is somebody"
                if actor
                else "is no actor of this log"
            )
            yield found("SW510", f"{each.actor!r} {what}", f"{place}/actor")
        if each.vehicle is None:
            continue
        vehicle = players.get(each.vehicle) or _named(each.vehicle, players)
        if not isinstance(vehicle, Vehicle):
            what = "is a character, and no vehicle" if vehicle else "is no vehicle of this log"
            yield found("SW510", f"{each.vehicle!r} {what}", f"{place}/vehicle")
        elif actor is not None and vehicle.driver not in (None, actor.id):
            message = (
                f"{vehicle.name} is driven by {vehicle.driver!r} and takes part with {each.actor!r}"
            )
            yield found("SW511", message, f"{place}/actor", rule="chase.driver")


def _named(name: str, players: Mapping[str, Character | Vehicle]) -> Character | Vehicle | None:
    same = [each for each in players.values() if folded(each.name) == folded(name)]
    return same[0] if len(same) == 1 else None


CHECKS: Final[tuple[Callable[[Subject, Chase], Iterator[Diagnostic]], ...]] = (
    identity,
    zones,
    closeness,
    sides,
    skill,
)
"""Every check of a chase; a new one is a function and a line here."""
