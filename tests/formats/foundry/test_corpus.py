"""Real documents, where there are any: all are read, without a traceback and without a pointer that leads nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from sw_data.formats.foundry import Foundry
from sw_data.jsonvalue import as_array


def documents(folder: Path) -> Iterator[tuple[Path, object]]:
    for path in sorted(folder.rglob("*.json")):
        try:
            value = json.loads(path.read_text(encoding="utf-8-sig"))
        except ValueError:
            continue
        for each in as_array(value) or [value]:
            yield path, each
    for path in sorted(folder.rglob("*.db")):
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                yield path, json.loads(line)
            except ValueError:
                continue


def test_every_real_document_is_read(shared: Path) -> None:
    foundry = Foundry()
    models = 0
    for path, value in documents(shared / "corpus"):
        if not foundry.recognises(value):
            continue
        reading = foundry.read(value)
        assert reading.kind, path
        models += reading.model is not None
        if reading.model is not None:
            json.dumps(reading.model.to_json())
    assert models > 50
