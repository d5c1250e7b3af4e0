"""Sheets of other tables under validation: one mistake has one code, whatever the format, with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sw_data as sw

XML = """<?xml version="1.0" encoding="utf-8"?>
<root version="4.4">
  <character>
    <name type="string">Ann</name>
    <agility type="dice">d7</agility>
    <smarts type="dice">d6</smarts><spirit type="dice">d6</spirit>
    <strength type="dice">d6</strength><vigor type="dice">d6</vigor>
    <parry type="number">9</parry>
    <toughness type="number">6</toughness>
    <skills><id-00001><name type="string">Fighting</name><skill type="dice">d8</skill></id-00001></skills>
    <weaponlist>
      <id-00001>
        <name type="string">Axe</name>
        <damage type="string">Str+d7</damage>
        <minstr type="string">dx</minstr>
      </id-00001>
      <id-00002>
        <name type="string">Bow</name>
        <damage type="string">2d6</damage>
        <range type="string">12/24</range>
      </id-00002>
      <id-00003>
        <name type="string">Maul</name>
        <damage type="string">Str+d10</damage>
        <minstr type="string"></minstr>
      </id-00003>
    </weaponlist>
  </character>
</root>
"""


def test_every_mistake_of_a_fantasy_grounds_file_has_its_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "ann.xml"
    path.write_text(XML, "utf-8")
    told = {(each.code, each.line, each.column) for each in sw.validate(path)}
    assert told >= {
        ("SW105", 5, 5),
        ("SW302", 8, 5),
        ("SW301", 9, 5),
        ("SW201", 14, 9),
        ("SW203", 15, 9),
        ("SW202", 20, 9),
        ("SW204", 25, 9),
    }
    assert all(each.file == str(path) for each in sw.validate(path))


def _told(value: Any, path: Path) -> dict[str, str | None]:
    path.write_text(json.dumps(value), "utf-8")
    found = sw.validate(path)
    assert all(each.line for each in found)
    return {each.code: each.pointer for each in found}


def test_every_mistake_of_a_savaged_us_export_has_its_pointer(tmp_path: Path) -> None:
    names = ("agility", "smarts", "spirit", "strength", "vigor")
    export: dict[str, Any] = {
        "name": "Bob", "wildcard": True, "playerCharacter": True, "paceTotal": 6, "parryTotal": 9, "toughnessTotal": 9,
        "attributes": [{"name": each, "dieValue": 7 if each == "agility" else 6, "mod": 0} for each in names],
        "skills": [{"name": "Fighting", "dieValue": 8, "mod": 0}],
        "wounds": 9, "woundsMax": 3,
        "weapons": [
            {"name": "Axe", "damage": "Str+d7", "range": "Melee", "minStr": "d7"},
            {"name": "Bow", "damage": "2d6", "range": "12/24"},
            {"name": "Maul", "damage": "Str+d10", "range": "Melee"},
            {"name": "Claws", "damage": "Str+d6", "range": "Melee", "innate": True},
        ],
    }  # fmt: skip
    told = _told(export, tmp_path / "bob.json")
    assert (
        told.items()
        >= {
            "SW105": "/attributes/0/dieValue",
            "SW201": "/weapons/0/damage",
            "SW202": "/weapons/1/range",
            "SW203": "/weapons/0/minStr",
            "SW204": "/weapons/2",
            "SW301": "/toughnessTotal",
            "SW302": "/parryTotal",
            "SW305": "/wounds",
        }.items()
    )


def test_every_mistake_of_a_roll20_sheet_has_its_pointer(tmp_path: Path) -> None:
    values = {
        "character_sheet": "Official SWADE", "agility": "7", "smarts": "6", "spirit": "6", "strength": "6", "vigor": "6",
        "fighting": "8", "parryCur": "9", "toughnesscur": "9",
        "repeating_weapons_-a1_weapon": "Axe", "repeating_weapons_-a1_weapondamage": "Str+d7",
        "repeating_weapons_-a1_weaponminstrength": "d7",
        "repeating_weapons_-a2_weapon": "Bow", "repeating_weapons_-a2_weapondamage": "2d6",
        "repeating_weapons_-a2_range": "12/24",
        "repeating_weapons_-a3_weapon": "Maul", "repeating_weapons_-a3_weapondamage": "Str+d10",
        "repeating_weapons_-a3_weaponminstrength": "0",
    }  # fmt: skip
    place = {name: f"/attribs/{number}/current" for number, name in enumerate(values)}
    sheet = {
        "schema_version": 2,
        "name": "Cid",
        "attribs": [{"name": name, "current": value} for name, value in values.items()],
        "abilities": [],
    }
    told = _told(sheet, tmp_path / "cid.json")
    assert (
        told.items()
        >= {
            "SW105": place["agility"],
            "SW201": place["repeating_weapons_-a1_weapondamage"],
            "SW202": place["repeating_weapons_-a2_range"],
            "SW203": place["repeating_weapons_-a1_weaponminstrength"],
            "SW204": place["repeating_weapons_-a3_weaponminstrength"],
            "SW301": place["toughnesscur"],
            "SW302": place["parryCur"],
        }.items()
    )
