from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from sw_data.models import ACTION, Action, ActionLog, Character, Chase, Vehicle, Weapon
from sw_data.models.faults import Fault, faults, nearest, shown

ATTRIBUTES: dict[str, Any] = dict.fromkeys(
    ("agility", "smarts", "spirit", "strength", "vigor"), "d6"
)


def broken(model: Any, value: Any) -> list[tuple[Any, str, str]]:
    validator: TypeAdapter[Any] = ACTION if model is Action else TypeAdapter(model)
    with pytest.raises(ValidationError) as error:
        validator.validate_python(value)
    return [(each.steps, each.kind, each.message) for each in faults(error.value, value, model)]


def test_a_value_of_the_wrong_type_is_named_with_what_would_be_right() -> None:
    sheet = {"name": "Joe", "attributes": ATTRIBUTES, "wounds": {"value": "4"}}
    assert broken(Character, sheet) == [
        (("wounds", "value"), "type", "wounds.value must be a whole number; got '4'")
    ]


def test_a_name_of_the_wrong_type_is_one_fault_though_the_id_is_made_of_it() -> None:
    assert broken(Character, {"name": 3, "attributes": ATTRIBUTES}) == [
        (("name",), "type", "name must be text; got 3")
    ]


def test_an_unknown_key_names_the_nearest_known_one() -> None:
    assert broken(Weapon, {"name": "x", "damge": "2d6"}) == [
        (("damge",), "unknown", "unknown key 'damge'; did you mean 'damage'?")
    ]
    sheet = {"name": "Joe", "attributes": {**ATTRIBUTES, "luck": "d6"}}
    ((steps, kind, message),) = broken(Character, sheet)
    assert (steps, kind) == (("attributes", "luck"), "unknown")
    assert message.endswith("known are agility, smarts, spirit, strength, vigor")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            5,
            "range must be three whole numbers like [12, 24, 48], the name of a template, or null; got 5",
        ),
        ([1, 2], "range must be three whole numbers like [12, 24, 48]; it has too few values"),
        (
            [1, 2, 3, 4],
            "range must be three whole numbers like [12, 24, 48]; it has too many values",
        ),
        ("", "range must not be empty"),
    ],
)
def test_of_a_union_only_the_branch_that_is_meant_is_told(value: Any, message: str) -> None:
    assert broken(Weapon, {"name": "x", "range": value}) == [
        (("range",), "type" if value == 5 else "value", message)
    ]


def test_a_part_of_a_branch_is_told_at_its_place() -> None:
    assert broken(Weapon, {"name": "x", "range": [1, "2", 3]}) == [
        (("range", 1), "type", "range[1] must be a whole number; got '2'")
    ]
    chase = {"name": "x", "range": {"modifier_per_zon": -2}}
    assert {each[0] for each in broken(Chase, chase)} == {
        ("range", "modifier_per_zone"),
        ("range", "modifier_per_zon"),
    }


def test_two_kinds_of_number_are_one_number() -> None:
    assert broken(Vehicle, {"name": "x", "top_speed": "fast"}) == [
        (("top_speed",), "type", "top_speed must be a number; got 'fast'")
    ]
    assert broken(Vehicle, {"name": "x", "top_speed": -1}) == [
        (("top_speed",), "value", "top_speed must be at least 0; got -1")
    ]


def test_an_action_is_judged_by_its_type_even_where_the_type_is_a_key_of_it_too() -> None:
    action = {"id": "a", "type": "damage", "target": 3, "damage": "2d6", "ap": "x"}
    assert [each[0] for each in broken(Action, action)] == [("target",), ("ap",)]
    log = {"format": "sw-data/log", "actions": [action, {"type": "trait", "id": "b", "trait": "x"}]}
    assert [each[0] for each in broken(ActionLog, log)] == [
        ("actions", 0, "target"),
        ("actions", 0, "ap"),
        ("actions", 1, "actor"),
    ]


def test_an_unknown_key_of_an_action_knows_the_keys_of_its_type() -> None:
    action = {"id": "a", "type": "soak", "actor": "joe", "attak": "a1", "attack": "a1"}
    ((_, _, message),) = broken(Action, action)
    assert message == "unknown key 'attak'; did you mean 'attack'?"


def test_an_action_without_a_type_or_of_none_is_one_fault() -> None:
    ((steps, kind, message),) = broken(Action, {"id": "a", "type": "atack"})
    assert (steps, kind) == (("type",), "value")
    assert message.endswith("did you mean 'attack'?")
    assert broken(Action, {"id": "a"})[0][:2] == (("type",), "missing")


def test_a_die_that_is_none_says_how_dice_are_written() -> None:
    ((steps, kind, message),) = broken(Weapon, {"name": "x", "damage": "foo"})
    assert (steps, kind) == (("damage",), "value")
    assert "damage is written like '2d8+1'" in message


def test_values_are_shown_as_json_and_short() -> None:
    values: list[Any] = [None, True, 1.5, "x", [], {}, [1]]
    assert [shown(each) for each in values] == [
        *("null", "true", "1.5", "'x'", "an empty list", "an object", "a list")
    ]
    assert len(shown("x" * 5000)) < 70
    assert len(shown(10**500)) < 70


def test_the_nearest_word_is_near() -> None:
    assert nearest("Shoting", ["Shooting", "Fighting"]) == "Shooting"
    assert nearest("Xyz", ["Shooting", "Fighting"]) is None
    assert nearest("SHOOTING", ["Shooting"]) == "Shooting"


def test_a_fault_is_a_value() -> None:
    assert Fault(("a",), "type", "wrong") == Fault(("a",), "type", "wrong")
