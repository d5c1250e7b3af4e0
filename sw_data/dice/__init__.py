"""Dice: how they are written, where their faces come from, what they add up to. Knows no rule but the Ace."""

from sw_data.dice.notation import STEPS, Damage, Die, parse_dice, write_dice
from sw_data.dice.rolled import RolledDie
from sw_data.dice.source import DicePool, DiceProblem, FacesOf, Logged, Seeded, word

__all__ = [
    "STEPS",
    "Damage",
    "DicePool",
    "DiceProblem",
    "Die",
    "FacesOf",
    "Logged",
    "RolledDie",
    "Seeded",
    "parse_dice",
    "word",
    "write_dice",
]
