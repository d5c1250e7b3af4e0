from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document import apply, dump, invert, parse
from sw_data.errors import DocumentError
from sw_data.formats.foundry.changes import put
from sw_data.formats.foundry.conditions import conditions
from sw_data.formats.foundry.crew import driver, occupants
from sw_data.formats.foundry.flags import chase_state, injuries, own_flags
from sw_data.formats.foundry.sniff import ACTOR_TYPES
from sw_data.formats.foundry.updates import updates
from sw_data.formats.foundry.write import after, write
from sw_data.jsonvalue import as_object
from sw_data.models import Effect

FULL = (
    "g0a_npc",
    "g0b_npc",
    "g0c_character",
    "g0d_character",
    "g1_character",
    "g2_npc",
    "g3_character",
    "g4_character",
    "g5_npc",
)
INJURY = {
    "location": "arm",
    "side": "left",
    "effect": "One Arm",
    "lasts": "until_healed",
    "attribute": None,
}


def load(fixtures: Path, name: str) -> bytes:
    return (fixtures / "foundry" / "written" / f"{name}.json").read_bytes()


def effect(field: str, before: object, now: object, chase: str | None = None) -> Effect:
    return Effect("joe", field, before, now, chase)


def undone(effects: Sequence[Effect]) -> list[Effect]:
    return [Effect(e.actor, e.field, e.to, e.from_, e.chase) for e in reversed(effects)]


def written(raw: bytes, effects: Sequence[Effect]) -> bytes:
    parsed = parse(raw)
    return dump(apply(parsed, write(parsed.value, effects).edits))


def system(raw: bytes) -> Any:
    value = json.loads(raw)
    return value.get("system") or value["data"]


@pytest.mark.parametrize("name", FULL)
def test_one_wound_written_changes_one_number_and_undone_gives_the_input_back(
    fixtures: Path, name: str
) -> None:
    raw = load(fixtures, name)
    wound = [effect("wounds.value", 0, 1)]
    now = written(raw, wound)
    assert len(now) == len(raw)
    assert sum(a != b for a, b in zip(raw, now, strict=True)) == 1
    assert int(system(now)["wounds"]["value"]) == 1
    assert written(now, undone(wound)) == raw


@pytest.mark.parametrize("name", FULL)
def test_a_whole_fight_written_and_undone_gives_the_input_back(fixtures: Path, name: str) -> None:
    raw = load(fixtures, name)
    fight = [
        effect("wounds.value", 0, 1),
        effect("conditions", [], ["shaken"]),
        effect("wounds.value", 1, 3),
        effect("bennies", int(system(raw)["bennies"]["value"]), 1),
        effect("fatigue.value", 0, 2),
        effect("conditions", ["shaken"], ["bleeding_out", "incapacitated", "shaken"]),
        effect("injuries", [], [INJURY]),
        effect("zone", 3, 4, "c1"),
        effect("close", [], ["p2"], "c1"),
    ]
    now = written(raw, fight)
    value = json.loads(now)
    assert conditions(value) == ("bleeding_out", "incapacitated", "shaken")
    assert injuries(value)[0].effect == "One Arm"
    assert chase_state(value, "c1") == {"zone": 4, "close": ["p2"]}
    assert int(system(now)["wounds"]["value"]) == 3
    assert written(now, undone(fight)) == raw


def test_a_number_that_was_text_stays_text(fixtures: Path) -> None:
    now = written(load(fixtures, "g0a_npc"), [effect("wounds.value", 0, 1)])
    assert system(now)["wounds"]["value"] == "1"


def test_effects_that_come_to_nothing_make_no_edit(fixtures: Path) -> None:
    value = json.loads(load(fixtures, "g4_character"))
    nothing = [
        effect("wounds.value", 0, 2),
        effect("conditions", ["prone"], ["prone", "shaken"]),
        effect("wounds.value", 2, 0),
        effect("conditions", ["prone", "shaken"], ["prone"]),
        effect("zone", 1, 2, "c1"),
        effect("zone", 2, 1, "c1"),
    ]
    changed, found = after(value, nothing)
    assert changed is value
    assert found == ()
    assert write(value, nothing).edits == ()


def test_a_value_that_the_sheet_left_out_is_added_and_the_inverse_edits_take_it_away(
    fixtures: Path,
) -> None:
    before = parse(load(fixtures, "partial_npc"))
    effects = [effect("fatigue.value", 0, 1), effect("attributes.spirit", "d4", "d6")]
    edits = write(before.value, effects).edits
    now = apply(before, edits)
    assert now.value["system"]["fatigue"] == {"value": 1}
    assert now.value["system"]["attributes"]["spirit"]["die"]["sides"] == 6
    assert apply(now, invert(before, edits)).text == before.text


