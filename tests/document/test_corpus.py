"""Real files, where there are any: read, dumped, hurt and healed to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sw_data.diagnostics import Edit
from sw_data.document import Document, apply, dump, examine, examine_lines, invert, parse
from sw_data.document.pointer import join
from sw_data.document.raw import is_list, is_object


@pytest.fixture(scope="module")
def corpus(shared: Path) -> Path:
    folder = shared / "corpus"
    if not folder.is_dir():
        pytest.skip("no corpus of real files here")
    return folder


def _scalars(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if is_object(value):
        for key, member in value.items():
            yield from _scalars(member, (*way, key))
    elif is_list(value):
        for number, member in enumerate(value):
            yield from _scalars(member, (*way, number))
    else:
        yield way


def _hurt_and_healed(document: Document) -> None:
    ways = list(_scalars(document.value))
    chosen = ways[:: max(1, len(ways) // 5)]
    edits = [Edit(op="replace", path=join(way), value="changed") for way in chosen if way]
    if isinstance(document.value, dict):
        edits.append(Edit(op="add", path="/new key", value={"a": [1]}))
    changed = apply(document, edits)
    assert dump(changed) != dump(document) or not edits
    assert parse(changed.text).value == changed.value
    assert dump(apply(changed, invert(document, edits))) == dump(document)


def test_every_json_file_is_read_and_dumped_and_an_edit_undone_gives_its_bytes(
    corpus: Path,
) -> None:
    files = sorted(corpus.rglob("*.json"))
    assert files
    for file in files:
        data = file.read_bytes()
        document, findings = examine(data, name=file.name)
        assert document is not None, (file, findings)
        assert dump(document) == data
        assert dump(parse(data)) == data
        _hurt_and_healed(document)


def test_every_pack_of_lines_is_read_to_its_end(corpus: Path) -> None:
    for file in sorted(corpus.rglob("*.db")):
        data = file.read_bytes()
        for document, findings in examine_lines(data, name=file.name):
            assert document is not None or findings
            if document is not None:
                _hurt_and_healed(document)
