"""Trait rolls and damage rolls: the dice, every modifier with its reason, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sw_data.dice import Die, RolledDie
from sw_data.engine.holders import Person
from sw_data.engine.turn import Turn
from sw_data.models import ATTRIBUTES, Modifier, Result, Roll
from sw_data.models.faults import nearest
from sw_data.models.skills import LINKED, folded
from sw_data.rules import condition, trait

JOKER = Modifier("Joker", 2, "chase.initiative")


@dataclass(slots=True)
class Check:
    """What a trait roll came to."""

    total: int
    result: Result
    raises: int
    critical_failure: bool
    natural_one: bool

    @property
    def success(self) -> bool:
        """Whether it succeeded, with a raise or without."""
        return self.result in ("success", "raise")

    @property
    def raised(self) -> int | None:
        """Raises, None for a failure."""
        return self.raises if self.success else None


def own_modifiers(
    turn: Turn, person: Person, linked: str | None, wounds: int | None = None
) -> list[Modifier]:
    """What the roller's own state does to a trait roll: wounds, fatigue, conditions, armor, a Joker.

    Args:
        turn: The turn.
        person: Who rolls.
        linked: The attribute that is rolled, or that the skill is linked to.
        wounds: Wounds to count instead of those held (`soak.penalty`).
    """
    values, model, rules = person.values, person.model, turn.rules
    held = values["wounds.value"] if wounds is None else wounds
    fatigue = values["fatigue.value"]
    out: list[Modifier] = []
    if held or fatigue:
        out = trait.body_penalties(
            held,
            model.wounds.ignored,
            fatigue,
            model.fatigue.ignored,
            model.wounds_or_fatigue_ignored,
            rules,
        )
    if values["conditions"]:
        distracted = condition.distracted(values["conditions"], rules)
        if distracted:
            out.append(distracted)
    if rules.armor.weak_per_step and linked == "agility":
        heavy = person.armor_penalty(rules)
        if heavy:
            out.append(Modifier("armor too heavy", heavy, "armor.weak"))
    if values.get("_joker"):
        out.append(JOKER)
    return out


def trait_die(turn: Turn, person: Person, name: str) -> tuple[Die, list[Modifier], str | None]:
    """The die of a trait, what comes with it (unskilled, d12+n), and its linked attribute."""
    die, linked = person.trait(name)
    out: list[Modifier] = []
    if die is None:
        die, lacking = trait.unskilled(turn.rules)
        out.append(lacking)
        if linked is None:
            _warn_of_a_slip(turn, person, name)
    if die.bonus:
        out.append(Modifier(str(die), die.bonus, "dice.trait"))
    return die, out, linked


def _warn_of_a_slip(turn: Turn, person: Person, name: str) -> None:
    """Say that nobody knows a skill of that name; it is rolled unskilled all the same."""
    if folded(name) in LINKED:
        return
    meant = nearest(name, [*person.model.skills, *map(str.title, LINKED), *ATTRIBUTES])
    hint = f"; did you mean {meant!r}?" if meant else ""
    turn.warn(
        f"{person.name} has no skill {name!r}, and none is published by that name: rolled unskilled{hint}",
        code="SW616",
        rule="trait.unskilled",
    )


def roll_trait(
    turn: Turn,
    person: Person,
    name: str,
    tn: int | None,
    modifiers: Sequence[Modifier] = (),
    *,
    pool: str = "roll",
    wounds: int | None = None,
    part: str | None = None,
    last: Sequence[Modifier] = (),
) -> Check:
    """Roll a trait once, with the Wild Die of a Wild Card, and note the roll.

    Args:
        turn: The turn.
        person: Who rolls.
        name: The attribute or skill.
        tn: The target number; None where the other side sets it, the success being measured against the usual one.
        modifiers: Modifiers beside the roller's own.
        pool: The dice pool.
        wounds: Wounds to count instead of those held.
        part: Whose part of a pool that has dice by actor.
        last: Modifiers that stand behind the roller's own: the target's, the distance's.
    """
    rules = turn.rules
    die, mods, linked = trait_die(turn, person, name)
    mods += modifiers
    mods += own_modifiers(turn, person, linked, wounds)
    mods += last
    dice = turn.pool(pool) if part is None else turn.part_of(pool, part)
    first = turn.die(dice, die.sides, "trait")
    rolled: tuple[RolledDie, ...] = (first,)
    best = first.total
    natural_one = first.faces[0] == 1
    aced = len(first.faces) > 1
    critical = False
    if person.model.wild_card:
        wild = turn.die(dice, rules.trait.wild_die.sides, "wild")
        rolled = (first, wild)
        if wild.total > best:
            best = wild.total
        critical = trait.critical_failure(natural_one, 1, wild.faces[0] == 1, rules)
        aced = aced or len(wild.faces) > 1
        turn.cited["trait.wild_die"] = None
    dice.close()
    total = best
    for modifier in mods:
        total += modifier.value
        turn.cited[modifier.rule] = None
    goal = rules.trait.target_number if tn is None else tn
    result, raises = trait.result(total, goal, critical, rules)
    if critical:
        turn.cited["trait.critical_failure"] = None
    if aced:
        turn.cited["dice.ace"] = None
    turn.rolls.append(
        Roll(
            pool=pool if part is None else f"{pool}.{part}",
            dice=rolled,
            modifiers=tuple(mods),
            total=total,
            trait=name,
            actor=None if person.id == turn.action.actor else person.id,
            tn=tn,
            result=None if tn is None else result,
            raises=None if tn is None else raises,
            critical_failure=critical or None,
        )
    )
    return Check(total, result, raises, critical, natural_one)


def take(turn: Turn, check: Check, tn: int | None = None) -> None:
    """Make a roll the outcome's own: its result, raises, total, target number."""
    turn.result = check.result
    turn.raises = check.raises
    turn.total = check.total
    turn.critical_failure = check.critical_failure
    turn.tn = tn
    turn.cited["trait.target_number"] = None
    if check.raises:
        turn.cited["trait.raise"] = None


