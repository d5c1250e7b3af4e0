"""The texts in a folder that hold sheets or a log, told from all the others by their content."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from sw_data.api.texts import text_store
from sw_data.api.typed_logs import may_be_typed, typed_log_store
from sw_data.document.store import Store, StoreLimits
from sw_data.document.store.leveldb import is_leveldb
from sw_data.document.store.manifest import is_package
from sw_data.errors import MissingExtraError
from sw_data.formats.encoding import decoded

_PROSE: Final = (".md", ".txt")
_XML: Final = ".xml"
_LOOKED_AT: Final = 1024 * 1024
_GLANCED_AT: Final = 4096
_DICE: Final = re.compile(r"(?<![^\W\d_])[^\W\d_](?:4|6|8|10|12)(?!\d)")
"""A die in any language: `d6`, `W6`, `к6`."""
_FEWEST: Final = 3
"""A stat block has the dice of five attributes, and may be damaged."""
_ROOT: Final = re.compile(rb"<root\s[^>]*\bversion\s*=")


def texts_below(folder: str, limits: StoreLimits) -> Iterator[Store]:
    """The stat blocks, the characters of Fantasy Grounds and the typed logs below a folder, by name.

    Any other text (a README, a license) is passed over, as are packs and packages, hidden folders and links.
    A log that cannot be read for want of a library is passed over too.
    """
    for path in _files(folder, limits):
        store = _store(path, limits)
        if store is not None:
            yield store


def _store(path: str, limits: StoreLimits) -> Store | None:
    place, suffix = Path(path), os.path.splitext(path)[1].lower()
    try:
        with place.open("rb") as file:
            head = file.read(_LOOKED_AT)
    except OSError:
        return None
    if suffix == _XML:
        return text_store(place, path, limits) if _ROOT.search(head.replace(b"\0", b"")) else None
    try:
        begins = decoded(head)[0]
        typed = suffix == ".txt" and may_be_typed(begins[:_GLANCED_AT])
        log = typed_log_store(place, path, limits) if typed else None
    except MissingExtraError:
        return None
    if log is not None:
        return log
    dice = sum(1 for _ in islice(_DICE.finditer(begins), _FEWEST))
    return text_store(place, path, limits) if dice == _FEWEST else None


def _files(folder: str, limits: StoreLimits) -> Iterator[str]:
    left = limits.entries
    waiting = [(folder, 1)]
    while waiting:
        here, level = waiting.pop()
        inner: list[tuple[str, int]] = []
        for entry in _listed(here):
            left -= 1
            if left < 0:
                return
            if entry.name.startswith(".") or entry.name == "node_modules" or entry.is_symlink():
                continue
            if entry.is_dir():
                path = Path(entry.path)
                if level < limits.levels and not is_leveldb(path) and not is_package(path):
                    inner.append((entry.path, level + 1))
            elif entry.name.lower().endswith((*_PROSE, _XML)) and entry.is_file():
                yield entry.path
        waiting += reversed(inner)


def _listed(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder, by name; a folder that may not be read is told of by whoever reads its documents."""
    try:
        with os.scandir(folder) as every:
            return sorted(every, key=lambda entry: entry.name)
    except OSError:
        return []
