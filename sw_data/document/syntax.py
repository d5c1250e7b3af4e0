"""What is wrong with a text as JSON, and where: the slow and exact reader.

The fast reader of `raw` is the standard library's; it stops at the first fault and knows no place of a doubled key.
This one walks the text with a stack of its own, so that no nesting can exhaust Python's, and is only used for a text
that is known to be odd.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import NoReturn

from sw_data.document import pointer

BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(
    r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"',
)
_STRING_BODY = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][-+]?[0-9]++)?")
_WORD = re.compile(r"[^\s,:\[\]{}\"]{1,24}")
HALF = re.compile("[\ud800-\udfff]")
"""Half a surrogate pair: as Python joins whole ones, what it finds is alone."""
_CUT_NUMBER = re.compile(r"(?:\.|[eE][-+]?)\Z")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
HALF_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
"""The escape of one half of a surrogate pair without the other."""
LONG_NUMBER = 309
"""Digits from which an integer may be beyond a double."""
DIGITS = 4300
"""Digits of one integer that are read; to turn more into a number takes time that grows with their square."""
_LITERALS = ("true", "false", "null")
_CONSTANTS = ("NaN", "Infinity", "-Infinity")


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that is wrong with a text as JSON.

    Attributes:
        code: The diagnostic code, SW0xx.
        offset: Where, in characters from the start of the text.
        message: One sentence.
        pointer: The value it is about, or None if the text cannot be read on from here.
    """

    code: str
    offset: int
    message: str
    pointer: str | None = None

    @property
    def fatal(self) -> bool:
        """Whether the text cannot be read on from here."""
        return self.pointer is None


_DECIMAL_COMMA = re.compile(r"[0-9],[0-9]")


@dataclass(slots=True)
class _Open:
    """An object or a list that has begun and not ended."""

    is_object: bool
    start: int
    step: str | int = 0
    keys: set[str] = field(default_factory=set[str])


class _FaultError(Exception):
    def __init__(self, oddity: Oddity) -> None:
        self.oddity = oddity


def oddities(text: str, *, depth: int, most: int) -> list[Oddity]:
    """Everything that is odd in a text, in its order; the last one may be fatal.

    Args:
        text: The text, without a byte order mark.
        depth: Levels of objects and lists that may stand inside each other.
        most: After so many the rest is not looked at.
    """
    reader = _Reader(text, depth, most)
    try:
        reader.document()
    except _FaultError as fault:
        reader.found.append(fault.oddity)
    return reader.found


