from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document.store import pack, unpack
from sw_data.document.store.leveldb import LevelDb, write_folder
from sw_data.document.store.volatile import VOLATILE, same_but_volatile
from sw_data.errors import DocumentError, ImpossibleError

Object = dict[str, object]


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def content(folder: Path) -> dict[bytes, bytes]:
    with LevelDb.open(folder) as opened:
        return dict(opened.scan())


def read(path: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(path.read_text()))


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


# --- adventures ------------------------------------------------------------------------


def test_the_documents_of_an_adventure_become_files_beside_it(
    campaign: Path, tmp_path: Path
) -> None:
    report = unpack(campaign, tmp_path / "out", expand_adventures=True)
    assert files(tmp_path / "out") == [
        "Ann___\u042f_Actor_annAnnAnnAnnAnn1.json",
        "Heroes_folderFolderFol1.json",
        "Joe_Actor_joeJoeJoeJoeJoe1.json",
        "People_Folder_peoplePeoplePeo1.json",
        "Read_me_JournalEntry_readReadReadRea1.json",
        "The_Quest_questQuestQuest1.json",
        "Villains_Folder_villainsVillain1.json",
    ]
    assert (report.documents, report.records) == (2, 7)
    adventure = read(tmp_path / "out" / "The_Quest_questQuestQuest1.json")
    assert adventure["journal"] == ["Read_me_JournalEntry_readReadReadRea1.json"]
    assert adventure["_key"] == "!adventures!questQuestQuest1"
    assert adventure["items"] == []
    assert "_key" not in read(tmp_path / "out" / "Joe_Actor_joeJoeJoeJoeJoe1.json")


def test_with_folders_an_adventure_is_a_folder_itself(campaign: Path, tmp_path: Path) -> None:
    unpack(campaign, tmp_path / "out", expand_adventures=True, folders=True)
    base = "Heroes_folderFolderFol1/The_Quest_questQuestQuest1"
    assert files(tmp_path / "out") == [
        f"{base}/Actor/People_peoplePeoplePeo1/Villains_villainsVillain1/Joe_joeJoeJoeJoeJoe1.json",
        f"{base}/Actor/People_peoplePeoplePeo1/Villains_villainsVillain1/_Folder.json",
        f"{base}/Actor/People_peoplePeoplePeo1/_Folder.json",
        f"{base}/Ann___\u042f_annAnnAnnAnnAnn1.json",
        f"{base}/Read_me_readReadReadRea1.json",
        f"{base}/_Adventure.json",
        "Heroes_folderFolderFol1/_Folder.json",
    ]
    named = read(tmp_path / "out" / base / "_Adventure.json")["actors"]
    assert named[0].startswith("Actor/People_")


@pytest.mark.parametrize("folders", [False, True])
@pytest.mark.parametrize("yaml", [False, True])
def test_an_adventure_that_was_cut_up_packs_to_the_same_values(
    campaign: Path, tmp_path: Path, folders: bool, yaml: bool
) -> None:
    if yaml:
        pytest.importorskip("yaml")
    unpack(campaign, tmp_path / "out", expand_adventures=True, folders=folders, yaml=yaml)
    report = pack(tmp_path / "out", tmp_path / "again")
    assert content(tmp_path / "again") == content(campaign)
    assert (report.documents, report.made_ids, report.findings) == (2, 0, [])
    unpack(
        tmp_path / "again", tmp_path / "twice", expand_adventures=True, folders=folders, yaml=yaml
    )
    assert files(tmp_path / "twice") == files(tmp_path / "out")


def test_an_adventure_is_left_whole_unless_it_is_asked_for(campaign: Path, tmp_path: Path) -> None:
    unpack(campaign, tmp_path / "out")
    assert len(files(tmp_path / "out")) == 2
    pack(tmp_path / "out", tmp_path / "again")
    assert content(tmp_path / "again") == content(campaign)


def test_a_document_without_a_key_that_no_adventure_names_is_packed(
    campaign: Path, tmp_path: Path
) -> None:
    unpack(campaign, tmp_path / "out", expand_adventures=True)
    put(tmp_path / "out" / "Bow.json", {"name": "Bow"})
    report = pack(tmp_path / "out", tmp_path / "again")
    assert (report.documents, report.made_ids) == (3, 1)
    assert len(content(tmp_path / "again")) == len(content(campaign)) + 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("gone.json", "SW702"),
        ("../out.json", "SW719"),
        ("/etc/passwd", "SW719"),
        ("", "SW719"),
        ("a\0.json", "SW719"),
    ],
)
def test_a_file_that_an_adventure_cannot_have_stops_the_packing(
    tmp_path: Path, name: str, code: str
) -> None:
    put(tmp_path / "out.json", {"_id": "o" * 16})
    put(
        tmp_path / "src" / "a.json",
        {"_id": "a" * 16, "_key": "!adventures!" + "a" * 16, "actors": [name]},
    )
    with pytest.raises(DocumentError) as caught:
        pack(tmp_path / "src", tmp_path / "pack")
    assert caught.value.code == code
    assert str(caught.value.path).endswith("a.json/actors/0")


