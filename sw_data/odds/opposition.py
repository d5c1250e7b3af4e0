"""Opposed rolls: totals without an end against each other, summed in closed form (rules.md section 2)."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Final

from sw_data.dice import Die
from sw_data.models import Character
from sw_data.odds.chances import Odds, outcomes, several
from sw_data.odds.checks import roll_asked
from sw_data.odds.rolls import Modifiers, TraitRoll, modifier_sum
from sw_data.odds.totals import checked, reached
from sw_data.rules import condition
from sw_data.rules import opposed as rule
from sw_data.rules.ruleset import CORE, Ruleset

MOST_RAISES: Final = 3
"""Raises that have an event of their own."""


def chance_above(one: TraitRoll, other: TraitRoll, margin: int, least: int | None) -> Fraction:
    """The chance that `one` is at least `margin` above `other` and reaches `least`, neither a critical failure.

    Both totals have no end. From some total on every chance is a sum of products of the chances of single dice, and
    each product falls by one factor with every common period of the dice: the rest is a geometric series.
    """
    lowest = other.bonus + (1 if other.wild is None else 2)
    start = max(
        lowest, other.bonus + 2, one.bonus + 2 - margin, lowest if least is None else least - margin
    )
    checked(start - other.bonus, 2)
    masses, scale = other.total.mass(start - 1)
    head = Fraction(0)
    for total in range(lowest, start):
        wanted = total + margin if least is None else max(total + margin, least)
        head += masses[total - other.total.lowest] * one.at_least(wanted)
    return head / scale + _rest(one, other, margin, start)


def _rest(one: TraitRoll, other: TraitRoll, margin: int, start: int) -> Fraction:
    """The part of it in which `other` totals `start` or more."""
    dice = [sides for sides in (one.sides, one.wild, other.sides, other.wild) if sides]
    period = lcm(*dice)
    rest = Fraction(0)
    shift = other.bonus + margin - one.bonus
    highest = start - other.bonus + period
    scales = [
        [_scale(sides, highest + shift) for sides in _dice(one)],
        [_scale(sides, highest) for sides in _dice(other)],
    ]
    sums: dict[tuple[int, int], int] = {}
    for natural in range(start - other.bonus, start - other.bonus + period):
        above = _parts(one, natural + shift, scales[0])
        exactly = [
            a - b
            for a, b in zip(
                _parts(other, natural, scales[1]),
                _parts(other, natural + 1, scales[1]),
                strict=True,
            )
        ]
        for i, a in enumerate(above):
            for j, b in enumerate(exactly):
                sums[i, j] = sums.get((i, j), 0) + a * b
    falls = [
        _products([sides ** (period // sides) for sides in _dice(each)]) for each in (one, other)
    ]
    units = [_products(each) for each in scales]
    for (i, j), total in sums.items():
        fall = falls[0][i] * falls[1][j]
        if total and fall > 1:
            # The sum of 1 + 1/fall + 1/fall² + … is fall/(fall - 1).
            rest += Fraction(total * fall, units[0][i] * units[1][j] * (fall - 1))
    return rest


def _dice(roll: TraitRoll) -> list[int]:
    return [roll.sides] if roll.wild is None else [roll.sides, roll.wild]


def _scale(sides: int, total: int) -> int:
    power = max(0, total - 1) // sides + 1
    return int(sides**power)


def _products(numbers: list[int]) -> list[int]:
    """The numbers, and the product of the two if there are two."""
    return numbers if len(numbers) == 1 else [*numbers, numbers[0] * numbers[1]]


def _parts(roll: TraitRoll, natural: int, scales: list[int]) -> list[int]:
    """The chance that one of the dice reaches so much: of each, and, taken away, of both; each over its scale."""
    parts = [
        int(reached(sides, natural) * scale)
        for sides, scale in zip(_dice(roll), scales, strict=True)
    ]
    return parts if len(parts) == 1 else [*parts, -parts[0] * parts[1]]


def wins(one: TraitRoll, other: TraitRoll, raises: int, rules: Ruleset) -> Fraction:
    """The chance that the one who acts wins with so many raises or more (`opposed.tie`, `opposed.raise`)."""
    least = rules.opposed.minimum
    margin = 1
    while (won := rule.contest(margin, 0, False, rules)).winner != "actor" or won.raises < raises:
        margin += 1
    # A critical failure of the other side counts as 0 for the comparison.
    against_critical = one.at_least(margin if least is None else max(margin, least))
    return chance_above(one, other, margin, least) + other.critical * against_critical


def opposed_odds(
    question: str, one: TraitRoll, other: TraitRoll, rules: Ruleset, cited: tuple[str, ...] = ()
) -> Odds:
    """The odds of an opposed roll, as the one who acts sees them."""
    by_raises = [wins(one, other, count, rules) for count in range(MOST_RAISES + 1)]
    found = {
        "critical_failure": one.critical,
        "plain_failure": 1 - one.critical - by_raises[0],
        "plain_success": by_raises[0] - by_raises[1],
        "raise": by_raises[1],
    }
    events = [("win", by_raises[0]), ("success", by_raises[0]), ("failure", 1 - by_raises[0])]
    events += [(name, p) for name, p in found.items() if not p]
    for count in range(1, MOST_RAISES):
        events.append((several(count, "raise"), by_raises[count] - by_raises[count + 1]))
    events.append((f"{MOST_RAISES}_raises_or_more", by_raises[MOST_RAISES]))
    minimum = rules.opposed.minimum
    if minimum is not None:
        events.append(("below_minimum", 1 - one.critical - one.at_least(minimum)))
    events.append(("tie", _tie(one, other, minimum)))
    rules_of = ("opposed.order", "opposed.tie", "opposed.raise", *cited)
    return Odds(question, outcomes(found), tuple(events), rules=rules_of)


def _tie(one: TraitRoll, other: TraitRoll, least: int | None) -> Fraction:
    """The chance that both totals are the same, which the other side wins."""
    return chance_above(one, other, 0, least) - chance_above(one, other, 1, least)


def opposed(
    die: str | Die | Character,
    name: str | None = None,
    *,
    against: str | Die | Character,
    against_name: str | None = None,
    wild_card: bool = False,
    against_wild_card: bool = False,
    modifiers: Modifiers = 0,
    against_modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of an opposed roll: `opposed("d8", against="d6", wild_card=True)`, or of two characters.

    Outcomes are those of the one who acts: `critical_failure`, `plain_failure`, `plain_success`, `raise`. Events are
    `win`, `1_raise`, `2_raises`, `3_raises_or_more`, `below_minimum` and `tie`, which the other side wins.

    Args:
        die: The die of the one who acts, or a character.
        name: The trait of that character.
        against: The die of the other side, or a character.
        against_name: The trait of that character; left out, the same.
        wild_card: Whether the one who acts rolls a Wild Die.
        against_wild_card: Whether the other side does.
        modifiers: Modifiers of the one who acts.
        against_modifiers: Modifiers of the other side.
        rules: The ruleset.
    """
    own = modifier_sum(modifiers)
    if isinstance(against, Character):
        exposed = condition.vulnerable(against.conditions, against.name, rules)
        own += exposed.value if exposed else 0
        against_name = against_name or name
    one, who = roll_asked(die, name, wild_card, own, rules)
    other, whom = roll_asked(against, against_name, against_wild_card, against_modifiers, rules)
    return opposed_odds(f"{who} against {whom}", one, other, rules)
