"""Rolls as Foundry stores them: dice, Aces, modifiers, pools, confirmations, and what cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.formats.foundry.chat.arithmetic import value_of
from sw_data.formats.foundry.chat.faces import faces_of
from sw_data.formats.foundry.chat.rolls import UnreadableRoll, read_roll

Json = dict[str, Any]


def result(face: int, **more: Any) -> Json:
    return {"result": face, "active": True, **more}


def die(sides: int, *results: Json, number: int = 1, flavor: str = "", cls: str = "Die") -> Json:
    options = {"flavor": flavor} if flavor else {}
    return {
        "class": cls,
        "number": number,
        "faces": sides,
        "modifiers": ["x"],
        "options": options,
        "results": list(results),
    }


def number(value: int, flavor: str = "") -> Json:
    return {
        "class": "NumericTerm",
        "options": {"flavor": flavor} if flavor else {},
        "number": value,
    }


def operator(sign: str) -> Json:
    return {"class": "OperatorTerm", "operator": sign}


def pool(*rolls: list[Json], keep: str = "kh") -> Json:
    return {
        "class": "PoolTerm",
        "modifiers": [keep],
        "rolls": [{"terms": terms} for terms in rolls],
    }


def roll(*terms: Any, cls: str = "TraitRoll", **more: Any) -> Json:
    return {"class": cls, "terms": list(terms), "options": more.pop("options", {}), **more}


FIGHTING = [die(8, result(8, exploded=True), result(3), flavor="Fighting")]
WILD = [die(6, result(2), flavor="Wild Die", cls="WildDie")]


def test_an_ace_is_followed_by_its_further_face() -> None:
    found, odd = read_roll(
        roll(pool(FIGHTING, WILD), operator("+"), number(1, "Trademark"), total=12)
    )
    assert [(each.sides, each.faces, each.role) for each in found.dice] == [
        (8, (8, 3), "trait"),
        (6, (2,), "wild"),
    ]
    assert [(each.label, each.value) for each in found.modifiers] == [("Trademark", 1)]
    assert found.computed == 12
    assert odd == []


def test_aces_of_several_dice_of_one_term_are_told_apart() -> None:
    several = die(
        6, result(6, exploded=True), result(2), result(6, exploded=True), result(6, exploded=True), result(4), result(1),
        number=3,
    )  # fmt: skip
    found, _ = read_roll(roll(several, cls="DamageRoll"))
    # The first Ace aces again; its last face comes behind that of the other Ace.
    assert [each.faces for each in found.dice] == [(6, 6, 1), (2,), (6, 4)]


def test_a_dropped_result_is_no_face() -> None:
    rerolled = die(8, {"result": 1, "active": False, "rerolled": True}, result(5))
    found, _ = read_roll(roll(pool([rerolled])))
    assert [each.faces for each in found.dice] == [(5,)]


def test_a_rate_of_fire_is_read_die_by_die() -> None:
    dice = [[die(10, result(face), flavor="Shooting")] for face in (7, 5, 3)]
    found, odd = read_roll(roll(pool(*dice, WILD, keep="kh3"), operator("-"), number(2), total=13))
    assert [each.faces for each in found.trait_dice] == [(7,), (5,), (3,)]
    assert found.wild_die is not None
    assert found.keep == 3
    assert odd == []


def test_modifiers_inside_each_die_of_the_pool_count_once() -> None:
    terms = [die(8, result(5)), operator("+"), number(2)]
    wild = [die(6, result(4)), operator("+"), number(2)]
    found, odd = read_roll(roll(pool(terms, wild), cls="Roll", total=7))
    assert [each.value for each in found.modifiers] == [2]
    assert [each.role for each in found.dice] == ["trait", "wild"]
    assert odd == []


def test_terms_of_foundry_seven_are_bare_texts_and_numbers() -> None:
    old = {
        "class": "DicePool",
        "modifiers": ["kh"],
        "rolls": [
            {"terms": [die(8, result(5))]},
            {"terms": [die(6, result(6, exploded=True), result(1))]},
        ],
    }
    found, odd = read_roll({"class": "Roll", "terms": [old, "-", 2], "total": 5})
    assert [(each.sides, each.faces) for each in found.dice] == [(8, (5,)), (6, (6, 1))]
    assert [each.value for each in found.modifiers] == [-2]
    assert odd == []


def test_a_bennys_bonus_stands_as_text() -> None:
    bonus = {"class": "StringTerm", "term": "2", "options": {"flavor": "Elan"}}
    found, odd = read_roll(
        roll(pool(FIGHTING), operator("+"), bonus, total=13, options={"rerollMode": "benny"})
    )
    assert [(each.label, each.value) for each in found.modifiers] == [("Elan", 2)]
    assert found.reroll == "benny"
    assert odd == []


def test_a_rolled_modifier_keeps_its_dice() -> None:
    conviction = die(6, result(6, exploded=True), result(2), flavor="Conviction")
    found, odd = read_roll(roll(pool(FIGHTING), operator("+"), conviction, total=19))
    assert found.modifiers[0].value == 8
    assert found.modifiers[0].dice[0].faces == (6, 2)
    assert [each.role for each in found.dice] == ["trait"]
    assert odd == []


@pytest.mark.parametrize(
    "label",
    ["Wild Die", "Wildcard-Würfel", "Dado Salvaje", "Dé Joker", "Дикий кубик", "Kość Figury"],
)
def test_a_wild_die_is_known_by_its_label_in_any_language(label: str) -> None:
    found, _ = read_roll(
        roll(pool([die(6, result(3), flavor="Notice")], [die(6, result(4), flavor=label)]))
    )
    assert [each.role for each in found.dice] == ["trait", "wild"]


def test_two_dice_of_one_skill_are_no_wild_die() -> None:
    dice = [[die(6, result(3), flavor="Shooting")], [die(6, result(4), flavor="Shooting")]]
    found, _ = read_roll(roll(pool(*dice, keep="kh2")))
    assert [each.role for each in found.dice] == ["trait", "trait"]


def test_a_modifier_without_a_name_takes_it_from_the_options_or_the_flavor() -> None:
    named, _ = read_roll(
        roll(
            pool(FIGHTING),
            operator("-"),
            number(2),
            options={"modifiers": [{"label": "Distracted", "value": "-2"}]},
        )
    )
    told, _ = read_roll(roll(pool(FIGHTING), operator("-"), number(1), cls="Roll"), ("Wounds: -1",))
    assert named.modifiers[0].label == "Distracted"
    assert told.modifiers[0].label == "Wounds"


def test_a_confirmation_is_no_trait_roll() -> None:
    found, _ = read_roll(
        roll(die(6, result(1)), cls="SwadeRoll", options={"critfailConfirmationRoll": True})
    )
    assert found.kind == "confirmation"


def test_hidden_results_are_those_of_an_older_roll() -> None:
    shown = {
        "class": "PoolTerm",
        "modifiers": ["kh"],
        "rolls": [{"terms": FIGHTING}],
        "results": [{"result": 11, "active": True, "hidden": True}],
    }
    assert read_roll(roll(shown))[0].hidden


def test_a_total_that_is_not_the_sum_is_said() -> None:
    _, odd = read_roll(roll(pool(FIGHTING, WILD), total=15))
    assert [each.code for each in odd] == ["SW663"]


def test_products_and_parentheses_are_worked_out() -> None:
    inner = {
        "class": "ParentheticalTerm",
        "term": "1+2",
        "roll": {"terms": [number(1), operator("+"), number(2)]},
    }
    assert value_of([number(4), operator("*"), inner, operator("-"), number(2)]) == 10
    assert (
        value_of(
            [
                {
                    "class": "FunctionTerm",
                    "fn": "max",
                    "rolls": [{"terms": [number(3)]}, {"terms": [number(7)]}],
                }
            ]
        )
        == 7
    )
    assert value_of([number(1), operator("/"), number(0)]) is None
    assert value_of([{"class": "SurpriseTerm"}]) is None


@pytest.mark.parametrize(
    "value",
    [
        None, 7, "x", [], {}, {"terms": 3}, {"terms": [{"class": "PoolTerm"}]},
        {"terms": [{"class": "PoolTerm", "rolls": [3]}]}, {"terms": [{"class": "Die", "faces": 6, "results": [{"result": "x"}]}]},
        {"terms": [{"class": "Die", "results": [{"result": 1}]}]},
    ],
)  # fmt: skip
def test_what_is_no_roll_is_refused(value: object) -> None:
    with pytest.raises(UnreadableRoll):
        read_roll(value)


def test_ten_thousand_dice_are_refused() -> None:
    huge = die(6, *[result(3)] * 10_000, number=10_000)
    with pytest.raises(UnreadableRoll) as refused:
        read_roll(roll(huge, cls="DamageRoll"))
    assert refused.value.code == "SW662"


def test_terms_deep_inside_each_other_are_no_recursion() -> None:
    term: Json = number(1)
    for _ in range(2000):
        term = {"class": "ParentheticalTerm", "roll": {"terms": [term]}}
    try:
        read_roll(roll(pool(FIGHTING), operator("+"), term))
    except UnreadableRoll:
        return


@given(st.integers(2, 20), st.lists(st.integers(0, 3), min_size=1, max_size=1), st.integers(1, 19))
def test_faces_follow_from_a_total(sides: int, aces: list[int], last: int) -> None:
    last = min(last, sides - 1)
    faces = (*(sides,) * aces[0], last)
    assert faces_of(sides, sum(faces)) == faces


@given(st.integers(2, 20), st.integers(1, 9))
def test_no_die_ends_on_its_highest_face(sides: int, aces: int) -> None:
    assert faces_of(sides, sides * aces) is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "terms",
                        "class",
                        "rolls",
                        "results",
                        "faces",
                        "number",
                        "options",
                        "term",
                        "roll",
                        "operator",
                        "flavor",
                        "result",
                        "active",
                        "exploded",
                    ]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=25,
    )
)
def test_no_value_is_a_traceback(value: object) -> None:
    try:
        found, _ = read_roll(json.loads(json.dumps(value)))
    except UnreadableRoll:
        return
    assert found.kind in ("trait", "damage", "confirmation", "other")
