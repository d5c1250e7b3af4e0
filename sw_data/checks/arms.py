"""Every weapon of a document, as checks of weapons see it: the model, the raw stat block, and whose it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sw_data.checks.subject import Item, Subject
from sw_data.dice import Die
from sw_data.formats.foundry.fields import WEAPON, present
from sw_data.formats.foundry.values import Notes, Spot
from sw_data.formats.foundry.weapon import read_weapon
from sw_data.models import AttributeName, Character, Vehicle, Weapon
from sw_data.models.character import ATTRIBUTES
from sw_data.rules.attack import trait_of
from sw_data.rules.weapon import adds_strength


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon under check.

    Attributes:
        weapon: The weapon as it was read.
        data: Its stat block in the document.
        foreign: Whether it is a Foundry item.
        owner: The character that has it, if it is one's.
    """

    weapon: Weapon
    data: Spot
    foreign: bool
    owner: Character | None = None

    @property
    def name(self) -> str:
        """The weapon's name."""
        return self.weapon.name

    @property
    def trait(self) -> str:
        """The skill that it is used with."""
        return trait_of(self.weapon)

    @property
    def by_strength(self) -> bool:
        """Whether its damage adds the wielder's Strength."""
        return adds_strength(self.weapon, self.trait)

    @property
    def shoots(self) -> bool:
        """Whether it has a range or a template."""
        return self.weapon.range is not None

    def at(self, field: str) -> Spot:
        """Where a field of the model stands, or would stand."""
        if not self.foreign:
            return self.data.at(*field.split("."))
        places = WEAPON[field].places
        inner = self.data.object
        place = next((each for each in places if present(inner, each.path)), places[0])
        return self.data.at(*place.path)


def arms(subject: Subject) -> Iterator[Arm]:
    """Every weapon of a document: the document itself, or those on a character or a vehicle."""
    model = subject.reading.model
    owner = model if isinstance(model, Character) else None
    if subject.foreign:
        items = list(subject.items("weapon"))
        read = (model,) if isinstance(model, Weapon) else getattr(model, "weapons", ())
        for index, item in enumerate(items):
            # The reader of a sheet reads its weapons in their order.
            known = read[index] if len(read) == len(items) else None
            yield Arm(known or _read(item, owner), item.data, foreign=True, owner=owner)
    elif isinstance(model, Weapon):
        yield Arm(model, subject.root, foreign=False)
    elif isinstance(model, Character | Vehicle):
        for index, weapon in enumerate(model.weapons):
            place = subject.reading.origins.get(f"weapons.{index}", f"/weapons/{index}")
            spot = subject.root.at("weapons").each()[int(place.rsplit("/", 1)[1])]
            yield Arm(weapon, spot, foreign=False, owner=owner)


def _read(item: Item, owner: Character | None) -> Weapon:
    attributes: Mapping[AttributeName, Die] | None = None
    if owner is not None:
        attributes = {name: getattr(owner.attributes, name) for name in ATTRIBUTES}
    # What cannot be read is said by the reader of the document.
    return read_weapon(item.spot, Notes(), attributes)[0]
