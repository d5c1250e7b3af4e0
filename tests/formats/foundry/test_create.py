from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.formats.foundry.create import create
from sw_data.formats.foundry.generations import generation_of
from sw_data.formats.foundry.reading import read
from sw_data.formats.foundry.target import document_id, target_of
from sw_data.models import Character, Chase, Vehicle, Weapon

GENERATIONS = {
    "0.10": "G0b",
    "0.13": "G0b",
    "0.14": "G0c",
    "0.22": "G0c",
    "1.1": "G0d",
    "1.2": "G0d",
    "2.0": "G1",
    "2.4": "G1",
    "3.0": "G1",
    "3.1": "G2",
    "3.4": "G2",
    "4.2": "G3",
    "4.4": "G3",
    "5.0": "G4",
    "5.2": "G4",
    "6.0": "G5",
}
JOE: dict[str, Any] = {
    "kind": "character",
    "id": "joe",
    "name": "Joe",
    "wild_card": True,
    "attributes": {
        "agility": "d8",
        "smarts": "d6",
        "spirit": "d6",
        "strength": "d12+2",
        "vigor": "d8",
    },
    "skills": {"Fighting": "d8", "Shooting": "d6", "Klingon": "d4-1"},
    "skill_attributes": {"Klingon": "smarts"},
    "bennies": 2,
    "armor": 3,
    "wounds": {"value": 1, "max": 4},
    "fatigue": {"value": 1},
    "conditions": ["distracted", "shaken"],
    "edges": ["Level Headed", "Quick"],
    "hindrances": ["Hesitant"],
    "injuries": [{"location": "leg", "effect": "Lame", "lasts": "until_healed"}],
    "armor_pieces": [{"name": "Plate", "armor": 3, "min_strength": "d10"}],
    "weapons": [
        {
            "name": "Hammer",
            "damage": "Str+d10+1",
            "parry": -1,
            "min_strength": "d10",
            "ready": True,
            "modifiers": [{"applies_to": "Fighting", "value": 1}],
        },
        {
            "name": "Rifle",
            "damage": "2d8+1",
            "ap": 2,
            "rof": 3,
            "range": [24, 48, 96],
            "trait": "Shooting",
        },
        {"name": "Breath", "damage": "2d6", "range": "Cone Template", "adds_strength": False},
    ],
}
JEEP: dict[str, Any] = {
    "kind": "vehicle",
    "id": "jeep000000000001",
    "name": "Jeep",
    "top_speed": 60,
    "top_speed_unit": "km/h",
    "handling": 1,
    "toughness": 14,
    "armor": 3,
    "size": 4,
    "wounds": {"value": 1, "max": 4},
    "conditions": ["out_of_control"],
    "driver": "joe0000000000001",
    "occupants": [
        {"actor": "joe0000000000001", "seatbelt": True},
        {"actor": "goon", "seatbelt": False},
    ],
    "weapons": [{"name": "MG", "damage": "2d8", "range": [30, 60, 120], "rof": 4}],
}


def joe() -> Character:
    return Character.model_validate(JOE)


def jeep() -> Vehicle:
    return Vehicle.model_validate(JEEP)


@pytest.mark.parametrize("target", sorted(GENERATIONS))
def test_a_new_character_has_the_shape_of_its_version(target: str) -> None:
    value = create(joe(), target).value
    assert generation_of(value) == GENERATIONS[target]
    json.dumps(value, allow_nan=False)
    for item in value["items"]:
        assert re.fullmatch(r"[A-Za-z0-9]{16}", item["_id"])
    ids = [value["_id"], *(item["_id"] for item in value["items"])]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("target", sorted(set(GENERATIONS) - {"0.10", "0.13", "0.14"}))
