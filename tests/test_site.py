"""The documentation site: every page hangs in its navigation, and nothing of it is elsewhere."""

from __future__ import annotations

import runpy
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def site(root: Path) -> dict[str, Any]:
    """What `docs/site/conf.py` says."""
    return runpy.run_path(str(root / "docs" / "site" / "conf.py"))


def test_every_page_and_notebook_hangs_in_the_navigation(site: dict[str, Any], root: Path) -> None:
    docs = root / "docs"
    hung = {"index"}
    patterns = [
        f"{page.rpartition('/')[0]}/{pattern}".lstrip("/")
        for page, lists in site["CONTENTS"].items()
        for _, pages in lists
        for pattern in pages
    ]
    for path in (*docs.rglob("*.md"), *docs.rglob("*.ipynb")):
        page = path.relative_to(docs).with_suffix("").as_posix()
        if page.startswith(("site/", "images/")) or ".ipynb_checkpoints" in page:
            continue
        assert page in hung or any(fnmatch(page, pattern) for pattern in patterns), page


def test_the_page_of_the_commands_names_each_of_them(root: Path) -> None:
    from sw_data_cli.main import COMMANDS

    page = (root / "docs" / "commands" / "README.md").read_text(encoding="utf-8")
    for name, about in COMMANDS.items():
        assert f"| [`sw-data {name}`]({name}.md) | {about} |" in page


def test_a_link_to_what_is_no_page_is_plain_words_in_the_site(site: dict[str, Any]) -> None:
    inside = site["_inside"]
    text = "see [schemas](../../schemas), [codes](../codes/README.md) and [gone](../../gone)"
    assert inside("commands/schema", text) == (
        "see schemas, [codes](../codes/README.md) and [gone](../../gone)"
    )


def test_the_site_fetches_nothing_and_takes_no_warning(site: dict[str, Any], root: Path) -> None:
    folder = root / "docs" / "site"
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".css", ".js", ".html"):
            assert "http" not in path.read_text(encoding="utf-8"), path
    assert site["nb_ipywidgets_js"] == {}
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert "sphinx-build -q -W" in makefile
