"""Turn order and time: out of turn, holding, what a round and a deal put back (contract.md section 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
ORDER = {"cards": {"ann": ["KD"], "bo": ["QD"], "cy": ["JD"]}}


def test_acting_out_of_turn_is_a_warning_and_no_rejection(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=ORDER),
            act("zone_movement", "bo", roll=[4]),
            act("zone_movement", "ann", roll=[4, 1]),
            act("zone_movement", "cy", roll=[4, 1]),
        )
    )
    assert [run.warned(f"a{n}") for n in (2, 3, 4)] == [[], ["chase.initiative", "SW620"], []]
    assert run.zone("p1") == 5


def test_several_actions_of_one_turn_are_in_turn_and_cost_two_each(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=ORDER),
            act("zone_movement", "ann", actions_this_turn=3, roll=[8, 8, 1, 1]),
            act("attack", "ann", weapon="Rifle", target="bo", attacks=1, actions_this_turn=3,
                attack=[2, 1]),
            act("this_way", "ann", actions_this_turn=3, roll=[2, 1]),
        )
    )  # fmt: skip
    assert run.modifiers("a2") == {"trait.multi_action": -4}
    assert run.modifiers("a3", "attack")["trait.multi_action"] == -4
    assert run.modifiers("a4") == {"trait.multi_action": -4}
    assert all(run.warned(f"a{n}") == [] for n in (2, 3, 4))


def test_the_knob_says_what_several_actions_cost(play: Make, road: Make, act: Make) -> None:
    log = road(act("zone_movement", "ann", actions_this_turn=2, roll=[4, 1]))
    assert play(log, {"trait.multi_action": -1}).modifiers("a1") == {"trait.multi_action": -1}


def test_who_acts_from_hold_is_not_out_of_turn_with_any_of_its_actions(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=ORDER),
            act("hold", "ann"),
            act("zone_movement", "bo", roll=[4]),
            act("zone_movement", "ann", actions_this_turn=2, roll=[7, 1]),
            act("this_way", "ann", actions_this_turn=2, roll=[2, 1]),
            act("zone_movement", "cy", roll=[4, 1]),
            act("zone_movement", "ann", roll=[7, 1]),
        )
    )
    assert all(run.warned(f"a{n}") == [] for n in (2, 3, 4, 5, 6))
    assert run.warned("a7") == ["chase.initiative", "SW620"]


def test_a_passenger_does_not_hold_because_the_driver_does(
    play: Make, road: Make, act: Make
) -> None:
    dealt = {"cards": {**ORDER["cards"], "deb": ["AS"]}}
    run = play(
        road(
            act("deal", chase="c1", dice=dealt),
            act("hold", "ann"),
            act("zone_movement", "bo", roll=[4]),
            act("attack", "deb", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
        )
    )
    assert run.warned("a4") == ["chase.initiative", "SW620"]


def test_free_actions_forced_rolls_and_those_without_a_card_are_never_out_of_turn(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=ORDER),
            act("zone_movement", "cy", roll=[4, 1]),
            act("trait", "ann", trait="Notice", free=True, roll=[4, 1]),
            act("control_check", "ann", roll=[4, 1]),
            act("attack", "deb", weapon="Rifle", target="bo", attacks=1, attack=[2, 1]),
        )
    )
    assert all(run.warned(f"a{n}") == [] for n in (3, 4, 5))


@pytest.mark.parametrize("next_round", ["round", "deal"])
def test_a_round_puts_back_what_belongs_to_one(
    play: Make, road: Make, act: Make, next_round: str
) -> None:
    second = (
        act("round") if next_round == "round" else {"id": "d2", "type": "deal", "chase": "c1",
                                                    "dice": ORDER}
    )  # fmt: skip
    run = play(
        road(
            {"id": "d1", "type": "deal", "chase": "c1", "dice": ORDER},
            {"id": "r1", "type": "recover", "actor": "cy", "dice": {"roll": [2, 1]}},
            {"id": "r2", "type": "recover", "actor": "cy"},
            {"id": "h", "type": "hold", "actor": "bo"},
            second,
            {"id": "r3", "type": "recover", "actor": "cy", "dice": {"roll": [4, 1]}},
            {"id": "m", "type": "zone_movement", "actor": "cy"},
            cy={"conditions": ["shaken"]},
            ann={"conditions": ["bleeding_out"]},
        )
    )
    assert run.rule("r2") == "shaken.recover"
    assert run.rule("r3") is None
    assert run.rule("m") == "shaken.recover"
    assert run.participant("p2")["on_hold"] is False
    started = next(each for each in run.outcomes if each["id"] == second["id"])
    assert started["follow_ups"] == [{"type": "bleeding", "actor": "ann", "of": second["id"]}]


def test_a_deal_belongs_to_the_round_that_has_begun_unless_it_had_one(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("round"),
            act("hold", "ann"),
            act("deal", chase="c1", dice=ORDER),
            p3={"on_hold": False},
        )
    )
    assert run.participant("p1")["on_hold"] is True
    again = play(
        road(
            act("round"),
            act("deal", chase="c1", dice=ORDER),
            act("hold", "ann"),
            act("deal", chase="c1", dice=ORDER),
        )
    )
    assert again.participant("p1")["on_hold"] is False


def test_a_round_forgets_the_order_of_the_last(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=ORDER),
            act("zone_movement", "cy", roll=[4, 1]),
            act("round"),
            act("zone_movement", "ann", roll=[4, 1]),
        )
    )
    assert run.warned("a4") == []


def test_a_shaken_driver_does_nothing_of_its_own_and_is_still_rammed(
    play: Make, road: Make, act: Make
) -> None:
    kinds = ("zone_movement", "hide", "this_way", "hold", "regain_control")
    run = play(
        road(
            *({"id": kind, "type": kind, "actor": "ann"} for kind in kinds),
            {"id": "w", "type": "take_wheel", "actor": "deb"},
            act("ram", "bo", target="ann", roll=[5], target_roll=[6, 2]),
            ann={"conditions": ["shaken"]},
            deb={"conditions": ["shaken"]},
            car={"conditions": ["out_of_control"]},
            p2={"zone": 4},
        )
    )
    assert {run.rule(kind) for kind in (*kinds, "w")} == {"shaken.restricts"}
    assert run["a1"]["status"] == "resolved"
