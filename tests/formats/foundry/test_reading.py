from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.dice import Die
from sw_data.formats.base import Reading
from sw_data.formats.foundry import Foundry
from sw_data.models import Character, Vehicle, Weapon

Load = Callable[[str], dict[str, Any]]


@pytest.fixture
def sheet(fixtures: Path) -> Load:
    def load(name: str) -> dict[str, Any]:
        path = fixtures / "foundry" / f"{name}.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    return load


def character(value: object) -> Character:
    model = Foundry().read(value).model
    assert isinstance(model, Character)
    return model


def vehicle(value: object) -> Vehicle:
    model = Foundry().read(value).model
    assert isinstance(model, Vehicle)
    return model


def weapon(value: object) -> Weapon:
    model = Foundry().read(value).model
    assert isinstance(model, Weapon)
    return model


def codes(reading: Reading) -> list[str]:
    return [each.code for each in reading.diagnostics]


def die(text: str) -> Die:
    return Die.parse(text)


def test_dice_written_as_text_are_read(sheet: Load) -> None:
    joe = character(sheet("g0a/dice_as_text"))
    assert joe.attributes.agility == die("d8")
    assert joe.attributes.vigor == die("d12+1")
    assert joe.wild_card
    assert joe.conditions == ("shaken",)


def test_an_attribute_of_the_oldest_sheets_without_a_die_is_a_d4(sheet: Load) -> None:
    peasant = character(sheet("g0a/attribute_without_die"))
    assert peasant.attributes.strength == die("d4")
    assert not peasant.wild_card


def test_toughness_with_armor_in_one_text_is_read_as_both(sheet: Load) -> None:
    robot = character(sheet("g0b/toughness_with_armor_as_text"))
    assert (robot.toughness, robot.armor) == (14, 4)
    assert robot.pace == 5


def test_the_item_for_unskilled_rolls_is_left_out_of_the_skills(sheet: Load) -> None:
    assert list(character(sheet("g0b/toughness_with_armor_as_text")).skills) == ["Fighting"]
    assert "Ungeübt" not in character(sheet("g4/german")).skills


def test_numbers_as_text_are_read_and_told_with_a_safe_repair(sheet: Load) -> None:
    reading = Foundry().read(sheet("g1/numbers_as_text"))
    assert isinstance(reading.model, Weapon)
    assert (reading.model.ap, reading.model.rof) == (2, 3)
    told = {each.pointer: each for each in reading.diagnostics}
    fix = told["/system/ap"].fix
    assert fix is not None
    assert fix.safe
    assert (fix.edits[0].op, fix.edits[0].path, fix.edits[0].value) == ("replace", "/system/ap", 2)


def test_sides_above_twelve_are_a_bonus(sheet: Load) -> None:
    ogre = character(sheet("g1/dice_above_twelve"))
    assert ogre.attributes.strength == die("d12+1")
    assert ogre.attributes.vigor == die("d12+4")
    assert ogre.skills["Fighting"] == die("d12+3")
    assert (ogre.parry, ogre.toughness) == (9, 10)


@pytest.mark.parametrize(
    ("sides", "modifier", "read", "told"),
    [
        (14, 0, "d12+1", False),
        (16, 0, "d12+2", False),
        (18, 0, "d12+3", False),
        (20, -1, "d12+3", False),
        (12, 2, "d12+2", False),
        (8, "-2", "d8-2", False),
        (6, None, "d6", False),
        (7, 0, "d6", True),
        (13, 0, "d12", True),
        (0, 0, "d4", True),
        (1, 0, "d4", True),
        (5, 0, "d4", True),
    ],
)
def test_every_die_that_a_sheet_can_hold_is_a_trait_die(
    sheet: Load, sides: int, modifier: object, read: str, told: bool
) -> None:
    document = sheet("g4/parry_typed_in")
    document["system"]["attributes"]["smarts"]["die"] = {"sides": sides, "modifier": modifier}
    reading = Foundry().read(document)
    assert isinstance(reading.model, Character)
    assert reading.model.attributes.smarts == die(read)
    assert ("SW105" in codes(reading)) == told


