"""Names of traits, edges and hindrances in the languages that sheets are kept in, and what they are in the rules.

A sheet's own slug (`swid`) comes first, then the folded name. Where a name is not known, the sheet's own is kept.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from sw_data.formats import names
from sw_data.formats.names import Family, attribute_named, tables
from sw_data.models import ATTRIBUTES, AttributeName
from sw_data.models.skills import folded

_NO_SLUG: Final = frozenset({"", "none", "any"})


@lru_cache(maxsize=4)
def _by_slug(family: str) -> dict[str, str]:
    return {slug(canonical): canonical for canonical in tables()[family]}


def slug(name: str) -> str:
    """The slug that Foundry makes of an English name."""
    return re.sub(r"[^a-z0-9]+", "-", folded(name)).strip("-")


def known(family: Family, swid: str, name: str) -> str | None:
    """The name in the rules of a skill, edge or hindrance; None if it is not known."""
    if swid not in _NO_SLUG and swid in _by_slug(family):
        found = _by_slug(family)[swid]
        # Each language is a skill of its own, and packs give them all the slug of the general one.
        return name if found == "Language" and names.PARENTHESES.search(name) else found
    return names.known(family, name)


def attribute_of(key: object) -> AttributeName | None:
    """The attribute whose key a value is; None if it is none."""
    for each in ATTRIBUTES:
        if each == key:
            return each
    return None


def trait_named(name: str) -> str:
    """The name in the rules of a skill or an attribute, or the name itself."""
    skill = known("skills", "", name)
    if skill is not None:
        return skill
    attribute = attribute_named(name)
    return name if attribute is None else attribute.capitalize()


def is_unskilled(swid: str, name: str) -> bool:
    """Whether a skill item only stands for rolls without the skill."""
    return swid in ("unskilled", "unskilled-attempt") or names.is_unskilled(name)
