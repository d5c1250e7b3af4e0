"""Every knob, the built-in rulesets, and the ways to turn one."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sw_data.dice.notation import Die
from sw_data.errors import DocumentError, LimitError, UnknownKnobError, UnknownRulesetError
from sw_data.rules.ruleset import (
    CORE,
    RULESETS,
    Ruleset,
    differences,
    from_mapping,
    from_toml,
    knobs,
    parse_rule,
    ruleset,
)

# Values other than that of core, as they are written in JSON and TOML.
OTHER: dict[str, list[Any]] = {
    "trait.wild_die": ["d8", "d4"],
    "trait.unskilled_die": ["d6"],
    "trait.extras_critical": ["never"],
    "opposed.minimum": ["none", 5],
    "benny.reroll_keeps": ["best"],
    "ability.reroll_keeps": ["last"],
    "reroll.allow_critical": [True],
    "attack.raise_die": ["none", "d8"],
    "weapon.lose_ap": [False],
    "weapon.required": ["minimum"],
    "condition.published": [False],
    "vehicle.mph_per_square": [3, 2.5],
    "damage.wound_shakes": [False],
    "damage.shaken_again": [False],
    "shaken.success": ["act"],
    "shaken.benny_any_time": [True],
    "vehicle.out_of_control_before": ["collision"],
    "vehicle.obstacle_die": ["d8"],
    "foot.obstacle": ["3d6", "d6+d8", "1d10"],
    "foot.soft_obstacle": ["2d4"],
}


def other(knob: str) -> list[Any]:
    """Values of a knob that differ from core's; a number's are its neighbours."""
    if knob in OTHER:
        return OTHER[knob]
    default = knobs()[knob].default
    assert isinstance(default, int)
    return [default + 1, default + 7]


CHANGES = st.lists(st.sampled_from(sorted(knobs())), unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: st.sampled_from(other(name)) for name in names})
)


def table(text: str) -> list[list[str]]:
    """The rows of a tab-separated table: knob, core, swade, deluxe."""
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return [row + [""] * (4 - len(row)) for row in rows]


def rows_of_the_specification(text: str) -> list[list[str]]:
    """The same rows from the table of knobs in rules.md, one knob a row."""
    rows: list[list[str]] = []
    for line in text[text.index("## The knobs") :].replace("\u2212", "-").splitlines():
        if line.startswith("| `"):
            first, _, core, swade, deluxe = (cell.strip() for cell in line.strip("|").split("|"))
            names = re.findall(r"`([^`]+)`", first)
            values = [value.strip() for value in core.split(",")]
            assert len(names) == len(values)
            rows += [[*pair, swade, deluxe] for pair in zip(names, values, strict=True)]
    return rows


def written(value: object) -> str:
    """A JSON value as the table spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def ends(rows: list[list[str]], column: int) -> dict[str, str]:
    return {row[0]: row[column] for row in rows if row[column]}


def turned(name: str) -> dict[str, str]:
    return {knob: written(pair[1]) for knob, pair in differences(CORE, RULESETS[name]).items()}


def test_the_knobs_are_those_of_the_table_and_no_others(fixtures: Path) -> None:
    rows = table((fixtures / "rules" / "knobs.tsv").read_text(encoding="utf-8"))
    assert {name: written(knob.default) for name, knob in knobs().items()} == ends(rows, 1)


@pytest.mark.parametrize(("name", "column"), [("swade", 2), ("deluxe", 3)])
def test_a_builtin_ruleset_differs_from_core_in_exactly_the_keys_of_the_table(
    name: str, column: int, fixtures: Path
) -> None:
    rows = table((fixtures / "rules" / "knobs.tsv").read_text(encoding="utf-8"))
    assert turned(name) == ends(rows, column)


def test_our_table_of_knobs_is_that_of_the_specification(fixtures: Path, shared: Path) -> None:
    rows = table((fixtures / "rules" / "knobs.tsv").read_text(encoding="utf-8"))
    assert rows == rows_of_the_specification((shared / "rules.md").read_text(encoding="utf-8"))


