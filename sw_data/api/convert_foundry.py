"""A sheet of Foundry in another version of the game system: brought up as it is, not made anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sw_data.api.collection import Entry
from sw_data.diagnostics import Diagnostic, register
from sw_data.document import Document
from sw_data.document.store import Entry as Stored
from sw_data.formats.foundry.migrate import Change, migrated, rewritten, too_new
from sw_data.formats.foundry.target import target_of
from sw_data.formats.report import Fate, SourceField, leaves, short


@dataclass(frozen=True, slots=True)
class BroughtUp:
    """A document of a version, with every key that it had.

    Attributes:
        document: The text that it stands in, changed where the version asks for it and nowhere else.
        value: Its JSON value.
        changes: Every change, with pointers from the document's own root.
    """

    document: Document
    value: Any
    changes: tuple[Change, ...]


def brought_up(entry: Entry, target: str) -> BroughtUp | Diagnostic:
    """A document of Foundry brought up to a version; the finding why it cannot be, if it is of a newer one.

    NotFoundError if there is no such version.
    """
    version = target_of(target)
    newer = too_new(entry.value, version)
    if newer is not None:
        first, second = newer.version
        return register.finding(
            "SW193",
            f"the sheet is of version {first}.{second} or later, by its {newer.pointer}; for version {version.text} it "
            "is made anew of what the rules know of it, and the report lists what is not",
        )
    done = migrated(entry.value, version)
    document = rewritten(entry.document, entry.pointer, done)
    value = Stored(document, entry.origin, entry.pointer).value
    return BroughtUp(document, value, done.changes)


def fates(fields: Sequence[SourceField], was: object, done: BroughtUp) -> tuple[SourceField, ...]:
    """The fields of a document that was brought up: carried wherever they now stand, changed, or taken away.

    Args:
        fields: The fields of the document, one for each of its values.
        was: The document before.
        done: The document now.
    """
    ways = {each.before: each for each in done.changes if each.before is not None}
    before, now = dict(leaves(was)), list(leaves(done.value))
    return tuple(_fate(each, before.get(each.pointer or ""), ways, now) for each in fields)


def _fate(
    field: SourceField, value: object, ways: dict[str, Change], now: Sequence[tuple[str, object]]
) -> SourceField:
    here = field.pointer or ""
    while here and here not in ways:
        here = here.rpartition("/")[0]
    change = ways.get(here)
    if change is None or change.renamed:
        return replace(field, fate=Fate.CARRIED, why="")
    after = change.after or ""
    around = [each for place, each in now if place == after or place.startswith(f"{after}/")]
    if any(_same(value, each) for each in around) or (not around and _says_nothing(value)):
        return replace(field, fate=Fate.CARRIED, why=change.why)
    if change.after is None:
        return replace(field, fate=Fate.UNMAPPED, why=change.why)
    became = f" {short(around[0])}" if len(around) == 1 else ""
    return replace(
        field, fate=Fate.CHANGED, why=f"{change.why}; it is{became or ' told'} at {change.after}"
    )


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _says_nothing(value: object) -> bool:
    return value in (None, "", False) or value == [] or value == {}
