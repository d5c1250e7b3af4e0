"""From a JSON Pointer to its place in the text: span, line and column, only paid for when asked.

What lies beside the way is skipped by the standard library's own scanner, and many pointers are followed in one pass.
Of two equal keys the last one counts, as in the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from sw_data.diagnostics import Diagnostic
from sw_data.document import pointer as pointers
from sw_data.document.raw import Document, is_list, is_object, placed, scan_once
from sw_data.document.syntax import Places, blank
from sw_data.errors import NotFoundError

_SIMPLE_KEY: Final = re.compile(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+')
_SHOWN: Final = 8
_COLON: Final = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")


class Span(NamedTuple):
    """Where a value stands in a document's text, in characters from its start, `end` exclusive.

    Attributes:
        start: Where the value begins.
        end: Where it ends.
        key_start: Where its key begins, quotes included; None for an element of a list and for the root.
        key_end: Where its key ends.
    """

    start: int
    end: int
    key_start: int | None = None
    key_end: int | None = None


class Place(NamedTuple):
    """A place in a file; both count from 1, the column in characters."""

    line: int
    column: int


def locate(document: Document, pointer: str) -> Span:
    """Where the value that a pointer leads to stands in the text; NotFoundError if there is none."""
    found = locate_all(document, (pointer,)).get(pointer)
    if found is None:
        raise NotFoundError(absent(document, pointer))
    return found


def locate_all(document: Document, wanted: Iterable[str]) -> dict[str, Span]:
    """Where the values of many pointers stand, in one pass; those that lead nowhere are left out."""
    root = _Step()
    found: dict[str, Span] = {}
    asked: list[tuple[str, _Step]] = []
    for pointer in dict.fromkeys(wanted):
        step = root
        for name in pointers.split(pointer):
            step = step.below.setdefault(name, _Step())
        step.asked = True
        asked.append((pointer, step))
    if asked:
        _follow(document.text, root, len(asked), last_counts=document.unique is not True)
    for pointer, step in asked:
        if step.span is not None:
            found[pointer] = step.span
    return found


def place(document: Document, pointer: str, *, key: bool = False) -> Place:
    """Line and column of the value that a pointer leads to, or of its key.

    Where it leads nowhere, of what stands nearest on its way: the object that lacks the key.
    """
    return places(document, (pointer,), key=key)[pointer]


def places(document: Document, wanted: Iterable[str], *, key: bool = False) -> dict[str, Place]:
    """Lines and columns of many pointers, in one pass; as `place`."""
    asked = list(dict.fromkeys(wanted))
    if document.source is not None:
        found = document.source.places(asked, key=key)
        return {pointer: Place(*where) for pointer, where in found.items()}
    ways: dict[str, tuple[str, ...]] = {pointer: pointers.split(pointer) for pointer in asked}
    spans = locate_all(document, asked)
    lost = [pointer for pointer in asked if pointer not in spans]
    if lost:
        above = {pointers.join(ways[p][:n]) for p in lost for n in range(len(ways[p]))}
        spans |= locate_all(document, above)
    offsets: dict[str, int] = {}
    for pointer in asked:
        way = ways[pointer]
        span = spans.get(pointer)
        exact = span is not None
        while span is None:
            way = way[:-1]
            span = spans.get(pointers.join(way))
            if not way and span is None:
                span = Span(0, 0)
        use_key = key and exact and span.key_start is not None
        offsets[pointer] = span.key_start if use_key and span.key_start is not None else span.start
    lines = Places(document.text)
    result: dict[str, Place] = {}
    for pointer in sorted(asked, key=offsets.__getitem__):
        line, column = lines.place(offsets[pointer])
        if line == 1:
            column += document.column - 1
        result[pointer] = Place(line + document.line - 1, column)
    return result


def located(document: Document, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings with the file, line and column of their pointers in this document; their order stays.

    A finding that has a line already, or has no pointer, keeps what it has and is only given the file's name.
    """
    every = list(findings)
    wanted = [f.pointer for f in every if f.pointer is not None and f.line is None]
    where = places(document, wanted) if wanted else {}
    return [
        finding.at(finding.file or document.name, *where[finding.pointer])
        if finding.pointer is not None and finding.line is None
        else finding.at(finding.file or document.name, finding.line, finding.column)
        for finding in every
    ]


