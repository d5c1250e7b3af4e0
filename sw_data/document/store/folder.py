"""Any folder: the files in it that hold documents, the packs and packages below it; and what folders have in common."""

from __future__ import annotations

import os
import shutil
from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, Protocol

from sw_data.diagnostics import Diagnostic
from sw_data.document.raw import as_finding
from sw_data.document.store.base import (
    Change,
    Entry,
    Form,
    Store,
    StoreLimits,
    cannot_open,
    is_place,
    refuse_to_overwrite,
    unchanged,
)
from sw_data.document.store.leveldb import is_leveldb
from sw_data.document.store.manifest import is_package
from sw_data.errors import DocumentError, MissingExtraError

_SUFFIXES: Final = frozenset({".json", ".jsonl", ".ndjson", ".db", ".yml", ".yaml"})
_PASSED_OVER: Final = frozenset(
    {
        "node_modules",
        "__pycache__",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "jsconfig.json",
    }
)


class Opener(Protocol):
    """`open_store`."""

    def __call__(
        self,
        path: Path,
        *,
        limits: StoreLimits,
        name: str | None = None,
        inside: Opener | None = None,
    ) -> Store:
        """The store at a path."""
        ...


class Compound(Store):
    """A store made of others that lie in one folder."""

    def __init__(self, path: Path, name: str, limits: StoreLimits, opener: Opener) -> None:
        super().__init__(path, name, limits)
        self._opener = opener

    @abstractmethod
    def parts(self) -> Iterator[Store]:
        """The stores that it is made of; a thing that is passed over becomes a finding."""
        raise NotImplementedError

    def open_part(self, relative: str) -> Store:
        """The store at a path below this one."""
        name = os.path.join(self.name, relative) if relative else self.name
        return self._opener(self.path / relative, limits=self.limits, name=name)

    def _entries(self) -> Iterator[Entry]:
        for part in self.parts():
            try:
                yield from part.entries()
            except MissingExtraError as error:
                self._missing(error)
            room = max(0, self.limits.findings - len(self.findings))
            self.findings += part.findings[:room]

    def _missing(self, error: MissingExtraError) -> None:
        """One finding for all files that need what is not installed."""
        message = f"there are files that are not read: {error}"
        if not any(finding.message == message for finding in self.findings):
            self.find("SW718", message)

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write each part in place, or in a copy of the whole folder; see `Store.write`.

        A part in which nothing changes is not touched.
        """
        refuse_to_overwrite(target, self.path, overwrite)
        self.findings = []
        found: list[Diagnostic] = []
        if os.path.lexists(target):
            if not is_place(target, self.path):
                message = "is there already; a folder is not replaced"
                raise DocumentError(message, path=str(target), code="SW012")
            for part in list(self.parts()):
                try:
                    found += part.write(part.path, change, overwrite=True)
                except MissingExtraError as error:
                    self._missing(error)
            return [*self.findings, *found]
        try:
            shutil.copytree(self.path, target, symlinks=True)
        except shutil.Error as error:
            raise DocumentError(
                f"cannot be copied: {error}", path=self.name, code="SW012"
            ) from None
        except OSError as error:
            raise cannot_open(target, error) from None
        copy = self._opener(target, limits=self.limits, name=self.name)
        return copy.write(target, change, overwrite=True)


class Folder(Compound):
    """A folder that is nothing more particular; also what the Foundry CLI unpacks a pack into."""

    form: Form = "folder"

    def parts(self) -> Iterator[Store]:
        """The files that may hold documents, and the packs and packages, in the order of their names."""
        self._left = self.limits.entries
        empty = True
        for part in self._below("", 1):
            empty = False
            yield part
        if empty and not self.findings:
            self.find("SW721", "there is nothing in here that documents are read from")

    def _below(self, relative: str, level: int) -> Iterator[Store]:
        for name in self._names(relative):
            inner = os.path.join(relative, name)
            path = self.path / inner
            if self._left <= 0:
                return
            self._left -= 1
            if self._left == 0:
                self.find(
                    "SW004",
                    f"more than {self.limits.entries} files and folders; the rest is not read",
                )
                return
            try:
                kind = _kind(path)
            except OSError as error:
                shown = os.path.join(self.name, inner)
                self.findings.append(as_finding(cannot_open(shown, error)))
                continue
            if kind == "link":
                self.find("SW719", "a link is not followed", file=os.path.join(self.name, inner))
            elif kind == "store":
                yield self.open_part(inner)
            elif kind == "folder":
                if level >= self.limits.levels:
                    self.find(
                        "SW005",
                        f"folders deeper than {self.limits.levels} levels are not read",
                        file=os.path.join(self.name, inner),
                    )
                else:
                    yield from self._below(inner, level + 1)

    def _names(self, relative: str) -> list[str]:
        try:
            return sorted(os.listdir(self.path / relative))
        except OSError as error:
            shown = os.path.join(self.name, relative) if relative else self.name
            self.findings.append(as_finding(cannot_open(shown, error)))
            return []


def _kind(path: Path) -> Literal["link", "folder", "store"] | None:
    """What something in a folder is: a link, a folder to look into, or what can be opened; None if it holds nothing."""
    name = path.name
    if path.is_symlink():
        return "link" if path.is_dir() or path.suffix.lower() in _SUFFIXES else None
    if name in _PASSED_OVER or name.startswith("."):
        return None
    if path.is_dir():
        return "store" if is_leveldb(path) or is_package(path) else "folder"
    return "store" if path.suffix.lower() in _SUFFIXES else None
