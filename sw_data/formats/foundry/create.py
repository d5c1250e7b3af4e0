"""New documents of Foundry's Savage Worlds system, made from models, for any of its versions.

A document is read back at once, and whatever then is not as the model has it is a finding: what the version has no
place for is never lost in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, cast

from sw_data.diagnostics import Diagnostic, DocumentRef, register
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Creation, Readable
from sw_data.formats.foundry import create_items as items
from sw_data.formats.foundry.conditions import with_conditions
from sw_data.formats.foundry.create_data import creature, vehicle
from sw_data.formats.foundry.crew import with_driver, with_occupants
from sw_data.formats.foundry.flags import with_own
from sw_data.formats.foundry.names import known, trait_named
from sw_data.formats.foundry.reading import read
from sw_data.formats.foundry.target import Target, document_id, target_of
from sw_data.formats.spelling import clean
from sw_data.formats.strength import written_out
from sw_data.jsonvalue import Object, as_array, as_object
from sw_data.models import Character, Chase, Vehicle, Weapon
from sw_data.models.character import AttributeName
from sw_data.models.skills import LINKED, folded

_PERSON: Final = "icons/svg/mystery-man.svg"
_START_BENNIES: Final = 3


def create(model: Readable, target: str | None = None) -> Creation:
    """A new document made from a model, for the newest version of the game system or the one that `target` names.

    Ids are those of the model where Foundry can take them, else made from it, the same for the same model.
    NotFoundError if there is no such version, ImpossibleError for a chase, which Foundry has no document for.
    """
    version = target_of(target)
    if isinstance(model, Chase):
        raise ImpossibleError(
            f"{model.name!r} is a chase, and Foundry has no document for one; its actors can be made"
        )
    told, model = _without_control(model)
    match model:
        case Character():
            value = _character(model, version)
        case Vehicle():
            value = _vehicle(model, version)
        case Weapon():
            value = items.weapon(model, version, model.name, 0)
    return Creation(value, (*told, *_lost(model, value, version)))


def _without_control(
    model: Character | Vehicle | Weapon,
) -> tuple[tuple[Diagnostic, ...], Character | Vehicle | Weapon]:
    """A model without control characters in its texts, and a finding if there were any."""
    value = model.to_json()
    plain = _cleaned(value)
    # Half characters in the names of skills are gone from the JSON already.
    if plain == value and all(clean(each) == each for each in getattr(model, "skills", ())):
        return (), model
    message = f"texts of {clean(model.name)!r} hold control characters; they are taken out"
    about = DocumentRef(kind=model.kind, id=clean(model.id), name=clean(model.name))
    told = register.finding("SW194", message, document=about)
    return (told,), type(model).model_validate(plain)


def _cleaned(value: object) -> object:
    members, elements = as_object(value), as_array(value)
    if members is not None:
        return {clean(key): _cleaned(each) for key, each in members.items()}
    if elements is not None:
        return [_cleaned(each) for each in elements]
    return clean(value) if isinstance(value, str) else value


def _counted(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each name, and how often it has stood before: an edge can be taken twice."""
    seen: Counter[str] = Counter()
    for name in names:
        yield name, seen[name]
        seen[name] += 1


def _character(model: Character, target: Target) -> Object:
    identity = document_id(model.id, "character", model.name)
    kind = "character" if model.wild_card else "npc"
    own_names = {folded(name): own for own, name in model.trait_names.items()}
    listed: list[object] = []
    for name, die in model.skills.items():
        attribute = model.skill_attributes.get(name) or LINKED.get(folded(trait_named(name)), "")
        own = own_names.get(folded(name))
        listed.append(items.skill(name, die, attribute, target, identity, own))
    listed += [items.edge(name, target, identity, nth) for name, nth in _counted(model.edges)]
    listed += [
        items.hindrance(name, target, identity, nth) for name, nth in _counted(model.hindrances)
    ]
    listed += [
        items.armor(piece, target, identity, number)
        for number, piece in enumerate(model.armor_pieces)
    ]
    listed += [
        items.weapon(each, target, identity, number) for number, each in enumerate(model.weapons)
    ]
    value = _actor(model.name, kind, creature(model, target), listed, target, identity)
    document = with_conditions(value, (), model.conditions)
    injuries = [injury.to_json() for injury in model.injuries]
    return cast("Object", with_own(document, "injuries", injuries or None))


def _vehicle(model: Vehicle, target: Target) -> Object:
    identity = document_id(model.id, "vehicle", model.name)
    mounted: list[object] = [
        items.weapon(each, target, identity, number, vehicular=True)
        for number, each in enumerate(model.weapons)
    ]
    document: object = _actor(
        model.name, "vehicle", vehicle(model, target), mounted, target, identity
    )
    people = [(each.actor, each.seatbelt) for each in model.occupants]
    document = with_occupants(document, (), people)
    if model.driver is not None:
        document = with_driver(document, model.driver)
    return cast("Object", with_conditions(document, (), model.conditions))


