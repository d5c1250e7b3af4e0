"""Dice that have fallen: which die, in which role, its faces, their sum."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class RolledDie:
    """One die as it fell.

    Attributes:
        die: What was rolled, `d8`.
        role: What it was rolled as: `trait`, `wild`, `weapon`, `strength`, `raise`, `damage`, `table`, `obstacle`.
        faces: The faces in rolling order, an Ace followed by its further faces (rule `dice.ace`).
        total: Their sum.
    """

    die: str
    role: str
    faces: tuple[int, ...]
    total: int
