"""A soak by itself as a question: these wounds, these bennies (rules.md section 3)."""

from __future__ import annotations

from fractions import Fraction

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.models import Character
from sw_data.odds.chances import Chance, Odds, several
from sw_data.odds.checks import roll_asked
from sw_data.odds.rolls import Modifiers
from sw_data.odds.soak_tail import DOWN
from sw_data.odds.soaking import Soaker, stays
from sw_data.odds.totals import MAX_TOTAL
from sw_data.rules.ruleset import CORE, Ruleset


def soak(
    die: str | Die | Character,
    *,
    wounds: int,
    bennies: int = 1,
    can_hold: int | None = None,
    wild_card: bool = True,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """What soaking leaves of the wounds that one hit deals, by a Vigor die or a character (`soak.result`).

    Outcomes are what stays: `incapacitated`, `3_wounds`, `2_wounds`, `1_wound`, `no_wound`. The bennies are played
    well: least often Incapacitated, then fewest wounds. `mean` is that of the wounds that stay, one too many counted.

    Args:
        die: The Vigor die, or a character as it was before the hit: its wounds give the penalty (`soak.penalty`).
        wounds: The wounds that the hit deals.
        bennies: Bennies that may be spent, the first for the roll and each further one for a reroll.
        can_hold: How many wounds more can be held; left out, by the character's sheet, or 3 of a Wild Card and none of
            an Extra.
        wild_card: Whether a Wild Die is rolled.
        modifiers: Modifiers of the roll.
        rules: The ruleset.
    """
    if isinstance(die, Character):
        roll, who = roll_asked(die, "Vigor", wild_card, modifiers, rules)
        spare = max(0, die.wounds.max - die.wounds.value) if die.wild_card else 0
    else:
        roll, who = roll_asked(die, None, wild_card, modifiers, rules)
        who, spare = f"Vigor {who}", 3 if wild_card else 0
    left = spare if can_hold is None else can_hold
    if wounds < 1:
        raise ImpossibleError(f"{wounds} wounds; there is nothing to soak")
    if not 0 <= left <= MAX_TOTAL:
        raise ImpossibleError(f"{left} wounds more can be held; it should be 0 to {MAX_TOTAL}")
    found = stays(Soaker(roll, bennies, left), wounds, rules)
    names = [(DOWN, "incapacitated", left + 1)]
    names += [(count, several(count, "wound"), count) for count in range(left, 0, -1)]
    names.append((0, "no_wound", 0))
    chances = tuple(
        Chance(name, found[stay], counts) for stay, name, counts in names if found.get(stay)
    )
    many = f"{bennies} {'benny' if bennies == 1 else 'bennies'}"
    question = f"{who} to soak {wounds} {'wound' if wounds == 1 else 'wounds'} with {many}"
    absent = tuple((name, Fraction(0)) for stay, name, _ in names if not found.get(stay))
    cited = ("soak.result", "soak.penalty", "soak.reroll", "reroll.critical")
    return Odds(question, chances, absent, counted="wounds", rules=cited)
