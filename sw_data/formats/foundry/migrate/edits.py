"""A migration made in the text of a document: keys that only have another name stay in their place, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sw_data.diagnostics import Edit
from sw_data.document import Document, apply, diff, invert
from sw_data.document.patch import Verbatim
from sw_data.document.pointer import join, split
from sw_data.document.store import Entry
from sw_data.formats.foundry.migrate.step import Change
from sw_data.formats.foundry.migrate.walk import Migrated

_Way = tuple[str, ...]


def rewritten(document: Document, at: str, migrated: Migrated) -> Document:
    """The text with the document at a pointer migrated; every byte that no change is about stays.

    Args:
        document: The text.
        at: Where in it the document stands: `""`, or `/3` in an array.
        migrated: The same document, migrated.
    """
    if not migrated.changes:
        return document
    document = _with_names(document, at, _renamed(migrated.changes))
    now = Entry(document, "", at).value
    return apply(document, diff(now, migrated.value, at=at))


def _renamed(changes: Iterable[Change]) -> list[tuple[_Way, _Way]]:
    """The ways of the members that only got another name, before and after, outer ones first."""
    found: dict[_Way, _Way] = {}
    for change in changes:
        if not change.renamed or change.before is None or change.after is None:
            continue
        found.setdefault(split(change.before), split(change.after))
    names: dict[_Way, _Way] = {}
    for old, new in sorted(found.items(), key=lambda pair: len(pair[0])):
        if _now(old[:-1], names) == new[:-1]:
            names[old] = new
    return list(names.items())


def _now(way: _Way, names: dict[_Way, _Way]) -> _Way:
    """Where the object at a way stands after the objects around it were renamed."""
    for length in range(len(way), 0, -1):
        if way[:length] in names:
            return (*names[way[:length]], *way[length:])
    return way


def _with_names(document: Document, at: str, names: list[tuple[_Way, _Way]]) -> Document:
    if not names:
        return document
    removing = [Edit(op="remove", path=at + join(old)) for old, _ in reversed(names)]
    putting: list[Edit] = []
    undoing = invert(document, removing)
    if len(undoing) != len(names):
        # A key that is there twice is taken away twice.
        return document
    for edit, (_, new) in zip(undoing, names, strict=True):
        setting = edit.setting if isinstance(edit, Verbatim) else None
        if setting is None:
            return document
        key = setting._replace(key_text=json.dumps(new[-1], ensure_ascii=False))
        putting.append(edit.model_copy(update={"path": at + join(new), "setting": key}))
    return apply(document, [*removing, *putting])
