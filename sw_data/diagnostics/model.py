"""Findings about data: a `Diagnostic` says what is wrong, where, and what would be right (contract.md section 1).

A finding is made without its place in a file (the maker knows a JSON Pointer, not a line); whoever holds the document
adds file, line and column with `Diagnostic.at`. The register of the codes is `sw_data.diagnostics.register`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class Severity(StrEnum):
    """How bad a finding is; errors are what a Virtual Tabletop or the rules cannot take."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Edit(_Frozen):
    """One change to a JSON document, in the manner of RFC 6902.

    `replace` puts `value` in the place of what is at `path`; `add` makes a member (or, in an array, inserts before that
    index; `-` appends); `remove` takes the member or element away and needs no `value`.
    """

    op: Literal["replace", "add", "remove"]
    path: Annotated[str, Field(description="A JSON Pointer (RFC 6901).")]
    value: JsonValue = None


class Fix(_Frozen):
    """A repair of a finding: a title for the user and the edits; `safe` if it cannot change what the data means."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


class DocumentRef(_Frozen):
    """Which document a finding is about."""

    kind: str
    id: str | None = None
    name: str | None = None


class Diagnostic(_Frozen):
    """One finding of a validation, with its place and what would be right.

    `line` and `column` count from 1, in characters; `pointer` is a JSON Pointer from the root of the
    file's JSON value (of the line's, in JSON Lines and `.db` files).
    """

    code: Annotated[str, Field(pattern=r"^SW[0-9]{3}$")]
    severity: Severity
    message: str
    file: str | None = None
    line: Annotated[int | None, Field(ge=1)] = None
    column: Annotated[int | None, Field(ge=1)] = None
    pointer: str | None = None
    document: DocumentRef | None = None
    rule: str | None = None
    fix: Fix | None = None

    def at(
        self, file: str | None, line: int | None = None, column: int | None = None
    ) -> Diagnostic:
        """The same finding with its place in a file."""
        return self.model_copy(update={"file": file, "line": line, "column": column})


class WithFindings:
    """Whatever has findings: a collection, a report, a run.

    Attributes:
        diagnostics: The findings.
    """

    diagnostics: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings of severity error."""
        return self._of(Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The findings of severity warning."""
        return self._of(Severity.WARNING)

    def _of(self, severity: Severity) -> tuple[Diagnostic, ...]:
        return tuple(each for each in self.diagnostics if each.severity is severity)
