"""The engine rolls, the odds say how often: each outcome within five standard deviations of its chance.

Seeds are fixed, so a test that passes once always does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import Any

import pytest

from sw_data.engine import Encounter, Engine
from sw_data.models import Character, Chase, Effect, Outcome, Participant, Vehicle
from sw_data.models.actions import (
    Action,
    Attack,
    Bleeding,
    Block,
    ControlCheck,
    GetClose,
    Hide,
    Incapacitation,
    LoggedModifier,
    Opposed,
    Ram,
    Recover,
    RegainControl,
    Reroll,
    Round,
    Soak,
    ThisWay,
    Trait,
    ZoneMovement,
)
from sw_data.odds import (
    Odds,
    attack,
    block,
    control_check,
    get_close,
    hide,
    incapacitation,
    movement,
    opposed,
    ram,
    recover,
    regain_control,
    this_way,
    trait,
)

MANY = 50_000
SOME = 3_000


def agrees(odds: Odds, seen: Mapping[str, int], others: Mapping[str, int] | None = None) -> None:
    """Every outcome, and every event in `others`, came as often as the odds say."""
    count = sum(seen.values())
    names = {each.outcome for each in odds.outcomes}
    assert set(seen) <= names
    for name, times in [*((name, seen.get(name, 0)) for name in names), *(others or {}).items()]:
        p = float(odds.p(name))
        bound = 5 * sqrt(count * p * (1 - p)) + 1
        assert abs(times - count * p) <= bound, (
            f"{name}: {times} of {count}, expected {count * p:.1f}"
        )


def played(encounter: Encounter, actions: Iterable[Action]) -> list[Outcome]:
    """The outcomes of actions, none of them rejected."""
    out = [each.outcome for action in actions for each in encounter.act(action)]
    out += [each.outcome for each in encounter.finish()]
    assert all(each.status != "rejected" for each in out), out
    return out


def harm(effects: Iterable[Effect], target: str) -> str:
    """What came of hits, in the words of the odds, by what changed of an unhurt target."""
    wounds, conditions = 0, list[str]()
    for effect in effects:
        if effect.actor == target and effect.field == "wounds.value":
            wounds = int(effect.to)
        elif effect.actor == target and effect.field == "conditions":
            conditions = list(effect.to)
    if "incapacitated" in conditions or "wrecked" in conditions:
        return "incapacitated" if "incapacitated" in conditions else "wrecked"
    if wounds:
        return "1_wound" if wounds == 1 else f"{wounds}_wounds"
    return "shaken" if "shaken" in conditions else "no_effect"


RESULTS = {
    "critical_failure": "critical_failure",
    "failure": "plain_failure",
    "success": "plain_success",
    "raise": "raise",
}


def test_fifty_thousand_attacks_soaked_with_a_benny(joe: Character, ogre: Character) -> None:
    engine = Engine([joe, ogre], seed=11, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    hits = raises = 0
    for number in range(MANY):
        encounter = engine.encounter()
        struck = Attack(id=f"a{number}", type="attack", actor="Joe", weapon="Axe", target="Ogre")
        encounter.act(struck)
        wounded = any(each.field == "wounds.value" for each in encounter.changes())
        after: list[Action] = []
        if wounded:
            after.append(Soak(id=f"s{number}", type="soak", actor="Ogre", attack=struck.id))
        outcome = played(encounter, after)[0]
        if outcome.hits:
            hits += 1
            raises += outcome.result == "raise"
            seen[harm(encounter.changes(), "Ogre")] += 1
        else:
            seen["miss" if outcome.result == "failure" else "critical_failure"] += 1
    agrees(attack(joe, "Axe", target=ogre, bennies=1), seen, {"hit": hits, "raise": raises})


@pytest.mark.parametrize("wild_card", [True, False])
def test_bursts_come_out_as_the_engine_plays_them(
    wild_card: bool, joe: Character, ogre: Character
) -> None:
    shooter = joe.model_copy(update={"wild_card": wild_card})
    engine = Engine([shooter, ogre], seed=12, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    hits = 0
    for number in range(SOME):
        encounter = engine.encounter()
        (outcome,) = played(
            encounter,
            [Attack(id=f"a{number}", type="attack", actor="Joe", weapon="Gun", target="Ogre")],
        )
        if outcome.hits:
            hits += 1
            seen[harm(encounter.changes(), "Ogre")] += 1
        else:
            seen["miss" if outcome.result == "failure" else "critical_failure"] += 1
    agrees(attack(shooter, "Gun", target=ogre), seen, {"hit": hits})


def test_a_weapon_too_heavy_in_hurt_hands_against_a_shaken_extra(
    joe: Character, goblin: Character
) -> None:
    hurt = joe.model_copy(update={"wounds": joe.wounds.model_copy(update={"value": 1})})
    shaken = goblin.model_copy(update={"conditions": ("shaken", "vulnerable")})
    engine = Engine([hurt, shaken], seed=13, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    for number in range(SOME):
        encounter = engine.encounter()
        swing = Attack(
            id=f"a{number}", type="attack", actor="Joe", weapon="Hammer on a stick", target="Goblin"
        )
        (outcome,) = played(encounter, [swing])
        if outcome.hits:
            seen[harm(encounter.changes(), "Goblin")] += 1
        else:
            seen["miss" if outcome.result == "failure" else "critical_failure"] += 1
    agrees(attack(hurt, "Hammer on a stick", target=shaken), seen)


def test_trait_rolls_and_their_rerolls(joe: Character) -> None:
    engine = Engine([joe], seed=14)
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for number in range(SOME):
        encounter = engine.encounter()
        rolled = Trait(id=f"t{number}", type="trait", actor="Joe", trait="Stealth", tn=6)
        before = encounter.act(rolled)
        assert not before
        again = engine.encounter()
        (alone,) = played(again, [rolled])
        first[RESULTS[str(alone.result)]] += 1
        if alone.result == "failure":
            reroll = Reroll(id=f"r{number}", type="reroll", actor="Joe", of=rolled.id)
            stands = played(encounter, [reroll])[-1]
            second[RESULTS[str(stands.result)]] += 1
        else:
            second[RESULTS[str(alone.result)]] += 1
    agrees(trait(joe, "Stealth", tn=6), first)
    agrees(trait(joe, "Stealth", tn=6, bennies=1), second)


def test_opposed_rolls_come_out_as_the_engine_plays_them(joe: Character, goblin: Character) -> None:
    encounter = Engine([joe, goblin], seed=15).encounter()
    actions = [
        Opposed(
            id=f"o{number}",
            type="opposed",
            actor="Joe",
            trait="Stealth",
            target="Goblin",
            target_trait="Notice",
        )
        for number in range(SOME)
    ]
    outcomes = played(encounter, actions)
    seen = Counter(RESULTS[str(each.result)] for each in outcomes)
    ties = sum(1 for each in outcomes if each.margin == 0)
    two = sum(1 for each in outcomes if each.raises == 2)
    agrees(
        opposed(joe, "Stealth", against=goblin, against_name="Notice"),
        seen,
        {"tie": ties, "2_raises": two},
    )


def test_recovery_and_bleeding_come_out_as_the_engine_plays_them(joe: Character) -> None:
    shaken = joe.model_copy(update={"conditions": ("shaken",)})
    engine = Engine([shaken], seed=16)
    names = {"success": "free_actions_only", "raise": "acts"}
    seen: Counter[str] = Counter()
    for number in range(SOME):
        (outcome,) = played(
            engine.encounter(), [Recover(id=f"r{number}", type="recover", actor="Joe")]
        )
        seen[names.get(str(outcome.result), "still_shaken")] += 1
    agrees(recover(shaken), seen)
    dying = joe.model_copy(update={"conditions": ("incapacitated", "bleeding_out")})
    results: Counter[str] = Counter()
    engine = Engine([dying], seed=17)
    for number in range(SOME):
        (outcome,) = played(
            engine.encounter(), [Bleeding(id=f"b{number}", type="bleeding", actor="Joe")]
        )
        results[RESULTS[str(outcome.result)]] += 1
    agrees(trait(dying, "Vigor"), results)


def test_the_incapacitated_to_the_end_of_their_bleeding(joe: Character) -> None:
    fallen = joe.model_copy(
        update={
            "wounds": joe.wounds.model_copy(update={"value": 3}),
            "conditions": ("shaken", "incapacitated"),
        }
    )
    engine = Engine([fallen], seed=23)
    rounds = [Round(id=f"round{number}", type="round") for number in range(40)]
    seen: Counter[str] = Counter()
    for number in range(SOME):
        encounter = engine.encounter()
        encounter.act(Incapacitation(id=f"i{number}", type="incapacitation", actor="Joe"))
        at_once = now(encounter.changes())
        for each in rounds:
            each = each.model_copy(update={"id": f"{each.id}.{number}"})
            if "bleeding_out" not in now(encounter.changes()).get("conditions", ()):
                break
            encounter.act(each)
        encounter.finish()
        after = now(encounter.changes())
        if "dead" in after.get("conditions", ()):
            seen["dead_at_once" if "dead" in at_once["conditions"] else "bleeds_to_death"] += 1
        elif "bleeding_out" in at_once.get("conditions", ()):
            seen["stabilised"] += 1
        else:
            seen["injured"] += 1
    odds = incapacitation(fallen)
    for name in ("dead_at_once", "bleeds_to_death", "stabilised"):
        p = float(odds.p(name))
        assert abs(seen[name] - SOME * p) <= 5 * sqrt(SOME * p * (1 - p)) + 1, name
    assert sum(seen.values()) == SOME


def now(effects: Iterable[Effect]) -> dict[str, Any]:
    """What is different from the start, by field."""
    return {each.field: each.to for each in effects}


def chase_of(*participants: tuple[Character, Vehicle | None]) -> Chase:
    """A chase of these, all in one zone."""
    return Chase(
        id="c",
        name="Chase",
        participants=tuple(
            Participant(
                id=f"p{number}",
                actor=driver.id,
                vehicle=None if ride is None else ride.id,
                side="quarry" if number else "pursuer",
            )
            for number, (driver, ride) in enumerate(participants)
        ),
    )


@pytest.mark.parametrize("on_foot", [False, True])
def test_control_checks_to_their_end(on_foot: bool, joe: Character, jeep: Vehicle) -> None:
    ride = None if on_foot else jeep
    engine = Engine([joe, jeep], [chase_of((joe, ride))], seed=18, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    soft = hard = 0
    for number in range(SOME):
        encounter = engine.encounter()
        (outcome,) = played(
            encounter, [ControlCheck(id=f"c{number}", type="control_check", actor="Joe", chase="c")]
        )
        pools = {roll.pool: roll for roll in outcome.rolls}
        found = harm(encounter.changes(), "Joe" if on_foot else "Jeep")
        obstacle = pools.get("obstacle")
        if obstacle is not None:
            soft += obstacle.note == "soft obstacle"
            hard += obstacle.note == "hard obstacle"
        if found == "no_effect":
            found = "in_control" if "control_second" not in pools else "out_of_control"
            found = "obstacle" if obstacle is not None else found
        seen[found] += 1
    agrees(control_check(joe, ride), seen, {"soft_obstacle": soft, "hard_obstacle": hard})


def test_pushed_movements_come_out_as_the_engine_plays_them(joe: Character, jeep: Vehicle) -> None:
    engine = Engine([joe, jeep], [chase_of((joe, jeep))], seed=19, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    lost = 0
    for number in range(SOME):
        moved = ZoneMovement(
            id=f"m{number}", type="zone_movement", actor="Joe", chase="c", push=True
        )
        (outcome,) = played(engine.encounter(), [moved])
        zones = next((int(each.to) - 1 for each in outcome.effects if each.field == "zone"), 0)
        seen["1_zone" if zones == 1 else f"{zones}_zones"] += 1
        lost += any(roll.pool == "control_second" for roll in outcome.rolls)
    agrees(movement(joe, jeep, push=True), seen, {"loses_control": lost})


@pytest.mark.parametrize("on_foot", [False, True])
def test_rams_and_pushes_come_out_as_the_engine_plays_them(
    on_foot: bool, joe: Character, goblin: Character, jeep: Vehicle
) -> None:
    van = jeep.model_copy(update={"id": "Van", "name": "Van", "driver": "Goblin"})
    mine, theirs = (None, None) if on_foot else (jeep, van)
    chase = chase_of((joe, mine), (goblin, theirs))
    engine = Engine([joe, goblin, jeep, van], [chase], seed=20, roll_follow_ups=False)
    seen: Counter[str] = Counter()
    backfires = 0
    for number in range(SOME):
        rammed = Ram(id=f"r{number}", type="ram", actor="Joe", target="Goblin", chase="c")
        (outcome,) = played(engine.encounter(), [rammed])
        seen[RESULTS[str(outcome.result)]] += 1
        backfires += outcome.winner == "target" and any(
            roll.pool.startswith("control") for roll in outcome.rolls
        )
    agrees(ram(joe, mine, other=goblin, other_vehicle=theirs), seen, {"backfire": backfires})


def test_blocks_come_out_as_the_engine_plays_them(
    joe: Character, goblin: Character, jeep: Vehicle
) -> None:
    van = jeep.model_copy(update={"id": "Van", "name": "Van", "driver": "Goblin"})
    chase = chase_of((joe, jeep), (goblin, van))
    held = chase.participants[0].model_copy(update={"on_hold": True})
    chase = chase.model_copy(update={"participants": (held, chase.participants[1])})
    engine = Engine([joe, goblin, jeep, van], [chase], seed=21, roll_follow_ups=False)
    sure = (LoggedModifier(value=100),)
    seen: Counter[str] = Counter()
    for number in range(SOME):
        moved = ZoneMovement(
            id=f"m{number}", type="zone_movement", actor="Goblin", chase="c", modifiers=sure
        )
        stopped = Block(id=f"b{number}", type="block", actor="Joe", against=moved.id, chase="c")
        outcome = played(engine.encounter(), [moved, stopped])[-1]
        checked = any(roll.pool.startswith("control") for roll in outcome.rolls)
        if outcome.winner == "actor":
            seen["stops_with_raise" if checked else "stops"] += 1
        else:
            seen["backfires" if checked else "fails"] += 1
    agrees(block(joe, jeep, other=goblin, other_vehicle=van), seen)


def test_hiding_comes_out_as_the_engine_plays_it(
    joe: Character, goblin: Character, ogre: Character
) -> None:
    places = ((joe, "quarry", 6), (goblin, "pursuer", 2), (ogre, "pursuer", 1))
    runners = tuple(
        Participant.model_validate({"id": who.id, "actor": who.id, "side": side, "zone": zone})
        for who, side, zone in places
    )
    engine = Engine([joe, goblin, ogre], [Chase(id="c", name="c", participants=runners)], seed=22)
    seen: Counter[str] = Counter()
    for number in range(SOME):
        (outcome,) = played(
            engine.encounter(), [Hide(id=f"h{number}", type="hide", actor="Joe", chase="c")]
        )
        seen["escapes" if outcome.winner == "actor" else "found"] += 1
    agrees(hide(joe, pursuers=[goblin, ogre], closest=4), seen)


def test_checks_of_a_chase_come_out_as_the_engine_plays_them(
    joe: Character, goblin: Character, jeep: Vehicle
) -> None:
    loose = jeep.model_copy(update={"conditions": ("out_of_control",)})
    engine = Engine([joe, goblin, loose], [chase_of((joe, loose), (goblin, None))], seed=24)
    asked: dict[str, tuple[Odds, Callable[[str], Action]]] = {
        "get_close": (
            get_close(joe, loose),
            lambda id_: GetClose(id=id_, type="get_close", actor="Joe", target="Goblin", chase="c"),
        ),
        "regain_control": (
            regain_control(joe, loose),
            lambda id_: RegainControl(id=id_, type="regain_control", actor="Joe", chase="c"),
        ),
        "this_way": (
            this_way(joe),
            lambda id_: ThisWay(id=id_, type="this_way", actor="Joe", chase="c"),
        ),
    }
    for name, (odds, action) in asked.items():
        seen: Counter[str] = Counter()
        for number in range(SOME // 2):
            (outcome,) = played(engine.encounter(), [action(f"{name}{number}")])
            seen[RESULTS[str(outcome.result)]] += 1
        agrees(odds, seen)


def test_the_bound_would_see_a_die_that_does_not_ace() -> None:
    wrong = {"plain_failure": 4_000, "plain_success": 4_000}
    with pytest.raises(AssertionError, match="expected"):
        agrees(trait("d8"), wrong)
