"""What a logbook holds open, and what every part of it does: asking, finding out who is meant, keeping order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterable
from typing import Final, TypeVar

from sw_data.formats.foundry.chat.values import ChatRoll, Message
from sw_data.logbook.coverage import Coverage, Fate
from sw_data.logbook.drafts import Draft
from sw_data.logbook.questions import Answers, Candidate, Question
from sw_data.logbook.roster import Roster, Unknown, Who

V = TypeVar("V")

WINDOW: Final = 24
"""Messages after which nothing joins an action any more."""

MINUTES: Final = 10
"""Minutes after which nothing joins an action any more."""

PEOPLE: Final = 2_000
"""People whose last roll is remembered; a chat without sheets can have any number of names."""

KEPT: Final = 24
"""Damages of one target that can still be soaked."""


class Ledger(ABC):
    """The drafts that are open, those whom they are about, and the questions that they leave.

    Attributes:
        roster: Who can be meant.
        answers: What somebody has answered to the questions of an earlier reading.
        coverage: What has become of the messages so far.
        asked: Questions that nobody has answered, until they are taken away.
    """

    def __init__(
        self, roster: Roster, answers: Answers | None = None, coverage: Coverage | None = None
    ) -> None:
        self.roster = roster
        self.answers = Answers() if answers is None else answers
        self.coverage = Coverage() if coverage is None else coverage
        self.asked: list[Question] = []
        self._queue: deque[Draft] = deque()
        self._number: int = 0
        self._last: dict[str, Draft] = {}
        self._hurt: dict[str, list[Draft]] = {}
        self._items: dict[str, tuple[str, int]] = {}
        self._bennies: list[Draft] = []
        self._unpaid: list[Draft] = []
        self._deal: Draft | None = None
        self._dealt: dict[str, str] = {}
        self._shaken: set[str] = set()
        self._time: float | None = None
        self._fate = Fate(Counter())
        self._candidates: dict[tuple[Candidate, ...], tuple[Candidate, ...]] = {}

    def _open(self, code: str) -> None:
        """Something in the message at hand becomes no action."""
        self.coverage.open[code] += 1
        self._fate.opened()

    def left_open(self, draft: Draft, code: str) -> None:
        """A draft becomes no action."""
        self.coverage.open[code] += 1
        draft.fate.opened()

    def ask(
        self,
        message: Message,
        what: str,
        code: str,
        ask: str,
        candidates: Iterable[tuple[str, str]],
    ) -> str | None:
        """The answer to a question about a message; a question that nobody has answered is noted, with its finding."""
        ident = f"{message.id}:{what}"
        answer = self.answers.to(ident)
        if answer is not None:
            return answer
        listed = self._shared(tuple(Candidate(*each) for each in candidates))
        question = Question(
            ident, ask, listed, code, message.id, message.file, message.line, message.key
        )
        self.asked.append(question)
        self.coverage.ask(question, message)
        return None

    def _shared(self, listed: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """The same candidates as of an earlier question, if they are: a chat can leave a hundred thousand open."""
        if len(self._candidates) >= PEOPLE:
            self._candidates.clear()
        return self._candidates.setdefault(listed, listed)

    def who(self, message: Message) -> Who | None:
        """Who speaks; asked about if nobody or several could be meant."""
        card = message.card
        actor, token = message.actor, message.token
        if card is not None and (card.actor or card.token):
            actor, token = card.actor or actor, card.token or token
        found = self.roster.speaker(actor, token, message.alias)
        if isinstance(found, Who):
            return found
        return self._settled(message, "who", found, f"Who is {found.said!r}, who speaks here?")

    def _settled(self, message: Message, what: str, found: Unknown, ask: str) -> Who | None:
        code = "SW665" if len(found.candidates) > 1 else "SW664"
        answer = self.ask(message, what, code, ask, [(w.id, w.name) for w in found.candidates])
        return None if answer is None else self.roster.by_answer(answer)

    def _aim(self, draft: Draft) -> None:
        """Whom a roll aims at, as far as its message says so."""
        message = draft.message
        card = message.card
        if card is not None and card.targets:
            named = [(each, "") for each in card.targets]
        else:
            named = [(each.key, each.name) for each in message.targets]
        found: list[Who] = []
        for number, (key, name) in enumerate(named):
            target = self.roster.target(key, name)
            if isinstance(target, Unknown):
                what = "target" if len(named) == 1 else f"target.{number + 1}"
                settled = self._settled(
                    message, what, target, f"Who is {target.said!r}, who is aimed at?"
                )
                if settled is None:
                    continue
                target = settled
            if all(each.id != target.id for each in found):
                found.append(target)
        draft.targets = tuple(found)

    def _waiting(self, who: Who) -> list[Draft]:
        """Damage that somebody could speak of: what hit him last, then damage whose target nobody knows."""
        mine = [each for each in reversed(self._hurt.get(who.id, ())) if not each.soaks]
        nobodys = [
            each
            for each in reversed(self._queue)
            if each.type == "damage" and not each.targets and not each.dropped
        ]
        return [*mine, *nobodys]

    def _hits(self, who: str, damage: Draft) -> None:
        """Notes the damage of somebody; the last few are all that can be soaked."""
        hurt = self._hurt.get(who, [])
        hurt.append(damage)
        remember(self._hurt, who, hurt)
        if len(hurt) > KEPT:
            del hurt[:-KEPT]

    def _put(self, draft: Draft, *, keep_deal: bool = False) -> None:
        if not keep_deal and draft.type != "benny" and self._deal is not None:
            self._deal.closed = True
            self._deal = None
        draft.fate = self._fate
        who = draft.who
        if who is not None:
            draft.joker = self._dealt.get(who.id) == "Joker"
        if who is not None and draft.type not in ("damage", "reroll", "benny", "award_benny"):
            before = self._last.get(who.id)
            if before is not None:
                self._close(before)
            remember(self._last, who.id, draft)
        self._queue.append(draft)

    def _close(self, draft: Draft) -> None:
        draft.closed = True
        for each in draft.rerolls:
            each.closed = True
            for damage in each.damages:
                damage.closed = True
        for each in draft.damages:
            each.closed = True

    def _close_all(self) -> None:
        for draft in self._queue:
            draft.closed = True
        self._bennies.clear()
        self._unpaid.clear()

    @abstractmethod
    def first_roll(self, message: Message, who: Who, roll: ChatRoll) -> Draft | None:
        """A draft of a roll that is none of another; None if it stays open."""
        raise NotImplementedError


def remember(held: dict[str, V], who: str, value: V) -> None:
    """Keeps something about somebody, and lets go of him of whom nothing was heard for longest."""
    held.pop(who, None)
    held[who] = value
    if len(held) > PEOPLE:
        del held[next(iter(held))]
