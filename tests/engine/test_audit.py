"""What the table recorded, beside what the rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sw_data.diagnostics import register

Audited = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def audited(play: Callable[..., Any], person: Callable[..., dict[str, Any]]) -> Audited:
    """The differences between a record and an attack of Joe's that hits Ann with a 6 for 9, one wound."""

    def found(recorded: Mapping[str, Any], **more: Any) -> list[dict[str, Any]]:
        action = {
            "id": "a1", "type": "attack", "actor": "joe", "weapon": "Sword", "target": "ann",
            "modifiers": [{"label": "gang up", "value": 1}],
            "dice": {"attack": [5, 2], "damage": [5, 4]}, "recorded": recorded, **more,
        }  # fmt: skip
        ann = person("ann", name="Ann Vale", conditions=["prone"])
        run = play({"actors": [person("joe"), ann], "actions": [action]})
        return list(run["a1"]["recorded"])

    return found


def test_a_record_that_agrees_has_no_differences(audited: Audited) -> None:
    assert audited({}) == []
    assert audited({"result": "success", "total": 6, "tn": 5, "critical_failure": False}) == []
    assert audited({"hits": [{"target": "Ann Vale", "damage": 9, "wounds": 1}]}) == []
    assert (
        audited(
            {"weapon": {"damage": "d6+d6", "lost": []}, "rolls": [{"pool": "damage", "total": 9}]}
        )
        == []
    )
    assert (
        audited(
            {"summary": "words of another", "status": "resolved", "actor": "Joe", "warnings": []}
        )
        == []
    )


def test_conditions_are_compared_as_sets_and_actors_by_any_name(audited: Audited) -> None:
    shaken = {"actor": "Ann Vale", "field": "conditions", "to": ["shaken", "prone"]}
    wounded = {"actor": "ann", "field": "wounds.value", "from": 0, "to": 1}
    assert audited({"effects": [wounded, shaken]}) == []
    assert audited({"effects": [shaken, wounded]}) == []


SUM = "(d8 5, Wild d6 2; gang up +1; 6 against 5)"
HURT = "(d6 5, d6 4; 9 against 5)"
SWORD = "Sword asks Strength d6, in hands of Strength d6 it deals d6+d6"


@pytest.mark.parametrize(
    ("recorded", "path", "code", "said"),
    [
        ({"total": 5}, "total", "SW653", f"total: the table has 5, the rules give 6 {SUM}"),
        ({"result": "raise"}, "result", "SW651", "the rules give 'success'"),
        ({"raises": 1}, "raises", "SW651", "number of raises: the table has 1, the rules give 0"),
        ({"critical_failure": True}, "critical_failure", "SW652", "has yes, the rules give no"),
        ({"critical_failure": 0}, "critical_failure", "SW652", "has 0, the rules give no"),
        ({"tn": 4}, "tn", "SW653", "target number: the table has 4, the rules give 5 (the target's Parry is 5)"),
        ({"hits": []}, "hits", "SW654", "; then d6 5, d6 4; 9 against 5"),
        ({"hits": [{"wounds": 2}]}, "hits.0.wounds", "SW654", f"of hit 1: the table has 2, the rules give 1 {HURT}"),
        ({"hits": [{"shaken": False}]}, "hits.0.shaken", "SW654", "has no, the rules give yes"),
        ({"weapon": {"damage": "d6+d8"}}, "weapon.damage", "SW657", SWORD),
        ({"rolls": [{"pool": "attack", "total": 3}]}, "rolls.attack.total", "SW650", f"the rules give 6 {SUM}"),
        ({"rolls": [{"pool": "control", "total": 3}]}, "rolls.control", "SW650", "the rules give nothing"),
        ({"status": "rejected"}, "status", "SW656", "the table did not allow this, the rules allow it"),
        ({"target": "joe"}, "target", "SW650", "the table has 'joe', the rules give 'ann'"),
        ({"winner": "actor"}, "winner", "SW658", "the rules give nothing"),
        ({"warnings": [{"code": "SW606"}]}, "warnings", "SW650", "the rules give"),
    ],
)  # fmt: skip
def test_a_difference_has_its_place_its_code_and_its_reason(
    audited: Audited, recorded: dict[str, Any], path: str, code: str, said: str
) -> None:
    (difference,) = audited(recorded)
    assert (difference["path"], difference["code"]) == (path, code)
    assert said in difference["message"]
    assert code in register.REGISTER


