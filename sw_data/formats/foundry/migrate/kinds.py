"""What a document is, by what its container says or by its shape, and where it holds documents of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sw_data.formats.foundry.migrate.step import Kind, Path
from sw_data.formats.foundry.sniff import ACTOR_TYPES, ITEM_TYPES, data_key
from sw_data.jsonvalue import Object, as_array, as_object, as_text, object_at, value_at

COLLECTIONS: Final[dict[str, Kind]] = {
    "actors": "actor",
    "items": "item",
    "effects": "effect",
    "tokens": "token",
    "cards": "deck",
    "combats": "combat",
    "combatants": "combatant",
    "groups": "group",
    "messages": "message",
    "journal": "journal",
    "scenes": "scene",
    "adventures": "adventure",
    "folders": "folder",
    "delta": "actor",
}
"""What is in a collection of Foundry's; what is not named here has nothing of the game's own."""

_CHILDREN: Final[dict[Kind, tuple[tuple[str, Kind], ...]]] = {
    "actor": (("items", "item"), ("effects", "effect")),
    "item": (("effects", "effect"),),
    "deck": (("cards", "card"),),
    "combat": (("combatants", "combatant"), ("groups", "group")),
    "scene": (("tokens", "token"),),
    "adventure": (
        *((name, COLLECTIONS[name]) for name in (
            "actors", "items", "cards", "combats", "journal", "scenes", "folders",
        )),
        ("tables", "other"), ("macros", "other"), ("playlists", "other"),
    ),
}  # fmt: skip


_SIGNS: Final[tuple[tuple[str, Kind], ...]] = (
    ("cards", "deck"), ("combatants", "combat"), ("tokens", "scene"), ("pages", "journal"),
)  # fmt: skip


class Child(NamedTuple):
    """A document inside another one."""

    path: Path
    value: Object
    kind: Kind
    type: str
    partial: bool


def kind_of(document: Object, collection: str | None = None) -> Kind:
    """What a document is: by its container, its `_key`, its type, or the members that only such documents have."""
    key = as_text(document.get("_key")) or ""
    parts = key.split("!")
    named = parts[1] if len(parts) == 3 else collection
    if named:
        return _of_collection(named)
    kind = as_text(document.get("type"))
    has_data = "system" in document or "data" in document
    if kind in ITEM_TYPES and has_data:
        return "item"
    if kind in ACTOR_TYPES and has_data:
        return "actor"
    return _by_members(document)


def _of_collection(named: str) -> Kind:
    last = named.split(".")[-1]
    return "card" if named.endswith("cards.cards") else COLLECTIONS.get(last, "other")


def _by_members(document: Object) -> Kind:
    lists = {key for key, member in document.items() if isinstance(member, list)}
    if len(lists & {"actors", "items", "journal", "scenes"}) > 2:
        return "adventure"
    for member, kind in _SIGNS:
        if member in lists:
            return kind
    if as_object(document.get("speaker")) is not None:
        return "message"
    if "sorting" in document and ("parent" in document or "folder" in document):
        return "folder"
    effect = "transfer" in document or "duration" in document
    if effect and ("changes" in lists or isinstance(value_at(document, "system", "changes"), list)):
        return "effect"
    if isinstance(document.get("content"), str) and "type" not in document and "name" in document:
        return "journal"
    if "faces" in lists and "back" in document:
        return "card"
    return "other"


def children(document: Object, kind: Kind, type_: str, *, partial: bool) -> Iterator[Child]:
    """The documents inside one, those that a module or a choice keeps in it among them."""
    for member, of in _CHILDREN.get(kind, ()):
        for number, each in enumerate(as_array(document.get(member)) or []):
            child = as_object(each)
            if child is not None:
                yield Child(
                    (member, number), child, of, _type(child), partial and not _whole(child)
                )
    if kind == "actor":
        for member in ("prototypeToken", "token"):
            if (token := as_object(document.get(member))) is not None:
                yield Child((member,), token, "token", "", True)
                break
    elif kind == "token":
        for member in ("delta", "actorData"):
            if (delta := as_object(document.get(member))) is not None:
                yield Child((member,), delta, "actor", _type(delta), True)
                break
    elif kind == "item":
        yield from _kept_in(document)
        yield from _mutations(document, type_)


def _type(document: Object) -> str:
    return as_text(document.get("type")) or ""


def _whole(document: Object) -> bool:
    """Whether an item or an effect of a token's delta stands there as a whole."""
    return "name" in document and "type" in document


def _kept_in(document: Object) -> Iterator[Child]:
    """Items in the flags of an item: the magazine that is loaded, the powers of an arcane device."""
    base: Path = ("flags", "swade")
    flags = object_at(document, "flags", "swade") or {}
    loaded = as_object(flags.get("loadedAmmo"))
    if loaded is not None:
        yield Child((*base, "loadedAmmo"), loaded, "item", _type(loaded), False)
    powers = flags.get("embeddedPowers")
    for number, each in enumerate(as_array(powers) or []):
        pair = as_array(each)
        power = as_object(pair[1]) if pair is not None and len(pair) > 1 else as_object(each)
        if power is not None:
            inner: Path = (number, 1) if pair is not None else (number,)
            path: Path = (*base, "embeddedPowers", *inner)
            yield Child(path, power, "item", _type(power) or "power", False)
    for name, each in (as_object(powers) or {}).items():
        if (power := as_object(each)) is not None:
            yield Child(
                (*base, "embeddedPowers", name), power, "item", _type(power) or "power", False
            )


def _mutations(document: Object, type_: str) -> Iterator[Child]:
    """What a choice, or an item that is granted, changes in an item: a part of its document."""
    key = data_key(document)
    data = as_object(document.get(key)) or {}
    for number, each in enumerate(as_array(data.get("choiceSets")) or []):
        for chosen, choice in enumerate(as_array((as_object(each) or {}).get("choices")) or []):
            mutation = as_object((as_object(choice) or {}).get("mutation"))
            if mutation is not None:
                path: Path = (key, "choiceSets", number, "choices", chosen, "mutation")
                yield Child(path, mutation, "item", _type(mutation) or type_, True)
    for number, each in enumerate(as_array(data.get("grants")) or []):
        mutation = as_object((as_object(each) or {}).get("mutation"))
        if mutation is not None:
            yield Child(
                (key, "grants", number, "mutation"), mutation, "item", _type(mutation), True
            )
