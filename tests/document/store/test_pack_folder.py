from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sw_data.diagnostics import Edit
from sw_data.document import Document
from sw_data.document.patch import apply
from sw_data.document.store import Entry, Store, StoreLimits, open_store
from sw_data.document.store.leveldb import LevelDb, write_folder
from sw_data.errors import DocumentError

Object = dict[str, object]
RecordsOf = Callable[[Object, str], dict[bytes, bytes]]


def content(folder: Path) -> dict[bytes, bytes]:
    with LevelDb.open(folder) as pack:
        return dict(pack.scan())


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir() if p.is_file()}


def read(folder: Path) -> tuple[dict[str | None, Entry], Store]:
    store = open_store(folder)
    return {entry.key: entry for entry in store.entries()}, store


def rename(origin: str, document: Document) -> Document:
    if document.value["name"] == "Joe":
        return apply(document, [Edit(op="replace", path="/items/0/name", value="Axe")])
    return document


def test_children_stand_in_their_parents(heroes: Path, joe: Object, ann: Object) -> None:
    entries, store = read(heroes)
    assert store.form == "leveldb"
    assert list(entries) == [
        "!actors!annAnnAnnAnnAnn1",
        "!actors!joeJoeJoeJoeJoe1",
        "!folders!folderFolderFol1",
    ]
    assert entries["!actors!joeJoeJoeJoeJoe1"].value == joe
    assert entries["!actors!annAnnAnnAnnAnn1"].value == ann
    assert [entry.collection for entry in entries.values()] == ["actors", "actors", "folders"]
    assert store.findings == []
    one = entries["!actors!joeJoeJoeJoeJoe1"].document
    assert (one.name, one.line) == (str(heroes), 1)
    assert "\n" not in one.text


def test_a_document_without_children_keeps_the_text_of_its_record(tmp_path: Path) -> None:
    raw = b'{"_id":"aaaaaaaaaaaaaaaa" , "price":2.50,"effects":[]}'
    write_folder(tmp_path / "pack", [(b"!items!aaaaaaaaaaaaaaaa", raw)])
    entries, _ = read(tmp_path / "pack")
    assert entries["!items!aaaaaaaaaaaaaaaa"].document.text.encode() == raw


def test_children_are_found_whatever_their_order_and_ids(
    tmp_path: Path, records_of: RecordsOf
) -> None:
    """Ids with characters below the full stop sort otherwise than their parents' keys do."""
    actors: list[Object] = [
        {
            "_id": ident,
            "items": [{"_id": child, "effects": [{"_id": "x"}]} for child in ("z", "a", "a-b")],
        }
        for ident in ("a", "a-b", "ab", "a!c", "\u00e9")
    ]
    records: dict[bytes, bytes] = {}
    for actor in actors:
        records |= records_of(actor, "actors")
    write_folder(tmp_path / "pack", records.items())
    entries, store = read(tmp_path / "pack")
    assert store.findings == []
    assert sorted(str(e.value) for e in entries.values()) == sorted(map(str, actors))


def test_a_single_child_is_assembled_and_cut_again(tmp_path: Path, records_of: RecordsOf) -> None:
    scene: Object = {
        "_id": "s",
        "tokens": [
            {
                "_id": "t",
                "delta": {"_id": "d", "items": [{"_id": "i", "effects": []}], "effects": []},
            }
        ],
    }
    records = records_of(scene, "scenes")
    assert list(records) == [
        b"!scenes!s",
        b"!scenes.tokens!s.t",
        b"!scenes.tokens.delta!s.t.d",
        b"!scenes.tokens.delta.items!s.t.d.i",
    ]
    write_folder(tmp_path / "pack", records.items())
    entries, store = read(tmp_path / "pack")
    assert [entry.value for entry in entries.values()] == [scene]
    assert store.findings == []


def test_a_missing_child_is_told_and_its_id_kept(
    tmp_path: Path, joe: Object, records_of: RecordsOf
) -> None:
    records = records_of(joe, "actors")
    del records[b"!actors.items!joeJoeJoeJoeJoe1.armorArmorArmor1"]
    write_folder(tmp_path / "pack", records.items())
    entries, store = read(tmp_path / "pack")
    [entry] = entries.values()
    assert entry.document.value["items"][1] == "armorArmorArmor1"
    [finding] = store.findings
    assert (finding.code, finding.pointer) == ("SW702", "/items/1")
    assert finding.document is not None
    assert finding.document.name == "Joe"
    store.write(tmp_path / "copy", rename)
    assert content(tmp_path / "copy").keys() == records.keys()


