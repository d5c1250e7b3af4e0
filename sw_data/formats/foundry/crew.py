"""Who drives a vehicle and who is in it, in every generation.

From 4.4 on a vehicle has `crew.members`, before it `driver.id`. Seatbelts, and people who are no Foundry actors,
are kept under `flags["sw-data"]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sw_data.formats.foundry.changes import put
from sw_data.formats.foundry.flags import own_flags, with_own
from sw_data.formats.foundry.generations import generation_of
from sw_data.formats.foundry.sniff import data_key, data_of
from sw_data.jsonvalue import Object, as_array, as_flag, as_object, as_text, object_at, value_at

_ID = re.compile(r"^[A-Za-z0-9]{16}$")
_MEMBERS = ("crew", "members")


def driver(value: object) -> str | None:
    """The id of the actor who drives, None if nobody does."""
    kept = as_text(own_flags(value).get("driver"))
    if kept:
        return kept
    document = as_object(value) or {}
    for member in _members(document):
        if member.get("role") == "operator" and (who := actor_id(member.get("uuid"))):
            return who
    return actor_id(value_at(data_of(document), "driver", "id"))


def occupants(value: object) -> tuple[tuple[str, bool], ...]:
    """The ids of the actors in a vehicle, the driver among them, each with whether a seatbelt is on."""
    own = own_flags(value)
    belts = as_array(own.get("seatbelts")) or []
    found = {
        who: who in belts
        for member in _members(as_object(value) or {})
        if (who := actor_id(member.get("uuid")))
    }
    for each in as_array(own.get("occupants")) or []:
        if who := as_text(value_at(each, "actor")):
            found[who] = as_flag(value_at(each, "seatbelt")) or False
    return tuple(found.items())


def actor_id(uuid: object) -> str | None:
    """The id at the end of a uuid (`Actor.x`, `Compendium.….Actor.x`), or a bare id; None for anything else."""
    text = as_text(uuid)
    return text.rsplit(".", 1)[-1] or None if text else None


def has_members(document: Object) -> bool:
    """Whether a vehicle keeps its crew as a list of members."""
    data = data_of(document)
    if as_array(value_at(data, *_MEMBERS)) is not None:
        return True
    return generation_of(document) >= "G4" and "id" not in (object_at(data, "driver") or {})


def with_driver(value: object, who: str | None) -> object:
    """A copy of a vehicle with another driver; the one before stays in it."""
    document = as_object(value) or {}
    key = data_key(document)
    named = who is not None and _ID.match(who) is not None
    value = with_own(document, "driver", None if named else who)
    if not has_members(document):
        old = as_text(value_at(data_of(document), "driver", "id"))
        prefix = "Actor." if generation_of(document) >= "G1" and (not old or "." in old) else ""
        nobody = "" if key == "data" else None
        now = f"{prefix}{who}" if named else nobody
        return value if now == old else put(value, (key, "driver", "id"), now)
    members: list[object] = [
        _with_role(member, "other") if member.get("role") == "operator" else member
        for member in _members(document)
    ]
    if named:
        at = _index(members, who)
        if at is None:
            members.append(_member(who or "", "operator", len(members)))
        else:
            members[at] = _with_role(as_object(members[at]) or {}, "operator")
    return put(value, (key, *_MEMBERS), members)


def with_occupants(
    value: object, before: Sequence[str], after: Sequence[tuple[str, bool]]
) -> object:
    """A copy of a vehicle with others in it; the crew's roles stay."""
    document = as_object(value) or {}
    key = data_key(document)
    if not has_members(document):
        kept = [{"actor": who, "seatbelt": belt} for who, belt in after]
        return with_own(document, "occupants", kept or None)
    inside = {who for who, _ in after}
    members: list[object] = [
        member
        for member in _members(document)
        if (who := actor_id(member.get("uuid"))) is None or who in inside or who not in before
    ]
    for who, _ in after:
        if _ID.match(who) and _index(members, who) is None:
            members.append(_member(who, "other", len(members)))
    changed: object = document
    if members or _members(document):
        changed = put(document, (key, *_MEMBERS), members)
    belts = [who for who, belt in after if belt and _ID.match(who)]
    changed = with_own(changed, "seatbelts", belts or None)
    foreign = [{"actor": who, "seatbelt": belt} for who, belt in after if not _ID.match(who)]
    return with_own(changed, "occupants", foreign or None)


def _members(document: Object) -> list[Object]:
    listed = as_array(value_at(data_of(document), *_MEMBERS)) or []
    return [member for member in map(as_object, listed) if member is not None]


def _index(members: Sequence[object], who: str | None) -> int | None:
    ids = [actor_id(value_at(member, "uuid")) for member in members]
    return ids.index(who) if who in ids else None


def _with_role(member: Object, role: str) -> Object:
    return member if member.get("role") == role else {**member, "role": role}


def _member(who: str, role: str, sort: int) -> Object:
    return {"uuid": f"Actor.{who}", "role": role, "sort": sort, "weapons": []}
