"""The oldest version that can have written a document, told by the newest shape that is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sw_data.formats.foundry.migrate.kinds import children
from sw_data.formats.foundry.migrate.step import Kind, Path, named, pointer
from sw_data.formats.foundry.sniff import CREATURES, data_key, game_system
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at, value_at

Version = tuple[int, int]
_Found = tuple[Version, Path]


@dataclass(frozen=True, slots=True)
class Mark:
    """What shows that a document is of a version or a later one.

    Attributes:
        version: The first version that stores it.
        pointer: Where it stands.
        name: What the innermost document that has it is called.
    """

    version: Version
    pointer: str
    name: str


def newest(document: Object, kind: Kind) -> Mark | None:
    """The newest mark in a document and in all that are inside it; None if nothing in it tells."""
    found = max(
        _marks(document, kind, as_text(document.get("type")) or "", (), False),
        default=None,
        key=_order,
    )
    return found


def _order(mark: Mark) -> Version:
    return mark.version


def _marks(document: Object, kind: Kind, type_: str, at: Path, partial: bool) -> Iterator[Mark]:
    if game_system(document) is not None:
        return
    name = named(document)
    for version, path in _own(document, kind, type_):
        yield Mark(version, pointer((*at, *path)), name)
    for child in children(document, kind, type_, partial=partial):
        for mark in _marks(child.value, child.kind, child.type, (*at, *child.path), child.partial):
            yield mark if mark.name else Mark(mark.version, mark.pointer, name)


def _own(document: Object, kind: Kind, type_: str) -> Iterator[_Found]:
    tell = _TELLERS.get(kind)
    if tell is None:
        return
    if (
        kind != "effect"
        and as_object(document.get("system")) is not None
        and data_key(document) == "system"
    ):
        yield (2, 0), ("system",)
    yield from tell(document, type_)


def _has(document: Object, *path: str) -> bool:
    above = object_at(document, *path[:-1])
    return above is not None and path[-1] in above


def _listed(table: tuple[tuple[Version, str], ...], document: Object) -> Iterator[_Found]:
    key = data_key(document)
    for version, dotted in table:
        path = (key, *dotted.split("."))
        if _has(document, *path):
            yield version, path


_ACTOR: Final[tuple[tuple[Version, str], ...]] = (
    ((3, 1), "stats.parry.shield"),
    ((4, 2), "pace"),
    ((4, 4), "crew.members"),
    ((4, 4), "cargo.max"),
    ((5, 0), "category"),
    ((5, 2), "details.toughnessTrait"),
    ((5, 2), "details.parryBaseSwid"),
    ((5, 2), "auras"),
    ((5, 2), "initiative.follow"),
    ((5, 2), "stats.gangUpDamage"),
)
_ITEM: Final[tuple[tuple[Version, str], ...]] = (
    ((1, 2), "equipStatus"),
    ((2, 3), "reloadType"),
    ((3, 1), "actions.trait"),
    ((3, 1), "actions.traitMod"),
    ((3, 2), "swid"),
    ((3, 2), "choiceSets"),
    ((3, 3), "rangeType"),
    ((4, 1), "build"),
    ((4, 2), "activities"),
    ((5, 0), "build.level"),
    ((5, 2), "charges.charges"),
    ((5, 2), "templates.scone"),
)
_TYPES: Final[dict[str, Version]] = {
    "consumable": (1, 2), "action": (2, 1), "ancestry": (4, 1), "group": (4, 0),
}  # fmt: skip


def _actor(document: Object, type_: str) -> Iterator[_Found]:
    if type_ in _TYPES:
        yield _TYPES[type_], ("type",)
    yield from _listed(_ACTOR, document)
    key = data_key(document)
    if as_object(value_at(document, key, "topspeed")) is not None:
        # Met in sheets of 4.2, though only 4.4 brings old ones to it.
        yield (4, 2), (key, "topspeed")
    details = object_at(document, key, "details") or {}
    paced = type_ in CREATURES and _has(document, key, "pace") and "toughnessTrait" in details
    if paced and not _has(document, key, "status") and _of_foundry_14(document):
        yield (6, 0), (key,)


def _of_foundry_14(actor: Object) -> bool:
    if isinstance(value_at(actor, "prototypeToken", "detectionModes"), dict):
        return True
    effects = [as_object(each) or {} for each in as_array(actor.get("effects")) or []]
    return any(isinstance(value_at(each, "system", "changes"), list) for each in effects)


def _item(document: Object, type_: str) -> Iterator[_Found]:
    if type_ in _TYPES:
        yield _TYPES[type_], ("type",)
    yield from _listed(_ITEM, document)
    key = data_key(document)
    if isinstance(value_at(document, key, "requirements"), list):
        yield (3, 2), (key, "requirements")


def _effect(document: Object, type_: str) -> Iterator[_Found]:
    if "statuses" in document:
        yield (3, 1), ("statuses",)
    if "img" in document:
        yield (4, 0), ("img",)
    for field in ("removeEffect", "loseTurnOnHold", "expiration", "conditionalEffect"):
        if _has(document, "system", field):
            yield (4, 2), ("system", field)
    if isinstance(value_at(document, "system", "changes"), list):
        # Versions 5.2 run on Foundry 14 too, which stores effects so.
        yield (5, 2), ("system", "changes")
    if type_ == "modifier":
        yield (5, 0), ("type",)


def _message(document: Object, type_: str) -> Iterator[_Found]:
    if "rolls" in document:
        yield (2, 0), ("rolls",)
    if "style" in document:
        yield (4, 0), ("style",)
    if "author" in document:
        yield (4, 0), ("author",)


def _combatant(document: Object, type_: str) -> Iterator[_Found]:
    if _has(document, "system", "cardValue"):
        yield (5, 2), ("system", "cardValue")


def _token(document: Object, type_: str) -> Iterator[_Found]:
    if "delta" in document:
        yield (3, 1), ("delta",)
    if isinstance(document.get("detectionModes"), dict):
        yield (5, 2), ("detectionModes",)


def _plain(document: Object, type_: str) -> Iterator[_Found]:
    if "ownership" in document:
        yield (2, 0), ("ownership",)


_TELLERS: Final[dict[Kind, Callable[[Object, str], Iterator[_Found]]]] = {
    "actor": _actor,
    "item": _item,
    "effect": _effect,
    "message": _message,
    "combatant": _combatant,
    "token": _token,
    "deck": _plain,
    "card": lambda document, type_: iter(()),
    "combat": lambda document, type_: iter(()),
    "journal": _plain,
    "scene": _plain,
    "adventure": _plain,
    "folder": _plain,
}
