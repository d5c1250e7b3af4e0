"""What weapons are worth in given hands (rules `weapon.*`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sw_data.api.arguments import checked, strength_die
from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, load
from sw_data.api.rules import ruleset_from
from sw_data.dice import Die
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.models import Character, Vehicle, Weapon
from sw_data.models.outcome import weapon_json
from sw_data.rules.ruleset import Ruleset
from sw_data.rules.weapon import Wielded, wield


@dataclass(frozen=True, slots=True)
class InHands:
    """A weapon in somebody's hands.

    Attributes:
        actor: The id of the one who holds it; None for a weapon by itself.
        name: The name of the one who holds it.
        wielded: What the weapon is worth there.
        entry: The document that the weapon stands in.
    """

    actor: str | None
    name: str | None
    wielded: Wielded
    entry: Entry | None = None

    @property
    def attack_modifier(self) -> int:
        """What the weapon adds to the attack roll."""
        return sum(modifier.value for modifier in self.wielded.attack)

    def to_json(self) -> dict[str, Any]:
        """As `sw-data weapon --format json` prints it: the outcome's weapon, with actor, attack modifier and Parry."""
        return {
            **weapon_json(self.wielded.shown),
            "actor": self.actor or "",
            "attack_modifier": self.attack_modifier,
            "parry": self.wielded.parry,
        }


@checked(source="sheets")
def wielded(
    source: Source | Iterable[Source] | Collection | Weapon | Character | Vehicle,
    *,
    strength: Die | str | None = None,
    ruleset: str | Path | Ruleset | None = None,
    rules: Mapping[str, object] | Iterable[str] = (),
    limits: StoreLimits = STORE_LIMITS,
) -> tuple[InHands, ...]:
    """What each weapon of a source is worth: damage, modifiers, what hands too weak lose and keep.

    Args:
        source: Files, what `load` returned, or a model.
        strength: The Strength of the hands, `"d6"` or `"d12+2"`; by default that of the sheet that the weapon is on.
        ruleset: A built-in ruleset, a TOML file or a `Ruleset`.
        rules: Knobs that win over those of the ruleset.
        limits: How much is read of a file.

    Raises:
        NotationError: The strength is no die.
        ImpossibleError: A weapon is on nobody's sheet, and no strength is given.
        DocumentError: A file cannot be read.
    """
    die = strength_die(strength)
    chosen = ruleset_from(ruleset, rules)
    found: list[InHands] = []
    for model, entry in _models(source, limits):
        if isinstance(model, Weapon):
            if die is None:
                raise ImpossibleError(
                    f"{model.name!r} is on nobody's sheet; say in whose hands, with a Strength like 'd6'"
                )
            found.append(InHands(None, None, wield(model, die, chosen), entry))
            continue
        for weapon in model.weapons:
            hands = die if die is not None else _strength_of(model, weapon)
            found.append(InHands(model.id, model.name, wield(weapon, hands, chosen), entry))
    return tuple(found)


def _models(
    source: Source | Iterable[Source] | Collection | Weapon | Character | Vehicle,
    limits: StoreLimits,
) -> Iterator[tuple[Weapon | Character | Vehicle, Entry | None]]:
    if isinstance(source, Weapon | Character | Vehicle):
        yield source, None
        return
    collection = source if isinstance(source, Collection) else load(source, limits=limits)
    for entry in collection.entries:
        if isinstance(entry.model, Weapon | Character | Vehicle):
            yield entry.model, entry


def _strength_of(model: Character | Vehicle, weapon: Weapon) -> Die:
    """The Strength that a sheet gives its weapons; a mount without one is as strong as its weapon asks."""
    if isinstance(model, Character):
        return model.attributes.strength
    return model.strength or weapon.min_strength or Die(weapon.damage.largest_die or 4)
