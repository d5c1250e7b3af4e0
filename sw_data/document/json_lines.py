"""Files that hold one JSON document a line: JSON Lines, and the `.db` packs of older Foundry worlds.

Read line by line, so that memory holds one line however long the file is. A line that cannot be read does not stop the
rest.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from typing import Protocol

from sw_data.diagnostics import Diagnostic, register
from sw_data.document.raw import (
    LIMITS,
    Document,
    Limits,
    as_finding,
    decode,
    dump,
    examine,
    parse,
)
from sw_data.errors import DocumentError, LimitError

_BLANK = b" \t\r\n"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class ByteStream(Protocol):
    """A binary file, or anything that gives its lines as one does."""

    def readline(self, size: int = -1, /) -> bytes:
        """The next line with its end, or as much of it as `size`; empty at the end."""
        ...


def lines(
    data: bytes | str | ByteStream, *, name: str | None = None, limits: Limits = LIMITS
) -> Iterator[Document | DocumentError]:
    """The documents of a file of JSON Lines, one after another; blank lines are passed over.

    A document knows its line; its text ends with the line's own end. A line that cannot be read is given as a
    DocumentError, not raised. Limits are for one line.
    """
    for line, text in _numbered(data, name, limits):
        if isinstance(text, DocumentError):
            yield text
            continue
        try:
            yield parse(text, name=name, line=line, limits=limits)
        except DocumentError as error:
            yield error


def examine_lines(
    data: bytes | str | ByteStream, *, name: str | None = None, limits: Limits = LIMITS
) -> Iterator[tuple[Document | None, tuple[Diagnostic, ...]]]:
    """The documents of a file of JSON Lines, each with what is wrong with it as a file (SW0xx)."""
    empty = True
    for line, text in _numbered(data, name, limits):
        empty = False
        if isinstance(text, DocumentError):
            yield None, (as_finding(text),)
        else:
            yield examine(text, name=name, line=line, limits=limits)
    if empty:
        message = "the file is empty; one JSON document a line was expected"
        yield None, (register.finding("SW009", message).at(name, 1, 1),)


def replace_lines(data: bytes, documents: Iterable[Document]) -> bytes:
    """The bytes of a file of JSON Lines in which these documents stand in the place of the lines they came from.

    Every other line, blank and broken ones included, stays as it is.
    """
    text, encoding, mark = decode(data)
    changed = {document.line: document for document in documents}
    kept: list[bytes] = [mark]
    line = 1
    for piece in _split(text):
        document = changed.get(line)
        if document is None:
            kept.append(piece.encode(encoding))
        else:
            kept.append(dump(document)[len(document.mark) :])
        line += _breaks(piece)
    return b"".join(kept)


def _split(text: str) -> Iterator[str]:
    """The lines of a text with their ends; a lone carriage return is a blank inside one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _breaks(piece: str | bytes) -> int:
    if isinstance(piece, str):
        lone = piece.count("\r") - piece.count("\r\n") if "\r" in piece else 0
        return lone + piece.count("\n")
    lone = piece.count(b"\r") - piece.count(b"\r\n") if b"\r" in piece else 0
    return lone + piece.count(b"\n")


def _numbered(
    data: bytes | str | ByteStream, name: str | None, limits: Limits
) -> Iterator[tuple[int, bytes | str | DocumentError]]:
    """The lines that are not blank, each with its number."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    stream: ByteStream = io.BytesIO(data) if isinstance(data, bytes) else data
    line = 1
    while piece := stream.readline(limits.size + 1):
        if line == 1 and piece.startswith(_WIDE):
            yield from _wide(piece, stream, name, limits)
            return
        if len(piece) > limits.size:
            message = f"a line of more than {limits.size} bytes; no more are read"
            yield line, LimitError(message, path=name, line=line, code="SW004")
            while piece and not piece.endswith(b"\n"):
                piece = stream.readline(65536)
            line += 1
            continue
        if piece.strip(_BLANK):
            yield line, piece
        line += _breaks(piece)


def _wide(
    first: bytes, stream: ByteStream, name: str | None, limits: Limits
) -> Iterator[tuple[int, bytes | str | DocumentError]]:
    """The lines of a file in UTF-16 or UTF-32, in which a byte of a line end may be half a letter; read as a whole."""
    whole = [first]
    size = len(first)
    while piece := stream.readline(65536):
        size += len(piece)
        if size > limits.size:
            message = f"more than {limits.size} bytes in another encoding than UTF-8"
            yield 1, LimitError(message, path=name, line=1, code="SW004")
            return
        whole.append(piece)
    try:
        text, encoding, mark = decode(b"".join(whole), name=name, limits=limits)
    except DocumentError as error:
        yield 1, error
        return
    line = 1
    for part in _split(text):
        if part.strip(" \t\r\n"):
            # Marked like the file, so that the document is written back in its encoding.
            yield line, mark + part.encode(encoding)
        line += _breaks(part)
