"""Totals of dice that can Ace, without an end and without a cut (rules.md section 1).

Chances are whole numbers over one denominator: exact, and as quick as floats. A total has no largest value, but
every question about it is about finitely many totals and what is left of 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations
from math import lcm, prod
from typing import Any, Final, TypeAlias, TypeVar

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.odds.shown import Showing

T = TypeVar("T", bound=Hashable)

MAX_TOTAL: Final = 5_000
"""The largest total that is looked at one by one."""

MAX_WORK: Final = 100_000
"""How many dice times totals one question may look at."""

ROUNDING: Final = Fraction(1, 1000)
"""A table ends where less than this is left."""

_LARGEST: Final = Fraction((2**53 - 1) * 2**971)
"""The largest number that a double holds."""

Mass: TypeAlias = tuple[tuple[int, ...], int]
"""Chances of the totals 0, 1, 2 … as numerators, and their denominator."""

Event: TypeAlias = "str | int | Iterable[int] | Callable[[int], bool]"

_COMPARED = re.compile(r"^\s*(>=|<=|==|=|>|<)?\s*(-?[0-9]{1,6})\s*(\+)?\s*$")


def reached(sides: int, total: int) -> Fraction:
    """The chance that one die that can Ace comes to at least `total` (`dice.ace`)."""
    if total <= 1:
        return Fraction(1)
    if sides == 1:
        return Fraction(0)
    aces, over = divmod(total - 1, sides)
    return Fraction(sides - over, sides ** (aces + 1))


def reached_of(sides: int, total: int, power: int) -> int:
    """The chance that one die comes to at least `total`, in parts of `sides` to the `power`."""
    if total <= 1:
        return int(sides**power)
    if sides == 1:
        return 0
    aces, over = divmod(total - 1, sides)
    return int((sides - over) * sides ** (power - 1 - aces))


def power_for(sides: int, total: int) -> int:
    """The power for which `reached_of` is a whole number up to this total."""
    return max(0, total - 1) // sides + 1


def die_mean(sides: int) -> Fraction:
    """What a die that can Ace comes to on average."""
    return Fraction(1) if sides == 1 else Fraction(sides * (sides + 1), 2 * (sides - 1))


def checked(upto: int, dice: int = 1) -> int:
    """The highest total to look at; ImpossibleError if that is too much work."""
    if upto > MAX_TOTAL or max(upto, 0) * dice > MAX_WORK:
        raise ImpossibleError(
            f"odds of {dice} {'die' if dice == 1 else 'dice'} up to a total of {upto}; "
            f"at most {MAX_TOTAL}, and dice times total at most {MAX_WORK}"
        )
    return upto


@lru_cache(maxsize=512)
def summed(dice: tuple[int, ...], upto: int) -> Mass:
    """The chances of the sum of dice that can Ace, for the totals 0 to `upto`."""
    checked(upto, len(dice))
    if upto < 0:
        return (), 1
    if not dice:
        return (1, *(0 for _ in range(upto))), 1
    numerators, denominator = summed(dice[:-1], upto)
    sides = dice[-1]
    if sides == 1:
        return (0, *numerators[:-1]), denominator
    levels = upto // sides + 1
    below = [0, *accumulate(numerators)]
    scale = sides ** (levels - 1)
    out: list[int] = []
    for total in range(upto + 1):
        # Faces 1 to sides-1 end the die; the highest face Aces and adds `sides` to what comes.
        ended = below[total] - below[max(0, total - sides + 1)]
        aced = out[total - sides] // sides if total >= sides else 0
        out.append(ended * scale + aced)
    return tuple(out), denominator * sides**levels


@lru_cache(maxsize=512)
def best(dice: tuple[int, ...], upto: int) -> Mass:
    """The chances of the highest of several dice that can Ace, for the totals 0 to `upto`."""
    if upto < 0:
        return (), 1
    at_most = [1] * (upto + 1)
    denominator = 1
    for sides in dice:
        numerators, each = summed((sides,), upto)
        at_most = [a * b for a, b in zip(at_most, accumulate(numerators), strict=True)]
        denominator *= each
    return tuple(a - b for a, b in zip(at_most, [0, *at_most], strict=False)), denominator


def best_mean(dice: tuple[int, ...]) -> Fraction:
    """What the highest of several dice that can Ace comes to on average, summed in closed form.

    The chance that a die of s sides reaches t + s is 1/s of that for t, so products of such chances fall by one
    factor with every common multiple of the sides.
    """
    ones = [sides for sides in dice if sides == 1]
    acing = [sides for sides in dice if sides != 1]
    mean = Fraction(0)
    for count in range(1, len(acing) + 1):
        for some in combinations(acing, count):
            period = lcm(*some)
            ratio = prod(
                (Fraction(1, sides ** (period // sides)) for sides in some), start=Fraction(1)
            )
            period_sum = sum(
                (
                    prod((reached(sides, total) for sides in some), start=Fraction(1))
                    for total in range(1, period + 1)
                ),
                start=Fraction(0),
            )
            mean += (-1) ** (count + 1) * period_sum / (1 - ratio)
    return mean if acing else Fraction(1 if ones else 0)


@dataclass(frozen=True, slots=True)
class Distribution(Showing):
    """The exact distribution of a total of dice that can Ace; it has no highest value.

    Two of them are equal if they are of the same dice, whatever their order.

    Attributes:
        dice: The sides of the dice, largest first.
        bonus: What is added.
        of: `sum`, or `best` for the highest of them.
        question: What was asked, in words.
    """

    dice: tuple[int, ...]
    bonus: int = 0
    of: str = "sum"
    question: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice, reverse=True)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[tuple[int, ...], int, str]:
        return self.dice, self.bonus, self.of if len(self.dice) > 1 else "sum"

    @property
    def lowest(self) -> int:
        """The lowest total."""
        return self.bonus + (len(self.dice) if self.of == "sum" else min(1, len(self.dice)))

    @property
    def mean(self) -> Fraction:
        """What it comes to on average, Aces without end included."""
        if self.of == "best":
            return best_mean(self.dice) + self.bonus
        return sum((die_mean(sides) for sides in self.dice), start=Fraction(self.bonus))

    def mass(self, upto: int) -> Mass:
        """The chances of the totals from `lowest` to `upto`, as numerators, and their denominator."""
        start = self.lowest - self.bonus
        if upto < self.lowest:
            return (), 1
        rolled = best if self.of == "best" else summed
        numerators, denominator = rolled(self.dice, checked(upto - self.bonus, len(self.dice)))
        return numerators[start:], denominator

    def chance(self, total: int) -> Fraction:
        """The chance of exactly this total."""
        if total < self.lowest:
            return Fraction(0)
        numerators, denominator = self.mass(total)
        return Fraction(numerators[-1], denominator)

    def at_least(self, total: int) -> Fraction:
        """The chance of this total or more."""
        if total <= self.lowest:
            return Fraction(1)
        if len(self.dice) == 1:
            return reached(self.dice[0], total - self.bonus)
        numerators, denominator = self.mass(total - 1)
        return 1 - Fraction(sum(numerators), denominator)

    def p(self, event: Event) -> Fraction:
        """The chance of an event: a total (`8`), `">=8"`, `"8+"`, `"<4"`, or one of several totals (`[4, 5]`)."""
        if isinstance(event, int):
            return self.chance(event)
        if isinstance(event, str):
            return self._compared(event)
        if callable(event):
            raise ImpossibleError(
                "a test of a total has no end; ask for totals like '>=8' or [4, 5]"
            )
        return sum((self.chance(total) for total in set(event)), start=Fraction(0))

    def _compared(self, event: str) -> Fraction:
        match = _COMPARED.match(event)
        if match is None or (match[1] and match[3]):
            raise ImpossibleError(
                f"{event!r} is no event of a total; write '8', '>=8', '8+', '<4' or '<=3'"
            )
        total = int(match[2])
        if match[3] or match[1] == ">=":
            return self.at_least(total)
        if match[1] == ">":
            return self.at_least(total + 1)
        if match[1] == "<":
            return 1 - self.at_least(total)
        if match[1] == "<=":
            return 1 - self.at_least(total + 1)
        return self.chance(total)

    def table(self, upto: int | None = None) -> list[dict[str, Any]]:
        """One row a total: `total`, `p`, `at_least`; the last row is what is left above, `total` None.

        Totals that the dice cannot show have no row.

        Args:
            upto: The highest total that has a row of its own; left out, until less than a thousandth is left.
        """
        rows: list[dict[str, Any]] = []
        last = self._end() if upto is None else upto
        numerators, denominator = self.mass(last)
        left = Fraction(1)
        for total, numerator in enumerate(numerators, self.lowest):
            if numerator:
                chance = Fraction(numerator, denominator)
                rows.append({"total": total, "p": chance, "at_least": left})
                left -= chance
        if left:
            rows.append({"total": None, "p": left, "at_least": left})
        return rows

    def _end(self) -> int:
        step = max(self.dice, default=1)
        end = self.lowest + step
        while self.at_least(end + 1) >= ROUNDING:
            end += step
        return end

    def to_json(self) -> dict[str, Any]:
        """The table as JSON, each chance as a number and as a fraction."""
        return {
            "question": self.question,
            "mean": float(self.mean),
            "totals": [
                {
                    "total": row["total"],
                    **written("p", row["p"]),
                    **written("at_least", row["at_least"]),
                }
                for row in self.table()
            ],
        }


def written(name: str, chance: Fraction) -> dict[str, Any]:
    """A chance for JSON: the nearest number, and the fraction if it is short enough to be read."""
    exact = str(chance) if chance.denominator < 10**30 else None
    return {name: float(chance), f"{name}_exact": exact}


def nearest(value: Fraction) -> float:
    """The nearest number; the largest that there is for what is beyond them all."""
    return float(min(value, _LARGEST))


def die(sides: str | Die) -> Distribution:
    """What one die that can Ace comes to: `die("d8")`, `die("d12+1")` (`dice.ace`)."""
    one = Die.parse(sides) if isinstance(sides, str) else sides
    return Distribution((one.sides,), one.bonus, question=str(one))


def classified(total: Distribution, outcome: Callable[[int], T], last: int) -> dict[T, Fraction]:
    """The chance of each outcome of a total, where every total from `last` up has one and the same outcome.

    Args:
        total: The distribution of the total.
        outcome: The outcome of a total, by the rules.
        last: A total from which on the outcome does not change.
    """
    last = max(last, total.lowest)
    numerators, denominator = total.mass(last - 1)
    found: dict[T, int] = {}
    for value, numerator in enumerate(numerators, total.lowest):
        if numerator:
            name = outcome(value)
            found[name] = found.get(name, 0) + numerator
    left = denominator - sum(numerators)
    if left:
        name = outcome(last)
        found[name] = found.get(name, 0) + left
    return {name: Fraction(numerator, denominator) for name, numerator in found.items()}
