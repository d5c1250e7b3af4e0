"""The chat of a virtual tabletop as an action log: an export, a `messages` pack, or a whole world."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from pydantic_core import from_json

from sw_data.api.arguments import checked
from sw_data.api.chat_lines import drawn_in, in_order, lines_of, size_of
from sw_data.api.exports import is_action_log
from sw_data.api.load import LOG_FORMAT, Source, opened, refuse_unreadable
from sw_data.api.people import People, Who, gather
from sw_data.diagnostics import Diagnostic, register
from sw_data.document import Document, parse
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits
from sw_data.errors import DocumentError
from sw_data.formats.foundry.chat.combat import Combat, is_combat, read_combat
from sw_data.formats.foundry.chat.messages import is_message, read_message
from sw_data.formats.foundry.chat.text_log import is_text_log, read_text_log
from sw_data.formats.foundry.chat.values import Message
from sw_data.jsonvalue import as_object
from sw_data.logbook.book import Logbook
from sw_data.logbook.coverage import Coverage
from sw_data.logbook.order import InTime
from sw_data.logbook.questions import Answers, Question, read_answers
from sw_data.logbook.roster import Roster

Json: TypeAlias = dict[str, Any]
_ALREADY: Final = (
    "this is an action log already, and no chat; resolve and stats take it as it stands"
)
_MOST_QUESTIONS: Final = 100_000
_MOST_NAMES: Final = 10_000


class ChatReading:
    """A chat that is being read as a log.

    Attributes:
        name: The export, as the user named it.
        coverage: How much of it became actions; complete when the actions have been gone through.
        roster: Who can be meant.
        answers: What somebody has answered.
    """

    def __init__(
        self,
        source: Source,
        *,
        actors: Who = None,
        answers: Answers | None = None,
        limits: StoreLimits = STORE_LIMITS,
    ) -> None:
        self.name = os.fspath(source)
        self.answers = answers or Answers()
        self.coverage = Coverage()
        self.roster = Roster()
        self.findings: list[Diagnostic] = []
        self._limits = limits
        self._actors = actors
        self._questions: list[Question] = []
        self._met: set[str] = set()
        self.size = size_of(self.name)
        self.position = 0

    def actions(self) -> Iterator[Json]:
        """The actions in the order of time, each as its JSON object.

        Raises:
            DocumentError: The export is not there, or nothing in it is a message.
        """
        people = People()
        combats: list[Combat] = []
        if is_text_log(self.name):
            gather(people, self._actors, self._limits)
            messages: Generator[Message] = read_text_log(self.name, limits=self._limits)
        else:
            gather(people, self._actors, self._limits)
            messages = self._messages(people, combats)
        first = next(messages, None)
        self.roster = people.roster()
        coverage = self.coverage
        book = Logbook(self.roster, self.answers, coverage)
        if first is None:
            refuse_unreadable(self.name, self.findings)
            wrong = _ALREADY if is_action_log(self.name) else "there is no message of a chat in it"
            raise DocumentError(wrong, path=self.name, code="SW003")
        coverage.combats = len(combats)
        with closing(messages):
            yield from self._fed(book, first, messages)
        yield from self._out(book, book.finish())
        for unused in self.answers.unused:
            coverage.find("SW678", f"the answer to {unused!r} fits no question of this export")

    def _fed(self, book: Logbook, first: Message, rest: Iterator[Message]) -> Iterator[Json]:
        feed = book.feed
        for message in (first,):
            yield from self._out(book, feed(message))
        for message in rest:
            done = feed(message)
            if done or book.asked:
                yield from self._out(book, done)

    def _out(self, book: Logbook, done: list[Json]) -> list[Json]:
        if book.asked:
            self._questions += book.asked[: _MOST_QUESTIONS - len(self._questions)]
            book.asked.clear()
        for action in done:
            for who in (action.get("actor"), action.get("target"), *action.get("targets", ())):
                if who is not None and len(self._met) < _MOST_NAMES:
                    self._met.add(who)
        return done

    @property
    def questions(self) -> tuple[Question, ...]:
        """What nobody has answered, so far; the first hundred thousand, the coverage counts them all."""
        return tuple(self._questions)

    def header(self) -> Json:
        """The first line of the log: its actors are those that no sheet stands for, tokens without a link."""
        return {
            "format": LOG_FORMAT,
            "version": 1,
            "actors": [model.to_json() for model in self.roster.made.values()],
            "source": {
                "export": self.name,
                "messages": self.coverage.messages,
                "names": self._names(),
            },
        }

    def _names(self) -> dict[str, str]:
        """What those are called whose sheets are not in the log: a log by itself should not be one of ids."""
        named = ((each, self.roster.name_of(each)) for each in sorted(self._met))
        return {ident: name for ident, name in named if name is not None and name != ident}

    def _messages(self, people: People, combats: list[Combat]) -> Generator[Message]:
        """The messages by time; everything else of the export is taken in before the first is given."""
        store = opened(self.name, self._limits)
        if store.form == "json-lines" and not str(store.name).endswith("-"):
            if in_order(store.path, self._limits):
                yield from self._of_lines(store, people, combats)
                return
            order = InTime()
            for message in self._of_lines(store, people, combats):
                order.add(message)
            yield from self._by_time(order, combats)
            return
        order = InTime()
        for entry in store.entries():
            value = as_object(entry.value)
            if value is None:
                continue
            if is_message(value):
                document = entry.document
                line = None if entry.pointer or document.line == 1 else document.line
                order.add(
                    read_message(
                        value, document.name or self.name, line, entry.key or entry.pointer or None
                    )
                )
            else:
                self._other(value, entry.document, entry.pointer, people, combats)
        self.findings += store.findings
        yield from self._by_time(order, combats)

    def _by_time(self, order: InTime, combats: list[Combat]) -> Iterator[Message]:
        for combat in combats:
            for message in drawn_in(combat, self.name):
                order.add(message)
        yield from order
        self.coverage.codes["SW679"] += order.twice

    def _other(
        self, value: Json, document: Document, pointer: str, people: People, combats: list[Combat]
    ) -> None:
        if is_combat(value):
            combats.append(read_combat(value))
        else:
            people.take(document, pointer, value)

    def _of_lines(
        self,
        store: Store,
        people: People,
        combats: list[Combat],
    ) -> Iterator[Message]:
        name = store.name
        with store.path.open("rb") as stream:
            for number, line in lines_of(stream, self._limits):
                self.position += len(line)
                try:
                    value: object = from_json(line, cache_strings="keys", allow_inf_nan=False)
                    document = None
                except ValueError:
                    # The careful reader says what is wrong, or reads it after all.
                    try:
                        document = parse(line, name=name, line=number, limits=self._limits)
                    except DocumentError as error:
                        self._broken(error)
                        continue
                    value = document.value
                if not isinstance(value, dict):
                    continue
                record = cast("Json", value)
                if is_message(record):
                    yield read_message(record, name, number, None)
                else:
                    self._other(
                        record,
                        document or Document(line.decode(), name, number),
                        "",
                        people,
                        combats,
                    )

    def _broken(self, error: DocumentError) -> None:
        self.coverage.codes["SW660"] += 1
        if len(self.findings) < self._limits.findings:
            finding = register.finding("SW660", error.message)
            self.findings.append(finding.at(error.path, error.line, error.column))


@checked(source="path")
def read_chat(
    source: Source,
    *,
    actors: Who = None,
    answers: Source | Mapping[str, str] | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> ChatReading:
    """Prepares the reading of a chat as a log; going through its `actions` reads it.

    Args:
        source: The export: messages as JSON or JSON Lines, a `messages` pack, a world's folder, a chat saved as text.
        actors: More actors than the export's own.
        answers: Answers to the questions of an earlier reading: a file, or the answers by question.
        limits: How much is read before a file is refused.

    Raises:
        DocumentError: The answers cannot be read.
    """
    given: Answers | None
    if answers is None or isinstance(answers, str | os.PathLike):
        given = None if answers is None else answers_in(answers)
    else:
        given = Answers(dict(answers))
    return ChatReading(source, actors=actors, answers=given, limits=limits)


def answers_in(path: Source) -> Answers:
    """The answers of a file; none if it is not there yet."""
    name = os.fspath(path)
    try:
        with Path(name).open(encoding="utf-8") as file:
            return read_answers(file, name)
    except FileNotFoundError:
        return Answers()
    except UnicodeDecodeError:
        raise DocumentError("the file is no text in UTF-8", path=name, code="SW007") from None


__all__ = ["ChatReading", "answers_in", "read_chat"]
