"""Loading what a virtual tabletop has written: a file, a folder, a pack, many of them."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from sw_data.api.arguments import checked, path_name
from sw_data.api.collection import Collection, Entry
from sw_data.api.fetch import FETCH_LIMITS, fetch, is_url, shown
from sw_data.api.texts import TextStore, text_store
from sw_data.api.typed_logs import typed_log_store
from sw_data.diagnostics import Diagnostic, DocumentRef, register
from sw_data.document import Document, Limits, as_finding, located
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits, open_store
from sw_data.document.store.absent import hint_for
from sw_data.document.store.base import NoStore
from sw_data.errors import DocumentError, LimitError
from sw_data.formats.base import Reading, TextFormat
from sw_data.formats.registry import format_of
from sw_data.jsonvalue import as_object, as_text

Source: TypeAlias = str | os.PathLike[str]
"""A file or folder; `-` is standard input, `https://…` is fetched."""

LOG_FORMAT = "sw-data/log"


@checked()
def load(
    source: Source | Iterable[Source],
    *,
    limits: StoreLimits = STORE_LIMITS,
    text_format: TextFormat | None = None,
) -> Collection:
    """Loads sheets from a file, a folder, a pack or several of them; formats are told by content.

    A document that cannot be read is a finding in `.diagnostics`, and the rest is loaded.

    Args:
        source: A JSON file, an array, JSON Lines, a `.db` pack, a LevelDB folder, a module, system or world folder, a
            zip of one, a text with stat blocks, a file of Fantasy Grounds, `-` for standard input; or several of these.
        limits: How much is read before a file is refused.
        text_format: Read each file as a text of this format; told by content if None.

    Raises:
        DocumentError: A file or folder that is not there, or that nothing can be read from.
    """
    paths = named(source)
    entries: list[Entry] = []
    found: list[Diagnostic] = []
    ids = Ids()
    for path in paths:
        store = opened(path, limits, text_format)
        fresh = [
            read_entry(each.document, each.pointer, origin=each.origin, store=store, placed=False)
            for each in store.entries()
        ]
        if not fresh:
            refuse_unreadable(path, store.findings)
        told = located_each((each.document, each.diagnostics) for each in fresh)
        again = located_each((each.document, ids.twice(each)) for each in fresh)
        for entry, own, twice in zip(fresh, told, again, strict=True):
            entries.append(replace(entry, diagnostics=tuple(own)))
            found += [*own, *twice]
        found += store.findings
    return Collection(tuple(entries), tuple(found), tuple(paths))


def named(source: Source | Iterable[Source]) -> list[str]:
    """The paths of a source as they were named."""
    if isinstance(source, str | os.PathLike):
        return [path_name(source)]
    return [path_name(each) for each in source]


def opened(
    path: Source, limits: StoreLimits = STORE_LIMITS, text_format: TextFormat | None = None
) -> Store:
    """The container at a path, told by its content; DocumentError if nothing is there."""
    name = os.fspath(path)
    if is_url(name):
        # A zip may be larger than a document, so a small limit of documents is none of what is fetched.
        most = replace(FETCH_LIMITS, size=max(FETCH_LIMITS.size, limits.size))
        return _at(fetch(name, limits=most).path, shown(name), limits, text_format)
    if name != "-" and not Path(name).exists():
        raise DocumentError(
            f"there is no such file or folder{hint_for(name)}", path=name, code="SW012"
        )
    return stored(name, limits, text_format)


def stored(
    path: Source, limits: StoreLimits = STORE_LIMITS, text_format: TextFormat | None = None
) -> Store:
    """The container at a path; what is wrong with it is a finding of its own, as when nothing is there."""
    name = os.fspath(path)
    if is_url(name):
        try:
            return opened(name, limits, text_format)
        except DocumentError as error:
            return NoStore(Path("-"), shown(name), limits, as_finding(error))
    if name == "-":
        return _spooled(standard_input(limits), limits, text_format)
    return _at(Path(name), name, limits, text_format)


def _at(path: Path, name: str, limits: StoreLimits, text_format: TextFormat | None) -> Store:
    if text_format is None:
        log = typed_log_store(path, name, limits)
        if log is not None:
            return log
    return text_store(path, name, limits, text_format) or open_store(path, name=name, limits=limits)


def _spooled(data: bytes, limits: StoreLimits, text_format: TextFormat | None) -> Store:
    """The container in some bytes, kept in a file for as long as it is used."""
    handle, path = tempfile.mkstemp(prefix="sw-data-")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    store = _at(Path(path), "-", limits, text_format)
    weakref.finalize(store, _remove, path)
    return store


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def standard_input(limits: Limits = STORE_LIMITS) -> bytes:
    """The bytes of standard input, as far as the limits allow."""
    return sys.stdin.buffer.read(limits.size + 1)


def located_each(
    parts: Iterable[tuple[Document, Sequence[Diagnostic]]],
) -> Iterator[list[Diagnostic]]:
    """The findings of each part with their places; a text that many parts in a row share is walked once."""
    for document, group in _in_rows(parts):
        every = iter(located(document, [each for part in group for each in part]))
        for part in group:
            yield [next(every) for _ in part]


def _in_rows(
    parts: Iterable[tuple[Document, Sequence[Diagnostic]]],
) -> Iterator[tuple[Document, list[Sequence[Diagnostic]]]]:
    last: Document | None = None
    group: list[Sequence[Diagnostic]] = []
    for document, part in parts:
        if last is not None and document is not last:
            yield last, group
            group = []
        last = document
        group.append(part)
    if last is not None:
        yield last, group


def read_entry(
    document: Document,
    pointer: str = "",
    *,
    origin: str = "",
    store: Store | None = None,
    placed: bool = True,
) -> Entry:
    """What one document says, with its findings at their places, or for `located_each` with their pointers only."""
    if isinstance(store, TextStore):
        return store.entry(origin)
    entry = Entry(document, pointer, None, Reading(kind=""), origin=origin, store=store)
    value = entry.value
    form = format_of(value)
    if form is None:
        reading = Reading(
            kind=LOG_FORMAT if is_log(value) else "",
            name=as_text((as_object(value) or {}).get("name")),
        )
        return Entry(document, pointer, None, reading, (), origin, store)
    reading = form.read(value)
    shifted = [
        each
        if each.pointer is None
        else each.model_copy(update={"pointer": pointer + each.pointer})
        for each in reading.diagnostics
    ]
    told = tuple(located(document, shifted) if placed else shifted)
    return Entry(document, pointer, form, reading, told, origin, store)


def is_log(value: object) -> bool:
    """Whether a value says that it is an action log, or the first line of one."""
    members = as_object(value)
    return members is not None and members.get("format") == LOG_FORMAT


class Ids:
    """The ids of actors and vehicles by file, to find those that are used twice."""

    def __init__(self) -> None:
        self._first: dict[tuple[str | None, str], str] = {}

    def twice(self, entry: Entry) -> list[Diagnostic]:
        """A finding if the entry has the id of an earlier one of its file; only the first can be named by it.

        It has its pointer, and no line yet.
        """
        model = entry.model
        if entry.reading.kind not in ("character", "vehicle") or model is None:
            return []
        key = (entry.file, model.id)
        if key not in self._first:
            self._first[key] = model.name
            return []
        finding = register.finding(
            "SW701",
            f"the id {model.id!r} is used twice: {model.name!r} here and {self._first[key]!r} before; "
            "give one of them another",
            pointer=entry.pointer,
            document=DocumentRef(kind=entry.reading.kind, id=model.id, name=model.name),
        )
        return [finding]


def refuse_unreadable(path: str, findings: Iterable[Diagnostic]) -> None:
    """A file from which nothing can be read is no input for a call that needs it."""
    for finding in findings:
        if finding.severity == "error":
            kind = LimitError if finding.code in ("SW004", "SW005") else DocumentError
            raise kind(
                finding.message,
                path=finding.file or path,
                line=finding.line,
                column=finding.column,
                code=finding.code,
            )
