"""Where each generation keeps a condition: told from all of its carriers, added to one, taken from every one.

A condition is carried by an enabled effect document of the actor (by its `statuses`, by the older
`flags.core.statusId`, or by a change that sets the sheet's boolean), by the stored boolean itself, and
where a generation has neither, by `flags["sw-data"].conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sw_data.formats.foundry.changes import drop, put
from sw_data.formats.foundry.flags import OWN, own_conditions, with_own
from sw_data.formats.foundry.generations import effect_shape, generation_of
from sw_data.formats.foundry.sniff import data_key, data_of
from sw_data.formats.foundry.statuses import (
    BY_FLAG,
    STATUSES,
    VEHICLE_FLAGS,
    Shape,
    condition_of,
    effect_document,
    padded,
    status_of,
)
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at, value_at

_STATUS_KEY = re.compile(r"^(?:data|system)\.status\.(is[A-Za-z]+)$")
_CORE = {"v8": 9, "v10": 10, "v11": 11, "v12": 12, "v14": 14}
_OLDEST_FLAGS = frozenset({"isShaken", "isDistracted", "isVulnerable"})
_TRUE = ("true", "1", "True")


def conditions(value: object) -> tuple[str, ...]:
    """The conditions of an actor, whatever carries them, in our words and in alphabetical order."""
    document = as_object(value) or {}
    found = set(own_conditions(document)) | set(stored(document))
    for effect in _effects(document):
        if enabled(effect):
            found |= carried_by(effect)
    return tuple(sorted(found))


def stored(document: Object) -> tuple[str, ...]:
    """The conditions whose booleans are set on the sheet."""
    status = as_object(data_of(document).get("status")) or {}
    flags = {flag: condition for condition, flag in VEHICLE_FLAGS.items()}
    flags |= {flag: each.condition for flag, each in BY_FLAG.items() if flag}
    return tuple(flags[key] for key, member in status.items() if key in flags and _is_true(member))


def enabled(effect: Object) -> bool:
    """Whether an effect document counts at present."""
    return effect.get("disabled") is not True and effect.get("isSuppressed") is not True


def carried_by(effect: Object) -> set[str]:
    """The conditions that one effect document stands for, or sets the sheet's boolean of."""
    named = {condition_of(status) for status in _statuses(effect)}
    return named | {condition for _, condition in _overrides(effect)}


def shape_of(value: object) -> Shape:
    """How a document keeps its conditions, told by its shape (and by its stamp where nothing else tells)."""
    document = as_object(value) or {}
    generation = generation_of(document)
    core = _CORE[effect_shape(document)]
    data = data_of(document)
    known = [as_object(effect.get("system")) or {} for effect in _effects(document)]
    return Shape(
        key=data_key(document),
        core=core,
        effects=generation >= "G0d" or any(_overrides(effect) for effect in _effects(document)),
        own_fields=core >= 14
        or (
            core >= 12
            and (
                "pace" in data
                or generation >= "G4"
                or any("removeEffect" in system or "expiration" in system for system in known)
            )
        ),
    )


def with_conditions(value: object, before: Collection[str], after: Collection[str]) -> object:
    """A copy of an actor in which the conditions of `after` hold instead of those of `before`.

    Conditions that are in both, or in neither, stay as they are: the carriers of others are not touched,
    and an effect that was taken away leaves what it implied only if that is in `after`.
    """
    document = as_object(value) or {}
    vehicle = document.get("type") == "vehicle"
    shape = shape_of(document)
    gone = [each for each in before if each not in after]
    come = [each for each in after if each not in before]
    changed: object = document
    for condition in gone:
        changed = _without(changed, condition)
    held = set(conditions(changed))
    kept = [each for each in before if each in after]
    for condition in (*kept, *come):
        if condition not in held:
            changed = _with(changed, condition, shape, vehicle=vehicle)
            held = set(conditions(changed))
    return changed


def _with(value: object, condition: str, shape: Shape, *, vehicle: bool) -> object:
    document = as_object(value) or {}
    if vehicle and condition in VEHICLE_FLAGS:
        return put(document, (shape.key, "status", VEHICLE_FLAGS[condition]), True)
    status = status_of(condition)
    fields = object_at(document, shape.key, "status") or {}
    has_flag = status.flag in fields or (not vehicle and status.flag in _OLDEST_FLAGS)
    if status.flag and has_flag and not shape.effects:
        now: object = "true" if isinstance(fields.get(status.flag), str) else True
        return put(document, (shape.key, "status", status.flag), now)
    listed = as_array(document.get("effects", [] if shape.effects else None))
    if listed is None or any(as_object(each) is None for each in listed):
        # No list of effects, or one of ids only (a LevelDB parent): nothing can be put into it.
        return with_own(document, "conditions", [*own_conditions(document), condition])
    taken = {identity for each in listed if (identity := as_text(value_at(each, "_id")))}
    effect = effect_document(status, shape, taken)
    if "effects" not in document:
        effect["flags"] = {**(as_object(effect["flags"]) or {}), OWN: {"made": ["effects"]}}
    return put(document, ("effects",), [*listed, effect])


