"""The list of formats, and which one a document is of: told by content, not by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from sw_data.errors import NotFoundError
from sw_data.formats.base import Format, TextFormat

F = TypeVar("F", bound=Format | TextFormat)


@lru_cache(maxsize=1)
def formats() -> tuple[Format, ...]:
    """Every format, our own first."""
    from sw_data.formats.foundry import Foundry
    from sw_data.formats.own import Own
    from sw_data.formats.roll20 import Roll20
    from sw_data.formats.savaged_us import SavagedUs

    return (Own(), Roll20(), SavagedUs(), Foundry())


@lru_cache(maxsize=1)
def text_formats() -> tuple[TextFormat, ...]:
    """Every format whose files are no JSON: XML, and the forms of a stat block."""
    from sw_data.formats.fantasy_grounds import FantasyGrounds
    from sw_data.formats.statblock import FORMS

    return (FantasyGrounds(), *FORMS)


def any_format_named(name: str) -> Format | TextFormat:
    """The format of that name, JSON or text; NotFoundError lists the known ones."""
    every: tuple[Format | TextFormat, ...] = (*formats(), *text_formats())
    return _named(name, every)


def text_format_named(name: str) -> TextFormat:
    """The text format of that name; NotFoundError lists the known ones."""
    return _named(name, text_formats())


def text_format_of(text: str) -> TextFormat | None:
    """The format that a text is of; None if no format knows it."""
    return next((each for each in text_formats() if each.recognises_text(text)), None)


def format_named(name: str) -> Format:
    """The format of that name; NotFoundError lists the known ones."""
    return _named(name, formats())


def _plain(name: str) -> str:
    """A name of a format as people write it: Savaged.us, Fantasy Grounds."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _named(name: str, every: Sequence[F]) -> F:
    for each in every:
        if _plain(each.name) == _plain(name):
            return each
    raise NotFoundError(f"no format {name!r}; there are {', '.join(each.name for each in every)}")


def format_of(value: object) -> Format | None:
    """The format that a document is of; None if no format knows it."""
    return next((each for each in formats() if each.recognises(value)), None)
