"""Writing a LevelDB folder: one write-ahead log that holds everything; LevelDB makes tables of it when it opens it."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from sw_data.document.store.leveldb import batch, journal, manifest

_BATCH = 1 << 20


def write_folder(folder: Path, records: Iterable[tuple[bytes, bytes]]) -> int:
    """Write a database into a new folder; the number of records.

    Raises:
        FileExistsError: The folder is there already: a database is never written over.
    """
    folder.mkdir()
    count = 0
    with (folder / "000003.log").open("wb") as stream:
        writer = journal.Writer()
        waiting: list[tuple[bytes, bytes]] = []
        size = 0
        for key, value in records:
            waiting.append((key, value))
            size += len(key) + len(value)
            if size >= _BATCH:
                stream.write(writer.record(batch.put(count + 1, waiting)))
                count += len(waiting)
                waiting, size = [], 0
        if waiting:
            stream.write(writer.record(batch.put(count + 1, waiting)))
            count += len(waiting)
        stream.flush()
        os.fsync(stream.fileno())
    (folder / "MANIFEST-000002").write_bytes(journal.Writer().record(manifest.fresh(3, 4)))
    (folder / "LOCK").write_bytes(b"")
    # CURRENT comes last: without it LevelDB takes the folder for none of its own.
    (folder / "CURRENT").write_bytes(b"MANIFEST-000002\n")
    return count


def lock_is_held(folder: Path) -> bool:
    """Whether another program (a running Virtual Tabletop) has the database open."""
    try:
        with locked(folder):
            return False
    except BlockingIOError:
        return True


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Hold the lock of a database, as LevelDB does, while its files are replaced.

    Raises:
        BlockingIOError: Another program holds it.
    """
    path = folder / "LOCK"
    try:
        stream = path.open("r+b")
    except FileNotFoundError:
        yield  # no program has ever opened it
        return
    except PermissionError as error:
        if sys.platform == "win32":  # LevelDB opens it there so that nobody else can
            raise BlockingIOError(*error.args) from None
        raise
    with stream:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except PermissionError as error:  # some systems say "held" so
                raise BlockingIOError(*error.args) from None
            yield
            return
    yield  # an open file would keep its folder from being renamed there
