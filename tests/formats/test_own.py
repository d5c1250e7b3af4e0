from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice import Damage, Die
from sw_data.formats.own import Own, plain_json
from sw_data.models import (
    ArmorPiece,
    Attributes,
    Character,
    Chase,
    Effect,
    Fatigue,
    Injury,
    ModifierPerZone,
    Occupant,
    Participant,
    SquaresPerZone,
    Vehicle,
    Weapon,
    WeaponModifier,
    Wounds,
)

OWN = Own()
ATTRIBUTES: dict[str, Any] = dict.fromkeys(
    ("agility", "smarts", "spirit", "strength", "vigor"), "d6"
)
GUARD: dict[str, Any] = {"kind": "character", "name": "Guard", "attributes": ATTRIBUTES}


def load(fixtures: Path, name: str) -> Any:
    return json.loads((fixtures / "own" / name).read_text(encoding="utf-8"))


def applied(value: Any, writing: Any) -> Any:
    after = json.loads(json.dumps(value))
    for edit in writing.edits:
        *way, last = edit.path.split("/")[1:]
        here: Any = after
        for step in way:
            here = here[int(step) if step.isdecimal() else step]
        assert edit.op == ("replace" if last in here else "add")
        here[last] = edit.value
    return after


# --- recognising ---


@pytest.mark.parametrize("kind", ["character", "weapon", "vehicle", "chase"])
def test_a_document_is_ours_by_its_kind(kind: str) -> None:
    assert OWN.recognises({"kind": kind})


@pytest.mark.parametrize(
    "value", [None, 3, "character", [], {}, {"kind": "log"}, {"kind": 3}, {"type": "character"}]
)
def test_anything_else_is_not_ours_and_reads_as_nothing(value: object) -> None:
    assert not OWN.recognises(value)
    assert OWN.read(value).model is None


# --- reading ---


@pytest.mark.parametrize(
    "name", ["joe.json", "guard.json", "jeep.json", "harbour_run.json", "flamethrower.json"]
)
def test_a_sound_document_is_read_without_a_finding(fixtures: Path, name: str) -> None:
    value = load(fixtures, name)
    reading = OWN.read(value)
    assert reading.diagnostics == ()
    assert reading.model is not None
    assert reading.kind == value["kind"]
    assert reading.name == value["name"]
    assert reading.id == value.get("id", value["name"])


def test_origins_lead_to_the_values(fixtures: Path) -> None:
    reading = OWN.read(load(fixtures, "joe.json"))
    assert reading.origins["wounds.value"] == "/wounds/value"
    assert reading.origins["weapons.1.range"] == "/weapons/1/range"
    assert "weapons.1.reach" not in reading.origins


def test_every_fault_is_a_finding_at_its_place_and_the_rest_is_read(fixtures: Path) -> None:
    reading = OWN.read(load(fixtures, "bad/joe.json"))
    assert [(each.code, each.pointer, each.message) for each in reading.diagnostics] == [
        ("SW121", "/skills/Fighting", "skills.Fighting: 8 is not a die like 'd8'"),
        ("SW121", "/wounds/value", "wounds.value must be a whole number; got '1'"),
        ("SW123", "/weapons/0/name", "weapons[0].name is missing"),
        (
            "SW122",
            "/weapons/1/range",
            "weapons[1].range must be three whole numbers like [12, 24, 48]; it has too few values",
        ),
        ("SW124", "/nmae", "unknown key 'nmae'; did you mean 'name'?"),
    ]
    joe = reading.model
    assert isinstance(joe, Character)
    assert joe.skills == {"Shooting": Die(6)}
    assert joe.wounds == Wounds(value=0, max=3)
    assert [weapon.name for weapon in joe.weapons] == ["Pistol", "Knife"]
    assert joe.weapons[0].range is None


def test_origins_of_weapons_after_one_that_was_left_out_still_lead_to_them(fixtures: Path) -> None:
    origins = OWN.read(load(fixtures, "bad/joe.json")).origins
    assert origins["weapons.0.name"] == "/weapons/1/name"
    assert origins["weapons.1.damage"] == "/weapons/2/damage"
    assert "weapons.0.range" not in origins
    assert "nmae" not in origins


