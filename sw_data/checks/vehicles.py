"""Vehicles (SW4xx): speed, handling, crew, and numbers that cannot be together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sw_data.checks.arms import arms
from sw_data.checks.characters import misspelt
from sw_data.checks.subject import Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.formats.foundry.names import known
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.values import Spot, shown
from sw_data.jsonvalue import as_object, as_text
from sw_data.models import Vehicle
from sw_data.models.faults import nearest
from sw_data.models.skills import LINKED, folded

CONDITIONS: Final = ("out_of_control", "wrecked", "distracted", "vulnerable")
ROLES: Final = ("operator", "gunner", "other")
_UUID: Final = re.compile(r"^(Compendium\.[^.]+\.[^.]+\.)?(Actor\.)?[A-Za-z0-9]{1,64}$|^Scene\..+$")


def check(subject: Subject) -> Iterable[Diagnostic]:
    """A vehicle by every check of vehicles."""
    model = subject.reading.model
    if isinstance(model, Vehicle):
        for each in CHECKS:
            yield from each(subject, model)


def _data(subject: Subject) -> Spot:
    return subject.root.at(data_key(subject.value)) if subject.foreign else subject.root


def speed(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """A Top Speed whose unit is empty."""
    spot = _data(subject).at("topspeed", "unit")
    if subject.foreign and spot.present and not spot.text and jeep.top_speed:
        yield found(
            "SW401",
            f"the Top Speed of {jeep.name} is {jeep.top_speed} without a unit; it is read as mph",
            spot.pointer,
            rule="vehicle.obstacle",
            fix=("Write mph", (replaced(spot, "mph"),), False),
        )


def handling(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """A Handling of null."""
    spot = _data(subject).at("handling")
    if subject.foreign and spot.present and spot.value is None:
        yield found(
            "SW402",
            f"the Handling of {jeep.name} is null and is read as 0",
            spot.pointer,
            rule="chase.skill",
            fix=("Write 0", (replaced(spot, 0),), True),
        )


def crew(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """Crew members that are nobody, have no known role, or are listed twice."""
    if not subject.foreign:
        yield from _aboard(subject, jeep)
        return
    seen: dict[str, str] = {}
    operators: list[str] = []
    carried = {as_text(item.spot.object.get("_id")) for item in subject.items("weapon")}
    for member in _data(subject).at("crew", "members").each():
        away = ("Take the member away", (Edit(op="remove", path=member.pointer),), False)
        uuid, role = member.at("uuid"), member.at("role")
        if as_object(member.value) is None or not _UUID.match(uuid.text):
            place = uuid.pointer if as_object(member.value) is not None else member.pointer
            message = (
                f"a crew member of {jeep.name} names nobody: {shown(uuid.value)} is no actor's uuid"
            )
            yield found("SW403", message, place, fix=away)
            continue
        if role.present and role.text not in ROLES:
            meant = (
                "operator"
                if folded(role.text) in ("driver", "pilot")
                else nearest(role.text, ROLES)
            )
            fix = (f"Write {meant}", (replaced(role, meant),), False) if meant else None
            message = f"the role {shown(role.value)} is none; there are {', '.join(ROLES)}"
            yield found("SW404", message, role.pointer, fix=fix)
        if uuid.text in seen:
            message = (
                f"{uuid.text} is in the crew of {jeep.name} twice (first at {seen[uuid.text]})"
            )
            yield found("SW405", message, member.pointer, fix=away)
        seen.setdefault(uuid.text, member.pointer)
        if role.text == "operator":
            operators.append(role.pointer)
        for weapon in member.at("weapons").each():
            if weapon.text and weapon.text not in carried:
                message = f"a crew member of {jeep.name} has the weapon {shown(weapon.value)}, which is not aboard"
                yield found("SW410", message, weapon.pointer)
    for place in operators[1:]:
        yield found("SW405", f"{jeep.name} has {len(operators)} operators; one drives", place)


def _aboard(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for spot in subject.root.at("occupants").each():
        actor = as_text(spot.object.get("actor"))
        if actor is None:
            continue
        if actor in seen:
            away = ("Take the second away", (Edit(op="remove", path=spot.pointer),), False)
            message = f"{actor!r} is aboard {jeep.name} twice"
            yield found("SW405", message, spot.at("actor").pointer, fix=away)
        elif not actor.strip():
            yield found(
                "SW403", f"an occupant of {jeep.name} names nobody", spot.at("actor").pointer
            )
        seen.add(actor)


def skill(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """The skill that a Foundry vehicle is driven with."""
    if not subject.foreign:
        return
    for key in ("skill", "skillAlternative"):
        spot = _data(subject).at("driver", key)
        if not spot.text or folded(spot.text) in LINKED or known("skills", "", spot.text):
            continue
        likely = nearest(spot.text, LINKED)
        if likely is not None:
            name = likely.title()
            yield found(
                "SW406",
                f"{jeep.name} is driven with {shown(spot.value)}, which is no skill; did you mean {name!r}?",
                spot.pointer,
                fix=(f"Write {name}", (replaced(spot, name),), False),
            )


def toughness(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """Toughness, armor and wounds that cannot be together."""
    at = subject.reading.origins
    if jeep.armor > jeep.toughness:
        yield found(
            "SW407",
            f"the armor of {jeep.name} is {jeep.armor} and its Toughness, which includes it, {jeep.toughness}",
            at.get("armor", ""),
            rule="vehicle.damage",
        )
    elif jeep.toughness <= 0:
        message = (
            f"the Toughness of {jeep.name} is {jeep.toughness}, so anything that hits wounds it"
        )
        yield found("SW408", message, at.get("toughness", ""), rule="vehicle.damage")
    if jeep.wounds.max == 0:
        message = f"{jeep.name} can take no wounds, so the first one wrecks it; 3 would be usual"
        yield found("SW408", message, at.get("wounds.max", ""), rule="vehicle.wrecked")
    if jeep.wounds.value > jeep.wounds.max > 0:
        message = f"{jeep.name} has {jeep.wounds.value} wounds and can take {jeep.wounds.max}"
        yield found("SW305", message, at.get("wounds.value", ""), rule="vehicle.wrecked")


def mounted(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """A Strength weapon on a vehicle without Strength."""
    if jeep.strength is not None:
        return
    for arm in arms(subject):
        if arm.weapon.damage.strength and arm.by_strength:
            yield found(
                "SW409",
                f"{arm.name} adds Strength, and {jeep.name}, which carries it, has none",
                arm.at("damage").pointer,
                rule="vehicle.crew",
            )


def conditions(subject: Subject, jeep: Vehicle) -> Iterator[Diagnostic]:
    """Conditions of our own documents that are close to known ones."""
    if not subject.foreign:
        for spot in subject.root.at("conditions").each():
            yield from misspelt("SW312", "condition", spot, CONDITIONS)


CHECKS: Final[tuple[Callable[[Subject, Vehicle], Iterator[Diagnostic]], ...]] = (
    speed,
    handling,
    crew,
    skill,
    toughness,
    mounted,
    conditions,
)
"""Every check of a vehicle; a new one is a function and a line here."""
