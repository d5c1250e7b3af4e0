"""Exact odds beside seeded resolutions, question by question.

`python bench/agreement.py [--resolutions 1000000] [--workers 2]`. Every resolution rolls the dice of a seed and asks
the rule functions that resolve logs. An outcome may be five standard deviations from its chance, and no more.
The tests run the same questions 50,000 times each.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

from sw_data import odds
from sw_data.dice import Seeded
from sw_data.models import Character, Vehicle
from sw_data.rules import chase, damage, incapacitation, injury, opposed, soak, trait, vehicle
from sw_data.rules.ruleset import CORE

BOUND: Final = 5
"""How many standard deviations an outcome may be from its chance."""
SEED: Final = 1

Play: TypeAlias = Callable[[Seeded], str]


class Roll(NamedTuple):
    """What a trait roll came to."""

    total: int
    critical: bool
    first_face: int


@dataclass(frozen=True)
class Question:
    """Odds, and how one resolution is played; its outcome has a name of the odds."""

    chances: Mapping[str, float]
    play: Play


def rolled(dice: Seeded, sides: int, bonus: int = 0, wild: bool = True) -> Roll:
    """One trait die, and a Wild Die beside it."""
    faces = dice.die(sides)
    beside = dice.die(CORE.trait.wild_die.sides) if wild else None
    standing, _ = trait.with_wild_die([sum(faces)], None if beside is None else sum(beside))
    ones = None if beside is None else beside[0] == 1
    critical = trait.critical_failure(int(faces[0] == 1), 1, ones, CORE)
    return Roll(standing[0] + bonus, critical, faces[0])


NAMES: Final = {"failure": "plain_failure", "success": "plain_success"}


def result(roll: Roll, tn: int = 4) -> str:
    """The result of a roll, by its name in the odds."""
    name = trait.result(roll.total, tn, roll.critical, CORE)[0]
    return NAMES.get(name, name)


def raises(roll: Roll, tn: int = 4) -> int | None:
    """The raises of a roll; None is a failure."""
    return None if roll.critical else trait.raises(roll.total, tn, CORE)


def summed(dice: Seeded, *sides: int) -> int:
    """Damage dice, which Ace."""
    return sum(sum(dice.die(each)) for each in sides)


def wounds(count: int) -> str:
    """The name of so many wounds."""
    return "1_wound" if count == 1 else f"{count}_wounds"


def one_roll(dice: Seeded) -> str:
    """D8 with a Wild Die against 6."""
    return result(rolled(dice, 8), 6)


def one_extra(dice: Seeded) -> str:
    """D6 of an Extra."""
    return result(rolled(dice, 6, wild=False))


def several_dice(dice: Seeded) -> str:
    """Three d6 with a Wild Die: the best of them."""
    shown = [dice.die(6) for _ in range(3)]
    wild = dice.die(6)
    standing, _ = trait.with_wild_die([sum(each) for each in shown], sum(wild))
    ones = sum(each[0] == 1 for each in shown)
    critical = trait.critical_failure(ones, 3, wild[0] == 1, CORE)
    return result(Roll(max(standing), critical, 0))


def edge_and_benny(dice: Seeded) -> str:
    """D6 with a Wild Die for a raise: an edge's reroll, which keeps the better, then a benny, which does not."""
    order = ("critical_failure", "plain_failure", "plain_success", "raise")
    first = result(rolled(dice, 6))
    if first in ("raise", "critical_failure"):
        return first
    again = result(rolled(dice, 6))
    if again != "critical_failure":
        again = max(first, again, key=order.index)
    if again in ("raise", "critical_failure"):
        return again
    return result(rolled(dice, 6))


def contest(dice: Seeded) -> str:
    """D8 with a Wild Die against d10 with one."""
    one = rolled(dice, 8)
    if one.critical:
        return "critical_failure"
    if opposed.fails_at_once(one.total, one.critical, CORE):
        return "plain_failure"
    other = rolled(dice, 10)
    met = opposed.contest(one.total, other.total, other.critical, CORE)
    if met.winner == "target":
        return "plain_failure"
    return "raise" if met.raises else "plain_success"


def harmed(amount: int, toughness: int, held: int, shaken: bool) -> tuple[int, bool, bool]:
    """A Wild Card's wounds, whether it is Shaken, and whether it is Incapacitated, after damage."""
    done = damage.harm(amount, toughness, shaken, False, CORE)
    after, down = damage.wounds_held(held, done.wounds, 3, True)
    return after, shaken or done.shakes, down


def damage_dealt(dice: Seeded) -> str:
    """2d6+1 against Toughness 7 of a Wild Card that is Shaken and holds a wound."""
    after, _, down = harmed(summed(dice, 6, 6) + 1, 7, 1, True)
    return "incapacitated" if down else wounds(after - 1) if after > 1 else "no_effect"


