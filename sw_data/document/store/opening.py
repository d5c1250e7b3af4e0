"""Telling what kind of container a path is, by its content; its name only decides between forms that look the same."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import BinaryIO, Final

from sw_data.diagnostics import register
from sw_data.document.binary import binary
from sw_data.document.raw import as_finding
from sw_data.document.store.base import (
    STORE_LIMITS,
    NoStore,
    Store,
    StoreLimits,
    cannot_open,
)
from sw_data.document.store.file import JsonFile
from sw_data.document.store.folder import Folder, Opener
from sw_data.document.store.leveldb import is_leveldb
from sw_data.document.store.lines import JsonLines, NedbFile
from sw_data.document.store.manifest import is_package
from sw_data.document.store.pack_folder import PackFolder
from sw_data.document.store.package import Package
from sw_data.document.store.yaml_file import YamlFile
from sw_data.document.store.zip_file import ZipFile

_HEAD: Final = 65536
_LINES: Final = 20
_LONGEST_LINE: Final = 32 * 1024 * 1024
"""Bytes of a line that is looked at to tell whether lines are documents."""
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_SQLITE: Final = b"SQLite format 3\0"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff", b"\0")
_LINE_SUFFIXES: Final = {".jsonl", ".ndjson", ".db"}


def open_store(
    path: Path,
    *,
    limits: StoreLimits = STORE_LIMITS,
    name: str | None = None,
    inside: Opener | None = None,
) -> Store:
    """The documents at a path: a file, a compendium, a module or a world, a folder or a zip of these.

    Files are JSON (one document or an array), JSON Lines, `.db` packs, or YAML sources of the Foundry CLI. Nothing is
    read yet but what it takes to tell them apart. What cannot be read becomes a finding of the store.

    Args:
        path: A file or a folder.
        limits: How much of it is read.
        name: What it is called in findings; the path as given if None.
        inside: Opens what lies in a folder; this function itself if None.
    """
    shown = str(path) if name is None else name
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _folder(path, shown, limits, inside or open_store)
        if not stat.S_ISREG(mode):
            finding = register.finding("SW012", "is neither a file nor a folder").at(shown)
            return NoStore(path, shown, limits, finding)
        with path.open("rb") as stream:
            return _file(path, shown, limits, stream)
    except OSError as error:
        return NoStore(path, shown, limits, as_finding(cannot_open(shown, error)))


def _folder(path: Path, name: str, limits: StoreLimits, opener: Opener) -> Store:
    if is_leveldb(path):
        return PackFolder(path, name, limits)
    if is_package(path):
        return Package(path, name, limits, opener)
    return Folder(path, name, limits, opener)


def _file(path: Path, name: str, limits: StoreLimits, stream: BinaryIO) -> Store:
    head = stream.read(_HEAD)
    suffix = path.suffix.lower()
    if head.startswith(_ZIP):
        return ZipFile(path, name, limits, open_store)
    if head.startswith(_SQLITE):
        message = (
            "this is a SQLite database; a pack of Foundry is a folder, or a .db file of JSON lines"
        )
        return NoStore(path, name, limits, register.finding("SW716", message).at(name))
    if suffix == ".db" and not head.strip():
        return NedbFile(path, name, limits)
    what = binary(head)
    if what is not None:
        if is_leveldb(path.parent):
            what = "a part of a pack, which is read as a whole; point at its folder"
        finding = register.finding("SW018", f"the file is {what}").at(name)
        return NoStore(path, name, limits, finding)
    if head.startswith(_WIDE) or head[1:2] == b"\0":
        return (
            JsonLines(path, name, limits)
            if suffix in {".jsonl", ".ndjson"}
            else JsonFile(path, name, limits)
        )
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] == b"{":
        if _is_lines(stream, limits, suffix):
            return _lines(path, name, limits, suffix, head)
    elif text[:1] != b"[" and suffix in {".yml", ".yaml"}:
        return YamlFile(path, name, limits)
    store = JsonFile(path, name, limits, array=text[:1] == b"[")
    if suffix == ".db":
        message = "this .db file is one JSON document, not one document a line; read as what it is"
        store.aside(register.finding("SW715", message).at(name, 1, 1))
    return store


def _is_lines(stream: BinaryIO, limits: StoreLimits, suffix: str) -> bool:
    """Whether a file that begins with an object goes on with another: a line is a whole object, and not the only one.

    A file of one line is taken for a document, unless it is called otherwise.
    """
    stream.seek(0)
    seen: list[bytes] = []
    for _ in range(_LINES):
        line = stream.readline(min(limits.size, _LONGEST_LINE)).removeprefix(b"\xef\xbb\xbf")
        if not line:
            break
        if len(line) >= _LONGEST_LINE:
            # A document of one line is as long as it likes, and is read once.
            return (bool(seen) and _is_object(seen[0])) or suffix in _LINE_SUFFIXES
        if line.strip():
            seen.append(line.strip())
    if len(seen) < 2:
        return suffix in _LINE_SUFFIXES
    if _is_object(seen[0]):
        return True
    # With its first line broken, a file of lines still has none that could be a part of something larger.
    return all(line[:2] == b'{"' for line in seen) and (
        suffix in _LINE_SUFFIXES or any(map(_is_object, seen))
    )


def _is_object(line: bytes) -> bool:
    if line[:1] != b"{" or line[-1:] != b"}":
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _lines(path: Path, name: str, limits: StoreLimits, suffix: str, head: bytes) -> Store:
    if suffix == ".db" or b'"$$deleted"' in head or b'"$$indexCreated"' in head:
        return NedbFile(path, name, limits)
    return JsonLines(path, name, limits)
