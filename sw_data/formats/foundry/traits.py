"""Trait dice: from every spelling of a die to d4 … d12 and d12+n (rule `dice.trait`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sw_data.dice import STEPS, Die
from sw_data.formats.foundry.values import Notes, Spot, integer, shown, whole_object
from sw_data.formats.names import die_letters

MOST_SIDES = 1000
_TEXT = re.compile(r"^\s*1?\s*([^\W\d_])\s*([0-9]{1,4})\s*(?:([+-])\s*([0-9]{1,4}))?\s*$")


@dataclass(frozen=True, slots=True)
class RawDie:
    """A die as the sheet stores it, before it is bounded: active effects change these numbers."""

    sides: int
    bonus: int
    spot: Spot


def raw_die(spot: Spot, notes: Notes, what: str) -> RawDie:
    """The stored numbers of a trait; `spot` is the trait with its `die`."""
    die = spot.at("die")
    if isinstance(die.value, str):
        found = die_in(die.value)
        if found is None:
            notes.add(
                "SW105", f"{what} is {shown(die.value)}, no die; it is read as d4", die.pointer
            )
            return RawDie(4, 0, die)
        beside = integer(
            spot.at("modifier"), notes, 0, f"the modifier of {what}", low=-99, high=99, blank=True
        )
        return RawDie(found[0], found[1] + beside, die)
    if not die.present and spot.at("value").present:
        return RawDie(4, 0, spot)
    whole_object(die, notes, f"the die of {what}")
    sides = integer(die.at("sides"), notes, 4, f"the sides of {what}", low=0, high=MOST_SIDES)
    bonus = integer(
        die.at("modifier"), notes, 0, f"the modifier of {what}", low=-99, high=99, blank=True
    )
    return RawDie(sides, bonus, die.at("sides") if die.at("sides").present else die)


def die_in(text: str) -> tuple[int, int] | None:
    """Sides and bonus that a text like `d8`, `1d8+1`, `W8` or `8` names; None if it names none."""
    text = text.replace("\u2212", "-")
    if text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 5:
        return int(text), 0
    match = _TEXT.match(text)
    if match is None or match[1].casefold() not in die_letters():
        return None
    bonus = int(match[4] or 0)
    return int(match[2]), -bonus if match[3] == "-" else bonus


def bounded(raw: RawDie, notes: Notes, what: str) -> Die:
    """The trait die of stored numbers: sides above 12 are a bonus of one for every two of them."""
    sides, bonus = raw.sides, raw.bonus
    if sides > 12:
        if sides % 2 or sides > 32:
            _odd(raw, notes, what, 12, bonus + (sides - 12) // 2)
        return Die(12, bonus + (sides - 12) // 2)
    if sides in STEPS:
        return Die(sides, bonus)
    nearest = max((step for step in STEPS if step < sides), default=4)
    _odd(raw, notes, what, nearest, bonus)
    return Die(nearest, bonus)


def _odd(raw: RawDie, notes: Notes, what: str, sides: int, bonus: int) -> None:
    notes.add(
        "SW105",
        f"{what} has {raw.sides} sides, which no trait has; it is read as {Die(sides, bonus)}",
        raw.spot.pointer,
        rule="dice.trait",
    )
