"""The game system's data of a new character or vehicle, for any version."""

from __future__ import annotations

from typing import Final

from sw_data.dice import Die
from sw_data.formats.foundry.names import known, slug, trait_named
from sw_data.formats.foundry.target import Target
from sw_data.jsonvalue import Object
from sw_data.models import ATTRIBUTES, Character, Vehicle
from sw_data.models.character import half

_START_BENNIES: Final = 3
_FLAGS: Final = ("isShaken", "isDistracted", "isVulnerable")
_LATER_FLAGS: Final = ("isStunned", "isEntangled", "isBound")


def creature(model: Character, target: Target) -> Object:
    """The data of a character or an Extra."""
    computed_parry, computed_toughness = _computed(model)
    system: Object = {"attributes": {name: _attribute(model, name, target) for name in ATTRIBUTES}}
    if target.since(4, 2):
        system["pace"] = {
            "base": "ground",
            "ground": model.pace,
            "fly": None,
            "swim": None,
            "burrow": None,
            "running": {"die": 6, "mod": 0},
        }
        speed: Object = {}
    elif target.since(0, 12):
        speed = {"runningDie": 6, "runningMod": 0, "value": model.pace}
    else:
        speed = {"sprintDie": "1d6", "value": model.pace}
    toughness: Object = {"value": model.toughness, "armor": model.armor, "modifier": 0}
    parry: Object = {"value": model.parry}
    if target.since(3, 1):
        parry["shield"] = 0
    parry["modifier"] = 0
    stats: Object = {"speed": speed, "toughness": toughness, "parry": parry}
    if target.since(0, 8):
        stats["size"] = model.size
    if target.since(5, 2):
        stats["gangUpDamage"] = False
    system["stats"] = stats
    system["details"] = _details(target, parry=computed_parry, toughness=computed_toughness)
    system["powerPoints"] = {"general": {"value": 0, "max": 0}} if target.since(2, 1) else {}
    fatigue = _track(model.fatigue.value, model.fatigue.max, target)
    if target.since(2, 2):
        fatigue["ignored"] = model.fatigue.ignored
        system["woundsOrFatigue"] = {"ignored": model.wounds_or_fatigue_ignored}
    system["fatigue"] = fatigue
    # An Extra's single wound is said by holding none.
    most = 0 if not model.wild_card and model.wounds.max == 1 else model.wounds.max
    wounds = _track(model.wounds.value, most, target)
    if target.since(0, 8):
        wounds["ignored"] = model.wounds.ignored
    system["wounds"] = wounds
    system["advances"] = _advances(target)
    system["bennies"] = _bennies(model)
    if not target.since(6):
        system["status"] = _status(target)
    if target.since(0, 8):
        system["initiative"] = _initiative(model, target)
    if not (model.wild_card and target.since(3, 1)):
        system["wildcard"] = model.wild_card
    _common(system, target)
    return system


def vehicle(model: Vehicle, target: Target) -> Object:
    """The data of a vehicle."""
    system: Object = {}
    if target.since(4):
        strength = model.strength or Die(4)
        system["attributes"] = {
            name: {
                "die": {"sides": 4, "modifier": 0},
                "wild-die": {"sides": 6},
                "enabled": False,
            }
            for name in ATTRIBUTES
        } | {
            "strength": {
                "die": {"sides": strength.sides, "modifier": strength.bonus},
                "wild-die": {"sides": 6},
                "enabled": model.strength is not None,
                "encumbranceSteps": 0,
            }
        }
    system |= {
        "size": model.size,
        "scale": _scale(model.size),
        "classification": "",
        "handling": model.handling,
        "cost": 0,
        "topspeed": _top_speed(model, target),
        "description": "",
        "toughness": {"total": model.toughness, "armor": model.armor},
        "wounds": {
            "value": model.wounds.value,
            "max": model.wounds.max,
            "ignored": model.wounds.ignored,
        },
    }
    if target.since(5, 2):
        system["stats"] = {"parry": {"value": model.parry or 0, "shield": 0, "modifier": 0}}
        system["details"] = {"autoCalcParry": model.parry is None}
    if target.since(4, 4):
        system["energy"] = {"value": 0, "max": 0, "enabled": False}
        system["crew"] = {
            "required": {"max": 1},
            "optional": {"value": 0, "max": max(0, len(model.occupants) - 1)},
            "members": [],
        }
        system["driver"] = {"skill": "", "skillAlternative": ""}
    else:
        system["crew"] = {
            "required": {"value": 1, "max": 1},
            "optional": {"value": 0, "max": max(0, len(model.occupants) - 1)},
        }
        nobody = None if target.since(0, 19) else ""
        system["driver"] = {"id": nobody, "skill": "", "skillAlternative": ""}
    status = {"isOutOfControl": False, "isWrecked": False}
    if target.since(5):
        status |= {"isDistracted": False, "isVulnerable": False}
    system["status"] = status
    if target.since(0, 11):
        system["initiative"] = _initiative(None, target)
    if target.since(4, 4):
        system |= {"cargo": {"max": 0}, "mods": {"max": 0}}
    else:
        system |= {"maxCargo": 0, "maxMods": 0}
    _common(system, target)
    return system


