"""Whom a chat can name: actors, the tokens of scenes, and what their items are called."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sw_data.api.collection import Collection
from sw_data.api.load import Source, opened, read_entry
from sw_data.api.tokens import tokens_of
from sw_data.document import Document
from sw_data.document.store import StoreLimits
from sw_data.formats.foundry.sniff import ACTOR_TYPES
from sw_data.formats.foundry.token import is_scene
from sw_data.jsonvalue import as_array, as_object, as_text, value_at
from sw_data.logbook.roster import Actor, Roster, Token
from sw_data.models import Character, Vehicle

Json: TypeAlias = dict[str, Any]
Who: TypeAlias = Collection | Source | Iterable[Source | Actor] | None
"""Actors that the chat can name: files, what `load` returned, or models."""


@dataclass
class People:
    """Actors, tokens and items as they are found in documents."""

    actors: dict[str, Actor] = field(default_factory=dict[str, Actor])
    sheets: dict[str, Json] = field(default_factory=dict[str, Json])
    linked: dict[str, bool] = field(default_factory=dict[str, bool])
    items: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    scenes: list[Json] = field(default_factory=list[Json])

    def take(self, document: Document, pointer: str, value: Json) -> bool:
        """Takes an actor or a scene in; whether it was one."""
        if as_text(value.get("type")) in ACTOR_TYPES or value.get("kind") in (
            "character",
            "vehicle",
        ):
            model = read_entry(document, pointer).model
            if isinstance(model, Character | Vehicle):
                self.add(model, value)
            return True
        if is_scene(value):
            self.scenes.append({"tokens": value["tokens"], "_id": value.get("_id")})
            return True
        return False

    def add(self, model: Actor, value: Json | None = None) -> None:
        """Takes an actor in."""
        self.actors.setdefault(model.id, model)
        if value is None:
            return
        self.sheets[model.id] = value
        link = value_at(value, "prototypeToken", "actorLink")
        link = value_at(value, "token", "actorLink") if link is None else link
        if isinstance(link, bool):
            self.linked[model.id] = link
        names: dict[str, str] = {}
        for each in as_array(value.get("items")) or ():
            item = as_object(each) or {}
            ident, name = as_text(item.get("_id")), as_text(item.get("name"))
            if ident and name:
                names[ident] = name
        self.items[model.id] = names

    def roster(self) -> Roster:
        """Everybody whom a chat can name."""
        tokens: list[Token] = [
            each for scene in self.scenes for each in tokens_of(scene, self.sheets)
        ]
        return Roster(self.actors.values(), tokens, self.linked, self.items)


def gather(people: People, actors: Who, limits: StoreLimits) -> None:
    """Takes the actors of files, of a collection or models in."""
    if actors is None:
        return
    if isinstance(actors, Collection):
        for entry in actors.entries:
            value = as_object(entry.value) if entry.text_format is None else None
            if isinstance(entry.model, Character | Vehicle):
                people.add(entry.model, value)
            elif value is not None and is_scene(value):
                people.take(entry.document, entry.pointer, value)
        return
    every = [actors] if isinstance(actors, str | os.PathLike) else list(actors)
    for each in every:
        if isinstance(each, Character | Vehicle):
            people.add(each)
        else:
            for stored in opened(each, limits).entries():
                value = as_object(stored.value)
                if value is not None and stored.collection != "messages":
                    people.take(stored.document, stored.pointer, value)
