from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.errors import ImpossibleError
from sw_data.models import Character
from sw_data.odds import opposed
from sw_data.odds.opposition import chance_above, wins
from sw_data.odds.rolls import TraitRoll
from sw_data.rules import opposed as rule
from sw_data.rules.ruleset import CORE, RULESETS, Ruleset

FAR = 150

rolls = st.builds(
    TraitRoll,
    st.sampled_from((4, 6, 8, 10, 12)),
    st.integers(-5, 6),
    st.sampled_from((None, 6)),
)


def total_by_total(one: TraitRoll, other: TraitRoll, raises: int, rules: Ruleset) -> float:
    """The chance to win with so many raises, over every pair of totals up to a high one."""
    mine, theirs = one.total, other.total
    against = [(total, float(theirs.chance(total))) for total in range(theirs.lowest, FAR)]
    won = 0.0
    for total in range(mine.lowest, FAR):
        p = float(mine.chance(total))
        if not p or rule.fails_at_once(total, one.is_critical(total), rules):
            continue
        for other_total, q in against:
            contest = rule.contest(total, other_total, other.is_critical(other_total), rules)
            if contest.winner == "actor" and contest.raises >= raises:
                won += p * q
    return won


@settings(max_examples=12)
@given(rolls, rolls, st.integers(0, 2), st.sampled_from(("core", "deluxe")))
def test_a_win_is_what_every_pair_of_totals_says(
    one: TraitRoll, other: TraitRoll, raises: int, ruleset: str
) -> None:
    rules = RULESETS[ruleset]
    found = float(wins(one, other, raises, rules))
    assert abs(found - total_by_total(one, other, raises, rules)) < 1e-9


@given(rolls, rolls)
def test_one_is_above_the_other_or_not(one: TraitRoll, other: TraitRoll) -> None:
    above, below = chance_above(one, other, 1, None), chance_above(other, one, 1, None)
    same = chance_above(one, other, 0, None) - above
    assert above + below + same == (1 - one.critical) * (1 - other.critical)
    assert min(above, below, same) >= 0


def test_even_dice_favour_the_defender_by_the_ties_and_the_minimum() -> None:
    odds = opposed("d8", against="d8", wild_card=True, against_wild_card=True)
    deluxe = opposed(
        "d8", against="d8", wild_card=True, against_wild_card=True, rules=RULESETS["deluxe"]
    )
    assert odds.p("win") < deluxe.p("win") < Fraction(1, 2)
    assert sum(each.p for each in odds.outcomes) == 1
    assert odds.p("below minimum") == Fraction(1, 6)


def test_raises_are_counted_over_the_loser_one_by_one() -> None:
    odds = opposed("d10", against="d4", wild_card=True, modifiers=2)
    counted = odds.p("1 raise") + odds.p("2 raises") + odds.p("3 raises or more")
    assert counted == odds.p("raise")
    assert odds.p("plain success") + odds.p("raise") == odds.p("win") == odds.p("success")


def test_a_critical_failure_of_the_defender_is_a_total_of_nothing() -> None:
    # Whatever the defender's bonus, its critical failure loses to any 4; else a d4 does not beat a total of 101.
    one, other = TraitRoll(4, 0, None), TraitRoll(6, 100, 6)
    by_critical = Fraction(1, 36) * one.at_least(4)
    assert abs(wins(one, other, 0, CORE) - by_critical) < Fraction(1, 10**14)


def test_characters_oppose_with_the_same_trait_unless_another_is_named(
    joe: Character, goblin: Character
) -> None:
    odds = opposed(joe, "Stealth", against=goblin, against_name="Notice")
    assert odds.p("win") == opposed("d8", against="d6", wild_card=True).p("win")
    exposed = goblin.model_copy(update={"conditions": ("vulnerable",)})
    bold = opposed(joe, "Spirit", against=exposed)
    assert bold.p("win") == opposed("d6", against="d6", wild_card=True, modifiers=2).p("win")


@pytest.mark.parametrize("modifier", [-(10**9), -1001, 1001, 10**9])
def test_a_modifier_that_no_table_knows_is_refused(modifier: int) -> None:
    with pytest.raises(ImpossibleError, match="modifier"):
        opposed("d6", against="d6", modifiers=modifier)
    with pytest.raises(ImpossibleError, match="modifier"):
        opposed("d6", against="d6", against_modifiers=modifier)


def test_a_die_that_is_far_behind_before_it_is_rolled_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="total"):
        chance_above(TraitRoll(6, -(10**9), None), TraitRoll(6, 0, None), 1, 4)
