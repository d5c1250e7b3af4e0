from __future__ import annotations

from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic
from sw_data.formats.registry import format_of


def misspelt(document: dict[str, Any]) -> list[Diagnostic]:
    form = format_of(document)
    assert form is not None
    return [each for each in check(document, form.read(document)) if each.code == "SW112"]


def weapon(**system: Any) -> dict[str, Any]:
    return {"name": "Axe", "type": "weapon", "system": {"minStr": "d8", **system}}


@pytest.mark.parametrize("written", ["damge", "Damage", "damages", "dmaage"])
def test_a_key_that_looks_like_a_missing_one_is_told(written: str) -> None:
    [finding] = misspelt(weapon(**{written: "@str+d8"}))
    assert finding.pointer == f"/system/{written}"
    assert "did you mean 'damage'?" in finding.message
    assert finding.fix is not None
    assert not finding.fix.safe
    assert [(each.op, each.path, each.value) for each in finding.fix.edits] == [
        ("add", "/system/damage", "@str+d8"),
        ("remove", f"/system/{written}", None),
    ]


@pytest.mark.parametrize("written", ["description", "additionalStats", "rangeType", "dmg", "pace"])
def test_a_key_that_looks_like_none_is_left_alone(written: str) -> None:
    assert misspelt(weapon(**{written: ""})) == []


def test_a_key_is_left_alone_where_the_one_it_looks_like_is_there() -> None:
    assert misspelt(weapon(damage="@str+d8", damages="")) == []


def test_the_older_name_of_a_thing_is_as_good_as_the_newer_one() -> None:
    assert misspelt(weapon(damage="", equipped=True, equipStatuss=1)) == []
    assert len(misspelt(weapon(damage="", equipStatuss=1))) == 1


def test_an_attribute_of_a_sheet_and_a_key_of_its_item_are_told_at_their_places() -> None:
    sheet = {
        "name": "Joe",
        "type": "character",
        "system": {"attributes": {"vigour": {"die": {"sides": 6}}}},
        "items": [weapon(damge="2d6")],
    }
    assert [each.pointer for each in misspelt(sheet)] == [
        "/items/0/system/damge",
        "/system/attributes/vigour",
    ]
