"""What every container has in common: entries to read, findings about it, and a way to write it back as it was."""

from __future__ import annotations

import os
import stat
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Literal, cast

from sw_data.diagnostics import Diagnostic, DocumentRef, register
from sw_data.document.pointer import split
from sw_data.document.raw import Document, Limits
from sw_data.document.store.absent import hint_for
from sw_data.errors import DocumentError

Form = Literal[
    "json",
    "array",
    "yaml",
    "json-lines",
    "nedb",
    "leveldb",
    "package",
    "folder",
    "zip",
    "text",
    "none",
]


@dataclass(frozen=True, slots=True)
class StoreLimits(Limits):
    """How much of a foreign container is read before it is refused.

    Attributes:
        unpacked: Bytes that a zip may hold when it is unpacked.
        entries: Entries of a zip; files in a folder.
        ratio: How many times larger than itself an entry of a zip may get.
        levels: Folders inside each other.
    """

    unpacked: int = 1024 * 1024 * 1024
    entries: int = 100_000
    ratio: int = 200
    levels: int = 32


STORE_LIMITS: Final = StoreLimits()


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a virtual tabletop, and where it stands.

    Attributes:
        document: The text that it stands in, which knows its file and line; entries of an array share one.
        origin: Names that text within its store, the same at every reading; what `Store.write` calls it.
        pointer: Where in the text's value the document stands: `""`, or `/3` in an array.
        collection: What the container says that it is (`actors`, `items`, `folders` …), or None.
        key: Its key in a pack (`!actors!…`), or None.
    """

    document: Document
    origin: str
    pointer: str = ""
    collection: str | None = None
    key: str | None = None

    @property
    def value(self) -> object:
        """The document's JSON value; not to be changed."""
        value: object = self.document.value
        for step in split(self.pointer):
            if isinstance(value, list):
                value = cast("list[object]", value)[int(step)]
            else:
                value = cast("dict[str, object]", value)[step]
        return value


Change = Callable[[str, Document], Document]
"""Given an entry's `origin` and `document`: the document that is to stand in its place, or the same one."""


def unchanged(origin: str, document: Document) -> Document:
    """The change that changes nothing."""
    return document


class Store(ABC):
    """A place where documents lie.

    Attributes:
        path: Where it is.
        name: What it is called in findings.
        form: What kind of container it is.
        findings: What could not be read, or is odd; complete when `entries` has been gone through.
    """

    form: Form = "none"

    def __init__(self, path: Path, name: str, limits: StoreLimits) -> None:
        self.path = path
        self.name = name
        self.limits = limits
        self.findings: list[Diagnostic] = []
        self._asides: list[Diagnostic] = []

    def aside(self, finding: Diagnostic) -> None:
        """Add a finding that was made before the store is read."""
        self._asides.append(finding)

    def entries(self) -> Iterator[Entry]:
        """The documents, one after another; never raises for what is wrong with them."""
        self.findings = list(self._asides)
        yield from self._entries()

    @abstractmethod
    def _entries(self) -> Iterator[Entry]:
        raise NotImplementedError

    @abstractmethod
    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the same kind of container to `target`, with some documents changed.

        What is not changed stays as it is: byte for byte, in a LevelDB pack value for value. In place, a file in which
        nothing changes is not touched.

        Args:
            target: Where to; the store's own path is written in place.
            change: Is called once for each text, in the order of `entries`.
            overwrite: Whether something that is there may be replaced.

        Returns:
            What went wrong without stopping it (documents that could not be read are left as they are).

        Raises:
            DocumentError: `target` is there already, locked by another program, or cannot be written.
        """
        raise NotImplementedError

    def find(
        self,
        code: str,
        message: str,
        *,
        file: str | None = None,
        document: DocumentRef | None = None,
        pointer: str | None = None,
    ) -> None:
        """Add a finding about the container, at most so many as the limits say."""
        if len(self.findings) < self.limits.findings:
            finding = register.finding(code, message, document=document, pointer=pointer)
            self.findings.append(finding.at(file or self.name))


class NoStore(Store):
    """What cannot be read as a container at all; has nothing but a finding."""

    def __init__(self, path: Path, name: str, limits: StoreLimits, finding: Diagnostic) -> None:
        super().__init__(path, name, limits)
        self.aside(finding)

    def _entries(self) -> Iterator[Entry]:
        yield from ()

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """In place there is nothing to do; elsewhere refuses, for nothing could be read here."""
        if is_place(target, self.path):
            return list(self._asides)
        finding = self._asides[0]
        raise DocumentError(finding.message, path=self.name, code=finding.code)


def is_place(target: Path, path: Path) -> bool:
    """Whether both are the same file or folder."""
    try:
        return target.samefile(path)
    except OSError:
        return False


def refuse_to_overwrite(target: Path, source: Path | None, overwrite: bool) -> None:
    """DocumentError if something is at `target` and may not be replaced."""
    if overwrite or not os.path.lexists(target):
        return
    if source is not None and is_place(target, source):
        message = "this is the input; writing over it must be asked for"
    else:
        message = "there is something of that name already; writing over it must be asked for"
    raise DocumentError(message, path=str(target), code="SW012")


_BUFFER: Final = 1 << 20
"""Bytes that are written at a time: lines of outcomes are many and short."""


@contextmanager
def atomic(
    target: Path, *, overwrite: bool = False, source: Path | None = None
) -> Generator[BinaryIO]:
    """A binary file that takes the place of `target` when everything is written, or leaves no trace.

    Keeps the permissions of what it replaces; a symbolic link stays, and what it points to is replaced.
    A pipe or a device stays, too, and is written to.
    """
    refuse_to_overwrite(target, source, overwrite)
    real = Path(os.path.realpath(target))
    if is_special(real):
        with _open_special(target) as stream:
            yield stream
        return
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{real.name[:100]}.", dir=real.parent)
    except OSError as error:
        raise DocumentError(
            f"cannot be written: {error.strerror}", path=str(target), code="SW012"
        ) from None
    try:
        with os.fdopen(handle, "wb", _BUFFER) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(_permissions(real))
        try:
            Path(temporary).replace(real)
        except OSError as error:
            raise DocumentError(
                f"cannot be written: {error.strerror}", path=str(target), code="SW012"
            ) from None
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def write_bytes(
    target: Path, data: bytes, *, overwrite: bool = False, source: Path | None = None
) -> None:
    """Write a whole file at once, atomically."""
    with atomic(target, overwrite=overwrite, source=source) as stream:
        stream.write(data)


def is_special(path: Path) -> bool:
    """Whether it is a pipe, a device or a socket: nothing may take its place."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def _open_special(target: Path) -> Generator[BinaryIO]:
    try:
        stream = target.open("wb")
    except OSError as error:
        raise DocumentError(
            f"cannot be written: {error.strerror}", path=str(target), code="SW012"
        ) from None
    with stream:
        yield stream


def _permissions(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def cannot_open(path: Path | str, error: OSError) -> DocumentError:
    """An operating system's refusal, in our words."""
    reason = error.strerror or str(error)
    hint = hint_for(path) if isinstance(error, FileNotFoundError) else ""
    return DocumentError(f"cannot be opened: {reason}{hint}", path=str(path), code="SW012")
