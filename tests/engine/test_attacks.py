"""Attacks: how the skill, the weapon and the dice are told, where a case of the rules is too small a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Play = Callable[..., Any]
Person = Callable[..., dict[str, Any]]
CLUB = {
    "name": "Club", "damage": "Str+d6", "ready": True,
    "modifiers": [{"applies_to": "Fighting", "value": 1, "label": "balanced"}],
}  # fmt: skip


def attack(**more: Any) -> dict[str, Any]:
    return {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Club", "target": "ann", **more}


@pytest.mark.parametrize("skill", ["Fighting", "FIGHTING", " fighting", "Kämpfen", "kämpfen"])
def test_a_skill_in_any_spelling_of_the_sheet_is_the_weapon_s_skill(
    play: Play, person: Person, skill: str
) -> None:
    joe = person("joe", weapons=[CLUB], trait_names={"Kämpfen": "Fighting"})
    run = play(
        {
            "actors": [joe, person("ann")],
            "actions": [attack(trait=skill, dice={"attack": [4, 2], "damage": [1, 1]})],
        }
    )
    assert run["a1"]["tn"] == 5
    assert run["a1"]["total"] == 5
    assert run["a1"]["weapon"]["damage"] == "d6+d6"


def test_every_modifier_of_an_attack_is_told_with_its_rule(play: Play, person: Person) -> None:
    joe = person(
        "joe", weapons=[CLUB], wounds={"value": 1}, fatigue={"value": 1}, conditions=["distracted"],
        skills={"Fighting": "d12+1"},
    )  # fmt: skip
    ann = person("ann", conditions=["vulnerable"])
    action = attack(
        modifiers=[{"value": 3}], actions_this_turn=2, dice={"attack": [5, 2], "damage": [1, 1]}
    )
    run = play({"actors": [joe, ann], "actions": [action]})
    assert [
        (each["label"], each["value"], each["rule"])
        for each in run.roll("a1", "attack")["modifiers"]
    ] == [
        ("d12+1", 1, "dice.trait"),
        ("balanced", 1, "trait.modifiers"),
        ("modifier", 3, "trait.modifiers"),
        ("2 actions this turn", -2, "trait.multi_action"),
        ("wounds", -1, "trait.wound_penalty"),
        ("fatigue", -1, "trait.fatigue_penalty"),
        ("distracted", -2, "condition.distracted"),
        ("Ann is vulnerable", 2, "condition.vulnerable"),
    ]
    assert run["a1"]["total"] == 6


def test_wounds_do_not_lower_damage(play: Play, person: Person) -> None:
    joe = person("joe", weapons=[CLUB], wounds={"value": 3}, conditions=["distracted"])
    action = attack(modifiers=[{"value": 5}], dice={"attack": [4, 2], "damage": [1, 1]})
    run = play({"actors": [joe, person("ann")], "actions": [action]})
    assert run.roll("a1", "damage")["modifiers"] == []


def test_the_target_of_several_is_named_by_the_hits(play: Play, person: Person) -> None:
    actors = [person("joe"), person("ann"), person("bob")]
    several = attack(weapon="Gun", targets=["ann", "bob"], target=None, dice={"attack": [3, 3, 2]})
    one = attack(weapon="Gun", targets=["ann", "Ann"], target=None, dice={"attack": [3, 3, 2]})
    assert "target" not in play({"actors": actors, "actions": [several]})["a1"]
    assert play({"actors": actors, "actions": [one]})["a1"]["target"] == "ann"


def test_whoever_attacks_himself_may_still_soak(play: Play, person: Person) -> None:
    shot = attack(target="joe", dice={"attack": [5, 2], "damage": [5, 4]})
    soak = {"id": "s", "type": "soak", "actor": "joe", "attack": "a1", "dice": {"roll": [5, 2]}}
    run = play({"actors": [person("joe", weapons=[CLUB])], "actions": [shot, soak]})
    assert run["s"]["status"] == "resolved"
    assert run.actors["joe"]["wounds"]["value"] == 0


def test_a_readied_weapon_is_the_one_of_two_of_a_name(play: Play, person: Person) -> None:
    weapons = [{**CLUB, "ready": False, "damage": "Str+d4"}, CLUB]
    action = attack(weapon="club", dice={"attack": [4, 2], "damage": [6, 1, 1]})
    run = play({"actors": [person("joe", weapons=weapons), person("ann")], "actions": [action]})
    assert run["a1"]["weapon"]["damage"] == "d6+d6"
