"""Characters to try every format on, and what a format may be asked to keep of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sw_data.dice import Damage, Die
from sw_data.models import ATTRIBUTES, ArmorPiece, Character, Weapon

# Any letter, sign or emoji, but no control character: those are taken out, which tests of their own say.
_WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn", "Co")),
    min_size=1,
    max_size=20,
).map(lambda text: " ".join(text.split()))
# What a name is made of where a format's own marks would end it.
_PLAIN = st.from_regex(
    r"[A-ZÄÖÉ][a-zäöüéß]{2,8}( [A-Z][a-z]{2,8})?( \([A-Z][a-z]{2,6}\))?", fullmatch=True
)
_DICE = st.builds(Die, st.sampled_from([4, 6, 8, 10])) | st.builds(
    Die, st.just(12), st.integers(0, 4)
)
_DAMAGE = st.builds(
    Damage,
    st.lists(st.sampled_from([4, 6, 8, 10, 12]), min_size=1, max_size=3).map(
        lambda dice: tuple(sorted(dice))
    ),
    st.booleans(),
    st.integers(-2, 3),
)
_SKILLS = st.sampled_from(
    [
        "Fighting",
        "Shooting",
        "Notice",
        "Stealth",
        "Common Knowledge",
        "Athletics",
        "Weird Science",
        "Knots",
    ]
)


def _character(names: SearchStrategy[str]) -> SearchStrategy[Character]:
    weapons = st.builds(
        Weapon,
        name=names,
        damage=_DAMAGE,
        ap=st.integers(0, 40),
        reach=st.integers(0, 3),
        rof=st.integers(1, 6),
        range=st.none() | st.sampled_from([(3, 6, 12), (12, 24, 48)]),
        min_strength=st.none() | _DICE,
        parry=st.sampled_from([0, 0, 1, -1, 2]),
        adds_strength=st.none() | st.booleans(),
        ready=st.booleans(),
    )
    armor = st.builds(
        ArmorPiece,
        name=names,
        armor=st.integers(0, 9),
        min_strength=st.none() | _DICE,
        worn=st.booleans(),
    )
    sheet: dict[str, SearchStrategy[Any]] = {
        "name": names,
        "wild_card": st.booleans(),
        "attributes": st.fixed_dictionaries({each: _DICE for each in ATTRIBUTES}),
        "skills": st.dictionaries(_SKILLS, _DICE, max_size=5),
        "parry": st.integers(2, 15),
        "toughness": st.integers(10, 40),
        "armor": st.integers(0, 9),
        "pace": st.integers(0, 20),
        "size": st.integers(-4, 12),
        "bennies": st.none() | st.integers(0, 6),
        "wounds": st.fixed_dictionaries({"value": st.integers(0, 3), "max": st.integers(3, 6)}),
        "fatigue": st.fixed_dictionaries({"value": st.integers(0, 1), "max": st.integers(2, 3)}),
        "edges": st.lists(names.filter(lambda name: len(name) > 2), max_size=3),
        "hindrances": st.lists(names.filter(lambda name: len(name) > 2), max_size=2),
        "weapons": st.lists(weapons, max_size=3, unique_by=lambda each: each.name),
        "armor_pieces": st.lists(armor, max_size=2),
    }
    return st.fixed_dictionaries(sheet).map(Character.model_validate)


def _meaning(model: Character) -> Character:
    """The same character with Strength written out in the damage of each weapon, as many formats do."""

    def plainly(weapon: Weapon) -> Weapon:
        told = weapon.adds_strength
        if told is None:
            told = weapon.damage.strength or (weapon.range is None and bool(weapon.damage.dice))
        damage = Damage(weapon.damage.dice, told, weapon.damage.flat)
        return weapon.model_copy(update={"damage": damage, "adds_strength": told})

    return model.model_copy(update={"weapons": tuple(plainly(each) for each in model.weapons)})


@pytest.fixture(scope="session")
def meaning() -> Callable[[Character], Character]:
    """What a character plays as, whichever way its weapons say that they add Strength."""
    return _meaning


@pytest.fixture(scope="session")
def characters() -> SearchStrategy[Character]:
    """Characters whose names are of any letters and signs."""
    return _character(_WORDS.filter(lambda name: name not in ("", "-", "\u2014", "(Unarmored)")))


@pytest.fixture(scope="session")
def plainly_named() -> SearchStrategy[Character]:
    """Characters whose names have no mark that a stat block sets between things."""
    return _character(_PLAIN)
