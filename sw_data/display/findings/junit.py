"""Findings as JUnit XML: a suite for each file, a failed test for each finding."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from xml.etree import ElementTree

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.diagnostics.register import REGISTER
from sw_data.display.findings.common import Checked, files_of, ordered

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report_junit(
    diagnostics: Iterable[Diagnostic], *, checked: Checked | None = None, strict: bool = False
) -> str:
    """Findings as JUnit XML.

    An error fails its test, with `strict` a warning too; what fails nothing stands in the output of the test. A file
    without findings is one test that passes.
    """
    findings = ordered(diagnostics)
    by_file: dict[str, list[Diagnostic]] = defaultdict(list)
    for each in findings:
        by_file[each.file or "-"].append(each)
    names = [*files_of(findings, checked or Checked())]
    names += [name for name in by_file if name not in names]
    root = ElementTree.Element("testsuites", name="sw-data validate")
    totals = [0, 0]
    for name in names:
        here = by_file.get(name, [])
        failing = [each for each in here if _fails(each, strict)]
        tests = max(1, len(here))
        totals[0] += tests
        totals[1] += len(failing)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(name),
            tests=str(tests),
            failures=str(len(failing)),
            errors="0",
            skipped="0",
        )
        if not here:
            ElementTree.SubElement(suite, "testcase", classname=_clean(name), name="no findings")
        for each in here:
            _case(suite, name, each, strict)
    root.set("tests", str(totals[0]))
    root.set("failures", str(totals[1]))
    ElementTree.indent(root)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        + ElementTree.tostring(root, encoding="unicode")
        + "\n"
    )


def _fails(finding: Diagnostic, strict: bool) -> bool:
    return finding.severity is Severity.ERROR or (strict and finding.severity is Severity.WARNING)


def _case(suite: ElementTree.Element, file: str, finding: Diagnostic, strict: bool) -> None:
    code = REGISTER.get(finding.code)
    title = f"{finding.code} {code.title}" if code is not None else finding.code
    place = ":".join(str(part) for part in (file, finding.line, finding.column) if part is not None)
    case = ElementTree.SubElement(
        suite, "testcase", classname=_clean(file), name=_clean(f"{title} ({place})")
    )
    if finding.line is not None:
        case.set("line", str(finding.line))
    named = finding.document.name if finding.document is not None else None
    details = [f"{place}: {finding.severity} {finding.code} {finding.message}"]
    details += [f"document: {named}"] if named else []
    details += [f"pointer: {finding.pointer}"] if finding.pointer else []
    details += [f"fix: {finding.fix.title}"] if finding.fix is not None else []
    text = _clean("\n".join(details))
    if _fails(finding, strict):
        failure = ElementTree.SubElement(
            case, "failure", type=finding.code, message=_clean(finding.message)
        )
        failure.text = text
    else:
        ElementTree.SubElement(case, "system-out").text = text


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
