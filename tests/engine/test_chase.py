"""Chases: moving, escaping, getting close, ramming, helping, hiding, changing places (rules.md section 4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.rules.catalog import CATALOG
from sw_data.rules.ruleset import knobs

Make = Callable[..., Any]
CLOSE = {"p1": {"close": ["p2"]}, "p2": {"close": ["p1"]}}


@pytest.mark.parametrize(
    ("faces", "zones", "end"),
    [([3, 2], None, 4), ([4, 2], None, 5), ([7, 2], None, 5), ([8, 1, 2], None, 6),
     ([8, 1, 2], 1, 5), ([8, 1, 2], 0, 4), ([4, 2], 2, 5), ([1, 1], None, 4)],
)  # fmt: skip
def test_a_success_goes_one_zone_and_a_raise_up_to_two(
    play: Make, road: Make, act: Make, faces: list[int], zones: int | None, end: int
) -> None:
    run = play(road(act("zone_movement", "ann", roll=faces, zones=zones)))
    assert run.zone("p1") == end
    assert "chase.movement" in run["a1"]["rules"]


def test_every_modifier_of_a_chase_skill_check_is_listed_with_its_reason(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", push=True, actions_this_turn=2,
                modifiers=[{"label": "narrow", "value": -1}], roll=[8, 8, 8, 3, 1], control=[8, 8, 1, 1]),
            ann={"wounds": {"value": 1, "max": 3}, "fatigue": {"value": 1, "max": 2},
                 "conditions": ["distracted"]},
            car={"handling": 1, "wounds": {"value": 2, "max": 3}, "conditions": ["out_of_control"]},
        )
    )  # fmt: skip
    assert run.modifiers("a1") == {
        "trait.modifiers": -1, "trait.multi_action": -2, "chase.push": 2, "trait.wound_penalty": -1,
        "trait.fatigue_penalty": -1, "condition.distracted": -2, "chase.skill": -1,
        "vehicle.out_of_control": -2,
    }  # fmt: skip
    # The Control Check takes what the driver and the vehicle bring, not what belongs to the movement.
    assert run.modifiers("a1", "control") == {
        "trait.wound_penalty": -1, "trait.fatigue_penalty": -1, "condition.distracted": -2,
        "chase.skill": -1, "vehicle.out_of_control": -2,
    }  # fmt: skip


def test_the_knobs_of_a_vehicles_state_count(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("zone_movement", "ann", roll=[4, 1]),
        car={"wounds": {"value": 3, "max": 5}, "conditions": ["out_of_control"]},
    )
    usual = play(log)
    turned = play(
        log,
        {
            "vehicle.wound_penalty": -2,
            "vehicle.wound_penalty_cap": 2,
            "vehicle.out_of_control": -3,
        },
    )
    assert usual.modifiers("a1") == {"chase.skill": -3, "vehicle.out_of_control": -2}
    assert turned.modifiers("a1") == {"chase.skill": -4, "vehicle.out_of_control": -3}


def test_the_knob_of_push_it_counts(play: Make, road: Make, act: Make) -> None:
    log = road(act("zone_movement", "ann", push=True, roll=[3, 1], control=[4, 1]))
    assert play(log).zone("p1") == 5
    assert play(log, {"chase.push_bonus": 0}).zone("p1") == 4


def test_a_quarry_beyond_the_last_zone_has_escaped_and_a_pursuer_stops_there(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("zone_movement", "bo", roll=[6]),
            act("zone_movement", "ann", roll=[4, 1]),
            act("attack", "cy", weapon="Rifle", target="car", attacks=1),
            act("attack", "deb", weapon="Rifle", target="bike", attacks=1),
            p1={"zone": 10},
            p2={"zone": 9},
            p3={"zone": 10},
        )
    )
    assert run.participant("p1")["escaped"] is True
    assert run.zone("p1") == 10
    assert run.zone("p2") == 10
    assert [run.rule(each) for each in ("a3", "a4", "a5")] == ["chase.acting"] * 3


def test_without_a_last_zone_nobody_escapes_by_moving(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(act("zone_movement", "ann", roll=[4, 1]), p1={"zone": 99}, chase={"last_zone": None})
    )
    assert run.zone("p1") == 100
    assert run.participant("p1")["escaped"] is False


def test_a_push_that_wrecks_the_vehicle_on_the_way_out_is_no_escape(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("zone_movement", "ann", push=True, roll=[8, 1, 1], control=[2, 1],
            control_second=[3, 1], obstacle=[6, 6, 5, 1, 2]),
        p1={"zone": 10},
        car={"wounds": {"value": 3, "max": 5}, "top_speed": 15},
    )  # fmt: skip
    escaped = play(log)
    assert escaped.participant("p1")["escaped"] is True
    log["actors"][4]["wounds"] = {"value": 3, "max": 3}
    wrecked = play(log)
    assert wrecked.participant("p1")["escaped"] is False
    assert wrecked.zone("p1") == 10
    assert "wrecked" in wrecked.actors["car"]["conditions"]


@pytest.mark.parametrize("apart", [0, 1, 3])
def test_a_shot_takes_the_range_modifier_once_for_each_zone(
    play: Make, road: Make, act: Make, apart: int
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="deb", attacks=1, attack=[1, 2]),
            act("attack", "deb", weapon="Rifle", target="bike", attacks=1, attack=[1, 2]),
            p1={"zone": 4 + apart},
        )
    )
    wanted = {"chase.range": -2 * apart} if apart else {}
    assert run.modifiers("a1", "attack") == wanted
    assert run.modifiers("a2", "attack") == wanted


@pytest.mark.parametrize(("zone", "modifier"), [(4, None), (5, None), (6, -2), (8, -4), (9, "no")])
def test_zones_of_squares_are_read_against_the_weapons_brackets(
    play: Make, road: Make, act: Make, zone: int, modifier: int | str | None
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="ann", attacks=1, attack=[1, 2]),
            p1={"zone": zone},
            chase={"range": {"squares_per_zone": 12}},
        ),
        {"attack.range_short": 0},
    )
    if modifier == "no":
        assert run.rule("a1") == "attack.range"
    else:
        assert run.modifiers("a1", "attack").get("attack.range") == modifier


def test_in_the_same_zone_there_is_no_modifier_whatever_short_range_costs(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="ann", attacks=1, attack=[1, 2]),
            chase={"range": {"squares_per_zone": 5}},
        ),
        {"attack.range_short": -1},
    )
    assert run.modifiers("a1", "attack") == {}


def test_the_zones_decide_and_not_the_range_that_the_action_names(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="ann", range="long", distance=40,
                attacks=1, attack=[1, 2]),
        )
    )  # fmt: skip
    assert run.modifiers("a1", "attack") == {}


def test_melee_needs_close_and_close_ends_when_one_really_moves(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "deb", weapon="Club", target="bo", attack=[2, 1]),
            act("get_close", "ann", target="van", roll=[3, 1]),
            act("attack", "deb", weapon="Club", target="bo", attack=[2, 1]),
            act("get_close", "ann", target="bo", roll=[4, 1]),
            act("attack", "deb", weapon="Club", target="bo", attack=[2, 1]),
            act("zone_movement", "bo", roll=[2]),
            act("attack", "bo", weapon="Club", target="deb", attack=[2]),
            act("zone_movement", "bo", roll=[4]),
            act("zone_movement", "ann", roll=[4, 1]),
            act("attack", "bo", weapon="Club", target="ann", attack=[2]),
        )
    )
    assert run.rule("a1") == "chase.same_zone"
    assert run.rule("a3") == "chase.same_zone"
    assert run.rule("a5") is None
    assert run.rule("a7") is None
    assert run.zone("p1") == run.zone("p2") == 5
    assert run.rule("a10") == "chase.same_zone"
    assert run["a4"]["target"] == "bo"


def test_those_in_one_vehicle_can_always_reach_each_other(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("attack", "deb", weapon="Club", target="ann", attack=[2, 1])))
    assert run.rule("a1") is None


def test_a_pursuer_that_cannot_go_further_stays_close(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("zone_movement", "bo", roll=[4]),
            p1={"zone": 10, "close": ["p2"]},
            p2={"zone": 10, "close": ["p1"]},
        )
    )
    assert run.participant("p2")["close"] == ["p1"]


def test_close_that_one_side_alone_has_written_down_holds_both_ways(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "bo", weapon="Club", target="deb", attack=[2]),
            p1={"close": ["p2", "p3", "nobody"]},
            p3={"zone": 9},
        )
    )
    assert run.rule("a1") is None
    assert run.participant("p2")["close"] == ["p1"]
    assert run.participant("p1")["close"] == ["p2"]


@pytest.mark.parametrize("kind", ["get_close", "ram"])
def test_another_zone_oneself_and_the_escaped_are_out_of_reach(
    play: Make, road: Make, act: Make, kind: str
) -> None:
    run = play(
        road(
            act(kind, "ann", target="bo"),
            act(kind, "ann", target="deb"),
            act(kind, "ann", target="cy"),
            act(kind, "ann", target="stranger"),
            p2={"zone": 5},
            p3={"escaped": True},
        )
    )
    rule = "chase.close" if kind == "get_close" else "chase.ram"
    assert [run.rule(f"a{n}") for n in (1, 2, 3, 4)] == [rule, rule, "chase.acting", "SW611"]


def test_a_ram_costs_two_for_each_raise_on_both_rolls(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("ram", "ann", target="bo", roll=[8, 5, 1], target_roll=[4], control=[7],
            control_second=[8, 8, 1]),
        bo={"skills": {"Driving": "d8"}},
    )  # fmt: skip
    run = play(log)
    assert run["a1"]["raises"] == 2
    assert run.modifiers("a1", "control") == {"chase.ram": -4}
    assert run.modifiers("a1", "control_second") == {"chase.ram": -4}
    assert run.actors["van"]["conditions"] == ["out_of_control"]
    gentle = play(log, {"chase.ram_per_raise": -1})
    assert gentle.modifiers("a1", "control") == {"chase.ram": -2}
    assert gentle.actors["van"]["conditions"] == []


@pytest.mark.parametrize(
    ("roll", "other", "modifiers"),
    [([1, 5], [6], {}), ([1, 1], None, {"chase.ram_backfire": -2}), ([1, 3], None, {}),
     ([2, 3], None, None), ([5, 2], [5], None), ([1, 6, 4], [3], None)],
)  # fmt: skip
def test_a_natural_one_without_winning_costs_the_rammer_a_check(
    play: Make, road: Make, act: Make, roll: Any, other: Any, modifiers: Any
) -> None:
    given = {} if other is None else {"target_roll": other}
    run = play(
        road(
            act("ram", "ann", target="bo", roll=roll, **given, control=[8, 1, 1]),
            bo={"skills": {"Driving": "d8"}},
        )
    )
    checks = [each for each in run["a1"]["rolls"] if each["pool"] == "control"]
    if modifiers is None:
        assert all(each.get("actor") == "bo" for each in checks)
    else:
        assert "actor" not in checks[0]
        assert run.modifiers("a1", "control") == modifiers


def test_ramming_a_wreck_leads_to_no_control_check(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("ram", "ann", target="bo", roll=[8, 5, 1], target_roll=[4]),
            van={"conditions": ["wrecked"]},
        )
    )
    assert run["a1"]["winner"] == "actor"
    assert run.pools("a1") == ["roll", "target_roll"]
    assert run.actors["van"]["conditions"] == ["wrecked"]


def test_against_one_whose_driver_cannot_act_a_success_wins_and_both_its_checks_fail(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("ram", "ann", target="bo", roll=[4, 1], obstacle=[2, 2, 2, 2]),
            bo={"conditions": ["incapacitated"]},
        )
    )
    assert run["a1"]["winner"] == "actor"
    assert "margin" not in run["a1"]
    assert run.pools("a1") == ["roll", "obstacle"]
    assert run.actors["van"]["conditions"] == ["out_of_control"]


def test_a_stunned_driver_takes_no_action_and_still_makes_the_rolls_forced_on_it(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "bo"),
            act("ram", "ann", target="bo", roll=[6, 1], target_roll=[5], control=[4]),
            bo={"conditions": ["stunned"]},
        )
    )
    assert run["a1"]["status"] == "rejected"
    assert run.pools("a2") == ["roll", "target_roll", "control"]


def test_regain_control_has_no_penalty_for_what_it_ends(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("regain_control", "bo", roll=[4]),
            act("regain_control", "ann", roll=[4, 1]),
            act("regain_control", "ann", roll=[5, 1]),
            act("regain_control", "ann"),
            car={"conditions": ["out_of_control"], "wounds": {"value": 1, "max": 3}},
        )
    )
    assert run.rule("a1") == "chase.regain"
    assert run.modifiers("a2") == {"chase.skill": -1}
    assert run["a2"]["result"] == "failure"
    assert run.actors["car"]["conditions"] == []
    assert run.rule("a4") == "chase.regain"


def test_this_way_helps_each_ally_one_zone_behind_once(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("this_way", "cy", roll=[4, 1]),
        act("this_way", "cy", roll=[4, 1]),
        act("zone_movement", "bo", roll=[2]),
        act("zone_movement", "bo", roll=[2]),
        act("zone_movement", "ann", roll=[2, 1]),
        p1={"zone": 3},
        p2={"zone": 3},
    )
    run = play(log)
    assert run.modifiers("a3") == {"chase.this_way": 2}
    assert run.modifiers("a4") == {}
    assert run.modifiers("a5") == {}
    assert play(log, {"chase.this_way_bonus": 1}).modifiers("a3") == {"chase.this_way": 1}


@pytest.mark.parametrize("zone", [2, 4, 5])
def test_this_way_helps_nobody_elsewhere(play: Make, road: Make, act: Make, zone: int) -> None:
    run = play(
        road(
            act("this_way", "cy", roll=[4, 1]),
            act("zone_movement", "bo", roll=[2]),
            p2={"zone": zone},
        )
    )
    assert run.modifiers("a2") == {}


@pytest.mark.parametrize(("rounds", "helped"), [(0, True), (1, True), (2, False)])
def test_this_way_lapses_at_the_end_of_the_next_round(
    play: Make, road: Make, act: Make, rounds: int, helped: bool
) -> None:
    run = play(
        road(
            act("round"),
            act("this_way", "cy", roll=[4, 1]),
            *(act("round") for _ in range(rounds)),
            {"id": "m", "type": "zone_movement", "actor": "bo", "dice": {"roll": [2]}},
            p2={"zone": 3},
        )
    )
    assert run.modifiers("m") == ({"chase.this_way": 2} if helped else {})


def test_a_passenger_may_call_this_way_but_not_drive(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("this_way", "deb", roll=[4, 1]),
            act("zone_movement", "deb"),
            act("ram", "deb", target="bo"),
            ann={"conditions": []},
        )
    )
    assert run["a1"]["status"] == "resolved"
    assert run.rule("a2") == "chase.driver"
    assert run.rule("a3") == "chase.driver"


def test_a_participant_whose_driver_cannot_act_takes_no_chase_action(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("this_way", "deb"),
            act("zone_movement", "ann"),
            act("attack", "deb", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
            ann={"conditions": ["incapacitated"]},
        )
    )
    assert run.rule("a1") == "chase.acting"
    assert run.rule("a2") == "chase.acting"
    assert run["a3"]["status"] == "resolved"


def test_a_wrecks_people_may_fight_and_do_nothing_else_of_the_chase(
    play: Make, road: Make, act: Make
) -> None:
    kinds = ("zone_movement", "this_way", "hide", "regain_control")
    run = play(
        road(
            *(act(kind, "ann") for kind in kinds),
            act("get_close", "ann", target="bo"),
            act("control_check", "ann"),
            act("attack", "ann", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
            car={"conditions": ["wrecked", "out_of_control"]},
        )
    )
    assert [run.rule(f"a{n}") for n in range(1, 7)] == ["chase.acting"] * 6
    assert run["a7"]["status"] == "resolved"


def test_hiding_counts_each_zone_beyond_three_and_each_pursuer_after_the_first(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("hide", "ann", roll=[3, 2], target_roll=[6, 1, 1]),
        p1={"zone": 9},
        p2={"zone": 4},
        p3={"zone": 2},
    )
    run = play(log)
    assert run.modifiers("a1") == {"chase.hide": 4}
    assert run.modifiers("a1", "target_roll") == {"chase.hide": 1}
    # Two alike in the die; the Wild Die makes Cy the better lookout.
    assert run["a1"]["target"] == "cy"
    assert run.zone("p1") == 4
    turned = play(
        log,
        {"chase.hide_zones": 4, "chase.hide_per_zone": 1, "chase.hide_per_pursuer": 3},
    )
    assert turned.modifiers("a1") == {"chase.hide": 1}
    assert turned.modifiers("a1", "target_roll") == {"chase.hide": 3}


def test_the_knob_says_from_how_far_one_can_hide(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("hide", "ann", roll=[8, 8, 1, 2]), p1={"zone": 6}, p2={"zone": 4}, p3={"zone": 1}
    )
    assert play(log).rule("a1") == "chase.hide"
    assert play(log, {"chase.hide_zones": 2})["a1"]["status"] == "resolved"


def test_pursuers_out_of_the_chase_do_not_count_for_hiding(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("hide", "ann", roll=[5, 1], target_roll=[4]),
            p1={"zone": 7},
            p2={"zone": 4},
            p3={"zone": 7},
            bike={"conditions": ["wrecked"]},
        )
    )
    assert run["a1"]["target"] == "bo"
    assert run.modifiers("a1", "target_roll") == {}
    assert run.participant("p1")["escaped"] is True


def test_a_pursuer_without_notice_looks_worse_than_one_with_the_same_die(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("hide", "ann", roll=[5, 1], target_roll=[2]),
        p1={"zone": 8},
        cy={"wild_card": True},
        bo={"skills": {"Notice": "d4"}},
    )
    del next(each for each in log["actors"] if each["id"] == "cy")["skills"]["Notice"]
    assert play(log)["a1"]["target"] == "bo"


def test_a_vulnerable_lookout_is_easier_to_hide_from(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("hide", "ann", roll=[2, 1], target_roll=[5, 1]),
            p1={"zone": 7},
            cy={"conditions": ["vulnerable"]},
        )
    )
    assert run.modifiers("a1") == {"condition.vulnerable": 2}


def test_a_pursuer_has_nobody_to_hide_from(play: Make, road: Make, act: Make) -> None:
    assert play(road(act("hide", "cy"), p3={"zone": 9})).rule("a1") == "chase.hide"


def test_hiding_from_nobody_takes_a_success(play: Make, road: Make, act: Make) -> None:
    log = road(act("hide", "ann", roll=[3, 1]), act("hide", "ann", roll=[4, 1]))
    log["chases"][0]["participants"] = log["chases"][0]["participants"][:1]
    run = play(log)
    assert run["a1"]["result"] == "failure"
    assert run.participant("p1")["escaped"] is True


def test_a_jump_to_a_close_vehicle_takes_its_roll_if_it_asks_for_one(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("board", "deb", target="bike"),
            act("board", "deb", target="van", trait="Agility", tn=6, roll=[5, 2]),
            act("board", "deb", target="van", trait="Agility", roll=[5, 2]),
            act("board", "deb", target="van"),
            act("attack", "deb", weapon="Club", target="bo", attack=[2, 1]),
            **CLOSE,
        )
    )
    assert run.rule("a1") == "chase.board"
    assert run["a2"]["result"] == "failure"
    assert run["a3"]["result"] == "success"
    assert [each["actor"] for each in run.actors["van"]["occupants"]] == ["bo", "deb"]
    assert [each["actor"] for each in run.actors["car"]["occupants"]] == ["ann"]
    assert run.rule("a4") == "chase.board"
    assert run.rule("a5") is None


def test_a_driver_who_jumps_leaves_nobody_at_the_wheel_until_somebody_takes_it(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("board", "ann", target="van"),
            act("zone_movement", "ann"),
            act("this_way", "deb"),
            act("take_wheel", "deb", trait="Agility", roll=[5, 1]),
            act("zone_movement", "deb", roll=[4, 1]),
            act("take_wheel", "ann"),
            act("zone_movement", "ann", roll=[4, 1]),
            act("take_wheel", "ann"),
            **CLOSE,
        )
    )
    assert run.rule("a2") == "chase.driver"
    assert run.rule("a3") == "chase.acting"
    assert run.actors["car"]["driver"] == "deb"
    assert run.zone("p1") == 5
    assert run.participant("p1")["actor"] == "deb"
    assert run.actors["van"]["driver"] == "ann"
    assert run.participant("p2")["actor"] == "ann"
    assert run.zone("p2") == 5
    assert run.rule("a8") == "chase.driver"
    assert [each["actor"] for each in run.actors["van"]["occupants"]] == ["bo", "ann"]


def test_only_those_inside_can_take_the_wheel(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("take_wheel", "bo", target="car"),
            act("take_wheel", "deb", trait="Agility", roll=[2, 1]),
        )
    )
    assert run.rule("a1") == "chase.driver"
    assert run["a2"]["result"] == "failure"
    assert run.actors["car"]["driver"] == "ann"


def test_the_effects_of_a_change_of_drivers_name_the_participant(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("take_wheel", "deb")))
    moved = [each for each in run["a1"]["effects"] if each.get("chase")]
    assert moved == [
        {"actor": "deb", "chase": "c1", "participant": "p1", "field": "actor", "from": "ann",
         "to": "deb"}
    ]  # fmt: skip


def test_actors_go_by_name_wherever_documents_name_them(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("zone_movement", "Ann", roll=[4, 1]),
        act("get_close", "Bo", target="Cy", roll=[4]),
        p1={"actor": "Ann", "vehicle": "Car"},
        car={"driver": "Ann", "occupants": [{"actor": "Ann"}, {"actor": "Deb"}]},
    )
    run = play(log)
    assert run.zone("p1") == 5
    assert run.participant("p1")["actor"] == "ann"
    assert run["a2"]["status"] == "resolved"


def test_a_vehicle_that_names_no_driver_is_driven_by_the_participants_actor(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", roll=[4, 1]),
            act("obstacle", "car", kind="hard", obstacle=[6, 6, 6, 1, 3, 2, 1]),
            car={"driver": None, "occupants": []},
            seed=1,
        )
    )
    assert run.zone("p1") == 5
    assert run.actors["car"]["driver"] == "ann"


def test_the_chase_of_an_action_can_be_named_by_id_or_name_and_must_be_there(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("zone_movement", "ann", chase="c1", roll=[4, 1]),
            act("zone_movement", "ann", chase="Coast road", roll=[4, 1]),
            act("zone_movement", "ann", chase="c9"),
        )
    )
    assert run.zone("p1") == 6
    assert run.rule("a3") == "SW617"


def test_who_takes_no_part_takes_no_chase_action(play: Make, road: Make, act: Make) -> None:
    log = road(act("zone_movement", "cy"), act("get_close", "ann", target="cy"))
    log["chases"][0]["participants"].pop()
    run = play(log)
    assert run.rule("a1") == "SW617"
    assert run.rule("a2") == "SW617"


def test_nobody_is_close_to_one_who_has_escaped_not_even_leniently(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(act("get_close", "bo", target="ann", roll=[5]), p1={"escaped": True}), lenient=True
    )
    assert run.warned("a1") == ["chase.acting"]
    assert run.participant("p1")["close"] == []


def test_leniently_what_can_be_resolved_is(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("hide", "ann", roll=[2, 1]),
            act("get_close", "ann", target="cy", roll=[4, 1]),
            act("regain_control", "ann", roll=[4, 1]),
            p3={"zone": 9},
        ),
        lenient=True,
    )
    assert run.warned("a1") == ["chase.hide"]
    assert run.zone("p1") == 4
    assert run.warned("a2") == ["chase.close"]
    assert run.participant("p1")["close"] == []
    assert run.warned("a3") == ["chase.regain"]


TOPICS = ("chase", "vehicle", "foot", "initiative")
TURNED: dict[str, object] = {
    "chase.push_bonus": 1,
    "chase.ram_per_raise": -1,
    "chase.block_again": -1,
    "chase.this_way_bonus": 1,
    "chase.hide_zones": 4,
    "chase.hide_per_zone": 1,
    "chase.hide_per_pursuer": 0,
    "vehicle.out_of_control": -1,
    "vehicle.wound_penalty": -2,
    "vehicle.wound_penalty_cap": 1,
    "vehicle.out_of_control_before": "collision",
    "vehicle.mph_per_square": 3,
    "vehicle.obstacle_die": "d8",
    "vehicle.obstacle_divisor": 4,
    "vehicle.soft_divisor": 3,
    "vehicle.out_of_control_dice": 2,
    "vehicle.occupant_per_wound": -1,
    "vehicle.seatbelt": 1,
    "foot.obstacle": "3d6",
    "foot.soft_obstacle": "1d4",
    "foot.push_bonus": 1,
}


def our_logs(fixtures: Path) -> list[dict[str, Any]]:
    return [
        case["log"]
        for topic in TOPICS
        for case in json.loads((fixtures / "rules" / f"{topic}.json").read_text(encoding="utf-8"))
    ]


def test_every_rule_of_chases_is_cited_by_an_outcome_of_our_cases(
    play: Make, fixtures: Path
) -> None:
    cited = {
        rule for log in our_logs(fixtures) for each in play(log).outcomes for rule in each["rules"]
    }
    wanted = {each for each in CATALOG if each.startswith(("chase.", "vehicle.", "foot."))}
    assert wanted <= cited


def test_the_knobs_turned_here_are_all_that_chases_have() -> None:
    assert set(TURNED) == {
        each for each in knobs() if each.startswith(("chase.", "vehicle.", "foot."))
    }


@pytest.mark.parametrize("knob", TURNED)
def test_a_knob_that_is_turned_changes_what_comes_of_some_case(
    play: Make, fixtures: Path, knob: str
) -> None:
    logs = our_logs(fixtures)
    # Without recorded dice nothing is refused for having fewer or more of them.
    bare: list[dict[str, Any]] = [
        {**log, "actions": [{**each, "dice": {}} for each in log["actions"]]} for log in logs
    ]
    assert any(
        play({**log, "seed": seed}).outcomes
        != play({**log, "seed": seed}, {knob: TURNED[knob]}).outcomes
        for seed in range(4)
        for log in bare
    )
