"""Reading the generic export of Savaged.us."""

from __future__ import annotations

import re
from typing import Final

from sw_data.dice import Die
from sw_data.formats.base import Reading
from sw_data.formats.json_sheet import JsonSheet, Spot
from sw_data.formats.names import attribute_named, is_unskilled, known, skill_named
from sw_data.formats.savaged_us.fields import KNOWN, NUMBERS, UNARMORED, WEAPON_TEXTS
from sw_data.formats.sheet import WeaponDraft
from sw_data.formats.spelling import die_in, trait_die
from sw_data.jsonvalue import as_text
from sw_data.models import ArmorPiece, WeaponModifier

_GRADE: Final = re.compile(r"\s*\((major|minor)\)\s*", re.IGNORECASE)


def read(value: object) -> Reading:
    """What an export says; a value that cannot be read is a finding and its default is taken."""
    sheet = JsonSheet(Spot(value, ""))
    root, draft = sheet.root, sheet.draft
    draft.name = sheet.text(root.at("name"), "the name", "name")
    draft.id = sheet.text(root.at("uuid"), "the id", "id")
    told = sheet.flag(root.at("wildcard"))
    draft.wild_card = bool(told)
    sheet.carry("wild_card", root.at("wildcard"))
    _numbers(sheet)
    _attributes(sheet)
    _skills(sheet)
    _qualities(sheet)
    for spot in root.at("weapons").each():
        _weapon(sheet, spot)
    for spot in root.at("otherAttacks").each():
        _weapon(sheet, spot)
    for spot in root.at("armor").each():
        _armor(sheet, spot)
    for key, why in KNOWN.items():
        sheet.skip(root.at(key), why)
    return sheet.finish("generic")


def _numbers(sheet: JsonSheet) -> None:
    draft = sheet.draft
    for field in NUMBERS:
        spot = sheet.root.at(field.key)
        found = sheet.number(spot, field.what, field.model, field.low)
        if found is None:
            continue
        sheet.carry(field.model, *(sheet.root.at(each) for each in field.also))
        match field.model:
            case "parry":
                # The export fills Parry in with Fighting only; without it stands 0.
                draft.parry = found or None
            case "toughness":
                draft.toughness = found or None
            case "wounds.value":
                draft.wounds = found
            case "wounds.max":
                draft.wounds_max = found
            case "fatigue.value":
                draft.fatigue = found
            case "fatigue.max":
                draft.fatigue_max = found
            case "pace":
                draft.pace = found
            case "armor":
                draft.armor = found
            case "size":
                draft.size = found
            case _:
                draft.bennies = found


def _die(sheet: JsonSheet, spot: Spot, what: str, model: str) -> Die | None:
    """The die of a trait: `dieValue` and `mod`; `value` only where they are missing."""
    value, written = spot.at("dieValue"), spot.at("value")
    sides = sheet.number(value, what, model, 0, 99)
    if sides is None:
        return sheet.die(written, what, model)
    bonus = sheet.number(spot.at("mod"), f"the modifier of {what}", model, -99, 999) or 0
    die = trait_die(sides, bonus)
    if die is None:
        if sides:
            sheet.find(
                "SW105", f"{what} has {sides} sides, which no trait has; it is left out", value
            )
        sheet.carried.pop(value.pointer, None)
        sheet.skip(value, "it is no trait die")
        return None
    again = as_text(written.value)
    if again is not None and die_in(again) != die:
        sheet.changed[written.pointer] = (model, f"dieValue and mod say {die}, and are read")
    else:
        sheet.carry(model, written)
    return die


def _attributes(sheet: JsonSheet) -> None:
    for spot in sheet.root.at("attributes").each():
        written = as_text(spot.at("name").value) or as_text(spot.at("label").value) or ""
        name = attribute_named(written)
        if name is None or name in sheet.draft.attributes:
            sheet.find(
                "SW190", f"{written!r} is no attribute, or there twice; it is left out", spot
            )
            continue
        model = f"attributes.{name}"
        sheet.carry(model, spot.at("name"), spot.at("label"))
        die = _die(sheet, spot, name.capitalize(), model)
        if die is not None:
            sheet.draft.attributes[name] = die
            sheet.origins[model] = spot.at("dieValue").pointer


def _skills(sheet: JsonSheet) -> None:
    draft = sheet.draft
    for spot in sheet.root.at("skills").each():
        own = " ".join(sheet.text(spot.at("name"), "the name of a skill").split())
        if is_unskilled(own):
            sheet.skip(spot, "it stands for rolls without the skill")
            continue
        if not own:
            continue
        name = skill_named(own)
        model = f"skills.{name}"
        die = _die(sheet, spot, own, model)
        if die is None:
            continue
        if name in draft.skills and draft.skills[name] != die:
            sheet.find("SW197", f"the skill {name} is there twice; {die} is read", spot)
        draft.skills[name] = die
        sheet.carry(model, spot.at("name"))
        linked = attribute_named(as_text(spot.at("attribute").value) or "")
        draft.link(name, linked)
        if linked is not None:
            sheet.carry(
                f"skill_attributes.{name}" if name in draft.skill_attributes else model,
                spot.at("attribute"),
            )
        if known("skills", own) is not None and name != own:
            draft.trait_names[own] = name


