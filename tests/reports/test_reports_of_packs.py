"""Reports about compendium packs (section K), each with a pack or a folder that shows it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.document.store import open_store
from sw_data.document.store.foundry_keys import ID_FORM, new_id
from sw_data.document.store.leveldb import LevelDb
from sw_data.errors import DocumentError

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]
Command = Callable[..., subprocess.CompletedProcess[str]]


def keys(pack: Path) -> list[str]:
    with LevelDb.open(pack) as opened:
        return [key.decode() for key, _ in opened.scan()]


def packed(write: Write, tmp_path: Path, *documents: object) -> Path:
    for number, document in enumerate(documents):
        write(f"src/{number}.json", document)
    sw.pack(tmp_path / "src", tmp_path / "pack")
    return tmp_path / "pack"


# R106
def test_the_same_item_in_two_actors_is_there_twice_after_the_round_trip(
    npc: Make, item: Make, written: Write, tmp_path: Path
) -> None:
    sword = item("weapon", "Sword", damage="@str+d8")
    pack = packed(written, tmp_path, npc("Orc", items=(sword,)), npc("Ogre", items=(sword,)))
    assert len([key for key in keys(pack) if key.startswith("!actors.items!")]) == 2
    sw.unpack(pack, tmp_path / "again")
    for path in (tmp_path / "again").iterdir():
        assert [each["name"] for each in json.loads(path.read_text())["items"]] == ["Sword"]


# R107
@pytest.mark.parametrize("wrong", [{}, {"_key": ""}, {"_key": "nonsense"}, {"_key": None}])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_key_that_is_missing_or_wrong_at_any_level_is_made(
    npc: Make, item: Make, written: Write, tmp_path: Path, level: int, wrong: dict[str, object]
) -> None:
    sword = item("weapon", "Sword", damage="@str+d8")
    sword["effects"] = [{"_id": "sharpSharpSharp1", "name": "Sharp", "changes": []}]
    orc = npc(items=(sword,))
    orc["_key"] = f"!actors!{orc['_id']}"
    sword["_key"] = f"!actors.items!{orc['_id']}.{sword['_id']}"
    levels: list[dict[str, Any]] = [orc, sword, sword["effects"][0]]
    chosen = levels[level]
    chosen.pop("_key", None)
    chosen.update(wrong)
    pack = packed(written, tmp_path, orc)
    assert keys(pack) == [
        f"!actors!{orc['_id']}",
        f"!actors.items!{orc['_id']}.{sword['_id']}",
        f"!actors.items.effects!{orc['_id']}.{sword['_id']}.sharpSharpSharp1",
    ]


# R107
@pytest.mark.parametrize("ident", ["", None])
def test_an_effect_without_an_id_is_given_one(
    npc: Make, written: Write, tmp_path: Path, ident: object
) -> None:
    orc: dict[str, Any] = {**npc(), "effects": [{"_id": ident, "name": "Boost", "changes": []}]}
    pack = packed(written, tmp_path, orc)
    made = keys(pack)[-1].rpartition(".")[2]
    assert ID_FORM.fullmatch(made)


# R109
@pytest.mark.parametrize("lost", ["CURRENT", "MANIFEST"])
def test_a_pack_that_has_lost_its_manifest_is_read_as_far_as_it_goes(
    npc: Make, written: Write, tmp_path: Path, lost: str
) -> None:
    pack = packed(written, tmp_path, npc("Orc"), npc("Ogre"))
    for path in pack.glob(f"{lost}*"):
        path.unlink()
    before = {path.name: path.read_bytes() for path in pack.iterdir()}
    assert set(sw.load(pack).characters) == {"Orc", "Ogre"}
    assert {each.code for each in sw.validate(pack)} & {"SW705", "SW706"}
    assert {path.name: path.read_bytes() for path in pack.iterdir()} == before


# R109
def test_a_pack_that_is_cut_off_gives_what_is_left_and_says_so(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    pack = packed(written, tmp_path, *(npc(f"{number:02} Orc") for number in range(20)))
    (log,) = [path for path in pack.iterdir() if path.suffix == ".log"]
    log.write_bytes(log.read_bytes()[: log.stat().st_size * 2 // 3])
    report = sw.validate(pack)
    assert {each.code for each in report} & {"SW704", "SW708"}
    assert all(str(pack) in (each.file or "") for each in report)


# R111
@pytest.mark.parametrize("ident", ["abc", "1e6f1f2e-4d3c-4b5a-8f6e-7d8c9b0a1f2e", "a" * 24])
def test_an_id_of_another_form_is_found(
    npc: Make, written: Write, tmp_path: Path, ident: str
) -> None:
    written("src/orc.json", {**npc(), "_id": ident})
    report = sw.pack(tmp_path / "src", tmp_path / "pack")
    assert [each.code for each in report.findings] == ["SW711"]


# R111
def test_an_id_that_is_made_is_the_same_each_time() -> None:
    assert new_id("a", "b") == new_id("a", "b")
    assert new_id("a", "b") != new_id("b", "a")
    assert ID_FORM.fullmatch(new_id("a", "b"))


# R112
@pytest.mark.parametrize("form", ["sarif", "json", "junit", "github", "text"])
def test_a_pack_is_checked_before_a_release_by_its_exit_status(
    npc: Make, item: Make, written: Write, tmp_path: Path, sw_data_command: Command, form: str
) -> None:
    bad = npc("Orc", items=(item("weapon", "Sword", damage="2d61"),))
    pack = packed(written, tmp_path, bad)
    ran = sw_data_command("validate", pack, "--format", form)
    assert ran.returncode == 1
    assert "SW201" in ran.stdout


# R112
def test_a_document_that_is_there_twice_stops_the_packing(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    for name in ("a.json", "b.json"):
        written(f"src/{name}", npc("Orc"))
    with pytest.raises(DocumentError) as caught:
        sw.pack(tmp_path / "src", tmp_path / "pack")
    assert caught.value.code == "SW701"
    assert str(caught.value.path).endswith("b.json")


# R113
def test_two_packs_of_one_name_in_a_module_are_found(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        written(f"module/packs/{name}.db", json.dumps(npc(name)) + "\n")
    pack = {"name": "actors", "label": "Actors", "type": "Actor", "path": "packs/a.db"}
    manifest = {"id": "m", "title": "M", "packs": [pack, {**pack, "path": "packs/b.db"}]}
    written("module/module.json", manifest)
    assert "SW714" in {each.code for each in sw.validate(tmp_path / "module")}


# R113
def test_line_ends_that_git_has_changed_are_found_in_a_pack(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    pack = packed(written, tmp_path, npc("Orc"))
    for path in pack.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert set(sw.load(pack).characters) <= {"Orc"}
    assert [each.code for each in sw.validate(pack) if each.code.startswith("SW7")]


# R114
def test_a_pack_is_read_with_nothing_that_has_to_be_compiled(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    pack = packed(written, tmp_path, npc("Orc"))
    script = (
        "import sys, pathlib\n"
        "from sw_data.document.store import open_store\n"
        "print([e.value['name'] for e in open_store(pathlib.Path(sys.argv[1])).entries()])\n"
        "print(sorted({'plyvel', 'rleveldb', 'leveldb', 'snappy', 'cramjam'} & set(sys.modules)))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(pack)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == ["['Orc']", "[]"]


# R115
@pytest.mark.parametrize("name", ["many.jsonl", "many.db"])
def test_reading_a_file_eight_times_as_long_takes_no_more_memory(
    npc: Make, tmp_path: Path, name: str
) -> None:
    line = npc("Orc")
    line["img"] = "data:image/png;base64," + "A" * 20_000
    peaks: list[int] = []
    for count in (100, 800):
        path = tmp_path / f"{count}-{name}"
        with path.open("w") as file:
            for number in range(count):
                file.write(json.dumps({**line, "_id": f"{number:016}"}) + "\n")
        tracemalloc.start()
        assert sum(1 for each in open_store(path).entries() if each.value) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


# R109 R114
def test_reading_a_pack_changes_nothing_and_works_beside_a_lock(
    npc: Make, written: Write, tmp_path: Path
) -> None:
    pack = packed(written, tmp_path, npc("Orc"))
    (pack / "LOCK").touch()
    copy = tmp_path / "copy"
    shutil.copytree(pack, copy)
    assert set(sw.load(pack).characters) == {"Orc"}
    assert {path.name: path.read_bytes() for path in pack.iterdir()} == {
        path.name: path.read_bytes() for path in copy.iterdir()
    }
