from __future__ import annotations

from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic
from sw_data.formats.registry import format_of

OURS = {"_stats": {"systemId": "swade"}}


def found(document: dict[str, Any]) -> list[Diagnostic]:
    form = format_of(document)
    assert form is not None
    return [each for each in check(document, form.read(document)) if each.code.startswith("SW1")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("charakter", "character"), ("Vehicle", "vehicle"), ("wepon", "weapon"), ("ancestory", "ancestry")],
)  # fmt: skip
def test_a_misspelt_type_is_told_with_the_one_that_is_meant(written: str, meant: str) -> None:
    [finding] = found({"name": "Joe", "type": written, "system": {}})
    assert (finding.code, finding.severity, finding.pointer) == ("SW111", "error", "/type")
    assert f"did you mean {meant!r}?" in finding.message
    assert finding.fix is not None
    assert finding.fix.edits[0].value == meant
    assert not finding.fix.safe


def test_a_type_like_no_other_is_an_error_only_in_a_document_of_our_system() -> None:
    ghost: dict[str, Any] = {"name": "Joe", "type": "ghost", "system": {}, "items": []}
    [own] = found({**ghost, **OURS})
    [unsaid] = found(ghost)
    assert (own.code, own.severity) == ("SW111", "error")
    assert (unsaid.code, unsaid.severity) == ("SW111", "info")
    assert "there are character, npc, vehicle, group" in own.message


def test_a_misspelt_item_is_told_once_and_the_types_of_modules_and_of_foundry_are_not() -> None:
    joe: dict[str, Any] = {
        "name": "Joe",
        "type": "group",
        "system": {},
        "items": [
            {"name": "A", "type": "gera", "system": {}},
            {"name": "B", "type": "my-module.gear", "system": {}},
        ],
    }
    assert [(each.code, each.pointer) for each in found(joe)] == [("SW111", "/items/0/type")]
    for kind in ("base", "text", "script", "my-module.pack"):
        assert found({"_id": "a", "name": "x", "type": kind, "system": {}, "flags": {}}) == []


def test_a_document_of_another_game_is_said_so_and_nothing_else() -> None:
    spell: dict[str, Any] = {
        "name": "Joe",
        "type": "charakter",
        "system": {},
        "_stats": {"systemId": "dnd5e"},
    }
    assert [each.code for each in found(spell)] == ["SW104"]


@pytest.mark.parametrize("key", ["system", "data"])
def test_a_sheet_without_name_and_attributes_is_warned_of_with_what_is_assumed(key: str) -> None:
    told = {each.message: each.severity for each in found({"type": "npc", key: {}})}
    assert told["the sheet has no name; it is called 'unnamed'"] == "warning"
    lacks = "the sheet does not say Agility, Smarts, Spirit, Strength, Vigor; d4 is taken"
    assert told[lacks] == "warning"


def test_a_sheet_that_leaves_out_some_attributes_is_only_noted() -> None:
    joe: dict[str, Any] = {
        "name": "Joe",
        "type": "npc",
        "system": {"attributes": {"vigor": {"die": {"sides": 6}}}},
    }
    assert {each.severity for each in found(joe)} == {"info"}
