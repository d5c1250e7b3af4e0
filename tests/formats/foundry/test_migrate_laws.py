"""What holds for every document, every target and every order of steps."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Die
from sw_data.document import dump, parse
from sw_data.document.pointer import split
from sw_data.document.store import open_store
from sw_data.formats.foundry import Foundry
from sw_data.formats.foundry.generations import generation_of
from sw_data.formats.foundry.migrate import Migrated, migrated, rewritten, too_new
from sw_data.formats.foundry.target import Target, target_of
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Weapon
from sw_data.rules.ruleset import ruleset
from sw_data.rules.weapon import wield

TARGETS = ("0.22", "1.2", "2.4", "3.4", "4.4", "5.2", "6.0")
FOUNDRY = Foundry()
ROOT = Path(__file__).resolve().parents[3] / "fixtures" / "foundry"
PATHS = sorted(ROOT.rglob("*.json"))
ODD: tuple[Any, ...] = (
    None, "", 0, -1, 1.5, True, False, [], {}, "x", "d8", "12(3)", [1], ["a", {}], {"value": "2"}, "true", "2/3",
)  # fmt: skip


def fixture(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def facts(value: object) -> dict[str, Any] | None:
    """Everything that the reader makes of a document; that a driver is aboard is said only from 4.4 on."""
    model = FOUNDRY.read(value).model
    found = None if model is None else model.to_json()
    if found is not None:
        found.pop("occupants", None)
    return found


def at(value: object, pointer: str) -> object:
    for step in split(pointer):
        listed, members = as_array(value), as_object(value)
        value = listed[int(step)] if listed is not None else (members or {})[step]
    return value


def fit(value: object, collection: str | None = None) -> Iterator[Target]:
    """The targets that a document can be brought up to."""
    for name in TARGETS:
        target = target_of(name)
        if too_new(value, target, collection) is None:
            yield target


def check(value: object, target: Target, collection: str | None = None) -> Migrated:
    """The laws that every migration keeps."""
    before = json.dumps(value)
    made = migrated(value, target, collection)
    assert json.dumps(value) == before, "the document itself was changed"
    again = migrated(made.value, target, collection)
    assert (again.value is made.value, again.changes) == (True, ())
    assert too_new(made.value, target, collection) is None
    for change in made.changes:
        assert change.before is not None or change.after is not None
        assert change.why
        if change.before is not None:
            at(value, change.before)
        if change.after is not None:
            at(made.value, change.after)
    return made


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_document_says_the_same_after_as_before(path: Path) -> None:
    value = fixture(path)
    said = facts(value)
    step_by_step = value
    for target in fit(value):
        made = check(value, target)
        assert facts(made.value) == said, target
        if too_new(step_by_step, target) is None:
            step_by_step = migrated(step_by_step, target).value
        assert step_by_step == made.value, target


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_key_that_nobody_knows_is_lost(path: Path) -> None:
    value = marked(fixture(path))
    for target in fit(value):
        assert sorted(marks(migrated(value, target).value)) == sorted(marks(value))


def marked(value: object, way: str = "") -> object:
    """A copy with a key that nobody knows in every object that holds anything.

    The switches of conditions are no place for it: they go when every one is off, and what else is there stays.
    """
    members, elements = as_object(value), as_array(value)
    if members is not None:
        made = {key: marked(member, f"{way}/{key}") for key, member in members.items()}
        return {**made, "aModule": way} if made and not way.endswith("/status") else made
    if elements is not None:
        return [marked(each, f"{way}/{number}") for number, each in enumerate(elements)]
    return value


def marks(value: object) -> list[str]:
    members, elements = as_object(value), as_array(value)
    if members is not None:
        own = members.get("aModule")
        below = [mark for member in members.values() for mark in marks(member)]
        return [own, *below] if isinstance(own, str) else below
    return [mark for each in elements or [] for mark in marks(each)]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_text_says_what_the_value_says_and_lines_that_did_not_change_stay(path: Path) -> None:
    document = parse(path.read_bytes())
    for target in fit(document.value):
        made = migrated(document.value, target)
        text = rewritten(document, "", made)
        assert parse(dump(text)).value == made.value
        if not made.changes:
            assert text is document


def test_a_key_with_a_new_name_stays_in_its_place_and_its_value_as_it_was_written() -> None:
    text = (
        '{ "name":"Änne", "type" : "npc",\n'
        '  "data" :{ "wounds":{"value" :1e0,"max":3 }, "x":[ 1,2 ] , "y":"\\u00e4"},\n'
        '  "permission":{ "default": 0 }, "items":[{"name":"A","type":"edge","data":{"notes" : "\\u0041"}}] }\n'
    )
    made = rewritten(parse(text), "", migrated(parse(text).value, target_of("2.0")))
    assert made.text == text.replace('"data"', '"system"').replace('"permission"', '"ownership"')


def test_a_document_in_an_array_is_changed_in_its_place() -> None:
    text = '[ {"name":"A","type":"gear","data":{ }} , 7, {"name":"B","type":"gear","data":{"equipped" : true}} ]'
    document = parse(text)
    made = migrated(document.value[2], target_of("2.0"))
    after = rewritten(document, "/2", made).text
    assert after.startswith(
        '[ {"name":"A","type":"gear","data":{ }} , 7, {"name":"B","type":"gear","system":{'
    )
    assert json.loads(after)[2] == made.value


def test_a_key_that_is_there_twice_is_migrated_all_the_same() -> None:
    text = '{"name":"A","type":"gear","data":{"a":1},"data":{"b":2}}'
    made = migrated(parse(text).value, target_of("2.0"))
    assert parse(rewritten(parse(text), "", made).text).value == {
        "name": "A",
        "type": "gear",
        "system": {"b": 2},
    }


def test_whole_sheets_have_the_generation_of_their_target(fixtures: Path) -> None:
    hero = fixture(fixtures / "foundry" / "migrate" / "hero_of_0_22.json")
    expected = {"1.2": "G0d", "2.4": "G1", "3.4": "G2", "4.4": "G3", "5.2": "G4", "6.0": "G5"}
    for name, generation in expected.items():
        assert generation_of(as_object(migrated(hero, target_of(name)).value) or {}) == generation


@pytest.mark.parametrize("strength", ["d4", "d6", "d8", "d12+2"])
def test_weapons_are_worth_the_same_after_as_before(strength: str, fixtures: Path) -> None:
    rules = ruleset("core")
    compared = 0
    for path in PATHS:
        value = fixture(path)
        for old, new in zip(
            weapons(value), weapons(migrated(value, target_of("6.0")).value), strict=True
        ):
            die = Die.parse(strength)
            assert wield(old, die, rules) == wield(new, die, rules), path
            compared += 1
    assert compared > 20


def weapons(value: object) -> tuple[Weapon, ...]:
    model = FOUNDRY.read(value).model
    if isinstance(model, Weapon):
        return (model,)
    return model.weapons if isinstance(model, Character) else ()


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    members, elements = as_object(value), as_array(value)
    if members is not None:
        for key, inner in members.items():
            yield (*path, key)
            yield from places(inner, (*path, key))
    elif elements is not None:
        for index, inner in enumerate(elements):
            yield (*path, index)
            yield from places(inner, (*path, index))


SHEETS = [fixture(path) for path in PATHS]


@given(st.data())
def test_whatever_a_sheet_holds_it_is_brought_up_or_left(data: st.DataObject) -> None:
    value = copy.deepcopy(data.draw(st.sampled_from(SHEETS)))
    for _ in range(data.draw(st.integers(1, 3))):
        every = list(places(value))
        way = data.draw(st.sampled_from(every))
        holder: Any = value
        for step in way[:-1]:
            holder = holder[step]
        if data.draw(st.booleans()):
            holder[way[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
        else:
            del holder[way[-1]]
        if not value:
            return
    target = target_of(data.draw(st.sampled_from(TARGETS)))
    if too_new(value, target) is None:
        made = check(value, target)
        document = parse(json.dumps(value))
        assert parse(rewritten(document, "", made).text).value == made.value


def test_every_real_document_keeps_the_laws(shared: Path) -> None:
    seen = changed = 0
    for name in ("foundry-items", "foundry-nedb", "foundry-leveldb", "foundry-cards"):
        for entry in open_store(shared / "corpus" / name).entries():
            value = as_object(entry.value)
            if value is None:
                continue
            seen += 1
            for target in (target_of("3.4"), target_of("6.0")):
                if too_new(value, target, entry.collection) is None:
                    made = check(value, target, entry.collection)
                    changed += bool(made.changes)
                    assert facts(made.value) == facts(value), entry.origin
    assert seen > 1000
    assert changed > 1000
