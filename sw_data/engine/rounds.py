"""Rounds, sessions and action cards (rules.md sections 2, 3 and `chase.initiative`)."""

from __future__ import annotations

from typing import Any, cast

from sw_data.dice import DiceProblem
from sw_data.dice.source import shuffled
from sw_data.engine.holders import Person, Track
from sw_data.engine.positions import driver_of, find, track_of
from sw_data.engine.standing import may_act
from sw_data.engine.state import State
from sw_data.engine.turn import Turn
from sw_data.errors import NotationError
from sw_data.jsonvalue import as_array
from sw_data.models.actions import AwardBenny, Deal, Hold, Round, Session
from sw_data.rules import initiative
from sw_data.rules.initiative import Card, Edges

_OF_A_ROUND = (
    "_recovered", "_free_only", "_bled", "_joker", "_complication", "_blocks", "_hold", "_place",
)  # fmt: skip


def start_round(turn: Turn) -> None:
    """A round begins: what belongs to a round is over, the bleeding roll (`bleeding.roll`)."""
    state = turn.state
    number: int = state.table.values["_round"] + 1
    state.set(state.table, "_round", number)
    state.set(state.table, "_dealt", None)
    state.set(state.table, "_reached", None)
    for person in state.people.values():
        _forget(state, person)
        if "bleeding_out" in person.conditions:
            turn.follow_up("bleeding", person.id)
            turn.cite("bleeding.roll")
    for track in state.tracks.values():
        for runner in track.runners:
            _forget(state, runner)
            state.set(runner, "on_hold", False)
            helped: int | None = runner.values.get("_this_way")
            if helped is not None and helped < number:
                state.set(runner, "_this_way", None)


def _forget(state: State, holder: Any) -> None:
    values = holder.values
    for key in _OF_A_ROUND:
        if values.get(key) is not None:
            state.set(holder, key, None)


def resolve_round(turn: Turn, action: Round) -> None:
    """A round begins."""
    start_round(turn)
    turn.summary = f"Round {turn.state.table.values['_round']} begins."


def resolve_session(turn: Turn, action: Session) -> None:
    """Every Wild Card and the GM are back at their first bennies (`session.start`)."""
    state, start = turn.state, turn.rules.benny.start
    turn.cite("session.start", "benny.start")
    for person in state.people.values():
        if person.model.wild_card:
            state.set(person, "bennies", start)
    state.set(state.table, "gm_bennies", start)
    turn.summary = f"A new session: the Wild Cards and the GM have {start} bennies."


def resolve_award_benny(turn: Turn, action: AwardBenny) -> None:
    """Bennies given."""
    state = turn.state
    turn.cite("benny.start")
    if action.actor is None:
        if action.from_ != "gm":
            raise turn.unfit(
                "SW610", 'award_benny needs an actor, or "from": "gm" for the GM\'s own pool'
            )
        state.set(state.table, "gm_bennies", state.table.values["gm_bennies"] + action.amount)
        turn.summary = f"The GM's pool gains {_bennies(action.amount)}."
        return
    person = turn.person_named(action.actor)
    state.set(person, "bennies", person.values["bennies"] + action.amount)
    has: int = person.values["bennies"]
    turn.summary = f"{person.name} is awarded {_bennies(action.amount)} and has {has}."


def _bennies(number: int) -> str:
    return "a benny" if number == 1 else f"{number} bennies"


def resolve_hold(turn: Turn, action: Hold) -> None:
    """Going on hold (`chase.block`); only who drives or runs puts the participant on hold."""
    person = turn.person_named(action.actor)
    may_act(turn, person)
    track = track_of(turn, action.chase)
    runner = None if track is None else find(turn, track, person)
    if runner is not None and driver_of(turn, runner) is person:
        turn.state.set(runner, "on_hold", True)
    turn.state.set(person, "_hold", True)
    turn.cite("chase.block")
    turn.summary = f"{person.name} goes on hold."


def edges_of(person: Person) -> Edges:
    """The edges and hindrances that change how cards are drawn."""
    model = person.model
    if not model.edges and not model.hindrances:
        return Edges()
    return Edges(
        quick=model.has_edge("Quick"),
        level_headed=model.has_edge("Level Headed"),
        improved=model.has_edge("Improved Level Headed"),
        hesitant=model.has_hindrance("Hesitant") or model.has_edge("Hesitant"),
    )


class _Deck:
    """The deck of one chase: shuffled from the seed, dealt from the front.

    Cards that the log has are taken out of it, and those that lie on the table stay out when it is shuffled in
    the middle of a deal.
    """

    def __init__(self, turn: Turn, chase: str) -> None:
        self.turn = turn
        self.chase = chase
        table = turn.state.table.values
        self.number: int = table.get(f"_shuffles.{chase}") or 0
        self.cards: list[Card] = list(table.get(f"_deck.{chase}") or ())
        self.out: list[Card] = []

    def ready(self) -> None:
        """Shuffle if there is no deck, or a Joker was dealt in the round before."""
        if not self.cards or self.turn.state.table.values.get(f"_joker_dealt.{self.chase}"):
            self.shuffle()

    def shuffle(self) -> None:
        self.number += 1
        order = shuffled(self.turn.setting.seed, f"{self.chase}#{self.number}")
        self.cards = [initiative.card_at(index) for index in order]

    def take(self, card: Card) -> None:
        """Take a card that the log names out of the deck, if it is still there."""
        self.out.append(card)
        if card in self.cards:
            self.cards.remove(card)

    def next(self) -> Card:
        if not self.cards:
            self.shuffle()
            whole = list(self.cards)
            for card in self.out:
                if card in self.cards:
                    self.cards.remove(card)
            self.cards = self.cards or whole
        card = self.cards.pop(0)
        self.out.append(card)
        return card

    def keep(self, joker: bool) -> None:
        state = self.turn.state
        state.set(state.table, f"_deck.{self.chase}", tuple(self.cards))
        state.set(state.table, f"_shuffles.{self.chase}", self.number)
        state.set(state.table, f"_joker_dealt.{self.chase}", joker or None)


