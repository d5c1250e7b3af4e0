"""What a draft becomes when nothing can join it any more: an action, part of one, or a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sw_data.logbook.attacking import bring, hit_of, rolled, trait_or_attack
from sw_data.logbook.drafts import Draft, damage_text, dice_of
from sw_data.logbook.modifiers import logged
from sw_data.logbook.parts import Json

if TYPE_CHECKING:
    from sw_data.logbook.ledger import Ledger


def closed_action(book: Ledger, draft: Draft) -> Json | None:
    """The action of a draft; None if it is part of another, or if it stays open."""
    kind = draft.type
    if kind == "trait":
        return trait_or_attack(book, draft)
    if kind == "damage":
        return _damage(book, draft)
    if kind == "reroll":
        return _reroll(book, draft)
    if kind == "soak":
        return _soak(book, draft)
    if kind == "benny":
        return _benny(book, draft)
    if kind in ("recover", "incapacitation", "bleeding"):
        return rolled(draft)
    return draft.begun()


def let_go(draft: Draft) -> None:
    """Cuts a draft that was made into an action from those that hang on it.

    Else each would wait for the collector of cycles, and a million of them would hold the memory meanwhile.
    """
    for each in draft.damages:
        each.base = None
    draft.damages = []
    base = draft.base
    if base is not None and draft.type != "damage":
        if draft in base.rerolls:
            base.rerolls.remove(draft)
        draft.base = None


def _damage(book: Ledger, draft: Draft) -> Json | None:
    """Damage without an attack: a fall, a power; its target must be known."""
    if draft.dropped:
        return None
    roll = draft.roll
    assert roll is not None
    if not roll.dice:
        book.coverage.other += 1
        return None
    targets = draft.targets
    if len(targets) != 1:
        listed = [(each.id, each.name) for each in (targets or book.roster.everybody())][:50]
        answer = book.ask(
            draft.message, "target", "SW670",
            f"Whom does this damage of {int(roll.total or roll.computed or 0)} hit?", listed,
        )  # fmt: skip
        found = None if answer is None else book.roster.by_answer(answer)
        if found is None:
            book.left_open(draft, "SW670")
            return None
        targets = (found,)
    text, table = damage_text(roll)
    fields: Json = {"target": targets[0].id, "damage": text}
    if roll.ap:
        fields["ap"] = roll.ap
    if table:
        fields["damage_modifiers"] = table
    draft.fields = {**fields, **draft.fields}
    draft.recorded = {"hits": [hit_of(draft)]}
    draft.attack = (draft.id, None)
    out = draft.begun()
    out["dice"] = {"damage": dice_of(roll.dice)}
    return out


def _reroll(book: Ledger, draft: Draft) -> Json | None:
    base = draft.base
    assert base is not None
    assert draft.roll is not None
    if base.dropped:
        book.left_open(draft, "SW671")
        return None
    pool = draft.fields.get("pool") or ("attack" if base.type == "attack" else "roll")
    if "with" not in draft.fields:
        answer = book.ask(
            draft.message, f"paid.{draft.id}", "SW674", "What was this reroll paid with?",
            [("benny", "a benny of one's own"), ("gm", "a benny of the GM"), ("ability", "an edge or ability, free")],
        )  # fmt: skip
        if answer is None:
            book.left_open(draft, "SW674")
            return None
        draft.fields["with"] = "benny" if answer in ("benny", "gm") else "ability"
        if answer == "gm":
            draft.fields["from"] = "gm"
    dice: Json = {pool: dice_of(draft.roll.dice)}
    if base.type == "attack":
        for key in ("result", "raises"):
            draft.recorded.pop(key, None)
        hits = bring(book, draft, draft.damages, dice)
        draft.fields.pop("damage_modifiers", None)
        if hits:
            draft.recorded["hits"] = hits
    if pool == "damage":
        draft.recorded = {}
    added = [
        each
        for each in draft.roll.modifiers
        if base.roll is not None and each not in base.roll.modifiers
    ]
    if added:
        draft.concluded["added"] = logged(added)
    out = draft.begun(*draft.damages)
    out["dice"] = dice
    return out


def _soak(book: Ledger, draft: Draft) -> Json | None:
    damage = draft.base
    assert damage is not None
    if damage.attack is None:
        # Its attack, or it itself, became no action.
        book.left_open(draft, "SW673")
        draft.dropped = True
        return None
    attack, hit = damage.attack
    fields: Json = {"attack": attack}
    if hit is not None:
        fields["hit"] = hit
    draft.fields = {**fields, **draft.fields}
    applied = damage.concluded.get("applied")
    if applied is not None:
        draft.concluded["applied"] = applied
    return rolled(draft)


def _benny(book: Ledger, draft: Draft) -> Json | None:
    """A benny that no reroll and no soak used."""
    who = draft.who
    if who is None:
        book.left_open(draft, "SW674")
        book.coverage.find(
            "SW674", "the GM spends a benny, and nothing says for what", draft.message
        )
        return None
    answer = book.ask(
        draft.message, "benny", "SW674", f"What does {who.name} spend the benny on?",
        [("shaken", "to shake it off"), ("nothing", "something that the rules of this log do not know")],
    )  # fmt: skip
    if answer != "shaken":
        if answer is None:
            book.left_open(draft, "SW674")
        return None
    draft.type = "spend_benny"
    draft.fields["for"] = "shaken"
    return draft.begun()
