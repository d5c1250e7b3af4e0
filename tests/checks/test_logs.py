from __future__ import annotations

from typing import Any

import pytest

from sw_data.checks.logs import begin_log, check_log
from sw_data.diagnostics import Diagnostic
from sw_data.models import Character

ATTRIBUTES: dict[str, Any] = dict.fromkeys(
    ("agility", "smarts", "spirit", "strength", "vigor"), "d6"
)
JOE: dict[str, Any] = {
    "kind": "character",
    "id": "joe",
    "name": "Joe",
    "attributes": ATTRIBUTES,
    "skills": {"Fighting": "d8", "Hexerei": "d4"},
    "weapons": [{"name": "Sword", "damage": "Str+d6"}],
}
GOBLIN: dict[str, Any] = {"kind": "character", "name": "Goblin", "attributes": ATTRIBUTES}
JEEP: dict[str, Any] = {
    "kind": "vehicle",
    "id": "jeep",
    "name": "Jeep",
    "driver": "joe",
    "weapons": [{"name": "Machine gun", "damage": "2d8", "range": [30, 60, 120]}],
}
CHASE: dict[str, Any] = {
    "kind": "chase",
    "id": "c1",
    "name": "Harbour run",
    "participants": [
        {"id": "p1", "actor": "joe", "vehicle": "jeep", "side": "quarry"},
        {"id": "p2", "actor": "Goblin", "side": "pursuer"},
    ],
}


def log(*actions: Any, **header: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"format": "sw-data/log", "version": 1, "actors": [JOE, GOBLIN, JEEP]}
    return {**base, **header, "actions": list(actions)}


def attack(**changes: Any) -> dict[str, Any]:
    action = {"id": "a1", "type": "attack", "actor": "joe", "weapon": "Sword", "target": "Goblin"}
    return {**action, **changes}


def trait(**changes: Any) -> dict[str, Any]:
    return {"id": "a1", "type": "trait", "actor": "joe", "trait": "Spirit", **changes}


def found(value: Any) -> list[tuple[str, str | None]]:
    return [(each.code, each.pointer) for each in check_log(value)]


def only(value: Any) -> Diagnostic:
    (finding,) = check_log(value)
    return finding


def test_a_sound_log_has_no_findings() -> None:
    actions = [
        {"id": "r1", "type": "round"},
        {"id": "d1", "type": "deal", "dice": {"cards": {"joe": ["KS"], "Goblin": ["3H"]}}},
        attack(dice={"attack": [8, 3, 2], "damage": [6, 4, 3]}),
        attack(id="a2", weapon="Machine gun", dice={"damage": [[1, 2], [3, 4]]}),
        {"id": "s1", "type": "soak", "actor": "Goblin", "attack": "a2"},
        {"id": "b1", "type": "reroll", "actor": "Goblin", "of": "s1"},
        {"id": "i1", "type": "injury", "actor": "Goblin", "of": "a2/incapacitation"},
        {"id": "z1", "type": "zone_movement", "actor": "joe", "push": True, "chase": "c1"},
        {"id": "k1", "type": "block", "actor": "Goblin", "against": "z1"},
    ]
    assert found(log(*actions, chases=[CHASE])) == []


def test_only_the_branch_that_an_action_means_is_reported() -> None:
    assert found(log(attack(wepon="Sword", attacks="two"))) == [
        ("SW610", "/actions/0/attacks"),
        ("SW610", "/actions/0/wepon"),
    ]


def test_an_unknown_key_of_an_action_is_mended_into_the_known_one() -> None:
    action = attack(wepon="Sword")
    del action["weapon"]
    by_pointer = {each.pointer: each for each in check_log(log(action))}
    assert set(by_pointer) == {"/actions/0/wepon", "/actions/0/weapon"}
    fix = by_pointer["/actions/0/wepon"].fix
    assert fix is not None
    assert [(each.op, each.path) for each in fix.edits] == [
        ("remove", "/actions/0/wepon"),
        ("add", "/actions/0/weapon"),
    ]


