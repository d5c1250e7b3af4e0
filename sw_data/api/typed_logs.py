"""Action logs that were typed, as containers: told by their lines, with findings at the places of the text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sw_data.diagnostics import Diagnostic, register
from sw_data.document import Document, as_finding, parse
from sw_data.document import pointer as pointers
from sw_data.document.raw import decode
from sw_data.document.store import Change, Entry, Store, StoreLimits, unchanged
from sw_data.document.store.base import Form, is_place
from sw_data.document.store.file import read_bytes
from sw_data.errors import DocumentError, MissingExtraError, NotationError
from sw_data.textlog import Problem, TextLog, examine_text, is_text_form
from sw_data.textlog.grammar import parsed

_HEAD: Final = 65536
_TRIED: Final = 30
_GLANCE: Final = 3
_FIRST_LINE: Final = "sw-data/log"
_OTHER_SUFFIXES: Final = frozenset({".yml", ".yaml", ".db", ".xml", ".json", ".jsonl", ".ndjson"})


@dataclass(frozen=True, slots=True)
class TypedText:
    """The text that a log was typed in, and where in it each part of the log stands."""

    text: str
    log: TextLog

    def places(self, wanted: Iterable[str], *, key: bool = False) -> dict[str, tuple[int, int]]:
        """Line and column of what a pointer leads to, or of the sentence or setting that it is a part of."""
        return {pointer: self._place(pointers.split(pointer)) for pointer in wanted}

    def _place(self, steps: tuple[str, ...]) -> tuple[int, int]:
        number = pointers.index(steps[1]) if len(steps) > 1 else None
        if steps[:1] == ("actions",) and number is not None and number < len(self.log.lines):
            columns = self.log.columns[number]
            name = steps[2] if len(steps) > 2 else ""
            return self.log.lines[number], columns.get(name, columns[""])
        if steps[:1] == ("actors",) and number is not None and number < len(self.log.places):
            return self.log.places[number]
        for length in range(len(steps), 0, -1):
            place = self.log.settings.get("/" + "/".join(steps[:length]))
            if place is not None:
                return place
        return 1, 1

    def revised(self, value: object) -> tuple[str, bool]:
        """The text as it is; a typed log is not changed."""
        return self.text, False


class TypedLog(Store):
    """A log in its text form: one document, the log as JSON."""

    form: Form = "text"

    def __init__(self, path: Path, name: str, limits: StoreLimits, text: str) -> None:
        super().__init__(path, name, limits)
        self._text = text

    def _entries(self) -> Iterator[Entry]:
        try:
            log, problems = examine_text(self._text, name=self.name)
        except DocumentError as error:
            self.findings.append(as_finding(error))
            return
        for line, problem in problems[: self.limits.findings]:
            found = register.finding("SW610", problem.message)
            self.findings.append(found.at(self.name, line, problem.column))
        if log is None:
            return
        value: dict[str, Any] = log.header.to_json()
        value["actions"] = [action.to_json() for action in log.actions]
        made = parse(json.dumps(value), name=self.name, limits=self.limits)
        document = Document(made.text, self.name, source=TypedText(self._text, log))
        yield Entry(document, self.name)

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """In place there is nothing to do; elsewhere refuses: a log is not a sheet that is written back."""
        if is_place(target, self.path):
            return []
        raise DocumentError(
            "is an action log that was typed; convert it with --to log or --to text",
            path=self.name,
            code="SW012",
        )


def typed_log_store(path: Path, name: str, limits: StoreLimits) -> TypedLog | None:
    """The log in a file, if it is one in the text form; else None.

    Raises:
        MissingExtraError: It says that it is one, and the parser is not installed.
    """
    try:
        if path.suffix.lower() in _OTHER_SUFFIXES or not path.is_file():
            return None
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if b"\0" in head or not _is_typed(head.decode("utf-8-sig", "replace")):
            return None
        data = read_bytes(path, name, limits)
        return TypedLog(path, name, limits, decode(data, name=name, limits=limits)[0])
    except (OSError, DocumentError):
        return None


def _is_typed(head: str) -> bool:
    """Whether a text says in its first line that it is a log, or most of its first lines are those of one."""
    return _begins_as_log(head, _TRIED, lambda read, tried: read * 2 > tried)


def may_be_typed(head: str) -> bool:
    """Whether it is worth a closer look: one of the first lines is that of a log. Of any other text that is quick."""
    return _begins_as_log(head, _GLANCE, lambda read, _: read > 0)


def _begins_as_log(head: str, most: int, enough: Callable[[int, int], bool]) -> bool:
    if not is_text_form(head):
        return False
    lines = [
        line for line in head.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    if lines[0].strip().startswith(_FIRST_LINE):
        return True
    tried = lines[:most]
    try:
        return enough(sum(map(_can_be_read, tried)), len(tried))
    except MissingExtraError:
        return False


def _can_be_read(line: str) -> bool:
    try:
        parsed(line)
    except (Problem, NotationError):
        return False
    return True
