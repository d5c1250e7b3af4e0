"""An evening of ours in four generations: reading the chat gives the log back, and the log the known end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.chat import read_chat
from sw_data.api.chat_log import chat_log, write_log
from sw_data.api.log import open_log
from sw_data.api.resolve import resolve_stream
from sw_data.document.store import pack

Json = dict[str, Any]
GENERATIONS = ("v9", "v10", "v12", "v13")
OURS = ("source", "recorded")


def bare(action: Json, ids: dict[str, str]) -> Json:
    """An action without what the reading knows beside it, its ids as in the known log."""
    out = {key: value for key, value in action.items() if key not in OURS}
    for key in ("id", "of", "attack"):
        if key in out:
            out[key] = ids.get(out[key], out[key])
    return out


def settled(evening: Any) -> dict[str, str]:
    """The answers to what no tabletop writes down: which hit of a burst was soaked."""
    answers: dict[str, str] = {}
    for action in evening.actions:
        if action["type"] == "soak" and "hit" in action:
            answers[f"{action['id']}:soak"] = f"hit {action['hit']}"
    return answers


def read(path: Path, evening: Any) -> tuple[list[Json], Any]:
    """The actions of a chat, its questions about hits answered by their numbers."""
    first = read_chat(path)
    list(first.actions())
    wanted = settled(evening)
    answers: dict[str, str] = {}
    for question in first.questions:
        assert question.id in wanted, question
        number = int(wanted[question.id].split()[1])
        answers[question.id] = sorted(each.answer for each in question.candidates)[number - 1]
    again = read_chat(path, answers=answers)
    return list(again.actions()), again


@pytest.mark.parametrize("generation", GENERATIONS)
def test_reading_the_chat_gives_the_log_back(
    generation: str, evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path]
) -> None:
    messages = chat_of(evening, generation)
    assert len(messages) > 250
    actions, reading = read(world(messages), evening)
    # A card of betterrolls holds a roll and its rerolls, which are numbered behind its id.
    by_place: dict[tuple[str, str, str], str] = {
        (each["type"], each["of"], each["actor"]): each["id"]
        for each in evening.actions
        if each["type"] == "reroll"
    }
    ids: dict[str, str] = {
        each["id"]: str(by_place.get(("reroll", each["of"], each["actor"]), each["id"]))
        for each in actions
        if each["type"] == "reroll"
    }
    wanted = {each["id"]: each for each in evening.actions}
    found = {bare(each, ids)["id"]: bare(each, ids) for each in actions}
    assert found == wanted
    order = [bare(each, ids)["id"] for each in actions if each["type"] != "reroll"]
    assert order == [each["id"] for each in evening.actions if each["type"] != "reroll"]
    coverage = reading.coverage
    assert coverage.opened == 0
    assert coverage.questions == 0
    assert coverage.messages == len(messages)


@pytest.mark.parametrize("generation", GENERATIONS)
def test_resolving_the_chat_gives_the_known_end(
    generation: str,
    evening: Any,
    chat_of: Callable[..., list[Json]],
    world: Callable[..., Path],
    tmp_path: Path,
) -> None:
    path = world(chat_of(evening, generation))
    _, reading = read(path, evening)
    log = tmp_path / "session.jsonl"
    with log.open("wb") as out:
        again = read_chat(path, answers=dict(reading.answers.given))
        write_log(again, out)
    run = resolve_stream(log, actors=path, seed=evening.log["seed"]).run()
    ended = {each.id: each.to_json() for each in run.encounter().actors}
    for each in evening.run.encounter().actors:
        wanted = each.to_json()
        got = ended[each.id]
        for key in ("wounds", "fatigue", "conditions", "bennies", "attributes", "name"):
            assert got[key] == wanted[key], (each.id, key)


def test_messages_out_of_order_are_read_in_the_order_of_time(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path]
) -> None:
    messages = chat_of(evening, "v13")
    straight, _ = read(world(messages, "straight.jsonl"), evening)
    back, _ = read(world(messages[::-1], "back.jsonl"), evening)
    assert [each["id"] for each in back] == [each["id"] for each in straight]


def test_a_pack_of_messages_is_read_like_its_lines(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path], tmp_path: Path
) -> None:
    messages = chat_of(evening, "v13")
    lines = world(messages)
    sources = tmp_path / "sources"
    sources.mkdir()
    for number, line in enumerate(lines.read_text(encoding="utf-8").splitlines()):
        value = json.loads(line)
        kind = "messages" if "speaker" in value else "scenes" if "walls" in value else "actors"
        (sources / f"{number:04}.json").write_text(
            json.dumps({"_key": f"!{kind}!{value['_id']}", **value}), encoding="utf-8"
        )
    pack(sources, tmp_path / "pack")
    from_pack, _ = read(tmp_path / "pack", evening)
    from_lines, _ = read(lines, evening)
    assert [bare(each, {}) for each in from_pack] == [bare(each, {}) for each in from_lines]


def test_every_action_says_which_message_and_line_it_came_from(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path]
) -> None:
    path = world(chat_of(evening, "v10"))
    lines = path.read_text(encoding="utf-8").splitlines()
    actions, _ = read(path, evening)
    for action in actions:
        source = action["source"]
        message: Json = json.loads(lines[int(source["line"]) - 1])
        assert message["_id"] == source["message"]


def test_a_chat_is_a_log_that_can_be_opened(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path]
) -> None:
    path = world(chat_of(evening, "v13"))
    log = chat_log(read_chat(path))
    assert log.name == str(path)
    assert sum(1 for _ in log.written()) == len(evening.actions) - len(settled(evening))


def test_the_log_of_a_chat_is_one_that_can_be_validated(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path], tmp_path: Path
) -> None:
    out = tmp_path / "session.jsonl"
    with out.open("wb") as file:
        write_log(read_chat(world(chat_of(evening, "v12"))), file)
    log = open_log(out)
    assert all(log.action(number, line).id for number, line in log.written())
