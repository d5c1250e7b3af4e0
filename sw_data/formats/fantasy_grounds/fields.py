"""The fields of a Savage Worlds record in Fantasy Grounds: one table, which reading and writing both go by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the record.

    Attributes:
        model: The dotted model field.
        paths: Where it is looked for, the first that is there; the first of all is written for a character.
        npc: Where it is written for an npc; empty for the same place.
    """

    model: str
    paths: tuple[tuple[str, ...], ...]
    npc: tuple[str, ...] = ()


NUMBERS: Final = (
    Number("pace", (("pace",),)),
    Number("parry", (("parry",),)),
    Number("toughness", (("toughness",),)),
    Number("armor", (("armor",), ("toughnessarmor",)), ("toughnessarmor",)),
    Number("size", (("size",),)),
    Number("bennies", (("main", "bennies"), ("bennies",)), ("bennies",)),
    Number("wounds.value", (("main", "wounds"), ("wounds",)), ("wounds",)),
    Number("wounds.max", (("main", "woundsmax"), ("maxwounds",), ("woundsmax",)), ("maxwounds",)),
    Number("fatigue.value", (("main", "fatigue"), ("fatigue",)), ("fatigue",)),
    Number("fatigue.max", (("main", "fatiguemax"), ("maxfatigue",)), ("maxfatigue",)),
)
"""The numbers of a character or an npc."""

CONDITIONS: Final = {
    "shaken": "shaken", "stunned": "stunned", "distracted": "distracted", "vulnerable": "vulnerable",
    "entangled": "entangled", "bound": "bound", "inc": "incapacitated", "incapacitated": "incapacitated",
}  # fmt: skip
"""Tags that are 1 while a condition holds, and the condition."""

WEAPON: Final = {
    "armorpiercing": "ap",
    "ap": "ap",
    "reach": "reach",
    "rof": "rof",
    "parry": "parry",
}
"""The numbers of a weapon, by tag; the first tag of a field is written."""

MINIMUM: Final = ("minstr", "minstrength", "strmin")
EQUIPPED: Final = 2
"""What `carried` is for a thing in use; 1 is carried, 0 is left behind."""

KNOWN: Final = {
    "invlist": "the model has no gear but weapons and armor",
    "gear": "the model has no gear but weapons and armor",
    "powerlist": "the model has no powers",
    "powers": "the model has no powers",
    "powerpoints": "the model has no Power Points",
    "special": "the model has no special abilities",
    "specialabilities": "the model has no special abilities",
    "languagelist": "the model has no languages",
    "bonuslist": "what it adds is in the totals already",
    "text": "the model has no descriptions",
    "notes": "the model has no descriptions",
    "description": "the model has no descriptions",
    "token": "the model has no pictures",
    "picture": "the model has no pictures",
    "rundie": "the model has no running die",
}
"""Known tags that the model has no place for, and why."""
