"""Changes made in the text of a YAML file, so that its comments and whatever is not changed stay as they are.

The value as it stood and the value that is wanted are compared along the nodes of the text; each difference becomes a
piece of text in the place of another. What has no such piece is an `UnfitError`, and the file has to be written anew.
Whoever asks for changes reads the text again to see that it says what is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sw_data.document.changes import differing
from sw_data.document.raw import is_list, is_object
from sw_data.document.spelling import Style, same, spell
from sw_data.document.store.yaml_nodes import Node
from sw_data.document.store.yaml_values import one_line

_COLON: Final = re.compile(r"[ \t]*:")
_COMMA: Final = re.compile(r"(?:\s|#[^\n]*\n)*,")
_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_BLOCK_TEXT: Final = re.compile("[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*")
_FLOW_PLAIN: Final = re.compile(r"[\w./()+-][\w ./()+-]*")
_LONGEST_KEY: Final = 500


class UnfitError(Exception):
    """A change that cannot be made in the text."""


class _Slot(NamedTuple):
    """Where a value stands.

    Attributes:
        after: The offset after its colon or dash; None for the root, and in brackets.
        column: The column of what it is a part of.
        of_list: Whether that is a list.
        flow: Whether it stands in brackets.
        quoted: In brackets: whether what stands there is written as JSON.
    """

    after: int | None = None
    column: int = 0
    of_list: bool = False
    flow: bool = False
    quoted: bool = False


class _Piece(NamedTuple):
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a text is laid out: its line ends, its step of indent, and whether lists stand deeper than their key."""

    newline: str
    unit: int
    deep_lists: bool


def revised(text: str, root: Node, before: object, after: object) -> str:
    """The text with the pieces changed that make it say another value; UnfitError if that cannot be done."""
    work = _Work(text, root)
    work.value(root, before, after, _Slot())
    return work.text()


