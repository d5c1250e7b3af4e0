"""Packs beside the Foundry CLI, and what a larger pack costs in memory: python bench/containers.py [WEAPONS [ACTORS]].

All in processor time; unpacking is measured as commands, ours and the CLI in turns, start included, and by the clock
too. The CLI is measured if node is there and SW_DATA_NODE_MODULES names a folder of npm packages that has it:
npm install classic-level @foundryvtt/foundryvtt-cli
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sw_data.document.store import open_store, pack, unpack
from sw_data.document.store.leveldb import LevelDb, write_folder

ROUNDS = 3
NOTES = "<p>A blade of good steel, with a hilt of bone.</p>" * 9
COMPACT = """
import { createRequire } from "node:module";
const require = createRequire(process.env.SW_DATA_NODE_MODULES + "/none.js");
const { ClassicLevel } = require("classic-level");
const db = new ClassicLevel(process.argv[1]);
await db.compactRange("", "~");
await db.close();
"""
UNPACK = """
import { pathToFileURL } from "node:url";
const where = process.env.SW_DATA_NODE_MODULES + "/@foundryvtt/foundryvtt-cli/index.mjs";
const { extractPack } = await import(pathToFileURL(where));
await extractPack(process.argv[1], process.argv[2], {});
"""


def _weapon(number: int) -> dict[str, object]:
    system = {"damage": "@str+d6", "minStr": "d6", "ap": number % 4, "range": "", "notes": NOTES}
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
        "ownership": {"default": 0},
    }


def _records(weapons: int, actors: int) -> Iterator[tuple[bytes, bytes]]:
    def record(key: str, value: object) -> tuple[bytes, bytes]:
        return key.encode(), json.dumps(value, separators=(",", ":")).encode()

    for number in range(weapons):
        value = _weapon(number)
        yield record(f"!items!{value['_id']}", value)
    for number in range(actors):
        items = [_weapon(one) for one in range(10)]
        ident = f"actor{number:011}"
        for item in items:
            yield record(f"!actors.items!{ident}.{item['_id']}", item)
        system = {"wounds": {"value": 0, "max": 3}, "details": {"biography": NOTES}}
        actor = {"_id": ident, "name": f"Actor {number}", "type": "npc", "system": system}
        actor |= {"items": [str(item["_id"]) for item in items], "effects": []}
        yield record(f"!actors!{ident}", actor)


def _node() -> Callable[..., None] | None:
    program = shutil.which("node")
    modules = os.environ.get("SW_DATA_NODE_MODULES", "")
    if program is None or not os.path.isdir(os.path.join(modules, "@foundryvtt", "foundryvtt-cli")):
        return None
    command = [program, "--input-type=module", "-e"]
    env = {**os.environ, "SW_DATA_NODE_MODULES": os.path.abspath(modules)}

    def run(script: str, *arguments: Path) -> None:
        subprocess.run([*command, script, *map(str, arguments)], check=True, env=env)

    return run


def _peak(source: Path) -> float:
    """Peak memory, in MiB, of a process that reads every document of a store and keeps none."""
    # Not ru_maxrss, which begins with that of the process that started this one.
    script = (
        "import re, sys, pathlib\n"
        "from sw_data.document.store import open_store\n"
        "for entry in open_store(pathlib.Path(sys.argv[1])).entries(): entry.value\n"
        "status = pathlib.Path('/proc/self/status').read_text()\n"
        "print(int(re.search(r'VmHWM:\\s*(\\d+)', status)[1]) / 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(source)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def _in_turns(
    source: Path, room: Path, node: Callable[..., None] | None
) -> dict[str, tuple[float, float]]:
    """Wall and processor seconds of unpacking as a command, the best of a few rounds in which all take a turn."""
    command = Path(sys.executable).with_name("sw-data")
    copy = room / "copy"
    shutil.copytree(source, copy)

    def ours(target: Path) -> None:
        subprocess.run(
            [command, "unpack", source, "-o", target], check=True, stdout=subprocess.DEVNULL
        )

    candidates: dict[str, Callable[[Path], None]] = {"sw-data unpack": ours}
    if node is not None:
        run = node
        candidates["Foundry CLI"] = lambda target: run(UNPACK, copy, target)
    best = {name: (float("inf"), float("inf")) for name in candidates}
    for _ in range(ROUNDS):
        for name, work in candidates.items():
            target = room / "unpacked"
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            work(target)
            wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best[name] = (min(best[name][0], wall), min(best[name][1], used))
            shutil.rmtree(target)
    return best


def _best(work: Callable[[Path], object], room: Path) -> float:
    """The best processor time of a few rounds, each into a place of its own."""
    best = float("inf")
    for number in range(ROUNDS):
        target = room / f"out-{number}"
        start = time.process_time()
        work(target)
        best = min(best, time.process_time() - start)
        shutil.rmtree(target, ignore_errors=True)
        target.unlink(missing_ok=True)
    return best


def main() -> None:
    """Prints times, ratios and peaks."""
    weapons = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    actors = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    node = _node()
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        source = room / "pack"
        count = write_folder(source, _records(weapons, actors))
        log = _best(lambda target: write_folder(target, _records(weapons, actors)), room)
        sys.stdout.write(f"{weapons} weapons, {actors} actors with 10 weapons, {count} records\n")
        sys.stdout.write(f"write the log                 {log:8.2f} s\n")
        if node is not None:
            node(COMPACT, source)

        def records(_: Path) -> None:
            with LevelDb.open(source) as opened:
                for _pair in opened.scan():
                    pass

        def documents(_: Path) -> None:
            for entry in open_store(source).entries():
                _value = entry.value

        kind = "tables" if node is not None else "the log"
        sys.stdout.write(f"records of {kind:10}         {_best(records, room):8.2f} s\n")
        sys.stdout.write(f"whole documents               {_best(documents, room):8.2f} s\n")
        best = _in_turns(source, room, node)
        for name, (wall, used) in best.items():
            sys.stdout.write(f"{name:30}{wall:8.2f} s{used:8.2f} s of the processor\n")
        if node is not None:
            (wall, used), (their_wall, their_used) = best["sw-data unpack"], best["Foundry CLI"]
            sys.stdout.write(
                f"ours is {their_wall / wall:.2f} times as fast, "
                f"in processor time {their_used / used:.2f} times\n"
            )
        files = room / "files"
        unpack(source, files)
        sys.stdout.write(
            f"pack                          {_best(lambda t: pack(files, t), room):8.2f} s\n"
        )
        for form in ("pack.db", "pack") if os.path.exists("/proc/self/status") else ():
            small, large = room / f"small-{form}", room / f"large-{form}"
            for target, times in ((small, 1), (large, 8)):
                raw = room / f"raw-{times}-{form}"
                write_folder(raw, _records(weapons * times // 4, actors * times // 4))
                if node is not None:
                    node(COMPACT, raw)
                if form == "pack":
                    raw.rename(target)
                else:
                    pack(raw, target)
            a, b = _peak(small), _peak(large)
            sys.stdout.write(f"peak of {form:8}, and 8 times it: {a:6.0f} and {b:6.0f} MiB\n")


if __name__ == "__main__":
    main()
