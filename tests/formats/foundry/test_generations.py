from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.formats.foundry import Foundry
from sw_data.formats.foundry.fields import CREATURE, VEHICLE, WEAPON, pointer, present
from sw_data.formats.foundry.generations import GENERATIONS, effect_shape, generation_of
from sw_data.formats.foundry.sniff import game_system, is_foundry

Sheet = Callable[[str], dict[str, Any]]


@pytest.fixture
def sheet(fixtures: Path) -> Sheet:
    def load(name: str) -> dict[str, Any]:
        path = fixtures / "foundry" / f"{name}.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    return load


def test_every_fixture_has_the_generation_of_its_folder(fixtures: Path) -> None:
    seen: set[str] = set()
    for path in sorted((fixtures / "foundry").rglob("*.json")):
        folder = path.parent.name.upper().replace("G0A", "G0a").replace("G0B", "G0b")
        folder = folder.replace("G0C", "G0c").replace("G0D", "G0d")
        if folder not in GENERATIONS:
            continue
        document = json.loads(path.read_text(encoding="utf-8"))
        assert generation_of(document) == folder or document["type"] in ("weapon", "vehicle"), path
        assert is_foundry(document)
        seen.add(folder)
    assert seen == set(GENERATIONS)


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("g0b/skill_key_at_the_root", "G0b"),
        ("g0c/long_dash_in_damage", "G0c"),
        ("g1/numbers_as_text", "G1"),
        ("g2/old_and_new_trait_keys", "G2"),
        ("g3/template_weapon", "G3"),
        ("g4/lost_plus_in_damage", "G4"),
        ("g5/trademark_weapon", "G5"),
        ("g0b/handling_null", "G0b"),
        ("g0c/driver_by_id", "G0c"),
        ("g1/top_speed_as_text", "G1"),
        ("g2/speed_in_squares", "G2"),
        ("g3/top_speed_with_unit", "G3"),
        ("g4/members_and_roles", "G4"),
        ("g5/nobody_at_the_wheel", "G5"),
    ],
)
def test_weapons_and_vehicles_are_told_by_shape(sheet: Sheet, name: str, generation: str) -> None:
    assert generation_of(sheet(name)) == generation


@pytest.mark.parametrize("stamp", ["4.2-dev", "0.1", "9.9.9", None, 7, ""])
def test_the_stamped_version_does_not_decide(sheet: Sheet, stamp: object) -> None:
    document = sheet("g2/effects_of_edges_and_armor")
    document["_stats"]["systemVersion"] = stamp
    assert generation_of(document) == "G2"


def test_the_shape_of_effects_goes_with_foundry_and_not_with_the_sheet(sheet: Sheet) -> None:
    assert effect_shape(sheet("g4/effects_of_foundry_14")) == "v14"
    assert effect_shape(sheet("g4/german")) == "v12"
    assert effect_shape(sheet("g0d/effect_of_before_foundry_10")) == "v8"
    bare = sheet("g4/parry_typed_in")
    assert effect_shape(bare) == "v12"
    bare["_stats"]["coreVersion"] = "14.365"
    assert effect_shape(bare) == "v14"


def test_every_row_of_the_table_has_a_place_in_the_newest_generation_it_is_for() -> None:
    for table in (CREATURE, VEHICLE, WEAPON):
        for model, row in table.items():
            assert row.model == model
            assert row.places


def test_an_empty_sheet_gets_the_place_of_its_generation(sheet: Sheet) -> None:
    row = CREATURE["pace"]
    assert row.place({"type": "npc", "data": {}}, "G0c").path == ("stats", "speed", "value")  # type: ignore[union-attr]
    place = row.place(sheet("g4/german"), "G4")
    assert place is not None
    assert pointer(sheet("g4/german"), place.path) == "/system/pace/ground"
    assert CREATURE["wounds_or_fatigue_ignored"].place({"type": "npc", "data": {}}, "G0a") is None


def test_a_key_with_the_value_null_is_present() -> None:
    assert present({"wounds": {"value": None}}, ("wounds", "value"))
    assert not present({"wounds": None}, ("wounds", "value"))


def test_documents_of_others_are_not_taken_for_foundrys(sheet: Sheet) -> None:
    others: tuple[object, ...] = (
        {"kind": "character", "name": "Joe"},
        {"format": "sw-data/log", "version": 1},
        {"type": "character", "data": "{}", "name": "x"},
        {"name": "Joe"},
        [],
        "npc",
        None,
    )
    for value in others:
        assert not is_foundry(value)
    assert is_foundry(sheet("other/macro_named_weapon"))


def test_another_games_document_is_recognised_and_left_alone(sheet: Sheet) -> None:
    document = sheet("other/another_game")
    assert Foundry().recognises(document)
    assert game_system(document) == "dnd5e"
    reading = Foundry().read(document)
    assert reading.model is None
    assert [each.code for each in reading.diagnostics] == ["SW104"]
    del document["_stats"]
    assert [each.code for each in Foundry().read(document).diagnostics] == ["SW104"]
