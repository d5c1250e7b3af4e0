"""The table of fields: which model field lies where in which generation, for reading and for writing.

A place is a path below the game system's data (`system`, or `data` up to Foundry 9). Reading takes the first place that
the document has, whatever its generation; writing takes the one that the document has, else the one of its generation.
Conditions have no row: they lie in several places at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sw_data.formats.foundry.generations import GENERATIONS, Generation
from sw_data.formats.foundry.sniff import data_key, data_of
from sw_data.jsonvalue import Object, as_object
from sw_data.models import ATTRIBUTES

_FIRST, _LAST = GENERATIONS[0], GENERATIONS[-1]


@dataclass(frozen=True, slots=True)
class Place:
    """A path below the game system's data, and the generations that store the value there."""

    path: tuple[str, ...]
    first: Generation = _FIRST
    last: Generation = _LAST

    def serves(self, generation: Generation) -> bool:
        """Whether documents of that generation store the value here."""
        return (
            GENERATIONS.index(self.first)
            <= GENERATIONS.index(generation)
            <= GENERATIONS.index(self.last)
        )


@dataclass(frozen=True, slots=True)
class Field:
    """A model field and its places, newest first."""

    model: str
    places: tuple[Place, ...]

    def place(self, document: Object, generation: Generation) -> Place | None:
        """Where the document has the value, or where its generation would store it."""
        data = data_of(document)
        for each in self.places:
            if present(data, each.path):
                return each
        return next((each for each in self.places if each.serves(generation)), None)


def _field(model: str, *places: Place | str) -> Field:
    return Field(
        model,
        tuple(Place(tuple(each.split("."))) if isinstance(each, str) else each for each in places),
    )


def _at(path: str, first: Generation = _FIRST, last: Generation = _LAST) -> Place:
    return Place(tuple(path.split(".")), first, last)


def _by_model(rows: Iterable[Field]) -> dict[str, Field]:
    return {row.model: row for row in rows}


CREATURE: Final = _by_model(
    (
        _field("wounds.value", "wounds.value"),
        _field("wounds.max", "wounds.max"),
        _field("wounds.ignored", _at("wounds.ignored", "G0c")),
        _field("fatigue.value", "fatigue.value"),
        _field("fatigue.max", "fatigue.max"),
        _field("fatigue.ignored", _at("fatigue.ignored", "G1")),
        _field("wounds_or_fatigue_ignored", _at("woundsOrFatigue.ignored", "G1")),
        _field("bennies", "bennies.value"),
        _field("bennies.max", "bennies.max"),
        _field("wild_card", "wildcard"),
        _field("size", _at("stats.size", "G0b")),
        _field("parry", "stats.parry.value"),
        _field("parry.shield", _at("stats.parry.shield", "G2")),
        _field("parry.modifier", "stats.parry.modifier"),
        _field("parry.computed", _at("details.autoCalcParry", "G0c")),
        _field("toughness", "stats.toughness.value"),
        _field("toughness.modifier", "stats.toughness.modifier"),
        _field("toughness.computed", _at("details.autoCalcToughness", "G0b")),
        _field("armor", "stats.toughness.armor"),
        _field("pace", _at("pace.ground", "G3"), _at("stats.speed.value", last="G2")),
        *(
            _field(f"attributes.{name}", _at(f"attributes.{name}.die", "G0a"))
            for name in ATTRIBUTES
        ),
        *(
            _field(f"attributes.{name}.sides", _at(f"attributes.{name}.die.sides", "G0b"))
            for name in ATTRIBUTES
        ),
        *(
            _field(f"attributes.{name}.bonus", _at(f"attributes.{name}.die.modifier", "G0b"))
            for name in ATTRIBUTES
        ),
    )
)
"""Characters. In G0a an attribute's die is one text; `….sides` and `….bonus` are its parts from G0b on."""

VEHICLE: Final = _by_model(
    (
        _field("wounds.value", "wounds.value"),
        _field("wounds.max", "wounds.max"),
        _field("wounds.ignored", "wounds.ignored"),
        _field("size", "size"),
        _field("handling", "handling"),
        _field("top_speed", _at("topspeed.value", "G3"), _at("topspeed", last="G3")),
        _field("top_speed_unit", _at("topspeed.unit", "G3")),
        _field("toughness", "toughness.total"),
        _field("armor", "toughness.armor"),
        _field("parry", _at("stats.parry.value", "G4")),
        _field("strength", _at("attributes.strength", "G3")),
        _field("driver", _at("crew.members", "G4"), _at("driver.id", last="G3")),
        _field("driver.skill", "driver.skill"),
    )
)
"""Vehicles."""

WEAPON: Final = _by_model(
    (
        _field("damage", "damage"),
        _field("parry", _at("parry", "G0c")),
        _field("ap", "ap"),
        _field("rof", "rof"),
        _field("min_strength", "minStr"),
        _field("range", "range"),
        _field("ready", _at("equipStatus", "G0d"), _at("equipped", last="G0c")),
        _field(
            "trait",
            _at("actions.trait", "G2"),
            _at("actions.skill", last="G1"),
            _at("skill", last="G0b"),
        ),
        _field(
            "modifiers.trait", _at("actions.traitMod", "G2"), _at("actions.skillMod", last="G1")
        ),
        _field("modifiers.damage", "actions.dmgMod"),
    )
)
"""Weapons."""


def present(data: Object, path: tuple[str, ...]) -> bool:
    """Whether a path leads to a member, whatever its value."""
    here: Object | None = data
    for key in path[:-1]:
        here = as_object(here.get(key)) if here is not None else None
    return here is not None and path[-1] in here


def pointer(document: Object, path: tuple[str, ...]) -> str:
    """The JSON Pointer, from the document's root, of a path below the game system's data."""
    return "/" + "/".join(escaped(step) for step in (data_key(document), *path))


def escaped(step: str | int) -> str:
    """One step of a JSON Pointer."""
    text = str(step)
    return text.replace("~", "~0").replace("/", "~1") if "~" in text or "/" in text else text
