"""The items on an actor, each kind read once: skills, edges, hindrances, weapons, armor, shields."""

from __future__ import annotations

from dataclasses import dataclass, field

from sw_data.formats.foundry.names import attribute_of, is_unskilled, known, slug
from sw_data.formats.foundry.sniff import ITEM_TYPES, data_key
from sw_data.formats.foundry.traits import RawDie, raw_die
from sw_data.formats.foundry.values import Notes, Spot, shown
from sw_data.jsonvalue import as_object, as_text
from sw_data.models import AttributeName
from sw_data.models.skills import folded


@dataclass(frozen=True, slots=True)
class SkillItem:
    """A skill of a sheet: its name in the rules, its own name, its stored die, its linked attribute."""

    name: str
    own_name: str
    slug: str
    raw: RawDie
    attribute: AttributeName | None


@dataclass(slots=True)
class Items:
    """The items of an actor by kind.

    Attributes:
        every: All that are objects, in order.
        skills: Skills by their name in the rules; of two of one name the larger counts.
        edges: Each edge by its name in the rules, or the sheet's own; one that was taken twice stands here twice.
        hindrances: Likewise.
        weapons: Weapon items, whole.
        armor: Armor items, whole.
        shields: Shield items, whole.
    """

    every: list[Spot] = field(default_factory=list[Spot])
    skills: dict[str, SkillItem] = field(default_factory=dict[str, SkillItem])
    edges: list[tuple[str, Spot]] = field(default_factory=list[tuple[str, Spot]])
    hindrances: list[tuple[str, Spot]] = field(default_factory=list[tuple[str, Spot]])
    weapons: list[Spot] = field(default_factory=list[Spot])
    armor: list[Spot] = field(default_factory=list[Spot])
    shields: list[Spot] = field(default_factory=list[Spot])

    def skill_keys(self) -> dict[str, str]:
        """What an effect's key may call a skill, folded, and its name in the rules."""
        keys: dict[str, str] = {}
        for name, skill in self.skills.items():
            for each in (skill.own_name, skill.slug, name, slug(name)):
                if each:
                    keys.setdefault(folded(each), name)
        return keys


def read_items(actor: Spot, notes: Notes) -> Items:
    """The items on an actor by kind."""
    items = Items()
    listed = actor.at("items")
    if listed.present and not isinstance(listed.value, list):
        notes.add(
            "SW101",
            f"the items are {shown(listed.value)} and should be a list; there are none",
            listed.pointer,
        )
    ids = 0
    for item in listed.each():
        if as_object(item.value) is None:
            if isinstance(item.value, str):
                ids += 1
            else:
                notes.add("SW101", f"an item is {shown(item.value)}, not an object", item.pointer)
            continue
        items.every.append(item)
        _sorted_in(items, item, notes)
    if ids:
        notes.add(
            "SW109",
            f"{ids} items are only named by id; skills, weapons and armor among them are not read",
            listed.pointer,
        )
    return items


def _sorted_in(items: Items, item: Spot, notes: Notes) -> None:
    kind = as_text(item.object.get("type"))
    match kind:
        case "skill":
            _skill(items, item, notes)
        case "edge" | "hindrance":
            family = items.edges if kind == "edge" else items.hindrances
            own = item.at("name").text
            name = known("edges" if kind == "edge" else "hindrances", _swid(item), own)
            if name or own:
                family.append((name or own, item))
        case "ability":
            # Monsters have as a special ability what heroes have as an edge.
            edge = known("edges", _swid(item), item.at("name").text)
            if edge is not None and all(edge != name for name, _ in items.edges):
                items.edges.append((edge, item))
        case "weapon":
            items.weapons.append(item)
        case "armor":
            items.armor.append(item)
        case "shield":
            items.shields.append(item)
        case _:
            if kind not in ITEM_TYPES:
                notes.add(
                    "SW104",
                    f"{shown(item.at('name').value)} is an item of type {shown(item.object.get('type'))}, "
                    "which the game system does not have",
                    item.at("type").pointer if item.at("type").present else item.pointer,
                )


def _swid(item: Spot) -> str:
    return item.at(data_key(item.object), "swid").text


def _skill(items: Items, item: Spot, notes: Notes) -> None:
    own, swid = item.at("name").text, _swid(item)
    skill = read_skill(item, notes)
    if skill is None:
        if not own and not is_unskilled(swid, own):
            notes.add("SW103", "a skill has no name and is left out", item.pointer)
        return
    other = items.skills.get(skill.name)
    if other is None or _size(skill.raw) > _size(other.raw):
        items.skills[skill.name] = skill


def _size(raw: RawDie) -> tuple[int, int]:
    return (raw.sides, raw.bonus)


def read_skill(item: Spot, notes: Notes) -> SkillItem | None:
    """The skill of an item; None for the item that stands for rolls without the skill, and without a name."""
    data = item.at(data_key(item.object))
    own, swid = item.at("name").text, _swid(item)
    if is_unskilled(swid, own):
        return None
    name = known("skills", swid, own) or own
    if not name:
        return None
    linked = data.at("attribute").text
    return SkillItem(name, own, swid, raw_die(data, notes, name), attribute_of(linked))
