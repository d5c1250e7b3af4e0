from __future__ import annotations

from typing import Any

import pytest

from sw_data.formats.foundry.sniff import is_foundry


@pytest.mark.parametrize(
    "document",
    [
        {"name": "Action Deck", "type": "deck", "cards": []},
        {"name": "Harbour", "tokens": [], "walls": []},
        {"name": "Notes", "pages": [{"type": "text"}]},
        {"name": "Black Joker", "flags": {"swade": {"isJoker": True}}, "content": ""},
    ],
)
def test_documents_that_are_neither_actor_nor_item_are_known_by_their_parts(
    document: dict[str, Any],
) -> None:
    assert is_foundry(document)


@pytest.mark.parametrize(
    "document",
    [
        {"cards": []},
        {"kind": "chase", "name": "x", "tokens": []},
        {"name": "x", "cards": "none"},
        {"name": "x", "flags": {"dnd5e": {"a": 1}}},
        {"name": "x", "flags": {"swade": {}}},
    ],
)
def test_documents_without_these_parts_are_not_taken_for_foundrys(document: dict[str, Any]) -> None:
    assert not is_foundry(document)
