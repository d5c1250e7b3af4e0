"""Rolls that an outcome calls for: who rolls them when nobody does, under which id, with which dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sw_data.dice import Seeded

Play = Callable[..., Any]
Person = Callable[..., dict[str, Any]]


def blow(id: str, target: str, damage: list[int], **more: Any) -> dict[str, Any]:
    dice = {"attack": [5, 2], "damage": damage}
    return {
        "id": id,
        "type": "attack",
        "actor": "joe",
        "weapon": "Sword",
        "target": target,
        "dice": dice,
        **more,
    }


def burn(*targets: str) -> dict[str, Any]:
    """Fire that deals nine to each of its targets, a wound."""
    return {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Flamer", "targets": list(targets),
        "dice": {"attack": [5, 2], "damage": [[5, 4]] * len(targets)},
    }  # fmt: skip


def faces(run: Any, id: str, pool: str) -> list[list[int]]:
    return [each["faces"] for each in run.roll(id, pool)["dice"]]


def test_what_the_log_does_not_roll_is_rolled_before_the_next_action(
    play: Play, person: Person
) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3})]
    run = play(
        {
            "seed": 3,
            "actors": actors,
            "actions": [blow("a1", "ann", [5, 4]), {"id": "r", "type": "round"}],
        },
        follow_ups=True,
    )
    assert run.ids[:3] == ["a1", "a1/incapacitation", "a1/incapacitation/injury"]
    seeded = Seeded(3, "a1/incapacitation", "roll")
    assert faces(run, "a1/incapacitation", "roll") == [list(seeded.die(6)), list(seeded.die(6))]
    assert run["a1/incapacitation"]["of"] == "a1"
    assert run["a1/incapacitation/injury"]["of"] == "a1/incapacitation"


def test_at_the_end_of_the_log_it_is_still_pending(play: Play, person: Person) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3})]
    run = play({"actors": actors, "actions": [blow("a1", "ann", [5, 4])]}, follow_ups=True)
    assert [(each.type, each.actor, each.of) for each in run.pending] == [
        ("incapacitation", "ann", "a1")
    ]


def test_where_one_action_calls_for_several_each_names_its_actor(
    play: Play, person: Person
) -> None:
    fallen = {"wounds": {"value": 3}}
    actors = [
        person("joe"),
        person("ann", **fallen),
        person("bob", **fallen),
        person("cid", wild_card=False),
    ]
    actions = [burn("ann", "bob", "cid"), {"id": "r", "type": "round"}]
    run = play({"seed": 9, "actors": actors, "actions": actions}, follow_ups=True)
    assert run.ids[:3] == ["a1", "a1/ann/incapacitation", "a1/bob/incapacitation"]
    seeded = Seeded(9, "a1/bob/incapacitation", "roll")
    assert faces(run, "a1/bob/incapacitation", "roll")[0] == list(seeded.die(6))


def test_an_id_that_the_log_has_taken_is_numbered(play: Play, person: Person) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3})]
    actions = [
        blow("a1", "ann", [5, 4]),
        {"id": "a1/incapacitation", "type": "trait", "actor": "joe", "trait": "Notice"},
    ]
    run = play({"actors": actors, "actions": actions}, follow_ups=True)
    assert run["a1/incapacitation"]["type"] == "trait"
    assert run["a1/incapacitation.2"]["type"] == "incapacitation"
    assert len(run.ids) == len(set(run.ids))


@pytest.mark.parametrize(
    "decision",
    [
        {"type": "soak", "actor": "ann", "attack": "a1", "dice": {"roll": [2, 3]}},
        {"type": "award_benny", "actor": "bob"},
        {"type": "reroll", "actor": "joe", "of": "a1", "with": "ability", "dice": {"attack": [6, 2], "damage": [5, 4]}},
        {"type": "incapacitation", "actor": "Ann", "of": "a1", "dice": {"roll": [6, 1, 2]}},
    ],
)  # fmt: skip
def test_a_decision_about_it_comes_first(
    play: Play, person: Person, decision: dict[str, Any]
) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3}), person("bob")]
    log = {"actors": actors, "actions": [blow("a1", "ann", [5, 4]), {"id": "d", **decision}]}
    run = play(log, follow_ups=True)
    assert run.ids == ["a1", "d"]
    assert run["d"]["status"] == "resolved"


def test_a_soak_of_one_target_waits_for_the_other_targets_too(play: Play, person: Person) -> None:
    fallen = {"wounds": {"value": 3}}
    actors = [person("joe"), person("ann", **fallen), person("bob", **fallen)]
    actions = [
        burn("ann", "bob"),
        {"id": "s1", "type": "soak", "actor": "bob", "attack": "a1", "dice": {"roll": [2, 3]}},
        {"id": "s2", "type": "soak", "actor": "ann", "attack": "a1", "dice": {"roll": [6, 5, 3]}},
    ]
    run = play({"actors": actors, "actions": actions}, follow_ups=True)
    assert run.ids == ["a1", "s1", "s2"]
    assert [each.actor for each in run.pending] == ["bob"]


def test_a_benny_on_a_roll_that_the_engine_made_names_its_id(play: Play, person: Person) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3})]
    actions = [
        blow("a1", "ann", [5, 4]),
        {
            "id": "d",
            "type": "reroll",
            "actor": "ann",
            "of": "a1/incapacitation",
            "dice": {"roll": [6, 6, 2, 3]},
        },
    ]
    run = play({"seed": 2, "actors": actors, "actions": actions}, follow_ups=True)
    assert run.ids == ["a1", "a1/incapacitation", "d"]
    assert run["a1/incapacitation"]["revised_by"] == "d"
    assert run["d"]["result"] == "raise"
    assert [(each.type, each.of) for each in run.pending] == [("injury", "a1/incapacitation")]


def test_every_round_asks_those_who_bleed(play: Play, person: Person) -> None:
    actors = [person("ann", conditions=["incapacitated", "bleeding_out"]), person("joe")]
    actions: list[dict[str, Any]] = [
        {"id": "r1", "type": "round"},
        {"id": "b1", "type": "bleeding", "actor": "ann", "dice": {"roll": [4, 2]}},
        {"id": "r2", "type": "round"},
        {"id": "t", "type": "trait", "actor": "joe", "trait": "Notice"},
    ]
    run = play({"seed": 1, "actors": actors, "actions": actions}, follow_ups=True)
    assert run.ids == ["r1", "b1", "r2", "r2/bleeding", "t"]
    seeded = Seeded(1, "r2/bleeding", "roll")
    assert faces(run, "r2/bleeding", "roll")[0] == list(seeded.die(6))


def test_report_rolls_none_and_lists_them(play: Play, person: Person) -> None:
    actors = [person("joe"), person("ann", wounds={"value": 3})]
    run = play(
        {"actors": actors, "actions": [blow("a1", "ann", [5, 4]), {"id": "r", "type": "round"}]}
    )
    assert run.ids == ["a1", "r"]
    assert run["a1"]["follow_ups"] == [{"type": "incapacitation", "actor": "ann", "of": "a1"}]
    assert [each.type for each in run.pending] == ["incapacitation"]


def test_two_crashes_in_one_action_are_two_follow_ups(play: Play, person: Person) -> None:
    """Two hits, two Control Checks, two crashes: those inside roll twice, under ids of their own."""
    jeep = {
        "kind": "vehicle", "id": "jeep", "name": "Jeep", "toughness": 8, "top_speed": 20, "driver": "ann",
        "wounds": {"max": 9},
    }  # fmt: skip
    actors = [person("joe"), person("ann", skills={"Driving": "d4"}), jeep]
    shots = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "target": "jeep", "attacks": 2,
        "dice": {
            "attack": [5, 5, 2], "damage": [[5, 4], [5, 4]],
            "control": [1, 2], "control_second": [1, 2], "control.2": [1, 2], "control_second.2": [1, 2],
            "obstacle": [3, 3, 3, 3], "obstacle.2": [3, 3, 3, 3, 3],
        },
    }  # fmt: skip
    run = play(
        {"actors": actors, "actions": [shots, {"id": "r", "type": "round"}]}, follow_ups=True
    )
    assert [each["type"] for each in run["a1"]["follow_ups"]] == ["occupants", "occupants"]
    assert run.ids[:3] == ["a1", "a1/jeep/occupants", "a1/jeep/occupants.2"]
    assert "r" in run.ids
