"""Chases: zones, movement, hiding and blocking, as numbers (rules.md section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.dice import Die
from sw_data.models import Modifier
from sw_data.rules.ruleset import Ruleset


def zones_moved(raises: int | None, wanted: int | None) -> int:
    """Zones that a Zone Movement takes: none, 1, or with a raise up to 2 (`chase.movement`)."""
    possible = 0 if raises is None else (2 if raises else 1)
    return possible if wanted is None else min(possible, wanted)


def passes(start: int, end: int, blocker: int) -> bool:
    """Whether a movement goes past the blocker's zone: from it or behind it to beyond it (`chase.block`)."""
    return start <= blocker < end


def range_per_zone(per_zone: int, apart: int) -> Modifier | None:
    """The range modifier of so many zones apart (`chase.range`)."""
    if not apart or not per_zone:
        return None
    return Modifier(
        f"{apart} {'zone' if apart == 1 else 'zones'} apart", per_zone * apart, "chase.range"
    )


def push_bonus(rules: Ruleset) -> Modifier:
    """The bonus of pushing it (`chase.push`)."""
    return Modifier("push it", rules.chase.push_bonus, "chase.push")


def block_modifier(blocks_before: int, rules: Ruleset) -> Modifier | None:
    """The penalty of a further block in the same round (`chase.block_again`)."""
    if not blocks_before:
        return None
    return Modifier(
        f"block {blocks_before + 1} this round",
        rules.chase.block_again * blocks_before,
        "chase.block_again",
    )


def ram_modifier(raises: int, rules: Ruleset) -> Modifier | None:
    """What raises of a ram cost the other's Control Check (`chase.ram`)."""
    if not raises:
        return None
    label = f"rammed with {raises} {'raise' if raises == 1 else 'raises'}"
    return Modifier(label, rules.chase.ram_per_raise * raises, "chase.ram")


def hide_modifiers(closest: int, pursuers: int, rules: Ruleset) -> tuple[int, int]:
    """The hider's bonus and the pursuers' (`chase.hide`).

    Args:
        closest: Zones to the closest pursuer.
        pursuers: Pursuers still in the chase.
        rules: The ruleset.
    """
    beyond = max(0, closest - rules.chase.hide_zones)
    others = max(0, pursuers - 1)
    return rules.chase.hide_per_zone * beyond, rules.chase.hide_per_pursuer * others


def sharpest(notice: Sequence[tuple[Die, bool]]) -> int:
    """Which pursuer notices best: the larger die, then bonus, then a Wild Die, then their order (`chase.hide`)."""
    return max(
        range(len(notice)),
        key=lambda i: (notice[i][0].sides, notice[i][0].bonus, notice[i][1], -i),
    )
