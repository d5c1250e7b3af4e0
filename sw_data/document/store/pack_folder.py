"""Compendium folders of Foundry 11 and later: whole documents out of a LevelDB folder, and back into it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, cast

from sw_data.diagnostics import Diagnostic, register
from sw_data.document.raw import as_finding
from sw_data.document.store.assembly import Assembly, Whole, encoded, records
from sw_data.document.store.base import (
    Change,
    Entry,
    Form,
    Store,
    cannot_open,
    is_place,
    refuse_to_overwrite,
    unchanged,
)
from sw_data.document.store.foundry_keys import Object
from sw_data.document.store.leveldb import LevelDb, Loss, is_leveldb, write_folder
from sw_data.document.store.leveldb.reader import is_own_name
from sw_data.document.store.leveldb.writer import locked
from sw_data.errors import DocumentError

_CODES: Final = {
    "damaged": "SW704",
    "index": "SW704",
    "foreign": "SW704",
    "salvage": "SW705",
    "missing": "SW706",
    "no_log": "SW706",
    "compression": "SW707",
    "cut": "SW708",
}


class PackFolder(Store):
    """A LevelDB folder with Foundry's documents in it; an entry's document has its children in place."""

    form: Form = "leveldb"

    def _origin(self, whole: Whole) -> str:
        return f"{self.name}{whole.key}"

    def _entries(self) -> Iterator[Entry]:
        try:
            with LevelDb.open(self.path, limit=self.limits.size) as pack:
                yield from self._of(pack)
                self._take(pack.losses)
        except OSError as error:
            self.findings.append(as_finding(cannot_open(self.name, error)))

    def _of(self, pack: LevelDb) -> Iterator[Entry]:
        for whole in Assembly(pack, self.name, self.limits, self.find).documents():
            key = str(whole.key)
            yield Entry(whole.document, self._origin(whole), "", whole.key.collection, key)

    def _take(self, losses: Iterable[Loss]) -> None:
        for loss in losses:
            message = f"{loss.file}: {loss.message}"
            file = os.path.join(self.name, loss.file)
            if len(self.findings) < self.limits.findings:
                self.findings.append(register.finding(_CODES[loss.problem], message).at(file))

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the pack as a fresh folder, value by value equal where nothing is changed; see `Store.write`.

        In place the old folder stands beside the new one, as `NAME.backup`, until the new one has been read back; if
        the old one was damaged it stays there. Files in it that are none of LevelDB's are kept.
        """
        self.findings = []
        refuse_to_overwrite(target, self.path, overwrite)
        keep: Path | None = None
        try:
            with LevelDb.open(self.path, limit=self.limits.size) as pack:
                changed = self._changed(pack, change)
                if not changed and is_place(target, self.path):
                    self._take(pack.losses)
                    return list(self.findings)
                keep = write_pack(
                    target,
                    _overlaid(pack, changed),
                    source=self.path,
                    overwrite=overwrite,
                    keep_backup=lambda: bool(pack.losses),
                )
                self._take(pack.losses)
        except OSError as error:
            raise cannot_open(self.name, error) from None
        if keep is not None:
            self.find("SW704", f"the damaged pack is kept as {str(keep)!r}")
        return list(self.findings)

    def _changed(self, pack: LevelDb, change: Change) -> dict[bytes, bytes | None]:
        """The records that a change puts, and those that it takes away (None)."""
        changed: dict[bytes, bytes | None] = {}
        for whole in Assembly(pack, self.name, self.limits, self.find).documents():
            new = change(self._origin(whole), whole.document)
            if new.text == whole.document.text:
                continue
            before = _encoded(whole.document.value, whole)
            after = _encoded(new.value, whole)
            for key in before.keys() - after.keys():
                changed[key] = None
            for key, value in after.items():
                if before.get(key) != value:
                    changed[key] = value
        return changed


