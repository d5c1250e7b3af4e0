"""`sw-data validate`, as it is installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def sheet(**more: Any) -> str:
    return json.dumps({"kind": "character", "name": "Joe", "attributes": ATTRIBUTES, **more})


def test_the_demo_has_no_error(fixtures: Path, sw_data_command: Command) -> None:
    ran = sw_data_command("validate", fixtures / "demo")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "SW217" in ran.stdout
    assert "party.json:" in ran.stdout


def test_json_counts_and_places_the_findings(tmp_path: Path, sw_data_command: Command) -> None:
    path = tmp_path / "joe.json"
    path.write_text('{"kind": "character", "name": "Joe",\n "wounds": {"value": -1}}')
    ran = sw_data_command("validate", path, "--format", "json")
    assert ran.returncode == 1
    report = json.loads(ran.stdout)
    assert report["summary"]["documents"] == 1
    assert report["summary"]["error"] == len(report["diagnostics"]) == 2
    wounds = next(each for each in report["diagnostics"] if each["pointer"] == "/wounds/value")
    assert (wounds["file"], wounds["line"], wounds["column"]) == (str(path), 2, 22)


@pytest.mark.parametrize(
    ("text", "code"),
    [("no json", "SW001"), ('{"a": [', "SW002"), ("", "SW009"), ('{"hello": "world"}', "SW003")],
)
def test_what_cannot_be_read_is_a_finding(
    text: str, code: str, tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    ran = sw_data_command("validate", path, "--format", "json")
    assert ran.returncode == 1
    assert [each["code"] for each in json.loads(ran.stdout)["diagnostics"]] == [code]


def test_a_file_that_is_not_there_is_a_finding(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "no-such-file.json", "--format", "json")
    assert ran.returncode == 1
    assert [each["code"] for each in json.loads(ran.stdout)["diagnostics"]] == ["SW012"]


def test_standard_input_is_called_by_its_dash(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "-", "--format", "json", stdin=sheet(wonds=1))
    assert ran.returncode == 1
    (finding,) = json.loads(ran.stdout)["diagnostics"]
    assert (finding["file"], finding["pointer"]) == ("-", "/wonds")


def test_a_warning_makes_the_status_1_only_when_strict(
    tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "joe.json"
    path.write_text('{"name": "Joe", ' + sheet()[1:])
    assert sw_data_command("validate", path).returncode == 0
    assert "SW006" in sw_data_command("validate", path).stdout
    assert sw_data_command("validate", path, "--strict").returncode == 1


def test_codes_are_selected_and_ignored_by_family(sw_data_command: Command) -> None:
    text = sheet(wonds=1, pace="fast")

    def codes(*more: str) -> list[str]:
        ran = sw_data_command("validate", "-", "--format", "json", *more, stdin=text)
        return sorted(each["code"] for each in json.loads(ran.stdout)["diagnostics"])

    one, other = codes()
    assert codes("--select", one) == [one]
    assert codes("--ignore", one) == [other]
    assert codes("--ignore", f"{one},{other}") == []
    assert codes("--select", "SW1") == [one, other]
    assert codes("--ignore", "SW1") == []


def test_a_code_that_does_not_exist_is_a_wrong_use(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "-", "--select", "SW999", stdin=sheet())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no diagnostic code begins with 'SW999'" in ran.stderr


def test_github_annotations_name_file_and_line(tmp_path: Path, sw_data_command: Command) -> None:
    (tmp_path / "joe.json").write_text(sheet(wonds=1))
    ran = sw_data_command("validate", "joe.json", "--format", "github", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.startswith("::error file=joe.json,line=1,col=")


def test_fix_mends_in_place_and_leaves_every_other_byte(
    tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "joe.json"
    before = sheet(zzz=1).replace(", ", ",\r\n   ")
    path.write_text(before, newline="")
    shown = sw_data_command("validate", path, "--fix", "--unsafe-fixes", "--diff")
    assert shown.returncode == 1
    assert '-   "zzz": 1' in shown.stdout
    assert path.read_bytes() == before.encode()
    safe_only = sw_data_command("validate", path, "--fix")
    assert safe_only.returncode == 1
    assert path.read_bytes() == before.encode()
    ran = sw_data_command("validate", path, "--fix", "--unsafe-fixes")
    assert ran.returncode == 0, ran.stdout
    assert "mended 1 finding" in ran.stderr
    assert path.read_bytes() == before.replace(',\r\n   "zzz": 1', "").encode()


def test_a_log_is_checked_with_its_actions_in_both_forms(
    tmp_path: Path, sw_data_command: Command
) -> None:
    header = {"format": "sw-data/log", "version": 1, "actors": [json.loads(sheet())]}
    action = {"id": "a1", "type": "trait", "actor": "Moe", "trait": "Vigor"}
    one = json.dumps({**header, "actions": [action]})
    lines = f"{json.dumps(header)}\n{json.dumps(action)}\n"
    for text, place in ((one, (1, one.index('"Moe"') + 1)), (lines, (2, 40))):
        ran = sw_data_command("validate", "-", "--format", "json", stdin=text)
        assert ran.returncode == 1, ran.stderr
        report = json.loads(ran.stdout)
        (finding,) = report["diagnostics"]
        assert finding["code"] == "SW611"
        assert (finding["line"], finding["column"]) == place
        assert report["summary"]["documents"] == 1


def test_two_actors_of_one_id_in_a_file_are_found(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "-", "--format", "json", stdin=f"[{sheet()}, {sheet()}]")
    assert ran.returncode == 1
    (finding,) = json.loads(ran.stdout)["diagnostics"]
    assert (finding["code"], finding["pointer"]) == ("SW701", "/1")


def test_colours_come_only_to_a_terminal(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "-", stdin=sheet(wonds=1))
    assert "\x1b" not in ran.stdout


def test_where_there_is_nothing_to_check_is_no_success(
    tmp_path: Path, sw_data_command: Command
) -> None:
    (tmp_path / "empty").mkdir()
    ran = sw_data_command("validate", "empty", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "sw-data: error: empty: nothing was found to check\n"
    (tmp_path / "joe.json").write_text(sheet())
    both = sw_data_command("validate", "empty", "joe.json", cwd=tmp_path)
    assert both.returncode == 0
    assert "SW721" in both.stdout


YAML = """\
# a good sword
name: Sword   # its name
type: weapon
system:
  damage: '@str+d8'
  # as text
  ap: '2'   # armor
