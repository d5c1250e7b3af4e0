"""What a format is: it recognises a document, reads it into a model, and writes effects back as edits.

A format sees the JSON value of one document and never its file; pointers are from the document's root. A format knows no
rule and no other format. What it cannot read is a finding, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from sw_data.diagnostics import Diagnostic, Edit
from sw_data.models import Character, Chase, Effect, Vehicle, Weapon

Readable: TypeAlias = Character | Vehicle | Weapon | Chase


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document says, as far as it could be read.

    Attributes:
        kind: `character`, `vehicle`, `weapon`, `chase`, or for a document that has no model its own type (`edge`, `Scene`).
        model: The model, or None if the document has none or cannot be read.
        id: The document's own id, if it has one.
        name: Its name, if it has one.
        generation: Which generation of its format it has, by its shape; None where a format has only one.
        diagnostics: What is odd or wrong, with pointers from the document's root.
        origins: Dotted model fields and the pointers of the values that they were read from.
    """

    kind: str
    model: Readable | None = None
    id: str | None = None
    name: str | None = None
    generation: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Writing:
    """Effects as edits of the document they came from, and what the format has no place for."""

    edits: tuple[Edit, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Creation:
    """A new document made from a model, and what it cannot carry."""

    value: dict[str, Any]
    diagnostics: tuple[Diagnostic, ...] = ()


class Format(Protocol):
    """One foreign (or our own) format."""

    @property
    def name(self) -> str:
        """The name on the command line: `foundry`, `sw-data`."""
        ...

    def recognises(self, value: object) -> bool:
        """Whether a document is of this format, told by its content."""
        ...

    def read(self, value: object) -> Reading:
        """What the document says."""
        ...

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring the effects on this document's model into the document."""
        ...

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """A new document of this format, in its newest generation or the one that `target` names."""
        ...
