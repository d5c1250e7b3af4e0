"""A JSON document as it stood: its text to the last blank, its value, and where it came from.

`parse` is for what a call needs (it raises), `examine` for what is to be checked (it gives findings, and the document
all the same where one can be read).
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from json.scanner import make_scanner
from typing import Any, Final, NoReturn, Protocol, TypeGuard, cast

from sw_data.diagnostics import Diagnostic, register
from sw_data.document import syntax
from sw_data.document.binary import binary
from sw_data.errors import DocumentError, LimitError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNREAD: Final = object()
_LIMIT_CODES: Final = frozenset({"SW004", "SW005", "SW011"})
_NESTED: Final = frozenset({dict, list})
_OPENING: Final = ("{", "[")
_ZEROS: Final = bytes.maketrans(b"123456789", b"000000000")
_REFUSED: Final = frozenset({"SW010", "SW011"})


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a foreign document is read before it is refused.

    Attributes:
        size: Bytes of one document (of one line, in JSON Lines); characters, if it is given as text.
        depth: Levels of objects and lists inside each other.
        findings: Findings that one document can have before the rest is not looked at.
    """

    size: int = 512 * 1024 * 1024
    depth: int = 200
    findings: int = 1000


LIMITS: Final = Limits()


class SourceText(Protocol):
    """A text of another grammar that a document's JSON was made from: knows its places, and how it is changed."""

    @property
    def text(self) -> str:
        """The whole text, without the byte order mark."""
        ...

    def places(self, wanted: Iterable[str], *, key: bool = False) -> dict[str, tuple[int, int]]:
        """Line and column of each pointer's value, or of its key."""
        ...

    def revised(self, value: object) -> tuple[str, bool]:
        """The text with another value, and whether everything that is not changed stayed in it."""
        ...


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON document: its text as it stood, and what it says.

    Made by `parse`, `examine` or `lines`; changed only by `apply`, into another one. Two are equal if `dump` gives the
    same bytes and they came from the same place.

    Attributes:
        text: The whole text, blanks and line ends included, without the byte order mark.
        name: The file as the user named it, `-` for standard input, or None.
        line: The line of its file on which the text begins, from 1.
        column: The column at which it begins, from 1, in characters; a byte order mark takes none.
        encoding: `utf-8`, `utf-16-le`, `utf-16-be`, `utf-32-le` or `utf-32-be`.
        mark: The byte order mark that stood before the text.
        unique: Whether no object has a key twice; None if nobody looked.
        source: The text as it stood, if it is no JSON and `text` was made from it; places are places in there.
    """

    text: str = field(repr=False)
    name: str | None = None
    line: int = 1
    column: int = 1
    encoding: str = "utf-8"
    mark: bytes = b""
    unique: bool | None = field(default=None, compare=False)
    source: SourceText | None = field(default=None, compare=False, repr=False)
    _value: Any = field(default=_UNREAD, compare=False, repr=False)

    @property
    def value(self) -> Any:
        """What `json.loads` makes of the text (of two equal keys the last one counts); not to be changed."""
        if self._value is _UNREAD:
            object.__setattr__(self, "_value", json.loads(self.text))
        return self._value

    def rewritten(self, text: str, *, unique: bool | None = None) -> Document:
        """The same document with another text, which must be JSON and is not looked at."""
        return replace(self, text=text, unique=unique, _value=_UNREAD)


def parse(
    data: bytes | bytearray | memoryview | str,
    *,
    name: str | None = None,
    line: int = 1,
    column: int = 1,
    limits: Limits = LIMITS,
) -> Document:
    """Reads one JSON document; UTF-8, or UTF-16 and UTF-32, with or without a byte order mark.

    Args:
        data: The bytes of the file, or its text.
        name: The file as the user named it, for messages.
        line: The line of the file on which this text begins, from 1.
        column: The column at which it begins, from 1.
        limits: How much is read.

    Raises:
        LimitError: Too large, too deep, or a number too large to be read.
        DocumentError: Not JSON, truncated, empty, in no known encoding, or with NaN or Infinity; says where.
    """
    text, encoding, mark = decode(data, name=name, line=line, limits=limits)
    document = Document(text, name, line, column, encoding, mark)
    try:
        value, end = _scan(text, 0 if text[:1] in _OPENING else syntax.blank(text, 0))
    except (ValueError, RecursionError, StopIteration) as error:
        raise _first_fault(document, limits, error) from None
    if end != len(text) and syntax.blank(text, end) != len(text):
        fault = json.JSONDecodeError("expected the end of the JSON", text, syntax.blank(text, end))
        raise _first_fault(document, limits, fault)
    if _deeper(value, text, limits.depth):
        raise _first_fault(document, limits, None)
    object.__setattr__(document, "_value", value)
    return document


def examine(
    data: bytes | bytearray | memoryview | str,
    *,
    name: str | None = None,
    line: int = 1,
    column: int = 1,
    limits: Limits = LIMITS,
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """Reads one JSON document and says what is wrong with it as a file (SW0xx); never raises for bad data.

    The document is None if it cannot be read at all. Doubled keys, NaN and Infinity (read as Python's own), and numbers
    beyond a double (read as infinite) are findings beside a document. Arguments as in `parse`.
    """
    try:
        text, encoding, mark = decode(data, name=name, line=line, limits=limits)
    except DocumentError as error:
        return None, (as_finding(error),)
    found: list[Diagnostic] = []
    if mark or encoding != "utf-8":
        what = (
            f"in {encoding[:6].upper()}"
            if encoding != "utf-8"
            else "in UTF-8 with a byte order mark"
        )
        message = f"the file is {what}; UTF-8 without a byte order mark is read everywhere"
        found.append(register.finding("SW008", message).at(name, line, column))
    watch = _Watch()
    document = Document(text, name, line, column, encoding, mark)
    try:
        value = watch.decoder.decode(text)
    except (ValueError, RecursionError) as error:
        return None, (*found, *_findings(document, limits, error))
    if _deeper(value, text, limits.depth):
        return None, (*found, *_findings(document, limits, None))
    object.__setattr__(document, "_value", value)
    object.__setattr__(document, "unique", not watch.doubled)
    if watch.odd or watch.doubled or _suspicious(text):
        found += _findings(document, limits)
    return document, tuple(found)


def dump(document: Document) -> bytes:
    """The bytes of a document: those that it was read from, if no edit changed it.

    Half a surrogate pair, which only a text given as a Python string can hold, is written as its escape.
    """
    try:
        return document.mark + document.text.encode(document.encoding)
    except UnicodeEncodeError:
        text = syntax.HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", document.text)
        return document.mark + text.encode(document.encoding)


def as_finding(error: DocumentError) -> Diagnostic:
    """What an error says, as a finding about data."""
    return register.finding(error.code, error.message).at(error.path, error.line, error.column)


def refuse_larger(
    size: int, name: str | None, limits: Limits, *, line: int = 1, unit: str = "bytes"
) -> None:
    """LimitError if a text of this size is too large to be read."""
    if size > limits.size:
        message = f"{size} {unit}; at most {limits.size} are read"
        raise LimitError(message, path=name, line=line, code="SW004")


def decode(
    data: bytes | bytearray | memoryview | str,
    *,
    name: str | None = None,
    line: int = 1,
    limits: Limits = LIMITS,
) -> tuple[str, str, bytes]:
    """The text of a file, its encoding and its byte order mark.

    DocumentError if it is no text in an encoding that is known, LimitError if it is too large.
    """
    if len(data) > limits.size:
        unit = "characters" if isinstance(data, str) else "bytes"
        refuse_larger(len(data), name, limits, line=line, unit=unit)
    if isinstance(data, str):
        if data.startswith("\ufeff"):
            return data[1:], "utf-8", codecs.BOM_UTF8
        return data, "utf-8", b""
    raw = bytes(data)
    mark, encoding = b"", "utf-8"
    # Almost every document begins so, and streams of small ones are read by the hundred thousand.
    if raw[:2] not in (b'{"', b"{\n", b"[{", b"[\n"):
        for start, named in _MARKS:
            if raw.startswith(start):
                mark, encoding = start, named
                break
        else:
            if b"\0" in raw[:4]:
                encoding = json.detect_encoding(raw)
    try:
        return (raw[len(mark) :] if mark else raw).decode(encoding), encoding, mark
    except UnicodeDecodeError as error:
        what = binary(raw)
        if what is not None:
            raise DocumentError(f"the file is {what}", path=name, code="SW018") from None
        before = raw[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        row, col = syntax.place(before, len(before))
        shown = raw[len(mark) + error.start : len(mark) + error.start + 1]
        message = f"byte {shown!r} is no {encoding[:6].upper()}; save the file as UTF-8"
        raise DocumentError(
            message, path=name, line=line + row - 1, column=col, code="SW007"
        ) from None


# --- the fast reader -------------------------------------------------------------


class _OddError(ValueError):
    """A number that is no JSON, or no double; the fast reader does not know where."""


def _refuse(constant: str) -> NoReturn:
    raise _OddError(constant)


def _finite(written: str) -> float:
    number = float(written)
    if number - number != 0:
        raise _OddError(written)
    return number


_scan: Callable[[str, int], tuple[Any, int]] = make_scanner(
    cast("Any", json.JSONDecoder(parse_constant=_refuse, parse_float=_finite))
)


class _Watch:
    """A reader that goes on over what is odd, and remembers that something was."""

    __slots__ = ("decoder", "doubled", "odd")

    def __init__(self) -> None:
        self.odd = False
        self.doubled = False
        self.decoder = json.JSONDecoder(
            parse_constant=self._constant, parse_float=self._float, object_pairs_hook=self._object
        )

    def _constant(self, constant: str) -> float:
        self.odd = True
        return float(constant)

    def _float(self, written: str) -> float:
        number = float(written)
        if number - number != 0:
            self.odd = True
        return number

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            self.doubled = True
        return members


def _deeper(value: object, text: str, depth: int) -> bool:
    """Whether a value is nested deeper than that; the count of brackets says no for all that is small."""
    if text.count("[") + text.count("{") <= depth:
        return False
    row = [value]
    for _ in range(depth):
        row = [child for parent in row for child in _inside(parent) if type(child) in _NESTED]
        if not row:
            return False
    return True


def _inside(value: object) -> Iterable[object]:
    return value.values() if is_object(value) else value if is_list(value) else ()


def _suspicious(text: str) -> bool:
    """Whether a text may hold half a character or a very long number; seldom true where it does not."""
    try:
        plain = text.encode()
    except UnicodeEncodeError:
        return True
    if b"0" * syntax.LONG_NUMBER in plain.translate(_ZEROS):
        return True
    return "\\u" in text and syntax.HALF_ESCAPE.search(text) is not None


# --- the slow reader -------------------------------------------------------------


def _first_fault(document: Document, limits: Limits, error: Exception | None) -> DocumentError:
    for odd in syntax.oddities(document.text, depth=limits.depth, most=limits.findings):
        if odd.fatal or odd.code in _REFUSED:
            line, column = placed(document, odd.offset)
            kind = LimitError if odd.code in _LIMIT_CODES else DocumentError
            return kind(odd.message, path=document.name, line=line, column=column, code=odd.code)
    return _unexplained(document, error)


def _findings(document: Document, limits: Limits, *errors: Exception | None) -> list[Diagnostic]:
    """All that is odd; with the error of the fast reader, if it could not read on, at least that."""
    found = syntax.oddities(document.text, depth=limits.depth, most=limits.findings)
    places = syntax.Places(document.text)
    diagnostics = [
        register.finding(odd.code, odd.message, pointer=odd.pointer).at(
            document.name, *_based(document, places.place(odd.offset))
        )
        for odd in found
    ]
    if errors and not (found and found[-1].fatal):
        diagnostics.append(as_finding(_unexplained(document, errors[0])))
    return diagnostics


def _unexplained(document: Document, error: Exception | None) -> DocumentError:
    """The fault that the slow reader did not come to: too deep for Python itself, or after too many findings."""
    name = document.name
    if isinstance(error, json.JSONDecodeError):
        line, column = placed(document, error.pos)
        return DocumentError(error.msg, path=name, line=line, column=column, code="SW001")
    if error is None or isinstance(error, RecursionError):
        message, code = "nested deeper than can be read here", "SW005"
    else:
        message, code = "a number that cannot be read", "SW011"
    return LimitError(message, path=name, line=document.line, column=document.column, code=code)


def placed(document: Document, offset: int) -> tuple[int, int]:
    """Line and column in its file of an offset in a document's text."""
    return _based(document, syntax.place(document.text, offset))


def _based(document: Document, place: tuple[int, int]) -> tuple[int, int]:
    line, column = place
    return document.line + line - 1, column + document.column - 1 if line == 1 else column


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)


scan_once: Callable[[str, int], tuple[Any, int]] = make_scanner(cast("Any", json.JSONDecoder()))
"""The value that begins at an offset, and the offset of its end."""
