"""The text of stat blocks in its plain form, with the way back: every character of it knows where it stood.

Dashes, blanks and quotation marks are in their simplest form, bold and emphasis marks are gone, a word that a line
break had cut is whole again. Lines are kept, since a stat block's parts begin with them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from sw_data.formats.spelling import simplest

_LINE: Final = re.compile(r"\r\n|[\n\r\u2028\u2029\x0b\x0c]")
_HEADING: Final = re.compile(r"^[ \t]*(#{1,6})[ \t]+(?=\S)")
_BOLD_LINE: Final = re.compile(r"^[ \t]*(\*\*|__)(?P<name>[^*_:\r\n]{1,120})\1[ \t]*$")
_BULLET: Final = re.compile(
    r"^[ \t>]*(?:@[ \t]*[-+*]?|[-*+\u2022\u25cf\u25cb\u25aa\u25a0\u25ba\u00b7\u2023\u25e6\u2756\u2713\uf0b7])"
    r"(?:[ \t]+|(?=[^\W\d_]))"
)
_ESCAPED: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_QUOTE: Final = re.compile(r"^[ \t]*>[ \t]?")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the plain text.

    Attributes:
        start: Where it begins, after its bullet or heading mark.
        end: Where it ends, without its break.
        title: Whether it is marked as a title: a heading, or a line that is bold as a whole.
        level: The heading's level; 0 if it is none.
        bullet: Whether it begins with a bullet.
    """

    start: int
    end: int
    title: bool = False
    level: int = 0
    bullet: bool = False


class Plain:
    """A text in its plain form.

    Attributes:
        source: The text as it was given.
        text: Its plain form; lines end with a line feed.
        lines: The lines of the plain form.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._where: list[int] = []
        self._breaks = [0]
        out: list[str] = []
        lines: list[Line] = []
        start = 0
        for match in [*_LINE.finditer(source), None]:
            end = match.start() if match is not None else len(source)
            line = self._line(source, start, end, out)
            lines.append(line)
            if match is None:
                break
            self._breaks.append(match.end())
            self._add(out, "\n", match.start())
            start = match.end()
        self.text = "".join(out)
        self.lines = tuple(lines)
        self._join_words()
        self._starts = [line.start for line in self.lines]

    def _add(self, out: list[str], characters: str, where: int) -> None:
        out.append(characters)
        self._where.extend([where] * len(characters))

    def _line(self, source: str, start: int, end: int, out: list[str]) -> Line:
        raw = source[start:end]
        heading, bold, bullet = _HEADING.match(raw), _BOLD_LINE.match(raw), _BULLET.match(raw)
        level = len(heading[1]) if heading is not None else 0
        skip = heading.end() if heading is not None else 0
        if heading is None and bold is None:
            mark = bullet or _QUOTE.match(raw)
            skip = mark.end() if mark is not None else 0
        is_bullet = heading is None and bold is None and bullet is not None
        begin = len(self._where)
        index = skip
        while index < len(raw):
            if (
                raw[index] == "\\"
                and raw[index + 1 : index + 2] in _ESCAPED
                and index + 1 < len(raw)
            ):
                # Markdown: what stands after a backslash is itself and no mark.
                self._add(out, raw[index + 1], start + index + 1)
                index += 2
                continue
            if raw[index] in "*_" and self._is_mark(raw, index):
                index += 1
                continue
            self._add(out, simplest(raw[index]).replace("\t", " "), start + index)
            index += 1
        return Line(begin, len(self._where), level > 0 or bold is not None, level, is_bullet)

    @staticmethod
    def _is_mark(raw: str, index: int) -> bool:
        """Whether a star or underscore marks bold or emphasis: it is doubled, or stands at a word's edge."""
        mark = raw[index]
        before, after = raw[index - 1 : index], raw[index + 1 : index + 2]
        if mark in (before, after):
            return True
        if before.isalnum() and after.isalnum():
            return False
        return mark == "*" or not (before.isspace() and after.isspace())

    def _join_words(self) -> None:
        """Joins a word that a line break had cut: the hyphen and the break go, if small letters are on both sides."""
        if "-\n" not in self.text:
            return
        pieces: list[str] = []
        where: list[int] = []
        moved: list[tuple[int, int]] = []
        last = 0
        for match in re.finditer(r"(?<=[^\W\d_])-\n[ ]*(?=[^\W\d_])", self.text):
            before, after = self.text[match.start() - 1], self.text[match.end()]
            if not (before.islower() and after.islower()):
                continue
            pieces.append(self.text[last : match.start()])
            where.extend(self._where[last : match.start()])
            moved.append((match.start(), match.end()))
            last = match.end()
        if not moved:
            return
        pieces.append(self.text[last:])
        where.extend(self._where[last:])
        self.text, self._where = "".join(pieces), where
        shift = _Shift(moved)
        self.lines = tuple(shift.line(line) for line in _merged(self.lines, moved))

    def lines_in(self, start: int, end: int) -> tuple[Line, ...]:
        """The lines that begin between two offsets of the plain text."""
        return self.lines[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of the plain text stands in the text as it was given."""
        if start >= len(self._where):
            return len(self.source), len(self.source)
        last = (
            self._where[min(end, len(self._where)) - 1] + 1 if end > start else self._where[start]
        )
        return self._where[start], max(last, self._where[start])

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset of the text as it was given."""
        line = bisect_right(self._breaks, offset)
        return line, offset - self._breaks[line - 1] + 1

    def slice(self, start: int, end: int) -> str:
        """A part of the plain text in one line, without needless blanks."""
        return " ".join(self.text[start:end].split())


def _merged(lines: tuple[Line, ...], moved: list[tuple[int, int]]) -> list[Line]:
    """The lines, those that a joined word had run over made one."""
    told: list[Line] = []
    joins = {start for start, _ in moved}
    for line in lines:
        if told and (told[-1].end - 1 in joins or told[-1].end + 1 in joins):
            last = told.pop()
            line = Line(last.start, line.end, last.title, last.level, last.bullet)
        told.append(line)
    return told


class _Shift:
    """Where an offset is after some stretches have gone."""

    def __init__(self, moved: list[tuple[int, int]]) -> None:
        self._moved = moved
        self._starts = [start for start, _ in moved]
        self._gone = list(accumulate((end - start for start, end in moved), initial=0))

    def __call__(self, offset: int) -> int:
        before = bisect_left(self._starts, offset)
        if before == 0:
            return offset
        start, end = self._moved[before - 1]
        return offset - self._gone[before - 1] - min(offset - start, end - start)

    def line(self, line: Line) -> Line:
        """A line at its new place."""
        return Line(self(line.start), self(line.end), line.title, line.level, line.bullet)
