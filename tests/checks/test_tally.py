"""Odd values of real sheets that are legal: none of them is a warning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic, Severity
from sw_data.formats.registry import format_of

ATTRIBUTES = ("agility", "smarts", "spirit", "strength", "vigor")


def findings(document: dict[str, Any]) -> list[Diagnostic]:
    value = json.loads(json.dumps(document))
    each = format_of(value)
    assert each is not None
    return check(value, each.read(value))


def loud(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(e.code, e.message) for e in findings(document) if e.severity is not Severity.INFO]


def npc(*items: dict[str, Any], **system: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "attributes": {name: {"die": {"sides": 6, "modifier": 0}} for name in ATTRIBUTES},
        "stats": {"toughness": {"value": 0, "armor": 0}, "parry": {"value": 0}, "size": 0},
        "details": {"autoCalcToughness": True, "autoCalcParry": True},
        "wounds": {"value": 0, "max": 1},
        "pace": {"base": "ground", "ground": 6},
    }
    return {"name": "Orc", "type": "npc", "system": {**base, **system}, "items": list(items)}


def vehicle(**system: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "handling": 0,
        "topspeed": 60,
        "toughness": {"total": 14, "armor": 3},
        "wounds": {"value": 0, "max": 4, "ignored": 0},
        "crew": {"required": {"value": 1, "max": 1}, "optional": {"value": 0, "max": 0}},
        "driver": {"id": "", "skill": "Driving", "skillAlternative": ""},
    }
    return {"name": "Jeep", "type": "vehicle", "system": {**base, **system}, "items": []}


@pytest.mark.parametrize(
    "changes",
    [
        {"topspeed": 17000},
        {"topspeed": {"value": 25}},
        {"topspeed": {"value": 60, "unit": ""}},
        {"topspeed": {"value": 60, "unit": "km/h"}},
        {"topspeed": "60"},
        {"topspeed": "60 mph"},
        {"handling": None},
        {"handling": -2},
        {"crew": {"required": {"max": 20}, "optional": {"value": 18, "max": 80}}},
        {"driver": {"id": None, "skill": "Piloting", "skillAlternative": "Focus"}},
        {"driver": {"id": "", "skill": "", "skillAlternative": ""}},
        {"toughness": {"total": 57, "armor": 37}},
        {"wounds": {"value": 0, "max": 6, "ignored": 0}},
        {"maxCargo": 0, "maxMods": 0},
        {"cargo": {"max": 0}, "mods": {"max": 5}},
    ],
)
def test_a_vehicle_of_a_real_pack_has_no_warning(changes: dict[str, Any]) -> None:
    assert loud(vehicle(**changes)) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"wounds": {"value": 0, "max": 0, "min": 0}},
        {"wounds": {"value": 0, "max": 6, "ignored": 1}},
        {"fatigue": {"value": 0, "max": 0}},
        {"bennies": {"value": 4, "max": 3}},
        {"powerPoints": {}},
        {"powerPoints": {"value": 0, "max": 0}},
        {"powerPoints": {"general": {"value": 0, "max": 10}, "Magic": {"value": 5, "max": 15}}},
        {"pace": {"base": "fly", "ground": None, "fly": 24, "running": {"die": 6, "mod": None}}},
        {"pace": {"base": "ground", "ground": 1152}},
        {"advances": {"mode": "expanded", "rank": "Bestiary", "value": 0, "list": []}},
        {"details": {"currency": -940, "wealth": {"die": 6}}},
        {"initiative": {"hasQuick": True}},
        {"additionalStats": {"strain": {"label": "Strain", "dtype": "Number", "value": "2"}}},
        {"wildcard": True, "wounds": {"value": 0, "max": 5}},
    ],
)
def test_an_npc_of_a_real_pack_has_no_warning(changes: dict[str, Any]) -> None:
    assert loud(npc(**changes)) == []


@pytest.mark.parametrize(
    "die", [{"sides": 4, "modifier": -2}, {"sides": 12, "modifier": 3}, {"sides": 8, "modifier": ""},
            {"sides": 8, "modifier": None}, {"sides": 8}]
)  # fmt: skip
def test_a_skill_of_a_real_pack_has_no_warning(die: dict[str, Any]) -> None:
    skill = {"name": "Notice", "type": "skill", "system": {"attribute": "smarts", "die": die}}
    assert loud(skill) == []
    assert loud(npc(skill)) == []


@pytest.mark.parametrize("sides", [0, 7])
def test_a_die_that_the_game_does_not_have_is_found(sides: int) -> None:
    system = {"attribute": "smarts", "die": {"sides": sides, "modifier": 0}}
    assert [code for code, _ in loud({"name": "Notice", "type": "skill", "system": system})] == [
        "SW105"
    ]


@pytest.mark.parametrize("attribute", ["", *ATTRIBUTES])
def test_a_skill_may_have_no_linked_attribute(attribute: str) -> None:
    system = {"attribute": attribute, "die": {"sides": 4, "modifier": -2}}
    assert loud({"name": "Unskilled", "type": "skill", "system": system}) == []


@pytest.mark.parametrize(
    "system",
    [
        {
            "charges": {"value": 100, "max": 100},
            "subtype": "battery",
            "quantity": 2,
            "weight": 0.25,
        },
        {"charges": {"hasCharges": True, "charges": []}, "price": 4500},
        {"equipStatus": 0},
    ],
)
def test_a_consumable_of_a_real_pack_has_no_warning(system: dict[str, Any]) -> None:
    assert loud({"name": "Potion", "type": "consumable", "system": system}) == []


@pytest.mark.parametrize(
    "system",
    [
        {"quantity": 60, "weight": 0.02, "price": 206.05},
        {"weight": None},
        {"weight": "0.15"},
        {"equipStatus": 3},
    ],
)
def test_gear_of_a_real_pack_has_no_warning(system: dict[str, Any]) -> None:
    assert loud({"name": "Rope", "type": "gear", "system": system}) == []


@pytest.mark.parametrize(
    "system",
    [
        {"isArcaneBackground": "", "requirements": {"value": ""}},
        {
            "isArcaneBackground": True,
            "requirements": [],
            "category": "\u0411\u043e\u0439\u043e\u0432\u0456",
        },
        {
            "requirements": [
                {"type": "rank", "value": 0},
                {"type": "ancestry", "value": "", "label": "Elf"},
            ]
        },
        {
            "requirements": [
                {"type": "power", "selector": "bolt"},
                {"type": "hindrance", "selector": "vow"},
            ]
        },
    ],
)
def test_an_edge_of_a_real_pack_has_no_warning(system: dict[str, Any]) -> None:
    assert loud({"name": "Block", "type": "edge", "system": system}) == []


@pytest.mark.parametrize(
    "system",
    [
        {"major": True},
        {"major": False, "severity": "either"},
        {"severity": "minor", "major": False},
    ],
)
def test_a_hindrance_of_a_real_pack_has_no_warning(system: dict[str, Any]) -> None:
    assert loud({"name": "Vow", "type": "hindrance", "system": system}) == []


@pytest.mark.parametrize(
    "value", ["2", 2, "-1", -1, "+1", "1d6", "+d4x", "@str+d6", "true", True, "True", 0.5, "fly"]
)
@pytest.mark.parametrize(
    "key", ["system.auras.damage.radius", "system.stats.globalMods.damage", "ATL.light.dim"]
)
def test_an_effect_of_a_real_pack_has_no_warning(key: str, value: Any) -> None:
    changes = [{"key": key, "mode": 2, "value": value, "priority": None}]
    old = {"name": "Boost", "changes": changes, "disabled": False}
    new = {"name": "Boost", "system": {"changes": [{"key": key, "type": "add", "value": value}]}}
    assert loud({**npc(), "effects": [old, new]}) == []


@pytest.mark.parametrize("kind", ["RollTable", "Macro", "script", "base", "Scene"])
def test_a_document_of_another_kind_has_no_warning(kind: str) -> None:
    document: dict[str, Any] = {
        "_id": "abcdefghijklmnop",
        "name": "X",
        "type": kind,
        "system": {},
        "_stats": {},
        "flags": {},
    }
    assert loud(document) == []
