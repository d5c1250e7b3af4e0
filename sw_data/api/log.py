"""Reading an action log: its header at once, its actions one after another (contract.md section 1)."""

from __future__ import annotations

import codecs
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from pydantic import ValidationError

from sw_data.api.load import LOG_FORMAT, Source, is_log, standard_input
from sw_data.document import LIMITS, Document, Limits, parse, place, pointer
from sw_data.document.raw import decode, refuse_larger
from sw_data.document.store.absent import hint_for
from sw_data.errors import DocumentError, LimitError
from sw_data.jsonvalue import as_array, as_object, as_text
from sw_data.models import ACTION, Action, ActionLog, LogHeader, Violation
from sw_data.models.faults import faults

LogSource: TypeAlias = Source | bytes | Mapping[str, Any] | ActionLog
"""A file, `-`, the bytes of one, the JSON object of a log, or a log."""

MALFORMED: Final = "SW610"
_MOST_FAULTS: Final = 5
_JSON_NAMES: Final = (".json", ".jsonl", ".ndjson")
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Malformed:
    """An action that cannot be read; it is rejected in its place.

    Attributes:
        id: Its id, or where it stands if it has none.
        type: Its type, or `unknown`.
        actor: Its actor, if it names one.
        encounter: Its encounter; None if nobody can tell, and then it is the one of the action before it.
        violations: What is wrong with it, and where.
    """

    id: str
    type: str
    actor: str | None
    encounter: str | None
    violations: tuple[Violation, ...]


Written: TypeAlias = tuple[int, object]
"""An action as it is written: its line in JSON Lines (in one document its place, from 1), and its bytes or value."""


@dataclass(frozen=True, slots=True)
class LogReader:
    """What it takes to read the actions of a log; a worker process is given it.

    Attributes:
        document: The text that they stand in, or the first line.
        streamed: Whether each is a line of its own.
        limits: How much of a line is read.
    """

    document: Document
    streamed: bool
    limits: Limits = LIMITS

    def action(self, number: int, written: object) -> Action | Malformed:
        """The action that was written, or what is wrong with it."""
        if isinstance(written, bytes):
            try:
                return ACTION.validate_json(written)
            except ValidationError:
                return self._reread(number, written)
        try:
            return ACTION.validate_python(written)
        except ValidationError as error:
            return self._malformed(number, written, error, self.document, f"/actions/{number - 1}")

    def _reread(self, number: int, written: bytes) -> Action | Malformed:
        """A line that the quick reader refused, read with care: an action after all, or what is wrong and where."""
        try:
            document = parse(written, name=self.document.name, line=number, limits=self.limits)
        except DocumentError as error:
            violation = Violation(_at(error.line, error.column, error.message), code=MALFORMED)
            return Malformed(f"line {number}", "unknown", None, None, (violation,))
        try:
            return ACTION.validate_python(document.value)
        except ValidationError as error:
            return self._malformed(number, document.value, error, document, "")

    def _malformed(
        self, number: int, value: object, error: ValidationError, document: Document, base: str
    ) -> Malformed:
        given = as_object(value) or {}
        violations: list[Violation] = []
        for fault in faults(error, value, Action)[:_MOST_FAULTS]:
            line = column = None
            with suppress(Exception):
                line, column = place(document, base + pointer.join(fault.steps))
            violations.append(Violation(_at(line, column, fault.message), code=MALFORMED))
        where = f"line {number}" if self.streamed else f"action {number}"
        encounter = given.get("encounter", "")
        return Malformed(
            as_text(given.get("id")) or where,
            as_text(given.get("type")) or "unknown",
            as_text(given.get("actor")),
            encounter if isinstance(encounter, str) else None,
            tuple(violations) or (Violation("an action is an object", code=MALFORMED),),
        )


class Log:
    """A log: its header, and its actions as they come.

    Attributes:
        name: The file, as the user named it.
        folder: The folder that references are read from.
        header: Everything but the actions.
        document: The text of the header: the first line, or the whole file.
        streamed: Whether the actions are lines of a file that is read as it goes.
        reader: What reads its actions.
        watch: Is told of each action as it is written, when it is handed out.
        left_open: What of a chat became no action, in one sentence; empty for a log that was written as one.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        header: LogHeader,
        document: Document,
        actions: Iterable[Any] | None,
        stream: BinaryIO | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.name = name
        self.folder = folder
        self.header = header
        self.document = document
        self.streamed = stream is not None
        self.reader = LogReader(document, self.streamed, limits)
        self._actions = actions
        self._stream = stream
        self._limits = limits
        self._read = 0
        self.watch: Callable[[int, object], None] | None = None
        self.left_open = ""

    @property
    def interleaved(self) -> bool:
        """Whether an encounter may go on after another one has begun."""
        return self.header.interleaved or not self.streamed

    def close(self) -> None:
        """Closes the file of a log whose actions are not wanted."""
        if self._stream is not None:
            self._stream.close()

    def reads(self, stream: BinaryIO) -> bool:
        """Whether it is a file's own lines that are read as they come."""
        return self._stream is stream

    @property
    def size(self) -> int:
        """The bytes of a log that is read as it goes; 0 if nobody knows."""
        if self._stream is None:
            return 0
        try:
            return os.fstat(self._stream.fileno()).st_size
        except (OSError, ValueError):
            return 0

    @property
    def position(self) -> int:
        """How many of its bytes have been read."""
        return self._read

    @property
    def length(self) -> int | None:
        """How many actions there are; None if that is only known at the end."""
        return len(self._actions) if isinstance(self._actions, Sequence) else None

    def written(self) -> Iterator[Written]:
        """The actions as they are written; a streamed log gives them once."""
        if self.watch is None:
            return self._written()
        return self._watched(self.watch)

    def _watched(self, watch: Callable[[int, object], None]) -> Iterator[Written]:
        for number, written in self._written():
            watch(number, written)
            yield number, written

    def _written(self) -> Iterator[Written]:
        if self._stream is None:
            yield from enumerate(self._actions or (), 1)
            return
        line, limit = self.document.line, self._limits.size
        with self._stream as stream:
            while piece := stream.readline(limit + 1):
                line += 1
                self._read += len(piece)
                if len(piece) > limit:
                    raise LimitError(
                        f"a line of more than {limit} bytes",
                        path=self.name,
                        line=line,
                        code="SW004",
                    )
                if not piece.isspace():
                    yield line, piece

    def action(self, number: int, written: object) -> Action | Malformed:
        """The action that was written, or what is wrong with it."""
        return self.reader.action(number, written)


