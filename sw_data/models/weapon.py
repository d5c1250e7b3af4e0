"""Weapons: what a stat block says of them (contract.md section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, SupportsIndex, TypeAlias, cast, overload

from pydantic import Field, Strict, model_validator

from sw_data.dice import Damage, Die
from sw_data.errors import ArgumentError, NotFoundError
from sw_data.models.base import DamageField, Many, Model, TraitDie
from sw_data.models.skills import folded

if TYPE_CHECKING:
    from sw_data.models.outcome import WieldedWeapon
    from sw_data.rules.ruleset import Ruleset

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

    def wielded_by(
        self, strength: Die | str, *, trait: str | None = None, rules: Ruleset | None = None
    ) -> WieldedWeapon:
        """What the weapon is worth in hands of this Strength: its damage, what is lost, what is kept.

        Args:
            strength: The wielder's Strength, a die or its text, `"d8"`.
            trait: The skill that it is used with; left out, the one of its kind.
            rules: The ruleset; left out, `core`.

        Raises:
            NotationError: The text is no die.
            ArgumentError: The Strength is neither a die nor a text.
        """
        from sw_data.rules.ruleset import CORE
        from sw_data.rules.weapon import wield

        die = Die.parse(strength) if isinstance(strength, str) else strength
        if not isinstance(cast("object", die), Die):
            raise ArgumentError(f"a Strength is a die like 'd8'; got {strength!r}")
        return wield(self, die, rules or CORE, trait).shown


class Arsenal(tuple[Weapon, ...]):
    """Weapons in the order of the sheet, found by number or by name."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: str | SupportsIndex) -> Weapon: ...

    @overload
    def __getitem__(self, key: slice) -> tuple[Weapon, ...]: ...

    def __getitem__(self, key: str | SupportsIndex | slice) -> Weapon | tuple[Weapon, ...]:
        """The weapon of that name or id (of several the readied one), or at that place."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        found = [each for each in self if key in (each.id, each.name)]
        if not found:
            found = [each for each in self if folded(each.name) == folded(key)]
        if not found:
            known = ", ".join(repr(each.name) for each in self) or "none"
            raise NotFoundError(f"no weapon {key!r}; there are {known}")
        return next((each for each in found if each.ready), found[0])
