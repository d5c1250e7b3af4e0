"""An action and what may still undo it: rerolls, soaks and blocks follow it directly (`reroll.when`).

A chain is the last action and whatever has followed it of these. To revise a link, the encounter takes the
whole chain back and plays it again with the new dice. Everything older is settled, soaks aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from sw_data.models import Action, Outcome

MAX_LINKS: Final = 100
"""The most that may follow one action before it is settled: a revision plays all of it again."""

Kind: TypeAlias = Literal["root", "soak", "block", "award", "payment"]


@dataclass(slots=True)
class Record:
    """An outcome that is not final yet, and who has revised it."""

    number: int
    action: Action
    outcome: Outcome
    redone_by: str | None = None
    soaked_by: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class Link:
    """One action of a chain, with the dice that it is played with now."""

    kind: Kind
    action: Action
    dice: Mapping[str, Any]
    dice_id: str
    record: Record
    standing: Outcome | None = None
    of: str | None = None


@dataclass(slots=True)
class Chain:
    """The root action, and the links that followed it."""

    links: list[Link]

    @property
    def root(self) -> Link:
        """The action that began the chain."""
        return self.links[0]

    def link(self, id: str) -> int | None:
        """Where the action of that id is in the chain."""
        for number, link in enumerate(self.links):
            if link.action.id == id and link.kind != "payment":
                return number
        return None
