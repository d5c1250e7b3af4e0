"""Messages of the chat, in every shape that Foundry has stored them in.

Up to Foundry 9 a message has `user`, a `type` of numbers and one `roll`; 10 and 11 have `rolls`; from 12 on there are
`author` and `style`. Rolls are JSON inside a text inside JSON.
"""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from typing import Any, Final, cast

from sw_data.formats.foundry.chat.cards import read_card
from sw_data.formats.foundry.chat.combat import read_drawn
from sw_data.formats.foundry.chat.rolls import UnreadableRoll, read_roll
from sw_data.formats.foundry.chat.values import Card, ChatRoll, Message, Problem, Target
from sw_data.formats.foundry.chat.words import CRITICAL, statement_of
from sw_data.formats.foundry.sniff import SYSTEMS

Value = dict[str, Any]

_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/div|/li|/h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
_ITEM: Final = re.compile(r"""data-item-id\s*=\s*["']([A-Za-z0-9.]{1,64})["']""")
_ACTOR: Final = re.compile(r"""data-actor-id\s*=\s*["']([A-Za-z0-9.]{1,64})["']""")
_ITEM_NAME: Final = re.compile(r"item-name[^<>]{0,200}>\s*(?:<[^<>]{0,200}>\s*)*([^<>]{1,200})<")
_LONGEST: Final = 20_000
_MOST_ROLLS: Final = 50
_TALK: Final = frozenset({1, 2, 3, 4})
_ROLL_TYPE: Final = 5


def is_message(value: Value) -> bool:
    """Whether a document is a message of the chat, told by its content."""
    if not isinstance(value.get("speaker"), dict):
        return False
    return "content" in value or "rolls" in value or "roll" in value or "flavor" in value


def read_message(value: Value, file: str, line: int | None, key: str | None) -> Message:
    """The message of a JSON object; what cannot be read in it is one of its problems.

    Args:
        value: The document.
        file: The file or pack that it came from.
        line: Its line in the file, if it has one of its own.
        key: Its key in a pack, or its pointer in an array.
    """
    get = value.get
    problems: list[Problem] = []
    speaker = _object(get("speaker"))
    flags = _object(get("flags"))
    swade = _object(flags.get("swade"))
    style = get("style", get("type"))
    flavor, lines = _flavor(get("flavor"))
    rolls = _rolls(get("rolls", get("roll")), lines, problems)
    item = item_name = None
    card: Card | None = None
    for module in ("swade-tools", "betterrolls-swade2"):
        held = flags.get(module)
        if isinstance(held, dict) and held:
            card, rolls = read_card(module, cast("Value", held), rolls, problems)
            if card is not None and card.critical_failure is None and module == "swade-tools":
                card = _with_critical(card, get("content"))
            break
    drawn = read_drawn(swade, _object(flags.get("core")), value, problems)
    kind = "talk"
    statement = None
    if drawn is not None:
        kind = "draw"
    elif rolls or card is not None:
        kind = "roll" if rolls else "card"
        if _object(flags.get("core")).get("RollTable"):
            kind = "table"
    elif problems:
        kind = "roll"
    elif get("type") == "itemCard":
        kind = "item"
        item = _text(_object(get("system")).get("uuid"))
        item_name = _item_name(get("content"))
    elif not isinstance(style, int) or style not in _TALK:
        content = get("content")
        if isinstance(content, str) and content:
            kind, item, item_name, actor = _from_html(content)
            if kind == "item" and not speaker.get("actor") and actor:
                speaker = {**speaker, "actor": actor}
            if kind == "talk":
                text = plain_text(content[:_LONGEST])[0]
                statement = statement_of(text) if len(text) < 500 else None
                if statement is not None:
                    kind = "statement"
                elif style == _ROLL_TYPE:
                    kind = "html"
    ident = get("_id")
    whisper = get("whisper")
    stamp = _object(get("_stats")).get("systemId")
    targets = swade.get("targets")
    return Message(
        ident
        if isinstance(ident, str) and ident
        else f"{file}:{line if line is not None else key}",
        _time(get("timestamp")),
        file,
        line,
        key,
        _generation(value),
        stamp if isinstance(stamp, str) and stamp and stamp not in SYSTEMS else None,
        _text(get("author", get("user"))),
        _text(speaker.get("actor")),
        _text(speaker.get("token")),
        _text(speaker.get("scene")),
        _text(speaker.get("alias")) or "",
        kind,
        flavor,
        bool(whisper) if isinstance(whisper, list) else False,
        get("blind") is True,
        rolls,
        _targets(cast("list[Any]", targets)) if isinstance(targets, list) else (),
        item,
        item_name or "",
        card,
        statement,
        drawn,
        tuple(problems),
    )