def test_the_builtin_rulesets_are_three_and_know_their_names() -> None:
    assert [(name, one.name) for name, one in RULESETS.items()] == [
        ("core", "core"),
        ("swade", "swade"),
        ("deluxe", "deluxe"),
    ]
    assert ruleset("core") is CORE


def test_a_knob_is_an_attribute_at_the_path_of_its_name() -> None:
    assert CORE.shaken.success == "free_actions"
    assert CORE.trait.wild_die == Die(6)
    assert CORE.foot.obstacle == (Die(6), Die(6))
    assert RULESETS["deluxe"].opposed.minimum is None
    assert [CORE.value(knob) for knob in ("weapon.lose_ap", "attack.range_long")] == [True, -4]


def test_turning_a_knob_leaves_the_ruleset_it_came_from_alone() -> None:
    mine = CORE.override({"shaken.success": "act"}, name="mine")
    assert (mine.name, mine.shaken.success) == ("mine", "act")
    assert (CORE.name, CORE.shaken.success) == ("core", "free_actions")
    with pytest.raises(ValidationError, match="frozen"):
        CORE.shaken.success = "act"  # type: ignore[misc]


def test_the_strongest_override_comes_last() -> None:
    rules = from_toml("extends = 'swade'\ntrait.raise_step = 5\nbenny.start = 4", "table.toml")
    rules = rules.override({"benny.start": 5, "shaken.success": "free_actions"})
    rules = rules.override(dict([parse_rule("benny.start=6")]))
    assert rules.weapon.required == "minimum"
    assert rules.trait.raise_step == 5
    assert rules.shaken.success == "free_actions"
    assert rules.benny.start == 6


def test_an_unknown_knob_names_the_nearest_and_all_the_others() -> None:
    with pytest.raises(UnknownKnobError) as caught:
        CORE.override({"shaken.sucess": "act"})
    message = str(caught.value)
    assert message.startswith("no knob shaken.sucess; did you mean shaken.success? There are")
    assert [knob for knob in knobs() if knob not in message] == []


@pytest.mark.parametrize(
    "name", ["", "shaken", "success", "shaken.success.x", ".", "name", "core", "x" * 10_000]
)
def test_what_is_no_dotted_name_of_a_knob_is_refused_shortly(name: str) -> None:
    with pytest.raises(UnknownKnobError, match=r"^no knob") as caught:
        CORE.override({name: 1})
    assert len(str(caught.value)) < 2_000


@pytest.mark.parametrize(
    ("knob", "value", "says"),
    [
        ("shaken.success", "acts", "free_actions or act"),
        ("shaken.success", None, "free_actions or act"),
        ("benny.start", -1, "a whole number, 0 or more"),
        ("benny.start", True, "a whole number"),
        ("benny.start", 3.0, "a whole number"),
        ("benny.start", "3", "a whole number"),
        ("benny.start", "none", "a whole number"),
        pytest.param("benny.start", 10**5_000, "a whole number", id="benny.start-huge"),
        ("trait.raise_step", 0, "1 or more"),
        ("vehicle.soft_divisor", 0, "1 or more"),
        ("weapon.lose_ap", 1, "true or false"),
        ("weapon.lose_ap", "true", "true or false"),
        ("vehicle.mph_per_square", 0, "above 0, or none"),
        ("vehicle.mph_per_square", float("nan"), "above 0, or none"),
        ("vehicle.mph_per_square", float("inf"), "above 0, or none"),
        ("vehicle.mph_per_square", True, "above 0, or none"),
        ("trait.wild_die", "d12+2", "a die such as d6"),
        ("trait.wild_die", "d1", "a die such as d6"),
        ("trait.wild_die", "2d6", "a die such as d6"),
        ("trait.wild_die", "none", "a die such as d6"),
        ("attack.raise_die", "d0", "a die such as d6, or none"),
        ("foot.obstacle", "2d6+1", "dice such as 2d6"),
        ("foot.obstacle", "Str+d6", "dice such as 2d6"),
        ("foot.obstacle", "999d6", "dice such as 2d6"),
        ("foot.obstacle", "none", "dice such as 2d6"),
        ("foot.obstacle", (), "dice such as 2d6"),
        ("opposed.minimum", {"a": [1]}, "a whole number, or none"),
    ],
)
def test_a_value_that_a_knob_cannot_take_says_which_it_can(
    knob: str, value: object, says: str
) -> None:
    with pytest.raises(UnknownKnobError) as caught:
        CORE.override({knob: value})
    message = str(caught.value)
    assert message.startswith(f"{knob} cannot be ")
    assert says in message
    assert f"in core: {written(knobs()[knob].default)}" in message
    assert len(message) < 300


