"""Unpacking: a pack cut into one file per document, which is what authors keep in version control."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, cast

from sw_data.document.raw import parse
from sw_data.document.store import yaml_file
from sw_data.document.store.adventures import adventure_file, parts
from sw_data.document.store.base import STORE_LIMITS, Store, StoreLimits, cannot_open
from sw_data.document.store.file import read_bytes
from sw_data.document.store.foundry_keys import Key, Object
from sw_data.document.store.layout import laid_out
from sw_data.document.store.opening import open_store
from sw_data.document.store.sources import (
    FolderTree,
    Report,
    as_document,
    entry_key,
    file_name,
    with_keys,
)
from sw_data.document.store.volatile import same_but_volatile
from sw_data.errors import DocumentError, ImpossibleError

_SOURCES: Final = frozenset({".json", ".yml", ".yaml"})

TransformEntry: TypeAlias = Callable[[Object], object]
TransformName: TypeAlias = Callable[[Object], str | None]


def unpack(
    source: Path,
    target: Path,
    *,
    yaml: bool = False,
    folders: bool = False,
    clean: bool = False,
    expand_adventures: bool = False,
    omit_volatile: bool = False,
    indent: int = 2,
    collection: str | None = None,
    transform_entry: TransformEntry | None = None,
    transform_name: TransformName | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Report:
    """Write each document of a pack into a file of its own, children inside and `_key` on each.

    Args:
        source: A compendium folder, a `.db` pack, or anything else that `open_store` reads.
        target: The folder to write into; made if it is not there. Files of the same name are replaced.
        yaml: YAML instead of JSON.
        folders: Make a folder for each folder of the compendium.
        clean: Take away all JSON and YAML files that are in `target` already.
        expand_adventures: Write the documents inside an adventure into files of their own, which the adventure names.
        omit_volatile: Leave a file as it is if nothing but times and versions in `_stats` would change.
        indent: Blanks a level of JSON.
        collection: The collection of documents that do not say it (`items`); guessed by their members if None.
        transform_entry: Is given a copy of each document, which it may change; False leaves the document out.
        transform_name: Is given each document; a file name below `target`, or None for the usual one.
        limits: How much is read.

    Raises:
        DocumentError: Nothing can be read at `source`, or written at `target`.
        MissingExtraError: YAML without PyYAML.
    """
    store = open_store(source, limits=limits)
    if os.path.lexists(target) and not target.is_dir():
        raise DocumentError("is no folder", path=str(target), code="SW012")
    if os.path.realpath(target) == os.path.realpath(source):
        raise DocumentError(
            "is the pack itself; unpack into another folder", path=str(target), code="SW012"
        )
    unpacker = _Unpacker(
        target,
        limits,
        yaml=yaml,
        folders=folders,
        expand=expand_adventures,
        omit_volatile=omit_volatile,
        indent=indent,
        collection=collection,
        transform_entry=transform_entry,
        transform_name=transform_name,
    )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:80]}.", dir=target.parent) as room:
            fresh = Path(room) / "fresh"
            fresh.mkdir()
            report = unpacker.into(fresh, store)
            report.findings += store.findings
            failed = [found for found in store.findings if found.severity == "error"]
            if failed and not report.records:
                first = failed[0]
                raise DocumentError(first.message, path=first.file, code=first.code)
            if clean and target.is_dir():
                _clean(target)
            _move(fresh, target)
    except OSError as error:
        raise cannot_open(target, error) from None
    return report


@dataclass(slots=True)
class _Unpacker:
    """Writes the files of a pack; `target` is where they will lie in the end."""

    target: Path
    limits: StoreLimits
    yaml: bool
    folders: bool
    expand: bool
    omit_volatile: bool
    indent: int
    collection: str | None
    transform_entry: TransformEntry | None
    transform_name: TransformName | None
    fresh: Path = field(init=False)
    _made: set[str] = field(default_factory=lambda: {""})
    _used: set[str] = field(default_factory=set[str])

    def into(self, fresh: Path, store: Store) -> Report:
        """Write every document of a store below a folder that is empty."""
        self.fresh = fresh
        report = Report()
        suffix = ".yml" if self.yaml else ".json"
        tree = FolderTree.of(store.entries(), self.collection) if self.folders else None
        for entry in store.entries():
            value = as_document(entry)
            if value is None:
                continue
            key = entry_key(entry, value, self.collection)
            kept = self._transformed(value)
            if kept is None:
                continue
            report.documents += 1
            if self.expand and key.collection == "adventures":
                self._adventure(kept, key, adventure_file(kept, key, suffix, tree), suffix)
            else:
                name = self._named(kept) or file_name(kept, key, suffix, tree)
                self._write(with_keys(kept, key), key.collection, self._free(name, suffix))
        report.records = len(self._used)
        return report

    def _adventure(self, value: Object, key: Key, name: str, suffix: str) -> None:
        name = self._free(self._named(value) or name, suffix)
        own = {**value, "_key": str(key)}
        listed: dict[str, dict[int, str | None]] = {}
        for part in parts(value, name, suffix, folders=self.folders):
            inner = self._transformed(part.value)
            places = listed.setdefault(part.collection, {})
            places[part.number] = None
            if inner is not None:
                file = self._free(self._named(inner) or part.name, suffix)
                self._write(inner, part.collection, file)
                place = os.path.relpath(file, os.path.dirname(name) or ".")
                places[part.number] = place.replace(os.sep, "/")
        for member, places in listed.items():
            held = cast("list[object]", own[member])
            named = [places.get(number, one) for number, one in enumerate(held)]
            own[member] = [one for one in named if one is not None]
        self._write(own, key.collection, name)

    def _transformed(self, value: Object) -> Object | None:
        """The document as the caller wants it; None if it is left out."""
        if self.transform_entry is None:
            return value
        changed = copy.deepcopy(value)
        return None if self.transform_entry(changed) is False else changed

    def _named(self, value: Object) -> str | None:
        """The name that the caller gives, which does not lead out of the folder."""
        name = self.transform_name(value) if self.transform_name else None
        if name is None:
            return None
        path = os.path.normpath(name)
        if os.path.isabs(path) or path.split(os.sep)[0] in {"..", "."} or "\0" in path:
            raise ImpossibleError(
                f"transform_name gave {name!r}; a file below the folder is wanted"
            )
        return path

    def _free(self, name: str, suffix: str) -> str:
        """A name that no file has yet, not even in another case."""
        while name.casefold() in self._used:
            name = f"{name.removesuffix(suffix)}_{suffix}"
        self._used.add(name.casefold())
        return name

    def _write(self, value: Object, collection: str, name: str) -> None:
        folder = os.path.dirname(name)
        if folder not in self._made:
            (self.fresh / folder).mkdir(parents=True, exist_ok=True)
            self._made.add(folder)
        data = self._unchanged(value, collection, name) if self.omit_volatile else None
        if data is None:
            data = yaml_file.write(value) if self.yaml else laid_out(value, self.indent)
        with open(os.path.join(self.fresh, name), "wb", buffering=0) as stream:
            stream.write(data)

    def _unchanged(self, value: Object, collection: str, name: str) -> bytes | None:
        """The file that is there already, if only what is volatile would change in it."""
        path = self.target / name
        if path.is_symlink() or not path.is_file():
            return None
        try:
            data = read_bytes(path, str(path), self.limits)
            reader = yaml_file.read if self.yaml else None
            document = (
                reader(data, str(path), self.limits)
                if reader
                else parse(data, name=str(path), limits=self.limits)
            )
        except DocumentError:
            return None  # what cannot be read is written anew
        return data if same_but_volatile(value, document.value, collection) else None


def _clean(target: Path) -> None:
    for path in sorted(target.rglob("*"), reverse=True):
        if path.is_symlink():
            continue
        if path.is_file() and path.suffix.lower() in _SOURCES:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _move(fresh: Path, target: Path) -> None:
    """Puts the new files in their place: all at once if there is nothing yet."""
    if not os.path.lexists(target):
        fresh.rename(target)
        return
    made = sorted(fresh.rglob("*"))
    for path in made:
        place = target / path.relative_to(fresh)
        if path.is_dir() and place.is_symlink():
            message = "it is a link to another place, and nothing is written there; take it away, or name that place"
            raise DocumentError(message, path=str(place), code="SW719")
    for path in made:
        place = target / path.relative_to(fresh)
        if path.is_dir():
            place.mkdir(exist_ok=True)
        else:
            path.replace(place)
