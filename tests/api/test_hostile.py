"""Whatever stands in a sheet or a log: findings and rejections, never a traceback."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.errors import SwDataError
from sw_data.jsonvalue import as_array, as_object

VALUES: list[Any] = [None, "x", -5, 3.7, [], {}, True, [1], {"a": 1}, 10**30, "d6", "\ud83d\x00"]
SAMPLE = 60


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value."""
    members, elements = as_object(value), as_array(value)
    inner = list((members or {}).items()) if elements is None else list(enumerate(elements))
    for step, inside in inner:
        yield (*way, step)
        yield from ways(inside, (*way, step))


def changed(document: Any, way: tuple[Any, ...], value: Any, *, removed: bool) -> Any:
    """A copy of the document in which one thing is another, or is gone."""
    made = copy.deepcopy(document)
    here = made
    for step in way[:-1]:
        here = here[step]
    if removed:
        del here[way[-1]]
    else:
        here[way[-1]] = value
    return made


@pytest.mark.parametrize("which", ["log", "foundry", "ours"])
def test_nothing_in_a_document_ends_in_a_traceback(
    which: str, fixtures: Path, tmp_path: Path
) -> None:
    demo = fixtures / "demo"
    fight = json.loads((demo / "fight.json").read_text("utf-8"))
    party = json.loads((demo / "party.json").read_text("utf-8"))
    if which == "ours":
        party = sw.convert(demo / "party.json", "sw-data").value
    document = fight if which == "log" else party
    chance = random.Random(20)
    every = list(ways(document))
    sheets, log = tmp_path / "party.json", tmp_path / "fight.json"
    refusals: list[str] = []
    for _ in range(SAMPLE):
        way, value = chance.choice(every), chance.choice(VALUES)
        broken = changed(document, way, value, removed=chance.random() < 0.2)
        sheets.write_text(json.dumps(party if which == "log" else broken))
        log.write_text(json.dumps(broken if which == "log" else fight))
        report = sw.validate([sheets, log])
        assert all(each.line is not None for each in report if each.pointer is not None)
        try:
            run = sw.resolve(log, actors=sheets)
            assert sum(run.summary.values()) == len(run.outcomes) >= 5
            json.dumps(run.to_json())
            run.export(tmp_path / "after.json")
            json.loads((tmp_path / "after.json").read_bytes())
            assert str(run)
        except SwDataError as error:
            refusals.append(str(error))
    assert all(len(each.splitlines()) == 1 for each in refusals)
    # A log whose header is broken is none; sheets are refused only if not one of them can be read.
    assert which == "log" or all("no document to write back" in each for each in refusals)


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, "[" * 190 + "]" * 190, '"' + "x" * 10**6 + '"', "9" * 9000],
)
def test_a_hostile_file_is_a_finding_and_an_error_of_ours(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    assert len(sw.validate(path).errors) == 1
    with pytest.raises(SwDataError) as caught:
        sw.resolve(path)
    assert len(str(caught.value)) < 500
