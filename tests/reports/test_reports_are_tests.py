"""Which reports of users are tests in this folder, and which no file can show.

A test names its reports in a comment above it. The sections are those about damage, armor, conversion, versions,
packs, tokens, and notebooks.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# What needs a running virtual tabletop, or a rule that is not among the rules here.
NOT_SHOWN = {
    "R014": "damage against objects is not among the rules",
    "R025": "Heavy Weapons and Heavy Armor are not among the rules; the switches are kept as they are written",
}
SECTIONS = "ABIJKLN"


def named() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    comments = re.findall(r"^# (R\d{3}(?: R\d{3})*)$", text, flags=re.MULTILINE)
    return {each for comment in comments for each in comment.split()}


def test_no_report_is_both_a_test_and_not_to_be_shown() -> None:
    assert len(named()) > 40
    assert not named() & NOT_SHOWN.keys()


def test_every_report_of_these_sections_is_a_test_or_cannot_be_shown(shared: Path) -> None:
    path = shared / "research" / "user_reports.md"
    if not path.is_file():
        pytest.skip(f"no file {path}")
    sections = re.split(r"^## ([A-Z])\. ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    listed = {
        report
        for letter, body in zip(sections[1::2], sections[2::2], strict=True)
        if letter in SECTIONS
        for report in re.findall(r"^### (R\d{3})", body, flags=re.MULTILINE)
    }
    assert len(listed) > 40
    assert listed - named() - NOT_SHOWN.keys() == set()
    assert NOT_SHOWN.keys() <= listed
