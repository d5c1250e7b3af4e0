from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document import examine
from sw_data.document.binary import binary
from sw_data.document.store import open_store


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0", "a PNG picture"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\3", "gzip"),
        (b"\0" * 100, "nothing but zeros"),
        (b"\x7fELF\2\1\1\0\0\0\0\0", "a program"),
        (b"\xff\xfe\0\1\xff\xff\2\3\1\0\0\xd8", "begins with the bytes ff fe 00 01"),
        (random.Random(1).randbytes(3000), "begins with the bytes"),
    ],
)
@pytest.mark.parametrize("name", ["x.json", "x.db", "x.yml", "x.jsonl", "x"])
def test_what_is_no_text_is_called_what_it_is(
    tmp_path: Path, data: bytes, said: str, name: str
) -> None:
    (tmp_path / name).write_bytes(data)
    store = open_store(tmp_path / name)
    assert list(store.entries()) == []
    [finding] = store.findings
    assert finding.code == "SW018"
    assert said in finding.message
    assert "UTF" not in finding.message


def test_bytes_that_are_examined_are_called_so_too() -> None:
    _, [finding] = examine(random.Random(1).randbytes(3000))
    assert finding.code == "SW018"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1251"])
@pytest.mark.parametrize("text", ['{"имя": "Ёж"}', "имя: Ёж, das Tier\n", "[1]", " "])
def test_a_text_in_any_encoding_is_one(text: str, encoding: str) -> None:
    assert binary(text.encode(encoding)) is None


def test_a_text_that_ends_in_zeros_is_still_told_where() -> None:
    _, [finding] = examine(b'{"a": 1}' + b"\0" * 400)
    assert (finding.code, finding.line, finding.column) == ("SW001", 1, 9)


def test_a_file_of_a_pack_leads_to_its_folder(two_tables: Path) -> None:
    store = open_store(two_tables / "000005.ldb")
    assert list(store.entries()) == []
    assert "point at its folder" in store.findings[0].message


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), min_size=1))
def test_no_text_without_control_characters_is_called_binary(text: str) -> None:
    assert binary(text.encode()) is None