def test_flags_that_we_made_go_with_the_last_thing_in_them(fixtures: Path) -> None:
    raw = load(fixtures, "partial_npc")
    first, second = [effect("injuries", [], [INJURY])], [effect("zone", 1, 2, "c")]
    now = written(written(raw, first), second)
    assert own_flags(json.loads(now)).keys() == {"made", "injuries", "chases"}
    assert written(written(now, undone(first)), undone(second)) == raw


@pytest.mark.parametrize(
    ("name", "before", "now", "sides", "modifier"),
    [
        ("g4_character", "d8", "d6", 6, 0),
        ("g0b_npc", "d8", "d4", 4, 0),
        ("g0d_character", "d12+1", "d12", 12, 0),
        ("g0d_character", "d12+1", "d12+3", 18, 0),
        ("g2_npc", "d10", "d8", 6, 0),
        ("g2_npc", "d8", "d12+1", 12, 1),
    ],
)
def test_a_lost_die_is_taken_off_the_sheets_own_die_in_its_own_manner(
    fixtures: Path, name: str, before: str, now: str, sides: int, modifier: int
) -> None:
    raw = load(fixtures, name)
    change = [effect("attributes.vigor", before, now)]
    after_it = written(raw, change)
    assert system(after_it)["attributes"]["vigor"]["die"] == {"sides": sides, "modifier": modifier}
    if now != "d12":
        assert written(after_it, undone(change)) == raw


def test_a_die_that_is_one_text_stays_one(fixtures: Path) -> None:
    raw = load(fixtures, "g0a_npc")
    change = [effect("attributes.vigor", "d8", "d6")]
    now = written(raw, change)
    assert system(now)["attributes"]["vigor"] == {"die": "1d6", "wild-die": "1d6", "modifier": ""}
    assert written(now, undone(change)) == raw


@pytest.mark.parametrize(
    ("field", "odd"),
    [
        ("wounds", 3),
        ("wounds", {"value": "lots"}),
        ("wounds", {"value": {}}),
        ("attributes", {"vigor": {"die": [6]}}),
        ("attributes", {"vigor": {"die": "huge"}}),
    ],
)
def test_what_cannot_be_written_is_a_finding_and_left_as_it_is(
    fixtures: Path, field: str, odd: object
) -> None:
    value = json.loads(load(fixtures, "g4_character"))
    value["system"][field] = odd
    effects = [effect("wounds.value", 0, 1), effect("attributes.vigor", "d8", "d6")]
    changed, found = after(value, effects)
    (finding,) = found
    assert finding.code == "SW185"
    assert finding.pointer is not None
    assert finding.pointer.startswith(f"/system/{field}")
    assert changed["system"][field] == odd  # type: ignore[index]


def test_a_field_without_a_place_is_a_finding(fixtures: Path) -> None:
    value = json.loads(load(fixtures, "g4_character"))
    edits = write(value, [effect("mood", "good", "bad"), effect("zeal", 1, 2, "c1")])
    assert edits.edits == ()
    assert [each.code for each in edits.diagnostics] == ["SW181", "SW181"]


@pytest.mark.parametrize("value", [None, 3, "x", [], [{}]])
def test_what_is_no_document_is_left_alone(value: object) -> None:
    assert write(value, [effect("wounds.value", 0, 1)]).edits == ()


def test_the_wheel_changes_hands_where_the_crew_is_a_list(fixtures: Path) -> None:
    raw = load(fixtures, "g4_vehicle")
    change = [effect("driver", "joe0000000000001", "ann0000000000001")]
    value = json.loads(written(raw, change))
    assert driver(value) == "ann0000000000001"
    assert [who for who, _ in occupants(value)] == ["joe0000000000001", "ann0000000000001"]


def test_the_wheel_changes_hands_where_the_driver_is_an_id(fixtures: Path) -> None:
    raw = load(fixtures, "g1_vehicle")
    change = [effect("driver", "joe0000000000001", "ann0000000000001")]
    now = written(raw, change)
    assert json.loads(now)["system"]["driver"]["id"] == "Actor.ann0000000000001"
    assert written(now, undone(change)) == raw


@pytest.mark.parametrize("name", ["g1_vehicle", "g4_vehicle"])
def test_a_driver_who_is_no_foundry_actor_is_kept_in_our_flags(fixtures: Path, name: str) -> None:
    value = json.loads(written(load(fixtures, name), [effect("driver", None, "goon")]))
    assert driver(value) == "goon"
    assert own_flags(value)["driver"] == "goon"


