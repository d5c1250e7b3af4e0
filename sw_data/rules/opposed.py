"""Opposed rolls: one acts, the other holds against it (rules.md section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sw_data.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Contest:
    """Who wins, by how much, and the initiator's raises (`opposed.tie`, `opposed.raise`).

    `margin` is the winner's total less the loser's; None when the other side did not roll.
    """

    winner: Literal["actor", "target"]
    margin: int | None
    raises: int


def fails_at_once(total: int, critical: bool, rules: Ruleset) -> bool:
    """Whether the initiator fails before the other side rolls (`opposed.order`)."""
    minimum = rules.opposed.minimum
    return critical or (minimum is not None and total < minimum)


def contest(total: int, other: int, other_critical: bool, rules: Ruleset) -> Contest:
    """The contest of two totals, the initiator's first; a critical failure of the other counts as 0."""
    against = 0 if other_critical else other
    if total > against:
        margin = total - against
        return Contest("actor", margin, margin // rules.trait.raise_step)
    return Contest("target", against - total, 0)
