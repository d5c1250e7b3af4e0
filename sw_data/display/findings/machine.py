"""Findings for other programs: JSON, and the annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.display.findings.common import Checked, counted, files_of, ordered

_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report_value(
    diagnostics: Iterable[Diagnostic], *, checked: Checked | None = None
) -> dict[str, Any]:
    """Findings as the JSON value of contract.md: a summary, and every finding with all its keys."""
    findings = ordered(diagnostics)
    looked = checked or Checked()
    counts = counted(findings)
    return {
        "summary": {
            "files": len(files_of(findings, looked)),
            "documents": looked.documents,
            **{str(severity): counts[severity] for severity in Severity},
        },
        "diagnostics": [each.model_dump(mode="json") for each in findings],
    }


def report_json(diagnostics: Iterable[Diagnostic], *, checked: Checked | None = None) -> str:
    """Findings as one JSON document."""
    return (
        json.dumps(report_value(diagnostics, checked=checked), indent=2, ensure_ascii=False) + "\n"
    )


def report_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Findings as commands that GitHub turns into annotations of the changed files, one a line."""
    return "".join(_annotation(each) for each in ordered(diagnostics))


def _annotation(finding: Diagnostic) -> str:
    properties = {
        "file": finding.file,
        "line": finding.line,
        "col": finding.column,
        "title": finding.code,
    }
    given = ",".join(
        f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None
    )
    named = finding.document.name if finding.document is not None else None
    message = (
        f"{finding.message} ({named})"
        if named and named not in finding.message
        else finding.message
    )
    return f"::{_LEVELS[finding.severity]} {given}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
