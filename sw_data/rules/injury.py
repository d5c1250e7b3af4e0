"""The injury table (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from sw_data.models import AttributeName
from sw_data.models.skills import folded

Location: TypeAlias = Literal["arm", "guts", "leg", "head"]
Duration: TypeAlias = Literal["permanent", "until_healed", "24_hours"]


def location(total: int) -> Location:
    """Where an injury is, by 2d6 (`injury.table`)."""
    if total <= 4:
        return "arm"
    if total <= 9:
        return "guts"
    return "leg" if total == 10 else "head"


def side(face: int) -> Literal["left", "right"]:
    """Which arm, by a d6 (`injury.arm`)."""
    return "left" if face <= 3 else "right"


def guts(face: int) -> AttributeName:
    """Which attribute falls by one die, by a d6 (`injury.guts`)."""
    if face <= 2:
        return "agility"
    return "vigor" if face <= 4 else "strength"


def leg(had: Collection[str]) -> str | None:
    """What a leg injury makes of one who already has these hindrances; None: nothing more (`injury.leg`)."""
    return _worse(had, "Lame", "One Leg")


def head(face: int, had: Collection[str]) -> str | AttributeName | None:
    """What a head injury does, by a d6: a hindrance's name, `smarts`, or None for nothing more (`injury.head`)."""
    if face <= 2:
        return None if folded("Ugly") in had else "Ugly"
    if face <= 4:
        return _worse(had, "One Eye", "Blind")
    return "smarts"


def _worse(had: Collection[str], first: str, second: str) -> str | None:
    if folded(second) in had:
        return None
    return second if folded(first) in had else first


def duration(raises: int | None) -> Duration:
    """How long the injury of a Vigor roll lasts (`incapacitation.failure`, `.success`, `.raise`)."""
    if raises is None:
        return "permanent"
    return "24_hours" if raises else "until_healed"
