"""Sheets that are no JSON: stat blocks and the XML of Fantasy Grounds, told by their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from sw_data.api.collection import Entry
from sw_data.diagnostics import Diagnostic
from sw_data.document import Document
from sw_data.document.store import Change, Store, StoreLimits, unchanged
from sw_data.document.store import Entry as Stored
from sw_data.document.store.base import Form, is_place
from sw_data.document.store.file import read_bytes
from sw_data.errors import DocumentError
from sw_data.formats.base import Reading, TextFormat
from sw_data.formats.encoding import decoded
from sw_data.formats.registry import text_format_of

_HEAD: Final = 4096
_OTHERS: Final = (b"{", b"[", b"PK\x03\x04", b"PK\x05\x06", b"SQLite format 3\0")
_OTHER_SUFFIXES: Final = frozenset({".yml", ".yaml", ".db"})


class TextStore(Store):
    """A text with one or more sheets in it.

    Attributes:
        text_format: The format of the text.
        document: The text; its JSON value is None.
        readings: What each sheet says, with findings at their lines.
    """

    form: Form = "text"

    def __init__(
        self,
        path: Path,
        name: str,
        limits: StoreLimits,
        text_format: TextFormat,
        text: str,
        findings: Iterable[Diagnostic] = (),
    ) -> None:
        super().__init__(path, name, limits)
        self.text_format = text_format
        self.document = Document(text, name, _value=None)
        self.readings: tuple[Reading, ...] = text_format.read_text(text)
        for each in findings:
            self.aside(each.at(name, each.line, each.column))
        for reading in self.readings:
            if reading.model is None:
                for each in reading.diagnostics:
                    self.aside(each.at(name, each.line, each.column))

    def _entries(self) -> Iterator[Stored]:
        for number, reading in enumerate(self.readings):
            if reading.model is not None:
                yield Stored(self.document, str(number))

    def entry(self, origin: str) -> Entry:
        """The sheet that one of the stored entries is, with what it says."""
        reading = self.readings[int(origin)]
        found = tuple(
            each.at(self.name, each.line, each.column)
            for each in reading.diagnostics[: self.limits.findings]
        )
        return Entry(
            self.document, "", None, reading, found, origin, self, text_format=self.text_format
        )

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """In place there is nothing to do; elsewhere refuses, for no edit has a place in such a text."""
        if is_place(target, self.path):
            return []
        raise DocumentError(
            f"is a text of the format {self.text_format.name}, into which nothing can be written back; "
            "convert it to sw-data or foundry first",
            path=self.name,
            code="SW012",
        )


def text_store(
    path: Path, name: str, limits: StoreLimits, text_format: TextFormat | None = None
) -> TextStore | None:
    """The sheets in a file, if it is a text of a format that is no JSON; else None.

    Args:
        path: The file.
        name: What it is called in findings.
        limits: How much is read.
        text_format: The format to read it as; told by content if None.
    """
    try:
        if not path.is_file() or (text_format is None and path.suffix.lower() in _OTHER_SUFFIXES):
            return None
        with path.open("rb") as file:
            head = file.read(_HEAD)
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        if not start or (text_format is None and start.startswith(_OTHERS)):
            return None
        data = read_bytes(path, name, limits)
    except (OSError, DocumentError):
        return None
    if len(data) > limits.size:
        return None
    text, found = decoded(data)
    known = text_format or text_format_of(text)
    return None if known is None else TextStore(path, name, limits, known, text, found)


def placed_by_origin(
    finding: Diagnostic, origins: Mapping[str, str], document: Document
) -> Diagnostic:
    """A finding about a field of a model, at the line and column that the field was read from."""
    line, _, column = (origin_of(finding.pointer or "", origins) or "").partition(":")
    where = (int(line), int(column)) if line.isdigit() and column.isdigit() else (None, None)
    return finding.model_copy(update={"pointer": None, "fix": None}).at(document.name, *where)


def origin_of(pointer: str, origins: Mapping[str, str]) -> str | None:
    """Where the field of a model that a pointer leads to was read from, or else what the field is a part of."""
    steps = pointer.split("/")[1:]
    while steps:
        origin = origins.get(".".join(steps))
        if origin is not None:
            return origin
        steps.pop()
    return None
