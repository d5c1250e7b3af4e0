"""Effects written into a document of Foundry VTT, in the generation that it is in.

`after` gives the document as it will be, `write` the edits that lead there; only what changed is touched.
The effects of an outcome written, and then the same effects turned round, give the document again, byte for byte.
Three things cannot be told from effects alone: that a number was left out before (it stays, spelled out), how a
carrier of a condition looked that was taken away (it comes back as a new one), and that a d12 was once a d14 (it
becomes d12+1). `sw_data.document.invert` takes the edits themselves back and is exact there too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from sw_data.diagnostics import Diagnostic, register
from sw_data.dice import Die
from sw_data.errors import NotationError
from sw_data.formats.base import Writing
from sw_data.formats.foundry.changes import difference, put
from sw_data.formats.foundry.conditions import with_conditions
from sw_data.formats.foundry.crew import with_driver, with_occupants
from sw_data.formats.foundry.fields import CREATURE, VEHICLE
from sw_data.formats.foundry.fields import pointer as pointer_of
from sw_data.formats.foundry.flags import CHASE_FIELDS, with_chase_state, with_own
from sw_data.formats.foundry.generations import generation_of
from sw_data.formats.foundry.sniff import data_key, data_of
from sw_data.jsonvalue import Object, as_array, as_flag, as_int, as_object, as_text, value_at
from sw_data.models import Effect

Change = tuple[object, object]
"""What was there before all effects, and what is there after them."""

_NUMBERS: Final = frozenset({"wounds.value", "fatigue.value", "bennies"})
_OLD_DIE = re.compile(r"^\s*(1?)([^\W\d_])([0-9]{1,4})\s*([+-]\s*[0-9]{1,5})?\s*$")


def write(value: object, effects: Sequence[Effect]) -> Writing:
    """The edits that bring effects on this document's model into the document, and what it has no place for."""
    changed, diagnostics = after(value, effects)
    return Writing(tuple(difference(value, changed)), diagnostics)


def after(value: object, effects: Sequence[Effect]) -> tuple[object, tuple[Diagnostic, ...]]:
    """A copy of the document as it is after the effects, which shares with it whatever did not change."""
    document = as_object(value)
    fields, chases = folded(effects)
    if document is None or not (fields or chases):
        return value, ()
    table = VEHICLE if document.get("type") == "vehicle" else CREATURE
    changed: object = document
    found: list[Diagnostic] = []
    for field, change in fields.items():
        if field in _NUMBERS and field in table:
            changed = _with_number(changed, field, change, found)
        elif field.startswith("attributes.") and field in CREATURE:
            changed = _with_die(changed, field, change, found)
        elif field == "conditions":
            changed = with_conditions(changed, _words(change[0]), _words(change[1]))
        elif field == "injuries":
            changed = with_own(changed, "injuries", _listed(change[1]) or None)
        elif field == "driver" and table is VEHICLE:
            changed = with_driver(changed, as_text(change[1]))
        elif field == "occupants" and table is VEHICLE:
            people = _people(change[1])
            changed = with_occupants(changed, [who for who, _ in _people(change[0])], people)
        else:
            found.append(_no_place(field, change))
    for chase, moves in chases.items():
        known = {field: change for field, change in moves.items() if field in CHASE_FIELDS}
        found += [_no_place(field, moves[field]) for field in moves if field not in known]
        changed = with_chase_state(changed, chase, known)
    return changed, tuple(found)


def folded(
    effects: Sequence[Effect],
) -> tuple[dict[str, Change], dict[str, dict[str, Change]]]:
    """Effects in order as one change of each field, of the sheet and of each chase, if something changed in the end."""
    fields: dict[str, Change] = {}
    chases: dict[str, dict[str, Change]] = {}
    for effect in effects:
        row = fields if effect.chase is None else chases.setdefault(effect.chase, {})
        before = row[effect.field][0] if effect.field in row else effect.from_
        row[effect.field] = (before, effect.to)
    return _lasting(fields), {
        chase: kept for chase, row in chases.items() if (kept := _lasting(row))
    }


def _lasting(row: Mapping[str, Change]) -> dict[str, Change]:
    return {
        field: (before, now)
        for field, (before, now) in row.items()
        if before != now and not (field == "conditions" and set(_words(before)) == set(_words(now)))
    }


def _with_number(value: object, field: str, change: Change, found: list[Diagnostic]) -> object:
    document = as_object(value) or {}
    table = VEHICLE if document.get("type") == "vehicle" else CREATURE
    place = table[field].place(document, generation_of(document))
    number = as_int(change[1])
    if place is None or number is None:
        found.append(_no_place(field, change))
        return value
    data = data_of(document)
    for depth in range(1, len(place.path)):
        step = value_at(data, *place.path[:depth])
        if step is not None and as_object(step) is None:
            found.append(_unwritable(document, place.path[:depth], step, "an object"))
            return value
    old = value_at(data, *place.path)
    if old is not None and as_int(_plain(old)) is None:
        found.append(_unwritable(document, place.path, old, "a whole number"))
        return value
    return put(value, (data_key(document), *place.path), spelled(old, number))