def tn_or_usual(turn: Turn, tn: int | None) -> int:
    """The target number given, or the usual one."""
    return turn.rules.trait.target_number if tn is None else tn


def roll_damage(
    turn: Turn,
    number: int,
    hits: int,
    dice: Sequence[tuple[int, str]],
    modifiers: Sequence[Modifier],
    toughness: int,
) -> int:
    """Roll the damage of one hit and note the roll.

    Args:
        turn: The turn.
        number: Which hit, from 0.
        hits: How many hits the action has.
        dice: Sides and role of each die, in rolling order.
        modifiers: Modifiers of the damage.
        toughness: The Toughness that it is compared with.
    """
    name, pool = turn.damage_pool(number, hits)
    rolled: list[RolledDie] = []
    total = 0
    for sides, role in dice:
        die = turn.die(pool, sides, role)
        rolled.append(die)
        total += die.total
        if len(die.faces) > 1:
            turn.cited["dice.ace"] = None
    pool.close()
    for modifier in modifiers:
        total += modifier.value
        turn.cited[modifier.rule] = None
    turn.rolls.append(Roll(name, tuple(rolled), tuple(modifiers), total, tn=toughness))
    return total


def roll_table(turn: Turn, pool: str, count: int, note: str | None = None) -> tuple[int, ...]:
    """Roll d6s of a table, which never Ace (`dice.ace`), and note the roll."""
    dice = turn.pool(pool)
    rolled = tuple(turn.die(dice, 6, "table", aces=False) for _ in range(count))
    dice.close()
    turn.rolls.append(Roll(pool, rolled, (), sum(each.total for each in rolled), note=note))
    return tuple(each.faces[0] for each in rolled)
