"""Modules, systems and files of others, by their URL: a manifest leads to its zip, and both are kept in a cache."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import unquote, urljoin, urlsplit

from sw_data.api.download import (
    FETCH_LIMITS,
    Downloaded,
    FetchLimits,
    Progress,
    check_scheme,
    download,
    is_url,
    shown,
)
from sw_data.document import parse
from sw_data.document.store import write_bytes
from sw_data.errors import DocumentError, SwDataError
from sw_data.jsonvalue import Object, as_array, as_object, as_text

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_PAGE: Final = re.compile(
    rb"^\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")
_KNOWN_SUFFIXES: Final = frozenset({".json", ".jsonl", ".ndjson", ".db", ".yml", ".yaml", ".zip"})
_LARGEST_MANIFEST: Final = 16 * 1024 * 1024
_HEAD: Final = 4096
_META: Final = "fetched.json"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was fetched.

    Attributes:
        url: The URL that was asked for.
        path: The file in the cache: the zip of a package, or the file itself.
        kind: `package`, if a manifest led to a zip, or it was a zip; else `file`.
        size: Bytes of that file.
        name: What a package calls itself.
        version: The version of a package.
        packs: The names of the packs that its manifest names.
        download: The URL of the zip that the manifest led to.
        fresh: Whether it came now, and was not in the cache already.
    """

    url: str
    path: Path
    kind: Literal["package", "file"]
    size: int
    name: str | None = None
    version: str | None = None
    packs: tuple[str, ...] = ()
    download: str | None = None
    fresh: bool = True

    def to_json(self) -> dict[str, Any]:
        """As `sw-data fetch --format json` prints it."""
        return {
            "url": shown(self.url),
            "path": str(self.path),
            "kind": self.kind,
            "size": self.size,
            "name": self.name,
            "version": self.version,
            "packs": list(self.packs),
            "download": None if self.download is None else shown(self.download),
            "fresh": self.fresh,
        }


def cache_folder() -> Path:
    """Where fetched files are kept: `SW_DATA_CACHE`, or `sw-data` in the user's own cache folder."""
    own = os.environ.get("SW_DATA_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    # A relative one is to be passed over, as the specification of these folders says.
    if base and Path(base).is_absolute():
        return Path(base) / "sw-data"
    return Path.home() / ".cache" / "sw-data"


def fetch(
    url: str,
    *,
    cache: str | os.PathLike[str] | None = None,
    refresh: bool = False,
    offline: bool = False,
    limits: FetchLimits = FETCH_LIMITS,
    progress: Progress | None = None,
    wait: Callable[[float], None] = time.sleep,
) -> Fetched:
    """Fetches a module or a system by the URL of its manifest, or any file, into a cache.

    What is fetched is told by its content: a manifest leads on to the zip that it names. What is in the cache is asked
    for again, and comes only if it changed.

    Args:
        url: A manifest, a zip, or a file of documents; http or https.
        cache: The folder to keep it in; see `cache_folder` for the usual one.
        refresh: Fetch it even if it did not change.
        offline: Take what is in the cache, and ask no server.
        limits: How much is taken from a server.
        progress: Is told how far each file is.
        wait: Waits that many seconds, before a file is asked for again.

    Raises:
        LimitError: Larger, slower or more often redirected than the limits allow.
        DocumentError: It cannot be had, or is a web page.
    """
    place = _Cache(
        Path(cache) if cache is not None else cache_folder(),
        refresh,
        offline,
        limits,
        progress,
        wait,
    )
    path, first, fresh = place.file(url)
    head = _head(path)
    _refuse_page(url, head)
    if head.startswith(_ZIP):
        return Fetched(url, path, "package", first.size, fresh=fresh)
    manifest = _manifest(path, first.size)
    if manifest is None:
        return Fetched(url, path, "file", first.size, fresh=fresh)
    link = as_text(manifest.get("download"))
    if not link:
        raise DocumentError(
            "is a manifest that names no `download`, so there is nothing to fetch",
            path=shown(url),
            code="SW712",
        )
    link = urljoin(first.url, link)
    check_scheme(link, url)
    archive, second, came = place.file(link)
    if not _head(archive).startswith(_ZIP):
        _refuse_page(link, _head(archive))
        raise DocumentError(
            "is no zip, though a manifest names it as the download", path=shown(link), code="SW712"
        )
    packs = [
        as_text((as_object(each) or {}).get("name"))
        for each in as_array(manifest.get("packs")) or []
    ]
    return Fetched(
        url=url,
        path=archive,
        kind="package",
        size=second.size,
        name=as_text(manifest.get("title")) or as_text(manifest.get("id")),
        version=_version(manifest.get("version")),
        packs=tuple(name for name in packs if name),
        download=link,
        fresh=fresh or came,
    )


def _version(value: object) -> str | None:
    return str(value) if isinstance(value, str | int | float) else None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)