def test_a_file_is_not_put_into_an_adventure_twice(tmp_path: Path) -> None:
    put(tmp_path / "src" / "joe.json", {"_id": "j" * 16})
    named = {"actors": ["joe.json"], "items": ["./joe.json"]}
    put(
        tmp_path / "src" / "a.json",
        {"_id": "a" * 16, "_key": "!adventures!" + "a" * 16, **named},
    )
    with pytest.raises(DocumentError, match="already") as caught:
        pack(tmp_path / "src", tmp_path / "pack")
    assert caught.value.code == "SW701"


def test_a_link_out_of_the_sources_is_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "secret.json", {"_id": "s" * 16})
    adventure = {"_id": "a" * 16, "_key": "!adventures!" + "a" * 16, "actors": ["link.json"]}
    put(tmp_path / "src" / "a.json", adventure)
    (tmp_path / "src" / "link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(DocumentError, match="outside"):
        pack(tmp_path / "src", tmp_path / "pack")


def test_two_documents_of_one_name_in_an_adventure_get_files_of_their_own(tmp_path: Path) -> None:
    twins = [{"_id": "x" * 16, "name": "X"}, {"_id": "X" * 16, "name": "x"}, {"name": ""}]
    value = {"_id": "a" * 16, "name": "A", "actors": twins, "items": twins}
    raw = json.dumps(value, separators=(",", ":")).encode()
    write_folder(tmp_path / "pack", [(b"!adventures!" + b"a" * 16, raw)])
    for folders in (False, True):
        out = tmp_path / f"out{folders}"
        unpack(tmp_path / "pack", out, expand_adventures=True, folders=folders)
        assert len(files(out)) == 7
        pack(out, tmp_path / f"again{folders}")
        assert content(tmp_path / f"again{folders}") == content(tmp_path / "pack")


# --- what is volatile ------------------------------------------------------------------


def stats(**changes: object) -> Object:
    return {"modifiedTime": 1, "coreVersion": "13", "lastModifiedBy": "me", "x": None, **changes}


def repacked(folder: Path, target: Path, **changes: object) -> Path:
    for path in folder.iterdir():
        put(path, {**read(path), **changes})
    pack(folder, target)
    return target


def test_a_file_in_which_only_times_would_change_is_left_as_it_is(tmp_path: Path) -> None:
    write_folder(
        tmp_path / "one", [(b"!items!a", json.dumps({"_id": "a", "_stats": stats()}).encode())]
    )
    out = tmp_path / "out"
    unpack(tmp_path / "one", out)
    file = next(out.iterdir())
    file.write_text(json.dumps(read(file)))  # laid out by hand
    before = file.read_bytes()
    unpack(tmp_path / "one", tmp_path / "src")
    newer = repacked(tmp_path / "src", tmp_path / "two", _stats=stats(modifiedTime=2))
    for clean in (False, True):
        unpack(newer, out, omit_volatile=True, clean=clean)
        assert file.read_bytes() == before
    unpack(newer, out)
    assert read(file)["_stats"] == stats(modifiedTime=2)


def test_times_come_along_with_any_other_change(tmp_path: Path) -> None:
    write_folder(
        tmp_path / "one", [(b"!items!a", json.dumps({"_id": "a", "_stats": stats()}).encode())]
    )
    unpack(tmp_path / "one", tmp_path / "out")
    unpack(tmp_path / "one", tmp_path / "src")
    newer = repacked(tmp_path / "src", tmp_path / "two", _stats=stats(modifiedTime=2), img="x.webp")
    unpack(newer, tmp_path / "out", omit_volatile=True)
    found = read(next((tmp_path / "out").iterdir()))
    assert (found["img"], found["_stats"]["modifiedTime"]) == ("x.webp", 2)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"_stats": 1}'])
def test_a_file_that_is_something_else_is_written_anew(tmp_path: Path, text: str) -> None:
    write_folder(
        tmp_path / "one", [(b"!items!a", json.dumps({"_id": "a", "_stats": stats()}).encode())]
    )
    unpack(tmp_path / "one", tmp_path / "out")
    file = next((tmp_path / "out").iterdir())
    expected = file.read_bytes()
    file.write_text(text)
    unpack(tmp_path / "one", tmp_path / "out", omit_volatile=True)
    assert file.read_bytes() == expected


