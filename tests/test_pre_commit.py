"""The hook that others put in their `.pre-commit-config.yaml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def hook(root: Path) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert len(hooks) == 1
    found: dict[str, Any] = hooks[0]
    return found


def test_the_hook_runs_the_command_on_the_files_it_is_given(hook: dict[str, Any]) -> None:
    assert hook["entry"] == "sw-data validate"
    assert hook.get("pass_filenames", True)


@pytest.mark.parametrize(
    ("path", "checked"),
    [
        ("party.json", True),
        ("packs/weapons.db", True),
        ("logs/evening.jsonl", True),
        ("packs/_source/axe_aaaaaaaaaaaaaaaa.yml", True),
        ("_source/axe.yaml", True),
        (".github/workflows/ci.yml", False),
        ("README.md", False),
        ("data.json5", False),
    ],
)
def test_the_hook_takes_sheets_packs_and_source_trees(
    path: str, checked: bool, hook: dict[str, Any]
) -> None:
    assert bool(re.search(hook["files"], path)) is checked