def _object(value: object) -> Value:
    return cast("Value", value) if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _time(value: object) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e16:
        return value
    return None


def _generation(value: Value) -> str:
    if "author" in value or "style" in value:
        return "v12"
    return "v10" if "rolls" in value else "v9"


def _rolls(
    written: object, lines: tuple[str, ...], problems: list[Problem]
) -> tuple[ChatRoll, ...]:
    """The rolls of a message: a list, or up to Foundry 9 a single one; each a text of JSON, or the object itself."""
    if not written:
        return ()
    listed = cast("list[Any]", written) if isinstance(written, list) else [written]
    where = "/rolls/{}" if isinstance(written, list) else "/roll"
    found: list[ChatRoll] = []
    if len(listed) > _MOST_ROLLS:
        problems.append(
            Problem(
                "SW662", f"a message with {len(listed)} rolls; {_MOST_ROLLS} are read", "/rolls"
            )
        )
        listed = listed[:_MOST_ROLLS]
    for number, one in enumerate(listed):
        try:
            value: object = json.loads(one) if isinstance(one, str) else one
            roll, odd = read_roll(value, lines)
        except UnreadableRoll as refused:
            problems.append(Problem(refused.code, refused.message, where.format(number)))
            continue
        except (ValueError, RecursionError) as error:
            why = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
            problems.append(Problem("SW661", f"the roll is no JSON: {why}", where.format(number)))
            continue
        found.append(roll)
        for each in odd:
            problems.append(each._replace(pointer=where.format(number)))
    return tuple(found)


def _targets(written: list[Any]) -> tuple[Target, ...]:
    found: list[Target] = []
    for each in written[:100]:
        if isinstance(each, dict):
            entry = cast("Value", each)
            key, name = _text(entry.get("uuid")), _text(entry.get("name"))
            if key or name:
                found.append(Target(key or "", name or ""))
        elif isinstance(each, str) and each:
            found.append(Target(each))
    return tuple(found)


def _flavor(written: object) -> tuple[str, tuple[str, ...]]:
    """The flavor's first line, and the lines after it, in which older versions list the modifiers."""
    if not isinstance(written, str) or not written:
        return "", ()
    if "<" not in written and "&" not in written and "\n" not in written:
        return written[:500], ()
    return plain_text(written[:_LONGEST])


@lru_cache(maxsize=512)
def plain_text(written: str) -> tuple[str, tuple[str, ...]]:
    """The first line of an HTML text without its tags, and the other lines."""
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", written)))
    lines = [" ".join(line.split()) for line in text.split("\n")]
    kept = [line for line in lines if line]
    return (kept[0][:500], tuple(kept[1:60])) if kept else ("", ())


def _from_html(content: str) -> tuple[str, str | None, str | None, str | None]:
    """Whether a text is the card of an item: its kind, the item, its name, its actor."""
    if "<" not in content:
        return "talk", None, None, None
    head = content[:_LONGEST]
    item = _ITEM.search(head)
    if item and "item" in head:
        actor = _ACTOR.search(head)
        return "item", item[1], _item_name(head), actor[1] if actor else None
    if "dice-roll" in head or "dice-total" in head:
        return "html", None, None, None
    return "talk", None, None, None


def _item_name(content: object) -> str | None:
    found = _ITEM_NAME.search(content[:_LONGEST]) if isinstance(content, str) else None
    return html.unescape(found[1]).strip() if found else None


def _with_critical(card: Card, content: object) -> Card:
    if isinstance(content, str) and CRITICAL.search(content[:_LONGEST].casefold()):
        return card._replace(critical_failure=True)
    return card