def spelled(old: object, number: int) -> object:
    """A number in the manner of the one that it follows: as text where that is text."""
    if isinstance(old, str):
        return str(number)
    return float(number) if isinstance(old, float) else number


def _plain(old: object) -> object:
    """A number that may be spelled as text; an empty text is 0."""
    text = as_text(old)
    if text is None:
        return old
    if not text.strip():
        return 0
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text) else None


def _with_die(value: object, field: str, change: Change, found: list[Diagnostic]) -> object:
    """The attribute moved by as many steps as the effect moves it, in the sheet's own manner.

    The sheet's die may be another than the model's, where an active effect raises it; the steps are the same.
    """
    document = as_object(value) or {}
    name = field.split(".", 1)[1]
    key = data_key(document)
    before, now = _die(change[0]), _die(change[1])
    die = value_at(data_of(document), "attributes", name, "die")
    if now is None:
        found.append(_no_place(field, change))
        return value
    if isinstance(die, str):
        modifier = value_at(data_of(document), "attributes", name, "modifier")
        match = _OLD_DIE.match(die)
        if match is None:
            found.append(
                _unwritable(document, ("attributes", name, "die"), die, "a die like '1d6'")
            )
            return value
        beside = as_int(_plain(modifier)) if modifier is not None else None
        stored = Die(int(match[3]), int((match[4] or "0").replace(" ", "")) + (beside or 0))
        aim = _moved(stored, before, now)
        if beside is not None:
            if beside != aim.bonus:
                bonus = spelled(modifier, aim.bonus)
                value = put(value, (key, "attributes", name, "modifier"), bonus)
            return put(value, (key, "attributes", name, "die"), f"{match[1]}{match[2]}{aim.sides}")
        text = f"{match[1]}{match[2]}{aim.sides}" + (f"{aim.bonus:+d}" if aim.bonus else "")
        return put(value, (key, "attributes", name, "die"), text)
    parts = as_object(die)
    if die is not None and parts is None:
        found.append(_unwritable(document, ("attributes", name, "die"), die, "an object"))
        return value
    parts = parts or {}
    sides, modifier = parts.get("sides"), parts.get("modifier")
    old_sides, old_bonus = as_int(_plain(sides)), as_int(_plain(modifier)) or 0
    if old_sides is None:
        aim, old_bonus, old_sides = now, 0, 0
    else:
        aim = _moved(_canonical(old_sides, old_bonus), before, now)
    new_sides, new_bonus = _in_manner(aim, old_sides, old_bonus)
    path = (key, "attributes", name, "die")
    if new_sides != old_sides:
        value = put(value, (*path, "sides"), spelled(sides, new_sides))
    if new_bonus != old_bonus:
        value = put(value, (*path, "modifier"), spelled(modifier, new_bonus))
    return value


def _canonical(sides: int, bonus: int) -> Die:
    """The die that a sheet means: past d12 two sides are a bonus of one."""
    return Die(12, (sides - 12) // 2 + bonus) if sides > 12 else Die(max(sides, 4), bonus)


def _moved(stored: Die, before: Die | None, now: Die) -> Die:
    """The stored die after a change from one die to another, which are the stored one or what effects make of it."""
    if before is None or stored == before:
        return now
    return stored.stepped(now.position - before.position)


def _in_manner(aim: Die, sides: int, bonus: int) -> tuple[int, int]:
    """Sides and modifier for a die, past d12 in sides if the sheet does so."""
    if sides > 12 and aim.sides == 12 and aim.bonus >= bonus:
        return 12 + 2 * (aim.bonus - bonus), bonus
    return aim.sides, aim.bonus


def _die(value: object) -> Die | None:
    if isinstance(value, Die):
        return value
    try:
        return Die.parse(value) if isinstance(value, str) else None
    except NotationError:
        return None


def _words(value: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for each in _listed(value) if (word := as_text(each))))


def _listed(value: object) -> list[object]:
    """A list or a tuple as a list; empty for anything else."""
    return (
        list(cast("tuple[object, ...]", value))
        if isinstance(value, tuple)
        else as_array(value) or []
    )


def _people(value: object) -> list[tuple[str, bool]]:
    return [
        (who, as_flag(value_at(each, "seatbelt")) or False)
        for each in _listed(value)
        if (who := as_text(value_at(each, "actor")))
    ]


def _no_place(field: str, change: Change) -> Diagnostic:
    message = (
        f"{field} went from {change[0]!r} to {change[1]!r}; a Foundry document has no place for it"
    )
    return register.finding("SW181", message)


def _unwritable(document: Object, path: Sequence[str], value: object, wanted: str) -> Diagnostic:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    message = f"{'.'.join(path)} is {shown}; to be written it would have to be {wanted}"
    return register.finding("SW185", message, pointer=pointer_of(document, tuple(path)))
