"""Sheets of Foundry in another version of the game system: brought up with all that they hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.migrate import migrate
from sw_data.formats.report import Fate, leaves

OLD: dict[str, Any] = {
    "_id": "a" * 16,
    "name": "Old Joe",
    "type": "character",
    "img": "joe.webp",
    "permission": {"default": 0},
    "data": {
        "attributes": {
            each: {"die": {"sides": 6, "modifier": ""}, "wild-die": {"sides": 6}}
            for each in ("agility", "smarts", "spirit", "strength", "vigor")
        },
        "details": {"biography": {"value": "<p>Born at sea</p>"}, "mine": 2.5},
        "stats": {"speed": {"value": 6}, "parry": {"value": 4}, "toughness": {"value": 5}},
        "wounds": {"value": 1, "max": 3},
    },
    "items": [{"_id": "b" * 16, "name": "Rope", "type": "gear", "data": {"price": 10}}],
    "effects": [],
    "flags": {"other-module": {"kept": [1, {"deep": True}]}},
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.json"
    path.write_text(json.dumps(OLD, indent=3).replace('"price": 10', '"price": 10.00'), "utf-8")
    return path


def test_a_sheet_of_foundry_is_brought_up_as_it_is_without_a_format(old: Path) -> None:
    made = sw.convert(old, "foundry", target="6.0")
    done = old.with_name("done.json")
    migrate(old, "6.0", out=done)
    assert made.value == json.loads(done.read_text("utf-8"))
    assert made.value["img"] == "joe.webp"
    assert made.value["flags"]["other-module"] == {"kept": [1, {"deep": True}]}
    assert made.value["items"][0]["name"] == "Rope"
    assert made.value["system"]["details"]["mine"] == 2.5
    assert made.lossless


def test_every_value_of_a_sheet_that_is_brought_up_is_carried_or_changed(old: Path) -> None:
    made = sw.convert(old, "foundry", target="6.0")
    (report,) = made.reports
    assert [each.pointer for each in report.fields] == [place for place, _ in leaves(OLD)]
    assert {each.pointer for each in report.changed} == {
        f"/data/attributes/{each}/die/modifier"
        for each in ("agility", "smarts", "spirit", "strength", "vigor")
    }
    assert report.unmapped == ()
    assert all(each.why for each in report.changed)


def test_bytes_that_no_step_is_about_stay(old: Path) -> None:
    document = sw.convert(old, "foundry", target="6.0").documents[0].document
    assert document is not None
    assert '"price": 10.00' in document.text
    assert '\n   "name": "Old Joe"' in document.text


def test_a_sheet_of_the_version_stays_as_it_is(old: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.json"
    newer.write_text(json.dumps(sw.convert(old, "foundry", target="6.0").value), "utf-8")
    (again,) = sw.convert(newer, "foundry", target="6.0").documents
    assert again.unchanged
    assert again.document is not None
    assert again.document.text == newer.read_text("utf-8")


def test_an_older_version_is_made_anew_and_said(old: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.json"
    newer.write_text(json.dumps(sw.convert(old, "foundry", target="6.0").value), "utf-8")
    made = sw.convert(newer, "foundry", target="0.18")
    assert "data" in made.value
    assert made.value["name"] == "Old Joe"
    assert not made.lossless
    assert [each.message for each in made.diagnostics if "made anew" in each.message]
    assert "/img" in {each.pointer for each in made.reports[0].unmapped}


def test_documents_that_the_rules_know_nothing_of_are_brought_up_too(tmp_path: Path) -> None:
    path = tmp_path / "edge.json"
    edge = {"_id": "c" * 16, "name": "Brave", "type": "edge", "data": {"isArcaneBackground": False}}
    path.write_text(json.dumps(edge), "utf-8")
    made = sw.convert(path, "foundry", target="6.0")
    assert made.left_out == ()
    assert "system" in made.value
    assert {each.fate for each in made.reports[0].fields} <= {Fate.CARRIED, Fate.CHANGED}
