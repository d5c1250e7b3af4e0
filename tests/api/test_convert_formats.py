"""Sheets from every format into every other, and the report in which no field is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sw_data as sw
from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.formats.report import Fate, leaves
from sw_data.models import Character

TARGETS = (
    "foundry",
    "roll20",
    "fantasy-grounds",
    "savaged-us",
    "statblock",
    "markdown",
    "html",
    "sw-data",
)
SOURCES = (
    "own/joe.json",
    "demo/party.json",
    "roll20/official.json",
    "roll20/tabbed.json",
    "savaged-us/save.json",
    "savaged-us/generic_quirks.json",
    "fantasy-grounds/character.xml",
    "fantasy-grounds/module.xml",
    "statblocks/two_older.md",
    "statblocks/german.txt",
)


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("to", TARGETS)
def test_every_field_of_the_source_is_in_exactly_one_list(
    fixtures: Path, name: str, to: str
) -> None:
    made = sw.convert(fixtures / name, to)
    assert made.documents
    for each, report in zip(made.documents, made.reports, strict=True):
        told = report.to_json()
        if each.entry.text_format is None:
            pointers = [field.pointer for field in report.fields]
            assert pointers == [place for place, _ in leaves(each.entry.value)]
        else:
            assert len(report.fields) == len(each.reading.fields) > 0
            assert all(field.line is not None for field in report.fields if field.span)
        assert sum(told["summary"].values()) == len(report.fields)
        assert all(field.why for field in report.fields if field.fate is not Fate.CARRIED)


@pytest.mark.parametrize("name", SOURCES)
def test_a_sheet_in_our_own_form_plays_as_the_one_it_came_from(fixtures: Path, name: str) -> None:
    made = sw.convert(fixtures / name, "sw-data")
    for each in made.documents:
        assert isinstance(each.entry.model, Character)
        again = sw.Character.model_validate(each.value)
        assert sw.diff(each.entry.model, again).equal


def test_what_foundry_says_of_items_is_carried(fixtures: Path) -> None:
    made = sw.convert(fixtures / "demo" / "party.json", "sw-data")
    joe = made.reports[0]
    carried = {each.name: each.model for each in joe.carried}
    assert carried["/items/0/name"] == "skills.Fighting"
    assert carried["/items/0/system/die/sides"] == "skills.Fighting"
    assert carried["/items/4/name"] == "weapons.0.name"
    assert carried["/items/4/system/damage"] == "weapons.0.damage"
    assert "/img" in {each.name for each in joe.unmapped}


def test_what_a_format_has_no_place_for_is_unmapped_and_no_longer_lossless(
    fixtures: Path,
) -> None:
    made = sw.convert(fixtures / "own" / "joe.json", "savaged-us")
    assert not made.lossless
    lost = {each.pointer: each.why for each in made.reports[0].unmapped}
    assert lost["/conditions/0"] == "savaged-us has no place for conditions.0"
    assert [each.code for each in made.diagnostics] == ["SW193"] * len(made.diagnostics)


def test_the_block_of_a_vehicle_says_what_it_leaves_out(fixtures: Path) -> None:
    made = sw.convert(fixtures / "own" / "jeep.json", "statblock")
    assert "Top Speed: 24 squares" in made.value
    assert not made.lossless
    assert {each.pointer for each in made.reports[0].unmapped} >= {"/driver", "/occupants/0/actor"}


def test_what_nothing_can_be_made_of_is_left_out_and_in_the_report(
    fixtures: Path, tmp_path: Path
) -> None:
    scene = tmp_path / "scene.json"
    scene.write_text(json.dumps({"_id": "a" * 16, "name": "Pier", "walls": [], "grid": 5}), "utf-8")
    made = sw.convert([fixtures / "own" / "joe.json", scene], "markdown")
    assert len(made.documents) == len(made.left_out) == 1
    told = made.to_json()
    assert told["summary"]["left_out"] == 1
    assert told["documents"][1]["summary"] == {"carried": 0, "changed": 0, "unmapped": 4}
    assert "1 left out" in made.to_text()
    assert not made.lossless


def test_a_chase_in_a_stat_block_is_refused_with_the_reason(fixtures: Path) -> None:
    with pytest.raises(ImpossibleError, match="a chase is no sheet"):
        sw.convert(fixtures / "own" / "harbour_run.json", "statblock")
    made = sw.convert(
        [fixtures / "own" / "harbour_run.json", fixtures / "own" / "joe.json"], "statblock"
    )
    assert [each.entry.model_name for each in made.documents] == ["Joe"]


def test_a_file_that_is_of_the_format_stays_as_it_is(fixtures: Path) -> None:
    path = fixtures / "fantasy-grounds" / "character.xml"
    made = sw.convert(path, "fantasy-grounds")
    assert made.value == path.read_text("utf-8")
    assert made.reports[0].unmapped == ()


def test_many_stat_blocks_stand_in_one_text_and_read_back(fixtures: Path, tmp_path: Path) -> None:
    party = fixtures / "demo" / "party.json"
    for to in ("statblock", "markdown"):
        path = tmp_path / "party.txt"
        path.write_text(sw.convert(party, to).value, "utf-8")
        assert list(sw.load(path).characters) == list(sw.load(party).characters)
    for to in ("html", "fantasy-grounds"):
        made = sw.convert(party, to)
        assert len(made.documents) == 3
        with pytest.raises(ImpossibleError, match="cannot stand in one file"):
            _ = made.value


def test_a_format_can_be_said_and_html_is_not_read(fixtures: Path, tmp_path: Path) -> None:
    block = (fixtures / "statblocks" / "german.txt").read_text("utf-8")
    path = tmp_path / "block.json"
    path.write_text(block, "utf-8")
    assert sw.convert(path, "sw-data", read_as="statblock").documents
    assert sw.convert(path, "sw-data").documents
    with pytest.raises(ImpossibleError, match="html is written and not read"):
        sw.convert(path, "sw-data", read_as="html")
    with pytest.raises(NotFoundError, match=r"no format 'word'; there are .*foundry.*markdown"):
        sw.convert(path, "word")


@pytest.mark.parametrize("name", ["Foundry", "Savaged.us", "Fantasy Grounds", "fantasy_grounds"])
def test_a_format_is_known_by_the_name_that_people_write(name: str, fixtures: Path) -> None:
    assert sw.convert(fixtures / "own" / "joe.json", to=name).documents


def test_a_stat_block_fights_in_a_log(fixtures: Path, tmp_path: Path) -> None:
    block = tmp_path / "brute.txt"
    block.write_text(
        "Brute\nAttributes: Agility d6, Smarts d4, Spirit d6, Strength d8, Vigor d8\n"
        "Skills: Fighting d8\nPace: 6; Parry: 6; Toughness: 6\nGear: Club (Str+d6)\n",
        "utf-8",
    )
    log = {
        "format": "sw-data/log",
        "version": 1,
        "actions": [
            {"id": "a", "type": "attack", "actor": "Brute", "target": "Joe", "weapon": "Club"}
        ],
    }
    actors = [block, fixtures / "own" / "joe.json"]
    run = sw.resolve(log, actors=actors, seed=3)
    assert run.outcomes[0].status == "resolved"


@pytest.mark.parametrize(
    "data",
    [b"", b"<root", b"<root/>", b"\xff\xfe\x00", b"<root>" + b"<a>" * 500, b"just words"],
)
def test_broken_texts_are_findings_and_no_input_to_convert(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    report = sw.validate(path)
    assert report.files == (str(path),)
    assert len(report.errors) == 1
    with pytest.raises(sw.SwDataError) as raised:
        sw.convert(path, "foundry")
    assert "\n" not in str(raised.value)


TEXTS = {
    "A & B < C > \"d\" 'e'": "A & B < C > \"d\" 'e'",
    "😀 Jörg Ünß": "😀 Jörg Ünß",
    "Jo\x00e\x07 \x1b[31mRed": "Joe [31mRed",
    "Jo\x85e\x9f\uffff": "Joe",
    "&amp; &lt;b&gt;": "&amp; &lt;b&gt;",
}


@pytest.mark.parametrize("to", [each for each in TARGETS if each not in ("html", "sw-data")])
@pytest.mark.parametrize("written", TEXTS)
@pytest.mark.parametrize("field", ["name", "weapon", "armor", "edge", "hindrance", "skill"])
def test_every_text_is_the_same_afterwards_without_control_characters(
    to: str, written: str, field: str, tmp_path: Path
) -> None:
    dice = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    joe: dict[str, object] = {
        "kind": "character",
        "id": "joe",
        "name": written if field == "name" else "Joe",
        "attributes": dice,
        "skills": {written if field == "skill" else "Fighting": "d8"},
        "weapons": [{"name": written if field == "weapon" else "Club", "damage": "Str+d4"}],
        "armor_pieces": [{"name": written if field == "armor" else "Mail", "armor": 2}],
        "edges": [written if field == "edge" else "Bold Move"],
        "hindrances": [written if field == "hindrance" else "Odd Habit"],
    }
    path = tmp_path / "joe.json"
    path.write_text(json.dumps(joe), "utf-8")
    made = sw.convert(path, to)
    after = made.documents[0].after
    plain = TEXTS[written]
    codes = {each.code for each in made.diagnostics}
    if plain != written:
        assert codes & {"SW193", "SW194"}
    if isinstance(after, Character):
        found = {
            "name": [after.name],
            "skill": list(after.skills),
            "weapon": [each.name for each in after.weapons],
            "armor": [each.name for each in after.armor_pieces],
            "edge": list(after.edges),
            "hindrance": list(after.hindrances),
        }[field]
        assert found == [plain] or codes & {"SW193", "SW181"}
    text = made.value if made.is_text else json.dumps(made.value, ensure_ascii=False)
    assert not any(each in text for each in "\x00\x07\x1b\x85\x9f\uffff")
    assert "\\u0000" not in text
