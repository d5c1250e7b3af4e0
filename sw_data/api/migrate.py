"""Foundry's documents brought up to a newer version of the game system, in whatever container they lie."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sw_data.api.files import refuse_inputs
from sw_data.api.load import Source, named, opened
from sw_data.diagnostics import Diagnostic, DocumentRef, Severity
from sw_data.document import Document
from sw_data.document.pointer import join
from sw_data.document.store import STORE_LIMITS, Entry, Store, StoreLimits
from sw_data.errors import DocumentError, ImpossibleError
from sw_data.formats.foundry.migrate import (
    Change,
    Mark,
    kind_of,
    migrated,
    rewritten,
    too_new,
)
from sw_data.formats.foundry.sniff import is_foundry, type_of
from sw_data.formats.foundry.target import Target, target_of
from sw_data.jsonvalue import Object, as_array, as_object, as_text


@dataclass(frozen=True, slots=True)
class MigratedDocument:
    """What changed in one document.

    Attributes:
        file: The file or pack that it stands in, as the user named it.
        pointer: Where in its text it stands; empty for the whole of it.
        document: What it is.
        changes: Every change, with pointers from the document's own root.
    """

    file: str | None
    pointer: str
    document: DocumentRef
    changes: tuple[Change, ...]


@dataclass
class Migration:
    """Documents that were brought up to a version.

    Attributes:
        target: The version.
        documents: How many documents of Foundry were looked at.
        changed: Those that changed, in their order.
        written: The files and folders that were written.
        diagnostics: What could not be read, and stays as it is.
    """

    target: str
    documents: int = 0
    changed: list[MigratedDocument] = field(default_factory=list[MigratedDocument])
    written: list[str] = field(default_factory=list[str])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])

    @property
    def steps(self) -> dict[str, int]:
        """How many changes each step made, in the order in which the steps came up."""
        counts: dict[str, int] = {}
        for document in self.changed:
            for change in document.changes:
                counts[change.step] = counts.get(change.step, 0) + 1
        return counts

    @property
    def ok(self) -> bool:
        """Whether everything could be read."""
        return not any(each.severity is Severity.ERROR for each in self.diagnostics)

    def summary(self) -> str:
        """One sentence: how many documents changed."""
        counts = self.steps
        return (
            f"{_counted(len(self.changed), 'document')} of {self.documents} brought up to "
            f"{self.target}, {_counted(sum(counts.values()), 'change')} by {_counted(len(counts), 'step')}"
        )

    def to_json(self) -> dict[str, Any]:
        """The report as one JSON value."""
        counts = self.steps
        return {
            "target": self.target,
            "summary": {
                "documents": self.documents,
                "changed": len(self.changed),
                "changes": sum(counts.values()),
            },
            "steps": counts,
            "documents": [
                {
                    "file": each.file,
                    "pointer": each.pointer,
                    "document": each.document.model_dump(mode="json"),
                    "changes": [change.to_json() for change in each.changes],
                }
                for each in self.changed
            ],
            "diagnostics": [each.model_dump(mode="json") for each in self.diagnostics],
        }

    def to_text(self) -> str:
        """The report as text: each document that changed, and below it each change."""
        lines: list[str] = []
        for each in self.changed:
            about = each.document
            where = f"{each.file or '-'}{each.pointer and ' ' + each.pointer}"
            lines.append(f"{where}: {about.name or about.id or 'unnamed'} ({about.kind})")
            lines += [f"  {_line(change, about.name)}" for change in each.changes]
        lines.append(self.summary())
        return "\n".join(lines) + "\n"


def _line(change: Change, document: str | None) -> str:
    way = {
        (True, False): f"new {change.after}",
        (False, True): f"gone {change.before}",
        (False, False): f"{change.before} -> {change.after}",
    }.get((change.before is None, change.after is None), "")
    if change.before is not None and change.before == change.after:
        way = f"{change.after}"
    values = ""
    if change.was != change.now and not (change.was is None and change.now is None):
        values = f" ({_spelt(change.was)} -> {_spelt(change.now)})"
    whose = f" [{change.name}]" if change.name and change.name != document else ""
    return f"{change.step}: {way}{values}{whose}: {change.why}"


def _spelt(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def migrate(
    source: Source | Iterable[Source],
    target: str,
    *,
    out: str | Path | None = None,
    in_place: bool = False,
    limits: StoreLimits = STORE_LIMITS,
) -> Migration:
    """Brings documents of Foundry up to a version of the game system, told by their shape; offline.

    Keys that no step knows stay, and so does every byte that no change is about. A document that is of the version
    already is not touched. With neither `out` nor `in_place` nothing is written, and the report says what would be.

    Args:
        source: A file, a pack, a folder, a zip; or several.
        target: The version: `6.0`, `5.2`, `4.4`, `3.4`, `2.4` ….
        out: The file or folder to write, of the same kind as the source; of several sources, a folder for all.
        in_place: Write where it was read.
        limits: How much is read.

    Raises:
        NotFoundError: No such version.
        ImpossibleError: A document is of a newer version, or there is none of Foundry; nothing is written then.
        DocumentError: A file that cannot be read or written.
    """
    paths = named(source)
    version = target_of(target)
    done = Migration(version.text)
    stores = [_checked(path, version, limits) for path in paths]
    if not any(each.documents for each in stores):
        raise ImpossibleError(
            f"nothing in {', '.join(paths)} is a document of Foundry; only these have versions to go up"
        )
    for path, each in zip(paths, stores, strict=True):
        place = _place(path, each.store, out, in_place=in_place, many=len(paths) > 1)
        if place is not None and not in_place:
            refuse_inputs(place, paths)
        each.bring_up(done, place)
        if place is not None:
            done.written.append(str(place))
    return done


def _place(
    path: str, store: Store, out: str | Path | None, *, in_place: bool, many: bool
) -> Path | None:
    if in_place:
        if not Path(path).exists():
            raise ImpossibleError(f"{path} cannot be written in its place; name an output")
        return store.path
    if out is None:
        return None
    place = Path(out)
    inside = many or (place.is_dir() and store.path.is_file())
    if not inside:
        if not place.absolute().parent.is_dir():
            raise DocumentError(
                "cannot be written: its folder is not there", path=str(out), code="SW012"
            )
        return place
    place.mkdir(exist_ok=True)
    # What came over a URL is called as it lies in the cache.
    return place / (Path(path).name if Path(path).exists() else store.path.name)


@dataclass
class _Opened:
    """A container whose documents are all fit to be brought up.

    Attributes:
        store: The container.
        target: The version.
        collections: What the container says of its texts, by their origin.
        documents: How many documents of Foundry it holds.
    """

    store: Store
    target: Target
    collections: dict[str, str] = field(default_factory=dict[str, str])
    documents: int = 0

    def bring_up(self, done: Migration, place: Path | None) -> None:
        """Bring every document up, and write the container if there is a place for it."""

        def change(origin: str, document: Document) -> Document:
            return self._text(origin, document, done)

        done.documents += self.documents
        if place is None:
            last: str | None = None
            for entry in self.store.entries():
                if entry.origin != last:
                    last = entry.origin
                    change(entry.origin, entry.document)
            done.diagnostics += self.store.findings
        else:
            done.diagnostics += self.store.write(place, change, overwrite=True)

    def _text(self, origin: str, document: Document, done: Migration) -> Document:
        """A text with every document in it brought up."""
        collection = self.collections.get(origin)
        for pointer, value in documents_in(document):
            if not is_ours(value, collection):
                continue
            result = migrated(value, self.target, collection)
            if result.changes:
                document = rewritten(document, pointer, result)
                about = _about(value, collection)
                done.changed.append(MigratedDocument(document.name, pointer, about, result.changes))
        return document


def documents_in(document: Document) -> Iterator[tuple[str, Object]]:
    """The objects that a text holds: itself, or the elements of its list, each with its pointer."""
    value: object = document.value
    listed = as_array(value)
    for number, each in enumerate([value] if listed is None else listed):
        found = as_object(each)
        if found is not None:
            yield "" if listed is None else join((number,)), found


def is_ours(value: Object, collection: str | None) -> bool:
    """Whether a document is one of Foundry: by its shape, or because a container of Foundry's holds it."""
    if is_foundry(value) or collection is not None:
        return True
    return "kind" not in value and "format" not in value and kind_of(value) != "other"


