"""Characters: the sheet of a `character` or `npc` of any generation, as the rules need it.

Choices where the format leaves one:

- Parry and Toughness are computed where the sheet says so; without that switch (before 0.11 there was none) a stored
  number above 0 is taken. A stored Parry is read as the one without readied weapons (rule `attack.parry`).
- A change of `stats.toughness.armor` raises Toughness too where it is computed, and only the armor where it is stored.
- An Extra has no bennies of its own: the number that its sheet is born with does not count.
- An Extra whose sheet has no wounds (`wounds.max` 0) holds one, a Wild Card three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from sw_data.diagnostics import Severity
from sw_data.dice import Die
from sw_data.formats.foundry.actor_sheet import ActorSheet
from sw_data.formats.foundry.armor import Piece, read_armor, shield_parry, torso_armor
from sw_data.formats.foundry.conditions import conditions
from sw_data.formats.foundry.effects import is_ready
from sw_data.formats.foundry.fields import CREATURE
from sw_data.formats.foundry.flags import injuries
from sw_data.formats.foundry.generations import Generation
from sw_data.formats.foundry.items import SkillItem
from sw_data.formats.foundry.names import attribute_of, slug
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.traits import RawDie, bounded, raw_die
from sw_data.formats.foundry.uncounted import not_counted
from sw_data.formats.foundry.values import Notes, Spot, flag, integer, shown, whole_object
from sw_data.jsonvalue import as_text
from sw_data.models import (
    ATTRIBUTES,
    AttributeName,
    Attributes,
    Character,
    Fatigue,
    Weapon,
    Wounds,
)
from sw_data.models.character import half
from sw_data.models.skills import LINKED, folded

_WITH_ARMOR = re.compile(r"^\s*([0-9]{1,4})\s*\(\s*([0-9]{1,4})\s*\)\s*$")


def read_creature(actor: Spot, generation: Generation, notes: Notes) -> Character:
    """The character of a sheet; what cannot be read has its default, and a finding."""
    return _Sheet(actor, generation, notes).character()


class _Sheet(ActorSheet):
    """One character while it is read."""

    fields = CREATURE

    def __init__(self, actor: Spot, generation: Generation, notes: Notes) -> None:
        super().__init__(actor, notes)
        self.generation = generation

    def character(self) -> Character:
        """The character."""
        attributes = self.attributes()
        skills = self.skills()
        wild_card = self.wild_card()
        size = self.changes.fold("size", self.number("size", "Size", low=-99, high=99))
        pieces = [read_armor(item, self.notes) for item in self.items.armor]
        toughness, armor = self.toughness(attributes, size, pieces)
        weapons = self.weapons(attributes)
        name = self.name()
        edges, hindrances = self.edges(), self.hindrances()
        character = Character(
            id=as_text(self.actor.object.get("_id")) or name,
            name=name,
            wild_card=wild_card,
            attributes=Attributes(**attributes),
            skills=skills,
            skill_attributes=self.skill_attributes(),
            trait_names=self.trait_names(),
            parry=self.parry(skills, weapons),
            toughness=toughness,
            armor=armor,
            pace=self.pace(),
            size=size,
            bennies=self.bennies(wild_card),
            wounds=self.wounds(wild_card),
            fatigue=self.fatigue(),
            wounds_or_fatigue_ignored=max(
                0,
                self.changes.fold(
                    "wounds_or_fatigue_ignored",
                    self.number("wounds_or_fatigue_ignored", "the penalty ignored", low=0),
                ),
            ),
            conditions=conditions(self.actor.value),
            edges=edges,
            hindrances=hindrances,
            injuries=injuries(self.actor.value),
            armor_pieces=tuple(each.piece for each in pieces),
            weapons=weapons,
        )
        self.changes.note(self.notes)
        remark = not_counted(self.data, self.items, self.changes)
        if remark:
            self.notes.add("SW106", remark, self.actor.pointer)
        return character

    def attributes(self) -> dict[AttributeName, Die]:
        """The five attributes, with what effects make of them."""
        found: dict[AttributeName, Die] = {}
        missing: list[str] = []
        whole_object(self.data.at("attributes"), self.notes, "the attributes")
        for name in ATTRIBUTES:
            spot = self.data.at("attributes", name)
            if not spot.present or spot.value is None:
                missing.append(name.capitalize())
            whole_object(spot, self.notes, name.capitalize())
            raw = self._changed(raw_die(spot, self.notes, name.capitalize()), f"attributes.{name}")
            found[name] = bounded(raw, self.notes, name.capitalize())
            self.notes.origin(f"attributes.{name}", raw.spot)
        if missing:
            self.notes.add(
                "SW103",
                f"the sheet does not say {', '.join(missing)}; d4 is taken",
                self.data.at("attributes").pointer
                if self.data.at("attributes").present
                else self.actor.pointer,
                # A sheet of old may leave out what is a d4; one without any attribute is none.
                severity=Severity.WARNING if len(missing) == len(ATTRIBUTES) else None,
            )
        return found

    def _changed(self, raw: RawDie, target: str) -> RawDie:
        return RawDie(
            self.changes.fold(f"{target}.sides", raw.sides),
            self.changes.fold(f"{target}.bonus", raw.bonus),
            raw.spot,
        )

    def skills(self) -> dict[str, Die]:
        """The skills by their name in the rules."""
        found: dict[str, Die] = {}
        for name, skill in self.items.skills.items():
            raw = self._changed(skill.raw, f"skills.{name}")
            found[name] = bounded(raw, self.notes, name)
            self.notes.origin(f"skills.{name}", raw.spot)
        return found

    def skill_attributes(self) -> dict[str, AttributeName]:
        """The linked attributes of skills that are not linked as usual."""
        return {
            name: skill.attribute
            for name, skill in self.items.skills.items()
            if skill.attribute is not None and LINKED.get(folded(name)) != skill.attribute
        }

    def trait_names(self) -> dict[str, str]:
        """What the sheet itself calls a skill, where the rules call it otherwise."""
        return {
            skill.own_name: name
            for name, skill in self.items.skills.items()
            if skill.own_name and folded(skill.own_name) != folded(name)
        }

    def wild_card(self) -> bool:
        """Whether it is a Wild Card: a `character` always is."""
        kind = self.actor.object.get("type")
        spot = self.spot("wild_card")
        if kind in ("character", "wildcard"):
            return True
        told = flag(spot, self.notes, False, "whether it is a Wild Card")
        return self.changes.switch("wild_card", told)

    def parry(self, skills: dict[str, Die], weapons: tuple[Weapon, ...]) -> int:
        """Parry without readied weapons, as rule `attack.parry` wants it."""
        fighting, base = self._parry_skill(skills)
        computed = 2 + (half(fighting) if fighting is not None else 0)
        shields = sum(shield_parry(item, self.notes) for item in self.items.shields)
        stored = self.data.at("stats", "parry", "value")
        if self._computed("parry.computed", stored):
            if base is not None:
                self.notes.origin("parry", base.raw.spot)
            self._note_owners("parry", self.items.shields)
            modifier = self._old_modifier("parry")
            return self.changes.fold("parry", computed + shields + modifier)
        parry = self.number("parry", "Parry", computed, low=-99, high=999)
        if parry == 0:
            self._not_filled_in("Parry", stored, computed + shields)
            return self.changes.fold("parry", computed + shields)
        own = [each.name for each in weapons if each.ready and each.parry]
        if own and stored.present:
            self.notes.add(
                "SW110",
                f"Parry {parry} was typed in and is read as the one without weapons; the Parry of "
                f"{', '.join(own)} is added to it",
                stored.pointer,
                rule="attack.parry",
            )
        return self.changes.fold("parry", parry)

    def _parry_skill(self, skills: dict[str, Die]) -> tuple[Die | None, SkillItem | None]:
        wanted = self.data.at("details", "parryBaseSwid").text or "fighting"
        for name, skill in self.items.skills.items():
            if wanted in (skill.slug, slug(name)):
                return skills[name], skill
        return None, None

    def toughness(
        self, attributes: dict[AttributeName, Die], size: int, pieces: list[Piece]
    ) -> tuple[int, int]:
        """Toughness, armor included, and the armor in it."""
        trait = self.data.at("details", "toughnessTrait").text
        base = attribute_of(trait) or "vigor"
        bonuses = sum(each.toughness for each in pieces if each.piece.worn)
        computed = 2 + half(attributes[base]) + size + bonuses
        worn = torso_armor(pieces)
        stored = self.spot("toughness")
        both = _WITH_ARMOR.match(stored.value) if isinstance(stored.value, str) else None
        if both is not None:
            return self.changes.fold("toughness", int(both[1])), int(both[2])
        if self._computed("toughness.computed", stored):
            self.notes.origin("toughness", self.data.at("attributes", base, "die"))
            counted = zip(self.items.armor, pieces, strict=True)
            self._note_owners(
                "armor", [item for item, each in counted if each.piece.worn and each.torso]
            )
            armor = max(0, self.changes.fold("armor", worn))
            plain = computed + self._old_modifier("toughness")
            return max(0, self.changes.fold("toughness", plain) + armor), armor
        toughness = self.number("toughness", "Toughness", computed + worn, low=-99, high=9999)
        armor = self.number("armor", "armor", worn, low=0, high=9999)
        if toughness == 0:
            self._not_filled_in("Toughness", stored, computed + worn)
            toughness, armor = computed + worn, worn
        return self.changes.fold("toughness", toughness), max(0, self.changes.fold("armor", armor))

    def _note_owners(self, field: Literal["parry", "armor"], items: Iterable[Spot]) -> None:
        """Note the items in use that a computed value counts in."""
        for item in items:
            data = item.at(data_key(item.object))
            if field == "armor" or is_ready(data.object):
                self.notes.also(field, item.at("name").text or item.pointer, data.at(field))

    def _computed(self, switch: str, stored: Spot) -> bool:
        """Whether a value is computed; where the switch is missing, whether a number above 0 is stored."""
        spot = self.data.at(*CREATURE[switch].places[0].path)
        if spot.present and spot.value is not None:
            return flag(spot, self.notes, True, "whether the value is computed")
        if data_key(self.actor.object) == "system":
            return True
        return not stored.present or stored.value in (0, "0", "", None)

    def _old_modifier(self, name: str) -> int:
        """The modifier that computed values had up to 3.0; later an effect took its place."""
        spot = self.data.at("stats", name, "modifier")
        modifier = integer(
            spot,
            self.notes,
            0,
            f"the modifier of {name.capitalize()}",
            low=-99,
            high=99,
            blank=True,
        )
        if modifier and self.generation >= "G2":
            self.notes.add(
                "SW108",
                f"the modifier {modifier} of {name.capitalize()} is a leftover of an older version and does not count",
                spot.pointer,
            )
            return 0
        return modifier

    def _not_filled_in(self, what: str, spot: Spot, instead: int) -> None:
        self.notes.add(
            "SW103",
            f"{what} is not computed and not filled in; {instead} is taken, as it would be computed",
            spot.pointer if spot.present else self.data.at("stats").pointer,
        )

    def pace(self) -> int:
        """Pace: the one that is the creature's usual one."""
        paces = self.data.at("pace")
        old = self.data.at("stats", "speed", "value")
        if not isinstance(paces.value, dict):
            whole_object(paces, self.notes, "the Pace")
            pace = self.number("pace", "Pace", 6)
            return max(0, self.changes.fold("pace.ground", self.changes.fold("pace", pace)))
        base = paces.at("base").text or "ground"
        if base not in ("ground", "fly", "swim", "burrow"):
            self.notes.add(
                "SW101",
                f"the usual Pace is {shown(base)} and should be ground, fly, swim or burrow; ground is read",
                paces.at("base").pointer,
            )
            base = "ground"
        spot = paces.at(base)
        pace = integer(spot, self.notes, 6, "Pace", low=0, blank=True)
        self.notes.origin("pace", spot)
        if old.present and old.value not in (None, "") and old.value != paces.at("ground").value:
            self.notes.add(
                "SW108",
                f"the old Pace {shown(old.value)} stands beside the newer one; {pace} is read",
                old.pointer,
            )
        return max(0, self.changes.fold(f"pace.{base}", self.changes.fold("pace", pace)))

    def bennies(self, wild_card: bool) -> int | None:
        """Bennies; None for an Extra, and where the sheet does not say."""
        spot = self.spot("bennies")
        if not wild_card or not spot.present or spot.value is None:
            return None
        return integer(spot, self.notes, 0, "the number of bennies", low=0)

    def wounds(self, wild_card: bool) -> Wounds:
        """Wounds held, the most of them, and those that give no penalty."""
        usual = 3 if wild_card else 1
        whole_object(self.data.at("wounds"), self.notes, "the wounds")
        most = self.number("wounds.max", "the highest number of wounds", 0)
        if most == 0:
            if wild_card:
                self.notes.add(
                    "SW103",
                    f"the sheet of a Wild Card does not say how many wounds it holds; {usual} is taken",
                    self._near("wounds"),
                )
            most = usual
        return self.wounds_up_to(most)

    def _near(self, key: str) -> str:
        spot = self.data.at(key)
        return spot.pointer if spot.present else self.actor.pointer

    def fatigue(self) -> Fatigue:
        """Fatigue likewise."""
        whole_object(self.data.at("fatigue"), self.notes, "the fatigue")
        return Fatigue(
            value=self.number("fatigue.value", "the level of fatigue"),
            max=max(
                0,
                self.changes.fold(
                    "fatigue.max", self.number("fatigue.max", "the highest level of fatigue", 2)
                ),
            ),
            ignored=max(
                0,
                self.changes.fold(
                    "fatigue.ignored",
                    self.number("fatigue.ignored", "the level of fatigue ignored"),
                ),
            ),
        )

    def edges(self) -> tuple[str, ...]:
        """Edges, those that only a switch of the sheet gives included."""
        found = [name for name, _ in self.items.edges]
        for key, name in (
            ("hasQuick", "Quick"),
            ("hasLevelHeaded", "Level Headed"),
            ("hasImpLevelHeaded", "Improved Level Headed"),
        ):
            if self._switched(key, f"edge.{name}") and name not in found:
                found.append(name)
        hardy = self.actor.at("flags", "swade", "hardy").value is True
        if self.changes.switch("edge.Hardy", hardy) and "Hardy" not in found:
            found.append("Hardy")
        for number, (_, item) in enumerate(self.items.edges):
            self.notes.origin(f"edges.{number}", item.at("name"))
        return tuple(found)

    def _switched(self, key: str, target: str) -> bool:
        spot = self.data.at("initiative", key)
        return self.changes.switch(target, flag(spot, self.notes, False, f"the switch {key}"))

    def hindrances(self) -> tuple[str, ...]:
        """Hindrances, Hesitant by its switch included."""
        found = [name for name, _ in self.items.hindrances]
        if self._switched("hasHesitant", "hindrance.Hesitant") and "Hesitant" not in found:
            found.append("Hesitant")
        for number, (_, item) in enumerate(self.items.hindrances):
            self.notes.origin(f"hindrances.{number}", item.at("name"))
        return tuple(found)
