"""What Foundry's sheets have no place for: kept on the actor under `flags["sw-data"]`.

Members of that object: `injuries` (as in our own documents), `chases` (one object for each chase, see `chase_state`),
`conditions` (of a generation that cannot keep them), `driver`, `occupants` and `seatbelts` of a vehicle, and
`made`, which says that the document had no `flags` before.
"""

from __future__ import annotations

from pydantic import ValidationError

from sw_data.formats.foundry.changes import drop, put
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at
from sw_data.models import Injury

OWN = "sw-data"
CHASE_FIELDS = ("zone", "on_hold", "escaped", "close")


def own_flags(value: object) -> Object:
    """The object `flags["sw-data"]` of a document; empty if there is none."""
    return object_at(value, "flags", OWN) or {}


def injuries(value: object) -> tuple[Injury, ...]:
    """The injuries that were written to a document; what is no injury is left out."""
    found: list[Injury] = []
    for each in as_array(own_flags(value).get("injuries")) or []:
        try:
            found.append(Injury.model_validate(each))
        except ValidationError:
            continue
    return tuple(found)


def own_conditions(value: object) -> tuple[str, ...]:
    """The conditions that were written to a document which has no other place for them."""
    kept = as_array(own_flags(value).get("conditions")) or []
    return tuple(word for each in kept if (word := as_text(each)))


def chase_state(value: object, chase: str) -> Object:
    """Where an actor stands in a chase, as far as it changed: `zone`, `on_hold`, `escaped`, `close`."""
    for each in as_array(own_flags(value).get("chases")) or []:
        entry = as_object(each)
        if entry is not None and entry.get("chase") == chase:
            return {key: entry[key] for key in CHASE_FIELDS if key in entry}
    return {}


def with_own(value: object, key: str, content: object) -> object:
    """A copy of a document with one member of `flags["sw-data"]` set, or taken away if `content` is None.

    When nothing of ours is left the object goes too, and `flags` with it if it was not there before us.
    """
    own = own_flags(value)
    if content is not None:
        if object_at(value, "flags") is None:
            return put(value, ("flags", OWN), {key: content, "made": ["flags"]})
        return put(value, ("flags", OWN, key), content)
    if key not in own:
        return value
    rest = {name: member for name, member in own.items() if name != key}
    if rest.keys() - {"made"}:
        return put(value, ("flags", OWN), rest)
    value = drop(value, ("flags", OWN))
    if "made" in rest and object_at(value, "flags") == {}:
        value = drop(value, ("flags",))
    return value


def with_chase_state(
    value: object, chase: str, changed: dict[str, tuple[object, object]]
) -> object:
    """A copy of a document with an actor's place in a chase: field → (before, now).

    The place that it had in the chase's own document is kept as `start`; back there, nothing is kept at all.
    """
    entries = [as_object(each) or {} for each in as_array(own_flags(value).get("chases")) or []]
    at = next((i for i, each in enumerate(entries) if each.get("chase") == chase), None)
    entry: Object = dict(entries[at]) if at is not None else {"chase": chase}
    start = dict(as_object(entry.get("start")) or {})
    for field, (before, now) in changed.items():
        start.setdefault(field, before)
        entry[field] = now
        if start[field] == now:
            del start[field], entry[field]
    entry["start"] = start
    if at is not None:
        entries = [*entries[:at], *([entry] if start else []), *entries[at + 1 :]]
    elif start:
        entries.append(entry)
    return with_own(value, "chases", entries or None)
