"""Being Shaken, incapacitation, injuries, healing, bleeding out and other conditions."""

from __future__ import annotations

from typing import Final

from sw_data.rules.catalog.entry import Rule

RECOVERY: Final = (
    Rule(
        "shaken.restricts",
        "The Shaken take free actions only: recovering, soaking, rerolls, bennies, the Vigor rolls "
        "of incapacitation and bleeding, a vehicle soak, an occupant's roll, settling a "
        "complication, any roll forced on them, and a trait roll marked as free. What belongs to "
        "nobody (an injury, healing, an obstacle, a session, a round, a deal, an awarded benny) is "
        "not barred either.",
        "S0",
    ),
    Rule(
        "shaken.recover",
        "Once a round, on its action, a Shaken character rolls Spirit. A failure, critical or not, "
        "leaves it Shaken. A success ends that, with free actions only until the next round; a "
        "raise lets it act at once, and so does a success if the knob says so.",
        "S0",
        ("shaken.success",),
    ),
    Rule(
        "shaken.benny",
        "After a failed or plainly successful recovery roll a benny ends being Shaken and gives the "
        "action back. It does not come before the roll unless the knob allows it. One who is not "
        "Shaken can neither recover nor spend it, save after this round's plain success.",
        "S0",
        ("shaken.benny_any_time",),
    ),
    Rule(
        "incapacitation.roll",
        "A Wild Card that becomes Incapacitated rolls Vigor straight away, less its wound penalty.",
        "S0",
    ),
    Rule(
        "incapacitation.restricts",
        "The Incapacitated and the dead do nothing but the Vigor rolls of this chapter, a soak "
        "against the attack that felled them, and rerolls of both. They can still be hit; a "
        "further wound changes nothing.",
        "P",
    ),
    Rule(
        "incapacitation.death",
        "A total of 1 or less, or a critical failure, is death.",
        "S0",
    ),
    Rule(
        "incapacitation.failure",
        "Any other failure means a permanent injury and Bleeding Out. The injury is rolled as a "
        "follow-up, as it is after a success or a raise, so that a benny can change the roll first.",
        "S0",
    ),
    Rule(
        "incapacitation.success",
        "A success means an injury that ends when the last wound is healed.",
        "S0",
    ),
    Rule(
        "incapacitation.raise",
        "A raise means an injury that ends after 24 hours, or sooner with the last wound.",
        "S0",
    ),
    Rule(
        "injury.table",
        "Two d6 that do not Ace say where the injury is: 2 to 4 an arm, 5 to 9 the guts, 10 a leg, "
        "11 or 12 the head.",
        "S0",
    ),
    Rule(
        "injury.arm",
        "Chance picks the left or the right arm, which can no longer be used (One Arm).",
        "S0",
    ),
    Rule(
        "injury.guts",
        "A d6 picks what drops by one die, d4 at worst: 1 or 2 Agility, 3 or 4 Vigor, 5 or 6 "
        "Strength.",
        "S0",
    ),
    Rule(
        "injury.leg",
        "The victim is Lame, or, if it was Lame before, has One Leg.",
        "S0",
    ),
    Rule(
        "injury.effect",
        "An injury that is there already does nothing more and is not listed twice. Attributes "
        "lowered by injury count for later rolls and for what weapons ask; the Toughness written on "
        "the sheet is left alone. An injury recorded without an incapacitation roll is permanent.",
        "P",
    ),
    Rule(
        "injury.head",
        "A d6 picks what happens to the head: 1 or 2 Ugly; 3 or 4 One Eye, or Blind if one eye was "
        "gone; 5 or 6 Smarts drops by one die, d4 at worst.",
        "S0",
    ),
    Rule(
        "heal.wounds",
        "Healing removes wounds or fatigue. With the first wound healed Incapacitated and Bleeding "
        "Out end; with the last one end all injuries that are not permanent.",
        "S0",
    ),
    Rule(
        "heal.day",
        "After 24 hours the injuries that last that long are over.",
        "S0",
    ),
    Rule(
        "session.start",
        "A new session puts every Wild Card and the GM back at their starting bennies.",
        "S0",
        ("benny.start",),
    ),
    Rule(
        "bleeding.roll",
        "Whoever is Bleeding Out rolls Vigor as each round starts. A failure is death, a success "
        "means another roll next round, a raise ends the bleeding. Death ends Bleeding Out and "
        "leaves the other conditions.",
        "S0",
    ),
    Rule(
        "condition.distracted",
        "A Distracted character has -2 on its trait rolls.",
        "P",
        ("condition.published",),
    ),
    Rule(
        "condition.vulnerable",
        "Attacks on a Vulnerable character have +2, in a burst at several targets only the dice "
        "aimed at it; so has whoever starts an opposed roll against it.",
        "P",
        ("condition.published",),
    ),
    Rule(
        "condition.stunned",
        "A Stunned character takes no actions; rolls that are forced on it are made.",
        "P",
        ("condition.published",),
    ),
)
