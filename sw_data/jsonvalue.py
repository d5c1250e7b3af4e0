"""JSON values of unknown shape, narrowed one step at a time; None where the shape is another."""

from __future__ import annotations

import math
from typing import TypeAlias, cast

Object: TypeAlias = dict[str, object]
Array: TypeAlias = list[object]


def as_object(value: object) -> Object | None:
    """The value if it is a JSON object."""
    return cast("Object", value) if isinstance(value, dict) else None


def as_array(value: object) -> Array | None:
    """The value if it is a JSON array."""
    return cast("Array", value) if isinstance(value, list) else None


def as_text(value: object) -> str | None:
    """The value if it is a string."""
    return value if isinstance(value, str) else None


def as_int(value: object) -> int | None:
    """The value if it is a whole number (`true` is none; `3.0` is one)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None


def as_number(value: object) -> int | float | None:
    """The value if it is a number (`true` is none, and neither is NaN, which careless writers put into JSON)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return None if isinstance(value, float) and math.isnan(value) else value


def as_flag(value: object) -> bool | None:
    """The value if it is `true` or `false`."""
    return value if isinstance(value, bool) else None


def object_at(value: object, *path: str) -> Object | None:
    """The object that a path of keys leads to, if every step of it is an object."""
    return as_object(value_at(value, *path))


def value_at(value: object, *path: str) -> object:
    """What a path of keys leads to; None if a step of it is missing or no object."""
    for key in path:
        step = as_object(value)
        if step is None:
            return None
        value = step.get(key)
    return value