def struck(
    dice: Seeded, held: int = 0, shaken: bool = False, bonus: int = 0
) -> tuple[str, int, bool]:
    """Fighting d8 against Parry 5, d8+d6 against Toughness 7: what came of it, wounds held, Shaken."""
    roll = rolled(dice, 8, bonus)
    found = result(roll, 5)
    if found in ("critical_failure", "plain_failure"):
        return ("miss" if found == "plain_failure" else found), held, shaken
    extra = (6,) if raises(roll, 5) else ()
    after, now_shaken, down = harmed(summed(dice, 8, 6, *extra) + bonus, 7, held, shaken)
    if down:
        return "incapacitated", after, now_shaken
    if after > held:
        return wounds(after - held), after, now_shaken
    return ("shaken" if now_shaken and not shaken else "no_effect"), after, now_shaken


def attack(dice: Seeded) -> str:
    """An attack."""
    return struck(dice)[0]


def attack_soaked(dice: Seeded) -> str:
    """An attack, its wounds soaked with one benny; soaked whole, no Shaken either."""
    roll = rolled(dice, 8)
    found = result(roll, 5)
    if found in ("critical_failure", "plain_failure"):
        return "miss" if found == "plain_failure" else found
    extra = (6,) if raises(roll, 5) else ()
    done = damage.harm(summed(dice, 8, 6, *extra), 7, False, False, CORE)
    if not done.wounds:
        return "shaken" if done.shakes else "no_effect"
    left = done.wounds - soak.soaked(raises(rolled(dice, 8)), done.wounds)
    after, down = damage.wounds_held(0, left, 3, True)
    return "incapacitated" if down else wounds(after) if after else "no_effect"


def soaked_twice(dice: Seeded) -> str:
    """Vigor d8 soaks two wounds; with the second benny all but a whole soak is rerolled, which is fewer on average."""
    roll = rolled(dice, 8)
    left = 2 - soak.soaked(raises(roll), 2)
    if left and not roll.critical:
        left = 2 - soak.soaked(raises(rolled(dice, 8)), 2)
    return wounds(left) if left else "no_wound"


def shaken_off(dice: Seeded) -> str:
    """Spirit d6 of a Wild Card."""
    count = raises(rolled(dice, 6))
    return "still_shaken" if count is None else "acts" if count else "free_actions_only"


def bled(dice: Seeded, sides: int, modifier: int) -> str:
    """Bleeding Out to its end."""
    while True:
        count = raises(rolled(dice, sides, modifier))
        if count is None:
            return "dead"
        if count:
            return "stabilised"


def bleeding(dice: Seeded) -> str:
    """Bleeding Out, Vigor d6 at -2."""
    return bled(dice, 6, -2)


def fallen(dice: Seeded) -> str:
    """Incapacitated, Vigor d6 at -1: the roll, the injury that may lower Vigor, the bleeding."""
    roll = rolled(dice, 6, -1)
    if incapacitation.dies(roll.total, roll.critical):
        return "dead_at_once"
    lasts = injury.duration(raises(roll))
    if lasts != "permanent":
        return "injured_24_hours" if lasts == "24_hours" else "injured_until_healed"
    place = injury.location(sum(dice.die(6, aces=False)[0] for _ in range(2)))
    hurt = place == "guts" and injury.guts(dice.die(6, aces=False)[0]) == "vigor"
    end = bled(dice, 4 if hurt else 6, -1)
    return "bleeds_to_death" if end == "dead" else end


def control(dice: Seeded) -> str:
    """A Control Check of Driving d6 at -1, Top Speed 30, Toughness 12, to its end."""
    if raises(rolled(dice, 6, -1)) is not None:
        return "in_control"
    second = raises(rolled(dice, 6, -1))
    if second:
        return "out_of_control"
    count = vehicle.obstacle_dice(30, second is not None, False, CORE)
    hurt = trait.raises(summed(dice, *[6] * count), 12, CORE) or 0
    after, wrecked = vehicle.wounds_held(0, hurt, 3)
    return "wrecked" if wrecked else wounds(after) if after else "obstacle"


def pushed(dice: Seeded) -> str:
    """Zone Movement of Driving d6 at -1, pushed: the zones, and whether control is lost."""
    moved = chase.zones_moved(raises(rolled(dice, 6, -1 + chase.push_bonus(CORE).value)), None)
    return "1_zone" if moved == 1 else f"{moved}_zones"


