"""Damage as Foundry sheets write it: `@str+d6`, `2d6 + 1`, `1-3d6`, `Fue+d6`, and what cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sw_data.dice import Damage, Die
from sw_data.errors import NotationError
from sw_data.formats.names import attribute_named, die_letters, is_strength
from sw_data.models import AttributeName

USUAL_SIDES: Final = frozenset({2, 3, 4, 6, 8, 10, 12, 20})
"""Sides that a weapon's die can have; another number is more likely a lost sign (`2d61` for 2d6+1)."""

LONGEST: Final = 200

_DASHES = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u00d7": "*"})
_NONE = frozenset({"", "-", "0", "none", "n/a", "na", "\u2013", "\u2014"})
_FLAVOUR = re.compile(r"\[[^\[\]]*\]")
_COUNT_RANGE = re.compile(r"(?<![0-9d])[0-9]{1,2}\s*-\s*(?=[0-9]{1,2}\s*d[0-9])", re.IGNORECASE)
_BY_RANGE = re.compile(r"^\s*([0-9]{1,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]+)?)(?:\s*/\s*[0-9]{1,2}d[0-9]{1,3}"
                       r"(?:\s*[+-]\s*[0-9]+)?)+\s*$", re.IGNORECASE)  # fmt: skip
_DICE = re.compile(r"([0-9]{0,3})\s*([^\W\d_])\s*([0-9]{1,4})\s*[xX]?(?![\w.])")
_NUMBER = re.compile(r"[0-9]{1,5}(?![\w.])")
_WORD = re.compile(r"@?[^\W\d_]+\.?")
_SIGN = re.compile(r"\s*([+-])\s*")


@dataclass(frozen=True, slots=True)
class ReadDamage:
    """What a damage text says: the damage, or none; and why it could not be read, or what was taken for granted.

    `rolls` says that Foundry rolls the text as it stands, and that only its wielder is missing here.
    """

    damage: Damage | None
    problem: str = ""
    remark: str = ""
    rolls: bool = False


def read_damage(text: str, attributes: Mapping[AttributeName, Die] | None = None) -> ReadDamage:
    """The damage that a text spells.

    Args:
        text: The text of the sheet. Nothing, a dash and 0 are no damage.
        attributes: The wielder's attributes, for the few weapons that add another one than Strength.
    """
    if text.strip().casefold() in _NONE:
        return ReadDamage(Damage())
    if len(text) > LONGEST:
        return ReadDamage(None, "it is too long for a damage expression")
    remarks: list[str] = []
    plain = text.strip()
    if "\u2013" in plain or "\u2014" in plain:
        remarks.append("its long dash is read as a minus, though Foundry drops it")
    plain = _FLAVOUR.sub("", plain.translate(_DASHES)).strip()
    first = _BY_RANGE.match(plain)
    if first is not None:
        remarks.append("only the damage at short range is read")
        plain = first[1]
    if _COUNT_RANGE.search(plain):
        remarks.append("the most dice, those at short range, are read")
        plain = _COUNT_RANGE.sub("", plain)
    if plain.startswith("(") and plain.endswith(")") and plain.count("(") == 1:
        plain = plain[1:-1]
    parsed = _Parser(plain, attributes or {}).damage()
    if parsed.damage is None:
        return parsed
    remark = "; ".join([*remarks, *([parsed.remark] if parsed.remark else [])])
    return ReadDamage(parsed.damage, "", remark, parsed.rolls and not remarks)


class _Parser:
    """One pass over a damage expression: terms of dice, numbers and attributes, joined by plus and minus."""

    def __init__(self, text: str, attributes: Mapping[AttributeName, Die]) -> None:
        self.text = text
        self.attributes = attributes
        self.position = 0
        self.terms: list[str] = []
        self.remark = ""
        self.rolls = False

    def damage(self) -> ReadDamage:
        """The damage, or why there is none."""
        sign = "+"
        opening = _SIGN.match(self.text)
        if opening is not None:
            sign, self.position = opening[1], opening.end()
        while True:
            problem = self._term(sign)
            if problem:
                return ReadDamage(None, problem, rolls=self.rolls)
            following = _SIGN.match(self.text, self.position)
            if following is None:
                break
            sign, self.position = following[1], following.end()
        rest = self.text[self.position :].strip()
        if rest and not re.match(r"^[(,;]?\s*[^\W\d_]", rest):
            return ReadDamage(None, f"{rest!r} cannot be read")
        if rest:
            self.remark, self.rolls = f"{rest!r} after it is left out", False
        try:
            return ReadDamage(
                Damage.parse("".join(self.terms).lstrip("+")), "", self.remark, self.rolls
            )
        except NotationError as error:
            return ReadDamage(None, str(error))

    def _term(self, sign: str) -> str:
        """Read one term; what is wrong with it, or nothing."""
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1
        dice = _DICE.match(self.text, self.position)
        if dice is not None and dice[2].casefold() in die_letters():
            sides = int(dice[3])
            if sides not in USUAL_SIDES:
                return f"no weapon has a die with {sides} sides"
            self.terms.append(f"{sign}{dice[1]}d{sides}")
            self.position = dice.end()
            return ""
        number = _NUMBER.match(self.text, self.position)
        if number is not None:
            self.terms.append(f"{sign}{number[0]}")
            self.position = number.end()
            return ""
        word = _WORD.match(self.text, self.position)
        if word is None:
            rest = self.text[self.position :]
            return f"{rest!r} cannot be read" if rest else "it ends after a sign"
        return self._word(sign, word[0], word.end())

    def _word(self, sign: str, word: str, end: int) -> str:
        name = word.strip("@.")
        if is_strength(name):
            self.terms.append(f"{sign}Str")
            self.position = end
            return ""
        attribute = attribute_named(name)
        if attribute is None:
            return f"{word!r} is neither dice nor Strength"
        self.rolls = word.startswith("@")
        die = self.attributes.get(attribute)
        if die is None:
            return f"it adds {attribute.capitalize()}, and the wielder is not known"
        self.terms.append(f"{sign}d{die.sides}{f'{die.bonus:+d}' if die.bonus else ''}")
        self.remark = f"{word} is read as the wielder's {attribute.capitalize()} {die}"
        self.position = end
        return ""
