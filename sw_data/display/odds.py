"""Odds as text and as HTML: bars that are numbers too.

What stands in a sheet is a stranger's text: it is shortened, freed of control characters, and escaped. Colours are one
blue and the reader's own text colour, so that it reads in light and dark; no script, no style sheet, nothing from
elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final, TypeAlias

from sw_data.odds.chances import Odds
from sw_data.odds.curves import Curves
from sw_data.odds.totals import Distribution, nearest
from sw_data.odds.turns import Waiting

Shown: TypeAlias = Odds | Distribution | Waiting

BAR: Final = "#3d7ebf"
WIDTH: Final = 24
LONGEST: Final = 300
_DIGITS: Final = 30
_MANY_TURNS: Final = 10**9

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
        turns = nearest(mean)
        return f"{turns:{'.2f' if turns < _MANY_TURNS else '.2g'}} turns on average"
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
    whole = str(p) if p.denominator < 10**_DIGITS else ""
    return whole if 0 < len(whole) <= _DIGITS else f"{float(p):.15f}"


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


LINES: Final = (
    ("#0072b2", ""),
    ("#d55e00", "6 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "8 3 2 3"),
    ("#e69f00", "1 2"),
    ("#56b4e9", "10 4"),
)
"""Colours that the colour-blind can tell apart, each with a dash of its own."""


def curves_text(value: Curves, *, exact: bool = False) -> str:
    """Curves for a terminal: one line a point, with the chance of each event.

    Args:
        value: The curves.
        exact: Whether fractions stand beside the percentages.
    """
    head = [value.across, *(words(name) for name, _ in value.lines)]
    rows = [
        [str(point), *(_said(chances[place], exact) for _, chances in value.lines)]
        for place, point in enumerate(value.points)
    ]
    widths = [max(len(row[place]) for row in [head, *rows]) for place in range(len(head))]
    lines = [
        "  "
        + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [head, *rows]
    ]
    return "\n".join([shortened(value.question), *lines])


def _said(p: Fraction, exact: bool) -> str:
    return f"{percent(p)} {fraction_text(p)}" if exact else percent(p)
