"""Reading an action log: its header at once, its actions one after another, and what is wrong with either."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.chat import read_chat
from sw_data.api.log import Malformed, open_log
from sw_data.document import Limits
from sw_data.errors import DocumentError, LimitError

Json = dict[str, Any]
HEADER: Json = {"format": "sw-data/log", "version": 1, "note": "an evening"}
ACTION: Json = {"id": "a1", "type": "trait", "actor": "joe", "trait": "Notice"}


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in values)


def written(folder: Path, data: bytes, name: str = "log.jsonl") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_log_of_lines_is_read_as_it_goes(tmp_path: Path) -> None:
    path = written(tmp_path, lines(HEADER, ACTION, {**ACTION, "id": "a2"}))
    log = open_log(path)
    assert log.streamed
    assert log.length is None
    assert log.header.note == "an evening"
    assert log.size == path.stat().st_size
    assert log.folder == tmp_path
    found = [log.action(number, each) for number, each in log.written()]
    assert [each.id for each in found] == ["a1", "a2"]
    assert log.position > 0


def test_a_streamed_log_gives_its_actions_once(tmp_path: Path) -> None:
    log = open_log(written(tmp_path, lines(HEADER, ACTION)))
    assert len(list(log.written())) == 1
    with pytest.raises(ValueError, match="closed"):
        list(log.written())


def test_a_log_of_one_document_knows_how_many_actions_it_has(tmp_path: Path) -> None:
    whole = {**HEADER, "actions": [ACTION, ACTION]}
    for source in (whole, json.dumps(whole).encode(), written(tmp_path, lines(whole), "log.json")):
        log = open_log(source)
        assert not log.streamed
        assert log.length == 2
        assert len(list(log.written())) == len(list(log.written())) == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_log_in_another_encoding_is_the_same_log(encoding: str, tmp_path: Path) -> None:
    text = lines(HEADER, {**ACTION, "actor": "Jörg"}).decode()
    log = open_log(written(tmp_path, text.encode(encoding)))
    (action,) = (log.action(number, each) for number, each in log.written())
    assert action.actor == "Jörg"


def test_blank_lines_count_and_are_no_actions(tmp_path: Path) -> None:
    log = open_log(written(tmp_path, b"\n\n" + lines(HEADER) + b"  \n" + lines(ACTION)))
    assert [number for number, _ in log.written()] == [5]


def test_an_action_that_cannot_be_read_says_where_and_why(tmp_path: Path) -> None:
    bad = {"id": "x", "type": "attack", "actor": "joe", "weapon": 7}
    log = open_log(written(tmp_path, lines(HEADER, bad) + b"{broken\n" + lines(["no"])))
    odd = [log.action(number, each) for number, each in log.written()]
    assert all(isinstance(each, Malformed) for each in odd)
    first, second, third = odd
    assert isinstance(first, Malformed)
    assert isinstance(second, Malformed)
    assert isinstance(third, Malformed)
    assert (first.id, first.type, first.actor, first.encounter) == ("x", "attack", "joe", "")
    assert "line 2, column" in first.violations[0].message
    assert second.id == "line 3"
    assert second.encounter is None
    assert "line 3, column 2" in second.violations[0].message
    assert third.violations


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "SW001"),
        (b'{"format": "sw-data/log", "seed": "x"}\n', "SW610"),
        (b'{"name": "Joe"}', "SW003"),
        (b'{"format": "sw-data/log", "actions": 7}', None),
        (b'{"format": "sw-data/log", "actions": [', None),
    ],
)
def test_what_is_no_log_is_refused_with_its_place(
    data: bytes, code: str | None, tmp_path: Path
) -> None:
    path = written(tmp_path, data)
    with pytest.raises(DocumentError) as caught:
        open_log(path)
    assert caught.value.path == str(path)
    if code is not None and data:
        assert caught.value.code == code


def test_a_log_that_is_not_there_is_said_not_to_be(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be opened"):
        open_log(tmp_path / "none.jsonl")
    with pytest.raises(DocumentError):
        open_log(tmp_path)


def test_a_line_past_the_limit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, lines(HEADER, {**ACTION, "note": "x" * 500}))
    log = open_log(path, limits=Limits(size=300))
    with pytest.raises(LimitError, match="300 bytes"):
        list(log.written())


def test_who_looks_on_sees_every_action_as_it_is_written() -> None:
    log = open_log(lines(HEADER, ACTION, ACTION))
    seen: list[int] = []
    log.watch = lambda number, written: seen.append(number)
    assert [number for number, _ in log.written()] == seen == [2, 3]


def test_standard_input_is_a_log_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(lines(HEADER, ACTION))

    monkeypatch.setattr("sys.stdin", Input())
    assert len(list(open_log("-").written())) == 1


def test_a_log_that_is_read_as_a_chat_is_said_to_be_one_already(tmp_path: Path) -> None:
    path = written(tmp_path, lines(HEADER, ACTION))
    with pytest.raises(DocumentError, match="an action log already"):
        list(read_chat(path).actions())


def test_a_log_above_the_limit_is_refused_by_its_size_and_not_read(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    with path.open("wb") as file:
        file.write(b'{"format": "sw-data/log", "version": 1,\n')
        file.truncate(1024**3)
    with pytest.raises(LimitError, match=f"{1024**3} bytes; at most {512 * 1024**2} are read"):
        open_log(path)
