from __future__ import annotations

import pytest

from sw_data.models import Weapon
from sw_data.rules import attack
from sw_data.rules.ruleset import CORE

SWORD = Weapon.model_validate({"name": "Sword", "damage": "Str+d8"})
SPEAR = Weapon.model_validate({"name": "Spear", "damage": "Str+d6", "range": [3, 6, 12]})
AXE = Weapon.model_validate({"name": "Axe", "damage": "d6", "range": [3, 6, 12]})
RIFLE = Weapon.model_validate({"name": "Rifle", "damage": "2d8", "range": [24, 48, 96]})
WHIP = Weapon.model_validate({"name": "Whip", "damage": "Str", "trait": "Athletics"})


def test_a_weapon_has_the_skill_of_its_kind_unless_it_names_one() -> None:
    skills = [attack.trait_of(each) for each in (SWORD, SPEAR, AXE, RIFLE, WHIP)]
    assert skills == ["Fighting", "Athletics", "Shooting", "Shooting", "Athletics"]


@pytest.mark.parametrize("skill", ["Fighting", "fighting ", "FIGHTING"])
def test_fighting_is_melee_with_any_weapon(skill: str) -> None:
    assert attack.is_melee(SPEAR, skill)
    assert attack.is_melee(SWORD, skill)


def test_a_blade_is_melee_by_any_skill_but_those_of_range() -> None:
    assert attack.is_melee(SWORD, "Persuasion")
    assert not attack.is_melee(SWORD, "Throwing")
    assert not attack.is_melee(SWORD, "Shooting")
    assert not attack.is_melee(RIFLE, "Driving")


@pytest.mark.parametrize(
    ("distance", "bracket"),
    [(0, "short"), (24, "short"), (24.5, "medium"), (48, "medium"), (96, "long"), (96.1, None)],
)
def test_a_distance_is_read_against_the_brackets(distance: float, bracket: str | None) -> None:
    assert attack.bracket(distance, (24, 48, 96)) == bracket


def test_brackets_cost_nothing_two_and_four() -> None:
    values = [attack.range_modifier(each, CORE).value for each in ("short", "medium", "long")]
    assert values == [0, -2, -4]
