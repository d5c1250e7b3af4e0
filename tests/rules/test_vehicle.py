"""Vehicles as numbers (rules.md section 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.rules import vehicle
from sw_data.rules.ruleset import CORE, ruleset


@pytest.mark.parametrize(
    ("wounds", "ignored", "value"), [(0, 0, 0), (1, 0, -1), (4, 0, -3), (2, 1, -1), (1, 3, 0)]
)
def test_wounds_cost_one_each_and_no_more_than_three(wounds: int, ignored: int, value: int) -> None:
    modifier = vehicle.wound_penalty(wounds, ignored, CORE)
    assert (modifier.value if modifier else 0) == value


@pytest.mark.parametrize(
    ("held", "more", "most", "ends"),
    [(0, 3, 3, (3, False)), (0, 4, 3, (3, True)), (3, 0, 3, (3, False)), (0, 1, 0, (0, True))],
)
def test_a_wound_past_the_maximum_wrecks(
    held: int, more: int, most: int, ends: tuple[int, bool]
) -> None:
    assert vehicle.wounds_held(held, more, most) == ends


@pytest.mark.parametrize(
    ("speed", "soft", "loose", "dice"),
    [(24, False, False, 4), (25, False, False, 5), (25, True, False, 2), (25, True, True, 3),
     (4, False, False, 1), (0, True, True, 2), (9, True, False, 1)],
)  # fmt: skip
def test_an_obstacle_deals_a_die_for_each_five_squares_halved_if_soft(
    speed: int, soft: bool, loose: bool, dice: int
) -> None:
    assert vehicle.obstacle_dice(speed, soft, loose, CORE) == dice


@given(st.integers(0, 500))
def test_a_soft_obstacle_never_deals_more_than_a_hard_one(speed: int) -> None:
    hard = vehicle.obstacle_dice(speed, False, False, CORE)
    soft = vehicle.obstacle_dice(speed, True, False, CORE)
    assert 1 <= soft <= hard


def test_speeds_are_converted_only_where_a_knob_says_how() -> None:
    swade = ruleset("swade")
    assert vehicle.squares(120, "mph", CORE) == 120
    assert vehicle.squares(120, "mph", swade) == 40
    assert vehicle.squares(40, "squares", swade) == 40
    assert vehicle.squares(160.9344, "km/h", swade) == pytest.approx(100 / 3)  # pyright: ignore[reportUnknownMemberType]


def test_a_belt_is_worth_a_wound() -> None:
    belted = vehicle.occupant_modifiers(1, True, CORE)
    assert [(each.label, each.value) for each in belted] == [
        ("1 wound to the vehicle", -2),
        ("seatbelt", 2),
    ]
    assert sum(each.value for each in vehicle.occupant_modifiers(3, False, CORE)) == -6
