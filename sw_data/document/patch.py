"""Edits made in the text of a document, so that nothing else moves, and the edits that take them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

from pydantic import Field

from sw_data.diagnostics import Edit
from sw_data.document import pointer as pointers
from sw_data.document.changes import diff
from sw_data.document.locate import lacks
from sw_data.document.raw import Document, is_list, is_object
from sw_data.document.spelling import (
    Style,
    indent_of,
    is_broken,
    same,
    spell,
    spell_text,
    style_of,
)
from sw_data.document.syntax import blank
from sw_data.document.tree import Member, Node
from sw_data.errors import NotFoundError

_NEAR = 8


class Setting(NamedTuple):
    """How a member that was taken out stood among its neighbours."""

    number: int
    before: str
    key_text: str
    colon: str
    after: str
    after_of_previous: str
    before_of_next: str


class Verbatim(Edit):
    """An edit that puts a text back as it was spelled; as an `Edit` it says the same of the values."""

    spelling: Annotated[str | None, Field(exclude=True, repr=False)] = None
    setting: Annotated[Setting | None, Field(exclude=True, repr=False)] = None
    inside: Annotated[str, Field(exclude=True, repr=False)] = ""


def apply(document: Document, edits: Iterable[Edit]) -> Document:
    """The document after the edits, each of which sees what those before it have done.

    What an edit does not name stays as it is, to the last blank. A value equal to the one that stands there changes
    nothing; an object or a list put in the place of another one changes only where they differ. What is new is written
    in the manner of what stands around it. A member given twice is replaced where it counts, and removed altogether.

    Raises:
        NotFoundError: An edit's path leads nowhere.
        ImpossibleError: JSON cannot say an edit's value.
        NotationError: A path is no JSON Pointer.
    """
    work = _Work(document)
    for edit in edits:
        work.edit(edit)
    text = work.text()
    if text == document.text:
        return document
    # What was taken out may have been one of two equal keys.
    return document.rewritten(text, unique=None if work.verbatim else document.unique)


def invert(document: Document, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that take these back: applied after them they give the document again, byte for byte."""
    work = _Work(document)
    undoing: list[Edit] = []
    for edit in edits:
        undoing += work.edit(edit)
    return tuple(reversed(undoing))


def revise(document: Document, edits: Iterable[Edit]) -> tuple[Document, tuple[Edit, ...]]:
    """The document after the edits, and the edits that take them back, in one go."""
    every = tuple(edits)
    return apply(document, every), invert(document, every)


