"""Findings in SARIF 2.1.0, which code hosts and editors show beside the line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from sw_data.diagnostics import Diagnostic, Edit, Severity
from sw_data.diagnostics.register import REGISTER
from sw_data.display.findings.common import Sources, ordered

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def report_sarif(
    diagnostics: Iterable[Diagnostic], sources: Sources | None = None, *, version: str | None = None
) -> str:
    """Findings as a SARIF log of one run.

    Args:
        diagnostics: The findings.
        sources: Gives the lines of a file, for the excerpts.
        version: The version of sw_data, for the tool's name.
    """
    findings = ordered(diagnostics)
    codes = sorted({each.code for each in findings})
    driver: dict[str, Any] = {"name": "sw-data", "rules": [_rule(code) for code in codes]}
    if version is not None:
        driver["version"] = version
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(each, codes.index(each.code), sources) for each in findings],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(name: str) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": name}
    code = REGISTER.get(name)
    if code is not None:
        rule["shortDescription"] = {"text": code.title}
        rule["fullDescription"] = {"text": code.what}
        rule["help"] = {"text": f"{code.why} {code.fix}"}
        rule["defaultConfiguration"] = {"level": _LEVELS[code.severity]}
    return rule


def _result(finding: Diagnostic, rule: int, sources: Sources | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
    }
    location = _location(finding, sources)
    if location:
        result["locations"] = [location]
    more = {
        "pointer": finding.pointer,
        "rule": finding.rule,
        "fix": None if finding.fix is None else finding.fix.title,
        "edits": None if finding.fix is None else [_edit(each) for each in finding.fix.edits],
        "safe": None if finding.fix is None else finding.fix.safe,
    }
    properties = {key: value for key, value in more.items() if value is not None}
    if properties:
        result["properties"] = properties
    return result


def _edit(edit: Edit) -> dict[str, Any]:
    """An edit of the JSON value: SARIF's own fixes replace text, which only the holder of the file can say."""
    return edit.model_dump(mode="json", exclude={"value"} if edit.op == "remove" else None)


def _location(finding: Diagnostic, sources: Sources | None) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if finding.file is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": uri(finding.file)}}
        if finding.line is not None:
            region: dict[str, Any] = {"startLine": finding.line}
            if finding.column is not None:
                region["startColumn"] = finding.column
            snippet = _snippet(finding, sources)
            if snippet is not None:
                region["snippet"] = {"text": snippet}
            physical["region"] = region
        location["physicalLocation"] = physical
    document = finding.document
    if document is not None:
        logical: dict[str, Any] = {"kind": document.kind}
        if document.name:
            logical["name"] = document.name
        if finding.pointer:
            logical["fullyQualifiedName"] = finding.pointer
        location["logicalLocations"] = [logical]
    return location


def _snippet(finding: Diagnostic, sources: Sources | None) -> str | None:
    lines = sources(finding.file) if sources is not None and finding.file is not None else None
    if lines is None or finding.line is None or not 1 <= finding.line <= len(lines):
        return None
    start = max(0, (finding.column or 1) - 41)
    return lines[finding.line - 1].rstrip("\r\n")[start : start + 120] or None


def uri(file: str) -> str:
    """A file's name as a URI reference: relative to where the run began, if it was named so."""
    path = file.replace("\\", "/")
    if len(path) > 1 and path[1] == ":" and path[0].isalpha():
        return "file:///" + quote(path, safe="/:")
    return quote(path, safe="/") if not path.startswith("/") else "file://" + quote(path, safe="/")
