"""New items of Foundry's Savage Worlds system: skills, edges, hindrances, armor and weapons, for any version.

The members of each kind stand in the order in which the game system writes them; what the model does not say has the
game system's own default.
"""

from __future__ import annotations

import re
from typing import Final

from sw_data.dice import Die
from sw_data.dice.notation import write_dice
from sw_data.formats.foundry.names import known, slug, trait_named
from sw_data.formats.foundry.target import Target, document_id
from sw_data.formats.strength import adds_strength, written_out
from sw_data.jsonvalue import Object
from sw_data.models import ArmorPiece, Weapon
from sw_data.models.skills import folded

_ICON: Final = "systems/swade/assets/icons/{}.svg"
_GRADE = re.compile(r"\(\s*(major|minor)\s*\)\s*$", re.IGNORECASE)
_TEMPLATES: Final = (
    ("scone", r"small cone"),
    ("cone", r"cone"),
    ("stream", r"stream"),
    ("small", r"small|sbt"),
    ("medium", r"medium|mbt"),
    ("large", r"large|lbt"),
)


def envelope(name: str, kind: str, system: Object, target: Target, identity: str) -> Object:
    """An item around its data."""
    item: Object = {
        "_id": identity,
        "name": name,
        "type": kind,
        "img": _ICON.format(kind),
        target.key: system,
        "effects": [],
        "folder": None,
        "sort": 0,
        ("ownership" if target.since(2) else "permission"): {"default": 0},
        "flags": {},
    }
    if target.since(2):
        item["_stats"] = target.stats
    return item


def skill(
    name: str, die: Die, attribute: str, target: Target, owner: str, own_name: str | None = None
) -> Object:
    """A skill, linked to an attribute; `own_name` is what the sheet calls it in its own language."""
    system = _base(target, known("skills", "", name) or name)
    system["attribute"] = attribute
    if target.since(0, 18):
        system["isCoreSkill"] = False
    system["die"] = {"sides": die.sides, "modifier": die.bonus}
    system["wild-die"] = {"sides": 6}
    return envelope(own_name or name, "skill", system, target, _item_id(owner, "skill", name))


def edge(name: str, target: Target, owner: str, nth: int = 0) -> Object:
    """An edge, by name alone; `nth` tells several of one name apart."""
    system = _base(target, known("edges", "", name) or name)
    _extras(system, target, 5, 2)
    system["isArcaneBackground"] = folded(name).startswith("arcane background")
    system["requirements"] = [] if target.since(3, 2) else {"value": ""}
    return envelope(name, "edge", system, target, _item_id(owner, "edge", name, nth))


def hindrance(name: str, target: Target, owner: str, nth: int = 0) -> Object:
    """A hindrance, by name alone; a grade in parentheses is its severity too, `nth` tells several of one name apart."""
    grade = _GRADE.search(name)
    system = _base(target, known("hindrances", "", name) or name)
    if target.since(3, 3):
        system["severity"] = grade[1].casefold() if grade else "either"
    system["major"] = bool(grade and grade[1].casefold() == "major")
    _extras(system, target, 5, 2)
    return envelope(name, "hindrance", system, target, _item_id(owner, "hindrance", name, nth))


def armor(piece: ArmorPiece, target: Target, owner: str, number: int) -> Object:
    """A piece of armor that covers the torso."""
    system = _base(target, piece.name)
    _physical(system, target)
    _equippable(system, target, in_use=piece.worn, status=3)
    system["minStr"] = str(piece.min_strength) if piece.min_strength else ""
    system["armor"] = piece.armor
    if target.since(0, 21):
        system["toughness"] = 0
    if target.since(0, 14):
        system["isNaturalArmor"] = False
    if target.since(2, 1):
        system["isHeavyArmor"] = False
    system["locations"] = {"head": False, "torso": True, "arms": False, "legs": False}
    _extras(system, target, 2, 0)
    identity = _item_id(owner, "armor", f"{number} {piece.name}")
    return envelope(piece.name, "armor", system, target, identity)


def weapon(
    model: Weapon, target: Target, owner: str, number: int, *, vehicular: bool = False
) -> Object:
    """A weapon; `vehicular` if it is mounted on a vehicle."""
    system = _base(target, model.name)
    if model.reach:
        # The game system has no field for it; this is how published sheets say it.
        system["notes"] = f"Reach {model.reach}"
    _physical(system, target)
    _equippable(system, target, in_use=model.ready, status=4)
    if target.since(0, 10):
        system["isVehicular"] = vehicular
        system["mods"] = 1
    _actions(system, model, target)
    _extras(system, target, 1, 0)
    system["damage"] = damage_text(model)
    _range(system, model, target)
    system["rof"] = model.rof
    system["ap"] = model.ap
    if target.since(0, 21):
        system["parry"] = model.parry
    system["minStr"] = str(model.min_strength) if model.min_strength else ""
    system["shots"] = 0
    system["currentShots"] = 0
    if target.since(0, 16):
        system["ammo"] = ""
    if target.since(2, 3):
        system["reloadType"] = "none"
        system["ppReloadCost"] = 2
    elif target.since(0, 16):
        system["autoReload"] = True
    if target.since(1, 2):
        system["trademark"] = 0
    if target.since(2, 1):
        system["isHeavyWeapon"] = False
    identity = document_id(model.id, owner, "weapon", str(number))
    return envelope(model.name, "weapon", system, target, identity)