class _Reader:
    __slots__ = ("at", "depth", "found", "most", "open", "text")

    def __init__(self, text: str, depth: int, most: int) -> None:
        self.text = text
        self.at: int = 0
        self.depth = depth
        self.most = most
        self.open: list[_Open] = []
        self.found: list[Oddity] = []

    # --- the grammar ---------------------------------------------------------

    def document(self) -> None:
        self.blanks()
        if self.at == len(self.text):
            self.fault("SW009", self.at, "the file is empty; a JSON value was expected")
        self.value()
        while self.open:
            if len(self.found) >= self.most:
                return
            top = self.open[-1]
            self.blanks()
            char = self.text[self.at : self.at + 1]
            closing = "}" if top.is_object else "]"
            if char == closing:
                self.at += 1
                self.open.pop()
            elif char == ",":
                comma = self.at
                self.at += 1
                self.blanks()
                if self.text[self.at : self.at + 1] == closing:
                    self.fault(
                        "SW001", comma, f"a comma before the closing {closing!r} is not allowed"
                    )
                if top.is_object:
                    self.key(top)
                else:
                    top.step = int(top.step) + 1
                self.value()
            else:
                self.unexpected(f"',' or {closing!r}")
        self.blanks()
        if self.at < len(self.text):
            self.unexpected("the end of the JSON")

    def blanks(self) -> None:
        match = BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def value(self) -> None:
        """Reads a scalar, or goes into a container as far as its first scalar or its end."""
        while True:
            self.blanks()
            start = self.at
            char = self.text[start : start + 1]
            if char == "{" or char == "[":
                if len(self.open) >= self.depth:
                    self.fault("SW005", start, f"nested deeper than {self.depth} levels")
                top = _Open(char == "{", start)
                self.open.append(top)
                self.at += 1
                self.blanks()
                if self.text[self.at : self.at + 1] == ("}" if top.is_object else "]"):
                    self.at += 1
                    self.open.pop()
                    return
                if top.is_object:
                    self.key(top)
                continue
            if char == '"':
                self.whole(self.string(), start, "a text")
            elif char == "-" or char.isdecimal():
                self.number(char)
            else:
                self.word()
            return

    def key(self, top: _Open) -> None:
        self.blanks()
        start = self.at
        char = self.text[start : start + 1]
        if char != '"':
            if _DECIMAL_COMMA.fullmatch(self.text, max(0, start - 2), start + 1):
                self.fault("SW001", start - 1, "a decimal number is written with a point, as 1.5")
            if char == "," and top.keys:
                self.fault("SW001", start, "one comma too many")
            expected = "a key in double quotes"
            if self.at == start and not top.keys:
                expected += " or '}'"
            self.unexpected(expected)
        key = self.string()
        top.step = key
        self.whole(key, start, "a key")
        if key in top.keys:
            self.odd(
                "SW006",
                start,
                f"the key {_short(key)} is given twice in this object; the last one counts",
            )
        top.keys.add(key)
        self.blanks()
        if self.text[self.at : self.at + 1] != ":":
            self.unexpected(f"':' after the key {_short(key)}")
        self.at += 1

    def string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            self.broken_string(self.at)
        self.at = match.end()
        body = match[0][1:-1]
        return _decoded(body) if "\\" in body else body

    def whole(self, body: str, start: int, what: str) -> None:
        if not body.isascii() and HALF.search(body):
            message = f"{what} holds half a surrogate pair, which is no character: {body[:40]!a}"
            self.odd("SW014", start, message)

    def number(self, char: str) -> None:
        start = self.at
        if self.text.startswith("-Infinity", start):
            self.word()
            return
        match = _NUMBER.match(self.text, start)
        if match is None:
            if start + 1 == len(self.text):
                self.ended("a digit")
            self.fault("SW001", start, f"expected a number, found {self.seen(start)}")
        end = match.end()
        written = match[0]
        follows = self.text[end : end + 1]
        if follows and (follows.isalnum() or follows in ".+_"):
            # The last cut through "1.5e+7" may lie after any of its characters.
            if _CUT_NUMBER.match(self.text, end):
                self.at = len(self.text)
                self.ended("a digit")
            hint = (
                "; no zero may lead" if written.lstrip("-") == "0" and follows.isdecimal() else ""
            )
            self.fault("SW001", start, f"expected a number, found {self.seen(start)}{hint}")
        self.at = end
        if match[1] or match[2]:
            if float(written) in (float("inf"), float("-inf")):
                self.odd(
                    "SW011", start, f"the number {written[:40]} is beyond what a double can hold"
                )
        else:
            count = len(written.lstrip("-"))
            if count > DIGITS:
                self.fault("SW011", start, f"a number of {count} digits; at most {DIGITS} are read")
            if count >= LONG_NUMBER and abs(int(written)) >= 2**1024 - 2**970:
                self.odd(
                    "SW011", start, f"a number of {count} digits is beyond what a double can hold"
                )

    def word(self) -> None:
        start = self.at
        for literal in _LITERALS:
            if self.text.startswith(literal, start):
                self.at = start + len(literal)
                return
        for constant in _CONSTANTS:
            if self.text.startswith(constant, start):
                self.odd(
                    "SW010",
                    start,
                    f"{constant} is no number of JSON; write the number that is meant, or null",
                )
                self.at = start + len(constant)
                return
        rest = self.text[start : start + 12]
        if rest and start + len(rest) == len(self.text):
            for whole in (*_LITERALS, *_CONSTANTS):
                if whole.startswith(rest):
                    self.ended(f"{whole!r}")
        self.unexpected("a value")

    # --- faults --------------------------------------------------------------

    def odd(self, code: str, offset: int, message: str) -> None:
        if len(self.found) < self.most:
            where = pointer.join(container.step for container in self.open)
            self.found.append(Oddity(code, offset, message, where))

    def fault(self, code: str, offset: int, message: str) -> NoReturn:
        raise _FaultError(Oddity(code, offset, message))

    def unexpected(self, expected: str) -> NoReturn:
        if self.at == len(self.text):
            self.ended(expected)
        hint = ""
        if self.text.startswith(("//", "/*", "#"), self.at):
            hint = "; JSON has no comments"
        elif self.text.startswith("'", self.at):
            hint = "; JSON has double quotes only"
        elif self.text.startswith(("True", "False", "None"), self.at):
            hint = "; JSON writes true, false and null"
        self.fault("SW001", self.at, f"expected {expected}, found {self.seen(self.at)}{hint}")

    def ended(self, expected: str) -> NoReturn:
        inside = ""
        if self.open:
            top = self.open[-1]
            line, column = place(self.text, top.start)
            kind = "object" if top.is_object else "list"
            inside = f" inside the {kind} that begins at line {line}, column {column}"
        end = len(self.text.rstrip(" \t\n\r"))
        self.fault("SW002", end, f"the JSON breaks off{inside}; expected {expected}")

    def broken_string(self, start: int) -> NoReturn:
        match = _STRING_BODY.match(self.text, start)
        end = match.end() if match else start + 1
        rest = self.text[end : end + 6]
        over = BLANK.fullmatch(self.text, end) or _CUT_ESCAPE.match(self.text, end)
        if over:
            line, column = place(self.text, start)
            self.fault(
                "SW002",
                over.start() if rest[:1] in ("\r", "\n") else len(self.text),
                f"the JSON breaks off inside the text that begins at line {line}, column {column}; "
                "expected a closing '\"'",
            )
        if rest[0] == "\\":
            self.fault(
                "SW001", end, f"{rest if rest[1] == 'u' else rest[:2]!r} is no escape of JSON"
            )
        if rest[0] in "\r\n":
            self.fault("SW001", end, "a line break inside a text; expected a closing '\"', or \\n")
        self.fault(
            "SW001", end, f"the control character {rest[0]!r} inside a text; write it as an escape"
        )

    def seen(self, offset: int) -> str:
        word = _WORD.match(self.text, offset)
        return repr(word[0] if word else self.text[offset])


