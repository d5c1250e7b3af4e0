"""Action cards by themselves (rule `chase.initiative`)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.dice.source import shuffled
from sw_data.errors import NotationError
from sw_data.rules import initiative
from sw_data.rules.initiative import Card, Edges

CARDS = st.integers(0, 53).map(initiative.card_at)


@given(CARDS)
def test_a_card_reads_back_as_it_is_written(card: Card) -> None:
    assert initiative.parse_card(str(card)) == card


@pytest.mark.parametrize("text", ["10h", " KS ", "joker", "Red Joker", "Black Joker"])
def test_cards_are_read_in_the_usual_spellings(text: str) -> None:
    assert str(initiative.parse_card(text)) in ("10H", "KS", "Joker")


@pytest.mark.parametrize("text", ["", "1S", "11D", "K", "SK", "0H", "Jokers", "10"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        initiative.parse_card(text)


def test_a_deck_has_every_card_once_and_two_jokers() -> None:
    cards = [initiative.card_at(index) for index in shuffled(1, "x#1")]
    assert len(cards) == 54
    assert len(set(cards)) == 53
    assert sum(card.joker for card in cards) == 2
    assert sum(card.club for card in cards) == 13


@given(st.lists(CARDS, min_size=1, max_size=8))
def test_the_order_goes_down_in_rank_then_suit_then_in_the_order_dealt(cards: list[Card]) -> None:
    names = [str(number) for number in range(len(cards))]
    order = initiative.order(list(zip(names, cards, strict=True)))
    keys = [(-cards[int(each)].rank, -cards[int(each)].suit, int(each)) for each in order]
    assert keys == sorted(keys)
    assert sorted(order) == sorted(names)


@given(
    st.builds(Edges, st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    st.lists(CARDS, min_size=60, max_size=60),
)
def test_the_card_that_counts_was_drawn_and_is_the_best_or_the_worst(
    edges: Edges, deck: list[Card]
) -> None:
    waiting = iter([*deck, *(Card(14, 3) for _ in range(4))])
    card, drawn = initiative.draw(edges, lambda: next(waiting))
    assert card in drawn
    assert drawn == deck[: len(drawn)] or len(drawn) > len(deck)
    offered = [each for each in drawn if not (edges.quick and each.rank <= 5)]
    best = max(offered, key=lambda each: (each.rank, each.suit))
    if edges.hesitant and not (edges.level_headed or edges.improved or best.joker):
        assert card == min(offered, key=lambda each: (each.rank, each.suit))
    else:
        assert card == best


@pytest.mark.parametrize(
    ("edges", "cards"),
    [(Edges(), 1), (Edges(quick=True), 1), (Edges(level_headed=True), 2), (Edges(hesitant=True), 2),
     (Edges(improved=True), 3), (Edges(improved=True, hesitant=True), 3)],
)  # fmt: skip
def test_edges_say_how_many_cards_are_drawn(edges: Edges, cards: int) -> None:
    assert edges.cards == cards
