"""The notebooks run from top to bottom, and show what they say that they show."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NEEDED = ("nbclient", "ipykernel", "nbformat", "pandas", "lark")
NAMES = ("chase", "convert", "odds", "session", "validate")

PROGRAM = """
import json, sys
import nbformat
from nbclient import NotebookClient
book = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": sys.argv[2]}}).execute()
json.dump(book, sys.stdout)
"""


def cells(path: Path) -> list[dict[str, Any]]:
    book: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = book["cells"]
    return found


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "docs" / "notebooks"


def test_the_notebooks_are_those_that_are_run(folder: Path) -> None:
    assert tuple(sorted(path.stem for path in folder.glob("*.ipynb"))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_kept_without_its_output(name: str, folder: Path) -> None:
    for cell in cells(folder / f"{name}.ipynb"):
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_begins_with_its_title_and_tells_a_story(name: str, folder: Path) -> None:
    every = cells(folder / f"{name}.ipynb")
    assert every[0]["source"][0].startswith("# ")
    told = [cell for cell in every if cell["cell_type"] == "markdown"]
    assert len(told) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_every_last_line_shows_something(
    name: str, folder: Path, tmp_path: Path
) -> None:
    missing = [each for each in NEEDED if importlib.util.find_spec(each) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder / f"{name}.ipynb"), str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    book: dict[str, Any] = json.loads(ran.stdout)
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        for output in cell["outputs"]:
            assert output.get("name") != "stderr", output
            data: dict[str, Any] = output.get("data", {})
            html = "".join(data.get("text/html", ""))
            assert "<script" not in html
            assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
