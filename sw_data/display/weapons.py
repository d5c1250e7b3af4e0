"""Weapons in somebody's hands as text."""

from __future__ import annotations

from sw_data.display.outcomes import changes_text
from sw_data.models import WieldedWeapon
from sw_data.models.weapon import Weapon


def in_hands_text(
    weapon: Weapon,
    shown: WieldedWeapon,
    *,
    attack_modifier: int,
    parry: int,
    rules: tuple[str, ...],
    indent: bool = False,
) -> str:
    """A weapon in somebody's hands: what it is worth in one line, and below what is lost, what is kept, and why."""
    head = f"{shown.name}: damage {shown.damage}, attack {attack_modifier:+d}, Parry {parry:+d}"
    lines = [head]
    if shown.too_weak:
        lines.append(
            f"too weak: it asks Strength {shown.required_strength}, these hands have "
            f"{shown.strength}{_by(rules, 'weapon.required_strength', 'weapon.weak_ranged')}"
        )
    elif shown.required_strength is not None:
        lines.append(f"strong enough: it asks Strength {shown.required_strength}")
    if str(weapon.damage) == shown.damage == "0":
        lines.append("damage: none on the sheet, or none that can be read")
    elif str(weapon.damage) != shown.damage:
        lines.append(
            f"damage: {weapon.damage} on the sheet"
            + _by(rules, "weapon.damage_strength", "weapon.damage_ranged", "weapon.strength_cap")
        )
    else:
        lines.append(
            "damage: as listed" + _by(rules, "weapon.damage_strength", "weapon.damage_ranged")
        )
    if shown.lost:
        lines.append(f"lost: {changes_text(shown.lost)}{_by(rules, 'weapon.benefits_lost')}")
    if shown.kept:
        lines.append(f"kept: {changes_text(shown.kept)}{_by(rules, 'weapon.penalties_kept')}")
    first, rest = ("  ", "      ") if indent else ("", "    ")
    return "\n".join([f"{first}{lines[0]}", *(f"{rest}{line}" for line in lines[1:])])


def _by(rules: tuple[str, ...], *wanted: str) -> str:
    named = [rule for rule in rules if rule in wanted]
    return f" [{', '.join(named)}]" if named else ""
