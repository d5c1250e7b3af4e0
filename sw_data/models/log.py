"""The action log: a header, the actors and chases it starts from, and its actions (contract.md section 1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from sw_data.models.actions import Action
from sw_data.models.base import Many, Model
from sw_data.models.character import Character
from sw_data.models.chase import Chase
from sw_data.models.vehicle import Vehicle

Actor: TypeAlias = Character | Vehicle
"""Whoever or whatever an action can name."""


class Reference(Model):
    """Actors in another file: a path below the log's own folder."""

    ref: Annotated[str, Field(alias="$ref", min_length=1)]


class LogHeader(Model):
    """Everything of a log but its actions; the first line of a log in JSON Lines.

    `actors` holds our own documents, Foundry documents as they are, or references; whoever reads the
    log makes models of them. `interleaved` says that an encounter's actions do not stand together.
    """

    format: Literal["sw-data/log"]
    version: Literal[1] = 1
    ruleset: str = "core"
    rules: dict[str, Any] = Field(default_factory=dict)
    seed: int = 0
    actors: Many[dict[str, Any]] = ()
    chases: Many[Chase] = ()
    gm_bennies: Annotated[int, Field(ge=0)] = 3
    interleaved: bool = False
    note: str | None = None
    source: Any = None


class ActionLog(LogHeader):
    """A whole action log in one JSON document."""

    actions: Many[Action] = ()


ACTION: TypeAdapter[Action] = TypeAdapter(Action)
"""Reads one action."""
