"""Opposed rolls: totals without an end against each other, summed in closed form (rules.md section 2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Final

from sw_data.dice import Die
from sw_data.models import Character
from sw_data.odds.chances import Odds, outcomes, several
from sw_data.odds.checks import notes_on, roll_asked
from sw_data.odds.rolls import Modifiers, TraitRoll, modifier_sum
from sw_data.odds.totals import checked, power_for, reached_of
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
    checked(start + margin - one.bonus, 2)
    masses, scale = other.total.mass(start - 1)
    head = Fraction(0)
    for total in range(lowest, start):
        wanted = total + margin if least is None else max(total + margin, least)
        head += masses[total - other.total.lowest] * one.at_least(wanted)
    return head / scale + _rest(one, other, margin, start)


def _rest(one: TraitRoll, other: TraitRoll, margin: int, start: int) -> Fraction:
    """The part of it in which `other` totals `start` or more."""
    period = lcm(*_dice(one), *_dice(other))
    first = start - other.bonus
    mine = _Falling(one, first + other.bonus + margin - one.bonus, period, period)
    theirs = _Falling(other, first, period + 1, period)
    rest = Fraction(0)
    for above, fall, unit in mine.parts:
        for at_least, other_fall, other_unit in theirs.parts:
            total = sum(
                p * (q - after) for p, q, after in zip(above, at_least, at_least[1:], strict=False)
            )
            both = fall * other_fall
            if total and both > 1:
                # The sum of 1 + 1/both + 1/both² + … is both/(both - 1).
                rest += Fraction(total * both, unit * other_unit * (both - 1))
    return rest


class _Falling:
    """The chances that a roll reaches totals in a row, as a sum of parts that fall by one factor each.

    A part is its chances in whole numbers, the factor by which they fall with every period, and their denominator.

    Args:
        roll: The roll.
        first: The first total that the dice must show.
        count: How many totals.
        period: A common multiple of the sides.
    """

    def __init__(self, roll: TraitRoll, first: int, count: int, period: int) -> None:
        self.parts: list[tuple[list[int], int, int]] = []
        for sides in _dice(roll):
            power = power_for(sides, first + count - 1)
            chances = [reached_of(sides, total, power) for total in range(first, first + count)]
            self.parts.append((chances, int(sides ** (period // sides)), int(sides**power)))
        if len(self.parts) == 2:
            (one, fall, unit), (other, other_fall, other_unit) = self.parts
            both = [-p * q for p, q in zip(one, other, strict=True)]
            self.parts.append((both, fall * other_fall, unit * other_unit))


def _dice(roll: TraitRoll) -> list[int]:
    return [roll.sides] if roll.wild is None else [roll.sides, roll.wild]


def wins(one: TraitRoll, other: TraitRoll | None, raises: int, rules: Ruleset) -> Fraction:
    """The chance that the one who acts wins with so many raises or more (`opposed.tie`, `opposed.raise`).

    Args:
        one: The roll of the one who acts.
        other: The other roll; None of one who cannot roll, which counts as a total of 0.
        raises: How many raises.
        rules: The ruleset.
    """
    least = rules.opposed.minimum
    margin = 1
    while (won := rule.contest(margin, 0, False, rules)).winner != "actor" or won.raises < raises:
        margin += 1
    # A critical failure of the other side counts as 0 for the comparison.
    against_critical = one.at_least(margin if least is None else max(margin, least))
    if other is None:
        return against_critical
    return chance_above(one, other, margin, least) + other.critical * against_critical


def opposed_odds(
    question: str,
    one: TraitRoll,
    other: TraitRoll | None,
    rules: Ruleset,
    cited: tuple[str, ...] = (),
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


def _tie(one: TraitRoll, other: TraitRoll | None, least: int | None) -> Fraction:
    """The chance that both totals are the same, which the other side wins."""
    if other is None:
        return Fraction(0)
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
    notes = (*notes_on(die, name), *notes_on(against, against_name))
    return replace(opposed_odds(f"{who} against {whom}", one, other, rules), notes=notes)
