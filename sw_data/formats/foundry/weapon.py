"""Weapons: the stat block of a weapon item, wherever it lies, in any generation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sw_data.diagnostics import Severity
from sw_data.dice import Damage, Die
from sw_data.formats.foundry.damage import read_damage
from sw_data.formats.foundry.effects import is_ready
from sw_data.formats.foundry.fields import WEAPON, present
from sw_data.formats.foundry.names import trait_named
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.traits import RawDie, bounded, die_in
from sw_data.formats.foundry.values import Notes, Spot, flag, integer, number_in, shown, text
from sw_data.jsonvalue import as_int, as_number, as_object, as_text
from sw_data.models import AttributeName, Weapon, WeaponModifier

Range = tuple[int, int, int] | str | None

_NOTHING = frozenset({"", "-", "*", "0", "na", "n/a", "none", "melee", "\u2013", "\u2014"})
_NO_STRENGTH = frozenset({"", "-", "na", "n/a", "none", "0", "\u2013", "\u2014"})
_BRACKETS = re.compile(
    r"""^\s*([0-9]{1,6})["\u2033]?\s*/\s*([0-9]{1,6})["\u2033]?\s*/\s*([0-9]{1,6})["\u2033]?\s*(.*)$"""
)
_ALONE = re.compile(r"""^\s*([0-9]{1,6})\s*["\u2033]?\s*$""")
_TEMPLATE_WORD = re.compile(
    r"\b(cone|stream|template|blast|sbt|mbt|lbt|burst|kegel|c[oô]ne|cono)\b", re.IGNORECASE
)
_TEMPLATES = (
    ("cone", "Cone Template"),
    ("scone", "Small Cone Template"),
    ("stream", "Stream Template"),
    ("small", "Small Blast Template"),
    ("medium", "Medium Blast Template"),
    ("large", "Large Blast Template"),
)
_REACH = re.compile(r"(?:^|[\s,;.(>])reach\s*:?\s*\+?([0-9])(?![0-9])", re.IGNORECASE)


def read_weapon(
    item: Spot, notes: Notes, attributes: Mapping[AttributeName, Die] | None = None
) -> tuple[Weapon, dict[str, str]]:
    """The weapon of an item, and where each of its fields came from.

    Damage that cannot be read is none; the rest is read all the same. Foundry always writes Strength out, so a
    weapon adds it only where its damage says so.
    """
    reader = _Reader(item, notes)
    name = as_text(item.object.get("name")) or "unnamed weapon"
    damage = reader.damage(attributes)
    trait = reader.trait()
    parry, ap = reader.number("parry", "Parry", low=-99, high=99), reader.ap()
    trademark = integer(
        reader.data.at("trademark"), notes, 0, "the trademark bonus", low=0, high=9, blank=True
    )
    weapon = Weapon(
        id=as_text(item.object.get("_id")) or name,
        name=name,
        damage=damage,
        parry=parry + trademark,
        reach=reader.reach(),
        ap=ap,
        rof=reader.rof(),
        min_strength=minimum_strength(reader.spot("min_strength"), notes, name),
        range=reader.range(),
        ready=reader.ready(),
        adds_strength=damage.strength,
        trait=trait,
        modifiers=reader.modifiers(trait, trademark),
    )
    return weapon, reader.origins


def minimum_strength(spot: Spot, notes: Notes, name: str) -> Die | None:
    """The minimum Strength of a weapon or a piece of armor; None if it asks for none or cannot be read."""
    written = text(spot, notes, f"the minimum Strength of {name}")
    if written.casefold() in _NO_STRENGTH:
        return None
    found = None if number_in(written) is not None else die_in(written)
    if found is None or not 4 <= found[0] <= 32:
        notes.add(
            "SW203",
            f"the minimum Strength of {name} is {shown(written)} and should be a die like 'd8', or nothing; "
            "nobody is too weak for it",
            spot.pointer,
            rule="weapon.required_strength",
        )
        return None
    return bounded(RawDie(found[0], found[1], spot), notes, f"the minimum Strength of {name}")


