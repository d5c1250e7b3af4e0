"""Odds as text, as HTML and as a plain SVG: bars that are numbers too.

What stands in a sheet is a stranger's text: it is shortened, freed of control characters, and escaped. Colours are one
blue and the reader's own text colour, so that it reads in light and dark; no script, no style sheet, nothing from
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final, TypeAlias

from sw_data.odds.chances import Odds
from sw_data.odds.totals import Distribution
from sw_data.odds.turns import Waiting

Shown: TypeAlias = Odds | Distribution | Waiting

BAR: Final = "#3d7ebf"
WIDTH: Final = 24
LONGEST: Final = 300

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: its name, its chance, and the chance of it or more."""

    name: str
    p: Fraction
    further: Fraction


def rows_of(value: Shown) -> list[Row]:
    """The bars of odds."""
    if isinstance(value, Odds):
        return [Row(words(row["outcome"]), row["p"], row["at_least"]) for row in value.table()]
    if isinstance(value, Waiting):
        later = "later" if value.ever == 1 else "later or never"
        return [
            Row(
                later if row["turn"] is None else f"turn {row['turn']}",
                row["p"],
                row["at_most"],
            )
            for row in value.table()
        ]
    table = value.table()
    last = next((row["total"] for row in reversed(table) if row["total"] is not None), value.lowest)
    return [
        Row(
            f"more than {last}" if row["total"] is None else str(row["total"]),
            row["p"],
            row["at_least"],
        )
        for row in table
    ]


def words(name: str) -> str:
    """The name of an outcome or event in words."""
    return name.replace("_", " ")


def percent(p: Fraction | float) -> str:
    """A chance as a percentage with one decimal; never 0 or 100 where it is not."""
    value = 100 * float(p)
    if 0 < value < 0.05:
        return "<0.1 %"
    if 99.95 <= value < 100:
        return ">99.9 %"
    return f"{value:.1f} %"


def shortened(text: str) -> str:
    """A text on one line, at most so long, without control characters."""
    clean = _CONTROL.sub(" ", text[: 2 * LONGEST])
    return (
        clean if len(clean) <= LONGEST and len(text) <= 2 * LONGEST else clean[: LONGEST - 1] + "…"
    )


def _mean(value: Shown) -> str:
    mean = value.mean
    if mean is None:
        return ""
    if isinstance(value, Waiting):
        return f"{float(mean):.2f} turns on average"
    of = value.counted if isinstance(value, Odds) else "total"
    return f"{float(mean):.2f} {of} on average".replace("  ", " ")


def _column(value: Shown) -> str:
    """What the second column of numbers is."""
    return (
        "by then"
        if isinstance(value, Waiting)
        else "or further"
        if isinstance(value, Odds)
        else "or more"
    )


def _events(value: Shown) -> list[tuple[str, Fraction]]:
    return [(words(name), p) for name, p in value.events if p] if isinstance(value, Odds) else []


def _notes(value: Shown) -> list[str]:
    return [shortened(note) for note in value.notes] if isinstance(value, Odds) else []


def text(value: Shown, *, exact: bool = False) -> str:
    """Odds for a terminal: one line an outcome, with a bar.

    Args:
        value: The odds.
        exact: Whether fractions stand beside the percentages.
    """
    rows = rows_of(value)
    events = _events(value)
    width = max([len(row.name) for row in rows] + [len(name) for name, _ in events], default=0)
    most = max((row.p for row in rows), default=Fraction(1)) or Fraction(1)
    lines = [shortened(value.question)] if value.question else []
    for row in rows:
        bar = "█" * round(WIDTH * float(row.p / most))
        fraction = f"  {fraction_text(row.p):<20}" if exact else ""
        lines.append(
            f"  {row.name:<{width}}  {percent(row.p):>7}  {percent(row.further):>7}{fraction}  {bar}".rstrip()
        )
    if rows:
        lines.insert(len(lines) - len(rows), f"  {'':<{width}}  {'chance':>7}  {_column(value):>7}")
    for name, p in events:
        fraction = f"  {'':>7}  {fraction_text(p)}" if exact else ""
        lines.append(f"  {name:<{width}}  {percent(p):>7}{fraction}")
    lines += [f"  {each}" for each in (_mean(value), *_notes(value)) if each]
    return "\n".join(lines)


def fraction_text(p: Fraction) -> str:
    """A chance as a fraction, or, where that is too long to read, to fifteen digits."""
    whole = str(p)
    return whole if len(whole) <= 30 else f"{float(p):.15f}"


