"""Active effects of a sheet, in every shape that they are stored in: what they change, and what does not count.

Counted are enabled effects of the actor, and those of its items that pass on to it. An effect that is ticked for
a single roll (`conditionalEffect`) does not count by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from sw_data.formats.foundry.sniff import data_of
from sw_data.formats.foundry.traits import die_in
from sw_data.formats.foundry.values import MOST, Notes, Spot, number_in, shown
from sw_data.jsonvalue import as_int, as_number, as_text, value_at
from sw_data.models import ATTRIBUTES
from sw_data.models.skills import folded

_MODES: Final = {
    0: "custom", 1: "multiply", 2: "add", 3: "downgrade", 4: "upgrade", 5: "override",
}  # fmt: skip
_PRIORITY: Final = {
    "custom": 0, "multiply": 10, "add": 20, "subtract": 20, "downgrade": 30, "upgrade": 40,
    "override": 50,
}  # fmt: skip

_SETTING: Final = frozenset({"multiply", "downgrade", "override"})
"""Modes by which a 0 changes something."""

_TARGETS: Final[dict[str, str]] = {
    **{f"system.attributes.{name}.die.sides": f"attributes.{name}.sides" for name in ATTRIBUTES},
    **{f"system.attributes.{name}.die.modifier": f"attributes.{name}.bonus" for name in ATTRIBUTES},
    "system.stats.parry.value": "parry",
    "system.stats.parry.modifier": "parry",
    "system.stats.toughness.value": "toughness",
    "system.stats.toughness.modifier": "toughness",
    "system.stats.toughness.armor": "armor",
    "system.stats.size": "size",
    "system.stats.speed.value": "pace",
    "system.stats.speed.adjusted": "pace",
    "system.pace": "pace",
    "system.pace.ground": "pace.ground",
    "system.pace.fly": "pace.fly",
    "system.pace.swim": "pace.swim",
    "system.pace.burrow": "pace.burrow",
    "system.wounds.ignored": "wounds.ignored",
    "system.wounds.max": "wounds.max",
    "system.fatigue.ignored": "fatigue.ignored",
    "system.fatigue.max": "fatigue.max",
    "system.woundsOrFatigue.ignored": "wounds_or_fatigue_ignored",
    "system.initiative.hasHesitant": "hindrance.Hesitant",
    "system.initiative.hasQuick": "edge.Quick",
    "system.initiative.hasLevelHeaded": "edge.Level Headed",
    "system.initiative.hasImpLevelHeaded": "edge.Improved Level Headed",
    "flags.swade.hardy": "edge.Hardy",
    "system.wildcard": "wild_card",
}
"""What a change of a creature's key changes in the model."""

_VEHICLE_TARGETS: Final[dict[str, str]] = {
    "system.handling": "handling",
    "system.topspeed": "top_speed",
    "system.topspeed.value": "top_speed",
    "system.toughness.total": "toughness",
    "system.toughness.armor": "armor",
    "system.stats.parry.value": "parry",
    "system.size": "size",
    "system.wounds.ignored": "wounds.ignored",
    "system.wounds.max": "wounds.max",
}

_ITEM_KEY = re.compile(r"^@(\w+)\{(.{1,200})\}\[(.{1,200})\]$")
_SKILL_PARTS = {"system.die.sides": "sides", "system.die.modifier": "bonus"}
_STATUS = "system.status."

CARRIED: Final = frozenset({"weapon", "armor", "shield"})
"""Items whose effects count only while they are readied or worn."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change that counts: how, by what, and from which effect."""

    mode: str
    number: int | float
    priority: float
    spot: Spot
    owner: str = ""

    def on(self, base: float) -> float:
        """The value after this change."""
        match self.mode:
            case "add":
                return base + self.number
            case "subtract":
                return base - self.number
            case "multiply":
                return base * self.number
            case "override":
                return self.number
            case "upgrade":
                return max(base, self.number)
            case _:
                return min(base, self.number)


