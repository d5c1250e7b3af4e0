from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from sw_data import schema
from sw_data.diagnostics import Diagnostic, DocumentRef, Edit, Fix, Severity
from sw_data.display.findings import (
    Checked,
    report_github,
    report_html,
    report_json,
    report_junit,
    report_sarif,
    report_text,
)

LINES = ["{", '  "name": "Great Sword", "minStr": "x"', "}"]
COLUMN = LINES[1].index('"x"') + 1
EVIL = '<script>alert("&")</script>\x1b[31m\u202e]]>\x00'


def sources(file: str) -> list[str] | None:
    return LINES if file == "sword.json" else None


def finding(**changes: Any) -> Diagnostic:
    base: dict[str, Any] = {
        "code": "SW203",
        "severity": Severity.ERROR,
        "message": "the minimum Strength is 'x' and should be a die like 'd8'",
        "file": "sword.json",
        "line": 2,
        "column": COLUMN,
        "pointer": "/minStr",
        "document": DocumentRef(kind="weapon", id="abc", name="Great Sword"),
        "rule": "weapon.required_strength",
    }
    return Diagnostic(**{**base, **changes})


def fix(safe: bool = True) -> Fix:
    return Fix(
        title="Write d10", edits=(Edit(op="replace", path="/minStr", value="d10"),), safe=safe
    )


EVERY = [
    finding(),
    finding(code="SW205", severity=Severity.WARNING, fix=fix(safe=False)),
    finding(code="SW204", severity=Severity.INFO, fix=fix()),
    finding(file="other.db", line=None, column=None, document=None, pointer=None, rule=None),
    finding(message=EVIL, document=DocumentRef(kind=EVIL, id=EVIL, name=EVIL), file=EVIL),
]


# --- text ---


def test_a_finding_is_shown_with_its_line_and_a_caret_under_the_place() -> None:
    assert report_text([finding(fix=fix())], sources, checked=Checked(("sword.json",), 1)) == (
        f"sword.json:2:{COLUMN}: error SW203 the minimum Strength is 'x' and should be a die like 'd8'\n"
        "  in weapon 'Great Sword' at /minStr\n"
        "    |\n"
        '  2 |   "name": "Great Sword", "minStr": "x"\n'
        f"    | {' ' * (COLUMN - 1)}^^^\n"
        "  fix: Write d10 (--fix)\n"
        "\n"
        "1 finding in 1 document in 1 file: 1 error.\n"
        "1 can be mended with --fix; --diff shows how.\n"
    )


def test_findings_come_in_the_order_of_the_file() -> None:
    text = report_text([finding(line=3), finding(line=1), finding(line=2)], None)
    assert re.findall(r"sword\.json:(\d)", text) == ["1", "2", "3"]


def test_nothing_found_is_said_with_what_was_looked_at() -> None:
    text = report_text([], checked=Checked(("a.json", "b.json"), 3))
    assert text == "No findings in 3 documents in 2 files.\n"


@pytest.mark.parametrize(("line", "column"), [(2, 9999), (99, 1), (2, None), (None, None)])
def test_a_place_that_is_not_in_the_file_is_no_exception(
    line: int | None, column: int | None
) -> None:
    assert "SW203" in report_text([finding(line=line, column=column)], sources)


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "x" * 5000 + '"bad"' + "y" * 5000
    text = report_text([finding(line=1, column=5001)], lambda file: [line])
    shown, caret = text.splitlines()[3:5]
    assert len(shown) < 120
    assert shown.index('"bad"') == caret.index("^^^^^")


def test_colours_are_only_there_when_asked_for() -> None:
    assert "\x1b[" not in report_text(EVERY[:3], sources)
    assert "\x1b[31merror SW203\x1b[0m" in report_text(EVERY[:3], sources, colour=True)


def test_no_text_of_the_data_reaches_the_terminal_as_a_command() -> None:
    lines = [EVIL, EVIL, EVIL]
    text = report_text(EVERY, lambda file: lines)
    assert not set(text) & {"\x1b", "\x00", "\u202e"}


# --- JSON ---


def test_json_is_as_its_published_schema_says() -> None:
    report = json.loads(report_json(EVERY[:4], checked=Checked(("sword.json",), 1)))
    jsonschema.validate(report, schema.load("report"))
    assert report["summary"] == {"files": 2, "documents": 1, "error": 2, "warning": 1, "info": 1}
    assert report["diagnostics"][1]["file"] == "sword.json"


