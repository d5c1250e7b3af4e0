from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.errors import ImpossibleError
from sw_data.models import Character
from sw_data.odds import attack, damage, soak
from sw_data.odds.bursts import struck_and_soaked_in_turn
from sw_data.odds.harm import State, state_of
from sw_data.odds.rolls import TraitRoll
from sw_data.odds.sheet import Target
from sw_data.odds.soak_tail import DOWN
from sw_data.odds.soaking import Soaker, stays, struck_and_soaked
from sw_data.odds.totals import Distribution
from sw_data.rules import damage as rule
from sw_data.rules.ruleset import CORE, RULESETS, Ruleset

FAR = 60


def hit_by_hit(
    total: Distribution, target: Target, soaker: Soaker, rules: Ruleset
) -> dict[State, Fraction]:
    """What `struck_and_soaked` says, total by total up to many wounds; what is left counts as not soaked."""
    numerators, denominator = total.mass(target.toughness + rules.trait.raise_step * FAR)
    out: dict[State, Fraction] = {}

    def add(state: State, p: Fraction) -> None:
        out[state] = out.get(state, Fraction(0)) + p

    for amount, numerator in enumerate(numerators, total.lowest):
        p = Fraction(numerator, denominator)
        harm = rule.harm(amount, target.toughness, target.shaken, target.hardy, rules)
        if not harm.wounds:
            add(State(target.wounds, target.shaken or harm.shakes, False), p)
            continue
        for stay, q in stays(soaker, harm.wounds, rules).items():
            if stay == DOWN:
                add(State(target.most, True, True), p * q)
            else:
                shaken = target.shaken or (harm.shakes and stay > 0)
                add(State(target.wounds + stay, shaken, False), p * q)
    add(State(target.most, True, True), 1 - Fraction(sum(numerators), denominator))
    return out


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from((4, 6, 8)), max_size=3),
    st.sampled_from((4, 6, 8)),
    st.sampled_from((None, 6)),
    st.integers(-3, 4),
    st.integers(1, 3),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from(sorted(RULESETS)),
)
def test_soaks_without_an_end_are_what_a_very_long_sum_says(
    dice: list[int],
    vigor: int,
    wild: int | None,
    bonus: int,
    bennies: int,
    wounds: int,
    shaken: bool,
    ruleset: str,
) -> None:
    rules = RULESETS[ruleset]
    target = Target(6, wounds, 3, True, shaken)
    soaker = Soaker(TraitRoll(vigor, bonus, wild), bennies, target.left)
    total = Distribution(tuple(dice), bonus)
    found = struck_and_soaked(state_of(target), total, target, soaker, rules)
    longhand = hit_by_hit(total, target, soaker, rules)
    assert sum(found.values()) == 1
    for state in {*found, *longhand}:
        assert abs(found.get(state, Fraction(0)) - longhand.get(state, Fraction(0))) < Fraction(
            1, 10**15
        )


@settings(max_examples=15)
@given(
    st.lists(st.sampled_from((4, 6, 8)), min_size=1, max_size=2),
    st.integers(1, 3),
    st.integers(0, 2),
    st.sampled_from(sorted(RULESETS)),
)
def test_one_hit_of_a_burst_is_soaked_like_one_hit_alone(
    dice: list[int], bennies: int, wounds: int, ruleset: str
) -> None:
    rules = RULESETS[ruleset]
    target = Target(6, wounds, 3, True)
    roll = TraitRoll(8, -wounds, 6)
    soaker = Soaker(roll, bennies, target.left)
    total = Distribution(tuple(dice))
    alone = struck_and_soaked(state_of(target), total, target, soaker, rules)
    # A second row keeps the fast way for single hits from being taken.
    rows = {(False,): Fraction(1), (False, False): Fraction(0)}
    in_turn = struck_and_soaked_in_turn(
        rows, total, total, target, soaker, lambda held: TraitRoll(8, -min(held, 3), 6), rules
    )
    assert {state: p for state, p in in_turn.items() if p} == alone


def test_a_soak_that_takes_every_wound_takes_the_shaken_too() -> None:
    target = Target(1, 0, 3, True)
    sure = Soaker(TraitRoll(4, 100, None), 1, 3)
    ends = struck_and_soaked(state_of(target), Distribution((), 5), target, sure, CORE)
    assert ends == {State(0, False, False): 1}
    shaken = Target(1, 0, 3, True, shaken=True)
    ends = struck_and_soaked(state_of(shaken), Distribution((), 5), shaken, sure, CORE)
    assert ends == {State(0, True, False): 1}