def _qualities(sheet: JsonSheet) -> None:
    """Edges, hindrances with their grade, and those special abilities that are edges of heroes."""
    draft = sheet.draft
    for spot in sheet.root.at("edges").each():
        own = sheet.text(spot.at("name"), "the name of an edge", f"edges.{len(draft.edges)}")
        if own:
            draft.edges.append(known("edges", own) or own)
    for spot in sheet.root.at("hindrances").each():
        place = f"hindrances.{len(draft.hindrances)}"
        own = sheet.text(spot.at("name"), "the name of a hindrance", place)
        if own:
            major = sheet.flag(spot.at("major"))
            sheet.carry(place, spot.at("major"))
            bare = _GRADE.sub(" ", own).strip() or own
            name = known("hindrances", bare) or bare
            grade = _GRADE.search(own)
            is_major = (grade is not None and grade[1].casefold() == "major") or major is True
            draft.hindrances.append(f"{name} (Major)" if is_major else name)
    for spot in sheet.root.at("abilities").each():
        own = as_text(spot.at("name").value) or ""
        edge = known("edges", own)
        if edge is not None and edge not in draft.edges:
            sheet.carry(f"edges.{len(draft.edges)}", spot.at("name"))
            draft.edges.append(edge)
        else:
            sheet.skip(spot, "the model has no special abilities")


def _weapon(sheet: JsonSheet, spot: Spot) -> None:
    model = f"weapons.{len(sheet.draft.weapons)}"
    weapon = WeaponDraft(
        sheet.text(spot.at("name"), "the name of a weapon", f"{model}.name") or "weapon"
    )
    what = weapon.name
    active = sheet.number(spot.at("activeProfile"), "the profile", f"{model}.name", 0, 99) or 0
    profile = spot.at("profiles", active)
    damage = sheet.damage(spot.at("damage"), f"the damage of {what}", f"{model}.damage")
    if damage is not None:
        weapon.damage = damage
        sheet.carry(f"{model}.damage", *(spot.at(each) for each in WEAPON_TEXTS))
    weapon.range = sheet.range(spot.at("range"), f"{model}.range")
    weapon.ap = sheet.number(spot.at("ap"), f"the AP of {what}", f"{model}.ap", 0, 1000) or 0
    weapon.reach = (
        sheet.number(spot.at("reach"), f"the Reach of {what}", f"{model}.reach", 0, 1000) or 0
    )
    weapon.rof = (
        sheet.number(spot.at("rof"), f"the Rate of Fire of {what}", f"{model}.rof", 0, 100) or 1
    )
    innate = sheet.flag(spot.at("innate")) or sheet.flag(profile.at("counts_as_innate"))
    weapon.min_strength = sheet.minimum(
        spot.at("minStr"), None if innate else weapon, what, f"{model}.min_strength"
    )
    weapon.parry = (
        sheet.number(
            profile.at("parry_modifier"), f"the Parry of {what}", f"{model}.parry", -99, 99
        )
        or 0
    )
    ready = sheet.flag(spot.at("equipped"))
    weapon.ready = bool(ready)
    if weapon.ready and weapon.parry and sheet.draft.parry is not None:
        # Parry is exported with equipped weapons counted in; the model adds them itself.
        sheet.draft.parry -= weapon.parry
    if ready is not None:
        sheet.carry(f"{model}.ready", spot.at("equipped"), profile.at("equipped"))
    skill = sheet.text(profile.at("skillName"), f"the skill of {what}", f"{model}.trait")
    thrown = sheet.flag(spot.at("thrown"))
    if skill:
        weapon.trait = skill_named(skill)
    elif thrown and isinstance(weapon.range, tuple):
        weapon.trait = "Athletics"
    if thrown is not None:
        sheet.carry(f"{model}.trait", spot.at("thrown"), profile.at("thrown_weapon"))
    bonus = (
        sheet.number(
            profile.at("toHitMod"), f"the bonus of {what}", f"{model}.modifiers.0.value", -99, 99
        )
        or 0
    )
    if bonus:
        trait = weapon.trait or ("Fighting" if weapon.range is None else "Shooting")
        weapon.modifiers.append(WeaponModifier(applies_to=trait, value=bonus))
    adds = sheet.flag(profile.at("add_strength_to_damage"))
    if adds is not None:
        sheet.carry(f"{model}.damage", profile.at("add_strength_to_damage"))
        weapon.adds_strength = True if adds and not weapon.damage.strength else None
    weapon.spells_strength_out()
    for key, field in (("damage", "damage"), ("damageWithBrackets", "damage"), ("damage_original", "damage"),
                       ("damageDiceBase", "damage"), ("damageDiceBasePlus", "damage"), ("range", "range"),
                       ("reach", "reach"), ("rof", "rof"), ("ap", "ap"), ("name", "name")):  # fmt: skip
        _again(sheet, spot, profile, key, f"{model}.{field}")
    sheet.draft.weapons.append(weapon.weapon())


def _again(sheet: JsonSheet, spot: Spot, profile: Spot, key: str, model: str) -> None:
    """A value of the active profile that says what the weapon itself says."""
    inner, outer = profile.at(key), spot.at(key)
    if inner.present and (not outer.present or inner.value == outer.value):
        sheet.carry(model, inner)


def _armor(sheet: JsonSheet, spot: Spot) -> None:
    if as_text(spot.at("name").value) == UNARMORED:
        sheet.skip(spot, "it stands for no armor at all")
        return
    model = f"armor_pieces.{len(sheet.draft.armor_pieces)}"
    name = sheet.text(spot.at("name"), "the name of a piece of armor", f"{model}.name") or "armor"
    points = sheet.number(spot.at("armor"), f"the armor of {name}", f"{model}.armor", 0, 999) or 0
    strength = sheet.minimum(spot.at("minStr"), None, name, f"{model}.min_strength")
    worn = sheet.flag(spot.at("equipped"))
    sheet.carry(f"{model}.worn", spot.at("equipped"))
    sheet.draft.armor_pieces.append(
        ArmorPiece(name=name, armor=points, min_strength=strength, worn=worn is not False)
    )
