"""Attacks, weapons and armor, damage and soak."""

from __future__ import annotations

from typing import Final

from sw_data.rules.catalog.entry import Rule

COMBAT: Final = (
    Rule(
        "attack.melee",
        "A melee attack is a Fighting roll against the Parry of its target.",
        "S0",
    ),
    Rule(
        "attack.ranged",
        "A ranged attack is a Shooting roll, a thrown one a Throwing roll (Athletics on some "
        "sheets), against 4.",
        "S0",
        ("trait.target_number",),
    ),
    Rule(
        "attack.range",
        "Short range changes nothing, medium is -2, long is -4. Farther than that cannot be shot at.",
        "S0",
        ("attack.range_short", "attack.range_medium", "attack.range_long"),
    ),
    Rule(
        "attack.raise_damage",
        "A hit with a raise adds one d6 to damage, which can Ace; more raises add no more.",
        "S0",
        ("attack.raise_die",),
    ),
    Rule(
        "attack.rate_of_fire",
        "A weapon's Rate of Fire is the number of trait dice of its attack. The attacker may use "
        "fewer, and an edge such as Frenzy allows more. All go at one target, or each at its own. "
        "Every hit rolls damage by itself.",
        "S1",
    ),
    Rule(
        "attack.parry",
        "The Parry on a sheet is that of empty hands. Each weapon in hand adds its own: a penalty "
        "always, a bonus only if the wielder is strong enough for the weapon.",
        "S0",
    ),
    Rule(
        "weapon.damage_ranged",
        "A shooting weapon rolls the damage that it lists, whoever holds it.",
        "S0",
    ),
    Rule(
        "weapon.damage_strength",
        "Melee and thrown weapons roll their own dice and the wielder's Strength die with its flat "
        "bonus, whether or not the damage text mentions Str. A weapon with a range and no Str in its "
        "damage is thrown if it is used with Throwing or Athletics. `adds_strength: false` on the "
        "weapon, or a format that spells Strength out wherever it counts, keeps Strength out.",
        "S0",
    ),
    Rule(
        "weapon.strength_cap",
        "None of the dice of a Strength weapon is larger than the wielder's Strength die; larger "
        "ones shrink to it. A d10 weapon held with Strength d6 rolls d6+d6.",
        "S0",
    ),
    Rule(
        "weapon.benefits_lost",
        "A wielder with less Strength than the weapon asks for has none of its advantages: no bonus "
        "to trait, Parry or damage, no flat damage bonus if it is a Strength weapon, no Reach, and "
        "no AP unless the knob leaves that.",
        "S0",
        ("weapon.lose_ap",),
    ),
    Rule(
        "weapon.penalties_kept",
        "The drawbacks of a weapon apply in any hands. The outcome lists them as `kept`, and what "
        "is gone as `lost`, both in the order of the sheet.",
        "S0",
    ),
    Rule(
        "weapon.required_strength",
        "A Strength weapon asks for Strength equal to its largest damage die, or to its minimum "
        "Strength where that is larger; a knob makes the stated minimum count alone. Any other "
        "weapon asks for its minimum Strength, if it has one.",
        "S0, VTT data",
        ("weapon.required",),
    ),
    Rule(
        "weapon.weak_ranged",
        "A ranged weapon that adds no Strength and asks for more than the wielder has loses its "
        "positive modifiers, Parry bonus, Reach and AP and keeps its penalties; its damage is "
        "untouched, flat part included. A knob adds -1 to the attack for each die step lacking.",
        "P",
        ("weapon.weak_attack_penalty_per_step", "weapon.lose_ap"),
    ),
    Rule(
        "weapon.template",
        "A weapon whose range is a template attacks all its listed targets with one roll against 4, "
        "whatever the distance. A success rolls damage for each target on its own.",
        "P",
    ),
    Rule(
        "armor.weak",
        "Worn armor that asks for more Strength than its wearer has lowers Pace, Agility and the "
        "skills linked to Agility for each die step lacking. Only the worst piece counts. In core "
        "the amount is 0, in swade -1.",
        "P",
        ("armor.weak_per_step",),
    ),
    Rule(
        "damage.compare",
        "Damage is held against Toughness, armor included. AP takes away armor, at most all of it, "
        "and nothing else.",
        "S0, P",
    ),
    Rule(
        "damage.shaken",
        "Damage of at least Toughness and less than 4 above makes the target Shaken.",
        "S0",
        ("trait.raise_step",),
    ),
    Rule(
        "damage.shaken_again",
        "If such damage meets a target that is Shaken already, it takes one wound.",
        "S0",
        ("damage.shaken_again",),
    ),
    Rule(
        "damage.wounds",
        "Each raise over Toughness is one wound. Being Shaken before adds none to that.",
        "S0",
        ("trait.raise_step",),
    ),
    Rule(
        "damage.wound_shakes",
        "Whoever is wounded is Shaken as well.",
        "P",
        ("damage.wound_shakes",),
    ),
    Rule(
        "damage.extra",
        "The first wound Incapacitates an Extra.",
        "S0",
    ),
    Rule(
        "damage.wild_card",
        "A Wild Card bears as many wounds as its sheet allows, usually three. One more "
        "Incapacitates it, and the count stays at the maximum.",
        "S0",
    ),
    Rule(
        "soak.when",
        "Directly after wounding damage, before the target acts or its wounds, fatigue, conditions "
        "or attributes change otherwise, a benny buys a Vigor roll. Each attack allows one soak "
        "roll; each hit of a burst is an attack. Other soaks of the same attack and their rerolls "
        "do not stand in the way.",
        "S0",
    ),
    Rule(
        "soak.result",
        "A success on the soak roll takes off one wound of that attack, and each raise one more.",
        "S0",
    ),
    Rule(
        "soak.penalty",
        "The soak roll has the wound penalty of before the attack. For a later hit of a burst the "
        "hits before it count as dealt, soaked or not.",
        "P",
    ),
    Rule(
        "soak.reroll",
        "Further bennies reroll the soak roll as any trait roll. Wounds come off by the roll that "
        "stands, not by all of them together. The attack counts as revised only if something "
        "changed.",
        "S0",
        ("benny.reroll_keeps",),
    ),
    Rule(
        "soak.shaken",
        "Soaking every wound of an attack also undoes the Shaken that came with it.",
        "P",
    ),
)
