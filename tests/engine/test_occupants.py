"""Those inside a crashed vehicle: Vigor rolls, belts, wounds, their own soaks (rule `vehicle.occupants`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
TWO_WOUNDS = [6, 5, 5, 1, 1]


def crash(act: Make, **occupants: list[int]) -> tuple[Any, Any]:
    return (
        act("obstacle", "car", obstacle=TWO_WOUNDS),
        act("occupants", "car", of="a1", dice={"occupants": occupants}),
    )


@pytest.mark.parametrize(
    ("faces", "wounds", "fatigue"),
    [([6, 6, 1, 2], 0, 0), ([6, 2, 1], 0, 1), ([5, 4], 1, 0), ([1, 1], 2, 0), ([1, 5], 1, 0)],
)
def test_an_occupants_roll_has_four_ends_and_none_of_them_shakes(
    play: Make, road: Make, act: Make, faces: list[int], wounds: int, fatigue: int
) -> None:
    run = play(road(*crash(act, ann=[6, 6, 1, 1], deb=faces)))
    assert run.actors["car"]["wounds"]["value"] == 2
    assert run.actors["deb"]["wounds"]["value"] == wounds
    assert run.actors["deb"]["fatigue"]["value"] == fatigue
    assert run.actors["deb"]["conditions"] == []


def test_each_wound_of_the_crash_costs_two_and_a_belt_gives_two(
    play: Make, road: Make, act: Make
) -> None:
    log = road(*crash(act, ann=[5, 1], deb=[5, 1]))
    run = play(log)
    assert run.modifiers("a2", "occupants.ann") == {"vehicle.occupants": -2}
    assert run.modifiers("a2", "occupants.deb") == {"vehicle.occupants": -4}
    turned = play(log, {"vehicle.occupant_per_wound": -1, "vehicle.seatbelt": 1})
    assert turned.modifiers("a2", "occupants.ann") == {"vehicle.occupants": -1}
    assert turned.modifiers("a2", "occupants.deb") == {"vehicle.occupants": -2}


def test_a_driver_who_is_not_listed_rolls_without_a_belt(play: Make, road: Make, act: Make) -> None:
    for driver in ("ann", None):
        run = play(
            road(
                {"id": "o", "type": "obstacle", "actor": "car", "dice": {"obstacle": TWO_WOUNDS}},
                {"id": "i", "type": "occupants", "actor": "car", "of": "o"},
                car={"driver": driver, "occupants": []},
            )
        )
        assert run.modifiers("i", "occupants.ann") == {"vehicle.occupants": -4}


def test_wounds_past_the_vehicles_maximum_count(play: Make, road: Make, act: Make) -> None:
    run = play(road(*crash(act, ann=[5, 1], deb=[5, 1]), car={"wounds": {"value": 3, "max": 3}}))
    assert run.actors["car"]["conditions"] == ["wrecked"]
    assert run.modifiers("a2", "occupants.deb") == {"vehicle.occupants": -4}


def test_wounds_of_shots_do_not_count_for_the_occupants(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("damage", target="car", damage="3d6", dice={"damage": [5, 5, 4]}, control=[2, 1],
                control_second=[2, 1], obstacle=[6, 5, 2, 1, 1]),
            act("occupants", "car", of="a1"),
        )
    )  # fmt: skip
    assert run.actors["car"]["wounds"]["value"] == 2
    assert run.modifiers("a2", "occupants.deb") == {"vehicle.occupants": -2}


def test_an_occupants_wounds_are_soaked_as_any_others(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            *crash(act, ann=[6, 6, 1, 2], deb=[1, 1]),
            act("soak", "deb", attack="a2", roll=[5, 1]),
            act("soak", "ann", attack="a2"),
            deb={"wounds": {"value": 1, "max": 3}},
        )
    )
    assert run["a2"]["hits"] == [{"target": "deb", "wounds": 2, "shaken": False}]
    assert run.modifiers("a3") == {"trait.wound_penalty": -1}
    assert run.actors["deb"]["wounds"]["value"] == 2
    assert run["a2"]["revised_by"] == "a3"
    assert run.rule("a4") == "soak.when"


def test_an_extra_is_down_with_one_wound_and_a_wild_card_past_three(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("obstacle", "van", obstacle=TWO_WOUNDS),
            act("occupants", "van", of="a1", dice={"occupants": {"bo": [2], "deb": [1, 1]}}),
            act("incapacitation", "deb", of="a2", roll=[6, 1, 1]),
            car={"occupants": []},
            van={"occupants": [{"actor": "bo"}, {"actor": "deb"}]},
            deb={"wounds": {"value": 2, "max": 3}},
        )
    )
    assert run.actors["bo"]["conditions"] == ["incapacitated"]
    assert run.actors["deb"]["wounds"]["value"] == 3
    assert run["a2"]["follow_ups"] == [{"type": "incapacitation", "actor": "deb", "of": "a2"}]
    assert run["a3"]["result"] == "success"


def test_fatigue_past_its_maximum_incapacitates(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            *crash(act, ann=[6, 6, 1, 2], deb=[6, 4, 1]),
            deb={"fatigue": {"value": 2, "max": 2}},
        )
    )
    assert run.modifiers("a2", "occupants.deb")["trait.fatigue_penalty"] == -2
    assert run.actors["deb"]["fatigue"]["value"] == 2
    assert run.actors["deb"]["conditions"] == ["incapacitated"]


def test_the_dead_do_not_roll_and_the_incapacitated_are_hurt_no_further(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            *crash(act, deb=[1, 1]),
            ann={"conditions": ["incapacitated", "dead"]},
            deb={"conditions": ["incapacitated"], "wounds": {"value": 3, "max": 3}},
        )
    )
    assert run.pools("a2") == ["occupants.deb"]
    assert run.actors["deb"]["wounds"]["value"] == 3
    assert run["a2"]["follow_ups"] == []


def test_occupants_roll_once_and_only_after_a_crash_that_wounds(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            *crash(act, ann=[5, 1], deb=[5, 1]),
            act("occupants", "car", of="a1"),
            act("occupants", "van"),
            act("occupants", "bike", of="a1"),
        )
    )
    assert [run.rule(f"a{n}") for n in (3, 4, 5)] == ["vehicle.occupants"] * 3


def test_an_occupant_who_is_no_actor_of_the_log_is_a_warning(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(*crash(act, ann=[5, 1]), car={"occupants": [{"actor": "ann"}, {"actor": "stranger"}]})
    )
    assert run.warned("a2") == ["SW611"]


def test_what_the_log_leaves_out_is_rolled_before_the_next_action_and_after_the_soak(
    play: Make, road: Make, act: Make
) -> None:
    log = road(
        act("obstacle", "car", obstacle=TWO_WOUNDS),
        act("vehicle_soak", "ann", of="a1", roll=[6, 1]),
        act("zone_movement", "bo", roll=[4]),
        seed=5,
    )
    run = play(log, follow_ups=True)
    assert run.ids[:3] == ["a1", "a2", "a1/occupants"]
    assert run["a1/occupants"]["of"] == "a1"
    assert run.modifiers("a1/occupants", "occupants.deb") == {"vehicle.occupants": -2}
    listed = play(log)
    assert [(each.type, each.actor, each.of) for each in listed.pending] == [
        ("occupants", "car", "a1")
    ]


def test_two_crashes_in_one_action_call_for_the_occupants_twice(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("attack", "cy", weapon="Rifle", target="car", attacks=2, attack=[5, 5, 1],
                damage=[[7, 4], [7, 4]], control=[2, 1], control_second=[2, 1],
                obstacle=[6, 5, 2, 1, 1], control__2=[2, 1], control_second__2=[2, 1],
                obstacle__2=[6, 5, 5, 1, 1, 1]),
            act("zone_movement", "bo", roll=[4]),
            car={"wounds": {"value": 0, "max": 9}},
            seed=2,
        ),
        follow_ups=True,
    )  # fmt: skip
    made = [each for each in run.outcomes if each["type"] == "occupants"]
    assert [each["id"] for each in made] == ["a1/car/occupants", "a1/car/occupants.2"]
    first = {each["pool"]: each["modifiers"][0]["value"] for each in made[0]["rolls"]}
    second = {each["pool"]: each["modifiers"][0]["value"] for each in made[1]["rolls"]}
    assert first["occupants.deb"] == -2
    assert second["occupants.deb"] == -4


def test_an_occupant_rerolls_its_own_roll_and_leaves_the_others(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            *crash(act, ann=[5, 1], deb=[2, 1]),
            act("reroll", "deb", of="a2", pool="occupants.deb",
                dice={"occupants": {"deb": [6, 6, 2, 1]}}),
        )
    )  # fmt: skip
    assert run.actors["deb"]["wounds"]["value"] == 0
    assert run.actors["deb"]["bennies"] == 2
    assert run.actors["ann"]["wounds"]["value"] == 1
    assert run.roll("a3", "occupants.ann")["dice"] == run.roll("a2", "occupants.ann")["dice"]


@pytest.mark.parametrize("pool", [None, "occupants"])
def test_an_occupant_who_names_no_pool_means_its_own(
    play: Make, road: Make, act: Make, pool: str | None
) -> None:
    run = play(
        road(
            *crash(act, ann=[5, 1], deb=[2, 1]),
            act("reroll", "deb", of="a2", pool=pool, dice={"occupants": {"deb": [6, 6, 2, 1]}}),
        )
    )
    assert run["a3"]["status"] == "resolved"
    assert run.actors["deb"]["wounds"]["value"] == 0


def test_whoever_has_boarded_is_in_the_crash_and_whoever_has_left_is_not(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("board", "deb", target="van"),
            act("obstacle", "car", obstacle=TWO_WOUNDS),
            act("occupants", "car", of="a2"),
            act("obstacle", "van", obstacle=TWO_WOUNDS),
            act("occupants", "van", of="a4"),
            p1={"close": ["p2"]},
            p2={"close": ["p1"]},
        )
    )
    assert run.pools("a3") == ["occupants.ann"]
    assert run.pools("a5") == ["occupants.bo", "occupants.deb"]
    assert run.modifiers("a5", "occupants.deb") == {"vehicle.occupants": -4}


def test_dice_of_occupants_are_found_by_id_and_by_name(play: Make, road: Make, act: Make) -> None:
    run = play(road(*crash(act, Ann=[6, 6, 1, 1], DEB=[1, 1])))
    assert [each["dice"][0]["faces"] for each in run["a2"]["rolls"]] == [[6, 6, 1], [1]]
    assert run.warned("a2") == []


def test_dice_of_somebody_who_is_not_inside_are_ignored_with_a_warning(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(*crash(act, ann=[5, 1], deb=[5, 1], bo=[3], nobody=[2])))
    assert run.warned("a2") == ["SW606", "SW606"]
    assert run["a2"]["status"] == "resolved"