def test_a_child_that_nobody_names_is_told_and_kept(
    tmp_path: Path, joe: Object, records_of: RecordsOf
) -> None:
    records = records_of(joe, "actors")
    records[b"!actors.items!joeJoeJoeJoeJoe1.lostLostLostLos1"] = b'{"_id":"lostLostLostLos1"}'
    records[b"!actors.items!nobodyNobodyNob1.lostLostLostLos1"] = b'{"_id":"lostLostLostLos1"}'
    write_folder(tmp_path / "pack", records.items())
    entries, store = read(tmp_path / "pack")
    assert [entry.value for entry in entries.values()] == [joe]
    assert [finding.code for finding in store.findings] == ["SW703", "SW703"]
    store.write(tmp_path / "copy", rename)
    assert content(tmp_path / "copy").keys() == records.keys()


def test_a_child_named_twice_is_told(tmp_path: Path) -> None:
    records = {
        b"!actors!a": b'{"_id":"a","items":["i","i"]}',
        b"!actors.items!a.i": b'{"_id":"i"}',
    }
    write_folder(tmp_path / "pack", records.items())
    entries, store = read(tmp_path / "pack")
    assert [entry.value for entry in entries.values()] == [
        {"_id": "a", "items": [{"_id": "i"}, "i"]}
    ]
    assert [(f.code, f.pointer) for f in store.findings] == [("SW701", "/items/1")]


def test_children_inside_a_record_stay_inside_it(tmp_path: Path) -> None:
    records = {
        b"!actors!joe": b'{"_id":"joe","name":"Joe","items":[{"_id":"i","name":"Sword"}],"effects":["e"]}',
        b"!actors.effects!joe.e": b'{"_id":"e"}',
    }
    write_folder(tmp_path / "pack", records.items())
    store = open_store(tmp_path / "pack")
    store.write(tmp_path / "copy", rename)
    changed = content(tmp_path / "copy")
    assert changed.keys() == records.keys()
    assert json.loads(changed[b"!actors!joe"])["items"] == [{"_id": "i", "name": "Axe"}]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"!items!a", b"[1, 2"),
        (b"!items!a", b'"text"'),
        (b"!items!a", b"\xff\xfe\x00"),
        (b"!items!a", b'{"_id":"a","price":NaN}'),
        (b"no key", b"{}"),
        (b"!!", b"{}"),
        (b"!\xff!a", b"{}"),
        (b"\x00\xff", b"{}"),
        (b"zzz", b"{}"),
    ],
)
def test_a_record_that_is_no_document_is_told_and_kept(
    tmp_path: Path, key: bytes, value: bytes
) -> None:
    good = {b"!items!good": b'{"_id":"good","name":"Joe","items":[{"name":1}]}'}
    write_folder(tmp_path / "pack", [*good.items(), (key, value)])
    entries, store = read(tmp_path / "pack")
    assert list(entries) == ["!items!good"]
    assert [finding.code for finding in store.findings] == ["SW709"]
    store.write(tmp_path / "copy", rename)
    assert content(tmp_path / "copy")[key] == value


def test_many_foreign_keys_are_not_all_told(tmp_path: Path) -> None:
    keys = [b"a%05d" % n for n in range(5000)]
    write_folder(tmp_path / "pack", [(key, b"1") for key in keys])
    _, store = read(tmp_path / "pack")
    assert len(store.findings) < 200


def test_a_key_that_is_not_the_id_is_told(tmp_path: Path) -> None:
    write_folder(tmp_path / "pack", [(b"!items!a", b'{"_id":"b"}'), (b"!items!c", b"{}")])
    _, store = read(tmp_path / "pack")
    assert [finding.code for finding in store.findings] == ["SW710", "SW710"]


def test_findings_of_a_pack_are_limited(tmp_path: Path) -> None:
    write_folder(tmp_path / "pack", [(b"!items!%d" % n, b"no") for n in range(50)])
    store = open_store(tmp_path / "pack", limits=StoreLimits(findings=7))
    assert list(store.entries()) == []
    assert len(store.findings) == 7


# --- writing -------------------------------------------------------------------------


def test_a_copy_is_equal_value_by_value(heroes: Path, tmp_path: Path) -> None:
    before = content(heroes)
    assert open_store(heroes).write(tmp_path / "copy") == []
    assert content(tmp_path / "copy") == before


def test_only_the_changed_record_is_changed(heroes: Path) -> None:
    before = content(heroes)
    open_store(heroes).write(heroes, rename, overwrite=True)
    after = content(heroes)
    assert after.keys() == before.keys()
    [key] = [key for key in after if after[key] != before[key]]
    assert key == b"!actors.items!joeJoeJoeJoeJoe1.swordSwordSword1"
    assert json.loads(after[key]) == {**json.loads(before[key]), "name": "Axe"}
    assert sorted(os.listdir(heroes.parent)) == ["heroes"]


