"""Each value that a field has in real packs: legal odd forms read to the right value, malformed ones are found."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic, Severity
from sw_data.formats.base import Reading
from sw_data.formats.registry import format_of
from sw_data.jsonvalue import as_array, as_object

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "tally"
FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}
ABSENT = object()


@dataclass(frozen=True)
class Case:
    """A value in a field of a document."""

    file: str
    field: dict[str, Any]
    value: Any
    reads: Any = ABSENT
    codes: tuple[str, ...] = ()
    token: str | None = None

    def __str__(self) -> str:
        return f"{self.field['tally']}={json.dumps(self.value, ensure_ascii=True)[:60]}"

    @property
    def key(self) -> str:
        return self.token or spelt(self.value)


def spelt(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def cases() -> Iterator[Case]:
    for name, file in FILES.items():
        for field in file["fields"]:
            for value in field.get("same", ()):
                yield Case(name, field, value, value if "reads" in field else ABSENT)
            for row in field.get("values", ()):
                codes = tuple(row.get("codes", ()))
                yield Case(
                    name, field, row["value"], row.get("reads", ABSENT), codes, row.get("token")
                )
            for value in field.get("texts", ()):
                yield Case(name, field, value)


CASES = list(cases())


def placed(document: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """The document with a value at a place; `*` names a new member after the value."""
    new = copy.deepcopy(document)
    held: Any = new
    *steps, last = pointer.strip("/").split("/")
    for step in steps:
        if as_array(held) is not None:
            held = held[int(step)]
        else:
            if as_object(held.get(step)) is None and as_array(held.get(step)) is None:
                held[step] = {}
            held = held[step]
    if last == "*":
        held[value] = 0 if value in ("value", "max") else {"value": 5, "max": 10}
    elif as_array(held) is not None:
        held[int(last)] = value
    else:
        held[last] = value
    return new


def read(document: dict[str, Any]) -> tuple[Reading, list[Diagnostic]]:
    value = json.loads(json.dumps(document))
    each = format_of(value)
    assert each is not None
    reading = each.read(value)
    return reading, check(value, reading)


@cache
def usual(file: str, document: str) -> frozenset[str]:
    """The codes of a document with nothing odd in it."""
    return frozenset(each.code for each in read(FILES[file]["documents"][document])[1])


def member(reading: Reading, path: str) -> Any:
    held: object = reading.model.to_json() if reading.model is not None else None
    for step in path.split("."):
        row = as_array(held)
        if row is not None:
            held = row[int(step)] if int(step) < len(row) else None
        else:
            held = (as_object(held) or {}).get(step)
    return held


def found(case: Case) -> tuple[Reading, list[Diagnostic]]:
    field = case.field
    document = FILES[case.file]["documents"][field["document"]]
    reading, findings = read(placed(document, field["at"], case.value))
    known = usual(case.file, field["document"])
    return reading, [each for each in findings if each.code not in known]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_value_reads_as_its_sheet_means_it_and_is_found_if_it_is_malformed(case: Case) -> None:
    reading, findings = found(case)
    assert tuple(sorted({each.code for each in findings})) == case.codes
    if case.reads is not ABSENT:
        got = member(reading, case.field["reads"])
        assert (got, type(got)) == (case.reads, type(case.reads))


@pytest.mark.parametrize("case", [each for each in CASES if each.codes], ids=str)
def test_what_is_found_lies_at_the_value(case: Case) -> None:
    _, findings = found(case)
    at = case.field["at"]
    for each in findings:
        assert each.pointer is not None
        assert each.pointer == at or at.startswith(each.pointer) or each.pointer.startswith(at)


@pytest.mark.parametrize("name", FILES)
def test_a_document_around_the_values_is_no_warning_itself(name: str) -> None:
    for document in FILES[name]["documents"].values():
        assert [e for e in read(document)[1] if e.severity is not Severity.INFO] == []


def test_each_value_of_a_field_stands_in_one_place() -> None:
    times = Counter(
        (case.file, case.field["tally"], case.field["document"], case.key) for case in CASES
    )
    assert [key for key, count in times.items() if count > 1] == []
    assert all(field["tally"] for file in FILES.values() for field in file["fields"])


# --- against the tally itself -------------------------------------------------------------------------


def tally(shared: Path) -> dict[str, list[str]]:
    """The fields of the tally and the values listed for each, as they are spelt there."""
    path = shared / "research" / "value_tally.md"
    if not path.is_file():
        pytest.skip(f"no file {path}")
    text = path.read_text(encoding="utf-8").split("# Keys of system")[0]
    fields: dict[str, list[str]] = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = section.partition("\n")
        values = re.findall(r"`(.*?)` \u00d7\d+ \(\d+\)", rest, flags=re.DOTALL)
        more = re.search(r"… \+(\d+) more", rest)
        distinct = re.search(r"distinct (\d+)", rest)
        assert distinct is not None
        # Long texts that are cut off may be the same.
        assert len(values) + (int(more[1]) if more else 0) <= int(distinct[1])
        fields[name] = values
    return fields


def test_every_value_of_the_tally_is_a_case(shared: Path) -> None:
    known: dict[str, set[str]] = {}
    for case in CASES:
        known.setdefault(case.field["tally"], set()).add(case.key)
    texts = {f["tally"] for file in FILES.values() for f in file["fields"] if "texts" in f}
    listed = tally(shared)
    assert len(listed) > 150
    missing = [
        (name, token)
        for name, tokens in listed.items()
        for token in tokens
        if not (name in texts and token.startswith('"'))
        and _spelt(token) not in known.get(name, set())
    ]
    assert missing == []
    assert known.keys() <= listed.keys()


def _spelt(token: str) -> str:
    try:
        return spelt(json.loads(token))
    except ValueError:
        return token


def test_every_text_of_the_tally_is_legal_where_all_texts_are(shared: Path) -> None:
    listed = tally(shared)
    for name, file in FILES.items():
        for field in file["fields"]:
            for token in listed[field["tally"]] if "texts" in field else ():
                cut_off = not token.endswith('"') or len(token) > 75
                value = token.strip('"') if cut_off else json.loads(token)
                _, findings = found(Case(name, field, value))
                assert [e.message for e in findings if e.severity is not Severity.INFO] == []
