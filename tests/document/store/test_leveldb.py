from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.document.store.leveldb import (
    LevelDb,
    batch,
    is_leveldb,
    journal,
    lock_is_held,
    reader,
    write_folder,
)

Maker = Callable[..., bytes]

WHOLE = {b"!items!%02d" % n: b'{"n":%d}' % n for n in range(12) if n != 5} | {
    b"!items!03": b'{"n":"new"}',
    b"!items!07": b'{"n":"log"}',
    b"!items!zz": b'{"n":"last"}',
}


def read(folder: Path) -> tuple[dict[bytes, bytes], list[str]]:
    with LevelDb.open(folder) as pack:
        found = dict(pack.scan())
        return found, [loss.problem for loss in pack.losses]


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir() if p.is_file()}


def test_the_newest_of_tables_and_log_counts(two_tables: Path) -> None:
    assert read(two_tables) == (WHOLE, [])


def test_keys_come_in_their_order_and_only_those_asked_for(two_tables: Path) -> None:
    with LevelDb.open(two_tables) as pack:
        keys = [key for key, _ in pack.scan(b"!items!02", b"!items!09")]
        assert (
            keys == sorted(keys) == [k for k in sorted(WHOLE) if b"!items!02" <= k < b"!items!09"]
        )
        assert [key for key, _ in pack.scan(b"!items!99")] == [b"!items!zz"]
        assert list(pack.scan(b"~")) == []


def test_reading_changes_nothing(two_tables: Path) -> None:
    before = state(two_tables)
    read(two_tables)
    assert state(two_tables) == before


def test_names_that_are_not_of_leveldb_are_not_looked_at(two_tables: Path) -> None:
    (two_tables / "lost").mkdir()
    (two_tables / "lost" / "000009.ldb").write_bytes(b"nothing")
    (two_tables / "LOG (1)").write_bytes(b"nothing")
    (two_tables / "MANIFEST-000004 (1)").write_bytes(b"nothing")
    (two_tables / "000003.ldb").write_bytes(b"a table that is live no more")
    (two_tables / "000002.log").write_bytes(b"a log that is live no more")
    assert read(two_tables) == (WHOLE, [])


@pytest.mark.skipif(sys.platform == "win32", reason="fcntl locks")
def test_a_locked_pack_can_be_read_and_is_known_as_locked(two_tables: Path) -> None:
    script = (
        "import fcntl, sys\n"
        f"stream = open({str(two_tables / 'LOCK')!r}, 'r+b')\n"
        "fcntl.lockf(stream, fcntl.LOCK_EX)\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
    )
    assert not lock_is_held(two_tables)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline().strip() == b"locked"
        assert lock_is_held(two_tables)
        assert read(two_tables) == (WHOLE, [])
        holder.stdin.close()
        holder.wait()
    assert not lock_is_held(two_tables)


@pytest.mark.parametrize(
    "names", [["CURRENT"], ["MANIFEST-000004"], ["CURRENT", "MANIFEST-000004"]]
)
def test_without_current_or_manifest_every_document_is_salvaged(
    two_tables: Path, names: list[str]
) -> None:
    for name in names:
        (two_tables / name).unlink()
    assert is_leveldb(two_tables)
    found, problems = read(two_tables)
    assert found == WHOLE
    assert set(problems) == {"salvage"}


def test_a_current_that_names_a_file_outside_is_not_followed(two_tables: Path) -> None:
    (two_tables / "CURRENT").write_bytes(b"../MANIFEST-000004\n")
    found, problems = read(two_tables)
    assert found == WHOLE
    assert "salvage" in problems


def test_a_missing_table_is_named_with_the_keys_it_held(two_tables: Path) -> None:
    (two_tables / "000005.ldb").unlink()
    with LevelDb.open(two_tables) as pack:
        assert sorted(dict(pack.scan())) == [b"!items!03", b"!items!07", b"!items!zz"]
        [loss] = pack.losses
    assert (loss.problem, loss.file) == ("missing", "000005.ldb")
    assert "'!items!00' to '!items!11'" in loss.message


def test_a_missing_log_is_told(two_tables: Path) -> None:
    (two_tables / "000008.log").unlink()
    assert read(two_tables)[1] == ["no_log"]


def test_a_changed_line_end_in_current_is_told_and_read(two_tables: Path) -> None:
    (two_tables / "CURRENT").write_bytes(b"MANIFEST-000004\r\n")
    assert read(two_tables) == (WHOLE, ["cut"])