class _Work:
    def __init__(self, text: str, root: Node) -> None:
        self._text = text
        self._manner = _manner(text, root)
        self._pieces: list[_Piece] = []

    def text(self) -> str:
        """The text with the pieces in it."""
        out: list[str] = []
        at = 0
        for piece in sorted(self._pieces, key=lambda each: each.start):
            if piece.start < at:
                raise UnfitError
            out += (self._text[at : piece.start], piece.text)
            at = piece.end
        return "".join((*out, self._text[at:]))

    def value(self, node: Node, before: Any, after: Any, slot: _Slot) -> None:
        """Make a node say another value."""
        if same(before, after):
            return
        if node.kind == "map" and is_object(before) and is_object(after):
            if any(key in after for key in before):
                self._map(node, before, after)
                return
        elif node.kind == "list" and is_list(before) and is_list(after) and before and after:
            self._list(node, before, after)
            return
        self._replace(node, after, slot)

    # --- mappings ------------------------------------------------------------

    def _map(self, node: Node, before: dict[str, Any], after: dict[str, Any]) -> None:
        members = node.members()
        last = {text: number for number, (text, _, _) in enumerate(members)}
        column = self._column(members[0][1].start)
        quoted = node.flow and members[0][1].style == '"'
        for number, (text, key, value) in enumerate(members):
            if text in after and last[text] == number:
                slot = _Slot(flow=True, quoted=quoted)
                if not node.flow:
                    slot = _Slot(self._after_colon(key), column)
                self.value(value, before[text], after[text], slot)
        kept = [text in after for text, _, _ in members]
        new = {key: value for key, value in after.items() if key not in before}
        spans = [(key.start, max(key.end, value.end)) for _, key, value in members]
        if node.flow:
            self._take_from_flow(spans, kept)
            if new:
                shown = _flow(new, quoted=quoted)[1:-1]
                self._put(spans[-1][1], spans[-1][1], f", {shown}")
            return
        self._take_lines(spans, kept)
        if new:
            self._add_lines(spans[-1][1], _block(new, column, self._manner))

    def _after_colon(self, key: Node) -> int:
        colon = _COLON.match(self._text, key.end)
        if colon is None:
            raise UnfitError
        return colon.end()

    # --- lists ---------------------------------------------------------------

    def _list(self, node: Node, before: list[Any], after: list[Any]) -> None:
        start, old_end, new_end = differing(before, after)
        quoted = node.flow and any(part.style == '"' for part in node.parts)
        dashes = [] if node.flow else self._dashes(node)
        for number in range(start, min(old_end, new_end)):
            slot = _Slot(flow=True, quoted=quoted)
            if dashes:
                slot = _Slot(dashes[number] + 1, self._column(dashes[number]), of_list=True)
            self.value(node.parts[number], before[number], after[number], slot)
        kept = [not new_end <= number < old_end for number in range(len(before))]
        self._resize(node, dashes, kept, old_end, after[old_end:new_end], quoted)

    def _resize(
        self,
        node: Node,
        dashes: list[int],
        kept: list[bool],
        at: int,
        new: list[Any],
        quoted: bool,
    ) -> None:
        """Takes elements out of a list, or puts new ones before the element of that number."""
        starts = dashes or [part.start for part in node.parts]
        spans = [
            (start, max(start + 1, part.end))
            for start, part in zip(starts, node.parts, strict=True)
        ]
        if node.flow:
            self._take_from_flow(spans, kept)
            if new:
                shown = _flow(new, quoted=quoted)[1:-1]
                place = spans[at - 1][1] if at else spans[0][0]
                self._put(place, place, f", {shown}" if at else f"{shown}, ")
            return
        self._take_lines(spans, kept)
        if not new:
            return
        lines = _block(new, self._column(dashes[0]), self._manner)
        if at:
            self._add_lines(spans[at - 1][1], lines)
        elif self._begins_line(dashes[0]):
            begin = self._line_start(dashes[0])
            self._put(begin, begin, "".join(line + self._manner.newline for line in lines))
        else:
            raise UnfitError

    def _dashes(self, node: Node) -> list[int]:
        """Where the dash of each element stands."""
        found: list[int] = []
        column: int | None = None
        at = node.start
        for part in node.parts:
            dash = self._dash(at, part.start, column)
            column = self._column(dash)
            found.append(dash)
            at = max(part.end, dash + 1)
        return found

    def _dash(self, begin: int, end: int, column: int | None) -> int:
        at = begin
        while at < end:
            char = self._text[at]
            if char == "#":
                at = self._line_end(at)
                continue
            if char == "-" and (column is None or self._column(at) == column):
                return at
            at += 1
        raise UnfitError

    # --- what both have in common --------------------------------------------

    def _take_lines(self, spans: Sequence[tuple[int, int]], kept: Sequence[bool]) -> None:
        """Takes members or elements out, each with its lines and the comment behind it."""
        first = 0
        if not self._begins_line(spans[0][0]) and not kept[0]:
            # It stands behind the dash of what it is a part of: the next one moves up to there.
            first = kept.index(True)
            end = spans[first][0]
            if "#" in self._text[self._next_line(spans[first - 1][1]) : end]:
                end = self._line_end(spans[first - 1][1])
            self._put(spans[0][0], end, "")
        for (start, end), stays in zip(spans[first:], kept[first:], strict=True):
            if not stays:
                if not self._begins_line(start):
                    raise UnfitError
                self._put(self._line_start(start), self._next_line(end), "")

    def _take_from_flow(self, spans: Sequence[tuple[int, int]], kept: Sequence[bool]) -> None:
        number = 0
        while number < len(spans):
            if kept[number]:
                number += 1
                continue
            later = next((n for n in range(number, len(spans)) if kept[n]), len(spans))
            if later < len(spans):
                end = spans[later][0]
                if "#" in self._text[spans[later - 1][1] : end]:
                    end = self._after_comma(spans[later - 1][1])
                self._put(spans[number][0], end, "")
            else:
                begin = spans[number - 1][1]
                if "#" in self._text[begin : spans[number][0]]:
                    # YAML takes a comma before the closing bracket.
                    begin = spans[number][0]
                self._put(begin, spans[-1][1], "")
            number = later

    def _after_comma(self, at: int) -> int:
        comma = _COMMA.match(self._text, at)
        if comma is None:
            raise UnfitError
        return comma.end()

    def _replace(self, node: Node, after: Any, slot: _Slot) -> None:
        if slot.flow and not node.is_empty:
            self._put(node.start, node.end, _flow(after, quoted=slot.quoted, like=node))
            return
        if slot.after is None:
            raise UnfitError
        if _has_parts(after):
            self._replace_by_lines(
                node, _block(after, self._indent(slot, after), self._manner), slot
            )
            return
        shown = _inline(after, node)
        if node.style == "|" and isinstance(after, str):
            shown = self._literal(after, slot) or shown
        if node.is_empty:
            self._put(slot.after, slot.after, f" {shown}")
        elif "\n" in self._text[slot.after : node.start]:
            self._put(slot.after, slot.after, f" {shown}")
            self._put(self._line_end(slot.after), self._line_end(node.end), "")
        else:
            self._put(node.start, node.end, shown)

    def _replace_by_lines(self, node: Node, lines: list[str], slot: _Slot) -> None:
        begin = slot.after or 0
        if "\n" in self._text[begin : node.start]:
            self._put(self._line_start(node.start), self._next_line(node.end), "")
        elif not node.is_empty:
            self._put(begin, node.end, "")
        self._add_lines(max(node.end, begin), lines)

    def _literal(self, text: str, slot: _Slot) -> str | None:
        """A text as lines of their own, as the one before was; None if it cannot be written so."""
        body = text.removesuffix("\n")
        if not body.strip() or body[0] in " \n\t" or body.endswith("\n"):
            return None
        if _BLOCK_TEXT.fullmatch(text) is None:
            return None
        pad = " " * (slot.column + (2 if slot.of_list else self._manner.unit))
        lines = [pad + line if line else "" for line in body.split("\n")]
        return self._manner.newline.join(["|" if body != text else "|-", *lines])

    def _indent(self, slot: _Slot, value: object) -> int:
        if slot.of_list:
            return slot.column + 2
        if is_list(value) and not self._manner.deep_lists:
            return slot.column
        return slot.column + self._manner.unit

    # --- lines ---------------------------------------------------------------

    def _put(self, start: int, end: int, text: str) -> None:
        self._pieces.append(_Piece(start, end, text))

    def _add_lines(self, after: int, lines: list[str]) -> None:
        """Puts lines below the one in which an offset stands."""
        place = self._next_line(after)
        newline = self._manner.newline
        if place == len(self._text) and not self._text.endswith("\n"):
            self._put(place, place, "".join(newline + line for line in lines))
        else:
            self._put(place, place, "".join(line + newline for line in lines))

    def _column(self, at: int) -> int:
        return at - self._line_start(at)

    def _line_start(self, at: int) -> int:
        return self._text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        if end < 0:
            return len(self._text)
        return end - 1 if end > at and self._text[end - 1] == "\r" else end

    def _next_line(self, at: int) -> int:
        return self._text.find("\n", at) + 1 or len(self._text)

    def _begins_line(self, at: int) -> bool:
        return not self._text[self._line_start(at) : at].strip(" ")


