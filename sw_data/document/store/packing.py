"""Packing: a compendium made of one file per document, or of any other store."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, cast

from sw_data.diagnostics import Diagnostic, register
from sw_data.document.store.adventures import names_files, put_together
from sw_data.document.store.assembly import encoded, records
from sw_data.document.store.base import (
    STORE_LIMITS,
    Entry,
    Store,
    StoreLimits,
    atomic,
    refuse_to_overwrite,
)
from sw_data.document.store.foundry_keys import ID_FORM, Key, Object, children, new_id
from sw_data.document.store.opening import open_store
from sw_data.document.store.pack_folder import write_pack
from sw_data.document.store.sources import Report, as_document, entry_key
from sw_data.errors import DocumentError, ImpossibleError

NewId = Callable[..., str]
TransformEntry = Callable[[Object], object]


def pack(
    source: Path,
    target: Path,
    *,
    form: Literal["leveldb", "nedb"] | None = None,
    collection: str | None = None,
    make_id: NewId = new_id,
    transform_entry: TransformEntry | None = None,
    overwrite: bool = False,
    limits: StoreLimits = STORE_LIMITS,
) -> Report:
    """Make a pack of the documents in a folder of sources, or of any other store.

    A document without `_key` or `_id` is given one. `_key` members are not part of what is packed. The files that an
    adventure names are put into it, and are no documents of their own unless they have a `_key`.

    Args:
        source: A folder of JSON or YAML files, a `.db` pack, or anything else that `open_store` reads.
        target: The pack: a folder, or a `.db` file.
        form: A folder of Foundry 11 and later, or a `.db` file of Foundry 10 and before; by the name if None.
        collection: The collection of documents that do not say it (`items`); guessed by their members if None.
        make_id: Given a few texts that name the document's place, an id of 16 letters and digits for it.
        transform_entry: Is given a copy of each document, which it may change; False leaves the document out.
        overwrite: Whether a pack that is there may be replaced.
        limits: How much is read.

    Raises:
        DocumentError: Two documents or two children of one parent have the same id (SW701); a source cannot be read;
            the target is there already or another program has it open.
    """
    store = open_store(source, limits=limits)
    report = Report()
    packer = _Packer(report, collection, make_id, transform_entry, source, limits)
    if os.path.realpath(target) == os.path.realpath(source):
        raise DocumentError(
            "is the source itself; pack into another place", path=str(target), code="SW012"
        )
    chosen = form or ("nedb" if target.suffix == ".db" else "leveldb")
    if chosen == "nedb":
        with atomic(target, overwrite=overwrite) as out:
            for entry in packer.documents(store):
                for key, value in packer.whole(entry, _base(source)):
                    if key.collection != "folders":  # such packs have none
                        out.write(encoded(value) + b"\n")
            _refuse_unreadable(store.findings)
            _refuse_nothing(report, source, overwrite)
    else:
        refuse_to_overwrite(target, None, overwrite)

        def content() -> Iterator[tuple[bytes, bytes]]:
            for entry in packer.documents(store):
                for key, value in packer.whole(entry, _base(source)):
                    for part, record in records(value, key):
                        report.records += 1
                        yield str(part).encode("utf-8", "surrogatepass"), encoded(record)
            _refuse_unreadable(store.findings)
            _refuse_nothing(report, source, overwrite)

        write_pack(target, content(), overwrite=overwrite)
    report.findings += store.findings
    return report


def _refuse_nothing(report: Report, source: Path, overwrite: bool) -> None:
    """An empty folder, a slip of the pen, must not empty a pack that is there."""
    if overwrite and not report.documents:
        raise DocumentError("holds no document to pack", path=str(source), code="SW012")


def _refuse_unreadable(findings: list[Diagnostic]) -> None:
    """A pack that lacks what could not be read would be a loss that nobody sees."""
    for finding in findings:
        if finding.severity == "error" and finding.code != "SW702":
            raise DocumentError(
                finding.message,
                path=finding.file,
                line=finding.line,
                column=finding.column,
                code=finding.code,
            )


class _Packer:
    """Gives each document its key and its ids, and sees that none is there twice."""

    def __init__(
        self,
        report: Report,
        collection: str | None,
        make_id: NewId,
        transform: TransformEntry | None,
        source: Path,
        limits: StoreLimits,
    ) -> None:
        self._report = report
        self._collection = collection
        self._make_id = make_id
        self._transform = transform
        self._source = source
        self._limits = limits
        self._places: dict[Key, str] = {}
        self._taken: set[str] = set()

    def documents(self, store: Store) -> Iterator[Entry]:
        """The documents of a store; of sources without a `_key` only those that no adventure has named."""
        waiting = 0
        for entry in store.entries():
            if store.form == "folder" and not entry.key and not self._is_adventure(entry):
                waiting += 1
            else:
                yield entry
        if waiting:  # read again rather than kept: a tree without any keys is as large as a pack
            for entry in store.entries():
                path = os.path.normpath(entry.document.name or "")
                if not entry.key and not self._is_adventure(entry) and path not in self._taken:
                    yield entry

    def _is_adventure(self, entry: Entry) -> bool:
        value = as_document(entry)
        if value is None:
            return False
        return entry_key(entry, value, self._collection).collection == "adventures"

    def whole(self, entry: Entry, base: str) -> Iterator[tuple[Key, Object]]:
        """The document without `_key`, every id in place; nothing for what is no object."""
        value = as_document(entry)
        place = f"{entry.document.name}{entry.pointer}"
        if value is None:
            raise DocumentError("is no object; a document is one", path=place, code="SW709")
        key = entry_key(entry, value, self._collection)
        if key.collection == "adventures" and self._source.is_dir() and names_files(value):
            value, taken = put_together(
                value, entry.document.name or "", self._source, self._limits
            )
            self._taken |= taken
        if self._transform is not None:
            value = copy.deepcopy(value)
            if self._transform(value) is False:
                return
        ident = value.get("_id")
        if not isinstance(ident, str) or not ident:
            inner = os.path.relpath(entry.document.name or "", base).replace(os.sep, "/")
            named = Key.read(entry.key) if entry.key else None
            ident = (
                named.ident if named else self._make(inner + entry.pointer, str(value.get("name")))
            )
        elif key.ident != ident and entry.key:
            self._find(
                "SW710",
                f"the _key {str(key)!r} does not end with the _id {ident!r}, which counts",
                place,
            )
        key = Key(key.collections, (*key.ids[:-1], ident))
        if len(key.collections) != 1:
            message = f"the _key {str(key)!r} is that of a child, which is packed inside its parent"
            raise DocumentError(message, path=place, code="SW710")
        yield key, self._checked(value, key, place)
        self._report.documents += 1

    def _checked(self, value: Object, key: Key, place: str) -> Object:
        if key in self._places:
            message = f"the key {str(key)!r} is that of {self._places[key]!r} too"
            raise DocumentError(message, path=place, code="SW701")
        self._places[key] = place
        if not ID_FORM.fullmatch(key.ident):
            self._find("SW711", f"the _id {key.ident!r} is not 16 letters and digits", place)
        own = {name: member for name, member in value.items() if name != "_key"}
        own["_id"] = key.ident
        for child in children(value, key.collection):
            ident = child.value.get("_id")
            if not isinstance(ident, str) or not ident:
                ident = self._make(
                    str(key), child.member, str(child.number), str(child.value.get("name"))
                )
            inner = self._checked(
                child.value,
                key.child(child.member, ident),
                f"{place}/{child.member}/{child.number}",
            )
            if child.number is None:
                own[child.member] = inner
            else:
                if own[child.member] is value[child.member]:
                    own[child.member] = list(cast("list[object]", value[child.member]))
                cast("list[object]", own[child.member])[child.number] = inner
        return own

    def _make(self, *seeds: str) -> str:
        ident = self._make_id(*seeds)
        if not ID_FORM.fullmatch(ident):
            raise ImpossibleError(f"make_id gave {ident!r}; an id is 16 letters and digits")
        self._report.made_ids += 1
        return ident

    def _find(self, code: str, message: str, place: str) -> None:
        self._report.findings.append(register.finding(code, message).at(place))


def _base(source: Path) -> str:
    return str(source if source.is_dir() else source.parent)