@dataclass(slots=True)
class Changes:
    """What the effects of a sheet change, by what they change; and the names of what does not count.

    Attributes:
        by_target: The changes that count, by model field.
        not_counted: What the sheet's owner should know does not count, in order.
        owners: Names of items all of whose changes count.
    """

    by_target: dict[str, list[Change]] = field(default_factory=dict[str, list[Change]])
    not_counted: list[str] = field(default_factory=list[str])
    owners: set[str] = field(default_factory=set[str])

    def fold(self, target: str, base: int) -> int:
        """The value of a field after all changes of it, in the order of their priority."""
        value: float = base
        for change in sorted(self.by_target.get(target, ()), key=lambda each: each.priority):
            value = max(-MOST, min(MOST, change.on(value)))
        return int(value)

    def switch(self, target: str, base: bool) -> bool:
        """The switch after all changes of it."""
        return self.fold(target, int(base)) != 0

    def add(self, target: str, change: Change) -> None:
        """One more change that counts."""
        self.by_target.setdefault(target, []).append(change)

    def note(self, notes: Notes) -> None:
        """Note where the changes stand that count, beside the fields that they change."""
        for target, listed in self.by_target.items():
            field_name = target.removesuffix(".sides").removesuffix(".bonus")
            for change in listed:
                notes.also(field_name, change.owner, change.spot)


def changes_of(
    actor: Spot,
    items: Iterable[Spot],
    skills: dict[str, str],
    notes: Notes,
    *,
    vehicle: bool = False,
) -> Changes:
    """What the effects on an actor, and on its items, change.

    Args:
        actor: The actor.
        items: The items on it that are objects.
        skills: What an effect's key may call a skill (folded name or slug), and the name that it has in the model.
        notes: Where changes that cannot be read are noted.
        vehicle: Whether the actor is a vehicle.
    """
    reader = _Reader(skills, _VEHICLE_TARGETS if vehicle else _TARGETS, notes)
    own = [effect for effect in actor.at("effects").each() if effect.object]
    for effect in own:
        reader.effect(effect, "")
    copied = {
        (_title(effect), (as_text(effect.object.get("origin")) or "").rsplit(".", 1)[-1])
        for effect in own
    }
    for item in items:
        effects = [effect for effect in item.at("effects").each() if effect.object]
        if not effects or not _passes_on(item):
            continue
        identity = as_text(item.object.get("_id")) or ""
        name = as_text(item.object.get("name")) or ""
        counted = True
        for effect in effects:
            if effect.object.get("transfer") is False:
                continue
            # Before Foundry 11 the actor holds a copy of each effect that an item passes on.
            if identity and (_title(effect), identity) in copied:
                continue
            counted &= reader.effect(effect, name)
        if counted:
            reader.changes.owners.add(name)
    return reader.changes


def _passes_on(item: Spot) -> bool:
    """Whether an item is in such use that its effects count."""
    data = data_of(item.object)
    kind = as_text(item.object.get("type"))
    if kind in CARRIED:
        return is_ready(data)
    if kind in ("gear", "consumable"):
        if data.get("equippable") is True:
            return is_ready(data)
        return as_int(data.get("equipStatus")) != 0
    return True


def is_ready(data: dict[str, object]) -> bool:
    """Whether an item is worn, or in a hand: `equipStatus` 2 and above, or the older `equipped`."""
    status = data.get("equipStatus")
    number = as_number(status) if not isinstance(status, str) else number_in(status)
    if number is not None:
        return number >= 2
    equipped = data.get("equipped")
    return equipped is True or (isinstance(equipped, str) and equipped.casefold() == "true")


def _title(effect: Spot) -> str:
    return as_text(effect.object.get("name")) or as_text(effect.object.get("label")) or ""


