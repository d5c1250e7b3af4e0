"""Joining messages into actions: an attack and its damage, a roll and its rerolls, a damage and its soak."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from sw_data.formats.foundry.chat.values import ChatRoll, Message
from sw_data.formats.foundry.chat.words import damaged_by, purpose, tested_trait
from sw_data.formats.foundry.names import is_unskilled, trait_named
from sw_data.logbook.closing import closed_action, let_go
from sw_data.logbook.coverage import Coverage
from sw_data.logbook.drafts import BASES, Draft, called_critical, dice_of, recorded_trait
from sw_data.logbook.questions import Answers, Candidate, Question
from sw_data.logbook.roster import Roster, Unknown, Who

Json = dict[str, Any]

WINDOW: Final = 24
"""Messages after which nothing joins an action any more."""

MINUTES: Final = 10
"""Minutes after which nothing joins an action any more."""

_ROLLED: Final = {
    "soak": "Vigor",
    "recover": "Spirit",
    "unstun": "Vigor",
    "incapacitation": "Vigor",
    "bleeding": "Vigor",
}
_SILENT: Final = frozenset({"talk", "html", "table", "item", "card"})


class Logbook:
    """Takes messages in the order of time and gives back actions in the same order.

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
        self._number = 0
        self._last: dict[str, Draft] = {}
        self._hurt: dict[str, list[Draft]] = {}
        self._items: dict[str, tuple[str, int]] = {}
        self._bennies: list[Draft] = []
        self._unpaid: list[Draft] = []
        self._deal: Draft | None = None
        self._dealt: dict[str, str] = {}
        self._shaken: set[str] = set()
        self._time: float | None = None

    # In and out

    def feed(self, message: Message) -> list[Json]:
        """Takes the next message; the actions that nothing can join any more."""
        self._number += 1
        coverage = self.coverage
        coverage.messages += 1
        kind = message.kind
        coverage.kinds[kind] += 1
        coverage.generations[message.generation] += 1
        if message.private or message.blind:
            coverage.private += 1
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
            self._open(message, message.problems[0].code)

    def _open(self, message: Message, code: str) -> None:
        self.coverage.open[code] += 1

    def _silent(self, message: Message) -> None:
        kind = message.kind
        if kind == "item":
            who = self.roster.speaker(message.actor, message.token, message.alias)
            if isinstance(who, Who):
                self._items[who.id] = (message.item or message.item_name, self._number)
        elif kind == "html":
            self._open(message, "SW675")
            self.coverage.find(
                "SW675", "the message shows a roll as a text only; its dice cannot be told", message
            )
        elif kind == "table":
            self.coverage.rolls += len(message.rolls)
            self.coverage.other += len(message.rolls)
        elif kind == "card" and message.card is not None and message.card.type == "applied":
            self._applied(message)

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
        listed = tuple(Candidate(*each) for each in candidates)
        question = Question(
            ident, ask, listed, code, message.id, message.file, message.line, message.key
        )
        self.asked.append(question)
        self.coverage.ask(question, message)
        return None

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

    # Rolls

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
                self._open(message, "SW672")
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
            self._open(message, "SW664")
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
            base = self._first_roll(message, who, first)
        for number, roll in enumerate(rolls[1:], 2):
            if base is None:
                self._open(message, "SW671")
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

    def _first_roll(self, message: Message, who: Who, roll: ChatRoll) -> Draft | None:
        card = message.card
        meant = _purpose_of(message)
        trait = self._trait_of(message, who, roll, meant)
        if trait is None:
            self._open(message, "SW668")
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
        critical = _critical(message, roll)
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
            self._open(message, "SW669")
            return "open"
        return None if answer == "trait" else answer

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

    # Rerolls and bennies

    def _reroll(self, message: Message, who: Who, roll: ChatRoll, ident: str) -> Draft | None:
        base = self._last.get(who.id)
        if base is None or base.dropped:
            answer = self.ask(
                message, "reroll", "SW671", "This is a reroll, and the first roll is not in the log.",
                [("first", "take it as the first roll")],
            )  # fmt: skip
            if answer == "first":
                return self._first_roll(message, who, roll)
            self._open(message, "SW671")
            return None
        made = self._again(message, who, roll, base, ident)
        made.fields["with"] = "benny" if roll.reroll == "benny" else "ability"
        if roll.reroll == "benny":
            self._pay(made, who, wait=False)
        return base

    def _again(self, message: Message, who: Who, roll: ChatRoll, base: Draft, ident: str) -> Draft:
        made = Draft(ident, "reroll", who, message, self._number, roll)
        made.base = base
        made.trait = base.trait
        made.fields["of"] = base.id
        made.recorded = recorded_trait(roll, roll.tn or 4, _critical(message, roll))
        base.rerolls.append(made)
        base.number = self._number
        if base.type == "soak":
            made.concluded.pop("after", None)
        self._put(made)
        return made

    def _pay(self, draft: Draft, who: Who, *, wait: bool) -> None:
        """Finds the benny that a reroll or a soak was paid with."""
        for benny in reversed(self._bennies):
            if benny.who is None or benny.who.id == who.id:
                self._bennies.remove(benny)
                benny.dropped = True
                draft.fields["with"] = "benny"
                if benny.who is None:
                    draft.fields["from"] = "gm"
                return
        if wait:
            self._unpaid.append(draft)

    def _stated(self, message: Message) -> None:
        statement = message.statement
        assert statement is not None
        kind = statement.kind
        if kind.startswith("benn"):
            self._benny(message, kind)
            return
        who = self.roster.speaker(message.actor, message.token, message.alias)
        if isinstance(who, Unknown):
            return
        if kind == "shaken":
            self._shaken.add(who.id)
        elif kind in ("recovered", "soaked_all"):
            self._shaken.discard(who.id)
        soak = self._last_soak(who)
        if soak is not None and soak.statement is None and not soak.closed:
            soak.statement = statement
            soak.concluded["after"] = _state(statement)
            return
        damage = next((each for each in self._waiting(who) if each.statement is None), None)
        if damage is None:
            return
        if not damage.targets:
            damage.targets = (who,)
            self._hits(who.id, damage)
        damage.statement = statement

    def _benny(self, message: Message, kind: str) -> None:
        found = (
            self.roster.speaker(message.actor, message.token, message.alias)
            if message.actor or message.token
            else None
        )
        who = found if isinstance(found, Who) else None
        if found is None and message.alias:
            named = self.roster.speaker(None, None, message.alias)
            who = named if isinstance(named, Who) and not self.roster.empty else None
        if kind == "bennies_refreshed":
            if who is None:
                self._put(Draft(message.id, "session", None, message, self._number))
            return
        draft = Draft(
            message.id,
            "award_benny" if kind == "benny_given" else "benny",
            who,
            message,
            self._number,
        )
        if kind == "benny_given":
            if who is None:
                draft.fields["from"] = "gm"
            self._put(draft)
            return
        for unpaid in self._unpaid:
            if unpaid.who is not None and (who is None or unpaid.who.id == who.id):
                self._unpaid.remove(unpaid)
                unpaid.fields["with"] = "benny"
                if who is None:
                    unpaid.fields["from"] = "gm"
                return
        self._bennies.append(draft)
        self._put(draft)

    # Damage and soaking

    def _damaged(self, message: Message, who: Who, roll: ChatRoll, number: int) -> None:
        ident = (
            message.id
            if number == 0 and not any(r.kind == "trait" for r in message.rolls)
            else f"{message.id}.d{number + 1}"
        )
        draft = Draft(ident, "damage", who, message, self._number, roll)
        card = message.card
        self._aim(draft)
        if card is not None:
            draft.item = card.item
            if number < len(card.hits):
                hit = card.hits[number]
                target = self.roster.target(hit.target, "") if hit.target else None
                if isinstance(target, Who):
                    draft.targets = (target,)
        named = damaged_by(message.flavor)
        if draft.item is None and named:
            draft.item = named
        if roll.ap is not None:
            draft.concluded["ap"] = roll.ap
        base = self._last.get(who.id)
        if roll.reroll in ("benny", "free") and base is not None and base.standing.damages:
            made = self._again(message, who, roll, base, ident)
            made.fields.update(
                {"with": "benny" if roll.reroll == "benny" else "ability", "pool": "damage"}
            )
            if roll.reroll == "benny":
                self._pay(made, who, wait=False)
            base.rerolls.remove(made)
            return
        if base is not None and not base.closed and self._takes(base, draft):
            draft.base = base
            draft.group = base.id
            base.standing.damages.append(draft)
            base.number = self._number
            if len(base.targets) == 1 and not draft.targets:
                draft.targets = base.targets
        if not draft.targets:
            answer = self.answers.given.get(
                f"{base.message.id if draft.base and base else message.id}:target"
            )
            settled = None if answer is None else self.roster.by_answer(answer)
            draft.targets = () if settled is None else (settled,)
        if len(draft.targets) == 1:
            self._hits(draft.targets[0].id, draft)
        self._put(draft)

    def _takes(self, base: Draft, damage: Draft) -> bool:
        """Whether a damage can be that of an attack roll: of the same item, and not one hit too many."""
        if base.type not in BASES or base.roll is None:
            return False
        if base.item and damage.item and not self._same_item(base, damage):
            return False
        most = max(1, len(base.roll.trait_dice), len(base.targets))
        return len(base.standing.damages) < most

    def _same_item(self, base: Draft, damage: Draft) -> bool:
        assert base.who is not None
        known = self.roster.item_name(base.who.id, base.item) or base.item
        other = self.roster.item_name(base.who.id, damage.item) or damage.item
        return known is None or other is None or known.casefold() == other.casefold()

    def _waiting(self, who: Who) -> list[Draft]:
        """Damage that somebody could speak of: what hit him last, then damage whose target nobody knows."""
        mine = [each for each in reversed(self._hurt.get(who.id, ())) if not each.soaks]
        nobodys = [
            each
            for each in reversed(self._queue)
            if each.type == "damage" and not each.targets and not each.dropped
        ]
        return [*mine, *nobodys]

    def _unsoaked(self, who: Who) -> Draft | None:
        """The last damage of somebody that he has not soaked, if it was not long ago."""
        waiting = self._waiting(who)
        hurt = self._hurt.get(who.id)
        if hurt and hurt[-1].soaks:
            return None
        return waiting[0] if waiting and self._number - waiting[0].number <= WINDOW else None

    def _last_soak(self, who: Who) -> Draft | None:
        for each in reversed(self._hurt.get(who.id, ())):
            if each.soaks:
                return each.soaks[-1].standing
            return None
        return None

    def _soak(
        self, message: Message, who: Who, roll: ChatRoll, ident: str | None = None
    ) -> Draft | None:
        hurt = self._hurt.get(who.id, [])
        if not hurt:
            unknown = [each for each in self._waiting(who) if not each.targets]
            if len(unknown) == 1:
                unknown[0].targets = (who,)
                hurt = self._hurt.setdefault(who.id, unknown)
        fresh: list[Draft] = []
        if hurt:
            last = hurt[-1]
            # Of a burst several hits can be soaked, each once; of anything else the last damage alone.
            group = (
                [each for each in hurt if each.group == last.group]
                if last.group is not None
                else [last]
            )
            soaked = [each for each in group if each.soaks]
            fresh = [each for each in group if not each.soaks]
            if len(fresh) + bool(soaked) > 1:
                named = self.ask(
                    message,
                    "soak",
                    "SW673",
                    f"Which of {len(group)} hits does {who.name} soak?",
                    [
                        *(
                            (each.id, f"damage {int(each.roll.total or 0)}")
                            for each in fresh
                            if each.roll
                        ),
                        *((("reroll", "the soak before, again"),) if soaked else ()),
                    ],
                )
                fresh = [each for each in group if each.id == named]
                if named is None:
                    # Its benny is spent, whatever it soaked.
                    self._pay(
                        Draft(message.id, "soak", who, message, self._number), who, wait=False
                    )
                    self._open(message, "SW673")
                    return None
            if not fresh and soaked:
                # The system posts the reroll of a soak as a second soak.
                made = self._again(message, who, roll, soaked[-1].soaks[-1], ident or message.id)
                made.fields["with"] = "ability"
                self._pay(made, who, wait=False)
                return made
        if not fresh:
            self._open(message, "SW673")
            self.coverage.find(
                "SW673", f"{who.name} soaks, and no damage before it is known to be his", message
            )
            return None
        draft = Draft(ident or message.id, "soak", who, message, self._number, roll)
        draft.trait = "Vigor"
        draft.base = fresh[0]
        fresh[0].soaks.append(draft)
        draft.recorded = recorded_trait(roll, roll.tn or 4, _critical(message, roll))
        self._pay(draft, who, wait=False)
        draft.fields.pop("with", None)
        self._put(draft)
        return draft

    def _applied(self, message: Message) -> None:
        """The card of betterrolls on which damage was brought on somebody: wounds as dealt, and as they were before."""
        card = message.card
        who = self.roster.speaker(
            card.actor if card else message.actor,
            card.token if card else message.token,
            message.alias,
        )
        if card is None or isinstance(who, Unknown):
            return
        damage = next((each for each in self._waiting(who) if each.statement is None), None)
        if damage is None:
            self._open(message, "SW670")
            self.coverage.find(
                "SW670",
                f"wounds of {who.name} were applied, and no damage before it is known to be the cause",
                message,
            )
            return
        if not damage.targets:
            damage.targets = (who,)
            self._hits(who.id, damage)
        damage.concluded["applied"] = {
            "wounds": card.wounds, "soaked": card.soaked, "before": card.before, "shaken_before": card.shaken_before,
        }  # fmt: skip

    # Rounds

    def _drew(self, message: Message) -> None:
        drawn = message.drawn
        assert drawn is not None
        if not drawn.cards:
            return
        who = self.who(message)
        if who is None:
            self._open(message, "SW664")
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
        self._dealt[who.id] = picked

    # The queue

    def _put(self, draft: Draft, *, keep_deal: bool = False) -> None:
        if not keep_deal and draft.type != "benny" and self._deal is not None:
            self._deal.closed = True
            self._deal = None
        who = draft.who
        if who is not None:
            draft.joker = self._dealt.get(who.id) == "Joker"
        if who is not None and draft.type not in ("damage", "reroll", "benny", "award_benny"):
            before = self._last.get(who.id)
            if before is not None:
                self._close(before)
            self._last[who.id] = draft
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
                self.coverage.actions[action["type"]] += 1
                out.append(action)
            let_go(draft)
        return out

    def _hits(self, who: str, damage: Draft) -> None:
        """Notes the damage of somebody; the last few are all that can be soaked."""
        hurt = self._hurt.setdefault(who, [])
        hurt.append(damage)
        if len(hurt) > _KEPT:
            del hurt[:-_KEPT]


_KEPT: Final = 24
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


def _critical(message: Message, roll: ChatRoll) -> bool | None:
    card = message.card
    if card is not None and card.critical_failure is not None and roll.reroll != "again":
        return card.critical_failure
    return called_critical(message.rolls, roll)


def _state(statement: Any) -> Json:
    out: Json = {"said": statement.kind}
    if statement.wounds is not None:
        out["wounds"] = statement.wounds
    return out


__all__ = ["MINUTES", "WINDOW", "Logbook", "dice_of"]
