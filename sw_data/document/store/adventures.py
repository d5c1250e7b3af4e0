"""Adventures cut up: the documents inside one as files of their own, named in its lists, and put together again.

The members, names and paths are those of the Foundry CLI, so that both can be used on the same sources.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from sw_data.document.raw import parse
from sw_data.document.store import yaml_file
from sw_data.document.store.base import StoreLimits
from sw_data.document.store.file import read_bytes
from sw_data.document.store.foundry_keys import COLLECTIONS, Key, Object
from sw_data.document.store.sources import FolderTree, stem
from sw_data.errors import DocumentError

INSIDE: Final = (
    "actors",
    "cards",
    "combats",
    "folders",
    "items",
    "journal",
    "playlists",
    "scenes",
    "tables",
    "macros",
)
"""The members of an adventure that hold documents."""

_TYPES: Final = {collection: kind for kind, collection in COLLECTIONS.items()}


@dataclass(frozen=True, slots=True)
class Part:
    """A document inside an adventure.

    Attributes:
        value: The document.
        collection: The member of the adventure that holds it.
        number: Its place in that member.
        name: The file for it, below the folder that is unpacked into.
        folder: The path of the folder that it lies in.
    """

    value: Object
    collection: str
    number: int
    name: str
    folder: str


def adventure_file(value: Object, key: Key, suffix: str, tree: FolderTree | None) -> str:
    """The name of the file of an adventure whose documents get files of their own."""
    if tree is None:
        return stem(value, key) + suffix
    return os.path.join(tree.path(value.get("folder")), stem(value, key), f"_Adventure{suffix}")


def parts(value: Object, own_file: str, suffix: str, *, folders: bool) -> Iterator[Part]:
    """The documents inside an adventure, and the file for each; beside `own_file`, the adventure's own."""
    base = os.path.dirname(own_file)
    tree = FolderTree(_folders(value), by_type=True) if folders else None
    for collection in INSIDE:
        for number, inner in _documents(value, collection):
            ident = inner.get("_id")
            key = Key((collection,), (ident if isinstance(ident, str) and ident else str(number),))
            if tree is None:
                kind = _TYPES[collection]
                yield Part(inner, collection, number, stem(inner, key, kind) + suffix, base)
                continue
            at = os.path.join(base, tree.path(inner.get("folder")))
            name = os.path.join(at, stem(inner, key) + suffix)
            if collection == "folders":
                name = os.path.join(base, tree.path(key.ident), f"_Folder{suffix}")
            yield Part(inner, collection, number, name, at)


def _documents(value: Object, collection: str) -> Iterator[tuple[int, Object]]:
    held = value.get(collection)
    if isinstance(held, list):
        for number, inner in enumerate(cast("list[object]", held)):
            if isinstance(inner, dict):
                yield number, cast("Object", inner)


def _folders(value: Object) -> Iterator[tuple[Object, Key]]:
    for _, folder in _documents(value, "folders"):
        ident = folder.get("_id")
        if isinstance(ident, str) and ident:
            yield folder, Key(("folders",), (ident,))


def names_files(value: Object) -> bool:
    """Whether an adventure names files in the place of documents."""
    for collection in INSIDE:
        held = value.get(collection)
        if isinstance(held, list) and any(
            isinstance(one, str) for one in cast("list[object]", held)
        ):
            return True
    return False


def put_together(
    value: Object, place: str, root: Path, limits: StoreLimits
) -> tuple[Object, set[str]]:
    """An adventure with the documents in it whose files it names, and the paths of those files.

    Args:
        value: The adventure.
        place: The file that it stands in; what it names lies beside or below that.
        root: The folder that everything lies in.
        limits: How much is read of a file.

    Raises:
        DocumentError: A file is not there (SW702), lies outside `root`, is named twice (SW701), or holds no document.
    """
    own = dict(value)
    taken: set[str] = set()
    for collection in INSIDE:
        held = value.get(collection)
        if not isinstance(held, list):
            continue
        whole = list(cast("list[object]", held))
        for number, name in enumerate(whole):
            if isinstance(name, str):
                pointer = f"{place}/{collection}/{number}"
                path = _inside(place, name, root, pointer)
                if path in taken:
                    message = f"names the file {name!r}, which is in this adventure already"
                    raise DocumentError(message, path=pointer, code="SW701")
                whole[number] = _read(path, limits)
                taken.add(path)
        own[collection] = whole
    return own, taken


def _inside(place: str, name: str, root: Path, pointer: str) -> str:
    """The path that a name in an adventure means."""
    path = os.path.normpath(os.path.join(os.path.dirname(place), name))
    real = "" if "\0" in name else os.path.realpath(path)
    if os.path.isabs(name) or not real.startswith(os.path.realpath(root) + os.sep):
        message = f"names the file {name!r}, which is outside of {str(root)!r}"
        raise DocumentError(message, path=pointer, code="SW719")
    if not os.path.isfile(real):
        message = f"names the file {name!r}, which is not there"
        raise DocumentError(message, path=pointer, code="SW702")
    return path


def _read(path: str, limits: StoreLimits) -> Object:
    data = read_bytes(Path(path), path, limits)
    reader = yaml_file.read if path.lower().endswith((".yml", ".yaml")) else None
    document = reader(data, path, limits) if reader else parse(data, name=path, limits=limits)
    value: object = document.value
    if not isinstance(value, dict):
        raise DocumentError("is no object; a document is one", path=path, code="SW709")
    return cast("Object", value)
