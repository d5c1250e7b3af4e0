"""Two files of one source tree with the same id: a pack can hold only one of them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.diagnostics import Diagnostic, Severity

ID = "aaaaaaaaaaaaaaaa"


def gear(name: str, ident: str = ID, *, key: str | None = "items", **more: Any) -> dict[str, Any]:
    value: dict[str, Any] = {"_id": ident, "name": name, "type": "gear", "system": {"weight": 1}}
    if key is not None:
        value["_key"] = f"!{key}!{ident}"
    return {**value, **more}


def put(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        path.write_text(json.dumps(value, indent=2), "utf-8")
        return
    lines = [f"{key}: {json.dumps(each)}" for key, each in value.items()]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def twice(path: Path) -> list[Diagnostic]:
    return [each for each in sw.validate(path).diagnostics if each.code == "SW701"]


@pytest.mark.parametrize("suffix", [".json", ".yml", ".yaml"])
def test_the_second_file_with_an_id_is_told_of_the_first(tmp_path: Path, suffix: str) -> None:
    put(tmp_path / f"a{suffix}", gear("Rope"))
    put(tmp_path / f"b{suffix}", gear("Lamp"))
    put(tmp_path / f"c{suffix}", gear("Oil", "b" * 16))
    (finding,) = twice(tmp_path)
    assert finding.file == str(tmp_path / f"b{suffix}")
    assert (finding.pointer, finding.severity) == ("/_id", Severity.ERROR)
    assert (finding.line, finding.column) == ((2, 10) if suffix == ".json" else (1, 6))
    assert f"a{suffix}" in finding.message
    assert ID in finding.message


def test_cousins_in_two_packs_share_an_id_in_peace(tmp_path: Path) -> None:
    for pack in ("arms", "armor"):
        put(tmp_path / pack / "a.json", gear("Rope"))
    assert twice(tmp_path) == []


def test_a_folder_of_a_pack_is_no_pack_of_its_own(tmp_path: Path) -> None:
    put(tmp_path / "arms" / "a.json", gear("Rope"))
    folder = {"_id": "f" * 16, "_key": f"!folders!{'f' * 16}", "name": "Old", "type": "Item"}
    for inner in ("old", "old/older"):
        put(tmp_path / "arms" / inner / "_Folder.json", {**folder, "_id": f"{inner:x>16.16}"})
    put(tmp_path / "arms" / "old" / "older" / "b.json", gear("Lamp"))
    (finding,) = twice(tmp_path)
    assert finding.file is not None
    assert finding.file.endswith("a.json") or finding.file.endswith("b.json")


def test_documents_of_two_collections_may_share_an_id(tmp_path: Path) -> None:
    put(tmp_path / "a.json", gear("Rope"))
    actor: dict[str, Any] = {
        "_id": ID,
        "_key": f"!actors!{ID}",
        "name": "Rope",
        "type": "npc",
        "system": {},
    }
    put(tmp_path / "b.json", actor)
    assert twice(tmp_path) == []


def test_two_copies_of_a_sheet_that_no_pack_is_made_of_are_a_warning(tmp_path: Path) -> None:
    put(tmp_path / "a.json", gear("Rope", key=None))
    put(tmp_path / "b.json", gear("Rope", key=None))
    (finding,) = twice(tmp_path)
    assert finding.severity == Severity.WARNING


def test_children_of_two_files_may_share_an_id(tmp_path: Path) -> None:
    for name in "ab":
        effect: dict[str, Any] = {"_id": "e" * 16, "name": "Lit", "changes": []}
        put(tmp_path / f"{name}.json", gear(name, name * 16, effects=[effect]))
    assert twice(tmp_path) == []


def test_a_tree_in_a_zip_is_looked_at_likewise(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "module.zip", "w") as archive:
        for name in "ab":
            archive.writestr(f"source/arms/{name}.json", json.dumps(gear(name)))
        archive.writestr("source/armor/a.json", json.dumps(gear("Rope")))
    (finding,) = twice(tmp_path / "module.zip")
    assert finding.file is not None
    assert finding.file.endswith("b.json")
