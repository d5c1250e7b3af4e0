from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sw_data.formats.foundry.updates import updates, world_updates
from sw_data.models import Effect


def load(fixtures: Path, name: str) -> Any:
    return json.loads((fixtures / "foundry" / "written" / f"{name}.json").read_bytes())


def wound(now: int = 1) -> Effect:
    return Effect("x", "wounds.value", 0, now)


def shaken() -> Effect:
    return Effect("x", "conditions", [], ["shaken"])


@pytest.mark.parametrize(
    ("name", "key"), [("g0d_character", "data"), ("g1_character", "system"), ("g5_npc", "system")]
)
def test_an_update_has_the_id_and_dotted_keys_of_its_generation(
    fixtures: Path, name: str, key: str
) -> None:
    value = load(fixtures, name)
    assert updates([(value, [wound()])]) == {
        "update": [{"_id": value["_id"], f"{key}.wounds.value": 1}],
        "create": [],
        "delete": [],
    }


def test_a_condition_is_an_effect_to_create_and_later_one_to_delete(fixtures: Path) -> None:
    value = load(fixtures, "g4_character")
    made = updates([(value, [shaken()])])
    assert made["update"] == []
    assert made["delete"] == []
    (creation,) = made["create"]
    assert creation["parent"] == "Actor.g4Character00001"
    assert creation["type"] == "ActiveEffect"
    assert creation["data"]["_id"] == "shaken0000000000"
    value["effects"] = [creation["data"]]
    assert updates([(value, [Effect("x", "conditions", ["shaken"], [])])]) == {
        "update": [],
        "create": [],
        "delete": [
            {
                "parent": "Actor.g4Character00001",
                "type": "ActiveEffect",
                "ids": ["shaken0000000000"],
            }
        ],
    }


def test_a_condition_of_an_old_generation_is_an_update_of_its_boolean(fixtures: Path) -> None:
    value = load(fixtures, "g0c_character")
    assert updates([(value, [shaken()])])["update"] == [
        {"_id": "g0cCharacter0001", "data.status.isShaken": True}
    ]


def test_what_a_sheet_has_no_place_for_is_an_update_of_our_flags_and_nothing_about_files(
    fixtures: Path,
) -> None:
    value = load(fixtures, "partial_npc")
    del value["system"]["wounds"]
    effects = [Effect("x", "zone", 3, 4, "c1"), wound(), shaken()]
    made = updates([(value, effects)])
    (entry,) = made["update"]
    assert entry == {
        "_id": "partialNpc000001",
        "system.wounds": {"value": 1},
        "flags.sw-data.chases": [{"chase": "c1", "zone": 4, "start": {"zone": 3}}],
    }
    assert "sw-data" not in made["create"][0]["data"]["flags"]


def test_flags_of_ours_that_are_empty_are_taken_away(fixtures: Path) -> None:
    value = load(fixtures, "g4_character")
    value["flags"]["sw-data"] = {"injuries": [{"location": "leg", "effect": "Lame"}]}
    healed = [Effect("x", "injuries", value["flags"]["sw-data"]["injuries"], [])]
    assert updates([(value, healed)])["update"] == [
        {"_id": "g4Character00001", "flags.-=sw-data": None}
    ]


def test_an_effect_that_only_loses_a_part_is_made_anew_under_its_id(fixtures: Path) -> None:
    value = load(fixtures, "g4_character")
    value["effects"] = [{"_id": "a" * 16, "name": "Two", "statuses": ["shaken", "stunned"]}]
    made = updates([(value, [Effect("x", "conditions", ["shaken", "stunned"], ["stunned"])])])
    assert made["delete"][0]["ids"] == ["a" * 16]
    assert made["create"][0]["data"] == {"_id": "a" * 16, "name": "Two", "statuses": ["stunned"]}


def test_the_crew_goes_as_a_whole_list(fixtures: Path) -> None:
    value = load(fixtures, "g4_vehicle")
    change = Effect("x", "driver", "joe0000000000001", "ann0000000000001")
    (entry,) = updates([(value, [change])])["update"]
    assert [each["role"] for each in entry["system.crew.members"]] == ["other", "operator"]


def test_a_document_without_an_id_is_a_finding_and_no_update_by_name(fixtures: Path) -> None:
    value = load(fixtures, "g0b_npc")
    result = world_updates([(value, [wound()])])
    assert result.value == {"update": [], "create": [], "delete": []}
    (finding,) = result.diagnostics
    assert finding.code == "SW182"
    assert "Guard" in finding.message


def test_the_export_source_names_a_document_without_an_id(fixtures: Path) -> None:
    value = load(fixtures, "g4_character")
    del value["_id"]
    value["_stats"]["exportSource"] = {"uuid": "Actor.abcdefghij012345"}
    assert updates([(value, [wound()])])["update"][0]["_id"] == "abcdefghij012345"


def test_the_actor_of_an_unlinked_token_is_named_by_its_token(fixtures: Path) -> None:
    value = load(fixtures, "g5_npc")
    uuid = "Scene.s000000000000001.Token.t000000000000001.Actor.g5Npc00000000001"
    value["_stats"]["exportSource"] = {"uuid": uuid}
    result = world_updates([(value, [wound(), shaken()])])
    assert result.diagnostics == ()
    assert result.value["update"] == [
        {"_id": "g5Npc00000000001", "uuid": uuid, "system.wounds.value": 1}
    ]
    assert result.value["create"][0]["parent"] == uuid


def test_unlinked_tokens_are_told_of(fixtures: Path) -> None:
    result = world_updates([(load(fixtures, "g5_npc"), [wound()])])
    assert [each.code for each in result.diagnostics] == ["SW183"]
    assert len(result.value["update"]) == 1


def test_two_zombies_of_one_id_are_not_mixed_up(fixtures: Path) -> None:
    zombie = load(fixtures, "g2_npc")
    other = load(fixtures, "g4_character")
    result = world_updates([(zombie, [wound()]), (zombie, [shaken()]), (other, [wound(2)])])
    assert [each["_id"] for each in result.value["update"]] == ["g4Character00001"]
    assert result.value["create"] == []
    assert [each.code for each in result.diagnostics] == ["SW184"]
    alone = world_updates([(zombie, [wound()]), (zombie, [])])
    assert len(alone.value["update"]) == 1


def test_an_effect_without_an_id_cannot_be_taken_away_in_a_world(fixtures: Path) -> None:
    value = load(fixtures, "g4_character")
    value["effects"] = [{"name": "Fear", "statuses": ["shaken"]}]
    result = world_updates([(value, [Effect("x", "conditions", ["shaken"], [])])])
    assert result.value["delete"] == []
    assert [(each.code, each.pointer) for each in result.diagnostics] == [("SW182", "/effects/0")]


@pytest.mark.parametrize("value", [None, 3, [], "x"])
def test_what_is_no_document_needs_no_update(value: object) -> None:
    assert updates([(value, [wound()])]) == {"update": [], "create": [], "delete": []}
