"""What a sheet brings to a roll: its dice, and what wounds, fatigue and conditions make of them."""

from __future__ import annotations

from dataclasses import dataclass

from sw_data.dice import Die
from sw_data.errors import NotFoundError
from sw_data.models import ATTRIBUTES, Character, Modifier, Vehicle, Weapon
from sw_data.models.faults import nearest, shown
from sw_data.models.skills import LINKED, folded
from sw_data.odds.rolls import Modifiers, TraitRoll, modifier_sum, trait_roll
from sw_data.rules import armor, condition, damage, trait, vehicle, weapon
from sw_data.rules.ruleset import Ruleset


def roll_of(
    character: Character,
    name: str,
    modifiers: Modifiers,
    rules: Ruleset,
    *,
    wounds: int | None = None,
    lowered: int = 0,
) -> TraitRoll:
    """The roll of a character's trait as it stands now, without the skill too (`trait.unskilled`).

    Args:
        character: Who rolls.
        name: The attribute or skill.
        modifiers: Modifiers beside the character's own.
        rules: The ruleset.
        wounds: Wounds to count instead of those held (`soak.penalty`).
        lowered: Die steps that an injury takes.
    """
    wanted = folded(name)
    linked = character.linked_attribute(name)
    die: Die | None
    if wanted in ATTRIBUTES:
        die, linked = getattr(character.attributes, wanted), wanted
    else:
        die = character.skill(name)
    own = own_modifiers(character, linked, rules, wounds)
    if die is None:
        die, lacking = trait.unskilled(rules)
        own.append(lacking)
    return trait_roll(
        die.stepped(-lowered),
        character.wild_card,
        modifier_sum(modifiers) + modifier_sum(own),
        rules,
    )


def unskilled_notes(character: Character, name: str) -> tuple[str, ...]:
    """That a trait is rolled unskilled, and which name was meant if no skill is called so; nothing if it is held."""
    wanted = folded(name)
    if wanted in ATTRIBUTES or character.skill(name) is not None:
        return ()
    lacking = f"{character.name} has no skill {shown(name)}"
    if wanted in LINKED:
        return (f"{lacking}: rolled unskilled",)
    near = nearest(name, [*character.skills, *map(str.title, (*LINKED, *ATTRIBUTES))])
    hint = f"; did you mean {near!r}?" if near else ""
    return (f"{lacking}, and none is published by that name: rolled unskilled{hint}",)


def own_modifiers(
    character: Character, linked: str | None, rules: Ruleset, wounds: int | None = None
) -> list[Modifier]:
    """What the roller's own state does to a trait roll: wounds, fatigue, conditions, armor."""
    out = trait.body_penalties(
        character.wounds.value if wounds is None else wounds,
        character.wounds.ignored,
        character.fatigue.value,
        character.fatigue.ignored,
        character.wounds_or_fatigue_ignored,
        rules,
    )
    distracted = condition.distracted(character.conditions, rules)
    if distracted:
        out.append(distracted)
    if linked == "agility":
        heavy = armor.weak_penalty(character.armor_pieces, character.attributes.strength, rules)
        if heavy:
            out.append(Modifier("armor too heavy", heavy, "armor.weak"))
    return out


def parry_of(target: Character | Vehicle, rules: Ruleset) -> int:
    """What a melee attack must reach (`attack.melee`, `attack.parry`)."""
    if isinstance(target, Vehicle):
        return rules.trait.target_number if target.parry is None else target.parry
    ready = tuple(each for each in target.weapons if each.ready)
    return weapon.parry(target.parry, ready, target.attributes.strength, rules)


def weapon_named(holder: Character | Vehicle, name: str) -> Weapon:
    """The weapon of that id or name; of several of one name the readied one.

    Raises:
        NotFoundError: There is none; the message names those there are.
    """
    wanted = folded(name)
    found = [each for each in holder.weapons if name in (each.id, each.name)]
    found = found or [each for each in holder.weapons if folded(each.name) == wanted]
    if not found:
        known = ", ".join(repr(each.name) for each in holder.weapons[:8]) or "none"
        raise NotFoundError(f"{holder.name} has no weapon {name!r}; there are {known}")
    return next((each for each in found if each.ready), found[0])


def driving_modifiers(
    ride: Vehicle | None, rules: Ruleset, *, out_of_control: bool = True
) -> list[Modifier]:
    """What a vehicle does to a chase-skill check: Handling, wounds, Out of Control (`chase.skill`)."""
    if ride is None:
        return []
    out: list[Modifier] = []
    if ride.handling:
        out.append(Modifier("Handling", ride.handling, "chase.skill"))
    hurt = vehicle.wound_penalty(ride.wounds.value, ride.wounds.ignored, rules)
    if hurt:
        out.append(hurt)
    if out_of_control and "out_of_control" in ride.conditions:
        out.append(vehicle.out_of_control(rules))
    return out


@dataclass(frozen=True, slots=True)
class Target:
    """Who is hit, as far as damage asks.

    Attributes:
        toughness: Toughness after AP.
        wounds: Wounds held.
        most: The most wounds that can be held.
        wild_card: Whether it is a Wild Card.
        shaken: Whether it is Shaken already.
        hardy: Whether a second Shaken does not wound it.
        down: Whether it is Incapacitated or dead already, or Wrecked.
        is_vehicle: Whether it is a vehicle.
    """

    toughness: int
    wounds: int = 0
    most: int = 1
    wild_card: bool = False
    shaken: bool = False
    hardy: bool = False
    down: bool = False
    is_vehicle: bool = False

    @property
    def left(self) -> int:
        """How many more wounds it can hold."""
        if not self.wild_card and not self.is_vehicle:
            return 0
        return max(0, self.most - self.wounds)


def target_of(who: Character | Vehicle, ap: int) -> Target:
    """A sheet as a target of so much AP."""
    toughness = damage.toughness_against(who.toughness, who.armor, ap)
    if isinstance(who, Vehicle):
        return Target(
            toughness,
            who.wounds.value,
            who.wounds.max,
            down="wrecked" in who.conditions,
            is_vehicle=True,
        )
    return Target(
        toughness,
        who.wounds.value,
        who.wounds.max,
        who.wild_card,
        "shaken" in who.conditions,
        who.has_edge("Hardy"),
        "incapacitated" in who.conditions or "dead" in who.conditions,
    )
