"""Writing the generic export of Savaged.us, as programs that import it expect it."""

from __future__ import annotations

import re
from typing import Any, Final

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Creation, Readable
from sw_data.formats.report import lost
from sw_data.formats.savaged_us.fields import UNARMORED, UNSKILLED
from sw_data.formats.savaged_us.generic import read
from sw_data.formats.spelling import clean
from sw_data.formats.strength import adds_strength, written_out
from sw_data.models import ATTRIBUTES, ArmorPiece, Character, Weapon
from sw_data.models.character import half

_MAJOR: Final = re.compile(r"\s*\(major\)\s*$", re.IGNORECASE)


def create(model: Readable) -> Creation:
    """A generic export of a character, and findings for what it cannot say."""
    if not isinstance(model, Character):
        raise ImpossibleError(f"Savaged.us exports characters; this is a {model.kind}")
    value = _export(model)
    back = read(value).model
    return Creation(value, lost("savaged-us", model, back))


def _export(model: Character) -> dict[str, Any]:
    fighting = model.skill("Fighting")
    base_parry, base_toughness = (
        2 + (half(fighting) if fighting else 0),
        2 + half(model.attributes.vigor),
    )
    bare = model.toughness - model.armor
    ready = sum(each.parry for each in model.weapons if each.ready)
    parry = model.parry + ready
    as_read = f"{model.toughness} ({model.armor})" if model.armor else str(model.toughness)
    return {
        "name": clean(model.name),
        "uuid": clean(model.id),
        "playerCharacter": True,
        "wildcard": model.wild_card,
        "swade": True,
        "attributes": [_attribute(each, getattr(model.attributes, each)) for each in ATTRIBUTES],
        "skills": [
            {
                "name": UNSKILLED, "attribute": "", "value": "d4-2", "dieValue": 4, "mod": -2, "isCore": False,
                "bookID": 0,
            },
            *(_skill(name, die, model) for name, die in model.skills.items()),
        ],
        "paceBase": 6,
        "paceMod": model.pace - 6,
        "paceTotal": model.pace,
        "parryBase": base_parry,
        "parryMod": parry - base_parry,
        "parryTotal": parry,
        "parryShield": 0,
        "parryHR": str(parry),
        "toughnessBase": base_toughness,
        "toughnessMod": bare - base_toughness,
        "toughnessTotal": model.toughness,
        "toughnessTotalNoArmor": bare,
        "toughnessAsRead": as_read,
        "toughnessAsReadNoHeavy": as_read,
        "armorValue": model.armor,
        "heavyArmor": False,
        "size": model.size,
        "sizeLabel": str(model.size),
        # A sheet that does not say how many are left says nothing here either.
        "bennies": model.bennies,
        "benniesMax": 3 if model.wild_card else 0,
        "wounds": model.wounds.value,
        "woundsBase": model.wounds.max,
        "woundsMax": model.wounds.max,
        "woundsOtherMod": 0,
        "woundsSizeMod": 0,
        "fatigue": model.fatigue.value,
        "fatigueMax": model.fatigue.max,
        "edges": [_quality(each) for each in model.edges],
        "hindrances": [_hindrance(each) for each in model.hindrances],
        "weapons": [_weapon(each) for each in model.weapons],
        "armor": [_unarmored(), *(_armor(each) for each in model.armor_pieces)],
        "shields": [], "gear": [], "abilities": [], "abs": [], "advances": [], "allSkills": [], "languages": [],
        "cyberware": [], "vehicles": [], "alliedExtras": [], "journal": [], "otherAttacks": [],
        "advancesCount": 0, "rank": 0, "rankName": "Novice", "race": "", "gender": "", "age": "",
        "professionOrTitle": "", "playerName": "", "background": "", "description": "", "runningDie": "d6",
        "usesCharisma": False, "charisma": 0, "usesXP": False, "xp": 0, "load": 0, "loadLimit": 0, "wealth": 0,
        "image": "", "imageToken": "", "iconicFramework": "", "appVersion": "sw-data",
    }  # fmt: skip


def _attribute(name: str, die: Die) -> dict[str, Any]:
    return {"name": name, "label": name.capitalize(), **_die(die)}


