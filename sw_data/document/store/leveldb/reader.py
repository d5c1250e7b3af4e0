"""Reading a LevelDB folder: what is live, what a damaged one still holds, without a lock and without a change.

LevelDB itself cannot do that: opening a folder rewrites CURRENT, MANIFEST and the log, and fails while a Virtual
Tabletop has the world open.
"""

from __future__ import annotations

import heapq
import os
import re
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, Self

from sw_data.document.store.leveldb import batch, journal
from sw_data.document.store.leveldb.aside import Aside
from sw_data.document.store.leveldb.coding import DamageError
from sw_data.document.store.leveldb.manifest import COMPARATOR, LiveTable, Version, runs
from sw_data.document.store.leveldb.table import Record, Table

Problem = Literal[
    "damaged", "index", "compression", "salvage", "missing", "cut", "no_log", "foreign"
]

_NUMBERED = re.compile(r"([0-9]{1,18})\.(ldb|sst|log)")
_MANIFEST = re.compile(r"MANIFEST-([0-9]{1,18})")
_OPEN_AT_ONCE = 200
_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is damaged or missing in a pack: which file of it, and what that means."""

    problem: Problem
    file: str
    message: str


class _Files:
    """The files of one folder, opened so that they can still be read when they are deleted meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, BinaryIO] = {}

    def hold(self, name: str) -> int:
        """Open a file, and its size."""
        stream = (self.folder / name).open("rb")
        try:
            size = stream.seek(0, os.SEEK_END)
        except OSError:
            stream.close()
            raise
        if len(self._open) < _OPEN_AT_ONCE:
            self._open[name] = stream
        else:
            stream.close()
        return size

    def read(self, name: str, offset: int, size: int) -> bytes:
        stream = self._open.get(name)
        try:
            if stream is not None:
                stream.seek(offset)
                return stream.read(size)
            with (self.folder / name).open("rb") as fresh:
                fresh.seek(offset)
                return fresh.read(size)
        except OSError as error:
            raise DamageError(f"it cannot be read: {error.strerror}") from None

    def close(self) -> None:
        for stream in self._open.values():
            stream.close()
        self._open.clear()


