"""Every case of the rules: a log with all its dice, and what must come of it.

A case has `id`, `rules` (rule ids and knobs), `why`, `log`, perhaps `args` (`--rule KEY=VALUE`, `--lenient`), and
`expect`: parts of the outcomes, of the actors and chases at the end (by dotted paths), of encounters, summary and
ruleset. What it does not name is left open.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema.validators
import pytest

from sw_data import schema
from sw_data.engine import Engine
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import ActionLog, Character, Vehicle
from sw_data.rules.catalog import CATALOG
from sw_data.rules.ruleset import knobs, parse_rule, ruleset

HERE = Path(__file__).resolve().parent.parent.parent / "fixtures" / "rules"
SPINE = {
    *("trait", "opposed", "bennies", "attack", "weapon", "damage", "soak", "shaken", "falling"),
    *("condition", "rejection", "dice", "encounter", "knob"),
}
OTHERS = ("chase.", "vehicle.", "foot.")


def read(folder: Path) -> list[dict[str, Any]]:
    return [
        case
        for path in sorted(folder.glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


CASES = read(HERE)


def play(case: Mapping[str, Any]) -> dict[str, Any]:
    """What `resolve --follow-ups report --format json` prints of the case's log, as far as cases look at it."""
    log = ActionLog.model_validate(case["log"])
    args: list[str] = case.get("args", [])
    rules = ruleset(log.ruleset).override(log.rules)
    rules = rules.override(
        dict(map(parse_rule, args[args.index("--rule") + 1 :: 2])) if "--rule" in args else {}
    )
    engine = Engine(
        [
            (Character if each["kind"] == "character" else Vehicle).model_validate(each)
            for each in log.actors
        ],
        log.chases,
        rules,
        seed=log.seed,
        gm_bennies=log.gm_bennies,
        lenient="--lenient" in args,
        roll_follow_ups=False,
    )
    encounters = {each.encounter: engine.encounter(each.encounter) for each in log.actions}
    made = [one for action in log.actions for one in encounters[action.encounter].act(action)]
    made += [one for encounter in encounters.values() for one in encounter.finish()]
    outcomes = [each.outcome.to_json() for each in made]
    states = {
        name: {
            "actors": [each.to_json() for each in encounter.actors],
            "chases": [each.to_json() for each in encounter.chases],
        }
        for name, encounter in encounters.items()
    }
    statuses = ("resolved", "rejected", "revised")
    return {
        "ruleset": rules.to_json(),
        "outcomes": outcomes,
        "summary": {each: sum(one["status"] == each for one in outcomes) for each in statuses},
        "encounters": states,
        **(states[""] if set(states) == {""} else {"actors": [], "chases": []}),
    }


def differ(path: str, want: Any, have: Any) -> Iterator[str]:
    """Where a value is not as wanted: objects by the keys wanted, lists by place, `conditions` as sets."""
    keys, there = as_object(want), as_object(have)
    listed, found = as_array(want), as_array(have)
    if keys is not None and there is not None:
        for key, value in keys.items():
            yield from differ(f"{path}.{key}", value, there.get(key, "(nothing)"))
    elif listed is not None and found is not None and len(listed) == len(found):
        for number, pair in enumerate(zip(listed, found, strict=True)):
            yield from differ(f"{path}[{number}]", *pair)
    elif want != have or isinstance(want, bool) != isinstance(have, bool):
        yield f"{path}: wanted {want!r}, got {have!r}"


def at(document: object, dotted: str) -> Any:
    """The value at a dotted path; a step into a list is an element's id or name."""
    value = document
    for step in dotted.split("."):
        listed = as_array(value)
        if listed is not None:
            elements = [one for one in map(as_object, listed) if one is not None]
            value = next(
                (one for one in elements if step in (one.get("id"), one.get("name"))), None
            )
        else:
            value = (as_object(value) or {}).get(step, "(nothing)")
    return value


