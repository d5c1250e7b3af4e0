"""The chase of `docs/chase.md`, played out by hand: its tables and what the engine makes of its log are one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sw_data.jsonvalue import as_array, as_text, value_at

Make = Callable[..., Any]
Row = list[str]


def tables(page: str) -> list[list[Row]]:
    """The tables of the rounds, without their heads; a cell's backticks are kept."""
    found: list[list[Row]] = []
    for line in page.splitlines():
        if line.startswith("| action |"):
            found.append([])
        elif found and line.startswith("|") and not line.startswith("|---"):
            found[-1].append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return found


def shown(value: Any) -> str:
    listed = as_array(value)
    if listed is not None:
        return ", ".join(as_text(value_at(each, "actor")) or str(each) for each in listed) or "none"
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def came_to(outcome: dict[str, Any]) -> str:
    if outcome["status"] == "rejected":
        return f"rejected: `{outcome['violations'][0]['rule']}`"
    if outcome["type"] == "deal":
        return f"order: {', '.join(outcome['order'])}"
    changes = [
        f"{each['actor']} {each['field']}: {shown(each['from'])} → {shown(each['to'])}"
        for each in outcome["effects"]
    ]
    return "; ".join(changes) or "nothing"


def rolled(outcome: dict[str, Any], roll: dict[str, Any]) -> Row:
    """Who rolls what, the dice, the modifiers, the total."""
    trait = f", {roll['trait']}" if "trait" in roll else ""
    dice = ", ".join(
        f"{'Wild ' if each['role'] == 'wild' else ''}{each['die']} {'+'.join(map(str, each['faces']))}"
        for each in roll["dice"]
    )
    modifiers = ", ".join(f"{each['label']} {each['value']:+d}" for each in roll["modifiers"])
    total = str(roll["total"])
    if "tn" in roll:
        total += f" against {roll['tn']}"
    if "result" in roll:
        total += f", {roll['result'].replace('_', ' ')}"
    if roll.get("raises"):
        total += f" ({roll['raises']})"
    who = roll.get("actor") or outcome["actor"]
    return [f"{who}: {roll['pool']}{trait}", dice, modifiers, total]


def rows(outcome: dict[str, Any]) -> list[Row]:
    """The rows that the page must have for an outcome."""
    rules = ", ".join(f"`{each}`" for each in outcome["rules"])
    if outcome["type"] == "deal":
        dealt = [f"{who} {' '.join(cards)}" for who, cards in outcome["cards"].items()]
        middle = [["cards", "; ".join(dealt), "", ""]]
    else:
        middle = [rolled(outcome, each) for each in outcome["rolls"]] or [
            [outcome["type"], "", "", ""]
        ]
    first = [outcome["id"], *middle[0], came_to(outcome), rules]
    return [first, *(["", *each, "", ""] for each in middle[1:])]


@pytest.fixture
def log(fixtures: Path) -> dict[str, Any]:
    text = (fixtures / "logs" / "chase.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


@pytest.fixture
def page(root: Path) -> str:
    return (root / "docs" / "chase.md").read_text(encoding="utf-8")


def test_every_row_of_the_page_is_what_the_engine_makes_of_the_log(
    play: Make, log: dict[str, Any], page: str
) -> None:
    there = tables(page)
    assert len(there) == 5
    wanted = [row for each in play(log).outcomes for row in rows(each)]
    assert [row for table in there for row in table] == wanted
    for number, table in enumerate(there, 1):
        assert all(row[0].startswith(str(number)) for row in table if row[0])


def test_every_die_of_the_page_is_recorded_in_the_log(play: Make, log: dict[str, Any]) -> None:
    assert play({**log, "seed": 1}).outcomes == play({**log, "seed": 2}).outcomes


def test_the_page_says_how_it_ends(play: Make, log: dict[str, Any], page: str) -> None:
    run = play(log)
    assert run.participant("p1")["escaped"] is True
    assert run.actors["sana"]["bennies"] == 0
    assert run.actors["sana"]["fatigue"]["value"] == 1
    assert run.actors["pickup"]["wounds"]["value"] == 2
    assert run.actors["pickup"]["conditions"] == ["out_of_control"]
    assert (run.actors["milo"]["wounds"]["value"], run.actors["milo"]["bennies"]) == (0, 1)
    assert "incapacitated" in run.actors["tess"]["conditions"]
    assert (run.actors["rusk"]["bennies"], run.actors["iver"]["bennies"]) == (2, 3)
    assert run.actors["wagon"]["wounds"]["value"] == run.actors["bike"]["wounds"]["value"] == 1
    assert "How it ends" in page


def test_nothing_is_left_to_roll_and_nobody_acts_out_of_turn(
    play: Make, log: dict[str, Any]
) -> None:
    run = play(log, follow_ups=True)
    assert run.pending == ()
    assert run.ids == [each["id"] for each in log["actions"]]
    assert [each["id"] for each in run.outcomes if each["warnings"]] == []
    rejected = [each["id"] for each in run.outcomes if each["status"] == "rejected"]
    assert rejected == ["1c", "5f"]
