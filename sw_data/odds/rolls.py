"""Trait rolls: one die or several, with the Wild Die (rules.md section 2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.models import Modifier, Result
from sw_data.odds.totals import Distribution, checked, classified, reached, summed
from sw_data.rules import trait
from sw_data.rules.ruleset import Ruleset

MAX_DICE: Final = 8
"""The most trait dice that are rolled at once."""

MAX_MODIFIER: Final = 1_000
"""The largest modifier of a roll, up or down."""

Modifiers: TypeAlias = "int | Iterable[Modifier | int]"

RESULTS: Final[dict[Result, str]] = {
    "critical_failure": "critical_failure",
    "failure": "plain_failure",
    "success": "plain_success",
    "raise": "raise",
}
"""The names of a roll's outcomes: what the rules call a success may be a raise too."""


def modifier_sum(modifiers: Modifiers) -> int:
    """The sum of modifiers, given as a number or one by one; ImpossibleError if it is far beyond the game's."""
    every = (modifiers,) if isinstance(modifiers, int) else modifiers
    total = sum(each if isinstance(each, int) else each.value for each in every)
    if abs(total) > MAX_MODIFIER:
        raise ImpossibleError(
            f"odds with a modifier of {total:+d}; -{MAX_MODIFIER} to +{MAX_MODIFIER} can be asked for"
        )
    return total


@dataclass(frozen=True, slots=True)
class TraitRoll:
    """One trait die, and what comes with it.

    Attributes:
        sides: The sides of the trait die.
        bonus: Its flat bonus and every modifier together.
        wild: The sides of the Wild Die; None for an Extra.
    """

    sides: int
    bonus: int
    wild: int | None

    @property
    def total(self) -> Distribution:
        """The distribution of the total (`trait.wild_die`)."""
        dice = (self.sides,) if self.wild is None else (self.sides, self.wild)
        return Distribution(dice, self.bonus, "best")

    @property
    def critical(self) -> Fraction:
        """The chance of a critical failure (`trait.critical_failure`)."""
        return Fraction(0) if self.wild is None else self.total.chance(1 + self.bonus)

    def is_critical(self, total: int) -> bool:
        """Whether a total comes of a critical failure: with a Wild Die only two natural 1s total 1."""
        return self.wild is not None and total == 1 + self.bonus

    def at_least(self, total: int) -> Fraction:
        """The chance of this total or more without a critical failure."""
        natural = total - self.bonus
        if natural <= 1:
            return 1 - self.critical
        missed = 1 - reached(self.sides, natural)
        return 1 - missed if self.wild is None else 1 - missed * (1 - reached(self.wild, natural))

    def results(self, tn: int, rules: Ruleset) -> dict[str, Fraction]:
        """The chance of each result against a target number, worst first (`trait.raise`)."""
        found = classified(
            self.total,
            lambda total: trait.result(total, tn, self.is_critical(total), rules)[0],
            max(tn + rules.trait.raise_step, self.bonus + 2),
        )
        return {name: found.get(key, Fraction(0)) for key, name in RESULTS.items()}

    def shifted(self, modifier: int) -> TraitRoll:
        """The same roll with a further modifier."""
        return TraitRoll(self.sides, self.bonus + modifier, self.wild)

    def __str__(self) -> str:
        text = str(Die(self.sides, self.bonus))
        return text if self.wild is None else f"{text} with a Wild Die d{self.wild}"


def trait_roll(die: str | Die, wild_card: bool, modifiers: Modifiers, rules: Ruleset) -> TraitRoll:
    """The roll of a trait die."""
    one = Die.parse(die) if isinstance(die, str) else die
    wild = rules.trait.wild_die.sides if wild_card else None
    bonus = one.bonus + modifier_sum(modifiers)
    return TraitRoll(one.sides, bonus, wild)


@dataclass(frozen=True, slots=True)
class Burst:
    """Several trait dice at once.

    Attributes:
        critical: The chance of a critical failure.
        hits: The chance of every row of hits, in the order of the dice: True is a hit with a raise. No hit: ().
    """

    critical: Fraction
    hits: dict[tuple[bool, ...], Fraction]

    @property
    def hit(self) -> Fraction:
        """The chance of a hit at all."""
        return sum((p for row, p in self.hits.items() if row), start=Fraction(0))

    @property
    def raised(self) -> Fraction:
        """The chance of a hit with a raise."""
        return sum((p for row, p in self.hits.items() if any(row)), start=Fraction(0))


_Rows: TypeAlias = dict[tuple[tuple[bool, ...], int], int]


class _Faces:
    """What one die shows, up to the first total that raises: chances in whole numbers, and what each total hits."""

    def __init__(self, sides: int, marks: list[bool | None]) -> None:
        self.marks = marks
        masses, self.scale = summed((sides,), len(marks) - 2)
        self.masses = [*masses, self.scale - sum(masses)]

    def above(self, lowest: int) -> dict[bool | None, int]:
        """The chances of a miss (None), a hit and a raise with a total of at least `lowest`."""
        out: dict[bool | None, int] = {}
        for total in range(lowest, len(self.masses)):
            mark = self.marks[total]
            out[mark] = out.get(mark, 0) + self.masses[total]
        return out


