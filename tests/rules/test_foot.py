"""Chases on foot as numbers (rules.md section 4)."""

from __future__ import annotations

import pytest

from sw_data.rules import foot
from sw_data.rules.ruleset import CORE


@pytest.mark.parametrize("skill", ["Driving", "Boating", "Piloting", "Riding", "driving"])
def test_a_vehicles_skill_is_agility_on_foot(skill: str) -> None:
    assert foot.skill(skill) == "Agility"


@pytest.mark.parametrize("skill", ["Agility", "Climbing", "Survival", "Swimming"])
def test_any_other_skill_is_the_runners_too(skill: str) -> None:
    assert foot.skill(skill) == skill


def test_obstacles_are_two_dice_and_a_soft_one_is_one() -> None:
    assert foot.obstacle_dice(False, CORE) == (6, 6)
    assert foot.obstacle_dice(True, CORE) == (6,)
    turned = CORE.override({"foot.obstacle": "2d6+d8", "foot.soft_obstacle": "d4"})
    assert foot.obstacle_dice(False, turned) == (6, 6, 8)
    assert foot.obstacle_dice(True, turned) == (4,)


def test_a_push_adds_two() -> None:
    assert foot.push_bonus(CORE).value == 2