class LevelDb:
    """A LevelDB folder as it was at one moment; `losses` says what of it could not be read.

    Use it in a `with` statement. Losses in tables show when the tables are scanned.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.losses: list[Loss] = []
        self._limit = limit
        self._files = _Files(folder)
        self._rows: list[list[tuple[Table, LiveTable]]] = []
        self._logged: list[tuple[bytes, int, int, int, int]] = []
        self._aside = Aside()
        self._sizes: dict[str, int | OSError] = {}
        self._names = _names(folder)

    @classmethod
    def open(cls, folder: Path, *, limit: int = 512 * 1024 * 1024) -> Self:
        """Open a folder; if its files change while they are looked at, look again.

        Args:
            folder: The folder. Names in it that are not LevelDB's are not looked at, nor symbolic links.
            limit: The largest log and the largest block to be read, in bytes.

        Raises:
            OSError: The folder itself cannot be listed.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            before = _fingerprint(folder)
            pack = cls(folder, limit)
            try:
                pack._read_all()
            except BaseException:
                pack.close()
                raise
            if not pack.losses or attempt == _ATTEMPTS or before == _fingerprint(folder):
                return pack
            pack.close()
            time.sleep(0.02 * attempt)
        raise AssertionError("the last attempt returns")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._files.close()
        self._aside.close()

    def scan(self, start: bytes = b"", stop: bytes | None = None) -> Iterator[tuple[bytes, bytes]]:
        """Keys and values from `start` on, up to and without `stop`, in the order of the keys."""
        sources = [self._row(row, start, stop) for row in self._rows]
        if self._logged:
            sources.append(self._from_logs(start, stop))
        last: bytes | None = None
        for key, _, kind, value in sources[0] if len(sources) == 1 else heapq.merge(*sources):
            if key != last:
                last = key
                if kind:
                    yield key, value

    def _row(
        self, row: list[tuple[Table, LiveTable]], start: bytes, stop: bytes | None
    ) -> Iterator[Record]:
        for table, live in row:
            if len(row) > 1 and (
                live.largest < start or (stop is not None and live.smallest >= stop)
            ):
                continue
            yield from table.scan(start, stop)

    def _from_logs(self, start: bytes, stop: bytes | None) -> Iterator[Record]:
        for number in range(bisect_left(self._logged, (start,)), len(self._logged)):
            key, sequence, kind, at, size = self._logged[number]
            if stop is not None and key >= stop:
                return
            yield key, sequence, kind, self._aside.get(at, size)

    def _lose(self, problem: Problem, file: str, message: str) -> None:
        loss = Loss(problem, file, message)
        if loss not in self.losses:
            self.losses.append(loss)

    def _read_all(self) -> None:
        version = self._version()
        # Listed anew: what the MANIFEST names may be younger than the first look.
        self._names |= _names(self.folder)
        tables = {
            int(m[1]): m[0] for m in map(_NUMBERED.fullmatch, self._names) if m and m[2] != "log"
        }
        logs = {
            int(m[1]): m[0] for m in map(_NUMBERED.fullmatch, self._names) if m and m[2] == "log"
        }
        if version is None:
            live = [LiveTable(number, 0, b"", b"") for number in sorted(tables)]
        else:
            live = list(version.tables.values())
            logs = {number: name for number, name in logs.items() if version.live_log(number)}
            if not logs and version.log:
                self._lose(
                    "no_log",
                    f"{version.log:06}.log",
                    "the log is not there: what was in no table yet is lost (a .gitignore with *.log?)",
                )
        # Opened all at once, before anything is read: while a program writes, files do not last.
        self._hold([tables[table.number] for table in live if table.number in tables])
        self._hold(logs.values())
        for row in runs(live):
            opened = [(table, of) for of in row if (table := self._table(of, tables)) is not None]
            if opened:
                self._rows.append(opened)
        for number in sorted(logs):
            self._read_log(logs[number])
        self._logged.sort(key=lambda item: item[:2])

    def _hold(self, names: Iterable[str]) -> None:
        for name in names:
            try:
                self._sizes[name] = self._files.hold(name)
            except OSError as error:
                self._sizes[name] = error

    def _table(self, live: LiveTable, names: dict[int, str]) -> Table | None:
        name = names.get(live.number, f"{live.number:06}.ldb")
        span = f"keys from {_shown(live.smallest)} to {_shown(live.largest)} may be lost"
        if live.number not in names:
            self._lose("missing", name, f"the table is not there; {span}")
            return None
        size = self._sizes[name]
        if isinstance(size, OSError):
            self._lose("missing", name, f"the table cannot be opened ({size.strerror}); {span}")
            return None

        def read(offset: int, length: int) -> bytes:
            return self._files.read(name, offset, length)

        def note(problem: str, message: str) -> None:
            kind: Problem = (
                "compression"
                if problem == "compression"
                else "index"
                if problem == "index"
                else "damaged"
            )
            self._lose(kind, name, message)

        try:
            return Table(name, size, read, self._limit, note)
        except DamageError as error:
            self._lose("damaged", name, f"{error}; {span}")
            return None

    def _read_log(self, name: str) -> None:
        """Note the records of a log; their values are put aside, as a log can be as large as the pack."""
        size = self._sizes[name]
        if isinstance(size, OSError):
            self._lose("missing", name, f"it cannot be read ({size.strerror})")
            return
        if size > self._limit:
            self._lose("damaged", name, f"it has more than the limit of {self._limit} bytes")
            return
        try:
            for payload in journal.records_of(partial(self._files.read, name), size):
                if isinstance(payload, journal.Broken):
                    self._lose_record(name, payload)
                else:
                    self._note_batch(name, payload)
        except DamageError as error:
            self._lose("missing", name, str(error))

    def _note_batch(self, name: str, payload: bytes) -> None:
        try:
            for key, sequence, kind, value in batch.read(payload):
                at = self._aside.put(value)
                self._logged.append((key, sequence, kind, at, len(value)))
        except DamageError as error:
            self._lose("damaged", name, f"{error}; the rest of this batch is lost")

    def _lose_record(self, name: str, broken: journal.Broken) -> None:
        if broken.tail:
            what = "what was written last may be missing"
            self._lose("cut", name, f"byte {broken.at}: {broken.why}; {what}")
        else:
            what = "up to 32 KiB of documents from there on are lost"
            self._lose("damaged", name, f"byte {broken.at}: {broken.why}; {what}")

    def _bytes(self, name: str) -> bytes | None:
        try:
            with (self.folder / name).open("rb") as stream:
                # Asked for more than there is, `read` would make room for it first.
                size = os.fstat(stream.fileno()).st_size
                data = stream.read(min(size, self._limit) + 1)
        except OSError as error:
            self._lose("missing", name, f"it cannot be read ({error.strerror})")
            return None
        if len(data) > self._limit:
            self._lose("damaged", name, f"it has more than the limit of {self._limit} bytes")
            return None
        return data

    def _version(self) -> Version | None:
        """What is live; None if nobody can say, and every table and log is to be read."""
        found = {int(m[1]): m[0] for m in map(_MANIFEST.fullmatch, self._names) if m}
        everything = "all tables and logs are read instead, and deleted documents may be back"
        current = self._bytes("CURRENT") if "CURRENT" in self._names else None
        if current is not None:
            name = current.decode("latin-1").strip("\r\n")
            if not _MANIFEST.fullmatch(name):
                self._lose(
                    "salvage", "CURRENT", f"it names no MANIFEST, but {_shown(current[:40])}"
                )
            elif name in self._names:
                version = self._manifest(name)
                if current[-1:] != b"\n" or b"\r" in current:
                    self._lose(
                        "cut", "CURRENT", "its line end was changed; LevelDB will not open it"
                    )
                if version is None:
                    self._lose("salvage", name, f"it cannot be read whole: {everything}")
                return version
            else:
                self._lose(
                    "salvage", "CURRENT", f"it names {name}, which is not there: {everything}"
                )
                return None
        elif "CURRENT" not in self._names:
            self._lose("salvage", "CURRENT", "it is not there; LevelDB will not open the folder")
        for number in sorted(found, reverse=True):
            version = self._manifest(found[number])
            if version is not None and all(
                self._names & {f"{table.number:06}.ldb", f"{table.number:06}.sst"}
                for table in version.tables.values()
            ):
                self._lose(
                    "salvage", found[number], "it is the newest MANIFEST that fits, and used"
                )
                return version
        self._lose("salvage", "MANIFEST", f"no MANIFEST can be used: {everything}")
        return None

    def _manifest(self, name: str) -> Version | None:
        data = self._bytes(name)
        if data is None:
            return None
        version = Version()
        for edit in journal.records(data):
            if isinstance(edit, journal.Broken):
                self._lose("damaged", name, f"byte {edit.at}: {edit.why}")
                return None
            try:
                version.apply(edit)
            except DamageError as error:
                self._lose("damaged", name, str(error))
                return None
        if version.comparator != COMPARATOR:
            what = _shown(version.comparator) if version.comparator else "no order of keys"
            self._lose("foreign", name, f"it names {what}, not {_shown(COMPARATOR)}")
            return None
        return version


