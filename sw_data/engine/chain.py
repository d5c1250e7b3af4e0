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

    def continued_by(self, action: Action) -> bool:
        """Whether an action goes on with the chain instead of beginning another: a soak of it, or an awarded benny."""
        if len(self.links) >= MAX_LINKS:
            return False
        if action.type == "award_benny":
            return True
        cause = soaked(action)
        return cause is not None and any(
            cause == link.action.id for link in self.links if link.kind in ("root", "block")
        )

    def soaks_root(self, action: Action) -> bool:
        """Whether an action soaks what the root has done."""
        return soaked(action) == self.root.action.id

    def supersede(self, number: int, by: str) -> None:
        """Whatever the reroll of a link has undone is revised by it."""
        link = self.links[number]
        link.record.redone_by = by
        for later in self.links[number + 1 :]:
            if later.kind == "payment" and later.of == link.action.id:
                later.record.redone_by = by
            elif later.kind in ("soak", "block"):
                later.record.redone_by = by
                link.record.soaked_by.pop(later.action.id, None)

    def drop_after(self, number: int) -> None:
        """Forget what followed a link, but for what was paid and awarded."""
        self.links[number + 1 :] = [
            each for each in self.links[number + 1 :] if each.kind in ("payment", "award")
        ]

    def mark_blocked(self) -> None:
        """The blocked action, and its rerolls, are revised by the last block that won; by none, if none did."""
        root = self.root.action.id
        rolled = [link for link in self.links if link.kind == "payment" and link.of == root]
        by = [
            link.standing.id
            for link in self.links
            if link.kind == "block" and link.standing and link.standing.winner == "actor"
        ]
        last = by[-1] if by else None
        for link, later in zip((self.root, *rolled), (*rolled, None), strict=True):
            link.record.redone_by = last or (None if later is None else rolled[-1].action.id)


def soaked(action: Action) -> str | None:
    """The id of the action whose harm an action soaks; None if it is no soak."""
    if action.type == "soak":
        return action.attack
    return action.of if action.type == "vehicle_soak" else None
