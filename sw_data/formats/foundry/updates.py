"""What a running world needs to become what the outcomes say: updates of actors, effects to create and to delete.

Documents are named by their ids and never by their names. Keys are dotted paths as Foundry's own `update` takes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sw_data.diagnostics import Diagnostic, DocumentRef, register
from sw_data.formats.foundry.changes import drop, same
from sw_data.formats.foundry.flags import OWN
from sw_data.formats.foundry.sniff import data_key, type_of
from sw_data.formats.foundry.write import after
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at, value_at
from sw_data.models import Effect

_ID = re.compile(r"^[A-Za-z0-9]{16}$")
_TOKEN = re.compile(r"^Scene\.\w+\.Token\.\w+(?:\.Actor\.\w+)?$")


@dataclass(frozen=True, slots=True)
class Updates:
    """The update object of a running world, and whom it cannot reach.

    Attributes:
        value: `update` (objects with `_id`, for the actor of an unlinked token and for a combatant also `uuid`, and
            dotted keys),
            `create` (`parent`, `type`, `data`) and `delete` (`parent`, `type`, `ids`).
        diagnostics: Documents without an id, two of one id, actors whose tokens are not linked.
    """

    value: dict[str, list[Any]]
    diagnostics: tuple[Diagnostic, ...] = ()


def updates(pairs: Iterable[tuple[object, Sequence[Effect]]]) -> dict[str, list[Any]]:
    """The update object alone; `world_updates` also says whom it cannot reach."""
    return world_updates(pairs).value


def world_updates(pairs: Iterable[tuple[object, Sequence[Effect]]]) -> Updates:
    """The changes that a running world needs, from documents as they were loaded and the effects on each.

    A document whose id is not known, or that shares its id with another one that changed too, is left out with a
    finding: a name is no identity.
    """
    value: dict[str, list[Any]] = {"update": [], "create": [], "delete": []}
    found: list[Diagnostic] = []
    changed: dict[str, list[tuple[Object, Object]]] = {}
    for before, effects in pairs:
        document = as_object(before)
        now, diagnostics = after(before, effects)
        found += diagnostics
        if document is None or now is before:
            continue
        uuid = uuid_of(document)
        if uuid is None:
            found.append(_without_id(document))
            continue
        changed.setdefault(uuid, []).append((document, as_object(now) or {}))
    for uuid, versions in changed.items():
        if len(versions) > 1:
            found.append(_twice(uuid, versions[0][0], len(versions)))
            continue
        document, now = versions[0]
        if _is_unlinked(document) and not _TOKEN.match(uuid):
            found.append(_unlinked(document))
        found += _add(value, uuid, document, now)
    return Updates(value, tuple(found))


def combatant_updates(before: object, now: object) -> Updates:
    """What the combatants of a Combat in a running world need, each by its `uuid`; one without an id is a finding."""
    value: dict[str, list[Any]] = {"update": [], "create": [], "delete": []}
    document, changed = as_object(before) or {}, as_object(now) or {}
    fight = as_text(document.get("_id")) or ""
    found: list[Diagnostic] = []
    pairs = zip(
        as_array(document.get("combatants")) or [],
        as_array(changed.get("combatants")) or [],
        strict=True,
    )
    for index, (old, new) in enumerate(pairs):
        if old is new or same(old, new):
            continue
        one = as_text(value_at(old, "_id")) or ""
        if not (_ID.match(fight) and _ID.match(one)):
            found.append(_combat_without_id(document, index))
            continue
        entry: Object = {"_id": one, "uuid": f"Combat.{fight}.Combatant.{one}"}
        held, holds = as_object(old) or {}, as_object(new) or {}
        for key, member in holds.items():
            entry |= _dotted(held[key], member, key) if key in held else {key: member}
        value["update"].append(entry)
    return Updates(value, tuple(found))


def uuid_of(document: Object) -> str | None:
    """What a running world knows an actor by: `Actor.<id>`, or its token's path for the actor of an unlinked token."""
    source = as_text(value_at(document, "_stats", "exportSource", "uuid")) or ""
    identity = as_text(document.get("_id"))
    if _TOKEN.match(source) and (
        identity is None or source.endswith(identity) or "Actor" not in source
    ):
        return source
    if identity is None:
        identity = source.rsplit(".", 1)[-1]
    return f"Actor.{identity}" if _ID.match(identity) else None