effects: []
"""


def test_yaml_has_its_own_places_and_keeps_its_comments_when_it_is_mended(
    tmp_path: Path, sw_data_command: Command
) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "sword.yml"
    path.write_text(YAML)
    report = json.loads(sw_data_command("validate", path, "--format", "json").stdout)
    [finding] = report["diagnostics"]
    assert (finding["code"], finding["line"], finding["column"]) == ("SW101", 7, 7)
    shown = sw_data_command("validate", path, "--fix", "--diff").stdout
    assert "-  ap: '2'   # armor\n+  ap: 2   # armor\n" in shown
    assert path.read_text() == YAML
    assert sw_data_command("validate", path, "--fix").returncode == 0
    assert path.read_text() == YAML.replace("'2'", "2")


def test_yaml_that_had_to_be_written_anew_says_so(tmp_path: Path, sw_data_command: Command) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "sword.yml"
    path.write_text(
        "# odd\nname: Sword\ntype: weapon\nsystem:\n  ? ap\n  : '2'\n  damage: '@str+d8'\n"
    )
    ran = sw_data_command("validate", path, "--fix", "--format", "json")
    assert [each["code"] for each in json.loads(ran.stdout)["diagnostics"]] == ["SW720"]
    assert "ap: 2\n" in path.read_text()


def test_a_wrong_kind_is_told_with_the_one_that_is_meant(
    tmp_path: Path, sw_data_command: Command
) -> None:
    path = tmp_path / "joe.json"
    path.write_text('{"kind": "charakter", "name": "Joe"}')
    ran = sw_data_command("validate", path)
    assert ran.returncode == 1
    assert ":1:10: error SW003" in ran.stdout
    assert "did you mean 'character'?" in ran.stdout
