"""Names of traits: how they are compared, which older name means which, and their linked attributes.

Names are compared folded: case, accents' composition and surrounding space do not matter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name in the form that names are compared in."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


LINKED: Final[dict[str, str]] = {
    "athletics": "agility",
    "boating": "agility",
    "climbing": "strength",
    "driving": "agility",
    "fighting": "agility",
    "piloting": "agility",
    "riding": "agility",
    "shooting": "agility",
    "stealth": "agility",
    "swimming": "agility",
    "thievery": "agility",
    "lockpicking": "agility",
    "throwing": "agility",
    "academics": "smarts",
    "battle": "smarts",
    "common knowledge": "smarts",
    "electronics": "smarts",
    "gambling": "smarts",
    "hacking": "smarts",
    "healing": "smarts",
    "investigation": "smarts",
    "knowledge": "smarts",
    "language": "smarts",
    "notice": "smarts",
    "occult": "smarts",
    "psionics": "smarts",
    "repair": "smarts",
    "research": "smarts",
    "science": "smarts",
    "spellcasting": "smarts",
    "survival": "smarts",
    "taunt": "smarts",
    "tracking": "smarts",
    "weird science": "smarts",
    "faith": "spirit",
    "focus": "spirit",
    "guts": "spirit",
    "intimidation": "spirit",
    "performance": "spirit",
    "persuasion": "spirit",
}
"""The linked attribute of each published skill, by folded name."""

SAME_SKILL: Final[dict[str, tuple[str, ...]]] = {
    "throwing": ("athletics",),
    "athletics": ("throwing",),
}
"""Other names that a sheet may have a skill under (rule `attack.ranged`)."""

VEHICLE_SKILLS: Final = frozenset({"driving", "boating", "piloting", "riding"})
"""Chase skills that need a vehicle or a mount; a runner in such a chase rolls Agility (rule `foot.skill`)."""


def skill_named(names: Iterable[str], name: str) -> str | None:
    """The one of `names` that is the skill `name`, or an other name of it; None if there is none."""
    if name in names:
        return name
    by_fold = {folded(each): each for each in names}
    wanted = folded(name)
    for candidate in (wanted, *SAME_SKILL.get(wanted, ())):
        if candidate in by_fold:
            return by_fold[candidate]
    return None
