"""Weapons: what a stat block says of them (contract.md section 1)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Strict, model_validator

from sw_data.dice import Damage
from sw_data.models.base import DamageField, Many, Model, TraitDie

RangeBrackets: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]],
    Strict(False),
]
"""Short, medium and long range in game inches (squares)."""


class WeaponModifier(Model):
    """A bonus or penalty that a weapon gives to a trait roll made with it, or to its damage."""

    applies_to: Annotated[str, Field(description="A trait, or `damage`.")]
    value: int
    label: str = ""


class Weapon(Model):
    """A weapon as its stat block has it, in nobody's hands.

    `range` is the three brackets, a template's name, or None for melee. `adds_strength` None means: by its kind
    (rule `weapon.damage_strength`). `trait` is the skill it is used with, None for the one of its kind.
    """

    kind: Literal["weapon"] = "weapon"
    id: str = ""
    name: str
    damage: DamageField = Damage()
    parry: int = 0
    reach: Annotated[int, Field(ge=0)] = 0
    ap: Annotated[int, Field(ge=0)] = 0
    rof: Annotated[int, Field(ge=1, le=100)] = 1
    min_strength: TraitDie | None = None
    range: RangeBrackets | Annotated[str, Field(min_length=1)] | None = None
    ready: bool = False
    adds_strength: bool | None = None
    trait: str | None = None
    modifiers: Many[WeaponModifier] = ()

    @model_validator(mode="after")
    def _named(self) -> Weapon:
        if not self.id:
            object.__setattr__(self, "id", self.name)
        return self

    @property
    def brackets(self) -> RangeBrackets | None:
        """The three range brackets; None for melee weapons and templates."""
        return self.range if isinstance(self.range, tuple) else None

    @property
    def template(self) -> str | None:
        """The template's name, for a weapon whose range is one (rule `weapon.template`)."""
        return self.range if isinstance(self.range, str) else None