class Places:
    r"""Lines and columns of offsets in a text, each asked for after the one before it in the text.

    Both count from 1, in characters; a line ends with \n, \r\n or a lone \r. The text between two askings is looked
    at once, so that a thousand places of a long text cost one pass.
    """

    __slots__ = ("_at", "_line", "_start", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._start = 0

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        text = self._text
        if offset < self._at:
            self._at, self._line, self._start = 0, 1, 0
        since = self._at
        newest = text.rfind("\n", since, offset)
        self._line += text.count("\n", since, offset)
        if text.find("\r", since, offset) >= 0:
            # A pair that the offset cuts in two counts as a break at once, and not again for its second half.
            self._line += text.count("\r", since, offset) - text.count("\r\n", since, offset)
            newest = max(newest, text.rfind("\r", since, offset))
        if offset > since > 0 and text[since - 1 : since + 1] == "\r\n":
            self._line -= 1
        if newest >= 0:
            self._start = newest + 1
        self._at = offset
        return self._line, offset - self._start + 1


def blank(text: str, at: int) -> int:
    """The offset after the blanks that begin at an offset."""
    match = BLANK.match(text, at)
    return match.end() if match else at


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of one offset."""
    return Places(text).place(offset)


def _short(key: str) -> str:
    return repr(key if len(key) <= 40 else key[:39] + "…")


def _decoded(body: str) -> str:
    value = json.loads(f'"{body}"')
    return str(value)
