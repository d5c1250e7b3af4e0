"""Active effects: their envelope from Foundry to Foundry, and the keys of what they change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.values import number_in
from sw_data.jsonvalue import Object, as_array, as_int, as_object, as_text

_FIELDS: Final = ("removeEffect", "expiration", "loseTurnOnHold", "favorite", "conditionalEffect")
_MODES: Final = ("custom", "multiply", "add", "downgrade", "upgrade", "override")
_EXPIRY: Final = ("turnStart", "turnStartPrompt", "turnEnd", "turnEndPrompt")
_LONGEST: Final = 10_000
_LARGEST: Final = 2**53
_UUID: Final = re.compile(r"^[^\s.]+(?:\.[^\s.]+)+$")


def name(draft: Draft) -> None:
    """The name of an effect."""
    if draft.has("label") and not draft.has("name"):
        draft.move(("label",), ("name",), "Foundry 11 calls the label of an effect its name")


def picture(draft: Draft) -> None:
    """The picture of an effect."""
    if draft.has("icon") and not draft.has("img"):
        draft.move(("icon",), ("img",), "Foundry 12 calls the icon of an effect its img")


def statuses(draft: Draft) -> None:
    """The conditions that an effect stands for."""
    old: Path = ("flags", "core", "statusId")
    status = as_text(draft.get(*old))
    if not draft.has(*old) or (status is None and draft.get(*old) is not None):
        return
    why = "Foundry 11 lists the conditions of an effect in `statuses`"
    if not status:
        draft.remove(old, f"{why}; there is none")
        return
    listed = as_array(draft.value.get("statuses"))
    if listed is None:
        draft.become(old, ("statuses",), [status], why)
    elif status in listed:
        draft.remove(old, why)
    else:
        draft.become(old, ("statuses",), [*listed, status], why)


def _changes(draft: Draft) -> tuple[Path, list[object]]:
    for path in (("system", "changes"), ("changes",)):
        listed = as_array(draft.get(*path))
        if listed is not None:
            return path, listed
    return ("changes",), []


def _keys(rewritten: Callable[[str], str], why: str) -> Callable[[Draft], None]:
    """A step that gives the keys of changes their newer spelling."""

    def work(draft: Draft) -> None:
        path, listed = _changes(draft)
        for number, each in enumerate(listed):
            key = as_text((as_object(each) or {}).get("key"))
            if key is not None:
                draft.write((*path, number, "key"), rewritten(key), why)

    return work


def _system_key(key: str) -> str:
    if key.lstrip().startswith("@"):
        return re.sub(r"\[\s*data\.", "[system.", key)
    return re.sub(r"^\s*data\.", "system.", key)


def _power_points(key: str) -> str:
    return re.sub(r"\bsystem\.powerPoints\.(value|max)$", r"system.powerPoints.general.\1", key)


def _trait(key: str) -> str:
    key = re.sub(r"\bactions\.skillMod\b", "actions.traitMod", key)
    key = re.sub(r"\bactions\.skill(?=\]?$)", "actions.trait", key)
    key = re.sub(r"(\bactions\.additional\.[^.\]]+)\.rof(?=\]?$)", r"\1.dice", key)
    return re.sub(
        r"(\bactions\.additional\.[^.\]]+)\.(?:skillMod|dmgMod)(?=\]?$)", r"\1.modifier", key
    )


def _modifier(key: str) -> str:
    return re.sub(r"^system\.stats\.(parry|toughness)\.modifier$", r"system.stats.\1.value", key)


def _pace(key: str) -> str:
    key = re.sub(r"^system\.stats\.speed\.(?:value|adjusted)$", "system.pace", key)
    key = re.sub(r"^system\.stats\.speed\.runningDie$", "system.pace.running.die", key)
    return re.sub(r"^system\.stats\.speed\.runningMod$", "system.pace.running.mod", key)


def _vehicle(key: str) -> str:
    key = re.sub(r"^system\.topspeed$", "system.topspeed.value", key)
    key = re.sub(r"^system\.maxCargo$", "system.cargo.max", key)
    return re.sub(r"^system\.maxMods$", "system.mods.max", key)


def _auras(key: str) -> str:
    return re.sub(r"^flags\.swade\.auras\b", "system.auras", key)


def fields(draft: Draft) -> None:
    """What the game system adds to an effect."""
    why = "the game system keeps its fields of an effect under `system`"
    places: list[tuple[Path, str]] = [(("flags", "swade", each), each) for each in _FIELDS]
    places.append((("flags", "conditionalEffect"), "conditionalEffect"))
    for old, field in places:
        if not draft.has(*old):
            continue
        if field == "expiration" and draft.has("duration", "expiry"):
            # In the shape of Foundry 14 the duration says when it ends.
            continue
        if not draft.has("system", field):
            draft.move(old, ("system", field), why)
        elif draft.get(*old) == draft.get("system", field):
            draft.remove(old, why)


def base_type(draft: Draft) -> None:
    """The type of an effect."""
    if not draft.has("type") and not draft.setting.partial:
        draft.write(("type",), "base", "Foundry 12 has types of effects; this is the usual one")


def changes(draft: Draft) -> None:
    """The list of changes, the way of each, and its value."""
    listed = as_array(draft.value.get("changes"))
    if listed is None or draft.has("system", "changes"):
        return
    made = [_change(each) for each in listed]
    draft.become(
        ("changes",),
        ("system", "changes"),
        made,
        "Foundry 14 keeps changes under `system`, with a word for the way and a value of any type",
    )


def _change(value: object) -> object:
    change = as_object(value)
    if change is None:
        return value
    newer: Object = {}
    for key, each in change.items():
        if key == "mode" and "type" not in change:
            newer["type"] = _mode(each)
        elif key == "value":
            newer["value"] = parsed(each)
        else:
            newer[key] = each
    if "mode" not in change and "type" not in change:
        newer["type"] = "add"
    return newer


def _mode(mode: object) -> str:
    number = as_int(mode) if not isinstance(mode, str) else number_in(mode)
    if mode is None:
        return "add"
    if number is None:
        return str(mode)
    known = isinstance(number, int) and 0 <= number < len(_MODES)
    return _MODES[int(number)] if known else f"custom.{number}"


def parsed(value: object) -> object:
    """The value that a text spells in JSON, or the text: `"2"` is 2, `"true"` is true, `"+2"` stays a text."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        return value
    try:
        found: object = json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return value
    if isinstance(found, int | float) and not isinstance(found, bool):
        if not -_LARGEST < found < _LARGEST:
            return value
        return int(found) if isinstance(found, float) and found.is_integer() else found
    return found


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def duration(draft: Draft) -> None:
    """How long an effect lasts, and since when."""
    old = draft.members("duration")
    if old is None or old.keys() & {"units", "expiry"}:
        return
    why = "Foundry 14 keeps how long an effect lasts and since when apart"
    newer: Object = {"value": None, "units": "seconds"}
    used = {"startTime", "combat", "startRound", "startTurn"}
    for unit in ("rounds", "turns", "seconds"):
        if old.get(unit) is None:
            used.add(unit)
        elif newer["value"] is None:
            newer = {"value": old[unit], "units": unit}
            used.add(unit)
    newer |= {"expiry": None, "expired": False}
    newer |= {key: each for key, each in old.items() if key not in used}
    begun = [old.get(key) for key in ("startTime", "combat", "startRound", "startTurn")]
    draft.write(("duration",), newer, why)
    if not draft.has("start"):
        start: object = None
        if any(each is not None for each in begun):
            start = {
                "time": begun[0], "combat": begun[1], "combatant": None, "initiative": None,
                "round": begun[2], "turn": begun[3],
            }  # fmt: skip
        draft.write(("start",), start, why)


