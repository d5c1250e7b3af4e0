"""`sw-data unpack` and `pack` with the options that authors know from the Foundry CLI."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def adventures(tmp_path: Path) -> Path:
    """A `.db` pack with one adventure, in which an actor stands."""
    value = {
        "_id": "questQuestQuest1",
        "name": "Quest",
        "actors": [{"_id": "orcOrcOrcOrcOrc1", "name": "Orc", "_stats": {"modifiedTime": 1}}],
        "items": [],
        "journal": [],
        "_stats": {"modifiedTime": 1},
    }
    path = tmp_path / "quests.db"
    path.write_text(json.dumps(value) + "\n")
    return path


def test_an_adventure_is_cut_up_and_packed_again(
    sw_data_command: Command, adventures: Path, tmp_path: Path
) -> None:
    out = tmp_path / "src"
    ran = sw_data_command(
        "unpack", adventures, "-o", out, "--expand-adventures", "--folders", "--indent", "0"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    orc = out / "Quest_questQuestQuest1" / "Orc_orcOrcOrcOrcOrc1.json"
    assert orc.read_text().count("\n") == 1
    ran = sw_data_command("pack", out, "-o", tmp_path / "again.db")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads((tmp_path / "again.db").read_text()) == json.loads(adventures.read_text())


def test_a_file_is_not_touched_for_its_times_alone(
    sw_data_command: Command, adventures: Path, tmp_path: Path
) -> None:
    out = tmp_path / "src"
    arguments = ("unpack", adventures, "-o", out, "--omit-volatile")
    assert sw_data_command(*arguments).returncode == 0
    file = out / "Quest_questQuestQuest1.json"
    before = file.read_bytes()
    value = json.loads(adventures.read_text())
    value["_stats"]["modifiedTime"] = 2
    adventures.write_text(json.dumps(value) + "\n")
    assert sw_data_command(*arguments).returncode == 0
    assert file.read_bytes() == before
    assert sw_data_command(*arguments[:-1]).returncode == 0
    assert json.loads(file.read_text())["_stats"] == {"modifiedTime": 2}


def test_a_collection_may_be_named_by_its_type(sw_data_command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text('{"_id": "orcOrcOrcOrcOrc1", "name": "Orc"}\n')
    for number, name in enumerate(("actors", "Actor")):
        out = tmp_path / str(number)
        ran = sw_data_command("unpack", tmp_path / "a.db", "-o", out, "--collection", name)
        assert ran.returncode == 0
        (file,) = out.iterdir()
        assert json.loads(file.read_text())["_key"] == "!actors!orcOrcOrcOrcOrc1"


def test_an_adventure_that_names_a_file_outside_is_one_clear_line(
    sw_data_command: Command, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    adventure = {"_id": "a" * 16, "_key": "!adventures!" + "a" * 16, "actors": ["../../x.json"]}
    (tmp_path / "src" / "a.json").write_text(json.dumps(adventure))
    ran = sw_data_command("pack", tmp_path / "src", "-o", tmp_path / "pack")
    assert ran.returncode in {1, 2}
    assert "outside" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "pack").exists()
