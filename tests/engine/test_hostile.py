"""A log that means harm stays bounded, and is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

Play = Callable[..., Any]
Person = Callable[..., dict[str, Any]]

HOSE = {"name": "Hose", "damage": "100d1000+9999", "range": [12, 24, 48], "rof": 100}
SECONDS = 60
"""What none of these takes on any machine; without the bound it takes hours, or all memory."""


def trait(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "trait", "actor": "joe", "trait": "Vigor", **more}


def test_ten_thousand_dice_in_one_action_are_refused(play: Play, person: Person) -> None:
    attack = {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Hose", "target": "ann"}
    joe = person("joe", weapons=[HOSE], skills={"Shooting": "d12+40"})
    run = play({"actors": [joe, person("ann")], "actions": [attack, trait("a2")]})
    assert run.rule("a1") == "SW605"
    assert run["a2"]["status"] == "resolved"


@pytest.mark.parametrize(
    ("roll", "code"),
    [
        ([6] * 300_000, "SW602"),
        ([6] * 300_000 + [1, 1], "SW605"),
        ([{"die": "d6", "faces": [6] * 300_000 + [1]}, {"die": "d6", "faces": [1]}], "SW605"),
        ([1] * 300_000, "SW603"),
    ],
    ids=["aces", "aces that end", "aces of one die", "left over"],
)
def test_hundreds_of_thousands_of_faces_are_refused(
    play: Play, person: Person, roll: list[Any], code: str
) -> None:
    run = play({"actors": [person("joe")], "actions": [trait("a1", dice={"roll": roll})]})
    assert run.rule("a1") == code
    assert len(json.dumps(run["a1"])) < 2000


def test_thousands_of_rerolls_and_bennies_end_in_time(play: Play, person: Person) -> None:
    joe = person("joe", bennies=5000)
    again = {"type": "reroll", "actor": "joe", "of": "a1"}
    actions = [trait("a1")]
    actions += [{"id": f"r{n}", **again, "with": "ability"} for n in range(1500)]
    actions += [{"id": f"b{n}", "type": "award_benny", "actor": "joe"} for n in range(1500)]
    actions += [{"id": f"s{n}", **again} for n in range(200)]
    began = perf_counter()
    run = play({"actors": [joe], "actions": actions}, {"reroll.allow_critical": True})
    assert perf_counter() - began < SECONDS
    assert len(run.outcomes) == len(actions)
    assert run.rule("r1499") == "SW605"
    # Awards go on all the same; they only settle the roll.
    assert run["b1499"]["status"] == "resolved"
    assert run.rule("s0") == "reroll.when"


def test_a_burst_of_a_hundred_hits_soaked_and_rerolled_ends_in_time(
    play: Play, person: Person
) -> None:
    joe = person("joe", weapons=[{**HOSE, "damage": "2d6"}], skills={"Shooting": "d12+40"})
    ann = person("ann", bennies=10_000)
    soaks = [
        {"id": f"s{n}", "type": "soak", "actor": "ann", "attack": "a1", "hit": n + 1}
        for n in range(100)
    ]
    again = [
        {"id": f"r{n}", "type": "reroll", "actor": "joe", "of": "a1", "with": "ability"}
        for n in range(20)
    ]
    attack = {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Hose", "target": "ann"}
    began = perf_counter()
    run = play({"seed": 3, "actors": [joe, ann], "actions": [attack, *soaks, *again]})
    assert perf_counter() - began < SECONDS
    assert len(run["a1"]["hits"]) == 100
    assert len(run.outcomes) == 121


def test_an_id_used_a_thousand_times_counts_once(play: Play, person: Person) -> None:
    run = play({"actors": [person("joe")], "actions": [trait("a1") for _ in range(1000)]})
    assert [each["status"] for each in run.outcomes] == ["resolved", *["rejected"] * 999]
    assert run.outcomes[1]["violations"][0]["code"] == "SW614"


def test_a_hundred_thousand_targets_are_refused(play: Play, person: Person) -> None:
    attack = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "targets": ["ann", "Ann"] * 50_000,
    }  # fmt: skip
    for lenient, rule in ((False, "attack.rate_of_fire"), (True, "SW605")):
        run = play({"actors": [person("joe"), person("ann")], "actions": [attack]}, lenient=lenient)
        assert run.rule("a1") == rule


def test_names_of_a_million_letters_are_not_repeated_at_length(play: Play, person: Person) -> None:
    long = "x" * 1_000_000
    actions = [
        trait("a1", actor=long),
        trait("a2", dice={long: [1]}),
        {"id": "a3", "type": "attack", "actor": "joe", "weapon": long, "target": "joe"},
        trait("a4", dice={"roll": [long]}),
        trait("a5", recorded={long: long, "total": long}),
    ]
    run = play({"actors": [person("joe")], "actions": actions})
    for outcome in run.outcomes:
        for each in (*outcome["violations"], *outcome["warnings"], *outcome.get("recorded", [])):
            assert len(each["message"]) < 1100


def test_half_characters_are_answered(play: Play, person: Person) -> None:
    half = "\ud800"
    actions = [
        trait("a1", modifiers=[{"label": half, "value": 1}], recorded={half: half, "total": half}),
        {"id": "a2", "type": "attack", "actor": "joe", "weapon": "Gun", "target": half},
        trait("a3", dice={half: [1], "roll": [half]}),
        trait("a4", encounter=""),
    ]
    run = play({"actors": [person("joe")], "actions": actions})
    assert [each["status"] for each in run.outcomes] == [
        "resolved",
        "rejected",
        "rejected",
        "resolved",
    ]
    json.dumps(run.outcomes)


def test_empty_names_are_unknown_names(play: Play, person: Person) -> None:
    actions = [
        {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "target": ""},
        {"id": "a2", "type": "attack", "actor": "joe", "weapon": " ", "target": "joe"},
        {"id": "a3", "type": "attack", "actor": "joe", "weapon": "Gun", "targets": ["", ""]},
        {"id": "a4", "type": "opposed", "actor": " ", "trait": " ", "target": " "},
    ]
    run = play({"actors": [person("joe")], "actions": actions})
    assert [run.rule(f"a{n}") for n in range(1, 5)] == ["SW611", "SW613", "SW611", "SW611"]


def test_a_weapon_of_one_sided_dice_does_not_ace_for_ever(play: Play, person: Person) -> None:
    joe = person("joe", weapons=[{"name": "Gun", "damage": "5d1", "range": [12, 24, 48]}])
    attack = {
        "id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "target": "ann", "dice": {"attack": [5, 2]},
    }  # fmt: skip
    run = play({"actors": [joe, person("ann")], "actions": [attack]})
    assert run["a1"]["hits"][0]["damage"] == 5
