from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.models import Character, Vehicle
from sw_data.odds import Waiting, attack, trait, turns_to_fell, until


@given(
    st.sampled_from(("d4", "d6", "d8")), st.sampled_from(("success", "raise")), st.integers(1, 12)
)
def test_an_event_tried_every_turn_waits_as_long_as_its_chance_says(
    die: str, event: str, turn: int
) -> None:
    odds = trait(die, wild_card=True)
    p = odds.p(event)
    waiting = until(odds, event)
    assert waiting.mean == 1 / p
    assert waiting.chance(turn) == p * (1 - p) ** (turn - 1)
    assert waiting.at_most(turn) == 1 - (1 - p) ** turn
    assert waiting.p(f"<={turn}") + waiting.p(f">{turn}") == 1
    assert waiting.p(f"<{turn}") + waiting.p(f">={turn}") == 1
    assert waiting.p(turn) == waiting.p(f"{turn}")


def test_what_never_happens_has_no_mean() -> None:
    waiting = until(trait("d8"), "critical failure")
    assert waiting.ever == 0
    assert waiting.mean is None
    assert waiting.table()[-1] == {"turn": None, "p": Fraction(1), "at_most": Fraction(1)}


def test_an_extra_falls_by_the_first_wound_or_the_second_shaken(
    joe: Character, goblin: Character
) -> None:
    fresh = attack(joe, "Axe", target=goblin)
    shaken = attack(joe, "Axe", target=goblin.model_copy(update={"conditions": ("shaken",)}))
    waiting = turns_to_fell(joe, "Axe", target=goblin)
    assert waiting.chance(1) == fresh.p("incapacitated")
    stays = 1 - fresh.p("incapacitated") - fresh.p("shaken")
    second = stays * fresh.p("incapacitated") + fresh.p("shaken") * shaken.p("incapacitated")
    assert waiting.chance(2) == second
    assert waiting.ever == 1
    assert waiting.mean is not None
    by_turns = sum(turn * float(waiting.chance(turn)) for turn in range(1, 150, 1))
    assert abs(float(waiting.mean) - by_turns) < 1e-6


def test_one_who_shakes_it_off_stands_longer(joe: Character, ogre: Character) -> None:
    grim, recovers = (
        turns_to_fell(joe, "Axe", target=ogre),
        turns_to_fell(joe, "Axe", target=ogre, recovers=True),
    )
    assert grim.mean is not None
    assert recovers.mean is not None
    assert recovers.mean > grim.mean > 1


def test_a_vehicle_is_worn_down_to_a_wreck(joe: Character, jeep: Vehicle) -> None:
    waiting = turns_to_fell(
        joe, "Gun", target=jeep.model_copy(update={"toughness": 6}), recovers=True
    )
    assert waiting.ever == 1
    assert len(waiting.happens) == 4


def test_rows_end_where_little_is_left_and_add_up() -> None:
    table = until(trait("d8", wild_card=True), "success").table()
    assert sum(row["p"] for row in table) == 1
    assert table[-1]["turn"] is None
    assert len(table) < 10


@pytest.mark.parametrize("event", ["soon", "", "=<3", "-1"])
def test_an_event_that_is_no_number_of_turns_is_refused(event: str) -> None:
    with pytest.raises(ImpossibleError, match="number of turns"):
        until(trait("d8"), "success").p(event)


def test_turns_without_an_end_are_refused() -> None:
    waiting = until(trait("d8"), "success")
    with pytest.raises(ImpossibleError, match="at most 1000"):
        waiting.chance(5_000)
    assert waiting.chance(0) == 0
    with pytest.raises(NotFoundError):
        until(trait("d8"), "victory")


def test_a_state_that_nothing_leads_out_of_counts_nothing() -> None:
    half = Fraction(1, 2)
    stuck = Waiting("", (half, Fraction(0)), ((Fraction(0), half), (Fraction(0), Fraction(1))))
    assert stuck.ever == half
    assert stuck.mean is None
    assert stuck.to_json()["mean"] is None


def test_turns_beyond_all_numbers_are_still_shown() -> None:
    seldom = Fraction(1, 7**2000)
    waiting = Waiting("a miracle", (seldom,), ((1 - seldom,),))
    assert "1.8e+308 turns on average" in str(waiting)
    assert waiting.to_json()["mean"] > 10**308
    assert "<table" in waiting._repr_html_()  # pyright: ignore[reportPrivateUsage]
