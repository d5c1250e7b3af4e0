"""JSON as the Foundry CLI lays it out: two blanks a level, and a line end at the end.

The standard library's own layout is made in Python, value by value; this one leaves all that has no level to C.
"""

from __future__ import annotations

import json
from typing import cast

_scalar = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def laid_out(value: object) -> bytes:
    """A JSON value as the bytes of a file; half a surrogate pair is written as an escape."""
    text = _laid(value, "\n") + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2) + "\n").encode()


def _laid(value: object, end: str) -> str:
    inner = end + "  "
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        if not members:
            return "{}"
        parts = [f"{_scalar(key)}: {_laid(one, inner)}" for key, one in members.items()]
        return "{" + inner + ("," + inner).join(parts) + end + "}"
    if isinstance(value, list):
        elements = cast("list[object]", value)
        if not elements:
            return "[]"
        parts = [_laid(one, inner) for one in elements]
        return "[" + inner + ("," + inner).join(parts) + end + "]"
    return _scalar(value)