def resolve_deal(turn: Turn, action: Deal) -> None:
    """Action cards are dealt, and set the order of the round (`chase.initiative`)."""
    state = turn.state
    turn.cite("chase.initiative")
    if state.table.values.get("_dealt"):
        start_round(turn)
    elif not state.table.values["_round"]:
        # Cards before any `round` belong to the first one.
        state.set(state.table, "_round", 1)
    for person in state.people.values():
        # Free actions only, until the next `round` or `deal`, whichever round the deal belongs to.
        state.set(person, "_free_only", None)
    track = None if action.chase is None and action.actors else track_of(turn, action.chase)
    people = _dealt_to(turn, action, track)
    recorded = _recorded(turn)
    deck = _Deck(turn, "" if track is None else track.model.id)
    deck.ready()
    for cards in recorded.values():
        for card in cards:
            deck.take(card)
    seen: list[Card] = []
    held: list[tuple[str, Card]] = []
    shown: dict[str, list[str]] = {}
    for person in people:
        card, drawn = _draw(person, recorded.get(person.id), deck)
        for each in drawn:
            if not each.joker and each in seen:
                turn.warn(
                    f"the {each} is dealt twice in one round", code="SW621", rule="chase.initiative"
                )
            seen.append(each)
        if sum(each.joker for each in drawn) and sum(each.joker for each in seen) > 2:
            turn.warn(
                "more than two Jokers are dealt in one round", code="SW621", rule="chase.initiative"
            )
        held.append((person.id, card))
        shown[person.id] = [str(each) for each in drawn]
    deck.keep(any(card.joker for card in seen))
    turn.order = tuple(initiative.order(held))
    turn.cards = shown
    state.set(state.table, "_dealt", True)
    state.set(state.table, "_cards", tuple((each, str(card)) for each, card in held))
    state.set(state.table, "_reached", 0)
    for person_id, card in held:
        person = state.people[person_id]
        state.set(person, "_place", turn.order.index(person_id))
        if card.joker:
            state.set(person, "_joker", True)
        elif card.club:
            turn.cite("chase.complication")
            state.set(person, "_complication", True)
    turn.summary = "Order: " + ", ".join(
        f"{state.people[each].name} ({dict(held)[each]})" for each in turn.order
    ) + "."  # fmt: skip


def _dealt_to(turn: Turn, action: Deal, track: Track | None) -> list[Person]:
    """Who is dealt a card: those named, or a chase's participants who are still in it."""
    if action.actors:
        people = [turn.person_named(each) for each in action.actors]
    else:
        if track is None:
            raise turn.unfit("SW617", "a deal needs a chase, or actors")
        named = [each.actor for each in track.runners if not each.escaped]
        people = [turn.state.people[each] for each in named if each in turn.state.people]
    unique = {each.id: each for each in people}
    cards: Any = turn.dice.get("cards")
    if isinstance(cards, dict):
        for name in cards:  # pyright: ignore[reportUnknownVariableType]
            person = turn.person_named(str(name))  # pyright: ignore[reportUnknownArgumentType]
            unique.setdefault(person.id, person)
    if not unique:
        raise turn.unfit("SW611", "nobody is dealt a card")
    return list(unique.values())


def _recorded(turn: Turn) -> dict[str, list[Card]]:
    """The cards that the log has, by actor."""
    turn.used.add("cards")
    cards: Any = turn.dice.get("cards")
    if cards is None:
        return {}
    if not isinstance(cards, dict):
        raise DiceProblem("SW604", "'cards' should have cards by actor")
    out: dict[str, list[Card]] = {}
    for name, texts in cards.items():  # pyright: ignore[reportUnknownVariableType]
        listed = as_array(cast(object, texts))
        if listed is None:
            raise DiceProblem("SW622", f"the cards of {name!r} should be a list")
        try:
            found = [initiative.parse_card(str(each)) for each in listed]
        except NotationError as error:
            raise DiceProblem("SW622", str(error)) from None
        out[turn.person_named(str(name)).id] = found  # pyright: ignore[reportUnknownArgumentType]
    return out


def _draw(person: Person, recorded: list[Card] | None, deck: _Deck) -> tuple[Card, list[Card]]:
    """The card that counts for one, and all that were drawn, from the record or from the deck."""
    if recorded is None:
        return initiative.draw(edges_of(person), deck.next)
    left = list(recorded)

    def next_card() -> Card:
        if not left:
            raise DiceProblem("SW623", f"{person.name} draws more cards than the log has")
        return left.pop(0)

    card, drawn = initiative.draw(edges_of(person), next_card)
    if left:
        raise DiceProblem("SW623", f"{len(left)} cards too many for {person.name}")
    return card, drawn
