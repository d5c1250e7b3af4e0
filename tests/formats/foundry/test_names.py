from __future__ import annotations

import json
from importlib.resources import files

import pytest

from sw_data.formats.foundry.names import is_unskilled, known, slug, trait_named
from sw_data.formats.names import attribute_named
from sw_data.models.skills import folded


@pytest.mark.parametrize(
    "name",
    [
        "Fighting", "FIGHTING", "K\u00e4mpfen", "Ka\u0308mpfen", "Combat", "Pelear", "Combattere", "Lutar",
        "Walka", "Boj", "\u0414\u0440\u0430\u043a\u0430", "\u0411\u0456\u0439\u043a\u0430", "\u683c\u95d8",
    ],
)  # fmt: skip
def test_fighting_is_known_in_every_language(name: str) -> None:
    assert known("skills", "none", name) == "Fighting"


def test_the_slug_comes_before_the_name() -> None:
    assert known("skills", "shooting", "Strelba po mishenyam") == "Shooting"
    assert known("edges", "level-headed", "Sangfroid") == "Level Headed"


def test_an_unknown_slug_does_not_hide_a_known_name() -> None:
    assert known("skills", "house-skill", "Fighting") == "Fighting"
    assert known("skills", "none", "Underwater Basket Weaving") is None


def test_a_grade_in_parentheses_does_not_hide_an_edge_but_tells_skills_apart() -> None:
    assert known("hindrances", "", "Blind (Major)") == "Blind"
    assert known("edges", "", "Level Headed (Imp)") == "Improved Level Headed"
    assert known("skills", "", "Language (Elvish)") is None


def test_attributes_and_skills_are_traits() -> None:
    assert trait_named("St\u00e4rke") == "Strength"
    assert trait_named("Schie\u00dfen") == "Shooting"
    assert trait_named("Basket Weaving") == "Basket Weaving"
    assert attribute_named("\u0441\u0438\u043b\u0430") == "strength"
    assert attribute_named("Fighting") is None


def test_the_item_for_unskilled_rolls_is_no_skill() -> None:
    assert is_unskilled("none", "Unskilled Attempt")
    assert is_unskilled("unskilled-attempt", "?")
    assert is_unskilled("", "Unge\u00fcbt")
    assert not is_unskilled("fighting", "Fighting")


@pytest.mark.parametrize("family", ["skills", "edges", "hindrances"])
def test_no_name_stands_for_two_things(family: str) -> None:
    source = files("sw_data.formats").joinpath("names.json").read_text(encoding="utf-8")
    names: dict[str, list[str]] = json.loads(source)[family]
    seen: dict[str, str] = {}
    for canonical, others in names.items():
        for name in {folded(each) for each in (canonical, *others)}:
            assert seen.setdefault(name, canonical) == canonical, name


def test_a_slug_is_small_letters_and_dashes() -> None:
    assert slug("Common Knowledge") == "common-knowledge"


def test_each_language_stays_a_skill_of_its_own() -> None:
    assert known("skills", "language", "Language (Elven)") == "Language (Elven)"
    assert known("skills", "language", "Sprache") == "Language"
