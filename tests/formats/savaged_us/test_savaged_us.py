"""Savaged.us: the generic export both ways, and the builder's saves as far as they stand alone."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sw_data.document import pointer
from sw_data.formats.base import Reading
from sw_data.formats.registry import format_named, format_of
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import ATTRIBUTES, Character, Effect, Weapon

SAVAGED = format_named("savaged-us")


@pytest.fixture(scope="module")
def export(fixtures: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        (fixtures / "savaged-us/generic_quirks.json").read_text(encoding="utf-8")
    )
    return value


@pytest.fixture(scope="module")
def save(fixtures: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        (fixtures / "savaged-us/save.json").read_text(encoding="utf-8")
    )
    return value


def character(reading: Reading) -> Character:
    assert isinstance(reading.model, Character)
    return reading.model


def test_an_export_is_told_by_content_and_read_with_its_quirks(export: dict[str, Any]) -> None:
    assert format_of(export) is SAVAGED
    reading = SAVAGED.read(export)
    anna = character(reading)
    assert anna.name == 'Anna "Two Oars" Brandt'
    assert anna.wild_card
    assert str(anna.attributes.strength) == "d12+1"
    assert {name: str(die) for name, die in anna.skills.items()} == {
        "Boating": "d10", "Fighting": "d8", "Language (Low Reed)": "d6", "Knots": "d4", "Throwing": "d6",
        "Athletics": "d6",
    }  # fmt: skip
    assert anna.skill_attributes == {"Language (Low Reed)": "smarts", "Knots": "agility"}
    assert (anna.toughness, anna.armor, anna.pace, anna.bennies) == (8, 2, 6, 3)
    assert (anna.wounds.value, anna.wounds.max) == (1, 3)
    assert anna.edges == ("Level Headed", "Arcane Background (Weird Science)")
    assert anna.hindrances == ("Vow (Major)", "Loyal")
    assert [(each.name, each.armor, str(each.min_strength)) for each in anna.armor_pieces] == [
        ("Padded coat", 2, "d6")
    ]
    assert {each.code for each in reading.diagnostics} == {"SW191", "SW192", "SW195", "SW196"}


def test_the_weapons_of_an_export_are_read(export: dict[str, Any]) -> None:
    hook, gun = character(SAVAGED.read(export)).weapons
    assert (str(hook.damage), hook.reach, hook.rof, str(hook.min_strength), hook.range) == (
        "Str+d8+2",
        1,
        1,
        "d8",
        None,
    )
    assert [(each.applies_to, each.value) for each in hook.modifiers] == [("Fighting", 1)]
    assert (str(gun.damage), gun.range, gun.ap, gun.min_strength) == ("3d6", (12, 24, 48), 0, None)


def test_parry_with_a_weapon_in_hand_is_what_the_export_says(export: dict[str, Any]) -> None:
    anna = character(SAVAGED.read(export))
    assert anna.parry + sum(each.parry for each in anna.weapons if each.ready) == 6


def test_a_description_that_would_run_a_program_is_told_and_not_carried(
    export: dict[str, Any],
) -> None:
    reading = SAVAGED.read(export)
    assert [each.pointer for each in reading.diagnostics if each.code == "SW195"] == ["/background"]
    assert "onerror" not in json.dumps(character(reading).to_json())


def test_a_save_is_read_as_far_as_it_stands_alone(save: dict[str, Any]) -> None:
    assert format_of(save) is SAVAGED
    reading = SAVAGED.read(save)
    bo = character(reading)
    assert {name: str(getattr(bo.attributes, name)) for name in ATTRIBUTES} == {
        "agility": "d6", "smarts": "d6", "spirit": "d8", "strength": "d12", "vigor": "d12+1",
    }  # fmt: skip
    assert {name: str(die) for name, die in bo.skills.items()} == {
        "Athletics": "d8", "Common Knowledge": "d4", "Notice": "d6", "Persuasion": "d4", "Stealth": "d4",
        "Fighting": "d10", "Language (Danish)": "d8", "Riding": "d4",
    }  # fmt: skip
    assert bo.edges == ("Sea Legs",)
    assert bo.conditions == ("shaken",)
    assert [(each.name, str(each.damage), each.ready) for each in bo.weapons] == [
        ("Oar", "Str+d4", True)
    ]
    assert bo.armor == 1
    (told,) = [each.message for each in reading.diagnostics if each.code == "SW198"]
    assert "1 edges, 1 hindrances, 1 weapons, 1 advances that give an edge, the race" in told


def test_rows_of_a_list_of_saves_are_characters_or_told(fixtures: Path) -> None:
    rows = json.loads((fixtures / "savaged-us/saves.json").read_text(encoding="utf-8"))
    readings = [SAVAGED.read(row) for row in rows]
    assert all(SAVAGED.recognises(row) for row in rows)
    assert [each.name for each in readings] == ["Bo Lund", "Stomper", "Broken"]
    assert [each.model is not None for each in readings] == [True, False, False]
    assert [each.code for each in readings[1].diagnostics] == ["SW104"]
    assert [each.code for each in readings[2].diagnostics] == ["SW001"]
    assert readings[0].fields


def test_no_real_save_stops_the_reader(shared: Path) -> None:
    read = 0
    for path in sorted((shared / "corpus/savaged-us").glob("*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        for each in as_array(value) or [value]:
            assert SAVAGED.recognises(each)
            reading = SAVAGED.read(each)
            read += 1
            if reading.model is not None:
                assert len(character(reading).skills) >= 5
            else:
                assert reading.diagnostics
    assert read >= 27


@settings(max_examples=40)
@given(data=st.data())
def test_any_character_survives_an_export_and_an_export_survives_a_character(
    characters: SearchStrategy[Character],
    meaning: Callable[[Character], Character],
    data: st.DataObject,
) -> None:
    model = data.draw(characters)
    made = SAVAGED.create(model)
    back = character(SAVAGED.read(made.value))
    assert _same(meaning(back), meaning(model))
    assert made.diagnostics == ()
    again = SAVAGED.create(back).value
    assert again == made.value


def _same(one: Character, other: Character) -> bool:
    """Whether two are the same but for links of skills, which an export always writes out."""
    leave = {"skill_attributes", "trait_names", "hindrances", "edges"}
    return one.model_dump(exclude=leave) == other.model_dump(exclude=leave)


def test_what_an_export_has_no_place_for_is_told() -> None:
    model = Character.model_validate(
        {
            "name": "Joe", "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6"),
            "conditions": ["shaken"], "wounds": {"ignored": 1},
        }
    )  # fmt: skip
    told = [each.message for each in SAVAGED.create(model).diagnostics]
    assert len(told) == 2
    assert all("savaged-us has no place for" in each for each in told)


def test_wounds_are_written_back_where_they_were_read(export: dict[str, Any]) -> None:
    effects = [
        Effect("x", "wounds.value", 1, 2),
        Effect("x", "conditions", [], ["shaken"]),
    ]
    writing = SAVAGED.write(export, effects)
    assert [(each.op, each.path, each.value) for each in writing.edits] == [
        ("replace", "/wounds", 2)
    ]
    assert [each.code for each in writing.diagnostics] == ["SW181"]


_ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=True)
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@pytest.mark.parametrize("fixture", ["savaged-us/generic_quirks.json", "savaged-us/save.json"])
@settings(max_examples=40)
@given(data=st.data())
def test_no_value_of_any_type_stops_the_reader(
    fixtures: Path, fixture: str, data: st.DataObject
) -> None:
    from sw_data.formats.report import leaves

    value = json.loads((fixtures / fixture).read_text(encoding="utf-8"))
    places = [place for place, _ in leaves(value)]
    for _ in range(3):
        _put(value, data.draw(st.sampled_from(places)), data.draw(_ANYTHING))
    if SAVAGED.recognises(value):
        reading = SAVAGED.read(value)
        assert isinstance(reading.model, Character)
        assert [each.pointer for each in reading.fields] == [place for place, _ in leaves(value)]


def _put(value: object, place: str, new: object) -> None:
    steps = list(pointer.split(place))
    here = value
    for step in steps[:-1]:
        elements, members = as_array(here), as_object(here)
        if elements is not None:
            here = elements[int(step)] if int(step) < len(elements) else None
        else:
            here = (members or {}).get(step)
    elements, members = as_array(here), as_object(here)
    if members is not None:
        members[steps[-1]] = new
    elif elements is not None and int(steps[-1]) < len(elements):
        elements[int(steps[-1])] = new


def test_each_key_may_be_missing(export: dict[str, Any]) -> None:
    for key in export:
        without = {other: copy.deepcopy(value) for other, value in export.items() if other != key}
        reading = SAVAGED.read(without)
        assert isinstance(reading.model, Character)


def test_a_document_that_is_too_deep_is_refused() -> None:
    deep: Any = {}
    for _ in range(1000):
        deep = {"a": deep}
    value = {"attributes": [{"name": "agility", "dieValue": 6}], "skills": [], "bio": deep}
    reading = SAVAGED.read(value)
    assert reading.model is None
    assert [each.code for each in reading.diagnostics] == ["SW005"]


def test_a_name_with_control_characters_loses_them_with_a_finding(export: dict[str, Any]) -> None:
    reading = SAVAGED.read({**export, "name": "An\x00na\r\nB & <C> \"d\" 'e' 😀 ä"})
    assert character(reading).name == "Anna\r\nB & <C> \"d\" 'e' 😀 ä"
    assert [each.pointer for each in reading.diagnostics if each.code == "SW194"] == ["/name"]


def test_a_weapon_is_no_sheet_of_savaged_us() -> None:
    from sw_data.errors import ImpossibleError

    with pytest.raises(ImpossibleError, match="this is a weapon"):
        SAVAGED.create(Weapon(name="Club"))
