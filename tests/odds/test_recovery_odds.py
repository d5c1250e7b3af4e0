from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from sw_data.errors import ImpossibleError
from sw_data.models import Character
from sw_data.odds import bleeding, incapacitation, recover, trait
from sw_data.odds.recovery import vigor_lowered
from sw_data.rules.ruleset import CORE, RULESETS

Person = Callable[..., Character]


def test_a_plain_success_leaves_free_actions_or_acts_as_the_ruleset_has_it() -> None:
    roll = trait("d6", wild_card=True)
    core, swade = (
        recover("d6", wild_card=True),
        recover("d6", wild_card=True, rules=RULESETS["swade"]),
    )
    assert core.p("still shaken") == swade.p("still shaken") == roll.p("failure")
    assert core.p("free actions only") == roll.p("plain success")
    assert core.p("acts") == roll.p("raise")
    assert swade.p("acts") == roll.p("success")
    assert swade.p("free actions only") == 0


def test_a_benny_removes_shaken_for_sure_and_a_reroll_does_not() -> None:
    assert recover("d4", bennies=1).p("acts") == 1
    rerolled = recover("d6", wild_card=True, bennies=1, reroll="success")
    assert rerolled.p("not shaken") == trait("d6", wild_card=True, bennies=1).p("success")


def test_wounds_make_it_harder_to_shake_it_off(joe: Character) -> None:
    hurt = joe.model_copy(update={"wounds": joe.wounds.model_copy(update={"value": 3})})
    assert recover(hurt).p("not shaken") == trait("d6", wild_card=True, modifiers=-3).p("success")


def test_two_of_nine_injuries_lower_vigor() -> None:
    assert vigor_lowered() == Fraction(2, 9)


def test_the_incapacitated_die_live_or_bleed_and_nothing_else() -> None:
    odds = incapacitation("d8", modifiers=-3)
    assert sum(each.p for each in odds.outcomes) == 1
    assert odds.p("alive") + odds.p("dead") == 1
    roll = trait("d8", wild_card=True, modifiers=-3)
    assert odds.p("injured 24 hours") == roll.p("raise")
    assert odds.p("injured until healed") == roll.p("plain success")
    assert roll.total is not None
    assert odds.p("dead at once") == 1 - roll.total.at_least(2)
    bleeds = roll.p("plain failure") - (odds.p("dead at once") - roll.p("critical failure"))
    lives = Fraction(2, 9) * bleeding("d6", modifiers=-3).p("stabilised")
    lives += Fraction(7, 9) * bleeding("d8", modifiers=-3).p("stabilised")
    assert odds.p("stabilised") == bleeds * lives


def test_a_d4_of_vigor_falls_no_lower() -> None:
    odds = incapacitation("d4", modifiers=-3)
    assert odds.p("stabilised") / (odds.p("stabilised") + odds.p("bleeds to death")) == bleeding(
        "d4", modifiers=-3
    ).p("stabilised")


@pytest.mark.parametrize("question", [incapacitation, bleeding])
def test_bennies_save_lives(question: Callable[..., object]) -> None:
    from sw_data.odds import Odds

    lived: list[Fraction] = []
    for count in range(4):
        odds = question("d6", modifiers=-3, bennies=count)
        assert isinstance(odds, Odds)
        lived.append(1 - odds.p("dead"))
    assert all(more > fewer for fewer, more in pairwise(lived))


def test_a_critical_failure_kills_whatever_the_bennies_unless_the_ruleset_allows_a_reroll() -> None:
    core = incapacitation("d12+10", bennies=10)
    deluxe = incapacitation("d12+10", bennies=10, rules=RULESETS["deluxe"])
    assert core.p("dead") == Fraction(1, 72)
    assert deluxe.p("dead") == Fraction(1, 72) ** 11


def test_the_last_of_many_rounds_is_the_sum_of_all_of_them() -> None:
    roll = trait("d6", wild_card=True, modifiers=-3)
    saved = sum(roll.p("plain success") ** count * roll.p("raise") for count in range(400))
    assert abs(float(bleeding("d6", modifiers=-3).p("stabilised")) - float(saved)) < 1e-12


def test_a_sheet_says_what_a_die_and_its_penalty_say(joe: Character) -> None:
    fallen = joe.model_copy(
        update={
            "wounds": joe.wounds.model_copy(update={"value": 3}),
            "conditions": ("incapacitated",),
        }
    )
    assert incapacitation(fallen).outcomes == incapacitation("d8", modifiers=-3).outcomes
    cap = CORE.override({"wounds.penalty_cap": 1})
    assert incapacitation(fallen, rules=cap).outcomes == incapacitation("d8", modifiers=-1).outcomes


@pytest.mark.parametrize("question", [incapacitation, bleeding, recover])
@pytest.mark.parametrize("bennies", [11, -1])
def test_a_hoard_of_bennies_and_a_debt_are_refused(
    question: Callable[..., object], bennies: int
) -> None:
    with pytest.raises(ImpossibleError, match=f"{bennies} bennies"):
        question("d6", bennies=bennies)
