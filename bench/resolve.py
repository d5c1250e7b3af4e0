"""How fast a long log resolves, in how much memory, and beside plain `json` on the same lines.

`python bench/resolve.py [--encounters 25000] [--profile]`; every encounter holds four attacks.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ATTRIBUTES = {"agility": "d8", "smarts": "d6", "spirit": "d6", "strength": "d6", "vigor": "d6"}
ATTACKS = 4


def actors() -> list[dict[str, object]]:
    """One Wild Card with a weapon too heavy for him and one that is not, and four Extras."""
    hammer = {"name": "Hammer on a stick", "damage": "Str+d10", "parry": -1, "ready": True}
    rifle = {"name": "Rifle", "damage": "2d8+1", "ap": 2, "range": [24, 48, 96], "ready": True}
    joe: dict[str, object] = {
        "kind": "character",
        "name": "joe",
        "wild_card": True,
        "attributes": ATTRIBUTES,
        "skills": {"Fighting": "d8", "Shooting": "d6"},
        "weapons": [hammer, rifle],
    }
    goblins: list[dict[str, object]] = [
        {"kind": "character", "name": f"goblin{number}", "attributes": ATTRIBUTES}
        for number in range(ATTACKS)
    ]
    return [joe, *goblins]


def lines(encounters: int) -> Iterator[str]:
    """The log, line by line."""
    header = {"format": "sw-data/log", "version": 1, "ruleset": "core", "seed": 7}
    yield json.dumps({**header, "actors": actors()})
    for encounter in range(encounters):
        for number in range(ATTACKS):
            yield json.dumps(
                {
                    "id": f"e{encounter}a{number}",
                    "type": "attack",
                    "encounter": f"e{encounter}",
                    "actor": "joe",
                    "weapon": "Rifle" if number % 2 else "Hammer on a stick",
                    "target": f"goblin{number}",
                }
            )


def plain_json(log: Path, outcomes: Path, copy: Path) -> float:
    """Processor seconds to read the log and to write the outcomes with `json` alone."""
    with outcomes.open(encoding="utf-8") as source:
        values = [json.loads(line) for line in source]
    began = time.process_time()
    with log.open(encoding="utf-8") as source:
        for line in source:
            json.loads(line)
    with copy.open("w", encoding="utf-8") as out:
        for value in values:
            out.write(json.dumps(value) + "\n")
    return time.process_time() - began


def main() -> int:
    """Make the log, resolve it with the installed command, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounters", type=int, default=25_000)
    parser.add_argument("--profile", action="store_true", help="say where the time goes (slower)")
    given = parser.parse_args()
    attacks = given.encounters * ATTACKS

    with tempfile.TemporaryDirectory() as folder:
        log, outcomes = Path(folder, "log.jsonl"), Path(folder, "outcomes.jsonl")
        with log.open("w", encoding="utf-8") as made:
            made.writelines(line + "\n" for line in lines(given.encounters))
        profiler = ["-m", "cProfile", "-s", "tottime"] if given.profile else []
        # As where sw_data is installed, Python may keep what it has compiled; the first call fills that.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, *profiler, str(Path(sys.executable).with_name("sw-data"))]
        first = Path(folder, "first.jsonl")
        first.write_text("".join(line + "\n" for line in lines(1)), encoding="utf-8")
        subprocess.run(
            [*command, "resolve", str(first)],
            stdout=subprocess.DEVNULL,
            env=environment,
            check=True,
        )
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        ran = subprocess.run(
            [*command, "resolve", str(log), "--outcomes", str(outcomes)],
            stdout=subprocess.PIPE if given.profile else subprocess.DEVNULL,
            encoding="utf-8",
            env=environment,
            check=False,
        )
        seconds = time.perf_counter() - began
        if ran.returncode != 0:
            sys.stderr.write(f"sw-data resolve ended with exit status {ran.returncode}\n")
            return 1
        # Kilobytes on Linux, bytes on macOS.
        unit = 1 if sys.platform == "darwin" else 1024
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = used.ru_maxrss * unit / 1e6
        processor = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
        plain = plain_json(log, outcomes, Path(folder, "copy.jsonl"))
        sizes = log.stat().st_size / 1e6, outcomes.stat().st_size / 1e6

    out = sys.stdout.write
    if given.profile:
        out(ran.stdout[:6000] + "\n")
    out(f"{attacks} attacks in {given.encounters} encounters, {sizes[0]:.0f} MB of log\n")
    out(f"resolved in {seconds:.1f} s: {attacks / seconds:.0f} attacks a second\n")
    out(f"processor time {processor:.1f} s: {attacks / processor:.0f} attacks a second of it\n")
    out(f"peak memory {peak:.0f} MB; {sizes[1]:.0f} MB of outcomes written\n")
    out(
        f"plain json on the same lines {plain:.1f} s of processor time: {processor / plain:.1f} times as long\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