def test_a_computed_parry_counts_shields_and_no_readied_weapon(sheet: Load) -> None:
    rosa = character(sheet("g0c/status_booleans"))
    assert rosa.weapons[0].ready
    assert rosa.weapons[0].parry == 1
    # 2 and half of d8, the shield 1, the sheet's modifier 1
    assert rosa.parry == 8


def test_a_computed_toughness_counts_worn_armor_and_size(sheet: Load) -> None:
    brutus = character(sheet("g2/effects_of_edges_and_armor"))
    # 2 and half of d6, Size 1, chain shirt 3 and half of the jacket; the plate is carried
    assert (brutus.size, brutus.armor, brutus.toughness) == (1, 3, 9)
    assert [each.worn for each in brutus.armor_pieces] == [True, True, False]
    assert brutus.armor_pieces[0].min_strength == die("d8")


def test_half_of_a_second_armor_counts(sheet: Load) -> None:
    document = sheet("g2/effects_of_edges_and_armor")
    document["items"][7]["system"]["armor"] = 2
    assert character(document).armor == 4


def test_armor_that_leaves_the_torso_bare_is_worn_and_does_not_count(sheet: Load) -> None:
    document = sheet("g2/effects_of_edges_and_armor")
    document["items"][6]["system"]["locations"] = {"head": True, "torso": False}
    brutus = character(document)
    assert brutus.armor == 1
    assert brutus.armor_pieces[0].worn


def test_effects_of_edges_items_and_the_actor_count(sheet: Load) -> None:
    brutus = character(sheet("g2/effects_of_edges_and_armor"))
    assert brutus.parry == 2 + 4 + 2 + 1
    assert brutus.skills["Fighting"] == die("d8-1")
    assert brutus.wounds.ignored == 1
    assert "Level Headed" in brutus.edges


def test_the_effect_of_a_weapon_counts_only_while_it_is_readied(sheet: Load) -> None:
    document = sheet("g2/effects_of_edges_and_armor")
    document["items"][10]["system"]["equipStatus"] = 1
    assert character(document).wounds.ignored == 0


def test_what_does_not_count_is_named_in_one_finding(sheet: Load) -> None:
    reading = Foundry().read(sheet("g2/effects_of_edges_and_armor"))
    found = [each for each in reading.diagnostics if each.code == "SW106"]
    assert len(found) == 1
    for name in ("Dodge", "globalMods.targetAttack", "Rich"):
        assert name in found[0].message
    for name in ("Brawny", "Block", "Level Headed", "Off"):
        assert name not in found[0].message


@pytest.mark.parametrize(
    ("mode", "value", "named"), [(5, "false", True), (1, "0", True), (2, "0", False)]
)
def test_an_effect_that_sets_something_to_nothing_is_named_and_one_that_adds_nothing_is_not(
    sheet: Load, mode: int, value: str, named: bool
) -> None:
    document = sheet("g4/parry_typed_in")
    key = "system.details.autoCalcParry"
    document["effects"] = [
        {"name": "Off guard", "changes": [{"key": key, "mode": mode, "value": value}]}
    ]
    told = [each.message for each in Foundry().read(document).diagnostics if each.code == "SW106"]
    assert any("Off guard" in each for each in told) is named


def test_an_items_effect_copied_to_the_actor_counts_once(sheet: Load) -> None:
    kat = character(sheet("g0d/effect_of_before_foundry_10"))
    assert kat.parry == 2 + 3 + 1
    assert kat.conditions == ("shaken",)


def test_effects_in_the_shape_of_foundry_14_count(sheet: Load) -> None:
    reading = Foundry().read(sheet("g4/effects_of_foundry_14"))
    vela = reading.model
    assert isinstance(vela, Character)
    assert vela.skills["Fighting"] == die("d12+1")
    assert (vela.armor, vela.toughness) == (2, 7)
    assert vela.pace == 4
    assert "Hardy" in vela.edges
    odd = [each for each in reading.diagnostics if each.code == "SW107"]
    assert [each.pointer for each in odd] == ["/effects/0/system/changes/4/type"]


def test_an_effect_ticked_for_single_rolls_does_not_count(sheet: Load) -> None:
    reading = Foundry().read(sheet("g3/old_pace_left_over"))
    nell = reading.model
    assert isinstance(nell, Character)
    assert nell.attributes.spirit == die("d6")
    assert nell.attributes.agility == die("d8")
    assert {"SW106", "SW107", "SW108"} <= set(codes(reading))
    assert nell.pace == 6
    assert nell.skill_attributes["Athletics"] == "strength"


