"""The chat saved as text: a time, a speaker, and lines; of a roll its formula, its parts and its total.

Of a pool only the total of what counts is written, so the dice of a Wild Card cannot be told. A single die, and each
die of a damage, can: an Ace is always the highest face, so only one row of faces comes to a total.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sw_data.document import Limits
from sw_data.errors import DocumentError
from sw_data.formats.foundry.chat.arithmetic import number_of
from sw_data.formats.foundry.chat.faces import faces_of
from sw_data.formats.foundry.chat.values import (
    ChatDie,
    ChatModifier,
    ChatRoll,
    Message,
    Problem,
    RollKind,
)
from sw_data.formats.foundry.chat.words import is_wild, statement_of, tested_trait

_HEAD: Final = re.compile(r"^\[([^\]\n]{5,60})\] (.{0,200})$")
_RULE: Final = re.compile(r"^-{10,}$")
_ROLL: Final = re.compile(r"^(.{1,1000}?[0-9)}\]xk][^=]{0,40}?) = (.{1,500}?) = (-?[0-9]{1,9})$")
_DIE: Final = re.compile(r"([0-9]{0,4})d([0-9]{1,4})(x?[a-z0-9<>=]{0,12}?)(?:\[([^\]]{0,100})\])?$")
_CLOCK: Final = re.compile(
    r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{2,4}),?\s+([0-9]{1,2}):([0-9]{2}):([0-9]{2})\s*([AaPp])?"
)
_LABEL: Final = re.compile(r"^([0-9]{1,6})(?:\[([^\]]{0,100})\])?$")


def is_text_log(path: str) -> bool:
    """Whether a file is a chat that was saved as text, told by its first line."""
    try:
        with Path(path).open("rb") as stream:
            first = stream.read(400)
    except OSError:
        return False
    line = first.split(b"\n", 1)[0].decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r")
    found = _HEAD.match(line)
    return found is not None and any(sign.isdigit() for sign in found[1])


def read_text_log(path: str, *, limits: Limits) -> Generator[Message]:
    """The messages of a chat that was saved as text, one after another.

    Raises:
        DocumentError: The file cannot be read.
    """
    try:
        with Path(path).open(encoding="utf-8-sig", errors="replace") as stream:
            yield from _messages(path, stream, limits)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise DocumentError(f"cannot be read: {why}", path=path, code="SW012") from None


def _messages(path: str, lines: Iterable[str], limits: Limits) -> Iterator[Message]:
    head: tuple[int, str, str] | None = None
    body: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n")
        found = _HEAD.match(text)
        if found and (head is None or not body or _RULE.match(body[-1])):
            if head is not None:
                yield _message(path, head, body)
            head, body = (number, found[1], found[2]), []
        elif head is not None and len(body) < limits.depth * 10:
            body.append(text)
    if head is not None:
        yield _message(path, head, body)


def _message(path: str, head: tuple[int, str, str], body: list[str]) -> Message:
    line, clock, alias = head
    said = [text for text in body if text and not _RULE.match(text)]
    rolls: list[ChatRoll] = []
    problems: list[Problem] = []
    talk: list[str] = []
    for text in said:
        found = _ROLL.match(text)
        if found is None:
            talk.append(text)
            continue
        roll = _roll(found[1], found[2], int(found[3]), " ".join(talk))
        if roll is None:
            problems.append(
                Problem("SW676", f"the dice of {found[1][:100]!r} cannot be told from the text")
            )
        else:
            rolls.append(roll)
    statement = statement_of(" ".join(talk)) if talk and not rolls and not problems else None
    kind = "roll" if rolls or problems else "statement" if statement is not None else "talk"
    return Message(
        f"{path}:{line}", _time(clock), path, line, None, "text", None, None, None, None, None, alias.strip(), kind,
        talk[0][:500] if talk else "", rolls=tuple(rolls), statement=statement, problems=tuple(problems),
    )  # fmt: skip


def _time(clock: str) -> float | None:
    """The time in milliseconds, as if the text's clock were that of UTC: it does not name its zone.

    Foundry writes month, day and year whatever the language.
    """
    found = _CLOCK.search(clock)
    if found is None:
        return None
    month, day, year, hour, minute, second = (int(found[n]) for n in range(1, 7))
    if found[7]:
        hour = hour % 12 + (12 if found[7] in "Pp" else 0)
    try:
        at = datetime(
            year if year > 99 else 2000 + year, month, day, hour, minute, second, tzinfo=UTC
        )
    except ValueError:
        return None
    return at.timestamp() * 1000


def _roll(formula: str, parts: str, total: int, title: str) -> ChatRoll | None:
    """The roll of a line `formula = parts = total`; None if its dice cannot be told."""
    pool = re.match(r"^\{([^{}]{1,400})\}(k[hl]?[0-9]*)?\s*(.*)$", formula.strip())
    if pool:
        inner = pool[1].split(",")
        if len(inner) != 1:
            return None
        return _summed(f"{inner[0]} {pool[3]}", parts, total, trait=True)
    return _summed(formula, parts, total, trait=tested_trait(title) is not None)


def _summed(formula: str, parts: str, total: int, *, trait: bool) -> ChatRoll | None:
    terms = _signed(formula)
    values = _signed(parts)
    if len(terms) != len(values) or not terms:
        return None
    dice: list[ChatDie] = []
    modifiers: list[ChatModifier] = []
    aces = True
    for (sign, term), (value_sign, value) in zip(terms, values, strict=True):
        worth = number_of(value.strip("{} "))
        if worth is None or sign != value_sign:
            return None
        die = _DIE.match(term)
        if die:
            faces = faces_of(int(die[2]), int(worth))
            if sign < 0 or int(die[1] or 1) != 1 or faces is None:
                return None
            aces = aces and "x" in die[3]
            role = "wild" if die[4] and is_wild(die[4]) else "trait" if trait else "die"
            dice.append(ChatDie(int(die[2]), faces, role, die[4] or ""))
            continue
        plain = _LABEL.match(term)
        if plain is None:
            return None
        modifiers.append(ChatModifier(plain[2] or "", sign * int(worth)))
    computed = sum(die.total for die in dice) + sum(each.value for each in modifiers)
    if computed != total or not dice:
        return None
    # Of the game's rolls only damage adds dice that can Ace.
    kind: RollKind = "trait" if trait else "damage" if aces else "other"
    return ChatRoll(kind, tuple(dice), tuple(modifiers), total, computed)


def _signed(text: str) -> list[tuple[int, str]]:
    """The terms of a sum with their signs; brackets are not cut."""
    terms: list[tuple[int, str]] = []
    sign, depth, start = 1, 0, 0
    for at, char in enumerate(text):
        if char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
        elif char in "+-" and depth == 0:
            if text[start:at].strip():
                terms.append((sign, text[start:at].strip()))
                sign = 1
            sign = -sign if char == "-" else sign
            start = at + 1
    if text[start:].strip():
        terms.append((sign, text[start:].strip()))
    return terms
