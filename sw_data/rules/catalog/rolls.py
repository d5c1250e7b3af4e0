"""Dice, trait rolls, opposed rolls, bennies and rerolls."""

from __future__ import annotations

from typing import Final

from sw_data.rules.catalog.entry import Rule

ROLLS: Final = (
    Rule(
        "dice.ace",
        "A trait or damage die on its highest face Aces: roll it again, add the new face, and go on "
        "while the highest face comes up. Dice read off a table (where an injury falls, which side) "
        "and cards do not Ace.",
        "S0, S1",
    ),
    Rule(
        "dice.trait",
        "A trait is a d4, d6, d8, d10 or d12; above d12 it gains a flat bonus, as in d12+2. The "
        "bonus counts toward the total only: d12+2 still Aces on a 12 and a face of 1 is still a 1.",
        "P",
    ),
    Rule(
        "dice.step",
        "One step up or down is the next die on the ladder d4, d6, d8, d10, d12, d12+1, d12+2 and "
        "so on. Nothing goes below d4.",
        "S0",
    ),
    Rule(
        "trait.target_number",
        "A roll is a success if its total reaches the target number, which is 4 unless the action "
        "or a rule sets another.",
        "S0, S1",
        ("trait.target_number",),
    ),
    Rule(
        "trait.raise",
        "A success gains one raise for each whole 4 points by which it beats the target number. "
        "Against 4, totals of 8 to 11 are one raise and 12 to 15 are two.",
        "S0, S1",
        ("trait.raise_step",),
    ),
    Rule(
        "trait.wild_die",
        "A Wild Card rolls a d6 beside the trait die. Each Aces on its own, the better total "
        "counts, and the trait's flat bonus and every modifier go to the one that counts.",
        "S0, S1",
        ("trait.wild_die",),
    ),
    Rule(
        "trait.modifiers",
        "Modifiers are added to the total, never to a face, and the outcome lists each with its "
        "reason.",
        "S1",
    ),
    Rule(
        "trait.unskilled",
        "Whoever lacks the skill rolls a d4 at -2; a Wild Card keeps the Wild Die.",
        "S1",
        ("trait.unskilled_die", "trait.unskilled_modifier"),
    ),
    Rule(
        "trait.critical_failure",
        "If a Wild Card's trait die and Wild Die both come up 1 on their first face, the roll is a "
        "critical failure; no modifier or total can save it.",
        "S0, S1",
    ),
    Rule(
        "trait.critical_failure_many",
        "With several trait dice in one roll, a critical failure takes 1s on more than half of all "
        "dice, the Wild Die included; a Wild Card's Wild Die must be one of them. An Extra, having "
        "no Wild Die, can fail critically on such a roll only, or never if the knob says so.",
        "S1",
        ("trait.extras_critical",),
    ),
    Rule(
        "trait.many_dice",
        "However many trait dice are rolled, a Wild Card adds one Wild Die. Each trait die counts "
        "as a separate attack. A Wild Die better than the lowest trait total stands in for it, for the "
        "first of them if several are lowest. The roll as a whole reports its best die: the best "
        "result against its own target first, the highest total next. Hits are listed in the order "
        "of the trait dice.",
        "S1, P",
    ),
    Rule(
        "trait.wound_penalty",
        "Each wound is -1 to trait rolls, never to damage. Ignored wounds do not count, and no more "
        "than three ever do. Ignoring a wound does not heal it.",
        "S0",
        ("wounds.penalty", "wounds.penalty_cap"),
    ),
    Rule(
        "trait.wound_pace",
        "The wounds that count for trait rolls also cost 1 Pace each; Pace stays at 1 or more.",
        "S0",
        ("wounds.penalty_cap",),
    ),
    Rule(
        "trait.fatigue_penalty",
        "Each level of fatigue that is not ignored is -1 to trait rolls. A level beyond the maximum "
        "(two, unless the sheet says otherwise) Incapacitates instead: the level stays where it is and "
        "there is neither a Vigor roll nor an injury.",
        "P, S2",
        ("fatigue.penalty",),
    ),
    Rule(
        "trait.multi_action",
        "Whoever takes several actions in a turn has -2 on all of them for each action after the "
        "first.",
        "S2, P",
        ("trait.multi_action",),
    ),
    Rule(
        "opposed.order",
        "The one who acts rolls first and settles any bennies on it. A total below 4 is a failure "
        "there and then, and the other side does not roll.",
        "S1",
        ("opposed.minimum",),
    ),
    Rule(
        "opposed.tie",
        "Then the defender rolls, and wins ties: whoever acts must get more.",
        "S0, S1",
    ),
    Rule(
        "opposed.raise",
        "The winner has one raise for each whole 4 points over the loser's total, whichever side "
        "that is.",
        "S1",
        ("trait.raise_step",),
    ),
    Rule(
        "benny.start",
        "A Wild Card whose sheet says nothing else starts a session with three bennies, and so does "
        "the GM. An Extra has none of its own; the GM's pool pays for any of the GM's characters.",
        "S0",
        ("benny.start",),
    ),
    Rule(
        "benny.uses",
        "A benny buys a reroll of a trait roll, an end to being Shaken, or a soak roll. Without one "
        "left, none of these can be had.",
        "S0",
    ),
    Rule(
        "benny.reroll",
        "A benny rerolls every die of a trait roll. The new result stands, better or worse, or the "
        "better of the two if the knob says so; a new critical failure stands either way. It may be "
        "done again for as long as there are bennies.",
        "S0",
        ("benny.reroll_keeps",),
    ),
    Rule(
        "ability.reroll",
        "A reroll that comes from an edge or another ability keeps the better result, except that a "
        "new critical failure stands.",
        "S1",
        ("ability.reroll_keeps",),
    ),
    Rule(
        "reroll.critical",
        "Nothing rerolls a critical failure.",
        "S1",
        ("reroll.allow_critical",),
    ),
    Rule(
        "reroll.when",
        "A reroll comes right after its roll. Only rerolls, soaks and blocks of the same action and "
        "bennies handed out may lie between. Whatever the old roll led to is undone; once anything "
        "else has happened it is too late.",
        "S0, S1",
    ),
)
