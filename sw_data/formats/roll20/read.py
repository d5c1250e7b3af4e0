"""Reading a Roll20 character of either sheet."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from sw_data.dice import Damage, Die
from sw_data.formats.base import Reading
from sw_data.formats.json_sheet import RUNS, JsonSheet, Spot
from sw_data.formats.names import attribute_named, known, skill_named
from sw_data.formats.roll20.attributes import Attributes, Row
from sw_data.formats.roll20.fields import CONDITIONS, KNOWN_SECTIONS, LINKS, SKILLS
from sw_data.formats.sheet import WeaponDraft
from sw_data.formats.spelling import damage_in, number_in, trait_die
from sw_data.jsonvalue import as_number, as_text
from sw_data.models import ATTRIBUTES, ArmorPiece, AttributeName, WeaponModifier
from sw_data.models.character import half
from sw_data.models.skills import folded

_GRADE: Final = re.compile(r"\s*\((major|minor)\)\s*$", re.IGNORECASE)
_REACH: Final = re.compile(r"\breach\s*\+?([0-9]{1,2})", re.IGNORECASE)
_PARRY: Final = re.compile(r"\bparry\s*([+-]\s?[0-9])", re.IGNORECASE)
_SKILL_KEY: Final = {each.replace(" ", ""): each.title() for each in SKILLS}


def read(value: object) -> Reading:
    """What a character says; attributes of the sheet's own working are left out."""
    sheet = JsonSheet(Spot(value, ""))
    found = Attributes(sheet)
    reader = _Reader(sheet, found)
    reader.read()
    for place in [*sheet.origins.values()]:
        outer = place.rpartition("/")[0]
        if place.startswith("/attribs/"):
            for key in ("name", "id"):
                sheet.carried.setdefault(f"{outer}/{key}", sheet.carried.get(place, ""))
    return sheet.finish(reader.kind)


