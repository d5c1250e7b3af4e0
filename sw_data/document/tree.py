"""The text of a document taken apart as far as edits reach into it, and put together again.

Only the objects and lists on the way of an edit are opened; all else stays one piece of text. Put together without an
edit the pieces are the text that they were cut from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sw_data.document.locate import key_at
from sw_data.document.raw import scan_once
from sw_data.document.syntax import blank


class Node:
    """A value: a piece of text, or an opened object or list.

    Attributes:
        text: The piece of text; None once it is opened.
        is_object: Whether it is an object; only of an opened one.
        members: The members or elements.
        inside: The blanks inside an empty one.
    """

    __slots__ = ("_last", "inside", "is_object", "members", "text")

    def __init__(self, text: str) -> None:
        self.text: str | None = text
        self.is_object = False
        self.members: list[Member] = []
        self.inside = ""
        self._last: dict[str, int] | None = None

    def kind(self) -> str:
        """`{`, `[`, or another character that is the first of a scalar."""
        if self.text is None:
            return "{" if self.is_object else "["
        return self.text[0]

    def write(self, text: str) -> None:
        """Makes it this text, whatever it was."""
        self.text = text
        self.members = []
        self._last = None

    def open(self) -> bool:
        """Takes an object or a list apart into its members; False if it is a scalar."""
        text = self.text
        if text is None:
            return True
        if text[0] not in "{[":
            return False
        self.is_object = text[0] == "{"
        members: list[Member] = []
        before = 1
        at = blank(text, 1)
        if text[at] in "}]":
            self.inside = text[1:at]
        while text[at] not in "}]":
            start = key_end = at
            key = ""
            if self.is_object:
                key, key_end, at = key_at(text, at)
            end = scan_once(text, at)[1]
            after = blank(text, end)
            members.append(
                Member(
                    text[before:start],
                    key,
                    text[start:key_end],
                    text[key_end:at],
                    Node(text[at:end]),
                    text[end:after],
                )
            )
            if text[after] != ",":
                break
            before = after + 1
            at = blank(text, before)
        self.members = members
        self.text = None
        self._last = None
        return True

    def find(self, key: str) -> int | None:
        """The number of the member that counts for a key, the last one of that name."""
        if self._last is None:
            self._last = {member.key: number for number, member in enumerate(self.members)}
        return self._last.get(key)

    def insert(self, number: int, member: Member) -> None:
        """Puts a member before the one of that number."""
        appended = number == len(self.members)
        self.members.insert(number, member)
        if appended and self._last is not None:
            self._last[member.key] = number
        else:
            self._last = None

    def delete(self, number: int) -> Member:
        """Takes the member of that number out."""
        self._last = None
        return self.members.pop(number)

    def pieces(self) -> Iterator[str]:
        """The text in pieces."""
        stack: list[str | Node] = [self]
        while stack:
            top = stack.pop()
            if isinstance(top, str):
                yield top
                continue
            if top.text is not None:
                yield top.text
                continue
            opening, closing = "{}" if top.is_object else "[]"
            parts: list[str | Node] = [opening]
            if not top.members:
                parts.append(top.inside)
            for number, member in enumerate(top.members):
                comma = "," if number else ""
                head = comma + member.before + member.key_text + member.colon
                parts += (head, member.node, member.after)
            parts.append(closing)
            stack.extend(reversed(parts))

    def __str__(self) -> str:
        return "".join(self.pieces()) if self.text is None else self.text

    def value(self) -> Any:
        """What it says."""
        return scan_once(str(self), 0)[0]


class Member:
    """A member of an object or an element of a list, with its blanks.

    Attributes:
        before: The blanks between the bracket or comma before it and its beginning.
        key: The key; empty in a list.
        key_text: The key as it is written, with its quotes.
        colon: The colon with the blanks on both its sides.
        node: The value.
        after: The blanks between its end and the comma or bracket after it.
    """

    __slots__ = ("after", "before", "colon", "key", "key_text", "node")

    def __init__(
        self, before: str, key: str, key_text: str, colon: str, node: Node, after: str
    ) -> None:
        self.before = before
        self.key = key
        self.key_text = key_text
        self.colon = colon
        self.node = node
        self.after = after