def test_a_block_in_zstandard_is_told_with_the_keys_that_are_lost(
    two_tables: Path, build_table: Maker
) -> None:
    (two_tables / "000007.ldb").write_bytes(build_table([(b"!items!03", 40, b"{}")], kind=2))
    with LevelDb.open(two_tables) as pack:
        assert dict(pack.scan())[b"!items!03"] == b'{"n":3}'
        [loss] = pack.losses
    assert loss.problem == "compression"
    assert "Zstandard" in loss.message
    assert "!items!03" in loss.message


def test_another_order_of_keys_is_told(two_tables: Path, build_manifest: Maker) -> None:
    (two_tables / "MANIFEST-000004").write_bytes(build_manifest(comparator=b"idb_cmp1"))
    assert "foreign" in read(two_tables)[1]


@pytest.mark.parametrize(
    "name", ["000005.ldb", "000007.ldb", "000008.log", "MANIFEST-000004", "CURRENT"]
)
def test_a_file_cut_at_any_byte_gives_documents_and_a_finding(two_tables: Path, name: str) -> None:
    path = two_tables / name
    data = path.read_bytes()
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        found, problems = read(two_tables)
        # Without its newest part a pack shows what was there before.
        if name == "000007.ldb":
            assert found.keys() >= WHOLE.keys()
        elif name == "000008.log":
            assert found.keys() == WHOLE.keys() - {b"!items!zz"}
        else:
            assert found.items() <= WHOLE.items()
        # A log that ends where a record ends is a whole log: nothing shows that more was there.
        assert problems or (name == "000008.log" and cut == 0)


@pytest.mark.parametrize("name", ["000005.ldb", "000007.ldb", "000008.log", "MANIFEST-000004"])
def test_a_changed_byte_is_found_by_its_checksum(two_tables: Path, name: str) -> None:
    path = two_tables / name
    data = path.read_bytes()
    changed = 0
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes((data[at] ^ 0x41,)) + data[at + 1 :])
        _, problems = read(two_tables)
        changed += bool(problems)
    # Nobody reads a table's block about its blocks, nor the padding of its last 48 bytes.
    assert changed >= len(data) - 61


def test_a_table_without_its_end_is_walked_block_by_block(
    two_tables: Path, build_table: Maker
) -> None:
    puts = [(b"!items!%02d" % n, 10 + n, b'{"n":%d}' % n) for n in range(12)]
    whole = build_table(puts)
    (two_tables / "000005.ldb").write_bytes(whole[:-48])
    found, problems = read(two_tables)
    assert found == WHOLE
    assert problems == ["index"]


