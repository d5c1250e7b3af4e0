"""Armor and shields (SW32x), and the equip status of everything that is worn or carried (SW226)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sw_data.checks.subject import Item, Subject, found, replaced
from sw_data.diagnostics import Diagnostic
from sw_data.formats.foundry.values import number_in, shown
from sw_data.jsonvalue import as_int

_COVERS: Final = frozenset({0, -2, -4, -6, -8})
_STATUSES: Final = frozenset({0, 1, 2, 3, 4, 5})
_LOCATIONS: Final = ("head", "torso", "arms", "legs")
_CARRIED: Final = 1


def check(subject: Subject) -> Iterable[Diagnostic]:
    """Every piece of armor and every shield of a document."""
    for item in subject.items("shield"):
        yield from cover(item)
    for item in subject.items("armor"):
        yield from locations(item)
    for item in subject.items("armor", "shield", "gear", "consumable"):
        yield from equip_status(item)


def cover(item: Item) -> Iterator[Diagnostic]:
    """The cover of a shield: its sign, its size, and whether it is a number."""
    spot = item.data.at("cover")
    value = as_int(spot.value)
    if not spot.present or spot.value in (None, ""):
        return
    if value is None:
        written = number_in(spot.text)
        nothing = spot.text.strip("-\u2012\u2013\u2014\u2212") == ""
        meant = 0 if nothing else as_int(written)
        fix = (
            None
            if meant is None
            else (f"Write {meant} as a number", (replaced(spot, meant),), True)
        )
        hint = "" if meant is None else f"; {meant} would be right"
        message = f"the cover of {item.name} is {shown(spot.value)} and should be a number{hint}"
        yield found("SW322", message, spot.pointer, fix=fix)
    elif -value in _COVERS and value > 0:
        yield found(
            "SW321",
            f"the cover of {item.name} is {value}; as a penalty to ranged attacks it would be {-value}",
            spot.pointer,
            fix=(f"Write {-value}", (replaced(spot, -value),), False),
        )
    elif value not in _COVERS:
        yield found(
            "SW321",
            f"the cover of {item.name} is {value}; it should be 0, -2, -4, -6 or -8",
            spot.pointer,
        )


def locations(item: Item) -> Iterator[Diagnostic]:
    """Armor that covers no location."""
    spot = item.data.at("locations")
    worth = as_int(item.data.at("armor").value)
    if worth and all(spot.at(each).value is False for each in _LOCATIONS):
        message = f"{item.name} gives {worth} armor and covers neither head, torso, arms nor legs"
        yield found("SW323", message, spot.pointer)


def equip_status(item: Item) -> Iterator[Diagnostic]:
    """A status that the virtual tabletop does not have."""
    spot = item.data.at("equipStatus")
    value = as_int(spot.value)
    if spot.present and spot.value is not None and value not in _STATUSES:
        yield found(
            "SW226",
            f"the equip status of {item.name} is {shown(spot.value)}; it should be 0 (stored), 1 (carried) or "
            "3 (equipped)",
            spot.pointer,
            fix=("Write 1 (carried)", (replaced(spot, _CARRIED),), False),
        )
