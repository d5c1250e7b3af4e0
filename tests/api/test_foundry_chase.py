"""A chase in Foundry's terms: a party, two vehicles and a Combat go in, and come out as the chase left them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.formats.foundry import Foundry
from sw_data.models import Character, Vehicle

IDS = {name: f"{name}{'0' * (16 - len(name))}" for name in ("ann", "deb", "bo", "car", "van")}
TRAITS = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
VERSIONS = ("1.1", "2.2", "3.3", "4.4", "6.0")


def party(version: str) -> list[dict[str, Any]]:
    """Three people and two vehicles as Foundry has them in a version, and a Combat of that version."""
    people = [
        Character.model_validate(
            {
                "kind": "character",
                "id": IDS[name],
                "name": name.title(),
                "wild_card": name != "bo",
                "attributes": TRAITS,
                "skills": {"Driving": "d8", "Shooting": "d8"},
                "bennies": 3,
                "toughness": 5,
                "weapons": [{"name": "Rifle", "damage": "2d8", "range": [12, 24, 48]}],
            }
        )
        for name in ("ann", "deb", "bo")
    ]
    rides = [
        Vehicle.model_validate(
            {
                "kind": "vehicle",
                "id": IDS[ride],
                "name": ride.title(),
                "top_speed": 20,
                "toughness": 10,
                "armor": 2,
                "driver": IDS[crew[0]],
                "occupants": [{"actor": IDS[each]} for each in crew],
            }
        )
        for ride, crew in (("car", ("ann", "deb")), ("van", ("bo",)))
    ]
    cast: list[Character | Vehicle] = [*people, *rides]
    made = [{**_object(Foundry().create(each, version).value), "_id": each.id} for each in cast]
    fight: dict[str, Any] = {
        "_id": "fight00000000001",
        "round": 1,
        "turn": 0,
        "active": True,
        "combatants": [
            {"_id": f"cmb{name}", "actorId": IDS[name], "initiative": None, "flags": {}}
            for name in ("ann", "bo")
        ],
        "scene": None,
        "sort": 0,
        "flags": {"core": {"kept": True}},
    }
    if version != "1.1":
        fight["_stats"] = {"systemId": "swade", "systemVersion": f"{version}.0"}
        for each in fight["combatants"]:
            each["system"] = {}
    return [*made, fight]


def _object(value: object) -> dict[str, Any]:
    assert isinstance(value, dict)
    return dict(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def log(actors: list[Any]) -> dict[str, Any]:
    """Ann's car is shot at, crashes and escapes control; the van is wrecked; Deb is Shaken."""
    chase = {
        "kind": "chase", "id": "c1", "name": "Quay", "last_zone": 10,
        "range": {"modifier_per_zone": -1},
        "participants": [
            {"id": "p1", "actor": IDS["ann"], "vehicle": IDS["car"], "side": "quarry", "zone": 3},
            {"id": "p2", "actor": IDS["bo"], "vehicle": IDS["van"], "side": "pursuer", "zone": 3},
        ],
    }  # fmt: skip
    actions = [
        {"id": "d1", "type": "deal", "chase": "c1",
         "dice": {"cards": {"Ann": ["2C"], "Bo": ["3C"]}}},
        {"id": "d2", "type": "deal", "chase": "c1",
         "dice": {"cards": {"Ann": ["Joker"], "Bo": ["10H"]}}},
        {"id": "a1", "type": "zone_movement", "actor": "Ann", "dice": {"roll": [4, 1]}},
        {"id": "a2", "type": "damage", "target": "Car", "damage": "3d6",
         "dice": {"damage": [5, 5, 4], "control": [1, 2], "control_second": [7, 2]}},
        {"id": "a3", "type": "damage", "target": "Van", "damage": "5d6",
         "dice": {"damage": [6, 5, 5, 5, 5, 5]}},
        {"id": "a4", "type": "damage", "target": "Deb", "damage": "2d6",
         "dice": {"damage": [3, 2]}},
    ]  # fmt: skip
    return {
        "format": "sw-data/log", "version": 1, "seed": 1, "actors": actors, "chases": [chase],
        "actions": actions,
    }  # fmt: skip


