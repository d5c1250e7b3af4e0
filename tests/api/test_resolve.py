"""Resolving from Python: runs, streams, exports; the same result whatever the form, the order and the workers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import sw_data as sw
from sw_data import schema
from sw_data.api.log import open_log
from sw_data.api.play import EncounterEnd
from sw_data.document import Limits
from sw_data.errors import (
    AmbiguousError,
    DocumentError,
    ImpossibleError,
    LimitError,
    NotFoundError,
    UnknownKnobError,
    UnknownRulesetError,
)

ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d8")


def character(name: str, **more: Any) -> dict[str, Any]:
    weapons = [{"name": "Sword", "damage": "Str+d8"}]
    skills = {"Fighting": "d8"}
    return {
        "kind": "character", "name": name, "attributes": ATTRIBUTES, "skills": skills,
        "weapons": weapons, **more,
    }  # fmt: skip


def log(*actions: dict[str, Any], **header: Any) -> dict[str, Any]:
    actors = [character("ann", wild_card=True), character("bob", wild_card=True), character("cy")]
    return {"format": "sw-data/log", "version": 1, "actors": actors, **header, "actions": actions}


def attack(ident: str, actor: str = "ann", target: str = "bob", **more: Any) -> dict[str, Any]:
    return {
        "id": ident, "type": "attack", "actor": actor, "weapon": "Sword", "target": target, **more
    }  # fmt: skip


def as_lines(document: dict[str, Any]) -> bytes:
    header = {key: value for key, value in document.items() if key != "actions"}
    return b"".join(json.dumps(each).encode() + b"\n" for each in [header, *document["actions"]])


def fights(count: int, seed: int = 1) -> dict[str, Any]:
    """A log of some encounters, each with a few blows, soaks and rounds."""
    chance = random.Random(seed)
    actions: list[dict[str, Any]] = []
    for number in range(count):
        name = f"e{number}"
        for turn in range(4):
            who, whom = chance.sample(["ann", "bob", "cy"], 2)
            actions.append(attack(f"{name}a{turn}", who, whom, encounter=name))
            if chance.random() < 0.4:
                actions.append(
                    {
                        "id": f"{name}s{turn}", "type": "soak", "actor": whom,
                        "attack": f"{name}a{turn}", "encounter": name,
                    }
                )  # fmt: skip
    return log(*actions, seed=9)


def by_encounter(run: sw.Run) -> dict[str, list[dict[str, Any]]]:
    out: dict[str, list[dict[str, Any]]] = {}
    for outcome in run.outcomes:
        out.setdefault(outcome.encounter or "", []).append(outcome.to_json())
    return out


# --- the same result in every form -------------------------------------------------------------------


def test_a_log_as_a_file_as_lines_as_bytes_as_a_value_and_as_a_model_is_the_same(
    tmp_path: Path,
) -> None:
    document = log(attack("a1"), attack("a2", "bob", "ann"), seed=3)
    (tmp_path / "log.json").write_text(json.dumps(document))
    (tmp_path / "log.jsonl").write_bytes(as_lines(document))
    sources: list[Any] = [
        tmp_path / "log.json",
        str(tmp_path / "log.jsonl"),
        json.dumps(document).encode(),
        as_lines(document),
        b"\xef\xbb\xbf\n \n" + as_lines(document).replace(b"\n", b"\r\n\r\n"),
        json.dumps(document, indent=2).encode("utf-16"),
        as_lines(document).decode().encode("utf-16"),
        document,
        sw.ActionLog.model_validate(document),
    ]
    runs = [sw.resolve(source).to_json() for source in sources]
    assert [run == runs[0] for run in runs] == [True] * len(runs)
    assert len(runs[0]["outcomes"]) >= 2


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_run(workers: int) -> None:
    document = fights(30)
    for source in (document, as_lines(document)):
        assert sw.resolve(source, workers=workers).to_json() == sw.resolve(source).to_json()


@given(st.integers(min_value=0, max_value=50), st.randoms(use_true_random=False))
def test_the_order_of_encounters_changes_nothing(seed: int, chance: random.Random) -> None:
    document = fights(4, seed)
    blocks: dict[str, list[dict[str, Any]]] = {}
    for action in document["actions"]:
        blocks.setdefault(action["encounter"], []).append(action)
    order = list(blocks)
    chance.shuffle(order)
    shuffled = {**document, "actions": [action for name in order for action in blocks[name]]}
    queues: list[list[dict[str, Any]]] = [list(block) for block in blocks.values()]
    woven: list[dict[str, Any]] = []
    while queues:
        queue = chance.choice(queues)
        woven.append(queue.pop(0))
        queues = [each for each in queues if each]
    expected = by_encounter(sw.resolve(document))
    assert by_encounter(sw.resolve(as_lines(shuffled))) == expected
    assert by_encounter(sw.resolve({**document, "actions": woven})) == expected
    lines = as_lines({**document, "interleaved": True, "actions": woven})
    assert by_encounter(sw.resolve(lines)) == expected


def test_outcomes_of_interleaved_encounters_come_in_the_order_of_the_log() -> None:
    document = log(
        attack("a1", encounter="x"),
        attack("b1", encounter="y"),
        attack("a2", "bob", "ann", encounter="x"),
        attack("b2", "bob", "ann", encounter="y"),
        follow_ups="report",
    )
    del document["follow_ups"]
    run = sw.resolve(document, follow_ups="report")
    assert [outcome.id for outcome in run.outcomes] == ["a1", "b1", "a2", "b2"]


# --- streams -----------------------------------------------------------------------------------------


def test_a_stream_gives_outcomes_and_the_end_of_each_encounter() -> None:
    stream = sw.resolve_stream(as_lines(fights(3)))
    ends: list[str] = []
    seen: dict[str, set[str]] = {}
    for event in stream.events():
        if isinstance(event, EncounterEnd):
            ends.append(event.name)
        else:
            assert event.encounter not in ends
            seen.setdefault(event.encounter or "", set()).add(event.id)
    assert ends == ["e0", "e1", "e2"]
    assert sum(stream.counts.values()) == sum(len(ids) for ids in seen.values())


def test_a_streamed_log_is_read_as_it_goes(tmp_path: Path) -> None:
    lines = as_lines(fights(2000)).splitlines(keepends=True)
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(lines))
    stream = sw.resolve_stream(path)
    outcomes = stream.outcomes()
    next(outcomes)
    assert 0 < stream.log.position < stream.log.size / 100


def test_an_empty_log_shows_the_actors_as_they_were_loaded() -> None:
    for source in (log(), as_lines(log())):
        run = sw.resolve(source)
        assert run.outcomes == ()
        assert list(run.actors) == ["ann", "bob", "cy"]
        assert run.actors["ann"].current is not None


def test_the_last_line_needs_no_end() -> None:
    run = sw.resolve(as_lines(log(attack("a1")))[:-1])
    assert [outcome.id for outcome in run.outcomes] == ["a1"]


def test_a_line_beyond_the_limit_is_an_error_that_names_it() -> None:
    source = as_lines(log(attack("a1", note="x" * 5000)))
    opened = open_log(source, limits=Limits(size=2000))
    with pytest.raises(LimitError, match=r"line of more than 2000 bytes"):
        list(opened.written())


# --- what is wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"", "empty"),
        (b"[]", "no action log"),
        (b'{"actions": []}', "no action log"),
        (b'{"format": "sw-data/log", "actions": {}}', "actions must be a list"),
        (b'{"format": "sw-data/log", "seed": "7"}', "seed must be a whole number"),
        (b'{"format": "sw-data/log", "zzz": 1}\n{}', "unknown key 'zzz'"),
        (b'{"format": "sw-data/log", "actions": [', "breaks off"),
        (b'{"format": "sw-data/log", "actors": [1]}', "must be an object"),
    ],
)
def test_what_is_no_log_is_an_error_with_its_place(source: bytes, message: str) -> None:
    with pytest.raises(DocumentError, match=message) as caught:
        sw.resolve(source)
    assert caught.value.line == 1


def test_a_wrong_ruleset_or_knob_is_an_error_wherever_it_stands() -> None:
    with pytest.raises(UnknownRulesetError):
        sw.resolve(log(), ruleset="corr")
    with pytest.raises(UnknownRulesetError):
        sw.resolve(log(ruleset="corr"))
    with pytest.raises(UnknownKnobError):
        sw.resolve(log(), rules={"soak.when": 1})
    with pytest.raises(UnknownKnobError):
        sw.resolve(log(rules={"trait.target_number": "high"}))


@pytest.mark.parametrize(
    "broken",
    [
        None, 1, "a", [], {}, {"type": "attack"}, {"id": "x"}, {"id": 5, "type": "attack"},
        {"id": "x", "type": "shoot"}, {"id": "x", "type": []}, {"id": "x", "type": "trait"},
        {"id": "x", "type": "trait", "actor": "ann", "trait": "Vigor", "dice": {"roll": "5"}},
        {"id": "x", "type": "trait", "actor": "ann", "trait": "Vigor", "encounter": 5},
    ],
)  # fmt: skip
def test_whatever_an_action_is_the_log_goes_on(broken: Any) -> None:
    good = {"id": "a1", "type": "trait", "actor": "ann", "trait": "Vigor", "dice": {"roll": [5, 2]}}
    document = log(broken, good)
    for source in (document, as_lines(document)):
        run = sw.resolve(source)
        assert [outcome.status for outcome in run.outcomes] == ["rejected", "resolved"]
        assert run.outcomes[0].violations[0].code in ("SW610", "SW604")
        assert run.rejected == run.outcomes[:1]


# --- actors ------------------------------------------------------------------------------------------


def test_actors_that_are_given_win_over_those_of_the_log() -> None:
    strong = sw.Character.model_validate(character("ann", bennies=9))
    run = sw.resolve(log(attack("a1")), actors=[strong])
    assert run.actors["ann"].bennies == 9
    assert list(run.actors) == ["ann", "bob", "cy"]


def test_actors_can_be_a_collection_files_or_models(fixtures: Path) -> None:
    demo = fixtures / "demo"
    party = sw.load(demo / "party.json")
    runs = [
        sw.resolve(demo / "fight.json", actors=actors)
        for actors in (party, demo / "party.json", [demo / "party.json"])
    ]
    assert runs[0].to_json() == runs[1].to_json() == runs[2].to_json()
    models = sw.resolve(demo / "fight.json", actors=list(party.characters.values()))
    assert models.outcomes == runs[0].outcomes
    with pytest.raises(ImpossibleError, match="no actor came from"):
        models.export("nowhere.json")


def test_a_sheet_in_the_log_that_cannot_be_read_is_a_finding_and_its_actions_are_rejected() -> None:
    document = log(attack("a1", "ann", "cy"), attack("a2", "bob", "ann"))
    del document["actors"][1]["attributes"]
    run = sw.resolve(document)
    assert [each.pointer for each in run.errors] == ["/actors/1/attributes"]
    assert [outcome.status for outcome in run.outcomes][-1] == "rejected"


# --- back into files ---------------------------------------------------------------------------------


def test_nothing_that_changes_gives_every_byte_back(fixtures: Path, tmp_path: Path) -> None:
    party = fixtures / "demo" / "party.json"
    sw.resolve(log(actors=[]), actors=party).export(tmp_path / "after.json")
    assert (tmp_path / "after.json").read_bytes() == party.read_bytes()


def test_actors_of_the_log_itself_are_exported_as_they_stand_in_it(tmp_path: Path) -> None:
    text = json.dumps(log(attack("a1", dice={"attack": [7, 2], "damage": [5, 5]})), indent=3)
    run = sw.resolve(text.encode())
    run.export(tmp_path / "after.json")
    after = json.loads((tmp_path / "after.json").read_text("utf-8"))
    assert after[0] == json.loads(text)["actors"][0]
    assert after[1]["wounds"]["value"] == 1
    assert after[1]["conditions"] == ["shaken"]


def test_actors_of_several_files_are_exported_to_a_folder(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "sheet.json").write_text(json.dumps(character(name, wild_card=True)))
    files = [tmp_path / name / "sheet.json" for name in ("ann", "bob")]
    run = sw.resolve(log(actors=[]), actors=files)
    run.export(tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["sheet-2.json", "sheet.json"]
    (tmp_path / "file").write_text("")
    with pytest.raises(ImpossibleError, match="came in 2 files"):
        run.export(tmp_path / "file")


def test_a_pack_is_exported_as_a_pack(fixtures: Path, tmp_path: Path) -> None:
    source, pack = tmp_path / "src", tmp_path / "pack"
    sw.unpack(fixtures / "demo" / "party.json", source)
    sw.pack(source, pack)
    run = sw.resolve(fixtures / "demo" / "fight.json", actors=pack)
    assert not run.rejected
    run.export(tmp_path / "after")
    after = sw.load(tmp_path / "after")
    assert after.characters["Grukk"].wounds.value == 2
    assert after.characters["Grukk"].conditions == ("shaken",)


def test_an_encounter_is_named_where_there_are_several(fixtures: Path, tmp_path: Path) -> None:
    party = fixtures / "demo" / "party.json"
    hurt = {"type": "damage", "target": "Joe", "damage": "2d6", "dice": {"damage": [5, 5]}}
    document = log(
        {"id": "a", "encounter": "one", **hurt}, {"id": "b", "encounter": "two", **hurt}, actors=[]
    )
    run = sw.resolve(document, actors=party)
    assert len(run.actors) == 0
    assert run.encounter("two").changes == run.encounter("one").changes
    with pytest.raises(AmbiguousError, match="2 encounters; say which: 'one', 'two'"):
        run.encounter()
    with pytest.raises(NotFoundError, match="no encounter 'three'"):
        run.encounter("three")
    assert run.updates(encounter="one")["update"][0]["_id"] == "joe0000000000001"
    assert "joe0000000000001" in run.macro(encounter="two")
    (tmp_path / "out").mkdir()
    run.export(tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["one.json", "two.json"]


def test_explain_finds_one_outcome(fixtures: Path) -> None:
    demo = fixtures / "demo"
    run = sw.resolve(demo / "fight.json", actors=demo / "party.json")
    assert "party.json:" in run.explain("a1")
    with pytest.raises(NotFoundError, match="no outcome 'a99'"):
        run.explain("a99")


def test_a_run_is_valid_against_its_published_schema(fixtures: Path) -> None:
    demo = fixtures / "demo"
    validator: Any = Draft202012Validator(schema.load("run"))
    run = sw.resolve(demo / "fight.json", actors=demo / "party.json").to_json()
    validator.validate(json.loads(json.dumps(run)))
    validator.validate(json.loads(json.dumps(sw.resolve(fights(3)).to_json())))