def rammed(dice: Seeded) -> str:
    """A ram, Driving d6 of a Wild Card against d6 of an Extra, both at -1: won, or lost, or lost with a natural 1."""
    one = rolled(dice, 6, -1)
    won = False
    if not opposed.fails_at_once(one.total, one.critical, CORE):
        other = rolled(dice, 6, -1, wild=False)
        won = opposed.contest(one.total, other.total, other.critical, CORE).winner == "actor"
    if won:
        return "win"
    return "backfire" if one.first_face == 1 else "neither"


def blocked(dice: Seeded) -> str:
    """The same two, one blocking the other."""
    one, other = rolled(dice, 6, -1), rolled(dice, 6, -1, wild=False)
    total = 0 if one.critical else one.total
    too_low = opposed.fails_at_once(one.total, one.critical, CORE)
    met = opposed.contest(total, other.total, other.critical, CORE)
    if met.winner == "actor" and not too_low:
        return "stops_with_raise" if met.raises else "stops"
    step = CORE.trait.raise_step
    return "backfires" if other.total - total >= step and not other.critical else "fails"


def hidden(dice: Seeded) -> str:
    """Stealth d8 at +2, for one zone more than three, against the d6 of the first of two pursuers at +1."""
    bonus, theirs = chase.hide_modifiers(4, 2, CORE)
    one = rolled(dice, 8, bonus)
    if opposed.fails_at_once(one.total, one.critical, CORE):
        return "found"
    other = rolled(dice, 6, theirs, wild=False)
    met = opposed.contest(one.total, other.total, other.critical, CORE)
    return "escapes" if met.winner == "actor" else "found"


def close(dice: Seeded) -> str:
    """Getting Close with Driving d6 at -1."""
    return "fails" if raises(rolled(dice, 6, -1)) is None else "close"


def regained(dice: Seeded) -> str:
    """Regaining control with Driving d6 at -1, of a vehicle Out of Control."""
    return "fails" if raises(rolled(dice, 6, -1)) is None else "regains_control"


def called(dice: Seeded) -> str:
    """This Way! with Smarts d6."""
    return "fails" if raises(rolled(dice, 6)) is None else "helps"


TURNS: Final = 6


def turn_of(turn: int) -> str:
    """The name of a turn, or of all that come after the last that is counted."""
    return f"turn {turn}" if turn <= TURNS else "later"


def hit_at_last(dice: Seeded) -> str:
    """The turn of the first raise of d6 with a Wild Die."""
    turn = 1
    while not raises(rolled(dice, 6)):
        turn += 1
    return turn_of(turn)


def felled(dice: Seeded) -> str:
    """The turn in which a Wild Card falls, wounds adding up, Shaken shaken off at -1 a wound; +2 to all rolls."""
    turn, held, shaken = 1, 0, False
    while True:
        found, held, shaken = struck(dice, held, shaken, 2)
        if found == "incapacitated":
            return turn_of(turn)
        if shaken:
            penalty = trait.wound_penalty(held, 0, CORE)
            shaken = raises(rolled(dice, 6, penalty)) is None
        turn += 1


def people() -> tuple[Character, Character, Character, Vehicle]:
    """Joe and an ogre, Wild Cards; a goblin, an Extra; a jeep."""
    attributes = {"agility": "d8", "smarts": "d6", "spirit": "d6", "strength": "d6", "vigor": "d8"}
    common: dict[str, Any] = {"kind": "character", "attributes": attributes}
    axe = {"name": "Axe", "damage": "d8+d6", "adds_strength": False}
    skills = {"Fighting": "d8", "Driving": "d6", "Stealth": "d8"}
    joe = {**common, "name": "Joe", "wild_card": True, "skills": skills, "weapons": [axe]}
    goblin = {**common, "name": "Goblin", "skills": {"Driving": "d6", "Notice": "d6"}}
    ogre = {**common, "name": "Ogre", "wild_card": True, "parry": 5, "toughness": 7}
    jeep = {"kind": "vehicle", "name": "Jeep", "top_speed": 30, "handling": -1, "toughness": 12}
    sheets = [Character.model_validate(each) for each in (joe, goblin, ogre)]
    return sheets[0], sheets[1], sheets[2], Vehicle.model_validate(jeep)


def outcomes(found: odds.Odds) -> dict[str, float]:
    """The chance of each outcome."""
    return {each.outcome: float(each.p) for each in found.outcomes}


def waits(found: odds.Waiting) -> dict[str, float]:
    """The chance of each turn."""
    by_turn = {turn_of(turn): float(found.p(turn)) for turn in range(1, TURNS + 1)}
    return {**by_turn, "later": float(found.p(f">{TURNS}"))}


def event(found: odds.Odds, *names: str, rest: str) -> dict[str, float]:
    """The chance of each of these events, and of none of them."""
    chances = {name: float(found.p(name)) for name in names}
    return {**chances, rest: 1 - sum(chances.values())}


