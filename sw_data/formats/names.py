"""Names of traits, edges and hindrances in the languages that sheets are kept in, for every format.

One table serves every format, so that the same sheet is called the same wherever it comes from.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias, cast

from sw_data.models import ATTRIBUTES, AttributeName
from sw_data.models.skills import folded

Family: TypeAlias = Literal["skills", "edges", "hindrances"]

PARENTHESES: Final = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]\s*$")
"""A grade or a choice at the end of a name."""


@lru_cache(maxsize=1)
def tables() -> dict[str, dict[str, list[str]]]:
    """The names in the rules by family, each with its names in other languages; words stand as keys alone."""
    source = files("sw_data.formats").joinpath("names.json").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, list[str]]]", json.loads(source))


@lru_cache(maxsize=8)
def _by_name(family: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for canonical, others in tables()[family].items():
        for name in (canonical, *others):
            found.setdefault(folded(name), canonical)
    return found


@lru_cache(maxsize=8)
def _words(family: str) -> frozenset[str]:
    return frozenset(folded(word) for word in cast("list[str]", tables()[family]))


def known(family: Family, name: str) -> str | None:
    """The name in the rules of a skill, edge or hindrance; None if it is not known.

    An edge or hindrance is known with its grade or choice in parentheses too.
    """
    names = _by_name(family)
    found = names.get(folded(name))
    if found is None and family != "skills":
        found = names.get(folded(PARENTHESES.sub("", name)))
    return found


def attribute_named(name: str) -> AttributeName | None:
    """The attribute (`vigor`) of a name in any language; None if it names none."""
    found = _by_name("attributes").get(folded(name.strip(" .@")))
    return next((each for each in ATTRIBUTES if each == found), None)


def skill_named(name: str) -> str:
    """The name in the rules of a skill, or the name itself without needless blanks."""
    tidy = " ".join(name.split())
    return known("skills", tidy) or tidy


def trait_named(name: str) -> str:
    """The name in the rules of a skill or an attribute, or the name itself."""
    attribute = attribute_named(name)
    return skill_named(name) if attribute is None else attribute.capitalize()


def is_unskilled(name: str) -> bool:
    """Whether a name only stands for rolls without the skill."""
    return folded(name.strip(" ()")) in _words("unskilled")


def is_strength(word: str) -> bool:
    """Whether a word in a damage expression means the wielder's Strength."""
    return folded(word.strip(" .@")) in _words("strength")


@lru_cache(maxsize=1)
def die_letters() -> str:
    """The letters that stand for a die before its sides (d, W, k …), small and capital, as of a character class."""
    return "".join(sorted({each for word in _words("dice") for each in (word, word.upper())}))
