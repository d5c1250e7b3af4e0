"""Tokens of scenes: those that are linked to their actor, and those that differ from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from sw_data.api.collection import Entry
from sw_data.document.store import Entry as Stored
from sw_data.formats.foundry.chat.write import Place
from sw_data.formats.foundry.token import UnlinkedToken, differences_of, is_scene
from sw_data.jsonvalue import Object, as_array, as_object, as_text
from sw_data.logbook.roster import Token
from sw_data.models import Character, Vehicle

Json = dict[str, Any]

_MOST: Final = 10_000


def tokens_of(scene: Mapping[str, Any], sheets: Mapping[str, Json]) -> Iterator[Token]:
    """The tokens of a scene; one without a link has a sheet of its own, which is the actor's with its differences."""
    for each in (as_array(scene.get("tokens")) or [])[:_MOST]:
        token = as_object(each)
        ident = None if token is None else as_text(token.get("_id"))
        if token is None or ident is None:
            continue
        actor = as_text(token.get("actorId"))
        linked = token.get("actorLink") is True
        model: Character | Vehicle | None = None
        base = None if actor is None else sheets.get(actor)
        if not linked and base is not None and differences_of(token)[1]:
            read = UnlinkedToken(base).read(token).model
            model = read if isinstance(read, Character | Vehicle) else None
        yield Token(ident, actor, as_text(token.get("name")) or "", linked, model)


def token_entries(entries: Iterable[Entry], wanted: Collection[str]) -> Iterator[Entry]:
    """The tokens without a link that a log names, each as a document that can be written back.

    Args:
        entries: What was loaded: actors, and the scenes in which tokens of them stand.
        wanted: The ids of tokens that the log names.
    """
    scenes: list[Entry] = []
    sheets: dict[str, Object] = {}
    for entry in entries:
        if isinstance(entry.model, Character | Vehicle):
            value = as_object(entry.value) if entry.format_name == "foundry" else None
            if value is not None:
                sheets.setdefault(entry.model.id, value)
        elif entry.model is None and is_scene(entry.value):
            scenes.append(entry)
    for scene in scenes:
        yield from _of_scene(scene, sheets, wanted)


def place_of(token: Entry) -> Place:
    """The scene of a token that can be written back, and its actor."""
    value = as_object(token.value) or {}
    scene = Stored(token.document, token.origin, token.pointer.rpartition("/tokens/")[0]).value
    return Place(as_text((as_object(scene) or {}).get("_id")), as_text(value.get("actorId")))


def _of_scene(
    scene: Entry, sheets: Mapping[str, Object], wanted: Collection[str]
) -> Iterator[Entry]:
    for number, each in enumerate((as_array(scene.value["tokens"]) or [])[:_MOST]):
        token = as_object(each) or {}
        base = sheets.get(as_text(token.get("actorId")) or "")
        ident = as_text(token.get("_id"))
        if base is None or token.get("actorLink") is True or ident not in wanted:
            continue
        form = UnlinkedToken(base)
        pointer = f"{scene.pointer}/tokens/{number}"
        yield Entry(scene.document, pointer, form, form.read(token), (), scene.origin, scene.store)
