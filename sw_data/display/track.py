"""A chase as text and as an SVG: the row of zones, who is where, who is Close, on hold, gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sw_data.display.markup import BLUE, ORANGE, safe, shortened
from sw_data.models import Chase, Participant

ZONE = 74
MOST_ZONES = 60


def _extent(chase: Chase) -> tuple[int, int]:
    """The first and last zone that are drawn."""
    zones = [each.zone for each in chase.participants] or [1]
    last = chase.last_zone if chase.last_zone is not None else max(zones) + 1
    first = 1 if last <= MOST_ZONES else max(1, min(zones) - 1)
    return first, min(max(last, max(zones)), first + MOST_ZONES - 1)


def marks(participant: Participant, loose: Collection[str]) -> str:
    """What is to be said of a participant beside its zone."""
    said = ["Close"] if participant.close else []
    if participant.on_hold:
        said.append("on hold")
    if participant.vehicle in loose or participant.actor in loose:
        said.append("out of control")
    if participant.escaped:
        said.append("escaped")
    return ", ".join(said)


def chase_text(
    chase: Chase, names: Mapping[str, str] | None = None, loose: Collection[str] = ()
) -> str:
    """A chase in a few lines: a line a participant, from the last to the first zone."""
    called = names or {}
    end = f"zones 1 to {chase.last_zone}" if chase.last_zone else "no last zone"
    lines = [f"{shortened(chase.name)}: {shortened(chase.chase_skill)}, {end}"]
    for each in sorted(chase.participants, key=lambda one: -one.zone):
        said = marks(each, loose)
        where = "escaped" if each.escaped else f"zone {each.zone}"
        name = shortened(called.get(each.actor, each.actor), 60)
        lines.append(f"  {where:>8}  {name} ({each.side}){f': {said}' if said else ''}")
    return "\n".join(lines)


def chase_svg(
    chase: Chase, names: Mapping[str, str] | None = None, loose: Collection[str] = ()
) -> str:
    """A chase as a row of zones in a plain SVG, readable in light and dark.

    Args:
        chase: The chase.
        names: What actors are called, by id.
        loose: Ids of vehicles that are Out of Control.
    """
    called = names or {}
    first, last = _extent(chase)
    stacks: dict[int, list[Participant]] = {}
    for each in chase.participants:
        zone = last + 1 if each.escaped else min(max(each.zone, first), last)
        stacks.setdefault(zone, []).append(each)
    tallest = max((len(stack) for stack in stacks.values()), default=1)
    height, width = 46 + 44 * tallest, ZONE * (last - first + 2) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{min(width, 1100)}" role="img"'
        f' font-family="sans-serif" font-size="11" fill="currentColor"><title>{safe(chase.name)}</title>'
    ]
    for zone in range(first, last + 1):
        x = ZONE * (zone - first) + 4
        parts.append(
            f'<rect x="{x}" y="20" width="{ZONE - 4}" height="{height - 24}" fill="none" '
            f'stroke="currentColor" stroke-opacity=".35" rx="4"/>'
            f'<text x="{x + ZONE / 2 - 2}" y="14" text-anchor="middle">{zone}</text>'
        )
    parts.append(f'<text x="{ZONE * (last + 1 - first) + 4}" y="14">escaped</text>')
    for zone, stack in stacks.items():
        for number, each in enumerate(stack):
            parts.append(_piece(each, called, loose, ZONE * (zone - first) + 8, 26 + 44 * number))
    return "".join([*parts, "</svg>"])


def _piece(
    each: Participant, called: Mapping[str, str], loose: Collection[str], x: int, y: int
) -> str:
    """One participant: a quarry round, a pursuer square, with its state in words."""
    colour = BLUE if each.side == "quarry" else ORANGE
    name = safe(called.get(each.actor, each.actor), 11)
    said = safe(marks(each, loose), 40)
    full = safe(
        f"{called.get(each.actor, each.actor)}, {each.side}, zone {each.zone}. {marks(each, loose)}"
    )
    wide = ZONE - 12
    dash = ' stroke-dasharray="4 3"' if each.on_hold else ""
    return (
        f'<g><title>{full}</title><rect x="{x}" y="{y}" width="{wide}" height="22" '
        f'rx="{11 if each.side == "quarry" else 2}" fill="{colour}" fill-opacity=".18" stroke="{colour}"'
        f' stroke-width="2"{dash}/><text x="{x + wide / 2}" y="{y + 15}" text-anchor="middle">{name}</text>'
        f'<text x="{x + wide / 2}" y="{y + 33}" text-anchor="middle" font-size="9">{said}</text></g>'
    )
