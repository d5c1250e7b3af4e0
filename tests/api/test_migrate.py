from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.migrate import Migration, migrate
from sw_data.document.store import open_store, pack
from sw_data.errors import DocumentError, ImpossibleError, NotFoundError

AXE = {"_id": "axe0000000000001", "name": "Axe", "type": "weapon", "data": {"equipped": True}}
HERO = {
    "_id": "her0000000000001",
    "name": "Mary",
    "type": "npc",
    "system": {"stats": {"speed": {"value": 6}, "parry": {"value": 0, "modifier": 1}}},
    "items": [
        {
            "_id": "axe0000000000002",
            "name": "Axe",
            "type": "weapon",
            "system": {"actions": {"skill": "Fighting"}},
        }
    ],
    "effects": [],
}
NEW = {"_id": "new0000000000001", "name": "Golem", "type": "npc", "system": {"pace": {"ground": 6}}}
OTHER = {
    "_id": "oth0000000000001",
    "name": "A macro",
    "type": "script",
    "command": "1 + 1",
    "ownership": {"default": 0},
}

Written = Callable[[str, object], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(name: str, value: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write


def values(path: Path) -> list[Any]:
    return [entry.value for entry in open_store(path).entries()]


def level(tmp_path: Path, *documents: dict[str, Any]) -> Path:
    """A LevelDB pack of actors."""
    source = tmp_path / "source"
    source.mkdir()
    for document in documents:
        keyed = {**document, "_key": f"!actors!{document['_id']}"}
        (source / f"{document['_id']}.json").write_text(json.dumps(keyed), encoding="utf-8")
    folder = tmp_path / "packs" / "people"
    folder.parent.mkdir(exist_ok=True)
    pack(source, folder)
    return folder


def test_a_report_is_made_and_nothing_written_unless_it_is_asked_for(written: Written) -> None:
    path = written("axe.json", AXE)
    before = path.read_bytes()
    done = migrate(path, "6.0")
    assert (done.documents, len(done.changed), done.written) == (1, 1, [])
    assert path.read_bytes() == before
    assert done.changed[0].document.name == "Axe"
    assert done.steps["items.equipped"] == 1


def test_a_file_goes_where_it_is_told(written: Written, tmp_path: Path) -> None:
    path = written("axe.json", AXE)
    migrate(path, "6.0", out=tmp_path / "new.json")
    (tmp_path / "folder").mkdir()
    migrate(path, "6.0", out=tmp_path / "folder")
    assert values(tmp_path / "new.json")[0]["system"]["equipStatus"] == 4
    assert values(tmp_path / "folder" / "axe.json") == values(tmp_path / "new.json")
    with pytest.raises(ImpossibleError, match="is an input"):
        migrate(path, "6.0", out=path)
    with pytest.raises(DocumentError, match="its folder is not there"):
        migrate(path, "6.0", out=tmp_path / "nowhere" / "new.json")
    migrate(path, "6.0", in_place=True)
    assert values(path) == values(tmp_path / "new.json")


def test_lines_and_arrays_keep_what_is_not_changed(written: Written) -> None:
    done = {
        "_id": "gear000000000001",
        "name": "Rope",
        "type": "gear",
        "system": {"swid": "rope", "price": 5},
    }
    spaced = json.dumps(done, indent=None, separators=(" , ", ":  "))
    path = written("items.db", f"{spaced}\n{json.dumps(AXE)}\n" + '{"$$deleted":true,"_id":"x"}\n')
    migrate(path, "6.0", in_place=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[2]) == (spaced, '{"$$deleted":true,"_id":"x"}')
    assert json.loads(lines[1])["system"]["swid"] == "axe"
    array = written("items.json", f"[{spaced},\n {json.dumps(AXE)}, 7]")
    report = migrate(array, "6.0", in_place=True)
    assert array.read_text(encoding="utf-8").startswith(f"[{spaced},\n ")
    assert [each.pointer for each in report.changed] == ["/1"]


def test_a_leveldb_pack_is_brought_up_with_its_children(tmp_path: Path) -> None:
    folder = level(tmp_path, HERO)
    done = migrate(folder, "6.0", in_place=True)
    assert len(done.changed) == 1
    (hero,) = values(folder)
    assert hero["system"]["pace"]["ground"] == 6
    assert hero["items"][0]["system"]["actions"] == {"trait": "Fighting"}
    (effect,) = hero["effects"]
    assert effect["name"] == "Created by 3.1 Migration"
    assert next(iter(open_store(folder).entries())).key == "!actors!her0000000000001"
    assert migrate(folder, "6.0").changed == []


def test_a_folder_and_a_zip_of_it_are_brought_up_alike(tmp_path: Path, written: Written) -> None:
    manifest = {"id": "m", "title": "M", "version": "1", "packs": [
        {"name": "people", "path": "packs/people", "type": "Actor"},
        {"name": "things", "path": "packs/things.db", "type": "Item"},
    ]}  # fmt: skip
    written("module.json", manifest)
    level(tmp_path, HERO)
    shutil.rmtree(tmp_path / "source")
    written("packs/things.db", json.dumps(AXE) + "\n")
    module = tmp_path
    archive = tmp_path.parent / f"{tmp_path.name}.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(module.rglob("*")):
            if path.is_file():
                file.write(path, path.relative_to(module).as_posix())
    out = tmp_path.parent / f"{tmp_path.name}-new"
    migrate(module, "6.0", out=out)
    migrate(archive, "6.0", out=out.with_suffix(".zip"))
    assert values(out) == values(out.with_suffix(".zip"))
    assert {each["name"] for each in values(out)} == {"Mary", "Axe"}
    assert json.loads((out / "module.json").read_text(encoding="utf-8")) == manifest
    assert migrate(out, "6.0").changed == []


def test_several_sources_go_into_one_folder(written: Written, tmp_path: Path) -> None:
    paths = [written("a.json", AXE), written("b.json", HERO)]
    done = migrate(paths, "6.0", out=tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "b.json"]
    assert done.documents == 2


def test_a_document_newer_than_the_target_stops_everything(
    written: Written, tmp_path: Path
) -> None:
    path = written("all.json", [AXE, NEW, {**NEW, "name": "Other"}])
    before = path.read_bytes()
    with pytest.raises(ImpossibleError) as caught:
        migrate(path, "3.4", in_place=True)
    message = str(caught.value)
    assert "'Golem' (and 1 more) is of version 4.2 or later, by its /system/pace" in message
    assert "not down to 3.4.0" in message
    assert path.read_bytes() == before


def test_what_is_of_no_version_is_said_so(written: Written) -> None:
    with pytest.raises(ImpossibleError, match="is a document of Foundry"):
        migrate(written("own.json", {"kind": "weapon", "name": "Axe", "damage": "2d6"}), "6.0")
    with pytest.raises(NotFoundError, match=r"no version '9\.9'"):
        migrate(written("axe.json", AXE), "9.9")
    with pytest.raises(DocumentError, match="no such file"):
        migrate("nowhere.json", "6.0")
    with pytest.raises(DocumentError):
        migrate(written("broken.json", '{"name": '), "6.0")


def test_documents_of_every_kind_pass_through(written: Written, tmp_path: Path) -> None:
    message: dict[str, Any] = {
        "_id": "mes0000000000001",
        "user": "u",
        "type": 5,
        "roll": "{ }",
        "speaker": {},
        "flags": {},
    }
    table: dict[str, Any] = {
        "_id": "tab0000000000001",
        "name": "T",
        "results": [],
        "formula": "1d6",
        "permission": {"default": 0},
        "flags": {},
    }
    own = {"kind": "chase", "id": "c", "name": "C"}
    path = written(
        "all.jsonl", "".join(json.dumps(each) + "\n" for each in (message, table, OTHER, own))
    )
    migrate(path, "6.0", out=tmp_path / "new.jsonl")
    new = values(tmp_path / "new.jsonl")
    assert (new[0]["author"], new[0]["rolls"]) == ("u", ["{ }"])
    assert new[1]["ownership"] == {"default": 0}
    assert new[2:] == [OTHER, own]


def test_an_adventure_holds_documents_of_every_kind(written: Written, tmp_path: Path) -> None:
    adventure = {
        "_id": "adv0000000000001", "name": "A", "actors": [HERO], "items": [AXE], "scenes": [], "journal": [],
        "combats": [{"_id": "c", "combatants": [{"_id": "d", "flags": {"swade": {"cardValue": 5}}}]}],
    }  # fmt: skip
    migrate(written("adventure.json", adventure), "6.0", out=tmp_path / "new.json")
    (new,) = values(tmp_path / "new.json")
    assert new["actors"][0]["system"]["pace"]["ground"] == 6
    assert new["items"][0]["system"]["equipStatus"] == 4
    assert new["combats"][0]["combatants"][0]["system"] == {"cardValue": 5}


def test_what_cannot_be_read_stays_and_is_a_finding(written: Written) -> None:
    path = written(
        "items.db",
        json.dumps(AXE) + "\n{broken\n" + json.dumps({**AXE, "_id": "axe0000000000009"}) + "\n",
    )
    done = migrate(path, "6.0", in_place=True)
    assert not done.ok
    assert len(done.changed) == 2
    assert path.read_text(encoding="utf-8").splitlines()[1] == "{broken"


def test_the_report_says_where_each_value_was_and_where_it_is(written: Written) -> None:
    done = migrate(written("hero.json", HERO), "4.4")
    report = done.to_json()
    assert report["summary"] == {
        "documents": 1,
        "changed": 1,
        "changes": sum(report["steps"].values()),
    }
    (document,) = report["documents"]
    assert document["document"] == {"kind": "npc", "id": "her0000000000001", "name": "Mary"}
    pace = {
        "step": "actors.pace", "name": "Mary", "before": "/system/stats/speed/value", "after": "/system/pace/ground",
        "was": 6, "now": 6, "why": "each way to move has a Pace of its own",
    }  # fmt: skip
    assert pace in document["changes"]
    json.dumps(report)
    text = done.to_text()
    assert "hero.json: Mary (npc)\n" in text
    assert "  actors.pace: /system/stats/speed/value -> /system/pace/ground: each way" in text
    assert '  items.swid: new /items/0/system/swid (null -> "axe") [Axe]: ' in text
    assert text.endswith(f"{done.summary()}\n")
    assert "1 document of 1 brought up to 4.4.0" in done.summary()


def test_an_empty_report_is_one_sentence() -> None:
    assert (
        Migration("6.0.0").to_text()
        == "0 documents of 0 brought up to 6.0.0, 0 changes by 0 steps\n"
    )
