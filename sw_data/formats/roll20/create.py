"""Writing a Roll20 character for either sheet, as the VTT Enhancement Suite imports it."""

from __future__ import annotations

from typing import Any, Final

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Creation, Readable
from sw_data.formats.report import lost
from sw_data.formats.roll20.fields import CONDITIONS, OFFICIAL_SKILLS, SHORT, SKILLS, SheetKind
from sw_data.formats.roll20.read import read
from sw_data.formats.spelling import clean
from sw_data.formats.strength import written_out
from sw_data.models import ATTRIBUTES, Character, Weapon
from sw_data.models.character import half
from sw_data.models.skills import folded

SHEETS: Final[tuple[SheetKind, ...]] = ("official", "tabbed")
_OFFICIAL: Final = "Official Savage Worlds v1.00.29"
_WEAPON_SKILLS: Final = frozenset({"fighting", "athletics", "shooting", "weirdscience"})


def create(model: Readable, target: str | None) -> Creation:
    """A character for one of the sheets, and findings for what it cannot say."""
    if not isinstance(model, Character):
        raise ImpossibleError(
            f"Roll20 characters are written of characters; this is a {model.kind}"
        )
    sheet: SheetKind | None = next(
        (each for each in SHEETS if each == (target or "official")), None
    )
    if sheet is None:
        raise ImpossibleError(f"no sheet {target!r}; there are {', '.join(SHEETS)}")
    value = _Writer(model, sheet).character()
    return Creation(value, lost("roll20", model, read(value).model))