def _encoded(value: object, whole: Whole) -> dict[bytes, bytes]:
    if not isinstance(value, dict):
        raise DocumentError(f"'{whole.key}' would be no object any more", path=whole.document.name)
    out: dict[bytes, bytes] = {}
    for key, record in records(cast("Object", value), whole.key, whole.inline):
        raw = str(key).encode("utf-8", "surrogatepass")
        if raw in out:
            raise DocumentError(
                f"two children would have the key '{key}'", path=whole.document.name, code="SW701"
            )
        out[raw] = encoded(record)
    return out


def _overlaid(pack: LevelDb, changed: dict[bytes, bytes | None]) -> Iterator[tuple[bytes, bytes]]:
    left = dict(changed)
    for key, value in pack.scan():
        if key in left:
            new = left.pop(key)
            if new is not None:
                yield key, new
        else:
            yield key, value
    for key, new in left.items():
        if new is not None:
            yield key, new


def write_pack(
    target: Path,
    content: Iterable[tuple[bytes, bytes]],
    *,
    source: Path | None = None,
    overwrite: bool = False,
    keep_backup: Callable[[], bool] = lambda: False,
) -> Path | None:
    """Write a pack folder in the place of whatever pack is there; where the old one was left, or None.

    Args:
        target: The folder to be made or replaced.
        content: Keys and values; read while the new folder is written, before the old one is touched.
        source: The pack that the content comes from, to tell a copy from writing in place.
        overwrite: Whether a pack that is there may be replaced.
        keep_backup: Asked at the end: whether the old folder stays.

    Raises:
        DocumentError: There is something that may not be replaced, a pack that another program has open, or what was
            written does not read back equal.
    """
    refuse_to_overwrite(target, source, overwrite)
    there = os.path.lexists(target)
    if there and not _replaceable(target):
        raise DocumentError("is no compendium folder; not replaced", path=str(target), code="SW012")
    try:
        with locked(target) if there else nullcontext(), _beside(target) as fresh:
            tally = _Tally()
            write_folder(fresh, tally.through(content))
            _read_back(fresh, tally)
            if not there:
                fresh.rename(target)
                return None
            return _swap(fresh, target, tally, keep_backup)
    except BlockingIOError:
        message = "another program has this pack open; close the world in Foundry first"
        raise DocumentError(message, path=str(target), code="SW012") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(
            f"cannot be written: {reason}", path=str(target), code="SW012"
        ) from None


def _replaceable(target: Path) -> bool:
    if target.is_symlink() or not target.is_dir():
        return False
    return is_leveldb(target) or not any(target.iterdir())


class _Tally:
    """A sum over keys and values that does not depend on their order."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0

    def add(self, key: bytes, value: bytes) -> None:
        digest = hashlib.sha256(len(key).to_bytes(8, "big") + key + value).digest()
        self._count += 1
        self._sum = (self._sum + int.from_bytes(digest, "big")) % (1 << 256)

    def through(self, content: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
        for key, value in content:
            self.add(key, value)
            yield key, value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tally) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


@contextmanager
def _beside(target: Path) -> Generator[Path]:
    """A place for a new folder on the same disk, gone afterwards if nothing was moved from it."""
    room = Path(tempfile.mkdtemp(prefix=f".{target.name[:80]}.", dir=target.parent))
    try:
        yield room / "pack"
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _read_back(folder: Path, tally: _Tally) -> None:
    found = _Tally()
    with LevelDb.open(folder, limit=sys.maxsize >> 1) as pack:
        for key, value in pack.scan():
            found.add(key, value)
        if found != tally or pack.losses:
            raise OSError("what was written does not read back equal; nothing was replaced")


def _swap(fresh: Path, target: Path, tally: _Tally, keep_backup: Callable[[], bool]) -> Path | None:
    backup = target.with_name(f"{target.name}.backup")
    number = 2
    while os.path.lexists(backup):
        backup = target.with_name(f"{target.name}.backup-{number}")
        number += 1
    target.rename(backup)
    try:
        fresh.rename(target)
        _read_back(target, tally)
    except OSError:
        if target.exists():
            target.rename(fresh)
        backup.rename(target)
        raise
    for entry in list(backup.iterdir()):
        if not is_own_name(entry.name):
            entry.rename(target / entry.name)
    if keep_backup():
        return backup
    shutil.rmtree(backup)
    return None