def test_a_typed_in_parry_is_without_weapons_and_that_is_told(sheet: Load) -> None:
    reading = Foundry().read(sheet("g4/parry_typed_in"))
    assert isinstance(reading.model, Character)
    assert (reading.model.parry, reading.model.toughness, reading.model.armor) == (7, 8, 2)
    assert codes(reading) == ["SW110"]


def test_a_typed_in_value_that_is_not_filled_in_is_computed(sheet: Load) -> None:
    document = sheet("g4/parry_typed_in")
    document["system"]["stats"]["parry"]["value"] = 0
    document["system"]["stats"]["toughness"]["value"] = 0
    reading = Foundry().read(document)
    assert isinstance(reading.model, Character)
    assert (reading.model.parry, reading.model.toughness) == (7, 5)
    assert "SW103" in codes(reading)


def test_a_flying_creature_has_its_flying_pace(sheet: Load) -> None:
    harpy = character(sheet("g3/flying_creature"))
    assert harpy.pace == 10
    assert harpy.edges == ("Hardy",)
    assert (harpy.toughness, harpy.armor) == (7, 2)


@pytest.mark.parametrize(
    ("kind", "wildcard", "most", "wild", "read"),
    [
        ("character", None, 3, True, 3),
        ("character", False, 3, True, 3),
        ("npc", True, 0, True, 3),
        ("npc", True, 5, True, 5),
        ("npc", False, 0, False, 1),
        ("npc", None, 0, False, 1),
        ("npc", "true", 3, True, 3),
    ],
)
def test_who_is_a_wild_card_and_how_many_wounds_it_holds(
    sheet: Load, kind: str, wildcard: object, most: int, wild: bool, read: int
) -> None:
    document = sheet("g4/parry_typed_in")
    document["type"] = kind
    document["system"]["wounds"] = {"value": 0, "max": most, "ignored": 0}
    del document["system"]["wildcard"]
    if wildcard is not None:
        document["system"]["wildcard"] = wildcard
    model = character(document)
    assert (model.wild_card, model.wounds.max) == (wild, read)


def test_an_extra_has_no_bennies_of_its_own(sheet: Load) -> None:
    assert character(sheet("g0c/extra_without_wounds")).bennies is None
    assert character(sheet("g0c/status_booleans")).bennies == 3


def test_more_wounds_than_the_sheet_holds_are_kept(sheet: Load) -> None:
    ines = character(sheet("g5/no_status_stored"))
    assert (ines.wounds.value, ines.wounds.max) == (4, 3)
    assert ines.conditions == ("shaken",)


def test_a_german_sheet_reads_as_an_english_one(sheet: Load) -> None:
    anne = character(sheet("g4/german"))
    assert anne.skills == {"Fighting": die("d8+1"), "Shooting": die("d6"), "Notice": die("d6")}
    assert anne.parry == 6
    assert anne.edges == ("Level Headed",)
    assert anne.hindrances == ("Hesitant",)
    assert anne.weapons[0].trait == "Fighting"
    assert str(anne.weapons[0].damage) == "Str+d6"
    assert anne.weapons[0].min_strength == die("d6")


def test_a_skill_is_found_by_the_sheets_own_name_too(sheet: Load) -> None:
    anne = character(sheet("g4/german"))
    assert anne.skill("Kämpfen") == anne.skill("fighting") == die("d8+1")
    assert anne.skill("Heilen") is None


def test_a_cyrillic_sheet_reads_as_an_english_one(sheet: Load) -> None:
    otaman = character(sheet("g4/cyrillic"))
    assert otaman.parry == 7
    assert otaman.skill("Shooting") == die("d8")
    assert otaman.edges == ("Quick",)
    assert list(otaman.skills)[2] == sheet("g4/cyrillic")["items"][2]["name"]
    assert str(otaman.weapons[0].damage) == "Str+d6"


