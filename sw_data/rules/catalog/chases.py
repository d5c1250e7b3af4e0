"""Chases, vehicles and chases on foot."""

from __future__ import annotations

from typing import Final

from sw_data.rules.catalog.entry import Rule

CHASES: Final = (
    Rule(
        "chase.end",
        "A quarry that leaves the last zone has escaped, once the Control Check of that move is "
        "done and unless that wrecks it. A pursuer does not go past the last zone. A chase without "
        "a last zone lasts until a side is stopped or hides.",
        "S2",
    ),
    Rule(
        "chase.range",
        "Shooting from zone to zone takes the chase's modifier once for each zone between the two. "
        "If the chase counts squares per zone, their distance is looked up in the weapon's range "
        "instead. Within a zone there is no modifier.",
        "S2",
        ("attack.range_short", "attack.range_medium", "attack.range_long"),
    ),
    Rule(
        "chase.same_zone",
        "Sharing a zone is not enough for a melee attack; the two must be Close.",
        "S2",
    ),
    Rule(
        "chase.initiative",
        "Everyone acts by card, highest first; equal ranks go Spades, Hearts, Diamonds, Clubs. A "
        "Joker goes first and has +2 on trait and damage rolls for the round. Quick replaces each "
        "card of 5 or less, Level Headed keeps the best of two, Improved Level Headed the best of "
        "three, Hesitant the worst of two though never over a Joker. Of equal cards the one dealt "
        "first goes first; a card dealt twice in a round draws a warning. A round with a Joker is "
        "followed by a shuffle.",
        "S2, P",
    ),
    Rule(
        "chase.complication",
        "A Club brings a complication. Until it is settled, with the roll that the GM asks for or "
        "with none, its holder does nothing else that round; forced rolls, soaks, and the bennies "
        "and rerolls for these are open.",
        "S2",
    ),
    Rule(
        "chase.skill",
        "Every chase names the skill that it is run with. A check of it takes the driver's wounds "
        "and fatigue, -1 for each of up to three wounds of the vehicle, -2 while Out of Control, "
        "and the vehicle's Handling.",
        "S2, P",
        ("vehicle.wound_penalty", "vehicle.wound_penalty_cap", "vehicle.out_of_control"),
    ),
    Rule(
        "chase.movement",
        "Zone Movement is a chase-skill check: a success moves one zone ahead, a raise one or two "
        "as the driver likes, a failure none.",
        "S2",
    ),
    Rule(
        "chase.acting",
        "No chase action is open to a participant that has escaped, whose vehicle is Wrecked or "
        "whose driver cannot act. The escaped neither attack nor are attacked; the people of a "
        "wreck may fight on. Wheels and feet can be mixed, participant by participant.",
        "P",
    ),
    Rule(
        "chase.push",
        "Pushing a roll gives it +2 and costs a Control Check, whether it succeeds or not.",
        "S2",
        ("chase.push_bonus",),
    ),
    Rule(
        "chase.close",
        "Get Close is a chase-skill check toward someone in the same zone; a success makes the two "
        "Close, so that they can fight hand to hand and board. It ends when Zone Movement takes either "
        "a zone or more, or when anything else parts their zones. Parting draws no free attack.",
        "S2",
    ),
    Rule(
        "chase.board",
        "From a Close vehicle an occupant may jump across as an action. The GM may ask for a trait "
        "roll; if it fails, the jumper stays aboard its own vehicle.",
        "S2",
    ),
    Rule(
        "chase.driver",
        "An occupant may take the wheel of its vehicle as an action, and from then on its own skill "
        "drives.",
        "P",
    ),
    Rule(
        "chase.ram",
        "In the same zone, oppose chase-skill checks. If the rammer wins, the other makes a Control "
        "Check at -2 for each raise.",
        "S2",
        ("chase.ram_per_raise",),
    ),
    Rule(
        "chase.ram_backfire",
        "A rammer that does not win and whose skill die shows a 1 makes the Control Check itself, "
        "at -2 after a critical failure.",
        "S2",
    ),
    Rule(
        "chase.block",
        "From hold one can answer a vehicle that is about to pass the blocker's zone (from that "
        "zone or one behind it to one beyond), or that has just used a special action in it. "
        "Chase-skill checks are opposed, the blocker's first. If it wins, the mover gets no "
        "further than that zone, or the special action and all its checks never happened; with a raise the "
        "other makes a Control Check too. The block follows what it blocks at once, save for "
        "rerolls, soaks and other blocks. A move that was pushed has its own Control Check all the "
        "same. Hold lasts until the holder's next action that is neither a block nor free nor "
        "forced, or the end of the round.",
        "S2",
    ),
    Rule(
        "chase.block_backfire",
        "A blocker beaten by 4 or more makes the Control Check itself. To know by how much, the "
        "other side rolls even if the blocker's total is below the minimum; a critical failure of "
        "the blocker counts as 0. A blocker below the minimum and yet above the mover just fails, "
        "and no margin is given.",
        "S2",
        ("trait.raise_step", "opposed.minimum"),
    ),
    Rule(
        "chase.block_again",
        "Every block after the first in one round has a further -2: none, -2, -4 and so on.",
        "S2",
        ("chase.block_again",),
    ),
    Rule(
        "chase.regain",
        "Regaining control is an action and a chase-skill check, without the modifier for being Out "
        "of Control. A success ends that condition.",
        "S2",
        ("vehicle.out_of_control",),
    ),
    Rule(
        "chase.this_way",
        "A success on Smarts gives each ally exactly one zone behind +2 on the Zone Movement of its "
        "next turn. Two of these do not add up; the bonus goes with that movement, or with the end "
        "of the next round.",
        "S2",
        ("chase.this_way_bonus",),
    ),
    Rule(
        "chase.hide",
        "One may hide if each pursuer still in the chase is three zones or more behind. Stealth, "
        "with +2 for each zone beyond three to the nearest, is opposed by the best Notice among "
        "them, with +1 for each pursuer after the first. Success is an escape; failure puts the "
        "hider into the nearest pursuer's zone. The best Notice has the larger die; if "
        "equal, the larger bonus; then a Wild Die; then the first listed.",
        "S2",
        ("chase.hide_zones", "chase.hide_per_zone", "chase.hide_per_pursuer"),
    ),
    Rule(
        "vehicle.crew",
        "Whoever mans a vehicle's weapon fires it with their own skill. A Strength weapon on a "
        "vehicle takes the Strength of the vehicle and cannot be used if it has none.",
        "P",
    ),
    Rule(
        "vehicle.damage",
        "Damage that reaches a vehicle's Toughness forces a Control Check on the driver. Each raise "
        "is one wound, dealt before that check. A vehicle is never Shaken and has no hit locations.",
        "S2",
        ("trait.raise_step",),
    ),
    Rule(
        "vehicle.wrecked",
        "A wound beyond what the vehicle bears, three unless its sheet says otherwise, wrecks it: "
        "it is out of the chase, its wounds stay at the maximum, and no Control Check is made.",
        "P",
    ),
    Rule(
        "vehicle.control_check",
        "A Control Check is a chase-skill check. If it fails the vehicle goes Out of Control and "
        "checks again with the very same modifiers: a failure runs it into a hard obstacle, a "
        "success into a soft one, a raise into none. A driver who cannot act fails both. Several "
        "hits mean one Control Check each.",
        "S2",
    ),
    Rule(
        "vehicle.out_of_control",
        "Being Out of Control is -2 on each chase-skill check until control is regained. It does "
        "not reach the second check of the Control Check that brought it about.",
        "S2",
        ("vehicle.out_of_control",),
    ),
    Rule(
        "vehicle.obstacle",
        "A hard obstacle deals one d6 for each whole 5 of Top Speed, a soft one half as many; "
        "fractions are dropped and at least one die is rolled. Top Speed counts squares a turn. A "
        "sheet in miles or kilometres an hour is taken at its number, with a warning, unless the "
        "knob says how many miles an hour are a square.",
        "S2",
        (
            "vehicle.obstacle_die",
            "vehicle.obstacle_divisor",
            "vehicle.soft_divisor",
            "vehicle.mph_per_square",
        ),
    ),
    Rule(
        "vehicle.obstacle_out_of_control",
        "A vehicle that was Out of Control before the Control Check adds one more d6, after the "
        "halving. A knob asks at the collision instead, when a failed check has always made it so. "
        "An obstacle by itself goes by the state the vehicle is in.",
        "S2",
        ("vehicle.out_of_control_before", "vehicle.out_of_control_dice"),
    ),
    Rule(
        "vehicle.obstacle_wounds",
        "Obstacle damage deals one wound for each raise over Toughness and forces no Control Check.",
        "S2",
        ("trait.raise_step",),
    ),
    Rule(
        "vehicle.soak",
        "The driver may spend a benny on the wounds of a crash, and of a crash only: a chase-skill "
        "check with the modifiers of before the Control Check takes off one wound for a success and "
        "one for each raise. A driver who cannot act has no such check. After an obstacle that "
        "stands by itself the modifiers are those of now.",
        "S2",
    ),
    Rule(
        "vehicle.occupants",
        "If wounds of a crash are left after the soak, everyone aboard rolls Vigor, at -2 for each "
        "wound of this crash (those beyond the maximum too) and +2 with a seatbelt. A raise is "
        "unharmed, a success takes one fatigue, a failure one wound, a critical failure two; wounds "
        "can be soaked and do not Shake. The driver is aboard, without a seatbelt if not listed.",
        "S2",
        ("vehicle.occupant_per_wound", "vehicle.seatbelt"),
    ),
    Rule(
        "foot.skill",
        "On foot the chase is run with Agility unless it names another skill; there is no vehicle "
        "whose wounds or Handling could count. If a chase that includes runners names a vehicle "
        "skill, they roll Agility.",
        "S2",
    ),
    Rule(
        "foot.close",
        "Close on foot is within melee reach, and all melee rules hold, those for withdrawing too.",
        "S2",
    ),
    Rule(
        "foot.push",
        "A ram on foot is a push in the same zone: opposed Strength, the pusher at +2, as if it had "
        'moved 3". If it wins, the other makes a Control Check at -2 for each raise. A 1 on the '
        "pusher's Strength die can backfire as a ram does.",
        "S2, P",
        ("foot.push_bonus", "chase.ram_per_raise"),
    ),
    Rule(
        "foot.damage",
        "Runners take damage by the ordinary rules, and it forces no Control Check.",
        "S2",
    ),
    Rule(
        "foot.shaken",
        "What puts a vehicle Out of Control makes a runner Shaken. An obstacle that Shakes it again "
        "wounds it.",
        "S2",
        ("damage.shaken_again",),
    ),
    Rule(
        "foot.obstacle",
        "A hard obstacle deals a runner 2d6, a soft one 1d6, by the ordinary rules of damage. There "
        "are no seatbelts and no occupants.",
        "S2",
        ("foot.obstacle", "foot.soft_obstacle"),
    ),
)
