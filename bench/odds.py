"""How quick exact odds are, beside icepool where it is installed, and how well a million resolutions agree.

`python bench/odds.py [--resolutions 1000000]`
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import Any

from sw_data.engine import Engine
from sw_data.models import Character
from sw_data.models.actions import Attack
from sw_data.odds import Odds, attack, opposed, trait
from sw_data.odds.totals import best, summed

ATTRIBUTES = {"agility": "d8", "smarts": "d6", "spirit": "d6", "strength": "d6", "vigor": "d8"}
DEPTH = 9


def fighters() -> tuple[Character, Character]:
    """Joe, Fighting d8 with an axe of d8+d6, and an ogre of Parry 5 and Toughness 7; both Wild Cards."""
    axe = {"name": "Axe", "damage": "d8+d6", "adds_strength": False}
    common: dict[str, Any] = {"kind": "character", "wild_card": True, "attributes": ATTRIBUTES}
    joe = {**common, "name": "Joe", "skills": {"Fighting": "d8"}, "weapons": [axe]}
    ogre = {**common, "name": "Ogre", "parry": 5, "toughness": 7}
    return Character.model_validate(joe), Character.model_validate(ogre)


def milliseconds(question: Callable[[], object], fresh: bool) -> float:
    """The best of some rounds; fresh: nothing is remembered from the round before."""
    best_time = float("inf")
    for _ in range(20):
        if fresh:
            summed.cache_clear()
            best.cache_clear()
        began = time.process_time()
        question()
        best_time = min(best_time, time.process_time() - began)
    return best_time * 1000


def report(name: str, question: Callable[[], object], limit: float | None = None) -> float:
    """Prints how long a question takes, the first time and again."""
    first, again = milliseconds(question, True), milliseconds(question, False)
    goal = (
        ""
        if limit is None
        else f"  (goal: under {limit:g} ms{'' if first < limit else ', MISSED'})"
    )
    sys.stdout.write(f"{name:<48} {first:8.3f} ms, again {again:8.3f} ms{goal}\n")
    return first


def beside_icepool(ours: dict[str, tuple[float, tuple[float, ...]]]) -> None:
    """The same questions asked of icepool, cut off at the depth that it takes for exact enough.

    Args:
        ours: By question, how long ours takes and the chances that are compared.
    """
    try:
        icepool: Any = importlib.import_module("icepool")
    except ImportError:
        sys.stdout.write("icepool is not installed; pip install icepool to compare\n")
        return

    def exploding(sides: int) -> Any:
        return icepool.d(sides).explode(depth=DEPTH)

    def rolled(tn: int) -> Any:
        def result(total: int) -> int:
            # A critical failure totals 1, which is a failure as well.
            return -1 if total < tn else int(total >= tn + 4)

        return icepool.highest(exploding(8), exploding(6)).map(result)

    def harmed(most: int) -> Any:
        d8, d6 = exploding(8), exploding(6)

        def wounded(total: int) -> int:
            return min(most, (total - 7) // 4) if total >= 7 else -1

        plain, raised = (d8 + d6).map(wounded), (d8 + d6 + d6).map(wounded)

        def after(hit: int) -> Any:
            return -2 if hit < 0 else raised if hit else plain

        return rolled(5).map(after)

    def soaked() -> Any:
        def taken(total: int) -> int:
            return 0 if total < 4 else min(12, total // 4)

        vigor = icepool.highest(exploding(8), exploding(6)).map(taken)

        def left(wounds: int) -> Any:
            def stays(soak: int) -> int:
                # Soaked whole, nothing of the hit is left.
                return min(4, wounds - soak) if soak < wounds else -1

            return vigor.map(stays) if wounds > 0 else wounds

        return harmed(16).map(left)

    asked: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
        "trait roll": (partial(rolled, 4), (-1, 1)),
        "attack": (partial(harmed, 4), (-2, 4)),
        "attack with its soak": (soaked, (-2, 4)),
    }
    for name, (question, compared) in asked.items():
        took = milliseconds(question, False)
        die = question()
        theirs = [float(die.probability(each)) for each in compared]
        time_of_ours, chances = ours[name]
        off = max(abs(a - b) for a, b in zip(theirs, chances, strict=True))
        title = f"  the same {name}, icepool at depth {DEPTH}"
        sys.stdout.write(f"{title:<48} {took:8.3f} ms; ours takes ")
        sys.stdout.write(f"{time_of_ours / took:.3f} of its time; they differ by {off:.1e}\n")


def resolved(seed: int, count: int) -> Counter[str]:
    """What came of so many attacks that the engine rolled."""
    joe, ogre = fighters()
    engine = Engine([joe, ogre], seed=seed, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    for number in range(count):
        encounter = engine.encounter()
        encounter.act(
            Attack(id=f"a{number}", type="attack", actor="Joe", weapon="Axe", target="Ogre")
        )
        outcome = encounter.finish()[0].outcome
        if not outcome.hits:
            seen["miss" if outcome.result == "failure" else "critical_failure"] += 1
            continue
        after = {each.field: each.to for each in outcome.effects}
        wounds = int(after.get("wounds.value", 0))
        conditions = after.get("conditions", ())
        if "incapacitated" in conditions:
            seen["incapacitated"] += 1
        elif wounds:
            seen["1_wound" if wounds == 1 else f"{wounds}_wounds"] += 1
        else:
            seen["shaken" if "shaken" in conditions else "no_effect"] += 1
    return seen


def agreement(odds: Odds, resolutions: int) -> bool:
    """Whether so many attacks come out as often as the odds say; prints the largest deviation."""
    workers = os.cpu_count() or 1
    share = max(1, resolutions // workers)
    began = time.perf_counter()
    with ProcessPoolExecutor(workers) as pool:
        seen = sum(pool.map(partial(resolved, count=share), range(workers)), Counter[str]())
    count = sum(seen.values())
    seconds = time.perf_counter() - began
    worst = 0.0
    for each in odds.outcomes:
        p = float(each.p)
        deviation = (seen[each.outcome] - count * p) / sqrt(count * p * (1 - p))
        worst = max(worst, abs(deviation))
        share_seen = seen[each.outcome] / count
        sys.stdout.write(
            f"  {each.outcome:<18} {p:.6f} expected, {share_seen:.6f} seen, {deviation:+.2f} sd\n"
        )
    sys.stdout.write(
        f"{count} attacks in {seconds:.0f} s; at most {worst:.2f} standard deviations off\n"
    )
    return worst < 5


def main() -> int:
    """Times the questions, compares, and lets the engine roll."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--resolutions", type=int, default=1_000_000, metavar="N")
    given = parser.parse_args()
    joe, ogre = fighters()
    rolled = partial(trait, "d8", wild_card=True)
    struck = partial(attack, joe, "Axe", target=ogre)
    took = {"trait roll": report("trait roll, d8 with a Wild Die", rolled, 1)}
    report("opposed roll, d8 against d10, both Wild Cards", partial(
        opposed, "d8", against="d10", wild_card=True, against_wild_card=True
    ))  # fmt: skip
    took["attack"] = report("attack", struck)
    for bennies in (1, 2, 3):
        many = "benny" if bennies == 1 else "bennies"
        time_of = report(
            f"attack with its soak, {bennies} {many}", partial(struck, bennies=bennies), 20
        )
        took.setdefault("attack with its soak", time_of)
    report("burst of three dice", partial(struck, attacks=3))
    report("burst of three dice with its soaks, 2 bennies", partial(struck, attacks=3, bennies=2))
    plain, odds, soaked = rolled(), struck(), struck(bennies=1)
    missed = ["critical_failure", "miss"]
    chances = {
        "trait roll": (float(plain.p("failure")), float(plain.p("raise"))),
        "attack": (float(odds.p(missed)), float(odds.p("incapacitated"))),
        "attack with its soak": (float(soaked.p(missed)), float(soaked.p("incapacitated"))),
    }
    beside_icepool({name: (time_of, chances[name]) for name, time_of in took.items()})
    return 0 if agreement(odds, given.resolutions) else 1


if __name__ == "__main__":
    sys.exit(main())
