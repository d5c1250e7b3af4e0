"""The cast of a log: its actors and chases, and the documents that they came from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pydantic import ValidationError

from sw_data.api.collection import Collection, Entry
from sw_data.api.load import Source, load, read_entry
from sw_data.api.log import Log
from sw_data.api.tokens import token_entries
from sw_data.diagnostics import Diagnostic, register
from sw_data.document import Document, located
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import SwDataError
from sw_data.models import Character, Chase, Vehicle
from sw_data.models.log import Reference

Actor: TypeAlias = Character | Vehicle
Actors: TypeAlias = Collection | Source | Iterable[Source | Actor | Chase] | None
"""What a call can give as actors: what was loaded, files, or models."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the cast, and the document that it came from; None for a model that was handed over as it is."""

    model: Actor | Chase
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """Everyone whom the actions of a log can name.

    Attributes:
        actors: Characters and vehicles by id.
        chases: Chases by id.
        diagnostics: What is odd or wrong in their documents, with file, line and column.
        inputs: The files that they were read from.
        combats: Foundry's Combat documents that came with them.
    """

    actors: dict[str, Part]
    chases: dict[str, Part]
    diagnostics: tuple[Diagnostic, ...]
    inputs: tuple[str, ...]
    combats: tuple[Entry, ...] = ()

    @property
    def players(self) -> tuple[Actor, ...]:
        """The models of the actors."""
        return tuple(p.model for p in self.actors.values() if not isinstance(p.model, Chase))

    @property
    def names(self) -> dict[str, str]:
        """What the actors are called, by id."""
        return {ident: part.model.name for ident, part in self.actors.items()}

    @property
    def tracks(self) -> tuple[Chase, ...]:
        """The models of the chases."""
        return tuple(p.model for p in self.chases.values() if isinstance(p.model, Chase))


def cast_of(log: Log, actors: Actors = None, limits: StoreLimits = STORE_LIMITS) -> Cast:
    """The cast of a log; actors that are given beside it win over those of its header that have their id.

    Raises:
        DocumentError: A file of actors that cannot be read. What a log refers to is a finding instead.
    """
    found: list[Diagnostic] = []
    inputs: list[str] = []
    combats: list[Entry] = []
    if log.name != "-":
        inputs.append(log.name)
    everyone: dict[str, Part] = {}
    tracks = {chase.id: Part(chase) for chase in log.header.chases}
    _join(everyone, tracks, _of_header(log, limits, found, inputs, combats), found)
    given_everyone: dict[str, Part] = {}
    given_tracks: dict[str, Part] = {}
    given = _given(actors, limits, found, inputs, combats, everyone.keys())
    _join(given_everyone, given_tracks, given, None)
    return Cast(
        {**everyone, **given_everyone},
        {**tracks, **given_tracks},
        tuple(found),
        tuple(dict.fromkeys(inputs)),
        tuple(combats),
    )


def _given(
    actors: Actors,
    limits: StoreLimits,
    found: list[Diagnostic],
    inputs: list[str],
    combats: list[Entry],
    named: AbstractSet[str],
) -> Iterator[Part]:
    """The parts that a call gives; of the tokens of their scenes those that the log has a sheet for."""
    if actors is None:
        return
    if isinstance(actors, Collection):
        yield from _of_collection(actors, found, inputs, combats, named)
        return
    every = [actors] if isinstance(actors, str | os.PathLike) else list(actors)
    paths = [each for each in every if isinstance(each, str | os.PathLike)]
    if paths:
        yield from _of_collection(load(paths, limits=limits), found, inputs, combats, named)
    for each in every:
        if isinstance(each, Character | Vehicle | Chase):
            yield Part(each)


def _of_collection(
    collection: Collection,
    found: list[Diagnostic],
    inputs: list[str],
    combats: list[Entry],
    named: AbstractSet[str] = frozenset(),
) -> Iterator[Part]:
    found += collection.diagnostics
    inputs += collection.sources
    for entry in collection.entries:
        model = entry.model
        if isinstance(model, Character | Vehicle | Chase):
            yield Part(model, entry)
        elif _is_combat(entry):
            combats.append(entry)
    if named:
        for entry in token_entries(collection.entries, named):
            if isinstance(entry.model, Character | Vehicle):
                yield Part(entry.model, entry)


def _is_combat(entry: Entry) -> bool:
    if entry.format is None or entry.format.name != "foundry":
        return False
    from sw_data.formats.foundry.combat import is_combat

    return is_combat(entry.value)


def _of_header(
    log: Log,
    limits: StoreLimits,
    found: list[Diagnostic],
    inputs: list[str],
    combats: list[Entry],
) -> Iterator[Part]:
    for number, written in enumerate(log.header.actors):
        pointer = f"/actors/{number}"
        if "$ref" in written:
            collection = referred(log.folder, log.document, written, pointer, found, limits)
            if collection is not None:
                yield from _of_collection(collection, found, inputs, combats)
            continue
        entry = read_entry(log.document, pointer)
        found += entry.diagnostics
        if isinstance(entry.model, Character | Vehicle | Chase):
            yield Part(entry.model, entry)
        elif _is_combat(entry):
            combats.append(entry)
        elif entry.format is None:
            wrong = "no actor: one of ours has a `kind`, one of a virtual tabletop a `type`"
            _say(log.document, found, "SW003", wrong, pointer)


def referred(
    base: Path,
    document: Document,
    written: object,
    pointer: str,
    found: list[Diagnostic],
    limits: StoreLimits = STORE_LIMITS,
) -> Collection | None:
    """What a reference of a log leads to: a file below the log's folder, links followed, and nothing else.

    Args:
        base: The log's folder.
        document: The log's text.
        written: The reference.
        pointer: Where it stands in the log.
        found: Takes what is wrong with it.
        limits: How much is read of the file.
    """
    try:
        path = Reference.model_validate(written).ref
    except ValidationError:
        wrong = 'a reference is {"$ref": "a path"} and has no other key'
        _say(document, found, "SW618", wrong, pointer)
        return None
    folder = Path(os.path.realpath(base))
    try:
        target = Path(os.path.realpath(folder / path))
        inside = target.is_relative_to(folder) and not Path(path).is_absolute()
    except (OSError, ValueError):
        inside, target = False, folder
    if not inside:
        wrong = f"{path!r} leads out of the folder of the log; put the file beside the log"
        _say(document, found, "SW618", wrong, f"{pointer}/$ref")
        return None
    try:
        return load(target, limits=limits)
    except (SwDataError, OSError) as error:
        _say(document, found, "SW618", f"{path!r} cannot be read: {error}", f"{pointer}/$ref")
        return None


def _say(
    document: Document, found: list[Diagnostic], code: str, message: str, pointer: str
) -> None:
    finding = register.finding(code, message, pointer=pointer)
    found += located(document, [finding])


def _join(
    everyone: dict[str, Part],
    tracks: dict[str, Part],
    parts: Iterable[Part],
    found: list[Diagnostic] | None,
) -> None:
    """Adds parts by id; of two with one id the first counts (two within one collection are its own finding)."""
    for part in parts:
        if isinstance(part.model, Chase):
            tracks.setdefault(part.model.id, part)
            continue
        first = everyone.setdefault(part.model.id, part)
        if first is part or found is None or part.entry is None:
            continue
        message = (
            f"the id {part.model.id!r} is used twice: {part.model.name!r} here "
            f"and {first.model.name!r} before; give one of them another"
        )
        if any(each.code == "SW701" and repr(part.model.id) in each.message for each in found):
            continue
        finding = register.finding("SW701", message, pointer=part.entry.pointer)
        found += located(part.entry.document, [finding])
