"""Two sheets compared as models, whatever format each came in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.diff import Diff
from sw_data.errors import DocumentError, ImpossibleError
from sw_data.formats.comparison import compare, facts

ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def joe(**more: Any) -> sw.Character:
    return sw.Character.model_validate({"name": "Joe", "attributes": ATTRIBUTES, **more})


def names(found: Diff, only: str | None) -> set[str]:
    return {
        each.name for pair in found.pairs for each in pair.comparison.differences
        if each.only == only
    }  # fmt: skip


def test_a_sheet_is_equal_to_itself_in_another_format(fixtures: Path, tmp_path: Path) -> None:
    source = fixtures / "own" / "joe.json"
    for to in ("foundry", "roll20", "sw-data"):
        path = tmp_path / f"{to}.json"
        path.write_text(json.dumps(sw.convert(source, to).value), "utf-8")
        found = sw.diff(source, path)
        assert found.equal, str(found)
        assert found.pairs[0].right.format == to


def test_what_differs_and_what_only_one_has_is_told_with_its_place(
    fixtures: Path, tmp_path: Path
) -> None:
    left = fixtures / "own" / "joe.json"
    value = json.loads(left.read_text("utf-8"))
    value["skills"]["Shooting"] = "d10"
    value["skills"]["Notice"] = "d4"
    value["conditions"] = []
    right = tmp_path / "later.json"
    right.write_text(json.dumps(value), "utf-8")
    found = sw.diff(left, right)
    assert not found.equal
    assert names(found, None) == {"skills.Shooting"}
    assert names(found, "left") == {"conditions.shaken"}
    assert names(found, "right") == {"skills.Notice"}
    (shooting,) = [e for e in found.pairs[0].comparison.differences if e.name == "skills.Shooting"]
    assert (shooting.left, shooting.right) == ("d6", "d10")
    assert shooting.left_place is not None
    assert shooting.left_place.startswith(f"{left}:3:")
    assert shooting.left_place.endswith(" /skills/Shooting")


def test_names_in_another_language_are_the_same_skill(tmp_path: Path) -> None:
    ours = joe(skills={"Fighting": "d8", "Notice": "d6"}, parry=6, toughness=5, pace=6)
    block = tmp_path / "joe.txt"
    block.write_text(
        "Joe\nAttribute: Geschicklichkeit W6, Verstand W6, Willenskraft W6, Stärke W6, Konstitution W6\n"
        "Fertigkeiten: Kämpfen W8, Wahrnehmung W6\nBewegungsweite: 6; Parade: 6; Robustheit: 5\n",
        "utf-8",
    )
    found = sw.diff(ours, block)
    assert found.equal, str(found)


def test_order_and_ids_are_no_difference() -> None:
    weapons: list[dict[str, Any]] = [
        {"name": "Knife", "damage": "Str+d4", "id": "a"},
        {"name": "Axe", "damage": "Str+d6", "id": "b"},
    ]
    left = joe(id="x", edges=["Quick", "Hardy"], weapons=weapons)
    other = [{**each, "id": each["id"] * 2} for each in reversed(weapons)]
    right = joe(id="y", edges=["Hardy", "Quick"], weapons=other)
    assert sw.diff(left, right).equal


def test_a_weapon_that_only_one_has_is_one_difference() -> None:
    axe = {"name": "Axe", "damage": "Str+d6", "ap": 2, "min_strength": "d8"}
    found = sw.diff(joe(weapons=[axe]), joe())
    assert names(found, "left") == {"weapons.Axe"}
    assert names(found, "right") == set()


def test_two_weapons_of_one_name_are_two() -> None:
    axe = {"name": "Axe", "damage": "Str+d6"}
    found = sw.diff(joe(weapons=[axe, axe]), joe(weapons=[axe]))
    assert names(found, "left") == {"weapons.Axe #2"}


def test_what_differs_within_a_weapon_is_its_field() -> None:
    axe = {"name": "Axe", "damage": "Str+d6"}
    found = sw.diff(joe(weapons=[axe]), joe(weapons=[{**axe, "ap": 1, "damage": "Str+d8"}]))
    assert names(found, None) == {"weapons.Axe.damage"}
    assert names(found, "right") == {"weapons.Axe.ap"}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ({"damage": "Str+d6", "adds_strength": False}, {"damage": "d6", "adds_strength": False}, True),
        ({"damage": "d6"}, {"damage": "Str+d6"}, True),
        ({"damage": "d6", "adds_strength": True}, {"damage": "Str+d6"}, True),
        ({"damage": "d6", "adds_strength": False}, {"damage": "Str+d6"}, False),
        ({"damage": "2d6", "range": [5, 10, 20]}, {"damage": "Str+2d6", "range": [5, 10, 20]}, False),
    ],
)  # fmt: skip
def test_how_a_sheet_writes_that_strength_is_added_is_no_difference(
    one: dict[str, Any], other: dict[str, Any], equal: bool
) -> None:
    ours, theirs = (joe(weapons=[{"name": "Axe", **each}]) for each in (one, other))
    assert sw.diff(ours, theirs).equal is equal
    alone = (sw.Weapon.model_validate({"name": "Axe", **each}) for each in (one, other))
    assert (not compare(*alone).differences) is equal


def test_single_sheets_are_compared_whatever_they_are_called() -> None:
    found = sw.diff(joe(), joe(name="Moe", id="moe"))
    assert names(found, None) == {"name"}


def test_of_several_sheets_those_of_one_name_belong_together(
    fixtures: Path, tmp_path: Path
) -> None:
    party = fixtures / "demo" / "party.json"
    found = sw.diff(fixtures / "own" / "joe.json", party)
    assert [(each.left.name, each.right.name) for each in found.pairs] == [("Joe", "Joe")]
    assert sorted(each.name for each in found.only_right) == ["Goblin", "Grukk"]
    assert found.only_left == ()
    swapped = sw.diff(party, fixtures / "own" / "joe.json")
    assert sorted(each.name for each in swapped.only_left) == ["Goblin", "Grukk"]
    again = tmp_path / "again.json"
    again.write_text(json.dumps(list(reversed(json.loads(party.read_text("utf-8"))))), "utf-8")
    assert sw.diff(party, again).equal


def test_a_character_and_a_vehicle_are_no_pair(fixtures: Path) -> None:
    found = sw.diff(fixtures / "own" / "joe.json", fixtures / "own" / "jeep.json")
    assert (found.pairs, len(found.only_left), len(found.only_right)) == ((), 1, 1)
    assert not found.equal


@pytest.mark.parametrize("name", ["jeep.json", "flamethrower.json", "harbour_run.json"])
def test_every_kind_of_sheet_is_equal_to_itself(fixtures: Path, name: str) -> None:
    path = fixtures / "own" / name
    found = sw.diff(path, path)
    assert found.equal
    assert found.pairs[0].comparison.same > 3


def test_a_difference_is_the_same_from_both_sides() -> None:
    left, right = joe(pace=8, edges=["Quick"]), joe(hindrances=["Hesitant"])
    there, back = compare(left, right), compare(right, left)
    assert there.same == back.same
    assert {(e.name, str(e.left), str(e.right)) for e in there.differences} == {
        (e.name, str(e.right), str(e.left)) for e in back.differences
    }


def test_every_fact_has_a_name_of_its_own(fixtures: Path) -> None:
    for entry in sw.load(fixtures / "demo" / "party.json"):
        assert entry.model is not None
        told = [each.name for each in facts(entry.model)]
        assert len(told) == len(set(told))


def test_html_escapes_what_the_sheets_say() -> None:
    bad = joe(name="<script>alert(1)</script>", edges=["<b>&"])
    page = sw.diff(bad, joe()).to_html()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "edges.&lt;b&gt;&amp;" in page


def test_json_says_which_side_is_silent() -> None:
    (pair,) = sw.diff(joe(edges=["Quick"]), joe()).to_json()["pairs"]
    (difference,) = pair["differences"]
    assert difference == {"field": "edges.Quick", "left": True, "left_place": None}


def test_nothing_to_compare_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"hello": "world"}', "utf-8")
    with pytest.raises(ImpossibleError, match="nothing to compare"):
        sw.diff(path, joe())
    with pytest.raises(DocumentError):
        sw.diff(joe(), tmp_path / "nope.json")
