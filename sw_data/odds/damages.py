"""Damage as a question: how much, and what it does to a target (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import overload

from sw_data.dice import Damage, Die
from sw_data.errors import ImpossibleError
from sw_data.models import Character, Vehicle
from sw_data.odds.chances import Chance, Odds
from sw_data.odds.harm import State, harm_events, harm_outcomes, state_of, struck
from sw_data.odds.rolls import Modifiers, modifier_sum, trait_roll
from sw_data.odds.sheet import Target, roll_of, target_of
from sw_data.odds.soaking import Soaker, struck_and_soaked
from sw_data.odds.totals import Distribution
from sw_data.rules.damage import toughness_against
from sw_data.rules.ruleset import CORE, Ruleset


def damage_total(
    expression: str | Damage, strength: str | Die | None, modifiers: Modifiers
) -> Distribution:
    """The distribution of a damage expression, Strength put in for `Str`."""
    parsed = Damage.parse(expression) if isinstance(expression, str) else expression
    die = Die.parse(strength) if isinstance(strength, str) else strength
    dice, bonus = parsed.dice, parsed.flat + modifier_sum(modifiers)
    if parsed.strength:
        if die is None:
            raise ImpossibleError(f"{str(parsed)!r} needs a Strength die; say strength='d8'")
        dice, bonus = (*dice, die.sides), bonus + die.bonus
    return Distribution(dice, bonus, question=str(parsed))


@overload
def damage(
    expression: str | Damage,
    *,
    strength: str | Die | None = None,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Distribution: ...
@overload
def damage(
    expression: str | Damage,
    *,
    toughness: int,
    armor: int = 0,
    ap: int = 0,
    shaken: bool = False,
    wild_card: bool = False,
    wounds: int = 0,
    most: int | None = None,
    hardy: bool = False,
    vigor: str | Die | None = None,
    bennies: int = 0,
    strength: str | Die | None = None,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds: ...
@overload
def damage(
    expression: str | Damage,
    *,
    target: Character | Vehicle,
    ap: int = 0,
    bennies: int = 0,
    strength: str | Die | None = None,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Odds: ...


def damage(
    expression: str | Damage,
    *,
    target: Character | Vehicle | None = None,
    toughness: int | None = None,
    armor: int = 0,
    ap: int = 0,
    shaken: bool = False,
    wild_card: bool = False,
    wounds: int = 0,
    most: int | None = None,
    hardy: bool = False,
    vigor: str | Die | None = None,
    bennies: int = 0,
    strength: str | Die | None = None,
    modifiers: Modifiers = 0,
    rules: Ruleset = CORE,
) -> Distribution | Odds:
    """The distribution of a damage expression; against a `target` or a `toughness`, what it does there.

    Outcomes are `no_effect`, `shaken`, `1_wound`, `2_wounds` … and `incapacitated`; of a vehicle `no_effect`,
    `control_check`, wounds and `wrecked`. `mean` is that of the wounds, the one too many counted.

    Args:
        expression: Damage, `"2d6+1"`.
        target: Who is hit, by its sheet; else `toughness` and what follows say it.
        toughness: Toughness, armor included.
        armor: The armor in it.
        ap: Armor Piercing.
        shaken: Whether the target is Shaken already.
        wild_card: Whether it is a Wild Card.
        wounds: Wounds it holds.
        most: The most wounds it can hold; left out, 3 of a Wild Card.
        hardy: Whether a second Shaken does not wound it.
        vigor: Its Vigor die, to soak with.
        bennies: Bennies that it spends on soaking, played well.
        strength: The Strength die that `Str` stands for.
        modifiers: Modifiers of the damage.
        rules: The ruleset.
    """
    total = damage_total(expression, strength, modifiers)
    if target is None and toughness is None:
        return total
    if target is not None:
        who, name = target_of(target, ap), target.name
    else:
        held = (3 if wild_card else 1) if most is None else most
        reduced = toughness_against(toughness or 0, armor, ap)
        who = Target(reduced, wounds, held, wild_card, shaken, hardy)
        name = "a Wild Card" if wild_card else "an Extra"
    soaker = None
    if bennies:
        soaker = soaker_of(target, who, bennies, vigor, rules)
    ends = hit(total, who, soaker, rules)
    question = f"{total.question} damage against Toughness {who.toughness} of {name}"
    return harm_odds(question, ends, who, (), total, bennies)


def soaker_of(
    target: Character | Vehicle | None,
    who: Target,
    bennies: int,
    vigor: str | Die | None,
    rules: Ruleset,
) -> Soaker:
    """Who soaks, with the penalty of the wounds held before (`soak.penalty`)."""
    if isinstance(target, Vehicle):
        raise ImpossibleError("a vehicle soaks the wounds of a crash only, not those of an attack")
    if target is not None:
        return Soaker(roll_of(target, "Vigor", 0, rules), bennies, who.left)
    if vigor is None:
        raise ImpossibleError("to soak takes a Vigor die; say vigor='d6'")
    from sw_data.rules import trait

    penalty = trait.wound_penalty(who.wounds, 0, rules)
    return Soaker(trait_roll(vigor, who.wild_card, penalty, rules), bennies, who.left)


def hit(
    damage: Distribution, target: Target, soaker: Soaker | None, rules: Ruleset
) -> dict[State, Fraction]:
    """Where one hit leaves a target, soaked if there is who soaks."""
    if soaker is None:
        return struck(state_of(target), damage, target, rules)
    return struck_and_soaked(state_of(target), damage, target, soaker, rules)


def harm_odds(
    question: str,
    ends: Mapping[State, Fraction],
    target: Target,
    before: tuple[Chance, ...],
    total: Distribution | None,
    bennies: int,
    events: tuple[tuple[str, Fraction], ...] = (),
    cited: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Odds:
    """What came of hits, as odds."""
    found = harm_outcomes(ends, target, before)
    if target.is_vehicle:
        cited = (*cited, "vehicle.damage", "vehicle.wrecked")
    else:
        last = "damage.wild_card" if target.wild_card else "damage.extra"
        cited = (*cited, "damage.compare", "damage.shaken", "damage.wounds", last)
    if bennies:
        question += f", {bennies} {'benny' if bennies == 1 else 'bennies'} to soak"
        cited = (*cited, "soak.result", "soak.reroll", "soak.penalty", "soak.shaken")
    return Odds(
        question,
        found,
        (*events, *harm_events(found, target)),
        total,
        "wounds",
        cited,
        notes,
    )
