from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sw_data.diagnostics import Edit
from sw_data.document import Document, parse, place
from sw_data.document.patch import apply
from sw_data.document.store import Entry, Store, StoreLimits, atomic, open_store
from sw_data.document.store.file import entries_of
from sw_data.document.store.sources import as_document
from sw_data.errors import DocumentError

SWORD = '{"_id":"aaaaaaaaaaaaaaaa","name":"Sword","system":{"ap":2.50}}'
AXE = '{"_id":"bbbbbbbbbbbbbbbb","name":"Axe"}'


def put(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def codes(store: Store) -> list[str]:
    return [finding.code for finding in store.findings]


def name_of(entry: Entry) -> object:
    value = as_document(entry)
    return None if value is None else value["name"]


def names(store: Store) -> list[object]:
    return [name_of(entry) for entry in store.entries()]


def sharpen(origin: str, document: Document) -> Document:
    """Rename every sword, wherever in the text it stands."""
    edits = [
        Edit(op="replace", path=f"{entry.pointer}/name", value="Sharp")
        for entry in entries_of(document, origin)
        if name_of(entry) == "Sword"
    ]
    return apply(document, edits)


# --- told by content ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.json", SWORD, "json"),
        ("a.db", "\n  " + json.dumps(json.loads(SWORD), indent=2), "json"),
        ("a.json", f"[{SWORD},{AXE}]", "array"),
        ("a.txt", f"{SWORD}\n{AXE}\n", "json-lines"),
        ("a.json", f"\ufeff{SWORD}\r\n{AXE}", "json-lines"),
        ("a.jsonl", SWORD, "json-lines"),
        ("a.db", SWORD + "\n", "nedb"),
        ("a.db", f"{SWORD}\n{AXE}\n", "nedb"),
        ("a.db", f'{{"name":broken\n{AXE}\n', "nedb"),
        ("a.db", '{"name":"a\n{"name":"b\n', "nedb"),
        ("a.json", f'{SWORD}\n{{"$$deleted":true,"_id":"x"}}\n', "nedb"),
        ("a.json", '{"name":"a","items":[\n{"name":"b"}\n]}', "json"),
        ("a.json", f'{{"name":broken\n{AXE}\n', "json-lines"),
        ("a.db", "", "nedb"),
        ("a.db", "\n", "nedb"),
        ("a.json", "", "json"),
        ("a.db", b"SQLite format 3\0" + bytes(100), "none"),
        ("a", SWORD.encode("utf-16"), "json"),
        ("a.db", '{\n"_id":"a"}', "json"),
    ],
)
def test_a_file_is_what_its_content_says(
    tmp_path: Path, name: str, text: str | bytes, form: str
) -> None:
    assert open_store(put(tmp_path / name, text)).form == form


def test_what_is_not_there_is_a_finding(tmp_path: Path) -> None:
    store = open_store(tmp_path / "nowhere.json")
    assert list(store.entries()) == []
    [finding] = store.findings
    assert (finding.code, finding.file) == ("SW012", str(tmp_path / "nowhere.json"))
    with pytest.raises(DocumentError):
        store.write(tmp_path / "copy.json")


def test_sqlite_by_the_name_of_a_pack_is_one_finding(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "items.db", b"SQLite format 3\0" + bytes(4000)))
    assert list(store.entries()) == []
    assert codes(store) == ["SW716"]


def test_pretty_json_by_the_name_of_a_pack_is_read_and_told(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "items.db", json.dumps(json.loads(SWORD), indent=2)))
    assert names(store) == ["Sword"]
    assert codes(store) == ["SW715"]


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_an_empty_pack_is_no_finding(tmp_path: Path, text: str) -> None:
    store = open_store(put(tmp_path / "items.db", text))
    assert list(store.entries()) == []
    assert store.findings == []


def test_an_empty_json_file_is_a_finding(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "a.json", ""))
    assert list(store.entries()) == []
    assert codes(store) == ["SW009"]


# --- entries and their places ----------------------------------------------------------


def test_entries_of_an_array_share_a_text_and_have_pointers(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "a.json", f"[\n{SWORD},\n{AXE}\n]"))
    first, second = store.entries()
    assert first.document is second.document
    assert [first.pointer, second.pointer] == ["/0", "/1"]
    assert second.value == json.loads(AXE)
    assert place(second.document, second.pointer + "/name") == (3, 34)


def test_an_entry_of_a_line_knows_its_line(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "a.jsonl", f"{SWORD}\n\n{AXE}\n"))
    first, second = store.entries()
    assert (first.document.line, second.document.line) == (1, 3)
    assert place(second.document, "/name") == (3, 34 - 0)
    assert first.origin != second.origin


def test_a_line_that_cannot_be_read_does_not_stop_the_rest(tmp_path: Path) -> None:
    store = open_store(put(tmp_path / "a.db", f"{SWORD}\n{{oh\n{AXE}\n"))
    assert names(store) == ["Sword", "Axe"]
    [finding] = store.findings
    assert (finding.code, finding.line) == ("SW001", 2)


def test_of_a_nedb_file_the_last_line_of_an_id_counts(tmp_path: Path) -> None:
    text = "\n".join(
        (
            '{"$$indexCreated":{"fieldName":"name"}}',
            SWORD,
            AXE,
            SWORD.replace("Sword", "Better Sword"),
            '{"_id":"cccccccccccccccc","name":"Bow"}',
            '{"$$deleted":true,"_id":"bbbbbbbbbbbbbbbb"}',
            '{"name":"without an id"}',
        )
    )
    store = open_store(put(tmp_path / "a.db", text))
    assert names(store) == ["Better Sword", "Bow", "without an id"]
    assert store.findings == []


