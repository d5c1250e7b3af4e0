from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sw_data.dice import Die
from sw_data.models import Character, Chase, Outcome, Vehicle, Weapon

ATTRIBUTES: dict[str, Any] = dict.fromkeys(
    ("agility", "smarts", "spirit", "strength", "vigor"), "d8"
)


def sheet(**keys: Any) -> Character:
    return Character.model_validate({"name": "Joe", "attributes": ATTRIBUTES, **keys})


def test_a_sheet_that_says_nothing_is_an_unarmed_unhurt_extra() -> None:
    joe = sheet()
    assert (joe.id, joe.wild_card, joe.wounds.max, joe.fatigue.max) == ("Joe", False, 1, 2)
    assert (joe.parry, joe.toughness, joe.pace, joe.bennies) == (2, 6, 6, None)
    assert (joe.weapons, joe.conditions, joe.injuries) == ((), (), ())


def test_parry_and_toughness_follow_from_the_dice_unless_the_sheet_says() -> None:
    joe = sheet(
        skills={"fighting": "d12+3"}, attributes={**ATTRIBUTES, "vigor": "d12+2"}, armor=2, size=1
    )
    assert joe.parry == 2 + 6 + 1
    assert joe.toughness == 2 + 6 + 1 + 1 + 2
    assert sheet(parry=9, toughness=3, armor=2).toughness == 3


def test_a_wild_card_holds_three_wounds_unless_the_sheet_says() -> None:
    assert sheet(wild_card=True).wounds.max == 3
    assert sheet(wild_card=True, wounds={"value": 2}).wounds.max == 3
    assert sheet(wild_card=True, wounds={"max": 0}).wounds.max == 0


@pytest.mark.parametrize("name", ["Throwing", " athletics", "ATHLETICS"])
def test_throwing_and_athletics_are_one_skill(name: str) -> None:
    assert sheet(skills={"Athletics": "d10"}).skill(name) == Die(10)
    assert sheet(skills={"Throwing": "d10"}).skill(name) == Die(10)
    assert sheet(skills={"Notice": "d10"}).skill(name) is None


def test_the_sheet_s_own_names_of_skills_are_understood() -> None:
    joe = sheet(skills={"Fighting": "d8"}, trait_names={"Kämpfen": "Fighting"})
    assert joe.skill("kämpfen") == Die(8)
    assert joe.trait_named("KÄMPFEN") == "Fighting"
    assert joe.linked_attribute("Kämpfen") == "agility"
    assert joe.trait_named("Notice") == "Notice"


def test_edges_and_hindrances_are_found_whatever_their_case_and_grade() -> None:
    joe = sheet(edges=["Level Headed"], hindrances=["Ugly (Minor)"])
    assert joe.has_edge("LEVEL HEADED")
    assert joe.has_hindrance("ugly")
    assert not joe.has_edge("Quick")


def test_a_document_is_frozen_and_knows_no_other_keys() -> None:
    with pytest.raises(ValidationError):
        sheet().name = "Jim"  # type: ignore[misc]
    for model, keys in (
        (Character, {"name": "Joe", "attributes": ATTRIBUTES, "luck": 1}),
        (Weapon, {"name": "Club", "dmg": "d4"}),
        (Vehicle, {"name": "Jeep", "speed": 4}),
        (Chase, {"name": "Run", "zones": 10}),
    ):
        with pytest.raises(ValidationError):
            model.model_validate(keys)


@pytest.mark.parametrize("die", ["d7", "d20", "d3", "2d6", "d12+", 8, None])
def test_an_attribute_is_a_trait_die(die: object) -> None:
    with pytest.raises(ValidationError):
        sheet(attributes={**ATTRIBUTES, "vigor": die})


def test_documents_come_back_as_they_went() -> None:
    joe = sheet(
        wild_card=True,
        skills={"Fighting": "d12+2"},
        weapons=[{"name": "Axe", "damage": "Str+d8+1", "range": [3, 6, 12], "min_strength": "d8"}],
        injuries=[{"location": "arm", "side": "left", "effect": "One Arm"}],
    )
    assert Character.model_validate(joe.to_json()) == joe
    assert joe.to_json()["weapons"][0]["damage"] == "Str+d8+1"


def test_an_outcome_reads_the_from_of_its_effects() -> None:
    written = {
        "id": "a1", "type": "heal", "status": "resolved", "rolls": [], "follow_ups": [], "violations": [],
        "effects": [{"actor": "joe", "field": "wounds.value", "from": 1, "to": 0}], "warnings": [],
        "rules": ["heal.wounds"], "summary": "Joe is healed.",
    }  # fmt: skip
    outcome = Outcome.model_validate(written)
    assert outcome.effects[0].from_ == 1
    assert outcome.to_json() == written
