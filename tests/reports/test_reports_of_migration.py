"""Reports about versions of Foundry and its game system (section J), each with a sheet that shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.migrate import migrate
from sw_data.models import Character

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]


def old(npc: Make, item: Make, key: str = "system") -> dict[str, Any]:
    """A sheet of before 3.1: Parry and Toughness with a modifier each, Pace as speed."""
    sheet = npc(skills={"Fighting": "d8"}, vigor="d8")
    system = sheet.pop("system")
    del system["pace"]
    system["stats"] = {
        "toughness": {"value": 0, "armor": 0, "modifier": 2},
        "parry": {"value": 0, "modifier": 1},
        "speed": {"value": 8, "runningDie": 6, "runningMod": 0},
        "size": 0,
    }
    axe = item("weapon", "Axe", damage="@str+d6", minStr="d6", equipStatus=4)
    axe["system"]["actions"] = {
        "skill": "Fighting", "skillMod": "+1", "dmgMod": "+2",
        "additional": {
            "a": {"name": "Sweep", "type": "skill", "rof": 2, "shotsUsed": 1, "skillMod": "-2",
                  "skillOverride": "Fighting"},
        },
    }  # fmt: skip
    sheet["items"].append(axe)
    for each in sheet["items"]:
        each[key] = each.pop("system")
    return {**sheet, key: system}


def only(path: Path) -> Character:
    (found,) = sw.load(path).characters.values()
    return found


def worth(orc: Character) -> tuple[object, ...]:
    (axe,) = orc.weapons
    added = sorted((each.applies_to, each.value) for each in axe.modifiers)
    return (orc.attributes, orc.skills, orc.parry, orc.toughness, orc.pace, axe.damage, added)


# R100
@pytest.mark.parametrize("target", ["3.4", "4.4", "5.2", "6.0"])
def test_an_old_sheet_is_worth_the_same_in_each_newer_version(
    npc: Make, item: Make, written: Write, target: str
) -> None:
    path = written("orc.json", old(npc, item))
    before = only(path)
    assert (before.parry, before.toughness, before.pace) == (7, 8, 8)
    made = sw.convert(path, "foundry", target=target).value
    assert worth(only(written("new.json", made))) == worth(before)
    action = made["items"][1]["system"]["actions"]["additional"]["a"]
    assert (action["dice"], action["resourcesUsed"]) == (2, 1)
    assert (action["modifier"], action["override"]) == ("-2", "Fighting")


# R102
def test_data_and_system_are_the_same_sheet(npc: Make, item: Make, written: Write) -> None:
    before, after = (
        only(written(f"{key}.json", old(npc, item, key))) for key in ("data", "system")
    )
    assert worth(before) == worth(after)
    made = sw.convert(written("data.json", old(npc, item, "data")), "foundry", target="6.0").value
    assert "system" in made
    assert "data" not in made
    assert all("system" in each for each in made["items"])


# R104
def test_a_folder_of_packs_is_migrated_in_one_go_with_the_tokens_of_its_scenes(
    npc: Make, item: Make, written: Write, tmp_path: Path
) -> None:
    delta = {"_id": "delta00000000001", "items": [{"_id": "item000000000001"}],
             "system": {"stats": {"speed": {"value": 4}}}}  # fmt: skip
    scene = {"_id": "scene00000000001", "name": "Inn", "walls": [], "tokens": [
        {"_id": "token00000000001", "name": "Orc", "actorLink": False, "delta": delta}]}  # fmt: skip
    written("world/packs/actors.db", json.dumps(old(npc, item)) + "\n")
    written("world/packs/scenes.db", json.dumps(scene) + "\n")
    done = migrate([tmp_path / "world"], "6.0", out=tmp_path / "new")
    assert done.documents == 2
    assert done.ok
    kept = json.loads((tmp_path / "new/packs/scenes.db").read_text())["tokens"][0]["delta"]
    assert "name" not in kept
    assert kept["items"][0]["_id"] == "item000000000001"
    assert worth(only(tmp_path / "new/packs/actors.db")) == worth(
        only(tmp_path / "world/packs/actors.db")
    )


# R105
def test_a_sheet_of_every_generation_is_read(fixtures: Path) -> None:
    for folder in sorted((fixtures / "foundry").glob("g[0-9]*")):
        for path in sorted(folder.glob("*.json")):
            errors = [each.code for each in sw.load(path).diagnostics if each.severity == "error"]
            assert errors == (["SW201"] if path.stem == "lost_plus_in_damage" else []), path
