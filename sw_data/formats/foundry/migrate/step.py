"""One step of a migration: a document in, the next shape of it out, and every change that was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from sw_data.document.pointer import join
from sw_data.formats.foundry.changes import drop, put, same
from sw_data.formats.foundry.flags import own_flags, with_own
from sw_data.formats.foundry.sniff import CREATURES, data_key
from sw_data.formats.foundry.target import Target
from sw_data.jsonvalue import Object, as_array, as_object, as_text

Kind: TypeAlias = Literal[
    "actor", "item", "effect", "token", "deck", "card", "combat", "combatant", "group", "message",
    "journal", "scene", "adventure", "folder", "other",
]  # fmt: skip
"""What a document is, as far as steps differ by it."""

Path: TypeAlias = tuple[str | int, ...]

KEPT: Final = "before"
"""The member of `flags["sw-data"]` that keeps a value which the newer shape has no place for."""

_CORE: Final = (((6, 0), 14), ((5, 0), 13), ((4, 0), 12), ((3, 1), 11), ((2, 0), 10))


@dataclass(frozen=True, slots=True)
class Setting:
    """What a step knows beside the document.

    Attributes:
        target: The version that the document is brought to.
        kind: What the document is.
        type: Its type; of a partial document that does not say it, the type of what it changes.
        partial: Whether it only holds what differs from another document, so that a missing key says nothing.
    """

    target: Target
    kind: Kind
    type: str = ""
    partial: bool = False

    @property
    def core(self) -> int:
        """The major version of Foundry that the target goes with; 9 stands for all before 10."""
        return next((core for since, core in _CORE if self.target.version >= since), 9)

    @property
    def creature(self) -> bool:
        """Whether it is a character or an Extra."""
        return self.type in CREATURES or (self.partial and self.kind == "actor" and not self.type)


@dataclass(frozen=True, slots=True)
class Moved:
    """One change inside one document: from where, to where, why, and the values where they are short.

    `before` is None for what is new, `after` for what is gone; `renamed` says that only the last key is another.
    """

    before: Path | None
    after: Path | None
    why: str
    was: object = None
    now: object = None
    renamed: bool = False


class Draft:
    """A document while one step works on it; the document that it was made of never changes."""

    def __init__(self, document: Object, setting: Setting) -> None:
        self.value = document
        self.setting = setting
        self.moved: list[Moved] = []
        self._key: str | None = None

    @property
    def key(self) -> str:
        """The key of the game system's data, as the step found it."""
        if self._key is None:
            self._key = data_key(self.value)
        return self._key

    @property
    def data(self) -> Object:
        """The game system's data; empty if there are none."""
        return as_object(self.value.get(self.key)) or {}

    def get(self, *path: str | int) -> object:
        """What stands at a path; None if nothing does."""
        here: object = self.value
        for step in path:
            if isinstance(step, str):
                here = (as_object(here) or {}).get(step)
            else:
                listed = as_array(here) or []
                here = listed[step] if step < len(listed) else None
        return here

    def members(self, *path: str | int) -> Object | None:
        """The object at a path; None if there is none."""
        return as_object(self.get(*path))

    def has(self, *path: str | int) -> bool:
        """Whether a member is there, whatever its value."""
        return path[-1] in (as_object(self.get(*path[:-1])) or {})

    def write(self, path: Path, value: object, why: str) -> None:
        """Put a value at a path; nothing happens if an equal one stands there."""
        there = self.has(*path) if isinstance(path[-1], str) else True
        old = self.get(*path)
        if there and _equal(old, value):
            return
        self._put(path, value)
        self.moved.append(Moved(path if there else None, path, why, old, value))

    def move(self, old: Path, new: Path, why: str) -> None:
        """Put what stands at one path at another, as it is."""
        was = self.get(*old)
        self._drop(old)
        self._put(new, was)
        self.moved.append(Moved(old, new, why, was, was, renamed=old[:-1] == new[:-1]))

    def become(self, old: Path, new: Path, value: object, why: str) -> None:
        """Put another value at `new` in the place of what stands at `old`."""
        was = self.get(*old)
        self._drop(old)
        self._put(new, value)
        self.moved.append(Moved(old, new, why, was, value))

    def remove(self, path: Path, why: str) -> None:
        """Take away what says nothing."""
        was = self.get(*path)
        self._drop(path)
        self.moved.append(Moved(path, None, why, was))

    def append(self, path: Path, value: object, why: str) -> None:
        """Put an element at the end of a list, which is made if it is missing."""
        listed = [*(as_array(self.get(*path)) or []), value]
        self._put(path, listed)
        self.moved.append(Moved(None, (*path, len(listed) - 1), why, None, value))

    def keep(self, path: Path) -> None:
        """Keep a value that is about to be replaced, beside what sw_data keeps on a document."""
        if self.setting.partial:
            return
        kept = as_object(own_flags(self.value).get(KEPT)) or {}
        name = ".".join(str(step) for step in path)
        if name not in kept:
            changed = with_own(self.value, KEPT, {**kept, name: self.get(*path)})
            self.value = as_object(changed) or self.value

    def _put(self, path: Path, value: object) -> None:
        self.value = as_object(put(self.value, path, value)) or self.value

    def _drop(self, path: Path) -> None:
        self.value = as_object(drop(self.value, path)) or {}