def _without(value: object, condition: str) -> object:
    document = as_object(value) or {}
    key = data_key(document)
    listed = as_array(document.get("effects"))
    if listed is not None:
        left = [_stripped(each, condition) for each in listed]
        if any(now is not then for now, then in zip(left, listed, strict=True)):
            remaining = [each for each in left if each is not None]
            made = any(
                now is None and value_at(then, "flags", OWN, "made") == ["effects"]
                for now, then in zip(left, listed, strict=True)
            )
            changed = put(document, ("effects",), remaining)
            if made and not remaining:
                changed = drop(changed, ("effects",))
            document = as_object(changed) or {}
    flag = VEHICLE_FLAGS.get(condition) or getattr(STATUSES.get(condition), "flag", None)
    status = object_at(document, key, "status") or {}
    if flag is not None and _is_true(status.get(flag)):
        off: object = "" if isinstance(status[flag], str) else False
        document = as_object(put(document, (key, "status", flag), off)) or {}
    if condition in own_conditions(document):
        rest = [each for each in own_conditions(document) if each != condition]
        return with_own(document, "conditions", rest or None)
    return document


def _stripped(each: object, condition: str) -> object:
    """The effect without a condition: itself, a changed copy, or None if nothing of it is left."""
    effect = as_object(each)
    if effect is None or not enabled(effect) or condition not in carried_by(effect):
        return each
    if condition in primary(effect):
        others = [status for status in _statuses(effect) if condition_of(status) != condition]
        implied = set(status_of(condition).implies) | {"vulnerable", "distracted"}
        foreign = [status for status in others if condition_of(status) not in implied]
        if not foreign:
            return None
    overrides = _overrides(effect)
    if not _statuses(effect) and len(_changes(effect)) == sum(
        1 for _, carried in overrides if carried == condition
    ):
        return None
    return _partly_stripped(effect, condition)


def _partly_stripped(effect: Object, condition: str) -> Object:
    changed: object = effect
    statuses = as_array(effect.get("statuses"))
    if statuses is not None:
        kept = [each for each in statuses if condition_of(as_text(each) or "") != condition]
        if len(kept) < len(statuses):
            changed = put(changed, ("statuses",), kept)
    old = as_text(value_at(effect, "flags", "core", "statusId"))
    if old and condition_of(old) == condition:
        changed = drop(changed, ("flags", "core", "statusId"))
    path = ("system", "changes") if _changes_in_system(effect) else ("changes",)
    listed = as_array(value_at(effect, *path))
    gone = {index for index, carried in _overrides(effect) if carried == condition}
    if listed is not None and gone:
        rest = [each for index, each in enumerate(listed) if index not in gone]
        changed = put(changed, path, rest)
    return as_object(changed) or {}


def primary(effect: Object) -> set[str]:
    """What an effect is there for, apart from what that implies: by its id, else all that it is named for."""
    statuses = _statuses(effect)
    identity = as_text(effect.get("_id"))
    by_id = {condition_of(status) for status in statuses if padded(status) == identity}
    return by_id or {condition_of(status) for status in statuses}


def _statuses(effect: Object) -> list[str]:
    listed = [as_text(each) for each in as_array(effect.get("statuses")) or []]
    old = as_text(value_at(effect, "flags", "core", "statusId"))
    return [each for each in (*listed, old) if each]


def _changes_in_system(effect: Object) -> bool:
    return as_array(value_at(effect, "system", "changes")) is not None


def _changes(effect: Object) -> list[object]:
    listed = as_array(value_at(effect, "system", "changes"))
    return (listed if listed is not None else as_array(effect.get("changes"))) or []


def _overrides(effect: Object) -> list[tuple[int, str]]:
    """Index and condition of each change that sets a boolean of the sheet."""
    found: list[tuple[int, str]] = []
    for index, each in enumerate(_changes(effect)):
        change = as_object(each) or {}
        match = _STATUS_KEY.match(as_text(change.get("key")) or "")
        overrides = change.get("mode") in (5, "5") or change.get("type") == "override"
        if match and overrides and match[1] in BY_FLAG and _is_true(change.get("value")):
            found.append((index, BY_FLAG[match[1]].condition))
    return found


def _is_true(value: object) -> bool:
    return value is True or value in _TRUE or (value == 1 and not isinstance(value, bool))


def _effects(document: Object) -> Iterable[Object]:
    listed = as_array(document.get("effects")) or []
    return [effect for effect in map(as_object, listed) if effect is not None]
