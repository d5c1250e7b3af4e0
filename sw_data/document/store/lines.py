"""JSON Lines, and the `.db` packs of Foundry 10 and before (NeDB): one JSON document a line.

A NeDB file is a log: the last line of an id counts, `{"$$deleted": true}` takes a document away, `$$indexCreated` is
no document. Both are read line by line; memory holds one line, and of a NeDB file the ids.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from sw_data.diagnostics import Diagnostic
from sw_data.document.json_lines import examine_lines, lines, replace_lines
from sw_data.document.raw import Document, as_finding, dump
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
from sw_data.document.store.file import key_of, read_bytes
from sw_data.errors import DocumentError

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _NothingError(Exception):
    """Nothing changes, so what was written is thrown away."""


class JsonLines(Store):
    """One document a line; every line counts."""

    form: Form = "json-lines"

    def __init__(
        self, path: Path, name: str, limits: StoreLimits, collection: str | None = None
    ) -> None:
        super().__init__(path, name, limits)
        self.collection = collection

    def _live(self) -> dict[object, int] | None:
        """For each id the line that counts; None if every line does."""
        return None

    def _entry(self, document: Document) -> Entry:
        origin = f"{self.name}:{document.line}"
        return Entry(document, origin, "", self.collection, key_of(document.value))

    def _entries(self) -> Iterator[Entry]:
        try:
            live = self._live()
            with self.path.open("rb") as stream:
                for document, found in examine_lines(stream, name=self.name, limits=self.limits):
                    self._take(found)
                    if document is not None and counts(document, live):
                        yield self._entry(document)
        except OSError as error:
            self._take((as_finding(cannot_open(self.name, error)),))

    def _take(self, found: tuple[Diagnostic, ...]) -> None:
        self.findings += found[: max(0, self.limits.findings - len(self.findings))]

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the file with the lines that are changed in place; see `Store.write`."""
        found: list[Diagnostic] = []
        try:
            live = self._live()
            with self.path.open("rb") as raw:
                wide = raw.read(2) in _WIDE
            if wide:
                self._write_whole(target, change, overwrite, live)
                return found
            with atomic(target, overwrite=overwrite, source=self.path) as out:
                changed = self._write_lines(out, change, live, found)
                if not changed and is_place(target, self.path):
                    raise _NothingError
        except _NothingError:
            pass
        except OSError as error:
            raise cannot_open(self.name, error) from None
        return found

    def _write_lines(
        self, out: BinaryIO, change: Change, live: dict[object, int] | None, found: list[Diagnostic]
    ) -> bool:
        """Two readers side by side: one for the bytes of each line, one for the document in it."""
        with self.path.open("rb") as raw, self.path.open("rb") as parsed:
            documents = lines(parsed, name=self.name, limits=self.limits)
            changed = False
            for piece in _pieces(raw, self.limits.size):
                document = next(documents, None) if piece.strip(b" \t\r\n") else None
                if isinstance(document, DocumentError):
                    found.append(as_finding(document))
                if not isinstance(document, Document) or not counts(document, live):
                    _copy(piece, raw, out, self.limits.size)
                    continue
                new = change(f"{self.name}:{document.line}", document)
                same = new.text == document.text
                changed = changed or not same
                out.write(piece if same else one_line(new, piece))
        return changed

    def _write_whole(
        self, target: Path, change: Change, overwrite: bool, live: dict[object, int] | None
    ) -> None:
        refuse_to_overwrite(target, self.path, overwrite)
        data = read_bytes(self.path, self.name, self.limits)
        changed: list[Document] = []
        for document in lines(data, name=self.name, limits=self.limits):
            if isinstance(document, Document) and counts(document, live):
                new = change(f"{self.name}:{document.line}", document)
                if new.text != document.text:
                    changed.append(new)
        if changed or not is_place(target, self.path):
            write_bytes(target, replace_lines(data, changed), overwrite=overwrite, source=self.path)


class NedbFile(JsonLines):
    """A `.db` pack of Foundry 10 and before."""

    form: Form = "nedb"

    def _live(self) -> dict[object, int]:
        live: dict[object, int] = {}
        with self.path.open("rb") as stream:
            for document in lines(stream, name=self.name, limits=self.limits):
                if isinstance(document, Document):
                    ident = _id(document.value)
                    if ident is not None:
                        live[ident] = document.line
        return live

    def _entries(self) -> Iterator[Entry]:
        try:
            empty = not _has_content(self.path)
        except OSError as error:
            self._take((as_finding(cannot_open(self.name, error)),))
            return
        if not empty:  # a pack without documents is a file of no bytes, or of one line end
            yield from super()._entries()


def counts(document: Document, live: dict[object, int] | None) -> bool:
    """Whether a line is a document that still stands."""
    if live is None:
        return True
    value: object = document.value
    if not isinstance(value, dict):
        return True
    record = cast("dict[str, object]", value)
    if "$$indexCreated" in record or "$$indexRemoved" in record or record.get("$$deleted") is True:
        return False
    ident = _id(record)
    return ident is None or live.get(ident) == document.line


def _id(value: object) -> object:
    if isinstance(value, dict):
        ident = cast("dict[str, object]", value).get("_id")
        return ident if isinstance(ident, str | int) else None
    return None


def one_line(document: Document, piece: bytes) -> bytes:
    """The bytes of a changed line; it keeps the end of the old one, and is laid on one line if it no longer is."""
    ends = (b"\r\n", b"\n")
    end = next((end for end in ends if piece.endswith(end)), b"")
    data = dump(document)
    body = data.removesuffix(b"\n").removesuffix(b"\r")
    if b"\n" in body or b"\r" in body:
        text = json.dumps(document.value, ensure_ascii=False, separators=(",", ":"))
        body = document.mark + text.encode("utf-8", "surrogatepass")
    return body + end


def _pieces(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    while piece := stream.readline(limit + 1):
        yield piece


def _copy(piece: bytes, stream: BinaryIO, out: BinaryIO, limit: int) -> None:
    """Write a line as it stands, the rest of one that is longer than the limit too."""
    out.write(piece)
    while len(piece) > limit and not piece.endswith(b"\n"):
        piece = stream.readline(limit + 1)
        out.write(piece)
        if not piece:
            return


def _has_content(path: Path) -> bool:
    with path.open("rb") as stream:
        while piece := stream.read(65536):
            if piece.strip():
                return True
    return False