def test_an_action_type_that_is_misspelt_is_named() -> None:
    finding = only(log({"id": "a1", "type": "atack", "actor": "joe"}))
    assert (finding.code, finding.pointer) == ("SW610", "/actions/0/type")
    assert "did you mean 'attack'?" in finding.message


@pytest.mark.parametrize("junk", [None, 3, "attack", [], True])
def test_an_action_that_is_no_object_is_found(junk: object) -> None:
    assert found(log(junk)) == [("SW610", "/actions/0")]


@pytest.mark.parametrize("junk", [None, 3, "log", [], True])
def test_a_log_that_is_no_object_is_found(junk: object) -> None:
    assert found(junk) == [("SW121", "")]


def test_an_unknown_actor_is_found_and_the_nearest_named() -> None:
    finding = only(log(attack(target="Goblim")))
    assert (finding.code, finding.pointer) == ("SW611", "/actions/0/target")
    assert "did you mean 'Goblin'?" in finding.message


def test_actors_are_known_by_name_whatever_its_case() -> None:
    assert found(log(attack(actor="JOE", target="goblin"))) == []


def test_a_name_that_two_have_is_found() -> None:
    twins = [{**GOBLIN, "id": "g1"}, {**GOBLIN, "id": "g2"}]
    assert found(log(attack(), actors=[JOE, *twins])) == [("SW612", "/actions/0/target")]
    assert found(log(attack(target="g2"), actors=[JOE, *twins])) == []


def test_two_actors_of_one_id_are_found() -> None:
    assert found(log(actors=[JOE, GOBLIN, {**JOE, "name": "Jane"}])) == [("SW701", "/actors/2")]


def test_nobody_is_unknown_where_the_actors_come_with_the_call() -> None:
    assert found(log(attack(), actors=[])) == []
    assert found(log(attack(target="orc"), actors=[JOE, {"$ref": "orcs.json"}])) == []


def test_the_actors_of_a_reference_are_known_if_it_can_be_read() -> None:
    value = log(attack(target="orc"), actors=[JOE, {"$ref": "orcs.json"}])
    orc = Character.model_validate({**GOBLIN, "name": "orc"})
    assert check_log(value, references=lambda path: [orc]) == []
    other = log(attack(target="elf"), actors=[JOE, {"$ref": "orcs.json"}])
    assert [each.code for each in check_log(other, references=lambda path: [orc])] == ["SW611"]


def test_an_actor_that_cannot_be_read_is_found_and_then_nobody_is_unknown() -> None:
    broken = {"kind": "character", "name": "Orc"}
    value = log(attack(target="Orc"), actors=[JOE, broken])
    assert found(value) == [("SW123", "/actors/1/attributes")]


def test_an_actor_of_no_known_format_is_found() -> None:
    assert found(log(actors=[JOE, {"hello": "world"}])) == [("SW003", "/actors/1")]


def test_a_fault_of_an_actor_is_found_at_its_place_and_its_fix_too() -> None:
    sheet = {**JOE, "weapons": [{"name": "Hammer", "damage": "d4"}]}
    finding = only(log(actors=[GOBLIN, sheet]))
    assert (finding.code, finding.pointer) == ("SW220", "/actors/1/weapons/0/damage")
    assert finding.fix is not None
    assert finding.fix.edits[0].path == "/actors/1/weapons/0/damage"


def test_an_unknown_weapon_is_found() -> None:
    finding = only(log(attack(weapon="Swrod")))
    assert (finding.code, finding.pointer) == ("SW613", "/actions/0/weapon")
    assert "did you mean 'Sword'?" in finding.message


def test_a_weapon_of_the_vehicle_that_one_drives_is_known_and_of_another_is_not() -> None:
    assert found(log(attack(weapon="Machine gun"))) == []
    assert found(log(attack(actor="Goblin", weapon="Machine gun", target="joe"))) == [
        ("SW613", "/actions/0/weapon")
    ]


def test_an_id_that_is_used_twice_is_found() -> None:
    assert found(log(trait(), trait())) == [("SW614", "/actions/1/id")]


