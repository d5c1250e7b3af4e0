from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import STEPS, Damage, Die, parse_dice, write_dice
from sw_data.errors import NotationError

LADDER = [Die(4), Die(6), Die(8), Die(10), Die(12), Die(12, 1), Die(12, 2), Die(12, 3)]


def test_dice_are_read_as_people_write_them() -> None:
    assert Die.parse("d8") == Die(8)
    assert Die.parse(" 1D12 + 2 ") == Die(12, 2)
    assert Die.parse("d8-1") == Die(8, -1)
    assert str(Die(12, 2)) == "d12+2"
    assert str(Die(8, -1)) == "d8-1"


@pytest.mark.parametrize(
    "text", ["", "8", "d", "d0", "d1001", "2d6", "d8+", "d8+d6", "dd8", "d٣", "d8 d8"]
)
def test_what_is_no_die_says_how_one_is_written(text: str) -> None:
    with pytest.raises(NotationError, match="die"):
        Die.parse(text)


def test_steps_go_up_the_ladder_and_never_below_d4() -> None:
    for place, die in enumerate(LADDER):
        assert die.position == place
        for other_place, other in enumerate(LADDER):
            assert die.stepped(other_place - place) == other
            assert die.steps_to(other) == max(0, other_place - place)
    assert Die(4).stepped(-3) == Die(4)
    assert Die(12, 1).stepped(-9) == Die(4)


@given(st.sampled_from(LADDER[1:]), st.integers(1, 4))
def test_a_step_down_and_up_again_is_none(die: Die, steps: int) -> None:
    lower = die.stepped(-steps)
    if lower != Die(4):
        assert lower.stepped(steps) == die


def test_damage_keeps_its_dice_in_written_order() -> None:
    assert Damage.parse("2d8+1") == Damage((8, 8), flat=1)
    assert Damage.parse("Str+d10") == Damage((10,), strength=True)
    assert Damage.parse("str + d6 + 1") == Damage((6,), strength=True, flat=1)
    assert Damage.parse("d6+d10+STR-2") == Damage((6, 10), strength=True, flat=-2)
    assert Damage.parse("Str") == Damage(strength=True)
    assert Damage.parse("9") == Damage(flat=9)
    assert Damage.parse("Str+d12+d6").largest_die == 12
    assert Damage.parse("Str").largest_die is None


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "d6d8", "Str+Str", "-Str", "-d6", "d6+", "2d6x", "d1001", "101d6"),
        *("60d6+60d6", "0d6", "Strength+d6", "@str"),
    ],
)
def test_what_is_no_damage_says_why(text: str) -> None:
    with pytest.raises(NotationError, match="no damage"):
        Damage.parse(text)


@given(
    st.lists(st.sampled_from((4, 6, 8, 10, 12, 20)), max_size=6),
    st.booleans(),
    st.integers(-20, 20),
)
def test_damage_is_written_as_it_is_read(dice: list[int], strength: bool, flat: int) -> None:
    damage = Damage(tuple(dice), strength, flat)
    if damage != Damage():
        assert Damage.parse(str(damage)) == damage


def test_dice_without_a_flat_part() -> None:
    assert parse_dice("2d6+d8") == (6, 6, 8)
    assert write_dice((8, 8, 6, 8)) == "2d8+d6+d8"
    assert write_dice(()) == ""
    for text in ("2d6+1", "Str+d6", "3"):
        with pytest.raises(NotationError, match="no dice"):
            parse_dice(text)


def test_the_steps_are_the_trait_dice() -> None:
    assert STEPS == (4, 6, 8, 10, 12)