@pytest.mark.parametrize("key", ["name", "attributes"])
def test_without_what_is_required_there_is_no_model(key: str) -> None:
    reading = OWN.read({k: v for k, v in GUARD.items() if k != key})
    assert reading.model is None
    assert [each.code for each in reading.diagnostics] == ["SW123"]


def test_an_attribute_that_is_no_die_leaves_no_model_and_is_named() -> None:
    reading = OWN.read({**GUARD, "attributes": {**ATTRIBUTES, "vigor": "d7"}})
    assert reading.model is None
    assert [each.pointer for each in reading.diagnostics] == ["/attributes/vigor"]


JUNK = [None, "x", 7, -1, 1.5, True, [], [1, 2, 3, 4], {}, {"a": 1}]


@pytest.mark.parametrize("name", ["joe.json", "jeep.json", "harbour_run.json", "flamethrower.json"])
def test_any_value_in_the_place_of_any_other_is_read_or_found(fixtures: Path, name: str) -> None:
    value = load(fixtures, name)
    for way in ways(value):
        for junk in JUNK:
            broken = json.loads(json.dumps(value))
            here: Any = broken
            for step in way[:-1]:
                here = here[step]
            here[way[-1]] = junk
            if OWN.recognises(broken):
                reading = OWN.read(broken)
                assert reading.model is not None or reading.diagnostics
            del here[way[-1]]
            if OWN.recognises(broken):
                reading = OWN.read(broken)
                assert reading.model is not None or reading.diagnostics


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside: list[tuple[Any, ...]] = []
    if isinstance(value, dict | list):
        items: Any = value.items() if isinstance(value, dict) else enumerate(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType, reportUnknownVariableType]
        for step, part in items:
            inside += [(*way, step), *ways(part, (*way, step))]
    return inside


# --- writing ---


def test_an_effect_is_written_where_its_field_stands(fixtures: Path) -> None:
    value = load(fixtures, "joe.json")
    effects = [
        Effect(actor="joe", field="wounds.value", from_=0, to=1),
        Effect(actor="joe", field="conditions", from_=["shaken"], to=["prone", "shaken"]),
    ]
    writing = OWN.write(value, effects)
    assert [(each.op, each.path, each.value) for each in writing.edits] == [
        ("replace", "/wounds/value", 1),
        ("replace", "/conditions", ["prone", "shaken"]),
    ]


def test_what_the_sheet_left_out_is_added_with_its_parents() -> None:
    effects = [
        Effect(actor="Guard", field="wounds.value", from_=0, to=1),
        Effect(actor="Guard", field="fatigue.value", from_=0, to=1),
        Effect(actor="Guard", field="fatigue.ignored", from_=0, to=1),
        Effect(actor="Guard", field="bennies", from_=None, to=2),
    ]
    writing = OWN.write(GUARD, effects)
    assert {each.path: (each.op, each.value) for each in writing.edits} == {
        "/wounds": ("add", {"value": 1}),
        "/fatigue": ("add", {"value": 1, "ignored": 1}),
        "/bennies": ("add", 2),
    }
    guard = OWN.read(applied(GUARD, writing)).model
    assert isinstance(guard, Character)
    assert guard.wounds == Wounds(value=1, max=1)


def test_effects_that_end_where_they_began_change_nothing(fixtures: Path) -> None:
    value = load(fixtures, "joe.json")
    effects = [
        Effect(actor="joe", field="wounds.value", from_=0, to=2),
        Effect(actor="joe", field="wounds.value", from_=2, to=0),
    ]
    assert OWN.write(value, effects).edits == ()


def test_a_lowered_vigor_leaves_a_toughness_that_was_not_written_as_it_was() -> None:
    effect = Effect(actor="Guard", field="attributes.vigor", from_="d6", to="d4")
    after = OWN.read(applied(GUARD, OWN.write(GUARD, [effect]))).model
    assert isinstance(after, Character)
    assert (after.attributes.vigor, after.toughness) == (Die(4), 5)