class _Work:
    """A document that is being edited."""

    __slots__ = ("_style", "_text", "root", "verbatim")

    def __init__(self, document: Document) -> None:
        text = document.text
        start = blank(text, 0)
        end = len(text.rstrip(" \t\n\r"))
        self._text = text
        self._style: Style | None = None
        self.root = Member(text[:start], "", "", "", Node(text[start:end]), text[end:])
        self.verbatim = False

    @property
    def style(self) -> Style:
        if self._style is None:
            self._style = style_of(self._text)
        return self._style

    def text(self) -> str:
        return "".join((self.root.before, *self.root.node.pieces(), self.root.after))

    def edit(self, edit: Edit) -> list[Edit]:
        """Makes one edit; the edits that undo its steps, in the order of the steps."""
        self.verbatim = self.verbatim or isinstance(edit, Verbatim)
        way = pointers.split(edit.path)
        if not way:
            if edit.op == "remove":
                raise NotFoundError("the root of a document cannot be removed")
            return self._replace(edit, self.root, None)
        holder, parent = self._parent(edit, way)
        step = way[-1]
        if parent.is_object:
            number = parent.find(step)
            if edit.op == "remove":
                if number is None:
                    self._absent(edit, way, len(way) - 1, parent)
                return self._remove_all(edit, parent, step)
            if number is None or (isinstance(edit, Verbatim) and edit.setting is not None):
                if edit.op == "replace":
                    self._absent(edit, way, len(way) - 1, parent)
                return self._add(edit, holder, parent, len(parent.members), step)
            return self._replace(edit, parent.members[number], parent)
        count = len(parent.members)
        index = count if step == "-" and edit.op == "add" else pointers.index(step)
        if index is None or index > count - (edit.op != "add"):
            self._absent(edit, way, len(way) - 1, parent)
        if edit.op == "add":
            return self._add(edit, holder, parent, index, "")
        if edit.op == "remove":
            return [self._remove(edit, parent, index, pointers.join((*way[:-1], index)))]
        return self._replace(edit, parent.members[index], parent)

    def _parent(self, edit: Edit, way: Sequence[str]) -> tuple[tuple[Member, Node | None], Node]:
        """The opened object or list that an edit changes, with the member that holds it and what holds that."""
        above: Node | None = None
        member = self.root
        for depth, step in enumerate(way[:-1]):
            node = self._opened(edit, way, depth, member)
            number = node.find(step) if node.is_object else pointers.index(step)
            if number is None or number >= len(node.members):
                self._absent(edit, way, depth, node)
            above = node
            member = node.members[number]
        return (member, above), self._opened(edit, way, len(way) - 1, member)

    def _opened(self, edit: Edit, way: Sequence[str], depth: int, member: Member) -> Node:
        if not member.node.open():
            self._absent(edit, way, depth, member.node)
        return member.node

    def _absent(self, edit: Edit, way: Sequence[str], depth: int, node: Node) -> NoReturn:
        here = pointers.join(way[:depth])
        why = lacks(node.value(), way[depth], here)
        if why is None:
            why = f"the list at {here!r} ends before {way[depth]!r}"
        raise NotFoundError(f"cannot {edit.op} {edit.path!r}: {why}")

    # --- replace -----------------------------------------------------------------

    def _replace(self, edit: Edit, member: Member, parent: Node | None) -> list[Edit]:
        node = member.node
        before = str(node)
        if isinstance(edit, Verbatim) and edit.spelling is not None:
            node.write(edit.spelling)
            old = Node(before).value()
        else:
            old = node.value()
            if same(old, edit.value):
                return []
            if _alike(old, edit.value):
                undoing: list[Edit] = []
                # Fewer words move if only the difference is written.
                for change in diff(old, edit.value, at=edit.path):
                    undoing += self.edit(change)
                return undoing
            node.write(self._spell(edit.value, member, parent))
        return [Verbatim(op="replace", path=edit.path, value=old, spelling=before)]

    def _spell(self, value: Any, member: Member, parent: Node | None) -> str:
        """A value in the manner of the place where it comes to stand."""
        style = self.style
        kind = "{" if is_object(value) else "[" if is_list(value) else None
        if kind is None:
            return spell(value, style)
        if parent is None:
            return spell(value, style, None if style.unit is None else "")
        if self._on_lines(kind, member, parent):
            return spell(value, style, indent_of(member.before))
        return spell(value, style)

    def _on_lines(self, kind: str, member: Member, parent: Node) -> bool:
        """Whether an object or list there has a line for each member: as the like beside it have, or as its parent."""
        if not is_broken(member.before) or self.style.unit is None:
            return False
        here = next(
            (n for n, one in enumerate(parent.members) if one is member), len(parent.members)
        )
        near = parent.members[max(0, here - _NEAR) : here + _NEAR]
        for other in near:
            node = other.node
            if other is member or node.kind() != kind:
                continue
            if node.text is None:
                if node.members:
                    return is_broken(node.members[0].before)
            elif blank(node.text, 1) < len(node.text) - 1:
                return is_broken(node.text[1 : blank(node.text, 1)])
        return True

    # --- add ---------------------------------------------------------------------

    def _add(
        self, edit: Edit, holder: tuple[Member, Node | None], parent: Node, number: int, key: str
    ) -> list[Edit]:
        members = parent.members
        setting = edit.setting if isinstance(edit, Verbatim) else None
        inside = parent.inside if not members else ""
        if setting is not None:
            number = min(setting.number, len(members))
            member = Member(
                setting.before, key, setting.key_text, setting.colon, Node(""), setting.after
            )
            if number:
                members[number - 1].after = setting.after_of_previous
            if number < len(members):
                members[number].before = setting.before_of_next
        else:
            before, after = self._blanks(holder, parent, number)
            colon = self.style.colon
            if members and not is_broken(members[-1].colon):
                colon = members[-1].colon
            key_text = spell_text(key, self.style) if parent.is_object else ""
            if not parent.is_object:
                colon = ""
            member = Member(before, key, key_text, colon, Node(""), after)
        spelling = edit.spelling if isinstance(edit, Verbatim) else None
        if spelling is None:
            spelling = self._spell(edit.value, member, parent)
        if setting is None:
            self._make_room(parent, number)
        member.node.write(spelling)
        parent.insert(number, member)
        way = pointers.split(edit.path)[:-1]
        path = pointers.join((*way, key if parent.is_object else number))
        return [Verbatim(op="remove", path=path, inside=inside)]

    def _blanks(
        self, holder: tuple[Member, Node | None], parent: Node, number: int
    ) -> tuple[str, str]:
        """The blanks before and after a new member of that number."""
        members = parent.members
        if not members:
            return self._first_blanks(holder, parent)
        if number == 0:
            return members[0].before, members[0].after if len(members) > 1 else ""
        if number < len(members):
            return members[number].before, members[number - 1].after
        return self._between(members), members[-1].after

    def _make_room(self, parent: Node, number: int) -> None:
        """The blanks of the neighbour that is no longer the first or the last."""
        members = parent.members
        if members and number == 0:
            members[0].before = self._between(members)
        elif members and number == len(members):
            members[-1].after = members[-2].after if len(members) > 1 else ""

    def _between(self, members: Sequence[Member]) -> str:
        """The blanks between a comma and the member after it."""
        if len(members) > 1:
            return members[-1].before
        return members[0].before if is_broken(members[0].before) else self.style.gap

    def _first_blanks(self, holder: tuple[Member, Node | None], parent: Node) -> tuple[str, str]:
        member, above = holder
        style = self.style
        if above is None:
            if is_broken(parent.inside):
                return style.newline + "  ", style.newline
            return "", ""
        if self._on_lines(parent.kind(), member, above):
            indent = indent_of(member.before)
            return style.newline + indent + (style.unit or ""), style.newline + indent
        return "", ""

    # --- remove ------------------------------------------------------------------

    def _remove_all(self, edit: Edit, parent: Node, key: str) -> list[Edit]:
        """Removes every member of a key, so that none that was hidden comes to light."""
        undoing: list[Edit] = []
        path = edit.path
        if isinstance(edit, Verbatim):
            number = parent.find(key)
            return [self._remove(edit, parent, number or 0, path)]
        for number in range(len(parent.members) - 1, -1, -1):
            if parent.members[number].key == key:
                undoing.append(self._remove(edit, parent, number, path))
        return undoing

    def _remove(self, edit: Edit, parent: Node, number: int, path: str) -> Edit:
        members = parent.members
        last = len(members) - 1
        gone = members[number]
        setting = Setting(
            number,
            gone.before,
            gone.key_text,
            gone.colon,
            gone.after,
            members[number - 1].after if number else "",
            members[number + 1].before if number < last else "",
        )
        if last == 0:
            parent.inside = edit.inside if isinstance(edit, Verbatim) else ""
        elif number == 0:
            members[1].before = gone.before
        elif number == last:
            members[number - 1].after = gone.after
        parent.delete(number)
        spelling = str(gone.node)
        value = Node(spelling).value()
        return Verbatim(op="add", path=path, value=value, spelling=spelling, setting=setting)


def _alike(one: Any, other: Any) -> bool:
    """Whether both are objects or both are lists, and neither is empty."""
    return bool(one) and bool(other) and type(one) is type(other) and isinstance(one, (dict, list))
