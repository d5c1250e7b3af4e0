"""The conversion report: nothing is in none of the three lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sw_data.formats.base import Reading
from sw_data.formats.registry import format_named, format_of, text_format_of
from sw_data.formats.report import Fate, conversion, fields_of, leaves
from sw_data.models import Character

JSON_FIXTURES = (
    "savaged-us/generic_quirks.json",
    "savaged-us/save.json",
    "roll20/official.json",
    "roll20/tabbed.json",
)


def character(reading: Reading) -> Character:
    assert isinstance(reading.model, Character)
    return reading.model


@pytest.mark.parametrize("name", JSON_FIXTURES)
def test_every_value_of_a_document_is_in_exactly_one_list(fixtures: Path, name: str) -> None:
    value = json.loads((fixtures / name).read_text(encoding="utf-8"))
    form = format_of(value)
    assert form is not None
    fields = form.read(value).fields
    pointers = [each.pointer for each in fields]
    assert pointers == [place for place, _ in leaves(value)]
    assert {each.fate for each in fields} <= set(Fate)
    assert all(each.why for each in fields if each.fate is not Fate.CARRIED)
    assert all(each.model for each in fields if each.fate is Fate.CHANGED)


@pytest.mark.parametrize("name", JSON_FIXTURES)
@pytest.mark.parametrize("target", ["savaged-us", "roll20", "sw-data"])
def test_a_conversion_accounts_for_every_field_of_the_source(
    fixtures: Path, name: str, target: str
) -> None:
    value = json.loads((fixtures / name).read_text(encoding="utf-8"))
    source = format_of(value)
    assert source is not None
    reading = source.read(value)
    model = character(reading)
    into = format_named(target)
    back = into.read(into.create(model).value).model
    report = conversion(source.name, target, model.name, reading.fields, model, back)
    told = report.to_json()
    assert len(report.carried) + len(report.changed) + len(report.unmapped) == len(
        list(leaves(value))
    )
    assert told["summary"] == {fate.value: len(told[fate.value]) for fate in Fate}
    assert f"{model.name}: {source.name} to {target}" in report.to_text()


def test_what_the_target_has_no_place_for_is_unmapped_with_its_place(fixtures: Path) -> None:
    value = json.loads((fixtures / "roll20/official.json").read_text(encoding="utf-8"))
    reading = format_named("roll20").read(value)
    model = character(reading)
    into = format_named("savaged-us")
    report = conversion("roll20", "savaged-us", model.name, reading.fields, model,
                        into.read(into.create(model).value).model)  # fmt: skip
    lost = {each.model: each for each in report.unmapped if each.model}
    assert "wounds.ignored" in lost
    assert lost["wounds.ignored"].why == "savaged-us has no place for wounds.ignored"
    place = lost["wounds.ignored"].pointer
    assert place is not None
    assert place.startswith("/attribs/")


def test_a_conversion_into_our_own_form_loses_nothing_that_was_read(fixtures: Path) -> None:
    for name in JSON_FIXTURES:
        value = json.loads((fixtures / name).read_text(encoding="utf-8"))
        source = format_of(value)
        assert source is not None
        reading = source.read(value)
        model = character(reading)
        own = format_named("sw-data")
        report = conversion(source.name, "sw-data", model.name, reading.fields, model,
                            own.read(own.create(model).value).model)  # fmt: skip
        assert {each.name for each in report.unmapped} == {
            each.name for each in reading.fields if each.fate is Fate.UNMAPPED
        }


def test_an_empty_value_says_nothing_and_is_no_loss() -> None:
    fields = fields_of({"a": "", "b": None, "c": [], "d": {}, "e": 0}, {})
    assert [each.fate for each in fields] == [Fate.CARRIED] * 4 + [Fate.UNMAPPED]


def test_text_formats_are_told_by_content(fixtures: Path) -> None:
    told = {
        name: (found.name if (found := text_format_of(text)) else None)
        for name, text in {
            "xml": (fixtures / "fantasy-grounds/character.xml").read_text(encoding="utf-8"),
            "block": (fixtures / "statblocks/two_older.md").read_text(encoding="utf-8"),
            "html": "<html><body>Attributes: Agility d6, Smarts d6, Spirit d6</body></html>",
            "prose": "It was a dark and stormy night.",
            "json": '{"attributes": {"agility": "d6", "smarts": "d6", "spirit": "d6"}}',
        }.items()
    }
    assert told == {
        "xml": "fantasy-grounds",
        "block": "statblock",
        "html": None,
        "prose": None,
        "json": None,
    }
