"""What a call cannot take is refused by an error of ours that names the argument, in one sentence."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.arguments import KINDS
from sw_data.dice import Die
from sw_data.errors import ArgumentError, NotationError, SwDataError

WRONG: list[Any] = [3, 3.5, True, object(), b"x", [3], [None], {"a": 1}, len, "\0"]
GOOD: dict[str, tuple[str, ...]] = {
    "load": ("demo/party.json",),
    "validate": ("demo/party.json",),
    "inspect": ("demo/party.json",),
    "resolve": ("demo/fight.json",),
    "resolve_stream": ("demo/fight.json",),
    "stats": ("demo/fight.json",),
    "read_chat": ("chat/evening.json",),
    "wielded": ("demo/party.json",),
    "diff": ("demo/party.json", "demo/party.json"),
    "convert": ("demo/party.json", "statblock"),
    "unpack": ("none", "none"),
    "pack": ("none", "none"),
    "roll": ("2d6",),
}


@pytest.mark.parametrize("name", GOOD)
def test_no_argument_of_a_wrong_kind_gets_past_a_call(
    name: str, fixtures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call: Callable[..., Any] = getattr(sw, name)
    given: list[Any] = [str(fixtures / each) if "." in each else each for each in GOOD[name]]
    refusals: list[tuple[str, SwDataError]] = []
    for number, parameter in enumerate(inspect.signature(call).parameters):
        if parameter not in KINDS and parameter != "target":
            continue
        for value in WRONG:
            positional, named = list(given), dict[str, Any]()
            if number < len(given):
                positional[number] = value
            else:
                named[parameter] = value
            try:
                call(*positional, **named)
            except SwDataError as error:
                refusals.append((parameter, error))
    assert len(refusals) >= 8
    for parameter, refusal in refusals:
        said = str(refusal)
        assert len(said.splitlines()) == 1
        assert said.startswith(f"{name}: {parameter} is ") or type(refusal) is not ArgumentError
    assert not list(tmp_path.iterdir())


def test_the_sentence_says_what_is_wanted_and_what_was_given() -> None:
    with pytest.raises(
        ArgumentError, match=r"^load: source is a file or folder like 'party.json', .*; got null$"
    ):
        sw.load(None)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match=r"^load: source is .*; got a list with 3 in it$"):
        sw.load([3])  # type: ignore[list-item] # pyright: ignore[reportArgumentType]


def test_a_generator_of_paths_is_gone_through_once(fixtures: Path) -> None:
    paths = (fixtures / "own" / name for name in ("joe.json", "guard.json"))
    assert len(sw.load(paths).characters) == 2
    with pytest.raises(ArgumentError, match="got 3"):
        sw.load(each for each in (3,))  # type: ignore[misc] # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("die", ["d7", "d20", "d2", "d100"])
def test_no_hands_have_a_strength_that_the_game_lacks(die: str, fixtures: Path) -> None:
    for call in (
        lambda: sw.wielded(fixtures / "demo" / "party.json", strength=die),
        lambda: sw.roll("Str+d6", strength=die),
    ):
        with pytest.raises(NotationError, match=r"is no Strength: a trait is d4, d6, d8, d10, d12"):
            call()


def test_a_strength_can_be_a_text_or_a_die_and_nothing_else(fixtures: Path) -> None:
    hammer = sw.load(fixtures / "own" / "joe.json").characters["Joe"].weapons[0]
    assert hammer.wielded_by("d10") == hammer.wielded_by(Die(10))
    with pytest.raises(ArgumentError, match="got 6"):
        hammer.wielded_by(6)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_a_run_says_what_it_cannot_write_to_or_find(fixtures: Path) -> None:
    run = sw.resolve(fixtures / "demo" / "fight.json", actors=fixtures / "demo" / "party.json")
    wrong: Any = [3]
    for call in (run.export, run.explain, run.encounter):
        with pytest.raises(ArgumentError):
            call(wrong)
    with pytest.raises(ArgumentError, match=r"found by name or id"):
        run.actors[wrong]
