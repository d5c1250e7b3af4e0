from __future__ import annotations

import os
from pathlib import Path

import pytest

from sw_data.document.store.absent import hint_for


def test_a_misspelled_file_is_told_which_is_there(tmp_path: Path) -> None:
    (tmp_path / "Party.json").touch()
    assert hint_for(tmp_path / "prty.json") == f"; did you mean {str(tmp_path / 'Party.json')!r}?"


def test_a_file_that_is_like_none_gets_no_hint(tmp_path: Path) -> None:
    (tmp_path / "party.json").touch()
    assert hint_for(tmp_path / "ogres.json") == ""
    assert hint_for(tmp_path / "gone" / "party.json") == ""
    assert hint_for("a\0b") == ""


@pytest.mark.skipif(os.name == "nt", reason="a path of Windows is at home there")
def test_a_path_of_windows_is_named_as_one() -> None:
    assert "path of Windows" in hint_for("C:\\Users\\Hans\\party.json")
    assert "/mnt/d/" in hint_for("D:/games/party.json")
    assert "path of Windows" in hint_for("\\\\server\\games\\party.json")
    assert "path of Windows" not in hint_for("a:b.json")
