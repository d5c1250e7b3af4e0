"""The Vigor roll of the Incapacitated (rules.md section 3)."""

from __future__ import annotations


def dies(total: int, critical: bool) -> bool:
    """Whether the roll means death: a total of 1 or less, or a critical failure (`incapacitation.death`)."""
    return critical or total <= 1
