"""Hits that deal more wounds than can be held, and what soaks leave of them, summed without an end.

With so many wounds dealt one always rolls on until few enough stay. What then comes of it is a polynomial in the
chances that the Vigor die and the Wild Die reach a total. With every period of the total these chances fall by one
factor, and those of the damage follow a recurrence with a term for each die; so the sum over all wounds is a fraction.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm, prod
from typing import Final, Protocol, TypeAlias

from sw_data.odds.rolls import TraitRoll
from sw_data.odds.totals import Distribution, power_for, reached_of
from sw_data.rules.ruleset import Ruleset

DOWN: Final = -1
"""More wounds stay than can be held."""

Stay: TypeAlias = dict[int, Fraction]
"""How many wounds of a hit stay, DOWN if too many: the chance of each."""

_Powers: TypeAlias = dict[tuple[int, int], Fraction]
"""A polynomial in the chances of the Vigor die (first power) and of the Wild Die (second)."""


class Soaking(Protocol):
    """Who soaks."""

    @property
    def roll(self) -> TraitRoll:
        """The Vigor roll."""
        ...

    @property
    def bennies(self) -> int:
        """How many bennies may be spent."""
        ...

    @property
    def left(self) -> int:
        """How many more wounds can be held."""
        ...


class Tail:
    """All hits that deal `start` wounds or more.

    Args:
        damage: The damage.
        toughness: The Toughness that it is compared with.
        soaker: Who soaks.
        rules: The ruleset.
    """

    def __init__(
        self, damage: Distribution, toughness: int, soaker: Soaking, rules: Ruleset
    ) -> None:
        self.soaker = soaker
        self.rules = rules
        self.dice = tuple(sides for sides in damage.dice if sides > 1)
        self.damage = damage
        self.toughness = toughness
        self.sides = (soaker.roll.sides, soaker.roll.wild or 1)
        step = rules.trait.raise_step
        start = soaker.left + 1
        # From here on even the smallest soak that helps needs more than a natural 1, and damage more than its bonus.
        lowest = damage.bonus + len(damage.dice)
        while self._need(start, soaker.left) < 2 or toughness + step * start < lowest:
            start += 1
        self.start = start
        # Where the better roll is kept and none can fail critically, one rolls on until no wound stays.
        self.riskless = rules.benny.reroll_keeps == "best" and not soaker.roll.critical
        self.period = lcm(step, *self.dice, *(sides for sides in self.sides if sides > 1))

    def _need(self, wounds: int, stay: int) -> int:
        """What the dice must show so that only `stay` of the wounds do."""
        trait = self.rules.trait
        more = trait.raise_step * (wounds - stay - 1)
        return trait.target_number + more - self.soaker.roll.bonus

    def stays(self, all_of_them: Fraction) -> Stay:
        """How many wounds stay, the chances adding up to that of so many wounds being dealt."""
        out: Stay = dict.fromkeys(range(self.soaker.left + 1), Fraction(0))
        for attempt in self.attempts():
            for stay, p in enumerate(attempt):
                out[stay] += p
        out[DOWN] = all_of_them - sum(out.values())
        return out

    def attempts(self) -> list[list[Fraction]]:
        """For each benny the chance that it is the one that helps, and that then 0, 1 … wounds stay."""
        if not self.soaker.bennies:
            return []
        left = self.soaker.left
        count = self.period // self.rules.trait.raise_step
        wounds = range(self.start, self.start + count)
        series = _Series(
            self._dealt(count), [sides ** (self.period // sides) for sides in self.dice]
        )
        highest = self._need(self.start + count, 0)
        powers = [power_for(sides, highest) for sides in self.sides]
        scales = [int(sides**power) for sides, power in zip(self.sides, powers, strict=True)]
        chances = [
            [
                tuple(
                    reached_of(sides, need, power)
                    for sides, power in zip(self.sides, powers, strict=True)
                )
                for need in (self._need(each, stay) for stay in range(left + 1))
            ]
            for each in wounds
        ]
        weights: dict[tuple[int, int], tuple[list[int], int]] = {}
        terms: dict[tuple[int, int], list[Fraction]] = {}

        def term(a: int, b: int) -> list[Fraction]:
            """The sum over all wounds of the polynomial's term in which so many tries before were rolled."""
            sums = [Fraction(0)] * (left + 1)
            for more_a, more_b, sign in ((1, 0, 1), (0, 1, 1), (1, 1, -1)):
                power = a + more_a, b + more_b
                fall = self._fall(*power)
                if fall is None:
                    continue
                if power not in weights:
                    weights[power] = series.at(fall)
                values, scale = weights[power]
                whole = scale * scales[0] ** power[0] * scales[1] ** power[1]
                for stay in range(left + 1):
                    total = 0
                    for value, by_stay in zip(values, chances, strict=True):
                        one, other = by_stay[stay]
                        by_trait, by_wild = by_stay[stay if self.riskless else left]
                        total += value * by_trait**a * by_wild**b * one**more_a * other**more_b
                    sums[stay] += sign * Fraction(total, whole)
            return sums

        out: list[list[Fraction]] = []
        for failed in self._failed():
            at_most = [Fraction(0)] * (left + 1)
            for (a, b), factor in failed.items():
                if (a, b) not in terms:
                    terms[a, b] = term(a, b)
                at_most = [
                    old + factor * new for old, new in zip(at_most, terms[a, b], strict=True)
                ]
            out.append([at_most[0], *(more - less for less, more in pairwise(at_most))])
        return out

    def _fall(self, a: int, b: int) -> int | None:
        """The number that products of so many chances are divided by with every period; None if they are none."""
        fall = 1
        for sides, power in zip(self.sides, (a, b), strict=True):
            if power and sides == 1:
                return None
            fall *= sides ** (self.period // sides * power)
        return fall

    def _dealt(self, count: int) -> tuple[list[list[int]], int]:
        """For each number of wounds in a period: its chance, then that of as many in the next period, and so on."""
        step = self.rules.trait.raise_step
        first = self.toughness + step * self.start
        blocks = max(1, len(self.dice))
        numerators, denominator = self.damage.mass(first + self.period * blocks - 1)
        out: list[list[int]] = []
        for index in range(count):
            sums: list[int] = []
            for block in range(blocks):
                at = first + index * step + block * self.period - self.damage.lowest
                sums.append(sum(numerators[max(at, 0) : max(at + step, 0)]))
            out.append(sums)
        return out, denominator

    def _failed(self) -> list[_Powers]:
        """The chance that 0, 1 … tries came to nothing, and that there is another."""
        soaker = self.soaker
        ends = Fraction(0) if self.rules.reroll.allow_critical else soaker.roll.critical
        again: _Powers = {(0, 0): 1 - ends, (1, 0): Fraction(-1)}
        if soaker.roll.wild is not None:
            again |= {(0, 1): Fraction(-1), (1, 1): Fraction(1)}
        out: list[_Powers] = [{(0, 0): Fraction(1)}]
        for _ in range(soaker.bennies - 1):
            out.append(_times(out[-1], again))
        return out


class _Series:
    """Rows of chances that follow one recurrence; weighted by powers of a number they sum up.

    Args:
        rows: The first chances of each row, as many as there are falls, and their denominator.
        falls: The numbers whose inverses are the roots of the recurrence.
    """

    def __init__(self, rows: tuple[list[list[int]], int], falls: list[int]) -> None:
        self.falls = falls
        recurrence = [1]
        for fall in falls:
            longer = [value * fall for value in recurrence] + [0]
            for index, value in enumerate(recurrence):
                longer[index + 1] -= value
            recurrence = longer
        self.rows = [
            [
                sum(recurrence[back] * row[index - back] for back in range(index + 1))
                for index in range(len(row))
            ]
            for row in rows[0]
        ]
        self.scale = rows[1]

    def at(self, fall: int) -> tuple[list[int], int]:
        """For each row the sum of its chances, the n-th divided by `fall` to the n; and their denominator."""
        sums: list[int] = []
        for row in self.rows:
            total = 0
            for value in row:
                total = total * fall + value
            sums.append(total)
        length = len(self.rows[0])
        # Each of the factors 1 - 1/(fall * f) is scaled by f, as the recurrence is, and by `fall`.
        over = prod(fall * each - 1 for each in self.falls)
        return [total * fall ** (len(self.falls) - length + 1) for total in sums], self.scale * over


def _times(one: _Powers, other: _Powers) -> _Powers:
    out: _Powers = {}
    for (a, b), p in one.items():
        for (c, d), q in other.items():
            out[a + c, b + d] = out.get((a + c, b + d), Fraction(0)) + p * q
    return out
