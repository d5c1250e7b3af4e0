"""Reading the saves of the Savaged.us builder, as far as they stand alone: most things are a catalogue's numbers."""

from __future__ import annotations

import json
from typing import Final

from sw_data.diagnostics.register import finding
from sw_data.dice import Die
from sw_data.formats.base import Reading
from sw_data.formats.json_sheet import JsonSheet, Spot, shallow, too_deep
from sw_data.formats.names import attribute_named, known, skill_named
from sw_data.formats.report import Fate, SourceField
from sw_data.formats.sheet import WeaponDraft
from sw_data.jsonvalue import as_flag, as_object, as_text
from sw_data.models import ArmorPiece

_ADVANCES: Final = ("attribute", "raise_skill_above", "swade_raise_skills_below")
_TARGETS: Final = 13
_BY_NUMBER: Final = {
    "edges": "edges",
    "hindrances": "hindrances",
    "weapons_purchased": "weapons",
    "armor_purchased": "armor",
    "gear_purchased": "gear",
    "cyberware_purchased": "cyberware",
    "powers_installed": "powers",
    "arcane_backgrounds": "arcane backgrounds",
}
_STATES: Final = (
    "shaken",
    "stunned",
    "distracted",
    "vulnerable",
    "entangled",
    "bound",
    "incapacitated",
)
_LARGEST: Final = 5_000_000


def read_save(value: object) -> Reading:
    """What a save says, or what the save inside a row of a list of saves says."""
    document = as_object(value) or {}
    if "attribute_assignments" in document:
        return _read(value)
    return _row(document)


def _row(document: dict[str, object]) -> Reading:
    """The save that stands as a text in a row: its places are those of the row."""
    kind = as_text(document.get("save_type")) or as_text(document.get("type")) or "save"
    name = as_text(document.get("name"))
    text = as_text(document.get("data")) or ""
    try:
        inner: object = json.loads(text) if len(text) <= _LARGEST else None
    except (ValueError, RecursionError):
        message = "the save in this row is no JSON; it is not read"
        return Reading(
            kind=kind, name=name, diagnostics=(finding("SW001", message, pointer="/data"),)
        )
    inside = as_object(inner)
    if inside is None or "attribute_assignments" not in inside:
        message = f"a save of type {kind!r} holds no character; it is kept as it is"
        return Reading(
            kind=kind, name=name, diagnostics=(finding("SW104", message, pointer="/data"),)
        )
    if not shallow(inner):
        return too_deep("character")
    read = _read(inner)
    own = tuple(
        SourceField(
            f"/{key}",
            str(each)[:80],
            Fate.UNMAPPED,
            "",
            "it is no part of the character",
            f"/{key}",
        )
        for key, each in document.items()
        if key != "data"
    )
    told = tuple(
        SourceField(f"/data {each.name}", each.value, each.fate, each.model, each.why, "/data")
        for each in read.fields
    )
    return Reading(
        kind=read.kind,
        model=read.model,
        id=read.id,
        name=read.name,
        generation="row",
        diagnostics=tuple(
            each.model_copy(update={"pointer": "/data"}) for each in read.diagnostics
        ),
        origins={},
        fields=(*own, *told),
    )


def _read(value: object) -> Reading:
    sheet = JsonSheet(Spot(value, ""))
    root, draft = sheet.root, sheet.draft
    draft.name = sheet.text(root.at("name"), "the name", "name")
    draft.id = sheet.text(root.at("uuid"), "the id", "id")
    draft.wild_card = True
    _attributes(sheet)
    _skills(sheet)
    _advances(sheet)
    draft.wounds = sheet.number(root.at("wounds_current"), "Wounds", "wounds.value", 0) or 0
    draft.fatigue = sheet.number(root.at("fatigue_current"), "Fatigue", "fatigue.value", 0) or 0
    for state in _STATES:
        spot = root.at("state", state)
        if as_flag(spot.value) is not None:
            sheet.carry("conditions", spot)
            if spot.value is True:
                draft.conditions.append(state)
    _own_things(sheet)
    _by_number(sheet)
    return sheet.finish("save")


def _attributes(sheet: JsonSheet) -> None:
    for key in sheet.root.at("attribute_assignments").object:
        spot = sheet.root.at("attribute_assignments", key)
        name = attribute_named(key)
        if name is None:
            continue
        steps = sheet.number(spot, key.capitalize(), f"attributes.{name}", 0, 40)
        if steps is not None:
            sheet.draft.attributes[name] = Die(4).stepped(steps)


