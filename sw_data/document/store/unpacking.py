"""Unpacking: a pack cut into one file per document, which is what authors keep in version control."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from sw_data.document.store import yaml_file
from sw_data.document.store.base import STORE_LIMITS, StoreLimits, cannot_open
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
from sw_data.errors import DocumentError

_SOURCES: Final = frozenset({".json", ".yml", ".yaml"})


def unpack(
    source: Path,
    target: Path,
    *,
    yaml: bool = False,
    folders: bool = False,
    clean: bool = False,
    collection: str | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Report:
    """Write each document of a pack into a file of its own, children inside and `_key` on each.

    Args:
        source: A compendium folder, a `.db` pack, or anything else that `open_store` reads.
        target: The folder to write into; made if it is not there. Files of the same name are replaced.
        yaml: YAML instead of JSON.
        folders: Make a folder for each folder of the compendium.
        clean: Take away all JSON and YAML files that are in `target` already.
        collection: The collection of documents that do not say it (`items`); guessed by their members if None.
        limits: How much is read.

    Raises:
        DocumentError: Nothing can be read at `source`, or written at `target`.
        MissingExtraError: YAML without PyYAML.
    """
    report = Report()
    store = open_store(source, limits=limits)
    if os.path.lexists(target) and not target.is_dir():
        raise DocumentError("is no folder", path=str(target), code="SW012")
    if os.path.realpath(target) == os.path.realpath(source):
        raise DocumentError(
            "is the pack itself; unpack into another folder", path=str(target), code="SW012"
        )
    suffix = ".yml" if yaml else ".json"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:80]}.", dir=target.parent) as room:
            fresh = Path(room) / "fresh"
            fresh.mkdir()
            made = {""}
            tree = FolderTree(store.entries(), collection) if folders else None
            used: set[str] = set()
            for entry in store.entries():
                value = as_document(entry)
                if value is None:
                    continue
                key = entry_key(entry, value, collection)
                name = file_name(value, key, suffix, tree)
                while name.casefold() in used:
                    name = f"{name.removesuffix(suffix)}_{suffix}"
                used.add(name.casefold())
                folder = os.path.dirname(name)
                if folder not in made:
                    (fresh / folder).mkdir(parents=True, exist_ok=True)
                    made.add(folder)
                keyed = with_keys(value, key)
                with open(os.path.join(fresh, name), "wb", buffering=0) as stream:
                    stream.write(yaml_file.write(keyed) if yaml else laid_out(keyed))
                report.documents += 1
            report.records = len(used)
            report.findings += store.findings
            failed = [found for found in store.findings if found.severity == "error"]
            if failed and not used:
                first = failed[0]
                raise DocumentError(first.message, path=first.file, code=first.code)
            if clean and target.is_dir():
                _clean(target)
            _move(fresh, target)
    except OSError as error:
        raise cannot_open(target, error) from None
    return report


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
    for path in sorted(fresh.rglob("*")):
        place = target / path.relative_to(fresh)
        if path.is_dir():
            place.mkdir(exist_ok=True)
        else:
            path.replace(place)
