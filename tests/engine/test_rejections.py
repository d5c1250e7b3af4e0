"""Every rule that an action can break: rejected without a trace, or leniently resolved with a warning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Play = Callable[..., Any]
Person = Callable[..., dict[str, Any]]
SHOT: dict[str, Any] = {"type": "attack", "actor": "joe", "weapon": "Gun", "target": "ann"}

# What is broken, by whom in which state, and by what.
BREACHES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("shaken.restricts", {"conditions": ["shaken"]}, {"type": "trait", "trait": "Notice"}),
    ("shaken.restricts", {"conditions": ["shaken"]}, SHOT),
    ("shaken.restricts", {"conditions": ["shaken"]}, {"type": "opposed", "trait": "Notice", "target": "ann"}),
    ("shaken.restricts", {"conditions": ["shaken"]}, {"type": "hold"}),
    ("condition.stunned", {"conditions": ["stunned"]}, {"type": "trait", "trait": "Notice", "free": True}),
    ("incapacitation.restricts", {"conditions": ["incapacitated"]}, SHOT),
    ("incapacitation.restricts", {"conditions": ["dead"]}, {"type": "trait", "trait": "Notice"}),
    ("incapacitation.restricts", {"conditions": ["incapacitated", "shaken"]}, {"type": "recover"}),
    ("shaken.recover", {}, {"type": "recover"}),
    ("shaken.benny", {}, {"type": "spend_benny"}),
    ("shaken.benny", {"conditions": ["shaken"]}, {"type": "spend_benny"}),
    ("attack.range", {}, {**SHOT, "distance": 49}),
    ("attack.rate_of_fire", {}, {**SHOT, "targets": ["ann", "joe", "ann", "joe"]}),
    ("attack.rate_of_fire", {}, {**SHOT, "targets": ["ann", "joe"], "attacks": 3}),
    ("weapon.template", {}, {**SHOT, "weapon": "Flamer"}),
    ("heal.wounds", {"conditions": ["dead"], "wounds": {"value": 2}}, {"type": "heal", "wounds": 1}),
]  # fmt: skip

# What no leniency mends: there is nothing to roll for.
REFUSALS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("benny.uses", {}, {"type": "spend_benny", "for": "luck"}),
    ("soak.when", {}, {"type": "soak", "attack": "a9"}),
    ("reroll.when", {}, {"type": "reroll", "of": "a9"}),
    ("incapacitation.roll", {}, {"type": "incapacitation"}),
    ("incapacitation.roll", {"wild_card": False, "conditions": ["incapacitated"]}, {"type": "incapacitation"}),
    ("bleeding.roll", {}, {"type": "bleeding"}),
    ("injury.table", {}, {"type": "injury", "of": "a9"}),
    ("SW610", {}, {"type": "attack", "weapon": "Gun"}),
    ("SW610", {}, {"type": "award_benny", "actor": None}),
    ("SW610", {}, {"type": "damage", "target": "ann", "damage": "Str+d6"}),
    ("SW611", {}, {"type": "trait", "actor": "ghost", "trait": "Notice"}),
    ("SW611", {}, {"type": "damage", "actor": "ghost", "target": "ann", "damage": "2d6"}),
    ("SW611", {}, {"type": "opposed", "trait": "Notice", "target": "jeep"}),
    ("SW611", {}, {"type": "heal", "actor": "jeep"}),
    ("SW612", {}, {"type": "trait", "actor": "Goblin", "trait": "Notice"}),
    ("SW613", {}, {**SHOT, "weapon": "Gum"}),
    ("vehicle.crew", {}, {**SHOT, "actor": "jeep"}),
]  # fmt: skip


def log(person: Person, state: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    actors = [
        person("joe", **state),
        person("ann"),
        person("g1", name="Goblin"),
        person("g2", name="Goblin"),
        {"kind": "vehicle", "id": "jeep", "name": "Jeep"},
    ]
    made = {"id": "a1", "actor": "joe", **action}
    return {
        "actors": actors,
        "actions": [{key: value for key, value in made.items() if value is not None}],
    }


@pytest.mark.parametrize(("rule", "state", "action"), BREACHES)
def test_a_breach_is_rejected_and_leniently_resolved(
    play: Play, person: Person, rule: str, state: dict[str, Any], action: dict[str, Any]
) -> None:
    case = log(person, state, action)
    strict = play(case)
    assert strict.rule("a1") == rule
    assert strict["a1"]["rules"] == [rule]
    assert strict["a1"]["effects"] == []
    assert strict["a1"]["rolls"] == []
    assert strict["a1"]["summary"] == f"Rejected: {strict['a1']['violations'][0]['message']}."
    assert strict.actors == play({**case, "actions": []}).actors
    lenient = play(case, lenient=True)
    assert lenient["a1"]["status"] == "resolved"
    assert lenient["a1"]["violations"] == []
    assert rule in lenient.warned("a1")


@pytest.mark.parametrize(("rule", "state", "action"), REFUSALS)
def test_a_refusal_is_one_leniently_too(
    play: Play, person: Person, rule: str, state: dict[str, Any], action: dict[str, Any]
) -> None:
    case = log(person, state, action)
    for lenient in (False, True):
        run = play(case, lenient=lenient)
        assert run.rule("a1") == rule
        assert run.actors == play({**case, "actions": []}).actors


def test_bennies_that_are_not_there_are_told_with_their_number(play: Play, person: Person) -> None:
    actors = [person("joe", bennies=1, conditions=["shaken"])]
    action = {"id": "a1", "type": "spend_benny", "actor": "joe", "amount": 2}
    run = play({"actors": actors, "actions": [action]}, {"shaken.benny_any_time": True})
    assert run["a1"]["violations"][0]["message"] == "2 bennies are needed and Joe has 1"


def test_several_breaches_are_all_told_leniently(play: Play, person: Person) -> None:
    case = log(person, {"conditions": ["stunned", "shaken"]}, {**SHOT, "distance": 99})
    assert play(case, lenient=True).warned("a1") == [
        "condition.stunned",
        "shaken.restricts",
        "attack.range",
    ]
    assert play(case).rule("a1") == "condition.stunned"
