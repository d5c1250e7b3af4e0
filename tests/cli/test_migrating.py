from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
AXE = {
    "_id": "axe0000000000001",
    "name": "Axe",
    "type": "weapon",
    "data": {"damage": "2d6", "equipped": True},
}


@pytest.fixture
def axe(tmp_path: Path) -> Path:
    path = tmp_path / "axe.json"
    path.write_text(json.dumps(AXE, indent=2), encoding="utf-8")
    return path


def test_a_file_is_printed_and_the_summary_is_not(axe: Path, sw_data_command: Command) -> None:
    ran = sw_data_command("convert", axe, "--target", "6.0")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["system"]["equipStatus"] == 4
    assert "1 document of 1 brought up to 6.0.0" in ran.stderr


def test_standard_input_is_brought_up_too(sw_data_command: Command) -> None:
    ran = sw_data_command("convert", "-", "--target", "6.0", stdin=json.dumps(AXE))
    assert json.loads(ran.stdout)["system"]["equipStatus"] == 4


def test_a_dry_run_prints_the_report_and_writes_nothing(
    axe: Path, sw_data_command: Command, tmp_path: Path
) -> None:
    before = axe.read_bytes()
    ran = sw_data_command("convert", axe, "--target", "6.0", "--dry-run")
    assert "items.equipped: /data/equipped -> /system/equipStatus (true -> 4)" in ran.stdout
    sw_data_command("convert", axe, "--target", "6.0", "--dry-run", "--report", tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["summary"]["changed"] == 1
    assert axe.read_bytes() == before


def test_a_run_in_place_twice_changes_nothing_the_second_time(
    axe: Path, sw_data_command: Command
) -> None:
    assert sw_data_command("convert", axe, "--target", "6.0", "--in-place").returncode == 0
    before = axe.read_bytes()
    again = sw_data_command("convert", axe, "--target", "6.0", "--in-place")
    assert "0 documents of 1" in again.stderr
    assert axe.read_bytes() == before


def test_several_files_go_into_a_folder_with_a_report(
    axe: Path, sw_data_command: Command, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps(AXE), encoding="utf-8")
    out, report = tmp_path / "out", tmp_path / "report.txt"
    ran = sw_data_command(
        "convert", axe, other, "--target", "6.0", "-o", f"{out}/", "--report", report
    )
    assert ran.returncode == 0
    assert sorted(path.name for path in out.iterdir()) == ["axe.json", "other.json"]
    assert report.read_text(encoding="utf-8").count("Axe (weapon)") == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--target", "1.1"], "is of version 2.0 or later"),
        (["--target", "9"], "no version '9'"),
        (["--target", "6.0", "--dry-run", "-o", "x"], "--dry-run writes nothing"),
        (["--target", "6.0", "--in-place", "-o", "x"], "leave out -o"),
        (["--target", "6.0", "--from", "foundry"], "--from goes with --to"),
        (["--to", "sw-data", "--dry-run"], "without --to"),
        (["--target", "6.0", "--report", "-"], "name a file for --report"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    options: list[str], said: str, tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "axe.json"
    path.write_text(json.dumps({**AXE, "data": None, "system": {}}), encoding="utf-8")
    ran = sw_data_command("convert", path, *options, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert said in ran.stderr
    assert not (tmp_path / "x").exists()


def test_a_folder_needs_a_place(axe: Path, sw_data_command: Command) -> None:
    ran = sw_data_command("convert", axe.parent, "--target", "6.0")
    assert ran.returncode == 2
    assert "-o" in ran.stderr
