"""The manifest of a module, a system or a world: which packs it names, and where they lie."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from sw_data.diagnostics import Diagnostic, register
from sw_data.document.locate import located
from sw_data.document.raw import Document, as_finding, examine
from sw_data.document.store.base import StoreLimits
from sw_data.document.store.file import read_bytes
from sw_data.document.store.foundry_keys import COLLECTIONS
from sw_data.document.store.leveldb import is_leveldb
from sw_data.errors import DocumentError

NAMES: Final = ("module.json", "system.json", "world.json")


@dataclass(frozen=True, slots=True)
class NamedPack:
    """A pack that a manifest names.

    Attributes:
        name: Its name.
        path: Where it lies, relative to the package's folder.
        collection: The collection of its documents, or None if its type is not known.
    """

    name: str
    path: str
    collection: str | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest as far as it could be read: its packs, and what is wrong with it."""

    kind: str
    packs: tuple[NamedPack, ...]
    findings: tuple[Diagnostic, ...]


def is_package(folder: Path) -> bool:
    """Whether a folder is a module, a system or a world; one that may not be looked into is none."""
    try:
        return any((folder / name).is_file() for name in NAMES)
    except OSError:
        return False


def read(folder: Path, name: str, limits: StoreLimits) -> Manifest:
    """The manifest of a package's folder."""
    file = next(file for file in NAMES if (folder / file).is_file())
    kind = file.removesuffix(".json")
    shown = os.path.join(name, file)
    try:
        document, found = examine(
            read_bytes(folder / file, shown, limits), name=shown, limits=limits
        )
    except DocumentError as error:
        return Manifest(kind, (), (as_finding(error),))
    if document is None:
        return Manifest(kind, (), found)
    more: list[Diagnostic] = []
    packs = tuple(_packs(document, folder, more))
    return Manifest(kind, packs, (*found, *located(document, more)))


def _packs(document: Document, folder: Path, found: list[Diagnostic]) -> Iterator[NamedPack]:
    value: object = document.value
    if not isinstance(value, dict):
        found.append(register.finding("SW712", "the manifest is no object", pointer=""))
        return
    packs = cast("dict[str, object]", value).get("packs", [])
    if not isinstance(packs, list):
        message = f"`packs` is {type(packs).__name__}, not a list of objects"
        found.append(register.finding("SW712", message, pointer="/packs"))
        return
    seen: set[str] = set()
    for number, pack in enumerate(cast("list[object]", packs)):
        at = f"/packs/{number}"
        entry = cast("dict[str, object]", pack) if isinstance(pack, dict) else {}
        name = entry.get("name")
        path = entry.get("path", f"packs/{name}" if isinstance(name, str) else None)
        if not isinstance(name, str) or not isinstance(path, str):
            message = "a pack needs a name and a path, both texts"
            found.append(register.finding("SW712", message, pointer=at))
            continue
        if name in seen:
            message = f"the pack name {name!r} is used twice"
            found.append(register.finding("SW714", message, pointer=f"{at}/name"))
        seen.add(name)
        kind = entry.get("type", entry.get("entity"))
        relative = path.replace("\0", "").lstrip("/")
        real = os.path.realpath(folder)
        inside = os.path.realpath(os.path.join(real, relative))
        pointer = f"{at}/path"
        if relative != path.lstrip("/") or os.path.commonpath([real, inside]) != real:
            message = f"the path {path!r} leads out of the package's folder"
            found.append(register.finding("SW013", message, pointer=pointer))
            continue
        place = _place(folder, relative)
        if place is None:
            message = f"nothing lies at {path!r}, where the pack {name!r} should be"
            found.append(register.finding("SW713", message, pointer=pointer))
            continue
        yield NamedPack(name, place, COLLECTIONS.get(kind) if isinstance(kind, str) else None)


def _place(folder: Path, relative: str) -> str | None:
    """Where a pack really lies: Foundry 11 made a folder of each `.db` file, and sources may lie in `_source`."""
    root = os.path.realpath(folder)
    bare = relative.removesuffix(".db").rstrip("/")
    for candidate in (bare, relative, f"{bare}.db"):
        normal = os.path.normpath(candidate)
        path = os.path.join(root, normal)
        if os.path.realpath(path) != path:
            continue  # a link inside the package: what it points to is read by its own name
        if os.path.isdir(path):
            built = is_leveldb(Path(path)) or not os.path.isdir(os.path.join(path, "_source"))
            return normal if built else os.path.join(normal, "_source")
        if os.path.isfile(path):
            return normal
    return None
