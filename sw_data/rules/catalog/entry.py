"""What the catalogue says of one rule, and where the chapters lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules: its title, the page that explains it, the module that plays it."""

    title: str
    page: str
    file: str


CHAPTERS: Final[dict[str, Chapter]] = {
    "dice": Chapter("Dice", "dice.md", "sw_data/dice/rolled.py"),
    "trait": Chapter("Trait rolls", "trait.md", "sw_data/rules/trait.py"),
    "opposed": Chapter("Opposed rolls", "opposed.md", "sw_data/rules/opposed.py"),
    "benny": Chapter("Bennies and rerolls", "benny.md", "sw_data/rules/benny.py"),
    "ability": Chapter("Bennies and rerolls", "benny.md", "sw_data/rules/benny.py"),
    "reroll": Chapter("Bennies and rerolls", "benny.md", "sw_data/rules/benny.py"),
    "attack": Chapter("Attacks", "attack.md", "sw_data/rules/attack.py"),
    "weapon": Chapter(
        "Weapons and armor in hands too weak", "weapon.md", "sw_data/rules/weapon.py"
    ),
    "armor": Chapter("Weapons and armor in hands too weak", "weapon.md", "sw_data/rules/weapon.py"),
    "damage": Chapter("Damage", "damage.md", "sw_data/rules/damage.py"),
    "soak": Chapter("Soaking wounds", "soak.md", "sw_data/rules/soak.py"),
    "shaken": Chapter("Being Shaken", "shaken.md", "sw_data/rules/shaken.py"),
    "incapacitation": Chapter(
        "Incapacitation and bleeding out", "incapacitation.md", "sw_data/rules/incapacitation.py"
    ),
    "bleeding": Chapter(
        "Incapacitation and bleeding out", "incapacitation.md", "sw_data/rules/bleeding.py"
    ),
    "injury": Chapter("Injuries", "injury.md", "sw_data/rules/injury.py"),
    "heal": Chapter("Healing and a new session", "heal.md", "sw_data/rules/injury.py"),
    "session": Chapter("Healing and a new session", "heal.md", "sw_data/rules/benny.py"),
    "condition": Chapter("Other conditions", "condition.md", "sw_data/rules/condition.py"),
    "chase": Chapter("Chases", "chase.md", "sw_data/rules/chase.py"),
    "vehicle": Chapter("Vehicles", "vehicle.md", "sw_data/rules/vehicle.py"),
    "foot": Chapter("Chases on foot", "foot.md", "sw_data/rules/foot.py"),
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
        return f"docs/rules/{CHAPTERS[self.chapter].page}#{self.id.replace('.', '')}"

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
