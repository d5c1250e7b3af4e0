"""Trait rolls as questions: one roll, several dice, rerolls (rules.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import repeat
from typing import Final, Literal, TypeAlias

from sw_data.dice import Die
from sw_data.errors import AmbiguousError, ImpossibleError
from sw_data.models import Character
from sw_data.odds.chances import Odds, outcomes, several
from sw_data.odds.rolls import Modifiers, TraitRoll, burst, trait_roll
from sw_data.odds.sheet import roll_of, unskilled_notes
from sw_data.odds.totals import Distribution
from sw_data.rules.ruleset import CORE, Ruleset

Aim: TypeAlias = Literal["success", "raise"]
Keeps: TypeAlias = Literal["last", "best"]

MAX_REROLLS: Final = 20


def trait(
    die: str | Die | Character,
    name: str | None = None,
    *,
    wild_card: bool = False,
    tn: int | None = None,
    modifiers: Modifiers = 0,
    dice: int = 1,
    bennies: int = 0,
    rerolls: int = 0,
    aim: Aim = "success",
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of a trait roll: `trait("d8", wild_card=True)`, or of a character: `trait(joe, "Spirit")`.

    Outcomes are `critical_failure`, `plain_failure`, `plain_success` and `raise`; `p("success")` counts raises too, and
    `p("failure")` critical ones. With several dice the outcome is that of the best one, and `p("2_successes")`
    the chance that exactly two dice succeed (`trait.many_dice`).

    Args:
        die: The trait's die, or a character.
        name: The attribute or skill of a character.
        wild_card: Whether a Wild Die is rolled; of a character the sheet says so.
        tn: The target number; left out, the usual one.
        modifiers: A number, or modifiers one by one; a character's wounds and conditions come on top.
        dice: How many trait dice are rolled at once.
        bennies: Bennies that may be spent on rerolls (`benny.reroll`).
        rerolls: Rerolls that an edge or ability gives; these come first (`ability.reroll`).
        aim: What is rolled for: a roll that falls short of it is rerolled as long as rerolls last.
        rules: The ruleset.

    Raises:
        AmbiguousError: A character without a trait's name, or a die with one.
        ImpossibleError: More dice or rerolls than can be asked for, or several dice with rerolls.
    """
    goal = rules.trait.target_number if tn is None else tn
    roll, who = roll_asked(die, name, wild_card, modifiers, rules)
    question = f"{who} against {goal}"
    if dice != 1:
        if bennies or rerolls:
            raise ImpossibleError("rerolls of several trait dice at once cannot be asked for")
        odds = _several(roll, dice, goal, f"{dice} dice of {question}", rules)
    else:
        odds = check_odds(
            question, roll, goal, rules=rules, bennies=bennies, rerolls=rerolls, aim=aim
        )
    return replace(odds, notes=notes_on(die, name))


def check_odds(
    question: str,
    roll: TraitRoll,
    tn: int,
    *,
    rules: Ruleset,
    cited: tuple[str, ...] = (),
    bennies: int = 0,
    rerolls: int = 0,
    aim: Aim = "success",
) -> Odds:
    """The odds of one trait roll against a target number, rerolled as long as it falls short of the aim."""
    if bennies < 0 or rerolls < 0 or bennies + rerolls > MAX_REROLLS:
        raise ImpossibleError(
            f"{bennies + rerolls} rerolls; at most {MAX_REROLLS} can be asked for"
        )
    found = roll.results(tn, rules)
    rests_on = [*cited, "trait.target_number", "trait.raise"]
    if roll.wild is not None:
        rests_on += ["trait.wild_die", "trait.critical_failure"]
    if not bennies and not rerolls:
        return _odds(question, found, rests_on, replace(roll.total, question=question))
    for count, rule in ((rerolls, "ability.reroll"), (bennies, "benny.reroll")):
        if count:
            question += f", {count} {rule.partition('.')[0]} reroll{'' if count == 1 else 's'}"
            rests_on.append(rule)
    if "critical_failure" in found:
        rests_on.append("reroll.critical")
    by_ability: Keeps = rules.ability.reroll_keeps
    by_benny: Keeps = rules.benny.reroll_keeps
    chain: list[Keeps] = [*repeat(by_ability, rerolls), *repeat(by_benny, bennies)]
    return _odds(f"{question} for a {aim}", rerolled(found, chain, aim, rules), rests_on, None)


