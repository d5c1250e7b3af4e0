"""Blocks: from hold, against a movement past or a special action, several of one action (rules `chase.block*`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
HELD = {"on_hold": True}


def test_the_mover_stops_in_the_blockers_zone_and_the_movement_is_revised(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[8, 1]),
            act("block", "ann", against="a1", roll=[5, 2], target_roll=[4]),
            p1={"on_hold": True, "zone": 5},
        )
    )
    assert run.zone("p2") == 5
    assert run["a1"]["status"] == "revised"
    assert run["a1"]["revised_by"] == "a2"
    assert run["a2"]["margin"] == 1
    assert run["a2"]["result"] == "success"
    assert run["a2"]["effects"] == [
        {"actor": "bo", "chase": "c1", "participant": "p2", "field": "zone", "from": 6, "to": 5}
    ]


def test_a_second_block_cannot_carry_the_mover_past_where_the_first_stopped_it(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[8, 1, 1]),
            act("block", "bo", against="a1", roll=[5], target_roll=[4, 2]),
            act("block", "cy", against="a1", roll=[5, 2], target_roll=[4, 2]),
            p2=HELD,
            p3={"on_hold": True, "zone": 5},
        )
    )
    assert run.rule("a3") == "chase.block"
    assert "from zone 4 to 4" in run["a3"]["violations"][0]["message"]
    assert run.zone("p1") == 4


def test_a_second_block_further_back_stops_the_mover_there_and_the_first_ones_check_stands(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[8, 1, 1]),
            act(
                "block", "cy", against="a1",
                roll=[6, 2], target_roll=[2, 1], control=[2, 1], control_second=[8, 1, 1],
            ),
            act("block", "bo", against="a1", roll=[7], target_roll=[6, 1]),
            p2=HELD,
            p3={"on_hold": True, "zone": 5},
        )
    )  # fmt: skip
    assert run["a2"]["result"] == "raise"
    assert run["a3"]["status"] == "resolved"
    assert run.modifiers("a3", "target_roll") == {"vehicle.out_of_control": -2}
    assert run.zone("p1") == 4
    assert run.actors["car"]["conditions"] == ["out_of_control"]
    assert run["a1"]["revised_by"] == "a3"


def test_a_lost_blocks_own_check_stands_when_another_block_undoes_the_action(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("get_close", "ann", target="cy", roll=[5, 2]),
            act(
                "block", "bo", against="a1",
                roll=[2], target_roll=[6, 1], control=[2], control_second=[8, 1],
            ),
            act("block", "cy", against="a1", roll=[7, 2], target_roll=[5, 1]),
            p2=HELD,
            p3=HELD,
        )
    )  # fmt: skip
    assert run.actors["van"]["conditions"] == ["out_of_control"]
    assert run.participant("p1")["close"] == []
    assert [each["id"] for each in run.outcomes if each["status"] == "revised"] == ["a1"]


def test_a_special_action_that_was_blocked_cannot_be_blocked_again(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("get_close", "ann", target="cy", roll=[5, 2]),
            act("block", "bo", against="a1", roll=[7], target_roll=[5, 1]),
            act("block", "cy", against="a1", roll=[7, 2], target_roll=[5, 1]),
            p2=HELD,
            p3=HELD,
        )
    )
    assert run.rule("a3") == "chase.block"


def test_faces_that_no_die_has_leave_a_blocked_movement_as_it_was(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[8, 1]),
            act("block", "ann", against="a1", roll=[7, 2], target_roll=[2], control=[9]),
            act("block", "ann", against="a1", roll=[5, 2], target_roll=[4]),
            p1=HELD,
        )
    )
    assert run["a2"]["status"] == "rejected"
    assert run.rule("a2") == "SW601"
    assert run["a3"]["status"] == "resolved"
    assert run.modifiers("a3") == {}
    assert run.zone("p2") == 4


def test_a_blocked_special_action_has_still_taken_the_turn_and_the_hold(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("get_close", "ann", target="cy", roll=[5, 2]),
            act("block", "bo", against="a1", roll=[7], target_roll=[5, 1]),
            act("zone_movement", "cy", roll=[5, 1]),
            act("block", "ann", against="a3", roll=[7, 1]),
            p1=HELD,
            p2=HELD,
        )
    )
    assert run.participant("p1")["on_hold"] is False
    assert run.rule("a4") == "chase.block"


def test_the_knob_says_what_a_further_block_costs(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a1", roll=[4, 1], target_roll=[5]),
            act("zone_movement", "cy", roll=[4, 1]),
            act("block", "ann", against="a3", roll=[8, 1, 1], target_roll=[5, 1]),
            act("round"),
            act("hold", "ann"),
            act("get_close", "deb", target="bo"),
            p1=HELD,
        ),
        {"chase.block_again": -3},
    )
    assert run.modifiers("a2") == {}
    assert run.modifiers("a4") == {"chase.block_again": -3}
    assert run.modifiers("a4") == run.modifiers("a4", "roll")
    assert run.roll("a4")["total"] == 6


def test_a_block_after_a_new_round_costs_nothing_extra(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a1", roll=[4, 1], target_roll=[5]),
            act("round"),
            act("hold", "ann"),
            act("zone_movement", "cy", roll=[4, 1]),
            act("block", "ann", against="a5", roll=[4, 1], target_roll=[5, 1]),
            p1=HELD,
        )
    )
    assert run.modifiers("a6") == {}


@pytest.mark.parametrize(("faces", "checks"), [([3], True), ([4], False), ([5], False)])
def test_the_blocker_checks_only_when_it_loses_by_a_raise(
    play: Make, road: Make, act: Make, faces: list[int], checks: bool
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("block", "bo", against="a1", roll=faces, target_roll=[7, 1], control=[4]),
            p2=HELD,
        )
    )
    assert run["a2"]["winner"] == "target"
    assert ("control" in run.pools("a2")) is checks
    assert run.zone("p1") == 5


def test_a_blockers_critical_failure_counts_as_nothing(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("block", "cy", against="a1", roll=[1, 1], target_roll=[3, 4], control=[4, 1]),
            p3=HELD,
        )
    )
    assert run["a2"]["result"] == "critical_failure"
    assert run["a2"]["margin"] == 4
    assert "chase.block_backfire" in run["a2"]["rules"]


def test_a_blocker_below_four_fails_without_margin_if_the_mover_is_lower_still(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("block", "bo", against="a1", roll=[3], target_roll=[2, 1]),
            p2=HELD,
        )
    )
    assert run["a2"]["result"] == "failure"
    assert "margin" not in run["a2"]
    assert run.zone("p1") == 5
    free = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("block", "bo", against="a3", roll=[3], target_roll=[2, 1]),
            p2=HELD,
        ),
        {"opposed.minimum": "none"},
    )
    assert free.zone("p1") == 4


def test_a_vulnerable_mover_is_blocked_with_a_bonus(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("block", "bo", against="a1", roll=[3], target_roll=[4, 1]),
            ann={"conditions": ["vulnerable"]},
            p2=HELD,
        )
    )
    assert run.modifiers("a2") == {"condition.vulnerable": 2}
    assert run["a2"]["winner"] == "actor"


def test_only_who_holds_can_block_and_a_passengers_hold_is_not_the_drivers(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("hold", "deb"),
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a2", roll=[5, 1]),
            act("block", "deb", against="a2", roll=[5, 1]),
        )
    )
    assert run.participant("p1")["on_hold"] is False
    assert run.rule("a3") == "chase.block"
    assert run.rule("a4") == "chase.block"


def test_free_actions_and_forced_rolls_do_not_end_a_hold(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("trait", "ann", trait="Notice", free=True, roll=[4, 1]),
            act("control_check", "ann", roll=[4, 1]),
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a3", roll=[5, 1], target_roll=[4]),
            act("trait", "ann", trait="Notice", roll=[4, 1]),
            p1=HELD,
        )
    )
    assert run["a4"]["status"] == "resolved"
    assert run.participant("p1")["on_hold"] is False


def test_hold_ends_with_the_round(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("hold", "ann"),
            act("round"),
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a3", roll=[5, 1]),
        )
    )
    assert run.rule("a4") == "chase.block"


def test_a_hide_that_failed_was_taken_in_the_zone_where_it_began(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("hide", "ann", roll=[3, 1], target_roll=[5]),
            act("block", "cy", against="a1", roll=[7, 1], target_roll=[4, 1]),
            p1={"zone": 8},
            p2={"zone": 4},
            p3={"zone": 8, "on_hold": True, "side": "quarry"},
        )
    )
    assert run["a2"]["status"] == "resolved"
    assert run.zone("p1") == 8


def test_the_mover_may_reroll_its_side_of_a_block_and_get_past_after_all(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[8, 1, 1]),
            act("block", "bo", against="a1", roll=[5], target_roll=[4, 2]),
            act("reroll", "ann", of="a2", pool="target_roll", target_roll=[6, 2]),
            p2=HELD,
        )
    )
    assert run.zone("p1") == 6
    assert run.actors["ann"]["bennies"] == 2
    assert run["a1"]["status"] == "resolved"
    assert run["a2"]["status"] == "revised"
    assert run["a2"]["revised_by"] == "a3"


def test_a_blocker_may_reroll_and_stop_the_mover_after_all(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[8, 1]),
            act("block", "ann", against="a1", roll=[2, 1], target_roll=[4]),
            act("reroll", "ann", of="a2", roll=[5, 1]),
            p1=HELD,
        )
    )
    assert run.zone("p2") == 4
    assert run["a1"]["revised_by"] == "a3"
    assert run.roll("a3", "target_roll")["total"] == 4


def test_a_reroll_of_the_movement_undoes_the_block_that_followed_it(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[8, 1, 1]),
            act("block", "bo", against="a1", roll=[5], target_roll=[4, 2]),
            act("reroll", "ann", of="a1", roll=[3, 2]),
            p2=HELD,
        )
    )
    assert run.zone("p1") == 4
    assert run["a2"]["status"] == "revised"
    assert run["a1"]["revised_by"] == "a3"


def test_the_crash_of_a_block_is_soaked_and_the_block_can_still_be_rerolled(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("zone_movement", "ann", roll=[8, 1, 1]),
        act(
            "block", "bo", against="a1",
            roll=[7], target_roll=[2, 1], control=[2, 1], control_second=[3, 1],
            obstacle=[6, 5, 5, 4, 1],
        ),
        act("vehicle_soak", "ann", of="a2", roll=[4, 1]),
        act("reroll", "ann", of="a2", pool="target_roll", target_roll=[8, 1, 1]),
        p2=HELD,
    )  # fmt: skip
    soaked = play({**log, "actions": log["actions"][:3]})
    assert soaked.roll("a2", "obstacle")["total"] == 21
    assert soaked["a3"]["result"] == "success"
    assert soaked.actors["car"]["wounds"]["value"] == 1
    run = play(log)
    assert run["a4"]["status"] == "resolved"
    assert run["a3"]["status"] == "revised"
    assert run.actors["car"]["wounds"]["value"] == 0
    assert run.actors["car"]["conditions"] == []
    assert run.zone("p1") == 6


def test_a_block_leniently_against_one_who_did_not_pass_never_carries_it_forward(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a1", roll=[7, 1], target_roll=[4]),
            p1={"zone": 9, "on_hold": True},
        ),
        lenient=True,
    )
    assert run.zone("p2") == 5
    assert run.warned("a2") == ["chase.block"]


def test_one_who_blocks_takes_part_as_any_other(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            act("block", "ann", against="a1"),
            act("block", "cy", against="a1"),
            act("block", "bo", against="a1"),
            act("block", "ann", against="zz"),
            p1=HELD,
            p3=HELD,
            ann={"conditions": ["shaken"]},
            bike={"conditions": ["wrecked"]},
        )
    )
    assert run.rule("a2") == "shaken.restricts"
    assert run.rule("a3") == "chase.acting"
    assert run.rule("a4") == "chase.block"
    assert run.rule("a5") == "chase.block"


def test_an_attack_is_no_special_action(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("attack", "deb", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
            act("block", "bo", against="a1", roll=[7]),
            p2=HELD,
        )
    )
    assert run.rule("a2") == "chase.block"


@pytest.mark.parametrize("kind", ["ram", "get_close", "regain_control", "this_way"])
def test_every_special_action_in_the_zone_can_be_blocked_and_none_outside_it(
    play: Make, road: Make, act: Make, kind: str
) -> None:
    def scene(zone: int) -> Any:
        fields = {"target": "cy"} if kind in ("ram", "get_close") else {}
        return play(
            road(
                {"id": "s", "type": kind, "actor": "ann", **fields},
                {"id": "b", "type": "block", "actor": "bo", "against": "s",
                 "dice": {"roll": [7], "target_roll": [5, 1]}},
                car={"conditions": ["out_of_control"]},
                p2={"on_hold": True, "zone": zone},
                seed=3,
            )
        )  # fmt: skip

    here, there = scene(4), scene(3)
    assert here["b"]["winner"] == "actor"
    assert here["s"]["status"] == "revised"
    assert here.actors["car"]["conditions"] == ["out_of_control"]
    assert there.rule("b") == "chase.block"


def test_whose_roll_it_is_does_not_change_with_who_pays_for_its_reroll(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[8, 1, 1]),
            act("block", "bo", against="a1", roll=[5], target_roll=[4, 2]),
            act("reroll", "ann", of="a2", pool="target_roll", target_roll=[8, 1, 2], control=[4]),
            p2=HELD,
        )
    )
    assert [(each["pool"], each.get("actor")) for each in run["a3"]["rolls"]] == [
        ("roll", "bo"), ("target_roll", "ann"), ("control", "bo"),
    ]  # fmt: skip
    assert run["a3"]["actor"] == "ann"
