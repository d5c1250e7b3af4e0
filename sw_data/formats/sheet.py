"""A character while its sheet is read: values are gathered one by one, bounded, and always make a model.

Every format that is no lens over its own document reads through this, so that they agree on what a missing value is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sw_data.dice import Damage, Die
from sw_data.formats.editions import Newer, with_newer
from sw_data.models import ATTRIBUTES, ArmorPiece, AttributeName, Character, Weapon, WeaponModifier
from sw_data.models.skills import LINKED, folded
from sw_data.models.weapon import RangeBrackets

LEAST_DIE: Final = Die(4)
UNNAMED: Final = "unnamed"


def within(value: int, low: int, high: int) -> int:
    """A number, brought within bounds."""
    return low if value < low else high if value > high else value


@dataclass
class WeaponDraft:
    """A weapon while it is read."""

    name: str
    damage: Damage = field(default_factory=Damage)
    parry: int = 0
    reach: int = 0
    ap: int = 0
    rof: int = 1
    min_strength: Die | None = None
    range: RangeBrackets | str | None = None
    ready: bool = True
    adds_strength: bool | None = None
    trait: str | None = None
    modifiers: list[WeaponModifier] = field(default_factory=list[WeaponModifier])

    def spells_strength_out(self) -> None:
        """Takes the damage at its word: the format always writes Strength out, and where it does not, none is added."""
        if self.adds_strength is None and self.damage.dice and not self.damage.strength:
            self.adds_strength = False

    def unsaid_strength(self) -> str | None:
        """What a Strength weapon without a minimum Strength should say of it; None if it need not."""
        largest = self.damage.largest_die
        if not self.damage.strength or largest is None or largest <= 4:
            return None
        return (
            f"{self.name} adds Strength to a d{largest} and names no minimum Strength; 'd{largest}' would be what its "
            "damage die asks"
        )

    def weapon(self) -> Weapon:
        """The weapon; numbers beyond all bounds are brought within."""
        return Weapon(
            name=self.name or "weapon",
            damage=self.damage,
            parry=within(self.parry, -99, 99),
            reach=within(self.reach, 0, 1000),
            ap=within(self.ap, 0, 1000),
            rof=within(self.rof, 1, 100),
            min_strength=self.min_strength,
            range=self.range or None,
            ready=self.ready,
            adds_strength=self.adds_strength,
            trait=self.trait or None,
            modifiers=tuple(self.modifiers),
        )


@dataclass
class Draft:
    """A character while its sheet is read; None is what the sheet does not say."""

    name: str = ""
    id: str = ""
    wild_card: bool = False
    attributes: dict[AttributeName, Die] = field(default_factory=dict[AttributeName, Die])
    skills: dict[str, Die] = field(default_factory=dict[str, Die])
    skill_attributes: dict[str, AttributeName] = field(default_factory=dict[str, AttributeName])
    trait_names: dict[str, str] = field(default_factory=dict[str, str])
    parry: int | None = None
    toughness: int | None = None
    armor: int = 0
    pace: int | None = None
    size: int = 0
    bennies: int | None = None
    wounds: int = 0
    wounds_max: int | None = None
    wounds_ignored: int = 0
    fatigue: int = 0
    fatigue_max: int | None = None
    fatigue_ignored: int = 0
    conditions: list[str] = field(default_factory=list[str])
    edges: list[str] = field(default_factory=list[str])
    hindrances: list[str] = field(default_factory=list[str])
    armor_pieces: list[ArmorPiece] = field(default_factory=list[ArmorPiece])
    weapons: list[Weapon] = field(default_factory=list[Weapon])

    def link(self, skill: str, attribute: AttributeName | None) -> None:
        """Notes the linked attribute of a skill, where it is not the usual one."""
        if attribute is not None and LINKED.get(folded(skill)) != attribute:
            self.skill_attributes[skill] = attribute

    @property
    def missing(self) -> tuple[str, ...]:
        """The attributes that the sheet does not say."""
        return tuple(each.capitalize() for each in ATTRIBUTES if each not in self.attributes)

    def newer_skills(self) -> tuple[Newer, ...]:
        """Adds the newer name of each older skill; says what was found."""
        self.skills, told = with_newer(self.skills)
        return told

    def character(self) -> Character:
        """The character; an attribute that the sheet does not say is d4."""
        given: dict[str, Any] = {
            "name": self.name or UNNAMED,
            "wild_card": self.wild_card,
            "attributes": {each: self.attributes.get(each, LEAST_DIE) for each in ATTRIBUTES},
            "skills": self.skills,
            "skill_attributes": self.skill_attributes,
            "trait_names": self.trait_names,
            "armor": within(self.armor, 0, 9999),
            "size": within(self.size, -99, 999),
            "conditions": tuple(dict.fromkeys(self.conditions)),
            "edges": tuple(self.edges),
            "hindrances": tuple(self.hindrances),
            "armor_pieces": tuple(self.armor_pieces),
            "weapons": tuple(_distinct(self.weapons)),
            "wounds": {
                "value": within(self.wounds, 0, 99),
                "ignored": within(self.wounds_ignored, 0, 99),
            },
            "fatigue": {
                "value": within(self.fatigue, 0, 99),
                "ignored": within(self.fatigue_ignored, 0, 99),
            },
        }
        if self.id:
            given["id"] = self.id
        if self.wounds_max is not None:
            given["wounds"]["max"] = within(self.wounds_max, 0, 99)
        if self.fatigue_max is not None:
            given["fatigue"]["max"] = within(self.fatigue_max, 0, 99)
        for key, value in (
            ("parry", self.parry),
            ("toughness", self.toughness),
            ("pace", self.pace),
        ):
            if value is not None:
                given[key] = within(value, -99, 9999)
        if self.bennies is not None:
            given["bennies"] = within(self.bennies, 0, 999)
        return Character.model_validate(given)


def _distinct(weapons: list[Weapon]) -> list[Weapon]:
    """The weapons with ids that differ, so that a log can name each."""
    seen: dict[str, int] = {}
    told: list[Weapon] = []
    for weapon in weapons:
        count = seen[weapon.id] = seen.get(weapon.id, 0) + 1
        told.append(
            weapon if count == 1 else weapon.model_copy(update={"id": f"{weapon.id} #{count}"})
        )
    return told
