"""Rerolls, and the bennies that pay for them."""

from __future__ import annotations

from sw_data.formats.foundry.chat.values import ChatRoll, Message
from sw_data.logbook.drafts import Draft, critical_of, recorded_trait
from sw_data.logbook.ledger import Ledger
from sw_data.logbook.roster import Who


class Rerolls(Ledger):
    """Ties a reroll to its roll, and a benny to what it was spent on."""

    def _reroll(self, message: Message, who: Who, roll: ChatRoll, ident: str) -> Draft | None:
        base = self._last.get(who.id)
        if base is None or base.dropped:
            answer = self.ask(
                message, "reroll", "SW671", "This is a reroll, and the first roll is not in the log.",
                [("first", "take it as the first roll")],
            )  # fmt: skip
            if answer == "first":
                return self.first_roll(message, who, roll)
            self._open("SW671")
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
        made.recorded = recorded_trait(roll, roll.tn or 4, critical_of(message, roll))
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
                benny.fate.read()
                draft.fields["with"] = "benny"
                if benny.who is None:
                    draft.fields["from"] = "gm"
                return
        if wait:
            self._unpaid.append(draft)

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
                self._fate.read()
                unpaid.fields["with"] = "benny"
                if who is None:
                    unpaid.fields["from"] = "gm"
                return
        self._bennies.append(draft)
        self._put(draft)
