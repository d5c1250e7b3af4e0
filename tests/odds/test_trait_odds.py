from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.errors import AmbiguousError, ImpossibleError, NotFoundError
from sw_data.models import Character
from sw_data.models.outcome import Modifier
from sw_data.odds import opposed, trait
from sw_data.odds.rolls import TraitRoll, burst
from sw_data.rules import trait as rule
from sw_data.rules.ruleset import CORE, RULESETS

Faces: TypeAlias = Callable[[int, int], list[tuple[int, Fraction]]]

dice = st.sampled_from(("d4", "d6", "d8", "d10", "d12", "d12+2"))


@given(dice, st.booleans(), st.integers(-6, 6), st.integers(1, 14))
def test_the_outcomes_of_a_roll_add_up_to_one(die: str, wild: bool, modifier: int, tn: int) -> None:
    odds = trait(die, wild_card=wild, modifiers=modifier, tn=tn)
    assert sum(each.p for each in odds.outcomes) == 1
    assert odds.p("success") + odds.p("failure") == 1


@given(dice, st.booleans(), st.integers(-4, 4), st.integers(1, 12))
def test_success_is_every_total_that_reaches_the_target_number_but_a_critical_failure(
    die: str, wild: bool, modifier: int, tn: int
) -> None:
    odds = trait(die, wild_card=wild, modifiers=modifier, tn=tn)
    assert odds.total is not None
    critical = odds.p("critical failure") if wild else Fraction(0)
    reaches_anyway = odds.total.lowest >= tn
    assert odds.p("success") == odds.total.at_least(tn) - (critical if reaches_anyway else 0)


def test_the_total_and_a_critical_failure_are_told_apart() -> None:
    odds = trait("d4", wild_card=True, modifiers=10)
    assert odds.p("critical failure") == Fraction(1, 24)
    assert odds.p("plain failure") == 0
    assert odds.p("raise") == Fraction(23, 24)


def test_an_extra_with_one_die_cannot_fail_critically() -> None:
    odds = trait("d8")
    assert odds.p("critical failure") == 0
    assert [each.outcome for each in odds.outcomes] == ["plain_failure", "plain_success", "raise"]


def test_the_dice_of_the_ruleset_are_rolled() -> None:
    odds = trait("d8", wild_card=True, rules=CORE.override({"trait.wild_die": "d10"}))
    assert odds.p("critical failure") == Fraction(1, 80)
    steps = trait("d8", rules=CORE.override({"trait.raise_step": 3, "trait.target_number": 5}))
    assert steps.p("raise") == Fraction(1, 8)


def test_modifiers_are_given_as_a_number_or_one_by_one() -> None:
    one_by_one = trait("d8", modifiers=[Modifier("range", -2, "attack.range"), -1])
    assert one_by_one.p("success") == trait("d8", modifiers=-3).p("success")


def test_a_character_brings_wounds_and_distraction_and_is_unskilled(joe: Character) -> None:
    hurt = joe.model_copy(
        update={"wounds": joe.wounds.model_copy(update={"value": 2}), "conditions": ("distracted",)}
    )
    assert trait(hurt, "Spirit").p("success") == trait("d6", wild_card=True, modifiers=-4).p(
        "success"
    )
    assert trait(joe, "Healing").p("raise") == trait("d4", wild_card=True, modifiers=-2).p("raise")
    heavy = joe.model_validate(
        {**joe.to_json(), "armor_pieces": [{"name": "Plate", "armor": 4, "min_strength": "d10"}]}
    )
    swade = RULESETS["swade"]
    weak = trait("d8", wild_card=True, modifiers=-2).p("success")
    assert trait(heavy, "Agility", rules=swade).p("success") == weak
    assert trait(heavy, "Fighting", rules=swade).p("success") == weak
    assert trait(heavy, "Spirit", rules=swade).p("success") == trait("d6", wild_card=True).p(
        "success"
    )


def test_a_character_needs_the_name_of_a_trait_and_a_die_has_none(joe: Character) -> None:
    with pytest.raises(AmbiguousError, match="which trait of Joe"):
        trait(joe)
    with pytest.raises(AmbiguousError, match="no character"):
        trait("d8", "Spirit")


def test_what_is_no_outcome_lists_those_there_are() -> None:
    odds = trait("d8")
    with pytest.raises(NotFoundError, match="plain_failure"):
        odds.p("victory")
    with pytest.raises(NotFoundError, match="plain_failure"):
        odds.p(["raise", "victory"])
    with pytest.raises(NotFoundError, match="raise"):
        odds.at_least("success and more")


def test_events_are_names_lists_and_tests() -> None:
    odds = trait("d8", wild_card=True)
    both = Fraction(163, 288) + Fraction(71, 288)
    assert odds.p(["Plain success", "RAISE"]) == odds.p("success") == both
    assert odds.p(lambda name: name.endswith("failure")) == odds.p("failure")
    assert odds.at_least("plain success") == both


@pytest.mark.parametrize("ruleset", ["core", "swade", "deluxe"])
@pytest.mark.parametrize("aim", ["success", "raise"])
def test_more_rerolls_never_lower_the_chance_of_what_is_rolled_for(ruleset: str, aim: str) -> None:
    chances = [
        trait("d6", wild_card=True, bennies=count, aim=aim, rules=RULESETS[ruleset]).p(aim)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        for count in range(6)
    ]
    assert chances == sorted(chances)
    assert chances[0] < chances[1]


