"""What an outcome's sentence tells: the consequences too, and the right round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("control", "told"),
    [({"control": [7]}, "Van keeps control."),
     ({"control": [2], "control_second": [8, 1]}, "Van is out of control."),
     ({"control": [2], "control_second": [2], "obstacle": [6, 5, 4, 1, 2]},
      "Van is out of control with 2 wounds.")],
)  # fmt: skip
def test_a_ram_tells_what_becomes_of_the_one_that_is_rammed(
    play: Make, road: Make, act: Make, control: dict[str, list[int]], told: str
) -> None:
    run = play(road(act("ram", "ann", target="bo", roll=[7, 1], target_roll=[4], **control)))
    assert run["a1"]["summary"] == f"Ann wins at ramming against Van (by 3): {told}"


def test_a_ram_that_backfires_tells_what_becomes_of_the_rammer(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("ram", "ann", target="bo", roll=[1, 4], target_roll=[5], control=[7, 1])))
    assert run["a1"]["summary"].endswith(": Car keeps control.")


def test_a_push_tells_of_the_runner_that_falls(play: Make, alley: Make, act: Make) -> None:
    run = play(
        alley(act("ram", "hal", target="fay", roll=[5, 1], target_roll=[2, 1], control=[2, 1],
                  control_second=[6, 2, 1]))
    )  # fmt: skip
    told = run["a1"]["summary"]
    assert told.endswith((": Fay is shaken.", ": Fay stays upright."))
    assert ("shaken" in told) == ("shaken" in run.actors["fay"]["conditions"])


def test_cards_before_any_round_are_those_of_the_first(play: Make, road: Make, act: Make) -> None:
    cards = {"cards": {"ann": ["KD"], "bo": ["QD"], "cy": ["JD"]}}
    run = play(road(act("deal", chase="c1", dice=cards), act("round"), act("round")))
    assert [run[id]["summary"] for id in ("a2", "a3")] == ["Round 2 begins.", "Round 3 begins."]
    later = play(road(act("round"), act("deal", chase="c1", dice=cards), act("round")))
    assert [later[id]["summary"] for id in ("a4", "a6")] == ["Round 1 begins.", "Round 2 begins."]
