"""Joining messages into actions: an attack and its damage, a roll and its rerolls, a damage and its soak."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from sw_data.formats.foundry.chat.values import ChatRoll, Message
from sw_data.formats.foundry.chat.words import purpose, tested_trait
from sw_data.formats.foundry.names import is_unskilled, trait_named
from sw_data.logbook.closing import closed_action, let_go
from sw_data.logbook.drafts import Draft, critical_of, recorded_trait
from sw_data.logbook.harm import Harm
from sw_data.logbook.ledger import MINUTES, WINDOW, remember
from sw_data.logbook.roster import Who

Json = dict[str, Any]

_ROLLED: Final = {
    "soak": "Vigor",
    "recover": "Spirit",
    "unstun": "Vigor",
    "incapacitation": "Vigor",
    "bleeding": "Vigor",
}
_SILENT: Final = frozenset({"talk", "html", "table", "item", "card"})


class Logbook(Harm):
    """Takes messages in the order of time and gives back actions in the same order."""

    def feed(self, message: Message) -> list[Json]:
        """Takes the next message; the actions that nothing can join any more."""
        self._number += 1
        coverage = self.coverage
        kind = message.kind
        self._fate = coverage.begin(message)
        if message.problems:
            self._problems(message)
        if message.time is not None:
            self._time = message.time
        if message.system is not None:
            coverage.systems[message.system] += 1
        elif kind == "roll":
            self._rolled(message)
        elif kind == "statement":
            self._stated(message)
        elif kind == "draw":
            self._drew(message)
        elif kind in _SILENT:
            self._silent(message)
        return self._drain() if self._queue else []

    def finish(self) -> list[Json]:
        """No more messages: the rest of the actions."""
        for draft in self._queue:
            draft.closed = True
        return self._drain()

    def _problems(self, message: Message) -> None:
        for each in message.problems:
            self.coverage.find(each.code, each.message, message, each.pointer)
        if not message.rolls and message.drawn is None:
            self._open(message.problems[0].code)

    def _silent(self, message: Message) -> None:
        kind = message.kind
        if kind == "item":
            who = self.roster.speaker(message.actor, message.token, message.alias)
            if isinstance(who, Who):
                shown = (message.item or message.item_name, self._number)
                remember(self._items, who.id, shown)
                self._fate.read()
        elif kind == "html":
            self._open("SW675")
            self.coverage.find(
                "SW675", "the message shows a roll as a text only; its dice cannot be told", message
            )
        elif kind == "table":
            self.coverage.rolls += len(message.rolls)
            self.coverage.other += len(message.rolls)
        elif kind == "card" and message.card is not None and message.card.type == "applied":
            self._applied(message)

    def _rolled(self, message: Message) -> None:
        rolls = message.rolls
        self.coverage.rolls += len(rolls)
        if len(rolls) == 1 and rolls[0][0] == "trait":
            traits, damages = [rolls[0]], []
        else:
            traits = [each for each in rolls if each.kind == "trait"]
            damages = [each for each in rolls if each.kind == "damage"]
        if not traits and not damages:
            again = next((r for r in rolls if r.kind == "confirmation" and r.reroll), None)
            if again is not None:
                self._open("SW672")
                self.coverage.find(
                    "SW672",
                    "the reroll rolled the d6 that confirms a critical failure instead of the trait",
                    message,
                )
            else:
                self.coverage.other += len(rolls)
            return
        who = self.who(message)
        if who is None:
            self._open("SW664")
            return
        if len(rolls) > 1:
            self.coverage.joined += sum(1 for each in rolls if each.kind == "confirmation")
            self.coverage.other += sum(1 for each in rolls if each.kind == "other")
        if traits:
            self._traits(message, who, traits)
        for number, roll in enumerate(damages):
            self._damaged(message, who, roll, number)

    def _traits(self, message: Message, who: Who, rolls: list[ChatRoll]) -> None:
        card = message.card
        if card is not None and card.type == "applied":
            self._applied(message)
        first = rolls[0]
        base: Draft | None
        if first.reroll in ("benny", "free"):
            base = self._reroll(message, who, first, message.id)
        else:
            base = self.first_roll(message, who, first)
        for number, roll in enumerate(rolls[1:], 2):
            if base is None:
                self._open("SW671")
                continue
            made = self._again(message, who, roll, base, f"{message.id}.{number}")
            if roll.reroll in ("benny", "free"):
                made.fields["with"] = "benny" if roll.reroll == "benny" else "ability"
            else:
                self._pay(made, who, wait=True)

    def _trait_of(
        self, message: Message, who: Who, roll: ChatRoll, meant: str | None
    ) -> str | None:
        """The trait of a roll: what its purpose needs, what the card names, the die's label, the message's title."""
        if meant in _ROLLED:
            return _ROLLED[meant]
        card = message.card
        if card is not None:
            named = card.attribute or self.roster.item_name(who.id, card.skill) or card.skill
            if named and not (card.module == "betterrolls-swade2" and named == card.skill):
                return trait_named(named)
        label = roll.dice[0].label if roll.dice else ""
        if label:
            named = _labelled(label)
            if named is not None:
                return named
        titled = tested_trait(message.flavor)
        if titled and not is_unskilled("", titled):
            return trait_named(titled)
        known = () if who.character is None else (*_ATTRIBUTES, *who.character.skills)
        lacking = label or titled
        asked = (
            "Which skill was rolled without having it?" if lacking else "Which trait was rolled?"
        )
        return self.ask(message, "trait", "SW668", asked, [(each, "") for each in known])

    def first_roll(self, message: Message, who: Who, roll: ChatRoll) -> Draft | None:
        """A draft of a roll that is none of another; None if it stays open."""
        card = message.card
        meant = _purpose_of(message)
        trait = self._trait_of(message, who, roll, meant)
        if trait is None:
            self._open("SW668")
            return None
        if meant is None:
            meant = self._unsaid_purpose(message, who, trait)
            if meant == "open":
                return None
        if meant == "soak":
            return self._soak(message, who, roll)
        draft = Draft(message.id, meant or "trait", who, message, self._number, roll)
        draft.trait = trait
        if meant == "unstun":
            draft.type = "trait"
            draft.fields["free"] = True
        if draft.type == "trait" and meant is None:
            self._aim(draft)
            draft.item = card.item if card is not None else None
            shown = self._items.pop(who.id, None)
            if draft.item is None and shown is not None and self._number - shown[1] <= WINDOW:
                draft.item = shown[0]
        if meant == "recover":
            self._shaken.discard(who.id)
        tn = roll.tn if meant is None else None
        critical = critical_of(message, roll)
        draft.recorded = recorded_trait(roll, roll.tn or 4, critical)
        if tn is not None and tn != 4:
            draft.fields["tn"] = tn
        self._put(draft)
        return draft

    def _unsaid_purpose(self, message: Message, who: Who, trait: str) -> str | None:
        """A Vigor or Spirit roll that does not say what for, when there is something that it could be for."""
        candidates: list[tuple[str, str]] = []
        if trait == "Vigor":
            hurt = self._unsoaked(who)
            if hurt is not None:
                candidates = [
                    ("soak", f"of the damage of {hurt.id}"),
                    ("incapacitation", "the roll of one who falls"),
                ]
        elif trait == "Spirit" and who.id in self._shaken:
            candidates = [("recover", "to shake it off")]
        if not candidates:
            return None
        candidates.append(("trait", f"a roll of {trait} for something else"))
        answer = self.ask(
            message, "purpose", "SW669", f"What was {who.name}'s roll of {trait} for?", candidates
        )
        if answer is None:
            self._open("SW669")
            return "open"
        return None if answer == "trait" else answer

    def _drew(self, message: Message) -> None:
        drawn = message.drawn
        assert drawn is not None
        if not drawn.cards:
            self._open("SW677")
            return
        who = self.who(message)
        if who is None:
            self._open("SW664")
            return
        picked = drawn.picked or drawn.cards[-1]
        if message.generation == "combat" and self._dealt.get(who.id) == picked:
            return
        deal = self._deal
        cards: dict[str, list[str]] | None = None if deal is None else deal.fields["dice"]["cards"]
        if cards is None or (who.id in cards and not drawn.redraw):
            self.coverage.rounds += 1
            deal = self._deal = Draft(message.id, "deal", None, message, self._number)
            self._dealt = {}
            cards = {}
            deal.fields = {"actors": [], "dice": {"cards": cards}}
            self._close_all()
            self._put(deal, keep_deal=True)
        assert deal is not None
        deal.number = self._number
        if who.id not in cards:
            deal.fields["actors"].append(who.id)
        cards.setdefault(who.id, []).extend(drawn.cards)
        self._fate.read()
        self._dealt[who.id] = picked

    def _drain(self) -> list[Json]:
        out: list[Json] = []
        queue = self._queue
        oldest = self._number - WINDOW
        earliest = None if self._time is None else self._time - MINUTES * 60_000
        while queue:
            draft = queue[0]
            if not draft.closed and not draft.dropped and draft.number > oldest:
                time = draft.message.time
                if (
                    earliest is None
                    or time is None
                    or time >= earliest
                    or draft.number > self._number - 3
                ):
                    break
            queue.popleft()
            self._close(draft)
            if draft.dropped:
                continue
            if draft in self._bennies:
                self._bennies.remove(draft)
            if draft in self._unpaid:
                self._unpaid.remove(draft)
            action = closed_action(self, draft)
            if action is not None:
                draft.fate.read()
                self.coverage.actions[action["type"]] += 1
                out.append(action)
            let_go(draft)
        return out


_ATTRIBUTES: Final = ("Agility", "Smarts", "Spirit", "Strength", "Vigor")


@lru_cache(maxsize=4096)
def _labelled(label: str) -> str | None:
    """The trait that a die's label names; None for the stand-in of rolls without the skill."""
    return None if is_unskilled("", label) else trait_named(label)


def _purpose_of(message: Message) -> str | None:
    """What a trait roll is for, by its card or its title."""
    card = message.card
    if card is not None:
        if card.type == "applied":
            return "soak"
        return card.type if card.type in _ROLLED else None
    return purpose(message.flavor) if message.flavor else None


__all__ = ["MINUTES", "WINDOW", "Logbook"]
