"""Values of unknown shape read one at a time: always a number, a text or a switch, and a finding where it was none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sw_data.diagnostics import Diagnostic, Edit, Severity
from sw_data.diagnostics.register import finding
from sw_data.formats.foundry.fields import escaped
from sw_data.jsonvalue import Object, as_array, as_number, as_object, as_text

MOST: Final = 1_000_000
"""The largest number that a sheet may hold; what is beyond is no number of the game."""

_NUMBER = re.compile(r"^\s*([+-]?)\s*([0-9]{1,12})(?:\.([0-9]{1,12}))?\s*$")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-"})


class Spot(NamedTuple):
    """A value and its JSON Pointer from the document's root; `present` is false where the key is missing."""

    value: object
    pointer: str
    present: bool = True

    def at(self, *path: str) -> Spot:
        """What a path of keys leads to; absent if a step of it is missing or no object."""
        value, pointer, there = self.value, self.pointer, self.present
        for key in path:
            inner = as_object(value)
            there = inner is not None and key in inner
            value = inner[key] if inner is not None and there else None
            pointer = f"{pointer}/{escaped(key) if '~' in key or '/' in key else key}"
        return Spot(value, pointer, there)

    def each(self) -> list[Spot]:
        """The elements of a list; none if it is no list."""
        listed = as_array(self.value) or []
        return [Spot(value, f"{self.pointer}/{index}") for index, value in enumerate(listed)]

    @property
    def object(self) -> Object:
        """The value as an object; empty if it is none."""
        return as_object(self.value) or {}

    @property
    def text(self) -> str:
        """The value as a text without surrounding blanks; empty if it is none."""
        return (as_text(self.value) or "").strip()


@dataclass(slots=True)
class Notes:
    """What is found while a document is read: findings, and where each model field came from."""

    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    origins: dict[str, str] = field(default_factory=dict[str, str])

    def add(
        self,
        code: str,
        message: str,
        pointer: str,
        *,
        severity: Severity | None = None,
        rule: str | None = None,
        fix: tuple[str, tuple[Edit, ...], bool] | None = None,
    ) -> None:
        """Note a finding at a place."""
        self.diagnostics.append(
            finding(code, message, pointer=pointer, severity=severity, rule=rule, fix=fix)
        )

    def origin(self, model: str, spot: Spot) -> None:
        """Note where a model field came from; nothing if the document does not have it."""
        if spot.present:
            self.origins[model] = spot.pointer

    def also(self, model: str, owner: str, spot: Spot) -> None:
        """Note that something else on the sheet changes a model field: an effect, a shield, armor."""
        if spot.present:
            self.origins.setdefault(f"{model} by {owner}", spot.pointer)

    def under(self, prefix: str, origins: dict[str, str]) -> None:
        """Note the origins of a part of the model."""
        for name, pointer in origins.items():
            self.origins[f"{prefix}.{name}"] = pointer


def shown(value: object) -> str:
    """A value as it is shown in a message: short, and unmistakable."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def number_in(text: str) -> int | float | None:
    """The number that a text spells, with a sign of any kind; None if it spells none."""
    match = _NUMBER.match(text.translate(_MINUS))
    if match is None:
        return None
    sign = -1 if match[1] == "-" else 1
    if match[3] is not None and int(match[3]) != 0:
        return sign * float(f"{match[2]}.{match[3]}")
    return sign * int(match[2])


def integer(
    spot: Spot,
    notes: Notes,
    default: int,
    what: str,
    *,
    low: int = -MOST,
    high: int = MOST,
    blank: bool = False,
) -> int:
    """A whole number, as Foundry would read it; `blank` says that null and "" are usual there."""
    if not spot.present or (blank and spot.value in (None, "")):
        return default
    value = spot.value
    number = as_number(value)
    if number is None and isinstance(value, str):
        number = number_in(value)
        if number is not None:
            whole = _within(round(number), low, high)
            notes.add(
                "SW101",
                f"{what} is the text {shown(value)}; it is read as the number {whole}",
                spot.pointer,
                fix=(
                    f"Write {whole} as a number",
                    (Edit(op="replace", path=spot.pointer, value=whole),),
                    True,
                ),
            )
            return whole
    if number is None:
        notes.add(
            "SW101",
            f"{what} is {shown(value)} and should be a whole number; it is read as {default}",
            spot.pointer,
        )
        return default
    if not low <= number <= high:
        whole = _within(number, low, high)
        notes.add(
            "SW102",
            f"{what} is {shown(value)} and should be {_range(number, low, high)}; it is read as {whole}",
            spot.pointer,
        )
        return whole
    whole = round(number)
    if whole != number:
        notes.add(
            "SW101",
            f"{what} is {shown(value)} and should be a whole number; it is read as {whole}",
            spot.pointer,
        )
    return whole


def _within(number: float, low: int, high: int) -> int:
    return low if number < low else high if number > high else round(number)


def _range(number: float, low: int, high: int) -> str:
    if high == MOST and number < low:
        return f"at least {low}"
    if low == -MOST and number > high:
        return f"at most {high}"
    return f"from {low} to {high}"


def flag(spot: Spot, notes: Notes, default: bool, what: str) -> bool:
    """A switch; the texts "true", "false" and "" are read as one."""
    value = spot.value
    if not spot.present or value is None:
        return default
    if isinstance(value, bool):
        return value
    spelt = value.strip().casefold() if isinstance(value, str) else None
    if spelt == "":
        return False
    if spelt in ("true", "false"):
        meant = spelt == "true"
        notes.add(
            "SW101",
            f"{what} is the text {shown(value)}; it is read as {spelt}",
            spot.pointer,
            fix=(
                f"Write {spelt} as a switch",
                (Edit(op="replace", path=spot.pointer, value=meant),),
                True,
            ),
        )
        return meant
    notes.add(
        "SW101",
        f"{what} is {shown(value)} and should be true or false; it is read as {str(default).lower()}",
        spot.pointer,
    )
    return default


def text(spot: Spot, notes: Notes, what: str) -> str:
    """A text; a number is read as one, anything else as an empty text with a finding."""
    value = spot.value
    if not spot.present or value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if as_number(value) is not None:
        return str(value)
    notes.add(
        "SW101",
        f"{what} is {shown(value)} and should be a text; it is read as empty",
        spot.pointer,
    )
    return ""


def whole_object(spot: Spot, notes: Notes, what: str) -> Spot:
    """The spot itself, with a finding if it is there and no object."""
    if spot.present and spot.value is not None and as_object(spot.value) is None:
        notes.add(
            "SW101",
            f"{what} is {shown(spot.value)} and should be an object; the defaults are taken",
            spot.pointer,
        )
    return spot
