"""The actions of a chase: moving, pushing it, ramming, blocking, hiding (rules.md section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.models import Character, Vehicle
from sw_data.odds.chances import Odds, outcomes, several
from sw_data.odds.control import chase_roll, control_check
from sw_data.odds.opposition import chance_above, opposed_odds, wins
from sw_data.odds.rolls import Modifiers, TraitRoll, modifier_sum
from sw_data.odds.sheet import roll_of
from sw_data.odds.totals import classified
from sw_data.rules import chase as rule
from sw_data.rules import condition, foot, trait
from sw_data.rules.ruleset import CORE, Ruleset


def movement(
    driver: Character,
    vehicle: Vehicle | None = None,
    *,
    skill: str = "Driving",
    push: bool = False,
    zones: int | None = None,
    helped: bool = False,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """How many zones a Zone Movement takes: `0_zones`, `1_zone`, `2_zones` (`chase.movement`).

    Pushed, the events add how the Control Check ends that comes after it, whatever the result (`chase.push`).

    Args:
        driver: Who drives, or runs.
        vehicle: The vehicle as it stands; None on foot.
        skill: The chase's skill.
        push: Whether it is pushed.
        zones: How many zones are wanted at most.
        helped: Whether an ally has called This Way! (`chase.this_way`).
        modifiers: Further modifiers.
        rules: The ruleset.
    """
    more = modifier_sum(modifiers)
    more += rule.push_bonus(rules).value if push else 0
    more += rules.chase.this_way_bonus if helped else 0
    roll, rolled = chase_roll(driver, vehicle, skill, more, rules)
    tn = rules.trait.target_number

    def moved(total: int) -> int:
        raised = None if roll.is_critical(total) else trait.raises(total, tn, rules)
        return rule.zones_moved(raised, zones)

    found = classified(roll.total, moved, max(tn + rules.trait.raise_step, roll.bonus + 2))
    names = {count: several(count, "zone") for count in range(3)}
    chances = {names[count]: found.get(count, Fraction(0)) for count in range(3)}
    events = [(name, p) for name, p in chances.items() if not p] + [
        ("moves", 1 - chances["0_zones"])
    ]
    cited = ["chase.movement", "chase.skill"]
    question = f"{driver.name}, Zone Movement: {rolled} {roll} against {tn}"
    if push:
        check = control_check(driver, vehicle, skill=skill, rules=rules)
        events.append(("loses_control", check.p("loses_control")))
        events += [
            (each.outcome, each.p) for each in check.outcomes if each.outcome != "in_control"
        ]
        cited.append("chase.push")
        question += ", pushing it"
    counts = {name: count for count, name in names.items()}
    return Odds(
        question, outcomes(chances, counts), tuple(events), counted="zones", rules=tuple(cited)
    )


def ram(
    driver: Character,
    vehicle: Vehicle | None = None,
    *,
    other: Character,
    other_vehicle: Vehicle | None = None,
    skill: str = "Driving",
    modifiers: Modifiers = 0,
    other_modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of a ram, or on foot of a push: Strength against Strength (`chase.ram`, `foot.push`).

    A win calls for a Control Check of the other, `control_check(…, modifiers=-2)` for one raise. Events are those of an
    opposed roll and `backfire`: a natural 1 without winning, which makes the check one's own.

    Args:
        driver: Who rams.
        vehicle: Its vehicle; None on foot.
        other: Who is rammed; one who is Incapacitated or dead does not roll, which counts as a total of 0.
        other_vehicle: The other's vehicle; None on foot.
        skill: The chase's skill.
        modifiers: Further modifiers of the one who rams.
        other_modifiers: Modifiers of the other.
        rules: The ruleset.
    """
    on_foot = vehicle is None and other_vehicle is None
    exposed = condition.vulnerable(other.conditions, other.name, rules)
    own = modifier_sum(modifiers) + (exposed.value if exposed else 0)
    against: TraitRoll | None
    if on_foot:
        one = roll_of(driver, "Strength", own + foot.push_bonus(rules).value, rules)
        against = roll_of(other, "Strength", other_modifiers, rules)
    else:
        one, _ = chase_roll(driver, vehicle, skill, own, rules)
        against, _ = chase_roll(other, other_vehicle, skill, other_modifiers, rules)
    against = None if _is_down(other) else against
    verb = "pushes" if on_foot else "rams"
    question = (
        f"{driver.name} {verb} {other.name}: {one} against {against or 'nobody who can roll'}"
    )
    cited = ("foot.push" if on_foot else "chase.ram", "chase.ram_backfire")
    odds = opposed_odds(question, one, against, rules, cited)
    return Odds(
        odds.question,
        odds.outcomes,
        (*odds.events, ("backfire", _backfires(one, against, rules))),
        rules=odds.rules,
    )


def _is_down(who: Character) -> bool:
    """Whether it is Incapacitated or dead, and rolls nothing."""
    return "incapacitated" in who.conditions or "dead" in who.conditions