def _skills(sheet: JsonSheet) -> None:
    """Core skills begin at d4, so that their points count from there; the first point of another buys its d4."""
    core = [
        skill_named((as_text(each.value) or "").removesuffix("\\r"))
        for each in sheet.root.at("setting", "core_skills").each()
    ]
    for index, name in enumerate(core):
        if name:
            sheet.draft.skills[name] = Die(4)
            sheet.carry(f"skills.{name}", sheet.root.at("setting", "core_skills", index))
    for spot in sheet.root.at("skill_assignments").each():
        own = " ".join(sheet.text(spot.at("name"), "the name of a skill").split())
        if not own:
            continue
        special = " ".join(sheet.text(spot.at("specify"), f"what {own} is of").split())
        name = f"{skill_named(own)} ({special})" if special else skill_named(own)
        model = f"skills.{name}"
        points = sheet.number(spot.at("value"), own, model, 0, 40)
        if points is None:
            continue
        native = as_flag(spot.at("isNative").value) is True
        steps = points + 2 if native else points if name in core else points - 1
        if steps < 0:
            continue
        sheet.draft.skills[name] = Die(4).stepped(steps)
        sheet.carry(model, spot.at("name"), spot.at("specify"), spot.at("isNative"))


def _advances(sheet: JsonSheet) -> None:
    """Advances that raise an attribute or skills; those that give an edge name it by number."""
    draft = sheet.draft
    for spot in sheet.root.at("advancements").each():
        kind = as_text(spot.at("type").value)
        if kind not in _ADVANCES:
            continue
        targets = [spot.at(f"target{number}") for number in range(1, _TARGETS + 1)]
        for target in targets:
            written = as_text(target.value) or ""
            attribute = attribute_named(written)
            if kind == "attribute" and attribute is not None and attribute in draft.attributes:
                draft.attributes[attribute] = draft.attributes[attribute].stepped(1)
                sheet.carry(f"attributes.{attribute}", target, spot.at("type"))
            elif kind != "attribute" and written:
                name = skill_named(written)
                die = draft.skills.get(name)
                draft.skills[name] = Die(4) if die is None else die.stepped(1)
                sheet.carry(f"skills.{name}", target, spot.at("type"))


def _own_things(sheet: JsonSheet) -> None:
    """What the player made up: it has its name and values in the save."""
    draft, root = sheet.draft, sheet.root
    for spot in root.at("custom_edges").each():
        own = sheet.text(spot.at("name"), "the name of an edge", f"edges.{len(draft.edges)}")
        draft.edges += [known("edges", own) or own] if own else []
    for spot in root.at("custom_hindrances").each():
        own = sheet.text(
            spot.at("name"), "the name of a hindrance", f"hindrances.{len(draft.hindrances)}"
        )
        draft.hindrances += [known("hindrances", own) or own] if own else []
    for spot in root.at("custom_weapons").each():
        model = f"weapons.{len(draft.weapons)}"
        weapon = WeaponDraft(
            sheet.text(spot.at("name"), "the name of a weapon", f"{model}.name") or "weapon"
        )
        weapon.damage = (
            sheet.damage(spot.at("damage"), f"the damage of {weapon.name}", f"{model}.damage")
            or weapon.damage
        )
        weapon.range = sheet.range(spot.at("range"), f"{model}.range")
        for key, field in (
            ("ap", "ap"),
            ("reach", "reach"),
            ("rof", "rof"),
            ("parry_modifier", "parry"),
        ):
            found = sheet.number(spot.at(key), f"{field} of {weapon.name}", f"{model}.{field}", -99)
            if found:
                setattr(weapon, field, found)
        weapon.ready = as_flag(spot.at("equipped_primary").value) is True
        sheet.carry(f"{model}.ready", spot.at("equipped_primary"))
        weapon.spells_strength_out()
        draft.weapons.append(weapon.weapon())
    for spot in root.at("custom_armor").each():
        model = f"armor_pieces.{len(draft.armor_pieces)}"
        name = (
            sheet.text(spot.at("name"), "the name of a piece of armor", f"{model}.name") or "armor"
        )
        points = (
            sheet.number(spot.at("armor"), f"the armor of {name}", f"{model}.armor", 0, 999) or 0
        )
        strength = sheet.die(
            spot.at("min_strength"), f"the minimum Strength of {name}", f"{model}.min_strength"
        )
        worn = as_flag(spot.at("equipped_armor").value) is not False
        sheet.carry(f"{model}.worn", spot.at("equipped_armor"))
        draft.armor_pieces.append(
            ArmorPiece(name=name, armor=points, min_strength=strength, worn=worn)
        )
        draft.armor = max(draft.armor, points) if worn else draft.armor


def _by_number(sheet: JsonSheet) -> None:
    """A finding for what the save names by number only."""
    named: list[str] = []
    for key, what in _BY_NUMBER.items():
        spot = sheet.root.at(key)
        listed = [each for each in spot.each() if "id" in each.object]
        if listed:
            named.append(f"{len(listed)} {what}")
            sheet.skip(spot, "it is named by its number in the catalogue of Savaged.us")
    bought = [
        spot for spot in sheet.root.at("advancements").each() if as_text(spot.at("type").value) == "edge"
    ]  # fmt: skip
    named += [f"{len(bought)} advances that give an edge"] if bought else []
    race = sheet.root.at("race")
    if race.value and sheet.root.at("race_custom").value is None:
        named.append("the race")
        sheet.skip(race, "it is named by its number in the catalogue of Savaged.us")
    if named:
        sheet.find(
            "SW198",
            f"the save names {', '.join(named)} by number only; what they add to the character is missing. "
            "The generic export of Savaged.us has all of it",
            sheet.root,
        )
