"""The list of attributes of a Roll20 character: looked up by name, with its rows, duplicates told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sw_data.formats.json_sheet import JsonSheet, Spot
from sw_data.formats.report import short
from sw_data.formats.roll20.fields import ROWS
from sw_data.jsonvalue import as_object, as_text

_REPEATING: Final = re.compile(r"^repeating_([a-z0-9-]+)_(.+)$", re.IGNORECASE)


@dataclass
class Row:
    """One row of a repeating section: its fields by folded name."""

    fields: dict[str, Spot] = field(default_factory=dict[str, Spot])

    def first(self, *names: str) -> Spot:
        """The first of some fields that is there."""
        return next((self.fields[name] for name in names if name in self.fields), _NONE)


_NONE: Final = Spot(None, "", present=False)


class Attributes:
    """Every attribute of a character, by folded name; a spot is the whole attribute, with `current` and `max`."""

    def __init__(self, sheet: JsonSheet) -> None:
        self.sheet = sheet
        self.plain: dict[str, Spot] = {}
        self.rows: dict[str, dict[str, Row]] = {}
        listed = sheet.root.at("attribs")
        if listed.present and not isinstance(listed.value, list):
            sheet.refuse(listed, "the list of attributes", "a list", "there are none")
        for spot in listed.each():
            self._add(spot)

    def _add(self, spot: Spot) -> None:
        name = as_text(spot.at("name").value)
        if as_object(spot.value) is None or not name:
            self.sheet.find(
                "SW101",
                f"an attribute is {short(spot.value)!r} and should be an object with a name",
                spot,
            )
            self.sheet.skip(spot, "it has no name")
            return
        match = _REPEATING.match(name)
        if match is None:
            self._put(self.plain, name.casefold(), spot, name)
            return
        section, rest = match[1].casefold(), match[2]
        row, inner = self._row(section, rest)
        rows = self.rows.setdefault(section, {})
        self._put(rows.setdefault(row, Row()).fields, inner, spot, name)

    @staticmethod
    def _row(section: str, rest: str) -> tuple[str, str]:
        """The id of a row and the field; an id may hold underscores, and so may a field."""
        lower = rest.casefold()
        for inner in sorted(ROWS.get(section, ()), key=len, reverse=True):
            if lower.endswith(f"_{inner}"):
                return rest[: -len(inner) - 1], inner
        row, _, inner = rest.rpartition("_")
        return row, inner.casefold()

    def _put(self, into: dict[str, Spot], key: str, spot: Spot, name: str) -> None:
        earlier = into.get(key)
        into[key] = spot
        if earlier is None:
            return
        if earlier.at("current").value == spot.at("current").value:
            self.sheet.skip(earlier, f"{name} is there again with the same value")
            return
        old, new = short(earlier.at("current").value), short(spot.at("current").value)
        self.sheet.skip(earlier, f"{name} is there again, and the last one is read")
        self.sheet.find(
            "SW197",
            f"the attribute {name} is there twice, as {old!r} and as {new!r}; the last is read",
            spot,
        )

    def get(self, *names: str) -> Spot:
        """The first of some attributes that is there, as its `current` value."""
        for name in names:
            if name in self.plain:
                return self.plain[name].at("current")
        return _NONE

    def most(self, name: str) -> Spot:
        """The `max` of an attribute, or the attribute `…_max`."""
        if name in self.plain and self.plain[name].at("max").value not in (None, ""):
            return self.plain[name].at("max")
        return self.get(f"{name}_max")

    def section(self, name: str) -> Mapping[str, Row]:
        """The rows of a repeating section, in order of appearance."""
        return self.rows.get(name, {})

    def carry(self, model: str, *spots: Spot) -> None:
        """Marks attributes as read: the value, and the name that leads to it."""
        for spot in spots:
            if not spot.present:
                continue
            self.sheet.carry(model, spot)
            outer = spot.pointer.rpartition("/")[0]
            for key in ("name", "id"):
                self.sheet.carried.setdefault(f"{outer}/{key}", model)
