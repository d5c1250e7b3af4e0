from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sw_data.checks import check, check_log, fixes
from sw_data.diagnostics import Diagnostic, characters, chases, documents, vehicles, weapons
from sw_data.document import Document, apply, located, parse
from sw_data.formats.registry import format_of

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "validate"
GOOD = sorted((FOLDER / "good").glob("*.json"))
BAD = sorted((FOLDER / "bad").glob("*/*.json"))
LOG = "sw-data/log"


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def findings(document: Document) -> list[Diagnostic]:
    value: Any = document.value
    if value.get("format") == LOG:
        return located(document, check_log(value))
    each = format_of(value)
    assert each is not None
    return located(document, check(value, each.read(value)))


def read(path: Path) -> Document:
    return parse(path.read_bytes(), name=path.name)


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_a_good_document_has_no_findings(path: Path) -> None:
    assert findings(read(path)) == []


@pytest.mark.parametrize("path", BAD, ids=name)
def test_a_bad_document_has_the_expected_findings_with_line_and_column(path: Path) -> None:
    found = sorted(findings(read(path)), key=lambda each: (each.line, each.column, each.code))
    written = "".join(f"{each.code} {each.line}:{each.column} {each.pointer}\n" for each in found)
    assert written == path.with_suffix(".expected").read_text(encoding="utf-8")
    assert path.parent.name in {each.code for each in found}


@pytest.mark.parametrize("path", BAD, ids=name)
def test_a_fix_takes_its_finding_away_and_leaves_no_worse_one(path: Path) -> None:
    before = read(path)
    found = findings(before)
    repairs = fixes(found, unsafe=True)
    after = findings(apply(before, repairs.edits))
    left = {(each.code, each.pointer) for each in after}
    assert not left & {(each.code, each.pointer) for each in repairs.mended}
    assert len(after) <= len(found) - len(repairs.mended)


@pytest.mark.parametrize("path", BAD, ids=name)
def test_a_message_is_one_sentence_that_names_what_is_wrong(path: Path) -> None:
    for each in findings(read(path)):
        assert (
            each.document is not None
            or each.code.startswith("SW6")
            or each.code in ("SW510", "SW511", "SW701")
        )
        assert not each.message.endswith(".")
        assert "\n" not in each.message
        assert 15 < len(each.message) < 400
        assert not re.search(r"\bNone\b|\bTrue\b|\bFalse\b", each.message)


def test_every_code_of_these_families_has_a_bad_document() -> None:
    folders = {path.parent.name for path in BAD}
    families = (weapons.CODES, characters.CODES, vehicles.CODES, chases.CODES, documents.CODES)
    codes = {code.code for family in families for code in family}
    assert codes - folders == set()
    assert len(BAD) >= len(folders) > 80
