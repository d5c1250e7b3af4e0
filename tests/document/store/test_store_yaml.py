from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.diagnostics import Edit
from sw_data.document import LIMITS, Document, Limits
from sw_data.document.patch import apply
from sw_data.document.store import open_store, pack, unpack, yaml_file, yaml_values
from sw_data.document.store.leveldb import LevelDb
from sw_data.errors import DocumentError, MissingExtraError

SWORD = "# a comment\n_id: aaaaaaaaaaaaaaaa\nname: Sword\nno: no\nclock: 1:30\n"


def content(folder: Path) -> dict[bytes, bytes]:
    with LevelDb.open(folder) as opened:
        return dict(opened.scan())


def test_without_pyyaml_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.yml").write_text(SWORD)
    (tmp_path / "b.yml").write_text(SWORD)
    (tmp_path / "c.json").write_text('{"name":"Axe"}')
    monkeypatch.setitem(sys.modules, "yaml", None)
    yaml_values.library.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match=r"sw-data\[yaml\]"):
            list(open_store(tmp_path / "a.yml").entries())
        store = open_store(tmp_path)
        assert len(list(store.entries())) == 1
        [finding] = store.findings
        assert "sw-data[yaml]" in finding.message
    finally:
        yaml_values.library.cache_clear()


def test_yaml_is_read_as_the_foundry_cli_reads_it(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "a.yml").write_text(
        SWORD
        + "int: 010\nhex: 0x1F\nfloat: 1e3\nnull1: ~\nnull2:\nyes: yes\ndate: 2020-01-01\ntrue: true\n3: x\n"
    )
    [entry] = open_store(tmp_path / "a.yml").entries()
    assert entry.value == {
        "_id": "aaaaaaaaaaaaaaaa",
        "name": "Sword",
        "no": "no",
        "clock": "1:30",
        "int": 10,
        "hex": 31,
        "float": 1000.0,
        "null1": None,
        "null2": None,
        "yes": "yes",
        "date": "2020-01-01",
        "true": True,
        "3": "x",
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"a: [1", "SW718"),
        (b"a: 1\n---\nb: 2", "SW718"),
        (b"? [1]\n: 2", "SW718"),
        (b"a: !!python/object/apply:os.getcwd []", "SW718"),
        (b"a: !!binary aGk=", "SW718"),
        (b"a: !!set {x: null}", "SW718"),
        (b"a: &a [*a]", "SW005"),
        (b"[" * 500 + b"]" * 500, "SW005"),
        (b"a: \xff", "SW007"),
        (b"a: 1e999", "SW010"),
        (b"a: 'x", "SW718"),
        (b"a: " + b"9" * 5000, "SW011"),
        (b"a: !!int ''", "SW718"),
        (b"a: !!int [1]", "SW718"),
        (b"a: !!float {}", "SW718"),
        (b"a: !!bool maybe", "SW718"),
        (b"a: !!timestamp soon", "SW718"),
    ],
)
def test_yaml_that_is_no_json_is_told(tmp_path: Path, text: bytes, code: str) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "a.yml").write_bytes(text)
    store = open_store(tmp_path / "a.yml")
    assert list(store.entries()) == []
    assert [finding.code for finding in store.findings] == [code]


def test_the_line_of_broken_yaml_is_told(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "a.yml").write_text("a: 1\nb: [1\nc: 2\n")
    store = open_store(tmp_path / "a.yml")
    list(store.entries())
    assert store.findings[0].line == 3


@pytest.mark.parametrize("number", ["1e999", "9" * 5000])
def test_a_number_that_json_has_not_has_its_place_in_the_yaml(tmp_path: Path, number: str) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "a.yml").write_text(f"# a comment\nb: {{c: {number}}}\n")
    store = open_store(tmp_path / "a.yml")
    list(store.entries())
    assert (store.findings[0].line, store.findings[0].column) == (2, 8)


def test_keys_that_are_one_in_json_are_told(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "a.yml").write_text("1: a\n'1': b\n")
    store = open_store(tmp_path / "a.yml")
    assert [entry.value for entry in store.entries()] == [{"1": "b"}]
    assert [(each.code, each.line) for each in store.findings] == [("SW006", 2)]


def test_a_deep_list_does_not_become_a_hundred_times_as_much_json() -> None:
    pytest.importorskip("yaml")
    text = "[" * 190 + ", ".join(["1"] * 10_000) + "]" * 190
    assert len(yaml_file.read(text.encode(), "a.yml", LIMITS).text) < 1_000_000


def test_aliases_that_repeat_each_other_are_stopped() -> None:
    pytest.importorskip("yaml")
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join(['*' + before] * 9)}]")
    with pytest.raises(DocumentError, match="aliases"):
        yaml_file.read("\n".join(lines).encode(), "a.yml", Limits(size=100_000))


def test_an_unchanged_yaml_file_keeps_every_byte_and_a_changed_one_its_values(
    tmp_path: Path,
) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "a.yml"
    path.write_text(SWORD)

    def rename(origin: str, document: Document) -> Document:
        return apply(document, [Edit(op="replace", path="/name", value="no")])

    open_store(path).write(tmp_path / "b.yml")
    assert (tmp_path / "b.yml").read_text() == SWORD
    with pytest.raises(DocumentError, match="asked for"):
        open_store(path).write(path, rename)
    open_store(path).write(path, rename, overwrite=True)
    assert path.read_text() == SWORD.replace("Sword", "'no'")


def test_a_pack_comes_back_from_yaml_sources(heroes: Path, tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    unpack(heroes, tmp_path / "out", yaml=True, folders=True)
    assert {path.suffix for path in (tmp_path / "out").rglob("*.*")} == {".yml"}
    pack(tmp_path / "out", tmp_path / "again")
    assert content(tmp_path / "again") == content(heroes)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
    | st.from_regex(r"[-+]?[0-9_.:xoeE]{1,6}|[~<=yYnNtTfF][a-z]{0,4}", fullmatch=True),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_every_json_value_comes_back_from_yaml(value: object) -> None:
    pytest.importorskip("yaml")
    read = yaml_file.read(yaml_file.write(value), "a.yml", LIMITS).value
    assert read == value
    assert repr(read) == repr(value)


@pytest.mark.parametrize("text", ["\x85", "a\u2028b", "\u2029 x", "one\ntwo\x85three"])
def test_a_line_break_of_unicode_stays_in_names_and_texts(text: str) -> None:
    pytest.importorskip("yaml")
    assert yaml_file.read(yaml_file.write({text: [text]}), "a.yml", LIMITS).value == {text: [text]}


def test_real_yaml_sources_are_read(shared: Path) -> None:
    pytest.importorskip("yaml")
    store = open_store(shared / "corpus" / "foundry-source")
    assert sum(1 for _ in store.entries()) == 1211
    assert store.findings == []
