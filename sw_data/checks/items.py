"""What every item has in common (SW2xx): price, weight and quantity, its skill, and its further actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from sw_data.checks.subject import Item, Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Severity
from sw_data.formats.foundry.damage import read_damage
from sw_data.formats.foundry.names import known
from sw_data.formats.foundry.sniff import ITEM_TYPES
from sw_data.formats.foundry.values import Spot, number_in, shown
from sw_data.formats.names import attribute_named, is_strength
from sw_data.jsonvalue import as_int, as_number, as_object, as_text
from sw_data.models import ATTRIBUTES
from sw_data.models.faults import nearest
from sw_data.models.skills import LINKED, folded

PHYSICAL: Final = frozenset({"weapon", "armor", "shield", "gear", "consumable"})
_NUMBERS: Final = ("price", "weight", "quantity")
_DIGITS = re.compile(r"[0-9]*\.?[0-9]+")
_NAME = re.compile(r"[^\W\d_][^\d@{}\[\]]*")


def check(subject: Subject) -> Iterable[Diagnostic]:
    """Every item of a document, by what all items have in common."""
    names = frozenset(folded(item.name) for item in subject.items("skill"))
    for item in subject.items(*ITEM_TYPES):
        for each in CHECKS:
            yield from each(item, names)


def numbers(item: Item, names: frozenset[str]) -> Iterator[Diagnostic]:
    """A price, weight or quantity that is written as text."""
    if item.type not in PHYSICAL:
        return
    for key in _NUMBERS:
        spot = item.data.at(key)
        written = spot.text
        given = spot.value
        odd = isinstance(given, bool) or not isinstance(given, str | int | float | None)
        if spot.present and odd:
            yield found(
                "SW223",
                f"the {key} of {item.name} is {shown(given)} and should be a number",
                spot.pointer,
                severity=Severity.WARNING,
            )
        if not isinstance(spot.value, str) or not written:
            continue
        number = number_in(written if not written.startswith(".") else f"0{written}")
        if number is not None:
            yield found(
                "SW223",
                f"the {key} of {item.name} is the text {shown(spot.value)}; {number} as a number would be right",
                spot.pointer,
                fix=(f"Write {number} as a number", (replaced(spot, number),), True),
            )
            continue
        digits = "".join(_DIGITS.findall(written))
        kept = number_in(digits) if digits else None
        fix = None if kept is None else (f"Write {kept}", (replaced(spot, kept),), False)
        yield found(
            "SW223",
            f"the {key} of {item.name} is {shown(spot.value)} and should be a number",
            spot.pointer,
            severity=Severity.WARNING,
            fix=fix,
        )


def trait(item: Item, names: frozenset[str]) -> Iterator[Diagnostic]:
    """A skill that is no trait, and is close to one."""
    for key in ("trait", "skill"):
        yield from _trait(item, item.data.at("actions", key), names)


def _trait(item: Item, spot: Spot, names: frozenset[str]) -> Iterator[Diagnostic]:
    written = spot.text
    if not _NAME.fullmatch(written) or _is_trait(written, names):
        return
    likely = nearest(written, _traits() | names)
    if likely is not None:
        name = likely.title()
        yield found(
            "SW222",
            f"{item.name} is used with {shown(written)}, which is no trait; did you mean {name!r}?",
            spot.pointer,
            fix=(f"Write {name}", (replaced(spot, name),), False),
        )


@lru_cache(maxsize=1)
def _traits() -> frozenset[str]:
    return frozenset(LINKED) | frozenset(ATTRIBUTES)


def _is_trait(written: str, names: frozenset[str]) -> bool:
    name = folded(written)
    return (
        name in names
        or name in _traits()
        or known("skills", "", written) is not None
        or attribute_named(written) is not None
    )


def additional(item: Item, names: frozenset[str]) -> Iterator[Diagnostic]:
    """The further actions of an item: their damage, dice and skill."""
    actions = item.data.at("actions", "additional")
    for key, value in actions.object.items():
        if as_object(value) is None:
            continue
        action = actions.at(key)
        name = as_text(action.object.get("name")) or "unnamed"
        kind = as_text(action.object.get("type"))
        yield from _dice(item, action.at("dice"), name)
        if kind == "damage":
            yield from _damage(item, action.at("override"), name)
            yield from _damage(item, action.at("dmgOverride"), name)
        elif kind in ("trait", "skill"):
            yield from _trait(item, action.at("override"), names)
            yield from _trait(item, action.at("skillOverride"), names)


def _dice(item: Item, spot: Spot, name: str) -> Iterator[Diagnostic]:
    number = as_number(spot.value)
    if (
        spot.value is None
        or spot.value == ""
        or (number is not None and as_int(number) and number > 0)
    ):
        return
    whole = as_int(number_in(spot.text))
    fix = None if not whole or whole < 1 else (f"Write {whole}", (replaced(spot, whole),), True)
    if number == 0:
        return
    yield found(
        "SW225",
        f"the dice of the action {name!r} of {item.name} are {shown(spot.value)} and should be a whole number",
        spot.pointer,
        fix=fix,
    )


def _damage(item: Item, spot: Spot, name: str) -> Iterator[Diagnostic]:
    written = spot.text
    # An action may take its damage from a weapon by name, or from the actor's data.
    if not written or "{" in written or (written.startswith("@") and "." in written):
        return
    read = read_damage(known_words(written))
    if read.damage is None:
        yield found(
            "SW225",
            f"the damage of the action {name!r} of {item.name} is {shown(written)}, which cannot be read: "
            f"{read.problem}; it should be like '2d6+1' or '@str+d8'",
            spot.pointer,
        )


def known_words(damage: str) -> str:
    """A damage whose attributes other than Strength are written as one that can be read without its owner."""
    return re.sub(r"@\w+", _known_word, damage)


def _known_word(word: re.Match[str]) -> str:
    """An attribute in a damage, as one that can be read without its owner."""
    name = word[0].removeprefix("@")
    return "Str" if not is_strength(name) and attribute_named(name) is not None else word[0]


CHECKS: Final[tuple[Callable[[Item, frozenset[str]], Iterator[Diagnostic]], ...]] = (
    numbers,
    trait,
    additional,
)
"""Every check of items as such; a new one is a function and a line here."""