def burst(roll: TraitRoll, count: int, tn: int, rules: Ruleset) -> Burst:
    """The hits of several trait dice; the Wild Die replaces the first lowest one (`trait.many_dice`).

    The lowest die is looked at by its value and its place: higher ones before it, no lower ones after it.
    """
    if not 1 <= count <= MAX_DICE:
        raise ImpossibleError(
            f"odds of {count} trait dice at once; 1 to {MAX_DICE} can be asked for"
        )
    if count == 1:
        found = roll.results(tn, rules)
        return Burst(
            found["critical_failure"],
            {(): found["plain_failure"], (False,): found["plain_success"], (True,): found["raise"]},
        )
    checked(tn + rules.trait.raise_step - roll.bonus)
    # A natural 1 keeps a place of its own even where every total raises.
    top = 2
    while not trait.raises(top + roll.bonus, tn, rules):
        top += 1
    raised = (trait.raises(total + roll.bonus, tn, rules) for total in range(top + 1))
    marks = [None if each is None else each > 0 for each in raised]
    die = _Faces(roll.sides, marks)
    wild = None if roll.wild is None else _Faces(roll.wild, marks)
    rows: _Rows = {}
    if wild is None:
        _counted(rows, die, count, 1)
    else:
        _replaced(rows, die, wild, count)
    return _ended(
        rows, count, die.scale**count * (1 if wild is None else wild.scale), wild is not None, rules
    )


def _ended(rows: _Rows, count: int, scale: int, wild: bool, rules: Ruleset) -> Burst:
    """The rows with the critical failures taken out; -1 natural 1s: the Wild Die shows none."""
    hits: dict[tuple[bool, ...], int] = {}
    critical = 0
    for (row, ones), mass in rows.items():
        if ones >= 0 and trait.critical_failure(ones, count, True if wild else None, rules):
            critical += mass
        else:
            hits[row] = hits.get(row, 0) + mass
    return Burst(
        Fraction(critical, scale), {row: Fraction(mass, scale) for row, mass in hits.items()}
    )


def _replaced(rows: _Rows, die: _Faces, wild: _Faces, count: int) -> None:
    """Every row of hits with a Wild Die."""
    top = len(die.masses) - 1
    _counted(rows, die, count, wild.masses[1])
    for lowest in range(1, top):
        if not die.masses[lowest]:
            continue
        # The Wild Die's natural 1 is counted above, whatever the lowest trait die.
        kept = sum(wild.masses[2 : lowest + 1])
        branches = [(die.marks[lowest], kept), *wild.above(lowest + 1).items()]
        for mark, mass in branches:
            if mass:
                _placed(rows, die, count, lowest, mark, mass)
    everyone = sum(die.masses[top:]) ** count * (wild.scale - wild.masses[1])
    _add(rows, ((True,) * count, -1), everyone)


def _placed(
    rows: _Rows, die: _Faces, count: int, lowest: int, mark: bool | None, mass: int
) -> None:
    """The rows in which the lowest die shows `lowest` and counts as `mark`."""
    higher, further = die.above(lowest + 1), die.above(lowest)
    before: dict[tuple[bool, ...], int] = {(): mass}
    after: dict[tuple[bool, ...], int] = {}
    for _ in range(count):
        following: dict[tuple[bool, ...], int] = {}
        _extend(following, after, further)
        _extend(following, before, {mark: die.masses[lowest]})
        ahead: dict[tuple[bool, ...], int] = {}
        _extend(ahead, before, higher)
        before, after = ahead, following
    for row, chance in after.items():
        _add(rows, (row, -1), chance)


def _extend(
    out: dict[tuple[bool, ...], int],
    rows: dict[tuple[bool, ...], int],
    marks: dict[bool | None, int],
) -> None:
    for row, chance in rows.items():
        for mark, mass in marks.items():
            longer = row if mark is None else (*row, mark)
            out[longer] = out.get(longer, 0) + chance * mass


def _counted(rows: _Rows, die: _Faces, count: int, scale: int) -> None:
    """Every row of hits of the trait dice alone, with how many natural 1s."""
    ones = {die.marks[1]: die.masses[1]}
    others = die.above(2)
    grown: _Rows = {((), 0): scale}
    for _ in range(count):
        following: _Rows = {}
        for (row, number), chance in grown.items():
            for marks, more in ((ones, 1), (others, 0)):
                for mark, mass in marks.items():
                    longer = row if mark is None else (*row, mark)
                    _add(following, (longer, number + more), chance * mass)
        grown = following
    for key, chance in grown.items():
        _add(rows, key, chance)


def _add(rows: _Rows, key: tuple[tuple[bool, ...], int], chance: int) -> None:
    if chance:
        rows[key] = rows.get(key, 0) + chance
