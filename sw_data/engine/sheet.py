"""What follows from a character's sheet alone: worked out once for a run, whatever becomes of the character in it."""

from __future__ import annotations

from typing import Any, Final

from sw_data.dice import Die
from sw_data.models import Character, Weapon
from sw_data.models.skills import folded
from sw_data.rules import weapon as rule
from sw_data.rules.ruleset import Ruleset

_MOST_NAMES: Final = 500
"""No more names of skills or weapons are remembered for a character; a log may make up any number."""


class Sheet:
    """A character as loaded, and what was looked up on it before.

    Attributes:
        model: The character.
        values: The values that an encounter begins with, by field.
        hardy: Whether a second Shaken does not wound the character.
    """

    __slots__ = ("_parries", "_parrying", "_skills", "_weapons", "hardy", "model", "values")

    def __init__(self, model: Character, rules: Ruleset) -> None:
        bennies = model.bennies
        if bennies is None:
            bennies = rules.benny.start if model.wild_card else 0
        self.model = model
        self.values: dict[str, Any] = {
            "wounds.value": model.wounds.value,
            "fatigue.value": model.fatigue.value,
            "bennies": bennies,
            "conditions": model.conditions,
            "injuries": model.injuries,
        }
        self.hardy = model.has_edge("Hardy")
        self._parrying = tuple(each for each in model.weapons if each.ready and each.parry)
        self._parries: dict[Die, int] = {}
        self._skills: dict[str, tuple[Die | None, str | None]] = {}
        self._weapons: dict[str, Weapon | None] = {}

    def skill(self, name: str) -> tuple[Die | None, str | None]:
        """The die of a skill and the attribute it is linked to; no die: unskilled."""
        known = self._skills.get(name)
        if known is None:
            known = (self.model.skill(name), self.model.linked_attribute(name))
            if len(self._skills) < _MOST_NAMES:
                self._skills[name] = known
        return known

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of that id or name; of several of one name the readied one."""
        known = self._weapons.get(name)
        if known is None:
            known = weapon_named(self.model.weapons, name)
            if len(self._weapons) < _MOST_NAMES:
                self._weapons[name] = known
        return known

    def parry(self, strength: Die, rules: Ruleset) -> int:
        """Parry with the readied weapons (`attack.parry`)."""
        if not self._parrying:
            return self.model.parry
        known = self._parries.get(strength)
        if known is None:
            known = rule.parry(self.model.parry, self._parrying, strength, rules)
            self._parries[strength] = known
        return known


def weapon_named(weapons: tuple[Weapon, ...], name: str) -> Weapon | None:
    """The weapon of that id or name; of several of one name the readied one."""
    wanted = folded(name)
    found = (
        [each for each in weapons if each.id == name]
        or [each for each in weapons if each.name == name]
        or [each for each in weapons if folded(each.name) == wanted]
    )
    return next((each for each in found if each.ready), found[0] if found else None)
