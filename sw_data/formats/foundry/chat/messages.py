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

from pydantic_core import from_json

from sw_data.document.raw import is_list
from sw_data.formats.foundry.chat.cards import read_card
from sw_data.formats.foundry.chat.combat import read_drawn
from sw_data.formats.foundry.chat.parts import Value, object_in, text_in
from sw_data.formats.foundry.chat.rolls import UnreadableRoll, read_roll
from sw_data.formats.foundry.chat.values import (
    Card,
    ChatRoll,
    Drawn,
    Message,
    Problem,
    Statement,
    Target,
)
from sw_data.formats.foundry.chat.words import CRITICAL, statement_of
from sw_data.formats.foundry.sniff import SYSTEMS

_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/div|/li|/h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
_ITEM: Final = re.compile(r"""data-item-id\s*=\s*["']([A-Za-z0-9.]{1,64})["']""")
_ACTOR: Final = re.compile(r"""data-actor-id\s*=\s*["']([A-Za-z0-9.]{1,64})["']""")
_ITEM_NAME: Final = re.compile(r"item-name[^<>]{0,200}>\s*(?:<[^<>]{0,200}>\s*)*([^<>]{1,200})<")
_LONGEST: Final = 20_000
_MOST_ROLLS: Final = 50
_TALK: Final = frozenset({1, 2, 3, 4})
_MODULES: Final = ("swade-tools", "betterrolls-swade2")
_NOTHING: Final[Value] = {}
_FAR: Final = 10**16
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
    held = get("flags")
    flags = cast("Value", held) if isinstance(held, dict) else _NOTHING
    style = get("style", get("type"))
    written = get("rolls")
    if written is None:
        written = get("roll")
    if not flags and not written and isinstance(style, int) and style in _TALK:
        return _message(value, file, line, key, "talk")
    problems: list[Problem] = []
    flavor, lines = _flavor(get("flavor"))
    rolls = _rolls(written, lines, problems) if written else ()
    swade = _NOTHING
    core = _NOTHING
    card: Card | None = None
    drawn: Drawn | None = None
    if flags:
        swade = object_in(flags.get("swade"))
        core = object_in(flags.get("core"))
        for module in _MODULES:
            if module in flags and isinstance(flags[module], dict) and flags[module]:
                card, rolls = read_card(module, cast("Value", flags[module]), rolls, problems)
                if card is not None and card.critical_failure is None and module == "swade-tools":
                    card = _with_critical(card, get("content"))
                break
        if core or "cards" in swade or "pickedCard" in swade:
            drawn = read_drawn(swade, core, value, problems)
    if drawn is not None:
        return _message(value, file, line, key, "draw", flavor, drawn=drawn, problems=problems)
    if rolls or card is not None:
        kind = "table" if core.get("RollTable") else "roll" if rolls else "card"
        named = swade.get("targets")
        targets = _targets(named) if is_list(named) and named else ()
        return _message(
            value, file, line, key, kind, flavor, rolls, targets, card=card, problems=problems
        )
    if problems:
        return _message(value, file, line, key, "roll", flavor, problems=problems)
    if get("type") == "itemCard":
        item = text_in(object_in(get("system")).get("uuid"))
        return _message(
            value,
            file,
            line,
            key,
            "item",
            flavor,
            item=item,
            item_name=_item_name(get("content")) or "",
        )
    if isinstance(style, int) and style in _TALK:
        return _message(value, file, line, key, "talk", flavor)
    return _said(value, file, line, key, style, flavor)


