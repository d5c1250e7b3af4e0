"""What checking a compendium costs, with file, line and column of each finding, beside reading it with `json`.

`python bench/validate.py [--weapons 10000] [--actors 1000] [--runs 3]`. Every seventh weapon has something wrong. The
compendium is checked as a LevelDB folder and as its sources, one file for each document. Processor time of processes
that take turns; plain reading is `json.loads` of the same records or files, found as the check finds them.
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

from sw_data.document.store import unpack
from sw_data.document.store.leveldb import write_folder

ITEMS = 10
NOTES = "<p>A blade of good steel, with a hilt of bone.</p>" * 9
DAMAGES = ("@str+d6", "@str+d6", "@str+d6", "2d61", "@str+d6", "@str+d6", "@str+d6")

READ_PACK = """
import json, pathlib, sys
from sw_data.document.store.leveldb import LevelDb
with LevelDb.open(pathlib.Path(sys.argv[1])) as pack:
    for _, value in pack.scan():
        json.loads(value)
"""
READ_FILES = """
import json, pathlib, sys
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    json.loads(path.read_bytes())
"""
CHECK = """
import pathlib, re, sys
import sw_data as sw
report = sw.validate(sys.argv[1])
placed = sum(1 for each in report if each.file and each.line and each.column)
status = pathlib.Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1] if status.exists() else 0
print(report.documents, len(report), placed, int(peak) // 1024)
"""


def weapon(number: int) -> dict[str, object]:
    system = {
        "damage": DAMAGES[number % 7], "minStr": "d6", "ap": number % 4, "range": "", "notes": NOTES,
        "price": 200, "weight": 3, "quantity": 1,
    }  # fmt: skip
    return {
        "_id": f"weapon{number:010}",
        "name": f"Sword {number}",
        "type": "weapon",
        "img": "icons/sword.webp",
        "system": system,
        "effects": [],
        "folder": None,
        "sort": number * 100000,
        "flags": {},
    }


def records(weapons: int, actors: int) -> Iterator[tuple[bytes, bytes]]:
    def record(key: str, value: object) -> tuple[bytes, bytes]:
        return key.encode(), json.dumps(value, separators=(",", ":")).encode()

    for number in range(weapons):
        yield record(f"!items!weapon{number:010}", weapon(number))
    attributes = ("agility", "smarts", "spirit", "strength", "vigor")
    dice = {name: {"die": {"sides": 8, "modifier": 0}} for name in attributes}
    system = {"attributes": dice, "wounds": {"value": 0, "max": 3}, "pace": {"ground": 6}}
    for number in range(actors):
        items = [weapon(number + one) for one in range(ITEMS)]
        ident = f"actor{number:011}"
        for item in items:
            yield record(f"!actors.items!{ident}.{item['_id']}", item)
        actor = {"_id": ident, "name": f"Actor {number}", "type": "npc", "system": system}
        yield record(f"!actors!{ident}", {**actor, "items": [item["_id"] for item in items]})


def processor_seconds(script: str, place: Path) -> tuple[float, str]:
    """What a script takes of the processor, its start included, and what it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", script, str(place)], check=True, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def measured(name: str, reading: str, place: Path, runs: int) -> None:
    plain: list[float] = []
    checked: list[float] = []
    said = ""
    for _ in range(runs):
        plain.append(processor_seconds(reading, place)[0])
        seconds, said = processor_seconds(CHECK, place)
        checked.append(seconds)
    documents, findings, placed, peak = map(int, said.split())
    read, check = statistics.median(plain), statistics.median(checked)
    sys.stdout.write(
        f"{name}: {documents} documents, {findings} findings, {placed} with line and column\n"
        f"    checked in {check:.1f} s, {documents / check:.0f} documents a second, peak {peak} MiB\n"
        f"    {check / read:.1f} times plain reading ({read:.2f} s)\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weapons", type=int, default=10_000)
    parser.add_argument("--actors", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    sys.stdout.write(
        f"{given.weapons} weapons, {given.actors} actors with {ITEMS} weapons each; "
        f"median of {given.runs} runs in turns, processor time\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        pack, sources = Path(folder, "pack"), Path(folder, "sources")
        write_folder(pack, records(given.weapons, given.actors))
        unpack(pack, sources)
        measured("LevelDB folder", READ_PACK, pack, given.runs)
        measured("sources", READ_FILES, sources, given.runs)


if __name__ == "__main__":
    main()
