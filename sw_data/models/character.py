"""Characters: Wild Cards and Extras, what the rules need of their sheets (contract.md section 1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from sw_data.dice import Die
from sw_data.jsonvalue import as_object
from sw_data.models.base import Many, Model, TraitDie
from sw_data.models.skills import LINKED, folded, skill_named
from sw_data.models.weapon import Arsenal, Weapon

AttributeName: TypeAlias = Literal["agility", "smarts", "spirit", "strength", "vigor"]
ATTRIBUTES: tuple[AttributeName, ...] = ("agility", "smarts", "spirit", "strength", "vigor")


class Attributes(Model):
    """The five attributes, each a die."""

    agility: TraitDie
    smarts: TraitDie
    spirit: TraitDie
    strength: TraitDie
    vigor: TraitDie


class Wounds(Model):
    """Wounds held, the most that can be held, and those that give no penalty (`trait.wound_penalty`)."""

    value: Annotated[int, Field(ge=0)] = 0
    max: Annotated[int, Field(ge=0)] = 3
    ignored: Annotated[int, Field(ge=0)] = 0


class Fatigue(Model):
    """Fatigue levels, the most before incapacity, and those that give no penalty (`trait.fatigue_penalty`)."""

    value: Annotated[int, Field(ge=0)] = 0
    max: Annotated[int, Field(ge=0)] = 2
    ignored: Annotated[int, Field(ge=0)] = 0


class Injury(Model):
    """An injury: where, what it does, how long it lasts (rules `injury.table` and following)."""

    location: Literal["arm", "guts", "leg", "head"]
    side: Literal["left", "right"] | None = None
    effect: str | None = None
    lasts: Literal["permanent", "until_healed", "24_hours"] = "permanent"
    attribute: AttributeName | None = None


class ArmorPiece(Model):
    """A piece of armor: its points, what Strength it asks (`armor.weak`), whether it is worn."""

    name: str
    armor: int = 0
    min_strength: TraitDie | None = None
    worn: bool = True


class Current(Model):
    """What wounds, fatigue and weapons make of the sheet's values; computed, ignored on input."""

    pace: int
    parry: int
    penalty: Annotated[int, Field(le=0)]


class Character(Model):
    """A character as the rules see one.

    `parry` is without readied weapons, `toughness` includes `armor`; left out they are 2 + half Fighting and 2 + half
    Vigor. `bennies` None means that the sheet does not say (rule `benny.start`). `skill_attributes`
    names the linked attribute of skills that are not linked as usual.
    `trait_names` are the sheet's own names of skills (in its language) and the names that they have here.
    `wounds_or_fatigue_ignored` are levels of penalty ignored of either kind.
    """

    kind: Literal["character"] = "character"
    id: str = ""
    name: str
    wild_card: bool = False
    attributes: Attributes
    skills: dict[str, TraitDie] = Field(default_factory=dict)
    skill_attributes: dict[str, AttributeName] = Field(default_factory=dict)
    trait_names: dict[str, str] = Field(default_factory=dict)
    parry: int = 2
    toughness: int = 2
    armor: int = 0
    pace: int = 6
    size: int = 0
    bennies: Annotated[int | None, Field(ge=0)] = None
    wounds: Wounds = Wounds()
    fatigue: Fatigue = Fatigue()
    wounds_or_fatigue_ignored: Annotated[int, Field(ge=0)] = 0
    conditions: Many[str] = ()
    edges: Many[str] = ()
    hindrances: Many[str] = ()
    injuries: Many[Injury] = ()
    armor_pieces: Many[ArmorPiece] = ()
    weapons: Annotated[Many[Weapon], AfterValidator(Arsenal)] = Arsenal()
    current: Current | None = None

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """Fill what a sheet may leave out: the id and an Extra's single wound."""
        given = as_object(data)
        if given is None:
            return data
        filled = dict(given)
        filled.setdefault("id", filled.get("name", ""))
        wounds = as_object(filled.get("wounds", {}))
        if wounds is not None and "max" not in wounds:
            filled["wounds"] = {**wounds, "max": 3 if filled.get("wild_card") is True else 1}
        return filled

    @model_validator(mode="after")
    def _derived(self) -> Character:
        given = self.model_fields_set
        if "parry" not in given:
            fighting = self.skill("Fighting")
            object.__setattr__(self, "parry", 2 + (half(fighting) if fighting else 0))
        if "toughness" not in given:
            vigor = half(self.attributes.vigor)
            object.__setattr__(self, "toughness", 2 + vigor + self.size + self.armor)
        return self

    @property
    def strength(self) -> Die:
        """The Strength die."""
        return self.attributes.strength

    @property
    def vigor(self) -> Die:
        """The Vigor die."""
        return self.attributes.vigor

    def skill(self, name: str) -> Die | None:
        """The die of a skill, by its name or an older name of it; None if the sheet does not have it."""
        found = skill_named(self.skills, name)
        if found is None and self.trait_names:
            found = skill_named(self.skills, self.trait_named(name))
        return None if found is None else self.skills[found]

    def trait_named(self, name: str) -> str:
        """The name that a trait has here, where the sheet has another one for it."""
        own = skill_named(self.trait_names, name)
        return name if own is None else self.trait_names[own]

    def linked_attribute(self, skill: str) -> str | None:
        """The attribute that a skill is linked to; None if the sheet and the published list do not say."""
        skill = self.trait_named(skill)
        named = skill_named(self.skill_attributes, skill)
        return self.skill_attributes[named] if named else LINKED.get(folded(skill))

    def has_edge(self, name: str) -> bool:
        """Whether an edge of that name stands on the sheet, whatever its case."""
        return folded(name) in {folded(edge) for edge in self.edges}

    def has_hindrance(self, name: str) -> bool:
        """Whether a hindrance of that name stands on the sheet, whatever its case or grade in parentheses."""
        return folded(name) in {folded(hindrance.split("(")[0]) for hindrance in self.hindrances}


def half(die: Die) -> int:
    """Half a die, as Parry and Toughness count it: half its sides, and half its bonus past d12, rounded down."""
    return die.sides // 2 + (die.bonus // 2 if die.sides >= 12 else 0)
