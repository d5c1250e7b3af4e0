"""Every value of a chat put out of joint: no exception, and every message is read, left open or passed over."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from sw_data.api.audit import Auditing, ChatWriter
from sw_data.api.chat import read_chat
from sw_data.api.chat_log import write_log
from sw_data.api.resolve import resolve_stream
from sw_data.api.stats import stats
from sw_data.formats.foundry.chat.messages import is_message, read_message
from sw_data.formats.foundry.chat.values import packed, unpacked
from sw_data.jsonvalue import as_array, as_object
from sw_data.logbook.book import Logbook
from sw_data.logbook.roster import Roster
from sw_data.models import Outcome

Json = dict[str, Any]
Steps: TypeAlias = tuple[Any, ...]
GENERATIONS = ("v9", "v10", "v12", "v13")
INSIDE = "rolls inside a text"
ODD: list[Any] = [
    None, "", "x", "{", "d8", "Joker", 0, -1, 7, 3.5, 1e300, 10**30, True, [], [None], ["x"], [[]], {}, {"a": 1}, [{}],
    "9" * 5000, "\ud800", float("nan"), float("inf"),
]  # fmt: skip


def members(value: Any) -> list[tuple[Any, Any]]:
    """The members of an object, or the elements of a list."""
    entry = as_object(value)
    return list(enumerate(as_array(value) or [])) if entry is None else list(entry.items())


def messages_in(values: list[Any]) -> list[Json]:
    """Those that are messages of a chat."""
    return [each for each in map(as_object, values) if each is not None and is_message(each)]


def places(value: Any, at: Steps = ()) -> Iterator[Steps]:
    """Every place in a document, inside its rolls too, which are JSON in a text."""
    if at:
        yield at
    if isinstance(value, str) and value.startswith("{"):
        try:
            value, at = json.loads(value), (*at, INSIDE)
        except ValueError:
            return
    for key, inner in members(value):
        yield from places(inner, (*at, key))


def put(value: Any, at: Steps, new: Any) -> Any:
    """A document with another value at a place."""
    if not at:
        return new
    step, *rest = at
    if step == INSIDE:
        return json.dumps(put(json.loads(value), tuple(rest), new))
    copy: Any = value.copy()
    copy[step] = put(copy[step], tuple(rest), new)
    return copy


def account(messages: list[Any]) -> None:
    """Reads messages one by one, and holds that each is accounted for."""
    book = Logbook(Roster())
    made: list[Json] = []
    known = messages_in(messages)
    for value in known:
        message = read_message(value, "x.jsonl", 1, None)
        assert repr(unpacked(json.loads(json.dumps(packed(message))))) == repr(message)
        made += book.feed(message)
    made += book.finish()
    coverage = book.coverage
    assert sum(coverage.fates.values()) == coverage.messages == len(known)
    assert min(coverage.fates.values()) >= 0
    assert sum(coverage.kinds.values()) == len(known)
    json.dumps([made, coverage.to_json()])


@pytest.mark.parametrize("generation", GENERATIONS)
def test_every_value_of_a_message_can_be_any_other(
    generation: str, evening: Any, chat_of: Callable[..., list[Json]]
) -> None:
    messages = chat_of(evening, generation)
    chance = random.Random(generation)
    # One message of each kind that the evening has; the places of one are those of all of it.
    shapes = {str(sorted(map(str, map(len, places(each))))): each for each in messages}
    for message in list(shapes.values())[:8]:
        for at in places(message):
            for new in chance.sample(ODD, 2):
                account([messages[0], put(message, at, new)])


@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_chat_of_odd_values_is_read_resolved_audited_and_exported(
    generation: str,
    evening: Any,
    chat_of: Callable[..., list[Json]],
    world: Callable[..., Path],
    tmp_path: Path,
) -> None:
    chance = random.Random(generation)
    messages: list[Any] = chat_of(evening, generation)[:90]
    for _ in range(60):
        number = chance.randrange(len(messages))
        every = list(places(messages[number]))
        if every:
            at = chance.choice([each for each in every if len(each) > 1] or every)
            messages[number] = put(messages[number], at, chance.choice(ODD))
    path = world(messages)
    reading = read_chat(path)
    log = tmp_path / "session.jsonl"
    with log.open("wb") as out:
        write_log(reading, out)
    coverage = reading.coverage
    known = len(messages_in(messages))
    broken = coverage.codes["SW660"]
    assert known - broken <= coverage.messages + coverage.codes["SW679"] <= known
    assert sum(coverage.fates.values()) == coverage.messages
    stream = resolve_stream(path)
    auditing = Auditing(stream)
    with (tmp_path / "chat.json").open("wb") as out:
        writer = ChatWriter(stream, out)
        stream.watch = writer.take
        for event in stream.events():
            if isinstance(event, Outcome):
                auditing.take(event)
        writer.close()
    assert json.loads((tmp_path / "chat.json").read_text())
    assert str(stats(log))
