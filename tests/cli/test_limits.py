"""`--limit`, as it is installed."""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.download import FETCH_LIMITS
from sw_data.api.limits import fetch_limits_of, limits_of
from sw_data.document.store import STORE_LIMITS
from sw_data.errors import ImpossibleError
from sw_data.models import ATTRIBUTES

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_limits_are_read_with_their_units() -> None:
    limits = limits_of(["size=2k", " depth = 7 ", "unpacked=1GiB", "entries=3M"])
    assert (limits.size, limits.depth, limits.unpacked, limits.entries) == (
        2048,
        7,
        1024**3,
        3 * 1024**2,
    )
    assert limits_of([]) == STORE_LIMITS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dept=3", "did you mean 'depth'"),
        ("=3", "there are size"),
        ("depth", "above 0"),
        ("depth=0", "above 0"),
        ("depth=-1", "above 0"),
        ("size=1T", "above 0"),
    ],
)
def test_what_is_no_limit_is_refused_with_what_would_be(text: str, says: str) -> None:
    with pytest.raises(ImpossibleError, match=says):
        limits_of([text])


def test_a_limit_holds_for_what_is_checked_and_one_that_is_raised_lets_it_in(
    tmp_path: Path, sw_data_command: Command
) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", "[" + " " * 8_000_000 + "]")
    refused = sw_data_command("validate", tmp_path / "a.zip", "--format", "json")
    assert [each["code"] for each in json.loads(refused.stdout)["diagnostics"]] == ["SW004"]
    ran = sw_data_command("validate", tmp_path / "a.zip", "--limit", "ratio=5000")
    assert ran.returncode == 0
    (tmp_path / "b.json").write_text("[[[1]]]")
    for command in ("validate", "inspect"):
        ran = sw_data_command(command, tmp_path / "b.json", "--limit", "depth=2")
        assert ran.returncode == 1
        assert "SW005" in ran.stdout + ran.stderr
    wrong = sw_data_command("inspect", tmp_path / "b.json", "--limit", "dept=2")
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1


def test_the_limits_of_fetching_are_read_likewise() -> None:
    limits = fetch_limits_of(["size=2k", "timeout=1.5", "retries=0", "redirects=9", "ratio=3"])
    assert (limits.size, limits.timeout, limits.retries, limits.redirects, limits.ratio) == (
        2048,
        1.5,
        0,
        9,
        3,
    )
    assert fetch_limits_of([]) == FETCH_LIMITS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sise=3", "did you mean 'size'"),
        ("timeout=0", "seconds above 0"),
        ("timeout=1e9", "seconds above 0"),
        ("total=-1", "seconds above 0"),
        ("size=0", "above 0"),
        ("retries=-1", "from 0"),
        ("redirects=", "from 0"),
    ],
)
def test_what_is_no_limit_of_fetching_is_refused_with_what_would_be(text: str, says: str) -> None:
    with pytest.raises(ImpossibleError, match=says):
        fetch_limits_of([text])


def test_every_command_that_reads_a_file_has_limits(
    tmp_path: Path, sw_data_command: Command
) -> None:
    sheet = {
        "kind": "character",
        "id": "anna",
        "name": "Anna",
        "attributes": dict.fromkeys(ATTRIBUTES, "d6"),
        "weapons": [{"name": "Club", "damage": "Str+d4"}],
    }
    log = {"format": "sw-data/log", "version": 1, "actors": [sheet], "actions": []}
    (tmp_path / "sheet.json").write_text(json.dumps(sheet))
    (tmp_path / "log.json").write_text(json.dumps(log))
    (tmp_path / "referring.json").write_text(
        json.dumps({**log, "actors": [{"$ref": "sheet.json"}], "seed": 1})
    )
    for command in (
        ("resolve", "log.json"),
        ("resolve", "referring.json"),
        ("weapon", "sheet.json"),
        ("diff", "sheet.json", "sheet.json"),
        ("stats", "log.json"),
        ("stats", "log.json", "--actors", "sheet.json"),
    ):
        assert sw_data_command(*command, cwd=tmp_path).returncode == 0
        ran = sw_data_command(*command, "--limit", "depth=1", cwd=tmp_path)
        assert ran.returncode in (1, 2)
        assert "nested deeper than 1 levels" in ran.stderr + ran.stdout
        wrong = sw_data_command(*command, "--limit", "dept=1", cwd=tmp_path)
        assert wrong.returncode == 2
        assert "did you mean 'depth'" in wrong.stderr
        assert "Traceback" not in wrong.stderr


def test_a_chat_and_its_actors_are_read_within_the_limits(
    tmp_path: Path, sw_data_command: Command
) -> None:
    message: dict[str, Any] = {
        "_id": "a" * 16,
        "speaker": {"alias": "Anna"},
        "content": "x" * 3000,
        "rolls": [],
    }
    (tmp_path / "chat.json").write_text(json.dumps([message]))
    for command in ("log", "resolve", "stats"):
        ran = sw_data_command(command, "chat.json", "--limit", "size=2k", cwd=tmp_path)
        assert ran.returncode in (1, 2)
        assert "at most 2048 are read" in ran.stderr + ran.stdout
        assert "Traceback" not in ran.stderr


def test_fetch_takes_no_more_than_its_limits(tmp_path: Path, sw_data_command: Command) -> None:
    wrong = sw_data_command("fetch", "http://127.0.0.1:9/a.json", "--limit", "sise=1k")
    assert wrong.returncode == 2
    assert "did you mean 'size'" in wrong.stderr
    ran = sw_data_command(
        "fetch", "http://127.0.0.1:9/a.json", "--limit", "retries=0", "--cache", tmp_path
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
