from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import DiceProblem, Logged, Seeded, word
from sw_data.dice.source import faces, shuffled

SPOILT: list[tuple[list[Any], str]] = [
    ([9], "SW601"),
    ([0], "SW601"),
    ([-1], "SW601"),
    ([True], "SW601"),
    ([2.0], "SW601"),
    (["2"], "SW601"),
    ([None], "SW601"),
    ([[2]], "SW601"),
    ([], "SW602"),
    ([8], "SW602"),
    ([8, 8], "SW602"),
    ([3, 3], "SW603"),
    ([8, 2, 2], "SW603"),
    ([{"die": "d6", "faces": [2]}], "SW604"),
    ([{"die": "d8"}], "SW602"),
    ([{"die": "d8", "faces": []}], "SW602"),
    ([{"die": "d8", "faces": [8]}], "SW602"),
    ([{"die": "d8", "faces": [2, 2]}], "SW603"),
    ([{"die": "d8", "faces": [True]}], "SW601"),
    ([{"die": "d8", "faces": [2]}, 3], "SW603"),
    ([{}], "SW604"),
]

GOLDEN = [
    (0, "a1", "attack", 8, [[3], [4], [8, 2], [7]]),
    (7, "a1", "attack", 8, [[6], [1], [1], [2]]),
    (7, "a1", "damage", 6, [[5], [2], [4], [1]]),
    (7, "a2", "attack", 12, [[3], [9], [11], [6]]),
    (7, "a1/incapacitation", "roll", 4, [[2], [4, 3], [2], [1]]),
    (2**64 - 1, "Zoë's shot", "damage.2", 10, [[9], [6], [2], [1]]),
]


@pytest.mark.parametrize(("seed", "action", "pool", "sides", "dice"), GOLDEN)
def test_seeded_dice_are_the_golden_ones(
    seed: int, action: str, pool: str, sides: int, dice: list[list[int]]
) -> None:
    seeded = Seeded(seed, action, pool)
    assert [list(seeded.die(sides)) for _ in dice] == dice
    assert [list(faces(word(seed, action, pool, n), sides)) for n in range(4)] == dice


def test_the_seeded_deck_is_the_golden_one() -> None:
    deck = shuffled(0, "c1#1")
    assert deck[:8] == [15, 44, 6, 21, 49, 34, 38, 17]
    assert sorted(deck) == list(range(54))


@given(
    seed=st.integers(-(2**70), 2**70),
    action=st.text(max_size=12),
    pool=st.sampled_from(("roll", "damage.2", "occupants.joe")),
    number=st.integers(0, 40),
    sides=st.integers(2, 1000),
    aces=st.booleans(),
)
def test_seeded_dice_are_those_of_the_reference(
    shared: Path, seed: int, action: str, pool: str, number: int, sides: int, aces: bool
) -> None:
    reference = _reference(shared)
    wanted = reference["faces"](reference["word"](seed, action, pool, number), sides, aces)
    assert list(faces(word(seed, action, pool, number), sides, aces)) == wanted
    seeded = Seeded(seed, action, pool)
    for _ in range(number):
        seeded.die(sides)
    assert list(seeded.die(sides, aces)) == wanted
    assert shuffled(seed, action) == reference["shuffled"](seed, action)


_known: dict[Path, dict[str, Any]] = {}


def _reference(shared: Path) -> dict[str, Callable[..., Any]]:
    path = shared / "dice_sw1.py"
    if path not in _known:
        _known[path] = runpy.run_path(str(path))
    return _known[path]


@given(st.integers(0, 2**64 - 1), st.integers(2, 1000), st.booleans())
def test_an_ace_goes_on_and_nothing_else_does(w: int, sides: int, aces: bool) -> None:
    shown = faces(w, sides, aces)
    assert all(1 <= face <= sides for face in shown)
    assert all(face == sides for face in shown[:-1])
    assert len(shown) == 1 or aces
    assert shown[-1] != sides or not aces


def test_a_die_of_one_side_does_not_ace_for_ever() -> None:
    assert faces(5, 1) == (1,)
    assert Logged("roll", [1, 1]).die(1) == (1,)


def test_a_lone_surrogate_has_dice_of_its_own() -> None:
    assert word(0, "\ud800", "roll", 0) != word(0, "\ud801", "roll", 0)


def test_recorded_faces_come_in_rolling_order() -> None:
    pool = Logged("attack", [8, 3, 5, 6, 6, 1])
    assert [pool.die(8), pool.die(8), pool.die(6)] == [(8, 3), (5,), (6, 6, 1)]
    pool.close()


def test_recorded_dice_of_a_table_never_ace() -> None:
    pool = Logged("location", [6, 6])
    assert [pool.die(6, False), pool.die(6, False)] == [(6,), (6,)]
    pool.close()


def test_dice_with_their_names_are_checked_against_the_rules() -> None:
    pool = Logged("roll", [{"die": "d8", "faces": [8, 3]}, {"die": "d6", "faces": [2]}])
    assert [pool.die(8), pool.die(6)] == [(8, 3), (2,)]
    pool.close()


@pytest.mark.parametrize(("recorded", "code"), SPOILT)
def test_dice_that_cannot_have_fallen_so_have_a_code(recorded: list[Any], code: str) -> None:
    pool = Logged("roll", recorded)
    with pytest.raises(DiceProblem) as problem:
        _roll_one(pool)
    assert problem.value.code == code
    assert "'roll'" in problem.value.message


def _roll_one(pool: Logged) -> None:
    pool.die(8)
    pool.close()


def test_a_message_does_not_repeat_a_face_of_a_million_letters() -> None:
    with pytest.raises(DiceProblem) as problem:
        Logged("roll", cast("list[int]", ["x" * 1_000_000])).die(8)
    assert len(problem.value.message) < 200


@given(
    st.lists(st.tuples(st.sampled_from((4, 6, 8, 10, 12)), st.booleans()), max_size=8),
    st.integers(0, 99),
)
def test_what_was_rolled_can_be_read_back(dice: list[tuple[int, bool]], seed: int) -> None:
    seeded = Seeded(seed, "a1", "roll")
    rolled = [seeded.die(*each) for each in dice]
    seeded.close()
    flat = Logged("roll", [face for each in rolled for face in each])
    named = Logged(
        "roll",
        [
            {"die": f"d{die[0]}", "faces": list(each)}
            for die, each in zip(dice, rolled, strict=True)
        ],
    )
    for pool in (flat, named):
        assert [pool.die(*each) for each in dice] == rolled
        pool.close()
