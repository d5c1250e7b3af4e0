"""Reports about armor, Armor Piercing and Toughness (section B), each with a sheet that shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]

WHOLE = {"head": True, "torso": True, "arms": True, "legs": True}


def stated(toughness: int, armor: int) -> dict[str, Any]:
    return {
        "stats": {
            "toughness": {"value": toughness, "armor": armor}, "parry": {"value": 0}, "size": 0,
        },
        "details": {"autoCalcToughness": False, "autoCalcParry": True},
    }  # fmt: skip


# R019
@pytest.mark.parametrize("armor", [0, 1, 2, 4, 6])
@pytest.mark.parametrize("ap", [0, 1, 2, 4, 8])
def test_armor_piercing_takes_no_more_than_there_is_of_armor(
    npc: Make, written: Write, armor: int, ap: int
) -> None:
    orc = npc(system=stated(6 + armor, armor))
    hit = {"id": "d", "type": "damage", "target": "Orc", "damage": "2d4", "ap": ap,
           "dice": {"damage": [3, 2]}}  # fmt: skip
    log = {"format": "sw-data/log", "version": 1, "ruleset": "core", "actions": [hit]}
    run = sw.resolve(written("log.json", log), actors=written("orc.json", orc))
    (outcome,) = run.outcomes
    assert outcome.hits is not None
    assert outcome.hits[0].toughness == 6 + armor - min(ap, armor)
    assert outcome.effects == ()  # 5 is below 6, whatever the AP


# R020
def test_armor_that_was_forgotten_to_be_put_on_is_named_with_its_place_and_mended(
    npc: Make, item: Make, written: Write
) -> None:
    plate = item("armor", "Bronze", armor=4, minStr="d6", equipStatus=1, locations=WHOLE)
    chief = npc("Orc Chieftain", items=(plate,), vigor="d10", system=stated(11, 4))
    path = written("chief.json", chief)
    (found,) = [each for each in sw.validate(path) if each.code == "SW303"]
    assert "Bronze" in found.message
    assert found.pointer is not None
    assert "/items/0/system/equipStatus" in found.message + found.pointer
    assert found.fix is not None
    assert sw.load(path).characters["Orc Chieftain"].toughness == 11  # what is stated counts


# R021
def test_damage_below_toughness_does_nothing(npc: Make, written: Write) -> None:
    hit = {"id": "d", "type": "damage", "target": "Orc", "damage": "d4", "dice": {"damage": [3]}}
    log = {"format": "sw-data/log", "version": 1, "ruleset": "core", "actions": [hit]}
    run = sw.resolve(written("log.json", log), actors=written("orc.json", npc()))
    (outcome,) = run.outcomes
    assert outcome.hits is not None
    assert (outcome.hits[0].toughness, outcome.hits[0].wounds, outcome.effects) == (5, 0, ())


# R023
def test_toughness_counts_the_armor_of_the_torso_only(
    npc: Make, item: Make, written: Write
) -> None:
    vest = item("armor", "Vest", armor=2, equipStatus=3, locations={**WHOLE, "head": False})
    helmet = item(
        "armor", "Helmet", armor=3, equipStatus=3,
        locations={"head": True, "torso": False, "arms": False, "legs": False},
    )  # fmt: skip
    orc = sw.load(written("orc.json", npc(items=(vest, helmet)))).characters["Orc"]
    assert (orc.toughness, orc.armor) == (7, 2)
    assert [each.armor for each in orc.armor_pieces] == [2, 3]


# R026
def test_negative_armor_piercing_is_told_and_counts_as_none(
    npc: Make, item: Make, written: Write
) -> None:
    bow = item("weapon", "Bow", damage="2d6", range="12/24/48", ap=-2)
    path = written("orc.json", npc(items=(bow,)))
    (found,) = [each for each in sw.validate(path) if each.code == "SW102"]
    assert (found.pointer, found.severity) == ("/items/0/system/ap", "warning")
    assert sw.load(path).characters["Orc"].weapons[0].ap == 0


# R027
@pytest.mark.parametrize(
    ("pieces", "armor"),
    [
        (((3, False, WHOLE), (4, False, WHOLE)), 5),
        (((4, True, WHOLE), (4, False, WHOLE)), 8),
        (((2, False, {**WHOLE, "head": False}), (2, False, {"head": True, "torso": False})), 2),
    ],
)
def test_a_second_layer_of_armor_counts_half(
    npc: Make, item: Make, written: Write,
    pieces: tuple[tuple[int, bool, dict[str, bool]], ...], armor: int,
) -> None:  # fmt: skip
    worn = tuple(
        item("armor", f"Piece {n}", armor=each, isNaturalArmor=hide, equipStatus=3, locations=where)
        for n, (each, hide, where) in enumerate(pieces)
    )
    assert sw.load(written("orc.json", npc(items=worn))).characters["Orc"].armor == armor
