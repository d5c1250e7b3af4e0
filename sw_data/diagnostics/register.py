"""The register of diagnostic codes: what each means, why it matters, how to mend and how to silence it.

One module per family (`files`, `shape`, `weapons` …) holds the entries; this one joins them,
and makes findings from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sw_data.diagnostics.model import Diagnostic, DocumentRef, Edit, Fix, Severity
from sw_data.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class Code:
    """One entry of the register.

    Attributes:
        code: `SW203`.
        severity: What a finding of it is unless the project's own choices say otherwise.
        title: What is wrong, in a few words.
        what: One or two sentences: what the finding says.
        why: Why it matters at the table or in the VTT.
        example: A small piece of JSON that has it.
        fix: How to mend it.
    """

    code: str
    severity: Severity
    title: str
    what: str
    why: str
    example: str
    fix: str


REGISTER: dict[str, Code] = {}


def register(entries: Iterable[Code]) -> None:
    """Add entries to the register; a code stands for one thing only."""
    for entry in entries:
        if entry.code in REGISTER:
            raise ValueError(f"{entry.code} is registered twice")
        REGISTER[entry.code] = entry


def code(name: str) -> Code:
    """The entry of a code; NotFoundError if there is none."""
    try:
        return REGISTER[name]
    except KeyError:
        raise NotFoundError(f"no diagnostic code {name!r}; there are {len(REGISTER)}") from None


def finding(
    name: str,
    message: str,
    *,
    pointer: str | None = None,
    document: DocumentRef | None = None,
    rule: str | None = None,
    fix: tuple[str, tuple[Edit, ...], bool] | None = None,
    severity: Severity | None = None,
) -> Diagnostic:
    """A finding of a registered code, without its place in a file.

    Args:
        name: The code.
        message: One sentence that says what is wrong and what would be right.
        pointer: JSON Pointer from the root of the document's JSON value.
        document: Which document it is about.
        rule: The rule id it rests on.
        fix: Title, edits (paths from the same root as `pointer`) and whether it is safe.
        severity: Another severity than the register's.
    """
    return Diagnostic(
        code=name,
        severity=severity or code(name).severity,
        message=message,
        pointer=pointer,
        document=document,
        rule=rule,
        fix=None if fix is None else Fix(title=fix[0], edits=fix[1], safe=fix[2]),
    )
