"""How Foundry cuts a document into records: which lists hold children, and how a child's key is made of its parent's.

A key is `!actors.items.effects!A.I.E`: the collections from the top down, and the ids of the same. In a pack a parent
holds the ids of its children; everywhere else it holds the children themselves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

Object: TypeAlias = dict[str, object]

CHILDREN: Final[Mapping[str, Mapping[str, str]]] = {
    "actors": {"items": "many", "effects": "many"},
    "cards": {"cards": "many"},
    "combats": {"combatants": "many", "groups": "many"},
    "delta": {"items": "many", "effects": "many"},
    "items": {"effects": "many"},
    "journal": {"pages": "many", "categories": "many"},
    "playlists": {"sounds": "many"},
    "regions": {"behaviors": "many"},
    "scenes": {
        "drawings": "many",
        "tokens": "many",
        "levels": "many",
        "lights": "many",
        "notes": "many",
        "regions": "many",
        "sounds": "many",
        "templates": "many",
        "tiles": "many",
        "walls": "many",
    },
    "tables": {"results": "many"},
    "tokens": {"delta": "one"},
}
"""For each collection: the members that hold children, and whether they hold a list or a single one."""

COLLECTIONS: Final[Mapping[str, str]] = {
    "ActiveEffect": "effects",
    "Actor": "actors",
    "Adventure": "adventures",
    "Cards": "cards",
    "ChatMessage": "messages",
    "Combat": "combats",
    "FogExploration": "fog",
    "Folder": "folders",
    "Item": "items",
    "JournalEntry": "journal",
    "Macro": "macros",
    "Playlist": "playlists",
    "RollTable": "tables",
    "Scene": "scenes",
    "Setting": "settings",
    "User": "users",
}
"""The collection of each type of document."""

ID_FORM: Final = re.compile(r"[A-Za-z0-9]{16}")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class Key:
    """A key taken apart: `collections` and `ids`, from the top down, equally many."""

    collections: tuple[str, ...]
    ids: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Key | None:
        """The key that a text is; None if it is none."""
        parts = text.split("!", 2)
        if len(parts) != 3 or parts[0] or not parts[1] or not parts[2]:
            return None
        collections = tuple(parts[1].split("."))
        ids = tuple(parts[2].split(".")) if len(collections) > 1 else (parts[2],)
        if len(ids) != len(collections) or not all(ids) or not all(collections):
            return None
        return cls(collections, ids)

    def __str__(self) -> str:
        return f"!{'.'.join(self.collections)}!{'.'.join(self.ids)}"

    def child(self, collection: str, ident: str) -> Key:
        """The key of a child."""
        return Key((*self.collections, collection), (*self.ids, ident))

    @property
    def collection(self) -> str:
        """The collection that the document itself is in."""
        return self.collections[-1]

    @property
    def ident(self) -> str:
        """The document's own id."""
        return self.ids[-1]


@dataclass(frozen=True, slots=True)
class Child:
    """A child inside its parent: the member that holds it, its place in the list (None: a single one), and itself."""

    member: str
    number: int | None
    value: Object

    @property
    def steps(self) -> tuple[str | int, ...]:
        """The way from the parent to the child."""
        return (self.member,) if self.number is None else (self.member, self.number)


def children(value: Object, collection: str) -> Iterator[Child]:
    """The children that stand inside a document; ids of children are none."""
    for member, how in CHILDREN.get(collection, {}).items():
        held = value.get(member)
        if how == "one":
            if isinstance(held, dict):
                yield Child(member, None, cast("Object", held))
        elif isinstance(held, list):
            for number, one in enumerate(cast("list[object]", held)):
                if isinstance(one, dict):
                    yield Child(member, number, cast("Object", one))


_SIGNS: Final = (
    ("actors", ("prototypeToken", "token", "items")),
    ("journal", ("pages",)),
    ("tables", ("results", "formula")),
    ("cards", ("cards",)),
    ("scenes", ("walls", "tokens", "drawings")),
    ("playlists", ("sounds",)),
    ("macros", ("command",)),
    ("combats", ("combatants",)),
    ("messages", ("speaker",)),
    ("folders", ("sorting",)),
)


def guess_collection(value: Object) -> str:
    """The collection of a document that does not say it, by the members that it has; `items` if none tells."""
    adventure = [name for name in ("actors", "items", "journal", "scenes") if name in value]
    if len(adventure) > 2:
        return "adventures"
    for collection, members in _SIGNS:
        if any(member in value for member in members):
            return collection
    return "items"


def new_id(*seeds: str) -> str:
    """Sixteen letters and digits that follow from the seeds: the same seeds give the same id."""
    digest = hashlib.sha256("\0".join(seeds).encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest, "big")
    letters: list[str] = []
    for _ in range(16):
        number, rest = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[rest])
    return "".join(letters)
