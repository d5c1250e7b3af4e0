"""Dice, damage, ranges and numbers as people and programs spell them, for every format; and texts made clean."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from sw_data.dice import STEPS, Damage, Die
from sw_data.errors import NotationError
from sw_data.formats.names import die_letters, is_strength

MOST: Final = 100_000
"""The largest number that a sheet may hold; what is beyond is no number of the game."""

LONGEST: Final = 200
"""The longest text that is looked at as a die, a damage or a range."""

NOTHING: Final = frozenset(
    {"", "-", "*", "n/a", "na", "none", "nothing", "keine", "aucun", "ninguno"}
)
"""What people write for nothing, in the plain form."""

_PLAIN: Final = str.maketrans({
    "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\u2009": " ", "\u3000": " ",
    "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-",
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u00b4": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"', "\u2032": "'", "\u00d7": "x",
    "\u00ad": None, "\u200b": None, "\u200e": None, "\u200f": None, "\ufeff": None,
})  # fmt: skip
_NUMBER: Final = re.compile(r"^\s*([+-]?)\s*([0-9]{1,9})(?:\.0*)?\s*$")
_BRACKETED: Final = re.compile(r"\[[^\[\]]*\]")
_COUNT_RANGE: Final = re.compile(
    r"(?<![0-9d])[0-9]{1,2}\s*-\s*(?=[0-9]{1,2}\s*d[0-9])", re.IGNORECASE
)
_ROLL20: Final = re.compile(r"@\{(\w+?)(?:_rank)?\}")
_BRACKETS: Final = re.compile(
    r"""([0-9]{1,5})\s*["']?\s*/\s*([0-9]{1,5})\s*["']?\s*/\s*([0-9]{1,5})\s*["']?"""
)
_ALONE: Final = re.compile(r"""^\s*([0-9]{1,5})\s*["']?\s*$""")
_MELEE: Final = frozenset({"melee", "nahkampf", "contact", "cuerpo a cuerpo", "0"})


class DamageRead(NamedTuple):
    """The damage that a text spells, or None; and what was taken for granted."""

    damage: Damage | None
    remark: str = ""


class RangeRead(NamedTuple):
    """The range that a text spells: three brackets, a template's name or None; and what was taken for granted."""

    range: tuple[int, int, int] | str | None
    remark: str = ""


def plain(text: str) -> str:
    """A text with every dash, blank and quotation mark in its simplest form."""
    return unicodedata.normalize("NFKC", text.translate(_PLAIN)) if text else text


def simplest(character: str) -> str:
    """One character in its simplest form; empty for one that is not seen."""
    return character.translate(_PLAIN)


def clean(text: str) -> str:
    """A text without control characters and half characters; tabs and line breaks stay."""
    if text.isprintable():
        return text
    return "".join(each for each in text if each in "\t\n\r" or not _is_control(each))


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in "\ufffe\uffff"


def one_line(text: str) -> str:
    """A text in one line, without needless blanks."""
    return " ".join(clean(text).split())


def number_in(text: str) -> int | None:
    """The whole number that a text spells, with a sign of any kind; None if it spells none."""
    match = _NUMBER.match(plain(text[:LONGEST]))
    if match is None:
        return None
    number = int(match[2])
    return None if number > MOST else -number if match[1] == "-" else number


def die_pattern() -> str:
    """A regular expression for a trait die in any language: groups `sides`, `sign` and `bonus`."""
    return (
        rf"1?[{die_letters()}]\s?(?P<sides>[0-9]{{1,3}})(?![0-9])"
        r"(?:\s?(?P<sign>[+-])\s?(?P<bonus>[0-9]{1,3})(?![0-9]|\s*[dDwW][0-9]))?"
    )


_DIE: Final = re.compile(rf"^\s*{die_pattern()}\s*$")


