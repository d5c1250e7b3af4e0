from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.document.store import StoreLimits, open_store, pack, unpack
from sw_data.document.store.foundry_keys import Key, guess_collection, new_id
from sw_data.document.store.layout import laid_out
from sw_data.document.store.leveldb import LevelDb, write_folder
from sw_data.document.store.sources import safe
from sw_data.errors import DocumentError, ImpossibleError

Object = dict[str, object]


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def content(folder: Path) -> dict[bytes, bytes]:
    with LevelDb.open(folder) as opened:
        return dict(opened.scan())


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


# --- unpack ----------------------------------------------------------------------------


def test_each_document_becomes_a_file_named_for_it(heroes: Path, tmp_path: Path) -> None:
    report = unpack(heroes, tmp_path / "out")
    assert files(tmp_path / "out") == [
        "Ann___\u042f_annAnnAnnAnnAnn1.json",
        "Heroes_folderFolderFol1.json",
        "Joe_joeJoeJoeJoeJoe1.json",
    ]
    assert (report.documents, report.records, report.findings) == (3, 3, [])
    text = (tmp_path / "out" / "Joe_joeJoeJoeJoeJoe1.json").read_text()
    assert text.startswith('{\n  "_id": "joeJoeJoeJoeJoe1",\n  "name": "Joe",\n')
    assert text.endswith('\n  "_key": "!actors!joeJoeJoeJoeJoe1"\n}\n')
    joe = json.loads(text)
    assert joe["items"][0]["_key"] == "!actors.items!joeJoeJoeJoeJoe1.swordSwordSword1"
    assert joe["items"][0]["effects"][0]["_key"] == (
        "!actors.items.effects!joeJoeJoeJoeJoe1.swordSwordSword1.effectEffectEff1"
    )


def test_folders_of_the_compendium_become_folders(heroes: Path, tmp_path: Path) -> None:
    unpack(heroes, tmp_path / "out", folders=True)
    assert files(tmp_path / "out") == [
        "Ann___\u042f_annAnnAnnAnnAnn1.json",
        "Heroes_folderFolderFol1/Joe_joeJoeJoeJoeJoe1.json",
        "Heroes_folderFolderFol1/_Folder.json",
    ]


def test_a_circle_of_folders_ends(tmp_path: Path) -> None:
    records = [
        (b"!folders!a", b'{"_id":"a","name":"A","folder":"b"}'),
        (b"!folders!b", b'{"_id":"b","name":"B","folder":"a"}'),
        (b"!items!c", b'{"_id":"c","name":"C","folder":"a"}'),
    ]
    write_folder(tmp_path / "pack", records)
    assert unpack(tmp_path / "pack", tmp_path / "out", folders=True).documents == 3
    pack(tmp_path / "out", tmp_path / "again")
    assert content(tmp_path / "again") == content(tmp_path / "pack")


def test_no_name_and_no_id_leads_out_of_the_folder(tmp_path: Path) -> None:
    records = [
        (b"!items!../../../out", b'{"_id":"../../../out","name":"../../x"}'),
        (b"!items!..", b'{"_id":"..","folder":"../.."}'),
        (b"!../../x!a", b'{"_id":"a"}'),
        (b"!folders!/", b'{"_id":"/","name":"/"}'),
    ]
    write_folder(tmp_path / "pack", records)
    for folders in (False, True):
        unpack(tmp_path / "pack", tmp_path / "in" / "out", folders=folders)
    assert sorted(os.listdir(tmp_path)) == ["in", "pack"]
    assert os.listdir(tmp_path / "in") == ["out"]


def test_names_that_differ_in_nothing_but_case_get_files_of_their_own(tmp_path: Path) -> None:
    records = [(f"!items!{i}".encode(), f'{{"_id":"{i}","name":"X"}}'.encode()) for i in ("a", "A")]
    write_folder(tmp_path / "pack", records)
    unpack(tmp_path / "pack", tmp_path / "out")
    assert files(tmp_path / "out") == ["X_A.json", "X_a_.json"]
    pack(tmp_path / "out", tmp_path / "again")
    assert content(tmp_path / "again") == dict(records)


def test_a_very_long_name_is_cut(tmp_path: Path) -> None:
    record = json.dumps({"_id": "a" * 16, "name": "x" * 5000}).encode()
    write_folder(tmp_path / "pack", [(b"!items!" + b"a" * 16, record)])
    unpack(tmp_path / "pack", tmp_path / "out")
    assert files(tmp_path / "out") == ["x" * 150 + "_" + "a" * 16 + ".json"]


