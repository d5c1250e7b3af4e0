from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Die
from sw_data.models import Weapon
from sw_data.rules.ruleset import CORE, RULESETS
from sw_data.rules.weapon import parry, required_strength, wield

LADDER = [Die(4), Die(6), Die(8), Die(10), Die(12), Die(12, 1), Die(12, 4)]


def weapon(damage: str, **more: Any) -> Weapon:
    return Weapon.model_validate({"name": "It", "damage": damage, **more})


@st.composite
def weapons(draw: st.DrawFn) -> Weapon:
    dice = draw(st.lists(st.sampled_from(("d4", "d6", "d8", "d10", "d12")), max_size=3))
    flat = draw(st.integers(-3, 3))
    parts = (["Str"] if draw(st.booleans()) else []) + dice
    return weapon(
        "+".join(parts or ["1"]) + (f"{flat:+d}" if flat else ""),
        parry=draw(st.integers(-2, 3)),
        reach=draw(st.integers(0, 2)),
        ap=draw(st.integers(0, 6)),
        min_strength=draw(st.none() | st.sampled_from(("d4", "d6", "d8", "d12"))),
        range=draw(st.none() | st.just([3, 6, 12]) | st.just("cone")),
        adds_strength=draw(st.none() | st.booleans()),
        modifiers=[
            {"applies_to": each, "value": draw(st.integers(-2, 2))}
            for each in draw(
                st.lists(st.sampled_from(("Fighting", "damage", "Notice")), max_size=3)
            )
        ],
    )


STRENGTHS = st.sampled_from(LADDER)
SKILLS = st.none() | st.sampled_from(("Fighting", "Shooting", "Throwing", "athletics"))


@given(weapons(), STRENGTHS, SKILLS, st.sampled_from(list(RULESETS.values())))
def test_no_die_is_lost_and_none_is_larger_than_the_strength_behind_it(
    it: Weapon, strength: Die, skill: str | None, rules: Any
) -> None:
    held = wield(it, strength, rules, skill)
    assert len(held.dice) == len(it.damage.dice)
    for capped, own in zip(held.dice, it.damage.dice, strict=True):
        assert capped == (min(own, strength.sides) if held.adds_strength else own)


@given(weapons(), STRENGTHS, SKILLS, st.sampled_from(list(RULESETS.values())))
def test_what_is_lost_is_a_benefit_and_what_is_kept_a_penalty(
    it: Weapon, strength: Die, skill: str | None, rules: Any
) -> None:
    held = wield(it, strength, rules, skill)
    assert all(each.value > 0 for each in held.lost)
    assert all(each.value < 0 for each in held.kept)
    assert not held.lost or held.too_weak
    assert held.too_weak == (held.required is not None and strength.rank < held.required.rank)
    # The penalties are those of the sheet, in strong hands and in weak ones.
    strong = wield(it, Die(12, 9), rules, skill)
    assert held.kept == strong.kept
    assert strong.lost == ()
    order = ["damage", "parry", "reach", "ap"]
    places = [order.index(each.applies_to) for each in held.lost if each.applies_to in order[1:]]
    assert places == sorted(places)


@given(weapons(), STRENGTHS, SKILLS)
def test_more_strength_never_makes_a_weapon_worse(
    it: Weapon, strength: Die, skill: str | None
) -> None:
    weaker, stronger = (wield(it, each, CORE, skill) for each in (strength, strength.stepped(1)))
    assert weaker.parry <= stronger.parry
    assert weaker.ap <= stronger.ap
    assert weaker.flat <= stronger.flat
    assert sum(each.value for each in weaker.attack) <= sum(each.value for each in stronger.attack)


@pytest.mark.parametrize(
    ("damage", "minimum", "larger", "alone"),
    [
        ("Str+d10", None, "d10", "d10"),
        ("Str+d10", "d6", "d10", "d6"),
        ("Str+d6", "d10", "d10", "d10"),
        ("Str+d12+d4", None, "d12", "d12"),
        ("Str", None, None, None),
        ("Str+1", "d8", "d8", "d8"),
        ("Str+d12", "d12+2", "d12+2", "d12+2"),
    ],
)
def test_a_strength_weapon_asks_for_die_or_minimum(
    damage: str, minimum: str | None, larger: str | None, alone: str | None
) -> None:
    it = weapon(damage, min_strength=minimum)
    by = {rules: required_strength(it, True, RULESETS[rules]) for rules in ("core", "swade")}
    assert {key: die and str(die) for key, die in by.items()} == {"core": larger, "swade": alone}


def test_a_shot_asks_for_its_minimum_alone() -> None:
    assert required_strength(weapon("3d10", range=[5, 10, 20]), False, CORE) is None
    heavy = weapon("2d6", range=[5, 10, 20], min_strength="d8")
    assert required_strength(heavy, False, CORE) == Die(8)


def test_the_worked_examples_of_the_hammer() -> None:
    hammer = weapon(
        "Str+d10", parry=-1, modifiers=[{"applies_to": "Fighting", "value": 1, "label": "handle"}]
    )
    weak, strong = wield(hammer, Die(6), CORE), wield(hammer, Die(12), CORE)
    assert (weak.damage_text, weak.attack, weak.parry) == ("d6+d6", (), -1)
    assert (strong.damage_text, [each.value for each in strong.attack]) == ("d10+d12", [1])
    assert strong.parry == -1


def test_a_bonus_for_throwing_counts_for_athletics_and_one_for_notice_for_neither() -> None:
    it = weapon(
        "Str+d4",
        range=[3, 6, 12],
        modifiers=[{"applies_to": "Throwing", "value": 1}, {"applies_to": "Notice", "value": 2}],
    )
    held = wield(it, Die(8), CORE, "Athletics")
    assert [each.value for each in held.attack] == [1]


def test_a_step_lacking_costs_a_shot_one_in_swade_and_a_blow_nothing() -> None:
    bow = weapon("2d6", range=[5, 10, 20], min_strength="d10")
    club = weapon("Str+d10", min_strength="d10")
    swade = RULESETS["swade"]
    assert [each.value for each in wield(bow, Die(6), swade).attack] == [-2]
    assert wield(club, Die(6), swade).attack == ()
    assert wield(bow, Die(10), swade).attack == ()


def test_every_readied_weapon_guards() -> None:
    ready = (weapon("Str+d4", parry=2), weapon("Str+d10", parry=1), weapon("Str+d10", parry=-1))
    assert parry(5, ready, Die(6), CORE) == 6
    assert parry(5, ready, Die(10), CORE) == 7
    assert parry(5, (), Die(6), CORE) == 5
