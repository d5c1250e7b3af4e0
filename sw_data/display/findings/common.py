"""What all reports of findings share: their order, their counts, and the source line with the place marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sw_data.diagnostics import Diagnostic, Severity

Sources: TypeAlias = Callable[[str], Sequence[str] | None]
"""Gives the lines of a file by the name that its findings have; None where they cannot be had."""

WIDTH: Final = 100
"""How much of a long line is shown."""

RANK: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
"""The worst comes first."""

_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"?|\'(?:[^\']|\'\')*\'|[-+0-9.eE]+|[A-Za-z]+|.', re.DOTALL
)
_UNSHOWN: Final = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at: the names of the files, those without a finding too, and how many documents."""

    files: tuple[str, ...] = ()
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a source line, with the place of the finding in it.

    Attributes:
        before: The text before the place.
        marked: The text at the place; may be empty at the end of a line.
        after: The text after it.
    """

    before: str
    marked: str
    after: str


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings by file, place and code; those of one place keep their order."""
    return sorted(
        diagnostics,
        key=lambda each: (each.file or "", each.line or 0, each.column or 0, each.code),
    )


def counted(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    """How many findings there are of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for each in diagnostics:
        counts[each.severity] += 1
    return counts


def files_of(diagnostics: Iterable[Diagnostic], checked: Checked) -> tuple[str, ...]:
    """Every file that was looked at or has a finding, in order, each once."""
    return tuple(dict.fromkeys([*checked.files, *(each.file for each in diagnostics if each.file)]))


def excerpt(finding: Diagnostic, sources: Sources | None, width: int = WIDTH) -> Excerpt | None:
    """The source line of a finding, cut to a width around the place; None where there is none."""
    if sources is None or finding.file is None or finding.line is None:
        return None
    lines = sources(finding.file)
    if lines is None or not 1 <= finding.line <= len(lines):
        return None
    line = lines[finding.line - 1].rstrip("\r\n")
    start = min(max((finding.column or 1) - 1, 0), len(line))
    token = _TOKEN.match(line, start)
    end = min(token.end() if token else start, start + width // 2)
    left = max(0, min(start - width // 3, len(line) - width))
    right = min(len(line), left + width)
    before, after = line[left:start], line[end:right]
    if left > 0:
        before = "…" + before[1:]
    if right < len(line) and after:
        after = after[:-1] + "…"
    return Excerpt(plain(before), plain(line[start:end]), plain(after))


def plain(text: str) -> str:
    """A text that a terminal shows as it is: control characters and marks of direction become a box."""
    return _UNSHOWN.sub("\ufffd", text.replace("\t", " "))


def many(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: 1 error, 2 errors."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def summary(diagnostics: Sequence[Diagnostic], checked: Checked) -> str:
    """One line: how many findings of which severity, in how many files."""
    looked = f"{many(len(files_of(diagnostics, checked)), 'file')}"
    if checked.documents:
        looked = f"{many(checked.documents, 'document')} in {looked}"
    if not diagnostics:
        return f"No findings in {looked}."
    counts = counted(diagnostics)
    parts = [
        many(counts[Severity.ERROR], "error"),
        many(counts[Severity.WARNING], "warning"),
        many(counts[Severity.INFO], "info", "info"),
    ]
    shown = ", ".join(part for part in parts if not part.startswith("0 "))
    return f"{many(len(diagnostics), 'finding')} in {looked}: {shown}."


def mendable(diagnostics: Iterable[Diagnostic]) -> tuple[int, int]:
    """How many findings have a safe fix, and how many an unsafe one."""
    fixes = [each.fix for each in diagnostics if each.fix is not None]
    safe = sum(1 for fix in fixes if fix.safe)
    return safe, len(fixes) - safe
