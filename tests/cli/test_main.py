"""The frame of the command line: help, exit statuses, one clear line for what goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from sw_data_cli.main import COMMANDS, cli

Command = Callable[..., subprocess.CompletedProcess[str]]
CONTEXT = click.Context(cli, info_name="sw-data")


def one_line(text: str) -> str:
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("sw-data: error: ")
    return lines[0]


def test_help_lists_every_command(sw_data_command: Command) -> None:
    ran = sw_data_command("--help")
    assert ran.returncode == 0
    assert [name for name in COMMANDS if f"  {name} " not in ran.stdout] == []


def test_without_a_command_the_help_goes_to_standard_error(sw_data_command: Command) -> None:
    ran = sw_data_command()
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Usage: sw-data" in ran.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_name_that_it_is_listed_by(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    assert command.name == name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, sw_data_command: Command) -> None:
    ran = sw_data_command(name, "--help")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"Usage: sw-data {name}" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["reslove"], "No such command 'reslove'"),
        (["--foo"], "No such option '--foo'"),
        (["resolve"], "Missing argument 'LOG'"),
        (["resolve", "log.json", "--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["resolve", "log.json", "--seed", "seven"], "'seven' is not a valid integer"),
        (["validate"], "Missing argument 'PATH...'"),
        (["validate", "x.json", "--diff"], "--fix is not given"),
        (["convert", "x.json"], "Missing option '--to'"),
    ],
)
def test_a_wrong_use_is_one_line_that_says_where_to_look(
    arguments: list[str], said: str, sw_data_command: Command
) -> None:
    ran = sw_data_command(*arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    line = one_line(ran.stderr)
    assert said in line
    assert "--help)" in line


def test_help_and_version_need_no_pydantic() -> None:
    for argument in ("--help", "--version"):
        program = (
            f"import sys; sys.argv = ['sw-data', '{argument}']\n"
            "from sw_data_cli.main import main\n"
            "try: main()\n"
            "except SystemExit as end: assert not end.code\n"
            "assert 'pydantic' not in sys.modules\n"
            "assert not [name for name in sys.modules if name.startswith('sw_data.api')]"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
        )
        assert ran.returncode == 0, ran.stderr


def test_a_bug_is_one_line_that_asks_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys; sys.argv = ['sw-data', 'schema']\n"
        "import sw_data.schema\n"
        "def broken(): raise RuntimeError('first line\\nsecond line')\n"
        "sw_data.schema.names = broken\n"
        "from sw_data_cli.main import main\n"
        "main()"
    )
    monkeypatch.delenv("SW_DATA_DEBUG", raising=False)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 2
    assert "please report it" in one_line(ran.stderr)
    monkeypatch.setenv("SW_DATA_DEBUG", "1")
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )
    assert "Traceback" in ran.stderr


def test_an_error_message_cannot_steer_the_terminal(sw_data_command: Command) -> None:
    ran = sw_data_command("resolve", "\x1b[31mred\x07.json")
    assert ran.returncode == 2
    assert "\x1b" not in ran.stderr
    assert "\\x1b[31mred\\x07.json" in one_line(ran.stderr)


def test_a_reader_that_goes_away_is_no_error(root: Path) -> None:
    script = str(Path(sys.executable).parent / "sw-data")
    ran = subprocess.run(
        ["sh", "-c", f"{script} rules | head -n 1"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=root,
    )
    assert ran.stderr == ""
    assert len(ran.stdout.splitlines()) == 1


def test_names_that_standard_output_cannot_encode_are_escaped(
    sw_data_command: Command, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.json"
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    weapon = {"name": "Schlägel \ud83d", "damage": "Str+d4"}
    sheet.write_text(
        json.dumps(
            {"kind": "character", "name": "Jörg", "attributes": attributes, "weapons": [weapon]}
        )
    )
    ran = sw_data_command(
        "weapon", sheet, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    )
    assert ran.returncode == 0, ran.stderr
    assert "rg (Strength d6)" in ran.stdout
    ran = sw_data_command("weapon", sheet, "--format", "json")
    assert json.loads(ran.stdout)[0]["name"] == weapon["name"]


def test_a_misspelled_command_is_told_which_was_meant(sw_data_command: Command) -> None:
    ran = sw_data_command("valdate", "x.json")
    assert ran.returncode == 2
    assert "No such command 'valdate'; did you mean 'validate'? (see" in one_line(ran.stderr)
    ran = sw_data_command("odds", "atack")
    assert "did you mean 'attack'?" in one_line(ran.stderr).casefold()
    assert "did you mean" not in one_line(sw_data_command("xyzzy").stderr)