def test_a_reference_to_an_action_that_comes_later_is_found() -> None:
    soak = {"id": "s1", "type": "soak", "actor": "Goblin", "attack": "a1"}
    assert found(log(soak, attack())) == [("SW615", "/actions/0/attack")]
    assert found(log(attack(), soak)) == []


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({"id": "x", "type": "soak", "actor": "Goblin", "attack": "a1"}, "/actions/1/attack"),
        ({"id": "x", "type": "reroll", "actor": "joe", "of": "h1"}, "/actions/2/of"),
    ],
)
def test_a_reference_that_cannot_be_meant_is_found(action: dict[str, Any], pointer: str) -> None:
    hold = {"id": "h1", "type": "hold", "actor": "joe"}
    actions = [trait(), action] if action["type"] == "soak" else [trait(), hold, action]
    assert found(log(*actions)) == [("SW615", pointer)]


def test_a_misspelt_trait_is_found_and_a_skill_of_the_sheets_own_is_not() -> None:
    finding = only(log(trait(trait="Figthing")))
    assert (finding.code, finding.severity) == ("SW616", "warning")
    assert "did you mean 'Fighting'?" in finding.message
    assert found(log(trait(trait="Hexerei"))) == []
    assert found(log(trait(trait="Common Knowledge"))) == []


def test_a_chase_that_the_log_does_not_have_is_found() -> None:
    move = {"id": "z1", "type": "zone_movement", "actor": "joe"}
    assert found(log({**move, "chase": "c2"}, chases=[CHASE])) == [("SW617", "/actions/0/chase")]
    assert found(log(move)) == [("SW617", "/actions/0/chase")]
    assert found(log(move, chases=[CHASE])) == []


def test_one_who_takes_no_part_in_the_chase_is_found() -> None:
    elf = {**GOBLIN, "name": "Elf"}
    move = {"id": "z1", "type": "zone_movement", "actor": "Elf"}
    value = log(move, chases=[CHASE], actors=[JOE, GOBLIN, JEEP, elf])
    assert found(value) == [("SW617", "/actions/0/actor")]


DICE: list[tuple[Any, str, str]] = [
    ({"roll": [0, 2]}, "SW601", "/roll/0"),
    ({"roll": [1.5, 2]}, "SW601", "/roll/0"),
    ({"roll": ["6"]}, "SW601", "/roll/0"),
    ({"roll": [True]}, "SW601", "/roll/0"),
    ({"damage": [[1, 2], [3, -4]]}, "SW601", "/damage/1/1"),
    ({"roll": [{"die": "d8", "faces": [9]}]}, "SW601", "/roll/0/faces/0"),
    ({"roll": [{"die": "d8", "faces": [3, 2]}]}, "SW603", "/roll/0/faces/1"),
    ({"roll": [{"die": "d8", "faces": []}]}, "SW602", "/roll/0/faces"),
    ({"roll": [{"die": "eight", "faces": [2]}]}, "SW604", "/roll/0/die"),
    ({"rolls": [1, 2]}, "SW607", "/rolls"),
    ({"location": [7, 1]}, "SW601", "/location/0"),
    ({"control.2": [7, 0]}, "SW601", "/control.2/1"),
]


@pytest.mark.parametrize(("dice", "code", "pointer"), DICE)
def test_recorded_dice_that_cannot_be_are_found(dice: Any, code: str, pointer: str) -> None:
    assert (code, f"/actions/0/dice{pointer}") in found(log(trait(dice=dice)))


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ({"joe": ["11H"]}, "SW622"),
        ({"joe": [7]}, "SW622"),
        ({"joe": "KS"}, "SW622"),
        ({"joe": ["KS"], "Goblin": ["ks"]}, "SW621"),
        ({"joe": ["Joker"], "Goblin": ["Joker"], "jeep": ["Joker"]}, "SW621"),
        ({"joe": ["KS"], "elf": ["2H"]}, "SW611"),
        ({"joe": ["KS"], "Goblin": ["KH"]}, None),
        ({"joe": ["Joker"], "Goblin": ["Joker"]}, None),
    ],
)
def test_recorded_cards_that_cannot_be_are_found(cards: Any, code: str | None) -> None:
    deal = {"id": "d1", "type": "deal", "actors": ["joe", "Goblin"], "dice": {"cards": cards}}
    assert [each.code for each in check_log(log(deal))] == ([code] if code else [])