def _computed(model: Character) -> tuple[bool, bool]:
    """Whether Parry and Toughness are what the game system computes, so that it may do so."""
    skills = {slug(trait_named(name)): die for name, die in model.skills.items()}
    fighting = skills.get("fighting")
    worn = sorted((piece.armor for piece in model.armor_pieces if piece.worn), reverse=True)
    armor = (worn[0] if worn else 0) + (worn[1] // 2 if len(worn) > 1 else 0)
    toughness = 2 + half(model.attributes.vigor) + model.size
    return (
        model.parry == 2 + (half(fighting) if fighting else 0),
        (model.toughness, model.armor) == (toughness + armor, armor),
    )


def _attribute(model: Character, name: str, target: Target) -> Object:
    die: Die = getattr(model.attributes, name)
    attribute: Object = {
        "die": {"sides": die.sides, "modifier": die.bonus},
        "wild-die": {"sides": 6},
    }
    if name == "smarts" and target.since(0, 12):
        attribute["animal"] = False
    if name == "spirit" and target.since(0, 14):
        attribute["unShakeBonus"] = 0
    if name == "strength" and target.since(0, 14):
        attribute["encumbranceSteps"] = 0
    if name == "vigor":
        if target.since(2, 2):
            attribute["unStunBonus"] = 0
        if target.since(2, 4):
            attribute["soakBonus"] = 0
        if target.since(3, 1):
            attribute["bleedOut"] = {"modifier": 0, "ignoreWounds": False}
    return attribute


def _details(target: Target, *, parry: bool, toughness: bool) -> Object:
    details: Object = {}
    if target.since(0, 11):
        details["autoCalcToughness"] = toughness
    if target.since(5, 2):
        details["toughnessTrait"] = "vigor"
    if target.since(0, 17):
        details["autoCalcParry"] = parry
    if target.since(5, 2):
        details["parryBaseSwid"] = ""
    if target.since(1):
        details["archetype"] = ""
    if target.since(1, 1):
        details |= {"appearance": "", "notes": "", "goals": ""}
    details["biography"] = {"value": ""}
    details["species"] = {"name": ""}
    details["currency"] = 0
    if target.since(0, 18):
        details["wealth"] = {"die": 6, "modifier": 0, "wild-die": 6}
    if target.since(0, 9):
        details["conviction"] = {"value": 0, "active": False}
    return details


def _track(value: int, most: int, target: Target) -> dict[str, int]:
    return (
        {"value": value, "max": most}
        if target.since(2)
        else {"value": value, "min": 0, "max": most}
    )


def _advances(target: Target) -> Object:
    advances: Object = {"mode": "expanded"} if target.since(1, 1) else {}
    advances |= {"value": 0, "rank": "Novice", "details": ""}
    if target.since(1, 1):
        advances["list"] = []
    return advances


def _bennies(model: Character) -> Object:
    most = _START_BENNIES if model.wild_card else 2
    start = _START_BENNIES if model.wild_card else 0
    return {"value": start if model.bennies is None else model.bennies, "max": most}


def _status(target: Target) -> dict[str, bool]:
    flags = _FLAGS + (_LATER_FLAGS if target.since(0, 14) else ())
    status = dict.fromkeys(flags, False)
    return status | ({"isIncapacitated": False} if target.since(2, 1) else {})


def _initiative(model: Character | None, target: Target) -> Object:
    """The switches of the edges and hindrances that change how cards are dealt."""
    edges = {known("edges", "", name) for name in model.edges} if model else set[str | None]()
    slow = (
        {known("hindrances", "", name) for name in model.hindrances} if model else set[str | None]()
    )
    initiative: Object = {
        "hasHesitant": "Hesitant" in slow,
        "hasLevelHeaded": "Level Headed" in edges,
        "hasImpLevelHeaded": "Improved Level Headed" in edges,
    }
    if target.since(0, 15):
        initiative["hasQuick"] = "Quick" in edges
    if target.since(5, 2):
        initiative["follow"] = ""
    return initiative


def _top_speed(model: Vehicle, target: Target) -> object:
    speed, unit = model.top_speed, model.top_speed_unit
    whole = int(speed) if float(speed).is_integer() else None
    if target.since(4, 4):
        return {"value": str(speed) if whole is None else whole, "unit": unit}
    # A bare number is read in miles per hour.
    return whole if whole is not None and unit == "mph" else f"{speed} {unit}"


def _scale(size: int) -> int:
    """How far size changes the odds of being hit: 2 from 4 on, 4 from 8 on, 6 from 12 on."""
    return 2 * min(3, max(0, size // 4))


def _common(system: Object, target: Target) -> None:
    if target.since(0, 11):
        system["additionalStats"] = {}
    if target.since(5):
        system["category"] = ""
    if target.since(5, 2):
        aura = {"enabled": False, "radius": 5, "color": "#000000", "alpha": 0.25, "walls": False}
        system["auras"] = {name: {**aura, "visibleTo": []} for name in ("aura1", "aura2")}
