"""What is larger than is read is refused by its real size, before room is made for it."""

from __future__ import annotations

import tracemalloc
import zipfile
from pathlib import Path

import pytest

from sw_data.document.store import StoreLimits, open_store
from sw_data.document.store.file import read_bytes
from sw_data.errors import LimitError

GIGABYTE = 1024**3


def grown(path: Path, begin: bytes, size: int) -> Path:
    """A file of that size that takes hardly any room on the disk."""
    with path.open("wb") as file:
        file.write(begin)
        file.truncate(size)
    return path


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("a.json", b'{"name": '),
        ("a.json", b"[\n"),
        ("a.yml", b"name: Rope\n" * 7000),
        ("a", b'{"a": 1,\n'),
    ],
)
def test_a_file_above_the_limit_is_refused_by_its_size_and_not_read(
    tmp_path: Path, name: str, begin: bytes
) -> None:
    store = open_store(grown(tmp_path / name, begin, GIGABYTE))
    tracemalloc.start()
    try:
        assert list(store.entries()) == []
        assert tracemalloc.get_traced_memory()[1] < GIGABYTE // 4
    finally:
        tracemalloc.stop()
    (finding,) = store.findings
    assert finding.code == "SW004"
    assert finding.message == f"{GIGABYTE} bytes; at most {GIGABYTE // 2} are read"


def test_a_file_at_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"a": 1}')
    assert read_bytes(tmp_path / "a.json", "a", StoreLimits(size=8)) == b'{"a": 1}'
    with pytest.raises(LimitError, match="8 bytes; at most 7"):
        read_bytes(tmp_path / "a.json", "a", StoreLimits(size=7))


def test_a_zip_that_says_that_it_is_too_large_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"{number}.json", "[]" + " " * 1000)

    def never(*_: object) -> None:
        raise AssertionError("an entry was opened")

    monkeypatch.setattr(zipfile.ZipFile, "open", never)
    store = open_store(path, limits=StoreLimits(unpacked=4000))
    assert list(store.entries()) == []
    assert [each.message for each in store.findings] == ["the zip unpacks to more than 4000 bytes"]