def test_one_who_is_down_already_stays_so() -> None:
    target = Target(5, 3, 3, True, True, down=True)
    soaker = Soaker(TraitRoll(8, 0, 6), 1, 0)
    before = State(3, True, True)
    assert struck_and_soaked(before, Distribution((12, 12)), target, soaker, CORE) == {before: 1}


@pytest.mark.parametrize("ruleset", ["core", "swade", "deluxe"])
@pytest.mark.parametrize("wounds", [1, 2, 3, 4, 6])
def test_more_bennies_never_make_a_soak_worse(ruleset: str, wounds: int) -> None:
    costs: list[tuple[Fraction, Fraction]] = []
    for count in range(5):
        odds = soak("d6", wounds=wounds, bennies=count, rules=RULESETS[ruleset])
        mean = odds.mean
        assert mean is not None
        costs.append((odds.p("incapacitated"), mean))
    assert costs == sorted(costs, reverse=True)


def test_a_roll_that_saves_is_not_risked_for_a_better_one() -> None:
    # With four wounds dealt one soaked is enough to stand; rerolling that could mean falling.
    odds = soak("d8", wounds=4, bennies=5)
    one_roll = soak("d8", wounds=4, bennies=1)
    success = 1 - one_roll.p("incapacitated")
    critical = Fraction(1, 48)
    again = 1 - success - critical
    assert 1 - odds.p("incapacitated") == success * sum(
        (again**count for count in range(5)), start=Fraction(0)
    )


def test_a_poor_roll_is_rerolled_where_nothing_worse_than_wounds_can_come_of_it() -> None:
    # One of two wounds soaked: on average a d12 soaks more than one, so a benny is worth its risk.
    first, second = soak("d12+4", wounds=2, bennies=1), soak("d12+4", wounds=2, bennies=2)
    again = first.p("1 wound") + first.p("2 wounds") - Fraction(1, 72)
    assert second.p("no wound") == first.p("no wound") * (1 + again)


def test_without_a_benny_every_wound_stays() -> None:
    assert soak("d8", wounds=2, bennies=0).p("2 wounds") == 1
    assert soak("d8", wounds=4, bennies=0).p("incapacitated") == 1


def test_an_extra_stands_only_if_every_wound_is_soaked() -> None:
    odds = soak("d6", wounds=1, wild_card=False)
    assert (odds.p("no wound"), odds.p("incapacitated")) == (Fraction(1, 2), Fraction(1, 2))


def test_wounds_held_before_give_the_penalty_and_leave_less_to_hold(joe: Character) -> None:
    hurt = joe.model_copy(update={"wounds": joe.wounds.model_copy(update={"value": 2})})
    odds = soak(hurt, wounds=2)
    by_die = soak("d8", wounds=2, modifiers=-2, can_hold=1)
    assert odds.outcomes == by_die.outcomes


@pytest.mark.parametrize(("wounds", "bennies"), [(0, 1), (2, 11), (2, -1)])
def test_a_soak_of_nothing_or_with_a_hoard_of_bennies_is_refused(wounds: int, bennies: int) -> None:
    with pytest.raises(ImpossibleError):
        soak("d8", wounds=wounds, bennies=bennies)


def test_damage_is_soaked_by_a_die_or_a_sheet(ogre: Character) -> None:
    by_sheet = damage("2d8", target=ogre, bennies=1)
    by_number = damage("2d8", toughness=7, wild_card=True, vigor="d8", bennies=1)
    assert by_sheet.outcomes == by_number.outcomes
    with pytest.raises(ImpossibleError, match="vigor="):
        damage("2d8", toughness=7, bennies=1)


@pytest.mark.parametrize("ruleset", ["core", "swade"])
def test_a_burst_that_is_soaked_adds_up_and_fells_less_often(
    ruleset: str, joe: Character, ogre: Character
) -> None:
    rules = RULESETS[ruleset]
    chances: list[Fraction] = []
    for bennies in range(4):
        odds = attack(joe, "Gun", target=ogre, bennies=bennies, rules=rules)
        assert sum(each.p for each in odds.outcomes) == 1
        chances.append(odds.p("incapacitated"))
    assert chances == sorted(chances, reverse=True)
    assert chances[1] < chances[0]


@pytest.mark.parametrize("can_hold", [-1, 10**9])
def test_a_number_of_wounds_that_nobody_can_hold_is_refused(can_hold: int) -> None:
    with pytest.raises(ImpossibleError, match="can be held"):
        soak("d6", wounds=2, can_hold=can_hold)
