from __future__ import annotations

import json
from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic
from sw_data.formats.registry import format_of

ATTRIBUTES = ("agility", "smarts", "spirit", "strength", "vigor")


def findings(document: dict[str, Any]) -> list[Diagnostic]:
    value = json.loads(json.dumps(document))
    each = format_of(value)
    assert each is not None
    return check(value, each.read(value))


def codes(document: dict[str, Any]) -> list[str]:
    return [each.code for each in findings(document) if each.code.startswith(("SW3", "SW2"))]


def only(document: dict[str, Any], family: str = "SW3") -> Diagnostic:
    (found,) = [each for each in findings(document) if each.code.startswith(family)]
    return found


def own(**changes: Any) -> dict[str, Any]:
    return {
        "kind": "character",
        "name": "Joe",
        "wild_card": True,
        "attributes": dict.fromkeys(ATTRIBUTES, "d6"),
        "skills": {"Fighting": "d8"},
        **changes,
    }


def npc(*items: dict[str, Any], **system: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "attributes": {name: {"die": {"sides": 6, "modifier": 0}} for name in ATTRIBUTES},
        "stats": {
            "toughness": {"value": 0, "armor": 0, "modifier": 0},
            "parry": {"value": 0, "shield": 0, "modifier": 0},
            "size": 0,
        },
        "details": {"autoCalcToughness": True, "autoCalcParry": True},
        "wounds": {"value": 0, "max": 3, "ignored": 0},
        "fatigue": {"value": 0, "max": 2, "ignored": 0},
        "bennies": {"value": 2, "max": 2},
        "pace": {"base": "ground", "ground": 6},
        "wildcard": True,
        "category": "",
    }
    return {
        "name": "Orc",
        "type": "npc",
        "system": {**base, **system},
        "items": list(items),
        "effects": [],
    }


def item(type_: str, name: str = "Thing", **system: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, "system": system}


def stats(toughness: Any = 0, armor: int = 0, parry: int = 0) -> dict[str, Any]:
    return {"toughness": {"value": toughness, "armor": armor}, "parry": {"value": parry}, "size": 0}


PLATE = item("armor", "Plate", armor=4, minStr="d10", equipStatus=1, locations={"torso": True})
FIGHTING = item("skill", "Fighting", attribute="agility", die={"sides": 8, "modifier": 0})
BY_HAND = {"autoCalcToughness": False, "autoCalcParry": False}


# --- stated against computed ---


def test_a_sound_sheet_has_no_findings() -> None:
    assert findings(own()) == []
    assert codes(npc(FIGHTING)) == []


def test_a_stated_toughness_that_differs_is_found_in_our_own_documents() -> None:
    found = only(own(toughness=8))
    assert (found.code, found.pointer, found.severity) == ("SW301", "/toughness", "info")
    assert codes(own(toughness=7, armor=2)) == []


def test_a_stated_parry_that_differs_is_found_in_our_own_documents() -> None:
    assert only(own(parry=5)).code == "SW302"
    assert codes(own(parry=5, skills={})) == []


def test_unequipped_armor_that_would_make_up_the_difference_is_named_with_its_place() -> None:
    found = only(npc(FIGHTING, PLATE, stats=stats(9, 4), details=BY_HAND))
    assert (found.code, found.pointer) == ("SW303", "/items/1/system/equipStatus")
    assert "stated as 9 and comes to 5: Plate is not equipped" in found.message
    assert found.fix is not None
    assert [(each.path, each.value) for each in found.fix.edits] == [
        ("/items/1/system/equipStatus", 3)
    ]


def test_unequipped_armor_is_found_by_a_stale_number_of_a_sheet_that_computes_too() -> None:
    assert only(npc(PLATE, stats=stats(9, 4))).code == "SW303"


def test_several_pieces_can_make_up_the_difference_together() -> None:
    shirt = item("armor", "Shirt", armor=2, equipStatus=1, locations={"torso": True})
    found = only(npc(PLATE, shirt, stats=stats(10, 5), details=BY_HAND))
    assert found.code == "SW303"
    assert "Plate and Shirt" in found.message


def test_a_difference_that_armor_does_not_explain_is_only_said() -> None:
    found = only(npc(FIGHTING, stats=stats(7, 0, 6), details=BY_HAND))
    assert (found.code, found.severity) == ("SW301", "info")


