"""Action Cards written into a Combat document: the combatants of those who were dealt one.

A combatant's card stands under `flags.swade`, from 5.2 of the game system on under `system`. Values are 2 to 14 (an
ace), 98 and 99 for the Jokers; suits are 1 Clubs, 2 Diamonds, 3 Hearts, 4 Spades, and up to 3.x 99 for a Joker. What
Foundry sorts by is the sum of both, from 3.3 on with a tenth of the suit. Nothing else of a Combat is touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from sw_data.diagnostics import Edit
from sw_data.formats.foundry.changes import difference, put
from sw_data.jsonvalue import (
    Object,
    as_array,
    as_flag,
    as_number,
    as_object,
    as_text,
    object_at,
    value_at,
)

Place: TypeAlias = Literal["system", "flags"]

_RANKS: Final = {"J": 11, "Q": 12, "K": 13, "A": 14}
_SUITS: Final = {"C": (1, "\u2663"), "D": (2, "\u2666"), "H": (3, "\u2665"), "S": (4, "\u2660")}
_JOKERS: Final = ((99, "Red J"), (98, "Blk J"))
_FIRST_IN_SYSTEM: Final = (5, 2)
_FIRST_TENTHS: Final = (3, 3)
_FIRST_CLAMPED: Final = (4, 0)
_TYPES_OF_5_2: Final = ("chase", "dramaticTask")


class _Card(NamedTuple):
    value: int
    suit: int
    text: str
    joker: bool


def is_combat(value: object) -> bool:
    """Whether a document is a Combat of Foundry VTT."""
    document = as_object(value)
    return (
        document is not None
        and "kind" not in document
        and "round" in document
        and as_array(document.get("combatants")) is not None
    )


def is_active(value: object) -> bool:
    """Whether a Combat is the one being fought."""
    return as_flag(value_at(value, "active")) or False


def write_cards(
    value: object, cards: Sequence[tuple[str, str]], drivers: Mapping[str, str] | None = None
) -> list[Edit]:
    """The edits that give the combatants of these actors their cards; the arguments are those of `with_cards`."""
    document = as_object(value) or {}
    return difference(document, with_cards(document, cards, drivers))


def with_cards(
    value: object, cards: Sequence[tuple[str, str]], drivers: Mapping[str, str] | None = None
) -> object:
    """The Combat in which the combatants of these actors hold their cards.

    Args:
        value: The Combat document.
        cards: Actor ids and cards as the rules write them (`KS`, `10H`, `Joker`), in the order they were dealt: of
            two Jokers the first is the red one, which sorts before the black.
        drivers: Who drives each vehicle, by id. A vehicle acts on its driver's card, and shows it if the driver
            is no combatant of its own.
    """
    document = as_object(value) or {}
    combatants = as_array(document.get("combatants")) or []
    place = _place(document, combatants)
    version = _version(document)
    dealt = _read(cards, _clamped(place, version))
    tenths = _tenths(combatants, place, version, "_stats" in document)
    present = {as_text(value_at(each, "actorId")) for each in combatants}
    for ride, driver in (drivers or {}).items():
        if driver in dealt and driver not in present and ride not in dealt:
            dealt[ride] = dealt[driver]
    changed: object = document
    for index, combatant in enumerate(combatants):
        card = dealt.get(as_text(value_at(combatant, "actorId")) or "")
        if card is None:
            continue
        path = ("combatants", index)
        inner = ("system",) if place == "system" else ("flags", "swade")
        for key, content in (
            ("cardValue", card.value),
            ("suitValue", card.suit),
            ("cardString", card.text),
            ("hasJoker", card.joker),
        ):
            changed = put(changed, (*path, *inner, key), content)
        number = round(card.value + card.suit / 10, 10) if tenths else card.value + card.suit
        changed = put(changed, (*path, "initiative"), number)
    return changed


def _read(cards: Sequence[tuple[str, str]], clamped: bool) -> dict[str, _Card]:
    found: dict[str, _Card] = {}
    jokers = 0
    for actor, text in cards:
        if text == "Joker":
            value, shown = _JOKERS[min(jokers, 1)]
            jokers += 1
            found[actor] = _Card(value, 4 if clamped else 99, shown, True)
            continue
        rank, suit = text[:-1], text[-1:]
        if suit not in _SUITS or not (rank in _RANKS or rank.isdecimal()):
            continue
        number, sign = _SUITS[suit]
        found[actor] = _Card(_RANKS.get(rank) or int(rank), number, f"{rank}{sign}", False)
    return found


def _place(document: Object, combatants: Sequence[object]) -> Place:
    """Where the cards stand: where some stand already, else where the game system's version has them."""
    if any(value_at(each, "system", "cardValue") is not None for each in combatants):
        return "system"
    if any("cardValue" in (object_at(each, "flags", "swade") or {}) for each in combatants):
        return "flags"
    if any("cardValue" in (object_at(each, "system") or {}) for each in combatants):
        return "system"
    if as_text(document.get("type")) in _TYPES_OF_5_2:
        return "system"
    version = _version(document)
    return "system" if version is not None and version >= _FIRST_IN_SYSTEM else "flags"


def _clamped(place: Place, version: tuple[int, ...] | None) -> bool:
    """Whether a Joker's suit is 4, and not 99."""
    return place == "system" or (version is not None and version >= _FIRST_CLAMPED)


def _tenths(
    combatants: Sequence[object], place: Place, version: tuple[int, ...] | None, stamped: bool
) -> bool:
    """Whether a tenth of the suit is added to the card: as in the numbers that are there, else by the version."""
    for each in combatants:
        own = object_at(each, "system") if place == "system" else object_at(each, "flags", "swade")
        card, suit = (as_number((own or {}).get(key)) for key in ("cardValue", "suitValue"))
        number = as_number(value_at(each, "initiative"))
        if card and suit and number is not None:
            return number != card + suit
    if version is None:
        # Without any stamp it is from before Foundry 10.
        return place == "system" or stamped
    return version >= _FIRST_TENTHS


def _version(document: Object) -> tuple[int, ...] | None:
    """The version of the game system that is stamped on the document."""
    stamp = as_text(value_at(document, "_stats", "systemVersion"))
    parts = [part for part in (stamp or "").split(".")[:2] if part.isascii() and part.isdigit()]
    return tuple(int(part) for part in parts if len(part) < 4) or None
