"""Sheets in another format or generation, and what became of every field of them."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sw_data.api.arguments import checked
from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, load
from sw_data.api.texts import TextStore, placed_by_origin
from sw_data.diagnostics import Diagnostic, DocumentRef, Severity, register
from sw_data.document import Document, located
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Creation, Format, Readable, Reading, TextCreation, TextFormat
from sw_data.formats.comparison import Fact, facts
from sw_data.formats.registry import any_format_named, formats, text_formats
from sw_data.formats.report import (
    Fate,
    Report,
    SourceField,
    conversion,
    fields_by_origins,
    fields_of,
)

if TYPE_CHECKING:
    from sw_data.api.convert_foundry import BroughtUp

_IN_ONE: Final = frozenset({"statblock", "markdown"})
"""Text formats of which many sheets can stand in one file."""


@dataclass(frozen=True, slots=True)
class Converted:
    """One document in another format.

    Attributes:
        value: The new document: its JSON value, or its text if the format is a text.
        entry: The document that it was made from.
        diagnostics: What the new one cannot carry, at its place in the old one.
        unchanged: Whether it is the old one as it is.
        reading: What the old one says.
        target: The name of the new format.
        after: What the new one says when it is read back; None if nothing reads it.
        unsaid: Dotted fields of the model that a text which nothing reads does not say.
        brought_up: The text and changes of a sheet of Foundry that was brought up to a version; None of all others.
    """

    value: Any
    entry: Entry
    diagnostics: tuple[Diagnostic, ...] = ()
    unchanged: bool = False
    reading: Reading = Reading(kind="")  # noqa: RUF009 - it is frozen
    target: str = ""
    after: Readable | None = None
    unsaid: frozenset[str] = frozenset()
    brought_up: BroughtUp | None = None

    @property
    def document(self) -> Document | None:
        """The text to write where the old one's bytes are kept, changed or not; None where the document is new."""
        if self.entry.pointer:
            return None
        if self.brought_up is not None:
            return self.brought_up.document
        return self.entry.document if self.unchanged else None

    @property
    def report(self) -> Report:
        """What became of every field of the old document: carried, changed, or not mapped."""
        fields = _fields(self.entry, self.reading)
        source, name = self.entry.format_name or "?", self.reading.name or ""
        if self.brought_up is not None:
            from sw_data.api.convert_foundry import fates

            return Report(
                source, self.target, name, fates(fields, self.entry.value, self.brought_up)
            )
        if self.unchanged or self.reading.model is None:
            kept = tuple(replace(each, fate=Fate.CARRIED, why="") for each in fields)
            return Report(source, self.target, name, kept)
        if self.unsaid:
            why = f"{self.target} does not say it"
            fields = tuple(
                replace(each, fate=Fate.UNMAPPED, why=why) if self._is_unsaid(each) else each
                for each in fields
            )
        return conversion(source, self.target, name, fields, self.reading.model, self.after)

    def _is_unsaid(self, field: SourceField) -> bool:
        return any(f"{field.model}.".startswith(f"{each}.") for each in self.unsaid)


