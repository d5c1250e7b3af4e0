"""Misspelt keys (SW112): one that the game system does not have, where the one that it looks like is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from sw_data.checks.subject import Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.formats.foundry.fields import CREATURE, VEHICLE, WEAPON, Field
from sw_data.formats.foundry.migrate import kind_of
from sw_data.formats.foundry.sniff import data_key, is_foundry
from sw_data.formats.foundry.values import Spot, shown
from sw_data.models import ATTRIBUTES
from sw_data.models.faults import nearest

_SHORTEST: Final = 4
"""Letters; shorter keys are like too many others."""

_LIKE: Final = 0.8

_MOST: Final = 200
"""Keys of one object that are looked at; a sheet has some dozens."""

Names = tuple[frozenset[str], ...]
"""Groups of keys of which a document has one, the newer or the older name of the same thing."""


def _names(fields: Mapping[str, Field], *above: str) -> Names:
    """The keys right below a place, each with its other names."""
    depth = len(above)
    groups = (
        frozenset(
            each.path[depth]
            for each in field.places
            if each.path[:depth] == above and len(each.path) > depth
        )
        for field in fields.values()
    )
    return tuple(dict.fromkeys(group for group in groups if group))


_ATTRIBUTES: Final[Names] = tuple(frozenset({name}) for name in ATTRIBUTES)

_ACTORS: Final[dict[str, dict[tuple[str, ...], Names]]] = {
    "creature": {
        (): _names(CREATURE),
        ("stats",): _names(CREATURE, "stats"),
        ("attributes",): _ATTRIBUTES,
    },
    "vehicle": {(): _names(VEHICLE)},
}

_ITEMS: Final[dict[str, Names]] = {
    "weapon": _names(WEAPON),
    "armor": (frozenset({"armor"}), frozenset({"minStr"}), frozenset({"equipStatus", "equipped"})),
    "shield": (frozenset({"parry"}), frozenset({"cover"}), frozenset({"minStr"})),
    "skill": (frozenset({"attribute"}),),
}


def check(subject: Subject) -> Iterable[Diagnostic]:
    """The keys of a document's numbers, and of those of its items."""
    document = subject.value
    if not subject.foreign or not is_foundry(document):
        return
    for item in subject.items(*_ITEMS):
        yield from _misspelt(item.data, _ITEMS[item.type])
    if kind_of(document) == "actor":
        kind = "vehicle" if document.get("type") == "vehicle" else "creature"
        for steps, names in _ACTORS[kind].items():
            yield from _misspelt(subject.root.at(data_key(document), *steps), names)


def _misspelt(spot: Spot, names: Names) -> Iterator[Diagnostic]:
    data = spot.object
    known = frozenset[str]().union(*names)
    missing = [name for group in names if group.isdisjoint(data) for name in sorted(group)]
    if not missing:
        return
    for key in list(data)[:_MOST]:
        if key in known or len(key) < _SHORTEST:
            continue
        meant = nearest(key, missing, _LIKE)
        if meant is None:
            continue
        wrong, right = spot.at(key), spot.at(meant)
        edits = (replaced(right, wrong.value), Edit(op="remove", path=wrong.pointer))
        yield found(
            "SW112",
            f"the key {shown(key)} is none of the game system's, and {meant!r} is missing; did you mean {meant!r}?",
            wrong.pointer,
            fix=(f"Rename it {meant}", edits, False),
        )
