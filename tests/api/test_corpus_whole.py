"""Every real file there is: opened, read or told why not, unpacked and packed, written back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sw_data.api.load import opened, read_entry
from sw_data.api.validate import checked_path
from sw_data.diagnostics import Edit
from sw_data.document import apply
from sw_data.document.store import open_store, pack, unpack
from sw_data.document.store.leveldb import LevelDb, is_leveldb
from sw_data.document.store.yaml_file import YamlText
from sw_data.jsonvalue import as_object

MODELLED = frozenset({"character", "npc", "vehicle", "weapon"})


@pytest.fixture(scope="module")
def corpus(shared: Path) -> Path:
    folder = shared / "corpus"
    if not folder.is_dir():
        pytest.skip("no corpus of real files here")
    return folder


def containers(corpus: Path) -> Iterator[Path]:
    """Each pack folder, and each file that stands outside of one."""
    for path in sorted(corpus.rglob("*")):
        in_pack = is_leveldb(path.parent) or path.name == "README.md"
        if is_leveldb(path) if path.is_dir() else not in_pack:
            yield path


def test_every_real_container_opens_and_each_document_is_read_or_told_why_not_at_its_place(
    corpus: Path,
) -> None:
    documents = 0
    for path in containers(corpus):
        store = opened(path)
        entries = [
            read_entry(each.document, each.pointer, origin=each.origin, store=store)
            for each in store.entries()
        ]
        documents += len(entries)
        told = checked_path(str(path)).diagnostics
        unknown = [each for each in entries if each.format_name is None]
        assert len(unknown) == sum(each.code == "SW003" for each in told), path
        for entry in entries:
            if entry.reading.kind in MODELLED and entry.model is None:
                assert any(each.document and each.document.id == entry.reading.id for each in told)
        for finding in told:
            assert finding.file is not None
            # What a pack lacks stands nowhere.
            assert finding.line is not None or finding.code == "SW702", finding
    assert documents > 2500


def test_real_packs_and_sources_come_back_from_unpack_and_pack(
    corpus: Path, tmp_path: Path
) -> None:
    packs = [path for path in containers(corpus) if path.suffix == ".db" or path.is_dir()]
    assert len(packs) > 15
    for number, path in enumerate(packs):
        sources, again = tmp_path / f"{number}", tmp_path / f"{number}.again"
        suffix = ".db" if path.suffix == ".db" else ""
        collection = "items" if suffix else None
        unpack(path, sources, collection=collection, yaml=number % 2 == 1)
        pack(sources, tmp_path / f"{number}.pack{suffix}", collection=collection)
        unpack(
            tmp_path / f"{number}.pack{suffix}", again, collection=collection, yaml=number % 2 == 1
        )
        first = {file.name: file.read_bytes() for file in sources.iterdir()}
        assert {file.name: file.read_bytes() for file in again.iterdir()} == first, path
        assert first or not list(open_store(path).entries()), path


def test_real_files_that_nothing_changes_in_are_written_byte_for_byte(
    corpus: Path, tmp_path: Path
) -> None:
    for number, path in enumerate(containers(corpus)):
        if path.suffix == ".md":
            continue
        copy = tmp_path / f"{number}{path.suffix}"
        found = open_store(path).write(copy)
        assert {each.code for each in found} <= {"SW702"}
        if path.is_dir():
            with LevelDb.open(path) as one, LevelDb.open(copy) as other:
                assert dict(one.scan()) == dict(other.scan())
        else:
            assert copy.read_bytes() == path.read_bytes()


def test_an_edit_of_a_real_yaml_source_changes_its_own_lines_only(corpus: Path) -> None:
    for path in sorted(corpus.rglob("*.yml")):
        [entry] = open_store(path).entries()
        source = entry.document.source
        assert isinstance(source, YamlText)
        value = as_object(entry.value)
        assert value is not None
        edits = [Edit(op="replace", path="/name", value="Someone: else")]
        edits.append(Edit(op="add", path="/sw-data", value={"zones": [1, {"a": "b"}]}))
        text, kept = source.revised(apply(entry.document, edits).value)
        assert kept, path
        made = text.splitlines()
        lost = [line for line in source.text.splitlines() if line not in made]
        assert len(lost) == 1, (path, lost)
