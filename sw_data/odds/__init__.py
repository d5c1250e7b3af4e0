"""Exact chances: the whole distribution of a roll, an attack, a soak, a chase; Aces without an end and without a cut.

Every answer rests on the same rule functions that resolve logs, takes a ruleset, and is made of fractions:

    die("d8")                                       what one die comes to
    trait("d8", wild_card=True, tn=6)               a trait roll; of a character trait(joe, "Spirit")
    opposed("d8", against="d6")                     an opposed roll
    damage("2d6+1", toughness=7)                    damage, and what it does
    attack(joe, "Hammer on a stick", target=goblin) an attack, with `bennies` the soak too
    soak("d8", wounds=2, bennies=2)                 a soak by itself, played well
    recover(joe), incapacitation(joe), bleeding(joe)
    control_check(joe, jeep), movement(joe, jeep), get_close, ram, block, regain_control, this_way, hide
    until(odds, "hit"), turns_to_fell(joe, "Sword", target=ogre)
    across(lambda tn: trait("d8", tn=tn), range(2, 13))  curves against a target number, a die, a modifier, a Toughness

A `Distribution` is of totals, `Odds` are of named outcomes, a `Waiting` is of turns; each has `p(event)`, `table()`,
`mean`, `to_json()`, a text and a display. Knows no file, no chance, no clock.
"""

from sw_data.odds.attacks import attack
from sw_data.odds.chances import Chance, Odds
from sw_data.odds.chase_checks import get_close, regain_control, this_way
from sw_data.odds.chases import block, hide, movement, ram
from sw_data.odds.checks import trait
from sw_data.odds.control import control_check
from sw_data.odds.curves import Curves, across
from sw_data.odds.damages import damage
from sw_data.odds.opposition import opposed
from sw_data.odds.recovery import bleeding, incapacitation, recover
from sw_data.odds.soaks import soak
from sw_data.odds.totals import Distribution, die
from sw_data.odds.turns import Waiting, turns_to_fell, until

__all__ = [
    "Chance",
    "Curves",
    "Distribution",
    "Odds",
    "Waiting",
    "across",
    "attack",
    "bleeding",
    "block",
    "control_check",
    "damage",
    "die",
    "get_close",
    "hide",
    "incapacitation",
    "movement",
    "opposed",
    "ram",
    "recover",
    "regain_control",
    "soak",
    "this_way",
    "trait",
    "turns_to_fell",
    "until",
]
