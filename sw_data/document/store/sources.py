"""The files that a pack is cut into, one for each document: what they are called, and the `_key` that they carry.

File names, members and order are those of the Foundry CLI, so that both can be used on the same sources.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Self, cast

from sw_data.diagnostics import Diagnostic
from sw_data.document.store.base import Entry
from sw_data.document.store.foundry_keys import Key, Object, children, guess_collection, new_id

_UNSAFE: Final = re.compile("[^a-zA-Z0-9\u0410-\u044f]")
_LONGEST_NAME: Final = 150
_DEEPEST: Final = 20


@dataclass(slots=True)
class Report:
    """What an `unpack` or a `pack` did.

    Attributes:
        documents: How many documents were written, children not counted.
        records: How many keys the pack has; of an `unpack` how many files were written.
        made_ids: How many documents, children counted, were given an id.
        findings: What could not be read, or is odd.
    """

    documents: int = 0
    records: int = 0
    made_ids: int = 0
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])


class FolderTree:
    """Where the folders of a compendium lie among the files: a path for each folder's id."""

    def __init__(self, folders: Iterable[tuple[Object, Key]], *, by_type: bool = False) -> None:
        self._names: dict[str, tuple[str, str | None]] = {}
        self._types: dict[str, str] = {}
        for value, key in folders:
            parent = value.get("folder")
            self._names[key.ident] = (stem(value, key), parent if isinstance(parent, str) else None)
            kind = value.get("type")
            if by_type and isinstance(kind, str):
                self._types[key.ident] = safe(kind)[:_LONGEST_NAME]

    @classmethod
    def of(cls, entries: Iterable[Entry], collection: str | None) -> Self:
        """The tree of the folders among the documents of a pack."""
        return cls(_folders(entries, collection))

    def path(self, folder: object) -> str:
        """The path of a folder, empty if there is none of that id; a circle of folders is cut."""
        steps: list[str] = []
        seen: set[str] = set()
        kind = self._types.get(folder, "") if isinstance(folder, str) else ""
        while isinstance(folder, str) and folder in self._names and len(steps) < _DEEPEST:
            if folder in seen:
                break
            seen.add(folder)
            name, folder = self._names[folder]
            steps.insert(0, name)
        return os.path.join(kind, *steps)


def _folders(entries: Iterable[Entry], collection: str | None) -> Iterator[tuple[Object, Key]]:
    for entry in entries:
        value = as_document(entry)
        if value is None:
            continue
        key = entry_key(entry, value, collection)
        if key.collection == "folders":
            yield value, key


def file_name(value: Object, key: Key, suffix: str, tree: FolderTree | None) -> str:
    """The name of a document's file: its name and id, or its key if it has no name; in the path of its folder."""
    if tree is None:
        return stem(value, key) + suffix
    if key.collection == "folders":
        return os.path.join(tree.path(key.ident), f"_Folder{suffix}")
    return os.path.join(tree.path(value.get("folder")), stem(value, key) + suffix)


def stem(value: Object, key: Key, kind: str = "") -> str:
    """A document's name and id as a file name without its ending; `kind` stands between them."""
    name = value.get("name")
    ident = safe(key.ident)[:_LONGEST_NAME]
    middle = f"_{kind}" if kind else ""
    if isinstance(name, str) and name:
        return f"{safe(name)[:_LONGEST_NAME]}{middle}_{ident}"
    return f"!{safe(key.collection)}!{ident}"[:_LONGEST_NAME]


def safe(name: str) -> str:
    """A text with everything but Latin and Russian letters and digits made `_`, for a file name."""
    # One character beyond the first 65,536 is two to the Foundry CLI.
    return _UNSAFE.sub(lambda m: "__" if m[0] > "\uffff" else "_", name)


def with_keys(value: Object, key: Key) -> Object:
    """A document with `_key` on it and on each child."""
    own = {**value, "_key": str(key)}
    for child in children(value, key.collection):
        ident = child.value.get("_id")
        if not isinstance(ident, str):
            continue
        keyed = with_keys(child.value, key.child(child.member, ident))
        if child.number is None:
            own[child.member] = keyed
        else:
            if own[child.member] is value[child.member]:
                own[child.member] = list(cast("list[object]", value[child.member]))
            cast("list[object]", own[child.member])[child.number] = keyed
    return own


def entry_key(entry: Entry, value: Object, collection: str | None) -> Key:
    """The key of a document: its own, or made of its collection and id."""
    key = Key.read(entry.key) if entry.key else None
    if key is not None:
        return key
    ident = value.get("_id")
    named = entry.collection or collection or guess_collection(value)
    return Key(
        (named,),
        (ident if isinstance(ident, str) and ident else new_id(entry.origin + entry.pointer),),
    )


def as_document(entry: Entry) -> Object | None:
    """The document of an entry if it is an object."""
    value = entry.value
    return cast("Object", value) if isinstance(value, dict) else None