def _actor(
    name: str, kind: str, system: Object, listed: list[object], target: Target, identity: str
) -> Object:
    token: Object = {
        "name": name,
        "actorLink": kind == "character",
        "disposition": 1 if kind == "character" else -1 if kind == "npc" else 0,
        "bar1": {"attribute": "wounds"},
        "bar2": {"attribute": None if kind == "vehicle" else "fatigue"},
    }
    actor: Object = {
        "_id": identity,
        "name": name,
        "type": kind,
        "img": _PERSON,
        target.key: system,
        ("prototypeToken" if target.since(2) else "token"): token,
        "items": listed,
        "effects": [],
        "folder": None,
        "sort": 0,
        ("ownership" if target.since(2) else "permission"): {"default": 0},
        "flags": {},
    }
    if target.since(2):
        actor["_stats"] = target.stats
    return actor


def _lost(model: Readable, value: Object, target: Target) -> Iterator[Diagnostic]:
    """What is not as the model has it when the new document is read."""
    reading = read(value)
    told = _facts(reading.model)
    about = DocumentRef(kind=model.kind, id=model.id, name=model.name)
    for fact, wanted in _facts(model).items():
        found = told.get(fact)
        if found == wanted:
            continue
        yield register.finding(
            "SW181",
            f"{fact} is {_shown(wanted)}, which version {target.text} of the game system cannot say; "
            f"the new document says {_shown(found)}",
            document=about,
        )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


def _facts(model: Readable | None) -> dict[str, object]:
    """What a model says, each fact in the one form that both sides of a comparison have."""
    match model:
        case Character():
            return _character_facts(model)
        case Vehicle():
            return _vehicle_facts(model)
        case Weapon():
            return dict(_weapon_facts(model, ""))
        case _:
            return {}


def _character_facts(model: Character) -> dict[str, object]:
    skills = {trait_named(name): die for name, die in model.skills.items()}
    linked: dict[str, AttributeName] = {
        trait_named(name): attribute
        for name, attribute in model.skill_attributes.items()
        if trait_named(name) in skills and LINKED.get(folded(trait_named(name))) != attribute
    }
    facts: dict[str, object] = {
        "name": model.name,
        "wild_card": model.wild_card,
        "attributes": model.attributes,
        "linked attributes": linked,
        "parry": model.parry,
        "toughness": model.toughness,
        "armor": model.armor,
        "pace": model.pace,
        "size": model.size,
        "bennies": _bennies(model),
        "wounds": model.wounds,
        "fatigue": model.fatigue,
        "wounds_or_fatigue_ignored": model.wounds_or_fatigue_ignored,
        "conditions": _with_implied(model.conditions),
        "edges": {folded(known("edges", "", name) or name) for name in model.edges},
        "hindrances": {folded(known("hindrances", "", name) or name) for name in model.hindrances},
        "injuries": model.injuries,
        "armor_pieces": model.armor_pieces,
        "number of weapons": len(model.weapons),
    }
    facts |= {f"skill {name}": die for name, die in skills.items()}
    for number, weapon in enumerate(model.weapons):
        facts |= _weapon_facts(weapon, f"weapons.{number}.")
    return facts


def _bennies(model: Character) -> int | None:
    if model.bennies is None and model.wild_card:
        return _START_BENNIES
    return model.bennies


def _with_implied(conditions: tuple[str, ...]) -> set[str]:
    implied = {"entangled": "vulnerable", "bound": "distracted"}
    return {*conditions, *(implied[each] for each in conditions if each in implied)}


def _vehicle_facts(model: Vehicle) -> dict[str, object]:
    people = {each.actor: each.seatbelt for each in model.occupants}
    if model.driver is not None:
        people.setdefault(model.driver, False)
    facts: dict[str, object] = {
        "name": model.name,
        "top_speed": (model.top_speed, model.top_speed_unit),
        "handling": model.handling,
        "toughness": model.toughness,
        "armor": model.armor,
        "size": model.size,
        "strength": model.strength,
        "parry": model.parry,
        "wounds": model.wounds,
        "conditions": _with_implied(model.conditions),
        "driver": model.driver,
        "occupants": people,
        "number of weapons": len(model.weapons),
    }
    for number, weapon in enumerate(model.weapons):
        facts |= _weapon_facts(weapon, f"weapons.{number}.")
    return facts


def _weapon_facts(model: Weapon, prefix: str) -> Iterator[tuple[str, object]]:
    sums: dict[str, int] = {}
    for modifier in model.modifiers:
        name = folded(trait_named(modifier.applies_to))
        sums[name] = sums.get(name, 0) + modifier.value
    yield f"{prefix}name", model.name
    yield f"{prefix}damage", written_out(model)
    yield f"{prefix}parry", model.parry
    yield f"{prefix}reach", model.reach
    yield f"{prefix}ap", model.ap
    yield f"{prefix}rof", model.rof
    yield f"{prefix}min_strength", model.min_strength
    yield f"{prefix}range", model.range
    yield f"{prefix}ready", model.ready
    yield f"{prefix}trait", trait_named(model.trait) if model.trait else None
    yield f"{prefix}modifiers", {name: value for name, value in sums.items() if value}
