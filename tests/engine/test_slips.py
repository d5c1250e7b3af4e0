"""A trait that nobody knows is rolled unskilled, and said to be a likely slip (SW616)."""

from __future__ import annotations

import pytest

from sw_data.engine import Engine
from sw_data.models import ACTION, Character

DICE = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def _warnings(trait: str) -> list[tuple[str | None, str]]:
    joe = Character.model_validate(
        {"kind": "character", "name": "Joe", "attributes": DICE, "skills": {"Shooting": "d8"}}
    )
    encounter = Engine([joe]).encounter()
    action = ACTION.validate_python({"id": "a1", "type": "trait", "actor": "Joe", "trait": trait})
    outcomes = [*encounter.act(action), *encounter.finish()]
    return [(each.code, each.message) for each in outcomes[0].outcome.warnings]


def test_a_misspelt_skill_is_rolled_unskilled_with_a_warning_that_names_the_likely_one() -> None:
    [(code, message)] = _warnings("Shootng")
    assert code == "SW616"
    assert "did you mean 'Shooting'?" in message


@pytest.mark.parametrize("trait", ["Shooting", "shooting", "Fighting", "Vigor", "Lockpicking"])
def test_a_trait_that_is_known_or_published_is_no_slip(trait: str) -> None:
    assert _warnings(trait) == []
