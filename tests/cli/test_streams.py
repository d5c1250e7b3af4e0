"""Where output goes: standard output for `-`, files that are tried first, streams that are closed, readers that leave."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
Shell = Callable[[str], subprocess.CompletedProcess[str]]

TALE = "7 resolved, 0 rejected, 2 revised; ruleset core, seed 7"


@pytest.fixture
def shell(fixtures: Path, tmp_path: Path) -> Shell:
    """Runs a line of the shell in which `sw-data` is ours, `FIGHT` its arguments for the demo, and files go astray."""
    folder = Path(sys.executable).parent
    fight = f"resolve {fixtures}/demo/fight.json --actors {fixtures}/demo/party.json"

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-c", line.replace("sw-data", f"{folder}/sw-data").replace("FIGHT", fight)],
            capture_output=True,
            encoding="utf-8",
            check=False,
            cwd=tmp_path,
            timeout=120,
        )

    return run


@pytest.mark.parametrize("option", ["--export", "--updates", "--macro", "--export-chat"])
def test_a_dash_is_standard_output_and_nothing_else_is_there(
    option: str, fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    demo = fixtures / "demo"
    fight = ["resolve", str(demo / "fight.json"), "--actors", str(demo / "party.json")]
    ran = sw_data_command(*fight, option, "-", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, f"{TALE}\n")
    assert list(tmp_path.iterdir()) == []
    sw_data_command(*fight, option, tmp_path / "written", cwd=tmp_path)
    assert (tmp_path / "written").read_text("utf-8") == ran.stdout


def test_actors_of_several_files_do_not_fit_on_standard_output(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    folder = tmp_path / "party"
    folder.mkdir()
    (folder / "party.json").write_bytes((fixtures / "demo/party.json").read_bytes())
    ran = sw_data_command(
        "resolve", fixtures / "demo/fight.json", "--actors", folder, "--export", "-"
    )
    assert ran.returncode == 2
    assert "standard output takes one file" in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    "option", ["--export", "--updates", "--macro", "--export-chat", "--outcomes"]
)
@pytest.mark.parametrize("place", ["no/where", "here.json/below", "/proc/nothing"])
def test_a_place_where_nothing_can_be_written_is_refused_before_the_fight(
    option: str, place: str, fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    if place.startswith("/proc") and not Path("/proc").is_dir():
        pytest.skip("there is no /proc here")
    (tmp_path / "here.json").write_text("{}")
    ran = sw_data_command(
        "resolve", fixtures / "demo/fight.json", "--actors", fixtures / "demo/party.json",
        option, place, cwd=tmp_path,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    assert f"{place}: cannot be written" in ran.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--explain", "a1", "--format", "json"),
        ("--explain", "a1", "--outcomes", "o.jsonl"),
        ("--explain", "a1", "--audit"),
        ("--audit", "--outcomes", "o.jsonl"),
        ("--explain", "a1", "--export", "-"),
        ("--audit", "--macro", "-"),
    ],
    ids=" ".join,
)
def test_no_answer_that_was_asked_for_is_left_out_in_silence(
    options: tuple[str, ...], fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command("resolve", fixtures / "demo/fight.json", *options, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert options[0] in ran.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line", ["sw-data rules >&-", "sw-data FIGHT --format json >&-", "sw-data --help >&-"]
)
def test_a_closed_standard_output_is_said_in_one_line(line: str, shell: Shell) -> None:
    ran = shell(line)
    assert ran.returncode == 2
    assert ran.stderr == "sw-data: error: standard output is closed\n"


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("sw-data resolve - <&-", 2, "-:1:1: the file is empty"),
        ("sw-data resolve - </dev/null", 2, "-:1:1: the file is empty"),
        ("sw-data resolve nothing.json 2>&-", 2, ""),
        ("sw-data FIGHT 2>&-", 0, ""),
        ("sw-data <&- >&- 2>&-", 2, ""),
    ],
)
def test_other_closed_streams_are_no_bug(line: str, status: int, said: str, shell: Shell) -> None:
    ran = shell(line)
    assert ran.returncode == status
    assert said in ran.stderr
    assert "should not happen" not in ran.stderr


def test_a_full_disk_is_said_once(shell: Shell) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    for line in ("sw-data rules >/dev/full", "sw-data FIGHT --outcomes - >/dev/full"):
        ran = shell(line)
        assert (ran.returncode, ran.stderr) == (2, "sw-data: error: no space left on device\n")


def test_files_are_written_though_the_reader_of_the_tale_leaves(
    shell: Shell, tmp_path: Path
) -> None:
    # The reader has gone before the first word: the shell waits for it.
    ran = shell("{ sleep 1; sw-data FIGHT --export after.json; echo $? >status; } | true")
    assert ran.stderr == ""
    assert (tmp_path / "status").read_text() == "0\n"
    assert len(json.loads((tmp_path / "after.json").read_bytes())) == 3


def test_without_files_a_reader_that_has_left_ends_the_command_in_silence(
    shell: Shell, tmp_path: Path
) -> None:
    ran = shell("{ sleep 1; sw-data rules; echo $? >status; } | true")
    assert ran.stderr == ""
    assert (tmp_path / "status").read_text() == "2\n"