def test_effects_are_told_both_ways(audited: Audited) -> None:
    found = audited({"effects": [{"actor": "joe", "field": "bennies", "from": 3, "to": 2}]})
    assert {each["path"]: (each["recorded"], each["resolved"]) for each in found} == {
        "effects.joe.bennies": (2, None),
        "effects.ann.wounds.value": (None, 1),
        "effects.ann.conditions": (None, ["prone", "shaken"]),
    }
    assert {each["code"] for each in found} == {"SW655"}
    assert "bennies of joe: the table has 2, the rules give no change" in found[0]["message"]


def test_a_key_that_no_outcome_has_is_told_with_those_that_it_has(audited: Audited) -> None:
    (difference,) = audited({"totl": 6})
    assert difference["path"] == "totl"
    assert "an outcome has no 'totl' to compare; it has id, type, status" in difference["message"]


def test_rolls_without_a_pool_are_those_of_the_outcome_in_their_order(audited: Audited) -> None:
    assert audited({"rolls": [{"total": 6, "trait": "Fighting"}, {"total": 9}]}) == []
    (difference,) = audited({"rolls": [{"total": 6}, {"total": 8}]})
    assert difference["path"] == "rolls.damage.total"
    assert (difference["recorded"], difference["resolved"]) == (8, 9)
    (more,) = audited({"rolls": [{"total": 6}, {"total": 9}, {"total": 2}]})
    assert more["path"] == "rolls.2"


def test_what_the_rules_reject_is_one_difference_with_the_rule_s_reason(audited: Audited) -> None:
    (difference,) = audited({"total": 6, "result": "success"}, actor="ghost")
    assert difference["path"] == "status"
    assert difference["message"].startswith(
        "the table played this, the rules reject it (no actor 'ghost'"
    )
    assert audited({"status": "rejected", "violations": [{"code": "SW611"}]}, actor="ghost") == []


def test_a_record_of_any_shape_is_answered(audited: Audited) -> None:
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    shapes: list[Any] = [
        None,
        3,
        "x" * 100_000,
        deep,
        {},
        {"a": deep},
        [None, {"pool": 3}, {"actor": 5}],
    ]
    for value in shapes:
        keys = (
            "hits",
            "effects",
            "rolls",
            "weapon",
            "warnings",
            "rules",
            "total",
            "status",
            "order",
            "x",
        )
        for key in keys:
            for difference in audited({key: value}):
                assert len(difference["message"]) < 2000


def test_an_order_is_told_whole(
    play: Callable[..., Any], person: Callable[..., dict[str, Any]]
) -> None:
    deal = {
        "id": "d", "type": "deal", "actors": ["joe", "ann"], "dice": {"cards": {"joe": ["KS"], "ann": ["2H"]}},
    }  # fmt: skip
    actors = [person("joe", name="Joe Smith"), person("ann")]
    right = play(
        {"actors": actors, "actions": [{**deal, "recorded": {"order": ["Joe Smith", "ann"]}}]}
    )
    wrong = play({"actors": actors, "actions": [{**deal, "recorded": {"order": ["ann", "joe"]}}]})
    assert right["d"]["recorded"] == []
    (difference,) = wrong["d"]["recorded"]
    assert (difference["path"], difference["code"]) == ("order", "SW659")
    assert "Joe Smith (KS), Ann (2H)" in difference["message"]


def test_an_opposed_roll_shows_both_sides(
    play: Callable[..., Any], person: Callable[..., dict[str, Any]]
) -> None:
    action = {
        "id": "o", "type": "opposed", "actor": "joe", "target": "ann", "trait": "Notice",
        "dice": {"roll": [6, 2], "target_roll": [5, 3]}, "recorded": {"winner": "target", "margin": 1},
    }  # fmt: skip
    run = play({"actors": [person("joe"), person("ann")], "actions": [action]})
    (difference,) = run["o"]["recorded"]
    assert difference["code"] == "SW658"
    assert difference["message"].endswith("(d8 6, Wild d6 2; 6 against 4; then d8 5, Wild d6 3; 5)")
