"""Armor and shields on a sheet: what is worn, what it adds to Toughness and to Parry."""

from __future__ import annotations

from dataclasses import dataclass

from sw_data.formats.foundry.effects import is_ready
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.values import Notes, Spot, flag, integer
from sw_data.formats.foundry.weapon import minimum_strength
from sw_data.jsonvalue import as_text
from sw_data.models import ArmorPiece


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of armor, and how it counts.

    Attributes:
        piece: What the rules see of it.
        torso: Whether it covers the torso, which is what Toughness counts.
        natural: Whether it is the creature's own hide, which adds to any armor over it.
        toughness: What it adds to Toughness beside its armor.
    """

    piece: ArmorPiece
    torso: bool
    natural: bool
    toughness: int


def read_armor(item: Spot, notes: Notes) -> Piece:
    """The piece of armor of an item."""
    data = item.at(data_key(item.object))
    name = as_text(item.object.get("name")) or "unnamed armor"
    natural = flag(data.at("isNaturalArmor"), notes, False, f"whether {name} is natural")
    told = data.at("equipStatus").present or data.at("equipped").present
    return Piece(
        piece=ArmorPiece(
            name=name,
            armor=integer(
                data.at("armor"), notes, 0, f"the armor of {name}", low=-99, high=999, blank=True
            ),
            min_strength=minimum_strength(data.at("minStr"), notes, name),
            worn=is_ready(data.object) or (natural and not told),
        ),
        torso=flag(data.at("locations", "torso"), notes, True, f"whether {name} covers the torso"),
        natural=natural,
        toughness=integer(
            data.at("toughness"),
            notes,
            0,
            f"the Toughness of {name}",
            low=-99,
            high=999,
            blank=True,
        ),
    )


def torso_armor(pieces: list[Piece]) -> int:
    """The armor of the torso: the best piece worn, half of the second, and all natural armor."""
    worn = [each for each in pieces if each.piece.worn and each.torso]
    over = sorted((each.piece.armor for each in worn if not each.natural), reverse=True)
    natural = sum(each.piece.armor for each in worn if each.natural)
    return (over[0] if over else 0) + (over[1] // 2 if len(over) > 1 else 0) + natural


def shield_parry(item: Spot, notes: Notes) -> int:
    """What a shield adds to Parry: 0 while it is not in use."""
    data = item.at(data_key(item.object))
    name = as_text(item.object.get("name")) or "unnamed shield"
    parry = integer(
        data.at("parry"), notes, 0, f"the Parry of {name}", low=-99, high=99, blank=True
    )
    minimum_strength(data.at("minStr"), notes, name)
    return parry if is_ready(data.object) else 0