def test_a_stated_parry_that_differs_is_found() -> None:
    found = only(npc(FIGHTING, stats=stats(5, 0, 8), details=BY_HAND))
    assert (found.code, found.pointer) == ("SW302", "/system/stats/parry/value")


def test_armor_that_nobody_wears_is_named() -> None:
    assert only(npc(PLATE)).code == "SW304"
    worn = {**PLATE, "system": {**PLATE["system"], "equipStatus": 3}}
    assert codes(npc(worn)) == []


def test_a_natural_armor_counts_as_worn() -> None:
    hide = item("armor", "Hide", armor=2, isNaturalArmor=True, locations={"torso": True})
    assert codes(npc(hide)) == []


# --- wounds, fatigue, armor ---


def test_more_than_can_be_held_is_found() -> None:
    assert codes(own(wounds={"value": 4, "max": 3})) == ["SW305"]
    assert codes(own(fatigue={"value": 3})) == ["SW306"]
    assert codes(npc(wounds={"value": 4, "max": 3, "ignored": 0})) == ["SW305"]


def test_a_wild_card_that_holds_no_wounds_is_found() -> None:
    assert codes(own(wounds={"max": 0})) == ["SW311"]
    assert codes(own(wounds={"max": 0}, wild_card=False)) == []


def test_more_armor_than_toughness_is_found() -> None:
    assert "SW310" in codes(own(toughness=4, armor=6))


# --- names ---


def test_a_skill_twice_is_found_whatever_its_case() -> None:
    twin = {**FIGHTING, "name": "fighting"}
    found = only(npc(FIGHTING, twin))
    assert (found.code, found.pointer) == ("SW307", "/items/1")
    assert codes(npc(FIGHTING, item("skill", "Notice", attribute="smarts"))) == []


@pytest.mark.parametrize("attribute", ["", "smarts", "Agility"])
def test_a_skill_may_be_linked_to_an_attribute_or_to_none(attribute: str) -> None:
    assert codes(npc(item("skill", "House", attribute=attribute))) == []


def test_a_skill_that_is_linked_to_no_attribute_of_the_game_is_found() -> None:
    skill = item("skill", "Stealth", attribute="agilty")
    assert only(skill).code == "SW308"
    assert "did you mean 'agility'?" in only(npc(skill)).message


def test_two_weapons_of_one_name_are_found_if_they_differ() -> None:
    claw = {"name": "Claw", "damage": "Str+d4"}
    assert codes(own(weapons=[claw, claw])) == []
    assert codes(own(weapons=[claw, {**claw, "damage": "Str+d6"}])) == ["SW309"]


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"conditions": ["shakn"]}, "SW312", "/conditions/0"),
        ({"edges": ["Level Heded"]}, "SW313", "/edges/0"),
        ({"hindrances": ["Hesitent (Minor)"]}, "SW313", "/hindrances/0"),
        ({"skills": {"Figthing": "d6"}}, "SW314", "/skills/Figthing"),
    ],
)
def test_a_word_that_is_misspelt_is_found(changes: Any, code: str, pointer: str) -> None:
    found = only(own(**changes))
    assert (found.code, found.pointer) == (code, pointer)
    assert "did you mean" in found.message


@pytest.mark.parametrize(
    "changes",
    [
        {"conditions": ["shaken", "on fire", "heroic"]},
        {"edges": ["Brawny", "Quick", "Command"]},
        {"hindrances": ["Heroic", "Hesitant", "Wanted (Major)"]},
        {"skills": {"Klettern": "d6", "Boxing": "d4", "Science (Biology)": "d8"}},
    ],
)
def test_a_word_of_the_tables_own_is_not_found(changes: Any) -> None:
    assert codes(own(**changes)) == []


# --- armor and shields ---


@pytest.mark.parametrize("cover", [0, -2, -4, None, ""])
def test_a_legal_cover_is_not_found(cover: Any) -> None:
    assert codes(item("shield", cover=cover, parry=1)) == []


@pytest.mark.parametrize(
    ("cover", "code", "meant"),
    [
        (4, "SW321", -4),
        (1, "SW321", None),
        ("-2", "SW322", -2),
        ("\u22124", "SW322", -4),
        ("\u2014", "SW322", 0),
        ("much", "SW322", None),
    ],
)
def test_an_odd_cover_is_found(cover: Any, code: str, meant: int | None) -> None:
    found = only(item("shield", cover=cover, parry=1))
    assert (found.code, found.pointer) == (code, "/system/cover")
    assert (found.fix.edits[0].value if found.fix else None) == meant


