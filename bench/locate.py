"""What places and edits cost beside reading the same text with `json.loads`: python bench/locate.py [FILE].

Processor time, the best of several rounds in which every candidate runs once, so that other work on the machine hurts
all alike.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sw_data.diagnostics import Edit
from sw_data.document import apply, examine, parse, place, places

ROUNDS = 15


def _party(actors: int) -> str:
    """Actors of about the size and shape of a Foundry export."""

    def item(number: int) -> dict[str, object]:
        system = {"damage": "@str+d6", "minStr": "d6", "ap": 0, "notes": "<p>lorem ipsum</p>" * 9}
        return {"_id": f"item{number:012}", "name": "Sword", "type": "weapon", "system": system}

    party = [
        {
            "_id": f"actor{number:011}",
            "name": f"Actor {number}",
            "items": [item(one) for one in range(10)],
            "system": {"wounds": {"value": 0, "max": 3}, "details": {"biography": "lorem " * 200}},
        }
        for number in range(actors)
    ]
    return json.dumps(party, indent=2)


def main() -> None:
    """Prints each candidate's time as a multiple of `json.loads`."""
    text = Path(sys.argv[1]).read_text("utf-8") if len(sys.argv) > 1 else _party(100)
    document = parse(text)
    examined, _ = examine(text)
    assert examined is not None
    many = [f"/{number}/system/wounds/value" for number in range(100)]
    edits = [Edit(op="replace", path=pointer, value=2) for pointer in many]
    candidates: dict[str, Callable[[], object]] = {
        "json.loads": lambda: json.loads(text),
        "parse": lambda: parse(text),
        "examine": lambda: examine(text),
        "one place, near the middle, keys known to be unique": lambda: place(examined, many[50]),
        "one place, nothing known": lambda: place(document, many[50]),
        "100 places": lambda: places(examined, many),
        "100 edits": lambda: apply(document, edits),
    }
    if len(sys.argv) > 1:
        candidates = dict(list(candidates.items())[:3])
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(ROUNDS):
        for name, run in candidates.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    base = best["json.loads"]
    sys.stdout.write(f"{len(text)} characters, json.loads {base * 1000:.2f} ms\n")
    for name, seconds in best.items():
        sys.stdout.write(f"{seconds / base:6.2f} x  {name}\n")


if __name__ == "__main__":
    main()