def test_a_new_character_says_what_the_model_says(target: str) -> None:
    made = create(joe(), target)
    assert made.diagnostics == ()
    told = read(made.value).model
    assert isinstance(told, Character)
    for field in ("attributes", "skills", "parry", "toughness", "armor", "pace", "bennies"):
        assert getattr(told, field) == getattr(joe(), field), field
    for field in ("wounds", "fatigue", "conditions", "injuries", "armor_pieces"):
        assert getattr(told, field) == getattr(joe(), field), field
    assert set(told.edges) == {"Level Headed", "Quick"}
    assert told.hindrances == ("Hesitant",)
    assert [each.damage for each in told.weapons] == [each.damage for each in joe().weapons]
    assert told.weapons[0].modifiers[0].value == 1


@pytest.mark.parametrize("target", sorted(GENERATIONS))
def test_a_new_vehicle_says_what_the_model_says(target: str) -> None:
    made = create(jeep(), target)
    assert made.diagnostics == ()
    told = read(made.value).model
    assert isinstance(told, Vehicle)
    for field in jeep().model_dump(exclude={"weapons"}):
        assert getattr(told, field) == getattr(jeep(), field), field


@pytest.mark.parametrize("target", sorted(GENERATIONS))
def test_a_new_weapon_is_read_as_it_was(target: str) -> None:
    rifle = joe().weapons[1]
    made = create(rifle, target)
    assert made.diagnostics == ()
    told = read(made.value).model
    assert isinstance(told, Weapon)
    assert (told.damage, told.range, told.rof, told.ap) == (
        rifle.damage,
        rifle.range,
        rifle.rof,
        rifle.ap,
    )


def test_the_newest_version_is_made_if_none_is_named() -> None:
    value = create(joe()).value
    assert value["_stats"]["systemVersion"] == "6.0.0"
    assert "status" not in value["system"]
    assert [each["_id"] for each in value["effects"]] == ["distracted000000", "shaken0000000000"]
    skills = {each["name"]: each for each in value["items"] if each["type"] == "skill"}
    assert skills["Fighting"]["system"]["swid"] == "fighting"
    assert skills["Fighting"]["system"]["attribute"] == "agility"


def test_the_same_model_makes_the_same_document() -> None:
    assert create(joe(), "5.2") == create(joe(), "5.2")
    assert create(joe()).value["_id"] != create(joe().model_copy(update={"id": "j2"})).value["_id"]


def test_an_id_that_foundry_takes_is_kept_and_any_other_is_replaced() -> None:
    assert document_id("abcdefghij012345") == "abcdefghij012345"
    assert create(jeep()).value["_id"] == "jeep000000000001"
    for odd in ("", "joe", "x" * 17, "\ud800", "abcdefghij01234é"):
        assert re.fullmatch(r"[A-Za-z0-9]{16}", document_id(odd, "a"))


def test_what_a_version_has_no_place_for_is_a_finding() -> None:
    weapon = {
        "name": "Odd",
        "damage": "Str+d7",
        "reach": 12,
        "range": "around the corner",
        "modifiers": [{"applies_to": "Notice", "value": 1}],
    }
    made = create(Weapon.model_validate(weapon))
    assert {each.code for each in made.diagnostics} == {"SW181"}
    assert sorted(each.message.split(" is ")[0] for each in made.diagnostics) == [
        "damage",
        "modifiers",
        "range",
        "reach",
    ]
    old = create(joe(), "0.13")
    assert "weapons.0.parry" in {each.message.split(" is ")[0] for each in old.diagnostics}


def test_a_melee_weapon_without_the_word_has_its_strength_written_out() -> None:
    made = create(Weapon.model_validate({"name": "Hammer", "damage": "d10"})).value
    assert made["system"]["damage"] == "@str+d10"
    flat = {"name": "Saw", "damage": "2d6+4", "adds_strength": False}
    assert create(Weapon.model_validate(flat)).value["system"]["damage"] == "2d6+4"
    knife = {"name": "Knife", "damage": "d4", "range": [3, 6, 12], "trait": "Athletics"}
    assert create(Weapon.model_validate(knife)).value["system"]["damage"] == "@str+d4"


