"""How fast a chat of a million messages becomes actions, in how much memory, beside plain reading of the same JSON.

`python bench/chat.py [--messages 1000000] [--form lines|leveldb|both] [--profile]`. Plain reading is `json.loads` of
each
message and of each roll inside it; for a LevelDB folder the reading of its records comes to both sides.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

LIMIT = 4.0


def die(chance: random.Random, sides: int, flavor: str, cls: str = "Die") -> tuple[Json, int]:
    """A die term that Aces as dice do, and its total."""
    faces = [chance.randint(1, sides)]
    while faces[-1] == sides:
        faces.append(chance.randint(1, sides))
    results: list[Json] = [{"result": face, "active": True} for face in faces]
    for each in results[:-1]:
        each["exploded"] = True
    options: Json = {"flavor": flavor} if flavor else {}
    term: Json = {
        "class": cls, "options": options, "evaluated": True, "number": 1, "faces": sides, "modifiers": ["x"],
        "results": results,
    }  # fmt: skip
    return term, sum(faces)


def trait_roll(chance: random.Random, trait: str, sides: int) -> Json:
    """A trait roll of a Wild Card."""
    rolls: list[Json] = []
    totals: list[int] = []
    for flavor, each, cls in ((trait, sides, "Die"), ("Wild Die", 6, "WildDie")):
        term, total = die(chance, each, flavor, cls)
        totals.append(total)
        rolls.append(
            {
                "class": "TraitRoll",
                "options": {},
                "dice": [],
                "formula": f"1d{each}x[{flavor}]",
                "terms": [term],
                "total": total,
                "evaluated": True,
            }
        )
    best = max(totals)
    pool: Json = {
        "class": "PoolTerm", "options": {}, "evaluated": True, "terms": [each["formula"] for each in rolls],
        "modifiers": ["kh"], "rolls": rolls,
        "results": [{"result": each, "active": each == best, "discarded": each != best} for each in totals],
    }  # fmt: skip
    added: list[Json] = [{"class": "OperatorTerm", "options": {}, "evaluated": True, "operator": "+"},
             {"class": "NumericTerm", "options": {"flavor": "Gang Up"}, "evaluated": True, "number": 1}]  # fmt: skip
    options: Json = {
        "rerollable": True,
        "rollType": "trait",
        "targetNumber": 4,
        "modifiers": [{"label": "Gang Up", "value": 1}],
    }
    return {
        "class": "TraitRoll",
        "options": options,
        "dice": [],
        "formula": "{…}kh + 1[Gang Up]",
        "terms": [pool, *added],
        "total": best + 1,
        "evaluated": True,
    }


def damage_roll(chance: random.Random) -> Json:
    """A damage roll of a longsword."""
    strength, first = die(chance, 8, "Strength")
    weapon, second = die(chance, 8, "")
    plus: Json = {"class": "OperatorTerm", "options": {}, "evaluated": True, "operator": "+"}
    return {"class": "DamageRoll", "options": {"ap": 0, "isHeavyWeapon": False, "modifiers": []}, "dice": [],
    "formula": "1d8x[Strength] + 1d8x",
            "terms": [strength, plus, weapon], "total": first + second, "evaluated": True}  # fmt: skip


_STATS: Json = {
    "coreVersion": "13.351", "systemId": "swade", "systemVersion": "5.2.6", "createdTime": 1, "modifiedTime": 1,
    "lastModifiedBy": "usr0000000000001",
}  # fmt: skip


def message(number: int, ident: str) -> Json:
    """One message of a chat (attacks with their damage, other rolls, talk), as Foundry 13 keeps it."""
    chance = random.Random(number)
    kind = number % 5
    rolls: list[Json] = []
    flavor, content = "", ""
    if kind in (0, 3):
        rolls = [trait_roll(chance, "Fighting" if kind == 0 else "Notice", 8)]
        flavor = "Fighting Skill Test" if kind == 0 else "Notice Skill Test"
    elif kind == 1:
        rolls = [damage_roll(chance)]
        flavor = "Longsword Damage - AP 0"
    else:
        content = "<p>He does not look happy about it, and says so at some length, as people do when they play.</p>"
    targets = (
        [{"name": "Goblin", "uuid": "Scene.scn0000000000001.Token.tok0000000000001"}]
        if kind == 0
        else []
    )
    return {
        "_id": ident, "type": "base", "system": {}, "style": 0 if rolls else 2, "author": "usr0000000000001",
        "timestamp": 1_700_000_000_000 + number * 5_000, "flavor": flavor,
        "content": str(rolls[0]["total"]) if rolls else content,
        "speaker": {"scene": "scn0000000000001", "actor": "pc00000000000001", "token": None, "alias": "Buck"},
        "whisper": [], "blind": False, "sound": "sounds/dice.wav" if rolls else None, "emote": False,
        "flags": {"swade": {"targets": targets, "rollMode": "publicroll"}} if rolls else {},
        "rolls": [json.dumps(each, separators=(",", ":")) for each in rolls], "_stats": _STATS,
    }  # fmt: skip


def actors(folder: Path) -> Path:
    """The sheets that the chat names."""
    path = folder / "actors.json"
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d8")
    buck: Json = {
        "kind": "character", "id": "pc00000000000001", "name": "Buck", "wild_card": True, "attributes": attributes,
        "skills": {"Fighting": "d8", "Notice": "d8"},
        "weapons": [{"name": "Longsword", "damage": "Str+d8", "ready": True}],
    }  # fmt: skip
    path.write_text(
        json.dumps(
            [
                buck,
                {"kind": "character", "id": "goblin", "name": "Goblin", "attributes": attributes},
            ]
        )
    )
    return path


def plainly(values: Iterable[bytes]) -> tuple[int, int]:
    """Reads the same JSON and does nothing with it: each message, and each roll inside it."""
    count = rolls = 0
    for value in values:
        for each in json.loads(value)["rolls"]:
            json.loads(each)
            rolls += 1
        count += 1
    return count, rolls


def plain_seconds(path: Path, form: str) -> float:
    """Seconds of the processor for plain reading, so that other work on the machine does not count."""
    began = time.process_time()
    if form == "lines":
        with path.open("rb") as stream:
            plainly(stream)
    else:
        from sw_data.document.store.leveldb import LevelDb

        with LevelDb.open(path, limit=1 << 40) as pack:
            plainly(value for _, value in pack.scan())
    return time.process_time() - began


def written(folder: Path, form: str, count: int) -> Path:
    """The chat as a file of lines, or as a LevelDB folder, whose ids stand in no order of time."""
    if form == "lines":
        path = folder / "messages.jsonl"
        with path.open("w", encoding="utf-8") as out:
            for number in range(count):
                out.write(
                    json.dumps(message(number, f"m{number:015}"), separators=(",", ":")) + "\n"
                )
        return path
    path = folder / "messages"

    def records() -> Iterator[tuple[bytes, bytes]]:
        for rank in range(count):
            ident = f"m{rank:015}"
            # A prime step through the evening, for ids are drawn at random and packs are sorted by them.
            value = message(rank * 999_983 % count, ident)
            yield f"!messages!{ident}".encode(), json.dumps(value, separators=(",", ":")).encode()

    tables(path, records())
    return path


def tables(folder: Path, records: Iterable[tuple[bytes, bytes]], size: int = 2 << 20) -> None:
    """A LevelDB folder as it is left after compaction: sorted tables, and an empty log."""
    from sw_data.document.store.leveldb import journal, manifest
    from sw_data.document.store.leveldb.coding import put_prefixed, put_varint

    folder.mkdir()
    live = b""
    number = 10
    writer: _Table | None = None
    for key, value in records:
        if writer is None:
            writer = _Table((folder / f"{number:06}.ldb").open("wb"))
        writer.add(key + (1).to_bytes(1, "little") + (5).to_bytes(7, "little"), value)
        if writer.at >= size:
            live += put_varint(7) + put_varint(1) + put_varint(number) + put_varint(writer.at)
            live += put_prefixed(writer.first) + put_prefixed(writer.last)
            writer.close()
            writer, number = None, number + 1
    if writer is not None:
        live += put_varint(7) + put_varint(1) + put_varint(number) + put_varint(writer.at)
        live += put_prefixed(writer.first) + put_prefixed(writer.last)
        writer.close()
    (folder / "000003.log").write_bytes(b"")
    (folder / "MANIFEST-000002").write_bytes(
        journal.Writer().record(manifest.fresh(3, number + 1) + live)
    )
    (folder / "LOCK").write_bytes(b"")
    (folder / "CURRENT").write_bytes(b"MANIFEST-000002\n")


class _Table:
    """A table that is being written, its blocks not compressed."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self.at = 0
        self.first = b""
        self.last = b""
        self._block: list[bytes] = []
        self._size = 0
        self._index: list[tuple[bytes, bytes]] = []

    def add(self, key: bytes, value: bytes) -> None:
        from sw_data.document.store.leveldb.coding import put_varint

        self.first = self.first or key
        self.last = key
        self._block.append(
            put_varint(0) + put_varint(len(key)) + put_varint(len(value)) + key + value
        )
        self._size += len(value)
        if self._size >= 4096:
            self._flush()

    def _flush(self) -> None:
        if self._block:
            self._index.append((self.last, self._put(b"".join(self._block))))
            self._block, self._size = [], 0

    def _put(self, entries: bytes) -> bytes:
        from sw_data.document.store.leveldb.coding import put_varint
        from sw_data.document.store.leveldb.crc32c import crc32c, masked

        block = entries + bytes(4) + (1).to_bytes(4, "little")
        stored = block + b"\0"
        place = put_varint(self.at) + put_varint(len(block))
        self._out.write(stored + masked(crc32c(stored)).to_bytes(4, "little"))
        self.at += len(stored) + 4
        return place

    def close(self) -> None:
        from sw_data.document.store.leveldb.coding import put_varint

        self._flush()
        meta = self._put(b"")
        entries = b"".join(
            put_varint(0) + put_varint(len(k)) + put_varint(len(v)) + k + v for k, v in self._index
        )
        footer = meta + self._put(entries)
        self._out.write(footer.ljust(40, b"\0") + 0xDB4775248B80FB57.to_bytes(8, "little"))
        self._out.close()


