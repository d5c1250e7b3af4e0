"""Each step by what it makes of a document that we wrote for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.errors import NotFoundError
from sw_data.formats.foundry.migrate import STEPS, migrated, too_new
from sw_data.formats.foundry.migrate.effects import parsed
from sw_data.formats.foundry.migrate.items import slug_of
from sw_data.formats.foundry.migrate.requirements import requirements_in
from sw_data.formats.foundry.target import target_of

Load = Callable[[str], dict[str, Any]]


@pytest.fixture
def old(fixtures: Path) -> Load:
    def load(name: str) -> dict[str, Any]:
        path = fixtures / "foundry" / "migrate" / f"{name}.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    return load


def up(value: object, target: str = "6.0", collection: str | None = None) -> Any:
    return migrated(value, target_of(target), collection).value


def item(kind: str, **system: object) -> dict[str, Any]:
    return {"_id": "migItem000000001", "name": "Thing", "type": kind, "system": system}


def effect(**members: object) -> dict[str, Any]:
    return {"_id": "migEffect0000009", "name": "It", "transfer": True, "changes": [], **members}


def change(key: str, target: str = "6.0") -> str:
    document = effect(changes=[{"key": key, "mode": 2, "value": "1"}])
    made = up(document, target)
    found = made["system"]["changes"] if target == "6.0" else made["changes"]
    new: str = found[0]["key"]
    return new


# --- the envelope ----------------------------------------------------------------------


def test_the_envelope_of_foundry_10_stands_from_2_0_on(old: Load) -> None:
    hero = old("hero_of_0_22")
    assert {"data", "permission", "token"} <= up(hero, "1.1").keys()
    made = up(hero, "2.0")
    assert made.keys() & {"data", "permission", "token"} == set()
    assert made["ownership"] == hero["permission"]
    assert all("system" in each and "data" not in each for each in made["items"])


def test_where_both_old_and_new_keys_stand_the_new_one_is_left_alone() -> None:
    both = {
        **item("gear", quantity=1),
        "data": {"quantity": 2},
        "permission": {},
        "ownership": {"default": 2},
    }
    made = up(both)
    assert made["system"]["quantity"] == 1
    assert made["data"] == {"quantity": 2}
    assert (made["permission"], made["ownership"]) == ({}, {"default": 2})


def test_a_token_has_its_picture_in_a_texture(old: Load) -> None:
    token = up(old("hero_of_0_22"))["prototypeToken"]
    assert token["texture"] == {"src": "mary.webp", "scaleX": -1.5, "scaleY": 1.5}
    assert token["sight"] == {"enabled": True, "range": 20, "brightness": 0}
    assert token["bar2"] == {"attribute": "powerPoints.general"}


def test_an_unlinked_token_keeps_being_a_part_of_an_actor(old: Load) -> None:
    (token,) = up(old("scene_of_foundry_9"))["tokens"]
    delta = token["delta"]
    assert delta["system"]["pace"] == {"ground": 5}
    assert delta["items"][0] == {"_id": "migOldSword00001"}
    assert delta["items"][1]["system"]["equipStatus"] == 4
    assert delta["effects"][0]["system"]["changes"][0]["key"] == "system.stats.size"
    assert "details" not in delta["system"]


def test_the_source_moves_into_the_stamp(old: Load) -> None:
    made = up(old("hero_of_0_22"), "4.0")
    assert made["_stats"]["compendiumSource"] == "Compendium.a.b.migSource0000001"
    assert made["flags"]["core"] == {}
    assert "_stats" not in up(old("hero_of_0_22"), "3.4")


def test_a_journal_entry_gets_pages(old: Load) -> None:
    made = up(old("journal_of_foundry_9"))
    assert [(page["type"], page.get("src")) for page in made["pages"]] == [
        ("image", "as.webp"),
        ("text", None),
    ]
    assert made["pages"][1]["text"]["content"] == "A♠"
    assert made["flags"]["swade"]["cardValue"] == 14
    assert len({page["_id"] for page in made["pages"]}) == 2


def test_a_folder_is_in_a_folder() -> None:
    made = up(
        {"_id": "f", "name": "F", "type": "Item", "sorting": "a", "parent": "migFolder0000001"},
        "2.0",
        "folders",
    )
    assert made["folder"] == "migFolder0000001"


# --- actors ----------------------------------------------------------------------------


def test_types_and_dice_of_the_first_sheets() -> None:
    oldest = {
        "name": "Joe", "type": "wildcard",
        "data": {"attributes": {
            "agility": {"die": "1d8", "wild-die": "1d6"}, "smarts": {"die": "d6+1", "modifier": "1"},
            "spirit": {"value": "d8"}, "vigor": {"die": "a lot"},
        }},
    }  # fmt: skip
    made = up(oldest, "0.14", "actors")
    assert made["type"] == "character"
    attributes = made["data"]["attributes"]
    assert attributes["agility"] == {"die": {"sides": 8, "modifier": 0}, "wild-die": {"sides": 6}}
    assert attributes["smarts"] == {"die": {"sides": 6, "modifier": 2}}
    assert attributes["spirit"]["die"] == {"sides": 4, "modifier": 0}
    assert attributes["vigor"] == {"die": "a lot"}


def test_toughness_with_armor_in_one_text_becomes_two_numbers_that_are_not_computed() -> None:
    actor: dict[str, Any] = {
        "name": "A",
        "type": "npc",
        "data": {"stats": {"toughness": {"value": "14(4)"}}},
    }
    system = up(actor)["system"]
    assert system["stats"]["toughness"] == {"value": 14, "armor": 4}
    assert system["details"]["autoCalcToughness"] is False


def test_a_sheet_older_than_the_switches_keeps_what_was_typed_in() -> None:
    actor = {
        "name": "A",
        "type": "npc",
        "data": {"stats": {"parry": {"value": 6}, "toughness": {"value": 0}}},
    }
    details = up(actor, "1.0")["data"]["details"]
    assert details == {"autoCalcParry": False}


def test_a_price_keeps_its_digits_and_the_text_is_kept_beside(old: Load) -> None:
    hero = up(old("hero_of_0_22"))
    assert hero["system"]["details"]["currency"] == 250
    assert hero["flags"]["sw-data"]["before"] == {"data.details.currency": "$250"}
    sabre, bolt = hero["items"][1], hero["items"][6]
    assert (sabre["system"]["price"], sabre["system"]["weight"]) == (200, 4)
    assert (sabre["system"]["ap"], sabre["system"]["rof"], sabre["system"]["shots"]) == (1, 1, None)
    assert bolt["system"]["pp"] == 0
    assert bolt["flags"]["sw-data"]["before"] == {"system.pp": "2 per bolt"}


def test_a_condition_that_was_a_switch_becomes_an_effect(old: Load) -> None:
    hero = old("hero_of_0_22")
    at_1_1 = up(hero, "1.1")
    names = {each["label"]: each for each in at_1_1["effects"]}
    assert names["Shaken"]["flags"]["core"]["statusId"] == "shaken"
    assert names["Shaken"]["changes"][0]["key"] == "data.status.isShaken"
    assert at_1_1["data"]["status"]["isShaken"] is False
    newest = up(hero)
    assert "status" not in newest["system"]
    (shaken,) = [each for each in newest["effects"] if each["statuses"] == ["shaken"]]
    assert shaken["_id"] == "shaken0000000000"
    assert shaken["system"]["changes"][0]["value"] is True


def test_a_sheet_below_1_0_keeps_its_switches(old: Load) -> None:
    assert up(old("hero_of_0_22"), "0.22")["data"]["status"]["isShaken"] is True


def test_power_points_without_a_name_are_general(old: Load) -> None:
    assert up(old("hero_of_0_22"), "2.1")["system"]["powerPoints"] == {
        "general": {"value": 5, "max": 10}
    }


def test_modifiers_of_computed_values_become_one_effect(old: Load) -> None:
    made = up(old("hero_of_0_22"), "3.1")
    stats = made["system"]["stats"]
    assert (stats["parry"]["modifier"], stats["toughness"]["modifier"]) == (0, 0)
    (added,) = [each for each in made["effects"] if each["name"] == "Created by 3.1 Migration"]
    assert [each["key"] for each in added["changes"]] == [
        "system.stats.parry.value",
        "system.stats.toughness.value",
    ]
    assert "modifier" in up(old("hero_of_0_22"), "3.0")["system"]["stats"]["parry"]


def test_a_modifier_of_a_newer_sheet_is_a_leftover_that_stays() -> None:
    actor = {
        "name": "A",
        "type": "npc",
        "system": {"stats": {"parry": {"value": 5, "shield": 0, "modifier": 2}}},
    }
    made = up(actor, "3.4")
    assert made["system"]["stats"]["parry"]["modifier"] == 2
    assert "effects" not in made


def test_pace_is_made_of_speed_unless_there_is_one(old: Load) -> None:
    hero = up(old("hero_of_0_22"), "4.2")["system"]
    assert hero["pace"] == {
        "base": "ground", "ground": 6, "fly": None, "swim": None, "burrow": None, "running": {"die": 8, "mod": 1},
    }  # fmt: skip
    assert hero["stats"]["speed"] == {}
    mixed = old("mixed_ages_5_0")
    assert up(mixed)["system"]["pace"] == mixed["system"]["pace"]
    assert up(mixed)["system"]["stats"]["speed"] == {"value": 6}


@pytest.mark.parametrize(
    ("old_speed", "new"),
    [
        ({"value": "8"}, {"ground": 8}),
        ({"value": None}, {"ground": 6}),
        ({"value": 5, "sprintDie": "d10"}, {"ground": 5, "running": {"die": 10, "mod": 0}}),
        ({"value": 5, "sprintDie": "1d6+2"}, {"ground": 5, "running": {"die": 6, "mod": 2}}),
        ({"runningDie": "d8"}, {"ground": 6, "running": {"die": 8, "mod": 0}}),
    ],
)
def test_speeds_of_any_spelling(old_speed: object, new: dict[str, object]) -> None:
    pace = up({"name": "A", "type": "npc", "data": {"stats": {"speed": old_speed}}})["system"][
        "pace"
    ]
    assert {key: pace[key] for key in new} == new


def test_a_vehicle_goes_up(old: Load) -> None:
    walker = up(old("walker_of_2_4"))
    system = walker["system"]
    member: dict[str, object] = {
        "uuid": "Actor.migHero000000001",
        "role": "operator",
        "sort": 0,
        "weapons": [],
    }
    assert system["crew"] == {
        "required": {"max": 2},
        "optional": {"value": 0, "max": 3},
        "members": [member],
    }
    assert system["driver"] == {"skill": "Piloting", "skillAlternative": ""}
    assert system["topspeed"] == {"value": 60, "unit": "km/h"}
    assert (system["cargo"], system["mods"], system["cost"]) == ({"max": 5}, {"max": 20}, 12000)
    assert system["status"] == {"isOutOfControl": True, "isWrecked": False}
    assert walker["effects"][0]["system"]["changes"][0] == {
        "key": "system.topspeed.value", "type": "add", "value": 10, "priority": None,
    }  # fmt: skip
    assert walker["items"][0]["system"]["reloadType"] == "full"


@pytest.mark.parametrize(
    ("speed", "new"),
    [
        (60, {"value": 60, "unit": ""}),
        ("60", {"value": 60, "unit": ""}),
        ("60 mph", {"value": 60, "unit": "mph"}),
        ("12,5km/h", {"value": "12.5", "unit": "km/h"}),
        ("very fast", {"value": 0, "unit": "very fast"}),
        (None, {"value": 0, "unit": ""}),
        ({"value": 5}, {"value": 5}),
    ],
)
def test_top_speeds_of_any_spelling(speed: object, new: object) -> None:
    assert (
        up({"name": "V", "type": "vehicle", "system": {"topspeed": speed}})["system"]["topspeed"]
        == new
    )


@pytest.mark.parametrize("nobody", [None, ""])
def test_a_vehicle_without_a_driver_has_no_members(nobody: object) -> None:
    system = up({"name": "V", "type": "vehicle", "system": {"driver": {"id": nobody}}})["system"]
    assert system["crew"]["members"] == []
    assert "id" not in system["driver"]


# --- items -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "equipped", "status"),
    [
        ("weapon", True, 4), ("weapon", False, 1), ("weapon", "true", 4), ("weapon", "", 1), ("weapon", None, 1),
        ("armor", True, 3), ("shield", "true", 3), ("gear", False, 1),
    ],
)  # fmt: skip
def test_equipped_becomes_a_status(kind: str, equipped: object, status: int) -> None:
    system = up(item(kind, equipped=equipped), "1.2")["system"]
    assert system["equipStatus"] == status
    assert "equipped" not in system


def test_equipped_beside_a_status_is_a_leftover_that_stays() -> None:
    system = up(item("shield", equipped=True, equipStatus=1))["system"]
    assert (system["equipped"], system["equipStatus"]) == (True, 1)


def test_a_power_at_hand_is_a_favorite(old: Load) -> None:
    bolt = up(old("hero_of_0_22"))["items"][6]["system"]
    assert bolt["favorite"] is True
    assert bolt["actions"] == {"trait": "Spellcasting"}


def test_actions_are_renamed_by_their_type(old: Load) -> None:
    actions = up(old("hero_of_0_22"), "3.1")["items"][1]["system"]["actions"]
    assert actions == {
        "trait": "Fighting",
        "traitMod": "+1",
        "dmgMod": "",
        "additional": {
            "a1": {
                "name": "Wild Swing", "type": "trait", "dice": 2, "resourcesUsed": 1, "modifier": "-2", "override": "",
            },
            "b2": {"name": "Hard", "type": "damage", "modifier": "+2", "override": "@str+d8"},
        },
    }  # fmt: skip


def test_an_older_action_key_that_says_otherwise_stays_beside_the_newer(old: Load) -> None:
    claws = up(old("mixed_ages_5_0"))["items"][2]["system"]["actions"]
    assert claws == {"trait": "Fighting", "skill": "Athletics", "traitMod": "", "additional": {}}


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Rock and Roll!", "rock-and-roll"), ("Änne's Säbel", "annes-sabel"), ("Боротьба", "none"), ("", "none"),
        ("Size -1", "size-1"), ("  A  B ", "a-b"), ("Any", "none"), ("Language (Elven)", "language-elven"),
    ],
)  # fmt: skip
def test_slugs(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("held", ["axe-of-old", "none", "", None])
def test_a_slug_is_only_made_where_there_is_none(held: str | None) -> None:
    made = up({**item("weapon", swid=held), "name": "Боротьба"})["system"]["swid"]
    assert made == ("none" if held is None else held)


def test_requirements_become_a_list_and_no_word_is_lost() -> None:
    listed: list[Any] = requirements_in(
        "<p>Wild Card, Seasoned, Strength d6+, Fighting d8, Level Headed, Vigor or Spirit d8+</p>"
    )
    assert [
        (each["type"], each["selector"], each["value"], each.get("label")) for each in listed
    ] == [
        ("wildCard", "", True, None),
        ("rank", "", 1, None),
        ("attribute", "strength", 6, None),
        ("skill", "fighting", 8, "Fighting"),
        ("edge", "level-headed", "", "Level Headed"),
        ("other", "", "", "Vigor or Spirit d8+"),
    ]
    assert requirements_in("") == []
    assert requirements_in("  ,  ") == [
        {"type": "other", "selector": "", "value": "", "combinator": "and", "label": "  ,  "}
    ]


def test_an_ancestry_is_an_item_of_its_own_type_with_the_id_it_had(old: Load) -> None:
    at_3_2 = up(old("hero_of_0_22"), "3.2")["items"][5]
    assert (at_3_2["type"], at_3_2["system"]["subtype"]) == ("ability", "ancestry")
    at_4_1 = up(old("hero_of_0_22"), "4.1")["items"][5]
    assert (at_4_1["_id"], at_4_1["type"]) == ("migRace000000001", "ancestry")
    assert up(item("ability", subtype="special"))["type"] == "ability"


@pytest.mark.parametrize(
    ("weapon", "kind"),
    [
        ({"range": "", "shots": 0}, 0), ({"range": "-"}, 0), ({"range": "12/24/48", "shots": 6}, 1),
        ({"range": "3/6/12", "shots": 0}, 2), ({"range": "3/6/12", "shots": 1, "reloadType": "self"}, 2),
        ({"range": "", "shots": 3}, 2), ({"range": "12/24/48", "shots": 6, "rangeType": None}, 1),
        ({"range": "12/24/48", "shots": 6, "rangeType": 0}, 0),
    ],
)  # fmt: skip
def test_the_kind_of_range_is_told_by_range_and_shots(weapon: dict[str, object], kind: int) -> None:
    assert up(item("weapon", **weapon))["system"]["rangeType"] == kind


def test_charges_of_three_shapes(old: Load) -> None:
    charges = up(old("mixed_ages_5_0"))["items"][3]["system"]["charges"]
    assert charges["hasCharges"] is True
    (row,) = charges["charges"]
    assert (row["value"], row["max"], len(row["id"])) == (2, 3, 8)
    by_key = up(item("gear", charges={"hasCharges": True, "charges": {"k1": {"value": 1}}}))
    assert by_key["system"]["charges"]["charges"] == [{"id": "k1", "value": 1}]
    newest = {"hasCharges": False, "charges": [{"id": "x"}]}
    assert up(item("gear", charges=newest))["system"]["charges"] == newest


@pytest.mark.parametrize(
    ("uuid", "new"),
    [
        ("Item.Item.abcdefghijklmnop", "Item.abcdefghijklmnop"),
        ("Compendium.mod.pack.abcdefghijklmnop", "Compendium.mod.pack.Item.abcdefghijklmnop"),
        ("Compendium.mod.pack.Item.abcdefghijklmnop", "Compendium.mod.pack.Item.abcdefghijklmnop"),
        (
            "Actor.abcdefghijklmnop.Item.qrstuvwxyzabcdef",
            "Actor.abcdefghijklmnop.Item.qrstuvwxyzabcdef",
        ),
    ],
)
def test_grants_name_the_type_of_their_document(uuid: str, new: str) -> None:
    assert up(item("edge", grants=[{"uuid": uuid}]), "3.4")["system"]["grants"][0]["uuid"] == new


def test_items_kept_in_flags_go_up_too(old: Load) -> None:
    flags = up(old("hero_of_0_22"))["items"][7]["flags"]["swade"]
    assert flags["embeddedPowers"][0][0] == "p1"
    assert flags["embeddedPowers"][0][1]["system"] == {"pp": 3, "swid": "smite"}
    assert flags["loadedAmmo"]["system"]["equipStatus"] == 3


def test_what_a_choice_or_a_grant_changes_goes_up_and_stays_a_part(old: Load) -> None:
    system = up(old("mixed_ages_5_0"))["items"][4]["system"]
    mutation = system["choiceSets"][0]["choices"][0]["mutation"]
    assert mutation["system"] == {"equipped": False}
    assert mutation["effects"][0] == {
        "name": "Claw", "img": "claw.svg",
        "system": {"changes": [{"key": "system.stats.size", "type": "add", "value": 1}]},
    }  # fmt: skip
    assert system["grants"][0]["mutation"] == {"system": {"actions": {"traitMod": "+1"}}}


# --- effects ---------------------------------------------------------------------------


def test_an_effect_goes_up_from_foundry_to_foundry(old: Load) -> None:
    hero = old("hero_of_0_22")
    at_9, at_10, at_11, at_12 = (
        up(hero, each)["effects"][0] for each in ("1.2", "2.4", "3.4", "4.4")
    )
    assert at_9["changes"][0]["key"] == "data.stats.parry.modifier"
    assert at_10["changes"][0]["key"] == "system.stats.parry.modifier"
    assert (at_11["name"], at_11["icon"], at_11["statuses"]) == (
        "Guarded",
        "guard.svg",
        ["defending"],
    )
    assert (at_12["img"], at_12["type"]) == ("guard.svg", "base")
    assert at_12["system"] == {"expiration": 3, "loseTurnOnHold": True}
    assert at_12["flags"]["swade"] == {}


def test_the_shape_of_foundry_14_stands_from_6_0_on(old: Load) -> None:
    hero = old("hero_of_0_22")
    at_13 = up(hero, "5.2")["effects"][0]
    assert at_13["changes"][1] == {
        "key": "@Skill{Fighting}[system.die.modifier]",
        "mode": 2,
        "value": "+1",
    }
    assert "start" not in at_13
    at_14 = up(hero)["effects"][0]
    assert "changes" not in at_14
    assert at_14["system"]["changes"] == [
        {"key": "system.stats.parry.value", "type": "add", "value": 1, "priority": None},
        {"key": "@Skill{Fighting}[system.die.modifier]", "type": "add", "value": "+1"},
    ]
    assert at_14["duration"] == {
        "value": 3,
        "units": "rounds",
        "expiry": "turnEndPrompt",
        "expired": False,
    }
    assert at_14["start"] == {
        "time": 12, "combat": None, "combatant": None, "initiative": None, "round": 2, "turn": 1,
    }  # fmt: skip
    assert (at_14["origin"], at_14["flags"]["core"]["originText"]) == (None, "a gift")
    assert "expiration" not in at_14["system"]


def test_effects_of_foundry_14_stay_what_they_are_in_5_2(old: Load) -> None:
    mixed = old("mixed_ages_5_0")
    made = up(mixed, "5.2")
    assert made["effects"] == mixed["effects"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2), ("-1", -1), ("true", True), ("false", False), ("0.5", 0.5), ("2.0", 2),
        ('"darkvision"', "darkvision"), ("null", None), ('{"a": 1}', {"a": 1}),
        ("+2", "+2"), ("+d4x", "+d4x"), ("d6", "d6"), ("True", "True"),
        ("", ""), ("NaN", "NaN"), ("1e999", "1e999"), ("99999999999999999999", "99999999999999999999"),
        ("[" * 5000, "[" * 5000),
        (3, 3),
    ],
)  # fmt: skip
def test_values_become_what_they_spell(text: object, value: object) -> None:
    assert parsed(text) == value
    assert type(parsed(text)) is type(value)


@pytest.mark.parametrize(
    ("mode", "word"),
    [(0, "custom"), (1, "multiply"), (2, "add"), (3, "downgrade"), (4, "upgrade"), (5, "override"), ("5", "override"),
     (None, "add"), (7, "custom.7"), (-1, "custom.-1"), ("odd", "odd")],
)  # fmt: skip
def test_modes_become_words(mode: object, word: str) -> None:
    made = up(effect(changes=[{"key": "system.stats.size", "mode": mode, "value": "1"}]))
    assert made["system"]["changes"][0]["type"] == word


@pytest.mark.parametrize(
    ("key", "new"),
    [
        ("data.stats.size", "system.stats.size"),
        ("data.additionalStats.x.value", "system.additionalStats.x.value"),
        ("system.stats.speed.value", "system.pace"),
        ("system.stats.speed.adjusted", "system.pace"),
        ("data.stats.speed.runningDie", "system.pace.running.die"),
        ("system.stats.speed.runningMod", "system.pace.running.mod"),
        ("system.powerPoints.max", "system.powerPoints.general.max"),
        ("system.powerPoints.Magic.max", "system.powerPoints.Magic.max"),
        ("system.stats.toughness.modifier", "system.stats.toughness.value"),
        ("@Weapon{data.x}[data.actions.skillMod]", "@Weapon{data.x}[system.actions.traitMod]"),
        ("@Weapon{Axe}[system.actions.skill]", "@Weapon{Axe}[system.actions.trait]"),
        (
            "@Weapon{Axe}[system.actions.additional.a1.rof]",
            "@Weapon{Axe}[system.actions.additional.a1.dice]",
        ),
        ("flags.swade.auras.aura1.radius", "system.auras.aura1.radius"),
        ("system.attributes.vigor.die.sides", "system.attributes.vigor.die.sides"),
        ("flags.swade.hardy", "flags.swade.hardy"),
    ],
)
def test_keys_of_changes(key: str, new: str) -> None:
    assert change(key) == new


def test_keys_are_rewritten_only_up_to_the_target() -> None:
    assert change("data.stats.speed.value", "4.1") == "system.stats.speed.value"
    assert change("system.stats.parry.modifier", "3.0") == "system.stats.parry.modifier"


def test_flags_of_an_effect_that_the_system_has_already_linger() -> None:
    made = up(
        effect(
            img="x", system={"expiration": 1}, flags={"swade": {"expiration": 2, "favorite": True}}
        ),
        "4.4",
    )
    assert made["system"] == {"expiration": 1, "favorite": True}
    assert made["flags"]["swade"] == {"expiration": 2}


# --- cards, combats, messages ----------------------------------------------------------


def test_cards_and_their_jokers(old: Load) -> None:
    deck = up(old("deck_of_1_1"), "3.4")
    assert [card["system"]["suit"] for card in deck["cards"]] == [99, 4]
    joker, ace = up(old("deck_of_1_1"))["cards"]
    assert joker["system"] == {"suit": 4, "isJoker": True}
    assert ace["system"] == {"suit": 4, "isJoker": False}


def test_initiative_is_the_card_and_a_tenth_of_the_suit(old: Load) -> None:
    first, joker, waiting = up(old("combat_of_3_0"), "3.3")["combatants"]
    assert (first["initiative"], joker["initiative"], waiting["initiative"]) == (14.1, 107.9, None)
    assert first["flags"]["swade"]["cardValue"] == 14


def test_the_card_of_a_combatant_moves_to_the_system(old: Load) -> None:
    first, _, waiting = up(old("combat_of_3_0"))["combatants"]
    assert first["system"] == {
        "cardValue": 14,
        "suitValue": 1,
        "cardString": "A♣",
        "hasJoker": False,
    }
    assert (first["type"], first["flags"]["swade"]) == ("base", {"groupId": None})
    assert "system" not in waiting


def test_a_message_keeps_its_dice_to_the_letter(old: Load) -> None:
    message = old("message_of_foundry_9")
    made = up(message)
    assert made["rolls"] == [message["roll"]]
    assert (made["author"], made["type"], made["style"], made["system"]) == (
        "user000000000001",
        "base",
        0,
        {},
    )
    assert up({**message, "type": 2})["style"] == 2
    assert up(message, "3.4")["type"] == 5


# --- what is not touched, and what is refused ------------------------------------------


def test_a_document_of_another_game_is_left_alone() -> None:
    foreign = {**item("weapon", equipped=True), "_stats": {"systemId": "dnd5e"}}
    assert up(foreign) is foreign
    actor: dict[str, Any] = {"name": "A", "type": "npc", "data": {}, "items": [foreign]}
    assert up(actor)["items"][0] == foreign


def test_the_stamp_of_a_document_says_nothing_and_is_not_touched() -> None:
    stamped = {
        **item("weapon", equipped=True),
        "_stats": {"systemVersion": "6.0.4", "coreVersion": "14.364"},
    }
    made = up(stamped)
    assert made["system"]["equipStatus"] == 4
    assert made["_stats"] == stamped["_stats"]


def test_ids_that_stand_for_children_are_left_alone() -> None:
    actor: dict[str, Any] = {
        "name": "A",
        "type": "npc",
        "system": {},
        "items": ["abc"],
        "effects": ["def", None],
    }
    made = up(actor)
    assert (made["items"], made["effects"]) == (["abc"], ["def", None])


def test_a_new_effect_in_a_source_of_the_cli_has_its_key(old: Load) -> None:
    hero = {**old("hero_of_0_22"), "_key": "!actors!migHero000000001"}
    made = up(hero)
    assert (
        made["effects"][-1]["_key"]
        == f"!actors.effects!migHero000000001.{made['effects'][-1]['_id']}"
    )


@pytest.mark.parametrize(
    ("name", "target", "version"),
    [
        ("mixed_ages_5_0", "4.4", (5, 2)),
        ("walker_of_2_4", "1.2", (2, 0)),
        ("hero_of_0_22", "0.22", None),
    ],
)
def test_what_is_newer_than_the_target_is_told_by_its_shape(
    name: str, target: str, version: tuple[int, int] | None, old: Load
) -> None:
    mark = too_new(old(name), target_of(target))
    assert (None if mark is None else mark.version) == version


def test_a_sheet_of_6_0_is_newer_than_5_2() -> None:
    system: dict[str, Any] = {"pace": {"ground": 6}, "details": {"toughnessTrait": "vigor"}}
    sheet: dict[str, Any] = {
        "name": "A",
        "type": "npc",
        "system": system,
        "effects": [effect(changes=None, system={"changes": []})],
    }
    mark = too_new(sheet, target_of("5.2"))
    assert mark is not None
    assert mark.version == (6, 0)
    assert too_new({**sheet, "system": {**system, "status": {}}}, target_of("5.2")) is None


def test_a_target_that_is_no_version_is_refused() -> None:
    with pytest.raises(NotFoundError, match=r"7\.0"):
        target_of("7.0")


def test_steps_are_in_the_order_of_their_versions_and_have_names_of_their_own() -> None:
    assert [step.since for step in STEPS] == sorted(step.since for step in STEPS)
    assert len({step.id for step in STEPS}) == len(STEPS)


def test_the_page_of_migrations_lists_every_step(root: Path) -> None:
    page = (root / "docs" / "migration.md").read_text(encoding="utf-8")
    rows = [
        f"| {number} | `{step.id}` | {step.since[0]}.{step.since[1]} | {step.title} |"
        for number, step in enumerate(STEPS, 1)
    ]
    assert [row for row in rows if row not in page] == []
    assert page.count("\n| ") >= len(rows)