def _about(value: Object, collection: str | None) -> DocumentRef:
    kind = type_of(value)
    if kind == "document":
        kind = kind_of(value, collection)
    name = as_text(value.get("name")) or as_text(value.get("label"))
    return DocumentRef(kind=kind, id=as_text(value.get("_id")), name=name)


def _checked(path: str, target: Target, limits: StoreLimits) -> _Opened:
    """The container at a path; ImpossibleError if something in it is newer than the version."""
    found = _Opened(opened(path, limits), target)
    newer: list[tuple[Entry, Mark]] = []
    entries = 0
    for entry in found.store.entries():
        entries += 1
        value = as_object(entry.value)
        if entry.collection is not None:
            found.collections[entry.origin] = entry.collection
        if value is None or not is_ours(value, entry.collection):
            continue
        found.documents += 1
        mark = too_new(value, target, entry.collection)
        if mark is not None:
            newer.append((entry, mark))
    if newer:
        raise _refusal(path, newer, target)
    if not entries:
        _refuse_unreadable(path, found.store.findings)
    return found


def _refusal(path: str, newer: list[tuple[Entry, Mark]], target: Target) -> ImpossibleError:
    entry, mark = max(newer, key=lambda pair: pair[1].version)
    value = as_object(entry.value) or {}
    name = as_text(value.get("name")) or as_text(value.get("_id")) or "a document"
    more = f" (and {len(newer) - 1} more)" if len(newer) > 1 else ""
    first, second = mark.version
    return ImpossibleError(
        f"{entry.document.name or path}: {name!r}{more} is of version {first}.{second} or later, by its "
        f"{mark.pointer}; it can be brought up to a newer version, not down to {target.text}"
    )


def _refuse_unreadable(path: str, findings: Iterable[Diagnostic]) -> None:
    for finding in findings:
        if finding.severity is Severity.ERROR:
            raise DocumentError(
                finding.message,
                path=finding.file or path,
                line=finding.line,
                column=finding.column,
                code=finding.code,
            )
