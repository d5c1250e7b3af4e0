"""A chat that is a file of lines: its lines, whether they stand in the order of time, and the cards of its fights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from sw_data.document import Document
from sw_data.document.json_lines import lines
from sw_data.document.store import StoreLimits
from sw_data.formats.foundry.chat.combat import Combat
from sw_data.formats.foundry.chat.values import Drawn, Message

_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_DIGITS: Final = re.compile(rb"\s*([0-9]{1,16})")


def lines_of(stream: BinaryIO, limits: StoreLimits) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, each with its number; in wide encodings as UTF-8."""
    first = stream.read(4)
    stream.seek(0)
    if first.startswith(_WIDE) or b"\0" in first:
        for document in lines(stream, limits=limits):
            if isinstance(document, Document):
                yield document.line, document.text.encode("utf-8", "surrogatepass")
        return
    number = 1
    while line := stream.readline(limits.size + 1):
        if not line.isspace():
            yield number, line
        number += 1
        if b"\r" in line:
            # A carriage return by itself ends a line too, as editors count them.
            number += line.count(b"\r") - line.count(b"\r\n")


def size_of(name: str) -> int:
    """The bytes of a file; 0 for a folder, and for what is not there."""
    try:
        path = Path(name)
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def in_order(path: Path, limits: StoreLimits) -> bool:
    """Whether the times of a file's lines never go back; then no message has to wait for another."""
    latest = -1
    with path.open("rb") as stream:
        while line := stream.readline(limits.size + 1):
            at = line.find(b'"timestamp":')
            found = _DIGITS.match(line, at + 12) if at >= 0 else None
            if found is None:
                # No message: an actor or a scene, which must be known before the first message is linked.
                return False
            time = int(found[1])
            if time < latest:
                return False
            latest = time
    return True


def drawn_in(combat: Combat, name: str) -> Iterator[Message]:
    """The cards of a fight's present round, as if each had been drawn in the chat."""
    for each in combat.combatants:
        if each.card is not None:
            yield Message(
                f"{combat.id}.{combat.round}.{each.id}", combat.time, name, None, None, "combat", None, None,
                each.actor, each.token, None, each.name or "", "draw", drawn=Drawn((each.card,), each.card),
            )  # fmt: skip