def measure(form: str, count: int, *, profile: bool) -> bool:
    """Makes a chat, reads it plainly and with the command, and says what both took; whether it stayed in the limit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = written(folder, form, count)
        sheets = actors(folder)
        if profile:
            _profile(source, sheets)
            return True
        plain = min(plain_seconds(source, form) for _ in range(2))
        out = folder / "session.jsonl"
        command = str(Path(sys.executable).parent / "sw-data")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        before = used.ru_utime + used.ru_stime
        ran = subprocess.run(
            [command, "log", str(source), "--actors", str(sheets), "-o", str(out)], capture_output=True,
            encoding="utf-8", check=False
        )  # fmt: skip
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = used.ru_utime + used.ru_stime - before
        peak = used.ru_maxrss / 1024
        summary = ran.stdout.splitlines()
        say = sys.stdout.write
        say(f"{form}: {count} messages, plain reading {plain:.1f} s ({count / plain:,.0f}/s)\n")
        say(
            f"    to actions {took:.1f} s ({count / took:,.0f}/s), {took / plain:.2f} times plain reading, "
        )
        say(f"{peak:.0f} MB at most\n")
        for line in summary[:3]:
            say(f"    {line}\n")
        return ran.returncode in (0, 1) and took <= LIMIT * plain


def _profile(source: Path, sheets: Path) -> None:
    import cProfile
    import pstats

    from sw_data.api.chat import read_chat
    from sw_data.api.chat_log import write_log

    with tempfile.TemporaryFile("w+b") as out, cProfile.Profile() as profiler:
        write_log(read_chat(source, actors=str(sheets)), out)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def main() -> int:
    """Measure lines, a LevelDB folder, or both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--form", choices=["lines", "leveldb", "both"], default="both")
    parser.add_argument("--profile", action="store_true", help="say where the time goes (slower)")
    given = parser.parse_args()
    forms = ["lines", "leveldb"] if given.form == "both" else [given.form]
    within = [measure(form, given.messages, profile=given.profile) for form in forms]
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(main())