def test_a_deleted_document_that_is_written_again_is_back(tmp_path: Path) -> None:
    store = open_store(
        put(tmp_path / "a.db", f'{AXE}\n{{"$$deleted":true,"_id":"bbbbbbbbbbbbbbbb"}}\n{AXE}\n')
    )
    assert names(store) == ["Axe"]


def test_a_file_larger_than_the_limit_is_a_finding(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", SWORD)
    store = open_store(path, limits=StoreLimits(size=20))
    assert list(store.entries()) == []
    assert codes(store) == ["SW004"]
    store.write(tmp_path / "copy.json")
    assert (tmp_path / "copy.json").read_bytes() == path.read_bytes()


# --- writing back ------------------------------------------------------------------------

TEXTS = [
    ("a.json", f" {SWORD} \n"),
    ("a.json", f"\ufeff[{SWORD} , {AXE}]"),
    ("a.jsonl", f"{SWORD}\r\n\r\n{{broken\n{AXE}"),
    ("a.db", f"{SWORD}\n{SWORD}\n{AXE}\n"),
    ("a.db", "\n"),
    ("a.json", "{broken"),
]


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_what_is_not_changed_is_written_byte_for_byte(tmp_path: Path, name: str, text: str) -> None:
    path = put(tmp_path / name, text)
    open_store(path).write(tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_in_place_an_unchanged_file_is_not_touched(tmp_path: Path, name: str, text: str) -> None:
    path = put(tmp_path / name, text)
    before = path.stat()
    open_store(path).write(path, overwrite=True)
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.json", f" {SWORD} \n", f" {SWORD} \n".replace("Sword", "Sharp")),
        ("a.json", f"[{AXE} , {SWORD}]", f"[{AXE} , {SWORD}]".replace("Sword", "Sharp")),
        (
            "a.jsonl",
            f"{AXE}\r\n{SWORD}\r\n\r\n{{oh",
            f"{AXE}\r\n{SWORD}\r\n\r\n{{oh".replace("Sword", "Sharp"),
        ),
        ("a.db", f"{SWORD}\n{AXE}\n{SWORD}", f"{SWORD}\n{AXE}\n" + SWORD.replace("Sword", "Sharp")),
    ],
)
def test_only_what_is_changed_differs(tmp_path: Path, name: str, text: str, expected: str) -> None:
    path = put(tmp_path / name, text)
    open_store(path).write(path, sharpen, overwrite=True)
    assert path.read_bytes() == expected.encode()


def test_a_changed_line_stays_one_line(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", f"{SWORD}\n{AXE}\n")
    open_store(path).write(path, lambda _, d: parse(json.dumps(d.value, indent=2)), overwrite=True)
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        json.loads(SWORD),
        json.loads(AXE),
    ]


def test_lines_in_utf_16_are_changed_in_utf_16(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", f"{SWORD}\n{AXE}\n".encode("utf-16"))
    open_store(path).write(path, sharpen, overwrite=True)
    assert path.read_bytes().decode("utf-16") == f"{SWORD}\n{AXE}\n".replace("Sword", "Sharp")


def test_nothing_is_written_over_unless_it_is_asked_for(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", SWORD)
    other = put(tmp_path / "b.json", AXE)
    for target in (path, other):
        with pytest.raises(DocumentError, match="asked for"):
            open_store(path).write(target, sharpen)
    assert (path.read_text(), other.read_text()) == (SWORD, AXE)


@pytest.mark.skipif(sys.platform == "win32", reason="no permissions to keep")
def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", SWORD)
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    open_store(link).write(link, sharpen, overwrite=True)
    assert link.is_symlink()
    assert "Sharp" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_an_error_while_writing_leaves_no_trace(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", SWORD)

    def break_off() -> None:
        with atomic(path, overwrite=True) as out:
            out.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert path.read_text() == SWORD
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", SWORD)
    with pytest.raises(DocumentError, match="cannot be written"):
        open_store(path).write(tmp_path / "nowhere" / "b.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=30)
@given(st.lists(st.dictionaries(st.text(max_size=4), VALUES, max_size=3), min_size=2, max_size=6))
def test_whatever_lines_hold_comes_back(
    tmp_path_factory: pytest.TempPathFactory, documents: list[dict[str, object]]
) -> None:
    folder = tmp_path_factory.mktemp("lines")
    path = put(folder / "a.jsonl", "".join(json.dumps(document) + "\n" for document in documents))
    store = open_store(path)
    assert [entry.value for entry in store.entries()] == documents
    store.write(folder / "b.jsonl")
    assert (folder / "b.jsonl").read_bytes() == path.read_bytes()


@given(st.binary(max_size=200), st.sampled_from(["a.json", "a.db", "a.jsonl", "a"]))
def test_no_bytes_of_any_name_raise(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    store = open_store(put(tmp_path_factory.mktemp("bytes") / name, data))
    found = list(store.entries())
    assert found or store.findings or not data.strip()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_a_store_is_written_to_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Open for both, so that neither side waits for the other.
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        open_store(put(tmp_path / "sword.json", SWORD)).write(pipe, overwrite=True)
        assert os.read(reader, 65536) == SWORD.encode()
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["pipe", "sword.json"]
