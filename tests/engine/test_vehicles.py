"""Vehicles: damage, Control Checks, obstacles, wrecks, the driver's soak, mounted weapons (rules `vehicle.*`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
FAIL = {"control": [2, 1], "control_second": [2, 1]}
SOFT = {"control": [2, 1], "control_second": [4, 1]}


@pytest.mark.parametrize(
    ("amount", "wounds", "checks"), [(9, 0, False), (10, 0, True), (13, 0, True), (14, 1, True)]
)
def test_toughness_reached_is_a_check_and_each_raise_a_wound(
    play: Make, road: Make, act: Make, amount: int, wounds: int, checks: bool
) -> None:
    faces = [[3, 3, 3], [4, 3, 3], [5, 5, 3], [5, 5, 4]][[9, 10, 13, 14].index(amount)]
    run = play(
        road(act("damage", target="car", damage="3d6", dice={"damage": faces}, control=[8, 1, 1]))
    )
    assert run.actors["car"]["wounds"]["value"] == wounds
    assert ("control" in run.pools("a1")) is checks
    assert run["a1"]["hits"][0]["shaken"] is False
    assert run.actors["car"]["conditions"] == []


def test_a_hits_wounds_count_in_the_check_that_it_causes(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("damage", target="car", damage="3d6", ap=9, dice={"damage": [6, 1, 4, 5]},
                control=[4, 1], control_second=[8, 1, 1]),
        )
    )  # fmt: skip
    assert run["a1"]["hits"] == [
        {"target": "car", "damage": 16, "toughness": 8, "raises": 2, "wounds": 2, "shaken": False}
    ]
    assert run.modifiers("a1", "control") == {"chase.skill": -2}
    assert run.actors["car"]["conditions"] == ["out_of_control"]


def test_the_second_check_has_the_modifiers_of_the_first_and_three_ends(
    play: Make, road: Make, act: Make
) -> None:
    def end(second: list[int], obstacle: list[int] | None) -> Any:
        dice = {} if obstacle is None else {"obstacle": obstacle}
        action = act("control_check", "ann", roll=[2, 1], control_second=second, **dice)
        return play(road(action, car={"handling": -1})), action["id"]

    for second, obstacle, note in (
        ([8, 1, 1], None, None),
        ([5, 1], [2, 3], "soft obstacle"),
        ([4, 1], [2, 3, 1, 1], "hard obstacle"),
    ):
        run, id = end(second, obstacle)
        assert run.modifiers(id) == run.modifiers(id, "control_second") == {"chase.skill": -1}
        assert run.actors["car"]["conditions"] == ["out_of_control"]
        assert run[id]["result"] == "failure"
        if note is not None:
            assert run.roll(id, "obstacle")["note"] == note


@pytest.mark.parametrize(
    ("kind", "speed", "loose", "count"),
    [("hard", 20, False, 4), ("hard", 24, True, 5), ("soft", 34, False, 3), ("soft", 35, True, 4),
     ("hard", 0, False, 1), ("soft", 9, False, 1), ("soft", 4, True, 2)],
)  # fmt: skip
def test_an_obstacles_dice_follow_top_speed(
    play: Make, road: Make, act: Make, kind: str, speed: int, loose: bool, count: int
) -> None:
    conditions = ["out_of_control"] if loose else []
    run = play(
        road(
            act("obstacle", "car", kind=kind, obstacle=[1] * count),
            car={"top_speed": speed, "conditions": conditions},
        )
    )
    assert run["a1"]["status"] == "resolved"
    assert run["a1"]["total"] == count


def test_the_knobs_of_obstacles_count(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("obstacle", "car", kind="soft", obstacle=[1, 1, 1, 1, 1, 1, 1]),
        car={"top_speed": 24, "conditions": ["out_of_control"]},
    )
    knobs = {
        "vehicle.obstacle_divisor": 4,
        "vehicle.soft_divisor": 1,
        "vehicle.out_of_control_dice": 1,
        "vehicle.obstacle_die": "d8",
    }
    run = play(log, knobs)
    assert [each["die"] for each in run.roll("a1", "obstacle")["dice"]] == ["d8"] * 7
    fewer = play(log, {"vehicle.out_of_control_dice": 3, "vehicle.obstacle_divisor": 3})
    assert len(fewer.roll("a1", "obstacle")["dice"]) == 7


def test_mph_stand_with_a_warning_unless_a_knob_converts_them(
    play: Make, road: Make, act: Make
) -> None:
    log = road(act("obstacle", "car"), car={"top_speed": 120, "top_speed_unit": "mph"})
    usual = play(log)
    assert len(usual.roll("a1", "obstacle")["dice"]) == 24
    assert usual.warned("a1") == ["vehicle.obstacle", "SW630"]
    swade = play({**log, "ruleset": "swade"})
    assert len(swade.roll("a1", "obstacle")["dice"]) == 8
    assert swade.warned("a1") == []
    metric = road(act("obstacle", "car"), car={"top_speed": 160, "top_speed_unit": "km/h"})
    assert len(play(metric, {"vehicle.mph_per_square": 2}).roll("a2", "obstacle")["dice"]) == 9


@pytest.mark.parametrize(("knob", "count"), [("check", 4), ("collision", 5)])
def test_the_knob_says_whether_the_loss_of_control_itself_adds_a_die(
    play: Make, road: Make, act: Make, knob: str, count: int
) -> None:
    run = play(
        road(act("control_check", "ann", roll=[2, 1], control_second=[2, 1], obstacle=[1] * count)),
        {"vehicle.out_of_control_before": knob},
    )
    assert run["a1"]["status"] == "resolved"


def test_a_vehicle_out_of_control_before_takes_two_off_both_rolls_and_one_die_more(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("control_check", "ann", roll=[5, 1], control_second=[7, 1], obstacle=[1, 1, 1]),
            car={"conditions": ["out_of_control"]},
        )
    )
    assert run.modifiers("a1", "control_second") == {"vehicle.out_of_control": -2}
    assert run["a1"]["status"] == "resolved"
    assert run.roll("a1", "obstacle")["note"] == "soft obstacle"


def test_a_crash_wounds_by_raises_only_and_calls_for_no_further_check(
    play: Make, road: Make, act: Make
) -> None:
    below = play(road(act("obstacle", "car", obstacle=[5, 5, 2, 1])))
    assert below["a1"]["total"] == 13
    assert below.actors["car"]["wounds"]["value"] == 0
    assert below["a1"]["follow_ups"] == []
    above = play(road(act("obstacle", "car", obstacle=[5, 5, 3, 1])))
    assert above.actors["car"]["wounds"]["value"] == 1
    assert above.pools("a2") == ["obstacle"]
    assert above["a2"]["follow_ups"] == [{"type": "occupants", "actor": "car", "of": "a2"}]


def test_every_hit_of_a_burst_has_a_check_of_its_own_numbered_in_order(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="car", attacks=2, attack=[5, 5, 1],
                damage=[[7, 4], [7, 4]], control=[8, 1, 1], control__2=[2, 1],
                control_second__2=[4, 1], obstacle__2=[1, 1]),
        )
    )  # fmt: skip
    assert run.pools("a1") == [
        "attack", "damage", "control", "damage.2", "control.2", "control_second.2", "obstacle.2",
    ]  # fmt: skip


def test_checks_of_a_driver_who_cannot_act_fail_unrolled_each_with_an_obstacle_of_its_own(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="car", attacks=2, attack=[5, 5, 1],
                damage=[[7, 4], [7, 4]], control=[8, 1, 1], obstacle=[1, 1, 1, 1],
                obstacle__2=[2, 2, 2, 2, 2]),
            ann={"conditions": ["dead"]},
        )
    )  # fmt: skip
    assert run.pools("a1") == ["attack", "damage", "obstacle", "damage.2", "obstacle.2"]
    assert run.roll("a1", "obstacle.2")["total"] == 10
    assert run.warned("a1") == ["SW606"]


def test_a_vehicle_without_a_driver_hits_a_hard_obstacle(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("damage", target="wagon", damage="3d6", dice={"damage": [5, 5, 1]}, obstacle=[2])
    )
    log["actors"].append({"kind": "vehicle", "id": "wagon", "name": "Wagon", "toughness": 9})
    run = play(log)
    assert run.actors["wagon"]["conditions"] == ["out_of_control"]
    assert run.pools("a1") == ["damage", "obstacle"]


def test_a_wound_past_the_maximum_wrecks_and_spares_the_check(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("damage", target="car", damage="3d6", dice={"damage": [6, 1, 5, 3]}),
            act("damage", target="car", damage="3d6", dice={"damage": [6, 1, 5, 3]}),
            act("obstacle", "car", obstacle=[5, 5, 5, 5]),
            car={"wounds": {"value": 4, "max": 4}},
        )
    )
    assert run.actors["car"]["wounds"]["value"] == 4
    assert run.actors["car"]["conditions"] == ["wrecked"]
    assert run.pools("a1") == run.pools("a2") == ["damage"]
    assert run["a3"]["follow_ups"] == []


def test_a_soak_takes_one_wound_and_one_for_each_raise(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("control_check", "ann", roll=[2, 1], control_second=[2, 1], obstacle=[6, 5, 5, 5, 1]),
        act("vehicle_soak", "ann", of="a1", roll=[7, 1]),
        act("occupants", "car", of="a1", dice={"occupants": {"ann": [4, 2], "deb": [5, 2]}}),
    )
    run = play(log)
    assert run.roll("a1", "obstacle")["total"] == 22
    assert run["a2"]["summary"].startswith("Ann soaks 1 wound of 3")
    assert run.modifiers("a2") == {}
    assert run.actors["car"]["wounds"]["value"] == 2
    assert run.actors["ann"]["bennies"] == 2
    assert run["a1"]["revised_by"] == "a2"
    assert run.modifiers("a3", "occupants.deb") == {"vehicle.occupants": -4}
    assert run.modifiers("a3", "occupants.ann") == {"vehicle.occupants": -2}


def test_a_soak_of_everything_leaves_the_occupants_alone(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("obstacle", "car", obstacle=[6, 5, 2, 1, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[5, 1]),
            act("occupants", "car", of="a1"),
        )
    )
    assert run.actors["car"]["wounds"]["value"] == 0
    assert run.rule("a3") == "vehicle.occupants"
    assert run.pending == ()


def test_the_soak_goes_by_the_modifiers_before_the_check_without_the_rams(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("ram", "bo", target="ann", roll=[8, 4], target_roll=[3, 4], **FAIL,
                obstacle=[6, 5, 2, 1, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[5, 1]),
            car={"wounds": {"value": 1, "max": 3}},
        )
    )  # fmt: skip
    assert run.modifiers("a1", "control") == {"chase.ram": -4, "chase.skill": -1}
    assert run.modifiers("a2") == {"chase.skill": -1}
    assert run.actors["car"]["wounds"]["value"] == 1


def test_after_an_obstacle_action_the_soak_goes_by_the_modifiers_of_the_moment(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("obstacle", "car", obstacle=[6, 5, 2, 1, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[5, 1]),
        )
    )
    assert run.modifiers("a2") == {"chase.skill": -1}


def test_a_soak_brings_a_wreck_back_if_the_wounds_past_the_maximum_go(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("obstacle", "car", obstacle=[6, 5, 2, 1, 1]),
        act("vehicle_soak", "ann", of="a1", roll=[6, 1]),
        car={"wounds": {"value": 3, "max": 3}},
    )
    crashed = play({**log, "actions": log["actions"][:1]})
    assert crashed.actors["car"]["conditions"] == ["wrecked"]
    run = play(log)
    assert run.modifiers("a2") == {"chase.skill": -3}
    assert run["a2"]["result"] == "failure"
    log["actions"][1]["dice"]["roll"] = [7, 1]
    run = play(log)
    assert run.actors["car"]["conditions"] == []
    assert run.actors["car"]["wounds"]["value"] == 3


def test_a_soak_of_one_crash_leaves_the_wounds_of_the_other_and_of_the_shots(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="car", attacks=2, attack=[5, 5, 1],
                damage=[[7, 7], [7, 7]], **FAIL, obstacle=[6, 5, 2, 1, 1],
                control__2=[2, 1], control_second__2=[2, 1], obstacle__2=[6, 5, 1, 1, 1, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[5, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[8, 8, 1, 1]),
            act("vehicle_soak", "ann", of="a1"),
            car={"wounds": {"value": 0, "max": 6}},
        )
    )  # fmt: skip
    assert [each["wounds"] for each in run["a1"]["hits"]] == [1, 1]
    assert run["a2"]["result"] == "success"
    assert run["a3"]["result"] in ("success", "raise")
    assert run.actors["car"]["wounds"]["value"] == 2
    assert run.rule("a4") == "vehicle.soak"


def test_only_the_driver_soaks_only_a_crash_and_only_before_the_occupants_roll(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act(
                "damage", target="car", damage="3d6", dice={"damage": [5, 5, 4]}, control=[8, 1, 1]
            ),
            act("vehicle_soak", "ann", of="a1"),
            act("obstacle", "car", obstacle=[6, 5, 2, 1, 1]),
            act("vehicle_soak", "deb", of="a3"),
            act("occupants", "car", of="a3"),
            act("vehicle_soak", "ann", of="a3"),
        )
    )
    assert [run.rule(f"a{n}") for n in (2, 4, 6)] == ["vehicle.soak"] * 3


def test_a_driver_who_cannot_act_or_pay_cannot_soak(play: Make, road: Make, act: Make) -> None:
    actions = (
        act("obstacle", "car", obstacle=[6, 5, 2, 1, 1]),
        act("vehicle_soak", "ann", of="a1", roll=[8, 1, 1]),
    )
    down = play(road(*actions, ann={"conditions": ["incapacitated"]}))
    assert down.rule("a2") == "vehicle.soak"
    poor = play(road(*actions, ann={"bennies": 0}))
    assert poor.rule("a2") == "benny.uses"
    rich = play(road(actions[0], {**actions[1], "from": "gm"}, ann={"bennies": 0}, gm_bennies=1))
    assert rich.gm_bennies == 0
    assert rich.actors["car"]["wounds"]["value"] == 0


def test_a_soak_can_be_rerolled_and_only_the_standing_roll_counts(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("obstacle", "car", obstacle=[6, 5, 5, 2, 1]),
            act("vehicle_soak", "ann", of="a1", roll=[6, 1]),
            act("reroll", "ann", of="a2", roll=[3, 1]),
        )
    )
    assert run["a2"]["status"] == "revised"
    assert run.actors["car"]["wounds"]["value"] == 2
    assert run.actors["ann"]["bennies"] == 1


def test_a_control_check_can_be_rerolled_by_the_driver_who_pays(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("ram", "bo", target="ann", roll=[6], target_roll=[5, 4], **SOFT, obstacle=[1, 1]),
            act("reroll", "bo", of="a1", pool="control"),
            act("reroll", "ann", of="a1", pool="control", control=[4, 1]),
        )
    )
    assert run.rule("a2") == "benny.reroll"
    assert run.actors["car"]["conditions"] == []
    assert run.actors["ann"]["bennies"] == 2
    assert run.actors["bo"]["bennies"] == 3


GUN = {"name": "Minigun", "damage": "3d6", "range": [24, 48, 96], "rof": 1, "ap": 2}
RAM = {"name": "Saw arm", "damage": "Str+d8"}


def test_a_mounted_gun_is_fired_with_the_crew_members_skill(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "deb", weapon="Minigun", target="van", attack=[5, 1],
                damage=[4, 4, 4], control=[8, 1, 1]),
            act("attack", "bo", weapon="Minigun", target="car"),
            act("attack", "car", weapon="Minigun", target="van"),
            deb={"skills": {"Shooting": "d10"}},
            bo={"wild_card": True},
            car={"weapons": [GUN], "occupants": [{"actor": "deb"}]},
        )
    )  # fmt: skip
    assert run.roll("a1", "attack")["dice"][0]["die"] == "d10"
    assert "vehicle.crew" in run["a1"]["rules"]
    assert run.rule("a2") == "SW613"
    assert run.rule("a3") == "vehicle.crew"


def test_a_mounted_strength_weapon_uses_the_vehicles_strength_and_needs_it(
    play: Make, road: Make, act: Make
) -> None:
    close = {"p1": {"close": ["p2"]}, "p2": {"close": ["p1"]}}
    log = road(
        act("attack", "deb", weapon="Saw arm", target="bo", attack=[6, 2], damage=[3, 3]),
        car={"weapons": [RAM], "strength": "d12", "occupants": [{"actor": "deb"}]},
        **close,
    )
    run = play(log)
    assert run["a1"]["weapon"]["strength"] == "d12"
    assert run["a1"]["weapon"]["damage"] == "d8+d12"
    del log["actors"][4]["strength"]
    assert play(log).rule("a1") == "vehicle.crew"


def test_a_vehicle_is_hit_in_melee_at_the_usual_number_or_its_own_parry(
    play: Make, road: Make, act: Make
) -> None:
    close = {"p1": {"close": ["p2"]}, "p2": {"close": ["p1"]}}
    actions = (act("attack", "bo", weapon="Club", target="car", attack=[4], damage=[1, 1]),)
    assert play(road(*actions, **close))["a1"]["tn"] == 4
    assert play(road(*actions, car={"parry": 6}, **close))["a1"]["tn"] == 6


def test_the_check_of_a_vehicle_in_two_chases_goes_by_the_chase_that_is_named(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("damage", target="car", damage="3d6", chase="c2", dice={"damage": [5, 5, 1]},
            control=[3, 1])
    )  # fmt: skip
    log["chases"].append({**log["chases"][0], "id": "c2", "name": "Sea", "chase_skill": "Boating"})
    run = play(log)
    assert run.roll("a1", "control")["trait"] == "Boating"
    del log["actions"][0]["chase"]
    assert play(log).roll("a1", "control")["trait"] == "Driving"


def test_a_vehicle_in_no_chase_is_driven_with_driving(play: Make, road: Make, act: Make) -> None:
    log = road(
        act("damage", target="car", damage="3d6", dice={"damage": [5, 5, 1]}, control=[4, 1])
    )
    log["chases"] = []
    assert play(log).roll("a1", "control")["trait"] == "Driving"


def test_a_jokers_bonus_counts_in_a_control_check(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice={"cards": {"ann": ["Joker"], "bo": ["9S"], "cy": ["8S"]}}),
            act("control_check", "ann", roll=[2, 1]),
        )
    )
    assert run.modifiers("a2") == {"chase.initiative": 2}
    assert run["a2"]["result"] == "success"
