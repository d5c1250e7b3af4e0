"""Attacks, damage and opposed rolls (rules.md sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sw_data.dice import RolledDie
from sw_data.engine import crew, harm, positions, wheels, words
from sw_data.engine.holders import Person, Ride
from sw_data.engine.rolls import (
    JOKER,
    Check,
    own_modifiers,
    roll_damage,
    roll_trait,
    take,
    tn_or_usual,
    trait_die,
)
from sw_data.engine.standing import may_act
from sw_data.engine.turn import Turn
from sw_data.models import Modifier, Roll, Weapon
from sw_data.models.actions import Attack, DamageAction, Opposed, Trait
from sw_data.rules import attack as rule
from sw_data.rules import condition, opposed, trait
from sw_data.rules.damage import toughness_against
from sw_data.rules.weapon import Wielded


def resolve_trait(turn: Turn, action: Trait) -> None:
    """A trait roll."""
    person = turn.person_named(action.actor)
    may_act(turn, person, free=action.free)
    tn = tn_or_usual(turn, action.tn)
    check = roll_trait(turn, person, action.trait, tn, table_modifiers(turn))
    take(turn, check, tn)
    turn.summary = words.rolled(person.name, action.trait, check, tn)


def table_modifiers(turn: Turn) -> list[Modifier]:
    """The action's own modifiers and the multi-action penalty."""
    action = turn.action
    out = turn.given(action.modifiers)
    many = trait.multi_action(action.actions_this_turn, turn.rules)
    if many:
        out.append(many)
    return out


def resolve_opposed(turn: Turn, action: Opposed) -> None:
    """An opposed roll: the one who acts rolls first (`opposed.*`)."""
    person = turn.person_named(action.actor)
    target = turn.person_named(action.target)
    turn.target = target.id
    may_act(turn, person)
    modifiers = table_modifiers(turn)
    exposed = condition.vulnerable(target.conditions, target.name, turn.rules)
    if exposed:
        modifiers.append(exposed)
    won = contested(
        turn,
        person,
        action.trait,
        modifiers,
        target,
        action.target_trait or action.trait,
        turn.given(action.target_modifiers),
    )
    turn.summary = words.contested(turn, person.name, action.trait, target.name, won)


def contested(
    turn: Turn,
    person: Person,
    name: str,
    modifiers: list[Modifier],
    target: Person,
    target_name: str,
    target_modifiers: list[Modifier],
) -> bool:
    """Roll one trait against another and make it the outcome's own; whether the one who acts wins."""
    rules = turn.rules
    minimum = rules.opposed.minimum
    check = roll_trait(turn, person, name, minimum, modifiers)
    take(turn, check)
    turn.cite("opposed.order")
    turn.raises = 0
    if opposed.fails_at_once(check.total, check.critical_failure, rules):
        turn.result = "critical_failure" if check.critical_failure else "failure"
        turn.winner = "target"
        return False
    other = roll_trait(turn, target, target_name, None, target_modifiers, pool="target_roll")
    contest = opposed.contest(check.total, other.total, other.critical_failure, rules)
    turn.cite("opposed.tie", "opposed.raise")
    turn.winner = contest.winner
    turn.margin = contest.margin
    turn.raises = contest.raises
    if contest.winner == "target":
        turn.result = "failure"
        return False
    turn.result = "raise" if contest.raises else "success"
    return True


@dataclass(slots=True)
class _Aim:
    """One trait die's target: what it must reach, and what counts for it alone."""

    target: Person | Ride
    tn: int
    modifiers: tuple[Modifier, ...]


def resolve_attack(turn: Turn, action: Attack) -> None:
    """An attack: to hit, then damage for each hit (`attack.*`, `weapon.*`, `damage.*`)."""
    person, weapon, mount = crew.shooter(turn, action.actor, action.weapon)
    may_act(turn, person)
    skill = person.model.trait_named(action.trait) if action.trait else rule.trait_of(weapon)
    strength = crew.strength(turn, person, weapon, mount, skill)
    wielded = turn.setting.wielded(weapon, strength, skill)
    turn.weapon = wielded.shown
    turn.cite(*wielded.rules)
    targets = _targets(turn, action)
    melee = wielded.is_melee
    if weapon.template is not None and not melee:
        if not action.targets:
            turn.breach(
                "weapon.template",
                f"{weapon.name} reaches all within a {weapon.template}: name them as 'targets', not as 'target'",
            )
        _template(turn, action, person, wielded, list({each.id: each for each in targets}.values()))
        return
    turn.cite("attack.melee" if melee else "attack.ranged")
    count = _dice_count(turn, action, weapon, len(targets))
    if len(targets) == 1:
        aims = [_aim(turn, action, person, weapon, targets[0], melee)] * count
    else:
        unlike = {each.id: each for each in targets}
        seen = {id: _aim(turn, action, person, weapon, each, melee) for id, each in unlike.items()}
        aims = [seen[targets[min(i, len(targets) - 1)].id] for i in range(count)]
    reached = _roll_to_hit(turn, person, wielded, aims)
    _strike(turn, action, person, wielded, reached)