def test_a_name_in_the_sheets_own_language_stays_and_its_slug_tells_the_skill() -> None:
    data = {**JOE, "trait_names": {"Kämpfen": "Fighting"}}
    value = create(Character.model_validate(data)).value
    item = next(each for each in value["items"] if each["system"].get("swid") == "fighting")
    assert item["name"] == "Kämpfen"
    told = read(value).model
    assert isinstance(told, Character)
    assert told.skills == joe().skills


def test_a_driver_who_is_no_foundry_actor_is_told_by_our_flags() -> None:
    for target in ("2.4", "6.0"):
        made = create(jeep().model_copy(update={"driver": "goon"}), target)
        told = read(made.value).model
        assert isinstance(told, Vehicle)
        assert told.driver == "goon"


@pytest.mark.parametrize("odd", ["", "7.0", "0.4", "six", "6.0.0.0", "-1", "v", "6,0"])
def test_a_version_that_does_not_exist_names_those_that_do(odd: str) -> None:
    with pytest.raises(NotFoundError, match=r"6\.0, 5\.2"):
        create(joe(), odd)


def test_a_version_may_be_spelt_with_or_without_its_parts() -> None:
    assert target_of("5").version == (5, 0)
    assert target_of("v5.2.6").text == "5.2.6"
    assert target_of(None).version == (6, 0)


def test_a_chase_has_no_document() -> None:
    with pytest.raises(ImpossibleError, match="chase"):
        create(Chase(name="Harbour run"))


DICE = st.sampled_from(["d4", "d6", "d8", "d10", "d12", "d12+1", "d12+4"])
NAMES = st.sampled_from(["Fighting", "Shooting", "Notice", "Stealth", "Driving", "Athletics"])
SMALL = st.integers(0, 4)
WEAPONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "name": st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1),
        "damage": st.sampled_from(["Str", "Str+d6", "Str+2d4+1", "2d8+1", "3d6", "d10"]),
        "parry": st.integers(-2, 2),
        "reach": SMALL,
        "ap": SMALL,
        "rof": st.integers(1, 4),
        "min_strength": st.none() | DICE,
        "range": st.none() | st.just([12, 24, 48]) | st.just("Medium Blast Template"),
        "ready": st.booleans(),
        "modifiers": st.sampled_from([[], [{"applies_to": "damage", "value": -2}]]),
    }
)
CHARACTERS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "name": st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1),
        "wild_card": st.booleans(),
        "attributes": st.fixed_dictionaries(
            {name: DICE for name in ("agility", "smarts", "spirit", "strength", "vigor")}
        ),
        "skills": st.dictionaries(NAMES, DICE),
        "parry": st.integers(1, 15),
        "toughness": st.integers(1, 40),
        "armor": st.integers(0, 10),
        "pace": st.integers(0, 20),
        "size": st.integers(-4, 12),
        "wounds": st.fixed_dictionaries(
            {"value": SMALL, "max": st.integers(1, 6), "ignored": SMALL}
        ),
        "fatigue": st.fixed_dictionaries({"value": SMALL, "max": SMALL, "ignored": SMALL}),
        "wounds_or_fatigue_ignored": SMALL,
        "conditions": st.lists(
            st.sampled_from(["shaken", "stunned", "prone", "bound", "dead", "on-fire"]), unique=True
        ),
        "weapons": st.lists(WEAPONS, max_size=3),
    }
)


@given(data=CHARACTERS, target=st.sampled_from(["2.4", "3.1", "3.4", "4.4", "5.0", "5.2", "6.0"]))
def test_whatever_the_format_carries_is_read_back(data: dict[str, Any], target: str) -> None:
    model = Character.model_validate(data)
    made = create(model, target)
    assert made.diagnostics == ()
    told = read(made.value).model
    assert isinstance(told, Character)
    want = model.model_dump(exclude={"id", "weapons", "conditions", "bennies", "current"})
    assert told.model_dump(include=set(want)) == want
    assert set(told.conditions) >= set(model.conditions)
    for one, other in zip(told.weapons, model.weapons, strict=True):
        same = ("name", "parry", "reach", "ap", "rof", "min_strength", "range", "ready")
        assert [getattr(one, key) for key in same] == [getattr(other, key) for key in same]
