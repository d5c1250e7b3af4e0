"""What the sheets of characters and vehicles have in common: a table of fields, the name, wounds and weapons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sw_data.diagnostics import Severity
from sw_data.dice import Die
from sw_data.formats.foundry.effects import Changes, changes_of
from sw_data.formats.foundry.fields import Field, present
from sw_data.formats.foundry.items import Items, read_items
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.values import Notes, Spot, integer, text, whole_object
from sw_data.formats.foundry.weapon import read_weapon
from sw_data.models import AttributeName, Weapon, Wounds


class ActorSheet:
    """One sheet while it is read."""

    fields: ClassVar[Mapping[str, Field]]
    """The fields of this kind of sheet, by the dotted field of the model."""

    def __init__(self, actor: Spot, notes: Notes, *, vehicle: bool = False) -> None:
        self.actor = actor
        self.notes = notes
        self.data = whole_object(actor.at(data_key(actor.object)), notes, "the sheet's data")
        self.items: Items = read_items(actor, notes)
        self.changes: Changes = changes_of(
            actor, self.items.every, self.items.skill_keys(), notes, vehicle=vehicle
        )

    def name(self) -> str:
        """The sheet's name."""
        name = text(self.actor.at("name"), self.notes, "the name")
        if not name:
            message = "the sheet has no name; it is called 'unnamed'"
            self.notes.add("SW103", message, self.actor.pointer, severity=Severity.WARNING)
        self.notes.origin("name", self.actor.at("name"))
        self.notes.origin("id", self.actor.at("_id"))
        return name or "unnamed"

    def spot(self, model: str) -> Spot:
        """Where the sheet has a field of the table, noted as its origin."""
        places = self.fields[model].places
        inner = self.data.object
        place = next((each for each in places if present(inner, each.path)), places[0])
        spot = self.data.at(*place.path)
        self.notes.origin(model, spot)
        return spot

    def number(
        self, model: str, what: str, default: int = 0, *, low: int = 0, high: int = 1_000_000
    ) -> int:
        """A whole number of the table."""
        return integer(self.spot(model), self.notes, default, what, low=low, high=high)

    def wounds_up_to(self, most: int) -> Wounds:
        """Wounds held, the most of them, and those that give no penalty."""
        value = self.number("wounds.value", "the number of wounds")
        ignored = self.number("wounds.ignored", "the number of wounds ignored")
        return Wounds(
            value=value,
            max=max(0, self.changes.fold("wounds.max", most)),
            ignored=max(0, self.changes.fold("wounds.ignored", ignored)),
        )

    def weapons(self, attributes: Mapping[AttributeName, Die] | None = None) -> tuple[Weapon, ...]:
        """The weapons on the sheet, or mounted on the vehicle."""
        found: list[Weapon] = []
        for item in self.items.weapons:
            weapon, origins = read_weapon(item, self.notes, attributes)
            self.notes.under(f"weapons.{len(found)}", origins)
            found.append(weapon)
        return tuple(found)
