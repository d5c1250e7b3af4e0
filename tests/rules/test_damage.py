from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Die
from sw_data.models import ArmorPiece
from sw_data.rules import armor, condition, damage, injury, soak
from sw_data.rules.incapacitation import dies
from sw_data.rules.ruleset import CORE, RULESETS


@given(st.integers(-20, 60), st.integers(-5, 30), st.booleans(), st.booleans())
def test_harm_is_nothing_shaken_or_a_wound_for_each_raise(
    amount: int, toughness: int, shaken: bool, hardy: bool
) -> None:
    harm = damage.harm(amount, toughness, shaken, hardy, CORE)
    over = amount - toughness
    assert harm.reached == (over >= 0)
    assert harm.raises == max(0, over // 4)
    if over < 0:
        assert (harm.wounds, harm.shakes) == (0, False)
    elif over >= 4:
        assert (harm.wounds, harm.shakes) == (over // 4, True)
    else:
        assert (harm.wounds, harm.shakes) == (int(shaken and not hardy), True)


def test_the_knobs_of_wounds_that_do_not_shake_and_shaking_that_does_not_wound() -> None:
    calm = CORE.override({"damage.wound_shakes": False, "damage.shaken_again": False})
    assert damage.harm(10, 6, False, False, calm).shakes is False
    assert damage.harm(7, 6, False, False, calm).shakes is True
    assert damage.harm(7, 6, True, False, calm).wounds == 0


@pytest.mark.parametrize(
    ("toughness", "armor_", "ap", "left"),
    [(8, 3, 0, 8), (8, 3, 2, 6), (8, 3, 3, 5), (8, 3, 9, 5), (8, 0, 4, 8), (8, -2, 4, 8), (8, 3, -1, 8)],
)  # fmt: skip
def test_ap_takes_armor_and_nothing_else(toughness: int, armor_: int, ap: int, left: int) -> None:
    assert damage.toughness_against(toughness, armor_, ap) == left


@given(st.integers(0, 6), st.integers(0, 9), st.integers(0, 6), st.booleans())
def test_wounds_are_held_up_to_the_maximum(held: int, more: int, most: int, wild: bool) -> None:
    after, falls = damage.wounds_held(min(held, most), more, most, wild)
    if wild:
        assert falls == (min(held, most) + more > most)
        assert after == min(min(held, most) + more, most)
    else:
        assert falls == (more > 0)
        assert after <= 1


@given(st.none() | st.integers(0, 9), st.integers(0, 9))
def test_a_soak_takes_one_and_one_for_each_raise_of_what_was_dealt(
    raises: int | None, dealt: int
) -> None:
    taken = soak.soaked(raises, dealt)
    assert 0 <= taken <= dealt
    assert taken == (0 if raises is None else min(dealt, raises + 1))


def test_death_is_a_total_of_one_or_two_ones() -> None:
    assert [dies(total, False) for total in (-3, 0, 1, 2, 9)] == [True, True, True, False, False]
    assert dies(30, True)


def test_the_injury_table() -> None:
    where = {total: injury.location(total) for total in range(2, 13)}
    assert where == {
        **dict.fromkeys((2, 3, 4), "arm"),
        **dict.fromkeys((5, 6, 7, 8, 9), "guts"),
        10: "leg",
        **dict.fromkeys((11, 12), "head"),
    }
    assert [injury.side(face) for face in range(1, 7)] == ["left"] * 3 + ["right"] * 3
    assert [injury.guts(face) for face in range(1, 7)] == [
        "agility", "agility", "vigor", "vigor", "strength", "strength",
    ]  # fmt: skip


def test_an_injury_already_had_gets_worse_once_and_then_no_more() -> None:
    assert injury.leg(()) == "Lame"
    assert injury.leg({"lame"}) == "One Leg"
    assert injury.leg({"lame", "one leg"}) is None
    assert injury.leg({"one leg"}) is None
    assert [injury.head(face, ()) for face in range(1, 7)] == [
        "Ugly", "Ugly", "One Eye", "One Eye", "smarts", "smarts",
    ]  # fmt: skip
    assert injury.head(1, {"ugly"}) is None
    assert injury.head(3, {"one eye"}) == "Blind"
    assert injury.head(3, {"one eye", "blind"}) is None


def test_how_long_an_injury_lasts() -> None:
    lasts = [injury.duration(each) for each in (None, 0, 1, 5)]
    assert lasts == ["permanent", "until_healed", "24_hours", "24_hours"]


def test_the_worst_worn_piece_counts_and_only_in_swade() -> None:
    pieces = [
        ArmorPiece(name="Plate", min_strength=Die(10)),
        ArmorPiece(name="Helmet", min_strength=Die(8)),
        ArmorPiece(name="Cloak"),
        ArmorPiece(name="Spare", min_strength=Die(12), worn=False),
    ]
    assert armor.weak_penalty(pieces, Die(6), RULESETS["swade"]) == -2
    assert armor.weak_penalty(pieces, Die(10), RULESETS["swade"]) == 0
    assert armor.weak_penalty(pieces, Die(4), CORE) == 0
    assert armor.weak_penalty([], Die(4), RULESETS["swade"]) == 0


def test_conditions_count_unless_the_table_says_that_they_do_not() -> None:
    quiet = CORE.override({"condition.published": False})
    distracted = condition.distracted(("distracted",), CORE)
    vulnerable = condition.vulnerable(("vulnerable",), "Joe", CORE)
    assert distracted is not None
    assert distracted.value == -2
    assert vulnerable is not None
    assert (vulnerable.value, vulnerable.label) == (2, "Joe is vulnerable")
    assert condition.distracted(("prone",), CORE) is None
    assert condition.distracted(("distracted",), quiet) is None
    assert condition.vulnerable(("vulnerable",), "Joe", quiet) is None


@pytest.mark.parametrize(
    ("conditions", "rule"),
    [
        ((), None),
        (("shaken", "prone"), None),
        (("stunned",), "condition.stunned"),
        (("stunned", "incapacitated"), "incapacitation.restricts"),
        (("dead",), "incapacitation.restricts"),
    ],
)
def test_who_cannot_act_at_all(conditions: tuple[str, ...], rule: str | None) -> None:
    assert condition.cannot_act(conditions, CORE) == rule
    if rule == "condition.stunned":
        assert (
            condition.cannot_act(conditions, CORE.override({"condition.published": False})) is None
        )
