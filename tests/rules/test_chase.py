"""Chases as numbers (rules.md section 4)."""

from __future__ import annotations

import pytest

from sw_data.dice import Die
from sw_data.rules import chase
from sw_data.rules.ruleset import CORE


@pytest.mark.parametrize(
    ("raises", "wanted", "zones"),
    [(None, None, 0), (0, None, 1), (1, None, 2), (5, None, 2), (1, 1, 1), (0, 2, 1), (3, 0, 0),
     (None, 2, 0)],
)  # fmt: skip
def test_a_movement_takes_one_zone_or_up_to_two_with_a_raise(
    raises: int | None, wanted: int | None, zones: int
) -> None:
    assert chase.zones_moved(raises, wanted) == zones


@pytest.mark.parametrize(
    ("start", "end", "blocker", "past"),
    [(4, 6, 5, True), (4, 6, 4, True), (4, 6, 6, False), (4, 6, 3, False), (4, 4, 4, False)],
)
def test_past_is_from_the_zone_or_behind_it_to_beyond_it(
    start: int, end: int, blocker: int, past: bool
) -> None:
    assert chase.passes(start, end, blocker) is past


def test_range_counts_once_for_each_zone_and_not_in_the_same() -> None:
    assert chase.range_per_zone(-2, 0) is None
    assert chase.range_per_zone(0, 3) is None
    one, three = chase.range_per_zone(-2, 1), chase.range_per_zone(-2, 3)
    assert one is not None
    assert three is not None
    assert (one.value, one.label) == (-2, "1 zone apart")
    assert (three.value, three.label) == (-6, "3 zones apart")


@pytest.mark.parametrize(("before", "value"), [(1, -2), (2, -4), (3, -6)])
def test_blocks_cost_more_each_time(before: int, value: int) -> None:
    assert chase.block_modifier(0, CORE) is None
    modifier = chase.block_modifier(before, CORE)
    assert modifier is not None
    assert modifier.value == value


def test_a_ram_without_a_raise_costs_nothing() -> None:
    assert chase.ram_modifier(0, CORE) is None
    modifier = chase.ram_modifier(3, CORE)
    assert modifier is not None
    assert modifier.value == -6


@pytest.mark.parametrize(
    ("closest", "pursuers", "bonus", "theirs"),
    [(3, 1, 0, 0), (4, 1, 2, 0), (7, 3, 8, 2), (2, 1, 0, 0), (3, 0, 0, 0)],
)
def test_hiding_counts_zones_beyond_three_and_pursuers_after_the_first(
    closest: int, pursuers: int, bonus: int, theirs: int
) -> None:
    assert chase.hide_modifiers(closest, pursuers, CORE) == (bonus, theirs)


@pytest.mark.parametrize(
    ("notice", "best"),
    [
        ([(Die(6), True), (Die(8), False)], 1),
        ([(Die(12), True), (Die(12, 1), False)], 1),
        ([(Die(6), False), (Die(6), True)], 1),
        ([(Die(6), True), (Die(6), True)], 0),
        ([(Die(4, -2), True), (Die(4), False)], 1),
    ],
)
def test_the_sharpest_is_the_larger_die_then_the_bonus_then_the_wild_die_then_the_first(
    notice: list[tuple[Die, bool]], best: int
) -> None:
    assert chase.sharpest(notice) == best
