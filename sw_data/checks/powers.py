"""Powers (SW33x): their cost, damage, range and duration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sw_data.checks.items import known_words
from sw_data.checks.subject import Item, Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Severity
from sw_data.formats.foundry.damage import read_damage
from sw_data.formats.foundry.values import number_in, shown
from sw_data.jsonvalue import as_int, as_number

_TAG: Final = re.compile(r"<(/?[a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)
_FIRST_NUMBER: Final = re.compile(r"^\s*([0-9]{1,3})\b")


def check(subject: Subject) -> Iterable[Diagnostic]:
    """Every power of a document."""
    for item in subject.items("power"):
        yield from power_points(item)
        yield from damage(item)
        yield from plain_text(item)


def power_points(item: Item) -> Iterator[Diagnostic]:
    """A cost that is no number."""
    spot = item.data.at("pp")
    value = as_number(spot.value)
    if not spot.present or spot.value in (None, "") or (value is not None and value >= 0):
        return
    number = as_int(number_in(spot.text))
    if number is not None and number >= 0:
        yield found(
            "SW331",
            f"the power points of {item.name} are the text {shown(spot.value)}; {number} as a number would be right",
            spot.pointer,
            severity=Severity.INFO,
            fix=(f"Write {number} as a number", (replaced(spot, number),), True),
        )
        return
    first = _FIRST_NUMBER.match(spot.text)
    fix = None if first is None else (f"Write {first[1]}", (replaced(spot, int(first[1])),), False)
    yield found(
        "SW331",
        f"the power points of {item.name} are {shown(spot.value)} and should be a whole number, 0 or more; they "
        "become 0 when the sheet is loaded",
        spot.pointer,
        fix=fix,
    )


def damage(item: Item) -> Iterator[Diagnostic]:
    """A damage that cannot be read."""
    spot = item.data.at("damage")
    if not spot.text:
        return
    reading = read_damage(known_words(spot.text))
    if reading.damage is None:
        yield found(
            "SW332",
            f"the damage of {item.name} is {shown(spot.value)}, which cannot be read: {reading.problem}; it should be "
            "like '2d6' or '3d6+2', or nothing",
            spot.pointer,
        )


def plain_text(item: Item) -> Iterator[Diagnostic]:
    """HTML tags and open brackets in texts that are shown as they are."""
    for key in ("range", "duration"):
        spot = item.data.at(key)
        tag = _TAG.search(spot.text)
        if tag is not None:
            without = _TAG.sub("", spot.text)
            yield found(
                "SW333",
                f"the {key} of {item.name} has the tag {shown(tag[0])}, and is shown as plain text",
                spot.pointer,
                fix=("Take the tags out", (replaced(spot, without),), True),
            )
        elif spot.text.count("(") != spot.text.count(")"):
            message = f"the {key} of {item.name} is {shown(spot.value)}, with a bracket that has no partner"
            yield found("SW333", message, spot.pointer)
