"""Tokens without a link are written back where their differences stand: in their scene."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from sw_data.api.chat import read_chat
from sw_data.api.chat_log import write_log
from sw_data.api.load import load
from sw_data.api.resolve import resolve
from sw_data.document.store import pack
from sw_data.formats.foundry.token import UnlinkedToken, sheet_of
from sw_data.models import Effect

Json = dict[str, Any]
TOKEN = "tokgoblin0000001"
SHAKEN = Effect(actor=TOKEN, field="conditions", from_=[], to=["shaken"])


def fight(table: Any, named: Json) -> list[Json]:
    """A goblin is hit and done for."""
    table.trait(
        named["buck"], "Fighting", table.dice((8, 7), (6, 2)), title="Fighting Skill Test", at=TOKEN
    )
    table.damage(named["buck"], "Longsword", table.dice((8, 7), (8, 6)), "sw")
    return [json.loads(line) for line in table.path().read_text().splitlines()]


def written(documents: list[Json], token: Json, folder: Path) -> Path:
    """The export, its token as given."""
    scene = next(each for each in documents if "walls" in each)
    at = next(n for n, each in enumerate(scene["tokens"]) if each["_id"] == TOKEN)
    scene["tokens"][at] = {**scene["tokens"][at], **token}
    path = folder / "world.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in documents))
    return path


def token_in(path: Path) -> Json:
    """The goblin's token of an export."""
    every = [json.loads(line) for line in path.read_text().splitlines()]
    scene = next(each for each in every if "walls" in each)
    found: Json = next(each for each in scene["tokens"] if each["_id"] == TOKEN)
    return found


@pytest.mark.parametrize(
    ("token", "member"),
    [
        ({}, "delta"),
        ({"delta": {}}, "delta"),
        ({"delta": {"_id": "delta00000000001", "system": {"wounds": {"max": 2}}}}, "delta"),
        ({"actorData": {}}, "actorData"),
        ({"actorData": {"system": {"bennies": {"value": 1}}}}, "actorData"),
    ],
)
def test_a_token_is_written_back_into_its_differences(
    token: Json, member: str, table: Any, named: Json, tmp_path: Path
) -> None:
    path = written(fight(table, named), token, tmp_path)
    out = tmp_path / "after.jsonl"
    run = resolve(path)
    assert run.export(out) == ()
    before, after = token_in(path), token_in(out)
    assert {key: after[key] for key in before if key != member} == {
        key: before[key] for key in before if key != member
    }
    own = after[member]
    hurt = run.actors[TOKEN]
    effects = [each["name"] for each in own.get("effects", [])]
    if hurt.wounds.value:
        assert own["system"]["wounds"]["value"] == hurt.wounds.value
    assert sorted(each.lower() for each in effects) == sorted(each for each in hurt.conditions), (
        hurt.conditions
    )
    for key, value in token.get(member, {}).items():
        assert own[key] == value or key == "system"
    again = read_chat(out)
    list(again.actions())
    (goblin,) = again.header()["actors"]
    assert goblin["conditions"] == list(hurt.conditions)


def test_only_the_lines_of_actors_and_scenes_change(
    table: Any, named: Json, tmp_path: Path
) -> None:
    path = written(fight(table, named), {"delta": {}}, tmp_path)
    out = tmp_path / "after.jsonl"
    resolve(path).export(out)
    pairs = zip(path.read_text().splitlines(), out.read_text().splitlines(), strict=True)
    (changed,) = [old for old, new in pairs if old != new]
    assert '"walls"' in changed


def test_a_log_that_was_written_down_finds_its_tokens_again(
    table: Any, named: Json, tmp_path: Path
) -> None:
    path = written(fight(table, named), {"delta": {}}, tmp_path)
    log = tmp_path / "session.jsonl"
    with log.open("wb") as file:
        write_log(read_chat(path), file)
    out = tmp_path / "after.jsonl"
    resolve(log, actors=load(path)).export(out)
    assert token_in(out)["delta"]["effects"]


def test_a_pack_keeps_the_differences_of_its_tokens(
    table: Any, named: Json, tmp_path: Path
) -> None:
    delta: Json = {"_id": "delta00000000001", "system": {}, "items": [], "effects": []}
    path = written(fight(table, named), {"delta": delta}, tmp_path)
    sources = tmp_path / "sources"
    sources.mkdir()
    for number, line in enumerate(path.read_text().splitlines()):
        value = json.loads(line)
        kind = "messages" if "speaker" in value else "scenes" if "walls" in value else "actors"
        text = json.dumps({"_key": f"!{kind}!{value['_id']}", **value})
        (sources / f"{number:04}.json").write_text(text)
    pack(sources, tmp_path / "pack")
    resolve(tmp_path / "pack").export(tmp_path / "after")
    again = load(tmp_path / "after")
    scene = next(each.value for each in again.entries if "walls" in each.value)
    token = next(each for each in scene["tokens"] if each["_id"] == TOKEN)
    assert token["delta"]["_id"] == "delta00000000001"
    assert token["delta"]["effects"]


def test_a_condition_that_goes_is_taken_out_or_marked_as_gone() -> None:
    effect = {"_id": "shaken0000000000", "name": "Shaken", "statuses": ["shaken"], "changes": []}
    actor: Json = {
        "_id": "a",
        "name": "Goblin",
        "type": "npc",
        "system": {},
        "items": [],
        "effects": [],
    }
    gone = Effect(actor=TOKEN, field="conditions", from_=["shaken"], to=[])
    own: Json = {"_id": TOKEN, "delta": {"effects": [effect]}}
    (edit,) = UnlinkedToken(actor).write(own, [gone]).edits
    assert (edit.op, edit.path) == ("remove", "/delta/effects/0")
    inherited: Json = {"_id": TOKEN, "delta": {}}
    (edit,) = UnlinkedToken({**actor, "effects": [effect]}).write(inherited, [gone]).edits
    assert edit.value == [{"_id": "shaken0000000000", "_tombstone": True}]
    old: Json = {"_id": TOKEN, "actorData": {"effects": [effect]}}
    (edit,) = UnlinkedToken(actor).write(old, [gone]).edits
    assert (edit.op, edit.path) == ("remove", "/actorData/effects/0")


def test_a_list_of_old_differences_stands_for_the_whole_list() -> None:
    actor: Json = {"items": [{"_id": "a", "name": "Axe"}], "type": "npc", "data": {}}
    token: Json = {"actorData": {"items": [{"_id": "b", "name": "Bow"}]}}
    assert sheet_of(token, actor)["items"] == [{"_id": "b", "name": "Bow"}]
    assert len(cast("list[Any]", sheet_of({"delta": token["actorData"]}, actor)["items"])) == 2


def test_differences_of_any_shape_are_read_and_written() -> None:
    actor: Json = {"_id": "a", "name": "Goblin", "type": "npc", "system": {"wounds": {"value": 1}}}
    shapes: list[Any] = [None, 7, [], {"system": None}, {"items": [None, 7, {}]}, {"effects": "x"}]
    for own in shapes:
        assert UnlinkedToken(actor).read({"_id": TOKEN, "delta": own}).model is not None
        assert UnlinkedToken(actor).write({"_id": TOKEN, "delta": own}, [SHAKEN]).edits
