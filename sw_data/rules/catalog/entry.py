"""What the catalogue says of one rule, and where the chapters lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules: its title and the module that plays it."""

    title: str
    file: str


CHAPTERS: Final[dict[str, Chapter]] = {
    "dice": Chapter("Dice", "sw_data/dice/rolled.py"),
    "trait": Chapter("Trait rolls", "sw_data/rules/trait.py"),
    "opposed": Chapter("Opposed rolls", "sw_data/rules/opposed.py"),
    "benny": Chapter("Bennies", "sw_data/rules/benny.py"),
    "ability": Chapter("Rerolls by edges and abilities", "sw_data/rules/benny.py"),
    "reroll": Chapter("Limits of rerolls", "sw_data/rules/benny.py"),
    "attack": Chapter("Attacks", "sw_data/rules/attack.py"),
    "weapon": Chapter("Weapons in hands too weak", "sw_data/rules/weapon.py"),
    "armor": Chapter("Armor too heavy", "sw_data/rules/weapon.py"),
    "damage": Chapter("Damage", "sw_data/rules/damage.py"),
    "soak": Chapter("Soaking wounds", "sw_data/rules/soak.py"),
    "shaken": Chapter("Being Shaken", "sw_data/rules/shaken.py"),
    "incapacitation": Chapter("Incapacitation", "sw_data/rules/incapacitation.py"),
    "injury": Chapter("Injuries", "sw_data/rules/injury.py"),
    "heal": Chapter("Healing", "sw_data/rules/injury.py"),
    "session": Chapter("A new session", "sw_data/rules/benny.py"),
    "bleeding": Chapter("Bleeding Out", "sw_data/rules/bleeding.py"),
    "condition": Chapter("Other conditions", "sw_data/rules/condition.py"),
    "chase": Chapter("Chases", "sw_data/rules/chase.py"),
    "vehicle": Chapter("Vehicles", "sw_data/rules/vehicle.py"),
    "foot": Chapter("Chases on foot", "sw_data/rules/foot.py"),
}
"""The chapters by the first word of their rule ids, in reading order."""

FILES: Final[dict[str, str]] = {
    "chase.initiative": "sw_data/rules/initiative.py",
}
"""The rules that are played in another module than the rest of their chapter."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the game, as this engine plays it.

    Attributes:
        id: The stable name that outcomes cite, `weapon.strength_cap`.
        text: The rule in full, in our own words.
        source: Letters of where it comes from: S0 the combat source, S1 the trait source, S2 the
            chase source, P published practice.
        knobs: The dotted names of the knobs that change it.
    """

    id: str
    text: str
    source: str
    knobs: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        """The first word of the id."""
        return self.id.partition(".")[0]

    @property
    def title(self) -> str:
        """The title of the chapter."""
        return CHAPTERS[self.chapter].title

    @property
    def file(self) -> str:
        """The module that plays the rule, as a path from the root of the repository."""
        return FILES.get(self.id, CHAPTERS[self.chapter].file)

    @property
    def page(self) -> str:
        """The page and heading that explain the rule, as a path from the root of the repository."""
        return f"docs/rules/{self.chapter}.md#{self.id.replace('.', '')}"

    def to_json(self) -> dict[str, object]:
        """The rule as `sw-data rules --format json` prints it."""
        return {
            "id": self.id,
            "chapter": self.chapter,
            "text": self.text,
            "source": self.source,
            "knobs": list(self.knobs),
            "file": self.file,
            "page": self.page,
        }