@pytest.mark.parametrize("parry", ["+3", "+1"])
def test_a_parry_of_a_shield_as_text_is_found(parry: str) -> None:
    assert [each.code for each in findings(item("shield", cover=0, parry=parry))] == ["SW101"]


@pytest.mark.parametrize("worth", [0, 2, 14])
def test_a_legal_armor_is_not_found(worth: int) -> None:
    assert findings(item("armor", armor=worth, minStr="d8", equipStatus=3)) == []


@pytest.mark.parametrize("worth", ["2", "+3", "24"])
def test_an_armor_as_text_is_found_and_mended(worth: str) -> None:
    (found,) = findings(item("armor", armor=worth))
    assert found.code == "SW101"
    assert found.fix is not None
    assert found.fix.edits[0].value == int(worth)


@pytest.mark.parametrize("written", ["Plate Corselet", "d2", "d-2"])
def test_a_minimum_strength_of_armor_that_is_no_die_is_found(written: str) -> None:
    assert [each.code for each in findings(item("armor", armor=2, minStr=written))] == ["SW203"]


def test_armor_that_covers_nothing_is_found() -> None:
    nowhere = dict.fromkeys(("head", "torso", "arms", "legs"), False)
    assert codes(item("armor", armor=2, locations=nowhere)) == ["SW323"]


def test_an_equip_status_that_does_not_exist_is_found() -> None:
    assert codes(item("gear", equipStatus=-1)) == ["SW226"]
    assert codes(item("gear", equipStatus=3)) == []


# --- powers ---


@pytest.mark.parametrize("cost", [0, 2, 30, "", None])
def test_a_legal_cost_of_a_power_is_not_found(cost: Any) -> None:
    assert codes(item("power", pp=cost)) == []


@pytest.mark.parametrize(
    ("cost", "severity", "meant"),
    [
        ("2", "info", 2),
        ("30", "info", 30),
        ("Special", "warning", None),
        ("2+", "warning", 2),
        ("2 per point of Size change", "warning", 2),
        (-1, "warning", None),
    ],
)
def test_an_odd_cost_of_a_power_is_found(cost: Any, severity: str, meant: int | None) -> None:
    found = only(item("power", pp=cost))
    assert (found.code, found.severity) == ("SW331", severity)
    assert (found.fix.edits[0].value if found.fix else None) == meant


@pytest.mark.parametrize("damage", ["", "2d6", "@str", "@str+3d6", "d10+d6", "@sma+d6"])
def test_a_legal_damage_of_a_power_is_not_found(damage: str) -> None:
    assert codes(item("power", damage=damage)) == []


def test_a_damage_of_a_power_that_cannot_be_read_is_found() -> None:
    assert codes(item("power", damage="2d")) == ["SW332"]


@pytest.mark.parametrize(
    "text", ["", "Smarts", "Sm x 2", "@sma", "Instant/One Hour", "5 (detect), one hour (conceal)"]
)
def test_a_legal_range_or_duration_is_not_found(text: str) -> None:
    assert codes(item("power", range=text, duration=text)) == []


def test_tags_and_open_brackets_in_a_power_are_found() -> None:
    assert codes(item("power", duration="5 (boost, Instant (lower)")) == ["SW333"]
    found = only(item("power", range="Smarts \u00d75 (<em>sound</em>)"))
    assert found.fix is not None
    assert found.fix.edits[0].value == "Smarts \u00d75 (sound)"


# --- edges ---


def edge(*requirements: Any) -> dict[str, Any]:
    return item("edge", requirements=list(requirements))