def _at(line: int | None, column: int | None, message: str) -> str:
    return message if line is None else f"line {line}, column {column}: {message}"


def open_log(source: LogSource, *, limits: Limits = LIMITS) -> Log:
    """The log of a file, of standard input (`-`), of its bytes or of its JSON object.

    Raises:
        DocumentError: Not there, not JSON, truncated, or no action log; says where.
    """
    if isinstance(source, ActionLog):
        source = source.to_json()
    if isinstance(source, Mapping):
        text = json.dumps(source, ensure_ascii=True)
        return _whole(text.encode("ascii"), None, Path.cwd(), limits)
    if isinstance(source, bytes):
        return _told(io.BytesIO(source), None, Path.cwd(), limits)
    name = os.fspath(source)
    if name == "-":
        return _told(io.BytesIO(standard_input(limits)), "-", Path.cwd(), limits)
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - the log closes it when its last action is read
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        hint = hint_for(name) if isinstance(error, FileNotFoundError) else ""
        raise DocumentError(f"cannot be opened: {why}{hint}", path=name, code="SW012") from None
    try:
        log = _told(stream, name, Path(name).resolve().parent, limits)
    except OSError as error:
        stream.close()
        why = (error.strerror or str(error)).lower()
        raise DocumentError(f"cannot be read: {why}", path=name, code="SW012") from None
    except BaseException:
        stream.close()
        raise
    if not log.reads(stream):
        # The log is read whole, or from a copy in another encoding.
        stream.close()
    return log


def _told(stream: BinaryIO, name: str | None, folder: Path, limits: Limits) -> Log:
    """A log in the form that its first line tells: a header by itself, or the beginning of one document."""
    blank: list[bytes] = []
    first = stream.readline(limits.size + 1)
    if len(first) > limits.size:
        _all(stream, first, name, limits)
    if first.startswith(_WIDE):
        # A byte of a line end may be half a letter here, so it is read as a whole.
        text, _, _ = decode(_all(stream, first, name, limits), name=name, limits=limits)
        return _told(io.BytesIO(text.encode("utf-8", "surrogatepass")), name, folder, limits)
    while first and not first.removeprefix(codecs.BOM_UTF8).strip():
        blank.append(first)
        first = stream.readline(limits.size + 1)
    begins = first.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if first and begins not in (b"{", b"[") and not (name or "").lower().endswith(_JSON_NAMES):
        return _typed(_all(stream, b"".join(blank) + first, name, limits), name, folder, limits)
    header = _header_of(first)
    if header is None or "actions" in header:
        return _whole(_all(stream, b"".join(blank) + first, name, limits), name, folder, limits)
    document = parse(first, name=name, line=len(blank) + 1, limits=limits)
    return Log(
        name or "-", folder, _checked(document, header), document, None, stream, limits=limits
    )


def _all(stream: BinaryIO, begun: bytes, name: str | None, limits: Limits) -> bytes:
    """All that is in a stream of which something was read; LimitError, before the rest is read, if it is too much."""
    with suppress(OSError):  # what is no file on a disk does not know its size
        refuse_larger(os.fstat(stream.fileno()).st_size, name, limits)
    return begun + stream.read(max(0, limits.size + 1 - len(begun)))


def _typed(data: bytes, name: str | None, folder: Path, limits: Limits) -> Log:
    """A log in its text form; what is neither that nor JSON is said to be no JSON."""
    from sw_data.api.typed import typed_log

    typed = typed_log(data, name, limits)
    if typed is None:
        return _whole(data, name, folder, limits)
    text, document, actions = typed
    return Log(name or "-", folder, text.header, document, actions, limits=limits)


def _header_of(line: bytes) -> dict[str, Any] | None:
    """The header in a line, if it is one by itself."""
    try:
        value = json.loads(line.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return None
    return as_object(value) if is_log(value) else None


def _whole(data: bytes, name: str | None, folder: Path, limits: Limits) -> Log:
    document = parse(data, name=name, limits=limits)
    value = as_object(document.value)
    if value is None or not is_log(value):
        raise DocumentError(
            f'no action log: one has "format": "{LOG_FORMAT}", in its first line or its only object',
            path=name,
            line=document.line,
            column=1,
            code="SW003",
        )
    header = {key: part for key, part in value.items() if key != "actions"}
    actions = as_array(value.get("actions", []))
    if actions is None:
        line, column = place(document, "/actions")
        raise DocumentError("actions must be a list", path=name, line=line, column=column)
    return Log(name or "-", folder, _checked(document, header), document, actions, limits=limits)


def _checked(document: Document, header: dict[str, Any]) -> LogHeader:
    try:
        return LogHeader.model_validate(header)
    except ValidationError as error:
        fault = faults(error, header, LogHeader)[0]
        line, column = place(document, pointer.join(fault.steps))
        raise DocumentError(
            fault.message, path=document.name, line=line, column=column, code="SW610"
        ) from None
