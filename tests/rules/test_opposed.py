from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sw_data.rules import opposed
from sw_data.rules.ruleset import CORE, RULESETS

TOTALS = st.integers(-10, 60)


def test_below_the_minimum_or_on_two_ones_the_attempt_fails_at_once() -> None:
    assert opposed.fails_at_once(3, False, CORE)
    assert not opposed.fails_at_once(4, False, CORE)
    assert opposed.fails_at_once(40, True, CORE)
    assert not opposed.fails_at_once(-3, False, RULESETS["deluxe"])


@given(TOTALS, TOTALS, st.booleans())
def test_only_more_wins_and_the_margin_is_never_negative(
    total: int, other: int, critical: bool
) -> None:
    contest = opposed.contest(total, other, critical, CORE)
    against = 0 if critical else other
    assert (contest.winner == "actor") == (total > against)
    assert contest.margin == abs(total - against)
    assert contest.raises == (abs(total - against) // 4 if contest.winner == "actor" else 0)
