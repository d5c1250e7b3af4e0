from __future__ import annotations

import io
import json
import os
import shutil
import stat
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.diagnostics import Edit
from sw_data.document import Document
from sw_data.document.patch import apply
from sw_data.document.store import Entry, Store, StoreLimits, open_store
from sw_data.document.store.sources import as_document
from sw_data.errors import DocumentError

SWORD = b'{"_id":"a","name":"Sword"}'


def make(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def name_of(entry: Entry) -> object:
    value = as_document(entry)
    return None if value is None else value["name"]


def names(store: Store) -> list[object]:
    return [name_of(entry) for entry in store.entries()]


def codes(store: Store) -> list[str]:
    return [finding.code for finding in store.findings]


def rename(origin: str, document: Document) -> Document:
    if document.value["name"] in {"Joe", "Sword"}:
        return apply(document, [Edit(op="replace", path="/name", value="New")])
    return document


@pytest.fixture
def module_zip(tmp_path: Path, heroes: Path) -> Path:
    manifest = {
        "id": "m",
        "packs": [{"name": "h", "path": "packs/heroes"}, {"name": "s", "path": "packs/s.db"}],
    }
    entries: list[tuple[str | zipfile.ZipInfo, bytes]] = [
        ("mod-1.2/module.json", json.dumps(manifest).encode()),
        ("mod-1.2/readme.txt", b"hello"),
        ("mod-1.2/packs/s.db", SWORD + b"\n"),
    ]
    entries += [
        (f"mod-1.2/packs/heroes/{p.name}", p.read_bytes()) for p in sorted(heroes.iterdir())
    ]
    shutil.rmtree(heroes)
    return make(tmp_path / "module.zip", *entries)


def test_a_zip_of_a_module_is_read_as_the_module(module_zip: Path) -> None:
    store = open_store(module_zip)
    assert store.form == "zip"
    entries = list(store.entries())
    assert names(store) == ["Ann \u2014 \u042f", "Joe", "Heroes", "Sword"]
    assert entries[0].document.name == os.path.join(str(module_zip), "mod-1.2", "packs", "heroes")
    assert store.findings == []


def test_a_zip_is_told_by_its_content(tmp_path: Path) -> None:
    path = make(tmp_path / "sheet.json", ("a.json", SWORD))
    assert names(open_store(path)) == ["Sword"]


def test_an_empty_zip_is_empty(tmp_path: Path) -> None:
    store = open_store(make(tmp_path / "a.zip"))
    assert names(store) == []
    assert [each.code for each in store.findings] == ["SW721"]


@pytest.mark.parametrize(
    "name",
    [
        "../outside.json",
        "a/../../outside.json",
        "/outside.json",
        "..\\outside.json",
        "\\outside.json",
        "C:/outside.json",
        "C:outside.json",
        "x" * 300 + ".json",
        "/".join("x" * 70) + ".json",
    ],
)
def test_no_entry_is_unpacked_outside(tmp_path: Path, name: str) -> None:
    path = make(tmp_path / "a.zip", (name, SWORD), ("good.json", b'{"name":"Good"}'))
    store = open_store(path)
    assert names(store) == ["Good"]
    assert codes(store) == ["SW013"]
    assert os.listdir(tmp_path) == ["a.zip"]


def test_links_and_encrypted_entries_are_not_unpacked(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = make(
        tmp_path / "a.zip", (link, b"/etc/passwd"), ("locked.json", SWORD), ("good.json", SWORD)
    )
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"locked.json"))
    data[at + 8] |= 1
    path.write_bytes(data)
    store = open_store(path)
    assert names(store) == ["Sword"]
    assert codes(store) == ["SW717", "SW717"]


def test_a_name_that_comes_twice_is_unpacked_once(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        path = make(tmp_path / "a.zip", ("a.json", SWORD), ("a.json", b'{"name":"Other"}'))
    store = open_store(path)
    assert names(store) == ["Sword"]
    assert codes(store) == ["SW717"]


def test_a_zip_inside_a_zip_is_not_opened(tmp_path: Path) -> None:
    inner = make(tmp_path / "inner.zip", ("a.json", SWORD)).read_bytes()
    for name in ("inner.zip", "inner.json"):
        store = open_store(make(tmp_path / "outer.zip", (name, inner)))
        assert names(store) == []
    store = open_store(
        make(tmp_path / "outer.zip", ("inner.json", inner), ("b.json", b'{"name":"B"}'))
    )
    assert "Sword" not in names(store)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (StoreLimits(entries=2), "3 entries"),
        (StoreLimits(unpacked=100_000), "more than 100000 bytes"),
        (StoreLimits(ratio=3), "3 times"),
    ],
)
def test_a_zip_beyond_a_limit_is_refused(tmp_path: Path, limits: StoreLimits, message: str) -> None:
    big = b'{"name":"' + b"a" * 200_000 + b'"}'
    path = make(tmp_path / "a.zip", ("a.json", SWORD), ("b.json", SWORD), ("c.json", big))
    store = open_store(path, limits=limits)
    assert names(store) == []
    [finding] = store.findings
    assert finding.code == "SW004"
    assert message in finding.message
    assert len(names(open_store(path, limits=StoreLimits(ratio=1000)))) == 3


def test_a_bomb_that_lies_about_its_size_is_stopped(tmp_path: Path) -> None:
    path = make(tmp_path / "a.zip", ("a.json", b" " * 30_000_000))
    data = bytearray(path.read_bytes())
    for sign, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(sign) + place
        data[at : at + 4] = (10).to_bytes(4, "little")
    path.write_bytes(data)
    store = open_store(path)
    assert names(store) == []
    assert store.findings


@given(st.data())
def test_no_damage_to_a_zip_raises(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("packs/a.json", SWORD * 1)
        archive.writestr("b.db", SWORD + b"\n" + SWORD)
    raw = bytearray(buffer.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(4, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(4, len(raw)))
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(raw[:cut])
    list(open_store(path).entries())


def test_only_what_is_changed_in_a_zip_differs(module_zip: Path, tmp_path: Path) -> None:
    before = module_zip.read_bytes()
    store = open_store(module_zip)
    store.write(tmp_path / "same.zip")
    assert (tmp_path / "same.zip").read_bytes() == before
    store.write(tmp_path / "new.zip", rename)
    assert module_zip.read_bytes() == before
    assert names(open_store(tmp_path / "new.zip")) == ["Ann \u2014 \u042f", "New", "Heroes", "New"]
    with zipfile.ZipFile(tmp_path / "new.zip") as new, zipfile.ZipFile(module_zip) as old:
        assert new.testzip() is None
        assert new.read("mod-1.2/readme.txt") == b"hello"
        assert (
            new.getinfo("mod-1.2/readme.txt").date_time
            == old.getinfo("mod-1.2/readme.txt").date_time
        )
        assert [n for n in old.namelist() if n in new.namelist()] == new.namelist()[
            : len(old.namelist())
        ]
    with pytest.raises(DocumentError, match="asked for"):
        store.write(module_zip, rename)
    store.write(module_zip, rename, overwrite=True)
    assert names(open_store(module_zip)) == ["Ann \u2014 \u042f", "New", "Heroes", "New"]


def test_a_zip_leaves_nothing_behind(
    module_zip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    entries = open_store(module_zip).entries()
    next(entries)
    assert len(os.listdir(room)) == 1
    entries.close()  # type: ignore[attr-defined]
    assert os.listdir(room) == []
