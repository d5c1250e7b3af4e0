"""Roll20: characters of the VTT Enhancement Suite, on the official sheet and the Tabbed one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sw_data.errors import ImpossibleError
from sw_data.formats.base import Reading
from sw_data.formats.registry import format_named, format_of
from sw_data.formats.report import leaves
from sw_data.models import Character, Effect

ROLL20 = format_named("roll20")


@pytest.fixture(scope="module")
def official(fixtures: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        (fixtures / "roll20/official.json").read_text(encoding="utf-8")
    )
    return value


@pytest.fixture(scope="module")
def tabbed(fixtures: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        (fixtures / "roll20/tabbed.json").read_text(encoding="utf-8")
    )
    return value


def character(reading: Reading) -> Character:
    assert isinstance(reading.model, Character)
    return reading.model


def test_the_official_sheet_is_read(official: dict[str, Any]) -> None:
    assert format_of(official) is ROLL20
    reading = ROLL20.read(official)
    pelle = character(reading)
    assert reading.generation == "official"
    assert (pelle.name, pelle.wild_card) == ("Pelle Håkansson", True)
    assert str(pelle.attributes.strength) == "d12+2"
    assert {name: str(die) for name, die in pelle.skills.items()} == {
        "Fighting": "d8", "Shooting": "d6", "Knots": "d6+1",
    }  # fmt: skip
    assert pelle.skill_attributes == {"Knots": "agility"}
    assert (pelle.pace, pelle.parry, pelle.toughness, pelle.armor, pelle.size) == (5, 7, 9, 2, 1)
    assert (pelle.wounds.value, pelle.wounds.max, pelle.wounds.ignored, pelle.bennies) == (
        1,
        4,
        1,
        2,
    )
    assert pelle.conditions == ("shaken", "distracted")
    assert pelle.edges == ("Level Headed",)
    assert pelle.hindrances == ("Vow (Major)",)
    (harpoon,) = pelle.weapons
    assert (str(harpoon.damage), harpoon.range, harpoon.ap, str(harpoon.min_strength)) == (
        "Str+d6+1",
        (3, 6, 12),
        2,
        "d8",
    )
    assert (harpoon.trait, harpoon.reach) == ("Athletics", 1)
    assert [(each.applies_to, each.value, each.label) for each in harpoon.modifiers] == [
        ("Athletics", 1, "Trademark")
    ]
    assert {each.code for each in reading.diagnostics} == {"SW191"}


def test_a_hidden_skill_is_one_that_the_character_does_not_have(official: dict[str, Any]) -> None:
    assert "Notice" not in character(ROLL20.read(official)).skills


def test_of_a_renamed_field_the_newer_name_is_read(official: dict[str, Any]) -> None:
    fields = ROLL20.read(official).fields
    places = {
        each["name"]: f"/attribs/{number}/current"
        for number, each in enumerate(official["attribs"])
        if "minstr" in each["name"]
    }
    told = {each.pointer: each for each in fields}
    assert told[places["repeating_weapons_-Ne_weaponminstrength"]].model == "weapons.0.min_strength"
    older = official["attribs"].index(
        next(e for e in official["attribs"] if e["name"] == "repeating_weapons_-Ne_minstrength")
    )
    assert "renamed" in next(
        each.why for each in fields if (each.pointer or "").startswith(f"/attribs/{older}/")
    )


def test_the_tabbed_sheet_is_read_with_its_duplicates(tabbed: dict[str, Any]) -> None:
    reading = ROLL20.read(tabbed)
    reader = character(reading)
    assert reading.generation == "tabbed"
    assert not reader.wild_card
    assert str(reader.attributes.agility) == "d8"
    assert {name: str(die) for name, die in reader.skills.items()} == {
        "Fighting": "d8", "Throwing": "d6", "Knowledge (Tides)": "d10", "Athletics": "d6",
    }  # fmt: skip
    assert (reader.pace, reader.parry, reader.toughness) == (8, 6, 6)
    assert [(each.name, str(each.damage), str(each.min_strength)) for each in reader.weapons] == [
        ("Knife", "Str+d4", "d4")
    ]
    assert reader.armor_pieces == ()
    codes = [each.code for each in reading.diagnostics]
    assert codes.count("SW197") == 2
    assert codes.count("SW101") == 2
    assert [each.pointer for each in reading.diagnostics if each.code == "SW195"] == ["/bio"]


@pytest.mark.parametrize("sheet", ["official", "tabbed"])
@settings(max_examples=40)
@given(data=st.data())
def test_any_character_survives_either_sheet_both_ways(
    sheet: str,
    characters: SearchStrategy[Character],
    meaning: Callable[[Character], Character],
    data: st.DataObject,
) -> None:
    model = meaning(data.draw(characters))
    made = ROLL20.create(model, sheet)
    read = character(ROLL20.read(made.value))
    back = meaning(read)
    leave = {"skill_attributes", "trait_names", "edges", "hindrances", "weapons"}
    assert back.model_dump(exclude=leave) == model.model_dump(exclude=leave)
    assert [each.model_dump(exclude={"trait"}) for each in back.weapons] == [
        each.model_dump(exclude={"trait"}) for each in model.weapons
    ]
    assert made.diagnostics == ()
    assert ROLL20.create(read, sheet).value == made.value


def test_the_same_character_gives_the_same_document(characters: SearchStrategy[Character]) -> None:
    model = character(ROLL20.read({"attribs": [], "name": "x"}))
    assert ROLL20.create(model).value == ROLL20.create(model).value


def test_every_value_is_written_as_a_text(official: dict[str, Any]) -> None:
    made = ROLL20.create(character(ROLL20.read(official)))
    assert {type(each["current"]) for each in made.value["attribs"]} == {str}


def test_there_are_two_sheets_to_write_for() -> None:
    model = character(ROLL20.read({"attribs": [], "name": "x"}))
    with pytest.raises(ImpossibleError, match="official, tabbed"):
        ROLL20.create(model, "graph paper")


def test_wounds_are_written_back_as_the_text_that_they_were(official: dict[str, Any]) -> None:
    effect = Effect("x", "wounds.value", 1, 3)
    (edit,) = ROLL20.write(official, [effect]).edits
    assert edit.value == "3"
    where = int(edit.path.split("/")[2])
    assert official["attribs"][where]["name"] == "wounds"


_ANYTHING: SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-9, 99),
    st.text(max_size=4),
    st.lists(st.none(), max_size=1),
    st.just({"a": 1}),
)


@pytest.mark.parametrize("fixture", ["roll20/official.json", "roll20/tabbed.json"])
@settings(max_examples=40)
@given(data=st.data())
def test_no_value_of_any_type_stops_the_reader(
    fixtures: Path, fixture: str, data: st.DataObject
) -> None:
    value = json.loads((fixtures / fixture).read_text(encoding="utf-8"))
    number = data.draw(st.integers(0, len(value["attribs"]) - 1))
    key = data.draw(st.sampled_from(["name", "current", "max", "id"]))
    if isinstance(value["attribs"][number], dict):
        value["attribs"][number][key] = data.draw(_ANYTHING)
    value[data.draw(st.sampled_from(["name", "oldId", "bio", "abilities", "schema_version"]))] = (
        data.draw(_ANYTHING)
    )
    reading = ROLL20.read(value)
    assert isinstance(reading.model, Character)
    assert [each.pointer for each in reading.fields] == [place for place, _ in leaves(value)]


@pytest.mark.parametrize("attribs", [None, {}, "x", 3, [None, 1, "a", [], {}]])
def test_a_character_without_attributes_is_read_with_findings(attribs: object) -> None:
    reading = ROLL20.read(
        {"schema_version": 2, "name": "Joe", "abilities": [], "bio": "", "attribs": attribs}
    )
    assert character(reading).name == "Joe"
    assert reading.diagnostics
