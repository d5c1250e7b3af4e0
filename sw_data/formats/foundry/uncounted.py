"""What a sheet has that no roll takes in, in one sentence: nobody shall believe that it counted."""

from __future__ import annotations

from typing import Final

from sw_data.formats.foundry.effects import Changes
from sw_data.formats.foundry.items import Items
from sw_data.formats.foundry.values import Spot, shown

APPLIED_EDGES: Final = frozenset({"Quick", "Level Headed", "Improved Level Headed", "Hardy"})
"""Edges that count when an action is resolved."""

_MOST_NAMED = 40
_BONUSES = (
    (("attributes", "vigor", "soakBonus"), "bonus to soak rolls"),
    (("attributes", "spirit", "unShakeBonus"), "bonus to recover from Shaken"),
    (("attributes", "vigor", "unStunBonus"), "bonus to recover from Stunned"),
)


def not_counted(data: Spot, items: Items, changes: Changes) -> str:
    """The sentence that names effects, edges and bonuses of a sheet that do not count; empty if there are none.

    An edge that does all it does by effects that count is not named, and neither is one whose effect is.
    """
    named = list(changes.not_counted)
    for name, item in items.edges:
        own = item.at("name").text
        told = any(each.startswith(f"effect {own} (") for each in changes.not_counted)
        if name not in APPLIED_EDGES and own not in changes.owners and not told:
            named.append(f"edge {own or name}")
    for path, what in _BONUSES:
        spot = data.at(*path)
        if spot.value not in (None, 0, "", "0", False):
            named.append(f"{what} ({shown(spot.value)})")
    if data.at("details", "conviction", "active").value is True:
        named.append("active conviction")
    return listed(named)


def listed(named: list[str]) -> str:
    """The sentence for these names; empty if there are none."""
    if not named:
        return ""
    more = len(named) - _MOST_NAMED
    names = ", ".join(each[:120] for each in named[:_MOST_NAMED])
    return f"not counted when an action is resolved: {names}" + (
        f", and {more} more" if more > 0 else ""
    )