def absent(document: Document, pointer: str) -> str:
    """One sentence that says where the way of a pointer ends."""
    value = document.value
    way = pointers.split(pointer)
    for depth, step in enumerate(way):
        why = lacks(value, step, pointers.join(way[:depth]))
        if why is not None:
            return f"nothing at {pointer!r}: {why}"
        value = value[int(step) if isinstance(value, list) else step]
    return f"nothing at {pointer!r}"


def lacks(value: object, step: str, here: str) -> str | None:
    """Why a step leads nowhere from a value that stands at `here`; None if it leads somewhere."""
    if is_object(value):
        keys = list(value)
        if step in keys:
            return None
        shown = ", ".join(repr(key) for key in keys[:_SHOWN])
        more = ", …" if len(keys) > _SHOWN else ""
        has = f"it has {shown}{more}" if keys else "it is empty"
        return f"the object at {here!r} has no key {step!r}; {has}"
    if is_list(value):
        count = len(value)
        number = pointers.index(step)
        if number is not None and number < count:
            return None
        return f"the list at {here!r} has no element {step!r}; it has {count}"
    return f"what stands at {here!r} is neither object nor list"


class _Step:
    """One step of the ways that are followed together."""

    __slots__ = ("asked", "below", "span")

    def __init__(self) -> None:
        self.below: dict[str, _Step] = {}
        self.asked = False
        self.span: Span | None = None

    def forget(self) -> int:
        """Drops what was found here and below, for a later equal key; how many it were."""
        dropped = 0
        steps: list[_Step] = [self]
        while steps:
            step = steps.pop()
            dropped += step.asked and step.span is not None
            step.span = None
            steps += step.below.values()
        return dropped


class _Open:
    """An object or a list on the way, that the walk is inside of."""

    __slots__ = ("indices", "is_object", "key_end", "key_start", "number", "start", "step")

    def __init__(
        self, step: _Step, start: int, is_object: bool, key_start: int | None, key_end: int | None
    ) -> None:
        self.step = step
        self.start = start
        self.is_object = is_object
        self.key_start = key_start
        self.key_end = key_end
        self.number = -1
        self.indices: dict[int, _Step] = {}
        if not is_object:
            for name, below in step.below.items():
                number = pointers.index(name)
                if number is not None:
                    self.indices[number] = below


def key_at(text: str, at: int) -> tuple[str, int, int]:
    """The key that begins at an offset, the offset of its end, and that of its value."""
    simple = _SIMPLE_KEY.match(text, at)
    if simple:
        return simple[1], simple.end(1) + 1, simple.end()
    key, end = scan_once(text, at)
    colon = _COLON.match(text, end)
    return str(key), end, colon.end() if colon else end


def _follow(text: str, root: _Step, remaining: int, *, last_counts: bool) -> None:
    """Walks the text once and notes the spans of the steps; the text must be JSON."""
    at = blank(text, 0)
    if not (root.below and text[at] in "{["):
        root.span = Span(at, scan_once(text, at)[1])
        return
    stack = [_Open(root, at, text[at] == "{", None, None)]
    at = blank(text, at + 1)
    while stack:
        top = stack[-1]
        char = text[at]
        if char == ",":
            at = blank(text, at + 1)
        elif char == "}" or char == "]":
            at += 1
            stack.pop()
            top.step.span = Span(top.start, at, top.key_start, top.key_end)
            remaining -= top.step.asked
            if not (remaining or last_counts):
                return
            at = blank(text, at)
            continue
        key_start = key_end = None
        if top.is_object:
            key_start = at
            key, key_end, at = key_at(text, at)
            step = top.step.below.get(key)
        else:
            top.number += 1
            step = top.indices.get(top.number)
        if step is None:
            at = scan_once(text, at)[1]
        else:
            if step.span is not None:
                remaining += step.forget()
            if step.below and text[at] in "{[":
                stack.append(_Open(step, at, text[at] == "{", key_start, key_end))
                at = blank(text, at + 1)
                continue
            end = scan_once(text, at)[1]
            step.span = Span(at, end, key_start, key_end)
            at = end
            remaining -= step.asked
            if not (remaining or last_counts):
                return
        if at < len(text) and text[at] not in ",}]":
            at = blank(text, at)


__all__ = [
    "Place",
    "Span",
    "absent",
    "locate",
    "locate_all",
    "located",
    "place",
    "placed",
    "places",
]