@pytest.mark.parametrize(
    ("text", "knob", "value"),
    [
        ("opposed.minimum=none", "opposed.minimum", None),
        ("opposed.minimum=None", "opposed.minimum", None),
        ("opposed.minimum = 5", "opposed.minimum", 5),
        ("trait.multi_action=-4", "trait.multi_action", -4),
        ("benny.start=+2", "benny.start", 2),
        ("reroll.allow_critical=true", "reroll.allow_critical", True),
        ("reroll.allow_critical=No", "reroll.allow_critical", False),
        ("trait.wild_die=d8", "trait.wild_die", Die(8)),
        ("foot.obstacle=2d6", "foot.obstacle", (Die(6), Die(6))),
        ("foot.soft_obstacle=d4+d6", "foot.soft_obstacle", (Die(4), Die(6))),
        ("shaken.success=act", "shaken.success", "act"),
        ("vehicle.mph_per_square=2.5", "vehicle.mph_per_square", 2.5),
    ],
)
def test_a_rule_of_the_command_line_is_read_by_the_kind_of_its_knob(
    text: str, knob: str, value: object
) -> None:
    assert parse_rule(text) == (knob, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "shaken.success",
        "=act",
        "shaken.success=",
        "benny.start=three",
        "benny.start=3.5",
        "benny.start=\u0663",
        "benny.start=999999999999",
        "vehicle.mph_per_square=nan",
        "trait.raise_step=1_0",
    ],
)
def test_a_rule_of_the_command_line_that_turns_nothing_is_refused(text: str) -> None:
    with pytest.raises(UnknownKnobError):
        parse_rule(text)


@pytest.mark.parametrize("knob", sorted(knobs()))
def test_every_value_of_a_knob_is_read_as_it_is_written(knob: str) -> None:
    for value in [knobs()[knob].default, *other(knob)]:
        changed = CORE.override({knob: value})
        assert changed.to_mapping()[knob] == value
        assert CORE.override({knob: changed.value(knob)}) == changed
        assert parse_rule(f"{knob}={written(value)}") == (knob, changed.value(knob))
        assert from_toml(f"{knob} = {json.dumps(value)}", "core") == changed
        assert Ruleset.model_validate_json(changed.model_dump_json()) == changed


@given(CHANGES)
def test_what_was_turned_is_what_differs(changes: dict[str, Any]) -> None:
    changed = CORE.override(changes)
    found = differences(CORE, changed)
    assert {knob: pair[1] for knob, pair in found.items()} == changes
    assert all(pair[0] == knobs()[knob].default for knob, pair in found.items())
    assert changed.override({knob: pair[0] for knob, pair in found.items()}) == CORE
    assert Ruleset.model_validate(json.loads(json.dumps(changed.to_json()))) == changed
    assert from_mapping(changed.to_mapping()) == changed
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert hash(changed) == hash(CORE.override(changes))