def _equal(old: object, new: object) -> bool:
    if isinstance(old, dict | list) or isinstance(new, dict | list):
        return old == new
    return same(old, new)


@dataclass(frozen=True, slots=True)
class Step:
    """One step, told by shape alone: on a document that has the newer shape it changes nothing.

    Attributes:
        id: `actors.pace`: the family and the subject.
        since: The version of the game system that stores the newer shape first.
        kinds: The kinds of document that it looks at.
        title: What it does, in one sentence.
        work: Changes a draft.
    """

    id: str
    since: tuple[int, int]
    kinds: frozenset[Kind]
    title: str
    work: Callable[[Draft], None]

    def __call__(self, document: Object, setting: Setting) -> tuple[Object, tuple[Moved, ...]]:
        """The document after the step, and what changed; the document itself if nothing did."""
        draft = Draft(document, setting)
        self.work(draft)
        return (draft.value, tuple(draft.moved)) if draft.moved else (document, ())


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a document, with pointers from its root.

    Attributes:
        step: The id of the step that made it.
        before: The pointer in the document as it was; None for what is new.
        after: The pointer in the document as it is now; None for what is gone.
        why: The reason, in one sentence.
        was: The value before, if it is short.
        now: The value after, if it is short.
        name: The name of the innermost document that changed: the actor, the item on it, the effect on that.
        renamed: Whether the value is as it was, and only its last key is another.
    """

    step: str
    before: str | None
    after: str | None
    why: str
    was: object = None
    now: object = None
    name: str = ""
    renamed: bool = False

    def to_json(self) -> Object:
        """The change as a report has it."""
        return {
            "step": self.step,
            "name": self.name,
            "before": self.before,
            "after": self.after,
            "was": self.was,
            "now": self.now,
            "why": self.why,
        }


def steps(
    family: str, *found: tuple[str, tuple[int, int], tuple[Kind, ...], str, Callable[[Draft], None]]
) -> tuple[Step, ...]:
    """The steps of a family, in order."""
    return tuple(
        Step(f"{family}.{name}", since, frozenset(kinds), title, work)
        for name, since, kinds, title, work in found
    )


def named(document: Object) -> str:
    """What a document is called: its name, in old effects its label."""
    return as_text(document.get("name")) or as_text(document.get("label")) or ""


def short(value: object) -> object:
    """A value as a report shows it: numbers and short texts as they are, else nothing."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value if len(value) <= 120 else value[:119] + "\u2026"
    return None


def pointer(path: Path) -> str:
    """The JSON Pointer of a path."""
    return join(path)