class _Reader:
    """The fields of one weapon item."""

    def __init__(self, item: Spot, notes: Notes) -> None:
        self.item = item
        self.data = item.at(data_key(item.object))
        self.notes = notes
        self.name = as_text(item.object.get("name")) or "unnamed weapon"
        self.origins: dict[str, str] = {}

    def spot(self, model: str) -> Spot:
        """Where the document has a field of the table; its newest place if it has it nowhere."""
        places = WEAPON[model].places
        inner = self.data.object
        place = next((each for each in places if present(inner, each.path)), places[0])
        spot = self.data.at(*place.path)
        if spot.present:
            self.origins[model] = spot.pointer
        return spot

    def number(self, model: str, what: str, *, low: int, high: int) -> int:
        """A number of the stat block; null and nothing are 0."""
        spot = self.spot(model)
        return integer(
            spot, self.notes, 0, f"the {what} of {self.name}", low=low, high=high, blank=True
        )

    def ap(self) -> int:
        """Armor Piercing; below 0 it is 0."""
        return self.number("ap", "AP", low=0, high=1000)

    def rof(self) -> int:
        """Rate of Fire; 0 and nothing are 1."""
        spot = self.spot("rof")
        if spot.value == "0" or as_int(spot.value) == 0:
            return 1
        return integer(
            spot, self.notes, 1, f"the Rate of Fire of {self.name}", low=1, high=100, blank=True
        )

    def damage(self, attributes: Mapping[AttributeName, Die] | None) -> Damage:
        """The damage; none if it cannot be read."""
        spot = self.spot("damage")
        value = spot.value
        if as_object(value) is not None and "parts" in spot.object:
            self._unreadable(spot, "it is the damage of another game system")
            return Damage()
        if value is not None and not isinstance(value, str) and as_number(value) is None:
            self._unreadable(spot, "damage is a text")
            return Damage()
        written = "" if value is None else str(value)
        read = read_damage(written, attributes)
        if read.damage is None:
            self._unreadable(spot, read.problem, rolls=read.rolls)
            return Damage()
        if read.remark:
            self.notes.add(
                "SW201",
                f"the damage of {self.name}, {shown(written)}, is read as {read.damage}: {read.remark}",
                spot.pointer,
                severity=Severity.INFO if read.rolls else Severity.WARNING,
            )
        return read.damage

    def _unreadable(self, spot: Spot, why: str, *, rolls: bool = False) -> None:
        if rolls:  # a weapon in a pack may add Spirit; it is nobody's yet
            message = f"the damage of {self.name}, {shown(spot.value)}, is read as none: {why}"
            self.notes.add("SW201", message, spot.pointer, severity=Severity.INFO)
            return
        self.notes.add(
            "SW201",
            f"the damage of {self.name} is {shown(spot.value)}, which cannot be read: {why}; "
            "it should be like '2d6+1' or '@str+d8'",
            spot.pointer,
        )

    def range(self) -> Range:
        """The three brackets, a template's name, or None for melee."""
        spot = self.spot("range")
        written = text(spot, self.notes, f"the range of {self.name}")
        if written.casefold() in _NOTHING:
            return self._template()
        brackets = _BRACKETS.match(written)
        if brackets is not None:
            near, middle, far = int(brackets[1]), int(brackets[2]), int(brackets[3])
            if brackets[4].strip():
                self._range_finding(spot, f"it is read as {near}/{middle}/{far}")
            return (near, middle, far)
        alone = _ALONE.match(written)
        if alone is not None:
            reach = int(alone[1])
            self._range_finding(spot, f"it is read as {reach}/{reach}/{reach}")
            return (reach, reach, reach)
        if _TEMPLATE_WORD.search(written):
            return written
        self._range_finding(spot, "it is read as melee")
        return self._template()

    def _range_finding(self, spot: Spot, instead: str) -> None:
        self.notes.add(
            "SW202",
            f"the range of {self.name} is {shown(spot.value)} and should be like '12/24/48', a template, or nothing; "
            f"{instead}",
            spot.pointer,
        )

    def _template(self) -> str | None:
        chosen = [name for key, name in _TEMPLATES if self.data.at("templates", key).value is True]
        return chosen[0] if chosen else None

    def reach(self) -> int:
        """Reach, which sheets have only in the notes ("Reach 1")."""
        spot = self.data.at("notes")
        found = _REACH.search(spot.text)
        if found is None:
            return 0
        self.origins["reach"] = spot.pointer
        return int(found[1])

    def ready(self) -> bool:
        """Whether it is in a hand."""
        status = self.spot("ready")
        if status.pointer.endswith("equipStatus"):
            integer(
                status,
                self.notes,
                1,
                f"the equip status of {self.name}",
                low=0,
                high=5,
                blank=True,
            )
        elif status.present:
            return flag(status, self.notes, False, f"whether {self.name} is equipped")
        return is_ready(self.data.object)

    def trait(self) -> str | None:
        """The skill it is used with, if it names one."""
        spot = self.spot("trait")
        written = text(spot, self.notes, f"the trait of {self.name}")
        newer, older = self.data.at("actions", "trait"), self.data.at("actions", "skill")
        if newer.text and older.text and trait_named(newer.text) != trait_named(older.text):
            self.notes.add(
                "SW108",
                f"{self.name} has the older trait {shown(older.text)} beside {shown(newer.text)}, which is read",
                older.pointer,
            )
        return trait_named(written) if written else None

    def modifiers(self, trait: str | None, trademark: int) -> tuple[WeaponModifier, ...]:
        """What it adds to the trait roll and to damage."""
        found: list[WeaponModifier] = []
        applies_to = trait or self._usual_trait()
        for model, target in (("modifiers.trait", applies_to), ("modifiers.damage", "damage")):
            spot = self.spot(model)
            number = self._modifier(spot, target)
            if number:
                found.append(WeaponModifier(applies_to=target, value=number, label=self.name))
        if trademark:
            found.append(
                WeaponModifier(applies_to=applies_to, value=trademark, label="Trademark Weapon")
            )
        return tuple(found)

    def _usual_trait(self) -> str:
        ranged = isinstance(self.data.object.get("range"), str) and bool(
            _BRACKETS.match(self.data.at("range").text)
        )
        return "Shooting" if ranged else "Fighting"

    def _modifier(self, spot: Spot, target: str) -> int:
        written = text(spot, self.notes, f"the modifier of {self.name}")
        if not written:
            return 0
        number = number_in(written)
        if number is None or number != int(number) or abs(number) > 1000:
            self.notes.add(
                "SW101",
                f"{self.name} adds {shown(written)} to {target}, which is no whole number; it is left out",
                spot.pointer,
            )
            return 0
        return int(number)