def _targets(turn: Turn, action: Attack) -> list[Person | Ride]:
    """Whom an attack is aimed at, one or several; the outcome's target if it is one."""
    if action.target is not None and not action.targets:
        target = turn.actor_named(action.target)
        turn.target = target.id
        return [target]
    targets = [turn.actor_named(each) for each in action.targets]
    if not targets:
        raise turn.unfit("SW610", "an attack needs a target, or targets")
    if len({each.id for each in targets}) == 1:
        turn.target = targets[0].id
    return targets


def _dice_count(turn: Turn, action: Attack, weapon: Weapon, targets: int) -> int:
    """How many trait dice are rolled (`attack.rate_of_fire`)."""
    count = action.attacks if action.attacks is not None else weapon.rof
    if targets > 1:
        if action.attacks is None:
            if targets > weapon.rof:
                turn.breach(
                    "attack.rate_of_fire",
                    f"{weapon.name} has a Rate of Fire of {weapon.rof}, which is fewer than {targets} targets",
                )
            count = targets
        elif targets != count:
            turn.breach(
                "attack.rate_of_fire",
                f"{count} attacks need {count} targets, one for each die, not {targets}",
            )
            count = targets
    if count > 1:
        turn.cite("attack.rate_of_fire", "trait.many_dice")
    return count


def _aim(
    turn: Turn, action: Attack, person: Person, weapon: Weapon, target: Person | Ride, melee: bool
) -> _Aim:
    """What one target asks of an attack roll."""
    rules = turn.rules
    modifiers: list[Modifier] = []
    if isinstance(target, Person):
        exposed = condition.vulnerable(target.conditions, target.name, rules)
        if exposed:
            modifiers.append(exposed)
    where = positions.between(turn, action.chase, person, target)
    if melee:
        if where is not None:
            positions.check_melee(turn, where)
        turn.cite("attack.parry")
        return _Aim(target, _parry(turn, target), tuple(modifiers))
    distance = positions.distance_modifier(turn, action, weapon, where)
    if distance:
        modifiers.append(distance)
    return _Aim(target, rules.trait.target_number, tuple(modifiers))


def _parry(turn: Turn, target: Person | Ride) -> int:
    """What a melee attack must reach (`attack.melee`, `attack.parry`)."""
    if isinstance(target, Person):
        return target.parry(turn.rules)
    stated = target.model.parry
    return turn.rules.trait.target_number if stated is None else stated


def _roll_to_hit(
    turn: Turn, person: Person, wielded: Wielded, aims: list[_Aim]
) -> list[tuple[_Aim, int]]:
    """Roll the attack; the hits in the order of the dice, with their raises."""
    modifiers = [*wielded.attack, *table_modifiers(turn)]
    if len(aims) > 1:
        return _roll_many(turn, person, wielded.trait, modifiers, aims)
    aim = aims[0]
    check = roll_trait(
        turn, person, wielded.trait, aim.tn, modifiers, pool="attack", last=aim.modifiers
    )
    take(turn, check, aim.tn)
    return [(aim, check.raises)] if check.success else []


def _roll_many(
    turn: Turn, person: Person, name: str, given: list[Modifier], aims: list[_Aim]
) -> list[tuple[_Aim, int]]:
    """Roll several trait dice and the Wild Die (`attack.rate_of_fire`, `trait.many_dice`)."""
    rules = turn.rules
    die, modifiers, linked = trait_die(turn, person, name)
    modifiers += given
    modifiers += own_modifiers(turn, person, linked)
    common = sum(each.value for each in modifiers)
    for aim in aims:
        modifiers += [each for each in aim.modifiers if each not in modifiers]
    pool = turn.pool("attack")
    rolled = [turn.die(pool, die.sides, "trait") for _ in aims]
    wild: RolledDie | None = None
    if person.model.wild_card:
        wild = turn.die(pool, rules.trait.wild_die.sides, "wild")
        turn.cite("trait.wild_die")
    pool.close()
    critical = trait.critical_failure(
        sum(each.faces[0] == 1 for each in rolled),
        len(aims),
        None if wild is None else wild.faces[0] == 1,
        rules,
    )
    naturals, _ = trait.with_wild_die(
        [each.total for each in rolled], None if wild is None else wild.total
    )
    totals = [
        natural + common + sum(each.value for each in aim.modifiers)
        for natural, aim in zip(naturals, aims, strict=True)
    ]
    raised = [
        None if critical else trait.raises(total, aim.tn, rules)
        for total, aim in zip(totals, aims, strict=True)
    ]
    best = max(range(len(aims)), key=lambda at: _how_good(raised[at], totals[at]))
    tn = aims[best].tn
    result, raises = trait.result(totals[best], tn, critical, rules)
    fallen = tuple(rolled) if wild is None else (*rolled, wild)
    turn.rolls.append(
        Roll(
            "attack",
            fallen,
            tuple(modifiers),
            totals[best],
            trait=name,
            tn=tn,
            result=result,
            raises=raises,
            critical_failure=critical or None,
        )
    )
    turn.cite(*(each.rule for each in modifiers))
    if critical:
        turn.cite("trait.critical_failure_many")
    if any(len(each.faces) > 1 for each in fallen):
        turn.cite("dice.ace")
    natural_one = rolled[0].faces[0] == 1
    take(turn, Check(totals[best], result, raises, critical, natural_one), tn)
    return [(aim, each) for aim, each in zip(aims, raised, strict=True) if each is not None]