def _add(value: dict[str, list[Any]], uuid: str, before: Object, now: Object) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    key = data_key(before)
    entry: Object = {"_id": uuid.rsplit(".", 1)[-1]}
    if _TOKEN.match(uuid):
        entry = {"_id": as_text(before.get("_id")) or entry["_id"], "uuid": uuid}
    size = len(entry)
    entry |= _dotted(before.get(key), now.get(key), key)
    entry |= _own(before, now)
    if len(entry) > size:
        value["update"].append(entry)
    old = _by_id(before)
    new = _by_id(now)
    gone = [each for each in old if each not in new or not same(old[each], new[each])]
    come = [each for each in new if each not in old or not same(old[each], new[each])]
    if gone:
        value["delete"].append({"parent": uuid, "type": "ActiveEffect", "ids": gone})
    for each in come:
        value["create"].append({"parent": uuid, "type": "ActiveEffect", "data": _plain(new[each])})
    remaining = as_array(now.get("effects")) or []
    for index, effect in enumerate(as_array(before.get("effects")) or []):
        without_id = as_object(effect) is not None and not as_text(value_at(effect, "_id"))
        if without_id and not any(effect is each for each in remaining):
            named = as_text(value_at(effect, "name")) or as_text(value_at(effect, "label"))
            found.append(
                register.finding(
                    "SW182",
                    f"the effect {named!r} has no _id, so it cannot be taken away in a running world; "
                    "export the actor again, or remove the effect by hand",
                    pointer=f"/effects/{index}",
                    document=_ref(before),
                )
            )
    return found


def _dotted(before: object, now: object, path: str) -> Object:
    """What changed, as dotted keys; an array goes as a whole, a member that is gone as `-=`."""
    if before is now or same(before, now):
        return {}
    old, new = as_object(before), as_object(now)
    if old is None or new is None:
        return {path: now}
    changed: Object = {}
    for key, member in new.items():
        if key not in old:
            changed[f"{path}.{key}"] = member
        else:
            changed |= _dotted(old[key], member, f"{path}.{key}")
    for key in old:
        if key not in new:
            changed[f"{path}.-={key}"] = None
    return changed


def _own(before: Object, now: Object) -> Object:
    """The changes of `flags["sw-data"]`; a world's documents always have flags, so what we made is not said."""
    old = object_at(drop(before, ("flags", OWN, "made")), "flags", OWN)
    new = object_at(drop(now, ("flags", OWN, "made")), "flags", OWN)
    if not new:
        return {f"flags.-={OWN}": None} if old else {}
    return _dotted(old or {}, new, f"flags.{OWN}")


def _by_id(document: Object) -> dict[str, Object]:
    listed = [as_object(each) for each in as_array(document.get("effects")) or []]
    return {
        identity: effect
        for effect in listed
        if effect is not None and (identity := as_text(effect.get("_id")))
    }


def _plain(effect: Object) -> Object:
    """An effect without what only a file needs to know."""
    bare = drop(effect, ("flags", OWN, "made"))
    if object_at(bare, "flags", OWN) == {}:
        bare = drop(bare, ("flags", OWN))
    return cast("Object", drop(bare, ("_key",)))


def _is_unlinked(document: Object) -> bool:
    tokens = [document.get("prototypeToken"), document.get("token")]
    return any(value_at(token, "actorLink") is False for token in tokens)


def _ref(document: Object) -> DocumentRef:
    return DocumentRef(
        kind=type_of(document), id=as_text(document.get("_id")), name=as_text(document.get("name"))
    )


def _without_id(document: Object) -> Diagnostic:
    return register.finding(
        "SW182",
        f"{as_text(document.get('name'))!r} has no _id of 16 letters and digits, so a running world cannot be told "
        "which actor to change; a name is not enough. Export it from a newer version, or take it from the world's "
        "own database",
        document=_ref(document),
    )


def _combat_without_id(document: Object, index: int) -> Diagnostic:
    return register.finding(
        "SW182",
        "a running world knows a combatant by its _id and that of its Combat, 16 letters and digits each, and here "
        "one is missing; export the Combat again, from the world itself",
        pointer=f"/combatants/{index}",
        document=_ref(document),
    )


def _twice(uuid: str, document: Object, count: int) -> Diagnostic:
    return register.finding(
        "SW184",
        f"{count} documents that changed are all {uuid}, and a running world has one of it; export each token's "
        "own actor, so that every one has its own uuid",
        document=_ref(document),
    )


def _unlinked(document: Object) -> Diagnostic:
    return register.finding(
        "SW183",
        f"the tokens of {as_text(document.get('name'))!r} are not linked to the actor: this changes the actor and "
        "no token on a scene; export the token's own actor to change that one",
        pointer=f"/{'prototypeToken' if 'prototypeToken' in document else 'token'}/actorLink",
        document=_ref(document),
    )