class _Reader:
    """Reads the changes of one effect after the other."""

    def __init__(self, skills: dict[str, str], targets: dict[str, str], notes: Notes) -> None:
        self.skills = skills
        self.targets = targets
        self.notes = notes
        self.changes = Changes()

    def effect(self, effect: Spot, owner: str) -> bool:
        """Take in an effect; whether everything that it changes counts."""
        document = effect.object
        if document.get("disabled") is True or document.get("isSuppressed") is True:
            return True
        listed = effect.at("system", "changes")
        if not isinstance(listed.value, list):
            listed = effect.at("changes")
        by_roll = (
            value_at(document, "system", "conditionalEffect") is True
            or value_at(document, "flags", "swade", "conditionalEffect") is True
            or value_at(document, "flags", "conditionalEffect") is True
        )
        title = _title(effect) or owner or "unnamed"
        changes = [change for change in listed.each() if change.object]
        counted = bool(changes)
        for change in changes:
            counted &= self._change(change, title, owner, by_roll=by_roll)
        return counted

    def _change(self, change: Spot, title: str, owner: str, *, by_roll: bool) -> bool:
        written = (as_text(change.object.get("key")) or "").strip()
        key = re.sub(r"^data\.", "system.", written)
        if not key or key.startswith(_STATUS):
            return True
        target = self._target(key)
        if target == "":
            return True
        value = change.at("value")
        if target is None or by_roll:
            # Nothing added is nothing lost; a field that is set to nothing is.
            if number_or_switch(value.value) != 0 or _mode(change) in _SETTING:
                self._not_counted(title, written, " (only when ticked)" if by_roll else "")
            return False
        mode = _mode(change)
        number = number_or_switch(value.value)
        if number is None and target.endswith(".sides"):
            die = die_in(as_text(value.value) or "")
            number = None if die is None else die[0]
        if number is None or mode is None or mode == "custom":
            way = change.at("type") if change.at("type").present else change.at("mode")
            wrong = way if mode in (None, "custom") else value
            self.notes.add(
                "SW107",
                f"the effect {shown(title)} changes {written} "
                + (
                    f"in a way that cannot be read ({shown(wrong.value)})"
                    if wrong is not value
                    else f"by {shown(value.value)}, which is no number"
                )
                + "; it does not count",
                wrong.pointer if wrong.present else change.pointer,
            )
            return False
        priority = as_number(change.object.get("priority"))
        if priority is None:
            priority = _PRIORITY[mode]
        self.changes.add(target, Change(mode, number, priority, value, owner or title))
        return True

    def _target(self, key: str) -> str | None:
        """What a key changes: a field, nothing that is on this sheet (""), or something that is not counted."""
        match = _ITEM_KEY.match(key)
        if match is None:
            return self.targets.get(key)
        if match[1].casefold() != "skill":
            return None
        part = _SKILL_PARTS.get(re.sub(r"^data\.", "system.", match[3]))
        if part is None:
            return None
        skill = self.skills.get(folded(match[2]))
        return "" if skill is None else f"skills.{skill}.{part}"

    def _not_counted(self, title: str, key: str, remark: str) -> None:
        text = f"effect {title} ({key}){remark}"
        if text not in self.changes.not_counted:
            self.changes.not_counted.append(text)


def _mode(change: Spot) -> str | None:
    named = as_text(change.object.get("type"))
    if named is not None:
        return named if named in _PRIORITY else None
    mode = change.object.get("mode")
    number = as_int(mode) if not isinstance(mode, str) else number_in(mode)
    return _MODES.get(int(number)) if number is not None else ("add" if mode is None else None)


def number_or_switch(value: object) -> int | float | None:
    """The number of a change's value, `true` being 1; None if it is neither number nor switch."""
    if isinstance(value, bool):
        return int(value)
    number = as_number(value)
    if number is not None:
        return number if abs(number) <= MOST else None
    if isinstance(value, str):
        spelt = value.strip().strip('"').casefold()
        if spelt in ("true", "false"):
            return int(spelt == "true")
        found = number_in(spelt)
        return found if found is not None and abs(found) <= MOST else None
    return None
