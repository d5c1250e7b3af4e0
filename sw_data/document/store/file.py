"""One JSON or YAML file: a single document, or an array of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from sw_data.diagnostics import Diagnostic
from sw_data.document.raw import Document, as_finding, dump, examine, refuse_larger
from sw_data.document.store.base import (
    Change,
    Entry,
    Form,
    Store,
    StoreLimits,
    atomic,
    cannot_open,
    is_place,
    refuse_to_overwrite,
    unchanged,
    write_bytes,
)
from sw_data.errors import DocumentError


def read_bytes(path: Path, name: str, limits: StoreLimits) -> bytes:
    """The bytes of a file; DocumentError if it cannot be opened, LimitError if it is too large.

    One that grows while it is read, or that does not know its size, is for `examine` to refuse.
    """
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            refuse_larger(size, name, limits)
            # Asked for more than there is, `read` would make room for it first.
            return stream.read(size + 1)
    except OSError as error:
        raise cannot_open(name, error) from None


class JsonFile(Store):
    """A JSON file, read and written as a whole."""

    form: Form = "json"

    def __init__(self, path: Path, name: str, limits: StoreLimits, *, array: bool = False) -> None:
        super().__init__(path, name, limits)
        if array:
            self.form = "array"

    def _read(self) -> tuple[Document | None, tuple[Diagnostic, ...]]:
        try:
            return examine(
                read_bytes(self.path, self.name, self.limits), name=self.name, limits=self.limits
            )
        except DocumentError as error:
            return None, (as_finding(error),)

    def _entries(self) -> Iterator[Entry]:
        document, found = self._read()
        self.findings += found
        if document is not None:
            yield from entries_of(document, self.name)

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the file, byte for byte where nothing is changed; see `Store.write`."""
        document, found = self._read()
        here = is_place(target, self.path)
        if here:
            refuse_to_overwrite(target, self.path, overwrite)
        if document is None:
            if not here:
                self._copy(target, overwrite)
            return list(found)
        new = change(self.name, document)
        if not here or new.text != document.text:
            write_bytes(target, dump(new), overwrite=overwrite, source=self.path)
        return list(found)

    def _copy(self, target: Path, overwrite: bool) -> None:
        """What cannot be read is written as it stands, however large it is."""
        with atomic(target, overwrite=overwrite, source=self.path) as out:
            try:
                with self.path.open("rb") as stream:
                    shutil.copyfileobj(stream, out)
            except OSError as error:
                raise cannot_open(self.name, error) from None


def entries_of(document: Document, origin: str, collection: str | None = None) -> Iterator[Entry]:
    """The documents in one text: each element of an array, or the whole."""
    value: object = document.value
    if isinstance(value, list):
        for number in range(len(cast("list[object]", value))):
            yield Entry(document, origin, f"/{number}", collection)
    else:
        yield Entry(document, origin, "", collection, key_of(value))


def key_of(value: object) -> str | None:
    """The `_key` that a source of the Foundry CLI carries, if the value has one."""
    if isinstance(value, dict):
        key = cast("dict[str, object]", value).get("_key")
        return key if isinstance(key, str) else None
    return None
