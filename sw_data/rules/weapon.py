"""Weapons in somebody's hands: damage, and what hands too weak lose and keep (rules.md section 3).

The rule that this project exists to get right. `wield` is the one place that knows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sw_data.dice import Die, write_dice
from sw_data.models import Modifier, Weapon, WeaponChange, WieldedWeapon
from sw_data.models.skills import SAME_SKILL, folded
from sw_data.rules.attack import THROWN, is_melee, trait_of
from sw_data.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Wielded:
    """A weapon in these hands, for this skill.

    Attributes:
        weapon: The weapon as its stat block has it.
        trait: The skill it is used with.
        strength: The wielder's Strength die.
        adds_strength: Whether Strength is added to the damage (`weapon.damage_strength`).
        required: The Strength that it asks, None if any will do (`weapon.required_strength`).
        too_weak: Whether the wielder has less.
        dice: The sides of the weapon's own dice, capped (`weapon.strength_cap`).
        flat: The flat part of its damage that counts, without the Strength die's own bonus.
        attack: Modifiers of the attack roll.
        damage: Modifiers of the damage roll, the flat part among them.
        parry: What it adds to Parry when ready.
        ap: Armor Piercing that counts.
        reach: Reach that counts.
        lost: Benefits lost, in the order of the sheet.
        kept: Penalties, in the order of the sheet.
        rules: The rules that shaped this.
    """

    weapon: Weapon
    trait: str
    strength: Die
    adds_strength: bool
    required: Die | None
    too_weak: bool
    dice: tuple[int, ...]
    flat: int
    attack: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    parry: int
    ap: int
    reach: int
    lost: tuple[WeaponChange, ...]
    kept: tuple[WeaponChange, ...]
    rules: tuple[str, ...]

    @property
    def damage_text(self) -> str:
        """The damage as it is rolled in these hands: `d6+d6`, `2d8+1`."""
        parts = [write_dice(self.dice)] if self.dice else []
        flat = self.flat
        if self.adds_strength:
            parts.append(f"d{self.strength.sides}")
            flat += self.strength.bonus
        text = "+".join(parts)
        if not text:
            return str(flat)
        return f"{text}{flat:+d}" if flat else text

    @cached_property
    def is_melee(self) -> bool:
        """Whether an attack with it is a melee attack (`attack.melee`)."""
        return is_melee(self.weapon, self.trait)

    @cached_property
    def rolled(self) -> tuple[tuple[int, str], ...]:
        """The sides and the role of each die of its damage, in rolling order."""
        own = tuple((sides, "weapon") for sides in self.dice)
        return (*own, (self.strength.sides, "strength")) if self.adds_strength else own

    @cached_property
    def shown(self) -> WieldedWeapon:
        """What an outcome says of it."""
        return WieldedWeapon(
            name=self.weapon.name,
            strength=str(self.strength),
            required_strength=None if self.required is None else str(self.required),
            too_weak=self.too_weak,
            damage=self.damage_text,
            lost=self.lost,
            kept=self.kept,
        )


def adds_strength(weapon: Weapon, trait: str) -> bool:
    """Whether the wielder's Strength die is added to the damage (`weapon.damage_strength`)."""
    if weapon.adds_strength is not None:
        return weapon.adds_strength
    if weapon.damage.strength:
        return True
    return folded(trait) in THROWN or (weapon.range is None and is_melee(weapon, trait))


def required_strength(weapon: Weapon, strength_weapon: bool, rules: Ruleset) -> Die | None:
    """The Strength that the weapon asks; None if any will do (`weapon.required_strength`)."""
    minimum = weapon.min_strength
    if not strength_weapon:
        return minimum
    largest = weapon.damage.largest_die
    if largest is None or (minimum is not None and rules.weapon.required == "minimum"):
        return minimum
    die = Die(largest)
    return die if minimum is None or die.rank > minimum.rank else minimum


def applies(applies_to: str, trait: str) -> bool:
    """Whether a weapon's modifier for one trait counts for a roll of another name of it."""
    given, rolled = folded(applies_to), folded(trait)
    return given == rolled or given in SAME_SKILL.get(rolled, ())


def wield(weapon: Weapon, strength: Die, rules: Ruleset, trait: str | None = None) -> Wielded:
    """The weapon in hands of this Strength, used with `trait` (left out: the skill of its kind).

    Rules `weapon.strength_cap`, `weapon.benefits_lost`, `weapon.penalties_kept`, `weapon.weak_ranged`.
    """
    skill = trait or trait_of(weapon)
    by_strength = adds_strength(weapon, skill)
    required = required_strength(weapon, by_strength, rules)
    too_weak = required is not None and strength.rank < required.rank
    cited = ["weapon.damage_strength" if by_strength else "weapon.damage_ranged"]
    lost: list[WeaponChange] = []
    kept: list[WeaponChange] = []

    def counts(applies_to: str, value: int, *, stays: bool = False) -> int:
        """The value as it counts; a benefit is lost to weak hands, a penalty is kept."""
        if value < 0:
            kept.append(WeaponChange(applies_to, value))
            return value
        if value > 0 and too_weak and not stays:
            lost.append(WeaponChange(applies_to, value))
            return 0
        return value

    dice = weapon.damage.dice
    if by_strength:
        capped = tuple(min(sides, strength.sides) for sides in dice)
        if capped != dice:
            cited.append("weapon.strength_cap")
        dice = capped
    flat = counts("damage", weapon.damage.flat, stays=not by_strength)
    parry = counts("parry", weapon.parry)
    reach = counts("reach", weapon.reach)
    ap = counts("ap", weapon.ap, stays=not rules.weapon.lose_ap)
    source = cited[0]
    attack: list[Modifier] = []
    damage = [Modifier(weapon.name, flat, source)] if flat else []
    if by_strength and strength.bonus:
        damage.append(Modifier(f"Strength {strength}", strength.bonus, "weapon.damage_strength"))
    for modifier in weapon.modifiers:
        value = counts(modifier.applies_to, modifier.value)
        if not value:
            continue
        label = modifier.label or weapon.name
        rule = "weapon.penalties_kept" if value < 0 else "trait.modifiers"
        if folded(modifier.applies_to) == "damage":
            damage.append(Modifier(label, value, rule))
        elif applies(modifier.applies_to, skill):
            attack.append(Modifier(label, value, rule))
    if too_weak and required is not None:
        cited.append("weapon.required_strength")
        steps = rules.weapon.weak_attack_penalty_per_step * strength.steps_to(required)
        if not by_strength:
            cited.append("weapon.weak_ranged")
            if steps and weapon.range is not None:
                attack.append(
                    Modifier(f"Strength {strength} for {required}", -steps, "weapon.weak_ranged")
                )
    if lost:
        cited.append("weapon.benefits_lost")
    if kept:
        cited.append("weapon.penalties_kept")
    return Wielded(
        weapon=weapon,
        trait=skill,
        strength=strength,
        adds_strength=by_strength,
        required=required,
        too_weak=too_weak,
        dice=dice,
        flat=flat,
        attack=tuple(attack),
        damage=tuple(damage),
        parry=parry,
        ap=ap,
        reach=reach,
        lost=tuple(lost),
        kept=tuple(kept),
        rules=tuple(cited),
    )


def parry(sheet: int, ready: tuple[Weapon, ...], strength: Die, rules: Ruleset) -> int:
    """Parry with the readied weapons: a bonus only in strong hands, a penalty always (`attack.parry`)."""
    return sheet + sum(wield(weapon, strength, rules).parry for weapon in ready)
