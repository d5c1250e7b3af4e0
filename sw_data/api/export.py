"""Actors written back in the format they came in, and what a running world needs to have the same changes."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sw_data.api.cast import Cast, Part
from sw_data.api.collection import Entry
from sw_data.api.files import refuse_inputs, standard_output, write_whole
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.document import Document, apply, dump, located, parse
from sw_data.document.locate import locate
from sw_data.document.store import Store
from sw_data.errors import ImpossibleError
from sw_data.formats.own import Own
from sw_data.models import Effect, Vehicle

if TYPE_CHECKING:
    from sw_data.api.play import EncounterEnd

_UNSAFE = re.compile(r"[^\w.-]+")
_MOST_NAME = 80


@dataclass
class Changed:
    """The edits of one container, or of the actors that stand in a log itself.

    Attributes:
        store: The container; None for a log.
        document: The log's text, if there is no container.
        edits: The edits by the text of the container that they belong to.
    """

    store: Store | None
    document: Document | None
    edits: dict[str, list[Edit]] = field(default_factory=dict[str, list[Edit]])

    @property
    def name(self) -> str:
        """What a file of it is called, if it has to stand beside others."""
        if self.store is None:
            return "actors.json"
        return "actors.json" if self.store.name == "-" else Path(self.store.name).name

    def write(
        self, target: Path, *, inputs: Iterable[str], in_place: bool
    ) -> tuple[Diagnostic, ...]:
        """Writes the container with its edits, every other byte as it was; what was lost in writing."""
        if self.store is not None:
            if not in_place:
                refuse_inputs(target, inputs)
            if not target.parent.is_dir():
                # The store would say that it cannot write; this says why.
                write_whole(target, b"", inputs=inputs)
            found = self.store.write(target, self._change, overwrite=True)
            return tuple(each for each in found if each.code == "SW720")
        assert self.document is not None
        edited = apply(self.document, self.edits.get("", ()))
        span = locate(edited, "/actors")
        text = edited.text[span.start : span.end]
        if not text.endswith("\n"):
            text += "\n"
        data = dump(parse(text.encode("utf-8", "surrogatepass"))) if text.isascii() else None
        write_whole(
            target,
            text.encode("utf-8", "surrogatepass") if data is None else data,
            inputs=inputs,
            in_place=in_place,
        )
        return ()

    def _change(self, origin: str, document: Document) -> Document:
        edits = self.edits.get(origin)
        return apply(document, edits) if edits else document


def changed(cast: Cast, end: EncounterEnd) -> tuple[list[Changed], tuple[Diagnostic, ...]]:
    """The containers of the cast with the edits that an encounter calls for, and what has no place in them."""
    containers: dict[object, Changed] = {}
    found: list[Diagnostic] = []
    for part in (*cast.actors.values(), *cast.chases.values()):
        entry = part.entry
        if entry is None:
            continue
        key = id(entry.document) if entry.store is None else id(entry.store)
        container = containers.get(key)
        if container is None:
            document = entry.document if entry.store is None else None
            container = containers[key] = Changed(entry.store, document)
        edits, odd = _edits(cast, part, entry, end)
        container.edits.setdefault(entry.origin, []).extend(edits)
        found += odd
    for entry, edits in _card_edits(cast, end):
        key = id(entry.document) if entry.store is None else id(entry.store)
        document = entry.document if entry.store is None else None
        container = containers.setdefault(key, Changed(entry.store, document))
        container.edits.setdefault(entry.origin, []).extend(edits)
    return list(containers.values()), tuple(found)


def _card_edits(cast: Cast, end: EncounterEnd) -> list[tuple[Entry, list[Edit]]]:
    """The Combats that show the cards dealt last, with their edits: of several the active ones."""
    if not end.cards or not cast.combats:
        return []
    from sw_data.formats.foundry.combat import is_active, write_cards

    drivers = _drivers(end)
    found: list[tuple[Entry, list[Edit]]] = []
    for entry in cast.combats:
        edits = [
            edit.model_copy(update={"path": entry.pointer + edit.path})
            for edit in write_cards(entry.value, end.cards, drivers)
        ]
        if edits:
            found.append((entry, edits))
    active = [each for each in found if is_active(each[0].value)]
    return active if len(found) > 1 and active else found


def _drivers(end: EncounterEnd) -> dict[str, str]:
    """Who drives each vehicle at the end: as its sheet says, else as the chase does."""
    found = {
        each.vehicle: each.actor
        for chase in end.chases
        for each in chase.participants
        if each.vehicle is not None
    }
    for actor in end.actors:
        if isinstance(actor, Vehicle) and actor.driver:
            found[actor.id] = actor.driver
    return found


def effects_on(cast: Cast, part: Part, changes: Iterable[Effect]) -> list[Effect]:
    """The changes that belong into the document of one of the cast.

    A chase's own document takes what happened in it. If there is none, the actors' documents do, as far as they are
    foreign: ours have no place for it.
    """
    if part is cast.chases.get(part.model.id):
        return [effect for effect in changes if effect.chase == part.model.id]
    chased = {name for name, track in cast.chases.items() if track.entry is not None}
    ours = part.entry is not None and isinstance(part.entry.format, Own)
    return [
        effect
        for effect in changes
        if effect.actor == part.model.id
        and (effect.chase is None or not (ours or effect.chase in chased))
    ]


def _edits(
    cast: Cast, part: Part, entry: Entry, end: EncounterEnd
) -> tuple[list[Edit], list[Diagnostic]]:
    effects = effects_on(cast, part, end.changes)
    if not effects or entry.format is None:
        return [], []
    writing = entry.format.write(entry.value, effects)
    edits = [edit.model_copy(update={"path": entry.pointer + edit.path}) for edit in writing.edits]
    odd = [
        each
        if each.pointer is None
        else each.model_copy(update={"pointer": entry.pointer + each.pointer})
        for each in writing.diagnostics
    ]
    return edits, located(entry.document, odd)


def export(
    cast: Cast, end: EncounterEnd, path: str | os.PathLike[str], *, in_place: bool = False
) -> tuple[Diagnostic, ...]:
    """Writes the actors of one encounter to a file, `-`, or to a folder if they came in several files."""
    containers, found = changed(cast, end)
    if not containers:
        raise ImpossibleError("there is no document to write back: no actor came from one")
    if os.fspath(path) == "-":
        return (*found, *_print(containers))
    target = Path(path)
    if len(containers) == 1:
        only = containers[0]
        as_folder = only.store is not None and only.store.path.is_dir()
        meant_as_folder = os.fspath(path).endswith(("/", os.sep))
        if meant_as_folder and not as_folder:
            _make_folder(target, "its name ends in a slash")
        if target.is_dir() and not as_folder:
            target = target / only.name
        return (*found, *only.write(target, inputs=cast.inputs, in_place=in_place))
    _make_folder(target, f"the actors came in {len(containers)} files")
    for container, name in zip(containers, names_apart([c.name for c in containers]), strict=True):
        found += container.write(target / name, inputs=cast.inputs, in_place=in_place)
    return found


def _print(containers: list[Changed]) -> tuple[Diagnostic, ...]:
    """Writes the only container to standard output; ImpossibleError if it is none that one file holds."""
    only = containers[0]
    if len(containers) > 1 or (only.store is not None and only.store.path.is_dir()):
        what = f"{len(containers)} files" if len(containers) > 1 else "a folder"
        raise ImpossibleError(
            f"the actors came in {what}, and standard output takes one file; name a folder"
        )
    with tempfile.TemporaryDirectory(prefix="sw-data-") as folder:
        copy = Path(folder) / "actors"
        lost = only.write(copy, inputs=(), in_place=False)
        out = standard_output()
        with copy.open("rb") as stream:
            shutil.copyfileobj(stream, out)
        out.flush()
    return lost


def export_one_of_many(
    cast: Cast, end: EncounterEnd, folder: Path, name: str, *, in_place: bool = False
) -> tuple[Diagnostic, ...]:
    """Writes the actors of one of several encounters into a folder: a file, or a folder if they came in several."""
    containers, found = changed(cast, end)
    if not containers:
        raise ImpossibleError("there is no document to write back: no actor came from one")
    if len(containers) > 1:
        inner = folder / name
        inner.mkdir(exist_ok=True)
        names = names_apart([container.name for container in containers])
        for container, each in zip(containers, names, strict=True):
            found += container.write(inner / each, inputs=cast.inputs, in_place=in_place)
        return found
    only = containers[0]
    suffix = "" if only.store is not None and only.store.path.is_dir() else Path(only.name).suffix
    place = folder / f"{name}{suffix}"
    return (*found, *only.write(place, inputs=cast.inputs, in_place=in_place))


def names_apart(names: list[str]) -> list[str]:
    """Names that files can have, one for each, no two alike."""
    taken: set[str] = set()
    out: list[str] = []
    for name in names:
        stem, suffix = os.path.splitext(safe_name(name))
        candidate, number = f"{stem}{suffix}", 2
        while candidate.casefold() in taken:
            candidate, number = f"{stem}-{number}{suffix}", number + 1
        taken.add(candidate.casefold())
        out.append(candidate)
    return out


def safe_name(name: str) -> str:
    """The name as that of a file: no separators, no dots in front, not too long."""
    return _UNSAFE.sub("_", name).strip("._")[-_MOST_NAME:] or "encounter"


def _make_folder(path: Path, why: str) -> None:
    if path.exists() and not path.is_dir():
        raise ImpossibleError(f"{path} is a file; {why}, so name a folder")
    path.mkdir(exist_ok=True)


def updates(cast: Cast, end: EncounterEnd) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """What a running Foundry world needs to have the changes of an encounter, and whom it cannot reach."""
    from sw_data.formats.foundry.combat import with_cards
    from sw_data.formats.foundry.updates import combatant_updates, world_updates

    made = world_updates(_foundry(cast, end))
    value, found = made.value, list(made.diagnostics)
    for entry, _ in _card_edits(cast, end):
        dealt = combatant_updates(entry.value, with_cards(entry.value, end.cards, _drivers(end)))
        value["update"] += dealt.value["update"]
        found += dealt.diagnostics
    return value, tuple(found)


def macro(cast: Cast, end: EncounterEnd) -> tuple[str, tuple[Diagnostic, ...]]:
    """The changes of an encounter as a Foundry script macro, and whom it cannot reach."""
    from sw_data.formats.foundry.macro import macro as text_of

    value, found = updates(cast, end)
    return text_of(value), found


def _foundry(cast: Cast, end: EncounterEnd) -> list[tuple[Any, list[Effect]]]:
    """The Foundry documents of the cast, each with the effects on it."""
    found: list[tuple[Any, list[Effect]]] = []
    there = False
    for part in cast.actors.values():
        if part.entry is None or part.entry.format is None or part.entry.format.name != "foundry":
            continue
        there = True
        effects = effects_on(cast, part, end.changes)
        if effects:
            found.append((part.entry.value, effects))
    if not there:
        raise ImpossibleError(
            "no actor came from a Foundry document, so there is no world to update"
        )
    return found
