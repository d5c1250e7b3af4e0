"""Whole documents from the records of a pack, children in the place of their ids, and records from whole documents."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Protocol, cast

from sw_data.diagnostics import DocumentRef
from sw_data.document.pointer import join
from sw_data.document.raw import Document, Limits, parse
from sw_data.document.store.foundry_keys import CHILDREN, Key, Object, children, new_id
from sw_data.document.store.leveldb import LevelDb
from sw_data.errors import DocumentError


class Note(Protocol):
    """Takes a finding about a pack: its code, its message, and the document and place that it is about."""

    def __call__(
        self,
        code: str,
        message: str,
        *,
        document: DocumentRef | None = None,
        pointer: str | None = None,
    ) -> None:
        """Take one."""
        ...


_FOREIGN_KEYS = 100


@dataclass(slots=True)
class Whole:
    """A document put together from its records.

    Attributes:
        key: The key of the topmost record.
        document: The text with all children in it; of a document without children the text of its record.
        inline: Members, each with the key of its parent, that hold children in the parent's own record.
    """

    key: Key
    document: Document
    inline: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


class Assembly:
    """Reads a pack in the order of its keys; memory holds one document, and one place in each sublevel.

    That works because children of a sublevel lie in the same order as their parents.
    """

    def __init__(self, pack: LevelDb, name: str, limits: Limits, note: Note) -> None:
        self._pack = pack
        self._name = name
        self._limits = limits
        self._note = note
        self._levels: list[str] = []
        self._cursors: dict[str, _Cursor] = {}

    def documents(self) -> Iterator[Whole]:
        """Every document that is nobody's child, in the order of the keys."""
        self._levels = list(self._sublevels())
        for level in self._levels:
            if "." in level:
                self._cursors[level] = _Cursor(_scan(self._pack, level))
        for level in self._levels:
            if "." in level:
                continue
            for ident, value in _scan(self._pack, level):
                whole = self._whole(Key((level,), (ident,)), value)
                if whole is not None:
                    yield whole
        for level, cursor in self._cursors.items():
            for ids in cursor.rest():
                parent = ids.rpartition(".")[0] or ids
                self._note(
                    "SW703",
                    f"the child '!{level}!{ids}' has no parent: no document with the id {parent!r} can be read",
                )

    def _sublevels(self) -> Iterator[str]:
        at = b""
        foreign = 0
        while True:
            first = next(self._pack.scan(at), None)
            if first is None:
                return
            key = first[0]
            end = key.find(b"!", 1)
            if key[:1] == b"!" and end > 1:
                level = _text(key[1:end])
                if level is not None and all(level.split(".")):
                    yield level
                else:
                    self._note("SW709", f"the key {_shown(key)} is none of a document")
                at = key[:end] + b'"'
                continue
            self._note("SW709", f"the key {_shown(key)} is none of a document")
            foreign += 1
            at = key + b"\0"
            if foreign == _FOREIGN_KEYS:
                self._note("SW709", "and more such keys, which are not looked at")
                at = b'"' if key >= b'"' else b"!"
                if key >= b'"':
                    return

    def _whole(self, key: Key, raw: bytes) -> Whole | None:
        document = self._parse(key, raw)
        if document is None:
            return None
        inline: set[tuple[str, str]] = set()
        value = cast("Object", document.value)
        if self._gather(value, key, (), inline):
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            document = Document(text, self._name, unique=document.unique, _value=value)
        return Whole(key, document, inline)

    def _parse(self, key: Key, raw: bytes) -> Document | None:
        try:
            document = parse(raw, name=self._name, limits=self._limits)
        except DocumentError as error:
            self._note("SW709", f"the value of '{key}' cannot be read: {error.message}")
            return None
        value: object = document.value
        if not isinstance(value, dict):
            self._note("SW709", f"the value of '{key}' is no object, but {document.text[:40]!r}")
            return None
        ident = cast("Object", value).get("_id")
        if ident != key.ident:
            found = "no _id" if ident is None else f"the _id {ident!r}"
            self._note("SW710", f"the document under '{key}' has {found}; the key ends with its id")
        return document

    def _gather(
        self,
        value: Object,
        key: Key,
        way: tuple[str | int, ...],
        inline: set[tuple[str, str]],
    ) -> bool:
        """Put the children in the place of their ids, and theirs; whether there were any."""
        level = ".".join(key.collections)
        changed = False
        known = CHILDREN.get(key.collection, {})
        members = dict.fromkeys(known)
        for other in self._cursors:
            if other.startswith(level + ".") and "." not in other[len(level) + 1 :]:
                members[other[len(level) + 1 :]] = None
        for member in members:
            cursor = self._cursors.get(f"{level}.{member}")
            found = cursor.children(".".join(key.ids)) if cursor else {}
            held = value.get(member)
            seen: set[str] = set()
            if isinstance(held, list):
                ids = cast("list[object]", held)
                for number, ident in enumerate(ids):
                    if isinstance(ident, dict):
                        inline.add((str(key), member))
                    elif isinstance(ident, str) and ident:
                        steps = (*way, member, number)
                        child = self._child(value, key.child(member, ident), found, steps, seen)
                        if child is not None:
                            ids[number] = child
                            changed = True
                            self._gather(child, key.child(member, ident), steps, inline)
            elif known.get(member) == "one" and isinstance(held, dict):
                inline.add((str(key), member))
            elif known.get(member) == "one" and isinstance(held, str) and held:
                steps = (*way, member)
                child = self._child(value, key.child(member, held), found, steps, seen)
                if child is not None:
                    value[member] = child
                    changed = True
                    self._gather(child, key.child(member, held), steps, inline)
            for ident in found.keys() - seen:
                self._note(
                    "SW703",
                    f"the child '{key.child(member, ident)}' is not named in {member!r} of its parent '{key}'",
                )
        return changed

    def _child(
        self,
        parent: Object,
        key: Key,
        found: dict[str, bytes],
        steps: tuple[str | int, ...],
        seen: set[str],
    ) -> Object | None:
        ident = key.ident
        raw = found.get(ident)
        where = join(steps)
        code, problem = "", ""
        if raw is None:
            code, problem = "SW702", f"and there is no '{key}'"
        elif ident in seen:
            code, problem = "SW701", "which is named before"
        if raw is None or code:
            about = _about(parent, key)
            message = f"{where} of {about.name!r} names the child {ident!r}, {problem}"
            self._note(code, message, document=about, pointer=where)
            return None
        seen.add(ident)
        document = self._parse(key, raw)
        return None if document is None else cast("Object", document.value)


