"""Parts of an action's JSON, whatever it holds: objects, lists of objects, whole numbers."""

from __future__ import annotations

from typing import Any, cast

Json = dict[str, Any]


def object_in(value: object) -> Json:
    """The value if it is an object; else an empty one."""
    return cast("Json", value) if isinstance(value, dict) else {}


def objects_in(value: object) -> list[Json]:
    """The objects of a list; none if it is no list."""
    if not isinstance(value, list | tuple):
        return []
    return [cast("Json", each) for each in cast("list[object]", value) if isinstance(each, dict)]


def whole_in(value: object, otherwise: int = 0) -> int:
    """The value if it is a whole number of a sensible size."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000:
        return value
    return otherwise


def flat(value: object) -> list[object]:
    """Everything inside lists and the values of objects that are no dice, one after the other."""
    if isinstance(value, dict):
        entry = cast("Json", value)
        if "faces" in entry:
            return [entry]
        return [each for part in entry.values() for each in flat(part)]
    if not isinstance(value, list):
        return []
    found: list[object] = []
    for part in cast("list[object]", value):
        found += flat(cast("object", part)) if isinstance(part, list) else [part]
    return found


def faces_in(die: object) -> list[int]:
    """The faces of a die as a log records it."""
    shown = object_in(die).get("faces")
    if not isinstance(shown, list):
        return []
    return [
        face for face in cast("list[object]", shown) if isinstance(face, int) and 0 < face < 10_000
    ]


def sides_in(die: object) -> int:
    """The sides of a die as a log records it; 0 if it does not say."""
    name = str(object_in(die).get("die", ""))
    return int(name[1:]) if name[1:].isascii() and name[1:].isdigit() and len(name) < 6 else 0