def check(want: Mapping[str, Any], have: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Outcomes, actors and chases by id."""
    for kind in ("outcomes", "actors", "chases"):
        by_id = {each["id"]: each for each in have.get(kind, [])}
        for id, parts in want.get(kind, {}).items():
            here = f"{path}{kind}.{id}"
            if id not in by_id:
                yield f"{here}: is not there"
            elif kind == "outcomes":
                yield from differ(here, parts, by_id[id])
            else:
                for dotted, value in parts.items():
                    yield from check_field(
                        f"{here}.{dotted}", value, at(by_id[id], dotted.rstrip("+-"))
                    )


def check_field(path: str, want: Any, have: Any) -> Iterator[str]:
    name = path.rpartition(".")[2]
    if name.rstrip("+-") != "conditions":
        yield from differ(path, want, have)
        return
    wanted, there = set(want), set(have)
    fits = (
        wanted <= there
        if name[-1] == "+"
        else not wanted & there
        if name[-1] == "-"
        else wanted == there
    )
    if not fits:
        yield f"{path}: wanted {sorted(wanted)}, got {sorted(there)}"


def differences(case: Mapping[str, Any], output: Mapping[str, Any]) -> list[str]:
    want = case["expect"]
    found = list(check(want, output))
    for name, parts in want.get("encounters", {}).items():
        found += check(parts, output["encounters"][name], f"encounters.{name}.")
    for key in ("summary", "ruleset"):
        found += differ(key, want.get(key, {}), output[key])
    return found


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_of_the_rules(case: dict[str, Any]) -> None:
    assert differences(case, play(case)) == []


def test_the_cases_shared_among_projects(shared: Path) -> None:
    cases = read(shared / "cases")
    failed = {case["id"]: found for case in cases if (found := differences(case, play(case)))}
    assert failed == {}
    assert len(cases) > 200


def test_a_wrong_expectation_is_found() -> None:
    case = next(case for case in CASES if case["id"] == "soak/one-of-two")
    output = play(case)
    wrong: list[dict[str, Any]] = [
        {"outcomes": {"a2": {"raises": 1}}},
        {"outcomes": {"a2": {"critical_failure": 0}}},
        {"outcomes": {"a1": {"hits": []}}},
        {"outcomes": {"a9": {}}},
        {"actors": {"mira": {"wounds.value": 0}}},
        {"actors": {"mira": {"conditions": []}}},
        {"actors": {"mira": {"conditions+": ["prone"]}}},
        {"actors": {"mira": {"conditions-": ["shaken"]}}},
        {"encounters": {"": {"actors": {"mira": {"bennies": 9}}}}},
        {"summary": {"rejected": 1}},
        {"ruleset": {"name": "swade"}},
    ]
    assert [len(differences({**case, "expect": each}, output)) for each in wrong] == [1] * len(
        wrong
    )


def test_every_outcome_is_valid_by_the_published_schema() -> None:
    published = schema.load("outcome")
    checker = jsonschema.validators.validator_for(published)(published)
    for case in CASES:
        for outcome in play(case)["outcomes"]:
            assert [each.message for each in checker.iter_errors(outcome)] == [], case["id"]


def test_each_case_has_a_name_of_its_own_and_its_reasons() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
    for case in CASES:
        assert case["rules"]
        assert set(case["rules"]) <= {*CATALOG, *knobs()}, case["id"]
        assert case["why"].endswith(".")


def test_every_rule_of_the_first_sections_is_cited_by_a_case_and_by_its_outcomes() -> None:
    mine = [case for case in CASES if case["id"].split("/")[0] in SPINE]
    rules = {each for each in CATALOG if not each.startswith(OTHERS)}
    assert rules - {each for case in mine for each in case["rules"]} == set()
    cited: set[str] = set()
    for case in mine:
        for outcome in play(case)["outcomes"]:
            cited.update(outcome["rules"])
    # Pace is shown in `current` and enters no roll.
    assert rules - cited == {"trait.wound_pace"}


def test_every_knob_of_the_first_sections_is_turned_by_a_case() -> None:
    turned: set[str] = set()
    for case in CASES:
        args: list[str] = case.get("args", [])
        turned.update(case["log"].get("rules", {}))
        turned.update(each.partition("=")[0] for each in args if "=" in each)
    assert {each for each in knobs() if not each.startswith(OTHERS)} - turned == set()
