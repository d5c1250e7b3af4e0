"""The demo fight, played by a German and a Cyrillic export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sw_data as sw


def _played(folder: Path) -> list[Any]:
    run = sw.resolve(folder / "fight.json", actors=folder / "party.json")
    assert run.summary["rejected"] == 0
    return [
        (
            outcome.id,
            outcome.status,
            outcome.result,
            outcome.total,
            outcome.tn,
            [(hit.damage, hit.toughness, hit.wounds) for hit in outcome.hits or ()],
            [(effect.field, effect.from_, effect.to) for effect in outcome.effects],
            [[(m.value, m.rule) for m in roll.modifiers] for roll in outcome.rolls],
        )
        for outcome in run.outcomes
    ]


@pytest.mark.parametrize("language", ["german", "cyrillic"])
def test_the_demo_fight_comes_out_the_same_in_another_language(
    fixtures: Path, language: str
) -> None:
    assert _played(fixtures / "logs" / language) == _played(fixtures / "demo")


@pytest.mark.parametrize("language", ["german", "cyrillic"])
def test_an_export_in_another_language_changes_by_the_fight_alone(
    fixtures: Path, tmp_path: Path, language: str
) -> None:
    folder = fixtures / "logs" / language
    run = sw.resolve(folder / "fight.json", actors=folder / "party.json")
    run.export(tmp_path / "after.json")
    before = (folder / "party.json").read_text(encoding="utf-8").splitlines()
    after = (tmp_path / "after.json").read_text(encoding="utf-8").splitlines()
    gone = [line.strip() for line in before if line not in after]
    assert gone == [line for line in gone if '"value"' in line or '"effects": []' in line]
