"""What a check looks at: a document, what was read of it, and where each part of that stands.

Checks go by the model wherever they can, so that one check serves our own documents and those of every generation of
Foundry; what only the document has (a number of shots, a mark) is asked of the document itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from sw_data.diagnostics import Diagnostic, Edit, Severity, register
from sw_data.document import pointer as pointers
from sw_data.formats.base import Reading
from sw_data.formats.foundry.sniff import ITEM_TYPES, data_key, game_system, type_of
from sw_data.formats.foundry.values import Spot
from sw_data.formats.own import Own
from sw_data.jsonvalue import Object, as_object, as_text

Repair: TypeAlias = tuple[str, tuple[Edit, ...], bool]
"""A title, edits, and whether they are safe."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A document under check.

    Attributes:
        value: The document.
        reading: What was read of it.
        foreign: Whether it is a Foundry document, and not one of ours.
        every_item: The Foundry items in it: the document itself, or those on an actor.
    """

    value: Object
    reading: Reading
    foreign: bool
    every_item: tuple[Item, ...] = ()

    @property
    def root(self) -> Spot:
        """The document as a place from which to look further."""
        return Spot(self.value, "")

    def items(self, *types: str) -> Iterator[Item]:
        """The Foundry items of these types: the document itself, or those on an actor; none of another game."""
        return (each for each in self.every_item if each.type in types)


@dataclass(frozen=True, slots=True)
class Item:
    """A Foundry item: alone, or on an actor.

    Attributes:
        spot: The item.
        type: Its type.
        data: The game system's own part of it.
    """

    spot: Spot
    type: str
    data: Spot

    @property
    def name(self) -> str:
        """Its name; what it is if it has none."""
        return as_text(self.spot.object.get("name")) or f"unnamed {self.type}"


Check: TypeAlias = Callable[[Subject], Iterable[Diagnostic]]
"""Everything that one family of codes has to say of a document."""


def subject(value: object, reading: Reading) -> Subject:
    """A document and its reading, made ready for checks."""
    inner = as_object(value) or {}
    foreign = not Own().recognises(inner)
    return Subject(inner, reading, foreign, tuple(_items(inner)) if foreign else ())


def _items(document: Object) -> Iterator[Item]:
    root = Spot(document, "")
    for spot in (root, *root.at("items").each()):
        inner = as_object(spot.value)
        if inner is None or game_system(inner) is not None:
            continue
        kind = type_of(inner)
        if kind in ITEM_TYPES:
            yield Item(spot, kind, spot.at(data_key(inner)))


def found(
    code: str,
    message: str,
    place: str,
    *,
    rule: str | None = None,
    fix: Repair | None = None,
    severity: Severity | None = None,
) -> Diagnostic:
    """A finding at a place of the document."""
    return register.finding(code, message, pointer=place, rule=rule, fix=fix, severity=severity)


def replaced(spot: Spot, value: object) -> Edit:
    """The edit that writes a value at a place, whether the document has it or not."""
    op = "replace" if spot.present else "add"
    return Edit(op=op, path=spot.pointer, value=cast("Any", value))


def below(pointer: str, *steps: str | int) -> str:
    """The pointer of what lies below a place."""
    return pointer + pointers.join(steps)
