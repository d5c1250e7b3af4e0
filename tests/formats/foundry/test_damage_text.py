from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Damage, Die
from sw_data.formats.foundry.damage import read_damage


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("@str+d6", "Str+d6"),
        ("@str", "Str"),
        ("@str+2", "Str+2"),
        ("@str+d6+1", "Str+d6+1"),
        ("@str+1d10+3d6", "Str+d10+3d6"),
        ("@str + d6[fire]", "Str+d6"),
        ("2d6+1", "2d6+1"),
        ("2d6 + 1", "2d6+1"),
        ("2d8 +1", "2d8+1"),
        ("2d8 - 1", "2d8-1"),
        ("2d6\u22121", "2d6-1"),
        ("d4-2", "d4-2"),
        ("d6+d6", "2d6"),
        ("d12+d6", "d12+d6"),
        ("8d10", "8d10"),
        ("2d6x", "2d6"),
        ("+d6", "d6"),
        ("(@str+d6)", "Str+d6"),
        ("Str+d12+4", "Str+d12+4"),
        ("Str. + d6", "Str+d6"),
        ("Fue+d6", "Str+d6"),
        ("St\u00e4+W6", "Str+d6"),
        ("For+d8", "Str+d8"),
        ("S\u00edl+k6", "Str+d6"),
        ("1", "1"),
    ],
)
def test_damage_in_each_spelling_is_read_without_a_remark(text: str, meant: str) -> None:
    read = read_damage(text)
    assert (read.damage, read.problem, read.remark) == (Damage.parse(meant), "", "")


@pytest.mark.parametrize("text", ["", " ", "-", "0", "\u2013", "\u2014"])
def test_nothing_a_dash_and_zero_are_no_damage(text: str) -> None:
    assert read_damage(text).damage == Damage()


@pytest.mark.parametrize(
    "text",
    [
        "2d61", "2.8", "All the damage", "2d6*2", "Str+", "-d6", "@spi+d6", "Djkz+d6", "d0", "d6d6",
        "2d6+1d", "@", "+", "999d6", "x" * 1000, "1" * 50,
    ],
)  # fmt: skip
def test_what_is_no_damage_is_told_apart_and_says_why(text: str) -> None:
    read = read_damage(text)
    assert read.damage is None
    assert read.problem


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1-3d6", "3d6"),
        ("3d6/2d6/1d6", "3d6"),
        ("3d6\u20132", "3d6-2"),
        ("2d6 HW", "2d6"),
        ("Str+d6, AP 2", "Str+d6"),
    ],
)
def test_what_is_taken_for_granted_is_remarked(text: str, meant: str) -> None:
    read = read_damage(text)
    assert read.damage == Damage.parse(meant)
    assert read.remark


def test_another_attribute_than_strength_is_the_wielders_die() -> None:
    assert read_damage("@agi+1d8", {"agility": Die(10)}).damage == Damage.parse("d10+d8")
    assert read_damage("@agi+1d8", {"agility": Die(12, 2)}).damage == Damage.parse("d12+d8+2")
    assert read_damage("@agi+1d8").damage is None


@given(st.text(alphabet="@strdDwW0123456789+-\u2013()[]x /.,", max_size=24))
def test_any_text_is_damage_or_a_problem(text: str) -> None:
    read = read_damage(text)
    assert (read.damage is None) == bool(read.problem)


@given(
    st.lists(st.sampled_from([4, 6, 8, 10, 12]), max_size=5),
    st.booleans(),
    st.integers(min_value=-50, max_value=50),
)
def test_our_own_notation_is_read_as_what_it_is(dice: list[int], strength: bool, flat: int) -> None:
    damage = Damage(tuple(dice), strength, flat)
    assert read_damage(str(damage)).damage == damage
