from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Die
from sw_data.rules import trait
from sw_data.rules.ruleset import CORE, RULESETS


@pytest.mark.parametrize(
    ("total", "raises"), [(3, None), (4, 0), (7, 0), (8, 1), (11, 1), (12, 2), (-5, None)]
)
def test_every_full_four_over_the_target_number_is_a_raise(total: int, raises: int | None) -> None:
    assert trait.raises(total, 4, CORE) == raises


@given(st.integers(-50, 200), st.integers(-20, 40), st.integers(1, 9), st.booleans())
def test_a_result_and_its_raises_agree(total: int, tn: int, step: int, critical: bool) -> None:
    rules = CORE.override({"trait.raise_step": step})
    name, count = trait.result(total, tn, critical, rules)
    raised = None if critical else trait.raises(total, tn, rules)
    assert count == (raised or 0)
    if raised is None:
        assert name == ("critical_failure" if critical else "failure")
    else:
        assert name == ("raise" if raised else "success")
        assert tn + raised * step <= total < tn + (raised + 1) * step


@pytest.mark.parametrize(
    ("ones", "dice", "wild_one", "critical"),
    [
        (1, 1, True, True),
        (0, 1, True, False),
        (1, 1, False, False),
        (1, 2, True, True),
        (2, 2, False, False),
        (1, 3, True, False),
        (2, 3, True, True),
        (3, 3, False, False),
        (1, 1, None, False),
        (1, 2, None, False),
        (2, 2, None, True),
        (2, 3, None, True),
        (2, 4, None, False),
    ],
)
def test_more_than_half_of_all_dice_and_the_wild_die_among_them(
    ones: int, dice: int, wild_one: bool | None, critical: bool
) -> None:
    assert trait.critical_failure(ones, dice, wild_one, CORE) is critical


def test_in_deluxe_no_extra_fails_critically() -> None:
    assert not trait.critical_failure(4, 4, None, RULESETS["deluxe"])


@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), st.none() | st.integers(1, 30))
def test_the_wild_die_takes_the_lowest_place_or_none(totals: list[int], wild: int | None) -> None:
    standing, place = trait.with_wild_die(totals, wild)
    if place is None:
        assert standing == totals
        assert wild is None or wild <= min(totals)
    else:
        assert wild is not None
        assert wild > totals[place] == min(totals)
        assert totals.index(min(totals)) == place
        assert standing == [*totals[:place], wild, *totals[place + 1 :]]


def test_ignored_wounds_come_off_before_the_cap() -> None:
    assert [trait.wound_penalty(held, 0, CORE) for held in range(6)] == [0, -1, -2, -3, -3, -3]
    assert trait.wound_penalty(5, 1, CORE) == -3
    assert trait.wound_penalty(3, 1, CORE) == -2
    assert trait.wound_penalty(1, 2, CORE) == 0


def test_a_penalty_that_comes_to_nothing_is_no_modifier() -> None:
    assert trait.body_penalties(0, 0, 0, 0, 2, CORE) == []
    assert trait.body_penalties(1, 1, 1, 1, 0, CORE) == []


def test_levels_ignored_of_either_kind_never_make_a_bonus() -> None:
    values = [each.value for each in trait.body_penalties(1, 0, 1, 0, 5, CORE)]
    assert values == [-1, -1, 2]


@given(st.integers(0, 20), st.integers(0, 8), st.integers(0, 4), st.integers(-3, 0))
def test_pace_falls_with_each_wound_to_one_and_no_lower(
    sheet: int, wounds: int, ignored: int, armor: int
) -> None:
    pace = trait.pace(sheet, wounds, ignored, armor, CORE)
    assert min(sheet, 1) <= pace <= sheet
    assert pace == max(min(sheet, 1), sheet - min(3, max(0, wounds - ignored)) + armor)


def test_one_action_costs_nothing_and_each_further_one_two() -> None:
    assert trait.multi_action(1, CORE) is None
    three = trait.multi_action(3, CORE)
    assert three is not None
    assert (three.value, three.rule) == (-4, "trait.multi_action")


def test_without_the_skill_a_d4_less_two() -> None:
    die, modifier = trait.unskilled(CORE)
    assert die == Die(4)
    assert modifier.value == -2
