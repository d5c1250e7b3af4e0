"""The audit: every way in which the tabletop is known to count otherwise is found and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.audit import audited
from sw_data.api.chat import read_chat
from sw_data.api.resolve import resolve_stream
from sw_data.logbook.audit import Finding

Json = dict[str, Any]


def differences(table: Any, **more: Any) -> list[Finding]:
    return list(audited(resolve_stream(table.path(), **more)))


def codes(found: list[Finding]) -> set[str]:
    return {each.code for each in found}


def one(found: list[Finding], code: str) -> Finding:
    return next(each for each in found if each.code == code)


def test_a_fight_by_the_rules_has_no_difference(table: Any, named: Json) -> None:
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "ws")
    table.trait(named["ada"], "Notice", table.dice((8, 3), (6, 5)))
    assert differences(table) == []


@pytest.mark.parametrize("generation", ["v9", "v10", "v12", "v13"])
def test_an_evening_by_the_rules_has_no_difference_but_sums_and_offers(
    generation: str, evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path]
) -> None:
    path = world(chat_of(evening, generation))
    first = read_chat(path)
    list(first.actions())
    answers = {each.id: sorted(c.answer for c in each.candidates)[0] for each in first.questions}
    found = list(audited(resolve_stream(path, answers=answers, seed=evening.log["seed"])))
    assert codes(found) - {"SW681", "SW689"} == set(), [
        each for each in found if each.code not in ("SW681", "SW689")
    ][:3]


def test_a_die_of_fourteen_sides_is_named(table: Any, named: Json) -> None:
    table.sheets[0]["items"][0]["system"]["die"]["sides"] = 14
    table.trait(
        named["buck"],
        "Fighting",
        table.dice((14, 13), (6, 2)),
        at=named["ogre"],
        title="Fighting Skill Test",
    )
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "ws")
    assert "fourteen" not in one(differences(table), "SW688").message
    assert "d14" in one(differences(table), "SW688").message


@pytest.mark.parametrize("label", ["Entangled", "Bound", "Gebunden"])
def test_a_condition_taken_for_distracted_is_named(label: str, table: Any, named: Json) -> None:
    table.trait(
        named["buck"],
        "Notice",
        table.dice((6, 5), (6, 2)),
        modifiers=[{"label": label, "value": -2}],
    )
    assert one(differences(table), "SW686").recorded == -2


def test_ignored_wounds_counted_otherwise_are_named(table: Any, named: Json) -> None:
    table.sheets[0]["system"]["wounds"] = {"value": 3, "max": 4, "ignored": 1}
    # Three wounds, one ignored: the tabletop counted three all the same.
    table.trait(
        named["buck"],
        "Notice",
        table.dice((6, 5), (6, 2)),
        modifiers=[{"label": "Wounds", "value": -3}],
    )
    found = one(differences(table), "SW686")
    assert "-3 for wounds, the rules -2" in found.message


def test_a_sum_of_several_attacks_is_named(table: Any, named: Json) -> None:
    table.trait(named["ada"], "Shooting", table.dice((10, 5), (10, 7), (6, 2)), at=named["ogre"])
    table.damage(
        named["ada"],
        "Repeater",
        table.dice((6, 2), (6, 3)),
        "ww",
        [{"label": "", "value": 1}],
        ap=1,
    )
    table.damage(
        named["ada"],
        "Repeater",
        table.dice((6, 1), (6, 3)),
        "ww",
        [{"label": "", "value": 1}],
        ap=1,
    )
    found = one(differences(table), "SW681")
    assert (found.recorded, found.resolved) == (12, 7)


def test_modifiers_that_were_added_once_to_a_sum_are_named(table: Any, named: Json) -> None:
    table.trait(
        named["ada"], "Shooting", table.dice((10, 5), (10, 7), (6, 2)), at=named["ogre"], modifiers=[{"label": "Aim", "value": 2}]
    )  # fmt: skip
    found = one(differences(table), "SW681")
    assert (found.recorded, found.resolved) == (14, 9)


def test_a_reroll_of_the_confirming_die_is_named_when_the_chat_is_read(
    table: Any, named: Json
) -> None:
    again = {"class": "SwadeRoll", "options": {"critfailConfirmationRoll": True, "rerollMode": "benny"}, "total": 4,
             "terms": [table.die_term({"die": "d6", "faces": [4]})]}  # fmt: skip
    table.say(named["buck"], [again], flavor="Fighting Skill Test")
    reading = read_chat(table.path())
    assert list(reading.actions()) == []
    assert reading.coverage.open["SW672"] == 1


def test_minimum_strength_that_the_system_never_applies_is_named(table: Any, named: Json) -> None:
    table.weak(table.weapon("maul000000000001", "Maul", "@str+d10", minStr="d10"))
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Maul", table.dice((6, 5), (10, 9)), "sw")
    found = one(differences(table), "SW680")
    assert found.rule == "weapon.strength_cap"


def test_a_smaller_die_that_swade_tools_raised_is_named(table: Any, named: Json) -> None:
    # Every die of the formula becomes the Strength die, a d4 too.
    table.weak(table.weapon("flail00000000001", "Flail", "@str+d4", minStr="d8"))
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Flail", table.dice((6, 5), (6, 3)), "sw")
    assert "SW680" in codes(differences(table))


def test_dice_that_betterrolls_took_away_are_named(table: Any, named: Json) -> None:
    # The number of dice is capped like a die: 12d6 becomes 6d6.
    table.weak(table.weapon("ram0000000000001", "Ram", "12d6", minStr="d8"))
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Ram", table.dice(*[(6, 3)] * 6), "wwwwww")
    assert "SW680" in codes(differences(table))


def test_a_bonus_that_betterrolls_left_on_a_capped_die_is_named(table: Any, named: Json) -> None:
    table.weak(table.weapon("pick000000000001", "Pick", "@str+d10+2", minStr="d10"))
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(
        named["buck"], "Pick", table.dice((6, 5), (6, 3)), "sw", [{"label": "", "value": 2}]
    )
    found = differences(table)
    assert one(found, "SW687").recorded == 10


@pytest.mark.parametrize("counted", [0, -1])
def test_a_shot_of_weak_hands_that_the_system_takes_nothing_from_is_named(
    counted: int, table: Any, named: Json
) -> None:
    bow = table.weapon(
        "bow0000000000001", "Bow", "2d6", minStr="d10", trait="Shooting", range="12/24/48"
    )
    table.weak(bow)
    penalty = [{"label": "Not enough strength", "value": counted}] if counted else []
    table.trait(
        named["buck"], "Shooting", table.dice((6, 5), (6, 2)), at=named["ogre"], modifiers=penalty
    )
    found = one(differences(table, ruleset="swade"), "SW680")
    assert (found.rule, found.recorded, found.resolved) == ("weapon.weak_ranged", 5 + counted, 3)
    assert f"counted {counted:+d} for too little Strength, the rules -2" in found.message


def test_armor_that_is_counted_as_the_rules_do_is_no_difference(table: Any, named: Json) -> None:
    table.sheets[1]["items"].append(
        {"_id": "plate00000000001", "name": "Plate", "type": "armor",
         "system": {"armor": 4, "minStr": "d10", "equipStatus": 3, "locations": {"torso": True}}}
    )  # fmt: skip
    labelled = [{"label": "UnderMinStr (Armor)", "value": -2}]
    table.trait(named["ada"], "Athletics", table.dice((6, 5), (6, 2)), modifiers=labelled)
    assert differences(table, ruleset="swade") == []
    assert codes(differences(table, ruleset="core")) == {"SW686"}


def test_a_bonus_to_the_attack_that_weak_hands_lose_is_named(table: Any, named: Json) -> None:
    hammer = table.weapon("hammer0000000001", "Hammer", "@str+d10", minStr="d10")
    hammer["system"]["actions"]["traitMod"] = "+1"
    table.weak(hammer)
    table.trait(
        named["buck"],
        "Fighting",
        table.dice((8, 7), (6, 2)),
        at=named["ogre"],
        modifiers=[{"label": "Item Trait Modifier", "value": 1}],
    )
    found = one(differences(table), "SW687")
    assert (found.recorded, found.resolved) == (8, 7)


def test_a_parry_that_weak_hands_lose_is_named(table: Any, named: Json) -> None:
    ogre = table.sheets[2]
    ogre["items"] = [each for each in ogre["items"] if each["type"] != "weapon"]
    ogre["items"].append(
        table.weapon("pole000000000001", "Pole", "@str+d12", parry=1, minStr="d12")
    )
    # The module takes the ogre's Parry for 7; hands of d8 lose the pole's bonus, which makes it 6.
    table.better(
        named["buck"], type=3, item_id="sword00000000001", target_ids=["tokogre000000001"],
        trait_roll={"tn": 7, "wild_die": True, "modifiers": [], "rolls": [{"is_fumble": False, "dice": [
            {"sides": 8, "raw_total": 6, "result": 6, "label": "Fighting"},
            {"sides": 6, "raw_total": 2, "result": 2, "label": "Wild Die", "wild_die": True}]}]},
    )  # fmt: skip
    found = differences(table)
    parry = next(each for each in found if each.path == "tn")
    assert (parry.code, parry.recorded, parry.resolved) == ("SW687", 7, 6)
    assert "too weak for Pole" in parry.message


def test_armor_piercing_that_weak_hands_lose_is_named(table: Any, named: Json) -> None:
    table.weak(table.weapon("spike00000000001", "Spike", "@str+d6", minStr="d8", ap=2))
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Spike", table.dice((6, 5), (6, 3)), "sw", ap=2)
    found = one(differences(table), "SW685")
    assert (found.recorded, found.resolved) == (2, 0)


def test_armor_piercing_of_an_action_that_swade_tools_takes_instead_is_named(
    table: Any, named: Json
) -> None:
    table.weak(
        table.weapon("bow0000000000001", "Bow", "2d6", ap=2, range="12/24/48", trait="Shooting")
    )
    table.trait(named["buck"], "Shooting", table.dice((6, 5), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Bow", table.dice((6, 5), (6, 3)), "ww", ap=4)
    found = one(differences(table), "SW685")
    assert "swade-tools" in found.message


def test_heavy_armor_counted_piece_by_piece_is_named(table: Any, named: Json) -> None:
    table.trait(
        named["ada"],
        "Stealth",
        table.dice((4, 3), (6, 5)),
        modifiers=[{"label": "UnderMinStr (Armor)", "value": -3}],
    )
    found = one(differences(table), "SW686")
    assert found.rule == "armor.weak"
    assert (found.recorded, found.resolved) == (2, 3)


def test_the_first_piece_of_armor_alone_is_named_too(table: Any, named: Json) -> None:
    table.trait(
        named["ada"],
        "Stealth",
        table.dice((4, 3), (6, 5)),
        modifiers=[{"label": "Armor minimum strength", "value": -1}],
    )
    assert "betterrolls takes the first" in one(differences(table), "SW686").message


def wounded(table: Any, named: Json) -> None:
    """The ogre wounds Buck twice over: 7 and 6 against Toughness 6 … a hit of 15 is two wounds."""
    table.trait(named["ogre"], "Fighting", table.dice((8, 7), (6, 2)), at=named["buck"])
    table.damage(named["ogre"], "Great Club", table.dice((8, 7), (8, 7)), "sw")


def test_a_critical_failure_at_soaking_that_adds_a_wound_is_named(table: Any, named: Json) -> None:
    wounded(table, named)
    table.say(named["buck"], content="Spends a Benny!")
    table.trait(named["buck"], "Vigor", table.dice((8, 1), (6, 1)), title="Soak Roll")
    table.say(named["buck"], content="Buck is Shaken with 3 Wounds")
    found = one(differences(table), "SW682")
    assert (found.recorded, found.resolved) == (3, 2)


def test_a_soak_stored_from_the_latest_roll_is_named(table: Any, named: Json) -> None:
    wounded(table, named)
    table.say(named["buck"], content="Spends a Benny!")
    table.trait(named["buck"], "Vigor", table.dice((8, 5), (6, 1)), title="Soak Roll")
    table.say(named["buck"], content="Spends a Benny!")
    table.trait(named["buck"], "Vigor", table.dice((8, 3), (6, 2)), title="Soak Roll")
    # It shows the best attempt (one wound left), the rules keep the last (two).
    table.say(named["buck"], content="Buck is Shaken with 1 Wound")
    found = one(differences(table), "SW683")
    assert (found.recorded, found.resolved) == (1, 2)


def test_the_gms_benny_without_effect_is_named(table: Any, named: Json) -> None:
    table.sheets[0]["system"]["wounds"]["value"] = 3
    wounded(table, named)
    table.trait(
        named["buck"], "Vigor", table.dice((8, 4), (6, 2)), title="Injury Roll", modifiers=[{"label": "Wounds", "value": -3}],
        rerollable=False,
    )  # fmt: skip
    assert "GM's benny" in one(differences(table), "SW689").message


def test_a_wild_die_that_swade_tools_does_not_know_is_named(table: Any, named: Json) -> None:
    # Trait die 1, Wild Die 5: no critical failure, but the card calls it one.
    message = table.trait(named["buck"], "Notice", table.dice((6, 1), (6, 5)))
    table.tools(message, rolltype="skill", skill="Notice", useactor=named["buck"])
    message["content"] = '<div class="swadetools-criticalfailure">Critical Failure</div>'
    found = one(differences(table), "SW652")
    assert "English name" in found.message


def test_an_extra_that_fails_critically_with_one_die_is_named(table: Any, named: Json) -> None:
    confirmed = {"class": "SwadeRoll", "options": {"critfailConfirmationRoll": True}, "total": 1,
                 "terms": [table.die_term({"die": "d6", "faces": [1]})]}  # fmt: skip
    table.trait(named["goblin"], "Stealth", table.dice((8, 1)), wild=False, before=[confirmed])
    found = one(differences(table), "SW652")
    assert (found.recorded, found.resolved) == (True, False)


def test_an_unconfirmed_one_of_an_extra_is_no_difference(table: Any, named: Json) -> None:
    table.trait(named["goblin"], "Stealth", table.dice((8, 1)), wild=False)
    assert differences(table) == []


def applied(table: Any, named: Json, soaked: int, soak: list[Json]) -> None:
    wounded(table, named)
    table.say(named["buck"], content="Spends a Benny!")
    rolls = [{"is_fumble": False, "dice": [{**each, "result": each["raw_total"]} for each in soak]}]
    table.better(
        named["buck"], type=10, trait_roll={"tn": 4, "wild_die": True, "modifiers": [], "rolls": rolls},
        render={"wounds": 2, "soaked": soaked, "undo_values": {"wounds": 0, "shaken": False}},
    )  # fmt: skip


def test_damage_brought_on_the_sheet_before_the_soak_is_named(table: Any, named: Json) -> None:
    applied(
        table,
        named,
        1,
        [
            {"sides": 8, "raw_total": 5, "label": "Vigor"},
            {"sides": 6, "raw_total": 2, "label": "Wild Die", "wild_die": True},
        ],
    )
    found = differences(table)
    assert codes(found) == {"SW689"}
    assert found[0].recorded == 0


def test_a_soak_that_betterrolls_counts_otherwise_is_named(table: Any, named: Json) -> None:
    applied(
        table,
        named,
        2,
        [
            {"sides": 8, "raw_total": 5, "label": "Vigor"},
            {"sides": 6, "raw_total": 2, "label": "Wild Die", "wild_die": True},
        ],
    )
    assert (
        one(differences(table), "SW683").recorded,
        one(differences(table), "SW683").resolved,
    ) == (2, 1)


def test_a_multiplier_that_is_always_two_is_named(table: Any, named: Json) -> None:
    dice = [
        {"faces": 8, "results": [5], "label": "Strength"},
        {"faces": 8, "results": [3], "label": "Damage"},
    ]
    table.better(
        named["buck"], type=3, item_id="sword00000000001", target_ids=["tokogre000000001"],
        trait_roll={"tn": 6, "wild_die": True, "modifiers": [], "rolls": [{"is_fumble": False, "dice": [
            {"sides": 8, "raw_total": 6, "result": 6, "label": "Fighting"},
            {"sides": 6, "raw_total": 2, "result": 2, "label": "Wild Die", "wild_die": True}]}]},
        render={"damage_rolls": [{"raise": False, "brswroll": {
            "rolls": [{"result": 16, "tn": 8, "armor": 0, "ap": 0, "target_id": "tokogre000000001"}],
            "modifiers": [{"name": "x 3", "value": 8}], "dice": dice}}]},
    )  # fmt: skip
    found = one(differences(table), "SW684")
    assert (found.recorded, found.resolved) == (2, 3.0)


def test_wounds_that_the_tabletop_counted_otherwise_are_named(table: Any, named: Json) -> None:
    table.trait(named["ogre"], "Fighting", table.dice((8, 7), (6, 2)), at=named["buck"])
    table.damage(named["ogre"], "Great Club", table.dice((8, 7), (8, 7)), "sw")
    table.say(named["buck"], content="Buck is Shaken with 1 Wound")
    found = one(differences(table), "SW654")
    assert (found.recorded, found.resolved) == (1, 2)


def test_an_action_that_the_rules_reject_is_one_difference(table: Any, named: Json) -> None:
    table.sheets[0]["effects"] = [
        {
            "_id": "shaken0000000000",
            "name": "Shaken",
            "statuses": ["shaken"],
            "changes": [],
            "disabled": False,
        }
    ]
    table.trait(named["buck"], "Fighting", table.dice((8, 7), (6, 2)), at=named["ogre"])
    found = differences(table)
    assert [each.code for each in found] == ["SW656"]
    assert found[0].rule == "shaken.restricts"


@pytest.mark.parametrize("value", ["three", None, 1.5, [1], 10**9])
def test_an_action_that_says_nonsense_of_its_modifiers_is_audited_all_the_same(value: Any) -> None:
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    joe = {"kind": "character", "id": "joe", "name": "Joe", "attributes": attributes}
    weapon = {"name": "Axe", "damage": "Str+d6"}
    ann = {**joe, "id": "ann", "name": "Ann", "weapons": [weapon]}
    said = {"label": "Entangled", "value": value}
    attack = {"type": "attack", "actor": "ann", "target": "joe", "weapon": "Axe"}
    log = {
        "format": "sw-data/log",
        "version": 1,
        "actors": [joe, ann],
        "actions": [
            {"id": "1", "type": "trait", "actor": "joe", "trait": "Vigor", "modifiers": [said]},
            {
                **attack,
                "id": "2",
                "recorded": {"total": 50},
                "source": {"vtt": {"left_to_rules": [{"value": value}, {"label": "Wounds"}]}},
            },
        ],
    }
    found = list(audited(resolve_stream(log)))
    assert {each.id for each in found} == {"2"}
