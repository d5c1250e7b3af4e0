"""The list of formats, and which one a document is of: told by content, not by name."""

from __future__ import annotations

from functools import lru_cache

from sw_data.errors import NotFoundError
from sw_data.formats.base import Format, TextFormat


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


def text_format_named(name: str) -> TextFormat:
    """The text format of that name; NotFoundError lists the known ones."""
    for each in text_formats():
        if each.name == name:
            return each
    known = ", ".join(each.name for each in text_formats())
    raise NotFoundError(f"no text format {name!r}; there are {known}")


def text_format_of(text: str) -> TextFormat | None:
    """The format that a text is of; None if no format knows it."""
    return next((each for each in text_formats() if each.recognises_text(text)), None)


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
