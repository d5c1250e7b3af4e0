from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from sw_data.diagnostics import Edit
from sw_data.document import Document
from sw_data.document.patch import apply
from sw_data.document.store import Entry, Store, StoreLimits, open_store
from sw_data.document.store.sources import as_document
from sw_data.errors import DocumentError

Object = dict[str, object]


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def name_of(entry: Entry) -> object:
    value = as_document(entry)
    return None if value is None else value["name"]


def names(store: Store) -> list[object]:
    return [name_of(entry) for entry in store.entries()]


def told(store: Store) -> list[tuple[str, str | None]]:
    list(store.entries())
    return [(f.code, os.path.relpath(f.file or "", store.name)) for f in store.findings]


def manifest(*packs: Object, **more: object) -> Object:
    return {"id": "mine", "title": "Mine", "packs": list(packs), **more}


@pytest.fixture
def module(tmp_path: Path, heroes: Path) -> Path:
    folder = tmp_path / "module"
    (folder / "packs").mkdir(parents=True)
    shutil.move(heroes, folder / "packs" / "heroes")
    put(folder / "packs" / "old.db", '{"_id":"a","name":"Old sword"}\n')
    put(folder / "packs" / "stray.json", {"name": "not in the manifest"})
    packs: list[Object] = [
        {"name": "heroes", "path": "./packs/heroes", "type": "Actor"},
        {"name": "old", "path": "/packs/old.db", "entity": "Item"},
    ]
    put(folder / "module.json", manifest(*packs))
    return folder


def test_a_module_is_the_packs_that_its_manifest_names(module: Path) -> None:
    store = open_store(module)
    assert store.form == "package"
    entries = list(store.entries())
    assert [name_of(e) for e in entries] == [
        "Ann \u2014 \u042f",
        "Joe",
        "Heroes",
        "Old sword",
    ]
    assert entries[-1].collection == "items"
    assert entries[0].document.name == str(module / "packs" / "heroes")
    assert len({entry.origin for entry in entries}) == 4
    assert store.findings == []


def test_a_pack_that_became_a_folder_is_found_by_its_old_name(module: Path) -> None:
    put(module / "module.json", manifest({"name": "h", "path": "packs/heroes.db", "type": "Actor"}))
    put(module / "packs" / "heroes.db", '{"name":"stale"}\n')
    assert names(open_store(module)) == ["Ann \u2014 \u042f", "Joe", "Heroes"]


def test_a_pack_without_a_path_lies_in_packs(module: Path) -> None:
    put(module / "module.json", manifest({"name": "old"}))
    assert names(open_store(module)) == ["Old sword"]


def test_sources_stand_for_a_pack_that_is_not_built(module: Path) -> None:
    put(module / "packs" / "new" / "_source" / "a.json", {"name": "Source", "_key": "!items!a"})
    put(module / "module.json", manifest({"name": "new", "path": "packs/new"}))
    [entry] = open_store(module).entries()
    assert entry.key == "!items!a"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("{oh", "SW001", 1),
        ("[1]", "SW712", 1),
        ('{\n"packs": {}\n}', "SW712", 2),
        ('{"packs": [\n3]}', "SW712", 2),
        ('{"packs": [\n{"name": "a", "path": 3}]}', "SW712", 2),
        ('{"packs": [{"name": "a",\n"path": "packs/nowhere"}]}', "SW713", 2),
        ('{"packs": [{"name": "a",\n"path": "../outside"}]}', "SW013", 2),
        ('{"packs": [{"name": "a",\n"path": "packs/../../outside"}]}', "SW013", 2),
        ('{"packs": [{"name": "a",\n"path": "a\\u0000b"}]}', "SW013", 2),
        ('{"packs": [{"name": "old"},\n{"name": "old"}]}', "SW714", 2),
    ],
)
def test_what_is_wrong_with_a_manifest_is_told_with_its_line(
    module: Path, text: str, code: str, line: int
) -> None:
    put(module.parent / "outside" / "a.json", {"name": "secret"})
    put(module / "module.json", text)
    store = open_store(module)
    assert "secret" not in names(store)
    [finding] = store.findings
    assert (finding.code, finding.file, finding.line) == (code, str(module / "module.json"), line)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links")
def test_a_link_does_not_lead_out_of_a_folder(tmp_path: Path, module: Path) -> None:
    outside = put(tmp_path / "outside" / "a.json", {"name": "secret"}).parent
    (module / "packs" / "linked").symlink_to(outside)
    put(module / "module.json", manifest({"name": "linked", "path": "packs/linked"}))
    store = open_store(module)
    assert names(store) == []
    assert [f.code for f in store.findings] == ["SW013"]
    (module / "packs" / "file.json").symlink_to(outside / "a.json")
    store = open_store(module / "packs")
    assert "secret" not in names(store)
    assert [f.code for f in store.findings] == ["SW719", "SW719"]


def test_a_world_has_documents_of_its_own_and_no_passwords(tmp_path: Path, heroes: Path) -> None:
    world = tmp_path / "world"
    put(
        world / "world.json",
        manifest({"name": "p", "path": "packs/p.db", "type": "Item"}, system="swade"),
    )
    put(world / "packs" / "p.db", '{"_id":"a","name":"Packed"}\n')
    shutil.move(heroes, world / "data" / "actors")
    put(world / "data" / "items.db", '{"_id":"b","name":"Sword"}\n')
    put(world / "data" / "users.db", '{"_id":"c","name":"Gamemaster","password":"secret"}\n')
    store = open_store(world)
    entries = list(store.entries())
    assert [name_of(e) for e in entries][2:] == [
        "Heroes",
        "Sword",
        "Packed",
    ]
    assert [e.collection for e in entries] == ["actors", "actors", "folders", "items", "items"]


