"""Raw JSON with its origin, and edits to it. Knows no game."""

from sw_data.document.changes import diff, merge
from sw_data.document.json_lines import examine_lines, lines, replace_lines
from sw_data.document.locate import (
    Place,
    Span,
    locate,
    locate_all,
    located,
    place,
    places,
)
from sw_data.document.patch import apply, invert, revise
from sw_data.document.raw import LIMITS, Document, Limits, as_finding, dump, examine, parse

__all__ = [
    "LIMITS",
    "Document",
    "Limits",
    "Place",
    "Span",
    "apply",
    "as_finding",
    "diff",
    "dump",
    "examine",
    "examine_lines",
    "invert",
    "lines",
    "locate",
    "locate_all",
    "located",
    "merge",
    "parse",
    "place",
    "places",
    "replace_lines",
    "revise",
]