def _die(die: Die) -> dict[str, Any]:
    return {"value": str(die), "dieValue": die.sides, "mod": die.bonus}


def _skill(name: str, die: Die, model: Character) -> dict[str, Any]:
    own = next((written for written, rules in model.trait_names.items() if rules == name), name)
    linked = model.linked_attribute(name) or ""
    return {"name": clean(own), "attribute": linked, **_die(die), "isCore": False, "bookID": 0}


def _quality(name: str) -> dict[str, Any]:
    return {"id": 0, "name": clean(name), "description": "", "note": "", "takenFrom": "", "bookID": 0,
            "isHidden": False, "descriptionHTML": "", "customDescription": ""}  # fmt: skip


def _hindrance(name: str) -> dict[str, Any]:
    return {**_quality(_MAJOR.sub("", name)), "major": _MAJOR.search(name) is not None}


def _weapon(weapon: Weapon) -> dict[str, Any]:
    ranged = weapon.range is not None
    brackets = (
        "/".join(map(str, weapon.brackets))
        if weapon.brackets is not None
        else weapon.template or "Melee"
    )
    damage = str(written_out(weapon))
    usual = weapon.trait or ("Shooting" if ranged else "Fighting")
    bonus = sum(each.value for each in weapon.modifiers if each.applies_to == usual)
    profile = {
        "name": clean(weapon.name), "damage": damage, "damageWithBrackets": damage, "damage_original": damage,
        "parry_modifier": weapon.parry, "range": clean(brackets), "reach": weapon.reach, "requires_2_hands": False,
        "rof": weapon.rof, "shots": 0, "currentShots": 0, "additionalDamage": "", "heavy_weapon": False,
        "melee_only": not ranged, "counts_as_innate": False, "notes": "", "equipped": weapon.ready,
        "toHitMod": bonus, "damageDiceBase": damage, "damageDiceBasePlus": 0, "is_shield": False,
        "thrown_weapon": False, "usable_in_melee": not ranged,
        "add_strength_to_damage": adds_strength(weapon), "ap": weapon.ap,
        "ap_vs_rigid_armor_only": 0, "vtt_only": False, "skillName": clean(weapon.trait or ""), "skillValue": "",
    }  # fmt: skip
    return {
        "id": 0, "uuid": "", "name": clean(weapon.name), "damage": damage, "damageWithBrackets": damage,
        "damageDiceBase": damage, "damageDiceBasePlus": 0, "range": clean(brackets), "reach": weapon.reach,
        "ap": weapon.ap, "rof": weapon.rof, "shots": 0, "thrown": False, "innate": False,
        "minStr": "" if weapon.min_strength is None else str(weapon.min_strength), "equipped": weapon.ready,
        "equippedAs": "primary" if weapon.ready else "", "quantity": 1, "weight": 0, "cost": 0, "costBuy": 0,
        "notes": "", "descriptionHTML": "", "takenFrom": "", "bookID": 0, "bookName": "", "bookPublisher": "",
        "bookPublished": "", "activeProfile": 0, "profiles": [profile],
    }  # fmt: skip


def _armor(piece: ArmorPiece) -> dict[str, Any]:
    strength = "" if piece.min_strength is None else str(piece.min_strength)
    return _any_armor(clean(piece.name), piece.armor, strength, piece.worn)


def _unarmored() -> dict[str, Any]:
    return _any_armor(UNARMORED, 0, "", worn=False)


def _any_armor(name: str, armor: int, strength: str, worn: bool) -> dict[str, Any]:
    return {
        "id": 0, "uuid": "", "name": name, "armor": armor, "minStr": strength, "equipped": worn, "isShield": False,
        "coversFace": False, "coversHead": False, "coversTorso": True, "coversArms": True, "coversLegs": True,
        "heavyArmor": False, "quantity": 1, "weight": 0, "cost": 0, "costBuy": 0, "notes": "", "takenFrom": "",
        "bookID": 0, "descriptionHTML": "", "equippedStrength": "", "equippedToughness": "", "bookName": "",
        "bookPublisher": "", "bookPublished": "",
    }  # fmt: skip