def _names(folder: Path) -> set[str]:
    with os.scandir(folder) as entries:
        return {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}


def _fingerprint(folder: Path) -> tuple[tuple[str, int, int], ...]:
    out: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                stat = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            out.append((entry.name, stat.st_size, stat.st_mtime_ns))
    return tuple(sorted(out))


def is_leveldb(folder: Path) -> bool:
    """Whether a folder is a LevelDB database, perhaps a damaged one."""
    try:
        names = _names(folder)
    except OSError:
        return False
    if "CURRENT" in names and ({"LOCK", "LOG"} & names or any(map(_MANIFEST.fullmatch, names))):
        return True
    numbered = [m for m in map(_NUMBERED.fullmatch, names) if m]
    return any(m[2] != "log" for m in numbered) or bool(
        numbered and (any(map(_MANIFEST.fullmatch, names)) or "LOCK" in names)
    )


def is_own_name(name: str) -> bool:
    """Whether a file of that name in a database's folder is LevelDB's own."""
    return (
        name in {"CURRENT", "LOCK", "LOG", "LOG.old"}
        or _MANIFEST.fullmatch(name) is not None
        or re.fullmatch(r"[0-9]{1,18}\.(ldb|sst|log|dbtmp)", name) is not None
    )


def _shown(text: bytes) -> str:
    return repr(text.decode("utf-8", "replace"))
