"""Whatever an export holds, reading it is no traceback, and everything is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sw_data.api.audit import audited
from sw_data.api.chat import read_chat
from sw_data.api.chat_log import write_log
from sw_data.api.resolve import resolve_stream
from sw_data.formats.foundry.chat.messages import read_message
from sw_data.formats.foundry.chat.values import packed, unpacked
from sw_data.logbook.ledger import PEOPLE, remember

Json = dict[str, Any]

KEYS = [
    "_id", "speaker", "flags", "rolls", "roll", "content", "flavor", "timestamp", "type", "style", "user", "author", "whisper",
    "blind", "swade", "core", "betterrolls-swade2", "swade-tools", "br_data", "render_data", "trait_roll", "damage_rolls", "dice",
    "sides", "raw_total", "rolltype", "usetarget", "targets", "uuid", "name", "cards", "pickedCard", "initiativeRoll", "system",
    "actor", "token", "alias", "brswroll", "modifiers", "value", "faces", "results", "_stats", "systemId",
]  # fmt: skip
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["{", "[]", '{"terms":[]}', "skill", "damage"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=40,
)


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=10), VALUES)
@settings(max_examples=150)
def test_no_message_is_a_traceback(value: Json, speaker: object) -> None:
    value["speaker"] = speaker if isinstance(speaker, dict) else {}
    message = read_message(value, "x.jsonl", 1, None)
    again = unpacked(json.loads(json.dumps(packed(message), allow_nan=True)))
    assert repr(again) == repr(message)


@given(
    messages=st.lists(
        st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8), min_size=1, max_size=12
    )
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_chat_is_a_traceback(
    messages: list[Json], table: Any, named: Json, tmp_path: Path
) -> None:
    path = tmp_path / "hostile.jsonl"
    table.messages.clear()
    table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    lines: list[Json] = [
        *table.sheets,
        *table.messages,
        *({"speaker": {}, "content": "", **each} for each in messages),
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    reading = read_chat(path)
    actions = list(reading.actions())
    assert len(actions) >= 1
    assert reading.coverage.messages + reading.coverage.codes["SW679"] + reading.coverage.codes[
        "SW660"
    ] <= len(messages) + 1 + len(reading.findings)


def broken(table: Any, named: Json) -> list[str]:
    """What goes wrong in real exports, one message each."""
    table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    good = table.messages[0]
    huge = {
        "class": "DamageRoll",
        "terms": [
            {
                "class": "Die",
                "number": 10_000,
                "faces": 6,
                "results": [{"result": 3, "active": True}] * 10_000,
            }
        ],
    }
    odd: list[Json] = [
        {**good, "_id": "a1", "rolls": ['{"class":"TraitRoll","terms":[']},
        {**good, "_id": "a2", "rolls": [json.dumps(huge)]},
        {**good, "_id": "a3", "rolls": ["null", "7", '"x"']},
        {**good, "_id": "a4", "rolls": {"0": "x"}},
        {**good, "_id": "a5", "speaker": {"actor": 7, "token": [], "alias": None}},
        {**good, "_id": "a6", "timestamp": "yesterday"},
        {**good, "_id": "a7", "flags": {"swade": {"targets": "all"}}},
        {**good, "_id": "a8", "flags": {"betterrolls-swade2": {"br_data": {"type": 3, "trait_roll": {"rolls": [{"dice": [{"sides": 6, "raw_total": 12}]}]}}}}},
        {**good, "_id": "a9", "flags": {"swade-tools": {"rolltype": "soak", "wounds": "many"}}},
        {**good, "_id": "b1", "rolls": [], "content": "<div class='dice-roll'><h4 class='dice-total'>11</h4></div>"},
        {**good, "_id": "b2", "rolls": [], "content": "<script>alert(1)</script>" * 5000},
        {**good, "_id": "b3", "rolls": [], "flags": {"core": {"initiativeRoll": True}, "swade": {"cards": [{"name": "Ace"}]}}},
        {**good, "_id": "b4", "rolls": [good["rolls"][0]] * 500},
        {**good, "_id": None},
        {key: value for key, value in good.items() if key != "_id"},
    ]  # fmt: skip
    lines = [json.dumps(each) for each in odd]
    return [
        *lines,
        "{not json",
        '"text"',
        "[]",
        '{"$$deleted": true, "_id": "a1"}',
        "\ufeff",
        json.dumps({**good, "_id": "z1", "timestamp": good["timestamp"] + 99_000}),
    ]


def test_what_goes_wrong_in_real_exports_is_counted(
    table: Any, named: Json, tmp_path: Path
) -> None:
    lines = broken(table, named)
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join([*map(json.dumps, table.sheets), *lines]) + "\n", encoding="utf-8")
    reading = read_chat(path)
    actions = list(reading.actions())
    coverage = reading.coverage
    assert [each["id"] for each in actions if each["id"] == "z1"] == ["z1"]
    assert coverage.codes["SW661"] >= 3
    assert coverage.codes["SW662"] >= 2
    assert coverage.codes["SW660"] + len(reading.findings) >= 1
    assert coverage.open["SW675"] == 1
    assert coverage.codes["SW677"] == 1
    assert all(each.line for each in coverage.findings if each.document)


def test_a_broken_chat_is_resolved_and_audited_all_the_same(
    table: Any, named: Json, tmp_path: Path
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(
        "\n".join([*map(json.dumps, table.sheets), *broken(table, named)]) + "\n", encoding="utf-8"
    )
    stream = resolve_stream(path)
    assert stream.log.left_open
    list(audited(stream))
    assert stream.counts["resolved"] >= 1


@pytest.mark.parametrize("form", ["array", "single"])
def test_messages_in_one_document_are_read(
    form: str, table: Any, named: Json, tmp_path: Path
) -> None:
    table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(table.messages if form == "array" else table.messages[0]))
    reading = read_chat(path)
    (action,) = reading.actions()
    assert action["source"].get("key") == ("/0" if form == "array" else None)


def test_a_name_that_is_markup_stays_a_name(table: Any, named: Json, tmp_path: Path) -> None:
    table.sheets = []
    table.scene = False
    message = table.trait("x", "Notice", table.dice((6, 2), (6, 5)))
    message["speaker"] = {"alias": '<img src=x onerror="alert(1)">'}
    reading = read_chat(table.path())
    (action,) = reading.actions()
    assert action["actor"] == '<img src=x onerror="alert(1)">'
    out = tmp_path / "log.jsonl"
    with out.open("wb") as file:
        write_log(read_chat(table.path()), file)
    assert json.loads(out.read_text().splitlines()[1])["actor"] == action["actor"]


def test_a_lone_surrogate_in_a_name_is_no_traceback(table: Any, tmp_path: Path) -> None:
    table.sheets = []
    table.scene = False
    message = table.trait("x", "Notice", table.dice((6, 2), (6, 5)))
    message["speaker"] = {"alias": "\ud800"}
    out = tmp_path / "log.jsonl"
    with out.open("wb") as file:
        write_log(read_chat(table.path()), file)
    assert "\\ud800" in out.read_text()


def test_many_messages_are_sorted_beside_the_memory(
    monkeypatch: pytest.MonkeyPatch, table: Any, named: Json
) -> None:
    monkeypatch.setattr(
        "sw_data.api.chat.InTime",
        lambda: __import__("sw_data.logbook.order", fromlist=["InTime"]).InTime(run=7),
    )
    for _ in range(40):
        table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    table.messages = table.messages[::-1]
    actions = list(read_chat(table.path()).actions())
    assert [each["id"] for each in actions] == [f"n{number:015}" for number in range(1, 41)]


def test_questions_with_the_same_candidates_hold_them_once(table: Any, named: Json) -> None:
    for _ in range(3):
        table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)))
    reading = read_chat(table.path())
    assert list(reading.actions()) == []
    first, *others = reading.questions
    assert first.candidates
    assert all(each.candidates is first.candidates for each in others)


def test_no_more_people_are_remembered_than_memory_should_hold() -> None:
    held: dict[str, int] = {}
    for number in range(PEOPLE + 50):
        remember(held, f"x{number}", number)
        remember(held, "x0", number)
    assert len(held) == PEOPLE
    assert "x0" in held
    assert "x1" not in held