def _how_good(raised: int | None, total: int) -> tuple[int, int, int]:
    """The order of several trait dice: one that hits with a raise, one that hits, then the higher total."""
    return (-1 if raised is None else min(raised, 1), total, raised or 0)


def _strike(
    turn: Turn, action: Attack, person: Person, wielded: Wielded, hits: list[tuple[_Aim, int]]
) -> None:
    """Roll damage for each hit and bring it on its target, one after the other."""
    turn.hits = []
    bonus = damage_modifiers(turn, action, person, wielded)
    for number, (aim, raised) in enumerate(hits):
        dice = wielded.rolled
        if raised and turn.rules.attack.raise_die is not None:
            dice = (*dice, (turn.rules.attack.raise_die.sides, "raise"))
            turn.cite("attack.raise_damage")
        _bring(turn, number, len(hits), dice, bonus, aim.target, wielded.ap)
    turn.summary = words.attacked(turn, person.name, [aim.target for aim, _ in hits], action)


def damage_modifiers(
    turn: Turn, action: Attack, person: Person, wielded: Wielded
) -> list[Modifier]:
    """The modifiers of a damage roll: the weapon's, the table's, a Joker's."""
    out = [*wielded.damage, *turn.given(action.damage_modifiers)]
    if person.values.get("_joker"):
        out.append(JOKER)
    return out


def _bring(
    turn: Turn,
    number: int,
    hits: int,
    dice: Sequence[tuple[int, str]],
    modifiers: list[Modifier],
    target: Person | Ride,
    ap: int,
) -> None:
    """Roll the damage of one hit and bring it on its target."""
    toughness = toughness_against(target.model.toughness, target.model.armor, ap)
    amount = roll_damage(turn, number, hits, dice, modifiers, toughness)
    if isinstance(target, Person):
        harm.hit_person(turn, target, amount, toughness)
    else:
        wheels.hit_ride(turn, target, amount, toughness)


def _template(
    turn: Turn, action: Attack, person: Person, wielded: Wielded, targets: list[Person | Ride]
) -> None:
    """A template: one roll for all, then damage for each target by itself (`weapon.template`)."""
    for target in targets:
        where = positions.between(turn, action.chase, person, target)
        if where is not None:
            positions.check_present(turn, where)
    tn = turn.rules.trait.target_number
    modifiers = [*wielded.attack, *table_modifiers(turn)]
    check = roll_trait(turn, person, wielded.trait, tn, modifiers, pool="attack")
    take(turn, check, tn)
    turn.cite("attack.ranged", "weapon.template")
    reached: list[tuple[_Aim, int]] = []
    if check.success:
        reached = [(_Aim(target, tn, ()), check.raises) for target in targets]
    _strike(turn, action, person, wielded, reached)


def resolve_damage(turn: Turn, action: DamageAction) -> None:
    """Damage without an attack roll."""
    source = None if action.actor is None else turn.actor_named(action.actor)
    target = turn.actor_named(action.target)
    turn.target = target.id
    turn.hits = []
    modifiers = turn.given((*action.modifiers, *action.damage_modifiers))
    if source is not None and source.values.get("_joker"):
        modifiers.append(JOKER)
    if action.damage.flat:
        modifiers.insert(0, Modifier(str(action.damage), action.damage.flat, "damage.compare"))
    dice = [(sides, "damage") for sides in action.damage.dice]
    if action.damage.strength:
        raise turn.unfit(
            "SW610", f"{action.damage} needs somebody's Strength; only an attack has one"
        )
    _bring(turn, 0, 1, dice, modifiers, target, action.ap)
    turn.summary = words.damaged(turn, target)