@pytest.mark.parametrize(
    ("header", "code", "pointer"),
    [
        ({"ruleset": "cor"}, "SW608", "/ruleset"),
        ({"rules": {"shaken.sucess": "act"}}, "SW608", "/rules/shaken.sucess"),
        ({"rules": {"shaken.success": "maybe"}}, "SW608", "/rules/shaken.success"),
        ({"seed": "7"}, "SW121", "/seed"),
        ({"version": 2}, "SW122", "/version"),
        ({"sed": 7}, "SW124", "/sed"),
        ({"chases": {}}, "SW121", "/chases"),
        ({"gm_bennies": -1}, "SW122", "/gm_bennies"),
    ],
)
def test_a_fault_of_the_header_is_found_at_its_place(header: Any, code: str, pointer: str) -> None:
    finding = only(log(**header))
    assert (finding.code, finding.pointer) == (code, pointer)
    assert len(finding.message) < 500


def test_a_log_can_be_checked_as_it_comes() -> None:
    header = {key: value for key, value in log().items() if key != "actions"}
    check, findings = begin_log(header)
    assert findings == []
    assert check.action(trait()) == []
    assert [(each.code, each.pointer) for each in check.action(trait())] == [("SW614", "/id")]


JUNK = [None, "x", 7, -1, 1.5, True, [], [1], {}, {"a": 1}]


def test_any_value_in_the_place_of_any_other_is_no_exception() -> None:
    actions = [attack(dice={"attack": [8, 3], "damage": [[1]]}, targets=["joe"], chase="c1")]
    for key in (*actions[0], "soak", "of"):
        for junk in JUNK:
            check_log(log({**actions[0], key: junk}, chases=[CHASE]))
    for key in log():
        for junk in JUNK:
            check_log({**log(*actions), key: junk})


def test_an_actor_whom_nobody_is_like_is_answered_with_the_names_and_not_the_ids() -> None:
    people = [{**JOE, "id": "joe0000000000001"}, {**GOBLIN, "id": "goblin0000000001"}]
    log = {
        "format": "sw-data/log",
        "version": 1,
        "actors": people,
        "actions": [{"id": "a1", "type": "recover", "actor": "Fire"}],
    }
    (finding,) = check_log(log)
    assert finding.message.endswith("there are 'Joe', 'Goblin'")


def test_a_bare_face_that_the_die_on_the_sheet_does_not_have_is_found() -> None:
    nine = only(log(trait(trait="Fighting", dice={"roll": [8, 9]})))
    assert (nine.code, nine.pointer) == ("SW601", "/actions/0/dice/roll/1")
    assert "d8" in nine.message
    assert "from 1 to 8" in nine.message
    assert found(log(trait(trait="spirit", dice={"roll": [7]}))) == [
        ("SW601", "/actions/0/dice/roll/0")
    ]
    for dice in ([8, 8, 1], [8], []):
        assert found(log(trait(trait="Fighting", dice={"roll": dice}))) == []


def test_a_face_that_another_die_may_have_shown_is_no_finding() -> None:
    wild = {**JOE, "wild_card": True}
    roll = trait(trait="Hexerei", dice={"roll": [3, 6]})
    assert found(log(roll, actors=[wild])) == []
    assert found(log({**roll, "dice": {"roll": [3, 7]}}, actors=[wild])) == [
        ("SW601", "/actions/0/dice/roll/1")
    ]
    # With another Wild Die the log's own rules decide.
    turned = {"trait.wild_die": "d10"}
    assert found(log({**roll, "dice": {"roll": [3, 9]}}, actors=[wild], rules=turned)) == []
    named = {"roll": [{"die": "d10", "faces": [9]}]}
    assert found(log(trait(trait="Fighting", dice=named))) == []
