"""What is on the table: the action deck, combats, and messages of the chat."""

from __future__ import annotations

from typing import Final

from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.jsonvalue import as_int, as_number, as_text

_HIGHEST_SUIT: Final = 4
_COMBATANT: Final = (
    "cardValue", "suitValue", "cardString", "hasJoker", "roundHeld", "turnLost", "firstRound",
)  # fmt: skip
_STYLES: Final = (0, 1, 2, 3)


def joker_suit(draft: Draft) -> None:
    """The suit of a Joker."""
    path: Path = (draft.key, "suit")
    suit = as_number(draft.get(*path))
    if suit is not None and suit > _HIGHEST_SUIT and draft.get(draft.key, "isJoker") is True:
        draft.write(path, _HIGHEST_SUIT, "suits go from 1 to 4; its value says that it is a Joker")


def initiative(draft: Draft) -> None:
    """The number that combatants are sorted by."""
    card, suit = _dealt(draft, "cardValue"), _dealt(draft, "suitValue")
    held = as_number(draft.value.get("initiative"))
    if card is None or not suit or held is None or held != card + suit:
        return
    draft.write(
        ("initiative",), round(card + suit / 10, 10), "a tenth of the suit is added to the card"
    )


def _dealt(draft: Draft, name: str) -> int | float | None:
    found = as_number(draft.get("system", name))
    return as_number(draft.get("flags", "swade", name)) if found is None else found


def combatant(draft: Draft) -> None:
    """The card of a combatant."""
    for name in _COMBATANT:
        old: Path = ("flags", "swade", name)
        if draft.has(*old) and not draft.has("system", name):
            draft.move(old, ("system", name), "a combatant's card stands under `system`")
    if draft.has("system") and not draft.has("type"):
        draft.write(("type",), "base", "Foundry 13 has types of combatants; this is the usual one")


def rolls(draft: Draft) -> None:
    """The dice of a message."""
    roll = as_text(draft.value.get("roll"))
    if not draft.has("roll") or draft.has("rolls") or (roll is None and draft.get("roll")):
        return
    why = "Foundry 10 lets a message have several rolls"
    if roll:
        draft.become(("roll",), ("rolls",), [roll], why)
    else:
        draft.remove(("roll",), f"{why}; this one has none")


def style(draft: Draft) -> None:
    """How a message is shown."""
    number = as_int(draft.value.get("type"))
    if number is None:
        return
    why = "Foundry 12 calls the number of a message's type its style; its type is a word"
    if not draft.has("style"):
        draft.write(("style",), number if number in _STYLES else 0, why)
    draft.write(("type",), "base", why)
    if not draft.has("system"):
        draft.write(("system",), {}, why)


def author(draft: Draft) -> None:
    """Who wrote a message."""
    if draft.has("user") and not draft.has("author"):
        draft.move(("user",), ("author",), "Foundry 12 calls the user of a message its author")


STEPS: Final[tuple[Step, ...]] = steps(
    "play",
    ("rolls", (2, 0), ("message",), "A message's `roll` becomes the list `rolls`.", rolls),
    (
        "initiative",
        (3, 3),
        ("combatant",),
        "Initiative is the card and a tenth of the suit.",
        initiative,
    ),
    ("joker_suit", (4, 0), ("card",), "The suit of a Joker is 4 at most.", joker_suit),
    (
        "style",
        (4, 0),
        ("message",),
        "The number of a message's type becomes `style`, and `type` a word.",
        style,
    ),
    ("author", (4, 0), ("message",), "A message's `user` becomes `author`.", author),
    (
        "combatant",
        (5, 2),
        ("combatant",),
        "A combatant's card moves from flags to `system`.",
        combatant,
    ),
)
