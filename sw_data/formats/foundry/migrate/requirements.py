"""Requirements of Edges: a text like `Seasoned, Agility d8+, Fighting d6+` as the list that later versions have."""

from __future__ import annotations

import re
from typing import Final

from sw_data.formats.foundry.names import known, slug
from sw_data.formats.names import attribute_named
from sw_data.jsonvalue import Object
from sw_data.models.skills import folded

RANKS: Final = ("novice", "seasoned", "veteran", "heroic", "legendary")

_TAGS: Final = re.compile(r"<[^<>]{0,200}>")
_APART: Final = re.compile(r"[,;](?![^(]*\))")
_TRAIT: Final = re.compile(r"^(.{1,80}?)\s+1?d\s?(4|6|8|10|12)\s*\+?$", re.IGNORECASE)
_WILD_CARD: Final = re.compile(r"^(?:wild ?card|wc)$", re.IGNORECASE)
_LONGEST: Final = 4000


def requirements_in(text: str) -> list[object]:
    """The list of what a text asks for; a part that is not understood is kept word for word, as one of type `other`."""
    if len(text) > _LONGEST:
        return [_entry("other", "", "", text)]
    bare = " ".join(_TAGS.sub(" ", text).split())
    if not bare:
        return []
    parts = [part.strip(" .") for part in _APART.split(bare)]
    listed: list[object] = [_one(part) for part in parts if part]
    return listed or [_entry("other", "", "", text)]


def _one(part: str) -> Object:
    rank = folded(part)
    if rank in RANKS:
        return _entry("rank", "", RANKS.index(rank))
    if _WILD_CARD.match(part):
        return _entry("wildCard", "", True)
    trait = _TRAIT.match(part)
    if trait is not None:
        name, sides = trait[1].strip(), int(trait[2])
        attribute = attribute_named(name)
        if attribute is not None:
            return _entry("attribute", attribute, sides)
        skill = known("skills", "", name)
        if skill is not None:
            return _entry("skill", slug(skill), sides, name)
    edge = known("edges", "", part)
    if edge is not None:
        return _entry("edge", slug(edge), "", part)
    return _entry("other", "", "", part)


def _entry(kind: str, selector: str, value: object, label: str | None = None) -> Object:
    entry: Object = {"type": kind, "selector": selector, "value": value, "combinator": "and"}
    if label is not None:
        entry["label"] = label
    return entry
