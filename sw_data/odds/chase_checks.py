"""The actions of a chase that are one check: getting Close, regaining control, This Way! (rules.md section 4)."""

from __future__ import annotations

from dataclasses import replace

from sw_data.models import Character, Vehicle
from sw_data.odds.chances import Odds
from sw_data.odds.checks import Aim, check_odds
from sw_data.odds.control import chase_roll
from sw_data.odds.rolls import Modifiers, TraitRoll
from sw_data.odds.sheet import roll_of
from sw_data.rules.ruleset import CORE, Ruleset


def get_close(
    driver: Character,
    vehicle: Vehicle | None = None,
    *,
    skill: str = "Driving",
    modifiers: Modifiers = 0,
    bennies: int = 0,
    aim: Aim = "success",
    rules: Ruleset = CORE,
) -> Odds:
    """The chances to come Close to another in the same zone (`chase.close`, on foot `foot.close`).

    Outcomes are those of a trait roll; the event `close` is what is wanted.

    Args:
        driver: Who drives, or runs.
        vehicle: The vehicle as it stands; None on foot.
        skill: The chase's skill.
        modifiers: Further modifiers.
        bennies: Bennies that may be spent on rerolls.
        aim: What is rerolled for.
        rules: The ruleset.
    """
    roll, rolled = chase_roll(driver, vehicle, skill, modifiers, rules)
    cited = ("chase.close", "foot.close" if vehicle is None else "chase.skill")
    return _answer(
        f"{driver.name}, Get Close: {rolled} {roll}", "close", roll, cited, bennies, aim, rules
    )


def regain_control(
    driver: Character,
    vehicle: Vehicle,
    *,
    skill: str = "Driving",
    modifiers: Modifiers = 0,
    bennies: int = 0,
    aim: Aim = "success",
    rules: Ruleset = CORE,
) -> Odds:
    """The chances to regain control, rolled without the penalty for not having it (`chase.regain`).

    Outcomes are those of a trait roll; the event `regains_control` is what is wanted.

    Args:
        driver: Who drives.
        vehicle: The vehicle, Out of Control or soon to be.
        skill: The chase's skill.
        modifiers: Further modifiers.
        bennies: Bennies that may be spent on rerolls.
        aim: What is rerolled for.
        rules: The ruleset.
    """
    roll, rolled = chase_roll(driver, vehicle, skill, modifiers, rules, out_of_control=False)
    cited = ("chase.regain", "chase.skill")
    question = f"{driver.name} in {vehicle.name}, Regain Control: {rolled} {roll}"
    return _answer(question, "regains_control", roll, cited, bennies, aim, rules)


def this_way(
    helper: Character,
    *,
    modifiers: Modifiers = 0,
    bennies: int = 0,
    aim: Aim = "success",
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of This Way!, a Smarts roll that helps the allies one zone behind (`chase.this_way`).

    Outcomes are those of a trait roll; the event `helps` is what is wanted. What the help is worth to an ally is
    `movement(…, helped=True)`.

    Args:
        helper: Who calls.
        modifiers: Further modifiers.
        bennies: Bennies that may be spent on rerolls.
        aim: What is rerolled for.
        rules: The ruleset.
    """
    roll = roll_of(helper, "Smarts", modifiers, rules)
    question = f"{helper.name}, This Way!: Smarts {roll}"
    return _answer(question, "helps", roll, ("chase.this_way",), bennies, aim, rules)


def _answer(
    question: str,
    wanted: str,
    roll: TraitRoll,
    cited: tuple[str, ...],
    bennies: int,
    aim: Aim,
    rules: Ruleset,
) -> Odds:
    """The odds of a check, and the name of what a success gives."""
    tn = rules.trait.target_number
    odds = check_odds(
        f"{question} against {tn}", roll, tn, rules=rules, cited=cited, bennies=bennies, aim=aim
    )
    return replace(odds, events=((wanted, odds.p("success")), *odds.events))
