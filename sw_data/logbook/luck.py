"""How far dice can stray: exact ranges and chances of sums, of counts and of runs, for fair dice.

The first face of each die is one of a fair die's faces, whatever fell before it. So the sum of first faces, and how
many
of them are highest, have distributions that can be worked out. Up to `EXACT` dice they are; beyond, the normal
distribution takes their place, with half a step for the steps between whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

EXACT: Final = 600
"""Dice up to which distributions are exact."""

LEVEL: Final = 0.95
"""How much of what fair dice do lies within a range."""

LONGEST: Final = 5000
"""Rolls up to which the chance of a run is worked out."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something observed, beside what fair dice give.

    Attributes:
        observed: What was seen.
        expected: The mean of fair dice.
        low: The lower end of the range in which fair dice stay 95 times in 100.
        high: The upper end.
        p: How often fair dice stray at least as far to either side, what was seen itself counted half.
        method: `exact`, `normal`, or `none` where there is nothing to measure.
    """

    observed: float
    expected: float
    low: float
    high: float
    p: float
    method: str

    def to_json(self) -> dict[str, Any]:
        """The measure as JSON, its numbers rounded."""
        out = asdict(self)
        for key in ("expected", "low", "high"):
            out[key] = round(out[key], 3)
        out["p"] = round(self.p, 4)
        return out


def sum_of_faces(counts: Mapping[int, int], observed: int) -> Measure:
    """The sum of first faces beside that of fair dice; `counts` says how many dice of each kind were rolled."""
    number = sum(counts.values())
    mean = sum(n * (sides + 1) / 2 for sides, n in counts.items())
    variance = sum(n * (sides * sides - 1) / 12 for sides, n in counts.items())
    # The exact one costs faces times sums; small dice by the hundred are cheap, and that is what a session has.
    if 0 < number <= EXACT:
        chances, least = [1.0], 0
        for sides, n in sorted(counts.items()):
            for _ in range(n):
                chances = _with_die(chances, sides)
                least += 1
        return _exact(chances, least, observed, mean)
    return _normal(observed, mean, variance, number)


def count_of_faces(counts: Mapping[int, int], observed: int) -> Measure:
    """How many first faces are of one kind (the highest, or ones), beside fair dice: one in `sides` of each."""
    return count_of_events([(1 / sides, n) for sides, n in sorted(counts.items())], observed)


def count_of_events(events: Sequence[tuple[float, int]], observed: int) -> Measure:
    """How many of independent events came true; each is a chance and how many there are of that chance."""
    number = sum(n for _, n in events)
    mean = sum(p * n for p, n in events)
    variance = sum(p * (1 - p) * n for p, n in events)
    if 0 < number <= EXACT * 4:
        chances = [1.0]
        for p, n in events:
            chances = _convolved(chances, _binomial(n, p))
        return _exact(chances, 0, observed, mean)
    return _normal(observed, mean, variance, number)


def _with_die(chances: list[float], sides: int) -> list[float]:
    """The distribution with one more fair die, its faces counted from 0 places up; a running sum, not a product."""
    size = len(chances)
    out: list[float] = []
    running = 0.0
    for at in range(size + sides - 1):
        if at < size:
            running += chances[at]
        if at >= sides:
            running -= chances[at - sides]
        out.append(max(0.0, running) / sides)
    return out


def _binomial(n: int, p: float) -> list[float]:
    if p <= 0 or n == 0:
        return [1.0]
    if p >= 1:
        return [0.0] * n + [1.0]
    log_p, log_q = math.log(p), math.log1p(-p)
    whole = math.lgamma(n + 1)
    return [
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * log_p + (n - k) * log_q)
        for k in range(n + 1)
    ]


def _convolved(left: list[float], right: list[float]) -> list[float]:
    if len(left) < len(right):
        left, right = right, left
    out = [0.0] * (len(left) + len(right) - 1)
    for j, b in enumerate(right):
        if b > 1e-18:
            for i, a in enumerate(left):
                out[i + j] += a * b
    return out


def _exact(chances: list[float], least: int, observed: int, mean: float) -> Measure:
    whole = sum(chances)
    tail = (1 - LEVEL) / 2 * whole
    low, below = 0, 0.0
    while low < len(chances) - 1 and below + chances[low] <= tail:
        below += chances[low]
        low += 1
    high, above = len(chances) - 1, 0.0
    while high > 0 and above + chances[high] <= tail:
        above += chances[high]
        high -= 1
    at = min(max(observed - least, 0), len(chances) - 1)
    here = chances[at]
    under = sum(chances[:at]) + here / 2
    p = min(1.0, 2 * min(under, whole - under) / whole)
    return Measure(observed, mean, least + low, least + high, p, "exact")


def _normal(observed: int, mean: float, variance: float, number: int) -> Measure:
    if number == 0 or variance <= 0:
        return Measure(observed, mean, mean, mean, 1.0, "none")
    deviation = math.sqrt(variance)
    reach = 1.959963984540054 * deviation
    p = math.erfc(abs(observed - mean) / deviation / math.sqrt(2))
    return Measure(
        observed,
        mean,
        math.ceil(mean - reach - 0.5),
        math.floor(mean + reach + 0.5),
        min(1.0, p),
        "normal",
    )


def chance_of_at_least(sides: int, total: int) -> float:
    """How often a die that Aces comes to at least a total."""
    if total <= 1:
        return 1.0
    if sides < 2:
        return 0.0
    aces = (total - 1) // sides
    rest = total - aces * sides
    return (1 / sides) ** aces * (sides - rest + 1) / sides


def chance_of_failure(sides: Sequence[int], need: int) -> float:
    """How often the best of several dice that Ace stays below what is needed."""
    chance = 1.0
    for each in sides:
        chance *= 1 - chance_of_at_least(each, need)
    return chance


def chance_of_run(failures: Sequence[float], length: int) -> float:
    """How often fair dice give a run of at least so many failures, each roll failing with its own chance."""
    if length <= 0:
        return 1.0
    # Chances of standing at a run of 0, 1 … length - 1 failures, and of having had the whole run.
    state = [1.0] + [0.0] * (length - 1)
    had = 0.0
    for q in failures:
        had += state[-1] * q
        fresh = sum(state) * (1 - q)
        for at in range(length - 1, 0, -1):
            state[at] = state[at - 1] * q
        state[0] = fresh
    return min(1.0, had)