def roll_asked(
    die: str | Die | Character,
    name: str | None,
    wild_card: bool,
    modifiers: Modifiers,
    rules: Ruleset,
) -> tuple[TraitRoll, str]:
    """The roll that is asked for, of a die or of a character's trait, and how it is called."""
    if isinstance(die, Character):
        if name is None:
            raise AmbiguousError(f"which trait of {die.name}? Name an attribute or a skill")
        roll = roll_of(die, name, modifiers, rules)
        return roll, f"{die.name}'s {name} {roll}"
    if name is not None:
        raise AmbiguousError(f"{name!r} names a trait, and {die} is no character but a die")
    roll = trait_roll(die, wild_card, modifiers, rules)
    return roll, str(roll)


def notes_on(die: str | Die | Character, name: str | None) -> tuple[str, ...]:
    """What one should know of the roll that was asked for: that it is an unskilled one."""
    return unskilled_notes(die, name) if isinstance(die, Character) and name is not None else ()


def _odds(
    question: str, found: Mapping[str, Fraction], cited: list[str], total: Distribution | None
) -> Odds:
    events = [
        ("success", found["plain_success"] + found["raise"]),
        ("failure", found["critical_failure"] + found["plain_failure"]),
    ]
    return Odds(
        question,
        outcomes(found),
        tuple(events + [(name, p) for name, p in found.items() if not p]),
        total,
        "" if total is None else "total",
        tuple(cited),
    )


def _several(roll: TraitRoll, dice: int, tn: int, question: str, rules: Ruleset) -> Odds:
    found = burst(roll, dice, tn, rules)
    hits = [Fraction(0)] * (dice + 1)
    for row, p in found.hits.items():
        hits[len(row)] += p
    hits[0] += found.critical
    best = {
        "critical_failure": found.critical,
        "plain_failure": 1 - found.critical - found.hit,
        "plain_success": found.hit - found.raised,
        "raise": found.raised,
    }
    events = [("success", found.hit), ("failure", 1 - found.hit)]
    events += [(name, p) for name, p in best.items() if not p]
    events += [(several(count, "success", "successes"), p) for count, p in enumerate(hits)]
    cited = ("trait.many_dice", "trait.critical_failure_many", "trait.raise")
    return Odds(question, outcomes(best), tuple(events), rules=cited)


def rerolled(
    found: Mapping[str, Fraction],
    keeps: Sequence[Keeps],
    aim: Aim,
    rules: Ruleset,
) -> dict[str, Fraction]:
    """The chances of a roll's outcomes, worst first, when what falls short of the aim is rerolled.

    Args:
        found: The chances of one roll.
        keeps: What each reroll keeps, in the order of the rerolls.
        aim: What is good enough.
        rules: The ruleset (`reroll.critical`).
    """
    names = list(found)
    enough = names.index("plain_success" if aim == "success" else "raise")
    standing = list(found.values())
    for keep in keeps:
        after = [Fraction(0)] * len(names)
        for index, p in enumerate(standing):
            final = index >= enough or (index == 0 and not rules.reroll.allow_critical)
            if final or not p:
                after[index] += p
                continue
            for new, q in enumerate(found.values()):
                # A new critical failure, which is the first outcome, stands even where the better roll is kept.
                after[new if keep == "last" or new == 0 else max(index, new)] += p * q
        standing = after
    return dict(zip(names, standing, strict=True))
