"""Fantasy Grounds: characters and npc records, and XML that is out to do harm."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sw_data.errors import ImpossibleError
from sw_data.formats.base import Reading
from sw_data.formats.encoding import decoded
from sw_data.formats.registry import text_format_named, text_format_of
from sw_data.formats.report import Fate
from sw_data.models import Character, Vehicle

GROUNDS = text_format_named("fantasy-grounds")


def read(text: str) -> tuple[Reading, ...]:
    return GROUNDS.read_text(text)


def one(text: str) -> Character:
    (reading,) = read(text)
    assert isinstance(reading.model, Character)
    return reading.model


@pytest.fixture(scope="module")
def sheet(fixtures: Path) -> str:
    return (fixtures / "fantasy-grounds/character.xml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def module(fixtures: Path) -> str:
    return (fixtures / "fantasy-grounds/module.xml").read_text(encoding="utf-8")


def test_a_character_is_read_from_its_dice_and_modifiers(sheet: str) -> None:
    assert text_format_of(sheet) is GROUNDS
    anna = one(sheet)
    assert (anna.name, anna.wild_card) == ("Anna & the <Oar>", True)
    assert str(anna.attributes.strength) == "d12+2"
    assert str(anna.attributes.spirit) == "d6+1"
    assert {name: str(die) for name, die in anna.skills.items()} == {
        "Fighting": "d8",
        "Knots": "d12+1",
    }
    assert (anna.toughness, anna.armor, anna.bennies, anna.wounds.value, anna.fatigue.value) == (
        8,
        2,
        2,
        1,
        1,
    )
    assert anna.conditions == ("shaken",)
    assert anna.hindrances == ("Vow (Major)",)
    hook, pistol = anna.weapons
    assert (str(hook.damage), hook.ap, hook.reach, hook.parry, hook.ready) == (
        "Str+d8",
        1,
        1,
        -1,
        True,
    )
    assert anna.parry + hook.parry == 5
    assert (str(pistol.damage), pistol.range, pistol.ready) == ("2d6+1", (12, 24, 48), False)
    assert [(each.name, each.worn) for each in anna.armor_pieces] == [("Padded coat", True)]
    assert [each.code for each in read(sheet)[0].diagnostics] == ["SW191"]


def test_the_npc_records_of_a_module_are_read_one_by_one(module: str) -> None:
    guard, wolf = read(module)
    assert isinstance(guard.model, Character)
    assert isinstance(wolf.model, Character)
    assert (guard.name, wolf.name, guard.generation) == ("Harbour guard", "Reed wolf", "npc")
    assert guard.model.edges == ("Level Headed", "Arcane Background (Magic, Reeds)")
    assert (guard.model.toughness, guard.model.armor, guard.model.wild_card) == (8, 2, False)
    assert guard.model.weapons[0].ready
    assert {name: str(die) for name, die in wolf.model.skills.items()} == {
        "Fighting": "d6",
        "Notice": "d10",
    }
    told = [(each.code, each.line, each.column) for each in wolf.diagnostics]
    assert ("SW101", 48, 5) in told
    assert ("SW190", 50, 5) in told


@pytest.mark.parametrize("name", ["character.xml", "module.xml"])
def test_every_value_and_attribute_of_a_file_is_in_exactly_one_list(
    fixtures: Path, name: str
) -> None:
    text = (fixtures / "fantasy-grounds" / name).read_text(encoding="utf-8")
    fields = [each for reading in read(text) for each in reading.fields]
    root = ElementTree.fromstring(text)
    leaves = sum(1 for each in root.iter() if len(each) == 0 or (each.text or "").strip())
    structure = {"type", "static", "mergerule", "name", "locked"}
    attributes = sum(1 for each in root.iter() for key in each.attrib if key not in structure)
    assert len(fields) == leaves + attributes
    assert all(each.line and each.column for each in fields)
    assert all(each.why for each in fields if each.fate is not Fate.CARRIED)


@pytest.mark.parametrize("target", ["character", "npc"])
@settings(max_examples=40)
@given(data=st.data())
def test_any_character_survives_both_ways(
    target: str,
    characters: SearchStrategy[Character],
    meaning: Callable[[Character], Character],
    data: st.DataObject,
) -> None:
    model = data.draw(characters)
    made = GROUNDS.create_text(model, target)
    back = one(made.text)
    leave = {"trait_names", "edges", "hindrances"}
    assert meaning(back).model_dump(exclude=leave) == meaning(model).model_dump(exclude=leave)
    assert made.diagnostics == ()
    assert GROUNDS.create_text(back, target).text == made.text
    ElementTree.fromstring(made.text)


def test_text_is_escaped_once_and_an_encoding_is_declared() -> None:
    name = "A & B < C > \"d\" 'e' 😀 äöü\r\nF"
    model = one(GROUNDS.create_text(_joe(name)).text)
    assert model.name == name
    text = GROUNDS.create_text(_joe(name)).text
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<root version=')
    assert not re.search(r"&(?!amp;|lt;|gt;|quot;|#13;)", text)
    assert "<br" not in text


def _joe(name: str) -> Character:
    dice = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    return Character.model_validate({"name": name, "attributes": dice, "parry": 2, "toughness": 5})


def test_control_characters_are_taken_out_both_ways() -> None:
    made = GROUNDS.create_text(_joe("Jo\x00e\x1f"))
    assert "\x00" not in made.text
    assert [each.code for each in made.diagnostics] == ["SW193"]
    text = GROUNDS.create_text(_joe("Joe")).text.replace("Joe", "Jo\x00e&#0;")
    (reading,) = read(text)
    assert reading.name == "Joe"
    assert "SW194" in {each.code for each in reading.diagnostics}


def test_a_document_type_is_refused_before_it_can_do_anything(fixtures: Path) -> None:
    text = (fixtures / "fantasy-grounds/doctype.xml").read_text(encoding="utf-8")
    (reading,) = read(text)
    assert reading.model is None
    assert [(each.code, each.line) for each in reading.diagnostics] == [("SW016", 2)]


def test_an_external_document_type_is_refused() -> None:
    text = '<!DOCTYPE root SYSTEM "http://127.0.0.1:9/x.dtd"><root><character/></root>'
    assert [each.code for each in read(text)[0].diagnostics] == ["SW016"]


def test_a_hundred_thousand_levels_are_refused() -> None:
    deep = "<root>" + "<a>" * 100_000 + "</a>" * 100_000 + "</root>"
    (reading,) = read(deep)
    assert [each.code for each in reading.diagnostics] == ["SW005"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("<root>\n<name>A & B</name></root>", (2, 9)),
        ("<root>\n  <name>A<br></name></root>", (2, 16)),
        ("<root>", (1, 7)),
        ("<root>&nbsp;</root>", (1, 7)),
        ("", (1, 1)),
    ],
)
def test_what_is_no_xml_has_its_line_and_column(text: str, place: tuple[int, int]) -> None:
    (reading,) = read(text)
    (found,) = reading.diagnostics
    assert found.code == "SW015"
    assert found.line == place[0]
    assert found.column is not None
    assert abs(found.column - place[1]) <= 3


def test_a_file_without_records_is_told() -> None:
    (reading,) = read("<root><library/></root>")
    assert [each.code for each in reading.diagnostics] == ["SW003"]


def test_columns_count_characters() -> None:
    text = '<root><character><name>ÄÖÜ😀</name><agility type="dice">d7</agility><smarts>d6</smarts></character></root>'
    (reading,) = read(text)
    (found,) = [each for each in reading.diagnostics if each.code == "SW105"]
    assert (found.line, found.column) == (1, text.index("<agility") + 1)


def test_another_encoding_is_read_as_it_declares(fixtures: Path) -> None:
    text, found = decoded((fixtures / "fantasy-grounds/latin1.xml").read_bytes())
    assert found == ()
    assert one(text).name == "Jörg"


def test_markup_that_runs_a_program_is_told_and_not_carried(sheet: str) -> None:
    text = sheet.replace("Born at sea", "&lt;img src=x onerror=alert(1)&gt;")
    (reading,) = read(text)
    assert "SW195" in {each.code for each in reading.diagnostics}
    assert isinstance(reading.model, Character)
    assert "onerror" not in str(reading.model.to_json())


@settings(max_examples=40)
@given(st.data())
def test_a_file_that_breaks_off_anywhere_stops_nothing(data: st.DataObject) -> None:
    text = GROUNDS.create_text(_joe("Joe")).text
    cut = text[: data.draw(st.integers(0, len(text)))]
    for reading in read(cut):
        assert reading.model is not None or reading.diagnostics


def test_a_wild_card_is_a_character_and_an_extra_an_npc() -> None:
    assert "<npc static" in GROUNDS.create_text(_joe("Joe")).text
    hero = _joe("Joe").model_copy(update={"wild_card": True})
    assert "<character>" in GROUNDS.create_text(hero).text
    with pytest.raises(ImpossibleError, match="character, npc"):
        GROUNDS.create_text(hero, "monster")
    with pytest.raises(ImpossibleError, match="this is a vehicle"):
        GROUNDS.create_text(Vehicle(name="Jeep", toughness=10, top_speed=10))


@pytest.mark.parametrize("notes", ['<p onclick="x()">hi</p>', "<script>alert(1)</script>", '<a href="javascript:x">hi</a>'])  # fmt: skip
def test_elements_that_run_a_program_are_told_too(sheet: str, notes: str) -> None:
    text = sheet.replace("</name>", f'</name><notes type="formattedtext">{notes}</notes>', 1)
    (reading,) = read(text)
    assert "SW195" in {each.code for each in reading.diagnostics}
    assert isinstance(reading.model, Character)
    assert "alert" not in str(reading.model.to_json())
