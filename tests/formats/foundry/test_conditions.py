from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sw_data.document import apply, invert, parse
from sw_data.formats.foundry.conditions import conditions, shape_of
from sw_data.formats.foundry.statuses import STATUSES, VEHICLE_FLAGS
from sw_data.formats.foundry.write import write
from sw_data.models import Effect

CREATURES = (
    "g0a_npc",
    "g0b_npc",
    "g0c_character",
    "g0d_character",
    "g1_character",
    "g2_npc",
    "g3_character",
    "g4_character",
    "g5_npc",
    "partial_npc",
)


def document(fixtures: Path, name: str) -> bytes:
    return (fixtures / "foundry" / "written" / f"{name}.json").read_bytes()


def change(before: list[str], now: list[str]) -> list[Effect]:
    return [Effect("joe", "conditions", before, now)]


def written(raw: bytes, before: list[str], now: list[str]) -> bytes:
    from sw_data.document import dump

    parsed = parse(raw)
    return dump(apply(parsed, write(parsed.value, change(before, now)).edits))


@pytest.mark.parametrize("condition", [*sorted(STATUSES), "on-fire"])
@pytest.mark.parametrize("name", CREATURES)
def test_a_condition_that_is_written_is_read_back_and_undone_to_the_byte(
    fixtures: Path, name: str, condition: str
) -> None:
    raw = document(fixtures, name)
    with_it = written(raw, [], [condition])
    implied = STATUSES[condition].implies if condition in STATUSES else ()
    value = json.loads(with_it)
    assert condition in conditions(value)
    assert set(conditions(value)) <= {condition, *implied}
    assert written(with_it, [condition], []) == raw


@pytest.mark.parametrize("name", CREATURES)
def test_what_is_around_a_written_condition_does_not_move(fixtures: Path, name: str) -> None:
    raw = document(fixtures, name)
    now = written(raw, [], ["shaken"])
    start = next(i for i, (a, b) in enumerate(zip(raw, now, strict=False)) if a != b)
    end = next(i for i in range(len(raw)) if raw[-1 - i] != now[-1 - i])
    assert len(raw) - start - end < 8
    assert raw[:start] + raw[len(raw) - end :] == now[:start] + now[len(now) - end :]


@pytest.mark.parametrize("name", ["g0a_npc", "g0b_npc", "g0c_character"])
def test_shaken_is_the_sheets_boolean_where_effects_do_not_drive_it(
    fixtures: Path, name: str
) -> None:
    value = json.loads(written(document(fixtures, name), [], ["shaken"]))
    assert value["data"]["status"]["isShaken"] is True
    assert not value.get("effects")


def test_a_generation_without_a_boolean_and_without_effects_keeps_the_word_in_our_flags(
    fixtures: Path,
) -> None:
    value = json.loads(written(document(fixtures, "g0b_npc"), [], ["stunned"]))
    assert value["flags"] == {"sw-data": {"conditions": ["stunned"]}}
    assert "effects" not in value


def test_an_icon_of_an_old_generation_is_an_effect_without_changes(fixtures: Path) -> None:
    value = json.loads(written(document(fixtures, "g0c_character"), [], ["prone"]))
    (effect,) = value["effects"]
    assert effect["flags"]["core"]["statusId"] == "prone"
    assert effect["changes"] == []


SHAPES: dict[str, dict[str, Any]] = {
    "g0d_character": {"key": "data.status.isShaken", "label": "Shaken", "statusId": True},
    "g1_character": {"key": "system.status.isShaken", "label": "Shaken", "statusId": True},
    "g2_npc": {"key": "system.status.isShaken", "name": "Shaken", "icon": True},
    "g3_character": {"key": "system.status.isShaken", "name": "Shaken", "img": True},
    "g4_character": {"key": "system.status.isShaken", "name": "Shaken", "img": True},
    "g5_npc": {"key": "system.status.isShaken", "name": "Shaken", "img": True, "v14": True},
}


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_an_effect_for_shaken_has_the_shape_of_its_generation(fixtures: Path, name: str) -> None:
    wanted = SHAPES[name]
    value = json.loads(written(document(fixtures, name), [], ["shaken"]))
    effect = value["effects"][-1]
    assert effect["_id"] == "shaken0000000000"
    assert effect.get("label") == wanted.get("label")
    assert effect.get("name") == wanted.get("name")
    assert ("img" in effect) is ("img" in wanted)
    assert (effect["flags"].get("core", {}).get("statusId") == "shaken") is ("statusId" in wanted)
    assert (effect.get("statuses") == ["shaken"]) is ("name" in wanted)
    if wanted.get("v14"):
        assert "changes" not in effect
        (entry,) = effect["system"]["changes"]
        assert entry == {
            "key": wanted["key"],
            "type": "override",
            "value": True,
            "phase": "initial",
            "priority": None,
        }
        assert effect["duration"] == {
            "value": 1,
            "units": "rounds",
            "expiry": "turnStartPrompt",
            "expired": False,
        }
    else:
        (entry,) = effect["changes"]
        assert entry == {"key": wanted["key"], "mode": 5, "value": "true", "priority": None}
        assert effect["duration"]["rounds"] == 1
    status = value.get("system", value.get("data"))
    assert status.get("status", {}).get("isShaken") in (False, None)


def test_ids_of_effects_are_the_statuses_own(fixtures: Path) -> None:
    value = json.loads(
        written(document(fixtures, "g4_character"), [], ["incapacitated", "bleeding_out"])
    )
    assert [each["_id"] for each in value["effects"]] == ["incapacitated000", "bleedingout00000"]
    assert value["effects"][1]["statuses"] == ["bleeding-out"]