def test_who_boards_a_vehicle_is_a_member_and_who_leaves_is_none(fixtures: Path) -> None:
    raw = load(fixtures, "g4_vehicle")
    joe = {"actor": "joe0000000000001", "seatbelt": False}
    ann = {"actor": "ann0000000000001", "seatbelt": False}
    bob = {"actor": "bob0000000000001", "seatbelt": True}
    goon = {"actor": "goon", "seatbelt": False}
    now = written(raw, [effect("occupants", [joe, ann], [joe, bob, goon])])
    value = json.loads(now)
    assert occupants(value) == (
        ("joe0000000000001", False),
        ("bob0000000000001", True),
        ("goon", False),
    )
    assert driver(value) == "joe0000000000001"


def test_who_is_in_an_old_vehicle_is_kept_in_our_flags(fixtures: Path) -> None:
    raw = load(fixtures, "g1_vehicle")
    change = [effect("occupants", [], [{"actor": "joe", "seatbelt": True}])]
    now = written(raw, change)
    assert occupants(json.loads(now)) == (("joe", True),)
    assert written(now, undone(change)) == raw


WORDS = st.sampled_from(["shaken", "stunned", "prone", "entangled", "bleeding_out", "dead", "odd"])


@given(name=st.sampled_from(FULL), states=st.lists(st.sets(WORDS), min_size=1, max_size=4))
def test_after_any_run_of_effects_the_last_state_is_on_the_sheet(
    fixtures: Path, name: str, states: list[set[str]]
) -> None:
    raw = load(fixtures, name)
    before: list[str] = []
    effects: list[Effect] = []
    for number, state in enumerate(states):
        effects.append(effect("conditions", before, sorted(state)))
        effects.append(effect("wounds.value", number, number + 1))
        before = sorted(state)
    once = written(raw, effects)
    value = json.loads(once)
    implied = {"vulnerable"} if "entangled" in before else set[str]()
    assert set(before) <= set(conditions(value)) <= set(before) | implied
    assert int(system(once)["wounds"]["value"]) == len(states)
    step = raw
    for each in effects:
        step = written(step, [each])
    assert set(before) <= set(conditions(json.loads(step))) <= set(before) | implied
    assert written(once, [effect("conditions", before, [])]) == written(
        raw, [effect("wounds.value", 0, len(states))]
    )


ODD: tuple[object, ...] = (None, "x", 7, 2.5, True, [], [1], {}, {"value": {}})


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, member in cast("dict[str, object]", value).items():
            yield from paths(member, (*path, key))
    elif isinstance(value, list):
        for index, element in enumerate(cast("list[object]", value)):
            yield from paths(element, (*path, index))


@pytest.mark.parametrize("name", ["g0a_npc", "g2_npc", "g5_npc", "g4_vehicle"])
def test_a_damaged_sheet_is_written_as_far_as_it_can_be_and_never_breaks_the_call(
    fixtures: Path, name: str
) -> None:
    value = json.loads(load(fixtures, name))
    vehicle = name.endswith("vehicle")
    effects = [
        effect("wounds.value", 0, 1),
        effect("conditions", [], ["wrecked"] if vehicle else ["shaken"]),
        effect("zone", 3, 4, "c1"),
    ]
    if vehicle:
        effects.append(effect("driver", None, "ann0000000000001"))
        effects.append(effect("occupants", [], [{"actor": "bob0000000000001"}]))
    else:
        effects.append(effect("attributes.vigor", "d8", "d6"))
        effects.append(effect("injuries", [], [INJURY]))
    for path in paths(value):
        for odd in ODD:
            damaged = put(value, path, odd)
            writing = write(damaged, effects)
            now = apply(parse(json.dumps(damaged)), writing.edits).value
            assert set(conditions(now)) >= {"wrecked" if vehicle else "shaken"}
            assert updates([(damaged, effects)]).keys() == {"update", "create", "delete"}


def test_a_wound_on_any_real_actor_is_undone_to_the_byte(shared: Path) -> None:
    wound = [effect("wounds.value", 0, 1), effect("conditions", [], ["shaken"])]
    seen = 0
    for file in sorted((shared / "corpus").rglob("*")):
        if file.suffix not in (".json", ".db") or not file.is_file():
            continue
        raw = file.read_bytes()
        for line in raw.splitlines() if file.suffix == ".db" else [raw]:
            try:
                before = parse(line)
            except DocumentError:
                continue
            value = as_object(before.value) or {}
            if value.get("type") not in ACTOR_TYPES or "shaken" in conditions(value):
                continue
            seen += 1
            held = int(system(line)["wounds"]["value"])
            hurt = [effect("wounds.value", held, held + 1), wound[1]]
            edits = write(value, hurt).edits
            now = apply(before, edits)
            assert apply(now, invert(before, edits)).text == before.text
            again = apply(now, write(now.value, undone(hurt)).edits)
            assert again.text == before.text, file
    assert seen > 10
