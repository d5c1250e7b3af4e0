"""A folder that is validated: its stat blocks, characters and typed logs are read, and no README is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import sw_data as sw
from sw_data.api.texts_below import texts_below
from sw_data.document.store import STORE_LIMITS, StoreLimits

LOG = """\
sw-data/log
Anna rolls Notice
"""
PROSE = "# Read me\n\nRoll a d6, then a d8, a d10, a d12 or a d4, and tell us what fell.\n"


@pytest.fixture
def folder(tmp_path: Path, fixtures: Path) -> Path:
    shutil.copy(fixtures / "statblocks" / "german.txt", tmp_path / "troll.txt")
    (tmp_path / "pc").mkdir()
    shutil.copy(fixtures / "statblocks" / "two_older.md", tmp_path / "pc" / "two.md")
    shutil.copy(fixtures / "fantasy-grounds" / "character.xml", tmp_path / "pc" / "a.xml")
    (tmp_path / "README.md").write_text(PROSE, "utf-8")
    (tmp_path / "LICENSE.txt").write_text("Do as you like.\n" * 50, "utf-8")
    (tmp_path / "build.xml").write_text("<project><target/></project>", "utf-8")
    (tmp_path / "page.xml").write_text("<root><item/></root>", "utf-8")
    return tmp_path


def test_sheets_that_are_texts_are_validated_with_the_folder_they_lie_in(folder: Path) -> None:
    report = sw.validate(folder)
    names = {str(Path(each).relative_to(folder)).replace("\\", "/") for each in report.files}
    assert names == {"troll.txt", "pc/two.md", "pc/a.xml"}
    assert report.documents == 4
    assert report.empty == ()
    assert "SW721" not in {each.code for each in report.diagnostics}


def test_what_is_wrong_in_a_text_of_a_folder_is_found_as_in_the_text_alone(
    tmp_path: Path, fixtures: Path
) -> None:
    path = tmp_path / "odd.txt"
    shutil.copy(fixtures / "statblocks" / "odd.txt", path)
    alone = sw.validate(path).diagnostics
    assert sw.validate(tmp_path).diagnostics == alone
    (tmp_path / "joe.json").write_text('{"kind": "weapon", "name": "Axe"}', "utf-8")
    both = sw.validate(tmp_path)
    assert both.documents == 2
    assert set(alone) <= set(both.diagnostics)


def test_a_typed_log_of_a_folder_is_checked(tmp_path: Path) -> None:
    pytest.importorskip("lark")
    (tmp_path / "evening.txt").write_text(LOG, "utf-8")
    report = sw.validate(tmp_path)
    assert report.documents == 1
    assert report.files == (str(tmp_path / "evening.txt"),)


def test_a_folder_with_nothing_but_prose_is_as_empty_as_before(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(PROSE, "utf-8")
    report = sw.validate(tmp_path)
    assert [each.code for each in report.diagnostics] == ["SW721"]
    assert report.empty == (str(tmp_path),)


def test_hidden_folders_links_and_packages_are_passed_over(folder: Path, fixtures: Path) -> None:
    for name in (".git", "node_modules", "module"):
        (folder / name).mkdir()
        shutil.copy(fixtures / "statblocks" / "german.txt", folder / name / "troll.txt")
    (folder / "module" / "module.json").write_text('{"id": "m", "packs": []}', "utf-8")
    names = [Path(each.name).name for each in texts_below(str(folder), STORE_LIMITS)]
    assert names == ["troll.txt", "a.xml", "two.md"]
    few = StoreLimits(levels=1)
    assert [Path(each.name).name for each in texts_below(str(folder), few)] == ["troll.txt"]
    assert list(texts_below(str(folder), StoreLimits(entries=1))) == []
