"""A zip of any other container: unpacked into a folder of its own for as long as it is read, nothing in it trusted."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

from sw_data.diagnostics import Diagnostic, register
from sw_data.document.raw import Document, as_finding
from sw_data.document.store.base import (
    Change,
    Entry,
    Form,
    NoStore,
    Store,
    StoreLimits,
    atomic,
    cannot_open,
    is_place,
    refuse_to_overwrite,
    unchanged,
)
from sw_data.document.store.folder import Opener
from sw_data.errors import DocumentError, LimitError

_CHUNK: Final = 1 << 16
_SMALL: Final = 1 << 16  # a ratio says nothing about an entry smaller than that
_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA}
_UNREADABLE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    ValueError,
    OSError,
)


class ZipFile(Store):
    """A zip; zips inside it are not opened."""

    form: Form = "zip"

    def __init__(self, path: Path, name: str, limits: StoreLimits, opener: Opener) -> None:
        super().__init__(path, name, limits)
        self._opener = opener

    def _entries(self) -> Iterator[Entry]:
        try:
            with self._unpacked() as folder:
                inner = self._inner(folder)
                yield from inner.entries()
                room = max(0, self.limits.findings - len(self.findings))
                self.findings += inner.findings[:room]
        except DocumentError as error:
            self.findings.append(as_finding(error))

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the zip with the changed files in it; the others keep date and place; see `Store.write`."""
        refuse_to_overwrite(target, self.path, overwrite)
        self.findings = []
        with self._unpacked() as folder:
            inner = self._inner(folder)
            watch = _Watch(change)
            found = inner.write(inner.path, watch, overwrite=True)
            if not watch.changed and is_place(target, self.path):
                return [*self.findings, *found]
            with atomic(target, overwrite=overwrite, source=self.path) as out:
                try:
                    if watch.changed:
                        with zipfile.ZipFile(self.path) as old, zipfile.ZipFile(out, "w") as new:
                            _repack(old, new, folder)
                    else:
                        with self.path.open("rb") as stream:
                            shutil.copyfileobj(stream, out)
                except _UNREADABLE as error:
                    raise DocumentError(
                        f"the zip cannot be read: {error}", path=self.name
                    ) from None
        return [*self.findings, *found]

    def _inner(self, folder: Path) -> Store:
        """The store in the unpacked zip; many zips hold one folder that holds everything."""
        name = self.name
        while True:
            held = list(folder.iterdir())
            if len(held) != 1:
                break
            name = os.path.join(name, held[0].name)
            folder = held[0]
            if not folder.is_dir():
                break
        return self._open_inside(folder, limits=self.limits, name=name)

    def _open_inside(
        self,
        path: Path,
        *,
        limits: StoreLimits,
        name: str | None = None,
        inside: Opener | None = None,
    ) -> Store:
        """What lies in the zip, unless it is a zip again."""
        store = self._opener(path, limits=limits, name=name, inside=inside or self._open_inside)
        if isinstance(store, ZipFile):
            finding = register.finding("SW719", "a zip inside a zip is not opened").at(name)
            return NoStore(path, store.name, limits, finding)
        return store

    @contextmanager
    def _unpacked(self) -> Generator[Path]:
        with tempfile.TemporaryDirectory(prefix="sw-data-") as room:
            folder = Path(room).resolve() / "zip"
            folder.mkdir()
            try:
                with zipfile.ZipFile(self.path) as archive:
                    self._unpack(archive, folder)
            except DocumentError:
                raise
            except OSError as error:
                raise cannot_open(self.name, error) from None
            except _UNREADABLE as error:
                raise DocumentError(
                    f"the zip cannot be read: {error}", path=self.name, code="SW717"
                ) from None
            yield folder

    def _unpack(self, archive: zipfile.ZipFile, folder: Path) -> None:
        infos = archive.infolist()
        if len(infos) > self.limits.entries:
            message = (
                f"the zip has {len(infos)} entries; at most {self.limits.entries} are unpacked"
            )
            raise LimitError(message, path=self.name, code="SW004")
        left = self.limits.unpacked
        if sum(info.file_size for info in infos) > left:
            self._refuse_unpacked()  # before the first entry takes room on the disk
        for info in infos:
            shown = os.path.join(self.name, info.filename)
            target = inside(folder, info.filename)
            if target is None:
                message = (
                    f"the entry {info.filename[:80]!r} would be unpacked outside of the folder"
                )
                self.find("SW013", message)
                continue
            mode = info.external_attr >> 16
            if stat.S_ISLNK(mode):
                self.find("SW717", "a link is not unpacked", file=shown)
                continue
            if info.flag_bits & 1:
                self.find("SW717", "an encrypted entry is not unpacked", file=shown)
                continue
            if info.compress_type not in _METHODS:
                self.find("SW717", f"compression {info.compress_type} is not known", file=shown)
                continue
            try:
                if info.is_dir():
                    target.mkdir(parents=True, exist_ok=True)
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                left -= self._extract(archive, info, target, left)
            except _UNREADABLE as error:
                if isinstance(error, LimitError):
                    raise
                why = error.strerror if isinstance(error, OSError) else str(error)
                self.find("SW717", f"the entry cannot be unpacked: {why}", file=shown)
                if not isinstance(error, FileExistsError):
                    with suppress(OSError):
                        target.unlink()

    def _refuse_unpacked(self) -> NoReturn:
        message = f"the zip unpacks to more than {self.limits.unpacked} bytes"
        raise LimitError(message, path=self.name, code="SW004")

    def _extract(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, left: int
    ) -> int:
        """Unpack one entry, counting what really comes out of it; the number of bytes."""
        ratio = max(_SMALL, info.compress_size * self.limits.ratio)
        size = 0
        # "x": a name that was unpacked before is not written over.
        with archive.open(info) as stream, target.open("xb") as out:
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                if size > left:
                    self._refuse_unpacked()
                if size > ratio:
                    message = f"the entry {info.filename[:80]!r} gets more than {self.limits.ratio} times as large"
                    raise LimitError(message, path=self.name, code="SW004")
                out.write(chunk)
        return size


class _Watch:
    """A change that remembers whether it changed something."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.changed = False

    def __call__(self, origin: str, document: Document) -> Document:
        new = self._change(origin, document)
        self.changed = self.changed or new.text != document.text
        return new


def inside(folder: Path, name: str) -> Path | None:
    """Where an entry of that name belongs below a folder; None if it would be outside of it, or have no name."""
    bare = name.replace("\\", "/")
    parts = [part for part in bare.split("/") if part not in {"", "."}]
    if not parts or bare.startswith("/") or ".." in parts or "\0" in bare or ":" in parts[0]:
        return None
    if len(parts) > 64 or any(len(part.encode("utf-8", "replace")) > 255 for part in parts):
        return None
    return folder.joinpath(*parts)


def _repack(old: zipfile.ZipFile, new: zipfile.ZipFile, folder: Path) -> None:
    """The entries of a zip in their order, with what lies in `folder` now; what is new there comes at the end."""
    written: set[Path] = set()
    for info in old.infolist():
        target = inside(folder, info.filename)
        if target is None or target in written:
            continue
        if info.is_dir():
            if target.is_dir():
                new.writestr(info, b"")
            continue
        if not target.is_file():
            continue
        written.add(target)
        info.file_size = target.stat().st_size
        with target.open("rb") as stream, new.open(info, "w") as out:
            shutil.copyfileobj(stream, out)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in written:
            new.write(path, path.relative_to(folder).as_posix(), zipfile.ZIP_DEFLATED)
