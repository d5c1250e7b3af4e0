"""Armor too heavy for its wearer (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Iterable

from sw_data.dice import Die
from sw_data.models import ArmorPiece
from sw_data.rules.ruleset import Ruleset


def weak_penalty(pieces: Iterable[ArmorPiece], strength: Die, rules: Ruleset) -> int:
    """What too heavy armor costs Pace and Agility, zero or negative; the worst piece counts (`armor.weak`)."""
    per_step = rules.armor.weak_per_step
    if not per_step:
        return 0
    lacking = (
        strength.steps_to(piece.min_strength)
        for piece in pieces
        if piece.worn and piece.min_strength is not None
    )
    return per_step * max(lacking, default=0)
