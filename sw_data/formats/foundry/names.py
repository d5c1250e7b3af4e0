"""Names of traits, edges and hindrances in the languages that sheets are kept in, and what they are in the rules.

A sheet's own slug (`swid`) comes first, then the folded name. Where a name is not known, the sheet's own is kept.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from sw_data.formats.names import tables
from sw_data.models import ATTRIBUTES, AttributeName
from sw_data.models.skills import folded

Family: TypeAlias = Literal["skills", "edges", "hindrances"]

_NO_SLUG: Final = frozenset({"", "none", "any"})
_PARENTHESES = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]\s*$")


@lru_cache(maxsize=4)
def _by_name(family: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for canonical, others in tables()[family].items():
        for name in (canonical, *others):
            found.setdefault(folded(name), canonical)
    return found


@lru_cache(maxsize=4)
def _by_slug(family: str) -> dict[str, str]:
    return {slug(canonical): canonical for canonical in tables()[family]}


@lru_cache(maxsize=4)
def _words(family: str) -> frozenset[str]:
    return frozenset(folded(word) for word in cast("list[str]", tables()[family]))


def slug(name: str) -> str:
    """The slug that Foundry makes of an English name."""
    return re.sub(r"[^a-z0-9]+", "-", folded(name)).strip("-")


def known(family: Family, swid: str, name: str) -> str | None:
    """The name in the rules of a skill, edge or hindrance; None if it is not known."""
    if swid not in _NO_SLUG and swid in _by_slug(family):
        found = _by_slug(family)[swid]
        # Each language is a skill of its own, and packs give them all the slug of the general one.
        return name if found == "Language" and _PARENTHESES.search(name) else found
    names = _by_name(family)
    other = names.get(folded(name))
    if other is None and family != "skills":
        other = names.get(folded(_PARENTHESES.sub("", name)))
    return other


def attribute_named(name: str) -> AttributeName | None:
    """The attribute (`vigor`) of a name in any language; None if it names none."""
    return attribute_of(_by_name("attributes").get(folded(name)))


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
    return swid in ("unskilled", "unskilled-attempt") or folded(name) in _words("unskilled")


def is_strength(word: str) -> bool:
    """Whether a word in a damage expression means the wielder's Strength."""
    return folded(word) in _words("strength")


def die_letters() -> frozenset[str]:
    """The letters that stand for a die before its sides (d, W, k …)."""
    return _words("dice")
