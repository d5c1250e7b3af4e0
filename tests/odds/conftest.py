"""Characters, vehicles and dice by brute force, for the tests of odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from sw_data.models import Character, Vehicle

Person: TypeAlias = Callable[..., Character]
Faces: TypeAlias = Callable[[int, int], list[tuple[int, Fraction]]]

ATTRIBUTES = {"agility": "d8", "smarts": "d6", "spirit": "d6", "strength": "d6", "vigor": "d8"}


def _person(name: str, **fields: Any) -> Character:
    return Character.model_validate(
        {"kind": "character", "name": name, "attributes": ATTRIBUTES, **fields}
    )


@pytest.fixture
def person() -> Person:
    """Builds a character: `person("Joe", wild_card=True, skills={"Fighting": "d8"})`."""
    return _person


@pytest.fixture
def joe() -> Character:
    """A Wild Card with a weapon too heavy for him, one that is not, and one that shoots three times."""
    hammer = {
        "name": "Hammer on a stick",
        "damage": "Str+d10",
        "parry": -1,
        "modifiers": [{"applies_to": "Fighting", "value": 1, "label": "long handle"}],
    }
    axe = {"name": "Axe", "damage": "d8+d6", "adds_strength": False}
    gun = {"name": "Gun", "damage": "2d8", "ap": 2, "rof": 3, "range": [12, 24, 48]}
    return _person(
        "Joe",
        wild_card=True,
        skills={"Fighting": "d8", "Shooting": "d6", "Driving": "d6", "Stealth": "d8"},
        weapons=[hammer, axe, gun],
    )


@pytest.fixture
def goblin() -> Character:
    """An Extra."""
    return _person("Goblin", parry=6, toughness=7, skills={"Driving": "d6", "Notice": "d6"})


@pytest.fixture
def ogre() -> Character:
    """A Wild Card."""
    return _person("Ogre", wild_card=True, parry=5, toughness=7, armor=1)


@pytest.fixture
def jeep() -> Vehicle:
    """A vehicle that hits hard."""
    return Vehicle.model_validate(
        {
            "kind": "vehicle",
            "name": "Jeep",
            "top_speed": 30,
            "handling": -1,
            "toughness": 12,
            "driver": "Joe",
        }
    )


@pytest.fixture
def faces() -> Faces:
    """Every total of one die that can Ace, up to so many Aces, by walking its faces."""

    def walk(sides: int, aces: int) -> list[tuple[int, Fraction]]:
        def each(left: int) -> Iterator[tuple[int, Fraction]]:
            for face in range(1, sides + 1):
                if face != sides:
                    yield face, Fraction(1, sides)
                elif left:
                    for total, p in each(left - 1):
                        yield face + total, p / sides

        return list(each(aces))

    return walk
