"""Parts of a message, whatever it holds: an object, a list, a text that says something, a whole number."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from sw_data.formats.foundry.chat.arithmetic import number_of
from sw_data.jsonvalue import as_array, as_object, as_text

Value: TypeAlias = dict[str, Any]


def object_in(value: object) -> Value:
    """The value if it is an object; else an empty one."""
    return as_object(value) or {}


def list_in(value: object) -> list[Any]:
    """The value if it is a list; else an empty one."""
    return cast("list[Any]", as_array(value) or [])


def text_in(value: object) -> str | None:
    """The value if it is a text that is not empty."""
    return as_text(value) or None


def whole_in(value: object) -> int | None:
    """The whole number of a number or of a text that is one."""
    number = number_of(value)
    return None if number is None else int(number)