@cache
def questions() -> dict[str, Question]:
    """Every kind of question, by name."""
    joe, goblin, ogre, jeep = people()
    loose = jeep.model_copy(update={"conditions": ("out_of_control",)})
    rides: dict[str, Any] = {"other": goblin, "other_vehicle": jeep}
    blow = partial(odds.attack, joe, "Axe", target=ogre)
    found: dict[str, tuple[dict[str, float], Play]] = {
        "trait roll": (outcomes(odds.trait("d8", wild_card=True, tn=6)), one_roll),
        "trait roll of an Extra": (outcomes(odds.trait("d6")), one_extra),
        "several trait dice": (outcomes(odds.trait("d6", wild_card=True, dice=3)), several_dice),
        "rerolls": (
            outcomes(odds.trait("d6", wild_card=True, rerolls=1, bennies=1, aim="raise")),
            edge_and_benny,
        ),
        "opposed roll": (
            outcomes(odds.opposed("d8", against="d10", wild_card=True, against_wild_card=True)),
            contest,
        ),
        "damage": (
            outcomes(odds.damage("2d6+1", toughness=7, wild_card=True, wounds=1, shaken=True)),
            damage_dealt,
        ),
        "attack": (outcomes(blow()), attack),
        "attack and soak": (outcomes(blow(bennies=1)), attack_soaked),
        "soak with a reroll": (outcomes(odds.soak("d8", wounds=2, bennies=2)), soaked_twice),
        "recovery from Shaken": (outcomes(odds.recover("d6", wild_card=True)), shaken_off),
        "bleeding out": (outcomes(odds.bleeding("d6", modifiers=-2)), bleeding),
        "incapacitation": (outcomes(odds.incapacitation("d6", modifiers=-1)), fallen),
        "Control Check": (outcomes(odds.control_check(joe, jeep)), control),
        "Zone Movement, pushed": (outcomes(odds.movement(joe, jeep, push=True)), pushed),
        "ram": (event(odds.ram(joe, jeep, **rides), "win", "backfire", rest="neither"), rammed),
        "block": (outcomes(odds.block(joe, jeep, **rides)), blocked),
        "hiding": (outcomes(odds.hide(joe, pursuers=[goblin, ogre], closest=4)), hidden),
        "Get Close": (event(odds.get_close(joe, jeep), "close", rest="fails"), close),
        "Regain Control": (
            event(odds.regain_control(joe, loose), "regains_control", rest="fails"),
            regained,
        ),
        "This Way!": (event(odds.this_way(joe), "helps", rest="fails"), called),
        "turns until a raise": (
            waits(odds.until(odds.trait("d6", wild_card=True), "raise")),
            hit_at_last,
        ),
        "turns until a foe falls": (
            waits(
                odds.turns_to_fell(
                    joe, "Axe", target=ogre, recovers=True, modifiers=2, damage_modifiers=2
                )
            ),
            felled,
        ),
    }
    return {name: Question(chances, play) for name, (chances, play) in found.items()}


def played(name: str, first: int, count: int, seed: int = SEED) -> Counter[str]:
    """What came of so many resolutions of a question, numbered from the first."""
    play = questions()[name].play
    return Counter(play(Seeded(seed, f"{name} {n}", "odds")) for n in range(first, first + count))


def deviations(name: str, seen: Mapping[str, int]) -> dict[str, float]:
    """By how many standard deviations each outcome is off; one that cannot be is off without a bound."""
    count = sum(seen.values())
    chances = questions()[name].chances
    out = {each: float("inf") for each in seen if each not in chances}
    for each, p in chances.items():
        spread = sqrt(count * p * (1 - p))
        # One more than the normal law allows where an outcome is so rare that its law is not normal.
        off = max(0.0, abs(seen.get(each, 0) - count * p) - 1)
        out[each] = off / spread if spread else (float("inf") if off else 0.0)
    return out


def main() -> int:
    """Resolves each question so often and prints by how much it is off at most."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--resolutions", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    given = parser.parse_args()
    share = max(1, given.resolutions // given.workers)
    worst = 0.0
    with ProcessPoolExecutor(given.workers) as pool:
        for name in questions():
            began = time.perf_counter()
            starts = range(0, share * given.workers, share)
            parts = pool.map(partial(played, name, count=share), starts)
            off = deviations(name, sum(parts, Counter[str]()))
            outcome = max(off, key=off.__getitem__)
            worst = max(worst, off[outcome])
            sys.stdout.write(
                f"{name:<26} {len(off):2} outcomes, at most {off[outcome]:.2f} standard deviations off "
                f"({outcome}), {time.perf_counter() - began:.0f} s\n"
            )
    sys.stdout.write(f"{share * given.workers} resolutions of each; the bound is {BOUND}\n")
    return 0 if worst < BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
