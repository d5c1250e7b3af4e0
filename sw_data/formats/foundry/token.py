"""Tokens without a link: each has a sheet of its own, which is its actor's with its own differences.

Since Foundry 11 the differences are the token's `delta`: items and effects by their ids, one that is taken away with a
tombstone. Before, they are its `actorData`, in which a list stands for the whole list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sw_data.diagnostics import Edit
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Creation, Readable, Reading, Writing
from sw_data.formats.foundry import Foundry
from sw_data.formats.foundry.changes import difference
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.write import after
from sw_data.jsonvalue import Array, Object, as_array, as_object, as_text
from sw_data.models import Character, Effect, Vehicle

TOKEN: Final = "foundry-token"
"""What the format of a token is called in messages."""

_LISTS: Final = ("items", "effects")
_DEEP: Final = 40


def is_scene(value: object) -> bool:
    """Whether a document is a scene, told by its content."""
    scene = as_object(value)
    return scene is not None and as_array(scene.get("tokens")) is not None and "walls" in scene


def differences_of(token: Mapping[str, object]) -> tuple[str, Object]:
    """The member that holds a token's differences, and the differences."""
    for member in ("delta", "actorData"):
        found = as_object(token.get(member))
        if found is not None:
            return member, found
    return "", {}


def sheet_of(token: Mapping[str, object], actor: Object) -> Object:
    """The sheet of a token: its actor's with its differences."""
    member, own = differences_of(token)
    out = dict(actor)
    for key, value in own.items():
        if key in ("_id", "type") or value is None:
            continue
        listed = as_array(value) if key in _LISTS else None
        if listed is None:
            out[key] = _over(out.get(key), value, 0)
        elif member == "actorData":
            out[key] = listed
        else:
            out[key] = _by_id(as_array(actor.get(key)) or [], listed)
    return out


class UnlinkedToken:
    """A token as a document of its own, which changes in its differences only."""

    def __init__(self, actor: Object) -> None:
        """Takes the document of the token's actor."""
        self._actor = actor

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return TOKEN

    def recognises(self, value: object) -> bool:
        """Whether a value is a token; there is no telling without its scene."""
        return False

    def read(self, value: object) -> Reading:
        """What the token's sheet says, under the token's id and name; its fields stand in two documents."""
        token = as_object(value) or {}
        reading = Foundry().read(sheet_of(token, self._actor))
        model = reading.model
        if not isinstance(model, Character | Vehicle):
            return Reading(kind=reading.kind)
        ident = as_text(token.get("_id")) or model.id
        name = as_text(token.get("name")) or model.name
        own = model.model_copy(update={"id": ident, "name": name})
        return Reading(reading.kind, own, ident, name, reading.generation)

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring effects into the token's differences."""
        token = as_object(value) or {}
        sheet = sheet_of(token, self._actor)
        written, diagnostics = after(sheet, effects)
        changed = as_object(written) or sheet
        member, own = differences_of(token)
        if not member:
            member = "actorData" if data_key(self._actor) == "data" else "delta"
            own = {} if member == "actorData" else {"_id": token.get("_id")}
        whole = member == "actorData"
        wanted = {**token, member: _differing(own, self._actor, sheet, changed, whole=whole)}
        edits: tuple[Edit, ...] = tuple(difference(token, wanted))
        return Writing(edits, diagnostics)

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """Never: a token is put into its scene by the tabletop."""
        raise ImpossibleError("a token stands in a scene and is not created by itself")


def _differing(
    own: Object, actor: Object, sheet: Object, changed: Object, *, whole: bool
) -> Object:
    """A token's differences after its sheet has changed."""
    out = dict(own)
    for key, value in changed.items():
        before = sheet.get(key)
        if value == before:
            continue
        now = as_array(value)
        if key not in _LISTS or now is None or whole:
            out[key] = _with(out.get(key), before, value)
            continue
        held = as_array(own.get(key)) or []
        out[key] = _listed(held, as_array(actor.get(key)) or [], as_array(before) or [], now)
    return out


def _with(own: object, before: object, value: object) -> object:
    """A difference that holds what has changed, and what it held already."""
    now, old = as_object(value), as_object(before)
    if now is None or old is None:
        return value
    out = dict(as_object(own) or {})
    for key, inner in now.items():
        if key not in old or inner != old[key]:
            out[key] = _with(out.get(key), old.get(key), inner)
    for key in old:
        if key not in now:
            out.pop(key, None)
    return out


def _listed(own: Array, actor: Array, before: Array, now: Array) -> Array:
    """The differing items or effects of a token: those that changed as a whole, those that went as tombstones."""
    old, new, base = _ids(before), _ids(now), _ids(actor)
    out: Array = []
    for each in own:
        ident = _id(each)
        if ident in new:
            out.append(each if new[ident] == old.get(ident) else new[ident])
        elif ident not in old:
            out.append(each)
        elif ident in base:
            out.append({"_id": ident, "_tombstone": True})
    held = {_id(each) for each in own}
    for ident, each in new.items():
        if ident not in held and each != old.get(ident):
            out.append(each)
    out += [
        {"_id": ident, "_tombstone": True}
        for ident in old
        if ident not in new and ident not in held and ident in base
    ]
    return out


def _id(value: object) -> object:
    entry = as_object(value)
    return None if entry is None else as_text(entry.get("_id"))


def _ids(listed: Array) -> dict[object, object]:
    return {_id(each): each for each in listed if _id(each) is not None}


def _over(base: object, value: object, level: int) -> object:
    changed, old = as_object(value), as_object(base)
    if changed is None or old is None or level > _DEEP:
        return value
    out = dict(old)
    for key, inner in changed.items():
        out[key] = _over(out.get(key), inner, level + 1)
    return out


def _by_id(base: Array, changed: Array) -> Array:
    kept: dict[object, object] = {}
    for each in base:
        ident = _id(each)
        kept[id(each) if ident is None else ident] = each
    for each in changed:
        entry, ident = as_object(each), _id(each)
        if entry is None or ident is None:
            continue
        if entry.get("_tombstone") is True:
            kept.pop(ident, None)
        else:
            kept[ident] = _over(kept.get(ident), entry, 0)
    return list(kept.values())
