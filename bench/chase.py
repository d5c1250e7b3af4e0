"""What a chase action costs beside an attack: two logs of the same actors, chase and length, one of each kind.

`python bench/chase.py [--encounters 2000] [--runs 5]`; every encounter holds twelve actions.
Processor time of the installed command, outcomes written; the runs take turns, and the medians are compared.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ACTIONS = 12
LIMIT = 3.0

UNHURT = 99
"""A Toughness that keeps everybody acting to the end: a rejected action costs next to nothing."""

TURNS: tuple[dict[str, Any], ...] = (
    {"type": "zone_movement", "actor": "driver0"},
    {"type": "zone_movement", "actor": "driver1", "push": True},
    {"type": "get_close", "actor": "driver1", "target": "driver2"},
    {"type": "ram", "actor": "driver1", "target": "driver2"},
    {"type": "this_way", "actor": "driver0"},
    {"type": "control_check", "actor": "driver2"},
)
"""Two of each in an encounter; what the zones do not allow when it comes to it is rejected."""


def header() -> dict[str, Any]:
    """Three drivers with a rifle each, their vehicles, and the chase they are in."""
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d8")
    rifle = {"name": "Rifle", "damage": "2d8", "range": [24, 48, 96], "ready": True}
    drivers = [
        {
            "kind": "character",
            "name": f"driver{number}",
            "wild_card": True,
            "attributes": attributes,
            "skills": {"Driving": "d8", "Shooting": "d8"},
            "toughness": UNHURT,
            "weapons": [rifle],
        }
        for number in range(3)
    ]
    cars = [
        {"kind": "vehicle", "name": f"car{number}", "top_speed": 20, "toughness": UNHURT, "driver": f"driver{number}"}
        for number in range(3)
    ]  # fmt: skip
    participants = [
        {
            "id": f"p{number}",
            "actor": f"driver{number}",
            "vehicle": f"car{number}",
            "side": "pursuer" if number else "quarry",
            "zone": 2,
        }
        for number in range(3)
    ]
    chase = {
        "kind": "chase",
        "id": "c",
        "name": "c",
        "chase_skill": "Driving",
        "participants": participants,
    }
    return {
        "format": "sw-data/log",
        "version": 1,
        "seed": 7,
        "actors": [*drivers, *cars],
        "chases": [{**chase, "range": {"modifier_per_zone": -1}}],
    }


def lines(encounters: int, *, chase: bool) -> Iterator[str]:
    """The log, line by line: chase actions, or attacks by the drivers on one another."""
    yield json.dumps(header())
    for encounter in range(encounters):
        for number in range(ACTIONS):
            attack = {
                "type": "attack",
                "actor": f"driver{number % 3}",
                "weapon": "Rifle",
                "target": f"driver{(number + 1) % 3}",
            }
            action = TURNS[number % len(TURNS)] if chase else attack
            named = {"id": f"e{encounter}a{number}", "encounter": f"e{encounter}", "chase": "c"}
            yield json.dumps({**named, **action})


def processor_seconds(log: Path, outcomes: Path) -> float:
    """What resolving the log takes of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(Path(sys.executable).with_name("sw-data")), "resolve", str(log)]
    ran = subprocess.run(
        [*command, "--follow-ups", "report", "--outcomes", str(outcomes)],
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if ran.returncode == 2:
        sys.exit("sw-data resolve could not do its work")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Make both logs, resolve them in turns, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounters", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    out = sys.stdout.write
    took: dict[str, list[float]] = {"nothing": [], "attack": [], "chase": []}
    resolved: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        logs = {kind: Path(folder, f"{kind}.jsonl") for kind in took}
        for kind, log in logs.items():
            encounters = 0 if kind == "nothing" else given.encounters
            log.write_text("\n".join(lines(encounters, chase=kind == "chase")) + "\n", "utf-8")
        for _ in range(given.runs):
            for kind, log in logs.items():
                outcomes = Path(folder, "outcomes.jsonl")
                took[kind].append(processor_seconds(log, outcomes))
                with outcomes.open(encoding="utf-8") as written:
                    resolved[kind] = sum('"rejected"' not in line for line in written)
    start = statistics.median(took["nothing"])
    actions = given.encounters * ACTIONS
    each = {kind: statistics.median(took[kind]) - start for kind in ("attack", "chase")}
    for kind, seconds in each.items():
        out(
            f"{kind}: {seconds / actions * 1e6:.0f} microseconds of the processor for each of {actions} actions, "
            f"{resolved[kind]} of them not rejected\n"
        )
    out(
        f"a chase action costs {each['chase'] / each['attack']:.2f} attacks; {LIMIT:.0f} are allowed\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
