"""`sw-data convert` with every format and its report, and `sw-data diff`, as they are installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_many_inputs_go_into_a_folder_with_a_report(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    out, report = tmp_path / "out", tmp_path / "report.json"
    arguments = (
        "convert", fixtures / "statblocks" / "german.txt", fixtures / "own" / "joe.json",
        "--to", "fantasy-grounds", "-o", f"{out}/", "--report", report,
    )  # fmt: skip
    ran = sw_data_command(*arguments)
    assert ran.returncode == 1, ran.stderr
    assert sorted(path.name for path in out.iterdir()) == ["Joe.xml", "Räuberhauptmann.xml"]
    told = json.loads(report.read_text("utf-8"))
    assert told["summary"]["documents"] == 2
    assert told["documents"][1]["unmapped"]
    assert sw_data_command(*arguments, "--lossy").returncode == 0


def test_what_is_left_behind_is_told_one_by_one(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    joe = fixtures / "own" / "joe.json"
    ran = sw_data_command("convert", joe, "--to", "savaged-us", "-o", tmp_path / "x.json")
    assert ran.returncode == 1
    assert ran.stderr.count("SW193: savaged-us has no place for conditions.0 'shaken'") == 1
    assert "sw-data validate shows" not in ran.stderr


def test_a_text_on_standard_input_is_told_by_its_content(
    fixtures: Path, sw_data_command: Command
) -> None:
    block = (fixtures / "statblocks" / "german.txt").read_text("utf-8")
    ran = sw_data_command("convert", "-", "--to", "sw-data", stdin=block)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["name"] == "Räuberhauptmann"


def test_the_report_can_be_printed_when_the_documents_go_elsewhere(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    joe = fixtures / "own" / "joe.json"
    ran = sw_data_command(
        "convert", joe, "--to", "markdown", "-o", tmp_path / "joe.md", "--report", "-"
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Joe: sw-data to markdown: ")
    assert (tmp_path / "joe.md").read_text("utf-8").startswith("# Joe")
    ran = sw_data_command("convert", joe, "--to", "markdown", "--report", "-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "name a file for --report" in ran.stderr


def test_diff_has_a_status_for_equal_different_and_unusable(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    joe = fixtures / "own" / "joe.json"
    foundry = tmp_path / "joe.json"
    assert sw_data_command("convert", joe, "--to", "foundry", "-o", foundry).returncode == 0
    same = sw_data_command("diff", joe, foundry)
    assert (same.returncode, same.stderr) == (0, "")
    assert "1 equal, 0 different" in same.stdout
    other = sw_data_command("diff", joe, fixtures / "demo" / "party.json", "--format", "json")
    assert other.returncode == 1
    told = json.loads(other.stdout)
    assert told["summary"] == {"equal": 0, "different": 1, "only_left": 0, "only_right": 2}
    broken = sw_data_command("diff", joe, "-", stdin="{")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert sw_data_command("diff", "-", "-").returncode == 2


def test_diff_writes_a_page_and_never_over_an_input(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    joe = tmp_path / "joe.json"
    joe.write_bytes((fixtures / "own" / "joe.json").read_bytes())
    page = tmp_path / "page.html"
    ran = sw_data_command("diff", joe, joe, "--format", "html", "-o", page)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert sw_data_command("diff", joe, joe, "-o", joe).returncode == 2
    assert json.loads(joe.read_text("utf-8"))["name"] == "Joe"


@pytest.mark.parametrize(
    ("form", "begins"),
    [("sarif", "{"), ("junit", "<?xml"), ("html", "<!doctype html>")],
)
def test_validate_reports_in_every_form(
    form: str, begins: str, tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "joe.json"
    path.write_text('{"kind": "character", "name": "Joe"}', "utf-8")
    ran = sw_data_command("validate", path, "--format", form)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith(begins)
    assert "SW123" in ran.stdout


def test_validate_takes_the_choices_of_the_nearest_project(
    tmp_path: Path, sw_data_command: Command
) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "packs"
    inner.mkdir()
    (inner / "joe.json").write_text('{"kind": "character", "name": "Joe"}', "utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.sw-data]\nignore = ["SW123"]\n', "utf-8")
    other = tmp_path / "other.toml"
    other.write_text("ignore = []\n", "utf-8")

    def status(*options: str) -> int:
        return sw_data_command("validate", "joe.json", *options, cwd=inner).returncode

    assert status() == 0
    assert status("--no-config") == 1
    assert status("--config", str(other)) == 1
    assert status("--config", str(other), "--no-config") == 2
    (tmp_path / "pyproject.toml").write_text('[tool.sw-data]\nignore = ["SW999"]\n', "utf-8")
    assert status() == 2


def test_sheets_of_one_name_get_files_of_their_own_and_what_is_written_over_is_said(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    joe = json.loads((fixtures / "own" / "joe.json").read_text("utf-8"))
    for number, name in enumerate(("Joe", "JOE", "😀")):
        (tmp_path / f"{number}.json").write_text(json.dumps({**joe, "name": name}), "utf-8")
    out = tmp_path / "out"
    arguments = (*sorted(tmp_path.glob("*.json")), "--to", "markdown", "-o", f"{out}/")
    first = sw_data_command("convert", *arguments)
    assert (first.returncode, first.stderr) == (0, "")
    assert sorted(each.name for each in out.iterdir()) == ["JOE-2.md", "Joe.md", "character.md"]
    again = sw_data_command("convert", *arguments)
    assert "written over what was there: Joe.md, JOE-2.md, character.md" in again.stderr


def test_a_foundry_sheet_is_brought_up_with_every_byte_that_no_step_is_about(
    tmp_path: Path, sw_data_command: Command
) -> None:
    edge = tmp_path / "edge.json"
    edge.write_text('{"_id": "a", "name": "Brave",\n   "type": "edge", "mine": 2.50, "data": {}}', "utf-8")  # fmt: skip
    with_format = sw_data_command("convert", edge, "--to", "foundry", "--target", "6.0")
    without = sw_data_command("convert", edge, "--target", "6.0")
    assert with_format.stdout == without.stdout
    assert '\n   "type": "edge", "mine": 2.50' in with_format.stdout
    out = tmp_path / "out"
    sw_data_command("convert", edge, "--to", "foundry", "--target", "6.0", "-o", f"{out}/")
    assert (out / "Brave.json").read_text("utf-8") == without.stdout


def test_a_file_of_another_encoding_stays_as_it_is_byte_for_byte(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    source = fixtures / "fantasy-grounds" / "latin1.xml"
    out = tmp_path / "out.xml"
    ran = sw_data_command("convert", source, "--to", "fantasy-grounds", "-o", out)
    assert ran.returncode in (0, 1), ran.stderr
    assert out.read_bytes() == source.read_bytes()
