"""Several hits of one attack, each soaked by itself (rules.md section 3, `soak.when`).

The hits are dealt first, then soaked, each against the wounds dealt before it (`soak.penalty`). Which hit a benny
goes to, and whether a roll is good enough, is played as in `soaking`. Only where a hit deals far more wounds than can
be held is the order fixed: its soak first, until few enough stay, then the others'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from sw_data.odds.harm import State, state_of
from sw_data.odds.rolls import TraitRoll
from sw_data.odds.sheet import Target
from sw_data.odds.soak_tail import DOWN, Tail
from sw_data.odds.soaking import Soaker, Standing, fewer, soak_rolls, struck_and_soaked
from sw_data.odds.totals import Distribution, classified
from sw_data.rules import damage as damage_rule
from sw_data.rules.ruleset import Ruleset

Row: TypeAlias = tuple[bool, ...]
_Ends: TypeAlias = dict[tuple[int, bool], Fraction]
"""How many wounds stay, DOWN if too many, and whether they leave one Shaken: the chance of each."""


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The hits that wound, as dealt.

    Attributes:
        wounds: The wounds of each.
        shakes: Whether each leaves the target Shaken, unless it is soaked as a whole.
        shaken: Whether the target is Shaken by a hit that deals no wound.
        now: Whether it is Shaken before the next hit.
    """

    wounds: tuple[int, ...] = ()
    shakes: tuple[bool, ...] = ()
    shaken: bool = False
    now: bool = False


def struck_and_soaked_in_turn(
    rows: Mapping[Row, Fraction],
    plain: Distribution,
    raised: Distribution,
    target: Target,
    soaker: Soaker,
    vigor: Callable[[int], TraitRoll],
    rules: Ruleset,
) -> dict[State, Fraction]:
    """Where rows of hits leave a target that was hit at all, and that soaks.

    Args:
        rows: The chance of each row of hits, True being a hit with a raise.
        plain: The damage of a hit.
        raised: The damage of a hit with a raise.
        target: The target.
        soaker: Who soaks a first hit.
        vigor: The Vigor roll of one who holds so many wounds.
        rules: The ruleset.
    """
    out: dict[State, Fraction] = {}
    if all(len(row) < 2 for row in rows):
        for row, p in rows.items():
            if row:
                damage = raised if row[0] else plain
                for state, q in struck_and_soaked(
                    state_of(target), damage, target, soaker, rules
                ).items():
                    out[state] = out.get(state, Fraction(0)) + p * q
        return out
    burst = _Burst(plain, raised, target, soaker, vigor, rules)
    for row, p in rows.items():
        if row:
            for state, q in burst.ends(row).items():
                out[state] = out.get(state, Fraction(0)) + p * q
    return out


class _Burst:
    """Rows of hits on one target, what they have in common looked at once."""

    def __init__(
        self,
        plain: Distribution,
        raised: Distribution,
        target: Target,
        soaker: Soaker,
        vigor: Callable[[int], TraitRoll],
        rules: Ruleset,
    ) -> None:
        self.plain = plain
        self.raised = raised
        self.target = target
        self.bennies = soaker.bennies
        self.left = soaker.left
        self.vigor = vigor
        self.rules = rules
        start = _Dealt(now=target.shaken)
        self.standing: dict[Row, dict[_Dealt, Fraction]] = {(): {start: Fraction(1)}}
        self.fallen: dict[Row, dict[State, Fraction]] = {(): {}}
        self.known: dict[tuple[_Dealt, int, int], _Ends] = {}
        self.struck: dict[
            tuple[_Dealt, bool], tuple[dict[_Dealt, Fraction], dict[State, Fraction]]
        ] = {}
        self.rolls: dict[tuple[int, int], dict[Standing, Fraction]] = {}

    def ends(self, row: Row) -> dict[State, Fraction]:
        """Where a row of hits leaves the target, soaks included."""
        if self.target.down:
            return {state_of(self.target): Fraction(1)}
        self._follow(row)
        out = dict(self.fallen[row])
        for dealt, p in self.standing[row].items():
            _merge(out, self._settled(dealt, 0, self.bennies), p)
        return out

    def _follow(self, row: Row) -> None:
        if row in self.standing:
            return
        self._follow(row[:-1])
        fallen = dict(self.fallen[row[:-1]])
        standing: dict[_Dealt, Fraction] = {}
        for dealt, p in self.standing[row[:-1]].items():
            key = dealt, row[-1]
            if key not in self.struck:
                self.struck[key] = self._strike(dealt, self.raised if row[-1] else self.plain)
            up, down = self.struck[key]
            for after, q in up.items():
                standing[after] = standing.get(after, Fraction(0)) + p * q
            _merge(fallen, down, p)
        self.standing[row], self.fallen[row] = standing, fallen

    def _strike(
        self, dealt: _Dealt, damage: Distribution
    ) -> tuple[dict[_Dealt, Fraction], dict[State, Fraction]]:
        """One more hit: as dealt where it does not fell the target; else, soaked, where that leaves it."""
        target, rules = self.target, self.rules
        spare = self.left - sum(dealt.wounds)
        roll = self.vigor(target.wounds + sum(dealt.wounds))
        tail = Tail(damage, target.toughness, Soaker(roll, self.bennies, spare), rules)
        large = target.toughness + rules.trait.raise_step * tail.start

        def harm(total: int) -> tuple[int, bool]:
            found = damage_rule.harm(total, target.toughness, dealt.now, target.hardy, rules)
            return found.wounds, found.shakes

        chances = classified(damage, lambda total: None if total >= large else harm(total), large)
        up: dict[_Dealt, Fraction] = {}
        down: dict[State, Fraction] = {}
        for found, p in chances.items():
            if found is None:
                _merge(down, self._far_too_many(dealt, tail, harm(large)[1], p), Fraction(1))
                continue
            wounds, shakes = found
            after = _with(dealt, wounds, shakes)
            if wounds <= spare:
                up[after] = up.get(after, Fraction(0)) + p
            else:
                _merge(down, self._settled(after, 0, self.bennies), p)
        return up, down

    def _far_too_many(
        self, dealt: _Dealt, tail: Tail, shakes: bool, p: Fraction
    ) -> dict[State, Fraction]:
        """A hit that deals far more wounds than can be held: its soak first, then the others'."""
        out: dict[State, Fraction] = {}
        left = p
        for spent, attempt in enumerate(tail.attempts(), 1):
            for stay, q in enumerate(attempt):
                left -= q
                shaken = dealt.shaken or (shakes and stay > 0)
                others = _Dealt(dealt.wounds, dealt.shakes, shaken)
                _merge(out, self._settled(others, stay, self.bennies - spent), q)
        _merge(out, {self._state(DOWN, True): left}, Fraction(1))
        return out

    def _settled(self, dealt: _Dealt, more: int, bennies: int) -> dict[State, Fraction]:
        """Where hits leave the target once it has soaked; `more` wounds are settled already."""
        plain = _Dealt(dealt.wounds, dealt.shakes, dealt.shaken)
        key = plain, more, bennies
        if key not in self.known:
            self.known[key] = _Soaks(self, plain, more).played((None,) * len(plain.wounds), bennies)
        return {self._state(stay, shaken): p for (stay, shaken), p in self.known[key].items()}

    def _state(self, stay: int, shaken: bool) -> State:
        target = self.target
        if stay != DOWN:
            return State(target.wounds + stay, target.shaken or shaken, False)
        held, _ = damage_rule.wounds_held(
            target.wounds, self.left + 1, target.most, target.wild_card
        )
        return State(held, True, True)

    def roll(self, wounds_before: int, dealt: int) -> dict[Standing, Fraction]:
        """What one soak roll leaves of so many wounds, with the penalty of those dealt before."""
        key = wounds_before, dealt
        if key not in self.rolls:
            roll = self.vigor(self.target.wounds + wounds_before)
            self.rolls[key] = soak_rolls(roll, dealt, self.left, self.rules)
        return self.rolls[key]


