"""A typed log resolves as its JSON form does, and a finding says the place in the text."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import sw_data as sw
from sw_data.api.typed import log_json, log_text
from sw_data.errors import DocumentError

pytest.importorskip("lark", reason="the text form needs lark: pip install 'sw-data[text]'")

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_typed_fight_comes_out_as_the_same_fight_in_json(fixtures: Path, tmp_path: Path) -> None:
    party = fixtures / "demo" / "party.json"
    path = tmp_path / "fight.txt"
    path.write_text(log_text(fixtures / "demo" / "fight.json"), encoding="utf-8")
    typed, plain = (
        sw.resolve(log, actors=party) for log in (path, fixtures / "demo" / "fight.json")
    )
    assert typed.outcomes == plain.outcomes
    assert typed.seed == plain.seed


def test_a_missing_file_of_actors_is_found_where_the_text_names_it(tmp_path: Path) -> None:
    path = tmp_path / "fight.txt"
    path.write_text("seed 7\n\nactors from a.json\n  actors from b.json\nround\n", "utf-8")
    run = sw.resolve(path)
    assert [(each.line, each.column, each.code) for each in run.diagnostics] == [
        (3, 13, "SW618"),
        (4, 15, "SW618"),
    ]


def test_the_json_of_a_typed_log_is_a_log_again(fixtures: Path) -> None:
    value = log_json(fixtures / "demo" / "fight.json")
    assert log_text(value) == log_text(fixtures / "demo" / "fight.json")
    assert log_json(log_text(value).encode()) == value


def test_an_action_that_cannot_be_read_is_not_written() -> None:
    log = {"format": "sw-data/log", "actions": [{"id": "x", "type": "hold"}]}
    with pytest.raises(DocumentError, match="'x' cannot be read"):
        log_text(log)


def test_the_commands_take_the_text_form_and_give_it(
    sw_data_command: Run, fixtures: Path, tmp_path: Path
) -> None:
    fight, party = fixtures / "demo" / "fight.json", fixtures / "demo" / "party.json"
    text = tmp_path / "fight.txt"
    made = sw_data_command("convert", fight, "--to", "text", "-o", text)
    assert (made.returncode, made.stderr) == (0, "")
    ran = sw_data_command("resolve", text, "--actors", party)
    assert ran.stdout == sw_data_command("resolve", fight, "--actors", party).stdout
    back = sw_data_command("convert", text, "--to", "log")
    assert json.loads(back.stdout) == log_json(fight)


def test_the_command_says_in_one_line_where_a_typed_log_is_wrong(sw_data_command: Run) -> None:
    ran = sw_data_command("resolve", "-", stdin="round\nJoe attaks Goblin with Axe\n")
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert "-:2:5: expected `attacks`, not 'attaks'" in ran.stderr


def test_a_file_that_is_neither_is_said_to_be_neither(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("hello world", encoding="utf-8")
    with pytest.raises(DocumentError, match="no JSON"):
        sw.resolve(path)
