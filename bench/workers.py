"""What a second process is worth: a long log resolved by one worker and by two, in turns.

`python bench/workers.py [--encounters 1000] [--actions 100] [--runs 3]`. By the clock, so a busy machine says nothing;
the outcomes of both are compared byte for byte.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WANTED = 1.4


def lines(encounters: int, actions: int) -> Iterator[str]:
    """Attacks of a Wild Card on another, encounter by encounter."""
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d8")
    rifle = {"name": "Rifle", "damage": "2d6", "range": [24, 48, 96], "ready": True}
    people: list[dict[str, Any]] = [
        {
            "kind": "character",
            "name": name,
            "wild_card": True,
            "attributes": attributes,
            "skills": {"Shooting": "d8"},
            "toughness": toughness,
            "weapons": [rifle],
        }
        for name, toughness in (("ann", 6), ("wall", 99))
    ]
    yield json.dumps({"format": "sw-data/log", "version": 1, "seed": 7, "actors": people})
    shot = {"type": "attack", "actor": "ann", "weapon": "Rifle", "target": "wall"}
    for encounter in range(encounters):
        for number in range(actions):
            yield json.dumps({"id": f"e{encounter}a{number}", "encounter": f"e{encounter}", **shot})


def seconds(log: Path, outcomes: Path, workers: int) -> float:
    """What resolving the log takes by the clock."""
    command = [str(Path(sys.executable).with_name("sw-data")), "resolve", str(log)]
    began = time.perf_counter()
    subprocess.run(
        [*command, "--workers", str(workers), "--outcomes", str(outcomes)],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - began


def main() -> int:
    """Make the log, resolve it with one and two workers in turns, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounters", type=int, default=1_000)
    parser.add_argument("--actions", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    out = sys.stdout.write
    took: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        log.write_text("\n".join(lines(given.encounters, given.actions)) + "\n", "utf-8")
        written = {workers: Path(folder, f"outcomes{workers}.jsonl") for workers in took}
        for _ in range(given.runs):
            for workers, runs in took.items():
                runs.append(seconds(log, written[workers], workers))
        same = written[1].read_bytes() == written[2].read_bytes()
    total = given.encounters * given.actions
    one, two = statistics.median(took[1]), statistics.median(took[2])
    out(f"{total} actions in {given.encounters} encounters\n")
    out(f"one worker {one:.1f} s: {total / one:.0f} actions a second\n")
    out(f"two workers {two:.1f} s: {total / two:.0f} actions a second\n")
    out(f"two do {one / two:.2f} times as much; {WANTED} is wanted\n")
    out("the outcomes are the same bytes\n" if same else "THE OUTCOMES DIFFER\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
