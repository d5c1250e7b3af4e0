from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.models import Character, Vehicle
from sw_data.odds import attack, damage, trait
from sw_data.rules.ruleset import CORE, RULESETS

Person = Callable[..., Character]


def test_a_weapon_too_heavy_loses_its_bonus_and_rolls_smaller_dice(
    joe: Character, ogre: Character
) -> None:
    odds = attack(joe, "Hammer on a stick", target=ogre)
    assert odds.total == damage("2d6")
    assert odds.p("hit") == trait("d8", wild_card=True, tn=5).p("success")
    assert any("too weak" in note for note in odds.notes)
    strong = joe.model_validate(
        {**joe.to_json(), "attributes": {**joe.to_json()["attributes"], "strength": "d12"}}
    )
    strong_odds = attack(strong, "Hammer on a stick", target=ogre)
    assert strong_odds.total == damage("d10+d12")
    assert strong_odds.p("hit") == trait("d8", wild_card=True, tn=5, modifiers=1).p("success")


def test_range_and_vulnerability_and_actions_count(joe: Character, goblin: Character) -> None:
    plain = trait("d6", wild_card=True)
    pistol = joe.weapons[2].model_copy(update={"rof": 1})
    near = attack(joe, pistol, target=goblin)
    far = attack(joe, pistol, target=goblin, distance=30)
    assert near.p("hit") == plain.p("success")
    assert far.p("hit") == attack(joe, pistol, target=goblin, range="long").p("hit")
    assert far.p("hit") == trait("d6", wild_card=True, modifiers=-4).p("success")
    exposed = goblin.model_copy(update={"conditions": ("vulnerable",)})
    assert attack(joe, pistol, target=exposed).p("hit") == trait(
        "d6", wild_card=True, modifiers=2
    ).p("success")
    twice = attack(joe, pistol, target=goblin, actions_this_turn=2)
    assert twice.p("hit") == trait("d6", wild_card=True, modifiers=-2).p("success")
    with pytest.raises(ImpossibleError, match="beyond the long range"):
        attack(joe, pistol, target=goblin, distance=60)
    for nowhere in (-1, float("nan"), float("inf")):
        with pytest.raises(ImpossibleError, match="should be 0 or more"):
            attack(joe, pistol, target=goblin, distance=nowhere)


def test_ap_takes_armor_only(joe: Character, ogre: Character) -> None:
    bare = ogre.model_copy(update={"armor": 0})
    assert attack(joe, "Gun", target=ogre).p("wounded") > attack(joe, "Gun", target=bare).p(
        "wounded"
    )
    thinner = bare.model_copy(update={"toughness": 6})
    assert attack(joe, "Gun", target=ogre).outcomes == attack(joe, "Gun", target=thinner).outcomes


def test_a_shaken_target_is_wounded_where_another_is_shaken(
    joe: Character, goblin: Character
) -> None:
    plain = attack(joe, "Axe", target=goblin)
    shaken = attack(joe, "Axe", target=goblin.model_copy(update={"conditions": ("shaken",)}))
    hardy = attack(
        joe,
        "Axe",
        target=goblin.model_copy(update={"conditions": ("shaken",), "edges": ("Hardy",)}),
    )
    assert shaken.p("incapacitated") == plain.p("shaken") + plain.p("incapacitated")
    assert hardy.p("incapacitated") == plain.p("incapacitated")
    assert hardy.p("no effect") == plain.p("no effect") + plain.p("shaken")


def test_a_burst_hits_more_often_and_its_wounds_add_up(joe: Character, ogre: Character) -> None:
    by_dice = [attack(joe, "Gun", target=ogre, attacks=count) for count in (1, 2, 3, 4)]
    for fewer, more in pairwise(by_dice):
        assert more.p("hit") > fewer.p("hit")
        assert more.p("incapacitated") > fewer.p("incapacitated")
        assert sum(each.p for each in more.outcomes) == 1


def test_a_second_shaken_of_one_burst_wounds(joe: Character, goblin: Character) -> None:
    # Damage of exactly Toughness, whatever is rolled: the first hit Shakes, the second one fells.
    gun = joe.weapons[2].model_validate(
        {**joe.weapons[2].to_json(), "damage": "7", "rof": 2, "modifiers": []}
    )
    rules = CORE.override({"attack.raise_die": "none"})
    odds = attack(joe, gun, target=goblin, rules=rules)
    two = trait("d6", wild_card=True, dice=2)
    assert odds.p("incapacitated") == two.p("2 successes")
    assert odds.p("shaken") == two.p("1 success")


