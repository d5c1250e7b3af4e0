"""Small Foundry sheets of ours, and places to write them to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ATTRIBUTES = ("agility", "smarts", "spirit", "strength", "vigor")


def _die(text: str) -> dict[str, Any]:
    sides, _, bonus = text.removeprefix("d").partition("+")
    return {"die": {"sides": int(sides), "modifier": int(bonus or 0)}, "wild-die": {"sides": 6}}


@pytest.fixture(scope="session")
def item() -> Callable[..., dict[str, Any]]:
    """An item of a type, with a name and its system data."""

    def make(kind: str, name: str, **system: Any) -> dict[str, Any]:
        ident = f"{kind}{name}".replace(" ", "")[:16].ljust(16, "0")
        return {"_id": ident, "name": name, "type": kind, "system": system, "effects": []}

    return make


@pytest.fixture(scope="session")
def npc(item: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """A Foundry sheet: attributes as texts, skills as texts, and what else is given."""

    def make(
        name: str = "Orc",
        *,
        skills: dict[str, str] | None = None,
        items: tuple[dict[str, Any], ...] = (),
        wild_card: bool = True,
        system: dict[str, Any] | None = None,
        **attributes: str,
    ) -> dict[str, Any]:
        dice = {each: _die(attributes.get(each, "d6")) for each in ATTRIBUTES}
        owned = [
            item("skill", skill, attribute="agility", **_die(text))
            for skill, text in (skills or {}).items()
        ]
        base: dict[str, Any] = {
            "attributes": dice,
            "stats": {"toughness": {"value": 0, "armor": 0}, "parry": {"value": 0}, "size": 0},
            "details": {"autoCalcToughness": True, "autoCalcParry": True},
            "wounds": {"value": 0, "max": 3 if wild_card else 1, "ignored": 0},
            "fatigue": {"value": 0, "max": 2},
            "bennies": {"value": 3, "max": 3},
            "pace": {"base": "ground", "ground": 6},
            "wildcard": wild_card,
        }
        return {
            "_id": name.replace(" ", "")[:16].ljust(16, "0"),
            "name": name,
            "type": "npc",
            "system": {**base, **(system or {})},
            "items": [*owned, *items],
            "effects": [],
        }

    return make


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, object], Path]:
    """Writes a JSON value, or a text as it is, and says where."""

    def write(name: str, value: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write
