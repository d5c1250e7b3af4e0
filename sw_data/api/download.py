"""One file over HTTP: bounded in size and time, whole or not at all, and never from anywhere but http and https."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn
from urllib.parse import urljoin, urlsplit, urlunsplit

from sw_data.errors import DocumentError, LimitError

if TYPE_CHECKING:
    import requests

Progress = Callable[[str, int, int | None], None]
"""Told of the URL, the bytes that have come, and how many there will be if the server says so."""

_SCHEME: Final = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://")
_ALLOWED: Final = ("http", "https")
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_PIECE: Final = 65_536
_PIECE_WITHOUT_READ1: Final = 1024
_SMALL: Final = 1024 * 1024
_LONGEST_PAUSE: Final = 30.0
_LONGEST_URL: Final = 4096


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much is taken from a server before it is given up.

    Attributes:
        size: Bytes of one file, unpacked if it comes packed.
        ratio: How many times larger than what was sent a file may get that comes packed.
        timeout: Seconds that a server may be silent.
        total: Seconds for one file.
        redirects: How often a server may point elsewhere.
        retries: How often a file is asked for again after a failure that may pass.
        pause: Seconds before it is asked for again, doubled each time.
    """

    size: int = 512 * 1024 * 1024
    ratio: int = 200
    timeout: float = 30.0
    total: float = 600.0
    redirects: int = 5
    retries: int = 3
    pause: float = 0.5


FETCH_LIMITS: Final = FetchLimits()


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file that came.

    Attributes:
        url: Where it came from in the end.
        size: Its bytes.
        digest: Their SHA-256.
        etag: What the server calls this version of it, to ask whether it is still the one.
        modified: When the server says that it changed last.
    """

    url: str
    size: int
    digest: str
    etag: str | None = None
    modified: str | None = None


class _AgainError(Exception):
    """A failure that may pass; the pause that the server asks for."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        super().__init__(message)
        self.pause = pause


def is_url(path: str) -> bool:
    """Whether a text is a URL, of whatever scheme, and no path."""
    return _SCHEME.match(path) is not None


def shown(url: str) -> str:
    """A URL as it may be shown: without a password."""
    with suppress(ValueError):
        parts = urlsplit(url)
        if "@" in parts.netloc:
            return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return url


def download(
    url: str,
    target: Path,
    *,
    limits: FetchLimits = FETCH_LIMITS,
    known: Mapping[str, str | None] | None = None,
    progress: Progress | None = None,
    wait: Callable[[float], None] = time.sleep,
) -> Downloaded | None:
    """Fetches one file; it stands at `target` as a whole or not at all.

    Args:
        url: Where it lies: http or https.
        target: Where to put it; its folder is there.
        limits: How much is taken.
        known: `etag` and `modified` of the file that is at `target` already, which is then only fetched if it changed.
        progress: Is told how far it is.
        wait: Waits that many seconds.

    Returns:
        What came; None if the file at `target` is still the one.

    Raises:
        LimitError: Larger, slower or more often redirected than the limits allow.
        DocumentError: It cannot be had.
    """
    attempt = 0
    while True:
        try:
            return _attempt(url, target, limits, known or {}, progress)
        except _AgainError as error:
            if attempt >= limits.retries:
                tries = f", {attempt + 1} times" if attempt else ""
                _refuse(url, f"{error}{tries}")
            pause = limits.pause * 2**attempt
            wait(min(_LONGEST_PAUSE, max(pause, error.pause or 0.0)))
            attempt += 1


def _refuse(url: str, why: str) -> NoReturn:
    raise DocumentError(f"cannot be fetched: {why}", path=shown(url), code="SW012") from None


def _limit(url: str, why: str) -> NoReturn:
    raise LimitError(f"is not fetched: {why}", path=shown(url), code="SW004")


def _attempt(
    url: str,
    target: Path,
    limits: FetchLimits,
    known: Mapping[str, str | None],
    progress: Progress | None,
) -> Downloaded | None:
    import requests
    from urllib3.exceptions import HTTPError

    deadline = time.monotonic() + limits.total
    try:
        with requests.Session() as session:
            response = _answer(session, url, limits, known, deadline)
            with response:
                if response.status_code == 304:
                    return None
                return _save(response, url, target, limits, deadline, progress)
    except requests.exceptions.SSLError:
        _refuse(url, "the server's certificate does not hold")
    except (requests.exceptions.Timeout, TimeoutError):
        raise _AgainError(f"the server was silent for {limits.timeout:g} seconds") from None
    except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema, UnicodeError):
        _refuse(url, "this is no address of a server")
    except requests.exceptions.RequestException as error:
        raise _AgainError(_reason(error)) from None
    except HTTPError as error:
        raise _AgainError(_reason(error)) from None


def _reason(error: Exception) -> str:
    """What an error of the network says, in our words where it is a usual one."""
    text = str(error)
    if "IncompleteRead" in text or "InvalidChunkLength" in text or "IncompleteRead" in repr(error):
        return "the file broke off before its end"
    if "NameResolution" in text or "Name or service" in text or "getaddrinfo" in text:
        return "no server of that name was found"
    if "refused" in text:
        return "the server refused the connection"
    if "timed out" in text.lower():
        return "the server was silent for too long"
    if "reset" in text or "Remote end closed" in text or "aborted" in text:
        return "the server broke the connection off"
    return f"the connection failed ({type(error).__name__})"


