"""Tokens of scenes: those that are linked to their actor, and those that differ from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sw_data.formats.foundry import Foundry
from sw_data.jsonvalue import as_array, as_object, as_text
from sw_data.logbook.roster import Token
from sw_data.models import Character, Vehicle

Json = dict[str, Any]

_MOST: Final = 10_000
_DEEP: Final = 40


def tokens_of(scene: Mapping[str, Any], sheets: Mapping[str, Json]) -> Iterator[Token]:
    """The tokens of a scene; one without a link has a sheet of its own, which is the actor's with its differences."""
    for each in (as_array(scene.get("tokens")) or [])[:_MOST]:
        token = as_object(each)
        ident = None if token is None else as_text(token.get("_id"))
        if token is None or ident is None:
            continue
        actor = as_text(token.get("actorId"))
        linked = token.get("actorLink") is True
        model: Character | Vehicle | None = None
        delta = as_object(token.get("delta")) or as_object(token.get("actorData"))
        base = None if actor is None else sheets.get(actor)
        if not linked and delta and base is not None:
            read = Foundry().read(merged(base, delta)).model
            model = read if isinstance(read, Character | Vehicle) else None
        yield Token(ident, actor, as_text(token.get("name")) or "", linked, model)


def merged(base: Json, delta: Mapping[str, Any]) -> Json:
    """A sheet with the differences of a token: objects member by member, items and effects by their ids."""
    out = dict(base)
    for key, value in delta.items():
        if key in ("_id", "type") or value is None:
            continue
        listed = as_array(value) if key in ("items", "effects") else None
        if listed is not None:
            out[key] = _by_id(as_array(base.get(key)) or [], listed)
        else:
            out[key] = _deep(out.get(key), value, 0)
    return out


def _deep(base: object, value: object, level: int) -> object:
    changed, old = as_object(value), as_object(base)
    if changed is None or old is None or level > _DEEP:
        return value
    out = dict(old)
    for key, inner in changed.items():
        out[key] = _deep(out.get(key), inner, level + 1)
    return out


def _by_id(base: list[Any], changed: list[Any]) -> list[Any]:
    kept: dict[object, Any] = {}
    for each in base:
        entry = as_object(each)
        kept[id(each) if entry is None else entry.get("_id", id(each))] = each
    for each in changed:
        entry = as_object(each)
        ident = None if entry is None else entry.get("_id")
        if entry is None or ident is None:
            continue
        if entry.get("_tombstone") is True:
            kept.pop(ident, None)
        else:
            kept[ident] = _deep(kept.get(ident), entry, 0)
    return list(kept.values())
