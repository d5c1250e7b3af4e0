"""Chases on foot, and mixed ones (rules `foot.*`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


def test_a_runner_rolls_agility_without_anything_of_a_vehicle(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("zone_movement", "fay", roll=[5, 1]),
            fay={"wounds": {"value": 1, "max": 3}, "fatigue": {"value": 1, "max": 2},
                 "conditions": ["out_of_control"]},
        )
    )  # fmt: skip
    assert run.roll("a1")["trait"] == "Agility"
    assert run.modifiers("a1") == {"trait.wound_penalty": -1, "trait.fatigue_penalty": -1}


@pytest.mark.parametrize(
    ("skill", "rolled"),
    [("Agility", "Agility"), ("Climbing", "Climbing"), ("Survival", "Survival"),
     ("Driving", "Agility"), ("Boating", "Agility"), ("piloting", "Agility")],
)  # fmt: skip
def test_the_chase_names_its_skill_and_a_vehicles_skill_is_agility_on_foot(
    play: Make, alley: Make, act: Make, skill: str, rolled: str
) -> None:
    run = play(alley(act("zone_movement", "fay"), chase={"chase_skill": skill}, seed=8))
    assert run.roll("a1")["trait"] == rolled


def test_a_push_is_strength_against_strength_with_two_for_having_run(
    play: Make, alley: Make, act: Make
) -> None:
    log = alley(act("ram", "fay", target="gus", roll=[3, 1], target_roll=[4], control=[4]))
    run = play(log)
    assert run.roll("a1")["trait"] == run.roll("a1", "target_roll")["trait"] == "Strength"
    assert run.modifiers("a1") == {"foot.push": 2}
    assert run.modifiers("a1", "target_roll") == {}
    assert run["a1"]["winner"] == "actor"
    assert run.roll("a1", "control")["trait"] == "Agility"
    assert play(log, {"foot.push_bonus": 1})["a1"]["winner"] == "target"


def test_a_push_is_worth_two_for_each_raise_on_both_rolls_of_the_check(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("ram", "hal", target="gus", roll=[6, 4, 1], target_roll=[2], control=[5],
                control_second=[6, 4], obstacle=[1]),
        )
    )  # fmt: skip
    assert run["a1"]["raises"] == 2
    assert run.modifiers("a1", "control_second") == {"chase.ram": -4}
    assert run.actors["gus"]["conditions"] == ["shaken"]


def test_a_push_backfires_as_a_ram_does(play: Make, alley: Make, act: Make) -> None:
    run = play(
        alley(
            act("ram", "fay", target="gus", roll=[1, 2], target_roll=[5], control=[3, 2],
                control_second=[6, 3, 1]),
            act("ram", "hal", target="gus", roll=[1, 1], control=[6, 1, 1]),
        )
    )  # fmt: skip
    assert run.modifiers("a1", "control") == {}
    assert run.actors["fay"]["conditions"] == ["shaken"]
    assert run.modifiers("a2", "control") == {"chase.ram_backfire": -2}


def test_where_a_vehicle_would_go_out_of_control_a_runner_is_shaken(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("zone_movement", "fay", push=True, roll=[4, 1], control=[3, 2],
                control_second=[6, 3, 1]),
            act("regain_control", "fay"),
            act("recover", "fay", roll=[6, 3, 1]),
            act("regain_control", "fay"),
        )
    )  # fmt: skip
    assert run.zone("p1") == 5
    assert "foot.shaken" in run["a1"]["rules"]
    assert run.rule("a2") in ("shaken.restricts", "chase.regain")
    assert run.rule("a4") == "chase.regain"


def test_the_obstacle_that_shakes_again_wounds_and_can_be_soaked(
    play: Make, alley: Make, act: Make
) -> None:
    log = alley(
        act("zone_movement", "fay", push=True, roll=[4, 1], control=[3, 2], control_second=[4, 2],
            obstacle=[5]),
        act("soak", "fay", attack="a1", roll=[4, 1]),
    )  # fmt: skip
    run = play(log)
    assert run["a1"]["hits"] == [
        {"target": "fay", "damage": 5, "toughness": 5, "raises": 0, "wounds": 1, "shaken": False}
    ]
    assert run.actors["fay"]["wounds"]["value"] == 0
    # The check shook her, not the obstacle.
    assert run.actors["fay"]["conditions"] == ["shaken"]
    assert play(log, {"damage.shaken_again": False}).actors["fay"]["wounds"]["value"] == 0


@pytest.mark.parametrize(
    ("second", "faces", "knob", "value"),
    [([3, 2], [1, 1], None, None), ([4, 2], [1], None, None),
     ([3, 2], [1, 1, 1], "foot.obstacle", "3d4"), ([4, 2], [1, 1], "foot.soft_obstacle", "2d4")],
)  # fmt: skip
def test_obstacles_are_two_dice_hard_and_one_soft(
    play: Make, alley: Make, act: Make, second: Any, faces: Any, knob: Any, value: Any
) -> None:
    run = play(
        alley(act("control_check", "fay", roll=[3, 2], control_second=second, obstacle=faces)),
        {} if knob is None else {knob: value},
    )
    assert run["a1"]["status"] == "resolved", run["a1"]["summary"]
    assert run["a1"]["follow_ups"] == []


def test_a_runner_hits_an_obstacle_by_the_normal_damage_rules(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("obstacle", "gus", kind="hard", obstacle=[4, 5]),
            act("obstacle", "hal", kind="hard", obstacle=[6, 5, 2]),
            act("soak", "hal", attack="a2", roll=[4, 1]),
        )
    )
    assert "incapacitated" in run.actors["gus"]["conditions"]
    assert run["a2"]["hits"][0]["wounds"] == 2
    assert run["a2"]["hits"][0]["shaken"] is True
    assert run.actors["hal"]["wounds"]["value"] == 1
    assert "foot.obstacle" in run["a1"]["rules"]


def test_damage_to_a_runner_calls_for_no_control_check(play: Make, alley: Make, act: Make) -> None:
    run = play(
        alley(
            act("attack", "fay", weapon="Rifle", target="hal", attacks=1, attack=[5, 1],
                damage=[3, 3]),
        )
    )  # fmt: skip
    assert run.pools("a1") == ["attack", "damage"]
    assert run.actors["hal"]["conditions"] == ["shaken"]


def test_get_close_is_melee_range(play: Make, alley: Make, act: Make) -> None:
    run = play(
        alley(
            act("attack", "hal", weapon="Club", target="fay"),
            act("get_close", "hal", target="fay", roll=[4, 1]),
            act("attack", "hal", weapon="Club", target="fay", attack=[2, 1]),
            act("attack", "gus", weapon="Club", target="fay"),
        )
    )
    assert run.rule("a1") == "chase.same_zone"
    assert "foot.close" in run["a2"]["rules"]
    assert run.rule("a3") is None
    assert run.rule("a4") == "chase.same_zone"


def test_a_runner_who_falls_on_the_way_out_has_not_escaped(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("zone_movement", "gus", push=True, roll=[4], control=[3], control_second=[3],
                obstacle=[4, 5]),
            gus={"toughness": 5},
            p2={"zone": 10, "side": "quarry"},
        )
    )  # fmt: skip
    assert "incapacitated" in run.actors["gus"]["conditions"]
    assert run.participant("p2")["escaped"] is False


def test_the_fallen_are_pushed_into_obstacles_and_no_longer_shaken(
    play: Make, alley: Make, act: Make
) -> None:
    run = play(
        alley(
            act("ram", "hal", target="gus", roll=[4, 1], obstacle=[1, 1]),
            gus={"conditions": ["incapacitated"], "wounds": {"value": 1, "max": 1}},
        )
    )
    assert run["a1"]["winner"] == "actor"
    assert run.actors["gus"]["conditions"] == ["incapacitated"]


def test_runners_block_with_agility(play: Make, alley: Make, act: Make) -> None:
    run = play(
        alley(
            act("zone_movement", "fay", roll=[4, 1]),
            act("block", "hal", against="a1", roll=[5, 1], target_roll=[4, 1]),
            p3={"on_hold": True},
        )
    )
    assert run.roll("a2")["trait"] == "Agility"
    assert run.zone("p1") == 4


def test_in_a_mixed_chase_each_goes_by_its_own_means(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            act("zone_movement", "ann", roll=[4, 1]),
            act("get_close", "bo", target="cy", roll=[4]),
            act("ram", "cy", target="bo", roll=[5, 1], target_roll=[4], control=[3],
                control_second=[6, 3]),
            p2={"vehicle": None},
            van={"driver": None, "occupants": []},
            p3={"zone": 5},
        )
    )  # fmt: skip
    assert run.roll("a1")["trait"] == "Agility"
    assert run.roll("a2")["trait"] == "Driving"
    assert run.roll("a4")["trait"] == "Driving"
    assert run.roll("a4", "target_roll")["trait"] == "Agility"
    assert run.actors["bo"]["conditions"] == ["shaken"]


def test_a_runner_who_boards_a_vehicle_goes_where_it_goes(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("board", "bo", target="bike"),
            act("zone_movement", "bo"),
            act("zone_movement", "cy", roll=[4, 1]),
            act("attack", "deb", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
            act("hide", "ann", roll=[4, 1], target_roll=[3, 1]),
            p1={"zone": 9},
            p2={"vehicle": None, "close": ["p3"]},
            p3={"close": ["p2"]},
            van={"driver": None, "occupants": []},
        )
    )  # fmt: skip
    assert run.rule("a2") == "chase.driver"
    assert run.modifiers("a4", "attack") == {"chase.range": -8}
    # The one who left its feet is no pursuer any more.
    assert run.modifiers("a5", "target_roll") == {}
    assert run.modifiers("a5") == {"chase.hide": 2}
