"""Soaking wounds (rules.md section 3)."""

from __future__ import annotations


def soaked(raises: int | None, dealt: int) -> int:
    """Wounds taken away by a roll with so many raises, None being a failure (`soak.result`).

    A success takes one and each raise one more, of that attack's wounds only.
    """
    return 0 if raises is None else min(dealt, 1 + raises)
