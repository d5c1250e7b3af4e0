"""Reading Savage Worlds records of Fantasy Grounds: characters, and the npc records of modules and campaigns."""

from __future__ import annotations

import re
from typing import Final

from sw_data.diagnostics import DocumentRef, Severity
from sw_data.diagnostics.register import finding
from sw_data.dice import Damage, Die
from sw_data.formats.base import Reading
from sw_data.formats.fantasy_grounds.fields import (
    CONDITIONS,
    EQUIPPED,
    KNOWN,
    MINIMUM,
    NUMBERS,
    WEAPON,
)
from sw_data.formats.fantasy_grounds.values import STRUCTURE, Record
from sw_data.formats.fantasy_grounds.xml import Element, parse
from sw_data.formats.names import is_unskilled, known, skill_named
from sw_data.formats.report import Fate, SourceField, short
from sw_data.formats.sheet import UNNAMED, WeaponDraft
from sw_data.formats.spelling import (
    damage_in,
    die_in,
    die_pattern,
    is_broken_range,
    range_in,
)
from sw_data.models import ATTRIBUTES, ArmorPiece

_NAMED: Final = 8
_LIST: Final = re.compile(r"[,;](?![^()]*\))")


def read_text(text: str) -> tuple[Reading, ...]:
    """A reading for each character and npc of an XML text; one without a model that says what is wrong."""
    root, found = parse(text)
    if root is None:
        return (Reading(kind="", diagnostics=found),)
    records = _records(root)
    if not records:
        message = "there is no character and no npc record of Savage Worlds in this file"
        told = finding("SW003", message).at(None, root.line, root.column)
        return (Reading(kind="", diagnostics=(*found, told)),)
    inside = {id(each) for record in records for each in record.walk()}
    readings = [_Sheet(record).read() for record in records]
    around = tuple(
        field for element in root.walk() if id(element) not in inside for field in _around(element, inside)
    )  # fmt: skip
    first = readings[0]
    readings[0] = Reading(
        kind=first.kind,
        model=first.model,
        id=first.id,
        name=first.name,
        generation=first.generation,
        diagnostics=(*found, *first.diagnostics),
        origins=first.origins,
        fields=(*around, *first.fields),
    )
    return tuple(readings)


def _records(root: Element) -> list[Element]:
    """The records that are sheets: `character`, each of `charsheet`, each of `npc` and the like."""
    told: list[Element] = []
    waiting = [root]
    while waiting:
        here = waiting.pop(0)
        if here.tag == "character" and _is_sheet(here):
            told.append(here)
            continue
        for child in here.children:
            if _is_sheet(child):
                told.append(child)
            elif len(child.children) > 0 and child.attributes.get("type") is None:
                waiting.append(child)
    return sorted(told, key=lambda each: (each.line, each.column))


def _is_sheet(element: Element) -> bool:
    tags = {
        each.tag
        for each in element.children
        if each.attributes.get("type") in ("dice", "number", None)
    }
    return len(tags & {*ATTRIBUTES}) >= 2 or (
        {"parry", "toughness"} <= tags and "name" in {c.tag for c in element.children}
    )


def _around(element: Element, inside: set[int]) -> list[SourceField]:
    """The fields of an element that is no part of a record: what it says itself, and its attributes."""
    told = [
        SourceField(f"{element.path}/@{key}", short(value), Fate.UNMAPPED, "", "it is about the file", None,
                    element.line, element.column)
        for key, value in element.attributes.items() if key not in STRUCTURE
    ]  # fmt: skip
    if element.text.strip() or not element.children:
        fate, why = (
            (Fate.UNMAPPED, "it is no part of a sheet")
            if element.text.strip()
            else (Fate.CARRIED, "it says nothing")
        )
        told.append(
            SourceField(
                element.path, short(element.text), fate, "", why, None, element.line, element.column
            )
        )
    del inside
    return told


