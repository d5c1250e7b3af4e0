"""The chat of a virtual tabletop as an action log: an export, a `messages` pack, or a whole world."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias, cast

from pydantic_core import from_json

from sw_data.api.arguments import checked
from sw_data.api.collection import Collection
from sw_data.api.exports import is_action_log
from sw_data.api.load import LOG_FORMAT, Source, opened, read_entry
from sw_data.api.tokens import tokens_of
from sw_data.diagnostics import Diagnostic, register
from sw_data.document import Document, parse
from sw_data.document.json_lines import lines
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits
from sw_data.errors import DocumentError
from sw_data.formats.foundry.chat.combat import Combat, is_combat, read_combat
from sw_data.formats.foundry.chat.messages import is_message, read_message
from sw_data.formats.foundry.chat.text_log import is_text_log, read_text_log
from sw_data.formats.foundry.chat.values import Drawn, Message
from sw_data.formats.foundry.sniff import ACTOR_TYPES
from sw_data.formats.foundry.token import is_scene
from sw_data.jsonvalue import as_array, as_object, as_text, value_at
from sw_data.logbook.book import Logbook
from sw_data.logbook.coverage import Coverage
from sw_data.logbook.order import InTime
from sw_data.logbook.questions import Answers, Question, read_answers
from sw_data.logbook.roster import Actor, Roster, Token
from sw_data.models import Character, Vehicle

Json: TypeAlias = dict[str, Any]
Who: TypeAlias = Collection | Source | Iterable[Source | Actor] | None
"""Actors that the chat can name: files, what `load` returned, or models."""

_ALREADY: Final = (
    "this is an action log already, and no chat; resolve and stats take it as it stands"
)
_MOST_NAMES: Final = 10_000
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_DIGITS: Final = re.compile(rb"\s*([0-9]{1,16})")


@dataclass
class People:
    """Actors, tokens and items as they are found in documents."""

    actors: dict[str, Actor] = field(default_factory=dict[str, Actor])
    sheets: dict[str, Json] = field(default_factory=dict[str, Json])
    linked: dict[str, bool] = field(default_factory=dict[str, bool])
    items: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    scenes: list[Json] = field(default_factory=list[Json])

    def take(self, document: Document, pointer: str, value: Json) -> bool:
        """Takes an actor or a scene in; whether it was one."""
        if as_text(value.get("type")) in ACTOR_TYPES or value.get("kind") in (
            "character",
            "vehicle",
        ):
            model = read_entry(document, pointer).model
            if isinstance(model, Character | Vehicle):
                self.add(model, value)
            return True
        if is_scene(value):
            self.scenes.append({"tokens": value["tokens"], "_id": value.get("_id")})
            return True
        return False

    def add(self, model: Actor, value: Json | None = None) -> None:
        """Takes an actor in."""
        self.actors.setdefault(model.id, model)
        if value is None:
            return
        self.sheets[model.id] = value
        link = value_at(value, "prototypeToken", "actorLink")
        link = value_at(value, "token", "actorLink") if link is None else link
        if isinstance(link, bool):
            self.linked[model.id] = link
        names: dict[str, str] = {}
        for each in as_array(value.get("items")) or ():
            item = as_object(each) or {}
            ident, name = as_text(item.get("_id")), as_text(item.get("name"))
            if ident and name:
                names[ident] = name
        self.items[model.id] = names

    def roster(self) -> Roster:
        """Everybody whom a chat can name."""
        tokens: list[Token] = [
            each for scene in self.scenes for each in tokens_of(scene, self.sheets)
        ]
        return Roster(self.actors.values(), tokens, self.linked, self.items)


def _gather(people: People, actors: Who, limits: StoreLimits) -> None:
    """Takes the actors of files, of a collection or models in."""
    if actors is None:
        return
    if isinstance(actors, Collection):
        for entry in actors.entries:
            if isinstance(entry.model, Character | Vehicle):
                people.add(entry.model, as_object(entry.value))
        return
    every = [actors] if isinstance(actors, str | os.PathLike) else list(actors)
    for each in every:
        if isinstance(each, Character | Vehicle):
            people.add(each)
        else:
            for stored in opened(each, limits).entries():
                value = as_object(stored.value)
                if value is not None and stored.collection != "messages":
                    people.take(stored.document, stored.pointer, value)


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
        self.size = _size_of(self.name)
        self.position = 0

    def actions(self) -> Iterator[Json]:
        """The actions in the order of time, each as its JSON object.

        Raises:
            DocumentError: The export is not there, or nothing in it is a message.
        """
        people = People()
        combats: list[Combat] = []
        if is_text_log(self.name):
            _gather(people, self._actors, self._limits)
            messages: Generator[Message] = read_text_log(self.name, limits=self._limits)
        else:
            _gather(people, self._actors, self._limits)
            messages = self._messages(people, combats)
        first = next(messages, None)
        self.roster = people.roster()
        coverage = self.coverage
        book = Logbook(self.roster, self.answers, coverage)
        if first is None:
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
            self._questions += book.asked
            book.asked.clear()
        for action in done:
            for who in (action.get("actor"), action.get("target"), *action.get("targets", ())):
                if who is not None and len(self._met) < _MOST_NAMES:
                    self._met.add(who)
        return done

    @property
    def questions(self) -> tuple[Question, ...]:
        """What nobody has answered, so far."""
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
            if _in_order(store.path):
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
            for message in _drawn(combat, self.name):
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
            for number, line in _lines_of(stream, self._limits):
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


def _lines_of(stream: BinaryIO, limits: StoreLimits) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, each with its number; in wide encodings as UTF-8."""
    first = stream.read(4)
    stream.seek(0)
    if first.startswith(_WIDE) or b"\0" in first:
        for document in lines(stream, limits=limits):
            if isinstance(document, Document):
                yield document.line, document.text.encode("utf-8", "surrogatepass")
        return
    number = 1
    while line := stream.readline(limits.size + 1):
        if not line.isspace():
            yield number, line
        number += 1
        if b"\r" in line:
            # A carriage return by itself ends a line too, as editors count them.
            number += line.count(b"\r") - line.count(b"\r\n")


def _size_of(name: str) -> int:
    try:
        path = Path(name)
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def _in_order(path: Path) -> bool:
    """Whether the times of a file's lines never go back; then no message has to wait for another."""
    latest = -1
    with path.open("rb") as stream:
        for line in stream:
            at = line.find(b'"timestamp":')
            found = _DIGITS.match(line, at + 12) if at >= 0 else None
            if found is None:
                # No message: an actor or a scene, which must be known before the first message is linked.
                return False
            time = int(found[1])
            if time < latest:
                return False
            latest = time
    return True


def _drawn(combat: Combat, name: str) -> Iterator[Message]:
    """The cards of a fight's present round, as if each had been drawn in the chat."""
    for each in combat.combatants:
        if each.card is not None:
            yield Message(
                f"{combat.id}.{combat.round}.{each.id}", combat.time, name, None, None, "combat", None, None,
                each.actor, each.token, None, each.name or "", "draw", drawn=Drawn((each.card,), each.card),
            )  # fmt: skip


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


__all__ = ["ChatReading", "Who", "answers_in", "read_chat"]
