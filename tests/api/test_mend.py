"""Every fix that is offered, made in a file: its finding is gone, and not a byte outside of the edits differs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.mend import mend
from sw_data.diagnostics import Diagnostic
from sw_data.document import Document, locate, parse

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "validate" / "bad"
BAD = sorted(FOLDER.glob("*/*.json"))
ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def offered(path: Path) -> list[Diagnostic]:
    return [each for each in sw.validate(path).diagnostics if each.fix is not None]


def touched(document: Document, finding: Diagnostic) -> Iterator[tuple[int, int]]:
    """What the edits of a fix may change: the value that is replaced, or what gains or loses a part."""
    assert finding.fix is not None
    for edit in finding.fix.edits:
        path = edit.path if edit.op == "replace" else edit.path.rpartition("/")[0]
        span = locate(document, path)
        yield span.start, span.end


def assert_mended(path: Path) -> int:
    """Each code with a fix is mended by itself, in a fresh copy of the file; how many there are."""
    raw = path.read_bytes()
    every = offered(path)
    for code in sorted({each.code for each in every}):
        path.write_bytes(raw)
        before = parse(raw, name=str(path))
        mine = [each for each in every if each.code == code]
        done = mend(path, unsafe=True, select=[code])
        assert done.fixes[code] >= 1, code
        assert done.files == [str(path)]
        after = parse(path.read_bytes(), name=str(path))
        spans = [span for each in mine for span in touched(before, each)]
        begin, end = min(start for start, _ in spans), max(stop for _, stop in spans)
        assert after.text[:begin] == before.text[:begin]
        assert after.text.endswith(before.text[end:])
        assert code not in {each.code for each in offered(path)}
    return len(every)


@pytest.mark.parametrize("path", BAD, ids=name)
def test_every_fix_of_a_bad_document_is_made_in_its_file(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.json"
    copy.write_bytes(path.read_bytes())
    assert_mended(copy)
    # The same with everything that an editor may do to a file.
    odd = json.dumps(json.loads(path.read_bytes()), indent="\t").replace("\n", "\r\n")
    copy.write_bytes(b"\xef\xbb\xbf" + odd.replace('":', '" :').encode() + b"\r\n\r\n")
    assert_mended(copy)


def foundry(**system: Any) -> dict[str, Any]:
    return {"name": "Axe", "type": "weapon", "_id": "a" * 16, "system": system}


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"kind": "charcter", "name": "Joe", "attributes": ATTRIBUTES}, "SW003"),
        ([{"kind": "character", "name": "Joe", "attributes": ATTRIBUTES}, {"kind": "weapn"}], "SW003"),
        ({"kind": "character", "name": "Joe", "attributes": ATTRIBUTES, "wonds": {"value": 1}}, "SW124"),
        (foundry(damage="@str+d6", ap="2"), "SW101"),
        (foundry(damage="@str+d6", equipped="true"), "SW101"),
        (
            {
                "format": "sw-data/log",
                "version": 1,
                "actions": [{"id": "1", "type": "trait", "actor": "joe", "trait": "Notice", "tm": 4}],
            },
            "SW610",
        ),
    ],
)  # fmt: skip
def test_fixes_that_no_bad_document_shows_are_made_too(
    value: object, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value, indent=1), "utf-8")
    assert code in {each.code for each in offered(path)}
    assert_mended(path)


def test_an_action_in_a_line_of_a_log_is_mended_as_in_a_list(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    action = {"id": "1", "type": "trait", "actor": "joe", "trait": "Notice"}
    lines = [
        json.dumps({"format": "sw-data/log", "version": 1}),
        json.dumps(action | {"tm": 4}),
        json.dumps(action | {"id": "2"}),
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert [each.code for each in offered(path)] == ["SW610"]
    assert mend(path).fixes == {}
    assert mend(path, unsafe=True).fixes == {"SW610": 1}
    after = path.read_text("utf-8").split("\n")
    assert (after[0], *after[2:]) == (lines[0], lines[2], "")
    assert sw.validate(path).diagnostics == ()