def damage_text(model: Weapon) -> str:
    """The damage as a Foundry sheet has it, Strength written out; nothing for none."""
    damage = written_out(model)
    parts = ["@str"] if damage.strength else []
    if damage.dice:
        parts.append(write_dice(damage.dice))
    text = "+".join(parts)
    if not damage.flat:
        return text
    return f"{text}{damage.flat:+d}" if text else str(damage.flat)


def _item_id(owner: str, kind: str, name: str, nth: int = 0) -> str:
    return document_id("", owner, kind, f"{name}\0{nth}" if nth else name)


def _base(target: Target, canonical: str) -> Object:
    system: Object = {"description": "", "notes": ""}
    if target.since(3, 2):
        system["source"] = ""
        system["swid"] = slug(canonical) if slug(canonical) not in ("", "any") else "none"
    system["additionalStats"] = {}
    if target.since(3, 2):
        system["choiceSets"] = []
    return system


def _physical(system: Object, target: Target) -> None:
    system |= {"quantity": 1, "weight": 0, "price": 0}
    if target.since(4, 1):
        system["build"] = {"cost": None, **({"limit": 1, "level": 1} if target.since(5) else {})}
    if target.since(5, 2):
        row = {"id": "charges0", "sort": 0, "name": "Charges", "value": 1, "max": 1}
        row |= {"rechargeAmount": "", "rechargeType": "finite"}
        system["charges"] = {"hasCharges": False, "charges": [row]}


def _equippable(system: Object, target: Target, *, in_use: bool, status: int) -> None:
    system["equippable"] = True
    if target.since(1, 2):
        system["equipStatus"] = status if in_use else 1
    else:
        system["equipped"] = in_use
    if target.since(0, 21):
        system["isArcaneDevice"] = False
        system["arcaneSkillDie"] = {"sides": 4, "modifier": 0}
        system["powerPoints"] = {}


def _extras(system: Object, target: Target, major: int, minor: int) -> None:
    """What most kinds have: a favorite, a category, and what else comes with the item, from that version on."""
    if target.since(1, 1):
        system["favorite"] = False
    if target.since(2, 1):
        system["category"] = ""
    if target.since(2, 2) and target.since(major, minor):
        system["grants"] = []
        system["grantOn"] = 1


def usual_trait(model: Weapon) -> str:
    """The skill that a weapon is used with if it names none."""
    return trait_named(model.trait) if model.trait else "Shooting" if model.brackets else "Fighting"


def _actions(system: Object, model: Weapon, target: Target) -> None:
    trait = usual_trait(model)
    sums = {"trait": 0, "damage": 0}
    for modifier in model.modifiers:
        if folded(modifier.applies_to) == "damage":
            sums["damage"] += modifier.value
        elif folded(trait_named(modifier.applies_to)) == folded(trait):
            sums["trait"] += modifier.value
    text = {key: f"{value:+d}" if value else "" for key, value in sums.items()}
    if not target.since(0, 14):
        system["skill"] = model.trait or ""
        return
    trait_key, modifier_key = ("trait", "traitMod") if target.since(3, 1) else ("skill", "skillMod")
    system["actions"] = {
        trait_key: model.trait or "",
        modifier_key: text["trait"],
        "dmgMod": text["damage"],
        "additional": {},
    }
    if target.since(1):
        system["bonusDamageDie"] = 6
    if target.since(2, 3):
        system["bonusDamageDice"] = 1
    if target.since(4, 2):
        system["activities"] = []


def _range(system: Object, model: Weapon, target: Target) -> None:
    if target.since(2):
        flag = _template_flag(model.template or "")
        names = ("cone", "stream", "small", "medium", "large")
        every = ("scone", *names) if target.since(5, 2) else names
        system["templates"] = {name: name == flag for name in every}
    brackets = model.brackets
    system["range"] = "/".join(map(str, brackets)) if brackets else model.template or ""
    if target.since(3, 3):
        mixed = 2 if adds_strength(model) else 1
        system["rangeType"] = 0 if model.range is None else mixed


def _template_flag(template: str) -> str | None:
    return next(
        (flag for flag, words in _TEMPLATES if re.search(words, template, re.IGNORECASE)), None
    )
