"""Reports about minimum Strength and the damage formula (section A), each with a sheet that shows it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.weapon import InHands
from sw_data.diagnostics import Severity
from sw_data.dice import Damage
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Vehicle

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]

SHOOTING = {"range": "12/24/48", "rangeType": 1, "actions": {"trait": "Shooting"}}


def held(write: Write, sheet: dict[str, Any], **options: Any) -> InHands:
    (found,) = sw.wielded(write("held.json", sheet), **options)
    return found


def fight(
    write: Write, actors: list[dict[str, Any]], *actions: dict[str, Any], **more: Any
) -> sw.Run:
    log = {"format": "sw-data/log", "version": 1, "ruleset": "core", "seed": 1, "actions": actions}
    return sw.resolve(write("log.json", log), actors=write("actors.json", actors), **more)


# R001
@pytest.mark.parametrize(
    ("strength", "damage", "minimum", "rolled", "weak"),
    [
        ("d4", "@str+d8", "d8", "d4+d4", True),
        ("d6", "@str+d8", "d8", "d6+d6", True),
        ("d8", "@str+d8", "d8", "d8+d8", False),
        ("d12+2", "@str+d8", "d8", "d8+d12+2", False),
        ("d4", "@str+d8", "", "d4+d4", True),
        ("d4", "@str+d4", "d12+2", "d4+d4", True),
        ("d12+1", "@str+d4", "d12+2", "d4+d12+1", True),
    ],
)
def test_a_weapon_die_is_no_larger_than_the_strength_die(
    npc: Make, item: Make, written: Write,
    strength: str, damage: str, minimum: str, rolled: str, weak: bool,
) -> None:  # fmt: skip
    sword = item("weapon", "Sword", damage=damage, minStr=minimum)
    found = held(written, npc(items=(sword,), strength=strength))
    assert sorted(found.wielded.damage_text.split("+")) == sorted(rolled.split("+"))
    assert found.wielded.too_weak is weak


# R001
def test_hands_too_weak_lose_what_the_weapon_gives_and_keep_what_it_takes(
    npc: Make, item: Make, written: Write
) -> None:
    spear = item(
        "weapon", "Spear", damage="@str+d8", minStr="d8", parry=1, ap=1, notes="Reach 1",
        actions={"traitMod": "+1"},
    )  # fmt: skip
    maul = item("weapon", "Spear", damage="@str+d8", minStr="d8", parry=-1)
    weak = held(written, npc(items=(spear,), strength="d4"))
    assert (weak.wielded.parry, weak.wielded.ap, weak.wielded.reach, weak.attack_modifier) == (
        0,
        0,
        0,
        0,
    )
    assert {each.applies_to for each in weak.wielded.lost} == {"parry", "ap", "reach", "Fighting"}
    assert held(written, npc(items=(maul,), strength="d4")).wielded.parry == -1


# R001
@pytest.mark.parametrize(("strength", "modifier"), [("d8", 0), ("d6", -1), ("d4", -2)])
def test_a_gun_too_heavy_costs_one_for_each_step_where_that_is_the_rule(
    npc: Make, item: Make, written: Write, strength: str, modifier: int
) -> None:
    gun = item("weapon", "Gun", damage="2d8", minStr="d8", **SHOOTING)
    found = held(written, npc(items=(gun,), strength=strength), ruleset="swade")
    assert found.attack_modifier == modifier
    assert found.wielded.damage_text == "2d8"


# R001 R004
def test_armor_too_heavy_costs_pace_and_agility_rolls_where_that_is_the_rule(
    npc: Make, item: Make, written: Write
) -> None:
    plate = item("armor", "Plate", armor=4, minStr="d10", equipStatus=3, locations={"torso": True})
    orc = npc(items=(plate,), skills={"Fighting": "d6"}, strength="d6")
    run = fight(
        written,
        [orc],
        {"id": "t", "type": "trait", "actor": "Orc", "trait": "Agility", "dice": {"roll": [4, 3]}},
        {"id": "s", "type": "trait", "actor": "Orc", "trait": "Vigor", "dice": {"roll": [4, 3]}},
        ruleset="swade",
    )
    agility, vigor = run.outcomes
    assert [(each.value, each.rule) for each in agility.rolls[0].modifiers] == [(-2, "armor.weak")]
    assert vigor.rolls[0].modifiers == ()
    character = run.actors["Orc"]
    assert character.current is not None
    assert character.current.pace == 4


# R002
def test_steps_for_minimum_strength_alone_do_not_make_the_strength_die_larger(
    npc: Make, item: Make, written: Write
) -> None:
    orc = npc(items=(item("weapon", "Axe", damage="@str+d10", minStr="d10"),), strength="d6")
    orc["system"]["attributes"]["strength"]["encumbranceSteps"] = 1
    change = {"key": "system.attributes.strength.encumbranceSteps", "mode": 2, "value": "1"}
    orc["effects"] = [{"_id": "brawnyBrawnyBra1", "name": "Brawny", "changes": [change]}]
    path = written("orc.json", orc)
    assert str(sw.load(path).characters["Orc"].strength) == "d6"
    assert held(written, orc).wielded.damage_text == "d6+d6"
    told = [each for each in sw.validate(path) if each.code == "SW106"]
    assert any("encumbranceSteps" in each.message for each in told)


# R003
def test_a_sheet_with_any_member_missing_is_read_without_a_traceback(
    npc: Make, item: Make, written: Write
) -> None:
    sheet = npc(
        items=(
            item("weapon", "Sword", damage="@str+d8", minStr="d8"),
            item("power", "Bolt", damage="2d6", pp=1, range="12"),
            item("armor", "Plate", armor=2, minStr="d8", equipStatus=3),
        ),
        skills={"Fighting": "d8"},
    )
    for smaller in without_each(sheet):
        path = written("smaller.json", smaller)
        for each in [*sw.load(path).diagnostics, *sw.validate(path)]:
            assert each.file == str(path)
            assert each.line is not None or each.severity is Severity.INFO


def without_each(value: dict[str, Any], depth: int = 3) -> Iterator[dict[str, Any]]:
    """The object again and again, each time without another one of its members."""
    for key in value:
        smaller = copy.deepcopy(value)
        del smaller[key]
        yield smaller
        inner = as_object(value[key])
        for part in without_each(inner, depth - 1) if inner and depth else ():
            yield {**value, key: part}
        row = list(as_array(value[key]) or ())
        for number, one in enumerate(row):
            for part in without_each(as_object(one) or {}, depth - 1):
                yield {**value, key: [*row[:number], part, *row[number + 1 :]]}


# R003
def test_a_power_has_no_minimum_strength_and_needs_none(
    npc: Make, item: Make, written: Write
) -> None:
    bolt = item("power", "Bolt", damage="2d6", pp=1, range="12", rank="Novice", duration="Instant")
    report = sw.validate(written("mage.json", npc(items=(bolt,))))
    assert [each for each in report if each.severity is not Severity.INFO] == []


# R004 R005
def test_what_a_weak_hand_does_to_a_weapon_is_said_part_by_part(
    npc: Make, item: Make, written: Write, sw_data_command: Callable[..., Any]
) -> None:
    sword = item("weapon", "Short sword", damage="@str+d6", minStr="d6", parry=1)
    path = written("orc.json", npc(items=(sword,), strength="d4"))
    shown: list[dict[str, Any]] = json.loads(
        sw_data_command("weapon", path, "--format", "json").stdout
    )
    (found,) = shown
    assert found["damage"] == "d4+d4"
    assert (found["strength"], found["required_strength"], found["too_weak"]) == ("d4", "d6", True)
    assert found["lost"] == [{"applies_to": "parry", "value": 1}]
    assert {"weapon.strength_cap", "weapon.required_strength", "weapon.benefits_lost"} <= set(
        held(written, json.loads(path.read_text())).wielded.rules
    )


# R005
def test_a_gun_of_one_die_is_not_capped_by_strength(npc: Make, item: Make, written: Write) -> None:
    gun = item("weapon", "Derringer", damage="1d6", **SHOOTING)
    assert held(written, npc(items=(gun,), strength="d4")).wielded.damage_text == "d6"


# R006
def test_a_walkers_fist_uses_the_walkers_strength_and_never_the_pilots(
    npc: Make, item: Make, written: Write
) -> None:
    fist = item("weapon", "Fist", damage="@str+d8")
    walker: dict[str, Any] = {
        "_id": "walkerwalkerwal1", "name": "Walker", "type": "vehicle",
        "system": {
            "handling": 0, "topspeed": {"value": 20, "unit": ""}, "wounds": {"value": 0, "max": 4},
            "toughness": {"total": 14, "armor": 3}, "size": 4,
            "attributes": {"strength": {"enabled": True, "die": {"sides": 12, "modifier": 2}}},
            "crew": {"members": [{"uuid": "Actor.Pilot00000000000", "role": "operator"}]},
        },
        "items": [fist],
    }  # fmt: skip
    path = written("walker.json", [walker, npc("Pilot", strength="d4")])
    vehicle = sw.load(path).vehicles["Walker"]
    assert isinstance(vehicle, Vehicle)
    assert str(vehicle.strength) == "d12+2"
    (found,) = sw.wielded(vehicle)
    assert found.wielded.damage_text == "d8+d12+2"
    del walker["system"]["attributes"]
    path = written("walker.json", [walker, npc("Pilot", strength="d4")])
    (found,) = sw.wielded(sw.load(path).vehicles["Walker"])
    assert (found.wielded.damage_text, found.wielded.too_weak) == ("d8+d8", False)


# R007
@pytest.mark.parametrize("text", ["d6+d6", "2d6", "1d6+1d6", "2D6", "2d6x", "D6 + d6", "2d6[fire]"])
def test_each_spelling_of_two_dice_is_two_dice(
    item: Make, npc: Make, written: Write, text: str
) -> None:
    sheet = npc(items=(item("weapon", "Gun", damage=text, **SHOOTING),))
    path = written("orc.json", sheet)
    assert sw.load(path).characters["Orc"].weapons[0].damage == Damage.parse("2d6")
    assert [each.code for each in sw.validate(path) if each.code == "SW201"] == []


# R007
def test_a_damage_die_that_aces_is_rolled_once_more_and_no_oftener(
    item: Make, npc: Make, written: Write
) -> None:
    gun = item("weapon", "Gun", damage="d6+d6", **SHOOTING)
    run = fight(
        written,
        [npc(items=(gun,), skills={"Shooting": "d6"}), npc("Goblin", wild_card=False)],
        {"id": "a", "type": "attack", "actor": "Orc", "weapon": "Gun", "target": "Goblin",
         "dice": {"attack": [4, 3], "damage": [6, 2, 3]}},
    )  # fmt: skip
    damage = run.outcomes[0].rolls[1]
    assert [die.faces for die in damage.dice] == [(6, 2), (3,)]
    assert damage.total == 11


# R008 R009
def test_a_raise_adds_a_die_to_the_same_roll_and_every_die_aces(
    item: Make, npc: Make, written: Write
) -> None:
    gun = item("weapon", "Gun", damage="2d8", **SHOOTING)
    actors = [npc(items=(gun,), skills={"Shooting": "d8"}), npc("Goblin", wild_card=False)]
    blow = {"id": "a", "type": "attack", "actor": "Orc", "weapon": "Gun", "target": "Goblin"}
    plain = {**blow, "dice": {"attack": [4, 6, 1], "damage": [8, 1, 3]}}
    raised = {**blow, "dice": {"attack": [8, 8, 3, 6, 1], "damage": [8, 1, 3, 6, 5]}}
    (first,) = fight(written, actors, plain).outcomes
    (second,) = fight(written, actors, raised).outcomes
    assert [die.total for die in second.rolls[0].dice] == [19, 7]
    assert first.rolls[1].total == 12
    assert second.rolls[1].total == 12 + 11


# R010
@pytest.mark.parametrize("die", [4, 10, 12])
def test_a_bonus_die_of_another_size_is_kept_whatever_is_written(
    item: Make, npc: Make, written: Write, die: int
) -> None:
    gun = item("weapon", "Gun", damage="2d8", bonusDamageDie=die, bonusDamageDice=2, **SHOOTING)
    path = written("orc.json", npc(items=(gun,)))
    kept = sw.convert(path, "foundry", target="6.0").value["items"][0]["system"]
    assert (kept["bonusDamageDie"], kept["bonusDamageDice"]) == (die, 2)


# R011
def test_damage_has_the_raise_of_the_attack_that_it_belongs_to(
    item: Make, npc: Make, written: Write
) -> None:
    gun = item("weapon", "Gun", damage="2d8", **SHOOTING)
    actors = [npc(items=(gun,), skills={"Shooting": "d8"}), npc("Goblin", wild_card=False)]
    run = fight(
        written, actors,
        {"id": "a", "type": "attack", "actor": "Orc", "weapon": "Gun", "target": "Goblin",
         "dice": {"attack": [8, 1, 3], "damage": [2, 3, 4]}},
        {"id": "b", "type": "damage", "target": "Goblin", "damage": "2d8", "dice": {"damage": [2, 3]}},
    )  # fmt: skip
    attack, fall = run.outcomes
    assert [die.role for die in attack.rolls[1].dice] == ["weapon", "weapon", "raise"]
    assert len(fall.rolls[0].dice) == 2


# R012
@pytest.mark.parametrize("bonus", ["", "+2"])
@pytest.mark.parametrize(
    ("token", "attribute"),
    [("@agi", "agility"), ("@sma", "smarts"), ("@spi", "spirit"), ("@vig", "vigor")],
)
def test_an_attribute_in_a_damage_is_its_owners_die_with_its_bonus(
    item: Make, npc: Make, written: Write, token: str, attribute: str, bonus: str
) -> None:
    sheet = npc(items=(item("weapon", "Claw", damage=f"{token}+d6"),), **{attribute: f"d12{bonus}"})
    path = written("orc.json", sheet)
    assert sw.load(path).characters["Orc"].weapons[0].damage == Damage.parse(f"d12+d6{bonus}")
    assert [each.severity for each in sw.validate(path) if each.code == "SW201"] == [Severity.INFO]


# R012
def test_a_token_that_nobody_has_is_an_error_at_its_place(
    item: Make, npc: Make, written: Write
) -> None:
    path = written("orc.json", npc(items=(item("weapon", "Claw", damage="@spp+2"),)))
    (found,) = [each for each in sw.validate(path) if each.code == "SW201"]
    assert (found.severity, found.pointer) == (Severity.ERROR, "/items/0/system/damage")
    assert "'@spp+2'" in found.message


# R015
@pytest.mark.parametrize("die", ["+d6", "+1d6x", "+2d6x"])
def test_dice_that_an_edge_adds_are_told_where_they_cannot_be_added(
    item: Make, npc: Make, written: Write, die: str
) -> None:
    claw = item("weapon", "Claw", damage="@str", actions={"dmgMod": die})
    path = written("orc.json", npc(items=(claw,)))
    found = [each for each in sw.validate(path) if each.pointer == "/items/0/system/actions/dmgMod"]
    assert [each.code for each in found] == ["SW101"]
    sheet = npc(items=(item("weapon", "Claw", damage=f"@str{die}"),))
    read = sw.load(written("orc.json", sheet)).characters["Orc"].weapons[0].damage
    assert read.dice in {(6,), (6, 6)}


# R016
@pytest.mark.parametrize("name", ["weaponminstrength", "minstrength"])
def test_roll20_minimum_strength_is_read_by_its_old_name_and_its_new_one(
    fixtures: Path, written: Write, name: str
) -> None:
    sheet = json.loads((fixtures / "roll20/official.json").read_text(encoding="utf-8"))
    for row in sheet["attribs"]:
        if row["name"].endswith("minstrength"):
            row["name"] = row["name"].replace("weaponminstrength", name)
    weapons = sw.load(written("pelle.json", sheet)).characters["Pelle H\u00e5kansson"].weapons
    assert any(each.min_strength is not None for each in weapons)


# R016
def test_the_damage_of_a_shotgun_stays_as_it_is_written(
    item: Make, npc: Make, written: Write
) -> None:
    sheet = npc(items=(item("weapon", "Shotgun", damage="1-3d6", **SHOOTING),))
    path = written("orc.json", sheet)
    assert sw.load(path).characters["Orc"].weapons[0].damage == Damage.parse("3d6")
    assert [each.code for each in sw.validate(path) if each.code == "SW201"] == ["SW201"]
    assert (
        sw.convert(path, "foundry", target="6.0").value["items"][0]["system"]["damage"] == "1-3d6"
    )


# R017 R018
def test_what_a_weapon_is_worth_says_under_which_rules(
    item: Make, npc: Make, written: Write
) -> None:
    gun = item("weapon", "Gun", damage="2d8", minStr="d8", **SHOOTING)
    path = written("orc.json", npc(items=(gun,), strength="d4"))
    core, swade = (sw.wielded(path, ruleset=name)[0] for name in ("core", "swade"))
    assert (core.attack_modifier, swade.attack_modifier) == (0, -2)
    assert "weapon.weak_ranged" in swade.wielded.rules


# R007
def test_two_spellings_of_the_same_dice_have_the_same_chances() -> None:
    base = {"kind": "character", "name": "A", "attributes": dict.fromkeys(
        ("agility", "smarts", "spirit", "strength", "vigor"), "d6"), "skills": {"Shooting": "d6"}}  # fmt: skip
    chances: list[object] = []
    for text in ("2d6", "d6+d6"):
        gun = {"name": "Gun", "damage": text, "range": [12, 24, 48]}
        ann = Character.model_validate({**base, "weapons": [gun]})
        odds = sw.odds.attack(ann, "Gun", target=Character.model_validate(base))
        chances.append(odds.outcomes)
    assert chances[0] == chances[1]
