"""Attacks: which skill, against what, at what range (rules.md section 3)."""

from __future__ import annotations

from typing import Literal

from sw_data.models import Modifier, Weapon
from sw_data.models.skills import folded
from sw_data.rules.ruleset import Ruleset

THROWN = frozenset({"throwing", "athletics"})
RANGED = THROWN | {"shooting"}


def trait_of(weapon: Weapon) -> str:
    """The skill that a weapon is used with when the action names none (`attack.melee`, `attack.ranged`)."""
    if weapon.trait:
        return weapon.trait
    if weapon.range is None:
        return "Fighting"
    says_strength = weapon.damage.strength if weapon.adds_strength is None else weapon.adds_strength
    return "Athletics" if says_strength else "Shooting"


def is_melee(weapon: Weapon, trait: str) -> bool:
    """Whether an attack with this weapon and skill is a melee attack (`attack.melee`)."""
    name = folded(trait)
    return name == "fighting" or (weapon.range is None and name not in RANGED)


def is_thrown(weapon: Weapon, trait: str) -> bool:
    """Whether the weapon is thrown (`weapon.damage_strength`)."""
    return weapon.range is not None and folded(trait) in THROWN


def bracket(
    distance: float, brackets: tuple[int, int, int]
) -> Literal["short", "medium", "long"] | None:
    """The range bracket of a distance in squares; None beyond the long one (`attack.range`)."""
    short, medium, long = brackets
    if distance <= short:
        return "short"
    if distance <= medium:
        return "medium"
    return "long" if distance <= long else None


def range_modifier(name: Literal["short", "medium", "long"], rules: Ruleset) -> Modifier:
    """The modifier of a range bracket (`attack.range`)."""
    value = {
        "short": rules.attack.range_short,
        "medium": rules.attack.range_medium,
        "long": rules.attack.range_long,
    }[name]
    return Modifier(f"{name} range", value, "attack.range")
