from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.errors import ImpossibleError, NotationError
from sw_data.odds import Distribution, damage, die
from sw_data.odds.totals import best_mean, classified, reached

Faces: TypeAlias = Callable[[int, int], list[tuple[int, Fraction]]]

SIDES = (4, 6, 8, 10, 12)
sides = st.sampled_from(SIDES)


@pytest.mark.parametrize("count", SIDES)
def test_a_die_shows_what_its_faces_show_one_by_one(count: int, faces: Faces) -> None:
    found = die(f"d{count}")
    for total, p in faces(count, 3):
        assert found.chance(total) == p


@pytest.mark.parametrize("count", SIDES)
def test_no_die_shows_its_highest_face_or_a_multiple_of_it(count: int) -> None:
    found = die(f"d{count}")
    assert [found.chance(count * times) for times in (1, 2, 3)] == [0, 0, 0]
    assert all(row["total"] is None or row["total"] % count for row in found.table())


@given(
    st.lists(sides, min_size=1, max_size=4), st.integers(-5, 5), st.sampled_from(("sum", "best"))
)
def test_the_rows_of_a_table_add_up_to_one(dice: list[int], bonus: int, of: str) -> None:
    table = Distribution(tuple(dice), bonus, of).table()
    assert sum(row["p"] for row in table) == 1
    assert all(row["p"] > 0 for row in table)


@given(st.lists(sides, min_size=1, max_size=3), st.integers(-5, 5), st.integers(-10, 40))
def test_at_least_is_what_the_totals_below_leave(dice: list[int], bonus: int, total: int) -> None:
    found = Distribution(tuple(dice), bonus)
    below = sum((found.chance(each) for each in range(found.lowest, total)), start=Fraction(0))
    assert found.at_least(total) == 1 - below
    assert found.p(f">={total}") + found.p(f"<{total}") == 1
    assert found.p(f">{total}") + found.p(f"<={total}") == 1
    assert found.p(total) == found.p(f"{total}") == found.p([total, total])


@given(sides, st.integers(1, 60))
def test_a_single_die_reaches_in_closed_form_what_its_sum_says(count: int, total: int) -> None:
    assert reached(count, total) == 1 - sum(
        (Distribution((count,)).chance(each) for each in range(1, total)), start=Fraction(0)
    )


def test_the_order_of_dice_does_not_matter() -> None:
    assert damage("d6+d6") == damage("2d6")
    assert damage("d8+d6+1") == damage("1+d6+d8")
    assert damage("2d6") != damage("2d6+1")
    assert len({damage("d6+d8"), damage("d8+d6")}) == 1


@pytest.mark.parametrize(("text", "mean"), [("d6", "21/5"), ("2d6", "42/5"), ("d4+1", "13/3")])
def test_the_mean_counts_aces_without_an_end(text: str, mean: str) -> None:
    assert damage(text).mean == Fraction(mean)


@pytest.mark.parametrize("dice", [(8, 6), (6, 6), (4, 12), (10, 6, 6)])
def test_the_mean_of_the_highest_die_is_that_of_all_its_totals(dice: tuple[int, ...]) -> None:
    found = Distribution(dice, 0, "best")
    by_totals = sum(float(found.at_least(total)) for total in range(1, 300))
    assert abs(float(best_mean(dice)) - by_totals) < 1e-12


def test_a_die_of_one_side_never_aces() -> None:
    found = die("d1")
    assert found.chance(1) == 1
    assert found.mean == 1
    assert Distribution((1, 6)).chance(7) == 0
    assert Distribution((1, 6)).chance(8) == Fraction(1, 36)
    assert Distribution((1,), 0, "best").mean == 1


def test_no_dice_at_all_are_their_bonus() -> None:
    found = damage("3")
    assert found.chance(3) == 1
    assert found.at_least(4) == 0
    assert found.mean == 3
    assert [row["total"] for row in found.table()] == [3]


@given(st.lists(sides, min_size=1, max_size=2), st.integers(2, 30))
def test_outcomes_of_totals_add_up_to_one(dice: list[int], last: int) -> None:
    found = classified(Distribution(tuple(dice)), lambda total: min(total, last) // 4, last)
    assert sum(found.values()) == 1


@pytest.mark.parametrize("event", ["eight", "=>8", "", ">=8+", "8.5"])
def test_an_event_that_is_none_says_how_one_is_written(event: str) -> None:
    with pytest.raises(ImpossibleError, match="'>=8'"):
        die("d8").p(event)


def test_a_test_of_every_total_is_refused_because_they_have_no_end() -> None:
    with pytest.raises(ImpossibleError, match="no end"):
        die("d8").p(lambda total: total % 2 == 0)


@pytest.mark.parametrize(("dice", "total"), [((6,), 10**9), ((6,) * 100, 4_000)])
def test_a_question_that_would_take_too_long_is_refused(dice: tuple[int, ...], total: int) -> None:
    with pytest.raises(ImpossibleError, match="at most"):
        Distribution(dice).mass(total)


def test_strength_must_be_said_where_the_damage_asks_for_it() -> None:
    assert damage("Str+d6", strength="d12+2") == damage("d12+d6+2")
    with pytest.raises(ImpossibleError, match="strength="):
        damage("Str+d6")
    with pytest.raises(NotationError):
        die("eight")


def test_a_sum_is_that_of_every_pair_of_dice(faces: Faces) -> None:
    by_pairs: dict[int, Fraction] = {}
    for (one, p), (other, q) in product(faces(4, 4), faces(6, 3)):
        by_pairs[one + other] = by_pairs.get(one + other, Fraction(0)) + p * q
    found = Distribution((4, 6))
    assert all(found.chance(total) == by_pairs.get(total, 0) for total in range(20))


def test_json_has_every_row_and_fractions_short_enough_to_read() -> None:
    shown = damage("2d6").to_json()
    assert shown["mean"] == 8.4
    assert shown["totals"][0] == {
        "total": 2,
        "p": 1 / 36,
        "p_exact": "1/36",
        "at_least": 1.0,
        "at_least_exact": "1",
    }
    assert shown["totals"][-1]["total"] is None
