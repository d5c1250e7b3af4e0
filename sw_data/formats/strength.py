"""Whether a weapon's damage has the wielder's Strength in it, and the damage with Strength written out."""

from __future__ import annotations

from typing import Final

from sw_data.dice import Damage
from sw_data.models import Weapon
from sw_data.models.skills import folded

_THROWN: Final = frozenset({"athletics", "throwing"})


def adds_strength(weapon: Weapon) -> bool:
    """Whether a weapon adds the wielder's Strength, by its own word or its kind (rule `weapon.damage_strength`)."""
    if weapon.adds_strength is not None:
        return weapon.adds_strength
    if weapon.damage.strength:
        return True
    thrown = weapon.trait is not None and folded(weapon.trait) in _THROWN
    return bool(weapon.damage.dice) and (weapon.range is None or thrown)


def written_out(weapon: Weapon) -> Damage:
    """The damage as a format has it that always writes Strength out."""
    return Damage(weapon.damage.dice, adds_strength(weapon), weapon.damage.flat)
