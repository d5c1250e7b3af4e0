"""Odds that were worked out elsewhere, as exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sw_data.dice import Die
from sw_data.models import Character
from sw_data.odds import attack, bleeding, damage, die, movement, soak, trait


@pytest.mark.parametrize(
    ("text", "success", "raised"),
    [
        ("d4", "5/8", "37/192"),
        ("d6", "3/4", "335/1296"),
        ("d8", "13/16", "71/288"),
        ("d10", "17/20", "143/360"),
        ("d12", "7/8", "215/432"),
    ],
)
def test_a_wild_card_against_the_usual_target_number(text: str, success: str, raised: str) -> None:
    odds = trait(text, wild_card=True)
    assert odds.p("success") == Fraction(success)
    assert odds.p("raise") == Fraction(raised)
    assert odds.p("critical failure") == Fraction(1, 6 * int(text[1:]))


def test_an_unskilled_wild_card() -> None:
    odds = trait("d4", wild_card=True, modifiers=-2)
    assert (odds.p("success"), odds.p("raise")) == (Fraction(31, 96), Fraction(97, 768))


@pytest.mark.parametrize(
    ("text", "total", "chance"),
    [
        ("2d6", 5, "5/6"),
        ("2d6", 9, "41/108"),
        ("2d6", 13, "1/6"),
        ("d8+d6", 7, "11/16"),
        ("d8+d6", 11, "119/384"),
        ("d8+d6", 15, "499/3456"),
        ("d6+d6", 6, "13/18"),
        ("d6+d8", 6, "19/24"),
    ],
)
def test_damage_that_reaches_so_much(text: str, total: int, chance: str) -> None:
    assert damage(text).at_least(total) == Fraction(chance)


def test_the_mean_of_a_d6() -> None:
    assert die("d6").mean == Fraction(21, 5)


def test_an_attack_on_an_extra(joe: Character, goblin: Character) -> None:
    odds = attack(joe, "Axe", target=goblin)
    assert odds.p("hit") == Fraction(23, 48)
    assert odds.p("raise") == Fraction(47, 256)
    assert abs(float(odds.p("shaken")) - 0.1628) < 5e-5
    assert abs(float(odds.p("incapacitated")) - 0.2112) < 5e-5
    plain, raised = damage("d8+d6"), damage("d8+d6+d6")
    once, more = Fraction(23, 48) - Fraction(47, 256), Fraction(47, 256)
    assert odds.p("incapacitated") == once * plain.at_least(11) + more * raised.at_least(11)
    assert odds.p("shaken") == once * (plain.at_least(7) - plain.at_least(11)) + more * (
        raised.at_least(7) - raised.at_least(11)
    )


def test_an_attack_on_a_wild_card_outcome_by_outcome(joe: Character, ogre: Character) -> None:
    odds = attack(joe, "Axe", target=ogre)
    assert {each.outcome: each.p for each in odds.outcomes} == {
        "critical_failure": Fraction(1, 48),
        "miss": Fraction(5, 16),
        "no_effect": Fraction(25, 162),
        "shaken": Fraction(1787, 7776),
        "1_wound": Fraction(361, 2592),
        "2_wounds": Fraction(4907, 62208),
        "3_wounds": Fraction(20111, 559872),
        "incapacitated": Fraction(7967, 279936),
    }


def test_a_soak_and_the_same_with_a_penalty() -> None:
    plain, hurt = soak("d8", wounds=2), soak("d8", wounds=2, modifiers=-1)
    names = ("2_wounds", "1_wound", "no_wound")
    assert [plain.p(name) for name in names] == [
        Fraction(3, 16),
        Fraction(163, 288),
        Fraction(71, 288),
    ]
    assert [hurt.p(name) for name in names] == [Fraction(1, 3), Fraction(4, 9), Fraction(2, 9)]


def test_bleeding_out_to_the_end() -> None:
    assert bleeding("d6", modifiers=-3).p("stabilised") == Fraction(7, 52)
    assert bleeding("d8", modifiers=-3).p("stabilised") == Fraction(83, 443)


@pytest.mark.parametrize(("modifier", "two_zones"), [(0, "335/1296"), (-2, "23/144")])
def test_two_zones_in_one_turn_of_a_foot_chase(
    modifier: int, two_zones: str, joe: Character
) -> None:
    runner = joe.model_copy(update={"skills": {"Athletics": Die(6)}})
    odds = movement(runner, skill="Athletics", modifiers=modifier)
    assert odds.p("2 zones") == Fraction(two_zones)


def test_dice_written_one_by_one_are_the_same_dice() -> None:
    one_by_one, together = damage("d6+d6"), damage("2d6")
    assert [one_by_one.chance(total) for total in range(2, 60)] == [
        together.chance(total) for total in range(2, 60)
    ]
    assert one_by_one.mean == together.mean == Fraction(42, 5)


def test_the_soaked_and_the_unsoaked_add_up_to_one(joe: Character, ogre: Character) -> None:
    for bennies in range(4):
        odds = attack(joe, "Axe", target=ogre, bennies=bennies)
        assert sum(each.p for each in odds.outcomes) == 1
