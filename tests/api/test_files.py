"""Files are written as a whole or not at all, and never over an input."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sw_data.api.files import write_whole, writing
from sw_data.errors import DocumentError, ImpossibleError


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "x.json", b"new")
    assert (tmp_path / "x.json").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_a_failure_leaves_the_old_file_and_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"old")

    def broken_off() -> None:
        with writing(path) as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken_off()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


def test_permissions_stay_and_a_link_is_followed(tmp_path: Path) -> None:
    path, link = tmp_path / "x.json", tmp_path / "link.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("by", ["same name", "another name", "link", "hard link"])
def test_an_input_is_not_written_over_by_whatever_name(by: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"old")
    target = {"same name": path, "another name": tmp_path / "." / "y" / ".." / "x.json"}.get(by)
    (tmp_path / "y").mkdir()
    if target is None:
        target = tmp_path / "other.json"
        if by == "link":
            target.symlink_to(path)
        else:
            os.link(path, target)
    with pytest.raises(ImpossibleError, match="--in-place"):
        write_whole(target, b"new", inputs=["-", path])
    assert path.read_bytes() == b"old"
    write_whole(target, b"new", inputs=[path], in_place=True)


def test_a_device_is_written_to_as_it_is() -> None:
    write_whole("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(("name", "message"), [("no/x.json", "its folder is not there")])
def test_what_cannot_be_written_says_why(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=message):
        write_whole(tmp_path / name, b"new")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ImpossibleError, match="is a folder"):
        write_whole(tmp_path, b"new")
