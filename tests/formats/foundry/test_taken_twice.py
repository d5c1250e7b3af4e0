"""Edges and hindrances that stand on a sheet more than once."""

from __future__ import annotations

from typing import Any

from sw_data.formats.foundry import Foundry
from sw_data.formats.foundry.create import create
from sw_data.models import Character

SHEET: dict[str, Any] = {
    "_id": "aaaaaaaaaaaaaaaa",
    "name": "Joe",
    "type": "character",
    "system": {},
    "items": [
        {"_id": "a" * 15 + "1", "name": "Power Points", "type": "edge", "system": {}},
        {"_id": "a" * 15 + "2", "name": "Vow (Major)", "type": "hindrance", "system": {}},
        {"_id": "a" * 15 + "3", "name": "Power Points", "type": "edge", "system": {}},
        {"_id": "a" * 15 + "4", "name": "Vow (Major)", "type": "hindrance", "system": {}},
    ],
}


def read(sheet: Any) -> Character:
    model = Foundry().read(sheet).model
    assert isinstance(model, Character)
    return model


def test_an_edge_and_a_hindrance_that_were_taken_twice_are_read_twice() -> None:
    joe = read(SHEET)
    assert joe.edges == ("Power Points", "Power Points")
    assert joe.hindrances == ("Vow (Major)", "Vow (Major)")


def test_an_ability_of_the_name_of_an_edge_is_no_second_edge() -> None:
    ability: dict[str, Any] = {
        "_id": "a" * 15 + "5",
        "name": "Hardy",
        "type": "ability",
        "system": {},
    }
    edge: dict[str, Any] = {**ability, "_id": "a" * 15 + "6", "type": "edge"}
    assert read({**SHEET, "items": [edge, ability]}).edges == ("Hardy",)


def test_what_was_taken_twice_is_written_as_two_items_with_ids_of_their_own() -> None:
    joe = read(SHEET)
    made: Any = create(joe).value
    ids = [each["_id"] for each in made["items"]]
    assert len(ids) == len(set(ids))
    assert read(made).edges == joe.edges
    assert read(made).hindrances == joe.hindrances