def _backfires(one: TraitRoll, other: TraitRoll | None, rules: Ruleset) -> Fraction:
    """The chance of a natural 1 on the trait die without winning (`chase.ram_backfire`)."""
    natural_one = Fraction(1, one.sides)
    if one.wild is None:
        return natural_one * (1 - _beats(1 + one.bonus, other, rules))
    # The trait die shows 1, so the total is the Wild Die's; its own 1 is a critical failure and wins nothing.
    alone = TraitRoll(one.wild, one.bonus, None)
    won = wins(alone, other, 0, rules) - Fraction(1, one.wild) * _beats(1 + one.bonus, other, rules)
    return natural_one * (1 - won)


def _beats(total: int, other: TraitRoll | None, rules: Ruleset) -> Fraction:
    """The chance that one total of the one who acts wins."""
    minimum = rules.opposed.minimum
    if minimum is not None and total < minimum:
        return Fraction(0)
    if other is None:
        return Fraction(int(total > 0))
    below = 1 - other.critical - other.at_least(total)
    return below + (other.critical if total > 0 else 0)


def block(
    driver: Character,
    vehicle: Vehicle | None = None,
    *,
    other: Character,
    other_vehicle: Vehicle | None = None,
    skill: str = "Driving",
    blocks_before: int = 0,
    modifiers: Modifiers = 0,
    other_modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of a block from hold (`chase.block`).

    Outcomes are `backfires` (lost by a raise: the blocker makes a Control Check), `fails`, `stops`, and
    `stops_with_raise` (the other makes a Control Check).

    Args:
        driver: Who blocks.
        vehicle: Its vehicle; None on foot.
        other: Who is blocked; one who is Incapacitated or dead does not roll, which counts as a total of 0.
        other_vehicle: The other's vehicle; None on foot.
        skill: The chase's skill.
        blocks_before: Blocks of this round before this one (`chase.block_again`).
        modifiers: Further modifiers of the blocker.
        other_modifiers: Modifiers of the other.
        rules: The ruleset.
    """
    again = rule.block_modifier(blocks_before, rules)
    own = modifier_sum(modifiers) + (again.value if again else 0)
    down = _is_down(other)
    exposed = None if down else condition.vulnerable(other.conditions, other.name, rules)
    own += exposed.value if exposed else 0
    one, _ = chase_roll(driver, vehicle, skill, own, rules)
    rolled, _ = chase_roll(other, other_vehicle, skill, other_modifiers, rules)
    against = None if down else rolled
    won, raised = wins(one, against, 0, rules), wins(one, against, 1, rules)
    step = rules.trait.raise_step
    # A critical failure of either counts as a total of 0 for the margin.
    if against is None:
        backfires = _at_most(one, -step)
    else:
        backfires = chance_above(against, one, step, None) + one.critical * against.at_least(step)
        backfires += against.critical * _at_most(one, -step)
    chances = {
        "backfires": backfires,
        "fails": 1 - won - backfires,
        "stops": won - raised,
        "stops_with_raise": raised,
    }
    events = [("win", won)] + [(name, p) for name, p in chances.items() if not p]
    question = (
        f"{driver.name} blocks {other.name}: {one} against {against or 'nobody who can roll'}"
    )
    cited = ("chase.block", "chase.block_backfire", "chase.block_again", "opposed.order")
    return Odds(question, outcomes(chances), tuple(events), rules=cited)


def _at_most(roll: TraitRoll, total: int) -> Fraction:
    """The chance of at most this total without a critical failure."""
    return 1 - roll.critical - roll.at_least(total + 1)


def hide(
    driver: Character,
    *,
    pursuers: Sequence[Character],
    closest: int,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances to hide from the pursuers still in the chase: `found` or `escapes` (`chase.hide`).

    Args:
        driver: Who hides.
        pursuers: The pursuers; the sharpest rolls Notice.
        closest: Zones to the closest of them.
        modifiers: Further modifiers of the Stealth roll.
        rules: The ruleset.

    Raises:
        ImpossibleError: A pursuer is too near, or there is none to hide from.
    """
    if not pursuers:
        raise ImpossibleError("there are no pursuers to hide from")
    if closest < rules.chase.hide_zones:
        raise ImpossibleError(
            f"the closest pursuer is {closest} zones back; to hide it takes {rules.chase.hide_zones}"
        )
    bonus, theirs = rule.hide_modifiers(closest, len(pursuers), rules)
    lookout = pursuers[rule.sharpest([_notice(each, rules) for each in pursuers])]
    exposed = condition.vulnerable(lookout.conditions, lookout.name, rules)
    bonus += exposed.value if exposed else 0
    one = roll_of(driver, "Stealth", modifier_sum(modifiers) + bonus, rules)
    against = roll_of(lookout, "Notice", theirs, rules)
    won = wins(one, against, 0, rules)
    question = f"{driver.name} hides: Stealth {one} against {lookout.name}'s Notice {against}"
    return Odds(
        question,
        outcomes({"found": 1 - won, "escapes": won}),
        rules=("chase.hide", "opposed.order"),
    )


def _notice(pursuer: Character, rules: Ruleset) -> tuple[Die, bool]:
    """What a pursuer looks with: the die, its bonus or what lacking the skill costs, and whether a Wild Die helps."""
    die = pursuer.skill("Notice")
    if die is None:
        base, lacking = trait.unskilled(rules)
        die = Die(base.sides, base.bonus + lacking.value)
    return die, pursuer.wild_card