def test_only_clean_takes_old_sources_away_and_nothing_else(heroes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    put(out / "old" / "Gone.json", {})
    put(out / "README.md", "mine")
    unpack(heroes, out)
    assert "old/Gone.json" in files(out)
    unpack(heroes, out, clean=True)
    assert [name for name in files(out) if "_" not in name] == ["README.md"]
    assert not (out / "old").exists()


def test_unpacking_a_pack_that_cannot_be_read_touches_nothing(tmp_path: Path) -> None:
    out = put(tmp_path / "out" / "Old.json", {}).parent
    with pytest.raises(DocumentError):
        unpack(tmp_path / "nowhere", out, clean=True)
    assert files(out) == ["Old.json"]


def test_a_pack_is_not_unpacked_into_itself(heroes: Path) -> None:
    with pytest.raises(DocumentError, match="another folder"):
        unpack(heroes, heroes, clean=True)
    assert len(content(heroes)) == 8


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Great Sword", "Great_Sword"),
        ("\u041a\u0438\u043d\u0436\u0430\u043b", "\u041a\u0438\u043d\u0436\u0430\u043b"),
        ("\u0401\u00e9\u00df", "___"),
        ("\U0001f5e1", "__"),
        ("../a\\b:c", "___a_b_c"),
    ],
)
def test_a_file_name_is_that_of_the_foundry_cli(name: str, expected: str) -> None:
    assert safe(name) == expected


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_the_layout_is_that_of_two_blanks_a_level(value: object) -> None:
    try:
        expected = (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:
        expected = (json.dumps(value, indent=2) + "\n").encode()
    assert laid_out(value) == expected


# --- pack ------------------------------------------------------------------------------


def test_what_is_unpacked_packs_to_the_same_values(heroes: Path, tmp_path: Path) -> None:
    for folders in (False, True):
        unpack(heroes, tmp_path / f"out{folders}", folders=folders)
        report = pack(tmp_path / f"out{folders}", tmp_path / f"again{folders}")
        assert content(tmp_path / f"again{folders}") == content(heroes)
        assert (report.documents, report.records, report.made_ids, report.findings) == (3, 8, 0, [])


def test_a_pack_of_lines_and_a_folder_pack_turn_into_each_other(
    heroes: Path, tmp_path: Path, joe: Object, ann: Object
) -> None:
    pack(heroes, tmp_path / "heroes.db")
    store = open_store(tmp_path / "heroes.db")
    assert [entry.value for entry in store.entries()] == [ann, joe]
    pack(tmp_path / "heroes.db", tmp_path / "again")
    folders = {key: value for key, value in content(heroes).items() if b"folders" in key}
    assert content(tmp_path / "again") | folders == content(heroes)


def test_missing_ids_and_keys_are_made_and_always_the_same(tmp_path: Path) -> None:
    put(
        tmp_path / "src" / "a" / "Joe.json",
        {"name": "Joe", "items": [{"name": "Sword"}, {"_id": "", "name": "Axe"}]},
    )
    put(tmp_path / "src" / "Bow.json", {"name": "Bow"})
    for name in ("one", "two"):
        report = pack(tmp_path / "src", tmp_path / name)
        assert (report.documents, report.made_ids) == (2, 4)
    keys = list(content(tmp_path / "one"))
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert [key.split(b"!")[1] for key in keys] == [
        b"actors",
        b"actors.items",
        b"actors.items",
        b"items",
    ]
    os.rename(tmp_path / "src", tmp_path / "moved")
    pack(tmp_path / "moved", tmp_path / "three")
    assert content(tmp_path / "three") == content(tmp_path / "one")


def test_ids_come_from_where_the_caller_says(tmp_path: Path) -> None:
    put(tmp_path / "src" / "Bow.json", {"name": "Bow"})
    asked: list[tuple[str, ...]] = []

    def give(*seeds: str) -> str:
        asked.append(seeds)
        return "a" * 16

    pack(tmp_path / "src", tmp_path / "out", make_id=give)
    assert list(content(tmp_path / "out")) == [b"!items!" + b"a" * 16]
    assert asked == [("Bow.json", "Bow")]
    with pytest.raises(ImpossibleError):
        pack(tmp_path / "src", tmp_path / "out2", make_id=lambda *seeds: "short")
    assert not (tmp_path / "out2").exists()


def test_a_wrong_key_gives_way_to_the_id(tmp_path: Path) -> None:
    put(
        tmp_path / "src" / "a.json",
        {
            "_id": "a" * 16,
            "_key": "!items!" + "b" * 16,
            "effects": [{"_id": "c" * 16, "_key": "nonsense"}],
        },
    )
    report = pack(tmp_path / "src", tmp_path / "out")
    assert list(content(tmp_path / "out")) == [
        b"!items!" + b"a" * 16,
        b"!items.effects!" + b"a" * 16 + b"." + b"c" * 16,
    ]
    assert [finding.code for finding in report.findings] == ["SW710"]
    assert b"_key" not in b"".join(content(tmp_path / "out").values())


def test_an_id_of_another_form_is_told_and_packed(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.json", {"_id": "abc", "_key": "!items!abc"})
    report = pack(tmp_path / "src", tmp_path / "out")
    assert [finding.code for finding in report.findings] == ["SW711"]
    assert list(content(tmp_path / "out")) == [b"!items!abc"]


def test_twins_are_an_error_and_cousins_are_none(tmp_path: Path) -> None:
    sword = {"_id": "s" * 16}
    put(
        tmp_path / "src" / "a.json",
        {"_id": "a" * 16, "_key": "!actors!" + "a" * 16, "items": [sword]},
    )
    put(
        tmp_path / "src" / "b.json",
        {"_id": "b" * 16, "_key": "!actors!" + "b" * 16, "items": [sword]},
    )
    assert pack(tmp_path / "src", tmp_path / "cousins").records == 4
    put(
        tmp_path / "src" / "b.json",
        {"_id": "b" * 16, "_key": "!actors!" + "b" * 16, "items": [sword, sword]},
    )
    with pytest.raises(DocumentError, match=re.escape("items/0")) as caught:
        pack(tmp_path / "src", tmp_path / "twins")
    assert caught.value.code == "SW701"
    put(tmp_path / "src" / "b.json", {"_id": "a" * 16, "_key": "!actors!" + "a" * 16})
    for target in ("twins", "twins.db"):
        with pytest.raises(DocumentError, match=r"a\.json"):
            pack(tmp_path / "src", tmp_path / target)
    assert sorted(os.listdir(tmp_path)) == ["cousins", "src"]


def test_a_source_that_cannot_be_read_stops_the_packing(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.json", {"_id": "a" * 16})
    (tmp_path / "src" / "b.json").write_text('{"_id":\n oh}')
    for target in ("out", "out.db"):
        with pytest.raises(DocumentError) as caught:
            pack(tmp_path / "src", tmp_path / target)
        assert (caught.value.path, caught.value.line) == (str(tmp_path / "src" / "b.json"), 2)
    with pytest.raises(DocumentError):
        unpack(tmp_path / "src", tmp_path / "x", limits=StoreLimits(size=1))
    assert os.listdir(tmp_path) == ["src"]


def test_a_child_by_itself_is_not_packed(tmp_path: Path) -> None:
    put(
        tmp_path / "src" / "a.json",
        {"_id": "b" * 16, "_key": f"!actors.items!{'a' * 16}.{'b' * 16}"},
    )
    with pytest.raises(DocumentError, match="child"):
        pack(tmp_path / "src", tmp_path / "out")


def test_what_is_no_document_is_not_packed(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.json", [1])
    with pytest.raises(DocumentError, match="no object"):
        pack(tmp_path / "src", tmp_path / "out")


def test_a_pack_is_replaced_only_if_it_is_asked_for(heroes: Path, tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.json", {"_id": "a" * 16, "_key": "!items!" + "a" * 16})
    with pytest.raises(DocumentError, match="asked for"):
        pack(tmp_path / "src", heroes)
    assert len(content(heroes)) == 8
    pack(tmp_path / "src", heroes, overwrite=True)
    assert list(content(heroes)) == [b"!items!" + b"a" * 16]
    with pytest.raises(DocumentError, match="itself"):
        pack(heroes, heroes, overwrite=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "!!",
        "!items",
        "!items!",
        "items!a!b",
        "!actors.items!a",
        "!actors.items!a.b.c",
        "!a..b!c.d.e",
    ],
)
def test_what_is_no_key_is_none(text: str) -> None:
    assert Key.read(text) is None


def test_a_key_is_its_text_again() -> None:
    for text in ("!items!a", "!actors.items.effects!a.b.c", "!settings!core.x", "!actors!a!b"):
        assert str(Key.read(text)) == text


@pytest.mark.parametrize(
    ("value", "collection"),
    [
        ({"prototypeToken": {}}, "actors"),
        ({"items": []}, "actors"),
        ({"name": "Sword"}, "items"),
        ({"pages": []}, "journal"),
        ({"results": []}, "tables"),
        ({"command": ""}, "macros"),
        ({"actors": [], "items": [], "journal": []}, "adventures"),
        ({"cards": []}, "cards"),
    ],
)
def test_a_collection_is_guessed_by_the_members(value: Object, collection: str) -> None:
    assert guess_collection(value) == collection


def test_made_ids_have_the_form_of_foundry_and_do_not_meet() -> None:
    made = {new_id("a", str(n)) for n in range(2000)}
    assert len(made) == 2000
    assert all(re.fullmatch("[A-Za-z0-9]{16}", one) for one in made)
    assert new_id("a", "b") == new_id("a", "b") != new_id("ab") != new_id("a", "b", "")


IDS = st.integers(0, 6).map(lambda n: f"id{n:014d}")
EFFECTS = st.lists(
    st.fixed_dictionaries({"_id": IDS, "name": st.text(max_size=5)}),
    max_size=3,
    unique_by=lambda e: str(e["_id"]),
)
ITEMS = st.lists(
    st.fixed_dictionaries({"_id": IDS, "system": VALUES, "effects": EFFECTS}),
    max_size=4,
    unique_by=lambda e: str(e["_id"]),
)
ACTORS = st.lists(
    st.fixed_dictionaries(
        {"_id": IDS, "name": st.text(max_size=20), "items": ITEMS, "effects": EFFECTS}
    ),
    max_size=5,
    unique_by=lambda e: str(e["_id"]),
)


@settings(max_examples=30)
@given(ACTORS, st.booleans())
def test_any_actors_come_back_from_pack_and_unpack(
    tmp_path_factory: pytest.TempPathFactory,
    records_of: Callable[[Object, str], dict[bytes, bytes]],
    actors: list[Object],
    folders: bool,
) -> None:
    room = tmp_path_factory.mktemp("round")
    content: dict[bytes, bytes] = {}
    for actor in actors:
        content |= records_of(actor, "actors")
    write_folder(room / "pack", content.items())
    unpack(room / "pack", room / "out", folders=folders)
    pack(room / "out", room / "again")
    first = [(e.key, e.document.text) for e in open_store(room / "pack").entries()]
    second = [(e.key, e.document.text) for e in open_store(room / "again").entries()]
    assert first == second
    assert [json.loads(text) for _, text in first] == sorted(actors, key=lambda a: str(a["_id"]))


def test_real_packs_come_back_from_pack_and_unpack(shared: Path, tmp_path: Path) -> None:
    packs = sorted((shared / "corpus" / "foundry-leveldb").rglob("CURRENT"))
    for number, current in enumerate(packs):
        source = current.parent
        unpack(source, tmp_path / f"{number}", folders=bool(number % 2))
        pack(tmp_path / f"{number}", tmp_path / f"{number}.pack")
        first = [(e.key, e.value) for e in open_store(source).entries()]
        assert [
            (e.key, e.value) for e in open_store(tmp_path / f"{number}.pack").entries()
        ] == first
        unpack(tmp_path / f"{number}.pack", tmp_path / f"{number}.again", folders=bool(number % 2))
        assert files(tmp_path / f"{number}.again") == files(tmp_path / f"{number}")


def test_an_empty_folder_does_not_empty_a_pack_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "joe.json").write_text(
        '{"_id": "joe0000000000000", "name": "Joe", "type": "npc", "system": {}}'
    )
    (tmp_path / "empty").mkdir()
    for name in ("heroes", "heroes.db"):
        pack(tmp_path / "sources", tmp_path / name, collection="actors")
        with pytest.raises(DocumentError, match="no document to pack"):
            pack(tmp_path / "empty", tmp_path / name, collection="actors", overwrite=True)
        assert len(list(open_store(tmp_path / name).entries())) == 1