def test_children_come_and_go_with_the_text(heroes: Path) -> None:
    def exchange(origin: str, document: Document) -> Document:
        if document.value["name"] != "Joe":
            return document
        return apply(
            document,
            [
                Edit(op="remove", path="/items/0"),
                Edit(
                    op="add",
                    path="/effects/-",
                    value={"_id": "newNewNewNewNew1", "name": "Stunned"},
                ),
            ],
        )

    open_store(heroes).write(heroes, exchange, overwrite=True)
    keys = content(heroes).keys()
    assert b"!actors.items!joeJoeJoeJoeJoe1.swordSwordSword1" not in keys
    assert b"!actors.items.effects!joeJoeJoeJoeJoe1.swordSwordSword1.effectEffectEff1" not in keys
    assert b"!actors.effects!joeJoeJoeJoeJoe1.newNewNewNewNew1" in keys
    _, store = read(heroes)
    assert store.findings == []


def test_a_new_child_without_an_id_gets_one_that_is_always_the_same(
    heroes: Path, tmp_path: Path
) -> None:
    def add(origin: str, document: Document) -> Document:
        if document.value["name"] != "Joe":
            return document
        return apply(document, [Edit(op="add", path="/effects/-", value={"name": "Stunned"})])

    for name in ("one", "two"):
        open_store(heroes).write(tmp_path / name, add)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert len(content(tmp_path / "one")) == len(content(heroes)) + 1


def test_two_children_of_one_id_are_not_written(heroes: Path) -> None:
    before = state(heroes)

    def double(origin: str, document: Document) -> Document:
        if document.value["name"] != "Joe":
            return document
        return apply(document, [Edit(op="add", path="/items/-", value=document.value["items"][0])])

    with pytest.raises(DocumentError, match="would have the key"):
        open_store(heroes).write(heroes, double, overwrite=True)
    assert state(heroes) == before


def test_in_place_nothing_is_touched_if_nothing_changes(heroes: Path) -> None:
    before = state(heroes)
    open_store(heroes).write(heroes, overwrite=True)
    assert state(heroes) == before


def test_a_pack_is_not_written_over_unless_it_is_asked_for(heroes: Path, two_tables: Path) -> None:
    before = state(two_tables)
    with pytest.raises(DocumentError, match="asked for"):
        open_store(heroes).write(two_tables)
    assert state(two_tables) == before
    with pytest.raises(DocumentError, match="asked for"):
        open_store(heroes).write(heroes, rename)


def test_a_folder_that_is_no_pack_is_never_replaced(heroes: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    with pytest.raises(DocumentError, match="no compendium folder"):
        open_store(heroes).write(other, overwrite=True)
    assert (other / "notes.txt").read_text() == "mine"


def test_files_of_others_in_a_pack_are_kept(heroes: Path) -> None:
    (heroes / "lost").mkdir()
    (heroes / "lost" / "000001.ldb").write_bytes(b"old")
    (heroes / "README").write_text("mine")
    open_store(heroes).write(heroes, rename, overwrite=True)
    assert (heroes / "lost" / "000001.ldb").read_bytes() == b"old"
    assert (heroes / "README").read_text() == "mine"
    assert sorted(os.listdir(heroes.parent)) == ["heroes"]


def test_the_damaged_pack_is_kept_beside_the_one_made_of_it(two_tables: Path) -> None:
    data = (two_tables / "000005.ldb").read_bytes()
    (two_tables / "000005.ldb").write_bytes(data[:20] + b"?" + data[21:])
    before = state(two_tables)

    def change(origin: str, document: Document) -> Document:
        return apply(document, [Edit(op="add", path="/new", value=1)])

    findings = open_store(two_tables).write(two_tables, change, overwrite=True)
    assert {"SW704"} <= {finding.code for finding in findings}
    backup = two_tables.with_name("two-tables.backup")
    assert state(backup) == before
    assert "two-tables.backup" in findings[-1].message


@pytest.mark.skipif(sys.platform == "win32", reason="fcntl locks")
def test_a_pack_that_another_program_has_open_is_never_written(heroes: Path) -> None:
    before = state(heroes)
    script = (
        "import fcntl, sys\n"
        f"stream = open({str(heroes / 'LOCK')!r}, 'r+b')\n"
        "fcntl.lockf(stream, fcntl.LOCK_EX)\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        holder.stdout.readline()
        with pytest.raises(DocumentError, match="another program"):
            open_store(heroes).write(heroes, rename, overwrite=True)
        assert len(list(open_store(heroes).entries())) == 3
        holder.stdin.close()
        holder.wait()
    assert state(heroes) == before
    assert sorted(os.listdir(heroes.parent)) == ["heroes"]


@pytest.mark.parametrize("name", ["000003.log", "MANIFEST-000002", "CURRENT"])
def test_a_pack_cut_anywhere_never_raises(heroes: Path, name: str) -> None:
    path = heroes / name
    data = path.read_bytes()
    for cut in range(0, len(data), 1 + len(data) // 150):
        path.write_bytes(data[:cut])
        entries, store = read(heroes)
        # A log that ends before its first record is an empty log.
        assert store.findings or (name == "000003.log" and cut == 0 and not entries)
        if name != "000003.log":
            assert len(entries) == 3
