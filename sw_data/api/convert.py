"""Sheets in another format or generation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, load
from sw_data.diagnostics import Diagnostic, DocumentRef, Severity, register
from sw_data.document import located
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Format
from sw_data.formats.registry import format_named


@dataclass(frozen=True, slots=True)
class Converted:
    """One document in another format.

    Attributes:
        value: The new document.
        entry: The document that it was made from.
        diagnostics: What the new one cannot carry, at its place in the old one.
        unchanged: Whether it is the old one as it is.
    """

    value: Any
    entry: Entry
    diagnostics: tuple[Diagnostic, ...] = ()
    unchanged: bool = False


@dataclass(frozen=True)
class Conversion:
    """Documents in another format.

    Attributes:
        documents: The new documents, in the order of the old ones.
        diagnostics: What is wrong with the old ones, and what the new ones cannot carry.
        single: Whether there was one document and no list around it.
    """

    documents: tuple[Converted, ...]
    diagnostics: tuple[Diagnostic, ...]
    single: bool

    @property
    def value(self) -> Any:
        """The JSON value to write: the one document, or a list of them."""
        return self.documents[0].value if self.single else [each.value for each in self.documents]

    @property
    def lossless(self) -> bool:
        """Whether every document was carried over, with nothing left behind that is known to be lost."""
        return all(each.severity is Severity.INFO for each in self.diagnostics)


def convert(
    source: Source | Iterable[Source] | Collection,
    to: str,
    *,
    read_as: str | None = None,
    target: str | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Conversion:
    """Makes documents of another format from sheets; what it cannot carry is a finding.

    A document that is of that format already stays as it is, unless a generation is asked for.

    Args:
        source: Files, or what `load` returned.
        to: The format: `sw-data`, `foundry`.
        read_as: The format to read the source as; told by content if None.
        target: The generation of the new format, as a version of the game system: `5.2`; the newest if None.
        limits: How much is read.

    Raises:
        NotFoundError: No such format.
        ImpossibleError: Nothing in the source can be converted.
        DocumentError: A file cannot be read.
    """
    aim = format_named(to)
    reader = format_named(read_as) if read_as is not None else None
    collection = source if isinstance(source, Collection) else load(source, limits=limits)
    documents: list[Converted] = []
    found = list(collection.diagnostics)
    for entry in collection.entries:
        made = _converted(entry, aim, reader, target)
        if made is None:
            found.append(_left_out(entry, to))
            continue
        documents.append(made)
        found += made.diagnostics
    if not documents:
        raise ImpossibleError(
            f"nothing to convert to {to}: no character, vehicle, weapon or chase could be read"
        )
    single = len(collection.entries) == 1 and not collection.entries[0].pointer
    return Conversion(tuple(documents), tuple(found), single)


def _converted(
    entry: Entry, aim: Format, reader: Format | None, target: str | None
) -> Converted | None:
    if target is None and entry.format is not None and entry.format.name == aim.name:
        return Converted(entry.value, entry, unchanged=True)
    reading = entry.reading if reader is None else reader.read(entry.value)
    if reading.model is None:
        return None
    made = aim.create(reading.model, target)
    # What is lost has no place in a document that has not been written: it stands where the old one does.
    lost = [each.model_copy(update={"pointer": entry.pointer}) for each in made.diagnostics]
    return Converted(made.value, entry, tuple(located(entry.document, lost)))


def _left_out(entry: Entry, to: str) -> Diagnostic:
    kind = entry.reading.kind or "document"
    finding = register.finding(
        "SW181",
        f"{entry.model_name or kind!r} is a {kind}, and could not be converted to {to}; it is left out",
        pointer=entry.pointer,
        document=DocumentRef(kind=kind, id=entry.reading.id, name=entry.reading.name),
    )
    return located(entry.document, [finding])[0]
