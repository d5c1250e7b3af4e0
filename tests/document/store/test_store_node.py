"""What the programs of Foundry make of what is written here; they run where node and their packages are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from sw_data.document.store import open_store, pack, unpack
from sw_data.document.store.leveldb import LevelDb, write_folder

Object = dict[str, object]

READ = """
import { createRequire } from "node:module";
const require = createRequire(process.env.SW_DATA_NODE_MODULES + "/none.js");
const { ClassicLevel } = require("classic-level");
const [folder, put] = process.argv.slice(1);
const db = new ClassicLevel(folder, { keyEncoding: "hex", valueEncoding: "hex", createIfMissing: false });
const found = [];
for await (const pair of db.iterator()) found.push(pair);
for (const [key, value] of JSON.parse(put)) value === null ? await db.del(key) : await db.put(key, value);
await db.compactRange("00", "ff");
await db.close();
console.log(JSON.stringify(found));
"""

CLI = """
import { pathToFileURL } from "node:url";
const [verb, source, target, options] = process.argv.slice(1);
const where = process.env.SW_DATA_NODE_MODULES + "/@foundryvtt/foundryvtt-cli/index.mjs";
const { extractPack, compilePack } = await import(pathToFileURL(where));
await (verb === "unpack" ? extractPack : compilePack)(source, target, JSON.parse(options));
"""

Node = Callable[..., str]
RecordsOf = Callable[[Object, str], dict[bytes, bytes]]


def content(folder: Path) -> dict[bytes, bytes]:
    with LevelDb.open(folder) as opened:
        found = dict(opened.scan())
        assert opened.losses == []
        return found


def files(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def hexed(records: dict[bytes, bytes]) -> list[list[str]]:
    return [[key.hex(), value.hex()] for key, value in sorted(records.items())]


def test_classic_level_opens_and_compacts_what_is_written_here(node: Node, tmp_path: Path) -> None:
    records = {
        b"!items!%06d" % n: b'{"n":%d,"text":"%s"}' % (n, b"ab" * (n % 700)) for n in range(3000)
    }
    records[b"!items!big"] = b"x" * 300_000
    folder = tmp_path / "pack"
    write_folder(folder, records.items())
    put: list[list[str | None]] = [
        [b"!items!000007".hex(), b'"changed"'.hex()],
        [b"!items!000008".hex(), None],
        [b"!items!new".hex(), b'"new"'.hex()],
    ]
    assert json.loads(node(READ, str(folder), json.dumps(put))) == hexed(records)
    assert list(folder.glob("*.ldb"))
    records |= {b"!items!000007": b'"changed"', b"!items!new": b'"new"'}
    del records[b"!items!000008"]
    assert content(folder) == records
    assert json.loads(node(READ, str(folder), "[]")) == hexed(records)


def test_a_pack_written_in_place_of_a_compacted_one_opens(node: Node, heroes: Path) -> None:
    before = content(heroes)
    node(READ, str(heroes), "[]")
    assert content(heroes) == before
    store = open_store(heroes)
    first = next(iter(store.entries()))
    new = first.document.rewritten(first.document.text.replace("Ann", "Bea"))
    store.write(heroes, lambda origin, old: new if origin == first.origin else old, overwrite=True)
    after = content(heroes)
    assert after != before
    assert json.loads(node(READ, str(heroes), "[]")) == hexed(after)


@pytest.mark.parametrize("folders", [False, True])
def test_files_are_those_of_the_foundry_cli(
    node: Node, heroes: Path, tmp_path: Path, folders: bool
) -> None:
    unpack(heroes, tmp_path / "ours", folders=folders)
    before = content(heroes)
    node(CLI, "unpack", str(heroes), str(tmp_path / "theirs"), json.dumps({"folders": folders}))
    assert files(tmp_path / "ours") == files(tmp_path / "theirs")
    node(CLI, "pack", str(tmp_path / "ours"), str(tmp_path / "packed"), '{"recursive": true}')
    pack(tmp_path / "theirs", tmp_path / "again")
    assert content(tmp_path / "packed") == content(tmp_path / "again") == before


@pytest.mark.parametrize("folders", [False, True])
@pytest.mark.parametrize("yaml", [False, True])
def test_adventures_are_cut_up_and_put_together_as_by_the_foundry_cli(
    node: Node, campaign: Path, tmp_path: Path, folders: bool, yaml: bool
) -> None:
    before = content(campaign)
    if yaml:
        pytest.importorskip("yaml")
    unpack(campaign, tmp_path / "ours", folders=folders, expand_adventures=True, yaml=yaml)
    options = {"folders": folders, "expandAdventures": True, "yaml": yaml}
    node(CLI, "unpack", str(campaign), str(tmp_path / "theirs"), json.dumps(options))
    ours, theirs = files(tmp_path / "ours"), files(tmp_path / "theirs")
    assert ours.keys() == theirs.keys()
    assert yaml or ours == theirs
    node(
        CLI, "pack", str(tmp_path / "ours"), str(tmp_path / "packed"),
        json.dumps({"recursive": True, "yaml": yaml}),
    )  # fmt: skip
    pack(tmp_path / "theirs", tmp_path / "again")
    assert content(tmp_path / "packed") == content(tmp_path / "again") == before


@pytest.mark.parametrize("changed", [False, True])
def test_volatile_members_are_left_as_by_the_foundry_cli(
    node: Node, joe: Object, records_of: RecordsOf, tmp_path: Path, changed: bool
) -> None:
    joe["_stats"] = {"modifiedTime": 1, "coreVersion": "13.0", "compendiumSource": None}
    for child in cast("list[Object]", joe["items"]):
        child["_stats"] = {"modifiedTime": 1}
    write_folder(tmp_path / "one", records_of(joe, "actors").items())
    text = json.dumps(joe).replace('"modifiedTime": 1', '"modifiedTime": 2')
    newer = json.loads(text.replace("Sword", "Axe") if changed else text)
    write_folder(tmp_path / "two", records_of(newer, "actors").items())
    for out in ("ours", "theirs"):
        unpack(tmp_path / "one", tmp_path / out)
    before = files(tmp_path / "ours")
    unpack(tmp_path / "two", tmp_path / "ours", omit_volatile=True)
    options = '{"omitVolatile": true}'
    node(CLI, "unpack", str(tmp_path / "two"), str(tmp_path / "theirs"), options)
    assert files(tmp_path / "ours") == files(tmp_path / "theirs")
    assert (files(tmp_path / "ours") != before) == changed


def test_the_foundry_cli_reads_what_is_packed_here(
    node: Node, heroes: Path, tmp_path: Path
) -> None:
    unpack(heroes, tmp_path / "ours")
    pack(tmp_path / "ours", tmp_path / "packed")
    node(CLI, "unpack", str(tmp_path / "packed"), str(tmp_path / "theirs"), "{}")
    assert files(tmp_path / "theirs") == files(tmp_path / "ours")


def test_yaml_sources_go_both_ways(node: Node, heroes: Path, tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    before = content(heroes)
    unpack(heroes, tmp_path / "ours", yaml=True)
    node(CLI, "pack", str(tmp_path / "ours"), str(tmp_path / "packed"), '{"yaml": true}')
    assert content(tmp_path / "packed") == before
    node(CLI, "unpack", str(heroes), str(tmp_path / "theirs"), '{"yaml": true}')
    pack(tmp_path / "theirs", tmp_path / "again")
    assert content(tmp_path / "again") == before


def test_real_packs_unpack_to_the_files_of_the_foundry_cli(
    node: Node, shared: Path, tmp_path: Path
) -> None:
    for current in sorted((shared / "corpus" / "foundry-leveldb").rglob("CURRENT")):
        source = tmp_path / current.parent.name / "pack"
        store = open_store(current.parent)
        records = content(current.parent)
        list(store.entries())
        if store.findings or not records:
            continue  # the CLI stops at a missing child
        source.parent.mkdir()
        write_folder(source, records.items())
        unpack(source, source.parent / "ours", folders=True)
        node(CLI, "unpack", str(source), str(source.parent / "theirs"), '{"folders": true}')
        ours, theirs = files(source.parent / "ours"), files(source.parent / "theirs")
        assert ours.keys() == theirs.keys()
        for name, data in theirs.items():
            # Where a list of children is not there, the CLI makes an empty one.
            expected = json.loads(data)
            found = json.loads(ours[name])
            assert {k: v for k, v in expected.items() if v != [] or k in found} == found


def test_a_db_pack_of_the_foundry_cli_holds_the_same_documents_as_ours(
    node: Node, heroes: Path, tmp_path: Path
) -> None:
    unpack(heroes, tmp_path / "src")
    node(CLI, "pack", str(tmp_path / "src"), str(tmp_path / "theirs.db"), '{"nedb": true}')
    pack(tmp_path / "src", tmp_path / "ours.db")
    found = [
        sorted(json.dumps(each.value) for each in open_store(tmp_path / name).entries())
        for name in ("ours.db", "theirs.db")
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 2


def test_names_and_layout_may_be_chosen_as_in_the_foundry_cli(
    node: Node, heroes: Path, tmp_path: Path
) -> None:
    unpack(heroes, tmp_path / "ours", indent=4)
    options = '{"jsonOptions": {"space": 4}}'
    node(CLI, "unpack", str(heroes), str(tmp_path / "theirs"), options)
    assert files(tmp_path / "ours") == files(tmp_path / "theirs")
