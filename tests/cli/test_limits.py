"""`--limit`, as it is installed."""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sw_data.api.limits import limits_of
from sw_data.document.store import STORE_LIMITS
from sw_data.errors import ImpossibleError

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