def _manner(text: str, root: Node) -> _Manner:
    unit: int | None = None
    deep: bool | None = None
    columns: dict[int, int] = {}

    def column_of(node: Node) -> int:
        at = node.parts[0].start if node.kind == "map" and node.parts else node.start
        return columns.setdefault(at, at - text.rfind("\n", 0, at) - 1)

    rows = [root]
    while rows and (unit is None or deep is None):
        node = rows.pop()
        if node.kind == "map" and not node.flow and node.parts:
            for value in node.parts[1::2]:
                if value.flow or value.kind not in ("map", "list") or not value.parts:
                    continue
                step = column_of(value) - column_of(node)
                if value.kind == "list" and deep is None:
                    deep = step > 0
                elif value.kind == "map" and unit is None and step > 0:
                    unit = step
        rows += reversed(node.parts)
    newline = "\r\n" if "\r\n" in text else "\n"
    return _Manner(newline, unit or 2, deep is not False)


def _block(value: Any, column: int, manner: _Manner) -> list[str]:
    """An object or a list that is not empty, as lines."""
    pad = " " * column
    lines: list[str] = []
    if is_object(value):
        for key, one in value.items():
            shown = _key(key)
            if _has_parts(one):
                inner = column + (0 if is_list(one) and not manner.deep_lists else manner.unit)
                lines += [f"{pad}{shown}:", *_block(one, inner, manner)]
            else:
                lines.append(f"{pad}{shown}: {_inline(one)}")
        return lines
    for one in value:
        if _has_parts(one):
            first, *rest = _block(one, column + 2, manner)
            lines += [f"{pad}- {first[column + 2 :]}", *rest]
        else:
            lines.append(f"{pad}- {_inline(one)}")
    return lines


def _has_parts(value: Any) -> bool:
    """Whether a value is an object or a list that is not empty."""
    return bool(value) and (is_object(value) or is_list(value))


def _inline(value: Any, like: Node | None = None) -> str:
    """A value without parts as it stands behind a colon or a dash."""
    return _flow(value) if is_object(value) or is_list(value) else _scalar(value, like)


def _flow(value: Any, *, quoted: bool = False, like: Node | None = None) -> str:
    """A value within brackets."""
    if is_object(value):
        members = [
            f"{_flow(key, quoted=quoted)}: {_flow(one, quoted=quoted)}"
            for key, one in value.items()
        ]
        return "{" + ", ".join(members) + "}"
    if is_list(value):
        return "[" + ", ".join(_flow(one, quoted=quoted) for one in value) + "]"
    if isinstance(value, str):
        if quoted:
            return _quoted(value)
        shown = _scalar(value, like)
        return shown if _FLOW_PLAIN.fullmatch(shown) or shown[0] in "'\"" else _quoted(value)
    return spell(value, Style())


def _key(key: str) -> str:
    if len(key) > _LONGEST_KEY:
        raise UnfitError
    return _scalar(key)


def _scalar(value: object, like: Node | None = None) -> str:
    """A value that is neither object nor list, on one line; a text in the quotes of the one before it."""
    if not isinstance(value, str):
        return spell(value, Style())
    if (
        "\n" in value
        or "\r" in value
        or _UNPRINTABLE.search(value)
        or (like is not None and like.style == '"')
    ):
        return _quoted(value)
    if like is not None and like.style == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return one_line(value)


def _quoted(value: str) -> str:
    written = spell(value, Style())
    return _UNPRINTABLE.sub(lambda each: f"\\u{ord(each[0]):04x}", written)
