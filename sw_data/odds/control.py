"""Control Checks to their end: the check, the second one, the obstacle, the crash (rules.md section 4)."""

from __future__ import annotations

from fractions import Fraction

from sw_data.models import Character, Vehicle
from sw_data.odds.chances import Chance, Odds, several
from sw_data.odds.harm import State, state_of, struck
from sw_data.odds.rolls import Modifiers, TraitRoll, modifier_sum
from sw_data.odds.sheet import Target, driving_modifiers, roll_of, target_of
from sw_data.odds.soaking import Soaker, struck_and_soaked
from sw_data.odds.totals import Distribution
from sw_data.rules import condition, foot, vehicle
from sw_data.rules.ruleset import CORE, Ruleset


def chase_roll(
    driver: Character,
    ride: Vehicle | None,
    skill: str,
    modifiers: Modifiers,
    rules: Ruleset,
    *,
    out_of_control: bool = True,
) -> tuple[TraitRoll, str]:
    """A chase-skill check, and the skill that is rolled (`chase.skill`, `foot.skill`).

    Args:
        driver: Who drives, or runs.
        ride: The vehicle as it stands; None on foot.
        skill: The chase's skill.
        modifiers: Further modifiers.
        rules: The ruleset.
        out_of_control: Whether being Out of Control counts (`chase.regain`).
    """
    rolled = foot.skill(skill) if ride is None else skill
    own = modifier_sum(driving_modifiers(ride, rules, out_of_control=out_of_control))
    return roll_of(driver, rolled, modifier_sum(modifiers) + own, rules), rolled


def control_check(
    driver: Character,
    vehicle: Vehicle | None = None,
    *,
    skill: str = "Driving",
    modifiers: Modifiers = 0,
    bennies: int = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of a Control Check to its end (`vehicle.control_check`).

    Outcomes are `in_control`, `out_of_control` (and nothing worse), `obstacle` (hit without a wound), wounds and
    `wrecked`; on foot `in_control`, `shaken`, wounds and `incapacitated`. Events are `loses_control`, `soft_obstacle`
    and `hard_obstacle`.

    Args:
        driver: Who drives, or runs.
        vehicle: The vehicle as it stands; None on foot.
        skill: The chase's skill.
        modifiers: Modifiers of both checks, such as those of a ram.
        bennies: Bennies spent on soaking the crash, played well (`vehicle.soak`).
        rules: The ruleset.
    """
    roll, rolled = chase_roll(driver, vehicle, skill, modifiers, rules)
    if condition.cannot_act(driver.conditions, rules):
        first = second = {"critical_failure": Fraction(1)}
    else:
        first = second = roll.results(rules.trait.target_number, rules)
    kept = first.get("plain_success", Fraction(0)) + first.get("raise", Fraction(0))
    lost = 1 - kept
    avoided = lost * second.get("raise", Fraction(0))
    soft = lost * second.get("plain_success", Fraction(0))
    hard = lost - avoided - soft
    ends: dict[State, Fraction] = {}
    target, soaker = _crash(driver, vehicle, roll, bennies, rules)
    for is_soft, p in ((True, soft), (False, hard)):
        if p:
            damage = obstacle_damage(vehicle, is_soft, rules)
            before = state_of(target)
            if soaker is None:
                found = struck(before, damage, target, rules)
            else:
                found = struck_and_soaked(before, damage, target, soaker, rules)
            for state, q in found.items():
                ends[state] = ends.get(state, Fraction(0)) + p * q
    chances = _outcomes(kept, avoided, ends, target, on_foot=vehicle is None)
    what = driver.name if vehicle is None else f"{driver.name} in {vehicle.name}"
    question = f"{what}, Control Check: {rolled} {roll} against {rules.trait.target_number}"
    if bennies:
        question += f", {bennies} {'benny' if bennies == 1 else 'bennies'} to soak"
    events = [("loses_control", lost), ("soft_obstacle", soft), ("hard_obstacle", hard)]
    events.append(("wounded", sum((each.p for each in chances if each.counts), start=Fraction(0))))
    cited = ["vehicle.control_check", "chase.skill"]
    cited += (
        ["foot.shaken", "foot.obstacle"]
        if vehicle is None
        else ["vehicle.obstacle", "vehicle.obstacle_wounds"]
    )
    if bennies:
        cited.append("vehicle.soak" if vehicle else "soak.result")
    return Odds(question, chances, tuple(events), counted="wounds", rules=tuple(cited))


def obstacle_damage(ride: Vehicle | None, soft: bool, rules: Ruleset) -> Distribution:
    """What an obstacle deals after a failed Control Check (`vehicle.obstacle`, `foot.obstacle`)."""
    if ride is None:
        return Distribution(foot.obstacle_dice(soft, rules))
    speed = vehicle.squares(ride.top_speed, ride.top_speed_unit, rules)
    loose = (
        "out_of_control" in ride.conditions or rules.vehicle.out_of_control_before == "collision"
    )
    count = vehicle.obstacle_dice(speed, soft, loose, rules)
    return Distribution((rules.vehicle.obstacle_die.sides,) * count)


def _crash(
    driver: Character, ride: Vehicle | None, roll: TraitRoll, bennies: int, rules: Ruleset
) -> tuple[Target, Soaker | None]:
    """What the obstacle hits, and who soaks."""
    if ride is None:
        whole = target_of(driver, 0)
        target = Target(
            whole.toughness,
            whole.wounds,
            whole.most,
            whole.wild_card,
            True,
            whole.hardy,
            whole.down,
        )
        soaker = (
            Soaker(roll_of(driver, "Vigor", 0, rules), bennies, target.left) if bennies else None
        )
        return target, soaker
    target = target_of(ride, 0)
    able = not condition.cannot_act(driver.conditions, rules)
    return target, Soaker(roll, bennies, target.left) if bennies and able else None


def _outcomes(
    kept: Fraction, avoided: Fraction, ends: dict[State, Fraction], target: Target, *, on_foot: bool
) -> tuple[Chance, ...]:
    names = {"in_control": kept}
    names["shaken" if on_foot else "out_of_control"] = avoided
    names.setdefault("obstacle", Fraction(0))
    for count in range(1, target.left + 1):
        names[several(count, "wound")] = Fraction(0)
    worst = "incapacitated" if on_foot else "wrecked"
    names[worst] = Fraction(0)
    for state, p in ends.items():
        if state.down and not target.down:
            name = worst
        elif state.wounds > target.wounds:
            name = several(state.wounds - target.wounds, "wound")
        else:
            name = "shaken" if on_foot else "obstacle"
        names[name] += p
    first = 2 if on_foot else 3
    counts = [name for name in names if not (on_foot and name == "obstacle")]
    return tuple(
        Chance(name, names[name], max(0, index - first + 1))
        for index, name in enumerate(counts)
        if names[name]
    )
