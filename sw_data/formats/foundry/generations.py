"""Generations of Foundry's Savage Worlds documents, told by shape: per document, never by the stamped version.

A pack holds documents of several ages, and so does one actor. The generation says which of the fields' places a
document uses; `effect_shape` says separately how its active effects are stored, because that goes with Foundry's
own version (a G4 sheet on Foundry 14 stores effects in the shape of 14).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from sw_data.formats.foundry.sniff import CREATURES, data_key, data_of
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at, value_at

Generation: TypeAlias = Literal["G0a", "G0b", "G0c", "G0d", "G1", "G2", "G3", "G4", "G5"]
GENERATIONS: Final[tuple[Generation, ...]] = (
    "G0a", "G0b", "G0c", "G0d", "G1", "G2", "G3", "G4", "G5",
)  # fmt: skip
"""Every generation, oldest first."""

EffectShape: TypeAlias = Literal["v8", "v10", "v11", "v12", "v14"]
"""How an active effect is stored: by the version of Foundry that began to store it so."""

_BY_GENERATION: dict[Generation, EffectShape] = {
    "G0a": "v8", "G0b": "v8", "G0c": "v8", "G0d": "v8", "G1": "v10", "G2": "v11", "G3": "v12",
    "G4": "v12", "G5": "v14",
}  # fmt: skip


def generation_of(document: Object) -> Generation:
    """The generation whose shape a document (an actor or an item) has."""
    data = data_of(document)
    if data_key(document) == "data":
        return _before_v10(document, data)
    kind = as_text(document.get("type"))
    if kind in CREATURES:
        return _creature(document, data)
    if kind == "vehicle":
        return _vehicle(data)
    return _item(document, data)


def _before_v10(document: Object, data: Object) -> Generation:
    kind = as_text(document.get("type"))
    if kind in ("wildcard", "extra"):
        return "G0a"
    attributes = as_object(data.get("attributes")) or {}
    for each in attributes.values():
        attribute = as_object(each)
        if attribute is not None and (
            isinstance(attribute.get("die"), str)
            or ("value" in attribute and "die" not in attribute)
        ):
            return "G0a"
    if kind in ("consumable", "action") or "equipStatus" in data or "favorite" in data:
        return "G0d"
    if isinstance(value_at(data, "advances", "list"), list) or "mode" in (
        object_at(data, "advances") or {}
    ):
        return "G0d"
    if "owned" in data or "sprintDie" in (object_at(data, "stats", "speed") or {}):
        return "G0b"
    if kind == "vehicle":
        return "G0c" if "effects" in document or "maxCargo" in data else "G0b"
    status = object_at(data, "status") or {}
    if any(key in status for key in ("isStunned", "isEntangled", "isBound")):
        return "G0c"
    if kind in CREATURES:
        return "G0b"
    return "G0c" if "actions" in data or "additionalStats" in data else "G0b"


def _creature(document: Object, data: Object) -> Generation:
    details = object_at(data, "details") or {}
    stats = object_at(data, "stats") or {}
    newest = (
        "auras" in data
        or "toughnessTrait" in details
        or "parryBaseSwid" in details
        or "gangUpDamage" in stats
        or "follow" in (object_at(data, "initiative") or {})
    )
    paced = as_object(data.get("pace")) is not None
    if paced and "status" not in data and (newest or _own_shape(document) == "v14"):
        return "G5"
    if newest or "category" in data:
        return "G4"
    if paced:
        return "G3"
    if "shield" in (object_at(stats, "parry") or {}):
        return "G2"
    # Half a sheet says nothing of its age by itself; the items on it do.
    for item in _children(document, "items"):
        if _item(item, data_of(item)) == "G2":
            return "G2"
    return "G1"


def _vehicle(data: Object) -> Generation:
    if "status" not in data and as_array(value_at(data, "crew", "members")) is not None:
        return "G5"
    if as_array(value_at(data, "crew", "members")) is not None or "auras" in data:
        return "G4"
    if as_object(data.get("topspeed")) is not None or "cargo" in data or "energy" in data:
        return "G3"
    return "G2" if "category" in data or "swid" in data else "G1"


def _item(document: Object, data: Object) -> Generation:
    if _own_shape(document) == "v14" and "charges" in data:
        return "G5"
    build = object_at(data, "build") or {}
    charges = object_at(data, "charges") or {}
    if (
        "limit" in build
        or "level" in build
        or "hasCharges" in charges
        or "scone" in (object_at(data, "templates") or {})
    ):
        return "G4"
    if document.get("type") == "ancestry" or "activities" in data or "build" in data:
        return "G3"
    actions = object_at(data, "actions") or {}
    if (
        "swid" in data
        or "trait" in actions
        or "traitMod" in actions
        or isinstance(data.get("requirements"), list)
    ):
        return "G2"
    return "G1"


def effect_shape(document: Object) -> EffectShape:
    """How a new active effect of this document is to be stored.

    Its own effects tell first, then those of its items, then its token; a document without any of them is told by the
    Foundry version stamped on it, and by its generation at last.
    """
    own = _own_shape(document)
    if own is not None:
        return own
    for item in _children(document, "items"):
        of_item = _own_shape(item)
        if of_item is not None:
            return of_item
    token = object_at(document, "prototypeToken") or {}
    if "depth" in token or "turnMarker" in token or isinstance(token.get("detectionModes"), dict):
        if "depth" in token or isinstance(token.get("detectionModes"), dict):
            return "v14"
        return "v12"
    generation = generation_of(document)
    if generation >= "G1":
        major = _core_major(document)
        if major is not None:
            return _core_shape(major)
    return _BY_GENERATION[generation]


def shape_of_effect(effect: Object) -> EffectShape:
    """How one active effect is stored."""
    duration = object_at(effect, "duration") or {}
    if (
        "changes" in (object_at(effect, "system") or {})
        or "expiry" in duration
        or "start" in effect
    ):
        return "v14"
    if "label" in effect and "name" not in effect:
        return "v10" if any("system." in key for key in _keys(effect)) else "v8"
    if "img" in effect or "type" in effect:
        return "v12"
    return "v11"


def _own_shape(document: Object) -> EffectShape | None:
    effects = _children(document, "effects")
    return shape_of_effect(effects[-1]) if effects else None


def _keys(effect: Object) -> list[str]:
    changes = as_array(effect.get("changes")) or []
    keys = (as_text(value_at(change, "key")) for change in changes)
    return [key for key in keys if key]


def _children(document: Object, name: str) -> list[Object]:
    listed = as_array(document.get(name)) or []
    return [child for child in map(as_object, listed) if child is not None]


def _core_major(document: Object) -> int | None:
    stamp = as_text(value_at(document, "_stats", "coreVersion"))
    major = stamp.split(".")[0] if stamp else ""
    return int(major) if major.isascii() and major.isdigit() and len(major) < 4 else None


def _core_shape(major: int) -> EffectShape:
    if major >= 14:
        return "v14"
    if major >= 12:
        return "v12"
    return "v11" if major == 11 else "v10"
