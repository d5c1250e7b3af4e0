"""How a value is written as JSON, in the manner of the document that it comes into."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from sw_data.document.locate import key_at
from sw_data.document.raw import LIMITS, is_list, is_object, scan_once
from sw_data.document.syntax import HALF, blank
from sw_data.errors import ImpossibleError

_ESCAPED_LETTER: Final = re.compile(r"\\u(?:00[89a-fA-F]|0[1-9a-fA-F]|[1-9a-fA-F])")


@dataclass(frozen=True, slots=True)
class Style:
    r"""The manner of a document.

    Attributes:
        newline: `\n`, `\r\n` or a lone `\r`.
        unit: What one level is indented by; None if the document is on one line.
        colon: The colon after a key with its blanks.
        gap: The blanks after a comma within a line.
        ascii: Whether letters beyond ASCII are written as escapes.
    """

    newline: str = "\n"
    unit: str | None = None
    colon: str = ": "
    gap: str = " "
    ascii: bool = False


def style_of(text: str) -> Style:
    """The manner of a document, told by its beginning: the first member, and the first member of that."""
    feed, back = text.find("\n"), text.find("\r")
    newline = "\n"
    if back >= 0 and (feed < 0 or back < feed):
        newline = "\r\n" if feed == back + 1 else "\r"
    unit: str | None = None
    colon: str | None = None
    gap: str | None = None
    at = blank(text, 0)
    while text[at] in "{[":
        first = blank(text, at + 1)
        if text[first] in "}]":
            break
        before = text[at + 1 : first]
        if unit is None and is_broken(before):
            unit = indent_of(before)
        if text[at] == "{":
            _, key_end, at = key_at(text, first)
            colon = text[key_end:at]
            break
        at = first
        if text[at] not in "{[":
            end = blank(text, scan_once(text, at)[1])
            if text[end] == ",":
                gap = text[end + 1 : blank(text, end + 1)]
    if colon is None or is_broken(colon):
        colon = ":" if gap == "" else ": "
    if gap is None or is_broken(gap):
        gap = " " if colon.endswith(" ") else ""
    return Style(newline, unit, colon, gap, text.isascii() and _has_escaped_letter(text))


def _has_escaped_letter(text: str) -> bool:
    """Whether a letter beyond ASCII is written as an escape; after an escaped backslash there is none."""
    for match in _ESCAPED_LETTER.finditer(text):
        at = match.start()
        before = at
        while before and text[before - 1] == "\\":
            before -= 1
        if (at - before) % 2 == 0:
            return True
    return False


def is_broken(blanks: str) -> bool:
    """Whether blanks hold the end of a line."""
    return "\n" in blanks or "\r" in blanks


def indent_of(blanks: str) -> str:
    """The blanks after the last end of a line."""
    return blanks[max(blanks.rfind("\n"), blanks.rfind("\r")) + 1 :]


def spell(value: object, style: Style, indent: str | None = None, depth: int = 0) -> str:
    """A value as JSON.

    Args:
        value: None, a truth value, a number, a text, a list or a dict with texts as keys.
        style: The manner of the document.
        indent: The indent of the line that the value begins on, if lists and objects take a line a member; None writes
            all on one line.
        depth: How many levels stand above it.

    Raises:
        ImpossibleError: JSON cannot say it: NaN, infinity, another type, or nested too deep.
    """
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return spell_text(value, style)
    if isinstance(value, int):
        try:
            return int.__repr__(value)
        except ValueError:
            raise ImpossibleError("an integer of that many digits cannot be written") from None
    if isinstance(value, float):
        return spell_float(value)
    if depth >= LIMITS.depth:
        raise ImpossibleError(f"a value nested deeper than {LIMITS.depth} levels cannot be written")
    inner = None if indent is None else indent + (style.unit or "")
    if is_object(value):
        members = [
            _key(key, style) + style.colon + spell(member, style, inner, depth + 1)
            for key, member in value.items()
        ]
        return _container("{", members, "}", style, indent, inner)
    if is_list(value):
        members = [spell(member, style, inner, depth + 1) for member in value]
        return _container("[", members, "]", style, indent, inner)
    raise ImpossibleError(f"JSON has no {type(value).__name__}: {value!r}")


def _key(key: object, style: Style) -> str:
    if not isinstance(key, str):
        raise ImpossibleError(f"a key of a JSON object is a text, not {key!r}")
    return spell_text(key, style)


def _container(
    opening: str,
    members: list[str],
    closing: str,
    style: Style,
    indent: str | None,
    inner: str | None,
) -> str:
    if not members:
        return opening + closing
    if indent is None or inner is None:
        return opening + ("," + style.gap).join(members) + closing
    start = style.newline + inner
    return opening + start + ("," + start).join(members) + style.newline + indent + closing


def spell_text(text: str, style: Style) -> str:
    """A text as JSON with as few escapes as can be; half a surrogate pair is always one."""
    written = json.dumps(text, ensure_ascii=style.ascii)
    if not style.ascii and not written.isascii():
        written = HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", written)
    return written


def spell_float(number: float) -> str:
    """A number as JavaScript writes it: `2`, `0.00001`, `1e+21`; -0.0 keeps its sign."""
    if number - number != 0:
        raise ImpossibleError(
            f"{number!r} is no number of JSON; write the number that is meant, or None"
        )
    if number == 0:
        return "0" if str(number)[0] != "-" else "-0.0"
    if abs(number) < 1e21 and number.is_integer():
        # All its digits: JavaScript ends with noughts from 2**53 on, which elsewhere is another integer.
        return str(int(number))
    sign = "-" if number < 0 else ""
    mantissa, _, power = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    # The value is 0.DIGITS times ten to the power `point`.
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    exponent = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + digits[0] + ("." + digits[1:] if digits[1:] else "") + exponent


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal as JSON: 2 and 2.0 are, 1 and true are not; the order of keys does not count."""
    if one is other:
        return True
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return False
    if isinstance(one, (int, float)):
        if not isinstance(other, (int, float)):
            return False
        return bool(one == other) or (one != one and other != other)
    if is_object(one):
        return (
            is_object(other)
            and one.keys() == other.keys()
            and all(same(value, other[key]) for key, value in one.items())
        )
    if is_list(one):
        return (
            is_list(other)
            and len(one) == len(other)
            and all(same(a, b) for a, b in zip(one, other, strict=True))
        )
    return bool(one == other)
