"""Dice rolled by themselves, from a seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sw_data.api.arguments import checked, strength_die
from sw_data.dice import Damage, Die, RolledDie, Seeded
from sw_data.errors import ImpossibleError
from sw_data.rules.ruleset import CORE, Ruleset


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as they fell, and what they come to.

    Attributes:
        expression: What was rolled, as it was written.
        seed: The seed that rolls the same dice again.
        dice: The dice in rolling order.
        flat: What is added to them.
        total: All dice and the flat part together; with a Wild Die, the better of the two and the flat part.
        wild: Whether a Wild Die was rolled.
        critical_failure: Whether trait die and Wild Die both show a 1 (rule `trait.critical_failure`).
    """

    expression: str
    seed: int
    dice: tuple[RolledDie, ...]
    flat: int
    total: int
    wild: bool = False
    critical_failure: bool = False

    def __str__(self) -> str:
        """The dice as they fell, what they come to, and the seed that rolls them again."""
        from sw_data.display.outcomes import dice_text

        flat = f" {self.flat:+d}" if self.flat else ""
        failed = ", a critical failure" if self.critical_failure else ""
        dice = dice_text(self.dice)
        return f"{self.expression}: {dice}{flat} = {self.total}{failed} (seed {self.seed})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def to_json(self) -> dict[str, Any]:
        """The roll as `sw-data roll --format json` prints it."""
        return {
            "expression": self.expression,
            "seed": self.seed,
            "dice": [
                {"die": d.die, "role": d.role, "faces": list(d.faces), "total": d.total}
                for d in self.dice
            ],
            "flat": self.flat,
            "total": self.total,
            "critical_failure": self.critical_failure,
        }


@checked(rules="a ruleset")
def roll(
    expression: str,
    *,
    seed: int | None = None,
    strength: Die | str | None = None,
    wild: bool = False,
    rules: Ruleset = CORE,
    number: int = 1,
) -> Roll:
    """Rolls dice like `d8`, `2d6+1` or `Str+d10`; each of them can Ace (rule `dice.ace`).

    Args:
        expression: The dice, as damage is written.
        seed: What the dice are rolled from; without one it is drawn, and the result says which.
        strength: The Strength die that `Str` stands for.
        wild: Roll one die as a trait, with a Wild Die beside it.
        rules: The ruleset, for its Wild Die.
        number: The number of the roll, from 1; each number of a seed has dice of its own.

    Raises:
        NotationError: The expression cannot be read.
        ImpossibleError: `Str` without a Strength, or a Wild Die beside several dice.
    """
    written = Damage.parse(expression)
    given = strength_die(strength)
    if written.strength and given is None:
        raise ImpossibleError(
            f"{expression!r} adds Strength, and no Strength die is given; say which, like d8"
        )
    if not (written.dice or written.strength):
        raise ImpossibleError(
            f"{expression!r} has no dice to roll; write them like 'd8', '2d6+1' or 'Str+d10'"
        )
    one = len(written.dice) == 1 and not written.strength
    if wild and not one:
        raise ImpossibleError(
            f"{expression!r} is no trait; a Wild Die is rolled beside one die, like 'd8' or 'd12+2'"
        )
    seed = secrets.randbits(32) if seed is None else seed
    pool = Seeded(seed, "roll" if number == 1 else f"roll.{number}", "roll")
    dice = [_rolled(pool, sides, "trait" if wild else "damage") for sides in written.dice]
    flat = written.flat
    if written.strength and given is not None:
        dice.append(_rolled(pool, given.sides, "strength"))
        flat += given.bonus
    if wild:
        dice.append(_rolled(pool, rules.trait.wild_die.sides, "wild"))
    totals = [die.total for die in dice]
    return Roll(
        expression=expression,
        seed=seed,
        dice=tuple(dice),
        flat=flat,
        total=(max(totals) if wild else sum(totals)) + flat,
        wild=wild,
        critical_failure=wild and all(die.faces[0] == 1 for die in dice),
    )


def _rolled(pool: Seeded, sides: int, role: str) -> RolledDie:
    faces = pool.die(sides)
    return RolledDie(f"d{sides}", role, faces, sum(faces))