def _refuse_page(url: str, head: bytes) -> None:
    if not _PAGE.match(head.removeprefix(b"\xef\xbb\xbf")):
        return
    hint = "; use the link of its raw file" if "/blob/" in url else ""
    raise DocumentError(
        f"is a web page, not a manifest, a zip or a file of documents{hint}",
        path=shown(url),
        code="SW003",
    )


def _manifest(path: Path, size: int) -> Object | None:
    """The manifest that a file is; None if it is something else."""
    if size > _LARGEST_MANIFEST or not _head(path).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return None
    try:
        value = as_object(parse(path.read_bytes()).value)
    except SwDataError:
        return None
    if value is None or as_text(value.get("id", value.get("name"))) is None:
        return None
    marks = {"manifest", "download", "compatibility", "minimumCoreVersion", "esmodules", "packs"}
    named = "title" in value and "version" in value
    return value if named and value.keys() & marks else None


@dataclass(frozen=True, slots=True)
class _Cache:
    """A folder with a folder for each URL: the file, and what the server said of it."""

    root: Path
    refresh: bool
    offline: bool
    limits: FetchLimits
    progress: Progress | None
    wait: Callable[[float], None]

    def file(self, url: str) -> tuple[Path, Downloaded, bool]:
        """The file of a URL, what the server said of it, and whether it came now."""
        check_scheme(url, url)
        folder = self.root / sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:24]
        path = folder / _file_name(url)
        kept = self._kept(folder, path)
        if self.offline:
            if kept is None:
                raise DocumentError(
                    "is not in the cache, and no server may be asked", path=shown(url), code="SW012"
                )
            return path, kept, False
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DocumentError(
                f"cannot be made: {error.strerror}", path=str(folder), code="SW012"
            ) from None
        known: Mapping[str, str | None] = {}
        if kept is not None and not self.refresh:
            known = {"etag": kept.etag, "modified": kept.modified}
        came = download(
            url,
            path,
            limits=self.limits,
            known=known,
            progress=self.progress,
            wait=self.wait,
        )
        if came is None:
            assert kept is not None
            return path, kept, False
        self._keep(folder, url, came)
        return path, came, True

    def _keep(self, folder: Path, url: str, came: Downloaded) -> None:
        said = {
            "asked": shown(url),
            "url": shown(came.url),
            "size": came.size,
            "digest": came.digest,
            "etag": came.etag,
            "modified": came.modified,
        }
        write_bytes(folder / _META, json.dumps(said, indent=2).encode(), overwrite=True)

    def _kept(self, folder: Path, path: Path) -> Downloaded | None:
        """What is in the cache, if it is whole."""
        with contextlib.suppress(OSError, ValueError):
            said = as_object(json.loads((folder / _META).read_text(encoding="utf-8"))) or {}
            url, digest = as_text(said.get("url")), as_text(said.get("digest"))
            size = path.stat().st_size
            if url is None or digest is None or size != said.get("size"):
                return None
            if sha256(path.read_bytes()).hexdigest() != digest:
                return None
            etag, modified = as_text(said.get("etag")), as_text(said.get("modified"))
            return Downloaded(url, size, digest, etag, modified)
        return None


def _file_name(url: str) -> str:
    """A name for the file of a URL: the last part of its path, if that is a name that says something."""
    last = unquote(urlsplit(url).path).rstrip("/").rsplit("/", 1)[-1]
    safe = _UNSAFE.sub("_", last).strip("._")[-80:]
    return safe if Path(safe).suffix.lower() in _KNOWN_SUFFIXES and safe != _META else "file"


__all__ = ["FETCH_LIMITS", "FetchLimits", "Fetched", "cache_folder", "fetch", "is_url", "shown"]
