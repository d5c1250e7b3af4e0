"""Damage against Toughness: Shaken, wounds, and when it is too much (rules.md section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from sw_data.rules.ruleset import Ruleset


@dataclass(slots=True)
class Harm:
    """What one amount of damage does to a character.

    Attributes:
        reached: Whether Toughness was reached at all.
        raises: Raises over Toughness.
        wounds: Wounds dealt, past the maximum too.
        shakes: Whether it leaves the target Shaken, unless every wound of it is soaked.
    """

    reached: bool
    raises: int
    wounds: int
    shakes: bool


def toughness_against(toughness: int, armor: int, ap: int) -> int:
    """Toughness after AP, which lowers the armor part only (`damage.compare`)."""
    return toughness - min(max(ap, 0), max(armor, 0))


def harm(damage: int, toughness: int, shaken: bool, hardy: bool, rules: Ruleset) -> Harm:
    """What damage does to a character (`damage.shaken`, `damage.shaken_again`, `damage.wounds`).

    Args:
        damage: The damage total.
        toughness: Toughness after AP.
        shaken: Whether the target is Shaken already.
        hardy: Whether a second Shaken does not wound the target.
        rules: The ruleset.
    """
    if damage < toughness:
        return Harm(False, 0, 0, False)
    raised = (damage - toughness) // rules.trait.raise_step
    if raised:
        return Harm(True, raised, raised, rules.damage.wound_shakes)
    if shaken and rules.damage.shaken_again and not hardy:
        return Harm(True, 0, 1, True)
    return Harm(True, 0, 0, True)


def wounds_held(held: int, more: int, maximum: int, wild_card: bool) -> tuple[int, bool]:
    """Wounds after `more`, and whether that Incapacitates (`damage.wild_card`, `damage.extra`)."""
    total = held + more
    if wild_card:
        return (maximum, True) if total > maximum else (total, False)
    return min(total, 1, max(maximum, held)), more > 0