def _said(
    value: Value, file: str, line: int | None, key: str | None, style: object, flavor: str
) -> Message:
    """A message that is nothing but its text: the card of an item, a statement, or talk."""
    content = value.get("content")
    if not isinstance(content, str) or not content:
        return _message(value, file, line, key, "talk", flavor)
    kind, item, item_name, actor = _from_html(content)
    if kind == "item":
        if actor and not object_in(value.get("speaker")).get("actor"):
            value = {**value, "speaker": {**object_in(value.get("speaker")), "actor": actor}}
        return _message(value, file, line, key, kind, flavor, item=item, item_name=item_name or "")
    if kind == "talk":
        text = plain_text(content[:_LONGEST])[0]
        statement = statement_of(text)
        if statement is not None:
            return _message(value, file, line, key, "statement", flavor, statement=statement)
        if style == _ROLL_TYPE:
            kind = "html"
    return _message(value, file, line, key, kind, flavor)


def _message(
    value: Value,
    file: str,
    line: int | None,
    key: str | None,
    kind: str,
    flavor: str = "",
    rolls: tuple[ChatRoll, ...] = (),
    targets: tuple[Target, ...] = (),
    *,
    item: str | None = None,
    item_name: str = "",
    card: Card | None = None,
    statement: Statement | None = None,
    drawn: Drawn | None = None,
    problems: list[Problem] | None = None,
) -> Message:
    """The message with what every message has."""
    get = value.get
    ident, time, whisper, author = get("_id"), get("timestamp"), get("whisper"), get("author")
    speaker = get("speaker")
    spoken = cast("Value", speaker).get if isinstance(speaker, dict) else _NOTHING.get
    actor, token, scene, alias = spoken("actor"), spoken("token"), spoken("scene"), spoken("alias")
    stats = get("_stats")
    stamp = cast("Value", stats).get("systemId") if isinstance(stats, dict) else None
    if author is None:
        author = get("user")
    if not isinstance(ident, str) or not ident:
        ident = f"{file}:{line if line is not None else key}"
    return Message(
        ident,
        time if type(time) is int and -_FAR < time < _FAR else _time(time),
        file,
        line,
        key,
        "v12" if "author" in value or "style" in value else "v10" if "rolls" in value else "v9",
        None
        if stamp is None or not isinstance(stamp, str) or not stamp or stamp in SYSTEMS
        else stamp,
        author if isinstance(author, str) and author else None,
        actor if isinstance(actor, str) and actor else None,
        token if isinstance(token, str) and token else None,
        scene if isinstance(scene, str) and scene else None,
        alias if isinstance(alias, str) else "",
        kind,
        flavor,
        bool(whisper) and is_list(whisper),
        get("blind") is True,
        rolls,
        targets,
        item,
        item_name,
        card,
        statement,
        drawn,
        tuple(problems) if problems else (),
    )


def _time(value: object) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _FAR:
        return value
    return None


def _rolls(
    written: object, lines: tuple[str, ...], problems: list[Problem]
) -> tuple[ChatRoll, ...]:
    """The rolls of a message: a list, or up to Foundry 9 a single one; each a text of JSON, or the object itself."""
    if not written:
        return ()
    listed = written if is_list(written) else [written]
    where = "/rolls/{}" if is_list(written) else "/roll"
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
            roll, odd = read_roll(_parsed(one) if isinstance(one, str) else one, lines)
        except UnreadableRoll as refused:
            problems.append(Problem(refused.code, refused.message, where.format(number)))
            continue
        found.append(roll)
        for each in odd:
            problems.append(each._replace(pointer=where.format(number)))
    return tuple(found)


def _parsed(text: str) -> object:
    """The JSON value in a text; UnreadableRoll if it is none."""
    try:
        value: object = from_json(text, cache_strings="keys")
    except (ValueError, TypeError):
        try:
            # The quick reader refuses what is nested deep, and half surrogate pairs with an error of another kind.
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            why = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
            raise UnreadableRoll("SW661", f"the roll is no JSON: {why}") from None
    return value


def _targets(written: list[Any]) -> tuple[Target, ...]:
    found: list[Target] = []
    for each in written[:100]:
        if isinstance(each, dict):
            entry = cast("Value", each)
            key, name = text_in(entry.get("uuid")), text_in(entry.get("name"))
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