def _answer(
    session: requests.Session,
    url: str,
    limits: FetchLimits,
    known: Mapping[str, str | None],
    deadline: float,
) -> requests.Response:
    """The answer that holds the file, at the end of all redirects."""
    headers = {"User-Agent": "sw-data", "Accept": "*/*", "Accept-Encoding": "identity"}
    if known.get("etag"):
        headers["If-None-Match"] = known["etag"] or ""
    if known.get("modified"):
        headers["If-Modified-Since"] = known["modified"] or ""
    here = url
    for _ in range(limits.redirects + 1):
        check_scheme(here, url)
        response = session.get(
            here,
            headers=headers,
            stream=True,
            allow_redirects=False,
            timeout=(limits.timeout, limits.timeout),
        )
        if time.monotonic() > deadline:
            response.close()
            _limit(url, f"it takes longer than {limits.total:g} seconds")
        location = response.headers.get("Location")
        if response.status_code not in _REDIRECTS or location is None:
            return _fit(response, url)
        response.close()
        # The header is bytes that requests reads as Latin-1.
        there = urljoin(here, location.encode("latin-1", "replace").decode("utf-8", "replace"))
        if here.lower().startswith("https:") and there.lower().startswith("http:"):
            _refuse(
                url, f"it leads from https to {shown(there)}, which is open to anybody on the way"
            )
        here = there
    _limit(url, f"it leads elsewhere more than {limits.redirects} times")


def check_scheme(url: str, asked: str) -> None:
    """DocumentError if a URL is of another scheme than http and https, or names no server."""
    elsewhere = "" if url == asked else f"it leads to {shown(url)[:200]!r}; "
    match = _SCHEME.match(url)
    scheme = match[1].lower() if match is not None else url.partition(":")[0]
    if scheme not in _ALLOWED:
        _refuse(asked, f"{elsewhere}only http and https are followed, not {scheme[:40]!r}")
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        named = False
    if not named or len(url) > _LONGEST_URL:
        _refuse(asked, f"{elsewhere}this is no address of a server")


def _fit(response: requests.Response, url: str) -> requests.Response:
    """The answer if it holds a file."""
    status = response.status_code
    if status in (200, 304):
        return response
    response.close()
    said = f"the server says {status} {response.reason or ''}".rstrip()
    if status in _AGAIN:
        raise _AgainError(said, _asked_pause(response.headers.get("Retry-After")))
    _refuse(url, said)


def _asked_pause(header: str | None) -> float | None:
    return float(header) if header and header.isascii() and header.isdigit() else None


def _save(
    response: requests.Response,
    url: str,
    target: Path,
    limits: FetchLimits,
    deadline: float,
    progress: Progress | None,
) -> Downloaded:
    header = response.headers.get("Content-Length", "")
    length = int(header) if header.isascii() and header.isdigit() and len(header) < 19 else None
    if length is not None and length > limits.size:
        _limit(url, f"it has {length} bytes; at most {limits.size} are taken")
    handle, temporary = tempfile.mkstemp(prefix=".fetch-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            body = _Body(response, url, limits, deadline, length, progress)
            size, digest = _copy(body.pieces(), out)
        Path(temporary).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
    return Downloaded(
        response.url,
        size,
        digest,
        response.headers.get("ETag"),
        response.headers.get("Last-Modified"),
    )


def _copy(pieces: Iterator[bytes], out: BinaryIO) -> tuple[int, str]:
    size = 0
    digest = hashlib.sha256()
    for piece in pieces:
        out.write(piece)
        digest.update(piece)
        size += len(piece)
    return size, digest.hexdigest()


class _Body:
    """The bytes of an answer, as they come."""

    def __init__(
        self,
        response: requests.Response,
        url: str,
        limits: FetchLimits,
        deadline: float,
        length: int | None,
        progress: Progress | None,
    ) -> None:
        self._response = response
        self._url = url
        self._limits = limits
        self._deadline = deadline
        self._length = length
        self._progress = progress
        self._received = 0

    def pieces(self) -> Iterator[bytes]:
        """The file's own bytes, unpacked if they come packed; every limit is kept."""
        packing = self._response.headers.get("Content-Encoding", "identity").strip().lower()
        if packing in ("", "identity"):
            yield from self._sent()
        elif packing in ("gzip", "x-gzip"):
            yield from self._unpacked()
        else:
            _refuse(self._url, f"it comes packed as {packing[:40]!r}, which was not asked for")

    def _sent(self) -> Iterator[bytes]:
        raw: Any = self._response.raw
        # What has arrived is taken at once, so that a server that sends drop by drop meets the deadline.
        read: Callable[..., bytes | None] = getattr(raw, "read1", raw.read)
        most = _PIECE if hasattr(raw, "read1") else _PIECE_WITHOUT_READ1
        while piece := read(most, decode_content=False):
            self._received += len(piece)
            if self._received > self._limits.size:
                _limit(self._url, f"it has more than {self._limits.size} bytes")
            if time.monotonic() > self._deadline:
                _limit(self._url, f"it takes longer than {self._limits.total:g} seconds")
            if self._progress is not None:
                self._progress(self._url, self._received, self._length)
            yield piece
        if self._length is not None and self._received != self._length:
            raise _AgainError(f"the server promised {self._length} bytes and sent {self._received}")

    def _unpacked(self) -> Iterator[bytes]:
        unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
        made = 0
        try:
            for piece in self._sent():
                left = piece
                while left and not unpacking.eof:
                    out = unpacking.decompress(left, _PIECE)
                    made += len(out)
                    if made > self._limits.size:
                        _limit(self._url, f"it unpacks to more than {self._limits.size} bytes")
                    if made > _SMALL and made > self._received * self._limits.ratio:
                        _limit(
                            self._url,
                            f"it unpacks to more than {self._limits.ratio} times of what was sent",
                        )
                    yield out
                    left = unpacking.unconsumed_tail
        except zlib.error:
            _refuse(self._url, "it says that it is packed with gzip, and is not")
        if not unpacking.eof:
            raise _AgainError("the file broke off before its end")
