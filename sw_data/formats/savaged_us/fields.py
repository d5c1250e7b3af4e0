"""The fields of the generic export of Savaged.us: one table, which reading and writing both go by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the export.

    Attributes:
        model: The dotted model field.
        key: The key that is read and written.
        what: What it is called in a message.
        low: The least that it can be.
        also: Keys that say a part of it, or the same in words.
    """

    model: str
    key: str
    what: str
    low: int = -99
    also: tuple[str, ...] = ()


NUMBERS: Final = (
    Number("pace", "paceTotal", "Pace", 0, ("paceBase", "paceMod")),
    Number("parry", "parryTotal", "Parry", 0, ("parryBase", "parryMod", "parryHR")),
    Number(
        "toughness", "toughnessTotal", "Toughness", -99,
        ("toughnessBase", "toughnessMod", "toughnessTotalNoArmor", "toughnessAsRead", "toughnessAsReadNoHeavy"),
    ),
    Number("armor", "armorValue", "Armor", 0),
    Number("size", "size", "Size", -99, ("sizeLabel",)),
    Number("bennies", "bennies", "Bennies", 0, ("benniesMax",)),
    Number("wounds.value", "wounds", "Wounds", 0),
    Number("wounds.max", "woundsMax", "the most Wounds", 0, ("woundsBase", "woundsOtherMod", "woundsSizeMod")),
    Number("fatigue.value", "fatigue", "Fatigue", 0),
    Number("fatigue.max", "fatigueMax", "the most Fatigue", 0),
)  # fmt: skip
"""The numbers of a character."""

UNSKILLED: Final = "(Unskilled)"
UNARMORED: Final = "(Unarmored)"

KNOWN: Final = {
    "allSkills": "it lists every skill of the setting again",
    "languages": "the languages are among the skills already",
    "advances": "the model has no advances",
    "abs": "the model has no powers",
    "gear": "the model has no gear but weapons and armor",
    "shields": "what a shield adds is in Parry already; the model has no cover of shields",
    "parryShield": "what a shield adds is in Parry already",
    "vehicles": "vehicles are sheets of their own",
    "alliedExtras": "allies are sheets of their own",
    "cyberware": "the model has no cyberware",
    "runningDie": "the model has no running die",
    "charisma": "the newest edition has no Charisma, and the model no place for it",
}
"""Known keys that the model has no place for, and why."""

WEAPON_TEXTS: Final = ("damageWithBrackets", "damageDiceBase", "damageDiceBasePlus")
"""Keys of a weapon that say its damage once more."""