def trait_die(sides: int, bonus: int = 0) -> Die | None:
    """The trait die of a number of sides; a d14 is a d12+1, a d16 a d12+2. None if no trait has it."""
    if sides in STEPS:
        return Die(sides, bonus)
    if 12 < sides <= 36 and sides % 2 == 0:
        return Die(12, bonus + (sides - 12) // 2)
    return None


def die_in(text: str) -> Die | None:
    """The trait die that a text spells (`d8`, `D12 + 2`, `1d6`, `W8`, `8`); None if it spells none."""
    written = plain(text[:LONGEST]).strip()
    number = number_in(written)
    if number is not None:
        return trait_die(number)
    match = _DIE.match(written)
    if match is None:
        return None
    bonus = int(match["bonus"] or 0)
    return trait_die(int(match["sides"]), -bonus if match["sign"] == "-" else bonus)


_TERM: Final = re.compile(
    rf"\s*(?P<sign>[+-]?)\s*(?:(?P<count>[0-9]{{0,2}})\s?[{die_letters()}]\s?(?P<sides>[0-9]{{1,3}})[!xX]?(?![\w])"
    r"|(?P<word>@?[^\W\d_]+\.?)|(?P<flat>[0-9]{1,4})(?![\w/.]))"
)
_USUAL_SIDES: Final = frozenset({2, 3, 4, 6, 8, 10, 12, 20})


def damage_at(text: str) -> tuple[Damage, int] | None:
    """The damage that a text begins with, and where it ends; None if it begins with none.

    The text is in the plain form (see `plain`). Damage has dice or Strength: a number alone is none.
    """
    terms: list[str] = []
    position = 0
    while True:
        match = _TERM.match(text, position)
        if match is None or (terms and not match["sign"]):
            break
        sign = match["sign"] or "+"
        if match["word"] is not None:
            if not is_strength(match["word"]) or sign == "-":
                break
            terms.append("+Str")
        elif match["flat"] is not None:
            if not terms:
                break
            terms.append(f"{sign}{match['flat']}")
        else:
            if int(match["sides"]) not in _USUAL_SIDES or sign == "-":
                break
            terms.append(f"+{match['count']}d{match['sides']}")
        position = match.end()
    if not terms:
        return None
    try:
        return Damage.parse("".join(terms).lstrip("+")), position
    except NotationError:
        return None


_MORE_DICE: Final = re.compile(r"^[+-]\s*[0-9]{0,3}\s?[a-zA-Z][0-9]")
"""Dice behind others that the game does not have: `+d7`."""
_SLASHES: Final = re.compile(r"""^[0-9\s"']*/[0-9\s/"']*$""")


def damage_in(text: str) -> DamageRead:
    """The damage that a whole text spells, as `Damage`; None as the value if it spells none.

    Nothing, a dash and 0 are no damage. `1-3d6` is read as 3d6 and `3d6/2d6/1d6` as its first, with a remark.
    """
    written = plain(text[:LONGEST]).strip()
    if written.casefold() in NOTHING or written == "0":
        return DamageRead(Damage())
    remark = ""
    written = _BRACKETED.sub("", _ROLL20.sub(r"\1", written)).strip(" .*")
    if _COUNT_RANGE.search(written):
        written, remark = (
            _COUNT_RANGE.sub("", written),
            "the most dice, those at short range, are read",
        )
    if written.startswith("(") and written.endswith(")"):
        written = written[1:-1]
    found = damage_at(written)
    if found is None:
        flat = number_in(written)
        return (
            DamageRead(None)
            if flat is None or not 0 <= flat <= 1000
            else DamageRead(Damage(flat=flat))
        )
    damage, end = found
    rest = written[end:].strip()
    if _MORE_DICE.match(rest):
        return DamageRead(None)
    if rest.startswith("/"):
        return DamageRead(damage, "only the damage at short range is read")
    if rest:
        return (
            DamageRead(None)
            if rest[0].isalnum()
            else DamageRead(damage, f"{rest!r} after it is left out")
        )
    return DamageRead(damage, remark)


def is_broken_range(text: str) -> bool:
    """Whether a text has the numbers and slashes of range brackets, and not three of them."""
    written = plain(text[:LONGEST]).strip(" .")
    return _SLASHES.match(written) is not None and _BRACKETS.fullmatch(written) is None


def range_in(text: str) -> RangeRead:
    """The range that a text spells: three brackets, the name of a template, or None for melee."""
    written = plain(text[:LONGEST]).strip(" .")
    if written.casefold() in NOTHING or written.casefold() in _MELEE:
        return RangeRead(None)
    brackets = _BRACKETS.search(written)
    if brackets is not None:
        found = (int(brackets[1]), int(brackets[2]), int(brackets[3]))
        rest = (written[: brackets.start()] + written[brackets.end() :]).strip(" ,;:")
        bare = rest.casefold() in ("", "range", "reichweite", "portée", "alcance")
        return RangeRead(found, "" if bare else f"{rest!r} beside it is left out")
    alone = _ALONE.match(written)
    if alone is not None:
        one = int(alone[1])
        return RangeRead(
            (one, one, one), f"one number is read as all three brackets: {one}/{one}/{one}"
        )
    return RangeRead(one_line(text[:LONGEST]))
