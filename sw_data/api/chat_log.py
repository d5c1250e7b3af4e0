"""A chat that is read, written as a log, or handed to the rules straight away."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeAlias, cast

from pydantic_core import to_json

from sw_data.api.chat import ChatReading, read_chat
from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, opened, read_entry
from sw_data.api.log import Log, open_log
from sw_data.api.people import Who
from sw_data.document import Document
from sw_data.document.json_lines import lines
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits
from sw_data.document.store import Entry as Stored
from sw_data.formats.foundry.chat.messages import is_message
from sw_data.formats.foundry.chat.text_log import is_text_log
from sw_data.formats.foundry.sniff import ACTOR_TYPES
from sw_data.formats.foundry.token import is_scene
from sw_data.jsonvalue import as_object, as_text
from sw_data.logbook.parts import Json

_KINDS: Final = ("character", "vehicle", "chase")

Watch: TypeAlias = Callable[[ChatReading, Iterator[Json]], Iterator[Json]]
"""Something that looks on while the actions go by."""


def write_log(reading: ChatReading, out: IO[bytes], *, watch: Watch | None = None) -> None:
    """Writes a chat as an action log in JSON Lines; the actions wait in a temporary file for the header."""
    actions = reading.actions() if watch is None else watch(reading, reading.actions())
    with tempfile.TemporaryFile("w+b") as spool:
        for action in actions:
            spool.write(_line(action))
        out.write(_line(reading.header()))
        spool.seek(0)
        while piece := spool.read(1 << 20):
            out.write(piece)


def _line(value: Json) -> bytes:
    try:
        # Three times as fast as the standard library, and the same text on every platform.
        return to_json(value) + b"\n"
    except ValueError:
        # Half a surrogate pair in a name, which UTF-8 has no place for.
        return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def write_questions(reading: ChatReading, out: IO[bytes]) -> None:
    """Writes the questions that are open, one a line, each with a place for its answer."""
    for each in reading.questions:
        out.write(_line(each.to_json()))


def sheets_of(source: Source, limits: StoreLimits = STORE_LIMITS) -> Collection:
    """The actors of an export, without its messages, which can be a million."""
    store = opened(source, limits)
    entries: list[Entry] = []
    for entry in _of_store(store, limits):
        value = as_object(entry.value)
        if value is None or is_message(value):
            continue
        known = as_text(value.get("type")) in ACTOR_TYPES or value.get("kind") in _KINDS
        if known or is_scene(value):
            entries.append(
                read_entry(entry.document, entry.pointer, origin=entry.origin, store=store)
            )
    found = [each for entry in entries for each in entry.diagnostics]
    return Collection(tuple(entries), tuple(found), (os.fspath(source),))


def _of_store(store: Store, limits: StoreLimits) -> Iterator[Stored]:
    """The documents of a store; of a file of lines without a second look at each."""
    if store.form != "json-lines":
        yield from store.entries()
        return
    with store.path.open("rb") as stream:
        for document in lines(stream, name=store.name, limits=limits):
            if isinstance(document, Document):
                yield Stored(document, f"{store.name}:{document.line}")


def session(
    source: Source,
    actors: Any = None,
    answers: Source | Mapping[str, str] | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> tuple[Log, Any]:
    """A chat as a log, and the actors to resolve it with: those given, or else the export's own."""
    given = actors
    if actors is None and not is_text_log(os.fspath(source)):
        given = sheets_of(source, limits)
    elif isinstance(actors, str | os.PathLike):
        given = sheets_of(cast("Source", actors), limits)
    elif isinstance(actors, tuple | list):
        every = cast("Iterable[Any]", actors)
        given = _joined(
            [
                sheets_of(cast("Source", each), limits)
                if isinstance(each, str | os.PathLike)
                else each
                for each in every
            ]
        )
    everyone = None if given is None else _models(given)
    reading = read_chat(source, actors=everyone, answers=answers, limits=limits)
    return chat_log(reading), given


def _joined(parts: list[Any]) -> Any:
    """Collections as one, if nothing else is among them."""
    if all(isinstance(each, Collection) for each in parts):
        every = cast("list[Collection]", parts)
        return Collection(
            tuple(entry for each in every for entry in each.entries),
            tuple(found for each in every for found in each.diagnostics),
            tuple(name for each in every for name in each.sources),
        )
    return [
        model
        for each in parts
        for model in ([e.model for e in each.entries] if isinstance(each, Collection) else [each])
        if model is not None
    ]


def _models(given: Any) -> Who:
    return cast("Who", given)


def chat_log(reading: ChatReading) -> Log:
    """A chat as a log that can be resolved: read to its end, and kept in a temporary file that is streamed."""
    handle, path = tempfile.mkstemp(prefix="sw-data-log-", suffix=".jsonl")
    try:
        with os.fdopen(handle, "wb") as file:
            write_log(reading, file)
        log = open_log(path)
    finally:
        # The log holds the open file; without a name it goes away with it.
        Path(path).unlink()
    log.name = reading.name
    if reading.coverage.opened:
        log.left_open = (
            f"{reading.coverage.opened} rolls and statements of the chat are no actions and are left out, "
            f"{reading.coverage.questions} questions are open; sw-data log says which"
        )
    return log


__all__ = ["chat_log", "session", "sheets_of", "write_log", "write_questions"]