def test_any_folder_is_the_documents_below_it(tmp_path: Path, module: Path) -> None:
    root = tmp_path / "all"
    put(root / "b.json", {"name": "B"})
    put(root / "a" / "a.json", [{"name": "A1"}, {"name": "A2"}])
    put(root / "a" / "notes.md", "# not a document")
    put(root / ".git" / "x.json", {"name": "hidden"})
    put(root / "node_modules" / "x.json", {"name": "not ours"})
    put(root / "package.json", {"name": "not ours either"})
    put(root / "broken.json", "{")
    shutil.move(module, root / "module")
    store = open_store(root)
    assert store.form == "folder"
    assert names(store) == ["A1", "A2", "B", "Ann \u2014 \u042f", "Joe", "Heroes", "Old sword"]
    assert told(store) == [("SW002", "broken.json")]


def test_folders_too_deep_and_too_many_are_told(tmp_path: Path) -> None:
    root = tmp_path / "root"
    put(root / "a" / "b" / "c" / "x.json", {"name": "deep"})
    for n in range(5):
        put(root / f"{n}.json", {"name": n})
    assert told(open_store(root, limits=StoreLimits(levels=2))) == [("SW005", "a/b")]
    store = open_store(root, limits=StoreLimits(entries=4))
    assert names(store) == [0, 1, 2]
    assert [f.code for f in store.findings] == ["SW004"]


def rename(origin: str, document: Document) -> Document:
    if document.value["name"] in {"Joe", "Old sword"}:
        return apply(document, [Edit(op="replace", path="/name", value="New")])
    return document


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_folder_is_copied_whole_and_changed_in_the_copy(module: Path, tmp_path: Path) -> None:
    before = files(module)
    open_store(module).write(tmp_path / "copy")
    assert files(tmp_path / "copy") == before
    open_store(module).write(tmp_path / "changed", rename)
    assert files(module) == before
    assert names(open_store(tmp_path / "changed")) == ["Ann \u2014 \u042f", "New", "Heroes", "New"]
    after = files(tmp_path / "changed")
    untouched = {name for name in after if after[name] == before.get(name)}
    assert {"module.json", os.path.join("packs", "stray.json")} <= untouched


def test_in_place_only_changed_files_are_touched(module: Path) -> None:
    kept = (module / "packs" / "heroes" / "MANIFEST-000002").stat().st_mtime_ns

    def only_old(origin: str, document: Document) -> Document:
        return rename(origin, document) if document.value["name"] == "Old sword" else document

    with pytest.raises(DocumentError, match="asked for"):
        open_store(module).write(module, only_old)
    open_store(module).write(module, only_old, overwrite=True)
    assert names(open_store(module))[-1] == "New"
    assert (module / "packs" / "heroes" / "MANIFEST-000002").stat().st_mtime_ns == kept


def test_a_folder_is_never_replaced_by_another(module: Path, tmp_path: Path) -> None:
    other = put(tmp_path / "other" / "a.json", {"name": "mine"}).parent
    with pytest.raises(DocumentError, match="not replaced"):
        open_store(module).write(other, overwrite=True)
    assert names(open_store(other)) == ["mine"]


def test_every_real_folder_is_read_without_a_traceback(shared: Path, tmp_path: Path) -> None:
    found: dict[str, int] = {}
    for kind in ("foundry-leveldb", "foundry-nedb", "foundry-items", "foundry-cards"):
        store = open_store(shared / "corpus" / kind)
        found[kind] = sum(1 for _ in store.entries())
        assert {finding.code for finding in store.findings} <= {"SW702"}
    assert found == {
        "foundry-leveldb": 307,
        "foundry-nedb": 891,
        "foundry-items": 278,
        "foundry-cards": 2,
    }


def test_real_files_are_written_back_equal(shared: Path, tmp_path: Path) -> None:
    for kind in ("foundry-nedb", "foundry-items", "savaged-us"):
        for path in sorted((shared / "corpus" / kind).rglob("*.*")):
            if path.is_file() and path.suffix in {".db", ".json"}:
                copy = tmp_path / path.name
                open_store(path).write(copy, overwrite=True)
                assert copy.read_bytes() == path.read_bytes()


def test_a_folder_and_a_file_that_may_not_be_read_are_told_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "locked", "hidden"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.json").write_text('{"name":"x"}')
    (tmp_path / "z.json").write_text('{"name":"z"}')
    listed = cast("Callable[[Any], list[str]]", os.listdir)
    told = cast("Callable[[Path], bool]", Path.is_dir)

    def listdir(path: Any) -> list[str]:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    def is_dir(path: Path) -> bool:
        if path.name == "hidden":
            raise PermissionError(13, "Permission denied")
        return told(path)

    monkeypatch.setattr(os, "listdir", listdir)
    monkeypatch.setattr(Path, "is_dir", is_dir)
    store = open_store(tmp_path, name="p")
    assert [entry.document.name for entry in store.entries()] == [
        os.path.join("p", "a", "x.json"),
        os.path.join("p", "z.json"),
    ]
    assert [(each.code, each.file) for each in store.findings] == [
        ("SW012", os.path.join("p", "hidden")),
        ("SW012", os.path.join("p", "locked")),
    ]


def test_a_folder_with_nothing_to_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "readme.md").write_text("hello")
    store = open_store(tmp_path)
    assert list(store.entries()) == []
    assert [each.code for each in store.findings] == ["SW721"]
    (tmp_path / "src" / "pack.db").write_text("")
    assert list(store.entries()) == []
    assert store.findings == []
