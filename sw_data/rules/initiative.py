"""Action cards (rules.md section 4, `chase.initiative`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sw_data.errors import NotationError

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("C", "D", "H", "S")
QUICK_LIMIT: Final = 5


@dataclass(frozen=True, slots=True)
class Card:
    """An action card: rank 2 to 14 (a Joker 15), suit 0 Clubs to 3 Spades (a Joker 4)."""

    rank: int
    suit: int

    @property
    def joker(self) -> bool:
        """Whether it is a Joker."""
        return self.suit == len(SUITS)

    @property
    def club(self) -> bool:
        """Whether it is a Club, and so a complication (`chase.complication`)."""
        return self.suit == 0

    def __str__(self) -> str:
        return "Joker" if self.joker else f"{RANKS[self.rank - 2]}{SUITS[self.suit]}"


@lru_cache(maxsize=512)
def parse_card(text: str) -> Card:
    """The card that a text names (`10H`, `KS`, `Joker`); NotationError if none."""
    word = text.strip().upper()
    if word in {"JOKER", "RED JOKER", "BLACK JOKER"}:
        return Card(15, 4)
    if len(word) >= 2 and word[-1] in SUITS and word[:-1] in RANKS:
        return Card(RANKS.index(word[:-1]) + 2, SUITS.index(word[-1]))
    raise NotationError(f"{text!r} is no card; a card is written like '10H', 'KS' or 'Joker'")


def card_at(index: int) -> Card:
    """The card of an index of the seeded deck: 2..A of Clubs, Diamonds, Hearts, Spades, then two Jokers."""
    return Card(15, 4) if index >= 52 else Card(index % 13 + 2, index // 13)


@dataclass(frozen=True, slots=True)
class Edges:
    """What changes how cards are drawn."""

    quick: bool = False
    level_headed: bool = False
    improved: bool = False
    hesitant: bool = False

    @property
    def cards(self) -> int:
        """How many cards are drawn, redraws aside."""
        if self.improved:
            return 3
        return 2 if self.level_headed or self.hesitant else 1


def draw(edges: Edges, next_card: Callable[[], Card]) -> tuple[Card, list[Card]]:
    """The card that counts, and every card drawn, in drawing order.

    Quick redraws a card of 5 or lower, for each card drawn; Level Headed keeps the best, Hesitant the
    worst, and a Joker beats Hesitant.
    """
    drawn: list[Card] = []
    offered: list[Card] = []
    for _ in range(edges.cards):
        card = next_card()
        drawn.append(card)
        while edges.quick and card.rank <= QUICK_LIMIT:
            card = next_card()
            drawn.append(card)
        offered.append(card)
    jokers = [card for card in offered if card.joker]
    if jokers:
        return jokers[0], drawn
    best = not edges.hesitant or edges.level_headed or edges.improved
    return (max if best else min)(offered, key=lambda card: (card.rank, card.suit)), drawn


def order(cards: Sequence[tuple[str, Card]]) -> list[str]:
    """Who acts when: Jokers, then the highest card, suits breaking ties; of equals the first dealt."""
    ranked = sorted(
        enumerate(cards), key=lambda each: (-each[1][1].rank, -each[1][1].suit, each[0])
    )
    return [name for _, (name, _) in ranked]