class _Sheet(Record):
    """The parts of a record."""

    def read(self) -> Reading:
        """The character of the record, its findings and its fields."""
        draft = self.draft
        draft.name = self.text(self.element.child("name"), "name")
        wild = self.number(self.element.child("wildcard"), "wild_card")
        draft.wild_card = bool(wild) if wild is not None else self.element.tag == "character"
        self._numbers()
        self._attributes()
        self._skills()
        self._qualities()
        self._conditions()
        self._weapons()
        self._armor()
        return self._finish()

    def _numbers(self) -> None:
        draft = self.draft
        for field in NUMBERS:
            places = (self.element.find(*path) for path in field.paths)
            element = next((each for each in places if each is not None), None)
            low = -99 if field.model in ("size", "toughness") else 0
            found = self.number(element, field.model, low)
            if found is None:
                continue
            name = {"wounds.value": "wounds", "fatigue.value": "fatigue"}.get(
                field.model, field.model.replace(".", "_")
            )
            setattr(draft, name, found)

    def _attributes(self) -> None:
        for name in ATTRIBUTES:
            bonuses = (self.element.child(f"{name}Mod"), self.element.child(f"{name}Adjustment"))
            die = self.die(
                self.element.child(name), bonuses, name.capitalize(), f"attributes.{name}"
            )
            if die is not None:
                self.draft.attributes[name] = die

    def _skills(self) -> None:
        listed = self.element.child("skills")
        if listed is None:
            return
        if not listed.children:
            self._skills_in_words(listed)
            return
        for entry in listed.children:
            own = " ".join(self.text(entry.child("name")).split())
            if is_unskilled(own):
                self.skip(entry, "it stands for rolls without the skill")
                continue
            if not own:
                continue
            name = skill_named(own)
            model = f"skills.{name}"
            die = self.die(
                entry.child("skill"),
                (entry.child("skillmod"), entry.child("adjustment")),
                own,
                model,
            )
            if die is None:
                continue
            if name in self.draft.skills and self.draft.skills[name] != die:
                self.find("SW197", f"the skill {name} is there twice; {die} is read", entry)
            self.draft.skills[name] = die
            self.carry(model, entry.child("name"))
            if known("skills", own) is not None and name != own:
                self.draft.trait_names[own] = name

    def _skills_in_words(self, element: Element) -> None:
        """Skills as one text: `Fighting d8, Notice d6`."""
        for part in _LIST.split(element.text):
            match = re.search(rf"^(?P<name>.*?[^\s:])\s*:?\s+{die_pattern()}", part.strip())
            die = None if match is None else die_in(part.strip()[match.end("name") :].strip(" :"))
            if match is not None and die is not None:
                name = skill_named(match["name"])
                self.draft.skills[name] = die
                self.origins.setdefault(f"skills.{name}", f"{element.line}:{element.column}")
            elif part.strip():
                self.find(
                    "SW190",
                    f"the skill {short(part.strip())!r} is not understood and is left out",
                    element,
                )
        self.carry("skills", element)

    def _qualities(self) -> None:
        """Edges and hindrances: a list of records, or one text with commas."""
        for tag in ("edges", "hindrances"):
            family = self.draft.edges if tag == "edges" else self.draft.hindrances
            listed = self.element.child(tag)
            if listed is None:
                continue
            if listed.children:
                named = [
                    (self.text(entry.child("name")), entry.child("name"))
                    for entry in listed.children
                ]
            else:
                named = [(part.strip(), None) for part in _LIST.split(listed.text)]
                self.carry(tag, listed)
            for own, element in named:
                tidy = " ".join(own.split())
                if not tidy or tidy in ("-", "\u2014"):
                    continue
                self.carry(f"{tag}.{len(family)}", element)
                found = known("edges" if tag == "edges" else "hindrances", tidy)
                grade = (
                    tidy[tidy.index("(") :] if found and tag == "hindrances" and "(" in tidy else ""
                )
                family.append(f"{found} {grade}".strip() if found else tidy)
        special = self.element.child("special")
        for entry in special.children if special is not None else []:
            edge = known("edges", self.text(entry.child("name")))
            if edge is not None and edge not in self.draft.edges:
                self.carry(f"edges.{len(self.draft.edges)}", entry.child("name"))
                self.draft.edges.append(edge)

    def _conditions(self) -> None:
        for tag, condition in CONDITIONS.items():
            for element in (self.element.child(tag), self.element.find("main", tag)):
                held = self.number(element, "conditions")
                if held and condition not in self.draft.conditions:
                    self.draft.conditions.append(condition)

    def _weapons(self) -> None:
        listed = self.element.child("weaponlist")
        for entry in listed.children if listed is not None else []:
            model = f"weapons.{len(self.draft.weapons)}"
            weapon = WeaponDraft(self.text(entry.child("name"), f"{model}.name") or "weapon")
            weapon.damage = self._damage(entry, weapon.name, model)
            weapon.spells_strength_out()
            for tag, name in WEAPON.items():
                found = self.number(entry.child(tag), f"{model}.{name}", -99)
                if found:
                    setattr(weapon, name, found)
            weapon.min_strength = self._minimum(entry, f"{model}.min_strength", weapon)
            written = " ".join(self.text(entry.child("traittype")).split())
            kind = written.casefold()
            self.carry(f"{model}.range", entry.child("traittype"))
            self._range(entry, weapon, model)
            if kind == "thrown" and weapon.range is not None:
                weapon.trait = "Athletics"
            elif kind not in ("", "melee", "ranged", "thrown"):
                weapon.trait = skill_named(written)
            carried = self.number(entry.child("carried"), f"{model}.ready")
            weapon.ready = carried == EQUIPPED or (
                carried is None and self.element.tag != "character"
            )
            if weapon.ready and weapon.parry and self.draft.parry is not None:
                # The record's Parry has weapons in use counted in; the model adds them itself.
                self.draft.parry -= weapon.parry
            self.draft.weapons.append(weapon.weapon())

    def _damage(self, entry: Element, name: str, model: str) -> Damage:
        """The damage: the text if there is one, else the dice and their bonus."""
        texts = [
            each
            for each in entry.children
            if each.tag == "damage" and each.attributes.get("type") == "string"
        ]
        for element in texts or [each for each in entry.children if each.tag == "damage"][:1]:
            read = damage_in(element.text)
            if read.damage is None:
                self.find("SW201", f"the damage of {name} is {short(element.text)!r}, which is none like 'Str+d8'; "
                          "it is left out", element)  # fmt: skip
                self.skip(element, "it is no damage")
            elif element.text.strip():
                if read.remark:
                    self.change(f"{model}.damage", element, read.remark)
                else:
                    self.carry(f"{model}.damage", element)
                for tag in ("damagedice", "damagebonus"):
                    self.carry(f"{model}.damage", entry.child(tag))
                return read.damage
        dice = entry.child("damagedice")
        if dice is None or not dice.text.strip():
            return Damage()
        read = damage_in(dice.text.replace(",", "+"))
        bonus = self.number(entry.child("damagebonus"), f"{model}.damage") or 0
        if read.damage is None:
            self.skip(dice, "it is no damage")
            return Damage()
        self.carry(f"{model}.damage", dice)
        return Damage(read.damage.dice, read.damage.strength, read.damage.flat + bonus)

    def _range(self, entry: Element, weapon: WeaponDraft, model: str) -> None:
        element = entry.child("range")
        if element is None or not element.text.strip():
            return
        if is_broken_range(element.text):
            message = f"the range of {weapon.name} is {short(element.text)!r}, and should be three brackets like "
            self.find("SW202", f"{message}'12/24/48'; it is left out", element)
            self.skip(element, "it is no range")
            return
        read = range_in(element.text)
        weapon.range = read.range
        if read.remark:
            self.change(f"{model}.range", element, read.remark)
        else:
            self.carry(f"{model}.range", element)

    def _minimum(self, entry: Element, model: str, weapon: WeaponDraft | None = None) -> Die | None:
        element = next((found for tag in MINIMUM if (found := entry.child(tag)) is not None), None)
        if element is None or element.text.strip() in ("", "-", "0"):
            asked = None if weapon is None else weapon.unsaid_strength()
            if element is not None and asked is not None:
                self.find("SW204", asked, element)
            return None
        return self.die(element, (), "the minimum Strength", model, code="SW203")

    def _armor(self) -> None:
        listed = self.element.child("armorlist")
        for entry in listed.children if listed is not None else []:
            model = f"armor_pieces.{len(self.draft.armor_pieces)}"
            name = self.text(entry.child("name"), f"{model}.name") or "armor"
            if name == "(Unarmored)":
                self.skip(entry, "it stands for no armor at all")
                continue
            points = entry.child("protection") or entry.child("armor")
            armor = self.number(points, f"{model}.armor") or 0
            strength = self._minimum(entry, f"{model}.min_strength")
            carried = self.number(entry.child("carried"), f"{model}.worn")
            worn = carried is None or carried == EQUIPPED
            self.draft.armor_pieces.append(
                ArmorPiece(name=name, armor=armor, min_strength=strength, worn=worn)
            )

    def _finish(self) -> Reading:
        draft, element = self.draft, self.element
        if not draft.name:
            self.find("SW103", f"the record has no name; it is called {UNNAMED!r}", element)
        if draft.missing:
            message = f"the record does not say {', '.join(draft.missing)}; d4 is taken"
            self.find("SW103", message, element, Severity.WARNING)
        before = set(draft.skills)
        for each in draft.newer_skills():
            added = each.new is not None and each.new not in before
            tail = f"; {each.new} {draft.skills[each.new]} is added" if added and each.new else ""
            line, _, column = self.origins.get(f"skills.{each.old}", "1:1").partition(":")
            self.diagnostics.append(
                finding("SW196", each.why + tail).at(None, int(line), int(column))
            )
        for tag, why in KNOWN.items():
            self.skip(element.child(tag), why)
        fields = tuple(field for each in element.walk() for field in self.fields(each))
        self.summary(fields)
        model = draft.character()
        document = DocumentRef(kind="character", id=model.id, name=model.name)
        return Reading(
            kind="character",
            model=model,
            id=model.id,
            name=model.name,
            generation="character" if element.tag == "character" else "npc",
            diagnostics=tuple(
                each.model_copy(update={"document": document}) for each in self.diagnostics
            ),
            origins=self.origins,
            fields=fields,
        )
