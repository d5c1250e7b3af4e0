"""How many turns until something happens: every turn anew, or a fight that wears a target down."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

from sw_data.errors import ImpossibleError
from sw_data.models import Character, Vehicle, Weapon
from sw_data.odds.attacks import attack
from sw_data.odds.chances import Odds
from sw_data.odds.recovery import recover
from sw_data.odds.rolls import Modifiers
from sw_data.odds.shown import Showing
from sw_data.odds.totals import ROUNDING, nearest, written
from sw_data.rules.ruleset import CORE, Ruleset

S = TypeVar("S")

MAX_TURNS: Final = 1_000

_COMPARED = re.compile(r"^\s*(>=|<=|==|=|>|<)?\s*([0-9]{1,4})\s*$")


@dataclass(frozen=True, slots=True)
class Waiting(Showing):
    """How many turns pass until something happens, the turn of the event counted; exact, and without an end.

    Attributes:
        question: What is waited for.
        happens: From each state, the chance that it happens this turn. The first state is the start.
        stays: From each state, the chance that it does not, and that each state follows.
    """

    question: str
    happens: tuple[Fraction, ...]
    stays: tuple[tuple[Fraction, ...], ...]

    @property
    def ever(self) -> Fraction:
        """The chance that it happens at all."""
        return _solved(self.stays, self.happens)[0]

    @property
    def mean(self) -> Fraction | None:
        """The number of turns on average; None if it may never happen."""
        if self.ever != 1:
            return None
        return _solved(self.stays, tuple(Fraction(1) for _ in self.happens))[0]

    def _by_turn(self, turns: int) -> list[Fraction]:
        """The chance of each turn from the first."""
        if turns > MAX_TURNS:
            raise ImpossibleError(f"odds of turn {turns}; at most {MAX_TURNS} can be asked for")
        out: list[Fraction] = []
        now = [Fraction(1)] + [Fraction(0)] * (len(self.happens) - 1)
        for _ in range(turns):
            out.append(
                sum((p * q for p, q in zip(now, self.happens, strict=True)), start=Fraction(0))
            )
            now = [
                sum(
                    (p * row[index] for p, row in zip(now, self.stays, strict=True)),
                    start=Fraction(0),
                )
                for index in range(len(now))
            ]
        return out

    def chance(self, turn: int) -> Fraction:
        """The chance that it happens in exactly this turn, from 1."""
        return self._by_turn(turn)[-1] if turn > 0 else Fraction(0)

    def at_most(self, turns: int) -> Fraction:
        """The chance that it has happened by this turn."""
        return sum(self._by_turn(turns), start=Fraction(0)) if turns > 0 else Fraction(0)

    def p(self, event: str | int) -> Fraction:
        """The chance of an event: a turn (`3`), `"<=3"`, `"<3"`, or, for ever counted in, `">3"`, `">=3"`."""
        if isinstance(event, int):
            return self.chance(event)
        match = _COMPARED.match(event)
        if match is None:
            raise ImpossibleError(f"{event!r} is no number of turns; write '3', '<=3' or '>3'")
        turns = int(match[2])
        if match[1] in ("<=", ">"):
            by_then = self.at_most(turns)
            return by_then if match[1] == "<=" else 1 - by_then
        if match[1] in ("<", ">="):
            before = self.at_most(turns - 1)
            return before if match[1] == "<" else 1 - before
        return self.chance(turns)

    def table(self, upto: int | None = None) -> list[dict[str, Any]]:
        """One row a turn: `turn`, `p`, `at_most`; the last row, `turn` None, is what is left.

        Args:
            upto: The last turn that has a row; left out, until less than a thousandth is left, or 20 rows.
        """
        last = 20 if upto is None else upto
        rows: list[dict[str, Any]] = []
        so_far, ever = Fraction(0), self.ever
        for turn, p in enumerate(self._by_turn(last), 1):
            so_far += p
            rows.append({"turn": turn, "p": p, "at_most": so_far})
            if upto is None and ever - so_far < ROUNDING:
                break
        if so_far != 1:
            rows.append({"turn": None, "p": 1 - so_far, "at_most": Fraction(1)})
        return rows

    def to_json(self) -> dict[str, Any]:
        """The table as JSON, each chance as a number and as a fraction."""
        mean = self.mean
        return {
            "question": self.question,
            "mean": None if mean is None else nearest(mean),
            "ever": float(self.ever),
            "turns": [
                {
                    "turn": row["turn"],
                    **written("p", row["p"]),
                    **written("at_most", row["at_most"]),
                }
                for row in self.table()
            ],
        }


def until(odds: Odds, event: str) -> Waiting:
    """How many turns until an event, tried anew every turn: `until(attack(…), "hit")`.

    Args:
        odds: The odds of one turn.
        event: An outcome or event of these odds.
    """
    p = odds.p(event)
    name = event.replace("_", " ")
    return Waiting(f"turns until {name}: {odds.question}", (p,), ((1 - p,),))


def turns_to_fell(
    attacker: Character,
    weapon: str | Weapon,
    *,
    target: Character | Vehicle,
    recovers: bool = False,
    range: Literal["short", "medium", "long"] | None = None,
    attacks: int | None = None,
    modifiers: Modifiers = 0,
    damage_modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Waiting:
    """How many attacks, one a turn, until the target is Incapacitated or Wrecked; wounds and Shaken add up.

    Args:
        attacker: Who attacks, the same every turn.
        weapon: The weapon, or the name of one of the attacker's.
        target: Who is attacked.
        recovers: Whether a Shaken target rolls to shake it off between attacks (`shaken.recover`).
        range: The range bracket.
        attacks: How many trait dice each turn.
        modifiers: Modifiers of every attack roll.
        damage_modifiers: Modifiers of every damage roll.
        rules: The ruleset.
    """

    def step(state: tuple[int, bool]) -> dict[tuple[int, bool] | None, Fraction]:
        wounds, shaken = state
        now = _hurt(target, wounds, shaken)
        odds = attack(
            attacker,
            weapon,
            target=now,
            range=range,
            attacks=attacks,
            modifiers=modifiers,
            damage_modifiers=damage_modifiers,
            rules=rules,
        )
        out: dict[tuple[int, bool] | None, Fraction] = {}
        for each in odds.outcomes:
            if each.outcome in ("incapacitated", "wrecked"):
                out[None] = out.get(None, Fraction(0)) + each.p
                continue
            hurt = each.counts or 0
            is_shaken = (
                shaken or each.outcome == "shaken" or (hurt > 0 and rules.damage.wound_shakes)
            )
            for after, p in _recovered(target, wounds + hurt, is_shaken, recovers, rules).items():
                out[after] = out.get(after, Fraction(0)) + each.p * p
        return out

    start = (target.wounds.value, "shaken" in target.conditions)
    name = weapon if isinstance(weapon, str) else weapon.name
    question = f"turns until {attacker.name} fells {target.name} with {name}"
    return _waiting(question, start, step)


def _hurt(target: Character | Vehicle, wounds: int, shaken: bool) -> Character | Vehicle:
    others = tuple(each for each in target.conditions if each != "shaken")
    changed = {
        "wounds": target.wounds.model_copy(update={"value": wounds}),
        "conditions": (*others, "shaken") if shaken else others,
    }
    return target.model_copy(update=changed)


def _recovered(
    target: Character | Vehicle, wounds: int, shaken: bool, recovers: bool, rules: Ruleset
) -> Mapping[tuple[int, bool], Fraction]:
    if not (shaken and recovers) or isinstance(target, Vehicle):
        return {(wounds, shaken): Fraction(1)}
    hurt = _hurt(target, wounds, shaken)
    assert isinstance(hurt, Character)
    free = recover(hurt, rules=rules).p("not_shaken")
    return {(wounds, False): free, (wounds, True): 1 - free}


def _waiting(question: str, start: S, step: Callable[[S], Mapping[S | None, Fraction]]) -> Waiting:
    """The states that can be come to, and how they follow each other; None is the event."""
    states = [start]
    rows: list[Mapping[S | None, Fraction]] = []
    while len(rows) < len(states):
        row = step(states[len(rows)])
        rows.append(row)
        states += [state for state in row if state is not None and state not in states]
    happens = tuple(row.get(None, Fraction(0)) for row in rows)
    stays = tuple(tuple(row.get(state, Fraction(0)) for state in states) for row in rows)
    return Waiting(question, happens, stays)


def _solved(stays: tuple[tuple[Fraction, ...], ...], right: tuple[Fraction, ...]) -> list[Fraction]:
    """X in x = right + stays·x; states that nothing leads out of count 0."""
    size = len(right)
    rows = [
        [Fraction(int(i == j)) - stays[i][j] for j in range(size)] + [right[i]] for i in range(size)
    ]
    for pivot in range(size):
        best = next((i for i in range(pivot, size) if rows[i][pivot]), None)
        if best is None:
            continue
        rows[pivot], rows[best] = rows[best], rows[pivot]
        head = rows[pivot][pivot]
        rows[pivot] = [value / head for value in rows[pivot]]
        for i in range(size):
            factor = rows[i][pivot]
            if i != pivot and factor:
                rows[i] = [
                    value - factor * other
                    for value, other in zip(rows[i], rows[pivot], strict=True)
                ]
    return [row[-1] if rows[i][i] else Fraction(0) for i, row in enumerate(rows)]
