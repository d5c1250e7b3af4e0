"""Plain SVG plots: bars, lines, and what was seen beside the range to be expected.

Text has the reader's own colour. Lines differ in dashes and bars carry their numbers, so that nothing rests on colour.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sw_data.display.markup import BLUE, ORANGE, safe
from sw_data.display.odds import LINES, percent

MANY = 60
"""The most bars, lines or ranges that are drawn; the table of a picture has them all."""


FAIR = "fair dice stay within the bar 95 times in 100"
"""What the bar of a range is."""


def _open(width: int, height: int, title: str, heading: bool) -> str:
    """The start of a picture; a heading takes a line above what is drawn."""
    above = 24 if heading and title else 0
    shown = f'<text x="8" y="-8" font-weight="bold">{safe(title, 84)}</text>' if above else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-above} {width} {height + above}" width="{width}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="currentColor"><title>{safe(title)}</title>{shown}'
    )


def _left_out(number: int, y: int) -> str:
    return f'<text x="160" y="{y}">and {number - MANY} more</text>' if number > MANY else ""


def _number(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def bars_svg(
    bars: Mapping[str, float], title: str, *, chances: bool = False, heading: bool = False
) -> str:
    """Numbers as bars by name; a heading says the title above them."""
    shown = list(bars.items())[:MANY]
    most = max((value for _, value in shown), default=0.0) or 1.0
    height = 22 * (len(shown) + 1) + 8
    parts = [_open(560, height, title, heading)]
    for place, (name, value) in enumerate(shown):
        top, width = 22 * place + 4, 300 * value / most
        parts.append(
            f'<text x="150" y="{top + 14}" text-anchor="end">{safe(name, 24)}</text>'
            f'<rect x="158" y="{top + 2}" width="{width:.1f}" height="16" fill="{BLUE}"/>'
            f'<text x="{162 + width:.1f}" y="{top + 14}">{_said(value, chances)}</text>'
        )
    return "".join([*parts, _left_out(len(bars), height - 8), "</svg>"])


def _said(value: float, chance: bool) -> str:
    return safe(percent(value)) if chance else _number(value)


def lines_svg(
    lines: Mapping[str, Sequence[tuple[float, float]]],
    title: str,
    *,
    across: str = "",
    up: str = "",
    chances: bool = False,
    names: Sequence[str] = (),
    heading: bool = False,
) -> str:
    """Numbers along something, a line each by name.

    Args:
        lines: By name, the points of each line.
        title: What is shown.
        across: What stands across.
        up: What stands up.
        chances: Whether the numbers are chances.
        names: What stands below the points 0, 1, 2 …, if they are no numbers.
        heading: Whether the title is said above it.
    """
    shown = dict(list(lines.items())[:MANY])
    points = [point for line in shown.values() for point in line]
    low, high = min((x for x, _ in points), default=0.0), max((x for x, _ in points), default=1.0)
    top = 1.0 if chances else max(1.0, *(y for _, y in points)) if points else 1.0
    span = (high - low) or 1.0
    height = max(320, 50 + 20 * len(shown))
    parts = [_open(600, height, title, heading)]
    for tick in _ticks(top):
        y = 280 - 250 * tick / top
        label = f"{100 * tick:.0f} %" if chances else _number(tick)
        parts.append(
            f'<line x1="50" x2="430" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="44" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
        )
    steps = sorted({x for x, _ in points})
    for x in steps[:: max(1, math.ceil(len(steps) / 12))]:
        parts.append(
            f'<text x="{50 + 380 * (x - low) / span:.1f}" y="298" text-anchor="middle">{_at(x, names)}</text>'
        )
    parts.append(f'<text x="240" y="316" text-anchor="middle">{safe(across, 60)}</text>')
    parts.append(f'<text x="50" y="16">{safe(up, 40)}</text>')
    for place, (name, line) in enumerate(shown.items()):
        colour, dash = LINES[place % len(LINES)]
        path = " ".join(
            f"{50 + 380 * (x - low) / span:.1f},{280 - 250 * y / top:.1f}" for x, y in line
        )
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        drawn = f'fill="none" stroke="{colour}" stroke-width="2"{dashes}'
        y = 30 + 20 * place
        dots = "".join(
            f'<circle cx="{50 + 380 * (x - low) / span:.1f}" cy="{280 - 250 * v / top:.1f}" r="2.5" fill="{colour}"/>'
            for x, v in line
        )
        parts.append(f'<polyline points="{path}" {drawn}/>{dots}')
        if name:
            parts.append(
                f'<line x1="440" x2="466" y1="{y}" y2="{y}" {drawn}/>'
                f'<text x="472" y="{y + 4}">{safe(name, 20)}</text>'
            )
    return "".join([*parts, "</svg>"])


def _at(x: float, names: Sequence[str]) -> str:
    """What stands below a point."""
    return safe(names[int(x)], 12) if names else f"{x:g}"


def _ticks(top: float) -> list[float]:
    """Four to six round numbers from 0 up."""
    step = 10 ** math.floor(math.log10(top))
    for part in (0.2, 0.5, 1.0):
        if top / (step * part) <= 5:
            step *= part
            break
    if top >= 1 and step < 1 and float(top).is_integer() and top > 1:
        step = 1.0
    return [step * count for count in range(int(top / step + 1e-9) + 1)]


def ranges_svg(
    rows: Sequence[tuple[str, float, float, float, float]], title: str, *, heading: bool = False
) -> str:
    """What was seen beside the range to be expected: name, low, expected, high, seen.

    Each row has a scale of its own, from its range, so that those with few dice and those with many can be compared.
    """
    shown = rows[:MANY]
    height = 40 + 30 * len(shown) + (16 if len(rows) > MANY else 0)
    parts = [
        _open(600, height, title, heading),
        f'<text x="330" y="14" text-anchor="middle">{FAIR}</text>',
    ]
    for place, (name, low, expected, high, seen) in enumerate(shown):
        y = 26 + 30 * place
        half = max(high - expected, expected - low, 0.5)

        def at(value: float, middle: float = expected, half: float = half) -> float:
            return 330 + 80 * max(-2.0, min(2.0, (value - middle) / half))

        inside = low <= seen <= high
        said = f"{_number(seen)} of {_number(expected)} ({_number(low)} to {_number(high)})"
        mark = (
            f'<circle cx="{at(seen):.1f}" cy="{y + 8}" r="5" fill="{BLUE}"/>'
            if inside
            else f'<path d="M{at(seen):.1f} {y + 1} l7 7 l-7 7 l-7 -7 z" fill="{ORANGE}"/>'
        )
        parts.append(
            f'<text x="150" y="{y + 12}" text-anchor="end">{safe(name, 24)}</text>'
            f'<rect x="{at(low):.1f}" y="{y + 2}" width="{max(1.0, at(high) - at(low)):.1f}" height="12" '
            f'fill="currentColor" fill-opacity=".2"/>'
            f'<line x1="{at(expected):.1f}" x2="{at(expected):.1f}" y1="{y}" y2="{y + 16}" stroke="currentColor"/>'
            f'{mark}<text x="500" y="{y + 12}" font-size="10">{said}</text>'
        )
    return "".join([*parts, _left_out(len(rows), height - 4), "</svg>"])
