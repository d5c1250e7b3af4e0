"""One chat in every container that an export comes in: the same actions out of each."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.chat import read_chat
from sw_data.api.exports import is_chat_export
from sw_data.api.load import load
from sw_data.api.resolve import resolve_stream
from sw_data.document.store import pack

Json = dict[str, Any]
CONTAINERS = ("db", "array", "lines", "pack", "old world", "new world", "data", "zip")


def by_kind(path: Path) -> dict[str, list[Json]]:
    """The documents of an export, by their collection."""
    found: dict[str, list[Json]] = {"messages": [], "scenes": [], "actors": []}
    for line in path.read_text(encoding="utf-8").splitlines():
        value: Json = json.loads(line)
        kind = "messages" if "speaker" in value else "scenes" if "walls" in value else "actors"
        found[kind].append(value)
    return found


def database(documents: list[Json], path: Path) -> None:
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")


def level(documents: list[Json], kind: str, path: Path, sources: Path) -> None:
    """A LevelDB folder of documents."""
    sources.mkdir()
    for number, each in enumerate(documents):
        text = json.dumps({"_key": f"!{kind}!{each['_id']}", **each})
        (sources / f"{number:04}.json").write_text(text, encoding="utf-8")
    pack(sources, path)


def container(form: str, every: dict[str, list[Json]], folder: Path) -> Path:
    """The export in one form; a form that holds messages alone leaves the sheets to `actors`."""
    messages = every["messages"]
    if form in ("db", "lines"):
        database(messages, folder / ("messages.db" if form == "db" else "chat.jsonl"))
        return folder / ("messages.db" if form == "db" else "chat.jsonl")
    if form == "array":
        (folder / "chat.json").write_text(json.dumps(messages), encoding="utf-8")
        return folder / "chat.json"
    if form == "pack":
        level(messages, "messages", folder / "messages", folder / "sources")
        return folder / "messages"
    world = folder / "world"
    (world / "data").mkdir(parents=True)
    (world / "world.json").write_text('{"id": "w", "title": "W", "system": "swade"}')
    for kind, documents in every.items():
        if form == "old world":
            database(documents, world / "data" / f"{kind}.db")
        else:
            level(documents, kind, world / "data" / kind, folder / f"sources-{kind}")
    if form != "zip":
        return world / "data" if form == "data" else world
    with zipfile.ZipFile(folder / "world.zip", "w") as archive:
        for each in sorted(world.rglob("*")):
            archive.write(each, each.relative_to(folder))
    return folder / "world.zip"


def bare(actions: list[Json]) -> list[Json]:
    return [{key: value for key, value in each.items() if key != "source"} for each in actions]


@pytest.mark.parametrize("generation", ["v9", "v13"])
@pytest.mark.parametrize("form", CONTAINERS)
def test_every_container_gives_the_same_actions(
    form: str,
    generation: str,
    evening: Any,
    chat_of: Callable[..., list[Json]],
    world: Callable[..., Path],
    tmp_path: Path,
) -> None:
    lines = world(chat_of(evening, generation)[:60])
    wanted = list(read_chat(lines).actions())
    folder = tmp_path / "export"
    folder.mkdir()
    path = container(form, by_kind(lines), folder)
    assert is_chat_export(path)
    alone = form in CONTAINERS[:4]
    reading = read_chat(path, actors=lines if alone else None)
    actions = list(reading.actions())
    assert bare(actions) == bare(wanted)
    assert reading.coverage.messages == 60
    assert all(each["source"]["message"] for each in actions)


def test_sheets_that_were_loaded_bring_their_scenes(
    evening: Any, chat_of: Callable[..., list[Json]], world: Callable[..., Path], tmp_path: Path
) -> None:
    lines = world(chat_of(evening, "v13")[:60])
    messages = container("db", by_kind(lines), tmp_path)
    wanted = bare(list(read_chat(lines).actions()))
    assert bare(list(read_chat(messages, actors=load(lines)).actions())) == wanted
    stream = resolve_stream(messages, actors=[lines])
    rejected = [each.id for each in stream.outcomes() if each.status == "rejected"]
    assert rejected == []


def test_a_single_message_is_a_chat(
    evening: Any, chat_of: Callable[..., list[Json]], tmp_path: Path
) -> None:
    message = next(each for each in chat_of(evening, "v13") if each["rolls"])
    path = tmp_path / "fvtt-ChatMessage.json"
    path.write_text(json.dumps(message, indent=2), encoding="utf-8")
    reading = read_chat(path)
    (action,) = reading.actions()
    assert action["source"]["message"] == message["_id"]
    assert dict(reading.coverage.fates) == {"read": 1, "open": 0, "passed_over": 0}