def test_requirements_are_legal_in_both_forms() -> None:
    assert codes(item("edge", requirements={"value": "Novice, Agility d8+"})) == []
    assert (
        codes(
            edge(
                {"type": "rank", "selector": "", "value": 1, "combinator": "and"},
                {"type": "attribute", "selector": "vigor", "value": 8, "combinator": "or"},
                {"type": "skill", "selector": "fighting", "label": "Fighting", "value": 12},
                {"type": "wildCard", "value": True},
                {"type": "edge", "selector": "brawny", "value": "", "label": "Brawny"},
                {"type": "other", "value": "", "label": "maintains his Vow"},
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("requirement", "code", "meant"),
    [
        ({"type": "rank", "value": "SWADE.Ranks.Novice"}, "SW342", 0),
        ({"type": "rank", "value": "4"}, "SW342", 4),
        ({"type": "rank", "value": 7}, "SW342", None),
        ({"type": "skill", "selector": "fighting", "value": "d8+"}, "SW342", 8),
        ({"type": "skill", "selector": "fighting", "value": 7}, "SW342", None),
        ({"type": "skill", "selector": "", "value": 8}, "SW343", None),
        ({"type": "attribute", "selector": "St\u00e4rke", "value": 8}, "SW343", "strength"),
        ({"type": "wildCard", "value": "yes"}, "SW342", None),
        ({"type": "skil", "selector": "fighting", "value": 8}, "SW341", "skill"),
        ({"type": "rank", "value": 0, "combinator": "xor"}, "SW344", None),
        ({"type": "rank", "value": 0, "combinator": "or"}, "SW344", "and"),
    ],
)
def test_a_requirement_that_cannot_be_is_found(requirement: Any, code: str, meant: Any) -> None:
    found = only(edge(requirement))
    assert found.code == code
    assert (found.fix.edits[0].value if found.fix else None) == meant


@pytest.mark.parametrize("junk", ["Novice", 3, True])
def test_requirements_that_are_no_list_are_found(junk: Any) -> None:
    assert codes(item("edge", requirements=junk)) == ["SW341"]
    assert codes(edge(junk)) == ["SW341"]


# --- effects ---


def effect(key: str) -> dict[str, Any]:
    return {"name": "Boost", "changes": [{"key": key, "mode": 2, "value": "1"}]}


@pytest.mark.parametrize(
    ("effects", "safe"), [("[]", True), ("", True), ({}, True), ("shaken", None), (3, None)]
)
def test_effects_that_are_no_list_are_found(effects: Any, safe: bool | None) -> None:
    found = only({**npc(), "effects": effects})
    assert (found.code, found.pointer) == ("SW351", "/effects")
    assert (found.fix.safe if found.fix else None) == safe


@pytest.mark.parametrize(
    "key",
    [
        "system.stats.toughness.value",
        "data.attributes.vigor.die.sides",
        "system.powerPoints.Magic.max",
        "system.additionalStats.strain.value",
        "system.auras.damage.radius",
        "flags.swade.hardy",
        "ATL.light.dim",
        "@Skill{Notice}[system.die.modifier]",
        "@weapon{\u041f\u0430\u0437\u0443\u0440\u0456}[system.damage]",
    ],
)
def test_an_effect_on_a_field_that_exists_is_not_found(key: str) -> None:
    assert codes({**npc(), "effects": [effect(key)]}) == []


def test_an_effect_on_a_key_that_is_misspelt_is_found_on_items_too() -> None:
    brave = {**item("edge", "Brave"), "effects": [effect("system.stats.tougness.value")]}
    found = only(npc(brave))
    assert (found.code, found.pointer) == ("SW352", "/items/0/effects/0/changes/0/key")
    assert "'system.stats.toughness.value'" in found.message


def test_an_effect_on_an_item_without_a_field_is_found() -> None:
    assert only({**npc(), "effects": [effect("@Skill{Fighting}")]}).code == "SW353"


# --- other games, and anything at all ---


def test_an_item_of_another_game_is_not_checked() -> None:
    weapon = item(
        "weapon", damage={"parts": []}, price={"value": 3, "denomination": "gp"}, weight="9 lb"
    )
    assert {each.code for each in findings(weapon)} == {"SW104"}


JUNK: list[Any] = [None, "x", 7, -1, 1.5, True, [], [1], {}, {"a": 1}]


@pytest.mark.parametrize(
    "document", [own(weapons=[{"name": "x"}]), npc(FIGHTING, PLATE, stats=stats(9))]
)
def test_any_value_in_the_place_of_any_other_is_no_exception(document: dict[str, Any]) -> None:
    for way in _ways(document):
        for junk in JUNK:
            broken: Any = json.loads(json.dumps(document))
            here = broken
            for step in way[:-1]:
                here = here[step]
            here[way[-1]] = junk
            each = format_of(broken)
            if each is not None:
                check(broken, each.read(broken))


def _ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps: list[Any] = []
    if isinstance(value, dict):
        steps = list(value)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list):
        steps = list(range(len(value)))  # pyright: ignore[reportUnknownArgumentType]
    return [inner for step in steps for inner in ((*way, step), *_ways(value[step], (*way, step)))]
