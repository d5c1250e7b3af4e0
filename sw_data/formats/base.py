"""What a format is: it recognises a document, reads it into a model, and writes effects back as edits.

A format sees the JSON value of one document and never its file; pointers are from the document's root. A format knows
no rule and no other format. What it cannot read is a finding, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from sw_data.diagnostics import Diagnostic, Edit
from sw_data.formats.report import SourceField
from sw_data.models import Character, Chase, Effect, Vehicle, Weapon

Readable: TypeAlias = Character | Vehicle | Weapon | Chase


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document says, as far as it could be read.

    Attributes:
        kind: `character`, `vehicle`, `weapon`, `chase`, or for a document without a model its own type (`edge`).
        model: The model, or None if the document has none or cannot be read.
        id: The document's own id, if it has one.
        name: Its name, if it has one.
        generation: Which generation of its format it has, by its shape; None where a format has only one.
        diagnostics: What is odd or wrong, with pointers from the document's root.
        origins: Dotted model fields and the pointers of the values that they were read from; for a text that is no
            JSON, `line:column`.
        fields: Every field of the document, each carried into the model, changed on the way or not mapped; empty if
            the format does not count them.
    """

    kind: str
    model: Readable | None = None
    id: str | None = None
    name: str | None = None
    generation: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict[str, str])
    fields: tuple[SourceField, ...] = ()


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


@dataclass(frozen=True, slots=True)
class TextCreation:
    """A new text made from a model, and what it cannot carry."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


class TextFormat(Protocol):
    """A format whose files are texts of their own grammar and no JSON: stat blocks, XML.

    Findings of its readings have line and column, counted from 1 in the text as it was given, instead of a pointer.
    """

    @property
    def name(self) -> str:
        """The name on the command line: `statblock`, `fantasy-grounds`."""
        ...

    @property
    def suffix(self) -> str:
        """What the name of a file of it ends with: `.xml`."""
        ...

    def recognises_text(self, text: str) -> bool:
        """Whether a text is of this format, told by its content."""
        ...

    def read_text(self, text: str) -> tuple[Reading, ...]:
        """What the text says: a reading for each sheet in it, or one without a model that says what is wrong."""
        ...

    def create_text(self, model: Readable, target: str | None = None) -> TextCreation:
        """A new text of this format; `target` names a variant where there are several."""
        ...


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