def expiry(draft: Draft) -> None:
    """When an effect ends."""
    path: Path = ("system", "expiration")
    if not draft.has(*path) or draft.setting.partial:
        return
    number = as_int(draft.get(*path))
    word = _EXPIRY[number] if number is not None and 0 <= number < len(_EXPIRY) else None
    why = "when an effect ends is said by its duration"
    if word is None:
        if draft.get(*path) is not None:
            draft.keep(path)
        draft.remove(path, why)
    elif as_object(draft.value.get("duration")) is not None:
        draft.become(path, ("duration", "expiry"), word, why)
    else:
        draft.remove(path, why)
        whole: Object = {"value": None, "units": "seconds", "expiry": word, "expired": False}
        draft.write(("duration",), whole, why)


def origin(draft: Draft) -> None:
    """What an effect came from."""
    text = as_text(draft.value.get("origin"))
    if not text or _UUID.match(text) or draft.has("flags", "core", "originText"):
        return
    draft.write(
        ("flags", "core", "originText"), text, "an origin that is no uuid is kept as a text"
    )
    draft.write(("origin",), None, "Foundry 14 takes nothing but a uuid for an origin")


_KEY: Final = "it changes what has another place since"

STEPS: Final[tuple[Step, ...]] = steps(
    "effects",
    (
        "system_keys",
        (2, 0),
        ("effect",),
        "Keys of changes that begin with `data.` begin with `system.`.",
        _keys(_system_key, _KEY),
    ),
    (
        "power_point_keys",
        (2, 1),
        ("effect",),
        "Changes of power points without a name change the general ones.",
        _keys(_power_points, _KEY),
    ),
    ("name", (3, 1), ("effect",), "`label` becomes `name`.", name),
    ("statuses", (3, 1), ("effect",), "`flags.core.statusId` becomes `statuses`.", statuses),
    (
        "trait_keys",
        (3, 1),
        ("effect",),
        "Changes of `actions.skill` and its kin change what these became.",
        _keys(_trait, _KEY),
    ),
    (
        "modifier_keys",
        (3, 1),
        ("effect",),
        "Changes of the modifiers of Parry and Toughness change the values.",
        _keys(_modifier, _KEY),
    ),
    ("picture", (4, 0), ("effect",), "`icon` becomes `img`.", picture),
    ("type", (4, 0), ("effect",), "An effect without a type is of the type `base`.", base_type),
    (
        "pace_keys",
        (4, 2),
        ("effect",),
        "Changes of `stats.speed` change `pace`.",
        _keys(_pace, _KEY),
    ),
    (
        "fields",
        (4, 2),
        ("effect",),
        "The game system's own fields move from flags to `system`.",
        fields,
    ),
    (
        "vehicle_keys",
        (4, 4),
        ("effect",),
        "Changes of a vehicle's Top Speed, cargo and modifications change their newer places.",
        _keys(_vehicle, _KEY),
    ),
    (
        "aura_keys",
        (5, 2),
        ("effect",),
        "Changes of auras in a flag change those on the sheet.",
        _keys(_auras, _KEY),
    ),
    (
        "changes",
        (6, 0),
        ("effect",),
        "`changes` moves to `system.changes`; modes become words, values what they spell.",
        changes,
    ),
    (
        "duration",
        (6, 0),
        ("effect",),
        "`duration` becomes value and unit, with `start` beside it.",
        duration,
    ),
    ("expiry", (6, 0), ("effect",), "`system.expiration` becomes `duration.expiry`.", expiry),
    ("origin", (6, 0), ("effect",), "An origin that is no uuid is kept as a text.", origin),
)
