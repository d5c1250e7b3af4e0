"""The types of values that knobs of a ruleset take, and how they are written.

Each type carries a `Kind`: what its values are, in words, and how to read one from a text, as on
the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, cast

from pydantic import BeforeValidator, Field, PlainSerializer, Strict, WithJsonSchema

from sw_data.dice.notation import MAX_DICE, Die, parse_dice, write_dice
from sw_data.errors import NotationError

LARGEST: Final = 1_000_000
"""No number of a knob is larger than this, or smaller than minus this."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})", re.ASCII)
_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Kind:
    """What values a knob takes: `text` in words, `read` from a text.

    A text that cannot be read comes back as it is, for the knob to refuse.
    """

    text: str
    read: Callable[[str], object]


def _read_whole(text: str) -> object:
    return int(text) if _WHOLE.fullmatch(text) else text


def _read_number(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def read_truth(text: str) -> object:
    """The boolean that a text names: true, yes, on, false, no or off."""
    return _TRUTH.get(text.casefold(), text)


def read_word(text: str) -> object:
    """The text itself."""
    return text


def _die(value: object) -> object:
    if isinstance(value, str):
        value = Die.parse(value)
    if not isinstance(value, Die):
        raise NotationError(f"{value!r} is no die; a die is written like 'd8'")
    if value.sides < 2 or value.bonus:
        raise NotationError(f"'{value}' is no die for a knob: two sides or more, no bonus")
    return value


def _dice(value: object) -> object:
    if isinstance(value, str):
        value = tuple(Die(sides) for sides in parse_dice(value))
    if not isinstance(value, tuple | list) or not value:
        raise NotationError(f"{value!r} are no dice; dice are written like '2d6' or 'd6+d8'")
    dice = cast("tuple[object, ...] | list[object]", value)
    if len(dice) > MAX_DICE:
        raise NotationError(f"{len(dice)} dice are too many; at most {MAX_DICE}")
    return tuple(_die(one) for one in dice)


def _write_dice(dice: tuple[Die, ...]) -> str:
    text = write_dice(die.sides for die in dice)
    return f"1{text}" if len(dice) == 1 else text


def _from_none(value: object) -> object:
    return None if isinstance(value, str) and value.strip().casefold() == "none" else value


def _write_none(value: object) -> object:
    if value is None:
        return "none"
    return str(value) if isinstance(value, Die) else value


_DIE_SCHEMA: Final = {"type": "string", "pattern": r"^1?[dD][0-9]{1,4}$", "examples": ["d6"]}
_DICE_SCHEMA: Final = {
    "type": "string",
    "pattern": r"^\s*[0-9]{0,3}[dD][0-9]{1,4}(\s*\+\s*[0-9]{0,3}[dD][0-9]{1,4})*\s*$",
    "examples": ["2d6", "d6+d8"],
}
_NONE_SCHEMA: Final = {"enum": ["none", None]}

_WHOLE_KIND: Final = Kind("a whole number", _read_whole)
_DIE_KIND: Final = Kind("a die such as d6", read_word)

WholeKnob: TypeAlias = Annotated[int, Strict(), Field(ge=-LARGEST, le=LARGEST), _WHOLE_KIND]
"""A whole number of any sign."""

CountKnob: TypeAlias = Annotated[
    int, Strict(), Field(ge=0, le=LARGEST), Kind("a whole number, 0 or more", _read_whole)
]
"""A whole number, 0 or more."""

StepKnob: TypeAlias = Annotated[
    int, Strict(), Field(ge=1, le=LARGEST), Kind("a whole number, 1 or more", _read_whole)
]
"""A whole number, 1 or more: something is divided by it."""

BoolKnob: TypeAlias = Annotated[bool, Strict(), Kind("true or false", read_truth)]
"""True or false."""

DieKnob: TypeAlias = Annotated[
    Die,
    BeforeValidator(_die),
    PlainSerializer(str, return_type=str, when_used="json"),
    WithJsonSchema(_DIE_SCHEMA),
    _DIE_KIND,
]
"""One die without a bonus."""

DiceKnob: TypeAlias = Annotated[
    tuple[Die, ...],
    BeforeValidator(_dice),
    PlainSerializer(_write_dice, return_type=str, when_used="json"),
    WithJsonSchema(_DICE_SCHEMA),
    Kind("dice such as 2d6 or d6+d8", read_word),
]
"""Dice rolled together, without a flat part."""

WholeOrNone: TypeAlias = Annotated[
    Annotated[int, Strict(), Field(ge=-LARGEST, le=LARGEST)] | None,
    BeforeValidator(_from_none),
    PlainSerializer(_write_none, when_used="json"),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}, _NONE_SCHEMA]}
    ),
    Kind("a whole number, or none", _read_whole),
]
"""A whole number, or none."""

NumberOrNone: TypeAlias = Annotated[
    Annotated[int, Strict(), Field(gt=0, le=LARGEST)]
    | Annotated[float, Strict(), Field(gt=0, le=LARGEST, allow_inf_nan=False)]
    | None,
    BeforeValidator(_from_none),
    PlainSerializer(_write_none, when_used="json"),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "exclusiveMinimum": 0, "maximum": LARGEST}, _NONE_SCHEMA]}
    ),
    Kind("a number above 0, or none", _read_number),
]
"""A number above 0, or none."""

DieOrNone: TypeAlias = Annotated[
    Annotated[Die, BeforeValidator(_die)] | None,
    BeforeValidator(_from_none),
    PlainSerializer(_write_none, when_used="json"),
    WithJsonSchema({"anyOf": [_DIE_SCHEMA, _NONE_SCHEMA]}),
    Kind("a die such as d6, or none", read_word),
]
"""One die without a bonus, or none."""

Keeps: TypeAlias = Literal["last", "best"]
"""Which of two rolls stands after a reroll."""
