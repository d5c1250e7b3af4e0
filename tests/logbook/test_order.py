"""Messages in the order of time, in memory and beside it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.formats.foundry.chat.values import Message
from sw_data.logbook import order
from sw_data.logbook.order import InTime


def message(ident: str, time: float | None) -> Message:
    return Message(ident, time, "f", 1, None, "v12", None, None, None, None, None, "", "talk")


@given(
    st.lists(st.tuples(st.integers(0, 30), st.one_of(st.none(), st.integers(0, 20))), max_size=60),
    st.integers(1, 9),
    st.integers(2, 4),
)
@settings(max_examples=60)
def test_runs_beside_the_memory_give_the_same_order(
    given_: list[tuple[int, int | None]], run: int, width: int
) -> None:
    plain, spilled = InTime(run=1000), InTime(run=run)
    for number, time in given_:
        plain.add(message(f"m{number}", time))
        spilled.add(message(f"m{number}", time))
    before = order.WIDTH
    try:
        order.WIDTH = width  # type: ignore[misc]
        assert list(spilled) == list(plain)
    finally:
        order.WIDTH = before  # type: ignore[misc]
    assert spilled.twice == plain.twice


def test_a_message_without_a_time_stays_behind_the_one_before_it() -> None:
    taken = InTime()
    for ident, time in (("a", 5.0), ("b", None), ("c", 1.0), ("d", None)):
        taken.add(message(ident, time))
    assert [each.id for each in taken] == ["c", "d", "a", "b"]


def test_of_two_messages_with_one_id_the_later_given_counts() -> None:
    taken = InTime()
    taken.add(message("a", 1.0)._replace(flavor="old"))
    taken.add(message("a", 1.0)._replace(flavor="new"))
    assert [each.flavor for each in taken] == ["new"]
    assert taken.twice == 1


def test_levels_of_runs_are_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "WIDTH", 3)
    taken = InTime(run=2)
    for number in range(100):
        taken.add(message(f"m{number:03}", 100.0 - number))
    assert [each.id for each in taken] == [f"m{number:03}" for number in reversed(range(100))]