class _Soaks:
    """The soaks of one attack's hits, played as well as can be."""

    def __init__(self, burst: _Burst, dealt: _Dealt, more: int) -> None:
        self.burst = burst
        self.dealt = dealt
        self.more = more
        self.best = burst.rules.benny.reroll_keeps == "best"
        self.locks = not burst.rules.reroll.allow_critical
        self.known: dict[tuple[tuple[Standing | None, ...], int], _Ends] = {}

    def played(self, tried: tuple[Standing | None, ...], bennies: int) -> _Ends:
        """What comes of it from here.

        Args:
            tried: What each hit's soak leaves as it stands; None: not soaked yet.
            bennies: Bennies left.
        """
        key = tried, bennies
        if key in self.known:
            return self.known[key]
        best = self._stop(tried)
        cost = _cost(best)
        if bennies:
            for index, standing in enumerate(tried):
                if standing == "critical" and self.locks:
                    continue
                if standing == 0:
                    continue
                found = self._rolled(tried, index, bennies)
                found_cost = _cost(found)
                if found_cost < cost:
                    best, cost = found, found_cost
        self.known[key] = best
        return best

    def _rolled(self, tried: tuple[Standing | None, ...], index: int, bennies: int) -> _Ends:
        wounds = self.dealt.wounds
        standing = tried[index]
        out: _Ends = {}
        for new, p in self.burst.roll(sum(wounds[:index]), wounds[index]).items():
            kept = new if standing is None or not self.best else fewer(standing, new)
            after = (*tried[:index], kept, *tried[index + 1 :])
            for end, q in self.played(after, bennies - 1).items():
                out[end] = out.get(end, Fraction(0)) + p * q
        return out

    def _stop(self, tried: tuple[Standing | None, ...]) -> _Ends:
        stay, shaken = self.more, self.dealt.shaken
        for standing, wounds, shakes in zip(
            tried, self.dealt.wounds, self.dealt.shakes, strict=True
        ):
            left = wounds if standing is None or standing == "critical" else standing
            if left == DOWN:
                return {(DOWN, True): Fraction(1)}
            stay += left
            shaken = shaken or (shakes and left > 0)
        return {(DOWN, True) if stay > self.burst.left else (stay, shaken): Fraction(1)}


def _with(dealt: _Dealt, wounds: int, shakes: bool) -> _Dealt:
    now = dealt.now or shakes
    if wounds:
        return _Dealt((*dealt.wounds, wounds), (*dealt.shakes, shakes), dealt.shaken, now)
    return _Dealt(dealt.wounds, dealt.shakes, dealt.shaken or shakes, now)


def _cost(ends: _Ends) -> tuple[Fraction, Fraction, Fraction]:
    """What a player wants little of: falling, wounds, being Shaken."""
    down = sum((p for (stay, _), p in ends.items() if stay == DOWN), start=Fraction(0))
    wounds = sum((p * stay for (stay, _), p in ends.items() if stay > 0), start=Fraction(0))
    shaken = sum(
        (p for (stay, is_shaken), p in ends.items() if is_shaken and stay != DOWN),
        start=Fraction(0),
    )
    return down, wounds, shaken


def _merge(out: dict[State, Fraction], more: Mapping[State, Fraction], p: Fraction) -> None:
    for state, q in more.items():
        if q:
            out[state] = out.get(state, Fraction(0)) + p * q
