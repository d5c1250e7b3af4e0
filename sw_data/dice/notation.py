"""Dice as people write them: `d8`, `d12+2`, `2d8+1`, `Str+d10` (contract.md section 1).

Only our own notation is read here. What a Virtual Tabletop writes (`@str+d6`, `1d8x`) is the business of its format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sw_data.errors import NotationError

STEPS: Final = (4, 6, 8, 10, 12)
"""The sides of a trait die, in steps (rule `dice.trait`)."""

MAX_SIDES: Final = 1000
MAX_DICE: Final = 100
MAX_FLAT: Final = 99_999

_DIE = re.compile(r"^\s*1?[dD]([0-9]{1,20})\s*(?:([+-])\s*([0-9]{1,20}))?\s*$")
_TERM = re.compile(
    r"\s*([+-]?)\s*(?:([0-9]{0,20})[dD]([0-9]{1,20})|([0-9]{1,20})|([sS][tT][rR])\b)\s*"
)


@dataclass(frozen=True, slots=True, order=False)
class Die:
    """A die with a flat bonus: `d8`, `d12+2`.

    The bonus is added to the total, not to the face (rule `dice.trait`).
    """

    sides: int
    bonus: int = 0

    @staticmethod
    def parse(text: str) -> Die:
        """The die that a text names; NotationError if it names none."""
        return _parse_die(text)

    def __str__(self) -> str:
        return f"d{self.sides}{self.bonus:+d}" if self.bonus else f"d{self.sides}"

    @property
    def rank(self) -> tuple[int, int]:
        """What dice are compared by: the sides, then the bonus."""
        return (self.sides, self.bonus)

    def stepped(self, steps: int) -> Die:
        """The die so many steps up (or, negative, down): d4 d6 d8 d10 d12 d12+1 …, never below d4.

        Rule `dice.step`. A bonus below d12 (a `d8+1`) is kept while the sides move.
        """
        sides, bonus = self.sides, self.bonus
        for _ in range(abs(steps)):
            if steps > 0:
                if sides >= 12:
                    bonus += 1
                else:
                    sides = next(s for s in STEPS if s > sides)
            elif sides >= 12 and bonus > 0:
                bonus -= 1
            else:
                sides = max((s for s in STEPS if s < sides), default=4)
        return Die(sides, bonus)

    def steps_to(self, other: Die) -> int:
        """How many steps up lead from this die to `other`; 0 if it is no larger."""
        return max(0, other.position - self.position)

    @property
    def position(self) -> int:
        """The place of the die on the ladder d4 = 0, d6 = 1 … d12 = 4, d12+1 = 5."""
        place = sum(1 for sides in STEPS if sides < self.sides)
        return place + self.bonus if self.sides >= 12 else place


@lru_cache(maxsize=4096)
def _parse_die(text: str) -> Die:
    match = _DIE.match(text)
    if match is None:
        raise NotationError(f"{_brief(text)} is no die; a die is written like 'd8' or 'd12+2'")
    sides = int(match[1])
    if not 1 <= sides <= MAX_SIDES:
        raise NotationError(f"{_brief(text)} is no die: a die has 1 to {MAX_SIDES} sides")
    bonus = int(match[3]) if match[3] else 0
    if bonus > MAX_FLAT:
        raise NotationError(f"{_brief(text)} is no die: at most {MAX_FLAT} is added to one")
    return Die(sides, -bonus if match[2] == "-" else bonus)


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage expression: the weapon's own dice in written order, the wielder's Strength, a flat part.

    `Str+d10` is `Damage((10,), strength=True)`; `2d8+1` is `Damage((8, 8), flat=1)`.
    """

    dice: tuple[int, ...] = ()
    strength: bool = False
    flat: int = 0

    @staticmethod
    def parse(text: str) -> Damage:
        """The damage that a text names; NotationError if it cannot be read."""
        return _parse_damage(text)

    @property
    def largest_die(self) -> int | None:
        """The sides of the weapon's largest die; None if it has no die of its own."""
        return max(self.dice, default=None)

    def __str__(self) -> str:
        parts = ["Str"] if self.strength else []
        if self.dice:
            parts.append(write_dice(self.dice))
        text = "+".join(parts)
        if self.flat:
            return f"{text}{self.flat:+d}" if text else str(self.flat)
        return text or "0"


@lru_cache(maxsize=4096)
def _parse_damage(text: str) -> Damage:
    dice: list[int] = []
    strength = False
    flat = 0
    position = 0
    while position < len(text):
        match = _TERM.match(text, position)
        if match is None or (position > 0 and not match[1]):
            raise _no_damage(text, f"cannot read {_brief(text[position:])}")
        sign = -1 if match[1] == "-" else 1
        if match[3]:
            count, sides = int(match[2] or 1), int(match[3])
            if sign < 0:
                raise _no_damage(text, "dice are added, not subtracted")
            if not 1 <= sides <= MAX_SIDES:
                raise _no_damage(text, f"a die has 1 to {MAX_SIDES} sides, not {sides}")
            if not 1 <= count <= MAX_DICE:
                raise _no_damage(text, f"there are 1 to {MAX_DICE} dice in one, not {count}")
            dice.extend([sides] * count)
            if len(dice) > MAX_DICE:
                raise _no_damage(text, f"there are at most {MAX_DICE} dice in one")
        elif match[4]:
            if int(match[4]) > MAX_FLAT:
                raise _no_damage(text, f"at most {MAX_FLAT} is added or taken off")
            flat += sign * int(match[4])
        elif strength or sign < 0:
            raise _no_damage(text, "Strength is added, and only once")
        else:
            strength = True
        position = match.end()
    if not text.strip():
        raise _no_damage(text, "it is empty")
    return Damage(tuple(dice), strength, flat)


def _brief(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")


def _no_damage(text: str, why: str) -> NotationError:
    return NotationError(
        f"{_brief(text)} is no damage: {why}; damage is written like '2d8+1' or 'Str+d10'"
    )


def parse_dice(text: str) -> tuple[int, ...]:
    """The sides of the dice that a text like `2d6` or `d6+d8` names, in order, without any flat part."""
    damage = _parse_damage(text)
    if damage.strength or damage.flat or not damage.dice:
        raise NotationError(f"{text!r} are no dice; dice are written like '2d6' or 'd6+d8'")
    return damage.dice


def write_dice(sides: Iterable[int]) -> str:
    """Dice as text, neighbours of one kind together: (8, 8, 6) is `2d8+d6`."""
    parts: list[str] = []
    run, count = 0, 0
    for side in [*sides, 0]:
        if side == run:
            count += 1
            continue
        if count:
            parts.append(f"{count if count > 1 else ''}d{run}")
        run, count = side, 1
    return "+".join(parts)