class _Cursor:
    """A place in a sublevel of children, and those that were passed before their parent was asked for."""

    def __init__(self, records: Iterator[tuple[str, bytes]]) -> None:
        self._records = records
        self._head = next(records, None)
        self._waiting: dict[str, dict[str, bytes]] = {}

    def children(self, parent: str) -> dict[str, bytes]:
        found = self._waiting.pop(parent, {})
        stop = parent + "/"  # the character behind the full stop
        while self._head is not None and self._head[0] < stop:
            self._pass(found, parent)
        return found

    def _pass(self, found: dict[str, bytes], parent: str) -> None:
        assert self._head is not None
        ids, value = self._head
        owner, _, ident = ids.rpartition(".")
        if owner == parent:
            found[ident] = value
        else:
            self._waiting.setdefault(owner, {})[ident] = value
        self._head = next(self._records, None)

    def rest(self) -> Iterator[str]:
        """The ids of those that nobody asked for."""
        for owner, held in self._waiting.items():
            for ident in held:
                yield f"{owner}.{ident}"
        while self._head is not None:
            yield self._head[0]
            self._head = next(self._records, None)


def records(
    value: Object, key: Key, inline: Collection[tuple[str, str]] = ()
) -> Iterator[tuple[Key, Object]]:
    """The records that a whole document is cut into, parent first.

    A child without an id gets one that follows from its parent's key, its member and its place. `inline` names members
    (with their parent's key) whose children stay in the parent.
    """
    own = dict(value)
    below: list[tuple[Object, Key]] = []
    for child in children(value, key.collection):
        if (str(key), child.member) in inline:
            continue
        ident = child.value.get("_id")
        if not isinstance(ident, str) or not ident:
            ident = new_id(str(key), child.member, str(child.number), str(child.value.get("name")))
        below.append(({**child.value, "_id": ident}, key.child(child.member, ident)))
        if child.number is None:
            own[child.member] = ident
        else:
            held = own[child.member]
            if held is value[child.member]:
                held = own[child.member] = list(cast("list[object]", held))
            cast("list[object]", held)[child.number] = ident
    yield key, own
    for member, at in below:
        yield from records(member, at, inline)


def encoded(value: object) -> bytes:
    """A record's value as Foundry writes it: on one line, without blanks."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a surrogate pair has no UTF-8
        return json.dumps(value, separators=(",", ":")).encode()


def _about(value: Object, key: Key) -> DocumentRef:
    """The parent of a child."""
    kind, name = value.get("type"), value.get("name")
    return DocumentRef(
        kind=kind if isinstance(kind, str) else key.collections[-2],
        id=key.ids[-2],
        name=name if isinstance(name, str) else None,
    )


def _scan(pack: LevelDb, level: str) -> Iterator[tuple[str, bytes]]:
    start = f"!{level}!".encode("utf-8", "surrogatepass")
    for key, value in pack.scan(start, start[:-1] + b'"'):
        yield key[len(start) :].decode("utf-8", "replace"), value


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _shown(key: bytes) -> str:
    return repr(key[:80].decode("utf-8", "replace"))