class _Reader:
    """One character while it is read."""

    def __init__(self, sheet: JsonSheet, found: Attributes) -> None:
        self.sheet = sheet
        self.draft = sheet.draft
        self.found = found
        official = "official" in (as_text(found.get("character_sheet").value) or "").casefold()
        rows = found.section("skills").values()
        self.kind = (
            "official"
            if official or any("custskillname" in row.fields for row in rows)
            else "tabbed"
        )

    def read(self) -> None:
        """Reads every part of the character."""
        sheet, draft, root = self.sheet, self.draft, self.sheet.root
        named = root.at("name") if root.at("name").value else self.found.get("character_name")
        draft.name = sheet.text(named, "the name", "name")
        draft.id = sheet.text(
            root.at("oldId") if root.at("oldId").present else root.at("id"), "the id", "id"
        )
        npc = self.found.get("is_npc")
        told = sheet.flag(npc)
        draft.wild_card = told is not True
        self.found.carry("wild_card", npc)
        for name in ATTRIBUTES:
            die = self._die(
                self.found.get(name),
                self.found.get(f"{name}mod"),
                name.capitalize(),
                f"attributes.{name}",
            )
            if die is not None:
                draft.attributes[name] = die
                self.found.carry(
                    f"attributes.{name}",
                    self.found.get(f"{name}_display"),
                    self.found.get(f"{name}_rank"),
                )
        self._skills()
        self._health()
        self._derived()
        self._conditions()
        self._qualities()
        for row in self.found.section("weapons").values():
            self._weapon(row)
        for row in self.found.section("armor").values():
            self._armor(row)
        self._rest()

    def _die(self, sides: Spot, modifier: Spot, what: str, model: str) -> Die | None:
        value = sides.value
        if not sides.present or value in (None, "", "0", 0):
            return None
        number = as_number(value)
        if number is None and isinstance(value, str):
            number = number_in(value)
        if number is None:
            return self.sheet.die(sides, what, model)
        bonus = self.sheet.number(modifier, f"the modifier of {what}", model, -99, 999) or 0
        die = trait_die(int(number), bonus)
        if die is None:
            self.sheet.find(
                "SW105", f"{what} is {value!r}, which no trait has; it is left out", sides
            )
            self.sheet.skip(sides, "it is no trait die")
            return None
        self.found.carry(model, sides, modifier)
        return die

    def _skills(self) -> None:
        for key, title in _SKILL_KEY.items():
            spot, shown = self.found.get(key), self.found.get(f"static{key}")
            if not spot.present:
                continue
            name = skill_named(title)
            if shown.present and self.sheet.flag(shown) is False:
                self.sheet.skip(
                    spot, "the skill is hidden on the sheet: the character does not have it"
                )
                self.sheet.skip(shown, "it hides a skill that the character does not have")
                continue
            self._skill(name, spot, self.found.get(f"{key}mod"))
            own = " ".join((as_text(self.found.get(f"{key}name").value) or "").split())
            if own and folded(own) != folded(name) and known("skills", own) == name:
                self.draft.trait_names[own] = name
            names = (f"{key}_display", f"{key}_rank", f"static{key}", f"{key}name")
            self.found.carry(f"skills.{name}", *(self.found.get(each) for each in names))
        for row in self.found.section("skills").values():
            label = row.first("custskillname", "skillname", "knowledgeotherbuttonname").at(
                "current"
            )
            own = " ".join(self.sheet.text(label, "the name of a skill").split())
            if not own:
                continue
            name = skill_named(own)
            die = row.first("knowledgeother", "skillnamerank").at("current")
            self._skill(name, die, row.first("knowledgeothermod", "skillnamerankmod").at("current"))
            if name not in self.draft.skills:
                continue
            link = row.first("linkedknowledgeotheratt", "linkedotherattscore").at("current")
            self.draft.link(name, self._link(as_text(link.value) or ""))
            model = f"skills.{name}"
            self.found.carry(model, label, link)
            for each in (
                "skillnamerank_display",
                "skillnamerank_rank",
                "knowledgeother_display",
                "knowledgeother_rank",
            ):
                self.found.carry(model, row.first(each).at("current"))
            if known("skills", own) is not None and name != own:
                self.draft.trait_names[own] = name

    @staticmethod
    def _link(written: str) -> AttributeName | None:
        short = written.strip("() ").casefold().removesuffix("-u")
        return attribute_named(LINKS.get(short, short))

    def _skill(self, name: str, spot: Spot, modifier: Spot) -> None:
        die = self._die(spot, modifier, name, f"skills.{name}")
        if die is None:
            return
        if name in self.draft.skills and self.draft.skills[name] != die:
            self.sheet.find("SW197", f"the skill {name} is there twice; {die} is read", spot)
        self.draft.skills[name] = die

    def _number(self, names: tuple[str, ...], what: str, model: str, low: int = -99) -> int | None:
        spot = self.found.get(*names)
        found = self.sheet.number(spot, what, model, low)
        if found is not None:
            self.found.carry(model, spot)
        return found

    def _health(self) -> None:
        draft = self.draft
        draft.wounds = self._number(("wounds",), "Wounds", "wounds.value", 0) or 0
        draft.fatigue = self._number(("fatigue",), "Fatigue", "fatigue.value", 0) or 0
        draft.wounds_max = self.sheet.number(
            self.found.most("wounds"), "the most Wounds", "wounds.max", 0
        )
        draft.fatigue_max = self.sheet.number(
            self.found.most("fatigue"), "the most Fatigue", "fatigue.max", 0
        )
        draft.wounds_ignored = (
            self._number(("reducewoundsby",), "ignored Wounds", "wounds.ignored", 0) or 0
        )
        draft.fatigue_ignored = (
            self._number(("reducefatigueby",), "ignored Fatigue", "fatigue.ignored", 0) or 0
        )
        draft.bennies = self._number(("bennies",), "Bennies", "bennies", 0)

    def _derived(self) -> None:
        """Pace, Parry and Toughness: the sheet keeps a base, a modifier and the sum, and any of them may be missing."""
        draft = self.draft
        draft.size = self._number(("size",), "Size", "size") or 0
        base, extra = (
            self._number(("pace",), "Pace", "pace"),
            self._number(("pacemod",), "the modifier of Pace", "pace"),
        )
        if base is not None or extra is not None:
            draft.pace = (6 if base is None else base) + (extra or 0)
            self.found.carry("pace", self.found.get("pacecur"))
        else:
            draft.pace = self._number(("pacecur",), "Pace", "pace", 0)
        self._parry()
        draft.armor = self._number(("toughnessarmor",), "the armor in Toughness", "armor", 0) or 0
        whole = self._number(("toughnesscur",), "Toughness", "toughness")
        modifier = self._number(
            ("tufnessmod", "toughnessmod"), "the modifier of Toughness", "toughness"
        )
        plain = self._number(("toughness",), "the base of Toughness", "toughness")
        if whole is not None:
            draft.toughness = whole
        elif modifier is not None or plain is not None:
            vigor = draft.attributes.get("vigor", Die(4))
            start = 2 + half(vigor) if plain is None else plain
            draft.toughness = start + draft.size + (modifier or 0) + draft.armor

    def _parry(self) -> None:
        whole = self._number(("parrycur",), "Parry", "parry")
        modifier = self._number(("parrymod",), "the modifier of Parry", "parry")
        shield = self._number(("shieldparry",), "the Parry of a shield", "parry")
        plain = self._number(("parry",), "the base of Parry", "parry")
        if whole is not None:
            self.draft.parry = whole
        elif modifier is not None or plain is not None:
            fighting = self.draft.skills.get("Fighting")
            start = 2 + (half(fighting) if fighting is not None else 0)
            self.draft.parry = (start if plain is None else plain) + (modifier or 0) + (shield or 0)

    def _conditions(self) -> None:
        for key, (condition, _, _) in CONDITIONS.items():
            spot = self.found.get(key)
            if self.sheet.flag(spot):
                self.draft.conditions.append(condition)
            self.found.carry("conditions", spot)

    def _qualities(self) -> None:
        for row in self.found.section("edges").values():
            spot = row.first("edge").at("current")
            own = self.sheet.text(spot, "the name of an edge", f"edges.{len(self.draft.edges)}")
            if own:
                self.draft.edges.append(known("edges", own) or own)
        for row in self.found.section("hindrances").values():
            place = f"hindrances.{len(self.draft.hindrances)}"
            own = self.sheet.text(
                row.first("hindrance").at("current"), "the name of a hindrance", place
            )
            kind = row.first("hindrancetype").at("current")
            if not own:
                continue
            grade, bare = _GRADE.search(own), _GRADE.sub("", own) or own
            major = (as_text(kind.value) or "").strip().casefold() == "major" or (
                grade is not None and grade[1].casefold() == "major"
            )
            self.found.carry(place, kind)
            name = known("hindrances", bare) or bare
            self.draft.hindrances.append(f"{name} (Major)" if major else name)
        for row in self.found.section("specialabilities").values():
            spot = row.first("specialability").at("current")
            edge = known("edges", as_text(spot.value) or "")
            if edge is not None and edge not in self.draft.edges:
                self.found.carry(f"edges.{len(self.draft.edges)}", spot)
                self.draft.edges.append(edge)

    def _weapon(self, row: Row) -> None:
        model = f"weapons.{len(self.draft.weapons)}"
        sheet = self.sheet
        name = sheet.text(
            row.first("weapon").at("current"), "the name of a weapon", f"{model}.name"
        )
        if not name:
            return
        weapon = WeaponDraft(name)
        weapon.damage = self._damage(row, name, model)
        weapon.spells_strength_out()
        weapon.range = sheet.range(row.first("range").at("current"), f"{model}.range")
        weapon.ap = (
            sheet.number(row.first("weaponap").at("current"), f"the AP of {name}", f"{model}.ap", 0)
            or 0
        )
        weapon.rof = (
            sheet.number(
                row.first("rof").at("current"), f"the Rate of Fire of {name}", f"{model}.rof", 0
            )
            or 1
        )
        weapon.min_strength = self._minimum(row, name, model, "weaponminstrength", weapon)
        carried = row.first("weaponcarried").at("current")
        weapon.ready = sheet.flag(carried) is not False
        self.found.carry(f"{model}.ready", carried)
        skill = row.first("weaponskill").at("current")
        written = folded(as_text(skill.value) or "").replace(" ", "")
        if written in _SKILL_KEY:
            weapon.trait = self._trait(skill_named(_SKILL_KEY[written]), weapon)
            self.found.carry(f"{model}.trait", skill)
        notes = row.first("weaponnotes").at("current")
        self._notes(notes, weapon, model)
        bonus = row.first("weaponattackbonus").at("current")
        value = sheet.number(bonus, f"the bonus of {name}", f"{model}.modifiers.0.value") or 0
        if value:
            reason = row.first("weaponattackbonusreason").at("current")
            label = sheet.text(reason, "the reason of a bonus", f"{model}.modifiers.0.label")
            trait = weapon.trait or ("Fighting" if weapon.range is None else "Shooting")
            weapon.modifiers.append(WeaponModifier(applies_to=trait, value=value, label=label))
        self.draft.weapons.append(weapon.weapon())

    @staticmethod
    def _trait(skill: str, weapon: WeaponDraft) -> str | None:
        """The skill of a weapon; None where it is the one of its kind."""
        usual = "Fighting" if weapon.range is None else "Shooting"
        return None if skill == usual else skill

    def _notes(self, notes: Spot, weapon: WeaponDraft, model: str) -> None:
        """Reach and Parry, which the sheets have no fields for, stand in the notes."""
        text = as_text(notes.value) or ""
        reach, parry = _REACH.search(text), _PARRY.search(text)
        if reach is not None:
            weapon.reach = int(reach[1])
            self.found.carry(f"{model}.reach", notes)
        if parry is not None:
            weapon.parry = int(parry[1].replace(" ", ""))
            self.found.carry(f"{model}.parry", notes)
            if weapon.ready and self.draft.parry is not None:
                # The sheet's Parry is the one that is played with; the model adds a readied weapon's itself.
                self.draft.parry -= weapon.parry

    def _damage(self, row: Row, name: str, model: str) -> Damage:
        """The damage: in words, or as attribute, number and kind of dice, and bonus."""
        words = row.first("weapondamage").at("current")
        if as_text(words.value):
            found = self.sheet.damage(words, f"the damage of {name}", f"{model}.damage")
            if found is not None:
                parts = ("damageatt", "dmgnumdice", "dmgdietype", "dmgbonusnum", "weapondmg")
                self.found.carry(
                    f"{model}.damage", *(row.first(each).at("current") for each in parts)
                )
                return found
        adds = folded(as_text(row.first("damageatt").at("current").value) or "") == "strength"
        dice = (as_text(row.first("dmgdietype").at("current").value) or "").replace("!", "")
        count = number_in(str(row.first("dmgnumdice").at("current").value or 1)) or 0
        bonus = number_in(str(row.first("dmgbonusnum").at("current").value or 0)) or 0
        written = "+".join(
            ([] if not adds else ["Str"])
            + ([f"{count}{dice}"] if dice.startswith("d") and count else [])
        )
        read = damage_in(written)
        if not written or read.damage is None:
            return Damage()
        parts = ("damageatt", "dmgnumdice", "dmgdietype", "dmgbonusnum", "weapondmg")
        self.found.carry(f"{model}.damage", *(row.first(each).at("current") for each in parts))
        return Damage(read.damage.dice, read.damage.strength, read.damage.flat + bonus)

    def _minimum(
        self, row: Row, name: str, model: str, newer: str, weapon: WeaponDraft | None = None
    ) -> Die | None:
        """The minimum Strength under its newer name, or under the one that both kinds of things once shared."""
        spot = row.first(newer, "minstrength").at("current")
        older = row.fields.get("minstrength")
        if newer in row.fields and older is not None:
            self.sheet.skip(older, f"the sheet has renamed it: {newer} is read")
        return self.sheet.minimum(spot, weapon, name, f"{model}.min_strength")

    def _armor(self, row: Row) -> None:
        model = f"armor_pieces.{len(self.draft.armor_pieces)}"
        name = self.sheet.text(
            row.first("armortype").at("current"), "the name of a piece of armor", f"{model}.name"
        )
        if not name or name == "(Unarmored)":
            return
        points = row.first("armortypeprotection").at("current")
        armor = self.sheet.number(points, f"the armor of {name}", f"{model}.armor", 0) or 0
        worn = row.first("armorworn").at("current")
        self.found.carry(f"{model}.worn", worn)
        self.draft.armor_pieces.append(
            ArmorPiece(
                name=name,
                armor=armor,
                min_strength=self._minimum(row, name, model, "armorminstrength"),
                worn=self.sheet.flag(worn) is not False,
            )
        )

    def _rest(self) -> None:
        """What the model has no place for, by section; and descriptions, which are HTML in a spelling for addresses."""
        for section, why in KNOWN_SECTIONS.items():
            for row in self.found.section(section).values():
                for spot in row.fields.values():
                    if spot.at("current").pointer not in self.sheet.carried:
                        self.sheet.skip(spot.at("current"), why)
        for key in ("bio", "gmnotes"):
            spot = self.sheet.root.at(key)
            self.sheet.skip(spot, "the model has no descriptions")
            if RUNS.search(unquote((as_text(spot.value) or "")[:1_000_000])):
                self.sheet.find(
                    "SW195", f"/{key} holds HTML that runs a program; none of it is carried", spot
                )