class _Writer:
    """The list of attributes while it is written."""

    def __init__(self, model: Character, sheet: SheetKind) -> None:
        self.model = model
        self.sheet: SheetKind = sheet
        self.attribs: list[dict[str, Any]] = []

    def character(self) -> dict[str, Any]:
        """The whole document."""
        self._traits()
        self._derived()
        self._health()
        for number, name in enumerate(self.model.edges):
            self._row("edges", number, edge=name, tookat="Creation")
        for number, name in enumerate(self.model.hindrances):
            major = name.casefold().endswith("(major)")
            bare = name[: name.rindex("(")].rstrip() if major else name
            self._row(
                "hindrances", number, hindrance=bare, hindranceType="Major" if major else "Minor"
            )
        for number, weapon in enumerate(self.model.weapons):
            self._weapon(number, weapon)
        for number, piece in enumerate(self.model.armor_pieces):
            self._row(
                "armor",
                number,
                ArmorType=piece.name,
                ArmorTypeProtection=piece.armor,
                armorminstrength="0" if piece.min_strength is None else _sides(piece.min_strength),
                AreaProtected="2",
                armorWorn="1" if piece.worn else "0",
                ArmorCarried="on",
            )
        return {
            "schema_version": 2,
            "oldId": clean(self.model.id),
            "name": clean(self.model.name),
            "avatar": "",
            "bio": "",
            "gmnotes": "",
            "defaulttoken": "",
            "tags": "[]",
            "controlledby": "",
            "inplayerjournals": "",
            "attribs": self.attribs,
            "abilities": [],
        }

    def _put(self, name: str, current: object, most: object = "") -> None:
        number = len(self.attribs)
        self.attribs.append(
            {
                "name": name,
                "current": _written(current),
                "max": _written(most),
                "id": f"-swdata{number:05d}",
            }
        )

    def _row(self, section: str, number: int, **fields: object) -> None:
        for name, value in fields.items():
            self._put(f"repeating_{section}_-row{number:05d}_{name}", value)

    def _die(self, name: str, die: Die, modifier: str) -> None:
        self._put(name, die.sides)
        self._put(modifier, die.bonus)
        self._put(f"{name}_display", str(die))
        sign = f"{die.bonus:+d}[trait]" if die.bonus else ""
        self._put(f"{name}_rank", f"1d{die.sides}!{sign}")

    def _traits(self) -> None:
        model = self.model
        if self.sheet == "official":
            self._put("character_sheet", _OFFICIAL)
        self._put("is_npc", "0" if model.wild_card else "1")
        for name in ATTRIBUTES:
            self._die(name, getattr(model.attributes, name), f"{name}mod")
        self._skills()

    def _skills(self) -> None:
        model = self.model
        placed = OFFICIAL_SKILLS if self.sheet == "official" else frozenset(SKILLS)
        others: list[str] = []
        order = {name: number for number, name in enumerate(SKILLS)}
        for name in sorted(model.skills, key=lambda each: order.get(folded(each), len(order))):
            die, plain = model.skills[name], folded(name)
            own = next(
                (written for written, rules in model.trait_names.items() if rules == name), name
            )
            if plain not in placed or name in model.skill_attributes:
                others.append(name)
                continue
            key = plain.replace(" ", "")
            self._die(key, die, f"{key}mod")
            self._put(f"static{name.replace(' ', '')}", "on")
            self._put(f"{key}name", own)
        for number, name in enumerate(others):
            self._other_skill(number, name)
        if others:
            self._put("staticKnowledgeOther", "on")

    def _other_skill(self, number: int, name: str) -> None:
        die, linked = self.model.skills[name], self.model.linked_attribute(name)
        own = next(
            (written for written, rules in self.model.trait_names.items() if rules == name), name
        )
        short = SHORT.get(linked or "", "na")
        if self.sheet == "official":
            self._row(
                "skills", number, custSkillName=own, knowledgeother=die.sides, knowledgeothermod=die.bonus,
                linkedknowledgeotheratt=f"{short}-u", knowledgeother_display=str(die),
            )  # fmt: skip
        else:
            self._row(
                "skills", number, SkillName=own, skillnamerank=die.sides, skillnamerankmod=die.bonus,
                linkedotherattscore=f"({short.upper()})", skillnamerank_display=str(die),
            )  # fmt: skip

    def _derived(self) -> None:
        model = self.model
        self._put("pace", 6)
        self._put("paceMod", model.pace - 6)
        self._put("paceCur", model.pace)
        fighting = model.skill("Fighting")
        base = 2 + (half(fighting) if fighting else 0)
        parry = model.parry + sum(each.parry for each in model.weapons if each.ready)
        self._put("parry", base)
        self._put("parryMod", parry - base)
        self._put("parryCur", parry)
        tough = 2 + half(model.attributes.vigor)
        self._put("size", model.size)
        self._put("toughness", tough)
        self._put("tufnessMod", model.toughness - model.armor - tough - model.size)
        self._put("toughnessArmor", model.armor)
        self._put("toughnesscur", model.toughness)

    def _health(self) -> None:
        model = self.model
        self._put("wounds", model.wounds.value, model.wounds.max)
        self._put("fatigue", model.fatigue.value, model.fatigue.max)
        self._put("reducewoundsby", model.wounds.ignored)
        self._put("reducefatigueby", model.fatigue.ignored)
        if model.bennies is not None:
            self._put("bennies", model.bennies)
        for condition, held, name in CONDITIONS.values():
            if condition in model.conditions:
                self._put(name, held)

    def _weapon(self, number: int, weapon: Weapon) -> None:
        brackets = (
            "/".join(map(str, weapon.brackets))
            if weapon.brackets is not None
            else weapon.template or ""
        )
        usual = "Fighting" if weapon.range is None else "Shooting"
        skill = folded(weapon.trait or usual).replace(" ", "")
        notes = [f"Reach {weapon.reach}"] if weapon.reach else []
        notes += [f"Parry {weapon.parry:+d}"] if weapon.parry else []
        damage = written_out(weapon)
        dice = damage.dice
        even = len(set(dice)) == 1
        bonus = next(
            (each for each in weapon.modifiers if each.applies_to in (weapon.trait, usual)), None
        )
        self._row(
            "weapons",
            number,
            weapon=weapon.name,
            range=brackets,
            rof=weapon.rof,
            weaponap=weapon.ap,
            weapondamage=str(damage),
            damageatt="strength" if damage.strength else "na",
            dmgnumdice=len(dice) if even else 0,
            dmgdietype=f"d{dice[0]}!" if even else "d4!",
            dmgbonusnum=damage.flat,
            weaponminstrength="0" if weapon.min_strength is None else _sides(weapon.min_strength),
            weaponskill=skill if skill in _WEAPON_SKILLS or weapon.trait else folded(usual),
            weaponnotes="; ".join(notes),
            weaponcarried="on" if weapon.ready else "0",
            **(
                {}
                if bonus is None
                else {"weaponAttackBonus": bonus.value, "weaponAttackBonusReason": bonus.label}
            ),
        )


def _sides(die: Die) -> str:
    """A minimum Strength as the sheet's list has it; past d12 it is written out."""
    return str(die.sides) if not die.bonus else str(die)


def _written(value: object) -> str:
    """Roll20 keeps every value as a text, and its sheets compare some of them as one."""
    return clean(str(value))
