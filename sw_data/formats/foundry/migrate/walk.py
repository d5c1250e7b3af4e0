"""A document and all that is inside it, taken through every step up to a version."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sw_data.formats.foundry.changes import put
from sw_data.formats.foundry.migrate import (
    actions,
    actors,
    effects,
    envelope,
    items,
    numbers,
    play,
)
from sw_data.formats.foundry.migrate.kinds import children, kind_of
from sw_data.formats.foundry.migrate.newer import Mark, newest
from sw_data.formats.foundry.migrate.step import (
    Change,
    Kind,
    Moved,
    Path,
    Setting,
    Step,
    named,
    pointer,
    short,
)
from sw_data.formats.foundry.sniff import game_system
from sw_data.formats.foundry.target import Target
from sw_data.jsonvalue import Object, as_object, as_text

STEPS: Final[tuple[Step, ...]] = tuple(
    sorted(
        (
            *numbers.STEPS,
            *envelope.STEPS,
            *actors.STEPS,
            *items.STEPS,
            *actions.STEPS,
            *effects.STEPS,
            *play.STEPS,
        ),
        key=lambda step: step.since,
    )
)
"""Every step in the order in which they are taken: by version, and within one as the families list them."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """A document brought to a version.

    Attributes:
        value: The document now; the same object if nothing changed.
        changes: What changed, in the order in which it did.
    """

    value: object
    changes: tuple[Change, ...]


def migrated(value: object, target: Target, collection: str | None = None) -> Migrated:
    """A document brought up to a version, every document inside it too; what already is of it stays as it is.

    Args:
        value: The document. One of another game system, or no object, stays as it is.
        target: The version.
        collection: What its container says that it is: `actors`, `items`, `messages` ….
    """
    document = as_object(value)
    if document is None or game_system(document) is not None:
        return Migrated(value, ())
    walk = _Walk(target)
    kind = kind_of(document, collection)
    setting = Setting(target, kind, as_text(document.get("type")) or "")
    result = walk.document(document, setting, (), (), "")
    return Migrated(result, tuple(walk.changes))


def too_new(value: object, target: Target, collection: str | None = None) -> Mark | None:
    """What shows that a document is newer than a version; None if nothing does."""
    document = as_object(value)
    if document is None or game_system(document) is not None:
        return None
    mark = newest(document, kind_of(document, collection))
    return mark if mark is not None and mark.version > target.version else None


class _Walk:
    """One document on its way through the steps."""

    def __init__(self, target: Target) -> None:
        self.changes: list[Change] = []
        self._steps = [step for step in STEPS if step.since <= target.version]
        self._by_kind: dict[Kind, list[Step]] = {}

    def document(
        self, document: Object, setting: Setting, before: Path | None, after: Path, above: str
    ) -> Object:
        """The document after every step, and after those of all that is inside it."""
        if game_system(document) is not None:
            return document
        made = _Made()
        for step in self._of(setting.kind):
            kind = as_text(document.get("type"))
            if kind is not None and kind != setting.type:
                setting = replace(setting, type=kind)
            document, moved = step(document, setting)
            for each in moved:
                made.add(step.id, each)
        name = named(document) or above
        if before is not None:
            self.changes += [
                Change(
                    step,
                    None if was is None else pointer((*before, *was)),
                    None if each.after is None else pointer((*after, *each.after)),
                    each.why,
                    short(each.was),
                    short(each.now),
                    name,
                    each.renamed,
                )
                for step, was, each in made.changes
                if was is not None or each.after is not None
            ]
        for child in list(children(document, setting.kind, setting.type, partial=setting.partial)):
            inner = replace(setting, kind=child.kind, type=child.type, partial=child.partial)
            origin = None if before is None else made.origin(child.path)
            changed = self.document(
                child.value,
                inner,
                # What is inside a new document is new; its steps are no changes of the old one.
                None if before is None or origin is None else (*before, *origin),
                (*after, *child.path),
                name,
            )
            if changed is not child.value:
                document = as_object(put(document, child.path, changed)) or document
        return document

    def _of(self, kind: Kind) -> list[Step]:
        if kind not in self._by_kind:
            self._by_kind[kind] = [step for step in self._steps if kind in step.kinds]
        return self._by_kind[kind]


class _Made:
    """The changes of one document, each told by where its value stood at first and where it stands at last."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, Path | None, Moved]] = []
        self._origins: dict[Path, Path | None] = {}

    def add(self, step: str, moved: Moved) -> None:
        """One more change; those before it whose value moved on with it are told by its new place."""
        first = None if moved.before is None else self.origin(moved.before)
        if moved.before is not None and moved.before != moved.after:
            self._follow(moved.before, moved.after)
        if moved.after is not None and first != moved.after:
            self._origins[moved.after] = first
        self.changes.append((step, first, moved))

    def origin(self, path: Path) -> Path | None:
        """Where what stands at a path now stood before any step; None if it is new."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._origins:
                old = self._origins[path[:length]]
                return None if old is None else (*old, *path[length:])
        return path

    def _follow(self, old: Path, new: Path | None) -> None:
        for number, (step, first, moved) in enumerate(self.changes):
            there = moved.after
            if there is not None and there[: len(old)] == old:
                after = None if new is None else (*new, *there[len(old) :])
                self.changes[number] = (step, first, replace(moved, after=after))
        for path in [each for each in self._origins if each[: len(old)] == old]:
            origin = self._origins.pop(path)
            if new is not None:
                self._origins[(*new, *path[len(old) :])] = origin