def test_a_vehicle_is_never_shaken_but_its_driver_must_keep_control(
    joe: Character, jeep: Vehicle
) -> None:
    odds = attack(joe, "Gun", target=jeep, attacks=1)
    names = [each.outcome for each in odds.outcomes]
    assert "control_check" in names
    assert "shaken" not in names
    with pytest.raises(ImpossibleError, match="vehicle soaks"):
        attack(joe, "Gun", target=jeep, bennies=1)


def test_a_weapon_of_a_vehicle_uses_the_strength_of_the_vehicle(
    joe: Character, goblin: Character
) -> None:
    ram = {"name": "Ram", "damage": "Str+d6"}
    mount = Vehicle.model_validate(
        {"kind": "vehicle", "name": "Tank", "strength": "d12+4", "weapons": [ram]}
    )
    assert attack(joe, "Ram", target=goblin, mounted_on=mount).total == damage("d12+d6+4")
    weak = mount.model_copy(update={"strength": None})
    with pytest.raises(ImpossibleError, match="none of its own"):
        attack(joe, "Ram", target=goblin, mounted_on=weak)


def test_a_template_asks_one_roll_against_four_whatever_the_range(
    joe: Character, goblin: Character
) -> None:
    bomb = joe.weapons[2].model_validate(
        {"name": "Bomb", "damage": "3d6", "range": "MBT", "rof": 1}
    )
    odds = attack(joe, bomb, target=goblin, range="long")
    assert odds.p("hit") == trait(joe, "Shooting").p("success")


def test_wounds_past_the_maximum_incapacitate_whatever_the_maximum(
    joe: Character, person: Person
) -> None:
    for most in (1, 2, 5):
        boss = person("Boss", wild_card=True, parry=5, toughness=5, wounds={"max": most})
        names = [each.outcome for each in attack(joe, "Axe", target=boss).outcomes]
        assert [name for name in names if "wound" in name] == [
            "1_wound" if count == 1 else f"{count}_wounds" for count in range(1, most + 1)
        ]
        assert names[-1] == "incapacitated"


def test_wounds_need_not_shake(joe: Character, ogre: Character) -> None:
    calm = attack(joe, "Axe", target=ogre, rules=CORE.override({"damage.wound_shakes": False}))
    assert calm.outcomes == attack(joe, "Axe", target=ogre).outcomes


def test_an_unknown_weapon_lists_those_there_are(joe: Character, goblin: Character) -> None:
    with pytest.raises(NotFoundError, match="'Hammer on a stick'"):
        attack(joe, "Sword", target=goblin)


def test_a_shaken_attacker_is_told_so(joe: Character, goblin: Character) -> None:
    shaken = joe.model_copy(update={"conditions": ("shaken",)})
    assert any("recover" in note for note in attack(shaken, "Axe", target=goblin).notes)


def test_one_who_is_down_already_takes_no_harm(joe: Character, goblin: Character) -> None:
    down = goblin.model_copy(update={"conditions": ("incapacitated",)})
    odds = attack(joe, "Axe", target=down)
    assert odds.p("no effect") == odds.p("hit")


def test_the_rules_and_the_ruleset_say_what_it_rests_on(joe: Character, goblin: Character) -> None:
    odds = attack(joe, "Hammer on a stick", target=goblin)
    assert {"attack.melee", "weapon.strength_cap", "damage.extra"} <= set(odds.rules)
    assert attack(joe, "Hammer on a stick", target=goblin, rules=RULESETS["swade"]).p(
        "hit"
    ) == odds.p("hit")
    none = attack(joe, "Axe", target=goblin, rules=CORE.override({"attack.raise_die": "none"}))
    assert none.p("incapacitated") < attack(joe, "Axe", target=goblin).p("incapacitated")


def test_the_mean_counts_the_wound_that_fells(joe: Character, goblin: Character) -> None:
    odds = attack(joe, "Axe", target=goblin)
    assert odds.mean == odds.p("incapacitated") == odds.p("wounded")
    by_number = damage("2d6", toughness=100)
    assert by_number.mean == by_number.p("incapacitated") > Fraction(0)


def test_what_cannot_come_of_it_has_no_chance(joe: Character, goblin: Character) -> None:
    assert damage("2d6", toughness=-10).p("no effect") == 0
    assert damage("d4", toughness=4_000).p("shaken") > 0
    assert damage("2d6", toughness=7, shaken=True).p("shaken") == 0
    assert attack(goblin, joe.weapons[1], target=joe).p("critical failure") == 0
    with pytest.raises(NotFoundError, match="3_wounds"):
        damage("2d6", toughness=7, wild_card=True).p("4_wounds")
