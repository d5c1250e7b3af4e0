"""Damage, to whom it was done, and the soaks that follow it."""

from __future__ import annotations

from sw_data.formats.foundry.chat.values import ChatRoll, Message, Statement
from sw_data.formats.foundry.chat.words import damaged_by
from sw_data.logbook.drafts import BASES, Draft, critical_of, recorded_trait
from sw_data.logbook.ledger import WINDOW
from sw_data.logbook.parts import Json
from sw_data.logbook.rerolls import Rerolls
from sw_data.logbook.roster import Unknown, Who


class Harm(Rerolls):
    """Joins damage to its attack, a soak to its damage, and what is said of somebody to what was done to him."""

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
            self._fate.read()
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
        self._fate.read()

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
        group = self._soakable(who)
        soaked = [each for each in group if each.soaks]
        fresh = [each for each in group if not each.soaks]
        if len(fresh) + bool(soaked) > 1:
            named = self._chosen(message, who, group)
            if named is None:
                # Its benny is spent, whatever it soaked.
                self._pay(Draft(message.id, "soak", who, message, self._number), who, wait=False)
                self._open("SW673")
                return None
            fresh = [each for each in group if each.id == named]
        if not fresh and soaked:
            # The system posts the reroll of a soak as a second soak.
            made = self._again(message, who, roll, soaked[-1].soaks[-1], ident or message.id)
            made.fields["with"] = "ability"
            self._pay(made, who, wait=False)
            return made
        if not fresh:
            self._open("SW673")
            self.coverage.find(
                "SW673", f"{who.name} soaks, and no damage before it is known to be his", message
            )
            return None
        draft = Draft(ident or message.id, "soak", who, message, self._number, roll)
        draft.trait = "Vigor"
        draft.base = fresh[0]
        fresh[0].soaks.append(draft)
        draft.recorded = recorded_trait(roll, roll.tn or 4, critical_of(message, roll))
        self._pay(draft, who, wait=False)
        draft.fields.pop("with", None)
        self._put(draft)
        return draft

    def _soakable(self, who: Who) -> list[Draft]:
        """What somebody can soak: of a burst several hits, each once; of anything else the last damage alone."""
        hurt = self._hurt.get(who.id, [])
        if not hurt:
            unknown = [each for each in self._waiting(who) if not each.targets]
            if len(unknown) == 1:
                unknown[0].targets = (who,)
                hurt = self._hurt.setdefault(who.id, unknown)
        if not hurt or hurt[-1].group is None:
            return hurt[-1:]
        return [each for each in hurt if each.group == hurt[-1].group]

    def _chosen(self, message: Message, who: Who, group: list[Draft]) -> str | None:
        """Which hit is soaked, by its id, or `reroll` for the soak before; None if nobody has answered."""
        fresh = [each for each in group if not each.soaks]
        listed = [(e.id, f"damage {int(e.roll.total or 0)}") for e in fresh if e.roll]
        if len(fresh) < len(group):
            listed.append(("reroll", "the soak before, again"))
        asked = f"Which of {len(group)} hits does {who.name} soak?"
        return self.ask(message, "soak", "SW673", asked, listed)

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
            self._open("SW670")
            self.coverage.find(
                "SW670",
                f"wounds of {who.name} were applied, and no damage before it is known to be the cause",
                message,
            )
            return
        if not damage.targets:
            damage.targets = (who,)
            self._hits(who.id, damage)
        self._fate.read()
        damage.concluded["applied"] = {
            "wounds": card.wounds, "soaked": card.soaked, "before": card.before, "shaken_before": card.shaken_before,
        }  # fmt: skip


def _state(statement: Statement) -> Json:
    out: Json = {"said": statement.kind}
    if statement.wounds is not None:
        out["wounds"] = statement.wounds
    return out