def test_entangled_carries_two_changes_and_makes_vulnerable(fixtures: Path) -> None:
    value = json.loads(written(document(fixtures, "g3_character"), [], ["entangled"]))
    (effect,) = value["effects"]
    assert [each["key"] for each in effect["changes"]] == [
        "system.status.isEntangled",
        "system.status.isVulnerable",
    ]
    assert conditions(value) == ("entangled", "vulnerable")


def test_vulnerable_stays_when_entangled_goes_but_not_it(fixtures: Path) -> None:
    raw = written(document(fixtures, "g3_character"), [], ["entangled"])
    value = json.loads(written(raw, ["entangled", "vulnerable"], ["vulnerable"]))
    assert conditions(value) == ("vulnerable",)


def test_entangled_stays_when_vulnerable_is_taken_from_it(fixtures: Path) -> None:
    raw = written(document(fixtures, "g5_npc"), [], ["entangled"])
    value = json.loads(written(raw, ["entangled", "vulnerable"], ["entangled"]))
    assert conditions(value) == ("entangled",)
    assert [each["_id"] for each in value["effects"]] == ["entangled0000000"]


def test_every_carrier_of_a_condition_goes(fixtures: Path) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    change_of_status = {"key": "system.status.isShaken", "mode": 5, "value": "true"}
    parry = {"key": "system.stats.parry.value", "mode": 2, "value": "1"}
    value["system"]["status"]["isShaken"] = True
    value["effects"] = [
        {"_id": "a" * 16, "name": "Fear", "statuses": [], "changes": [change_of_status]},
        {"_id": "b" * 16, "name": "Mix", "statuses": [], "changes": [parry, change_of_status]},
        {"_id": "c" * 16, "name": "Old", "flags": {"core": {"statusId": "shaken"}}},
        {"_id": "d" * 16, "name": "Off", "statuses": ["shaken"], "disabled": True},
        {"_id": "e" * 16, "name": "Two", "statuses": ["shaken", "stunned"], "changes": []},
        {"_id": "f" * 16, "name": "Other", "statuses": ["prone"], "changes": []},
    ]
    raw = json.dumps(value, indent=1).encode()
    assert conditions(value) == ("prone", "shaken", "stunned")
    now = json.loads(
        written(raw, ["prone", "shaken", "stunned"], ["prone", "stunned"]),
    )
    assert conditions(now) == ("prone", "stunned")
    assert [each["name"] for each in now["effects"]] == ["Mix", "Off", "Two", "Other"]
    assert now["effects"][0]["changes"] == [parry]
    assert now["effects"][2]["statuses"] == ["stunned"]
    assert now["system"]["status"]["isShaken"] is False


def test_a_disabled_effect_is_no_condition(fixtures: Path) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    value["effects"] = [
        {"_id": "shaken0000000000", "name": "Shaken", "statuses": ["shaken"], "disabled": True}
    ]
    assert conditions(value) == ()


def test_an_id_that_is_taken_is_not_taken_again(fixtures: Path) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    value["effects"] = [{"_id": "shaken0000000000", "name": "Mine", "changes": []}]
    raw = json.dumps(value).encode()
    now = json.loads(written(raw, [], ["shaken"]))
    assert [each["_id"] for each in now["effects"]] == ["shaken0000000000", "shaken0000000001"]
    assert written(written(raw, [], ["shaken"]), ["shaken"], []) == raw


@pytest.mark.parametrize("condition", sorted(VEHICLE_FLAGS))
@pytest.mark.parametrize("name", ["g1_vehicle", "g4_vehicle"])
def test_a_vehicles_conditions_are_booleans_in_every_generation(
    fixtures: Path, name: str, condition: str
) -> None:
    raw = document(fixtures, name)
    now = written(raw, [], [condition])
    value = json.loads(now)
    assert value["system"]["status"][VEHICLE_FLAGS[condition]] is True
    assert value["effects"] == []
    assert conditions(value) == (condition,)
    assert written(now, [condition], []) == raw


def test_a_parent_that_lists_its_effects_by_id_takes_no_document_into_the_list(
    fixtures: Path,
) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    value["effects"] = ["someEffect000001"]
    raw = json.dumps(value).encode()
    now = json.loads(written(raw, [], ["shaken"]))
    assert now["effects"] == ["someEffect000001"]
    assert conditions(now) == ("shaken",)


def test_taking_away_a_carrier_that_was_there_is_undone_exactly_by_the_inverse_edits(
    fixtures: Path,
) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    value["effects"] = [
        {"name": "Fear", "_id": "a" * 16, "statuses": ["shaken"]},
        {"name": "Other", "_id": "b" * 16, "statuses": ["prone"]},
    ]
    before = parse(json.dumps(value, indent=3).encode())
    edits = write(before.value, change(["prone", "shaken"], ["prone"])).edits
    assert apply(apply(before, edits), invert(before, edits)).text == before.text


def test_the_effects_of_a_sheet_tell_the_shape_before_its_stamp(fixtures: Path) -> None:
    value = json.loads(document(fixtures, "g4_character"))
    assert shape_of(value).core == 12
    value["_stats"]["coreVersion"] = "14.364"
    assert shape_of(value).core == 14


@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, [None], [3], {"status": 3}])
def test_odd_effects_flags_and_statuses_are_no_conditions(fixtures: Path, odd: object) -> None:
    for key in ("effects", "flags", "system"):
        value = json.loads(document(fixtures, "g4_character"))
        value[key] = odd
        assert conditions(value) == ()
        raw = json.dumps(value).encode()
        now = json.loads(written(raw, [], ["shaken"]))
        assert conditions(now) == ("shaken",)
