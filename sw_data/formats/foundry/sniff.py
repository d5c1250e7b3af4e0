"""Which documents are Foundry VTT's, what they are, and of which game system: told by content."""

from __future__ import annotations

from typing import Final

from sw_data.jsonvalue import Object, as_object, as_text, value_at

ACTOR_TYPES: Final = frozenset({"character", "npc", "vehicle", "group", "wildcard", "extra"})
"""Types of actors; `wildcard` and `extra` are those of G0a."""

CREATURES: Final = frozenset({"character", "npc", "wildcard", "extra"})
"""Types of actors that are characters."""

ITEM_TYPES: Final = frozenset(
    {
        "weapon", "armor", "shield", "gear", "edge", "hindrance", "skill", "power", "ability",
        "consumable", "action", "ancestry",
    }
)  # fmt: skip
"""Types of items."""

SYSTEMS: Final = frozenset({"swade", "swpf"})
"""The ids of the game systems whose documents have this shape."""

_ENVELOPE = (
    "_stats", "_key", "ownership", "permission", "prototypeToken", "token", "flags", "items",
    "effects", "folder", "sort", "img",
)  # fmt: skip

_PARTS: Final = ("cards", "combatants", "tokens", "pages")
"""Lists that only a deck, a combat, a scene and a journal have."""

_FOREIGN_ACTOR_KEYS = ("abilities", "characteristics", "saves")


def is_foundry(value: object) -> bool:
    """Whether a JSON value is a document of Foundry VTT, of whatever game system."""
    document = as_object(value)
    if document is None or "kind" in document or "format" in document:
        return False
    known = as_text(document.get("type")) in ACTOR_TYPES | ITEM_TYPES
    # Another program's saves say `"type": "character"` too, and have their data as one text.
    if known and any(not isinstance(document.get(key, ""), str) for key in ("system", "data")):
        return True
    if "name" in document and any(isinstance(document.get(key), list) for key in _PARTS):
        return True
    if any(as_object(value_at(document, "flags", system)) for system in SYSTEMS):
        return True
    marks = sum(1 for key in _ENVELOPE if key in document)
    if as_object(document.get("_stats")) is not None or isinstance(document.get("_key"), str):
        return True
    if as_object(document.get("system")) is not None and "type" in document:
        return True
    return marks >= 2 and ("_id" in document or "type" in document)


def data_key(document: Object) -> str:
    """The key that the game system's own data lie under: `system`, or `data` up to Foundry 9."""
    if as_object(document.get("system")) is not None:
        return "system"
    if as_object(document.get("data")) is not None:
        return "data"
    return "data" if "data" in document and "system" not in document else "system"


def data_of(document: Object) -> Object:
    """The game system's own data of a document; empty if it has none."""
    return as_object(document.get(data_key(document))) or {}


def type_of(document: Object) -> str:
    """The type of a document, or the collection that its `_key` names, or `document`."""
    kind = as_text(document.get("type"))
    if kind:
        return kind
    key = as_text(document.get("_key"))
    parts = key.split("!") if key else []
    return parts[1].split(".")[-1] if len(parts) > 1 and parts[1] else "document"


def is_ours(document: Object) -> bool:
    """Whether the document says that it is of our game system."""
    return _stamp(document) in SYSTEMS


def _stamp(document: Object) -> str | None:
    """The id of the game system that the document says it is of."""
    stamps = (
        value_at(document, "_stats", "systemId"),
        value_at(document, "_stats", "exportSource", "systemId"),
        value_at(document, "flags", "exportSource", "system"),
    )
    return next((named for named in map(as_text, stamps) if named), None)


def game_system(document: Object) -> str | None:
    """The id of another game system that the document is of; None if it is ours or does not say."""
    named = _stamp(document)
    if named is not None:
        return None if named in SYSTEMS else named
    data = data_of(document)
    kind = as_text(document.get("type"))
    if kind in CREATURES and any(key in data for key in _FOREIGN_ACTOR_KEYS):
        return None if as_object(value_at(data, "attributes", "agility")) else "another game"
    if kind in ITEM_TYPES and as_object(value_at(data, "price")) is not None:
        return "another game"
    return None
