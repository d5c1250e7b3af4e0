"""Conditions that change the numbers of a roll (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Collection

from sw_data.models import Modifier
from sw_data.rules.ruleset import Ruleset

DISTRACTED = Modifier("distracted", -2, "condition.distracted")


def distracted(conditions: Collection[str], rules: Ruleset) -> Modifier | None:
    """The penalty of the Distracted (`condition.distracted`)."""
    return DISTRACTED if rules.condition.published and "distracted" in conditions else None


def vulnerable(conditions: Collection[str], name: str, rules: Ruleset) -> Modifier | None:
    """The bonus of those who act against the Vulnerable (`condition.vulnerable`)."""
    if not rules.condition.published or "vulnerable" not in conditions:
        return None
    return Modifier(f"{name} is vulnerable", 2, "condition.vulnerable")


def cannot_act(conditions: Collection[str], rules: Ruleset) -> str | None:
    """The rule that keeps one from acting at all, forced rolls of the Stunned aside; None if none does."""
    if "dead" in conditions or "incapacitated" in conditions:
        return "incapacitation.restricts"
    if rules.condition.published and "stunned" in conditions:
        return "condition.stunned"
    return None