@dataclass(frozen=True)
class Conversion:
    """Documents in another format.

    Attributes:
        documents: The new documents, in the order of the old ones.
        diagnostics: What is wrong with the old ones, and what the new ones cannot carry.
        single: Whether there was one document and no list around it.
        target: The name of the format.
        suffix: What the name of a file of that format ends with.
        left_out: The documents that nothing was made of, and why not.
    """

    documents: tuple[Converted, ...]
    diagnostics: tuple[Diagnostic, ...]
    single: bool
    target: str = "sw-data"
    suffix: str = ".json"
    left_out: tuple[tuple[Entry, str], ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the new documents are texts and no JSON."""
        return any(each.name == self.target for each in text_formats())

    @property
    def value(self) -> Any:
        """What to write to one file: the one JSON document or a list of them, or the text.

        Raises:
            ImpossibleError: Several sheets of a format of which a file holds one.
        """
        if not self.is_text:
            return (
                self.documents[0].value if self.single else [each.value for each in self.documents]
            )
        if len(self.documents) > 1 and self.target not in _IN_ONE:
            raise ImpossibleError(
                f"{len(self.documents)} sheets cannot stand in one file of the format {self.target}; "
                "write each to a file of a folder (on the command line -o FOLDER/)"
            )
        return "\n".join(each.value for each in self.documents)

    @property
    def lossless(self) -> bool:
        """Whether every document was carried over, with nothing left behind that is known to be lost.

        What the rules have no use for (a picture, the price of a rope) is no loss; the report lists it.
        """
        return all(each.severity is Severity.INFO for each in self.diagnostics)

    @property
    def reports(self) -> tuple[Report, ...]:
        """What became of every field of every document; of those left out none is mapped."""
        return (
            *(each.report for each in self.documents),
            *(_left_report(entry, why, self.target) for entry, why in self.left_out),
        )

    def to_json(self) -> dict[str, Any]:
        """The report as one JSON value."""
        reports = self.reports
        entries = [*(each.entry for each in self.documents), *(each for each, _ in self.left_out)]
        return {
            "target": self.target,
            "summary": {
                "documents": len(reports),
                "left_out": len(self.left_out),
                **{fate.value: sum(len(each.of(fate)) for each in reports) for fate in Fate},
            },
            "documents": [
                {"file": entry.file, "pointer": entry.pointer, **report.to_json()}
                for entry, report in zip(entries, reports, strict=True)
            ],
            "diagnostics": [each.model_dump(mode="json") for each in self.diagnostics],
        }

    def to_text(self) -> str:
        """The report as text: each document with what was changed and what is not mapped, and the counts."""
        reports = self.reports
        totals = ", ".join(
            f"{sum(len(each.of(fate)) for each in reports)} {fate.value}" for fate in Fate
        )
        what = "document" if len(reports) == 1 else "documents"
        left = f", {len(self.left_out)} left out" if self.left_out else ""
        head = f"{len(reports)} {what} to {self.target}{left}: {totals}"
        return "\n".join([*(each.to_text() for each in reports), head]) + "\n"

    def __repr__(self) -> str:
        left = f", {len(self.left_out)} left out" if self.left_out else ""
        return f"<Conversion: {len(self.documents)} documents to {self.target}{left}>"


@checked(source="sheets", target="version")
def convert(
    source: Source | Iterable[Source] | Collection,
    to: str,
    *,
    read_as: str | None = None,
    target: str | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Conversion:
    """Makes documents of another format from sheets; what it cannot carry is a finding.

    A document that is of that format already stays as it is; if a generation is asked for, a document of Foundry is
    brought up to it with all that it holds (and made anew only for an older one). Stat blocks are written anew.

    Args:
        source: Files, or what `load` returned.
        to: The format: `sw-data`, `foundry`, `roll20`, `savaged-us`, `fantasy-grounds`, `statblock`, `markdown` or
            `html`.
        read_as: The format to read the source as; told by content if None.
        target: The generation of the new format, as a version of the game system: `5.2`; the newest if None. Of
            `roll20` the sheet (`official`, `tabbed`), of `fantasy-grounds` the record (`character`, `npc`).
        limits: How much is read.

    Raises:
        NotFoundError: No such format.
        ImpossibleError: Nothing in the source can be converted.
        DocumentError: A file cannot be read.
    """
    aim = any_format_named(to)
    to = aim.name
    reader = any_format_named(read_as) if read_as is not None else None
    if reader is not None and reader.name == "html":
        raise ImpossibleError("html is written and not read; a stat block is read from its text")
    if isinstance(source, Collection):
        collection = source
    else:
        collection = load(source, limits=limits, text_format=_as_text_format(reader))
    documents: list[Converted] = []
    left: list[tuple[Entry, str]] = []
    found = list(collection.diagnostics)
    for entry in collection.entries:
        made = _converted(entry, aim, _as_json_format(reader), target)
        if isinstance(made, str):
            left.append((entry, made))
            found.append(_left_out(entry, to, made))
            continue
        documents.append(made)
        found += made.diagnostics
    if not documents:
        why = next((each for _, each in left if each != _NOTHING), "")
        raise ImpossibleError(
            why
            or f"nothing to convert to {to}: no character, vehicle, weapon or chase could be read"
        )
    single = len(collection.entries) == 1 and not collection.entries[0].pointer
    suffix = getattr(aim, "suffix", ".json")
    return Conversion(tuple(documents), tuple(found), single, to, suffix, tuple(left))


_NOTHING: Final = "nothing that the rules know could be read of it"


def _as_text_format(form: Format | TextFormat | None) -> TextFormat | None:
    return next((each for each in text_formats() if each is form), None)


def _as_json_format(form: Format | TextFormat | None) -> Format | None:
    return next((each for each in formats() if each is form), None)


def _converted(
    entry: Entry, aim: Format | TextFormat, reader: Format | None, target: str | None
) -> Converted | str:
    """The new document, or why there is none."""
    reading = entry.reading
    if reader is not None and entry.text_format is None:
        reading = reader.read(entry.value)
    if target is None and _stays(entry, aim):
        value = entry.document.text if entry.text_format is not None else entry.value
        return Converted(value, entry, unchanged=True, reading=reading, target=aim.name)
    told: list[Diagnostic] = []
    if target is not None and aim.name == "foundry" and _is_of(entry, aim):
        from sw_data.api.convert_foundry import brought_up

        done = brought_up(entry, target)
        if not isinstance(done, Diagnostic):
            return Converted(
                done.value,
                entry,
                unchanged=not done.changes,
                reading=reading,
                target=aim.name,
                brought_up=done,
            )
        told.append(done)
    model = reading.model
    if model is None:
        return _NOTHING
    written = _as_text_format(aim)
    made: Creation | TextCreation
    unsaid: list[Fact] = []
    try:
        if written is not None:
            made = written.create_text(model, target)
            value, after = made.text, _read_back(written, made.text, model)
            if after is None:
                unsaid = _unsaid(model, made.text)
        else:
            json_format = _as_json_format(aim)
            assert json_format is not None
            made = json_format.create(model, target)
            value, after = made.value, json_format.read(made.value).model
    except ImpossibleError as error:
        return str(error)
    found = [*told, *made.diagnostics]
    for fact in unsaid:
        message = f"{aim.name} has no place for {fact.name} {fact.value!r}"
        found.append(register.finding("SW193", message))
    return Converted(
        value,
        entry,
        tuple(_placed(entry, found)),
        reading=reading,
        target=aim.name,
        after=after,
        unsaid=frozenset(fact.field for fact in unsaid),
    )


def _stays(entry: Entry, aim: Format | TextFormat) -> bool:
    """Whether a document is of the format already; of a stat block nobody can tell which form it has."""
    if entry.text_format is None:
        return _is_of(entry, aim)
    alone = isinstance(entry.store, TextStore) and len(entry.store.readings) == 1
    return alone and entry.text_format.name == aim.name and aim.name not in _IN_ONE


def _is_of(entry: Entry, aim: Format | TextFormat) -> bool:
    return entry.format is not None and entry.format.name == aim.name


def _read_back(aim: TextFormat, text: str, model: Readable) -> Readable | None:
    if aim.name == "html":
        # The card says what the Markdown says, and is only looked at.
        aim = next(each for each in text_formats() if each.name == "markdown")
        text = aim.create_text(model).text
    readings = aim.read_text(text)
    after = readings[0].model if len(readings) == 1 else None
    return after if after is not None and after.kind == model.kind else None


def _unsaid(model: Readable, text: str) -> list[Fact]:
    """What a text that nothing reads back (the block of a vehicle) holds in no word of it."""
    plain = html.unescape(text).replace("\\", "")
    return [
        fact
        for fact in facts(model)
        if fact.name != "kind"
        and fact.value not in (None, False, 0, "")
        and (fact.name.rpartition(".")[2] if fact.value is True else str(fact.value)) not in plain
    ]


def _placed(entry: Entry, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is lost has no place in a document that has not been written: it stands where the old one does."""
    if entry.text_format is not None:
        named = [each.model_copy(update={"pointer": "/name"}) for each in found]
        return [placed_by_origin(each, entry.reading.origins, entry.document) for each in named]
    return located(
        entry.document, [each.model_copy(update={"pointer": entry.pointer}) for each in found]
    )


def _fields(entry: Entry, reading: Reading) -> tuple[SourceField, ...]:
    if reading.fields or entry.text_format is not None:
        return reading.fields
    if entry.format is not None and entry.format.name == "foundry":
        from sw_data.formats.foundry.account import fields

        return fields(entry.value, reading)
    return fields_by_origins(entry.value, reading.origins, reading.diagnostics)


def _left_report(entry: Entry, why: str, target: str) -> Report:
    told = f"the document is left out: {why}"
    if entry.text_format is not None:
        fields = tuple(
            replace(each, fate=Fate.UNMAPPED, model="", why=told) for each in entry.reading.fields
        )
    else:
        fields = fields_of(entry.value, {}, {}, {"": told}, told)
    return Report(entry.format_name or "unknown", target, entry.model_name or "unnamed", fields)


def _left_out(entry: Entry, to: str, why: str) -> Diagnostic:
    kind = entry.reading.kind or "document"
    finding = register.finding(
        "SW181",
        f"{entry.model_name or kind!r} is a {kind}, and could not be converted to {to} ({why}); it is left out",
        pointer=entry.pointer,
        document=DocumentRef(kind=kind, id=entry.reading.id, name=entry.reading.name),
    )
    return _placed(entry, [finding])[0]
