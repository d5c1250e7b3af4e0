"""Rerolls: what stands, what is left as it fell, and what is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sw_data.dice import Seeded

Play = Callable[..., Any]
Person = Callable[..., dict[str, Any]]


def trait(id: str, *roll: int, **more: Any) -> dict[str, Any]:
    dice = {"dice": {"roll": list(roll)}} if roll else {}
    return {"id": id, "type": "trait", "actor": "joe", "trait": "Notice", **dice, **more}


def reroll(id: str, *roll: int, **more: Any) -> dict[str, Any]:
    dice = {"dice": {"roll": list(roll)}} if roll else {}
    return {"id": id, "type": "reroll", "actor": "joe", "of": "a1", **dice, **more}


def test_a_reroll_rolls_the_dice_of_its_own_id(play: Play, person: Person) -> None:
    run = play({"seed": 7, "actors": [person("joe")], "actions": [trait("a1"), reroll("a2")]})
    for id in ("a1", "a2"):
        seeded = Seeded(7, id, "roll")
        dice = [each["faces"] for each in run.roll(id)["dice"]]
        assert dice == [list(seeded.die(8)), list(seeded.die(6))]


def test_the_better_roll_keeps_its_dice_and_what_followed(play: Play, person: Person) -> None:
    shot = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "targets": ["ann", "bob"],
        "dice": {"attack": [7, 2, 1], "damage": [5, 4]},
    }  # fmt: skip
    again = {
        "id": "a2", "type": "reroll", "actor": "joe", "of": "a1", "with": "ability",
        "dice": {"attack": [2, 6, 1], "damage": [5, 4]},
    }  # fmt: skip
    run = play({"actors": [person("joe"), person("ann"), person("bob")], "actions": [shot, again]})
    assert run["a2"]["hits"] == run["a1"]["hits"]
    assert run["a2"]["effects"] == []
    assert "keeps the old roll" in run["a2"]["summary"]
    assert run.actors["bob"]["wounds"]["value"] == 0
    assert run.actors["ann"]["wounds"]["value"] == 1


def test_an_equal_roll_is_no_better_one(play: Play, person: Person) -> None:
    run = play(
        {"actors": [person("joe")], "actions": [trait("a1", 5, 2), reroll("a2", 3, 5)]},
        {"benny.reroll_keeps": "best"},
    )
    assert [each["faces"] for each in run.roll("a2")["dice"]] == [[5], [2]]


def test_unneeded_dice_of_a_reroll_are_told_once(play: Play, person: Person) -> None:
    again = reroll("a2", dice={"roll": [5, 2], "damage": [1], "rolls": [2]})
    run = play({"actors": [person("joe")], "actions": [trait("a1", 3, 2), again]})
    assert run.warned("a2") == ["SW606", "SW607"]


def test_a_driver_s_reroll_leaves_the_gunner_s_dice(play: Play, person: Person) -> None:
    """Of two hits on a vehicle the first Control Check is rolled again: the second hit's damage has fallen."""
    jeep = {
        "kind": "vehicle",
        "id": "jeep",
        "name": "Jeep",
        "toughness": 8,
        "top_speed": 5,
        "driver": "ann",
    }
    actors = [person("joe"), person("ann", skills={"Driving": "d6"}), jeep]
    shots = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "target": "jeep", "attacks": 2,
        "dice": {
            "attack": [5, 5, 2], "damage": [[5, 4], [5, 3]], "control": [2, 3], "control_second": [5, 3],
            "obstacle": [1], "control.2": [5, 2],
        },
    }  # fmt: skip
    again = {
        "id": "a2", "type": "reroll", "actor": "ann", "of": "a1", "pool": "control", "dice": {"control": [4, 2]},
    }  # fmt: skip
    run = play({"actors": actors, "actions": [shots, again]})
    assert run.pools("a2") == ["attack", "damage", "control", "damage.2", "control.2"]
    assert [each["damage"] for each in run["a2"]["hits"]] == [9, 8]
    # The dice of the second check stay too, without the penalty that is gone.
    assert run.roll("a1", "control.2")["total"] == 3
    assert run.roll("a2", "control.2")["total"] == 5
    assert run["a2"]["warnings"] == []
    assert run.actors["jeep"]["conditions"] == []


@pytest.mark.parametrize("between", ["award_benny", "rejected", "reroll"])
def test_what_may_stand_between_a_roll_and_its_reroll(
    play: Play, person: Person, between: str
) -> None:
    made: dict[str, dict[str, Any]] = {
        "award_benny": {"id": "b", "type": "award_benny", "actor": "ann"},
        "rejected": {"id": "b", "type": "recover", "actor": "ann"},
        "reroll": reroll("b", 3, 3),
    }
    actors = [person("joe"), person("ann")]
    run = play(
        {"actors": actors, "actions": [trait("a1", 3, 2), made[between], reroll("a2", 8, 2, 4)]}
    )
    assert run["a2"]["total"] == 10
    assert run["a1"]["revised_by"] == "a2"


def test_a_refused_reroll_leaves_everything_as_it_was(play: Play, person: Person) -> None:
    blow = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Sword", "target": "ann",
        "dice": {"attack": [5, 2], "damage": [5, 4]},
    }  # fmt: skip
    soak = {"id": "s", "type": "soak", "actor": "ann", "attack": "a1", "dice": {"roll": [5, 2]}}
    bad = reroll("a2", dice={"attack": [5, 2], "damage": [9, 9]})
    good = reroll("a3", dice={"attack": [5, 2], "damage": [6, 1, 4]})
    actors = [person("joe"), person("ann")]
    before = play({"actors": actors, "actions": [blow, soak]})
    after = play({"actors": actors, "actions": [blow, soak, bad]})
    assert after.rule("a2") == "SW601"
    assert after.actors == before.actors
    assert after["s"] == before["s"]
    last = play({"actors": actors, "actions": [blow, soak, bad, good]})
    assert last["a1"]["revised_by"] == "a3"
    assert last.actors["ann"]["bennies"] == 3
    assert last.actors["joe"]["bennies"] == 2


def test_leniently_a_benny_from_none_leaves_none(play: Play, person: Person) -> None:
    run = play(
        {"actors": [person("joe", bennies=0)], "actions": [trait("a1", 3, 2), reroll("a2", 5, 2)]},
        lenient=True,
    )
    assert run["a2"]["result"] == "success"
    assert run.warned("a2") == ["benny.uses"]
    assert run.actors["joe"]["bennies"] == 0