def html(value: Shown) -> str:
    """Odds as an HTML table with bars, for a notebook or a page."""
    rows = rows_of(value)
    most = max((row.p for row in rows), default=Fraction(1)) or Fraction(1)
    parts = ['<div style="max-width:44em"><table style="border-collapse:collapse">']
    if value.question:
        parts.append(
            f'<caption style="text-align:left;padding:.2em 0">{escape(shortened(value.question))}</caption>'
        )
    head = ("", "chance", _column(value), "")
    parts.append(
        "<tr>" + "".join(f'<th style="text-align:right">{name}</th>' for name in head) + "</tr>"
    )
    for row in rows:
        share = 100 * float(row.p / most)
        bar = f'<div style="background:{BAR};height:.8em;width:{share:.1f}%;min-width:1px"></div>'
        parts.append(
            f'<tr><th scope="row" style="text-align:left">{escape(row.name)}</th>'
            f'<td style="text-align:right" title="{fraction_text(row.p)}">{escape(percent(row.p))}</td>'
            f'<td style="text-align:right" title="{fraction_text(row.further)}">{escape(percent(row.further))}</td>'
            f'<td style="width:16em">{bar}</td></tr>'
        )
    for name, p in _events(value):
        parts.append(
            f'<tr><th scope="row" style="text-align:left;font-weight:normal;font-style:italic">{escape(name)}</th>'
            f'<td style="text-align:right" title="{fraction_text(p)}">{escape(percent(p))}</td><td></td><td></td></tr>'
        )
    parts.append("</table>")
    parts += [f"<p>{escape(each)}</p>" for each in (_mean(value), *_notes(value)) if each]
    parts.append("</div>")
    return "".join(parts)


def svg(value: Shown) -> str:
    """Odds as bars in a plain SVG, each with its number; readable in light and dark."""
    rows = rows_of(value)
    most = max((row.p for row in rows), default=Fraction(1)) or Fraction(1)
    title = escape(shortened(value.question))
    height = 22 * len(rows) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 {height}" width="560" role="img" '
        f'font-family="sans-serif" font-size="13" fill="currentColor"><title>{title}</title>'
    ]
    for index, row in enumerate(rows):
        top = 22 * index + 4
        width = 300 * float(row.p / most)
        parts.append(
            f'<text x="150" y="{top + 14}" text-anchor="end">{escape(row.name)}</text>'
            f'<rect x="158" y="{top + 2}" width="{width:.1f}" height="16" fill="{BAR}"/>'
            f'<text x="{162 + width:.1f}" y="{top + 14}">{escape(percent(row.p))}</text>'
        )
    return "".join(parts) + "</svg>"


LINES: Final = (
    ("#0072b2", ""),
    ("#d55e00", "6 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "8 3 2 3"),
    ("#e69f00", "1 2"),
    ("#56b4e9", "10 4"),
)
"""Colours that the colour-blind can tell apart, each with a dash of its own."""


def curves_svg(
    lines: Mapping[str, Sequence[tuple[float, Fraction | float]]],
    *,
    title: str = "",
    across: str = "",
) -> str:
    """Chances as curves: against a target number, a modifier, a Toughness.

    Args:
        lines: By name, the points of each curve: what stands across, and the chance from 0 to 1.
        title: What is shown.
        across: What stands across.
    """
    points = [x for line in lines.values() for x, _ in line]
    low, high = min(points, default=0.0), max(points, default=1.0)
    span = (high - low) or 1.0
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 320" width="560" role="img" '
        f'font-family="sans-serif" font-size="12" fill="currentColor"><title>{escape(shortened(title))}</title>'
    ]
    for tenth in range(0, 11, 2):
        y = 280 - 26 * tenth
        parts.append(
            f'<line x1="50" x2="430" y1="{y}" y2="{y}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="44" y="{y + 4}" text-anchor="end">{10 * tenth} %</text>'
        )
    steps = sorted(set(points))
    for x in steps[:: max(1, len(steps) // 12)]:
        parts.append(
            f'<text x="{50 + 380 * (x - low) / span:.1f}" y="298" text-anchor="middle">{x:g}</text>'
        )
    parts.append(f'<text x="240" y="316" text-anchor="middle">{escape(shortened(across))}</text>')
    for index, (name, line) in enumerate(lines.items()):
        colour, dash = LINES[index % len(LINES)]
        path = " ".join(
            f"{50 + 380 * (x - low) / span:.1f},{280 - 260 * float(p):.1f}" for x, p in line
        )
        drawn = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        y = 30 + 20 * index
        parts.append(
            f'<polyline points="{path}" {drawn}/><line x1="440" x2="466" y1="{y}" y2="{y}" {drawn}/>'
            f'<text x="472" y="{y + 4}">{escape(shortened(name)[:14])}</text>'
        )
    return "".join(parts) + "</svg>"
