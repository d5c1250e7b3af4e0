"""Each question of the odds beside 50,000 resolutions of seeded dice by the rule functions.

The questions are those of `bench/agreement.py`, which asks each of them a million times.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MANY = 50_000
KINDS = (
    "trait roll",
    "trait roll of an Extra",
    "several trait dice",
    "rerolls",
    "opposed roll",
    "damage",
    "attack",
    "attack and soak",
    "soak with a reroll",
    "recovery from Shaken",
    "bleeding out",
    "incapacitation",
    "Control Check",
    "Zone Movement, pushed",
    "ram",
    "block",
    "hiding",
    "Get Close",
    "Regain Control",
    "This Way!",
    "turns until a raise",
    "turns until a foe falls",
)


@pytest.fixture(scope="module")
def bench(root: Path) -> Iterator[Any]:
    """The script of the measurement, as a module."""
    path = root / "bench" / "agreement.py"
    spec = importlib.util.spec_from_file_location("bench_agreement", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_every_question_is_among_them(bench: Any) -> None:
    assert tuple(bench.questions()) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_fifty_thousand_resolutions_agree_with_the_odds(kind: str, bench: Any) -> None:
    seen = bench.played(kind, 0, MANY)
    assert sum(seen.values()) == MANY
    off = bench.deviations(kind, seen)
    assert max(off.values()) < bench.BOUND, off


def test_the_bound_would_see_one_outcome_in_a_hundred_too_many(bench: Any) -> None:
    seen = bench.played("trait roll", 0, MANY)
    seen["plain_success"] += MANY // 50
    assert max(bench.deviations("trait roll", seen).values()) > bench.BOUND
    seen["shaken"] = 1
    assert bench.deviations("trait roll", seen)["shaken"] == float("inf")
