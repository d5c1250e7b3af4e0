"""An attack of this character with this weapon against that target (rules.md section 3)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Literal

from sw_data.dice import Damage, Die
from sw_data.errors import ImpossibleError
from sw_data.models import Character, Modifier, Vehicle, Weapon
from sw_data.odds.bursts import struck_and_soaked_in_turn
from sw_data.odds.chances import Chance, Odds
from sw_data.odds.damages import harm_odds, soaker_of
from sw_data.odds.harm import State, struck_in_turn
from sw_data.odds.rolls import Burst, Modifiers, TraitRoll, burst, modifier_sum
from sw_data.odds.sheet import Target, parry_of, roll_of, target_of, unskilled_notes, weapon_named
from sw_data.odds.totals import Distribution
from sw_data.rules import attack as rule
from sw_data.rules import condition, trait
from sw_data.rules.ruleset import CORE, Ruleset
from sw_data.rules.weapon import Wielded, adds_strength, wield


def attack(
    attacker: Character,
    weapon: str | Weapon,
    *,
    target: Character | Vehicle,
    range: Literal["short", "medium", "long"] | None = None,
    distance: float | None = None,
    skill: str | None = None,
    attacks: int | None = None,
    modifiers: Modifiers = 0,
    damage_modifiers: Modifiers = 0,
    actions_this_turn: int = 1,
    bennies: int = 0,
    mounted_on: Vehicle | None = None,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of an attack with this weapon in these hands: `attack(joe, "Hammer on a stick", target=goblin)`.

    Outcomes are `critical_failure`, `miss`, `no_effect` (a hit that does nothing), `shaken`, `1_wound`, `2_wounds` …
    and `incapacitated`; of a vehicle `control_check`, wounds and `wrecked`. Events are `hit`, `raise`, `wounded`.
    `total` is the damage of a hit without a raise. The state of the sheets counts: wounds, conditions, Shaken.

    Args:
        attacker: Who attacks.
        weapon: The weapon, or the name of one of the attacker's.
        target: Who is attacked.
        range: The range bracket; melee attacks have none.
        distance: In squares, instead of `range`.
        skill: The skill, if not the weapon's own (`attack.ranged`).
        attacks: How many trait dice; left out, the weapon's Rate of Fire.
        modifiers: Modifiers of the attack roll beside those of weapon, range and sheet.
        damage_modifiers: Modifiers of every damage roll.
        actions_this_turn: Actions of the turn (`trait.multi_action`).
        bennies: Bennies that the target spends on soaking, played well.
        mounted_on: The vehicle that the weapon is mounted on (`vehicle.crew`).
        rules: The ruleset.

    Raises:
        NotFoundError: The attacker has no such weapon.
        ImpossibleError: Beyond long range, or more dice or bennies than can be asked for.
    """
    holder: Character | Vehicle = attacker if mounted_on is None else mounted_on
    used = weapon_named(holder, weapon) if isinstance(weapon, str) else weapon
    trait_name = skill or rule.trait_of(used)
    wielded = wield(used, _strength(attacker, used, mounted_on, trait_name), rules, trait_name)
    melee = rule.is_melee(used, trait_name)
    template = used.template is not None and not melee
    given = [
        *_circumstances(used, target, melee, template, range, distance, rules),
        *wielded.attack,
    ]
    many = trait.multi_action(actions_this_turn, rules)
    if many:
        given.append(many)
    roll = roll_of(attacker, trait_name, modifier_sum(modifiers) + modifier_sum(given), rules)
    tn = parry_of(target, rules) if melee else rules.trait.target_number
    count = 1 if template else (used.rof if attacks is None else attacks)
    hits = burst(roll, count, tn, rules)
    plain, raised = _damages(wielded, damage_modifiers, rules)
    who = target_of(target, wielded.ap)
    ends = _ends(hits, plain, raised, who, target, bennies, rules)
    dice = "" if count == 1 else f", {count} dice"
    question = (
        f"{attacker.name} attacks {target.name} with {used.name}: {trait_name} {roll}{dice} against {tn}, "
        f"damage {plain.question} against Toughness {who.toughness}"
    )
    missed = (
        Chance("critical_failure", hits.critical, 0),
        Chance("miss", 1 - hits.critical - hits.hit, 0),
    )
    events = [("hit", hits.hit), ("raise", hits.raised)]
    events += [(each.outcome, each.p) for each in missed if not each.p]
    cited = ["attack.melee" if melee else "attack.ranged", *wielded.rules, "attack.raise_damage"]
    if count > 1:
        cited += ["attack.rate_of_fire", "trait.many_dice"]
    return harm_odds(
        question,
        ends,
        who,
        tuple(each for each in missed if each.p),
        plain,
        bennies,
        tuple(events),
        tuple(cited),
        (*unskilled_notes(attacker, trait_name), *_notes(attacker, wielded)),
    )


