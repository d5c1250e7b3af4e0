"""Findings as text for a terminal: the source line, a caret under the place, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.display.findings.common import (
    Checked,
    Sources,
    excerpt,
    mendable,
    ordered,
    plain,
    summary,
)

_Paint: TypeAlias = Callable[[str, str], str]
_COLOURS: Final = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}


def report_text(
    diagnostics: Iterable[Diagnostic],
    sources: Sources | None = None,
    *,
    checked: Checked | None = None,
    colour: bool = False,
) -> str:
    """Findings as text, each with its source line, and a summary at the end.

    Args:
        diagnostics: The findings.
        sources: Gives the lines of a file; without it no lines are shown.
        checked: What was looked at, for the summary.
        colour: Whether to colour it with the escape codes of terminals.
    """
    findings = ordered(diagnostics)
    paint = _painted if colour else _unpainted
    blocks = ["\n".join(_block(each, sources, paint)) for each in findings]
    blocks.append(_ending(findings, checked or Checked()))
    return "\n\n".join(blocks) + "\n"


def _block(finding: Diagnostic, sources: Sources | None, paint: _Paint) -> list[str]:
    colour = _COLOURS[finding.severity]
    head = f"{place(finding)}: " if place(finding) else ""
    lines = [
        f"{paint(plain(head), '1')}{paint(f'{finding.severity} {finding.code}', colour)} {plain(finding.message)}"
    ]
    about = finding.document
    if about is not None and (about.name or about.id):
        where = f" at {finding.pointer}" if finding.pointer else ""
        lines.append(f"  in {plain(f'{about.kind} {(about.name or about.id)!r}{where}')}")
    shown = excerpt(finding, sources)
    if shown is not None:
        number = str(finding.line)
        margin = " " * len(number)
        caret = " " * len(shown.before) + paint("^" * max(1, len(shown.marked)), colour)
        lines += [
            f"  {margin} |",
            f"  {number} | {shown.before}{shown.marked}{shown.after}",
            f"  {margin} | {caret}",
        ]
    if finding.fix is not None:
        how = "--fix" if finding.fix.safe else "--unsafe-fixes"
        lines.append(f"  {paint('fix', '32')}: {plain(finding.fix.title)} ({how})")
    return lines


def place(finding: Diagnostic) -> str:
    """File, line and column of a finding, as editors read them; empty if it has none."""
    parts = [finding.file, finding.line, finding.column if finding.line else None]
    return ":".join(str(part) for part in parts if part is not None)


def _ending(findings: list[Diagnostic], checked: Checked) -> str:
    safe, unsafe = mendable(findings)
    lines = [summary(findings, checked)]
    if safe:
        lines.append(f"{safe} can be mended with --fix; --diff shows how.")
    if unsafe:
        more = " more" if safe else ""
        lines.append(
            f"{unsafe}{more} with --fix --unsafe-fixes, which may change what the data means."
        )
    return "\n".join(lines)


def _painted(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if text else ""


def _unpainted(text: str, code: str) -> str:
    return text
