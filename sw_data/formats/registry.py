"""The list of formats, and which one a document is of: told by content, not by name."""

from __future__ import annotations

from functools import lru_cache

from sw_data.errors import NotFoundError
from sw_data.formats.base import Format


@lru_cache(maxsize=1)
def formats() -> tuple[Format, ...]:
    """Every format, our own first."""
    from sw_data.formats.foundry import Foundry
    from sw_data.formats.own import Own

    return (Own(), Foundry())


def format_named(name: str) -> Format:
    """The format of that name; NotFoundError lists the known ones."""
    for each in formats():
        if each.name == name:
            return each
    known = ", ".join(each.name for each in formats())
    raise NotFoundError(f"no format {name!r}; there are {known}")


def format_of(value: object) -> Format | None:
    """The format that a document is of; None if no format knows it."""
    return next((each for each in formats() if each.recognises(value)), None)
