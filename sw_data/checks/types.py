"""Types of actors and items (SW111): one that the game system does not have, or none, and which one is likely meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sw_data.checks.subject import Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Severity
from sw_data.formats.foundry.migrate import kind_of
from sw_data.formats.foundry.sniff import (
    ACTOR_TYPES,
    ITEM_TYPES,
    data_key,
    game_system,
    is_foundry,
    is_ours,
)
from sw_data.formats.foundry.values import Spot, shown
from sw_data.jsonvalue import as_array, as_object, as_text
from sw_data.models.faults import nearest

_ACTORS: Final = ("character", "npc", "vehicle", "group")
_ITEMS: Final = tuple(sorted(ITEM_TYPES))
_OF_FOUNDRY: Final = frozenset(
    {
        "base", "deck", "hand", "pile", "text", "image", "pdf", "video", "script", "chat", "ooc",
        "ic", "emote", "whisper", "roll", "other", "document", "pack", "Actor", "Item", "Adventure",
        "Cards", "JournalEntry", "Macro", "Playlist", "RollTable", "Scene",
    }
)  # fmt: skip
"""Types of Foundry's other documents, which may have a `system` of their own."""


_OF_ITEMS: Final = frozenset({"swid", "minStr", "equipStatus", "equippable", "rof", "ap"})
"""Keys that show an item of Savage Worlds, whatever it calls itself."""


def check(subject: Subject) -> Iterable[Diagnostic]:
    """The type of a document, and those of the items on an actor."""
    document = subject.value
    if not subject.foreign or not is_foundry(document):
        return
    ours = is_ours(document)
    what = kind_of(document)
    if what == "other" and (
        as_array(document.get("items")) is not None or "prototypeToken" in document
    ):
        what = "actor"
    names = {"actor": _ACTORS, "item": _ITEMS, "other": (*_ACTORS, *_ITEMS)}.get(what)
    if names is not None:
        yield from _type(subject.root, what, names, ours)
    if what == "actor":
        for item in subject.root.at("items").each():
            if as_object(item.value) is not None and game_system(item.object) is None:
                yield from _type(item, "item", _ITEMS, ours or is_ours(item.object))


def _type(spot: Spot, what: str, names: tuple[str, ...], ours: bool) -> Iterator[Diagnostic]:
    """The type at one place; of another module's types, which have a dot, nothing is known."""
    document = spot.object
    place = spot.at("type")
    written = as_text(place.value)
    severity = None if ours else Severity.INFO
    data = as_object(document.get(data_key(document)))
    if not written:
        if data is not None:
            is_none = f"{shown(place.value)} is no type" if place.present else "there is no type"
            yield found(
                "SW111",
                f"{is_none}, so nothing can be read of this; {_a(what)} is one of {', '.join(names)}",
                place.pointer,
                severity=severity,
            )
        return
    if written in ACTOR_TYPES | ITEM_TYPES and "system" not in document and "data" not in document:
        yield found(
            "SW103",
            f"{_a(what)} of type {shown(written)} has its numbers in 'system' (before Foundry 10 in 'data'), "
            "and this one has neither",
            f"{spot.pointer}/system",
            severity=severity or Severity.ERROR,
        )
    if "." in written or written in ACTOR_TYPES | ITEM_TYPES | _OF_FOUNDRY:
        return
    if data is None:
        return
    of = _a(what)
    near = nearest(written, names)
    if near is not None:
        yield found(
            "SW111",
            f"the type {shown(written)} is none that {of} of Savage Worlds has; did you mean {near!r}?",
            place.pointer,
            fix=(f"Write {near}", (replaced(place, near),), False),
        )
    elif what != "other" or ours or not _OF_ITEMS.isdisjoint(data):
        yield found(
            "SW111",
            f"the type {shown(written)} is none that {of} of Savage Worlds has; there are {', '.join(names)}",
            place.pointer,
            severity=severity,
        )


def _a(what: str) -> str:
    return "an actor or an item" if what == "other" else f"an {what}"