def test_the_hammer_on_a_stick_is_read_whole(sheet: Load) -> None:
    hammer = character(sheet("g1/attack_bonus_of_a_weapon")).weapons[0]
    assert str(hammer.damage) == "Str+d10"
    assert (hammer.parry, hammer.reach, hammer.ready, hammer.adds_strength) == (-1, 1, True, True)
    assert [(each.applies_to, each.value) for each in hammer.modifiers] == [("Fighting", 1)]
    assert hammer.range is None


def test_a_weapon_without_strength_in_its_damage_adds_none(sheet: Load) -> None:
    rifle = character(sheet("g5/no_status_stored")).weapons[0]
    assert rifle.adds_strength is False
    assert rifle.range == (24, 48, 96)
    assert (rifle.ap, rifle.rof) == (2, 3)


def test_a_weapon_with_unreadable_parts_is_read_with_the_rest(sheet: Load) -> None:
    reading = Foundry().read(sheet("g4/lost_plus_in_damage"))
    assert isinstance(reading.model, Weapon)
    assert str(reading.model.damage) == "0"
    assert reading.model.range == (15, 30, 660)
    assert (reading.model.ap, reading.model.rof, reading.model.min_strength) == (0, 1, None)
    assert codes(reading) == ["SW201", "SW102", "SW203", "SW102"]


@pytest.mark.parametrize(
    ("written", "read", "told"),
    [
        ("12/24/48", (12, 24, 48), False),
        (" 12 / 24 / 48 ", (12, 24, 48), False),
        ("12/48/48", (12, 48, 48), False),
        ("", None, False),
        ("-", None, False),
        ("0", None, False),
        (None, None, False),
        ("Cone", "Cone", False),
        ("Cone or MBT", "Cone or MBT", False),
        ("6", (6, 6, 6), True),
        ("50/100/100/200", (50, 100, 100), True),
        ('24" path', None, True),
        ({"value": 20}, None, True),
    ],
)
def test_a_range_is_three_brackets_a_template_or_none(
    sheet: Load, written: object, read: object, told: bool
) -> None:
    document = sheet("g2/old_and_new_trait_keys")
    document["system"]["range"] = written
    reading = Foundry().read(document)
    assert isinstance(reading.model, Weapon)
    assert reading.model.range == read
    assert any(each.pointer == "/system/range" for each in reading.diagnostics) == told


@pytest.mark.parametrize(
    ("written", "read", "told"),
    [
        ("d8", "d8", False),
        ("1d6", "d6", False),
        ("d12+2", "d12+2", False),
        ("W8", "d8", False),
        ("", None, False),
        ("-", None, False),
        ("NA", None, False),
        (None, None, False),
        ("1/4", None, True),
        ("5", None, True),
        ("d2", None, True),
        ("d-2", None, True),
        ("Leather Armor", None, True),
        ([], None, True),
    ],
)
def test_a_minimum_strength_is_a_die_or_none(
    sheet: Load, written: object, read: str | None, told: bool
) -> None:
    document = sheet("g2/old_and_new_trait_keys")
    document["system"]["minStr"] = written
    reading = Foundry().read(document)
    assert isinstance(reading.model, Weapon)
    assert reading.model.min_strength == (None if read is None else die(read))
    assert any(each.pointer == "/system/minStr" for each in reading.diagnostics) == told


def test_a_template_ticked_on_the_sheet_is_the_range(sheet: Load) -> None:
    assert weapon(sheet("g3/template_weapon")).template == "Cone Template"


def test_the_newer_of_two_trait_keys_is_read_and_the_older_told(sheet: Load) -> None:
    reading = Foundry().read(sheet("g2/old_and_new_trait_keys"))
    assert isinstance(reading.model, Weapon)
    assert reading.model.trait == "Fighting"
    assert not reading.model.ready
    assert [each.pointer for each in reading.diagnostics if each.code == "SW108"] == [
        "/system/actions/skill"
    ]


def test_a_trademark_weapon_adds_to_the_trait_and_to_parry(sheet: Load) -> None:
    sabre = weapon(sheet("g5/trademark_weapon"))
    assert sabre.parry == 1
    assert [each.value for each in sabre.modifiers] == [1, 1]


