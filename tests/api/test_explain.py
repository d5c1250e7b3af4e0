"""The derivation of an outcome: every field that it rests on, with its place in the file."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw

HANDS = [
    {"_id": "spear00000000001", "name": "Spear", "type": "weapon",
     "system": {"damage": "@str+d6", "minStr": "d6", "range": "", "rangeType": 0, "rof": 1, "ap": 0,
                "parry": 1, "equipStatus": 4, "actions": {"trait": "Fighting"}}},
    {"_id": "fighting00000001", "name": "Fighting", "type": "skill",
     "system": {"swid": "fighting", "attribute": "agility", "die": {"sides": 8, "modifier": 0}}},
]  # fmt: skip
GEAR = [
    {"_id": "shield0000000001", "name": "Buckler", "type": "shield",
     "system": {"parry": 1, "cover": 0, "minStr": "d4", "equipStatus": 3}},
    {"_id": "armor00000000001", "name": "Mail", "type": "armor",
     "system": {"armor": 3, "minStr": "d6", "equipStatus": 3, "locations": {"torso": True}}},
    {"_id": "armor00000000002", "name": "Spare", "type": "armor",
     "system": {"armor": 2, "minStr": "d6", "equipStatus": 1, "locations": {"torso": True}}},
]  # fmt: skip
TRAINED = {
    "_id": "effect0000000001", "name": "Drilled", "disabled": False,
    "changes": [{"key": "@Skill{Fighting}[system.die.sides]", "mode": 2, "value": "2"}],
}  # fmt: skip


@pytest.fixture
def duel(fixtures: Path, tmp_path: Path) -> sw.Run:
    """Ann, drilled, hits Bob, who has a spear, a buckler and mail."""
    blank = json.loads((fixtures / "foundry" / "written" / "g4_character.json").read_bytes())
    people: list[dict[str, Any]] = []
    for name, items, effects in (("Ann", HANDS, [TRAINED]), ("Bob", [*HANDS, *GEAR], [])):
        who = copy.deepcopy(blank)
        who |= {"_id": f"{name}{'0' * 13}", "name": name, "items": items, "effects": effects}
        people.append(who)
    path = tmp_path / "duel.json"
    path.write_text(json.dumps(people, indent=1), encoding="utf-8")
    attack = {"id": "a1", "type": "attack", "actor": "Ann", "weapon": "Spear", "target": "Bob",
              "dice": {"attack": [9, 2], "damage": [6, 5, 3]}}  # fmt: skip
    return sw.resolve(
        {"format": "sw-data/log", "version": 1, "actors": [], "actions": [attack]}, actors=path
    )


def test_what_changes_a_field_has_its_place_beside_the_field(duel: sw.Run) -> None:
    told = duel.explain("a1")
    assert "from Ann skills.Fighting by Drilled at" in told
    for field in ("parry by Buckler", "weapons.0.parry", "armor by Mail", "toughness", "parry"):
        assert f"Bob {field} at" in told.replace(f"Bob (Bob{'0' * 13})", "Bob")
    assert "/1/items/2/system/parry" in told
    assert "Spare" not in told


def test_a_chase_skill_check_names_the_vehicles_fields(tmp_path: Path) -> None:
    person = {
        "kind": "character", "id": "ann", "name": "Ann", "wild_card": True, "skills": {"Driving": "d8"},
        "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6"),
    }  # fmt: skip
    car = {
        "kind": "vehicle", "id": "car", "name": "Car", "top_speed": 20, "handling": 1, "toughness": 10,
        "driver": "Ann", "wounds": {"value": 1, "max": 3},
    }  # fmt: skip
    chase = {
        "kind": "chase", "id": "c", "name": "C", "chase_skill": "Driving", "range": {"modifier_per_zone": -1},
        "participants": [{"id": "p", "actor": "Ann", "vehicle": "Car", "side": "quarry", "zone": 1}],
    }  # fmt: skip
    path = tmp_path / "cast.json"
    path.write_text(json.dumps([person, car, chase], indent=1), encoding="utf-8")
    push = {"id": "a1", "type": "zone_movement", "actor": "Ann", "push": True,
            "dice": {"roll": [4, 2], "control": [1, 2], "control_second": [1, 2]}}  # fmt: skip
    run = sw.resolve(
        {"format": "sw-data/log", "version": 1, "actors": [], "actions": [push]}, actors=path
    )
    told = run.explain("a1")
    for field in ("handling", "wounds.value", "top_speed", "toughness"):
        assert f"from Car {field} at {path}:" in told.replace("Car (car)", "Car")
