"""Rounds, turns and Action Cards: from messages of initiative and from Combat documents.

A message of initiative names the cards that one combatant drew; a Combat document holds the cards of its present round
only. Suits are numbers: 1 Clubs, 2 Diamonds, 3 Hearts, 4 Spades; fractions stand for somebody who follows another.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, cast

from sw_data.document.raw import is_list
from sw_data.formats.foundry.chat.arithmetic import number_of
from sw_data.formats.foundry.chat.parts import Value, object_in, text_in
from sw_data.formats.foundry.chat.values import Drawn, Problem

_SUITS: Final = {1: "C", 2: "D", 3: "H", 4: "S"}
_RANKS: Final = {11: "J", 12: "Q", 13: "K", 14: "A"}
_PLACES: Final = {"\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S"}
_WRITTEN: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9]|[JQKA])\s*([\u2663\u2666\u2665\u2660])")
_JOKER: Final = re.compile(r"\b(red|blk|black)\s*j(oker)?\b|\bjoker\b", re.IGNORECASE)
_FIRST_JOKER: Final = 98


class Combatant(NamedTuple):
    """One of those who fight: who, which token, what it is called, its card of this round, whether it is on hold."""

    id: str
    actor: str | None
    token: str | None
    name: str | None
    card: str | None
    held: bool


class Combat(NamedTuple):
    """A fight as it stands: its round, its turn, those who fight, and when it was last saved."""

    id: str
    round: int
    turn: int | None
    time: float | None
    combatants: tuple[Combatant, ...]


def card_named(value: object, suit: object, joker: object = None) -> str | None:
    """The card of a value (2 to 14, Jokers 98 and 99) and a suit (1 to 4): `10H`, `KS`, `Joker`; None if it is none."""
    rank = number_of(value)
    if joker is True or (rank is not None and rank >= _FIRST_JOKER):
        return "Joker"
    place = number_of(suit)
    if rank is None or place is None or not 2 <= int(rank) <= 14:
        return None
    # One who acts after another has that one's suit less a hundredth.
    letter = _SUITS.get(int(place + 0.5))
    return f"{_RANKS.get(int(rank), str(int(rank)))}{letter}" if letter else None


def card_written(text: str) -> str | None:
    """The card that a text shows: `A♠`, `Red J`."""
    if _JOKER.search(text):
        return "Joker"
    found = _WRITTEN.search(text)
    return f"{found[1]}{_PLACES[found[2]]}" if found else None


def _card_of(written: object) -> str | None:
    entry = object_in(written)
    inner = object_in(entry.get("system")) or object_in(entry.get("data"))
    found = card_named(entry.get("value", entry.get("cardValue")), inner.get("suit", entry.get("suitValue")),
                       inner.get("isJoker", entry.get("isJoker")))  # fmt: skip
    if found is None:
        text = text_in(entry.get("description")) or text_in(entry.get("cardString")) or ""
        found = card_written(text)
    return found


def read_drawn(swade: Value, core: Value, message: Value, problems: list[Problem]) -> Drawn | None:
    """The Action Cards that a message says somebody drew; None if it is no message of initiative."""
    listed = swade.get("cards")
    picked = swade.get("pickedCard")
    if is_list(listed) or picked is not None:
        written = listed if is_list(listed) else []
        cards = [_card_of(each) for each in written[:54]]
        chosen = _picked(picked, written)
        found = [each for each in cards if each is not None]
        if not found and chosen is not None:
            found = [chosen]
        if not found or None in cards:
            problems.append(
                Problem("SW677", "a card that was drawn cannot be read", "/flags/swade/cards")
            )
        return Drawn(tuple(found), chosen, swade.get("isRedraw") is True)
    if core.get("initiativeRoll"):
        for key in ("content", "flavor"):
            text = message.get(key)
            card = card_written(text[:5000]) if isinstance(text, str) else None
            if card is not None:
                return Drawn((card,), card, False)
        problems.append(Problem("SW677", "the message of a draw shows no card", "/content"))
        return Drawn((), None, False)
    return None


def _picked(picked: object, cards: list[Any]) -> str | None:
    if isinstance(picked, dict):
        return _card_of(cast("object", picked))
    if isinstance(picked, str):
        return next(
            (_card_of(each) for each in cards if object_in(each).get("_id") == picked), None
        )
    return None


def is_combat(value: Value) -> bool:
    """Whether a document is a Combat."""
    return is_list(value.get("combatants")) and "round" in value


def read_combat(value: Value) -> Combat:
    """A fight as it stands; combatants that cannot be read are left out."""
    found: list[Combatant] = []
    for each in value["combatants"][:1000]:
        entry = object_in(each)
        ident = text_in(entry.get("_id"))
        if ident is None:
            continue
        own = object_in(entry.get("system"))
        held = own if "cardValue" in own else object_in(object_in(entry.get("flags")).get("swade"))
        card = None
        if text_in(held.get("cardString")) or held.get("hasJoker"):
            card = card_named(held.get("cardValue"), held.get("suitValue"), held.get("hasJoker"))
        found.append(
            Combatant(
                ident,
                text_in(entry.get("actorId")),
                text_in(entry.get("tokenId")),
                text_in(entry.get("name")),
                card,
                number_of(held.get("roundHeld")) is not None,
            )
        )
    stats = object_in(value.get("_stats"))
    turn = number_of(value.get("turn"))
    return Combat(
        text_in(value.get("_id")) or "",
        int(number_of(value.get("round")) or 0),
        None if turn is None else int(turn),
        number_of(stats.get("modifiedTime")),
        tuple(found),
    )
