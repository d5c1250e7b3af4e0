"""Every field of a document of Foundry and the field of the model that it goes into, for the conversion report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sw_data.formats.base import Reading
from sw_data.formats.foundry.names import known, trait_named
from sw_data.formats.foundry.sniff import data_key, type_of
from sw_data.formats.foundry.values import Spot
from sw_data.formats.names import Family
from sw_data.formats.report import SourceField, fields_of
from sw_data.jsonvalue import as_object, as_text
from sw_data.models import Character, Vehicle, Weapon
from sw_data.models.skills import folded

_COMPUTED: Final = frozenset({"parry", "toughness", "pace"})
"""Fields that the origins name by what they were computed from, which says more of itself."""

_BEHIND: Final = {
    "stats/toughness": "toughness",
    "details/autoCalcToughness": "toughness",
    "details/toughnessTrait": "toughness",
    "stats/parry": "parry",
    "details/autoCalcParry": "parry",
    "pace/base": "pace",
    "wildcard": "wild_card",
}
"""Where else a sheet says what these fields of the model come to."""

_SWITCHES: Final = {
    "hasQuick": "Quick",
    "hasLevelHeaded": "Level Headed",
    "hasImpLevelHeaded": "Improved Level Headed",
    "hasHesitant": "Hesitant",
}
"""Switches of a sheet that are an edge or a hindrance."""

_OF_ARMOR: Final = {
    "armor": "armor",
    "toughness": "armor",
    "minStr": "min_strength",
    "equipStatus": "worn",
    "equipped": "worn",
}


def fields(value: object, reading: Reading) -> tuple[SourceField, ...]:
    """Every value of a document: carried into the model, changed on the way, or not mapped."""
    document = as_object(value)
    if document is None or reading.model is None:
        return fields_of(value, {}, {}, {}, "it has no place in the rules")
    carried: dict[str, str] = {}
    for name, place in sorted(reading.origins.items(), key=lambda pair: pair[0] in _COMPUTED):
        carried.setdefault(place, name)
        if place.endswith("/die/sides"):
            carried.setdefault(f"{place.removesuffix('sides')}modifier", name)
    for place, name in (*_root(Spot(document, ""), reading), *_items(Spot(document, ""), reading)):
        carried.setdefault(place, name)
    changed = {
        each.pointer: (carried[each.pointer], each.message)
        for each in reading.diagnostics
        if each.pointer in carried
    }
    return fields_of(value, carried, changed)


def _root(root: Spot, reading: Reading) -> Iterator[tuple[str, str]]:
    model, data = reading.model, root.at(data_key(root.object))
    yield "/_id", "id"
    yield "/name", "name"
    if isinstance(model, Weapon):
        yield "/type", "kind"
        return
    yield "/type", "wild_card" if isinstance(model, Character) else "kind"
    for path, name in _BEHIND.items():
        yield data.at(*path.split("/")).pointer, name
    if isinstance(model, Character):
        for key, name in _SWITCHES.items():
            spot = data.at("initiative", key)
            names = model.hindrances if name == "Hesitant" else model.edges
            family = "hindrances" if name == "Hesitant" else "edges"
            if spot.value is True and name in names:
                yield spot.pointer, f"{family}.{names.index(name)}"
    conditions = getattr(model, "conditions", ())
    for effect in root.at("effects").each():
        words = [effect.at("name").text, effect.at("label").text, effect.at("id").text]
        words += [each.text for each in effect.at("statuses").each()]
        words.append(effect.at("flags", "core", "statusId").text)
        told = {folded(each).replace(" ", "_").replace("-", "_") for each in words if each}
        for number, condition in enumerate(conditions):
            if condition in told or condition.replace("_", "") in {
                each.replace("_", "") for each in told
            }:
                yield effect.pointer, f"conditions.{number}"
                break


def _items(root: Spot, reading: Reading) -> Iterator[tuple[str, str]]:
    model = reading.model
    if not isinstance(model, Character | Vehicle):
        return
    weapons = {
        "/".join(place.split("/")[:3]): name.split(".")[1]
        for name, place in reading.origins.items()
        if name.startswith("weapons.") and place.startswith("/items/")
    }
    for item in root.at("items").each():
        kind, name = type_of(item.object), as_text(item.object.get("name")) or ""
        field, inner = "", dict[str, str]()
        if item.pointer in weapons:
            field = f"weapons.{weapons[item.pointer]}"
            yield item.at("_id").pointer, f"{field}.id"
            yield item.at("name").pointer, f"{field}.name"
            yield item.at("type").pointer, field
            trademark = item.at(data_key(item.object), "trademark")
            if trademark.value not in (None, 0):
                yield trademark.pointer, f"{field}.modifiers"
            continue
        if not isinstance(model, Character):
            continue
        if kind == "skill":
            skill = trait_named(name)
            field = f"skills.{skill}" if skill in model.skills else ""
            inner = {"attribute": f"skill_attributes.{skill}", "swid": field}
        elif kind in ("edge", "hindrance"):
            family = model.edges if kind == "edge" else model.hindrances
            number = _index(family, name, "edges" if kind == "edge" else "hindrances")
            field = "" if number is None else f"{kind}s.{number}"
            inner = {"swid": field}
        elif kind == "armor":
            names = tuple(each.name for each in model.armor_pieces)
            number = _index(names, name)
            if number is not None:
                field = f"armor_pieces.{number}"
                inner = {key: f"{field}.{own}" for key, own in _OF_ARMOR.items()}
        elif kind == "shield":
            field, inner = "parry", {"parry": "parry", "equipStatus": "parry"}
        if not field:
            continue
        yield item.at("name").pointer, field
        yield item.at("type").pointer, field
        data = item.at(data_key(item.object))
        for key, own in inner.items():
            if data.at(key).present and own:
                yield data.at(key).pointer, own


def _index(names: tuple[str, ...], name: str, family: Family | None = None) -> int | None:
    """Where a name stands in a list of the model, under its own name or that of the rules."""
    wanted = {folded(name)}
    if family is not None:
        wanted.add(folded(known(family, "", name) or name))
    return next((number for number, each in enumerate(names) if folded(each) in wanted), None)