# --- GitHub ---


def test_annotations_have_file_line_column_and_code() -> None:
    assert report_github([finding(document=None)]) == (
        f"::error file=sword.json,line=2,col={COLUMN},title=SW203::"
        "the minimum Strength is 'x' and should be a die like 'd8'\n"
    )


def test_annotations_are_escaped() -> None:
    text = report_github([finding(file="a,b:c%.json", message="100%\nreally\r", document=None)])
    assert "file=a%2Cb%3Ac%25.json," in text
    assert text.endswith("::100%25%0Areally%0D\n")
    assert text.count("\n") == 1


def test_an_annotation_cannot_be_smuggled_in() -> None:
    text = report_github([finding(message="x\n::error::pwned")])
    assert len(text.splitlines()) == 1


# --- SARIF ---


def test_sarif_has_what_its_schema_requires() -> None:
    log = json.loads(report_sarif(EVERY, sources, version="1.0"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert set(driver) <= {"name", "version", "rules"}
    rules = [rule["id"] for rule in driver["rules"]]
    assert rules == sorted(set(rules))
    for rule in driver["rules"]:
        assert set(rule) <= {
            "id",
            "shortDescription",
            "fullDescription",
            "help",
            "defaultConfiguration",
        }
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert len(run["results"]) == len(EVERY)
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        for location in result.get("locations", []):
            assert set(location) <= {"physicalLocation", "logicalLocations"}
            region = location["physicalLocation"].get("region", {"startLine": 1})
            assert region["startLine"] >= 1
            assert set(region) <= {"startLine", "startColumn", "snippet"}


def test_sarif_names_files_as_uris() -> None:
    def uri(file: str) -> str:
        log = json.loads(report_sarif([finding(file=file)]))
        location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        found: str = location["artifactLocation"]["uri"]
        return found

    assert uri("packs/my weapons.db") == "packs/my%20weapons.db"
    assert uri("packs\\weapons.db") == "packs/weapons.db"
    assert uri("/data/a.json") == "file:///data/a.json"
    assert uri("C:\\data\\a.json") == "file:///C:/data/a.json"


# --- JUnit ---


def test_junit_fails_for_errors_and_with_strict_for_warnings() -> None:
    def failures(strict: bool) -> int:
        return len(
            ElementTree.fromstring(report_junit(EVERY[:3], strict=strict)).findall(".//failure")
        )

    assert failures(strict=False) == 1
    assert failures(strict=True) == 2


def test_junit_counts_its_tests_and_a_file_without_findings_passes() -> None:
    root = ElementTree.fromstring(report_junit(EVERY, checked=Checked(("clean.json",), 1)))
    suites = {suite.get("name"): suite for suite in root.findall("testsuite")}
    assert suites["clean.json"].get("failures") == "0"
    assert len(suites["clean.json"].findall("testcase")) == 1
    assert root.get("tests") == str(sum(int(suite.get("tests", "")) for suite in suites.values()))
    assert root.get("failures") == str(len(root.findall(".//failure")))


def test_junit_is_xml_whatever_the_data_holds() -> None:
    root = ElementTree.fromstring(report_junit(EVERY))
    texts = [failure.get("message", "") for failure in root.iter("failure")]
    assert any("<script>" in text and "]]>" in text for text in texts)


# --- HTML ---


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.outside += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_well_formed_escaped_and_needs_nothing_from_elsewhere() -> None:
    page = report_html(EVERY, lambda file: [EVIL] * 3, checked=Checked(("clean.json",), 4))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.outside == []
    assert "script" not in tags.seen
    assert "&lt;script&gt;" in page
    assert "prefers-color-scheme:dark" in page


def test_html_has_counts_the_worst_documents_and_each_line() -> None:
    page = report_html([*EVERY, finding(document=DocumentRef(kind="weapon", name="Axe"))], sources)
    assert "<li><b>4</b>errors</li>" in page
    assert page.index("Great Sword</td>") < page.index("Axe</td>")
    assert "<mark>&quot;x&quot;</mark>" in page
    assert "<mark>" in page
    assert "Fix: Write d10 (safe)" in page


def test_html_of_nothing_says_so() -> None:
    assert "No findings in 1 file." in report_html([], checked=Checked(("a.json",), 0))
