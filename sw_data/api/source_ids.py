"""Ids that two files of one source tree share: a pack can hold only one of them."""

from __future__ import annotations

import os
from typing import Final

from sw_data.diagnostics import Diagnostic, DocumentRef, Severity, register
from sw_data.document.store import Entry
from sw_data.document.store.sources import as_document, entry_key

_SUFFIXES: Final = (".json", ".yml", ".yaml")
_FOLDERS: Final = tuple(f"_Folder{suffix}" for suffix in _SUFFIXES)
_DEEPEST: Final = 32


class SourceIds:
    """The ids of the documents that have a file of their own, by the folder that they are packed from.

    A folder below a pack that says by a file of its own that it is one (`_Folder.json`) is packed with what it lies in;
    any other folder is a pack by itself, and cousins in two packs may share an id.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], dict[str, tuple[str, bool]]] = {}
        self._roots: dict[str, str] = {}

    def twice(self, entry: Entry) -> list[Diagnostic]:
        """A finding if an earlier file has the id of this one; it has its pointer, and no line yet.

        Without a `_key` it is a warning: the files may be two copies of one sheet rather than the sources of a pack.
        """
        file, value = entry.document.name, as_document(entry)
        if file is None or value is None or entry.pointer or not file.lower().endswith(_SUFFIXES):
            return []
        ident = value.get("_id")
        if not isinstance(ident, str) or not ident:
            return []
        collection = entry_key(entry, value, None).collection
        kept = self._first.setdefault((self._root(os.path.dirname(file)), collection), {})
        first, keyed = kept.setdefault(ident, (file, entry.key is not None))
        if first == file:
            return []
        name = value.get("name")
        finding = register.finding(
            "SW701",
            f"the id {ident!r} is that of {first!r} too, and a pack holds one of them; give one of them another",
            pointer="/_id",
            severity=None if keyed or entry.key is not None else Severity.WARNING,
            document=DocumentRef(
                kind=collection, id=ident, name=name if isinstance(name, str) else None
            ),
        )
        return [finding]

    def _root(self, folder: str) -> str:
        """The folder that is packed, from one below it."""
        known = self._roots.get(folder)
        if known is None:
            known = self._roots[folder] = self._look(folder)
        return known

    def _look(self, folder: str) -> str:
        root = folder
        for _ in range(_DEEPEST):
            if not any(os.path.exists(os.path.join(root, name)) for name in _FOLDERS):
                break
            above = os.path.dirname(root)
            if above == root:
                break
            root = above
        return root
