"""Reports about notebooks, schemas and the command line (section N), each with an input that shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]


@pytest.fixture(scope="module")
def shell() -> Any:
    pytest.importorskip("IPython", reason="needs sw-data[jupyter]")
    from IPython.core import interactiveshell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    made: Any = interactiveshell.InteractiveShell
    running = made(config=config)
    running.run_line_magic("load_ext", "sw_data")
    return running


# R121
@pytest.mark.parametrize(
    "note", ["{id}", "{{id}}", "$id", ":1", "->", "a: {b: [$c, :d]}", "%s %(x)s"]
)
def test_json_in_a_cell_is_taken_as_it_is_written(shell: Any, note: str) -> None:
    shell.user_ns["id"] = "WRONG"
    log = {"format": "sw-data/log", "version": 1, "actions": [{"id": note, "type": "round"}]}
    ran = shell.run_cell("%%sw resolve\n" + json.dumps(log))
    assert ran.success
    assert [each.id for each in ran.result.outcomes] == [note]


# R121
def test_a_modifier_below_nought_on_a_line_is_no_option(shell: Any) -> None:
    ran = shell.run_cell("%sw roll 2d8-2")
    assert ran.success, ran


# R123
@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({"id": "a", "type": "attack", "actor": "Orc", "weapon": 7, "target": "Orc"}, "weapon"),
        ({"id": "a", "type": "damage", "target": "Orc", "damage": "2d6", "ap": "x"}, "ap"),
        ({"id": "a", "type": "trait", "actor": "Orc", "trait": "Vigor", "tn": []}, "tn"),
    ],
)
def test_an_action_is_checked_as_what_its_type_says_and_by_nothing_else(
    written: Write, action: dict[str, Any], pointer: str
) -> None:
    log = {"format": "sw-data/log", "version": 1, "actors": [], "actions": [action]}
    path = written("log.json", json.dumps(log, indent=1))
    found = [each for each in sw.validate(path) if each.pointer and each.pointer.startswith("/actions/0/")
             and each.code not in ("SW604", "SW612")]  # fmt: skip
    assert [each.pointer for each in found] == [f"/actions/0/{pointer}"]
    assert (
        found[0].line
        == path.read_text()
        .splitlines()
        .index(next(line for line in path.read_text().splitlines() if f'"{pointer}"' in line))
        + 1
    )


# R123
def test_an_item_of_a_wrong_shape_is_told_where_it_is_wrong(
    npc: Make, item: Make, written: Write
) -> None:
    sheet = npc(items=(item("weapon", "Sword", damage="@str+d8", minStr="d8", ap=[]),))
    path = written("orc.json", json.dumps(sheet, indent=1))
    (found,) = [each for each in sw.validate(path) if each.severity != "info"]
    assert found.pointer == "/items/0/system/ap"
    assert path.read_text().splitlines()[(found.line or 0) - 1].strip().startswith('"ap"')