@given(CHANGES, CHANGES)
def test_one_override_after_another_is_both_with_the_last_winning(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    assert CORE.override(first).override(second) == CORE.override({**first, **second})


def test_an_unknown_ruleset_names_the_known_ones_nearest_first() -> None:
    with pytest.raises(
        UnknownRulesetError, match="no ruleset 'delux'; there are deluxe, core, swade"
    ):
        ruleset("delux")


def test_a_profile_takes_dotted_keys_and_tables() -> None:
    text = """
    extends = "swade"
    name = "Thursdays"
    opposed.minimum = "none"
    "trait.raise_step" = 5

    [foot]
    obstacle = "2d8"
    """
    rules = from_toml(text, "table.toml")
    assert rules.name == "Thursdays"
    assert {knob: pair[1] for knob, pair in differences(RULESETS["swade"], rules).items()} == {
        "opposed.minimum": "none",
        "trait.raise_step": 5,
        "foot.obstacle": "2d8",
    }


def test_an_empty_profile_is_core_under_its_own_name() -> None:
    rules = from_toml("\ufeff", "table.toml")
    assert (rules.name, differences(CORE, rules)) == ("table.toml", {})


@pytest.mark.parametrize(
    ("text", "line"), [("a = \n", 1), ("\n[shaken\n", 2), ("x = 1\nx = 2\n", 2), ("a = [", 1)]
)
def test_a_profile_that_is_no_toml_says_where(text: str, line: int) -> None:
    with pytest.raises(DocumentError) as caught:
        from_toml(text, "table.toml")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"table.toml:{line}:")


@pytest.mark.parametrize(
    "text",
    [
        "[shaken]\nsucess = 'act'",
        "shaken = 'act'",
        "[shaken.success]\nx = 1",
        "shaken.success = 1979-05-27",
        "[[foot]]\nobstacle = '2d6'",
        "[weather]\n",
        "weather.rain = true",
    ],
)
def test_a_profile_with_an_unknown_key_or_value_names_the_file(text: str) -> None:
    with pytest.raises(UnknownKnobError, match=r"\(in table\.toml\)$"):
        from_toml(text, "table.toml")


@pytest.mark.parametrize("text", ["extends = 'pathfinder'", "extends = 1", "name = 1"])
def test_a_profile_extends_only_what_there_is(text: str) -> None:
    with pytest.raises(UnknownRulesetError, match=r"\(in table\.toml\)$"):
        from_toml(text, "table.toml")


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "#" * 1_000_001])
def test_a_hostile_profile_is_refused(text: str) -> None:
    with pytest.raises((LimitError, DocumentError)):
        from_toml(text, "table.toml")


@given(st.text(max_size=60))
def test_no_profile_ends_in_another_error_than_ours(text: str) -> None:
    try:
        rules = from_toml(text, "table.toml")
    except (DocumentError, UnknownKnobError, UnknownRulesetError):
        return
    assert isinstance(rules, Ruleset)


def test_the_json_schema_lists_every_knob_with_its_default_rule_and_source() -> None:
    schema = Ruleset.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, knob in knobs().items():
        chapter, field = knob.path
        reference = schema["properties"][chapter]["$ref"].rpartition("/")[2]
        entry = schema["$defs"][reference]["properties"][field]
        assert entry["default"] == knob.default, name
        assert (entry["rule"], entry["source"]) == (knob.rule, knob.source)
        assert entry["description"].startswith(knob.description)


@given(CHANGES)
def test_every_ruleset_is_valid_by_the_json_schema(changes: dict[str, Any]) -> None:
    validator: Any = jsonschema.Draft202012Validator(Ruleset.model_json_schema())
    validator.validate(CORE.override(changes).to_json())


@pytest.mark.parametrize(
    "document", [{"shakn": {}}, {"shaken": {"sucess": "act"}}, {"trait": {"raise_step": 0}}]
)
def test_model_and_schema_refuse_the_same(document: dict[str, Any]) -> None:
    validator: Any = jsonschema.Draft202012Validator(Ruleset.model_json_schema())
    assert not validator.is_valid(document)
    with pytest.raises(ValidationError):
        Ruleset.model_validate(document)
