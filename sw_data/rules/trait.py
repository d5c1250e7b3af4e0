"""Trait rolls: target numbers, raises, critical failures and the penalties of the body (rules.md section 2)."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.dice import Die
from sw_data.models import Modifier, Result
from sw_data.rules.ruleset import Ruleset


def raises(total: int, tn: int, rules: Ruleset) -> int | None:
    """Raises of `total` over `tn`; None is a failure. 11 against 4 is one raise (`trait.raise`)."""
    if total < tn:
        return None
    return (total - tn) // rules.trait.raise_step


def result(total: int, tn: int, critical: bool, rules: Ruleset) -> tuple[Result, int]:
    """The name of a result and its raises (`trait.target_number`, `trait.critical_failure`)."""
    if critical:
        return "critical_failure", 0
    if total < tn:
        return "failure", 0
    count = (total - tn) // rules.trait.raise_step
    return ("raise" if count else "success"), count


def critical_failure(
    trait_ones: int, trait_dice: int, wild_one: bool | None, rules: Ruleset
) -> bool:
    """Whether natural 1s make a critical failure (`trait.critical_failure`, `trait.critical_failure_many`).

    Args:
        trait_ones: How many trait dice show a natural 1.
        trait_dice: How many trait dice were rolled.
        wild_one: Whether the Wild Die shows a natural 1; None for an Extra, who has none.
        rules: The ruleset.
    """
    if wild_one is None:
        many = trait_dice > 1 and rules.trait.extras_critical == "many_dice"
        return many and 2 * trait_ones > trait_dice
    return wild_one and 2 * (trait_ones + 1) > trait_dice + 1


def with_wild_die(totals: Sequence[int], wild: int | None) -> tuple[list[int], int | None]:
    """The totals that count, and which of them is the Wild Die's (`trait.wild_die`, `trait.many_dice`).

    The Wild Die replaces the lowest trait die, the first of several, if it is higher.
    """
    standing = list(totals)
    if wild is None:
        return standing, None
    lowest = min(range(len(standing)), key=standing.__getitem__)
    if wild <= standing[lowest]:
        return standing, None
    standing[lowest] = wild
    return standing, lowest


def unskilled(rules: Ruleset) -> tuple[Die, Modifier]:
    """What is rolled without the skill: the die and its modifier (`trait.unskilled`)."""
    return rules.trait.unskilled_die, Modifier(
        "unskilled", rules.trait.unskilled_modifier, "trait.unskilled"
    )


def wound_penalty(wounds: int, ignored: int, rules: Ruleset) -> int:
    """The penalty of wounds, zero or negative: less the ignored, then capped (`trait.wound_penalty`)."""
    return rules.wounds.penalty * wounds_counted(wounds, ignored, rules)


def wounds_counted(wounds: int, ignored: int, rules: Ruleset) -> int:
    """The wounds that count: less the ignored, then capped (`trait.wound_penalty`)."""
    return min(max(0, wounds - ignored), rules.wounds.penalty_cap)


def fatigue_penalty(fatigue: int, ignored: int, rules: Ruleset) -> int:
    """The penalty of fatigue, zero or negative (`trait.fatigue_penalty`)."""
    return rules.fatigue.penalty * max(0, fatigue - ignored)


def body_penalties(
    wounds: int,
    wounds_ignored: int,
    fatigue: int,
    fatigue_ignored: int,
    either_ignored: int,
    rules: Ruleset,
) -> list[Modifier]:
    """Wounds and fatigue as modifiers, without those that come to nothing."""
    out: list[Modifier] = []
    from_wounds = wound_penalty(wounds, wounds_ignored, rules)
    if from_wounds:
        out.append(Modifier("wounds", from_wounds, "trait.wound_penalty"))
    from_fatigue = fatigue_penalty(fatigue, fatigue_ignored, rules)
    if from_fatigue:
        out.append(Modifier("fatigue", from_fatigue, "trait.fatigue_penalty"))
    spared = min(either_ignored, -(from_wounds + from_fatigue))
    if spared > 0:
        out.append(Modifier("wounds or fatigue ignored", spared, "trait.wound_penalty"))
    return out


def pace(sheet: int, wounds: int, ignored: int, armor: int, rules: Ruleset) -> int:
    """Pace as it is now: less the wounds that count and what too heavy armor costs, never below 1.

    Rules `trait.wound_pace` and `armor.weak`; `armor` is zero or negative.
    """
    return max(min(1, sheet), sheet - wounds_counted(wounds, ignored, rules) + armor)


def multi_action(actions_this_turn: int, rules: Ruleset) -> Modifier | None:
    """The multi-action penalty; None for a single action (`trait.multi_action`)."""
    if actions_this_turn < 2:
        return None
    return Modifier(
        f"{actions_this_turn} actions this turn",
        rules.trait.multi_action * (actions_this_turn - 1),
        "trait.multi_action",
    )
