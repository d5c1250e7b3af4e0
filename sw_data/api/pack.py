"""Compendiums as one file per document, and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from sw_data.api.arguments import checked
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.document.store import packing as packs
from sw_data.document.store import unpacking as sources
from sw_data.document.store.foundry_keys import COLLECTIONS
from sw_data.document.store.sources import Report as PackReport
from sw_data.document.store.unpacking import TransformEntry, TransformName
from sw_data.errors import DocumentError


@checked(source="path", target="path")
def unpack(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
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
) -> PackReport:
    """Writes each document of a compendium into a file of its own, children inside and `_key` on each.

    Args:
        source: A compendium folder, a `.db` pack, or anything else that holds documents.
        target: The folder to write into; made if it is not there.
        yaml: YAML instead of JSON.
        folders: Make a folder for each folder of the compendium.
        clean: Take away the JSON and YAML files that are in `target` already.
        expand_adventures: Write the documents inside an adventure into files of their own, which the adventure names.
        omit_volatile: Leave a file as it is if nothing but times and versions in `_stats` would change.
        indent: Blanks a level of JSON.
        collection: The collection of documents that do not say it (`items`, or `Item`); guessed if None.
        transform_entry: Is given a copy of each document, which it may change; False leaves the document out.
        transform_name: Is given each document; a file name below `target`, or None for the usual one.
        limits: How much is read.

    Raises:
        DocumentError: Nothing can be read at `source`, or written at `target`.
        MissingExtraError: YAML, and PyYAML is not installed.
    """
    return sources.unpack(
        _there(source),
        Path(target),
        yaml=yaml,
        folders=folders,
        clean=clean,
        expand_adventures=expand_adventures,
        omit_volatile=omit_volatile,
        indent=indent,
        collection=COLLECTIONS.get(collection, collection) if collection else None,
        transform_entry=transform_entry,
        transform_name=transform_name,
        limits=limits,
    )


@checked(source="path", target="path")
def pack(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    form: Literal["leveldb", "nedb"] | None = None,
    collection: str | None = None,
    transform_entry: TransformEntry | None = None,
    overwrite: bool = False,
    limits: StoreLimits = STORE_LIMITS,
) -> PackReport:
    """Makes a compendium of a folder with one file per document; missing ids and keys are made.

    Args:
        source: A folder of JSON or YAML files, or anything else that holds documents.
        target: The compendium: a folder, or a `.db` file.
        form: `leveldb` (a folder, Foundry 11 and later) or `nedb` (a `.db` file, Foundry 10 and before); by the name
            if None.
        collection: The collection of documents that do not say it (`items`, or `Item`); guessed if None.
        transform_entry: Is given a copy of each document, which it may change; False leaves the document out.
        overwrite: Whether a compendium that is there may be replaced.
        limits: How much is read.

    Raises:
        DocumentError: Two documents, or two children of one parent, have the same id; a source cannot be read; the
            target is there already, or another program has it open.
    """
    return packs.pack(
        _there(source),
        Path(target),
        form=form,
        collection=COLLECTIONS.get(collection, collection) if collection else None,
        transform_entry=transform_entry,
        overwrite=overwrite,
        limits=limits,
    )


def _there(source: str | os.PathLike[str]) -> Path:
    path = Path(source)
    if not path.exists():
        raise DocumentError("there is no such file or folder", path=str(source), code="SW012")
    return path