def test_the_times_of_children_are_volatile_too() -> None:
    old: Object = {"_stats": {}, "items": [{"_stats": stats(), "effects": [{"_stats": stats()}]}]}
    new = json.loads(json.dumps(old))
    new["items"][0]["_stats"]["modifiedTime"] = 9
    new["items"][0]["effects"][0]["_stats"]["coreVersion"] = "14"
    assert same_but_volatile(new, old, "actors")
    assert not same_but_volatile(new, old, "adventures")
    new["items"].append({})
    assert not same_but_volatile(new, old, "actors")


@given(st.sampled_from([*VOLATILE, "x"]), st.sampled_from([1, True, 1.0, "1", None]))
def test_documents_are_the_same_whatever_their_times_say(name: str, value: object) -> None:
    old: Object = {"_stats": stats(), "n": 1}
    new: Object = {"n": 1, "_stats": stats(**{name: value})}
    assert same_but_volatile(new, old, "items") == (name != "x" or value is None)


def test_true_is_not_one() -> None:
    assert not same_but_volatile({"_stats": {}, "n": True}, {"_stats": {}, "n": 1}, "items")
    assert same_but_volatile({"_stats": {}, "n": 1.0}, {"_stats": {}, "n": 1}, "items")


# --- layout, names and entries ---------------------------------------------------------


@pytest.mark.parametrize("indent", [0, 1, 4])
def test_json_is_indented_as_wanted(heroes: Path, tmp_path: Path, indent: int) -> None:
    unpack(heroes, tmp_path / "out", indent=indent)
    text = (tmp_path / "out" / "Joe_joeJoeJoeJoeJoe1.json").read_text()
    separators = (",", ":") if not indent else None
    expected = json.dumps(
        json.loads(text), indent=indent or None, ensure_ascii=False, separators=separators
    )
    assert text == expected + "\n"


def test_names_are_those_that_the_caller_gives(heroes: Path, tmp_path: Path) -> None:
    def name(value: Object) -> str | None:
        return f"people/{value['name']}.json" if value["name"] == "Joe" else None

    unpack(heroes, tmp_path / "out", transform_name=name)
    assert "people/Joe.json" in files(tmp_path / "out")
    assert len(files(tmp_path / "out")) == 3


@pytest.mark.parametrize("name", ["../x.json", "/x.json", "a/../../x.json", "", "."])
def test_no_name_that_the_caller_gives_leads_out(heroes: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(ImpossibleError, match="below the folder"):
        unpack(heroes, tmp_path / "out", transform_name=lambda value: name)
    assert not (tmp_path / "out").exists()


def test_entries_can_be_changed_and_left_out_on_the_way(heroes: Path, tmp_path: Path) -> None:
    def without_ann(value: Object) -> bool:
        value["flags"] = {}
        return not str(value["name"]).startswith("Ann")

    unpack(heroes, tmp_path / "out", transform_entry=without_ann)
    assert files(tmp_path / "out") == ["Heroes_folderFolderFol1.json", "Joe_joeJoeJoeJoeJoe1.json"]
    assert read(tmp_path / "out" / "Joe_joeJoeJoeJoeJoe1.json")["flags"] == {}
    report = pack(heroes, tmp_path / "again", transform_entry=without_ann)
    assert report.documents == 2
    assert not any(b"Ann" in value for value in content(tmp_path / "again").values())
    assert b'"flags":{}' in content(tmp_path / "again")[b"!actors!joeJoeJoeJoeJoe1"]


def test_an_id_that_an_entry_is_given_on_the_way_is_packed(tmp_path: Path) -> None:
    put(tmp_path / "src" / "joe.json", {"name": "Joe", "type": "character", "items": []})

    def named(value: Object) -> None:
        value["_id"] = "j" * 16

    report = pack(tmp_path / "src", tmp_path / "pack", collection="actors", transform_entry=named)
    assert list(content(tmp_path / "pack")) == [b"!actors!" + b"j" * 16]
    assert (report.made_ids, report.findings) == (0, [])


def test_the_documents_inside_an_adventure_can_be_left_out(campaign: Path, tmp_path: Path) -> None:
    unpack(
        campaign,
        tmp_path / "out",
        expand_adventures=True,
        transform_entry=lambda value: value["name"] != "Joe",
    )
    adventure = read(tmp_path / "out" / "The_Quest_questQuestQuest1.json")
    assert adventure["actors"] == ["Ann___\u042f_Actor_annAnnAnnAnnAnn1.json"]


def test_nothing_is_unpacked_through_a_link_in_the_target(campaign: Path, tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    unpack(campaign, target, expand_adventures=True, folders=True)
    (folder,) = [each for each in target.iterdir() if each.is_dir()][:1]
    folder.rename(elsewhere)
    before = files(elsewhere)
    folder.symlink_to(elsewhere)
    with pytest.raises(DocumentError, match="link to another place"):
        unpack(campaign, target, expand_adventures=True, folders=True)
    assert files(elsewhere) == before