def test_files_that_vanish_while_they_are_read_are_looked_up_anew(
    two_tables: Path, build_table: Maker, build_manifest: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = reader._names  # pyright: ignore[reportPrivateUsage]
    calls = 0

    def compacted_meanwhile(folder: Path) -> set[str]:
        nonlocal calls
        calls += 1
        seen = names(folder)
        if calls == 1:
            for old in ("000005.ldb", "000007.ldb", "000008.log", "MANIFEST-000004"):
                (folder / old).unlink()
            puts = [(key, 100, value) for key, value in WHOLE.items()]
            (folder / "000011.ldb").write_bytes(build_table(puts))
            (folder / "000012.log").write_bytes(b"")
            (folder / "MANIFEST-000010").write_bytes(
                build_manifest([(0, 11, b"!items!00", b"!items!zz")], log=12)
            )
            (folder / "CURRENT").write_bytes(b"MANIFEST-000010\n")
        return seen

    monkeypatch.setattr(reader, "_names", compacted_meanwhile)
    assert read(two_tables) == (WHOLE, [])


def test_a_table_that_vanishes_after_the_pack_was_opened_is_still_read(two_tables: Path) -> None:
    with LevelDb.open(two_tables) as pack:
        (two_tables / "000005.ldb").unlink()
        assert dict(pack.scan()) == WHOLE


def test_tables_of_one_level_are_read_one_behind_the_other(
    tmp_path: Path, build_table: Maker, build_manifest: Maker
) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    live: list[tuple[int, int, bytes, bytes]] = []
    for number in range(5):
        keys = [b"!items!%d%d" % (number, n) for n in range(10)]
        (folder / f"{number + 10:06}.ldb").write_bytes(build_table([(k, 1, k) for k in keys]))
        live.append((2, number + 10, keys[0], keys[-1]))
    (folder / "MANIFEST-000001").write_bytes(build_manifest(live, log=20))
    (folder / "000020.log").write_bytes(b"")
    (folder / "CURRENT").write_bytes(b"MANIFEST-000001\n")
    with LevelDb.open(folder) as pack:
        assert [k for k, _ in pack.scan()] == [b"!items!%02d" % n for n in range(50)]
        assert [k for k, _ in pack.scan(b"!items!18", b"!items!22")] == [
            b"!items!%02d" % n for n in range(18, 22)
        ]
        assert pack.losses == []


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.binary(min_size=1, max_size=6), st.one_of(st.none(), st.binary(max_size=40))),
        max_size=40,
    ),
    st.integers(1, 5),
    st.integers(0, 40),
)
def test_any_history_in_tables_and_logs_reads_as_a_dict_would(
    tmp_path_factory: pytest.TempPathFactory,
    build_table: Maker,
    build_manifest: Maker,
    history: list[tuple[bytes, bytes | None]],
    tables: int,
    logged: int,
) -> None:
    folder = tmp_path_factory.mktemp("history")
    expected: dict[bytes, bytes] = {}
    numbered = [(key, n + 1, value) for n, (key, value) in enumerate(history)]
    for key, _, value in numbered:
        if value is None:
            expected.pop(key, None)
        else:
            expected[key] = value
    tail = numbered[-logged:] if logged else []
    rest = numbered[: len(numbered) - len(tail)]
    live: list[tuple[int, int, bytes, bytes]] = []
    for number in range(tables):
        part = rest[number::tables]
        if part:
            (folder / f"{number + 5:06}.ldb").write_bytes(build_table(part))
            live.append((0, number + 5, min(k for k, _, _ in part), max(k for k, _, _ in part)))
    writer = journal.Writer()
    out = b""
    for key, sequence, value in tail:
        payload = batch.put(sequence, [(key, value or b"")])
        if value is None:
            payload = payload[:12] + b"\0" + payload[13:-1]
        out += writer.record(payload)
    (folder / "000060.log").write_bytes(out)
    (folder / "MANIFEST-000001").write_bytes(build_manifest(live, log=60))
    (folder / "CURRENT").write_bytes(b"MANIFEST-000001\n")
    with LevelDb.open(folder) as pack:
        found = list(pack.scan())
        assert pack.losses == []
    assert found == sorted(expected.items())


@settings(max_examples=30)
@given(st.dictionaries(st.binary(min_size=1, max_size=30), st.binary(max_size=2000), max_size=30))
def test_a_written_pack_reads_back_equal(
    tmp_path_factory: pytest.TempPathFactory, records: dict[bytes, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("written") / "pack"
    assert write_folder(folder, records.items()) == len(records)
    assert is_leveldb(folder)
    with LevelDb.open(folder) as pack:
        assert list(pack.scan()) == sorted(records.items())
        assert pack.losses == []


def test_a_pack_larger_than_a_batch_reads_back_equal(tmp_path: Path) -> None:
    records = [(b"!items!%05d" % n, b"x" * 5000) for n in range(700)]
    write_folder(tmp_path / "pack", records)
    assert read(tmp_path / "pack") == (dict(records), [])


def test_a_pack_is_never_written_over(two_tables: Path) -> None:
    before = state(two_tables)
    with pytest.raises(FileExistsError):
        write_folder(two_tables, [(b"a", b"b")])
    assert state(two_tables) == before


def test_an_empty_pack_is_empty_and_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "pack", [])
    assert read(tmp_path / "pack") == ({}, [])


def test_a_folder_without_a_database_is_none(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / "CURRENT").write_text("")
    assert not is_leveldb(tmp_path)
    assert not is_leveldb(tmp_path / "nowhere")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links")
def test_a_symbolic_link_in_a_pack_is_not_followed(two_tables: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.log"
    outside.write_bytes((two_tables / "000008.log").read_bytes())
    (two_tables / "000008.log").unlink()
    (two_tables / "000008.log").symlink_to(outside)
    found, problems = read(two_tables)
    assert b"!items!zz" not in found
    assert problems == ["no_log"]


def test_every_real_pack_opens_whole(shared: Path) -> None:
    packs = sorted((shared / "corpus" / "foundry-leveldb").rglob("CURRENT"))
    assert packs
    total = 0
    for current in packs:
        found, problems = read(current.parent)
        assert problems == []
        total += len(found)
    assert total == 650
