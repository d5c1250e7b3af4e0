"""Skills of older editions, and what the newest edition calls them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sw_data.dice import Die
from sw_data.models.skills import LINKED, folded

NEWER: Final[Mapping[str, str]] = {
    "climbing": "Athletics",
    "swimming": "Athletics",
    "throwing": "Athletics",
    "lockpicking": "Thievery",
    "tracking": "Survival",
    "investigation": "Research",
    "streetwise": "Common Knowledge",
}
"""The skill of the newest edition for each older one, by folded name."""

_GONE: Final[Mapping[str, str]] = {
    "guts": "Fear is resisted with Spirit",
    "charisma": "rolls with people take modifiers of edges and hindrances",
}
_KNOWLEDGE: Final = re.compile(r"^\s*knowledge\s*[(:]\s*([^()]*?)\s*\)?\s*$", re.IGNORECASE)
_FIELDS: Final[Mapping[str, str]] = {
    "arcana": "Occult", "arcane": "Occult", "occult": "Occult", "magic": "Occult",
    "battle": "Battle", "electronics": "Electronics", "computers": "Hacking", "hacking": "Hacking",
    "science": "Science", "sciences": "Science", "biology": "Science", "chemistry": "Science",
    "physics": "Science", "medicine": "Healing", "history": "Academics", "religion": "Academics",
    "law": "Academics", "engineering": "Repair",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Newer:
    """What the newest edition has for an older skill.

    Attributes:
        old: The skill as the sheet has it.
        new: The newer skill; None if there is none.
        why: One clause that says so.
    """

    old: str
    new: str | None
    why: str


def newer(skill: str) -> Newer | None:
    """What the newest edition has for a skill of an older one; None if the skill is no older one."""
    name = folded(skill)
    if name in NEWER:
        return Newer(skill, NEWER[name], f"in the newest edition {skill} is part of {NEWER[name]}")
    if name in _GONE:
        return Newer(skill, None, f"the newest edition has no {skill}: {_GONE[name]}")
    field = _KNOWLEDGE.match(skill)
    if field is None and name != "knowledge":
        return None
    of = folded(field[1]) if field is not None else ""
    new = _FIELDS.get(of) or (of.title() if of in LINKED else None)
    if new is None:
        return Newer(
            skill,
            None,
            f"the newest edition has no {skill}: Academics, Science or Common Knowledge fit best",
        )
    return Newer(skill, new, f"in the newest edition {skill} is {new}")


def with_newer(skills: Mapping[str, Die]) -> tuple[dict[str, Die], tuple[Newer, ...]]:
    """The skills with the newer name beside each older one, and what was found.

    The older skill stays, since the sheet has it. The newer one is added with the largest of the older dice, unless the
    sheet has it already.
    """
    told = tuple(each for each in (newer(skill) for skill in skills) if each is not None)
    have = {folded(skill) for skill in skills}
    joined = dict(skills)
    for each in told:
        if each.new is None or folded(each.new) in have:
            continue
        die, so_far = skills[each.old], joined.get(each.new)
        if so_far is None or die.rank > so_far.rank:
            joined[each.new] = die
    return joined, told
