"""Characters, Extras and vehicles: where their sheets keep what, from version to version."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from sw_data.formats.foundry.conditions import carried_by, enabled, stored
from sw_data.formats.foundry.generations import generation_of
from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.statuses import Shape, effect_document, status_of
from sw_data.formats.foundry.target import document_id
from sw_data.formats.foundry.traits import die_in
from sw_data.formats.foundry.values import number_in
from sw_data.jsonvalue import (
    Object,
    as_array,
    as_number,
    as_object,
    as_text,
    value_at,
)

_SPEED: Final = re.compile(r"^\s*([0-9]{1,7}(?:[.,][0-9]{1,3})?)\s*(.*?)\s*$", re.DOTALL)
_USUAL_PACE: Final = 6


def child_key(parent: Object, collection: str, identity: str) -> Object:
    """The `_key` of a new child, if its parent has one, as sources of the Foundry CLI do."""
    key = as_text(parent.get("_key"))
    if key is None or key.count("!") != 2:
        return {}
    _, collections, ids = key.split("!")
    return {"_key": f"!{collections}.{collection}!{ids}.{identity}"}


def running_die(draft: Draft) -> None:
    """The die that is rolled for running."""
    speed: Path = (draft.key, "stats", "speed")
    found = die_in(as_text(draft.get(*speed, "sprintDie")) or "")
    if found is None or draft.has(*speed, "runningDie"):
        return
    why = "the sprint die is a running die, stored as its sides and a modifier"
    draft.become((*speed, "sprintDie"), (*speed, "runningDie"), found[0], why)
    if found[1] and not draft.get(*speed, "runningMod"):
        draft.write((*speed, "runningMod"), found[1], why)


def conditions_as_effects(draft: Draft) -> None:
    """Conditions that older sheets only had as switches."""
    if draft.key == "data":
        _into_effects(draft)


def status(draft: Draft) -> None:
    """The switches of conditions, which the newest sheets do not have: effects alone carry them."""
    _into_effects(draft)
    held = draft.members(draft.key, "status")
    if draft.setting.creature and not draft.setting.partial and held is not None:
        on = [key for key, each in held.items() if each not in (False, None, "", "false")]
        if not on:
            draft.remove(
                (draft.key, "status"), "effects alone carry conditions; every switch was off"
            )


def _into_effects(draft: Draft) -> None:
    """An effect for each condition whose switch is on and that no effect carries; then the switch is off."""
    listed = as_array(draft.value.get("effects", []))
    if not draft.setting.creature or draft.setting.partial or listed is None:
        return
    effects = [each for each in map(as_object, listed) if each is not None]
    if len(effects) < len(listed):
        return
    carried = {each for effect in effects if enabled(effect) for each in carried_by(effect)}
    taken = {identity for each in effects if (identity := as_text(each.get("_id")))}
    core = draft.setting.core
    shape = Shape(
        key=draft.key, core=core, effects=True, own_fields=draft.setting.target.since(4, 2)
    )
    if draft.key == "data":
        shape = replace(shape, core=9, own_fields=False)
    for condition in stored(draft.value):
        # What it implies has a switch of its own.
        known = replace(status_of(condition), implies=())
        if known.flag is None:
            continue
        if condition not in carried:
            effect = effect_document(known, shape, taken)
            identity = str(effect["_id"])
            taken.add(identity)
            effect |= child_key(draft.value, "effects", identity)
            draft.append(("effects",), effect, "an effect carries the condition")
        draft.write(
            (draft.key, "status", known.flag),
            False,
            "the effect turns this switch on while it lasts",
        )


def advances(draft: Draft) -> None:
    """How advances are listed."""
    path: Path = (draft.key, "advances")
    held = draft.members(*path)
    if held is None or "mode" in held or "list" in held or draft.setting.partial:
        return
    if held.get("value") or held.get("details"):
        draft.write((*path, "mode"), "legacy", "advances that were written as a text stay one")


def power_points(draft: Draft) -> None:
    """Power points of one arcane background and of several."""
    path: Path = (draft.key, "powerPoints")
    held = draft.members(*path)
    if held is None or draft.setting.kind != "actor" or draft.setting.type == "vehicle":
        return
    why = "power points stand under the name of an arcane background, or `general`"
    for name in ("value", "max", "min"):
        if name not in held or as_object(held[name]) is not None:
            continue
        if draft.has(*path, "general", name):
            continue
        number = as_number(held[name])
        if number is None:
            number = number_in(as_text(held[name]) or "") or 0
        draft.become((*path, name), (*path, "general", name), number, why)
    if not draft.setting.partial and draft.get(*path, "general") is None:
        draft.write((*path, "general"), {"value": 0, "max": 0}, why)


def folded_modifiers(draft: Draft) -> None:
    """The modifiers of computed Parry and Toughness, which later versions do not read."""
    if not draft.setting.creature or draft.setting.partial or generation_of(draft.value) >= "G2":
        return
    listed = as_array(draft.value.get("effects", []))
    found = {
        name: round(number)
        for name in ("parry", "toughness")
        if (number := as_number(draft.get(draft.key, "stats", name, "modifier")))
        and draft.get(draft.key, "details", f"autoCalc{name.capitalize()}") is not False
    }
    if listed is None or not found:
        return
    identity = document_id("", as_text(draft.value.get("_id")) or "", "effect", "3.1")
    taken = {as_text(value_at(each, "_id")) for each in listed}
    if identity in taken:
        identity = document_id("", identity, "effect", "3.1", str(len(taken)))
    effect: Object = {
        "_id": identity,
        **child_key(draft.value, "effects", identity),
        "name": "Created by 3.1 Migration",
        "icon": "systems/swade/assets/icons/active-effect.svg",
        "changes": [
            {"key": f"system.stats.{name}.value", "mode": 2, "value": str(number), "priority": None}
            for name, number in found.items()
        ],
        "disabled": False,
        "duration": {},
        "origin": None,
        "transfer": False,
        "statuses": [],
        "flags": {},
    }
    draft.append(("effects",), effect, "an effect adds what the modifier of the value added")
    for name in found:
        draft.write(
            (draft.key, "stats", name, "modifier"),
            0,
            "the modifier is no longer read; an effect adds it",
        )


def shield(draft: Draft) -> None:
    """What a shield adds to Parry has a place of its own."""
    path: Path = (draft.key, "stats", "parry")
    whole = draft.setting.creature and not draft.setting.partial
    if whole and draft.members(*path) and not draft.has(*path, "shield"):
        draft.write((*path, "shield"), 0, "sheets have a field for the Parry of a shield")


def pace(draft: Draft) -> None:
    """Pace on the ground, in the air, in water and below the ground."""
    key = draft.key
    old: Path = (key, "stats", "speed")
    speed = draft.members(*old)
    if not draft.setting.creature or draft.has(key, "pace") or not speed:
        return
    if not speed.keys() & {"value", "runningDie", "runningMod"}:
        return
    why = "each way to move has a Pace of its own"
    if not draft.setting.partial:
        usual: Object = {"base": "ground", "ground": _USUAL_PACE, "fly": None, "swim": None}
        usual |= {"burrow": None, "running": {"die": 6, "mod": 0}}
        draft.write((key, "pace"), usual, why)
    if "value" in speed:
        number = as_number(speed["value"])
        if number is None and speed["value"] not in (None, ""):
            draft.keep((*old, "value"))
        ground = _USUAL_PACE if number is None else number
        draft.become((*old, "value"), (key, "pace", "ground"), ground, why)
    for name, new, default in (("runningDie", "die", 6), ("runningMod", "mod", 0)):
        if name in speed:
            number = _running(speed[name], default)
            draft.become((*old, name), (key, "pace", "running", new), number, why)


def _running(value: object, default: int) -> int | float:
    number = as_number(value)
    if number is None and isinstance(value, str):
        number = number_in(value)
        if number is None and (found := die_in(value)) is not None:
            number = found[0]
    return default if number is None else number


def base_traits(draft: Draft) -> None:
    """Which attribute Toughness rests on, and which skill Parry."""
    path: Path = (draft.key, "details")
    whole = draft.setting.creature and not draft.setting.partial and draft.has(draft.key, "pace")
    if not whole or draft.members(*path) is None or not draft.has(draft.key, "status"):
        return
    for name, usual in (("toughnessTrait", "vigor"), ("parryBaseSwid", "")):
        if not draft.has(*path, name):
            draft.write((*path, name), usual, "sheets say what Toughness and Parry rest on")


def auras(draft: Draft) -> None:
    """Auras around a token."""
    old: Path = ("flags", "swade", "auras")
    if draft.members(*old) is not None and not draft.has(draft.key, "auras"):
        draft.move(old, (draft.key, "auras"), "auras stand on the sheet, not in a flag")


def driver_uuid(draft: Draft) -> None:
    """Who drives, named by a uuid."""
    path: Path = (draft.key, "driver", "id")
    who = as_text(draft.get(*path))
    if draft.setting.type == "vehicle" and who and "." not in who:
        draft.write(path, f"Actor.{who}", "the driver is named by a uuid")


def crew(draft: Draft) -> None:
    """The crew as a list of members."""
    key = draft.key
    if draft.setting.type != "vehicle" or draft.setting.partial:
        return
    members = as_array(draft.get(key, "crew", "members"))
    driver: Path = (key, "driver", "id")
    why = "the driver is a member of the crew with the role of operator"
    who = as_text(draft.get(*driver))
    operated = any(value_at(each, "role") == "operator" for each in members or ())
    if members is None and (draft.has(key, "driver") or draft.has(key, "crew")):
        draft.write((key, "crew", "members"), [], "the crew is a list of members")
        members = []
    if who and not operated and members is not None:
        uuid = who if "." in who else f"Actor.{who}"
        member: Object = {"uuid": uuid, "role": "operator", "sort": len(members), "weapons": []}
        draft.append((key, "crew", "members"), member, why)
        draft.remove(driver, why)
    elif not who and draft.has(*driver):
        draft.remove(driver, "nobody drives")
    if draft.has(key, "crew", "required", "value"):
        draft.remove(
            (key, "crew", "required", "value"), "how many are aboard is counted from the members"
        )


def top_speed(draft: Draft) -> None:
    """Top Speed and its unit."""
    path: Path = (draft.key, "topspeed")
    value = draft.get(*path)
    if draft.setting.type != "vehicle" or not draft.has(*path) or as_object(value) is not None:
        return
    speed: object = value
    unit = ""
    if isinstance(value, str):
        match = _SPEED.match(value)
        speed, unit = (0, value.strip()) if match is None else (_speed(match[1]), match[2])
    elif as_number(value) is None:
        speed = 0
    draft.write(path, {"value": speed, "unit": unit}, "Top Speed is a number and a unit")


def _speed(written: str) -> object:
    number = float(written.replace(",", "."))
    # Foundry rounds a number here; as a text the fraction stays.
    return int(number) if number.is_integer() else written.replace(",", ".")


def cargo(draft: Draft) -> None:
    """How much a vehicle can carry, and how many modifications it takes."""
    if draft.setting.type != "vehicle":
        return
    for old, new in (("maxCargo", "cargo"), ("maxMods", "mods")):
        if draft.has(draft.key, old) and not draft.has(draft.key, new, "max"):
            draft.move(
                (draft.key, old), (draft.key, new, "max"), f"`{new}.max` is the newer place of it"
            )


def category(draft: Draft) -> None:
    """The group that an actor is listed under."""
    whole = draft.setting.type and not draft.setting.partial and draft.data
    if whole and not draft.has(draft.key, "category") and draft.has(draft.key, "pace"):
        draft.write((draft.key, "category"), "", "sheets name the group that they are listed in")


STEPS: Final[tuple[Step, ...]] = steps(
    "actors",
    (
        "running_die",
        (0, 12),
        ("actor",),
        "The text `sprintDie` becomes `runningDie` and `runningMod`.",
        running_die,
    ),
    (
        "conditions",
        (1, 0),
        ("actor",),
        "A condition that only a switch says gets an effect.",
        conditions_as_effects,
    ),
    ("advances", (1, 1), ("actor",), "Advances that are a text are marked as such.", advances),
    (
        "power_points",
        (2, 1),
        ("actor",),
        "Power points without a name become `general`.",
        power_points,
    ),
    ("driver_uuid", (3, 1), ("actor",), "A driver's id becomes a uuid.", driver_uuid),
    (
        "modifiers",
        (3, 1),
        ("actor",),
        "The modifiers of computed Parry and Toughness become an effect.",
        folded_modifiers,
    ),
    ("shield", (3, 1), ("actor",), "Parry gets its field `shield`.", shield),
    ("pace", (4, 2), ("actor",), "`stats.speed` becomes `pace`, unless there is one.", pace),
    ("crew", (4, 4), ("actor",), "A driver becomes a member of the crew.", crew),
    (
        "top_speed",
        (4, 4),
        ("actor",),
        "A Top Speed that is a number or a text becomes a value and a unit.",
        top_speed,
    ),
    (
        "cargo",
        (4, 4),
        ("actor",),
        "`maxCargo` and `maxMods` become `cargo.max` and `mods.max`.",
        cargo,
    ),
    ("category", (5, 0), ("actor",), "A character gets its field `category`.", category),
    (
        "base_traits",
        (5, 2),
        ("actor",),
        "A character gets `toughnessTrait` and `parryBaseSwid`.",
        base_traits,
    ),
    ("auras", (5, 2), ("actor",), "Auras move from a flag to the sheet.", auras),
    (
        "status",
        (6, 0),
        ("actor",),
        "The switches of conditions go; effects alone carry them.",
        status,
    ),
)