def _strength(attacker: Character, weapon: Weapon, ride: Vehicle | None, skill: str) -> Die:
    """The Strength behind the weapon: the wielder's, or for a mounted Strength weapon the vehicle's."""
    if ride is None or not adds_strength(weapon, skill):
        own = None if ride is None else ride.strength
        return own or attacker.attributes.strength
    if ride.strength is None:
        raise ImpossibleError(f"{weapon.name} adds Strength, and {ride.name} has none of its own")
    return ride.strength


def _circumstances(
    weapon: Weapon,
    target: Character | Vehicle,
    melee: bool,
    template: bool,
    range: Literal["short", "medium", "long"] | None,
    distance: float | None,
    rules: Ruleset,
) -> list[Modifier]:
    """Range, and a Vulnerable target; a template knows neither."""
    out: list[Modifier] = []
    if template:
        return out
    exposed = (
        condition.vulnerable(target.conditions, target.name, rules)
        if isinstance(target, Character)
        else None
    )
    if exposed:
        out.append(exposed)
    if melee:
        return out
    bracket = range or "short"
    if distance is not None:
        if not 0 <= distance < inf:
            raise ImpossibleError(f"a distance of {distance:g} squares; it should be 0 or more")
        if weapon.brackets is None:
            raise ImpossibleError(
                f"{weapon.name} has no range brackets to read {distance:g} squares against"
            )
        read = rule.bracket(distance, weapon.brackets)
        if read is None:
            raise ImpossibleError(
                f"{distance:g} squares are beyond the long range of {weapon.name}, {weapon.brackets[2]}"
            )
        bracket = read
    at_range = rule.range_modifier(bracket, rules)
    return [*out, at_range] if at_range.value else out


def _damages(
    wielded: Wielded, modifiers: Modifiers, rules: Ruleset
) -> tuple[Distribution, Distribution]:
    """The damage of a hit, and of a hit with a raise (`attack.raise_damage`)."""
    dice = wielded.dice
    if wielded.adds_strength:
        dice = (*dice, wielded.strength.sides)
    bonus = modifier_sum(wielded.damage) + modifier_sum(modifiers)
    plain = Distribution(dice, bonus, question=str(Damage(dice, False, bonus)))
    more = rules.attack.raise_die
    if more is None:
        return plain, plain
    return plain, replace(plain, dice=(*dice, more.sides))


def _ends(
    hits: Burst,
    plain: Distribution,
    raised: Distribution,
    who: Target,
    target: Character | Vehicle,
    bennies: int,
    rules: Ruleset,
) -> dict[State, Fraction]:
    if not bennies:
        return struck_in_turn(hits.hits, plain, raised, who, rules)
    soaker = soaker_of(target, who, bennies, None, rules)

    def vigor(wounds: int) -> TraitRoll:
        assert isinstance(target, Character)
        return roll_of(target, "Vigor", 0, rules, wounds=wounds)

    return struck_and_soaked_in_turn(hits.hits, plain, raised, who, soaker, vigor, rules)


def _notes(attacker: Character, wielded: Wielded) -> tuple[str, ...]:
    out: list[str] = []
    if wielded.too_weak:
        out.append(
            f"Strength {wielded.strength} is too weak for the {wielded.required} that it asks"
        )
    for what, changes in (("lost", wielded.lost), ("kept", wielded.kept)):
        if changes:
            out.append(
                f"{what}: " + ", ".join(f"{each.value:+d} {each.applies_to}" for each in changes)
            )
    if "shaken" in attacker.conditions:
        out.append(f"{attacker.name} is Shaken and must recover before it may attack")
    return tuple(out)
