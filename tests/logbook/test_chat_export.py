"""Outcomes as messages of Foundry's chat: escaped, with dice that come to the same total, and readable again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.audit import ChatWriter
from sw_data.api.chat import read_chat
from sw_data.api.resolve import resolve, resolve_stream
from sw_data.formats.foundry.chat.messages import is_message, read_message
from sw_data.formats.foundry.chat.rolls import read_roll
from sw_data.formats.foundry.chat.write import message_of

Json = dict[str, Any]


def written(log: Any, path: Path, **more: Any) -> list[Json]:
    stream = resolve_stream(log, **more)
    with path.open("wb") as out:
        writer = ChatWriter(stream, out)
        stream.watch = writer.take
        for _ in stream.events():
            pass
        writer.close()
    found: list[Json] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_there_is_one_message_for_each_outcome(evening: Any, tmp_path: Path) -> None:
    messages = written(evening.log, tmp_path / "chat.json")
    assert [each["flags"]["sw-data"] for each in messages] == [
        each.to_json() for each in evening.run.outcomes
    ]
    assert len({each["_id"] for each in messages}) == len(messages)
    assert all(re.fullmatch(r"[A-Za-z0-9]{16}", each["_id"]) for each in messages)
    assert all(is_message(each) for each in messages)


def test_every_roll_comes_to_the_total_of_its_outcome(evening: Any, tmp_path: Path) -> None:
    checked = 0
    for message in written(evening.log, tmp_path / "chat.json"):
        outcome = message["flags"]["sw-data"]
        assert len(message["rolls"]) == len(outcome["rolls"])
        for text, wanted in zip(message["rolls"], outcome["rolls"], strict=True):
            value = json.loads(text)
            roll, odd = read_roll(value)
            assert odd == []
            assert value["total"] == roll.computed == wanted["total"]
            assert [list(each.faces) for each in roll.dice] == [
                each["faces"] for each in wanted["dice"]
            ]
            checked += 1
    assert checked > 100


def test_messages_keep_the_times_of_the_chat_they_came_from(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path], tmp_path: Path
) -> None:
    source = chat_of(evening, "v13")
    times = {each["_id"]: each["timestamp"] for each in source}
    messages = written(world(source), tmp_path / "chat.json")
    for each in messages:
        ident = each["flags"]["sw-data"]["id"]
        if ident in times:
            assert each["timestamp"] == times[ident]


def test_the_text_of_a_sheet_is_escaped() -> None:
    evil = '<img src=x onerror="alert(1)">'
    outcome = resolve({
        "format": "sw-data/log", "version": 1,
        "actors": [{"kind": "character", "id": "x", "name": evil, "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")}],
        "actions": [{"id": "a", "type": "trait", "actor": "x", "trait": "Vigor", "modifiers": [{"label": "<b>]{", "value": 1}]}],
    }).outcomes[0].to_json()  # fmt: skip
    message = message_of(outcome, {"x": evil}, 1)
    assert "<img" not in message["content"] + message["flavor"]
    assert "&lt;img" in message["content"]
    formula = json.loads(message["rolls"][0])["formula"]
    assert formula.count("[") == formula.count("]")
    assert message["speaker"]["alias"] == evil


def test_a_rejected_action_is_a_message_without_rolls() -> None:
    outcome = resolve(
        {
            "format": "sw-data/log",
            "version": 1,
            "actions": [{"id": "a", "type": "recover", "actor": "nobody"}],
        }
    ).outcomes[0]
    message = message_of(outcome.to_json(), {}, 1)
    assert message["rolls"] == []
    assert "rejected" in message["flavor"]


@pytest.mark.parametrize("role", ["table", "trait", "weapon"])
def test_only_dice_that_ace_explode(role: str) -> None:
    roll = {
        "pool": "location",
        "dice": [{"die": "d6", "role": role, "faces": [6], "total": 6}],
        "modifiers": [],
        "total": 6,
    }
    message = message_of(
        {"id": "a", "type": "injury", "status": "resolved", "rolls": [roll], "summary": ""}, {}, 1
    )
    die = json.loads(message["rolls"][0])["terms"][0]
    assert die["modifiers"] == ([] if role == "table" else ["x"])


def test_what_was_written_is_read_again(evening: Any, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    messages = written(evening.log, path)
    again = [read_message(each, "x", None, None) for each in messages]
    assert [len(each.rolls) for each in again] == [len(each["rolls"]) for each in messages]
    assert all(each.problems == () for each in again)
    reading = read_chat(path)
    list(reading.actions())
    assert reading.coverage.messages == len(messages)


FLAVOR = r"(?:\[[^\[\]{}]+\])?"
DIE = rf"1d[0-9]+x?{FLAVOR}"
FORMULA = re.compile(
    rf"(?:\{{{DIE}(?:,{DIE})*\}}kh|{DIE}(?: \+ {DIE})*|[0-9]+{FLAVOR})(?: [+-] [0-9]+{FLAVOR})*"
)


def foundry_total(terms: list[Json]) -> int:
    """What Foundry makes of stored terms: of dice and pools the active results, numbers with the sign before them."""
    total, sign = 0, 1
    for term in terms:
        assert term["evaluated"] is True
        assert isinstance(term["options"], dict)
        if term["class"] == "OperatorTerm":
            sign = {"+": 1, "-": -1}[term["operator"]]
            continue
        if term["class"] == "NumericTerm":
            total += sign * term["number"]
        elif term["class"] == "PoolTerm":
            # A pool whose rolls are not as many as its terms would be rolled anew.
            assert len(term["terms"]) == len(term["rolls"]) == len(term["results"])
            for inner, formula, result in zip(
                term["rolls"], term["terms"], term["results"], strict=True
            ):
                assert inner["formula"] == formula
                assert inner["total"] == foundry_total(inner["terms"]) == result["result"]
            assert sum(each["active"] for each in term["results"]) == 1
            total += sum(each["result"] for each in term["results"] if each["active"])
        else:
            assert term["class"] == "Die"
            assert term["number"] == 1
            last = term["results"][-1]
            for each in term["results"]:
                assert each["active"] is True
                assert ("exploded" in each) is (each is not last)
                assert each is last or each["result"] == term["faces"]
            total += sum(each["result"] for each in term["results"])
        sign = 1
    return total


def test_foundry_can_make_every_roll_again_and_comes_to_its_total(
    evening: Any, tmp_path: Path
) -> None:
    for message in written(evening.log, tmp_path / "chat.json"):
        for text in message["rolls"]:
            roll = json.loads(text)
            # What `Roll.fromData` and the check of a message's rolls ask for.
            assert {"class", "formula", "terms", "total", "evaluated"} <= set(roll)
            assert roll["class"] == "Roll"
            assert roll["evaluated"] is True
            assert roll["total"] == foundry_total(roll["terms"])
            assert FORMULA.fullmatch(roll["formula"]), roll["formula"]


def test_without_times_the_messages_follow_each_other_from_a_fixed_moment(
    evening: Any, tmp_path: Path
) -> None:
    log = {**evening.log, "actions": [dict(each) for each in evening.log["actions"]]}
    odd = [1e300, -5, "noon", None, {"at": 1}, True, 10**30]
    for action, time in zip(log["actions"], odd, strict=False):
        action["source"] = {"time": time}
    times = [each["timestamp"] for each in written(log, tmp_path / "chat.json")]
    assert times == list(range(times[0], times[0] + len(times)))
    assert times[0] == 1_600_000_000_001


def test_a_token_speaks_for_itself_in_its_scene(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path], tmp_path: Path
) -> None:
    messages = written(world(chat_of(evening, "v13")), tmp_path / "chat.json")
    said = [each["speaker"] for each in messages if each["speaker"]["token"] == "tokgoblin0000002"]
    assert said
    assert said[0] == {
        "scene": "scene00000000001", "actor": "goblin0000000001", "token": "tokgoblin0000002", "alias": "Goblin (2)",
    }  # fmt: skip
    assert all(each["speaker"]["actor"] not in TOKENS for each in messages)


TOKENS = {f"tokgoblin000000{number}" for number in range(1, 8)}
