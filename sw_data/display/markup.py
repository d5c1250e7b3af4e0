"""HTML and SVG made of a stranger's text: escaped, shortened, without control characters.

Colours are the reader's own text colour and a few that read on light and dark and that the colour-blind can tell
apart. No script, no style sheet, nothing from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

LONGEST: Final = 300
"""The most characters of one text that are shown."""

BLUE: Final = "#3d7ebf"
ORANGE: Final = "#d55e00"
GREEN: Final = "#009e73"
YELLOW: Final = "#b58900"

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text on one line, at most so long, without control characters."""
    clean = _CONTROL.sub(" ", text[: 2 * longest])
    whole = len(clean) <= longest and len(text) <= 2 * longest
    return clean if whole else clean[: longest - 1] + "…"


def safe(value: object, longest: int = LONGEST) -> str:
    """A value as text that can stand in HTML."""
    return escape(shortened(str(value), longest))


def table(
    rows: Iterable[Sequence[object]], head: Sequence[str] = (), *, right: Iterable[int] = ()
) -> str:
    """An HTML table; cells are escaped, those that are `Html` stand as they are."""
    ends = set(right)
    parts = ['<table style="border-collapse:collapse;font-size:.95em">']
    if head:
        cells = "".join(
            f"<th style={_cell(i in ends)}>{safe(name)}</th>" for i, name in enumerate(head)
        )
        parts.append(f"<tr>{cells}</tr>")
    for row in rows:
        cells = "".join(
            f"<td style={_cell(i in ends)}>{cell(each)}</td>" for i, each in enumerate(row)
        )
        parts.append(f"<tr>{cells}</tr>")
    return "".join([*parts, "</table>"])


def _cell(right: bool) -> str:
    side = "right" if right else "left"
    return (
        f'"text-align:{side};vertical-align:top;padding:.1em .8em .1em 0;'
        'border-bottom:1px solid rgba(128,128,128,.35)"'
    )


class Html(str):
    """A text that is HTML already."""

    __slots__ = ()


def cell(value: object) -> str:
    """A value in a cell."""
    return value if isinstance(value, Html) else safe(value)


def box(title: object, parts: Iterable[str], *, note: object = "") -> str:
    """A titled box."""
    small = f' <span style="opacity:.7;font-size:.85em">{safe(note)}</span>' if note else ""
    return (
        '<div style="max-width:52em;border-left:3px solid rgba(128,128,128,.5);padding:.1em 0 .1em .8em;'
        f'margin:.3em 0"><div><strong>{safe(title)}</strong>{small}</div>{"".join(parts)}</div>'
    )


def line(label: str, text: object) -> str:
    """A labelled line; nothing if there is no text."""
    if not text:
        return ""
    return f'<div><span style="opacity:.7">{safe(label)}</span> {cell(text)}</div>'


def badges(words: Iterable[str]) -> Html:
    """Conditions as small badges."""
    return Html(
        " ".join(
            f'<span style="border:1px solid {ORANGE};border-radius:.6em;padding:0 .5em;font-size:.85em">'
            f"{safe(word.replace('_', ' '), 60)}</span>"
            for word in words
        )
    )