def by_name(documents: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in documents if "name" in each}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_chase_goes_back_into_the_documents_it_came_from(tmp_path: Path, version: str) -> None:
    before = party(version)
    path = tmp_path / "party.json"
    path.write_text(json.dumps(before, indent=1), encoding="utf-8")
    run = sw.resolve(log([]), actors=path)
    assert [each.id for each in run.outcomes if each.status != "resolved"] == []
    run.export(tmp_path / "after.json")
    after = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))
    now = by_name(after)
    key = "data" if version == "1.1" else "system"
    assert now["Car"][key]["wounds"]["value"] == 1
    assert now["Car"][key]["status"]["isOutOfControl"] is True
    assert now["Van"][key]["status"]["isWrecked"] is True
    assert now["Van"][key]["wounds"]["value"] == 3
    place = now["Ann"]["flags"]["sw-data"]["chases"][0]
    assert (place["chase"], place["zone"]) == ("c1", 4)
    again = sw.load(tmp_path / "after.json")
    assert "shaken" in again.characters["Deb"].conditions
    assert again.vehicles["Car"].conditions == ("out_of_control",)
    assert again.vehicles["Van"].conditions == ("wrecked",)
    assert by_name(before)["Bo"] == now["Bo"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_combatants_hold_the_cards_of_the_last_deal(tmp_path: Path, version: str) -> None:
    path = tmp_path / "party.json"
    path.write_text(json.dumps(party(version)), encoding="utf-8")
    sw.resolve(log([]), actors=path).export(tmp_path / "after.json")
    fight = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))[-1]
    ann, bo = fight["combatants"]
    under_system = version == "6.0"
    held = [each["system"] if under_system else each["flags"]["swade"] for each in (ann, bo)]
    suit = 4 if version in ("4.4", "6.0") else 99
    assert held[0] == {
        "cardValue": 99, "suitValue": suit, "cardString": "Red J", "hasJoker": True,
    }  # fmt: skip
    assert held[1] == {
        "cardValue": 10, "suitValue": 3, "cardString": "10\u2665", "hasJoker": False,
    }  # fmt: skip
    tenths = version in ("3.3", "4.4", "6.0")
    assert bo["initiative"] == (10.3 if tenths else 13)
    assert ann["initiative"] > bo["initiative"] or version == "1.1"
    assert fight["flags"] == {"core": {"kept": True}}
    assert (fight["round"], fight["turn"]) == (1, 0)


def test_a_combat_that_stands_in_the_log_itself_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / "chase.json"
    path.write_text(json.dumps(log(party("6.0"))), encoding="utf-8")
    run = sw.resolve(path)
    assert run.diagnostics == ()
    run.export(tmp_path / "after.json")
    after = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))
    assert after[-1]["combatants"][1]["system"]["cardString"] == "10\u2665"
    assert by_name(after)["Car"]["system"]["status"]["isOutOfControl"] is True


def test_without_a_deal_a_combat_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "party.json"
    path.write_text(json.dumps(party("6.0")), encoding="utf-8")
    played = log([])
    played["actions"] = [each for each in played["actions"] if each["type"] != "deal"]
    sw.resolve(played, actors=path).export(tmp_path / "after.json")
    after = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))
    assert after[-1] == party("6.0")[-1]


def test_a_running_world_gets_the_cards_too(tmp_path: Path) -> None:
    documents = party("6.0")
    fight = documents[-1]
    for each in fight["combatants"]:
        each["_id"] = f"{each['_id']:0<16}"
    path = tmp_path / "party.json"
    path.write_text(json.dumps(documents), encoding="utf-8")
    run = sw.resolve(log([]), actors=path)
    found = {each["_id"]: each for each in run.updates()["update"]}
    assert found["cmbbo00000000000"] == {
        "_id": "cmbbo00000000000", "uuid": "Combat.fight00000000001.Combatant.cmbbo00000000000",
        "initiative": 10.3, "system.cardValue": 10, "system.suitValue": 3,
        "system.cardString": "10\u2665", "system.hasJoker": False,
    }  # fmt: skip
    assert "Combat.fight00000000001.Combatant.cmbann0000000000" in run.macro()


def test_a_vehicle_that_stands_in_the_combat_for_its_driver_shows_the_card(tmp_path: Path) -> None:
    documents = party("4.4")
    documents[-1]["combatants"][0]["actorId"] = IDS["car"]
    path = tmp_path / "party.json"
    path.write_text(json.dumps(documents), encoding="utf-8")
    sw.resolve(log([]), actors=path).export(tmp_path / "after.json")
    car, _ = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))[-1]["combatants"]
    assert car["flags"]["swade"]["hasJoker"] is True


def test_of_several_fights_the_active_one_gets_the_cards(tmp_path: Path) -> None:
    documents = party("6.0")
    documents.append({**documents[-1], "_id": "fight00000000002", "active": False})
    path = tmp_path / "party.json"
    path.write_text(json.dumps(documents), encoding="utf-8")
    sw.resolve(log([]), actors=path).export(tmp_path / "after.json")
    first, second = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))[-2:]
    assert first["combatants"][0]["system"]["hasJoker"] is True
    assert second == documents[-1]


def test_the_command_does_it_in_one_go(
    tmp_path: Path, sw_data_command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    (tmp_path / "chase.json").write_text(json.dumps(log(party("4.4"))), encoding="utf-8")
    done = sw_data_command(
        "resolve", "chase.json", "--export", "after.json", "--format", "json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["summary"] == {"resolved": 6, "rejected": 0, "revised": 0}
    after = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))
    assert after[-1]["combatants"][0]["flags"]["swade"]["hasJoker"] is True