def test_a_benny_rerolls_every_failure_but_a_critical_one() -> None:
    once = trait("d8", wild_card=True)
    again = trait("d8", wild_card=True, bennies=1)
    plain = once.p("plain failure")
    assert again.p("success") == once.p("success") * (1 + plain)
    assert again.p("critical failure") == once.p("critical failure") * (1 + plain)
    deluxe = trait("d8", wild_card=True, bennies=1, rules=RULESETS["deluxe"])
    assert deluxe.p("success") == once.p("success") * (1 + once.p("failure"))


def test_rolling_for_a_raise_with_a_benny_risks_the_success_and_with_an_edge_does_not() -> None:
    once = trait("d6", wild_card=True)
    edge = trait("d6", wild_card=True, rerolls=1, aim="raise")
    benny = trait("d6", wild_card=True, bennies=1, aim="raise")
    assert edge.p("raise") == benny.p("raise") > once.p("raise")
    assert benny.p("success") < edge.p("success")
    # The success that was rerolled is lost to a new critical failure only.
    kept = once.p("plain success") * (1 - once.p("critical failure"))
    assert edge.p("success") == once.p("raise") + kept + once.p("plain failure") * once.p("success")


@pytest.mark.parametrize(("dice", "bennies"), [(0, 0), (9, 0), (1, 21), (2, 1)])
def test_more_than_can_be_asked_for_is_refused(dice: int, bennies: int) -> None:
    with pytest.raises(ImpossibleError):
        trait("d8", wild_card=True, dice=dice, bennies=bennies)


@pytest.mark.parametrize(
    ("sides", "count", "wild", "tn", "bonus"),
    [
        (4, 2, 6, 4, 0),
        (4, 2, 6, 5, 3),
        (6, 2, None, 4, 0),
        (4, 3, 4, 6, 1),
        (4, 3, None, 3, 0),
        (6, 2, 6, 1, 4),
        (4, 2, 6, 2, 9),
    ],
)
def test_several_dice_hit_as_every_way_they_fall(
    sides: int, count: int, wild: int | None, tn: int, bonus: int, faces: Faces
) -> None:
    trait_faces, wild_faces = faces(sides, 2), faces(wild, 2) if wild else [(0, Fraction(1))]
    critical = Fraction(0)
    rows: dict[tuple[bool, ...], Fraction] = {}
    seen = Fraction(0)
    for *rolled, (shown, q) in product(*[trait_faces] * count, wild_faces):
        p = q
        for _, each in rolled:
            p *= each
        seen += p
        ones = sum(1 for total, _ in rolled if total == 1)
        if rule.critical_failure(ones, count, None if wild is None else shown == 1, CORE):
            critical += p
            continue
        totals, _ = rule.with_wild_die([total for total, _ in rolled], shown if wild else None)
        raises = (rule.raises(total + bonus, tn, CORE) for total in totals)
        row = tuple(each > 0 for each in raises if each is not None)
        rows[row] = rows.get(row, Fraction(0)) + p
    found = burst(TraitRoll(sides, bonus, wild), count, tn, CORE)
    assert found.critical + sum(found.hits.values()) == 1
    # What was not walked are the dice that Aced more than twice.
    left = 1 - seen
    assert 0 <= found.critical - critical <= left
    assert all(0 <= found.hits.get(row, Fraction(0)) - p <= left for row, p in rows.items())


def test_several_dice_say_how_many_succeed() -> None:
    odds = trait("d6", wild_card=True, dice=2)
    counted = [odds.p(f"{count} successes") for count in (0, 2)] + [odds.p("1 success")]
    assert sum(counted) == 1
    assert odds.p("success") == 1 - odds.p("0 successes")
    assert odds.p("critical failure") == Fraction(1, 6) * Fraction(11, 36)


def test_extras_fail_critically_with_many_dice_unless_the_ruleset_forbids() -> None:
    assert trait("d4", dice=2).p("critical failure") == Fraction(1, 16)
    never = trait("d4", dice=2, rules=RULESETS["deluxe"])
    assert never.p("critical failure") == 0
    assert trait("d4", dice=3).p("critical failure") == Fraction(10, 64)


def test_a_misspelled_skill_is_told_beside_the_odds_of_the_unskilled_roll(joe: Character) -> None:
    (note,) = trait(joe, "Fightng").notes
    assert "no skill 'Fightng'" in note
    assert "did you mean 'Fighting'?" in note
    assert trait(joe, "Fighting").notes == ()
    assert trait(joe, "spirit").notes == ()


def test_a_published_skill_that_one_lacks_is_said_to_be_rolled_unskilled(joe: Character) -> None:
    assert trait(joe, "Boating", dice=2).notes == ("Joe has no skill 'Boating': rolled unskilled",)


def test_both_sides_of_an_opposed_roll_say_that_they_are_unskilled(joe: Character) -> None:
    notes = opposed(joe, "Boating", against=joe, against_name="Stealht").notes
    assert [note.partition(":")[0] for note in notes] == [
        "Joe has no skill 'Boating'",
        "Joe has no skill 'Stealht', and none is published by that name",
    ]