def test_an_effect_of_a_chase_is_written_at_its_participant(fixtures: Path) -> None:
    value = load(fixtures, "harbour_run.json")
    effects = [
        Effect(actor="goon", field="zone", from_=1, to=2, chase="c1"),
        Effect(actor="jeep", field="escaped", from_=False, to=True, chase="c1"),
        Effect(actor="nobody", field="zone", from_=1, to=2, chase="c1"),
    ]
    assert [(each.op, each.path, each.value) for each in OWN.write(value, effects).edits] == [
        ("replace", "/participants/1/zone", 2),
        ("add", "/participants/0/escaped", True),
    ]


# --- creating ---

DICE = st.builds(Die, st.sampled_from([4, 6, 8, 10])) | st.builds(
    Die, st.just(12), st.integers(0, 4)
)
SMALL = st.integers(0, 5)
NAMES = st.text(min_size=1, max_size=5)
MANY = st.lists(NAMES, max_size=3).map(tuple)
WEAPONS = st.builds(
    Weapon,
    name=NAMES,
    damage=st.builds(
        Damage,
        st.lists(st.sampled_from([4, 6, 10]), max_size=3).map(tuple),
        st.booleans(),
        st.integers(-2, 3),
    ),
    parry=st.integers(-2, 2),
    ap=SMALL,
    rof=st.integers(1, 4),
    min_strength=st.none() | DICE,
    range=st.none() | st.just("Cone") | st.tuples(SMALL, SMALL, SMALL),
    ready=st.booleans(),
    adds_strength=st.none() | st.booleans(),
    modifiers=st.lists(
        st.builds(WeaponModifier, applies_to=NAMES, value=st.integers(-3, 3)), max_size=2
    ).map(tuple),
)
WOUNDS = st.builds(Wounds, value=SMALL, max=SMALL, ignored=SMALL)
CHARACTERS = st.builds(
    Character,
    name=NAMES,
    wild_card=st.booleans(),
    attributes=st.builds(
        Attributes, agility=DICE, smarts=DICE, spirit=DICE, strength=DICE, vigor=DICE
    ),
    skills=st.dictionaries(NAMES, DICE, max_size=3),
    parry=st.integers(0, 9),
    toughness=st.integers(0, 9),
    pace=SMALL,
    bennies=st.none() | SMALL,
    wounds=WOUNDS,
    fatigue=st.builds(Fatigue, value=SMALL, max=SMALL),
    conditions=MANY,
    edges=MANY,
    injuries=st.lists(st.builds(Injury, location=st.sampled_from(["arm", "leg"])), max_size=1).map(
        tuple
    ),
    armor_pieces=st.lists(st.builds(ArmorPiece, name=NAMES, armor=SMALL), max_size=1).map(tuple),
    weapons=st.lists(WEAPONS, max_size=2).map(tuple),
)
VEHICLES = st.builds(
    Vehicle,
    name=NAMES,
    top_speed=SMALL,
    toughness=SMALL,
    wounds=WOUNDS,
    driver=st.none() | NAMES,
    occupants=st.lists(st.builds(Occupant, actor=NAMES, seatbelt=st.booleans()), max_size=2).map(
        tuple
    ),
    weapons=st.lists(WEAPONS, max_size=1).map(tuple),
)
CHASES = st.builds(
    Chase,
    name=NAMES,
    last_zone=st.none() | st.integers(1, 12),
    range=st.builds(ModifierPerZone, modifier_per_zone=st.integers(-3, 0))
    | st.builds(SquaresPerZone, squares_per_zone=st.integers(1, 12)),
    participants=st.lists(
        st.builds(Participant, id=NAMES, actor=NAMES, zone=st.integers(1, 9), close=MANY),
        max_size=2,
    ).map(tuple),
)


@given(CHARACTERS | VEHICLES | CHASES | WEAPONS)
def test_a_created_document_reads_back_as_the_same_model(
    model: Character | Vehicle | Chase | Weapon,
) -> None:
    reading = OWN.read(json.loads(json.dumps(OWN.create(model).value)))
    assert reading.diagnostics == ()
    assert reading.model == model


def test_a_created_document_says_nothing_that_the_defaults_say() -> None:
    assert plain_json(Weapon(name="Club", damage=Damage((4,), True))) == {
        "kind": "weapon",
        "name": "Club",
        "damage": "Str+d4",
    }
