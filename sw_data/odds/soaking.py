"""Soaking wounds with bennies, played as well as can be (rules.md section 3).

Played well means: the least chance to be Incapacitated; then the fewest wounds on average; then the least chance to be
left Shaken. Wounds that damage can deal have no highest number, and neither has a soak roll: from some number of
wounds on the choice is always to go on until one stands, and what that comes to is summed in closed form.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final, Literal, TypeAlias

from sw_data.errors import ImpossibleError
from sw_data.odds.harm import State
from sw_data.odds.rolls import TraitRoll
from sw_data.odds.sheet import Target
from sw_data.odds.soak_tail import DOWN, Stay, Tail
from sw_data.odds.totals import Distribution, classified
from sw_data.rules import damage as damage_rule
from sw_data.rules import soak as rule
from sw_data.rules import trait
from sw_data.rules.ruleset import Ruleset

MAX_BENNIES: Final = 10

Standing: TypeAlias = "int | Literal['critical']"


@dataclass(frozen=True, slots=True)
class Soaker:
    """One who soaks: the Vigor roll with the penalty of the wounds held before, the bennies, what can be held.

    Attributes:
        roll: The Vigor roll.
        bennies: How many bennies may be spent.
        left: How many more wounds can be held.
        known: What stays of so many wounds, as far as it was asked for before.
    """

    roll: TraitRoll
    bennies: int
    left: int

    known: dict[int, Stay] = field(default_factory=dict[int, Stay], compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.bennies <= MAX_BENNIES:
            raise ImpossibleError(
                f"odds of {self.bennies} bennies; 0 to {MAX_BENNIES} can be asked for"
            )


def stays(soaker: Soaker, dealt: int, rules: Ruleset) -> Stay:
    """How many of the wounds dealt by a hit stay (`soak.result`, `soak.reroll`)."""
    if dealt not in soaker.known:
        soaker.known[dealt] = _stays(soaker, dealt, rules)
    return soaker.known[dealt]


def _stays(soaker: Soaker, dealt: int, rules: Ruleset) -> Stay:
    if not soaker.bennies:
        return {_left(dealt, soaker.left): Fraction(1)}
    chances = soak_rolls(soaker.roll, dealt, soaker.left, rules)
    unsoaked = _left(dealt, soaker.left)
    best = rules.benny.reroll_keeps == "best"

    @cache
    def played(standing: Standing, bennies: int) -> tuple[tuple[int, Fraction], ...]:
        """What comes of it when this roll stands for now."""
        now = unsoaked if standing == "critical" else standing
        stop = ((now, Fraction(1)),)
        if not bennies or (standing == "critical" and not rules.reroll.allow_critical):
            return stop
        further: Stay = {}
        for new, p in chances.items():
            kept = fewer(standing, new) if best else new
            for stay, q in played(kept, bennies - 1):
                further[stay] = further.get(stay, Fraction(0)) + p * q
        again = tuple(further.items())
        return again if _cost(again) < _cost(stop) else stop

    out: Stay = {}
    for first, p in chances.items():
        for stay, q in played(first, soaker.bennies - 1):
            out[stay] = out.get(stay, Fraction(0)) + p * q
    return out


def soak_rolls(roll: TraitRoll, dealt: int, left: int, rules: Ruleset) -> dict[Standing, Fraction]:
    """How many wounds stay after one soak roll, DOWN if more than can be held, or that it fails critically."""
    tn = rules.trait.target_number

    def after(total: int) -> Standing:
        if roll.is_critical(total):
            return "critical"
        return _left(dealt - rule.soaked(trait.raises(total, tn, rules), dealt), left)

    return classified(
        roll.total, after, max(tn + rules.trait.raise_step * (dealt - 1), roll.bonus + 2)
    )


def _left(stay: int, most: int) -> int:
    return stay if stay <= most else DOWN


def fewer(standing: Standing, new: Standing) -> Standing:
    """Which of two rolls stands where the better is kept; a new critical failure stands all the same."""
    if new == "critical" or standing == "critical" or standing == DOWN:
        return new
    return standing if new == DOWN else min(standing, new)


def _cost(stay: Iterable[tuple[int, Fraction]]) -> tuple[Fraction, Fraction, Fraction]:
    """What a player wants little of, the most important first."""
    down = wounds = shaken = Fraction(0)
    for count, p in stay:
        if count == DOWN:
            down += p
        elif count:
            wounds += p * count
            shaken += p
    return down, wounds, shaken


def struck_and_soaked(
    before: State, damage: Distribution, target: Target, soaker: Soaker, rules: Ruleset
) -> dict[State, Fraction]:
    """Where one hit and its soak leave a target (`soak.*`)."""
    if before.down:
        return {before: Fraction(1)}
    step = rules.trait.raise_step

    def dealt(total: int) -> tuple[int, bool]:
        harm = damage_rule.harm(total, target.toughness, before.shaken, target.hardy, rules)
        return harm.wounds, harm.shakes

    tail = Tail(damage, target.toughness, soaker, rules)
    large = target.toughness + step * tail.start
    chances = classified(damage, lambda total: None if total >= large else dealt(total), large)
    out: dict[State, Fraction] = {}

    def add(stay: int, p: Fraction, shakes: bool) -> None:
        held = before.wounds + max(stay, 0)
        if stay == DOWN:
            held = damage_rule.wounds_held(
                before.wounds, soaker.left + 1, target.most, target.wild_card
            )[0]
        shaken = before.shaken or (shakes and stay != 0)
        state = State(held, shaken, stay == DOWN)
        out[state] = out.get(state, Fraction(0)) + p

    for harm, p in chances.items():
        if harm is None:
            for stay, q in tail.stays(p).items():
                add(stay, q, dealt(large)[1])
        elif not harm[0]:
            state = State(before.wounds, before.shaken or harm[1], False)
            out[state] = out.get(state, Fraction(0)) + p
        else:
            for stay, q in stays(soaker, harm[0], rules).items():
                add(stay, p * q, harm[1])
    return out
