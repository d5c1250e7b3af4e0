from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import jsonschema
import jsonschema.validators
import pytest

from sw_data import schema
from sw_data.errors import NotFoundError
from sw_data.formats.base import Readable
from sw_data.models import ACTION, Character, Chase, Effect, Outcome, Vehicle, Weapon
from sw_data.rules.ruleset import RULESETS

MODELS: dict[str, type[Readable]] = {
    "character": Character,
    "weapon": Weapon,
    "vehicle": Vehicle,
    "chase": Chase,
}
SMALLEST: dict[str, dict[str, Any]] = {
    "character": {
        "kind": "character",
        "name": "Joe",
        "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6"),
    },
    "weapon": {"kind": "weapon", "name": "Hammer"},
    "vehicle": {"kind": "vehicle", "name": "Jeep"},
    "chase": {"kind": "chase", "name": "Harbour run"},
}


@cache
def checker(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema.load(name))


def errors(name: str, value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in checker(name).iter_errors(value)]


@pytest.fixture(scope="module")
def generated() -> dict[str, dict[str, Any]]:
    return schema.generate()


@pytest.mark.parametrize("name", schema.names())
def test_a_schema_is_what_the_models_say(name: str, generated: dict[str, dict[str, Any]]) -> None:
    assert schema.load(name) == generated[name], "run `make schemas`"


@pytest.mark.parametrize("name", schema.names())
def test_a_schema_is_valid_and_of_the_dialect_it_names(name: str) -> None:
    published = schema.load(name)
    assert jsonschema.validators.validator_for(published) is jsonschema.Draft202012Validator
    jsonschema.Draft202012Validator.check_schema(published)
    assert published["$id"].endswith(f"/{name}.schema.json")
    assert published["title"]


@pytest.mark.parametrize("name", schema.names())
def test_a_schema_uses_no_keyword_that_json_schema_does_not_have(name: str) -> None:
    assert {"gt", "ge", "lt", "le"} & keywords(schema.load(name)) == set()


def keywords(value: object) -> set[str]:
    if isinstance(value, dict):
        given = cast("dict[str, object]", value)
        return set(given).union(*(keywords(part) for part in given.values()))
    if isinstance(value, list):
        return set[str]().union(*(keywords(part) for part in cast("list[object]", value)))
    return set()


def test_the_folder_holds_the_schemas_and_nothing_of_an_older_model(root: Path) -> None:
    stored = {path.name for path in (root / "schemas").glob("*.json")}
    assert stored == {f"{name}.schema.json" for name in schema.names()}


def test_an_unknown_schema_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(NotFoundError, match="no schema 'wapon'; there are character, weapon"):
        schema.load("wapon")


@pytest.mark.parametrize("name", MODELS)
def test_what_a_model_writes_is_valid_and_is_read_back(name: str) -> None:
    model = MODELS[name].model_validate(SMALLEST[name])
    written = model.to_json()
    assert errors(name, SMALLEST[name]) == []
    assert errors(name, written) == []
    assert MODELS[name].model_validate(written) == model


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("key", ["kind", "name"])
def test_kind_and_name_are_required_in_our_own_documents(name: str, key: str) -> None:
    assert errors(name, {k: v for k, v in SMALLEST[name].items() if k != key}) != []


@pytest.mark.parametrize("name", MODELS)
def test_a_key_that_is_not_ours_is_refused(name: str) -> None:
    assert errors(name, {**SMALLEST[name], "nmae": 1}) != []


def test_an_outcome_has_effects_from_and_to() -> None:
    outcome = Outcome(
        id="a1",
        type="attack",
        status="resolved",
        effects=(Effect(actor="goblin", field="wounds.value", from_=0, to=1),),
    )
    assert errors("outcome", outcome.to_json()) == []
    assert errors("outcome", {**outcome.to_json(), "effects": [{"actor": "g", "field": "x"}]}) != []


def test_an_action_with_recorded_dice_is_valid_in_every_form() -> None:
    base = {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Gun", "target": "goblin"}
    pools: list[Any] = [
        [8, 3, 2],
        [[6, 1], [2, 3]],
        [{"die": "d10", "faces": [10, 2]}],
        {"joe": [1, 2]},
    ]
    for pool in pools:
        action = {**base, "dice": {"attack": pool}}
        assert errors("action", action) == []
        ACTION.validate_python(action)


@pytest.mark.parametrize("name", RULESETS)
def test_a_built_in_ruleset_is_valid(name: str) -> None:
    assert errors("ruleset", RULESETS[name].to_json()) == []


def test_the_fixtures_of_our_own_are_valid(fixtures: Path) -> None:
    files = [path for path in (fixtures / "own").rglob("*.json") if "bad" not in path.parts]
    assert files
    for path in files:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert errors(document["kind"], document) == [], path


def test_the_logs_of_the_shared_cases_are_valid(shared: Path) -> None:
    broken: list[tuple[str, list[str]]] = []
    for path in sorted((shared / "cases").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            found = errors("log", case["log"])
            for actor in case["log"]["actors"]:
                if actor.get("kind") in MODELS:
                    found += errors(actor["kind"], actor)
            if found:
                broken.append((case["id"], found))
    assert broken == []


def test_the_schemas_can_be_written_and_checked(tmp_path: Path) -> None:
    assert schema.main([str(tmp_path)]) == 0
    assert schema.main(["--check", str(tmp_path)]) == 0
    (tmp_path / "weapon.schema.json").write_text("{}", encoding="utf-8")
    (tmp_path / "sword.schema.json").write_text("{}", encoding="utf-8")
    assert schema.main(["--check", str(tmp_path)]) == 1
    assert schema.main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.schema.json" for name in schema.names()
    }
    assert schema.main([]) == 2