@pytest.mark.parametrize(
    ("name", "speed", "unit", "driver"),
    [
        ("g0b/handling_null", 16, "mph", None),
        ("g0c/driver_by_id", 80, "mph", "g0cCharacter0001"),
        ("g1/top_speed_as_text", 90, "km/h", "g1Character00001"),
        ("g2/speed_in_squares", 24, "squares", None),
        ("g3/top_speed_with_unit", 100, "km/h", "g3Character00001"),
        ("g4/members_and_roles", 60, "mph", "g4Character00001"),
        ("g5/nobody_at_the_wheel", 30, "mph", None),
    ],
)
def test_speed_and_driver_are_read_in_every_form(
    sheet: Load, name: str, speed: int, unit: str, driver: str | None
) -> None:
    read = vehicle(sheet(name))
    assert (read.top_speed, read.top_speed_unit, read.driver) == (speed, unit, driver)


def test_a_vehicle_is_read_whole(sheet: Load) -> None:
    jeep = vehicle(sheet("g4/members_and_roles"))
    assert (jeep.handling, jeep.toughness, jeep.armor, jeep.parry) == (1, 12, 2, 4)
    assert jeep.conditions == ("out_of_control",)
    assert [each.actor for each in jeep.occupants] == ["g4Character00001", "g4Npc00000000002"]
    assert jeep.weapons[0].rof == 3
    assert vehicle(sheet("g3/top_speed_with_unit")).strength == die("d12+2")
    assert vehicle(sheet("g2/speed_in_squares")).conditions == ("wrecked",)


def test_a_vehicle_without_toughness_has_the_usual_and_that_is_told(sheet: Load) -> None:
    document = sheet("g4/members_and_roles")
    del document["system"]["toughness"]
    reading = Foundry().read(document)
    assert isinstance(reading.model, Vehicle)
    assert reading.model.toughness == 8
    assert codes(reading) == ["SW103"]


def test_items_that_are_ids_only_are_told(sheet: Load) -> None:
    reading = Foundry().read(sheet("other/items_by_id_only"))
    assert codes(reading) == ["SW109"]
    assert reading.diagnostics[0].pointer == "/items"


def test_a_lone_item_without_a_model_has_its_findings(sheet: Load) -> None:
    reading = Foundry().read(sheet("other/skill_with_seven_sides"))
    assert (reading.kind, reading.model) == ("skill", None)
    assert codes(reading) == ["SW105"]


def test_other_documents_pass_through(sheet: Load) -> None:
    reading = Foundry().read(sheet("other/macro_named_weapon"))
    assert (reading.kind, reading.model, reading.diagnostics) == ("script", None, ())
    group = Foundry().read({"type": "group", "name": "Party", "system": {"members": []}})
    assert (group.kind, group.model, group.diagnostics) == ("group", None, ())


def test_origins_lead_to_the_values_that_were_read(sheet: Load) -> None:
    origins = Foundry().read(sheet("g2/effects_of_edges_and_armor")).origins
    assert origins["wounds.value"] == "/system/wounds/value"
    assert origins["attributes.vigor"] == "/system/attributes/vigor/die/sides"
    assert origins["skills.Fighting"] == "/items/0/system/die/sides"
    assert origins["parry"] == "/items/0/system/die/sides"
    assert origins["weapons.0.damage"] == "/items/10/system/damage"
    assert origins["weapons.0.min_strength"] == "/items/10/system/minStr"


def test_findings_say_which_document_they_are_about(sheet: Load) -> None:
    finding = Foundry().read(sheet("g4/parry_typed_in")).diagnostics[0]
    assert finding.document is not None
    assert (finding.document.kind, finding.document.name) == ("npc", "Duellist")


def test_numbers_as_text_are_usual_before_foundry_10(sheet: Load) -> None:
    reading = Foundry().read(sheet("g0b/numbers_as_text"))
    assert {each.severity for each in reading.diagnostics} == {"info"}
    assert isinstance(reading.model, Character)
    assert reading.model.weapons[0].ready
    assert reading.model.skills["Shooting"] == die("d6-2")


def test_a_skill_has_its_linked_attribute_under_the_sheets_own_name_too(sheet: Load) -> None:
    anne = character(sheet("g4/german"))
    assert anne.linked_attribute("Kämpfen") == anne.linked_attribute("Fighting") == "agility"
