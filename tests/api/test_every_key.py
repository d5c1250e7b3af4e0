"""Every key of a small document taken away and every value made another, one at a time: a finding or a sound default."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import sw_data as sw
from sw_data.api.load import read_entry
from sw_data.api.validate import findings_of
from sw_data.checks.logs import check_log
from sw_data.diagnostics import Diagnostic
from sw_data.document import apply, parse
from sw_data.errors import SwDataError
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Vehicle
from sw_data.models.outcome import Effect

ROOT: Final = Path(__file__).resolve().parents[2]
SHEETS: Final = [
    path.relative_to(ROOT).as_posix()
    for folder in ("fixtures/foundry/g*", "fixtures/own")
    for path in sorted(ROOT.glob(f"{folder}/*.json"))
]
GONE: Final = object()
VALUES: Final = (GONE, None, "x", -3, [None], {"x": "y"})
EFFECTS: Final[tuple[tuple[str, Any, Any], ...]] = (
    ("wounds.value", 0, 1),
    ("conditions", [], ["shaken"]),
)


def places(value: Any, way: tuple[Any, ...] = (), sort: str = "") -> Iterator[tuple[Any, str]]:
    """The way to everything inside a JSON value, and its sort: elements of a list that have one type are of one sort."""
    members, elements = as_object(value), as_array(value)
    for step, inside in (members or {}).items():
        yield (*way, step), f"{sort}/{step}"
        yield from places(inside, (*way, step), f"{sort}/{step}")
    for number, inside in enumerate(elements or []):
        kind = (as_object(inside) or {}).get("type")
        yield (*way, number), f"{sort}/*{kind}"
        yield from places(inside, (*way, number), f"{sort}/*{kind}")


def variants(document: Any, within: tuple[Any, ...] = ()) -> Iterator[str]:
    """The document with one thing in it gone or another; it is changed in place, and put back after each."""
    inside = document
    for step in within:
        inside = inside[step]
    ways = {sort: way for way, sort in reversed(list(places(inside)))}
    for way in reversed(ways.values()):
        here = inside
        for step in way[:-1]:
            here = here[step]
        last, before = way[-1], here[way[-1]]
        for value in VALUES:
            if type(value) is type(before) and value == before:
                continue
            if value is GONE:
                # Put back as a whole: what is added anew would stand at the end.
                kept = here.copy()
                del here[last]
                yield f"{way} gone"
                here.clear()
                (here.extend if as_array(here) is not None else here.update)(kept)
            else:
                here[last] = value
                yield f"{way} = {value!r}"
                here[last] = before


def there(document: Any, pointer: str) -> bool:
    """Whether a pointer leads to something, or, for what is missing, to the object that lacks it."""
    here = document
    steps = [each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:]]
    for number, step in enumerate(steps):
        members, elements = as_object(here), as_array(here)
        if members is not None and step in members:
            here = members[step]
        elif elements is not None and step.isdigit() and int(step) < len(elements):
            here = elements[int(step)]
        else:
            return number == len(steps) - 1 and members is not None
    return True


def unsound(found: list[Diagnostic], document: Any) -> list[str]:
    """What is wrong with findings themselves: no place, no place that is there, or more than a line."""
    return [
        f"{each.code} {each.pointer} {each.message}"
        for each in found
        if each.pointer is None or not there(document, each.pointer) or "\n" in each.message
    ]


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_with_anything_else_in_it_is_read_or_told(name: str) -> None:
    document = json.loads((ROOT / name).read_bytes())
    wrong: list[str] = []
    count = 0
    for how in variants(document):
        count += 1
        entry = read_entry(parse(json.dumps(document).encode()), placed=False)
        form = entry.format
        if form is None:
            continue  # It is no sheet any more, which `validate` says of the whole file.
        found = findings_of(entry)
        wrong += [f"{how}: {each}" for each in unsound(found, document)]
        if entry.model is None and not found:
            wrong.append(f"{how}: nothing is read, and nothing says why")
        if isinstance(entry.model, Character | Vehicle) and how.endswith(("gone", "None")):
            wrong += _unsound_writing(form, document, entry, how)
    assert count > 20
    assert wrong == []


def _unsound_writing(form: Any, document: Any, entry: Any, how: str) -> list[str]:
    effects = [
        Effect(actor=entry.model.id, field=field, from_=before, to=after)
        for field, before, after in EFFECTS
    ]
    edited = apply(entry.document, form.write(document, effects).edits)
    again = form.read(json.loads(edited.text))
    return [] if again.model is not None else [f"{how}: cannot be read once it is written"]


def _cases() -> list[tuple[str, dict[str, Any], tuple[Any, ...]]]:
    """A log for each type of action, and a second one where it shows further keys of that type."""
    found: list[tuple[int, str, dict[str, Any], int]] = []
    for path in sorted((ROOT / "fixtures/rules").glob("*.json")):
        for case in json.loads(path.read_bytes()):
            log: dict[str, Any] = case.get("log") or {}
            for number in range(len(log.get("actions", []))):
                found.append((len(json.dumps(log)), case["id"], log, number))
    found.sort(key=lambda each: (each[0], each[1], each[3]))
    seen: set[tuple[str, str]] = set()
    chosen: list[tuple[str, dict[str, Any], tuple[Any, ...]]] = []
    for _, name, log, number in found:
        action = log["actions"][number]
        keys = {(action["type"], key) for key in action}
        if not keys <= seen:
            seen |= keys
            chosen.append((f"{action['type']} of {name}", log, ("actions", number)))
    return chosen


CASES: Final = _cases()


def test_the_cases_have_every_type_of_action() -> None:
    types = {log["actions"][way[1]]["type"] for _, log, way in CASES}
    assert len(types) == 31


@pytest.mark.parametrize(("log", "within"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_an_action_with_anything_else_in_it_is_resolved_or_rejected(
    log: dict[str, Any], within: tuple[Any, ...]
) -> None:
    wrong: list[str] = []
    for how in variants(log, within):
        wrong += [f"{how}: {each}" for each in unsound(check_log(log), log)]
        run = sw.resolve(log)
        if sum(run.summary.values()) != len(run.outcomes) or len(run.outcomes) < len(
            log["actions"]
        ):
            wrong.append(f"{how}: {dict(run.summary)} of {len(run.outcomes)} outcomes")
        for outcome in run.outcomes:
            if outcome.status == "rejected" and not outcome.violations:
                wrong.append(f"{how}: {outcome.id} is rejected without a reason")
        json.dumps(run.to_json())
        if not str(run):
            wrong.append(f"{how}: nothing is told")
    assert wrong == []


@pytest.mark.parametrize("part", ["header", "chase"])
def test_a_header_with_anything_else_in_it_is_a_log_or_none(part: str) -> None:
    log = json.loads((ROOT / "fixtures/logs/chase.json").read_bytes())
    log["actions"] = log["actions"][:1]
    log["actors"] = log["actors"][:2] if part == "header" else log["actors"]
    log["rules"] = {"shaken.success": "act"}
    wrong: list[str] = []
    for how in variants(log, ("chases",) if part == "chase" else ()):
        wrong += [f"{how}: {each}" for each in unsound(check_log(log), log)]
        try:
            run = sw.resolve(log)
        except SwDataError as error:
            if len(str(error).splitlines()) != 1:
                wrong.append(f"{how}: {error}")
            continue
        json.dumps(run.to_json())
    assert wrong == []
