"""Two sheets, in the same or in different formats, compared as what the rules make of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sw_data.api.arguments import checked
from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, load
from sw_data.diagnostics import Diagnostic
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Readable
from sw_data.formats.comparison import Comparison, Pair, Sheet, compare
from sw_data.models import Character, Chase, Vehicle, Weapon
from sw_data.models.skills import folded

Side: TypeAlias = Source | Collection | Readable
"""What can be compared: a file or folder, what was loaded, or a model."""


@dataclass(frozen=True)
class Diff:
    """Sheets compared with others.

    Attributes:
        pairs: The sheets that both sides have, each with what differs.
        only_left: The sheets that only the first side has.
        only_right: The sheets that only the second side has.
        diagnostics: What is odd or wrong in the files of both.
    """

    pairs: tuple[Pair, ...]
    only_left: tuple[Sheet, ...] = ()
    only_right: tuple[Sheet, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether both sides have the same sheets, and these say the same."""
        return not (self.only_left or self.only_right) and all(each.equal for each in self.pairs)

    def to_json(self) -> dict[str, Any]:
        """The differences as `sw-data diff --format json` prints them."""
        return {
            "summary": {
                "equal": sum(1 for each in self.pairs if each.equal),
                "different": sum(1 for each in self.pairs if not each.equal),
                "only_left": len(self.only_left),
                "only_right": len(self.only_right),
            },
            "pairs": [each.to_json() for each in self.pairs],
            "only_left": [each.to_json() for each in self.only_left],
            "only_right": [each.to_json() for each in self.only_right],
        }

    def to_text(self) -> str:
        """The differences as text, one a line."""
        from sw_data.display.diff import diff_text

        return diff_text(self.pairs, self.only_left, self.only_right)

    def to_html(self) -> str:
        """The differences as one HTML page."""
        from sw_data.display.diff import diff_page

        return diff_page(self.pairs, self.only_left, self.only_right)

    def _repr_html_(self) -> str:
        from sw_data.display.diff import diff_html

        return diff_html(self.pairs, self.only_left, self.only_right)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        different = sum(1 for each in self.pairs if not each.equal)
        alone = len(self.only_left) + len(self.only_right)
        return f"<Diff: {different} of {len(self.pairs)} pairs differ, {alone} sheets on one side only>"


@dataclass(frozen=True, slots=True)
class _Part:
    """One sheet of a side."""

    model: Readable
    entry: Entry | None

    @property
    def sheet(self) -> Sheet:
        entry = self.entry
        return Sheet(
            self.model.kind,
            self.model.name,
            None if entry is None else entry.format_name,
            None if entry is None else entry.file,
        )

    def place(self, field: str | None) -> str | None:
        """Where a field of the model, or what it is a part of, stands."""
        if self.entry is None or field is None:
            return None
        steps = field.split(".")
        while steps:
            found = self.entry.place_of(".".join(steps))
            if found is not None:
                return found
            steps.pop()
        return None


@checked()
def diff(left: Side, right: Side, *, limits: StoreLimits = STORE_LIMITS) -> Diff:
    """Compares two sheets, or two files of them, as what the rules make of them.

    The format does not matter, nor what the rules have no use for. Of several sheets those of one id belong together,
    then those of one name; where each side has one sheet of a kind these are compared, whatever they are called.

    Args:
        left: A file, what `load` returned, or a model.
        right: The same.
        limits: How much is read.

    Raises:
        ImpossibleError: One of the sides has no sheet that could be read.
        DocumentError: A file cannot be read.
    """
    ours, first = _parts(left, limits)
    theirs, second = _parts(right, limits)
    pairs: list[tuple[_Part, _Part]] = []
    pairs += _taken(ours, theirs, lambda part: part.model.id)
    pairs += _taken(ours, theirs, lambda part: folded(part.model.name))
    for kind in ("character", "vehicle", "weapon", "chase"):
        mine = [each for each in ours if each.model.kind == kind]
        yours = [each for each in theirs if each.model.kind == kind]
        if len(mine) == len(yours) == 1 and not any(a.model.kind == kind for a, _ in pairs):
            pairs.append((mine[0], yours[0]))
            ours, theirs = _without(ours, mine), _without(theirs, yours)
    return Diff(
        tuple(_pair(a, b) for a, b in pairs),
        tuple(each.sheet for each in ours),
        tuple(each.sheet for each in theirs),
        (*first, *second),
    )


def _taken(
    ours: list[_Part], theirs: list[_Part], key: Callable[[_Part], str]
) -> list[tuple[_Part, _Part]]:
    """The pairs that have a key in common, taken out of both lists."""
    waiting: dict[tuple[str, str], list[_Part]] = {}
    for each in reversed(theirs):
        waiting.setdefault((each.model.kind, key(each)), []).append(each)
    pairs: list[tuple[_Part, _Part]] = []
    for mine in ours:
        others = waiting.get((mine.model.kind, key(mine)))
        if others:
            pairs.append((mine, others.pop()))
    ours[:] = _without(ours, [mine for mine, _ in pairs])
    theirs[:] = _without(theirs, [other for _, other in pairs])
    return pairs


def _without(parts: list[_Part], taken: list[_Part]) -> list[_Part]:
    """The others; two sheets that say the same are still two."""
    gone = {id(each) for each in taken}
    return [each for each in parts if id(each) not in gone]


def _pair(left: _Part, right: _Part) -> Pair:
    found = compare(left.model, right.model)
    placed = tuple(
        replace(
            each,
            left_place=left.place(each.left_field),
            right_place=right.place(each.right_field),
        )
        for each in found.differences
    )
    return Pair(left.sheet, right.sheet, Comparison(placed, found.same))


def _parts(side: Side, limits: StoreLimits) -> tuple[list[_Part], Sequence[Diagnostic]]:
    if isinstance(side, Character | Vehicle | Weapon | Chase):
        return [_Part(side, None)], ()
    collection = side if isinstance(side, Collection) else load(side, limits=limits)
    parts = [_Part(each.model, each) for each in collection.entries if each.model is not None]
    if not parts:
        named = os.fspath(side) if isinstance(side, str | os.PathLike) else _listed(collection)
        raise ImpossibleError(
            f"{named}: no character, vehicle, weapon or chase could be read, so there is nothing to compare"
        )
    return parts, collection.diagnostics


def _listed(collection: Collection) -> str:
    names: Iterable[str] = collection.sources
    return ", ".join(names) or "the collection"
