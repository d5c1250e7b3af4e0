"""Actions while they may still be joined by what follows, and the actions that they become."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from sw_data.dice import Die, write_dice
from sw_data.formats.foundry.chat.values import (
    Card,
    ChatDie,
    ChatModifier,
    ChatRoll,
    Message,
    Statement,
)
from sw_data.formats.foundry.chat.words import DAMAGE, modifier_family
from sw_data.formats.names import is_strength
from sw_data.logbook.coverage import Fate
from sw_data.logbook.modifiers import logged
from sw_data.logbook.roster import Who
from sw_data.models import Character, Weapon

Json = dict[str, Any]

BASES: Final = frozenset({"trait", "attack"})
"""Types of drafts that damage can join."""


_UNPUT: Final = Fate(Counter())
"""The fate of a draft that is not among the open ones: nobody counts it."""


class Draft:
    """An action that is not closed yet.

    Attributes:
        id: The id of the action: that of the message, with a number behind it for what else it holds.
        type: The type of the action; `trait` until it turns out to be an `attack`; `benny` until it is known for what.
        who: Who acts.
        message: The message.
        number: The number of that message in the order of time.
        roll: The roll.
        trait: The trait that was rolled.
        targets: Whom it aims at.
        item: What the chat says of the item: an id, or a name.
        weapon: The weapon, once it is known.
        damages: Drafts of damage that follow it.
        base: The draft that this one belongs to: the roll of a damage or of a reroll, the damage of a soak. It is let
        go
            when the action is made, so that nothing of it waits for the collector of cycles.
        group: The id of the roll that a damage belongs to.
        attack: What a soak of this damage names: the action, and which of its hits.
        rerolls: Drafts of rerolls, in their order.
        statement: What the tabletop states to have come of it.
        soaks: Drafts of soaks of this damage.
        dropped: Whether it became part of another action, or none.
        fate: What becomes of its message.
        closed: Whether nothing can join it any more.
        fields: Members of the action beside those that follow from the rest.
        recorded: What the tabletop made of it, as an outcome has it.
        concluded: What else the tabletop made of it, for the audit.
    """

    __slots__ = (
        "attack", "base", "card", "closed", "concluded", "damages", "dropped", "fate", "fields", "group", "id", "item",
        "joker", "message", "number", "recorded", "rerolls", "roll", "soaks", "statement", "targets", "trait",
        "type", "weapon", "who",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        type: str,
        who: Who | None,
        message: Message,
        number: int,
        roll: ChatRoll | None = None,
    ) -> None:
        self.id = id
        self.type = type
        self.who = who
        self.message = message
        self.number = number
        self.roll = roll
        self.card: Card | None = message.card
        self.trait = ""
        self.targets: tuple[Who, ...] = ()
        self.item: str | None = None
        self.weapon: Weapon | None = None
        self.damages: list[Draft] = []
        self.base: Draft | None = None
        self.group: str | None = None
        self.attack: tuple[str, int | None] | None = None
        self.rerolls: list[Draft] = []
        self.statement: Statement | None = None
        self.soaks: list[Draft] = []
        self.dropped = False
        self.fate = _UNPUT
        self.closed = False
        self.joker = False
        self.fields: Json = {}
        self.recorded: Json = {}
        self.concluded: Json = {}

    @property
    def standing(self) -> Draft:
        """The last reroll, or the roll itself: what damage that comes now belongs to."""
        return self.rerolls[-1] if self.rerolls else self

    def source(self, *others: Draft) -> Json:
        """Where the action comes from."""
        message = self.message
        out: Json = {"message": message.id, "file": message.file}
        if message.line is not None:
            out["line"] = message.line
        if message.key is not None:
            out["key"] = message.key
        if message.time is not None:
            out["time"] = message.time
        more = [each.message.id for each in others if each.message.id != message.id]
        if more:
            out["with"] = more
        if self.concluded:
            out["vtt"] = self.concluded
        return out

    def begun(self, *others: Draft) -> Json:
        """The action with what every action has."""
        out: Json = {"id": self.id, "type": self.type}
        if self.who is not None:
            out["actor"] = self.who.id
        out.update(self.fields)
        if self.recorded:
            out["recorded"] = self.recorded
        out["source"] = self.source(*others)
        return out


def dice_of(dice: tuple[ChatDie, ...] | list[ChatDie]) -> list[Json]:
    """Dice as a log records them: which die, which faces."""
    return [{"die": f"d{die[0]}", "faces": list(die[1])} for die in dice]


def strength_of(who: Who) -> Die | None:
    """The Strength of somebody with a sheet."""
    model = who.model
    if isinstance(model, Character):
        return model.attributes.strength
    return None if model is None else model.strength


def is_flat(modifier: ChatModifier) -> bool:
    """Whether a modifier of damage is the weapon's own flat part: it has no name, Strength's, or that of the damage."""
    label = modifier.label
    return not modifier.dice and (
        not label
        or is_strength(label)
        or (DAMAGE.search(label.casefold()) is not None and "(" in label)
    )


def arranged(
    roll: ChatRoll, weapon: Weapon, strength: Die | None, *, joker: bool = False
) -> tuple[list[ChatDie], list[Json], list[Json]]:
    """The dice of a damage in the order of the rules (weapon, Strength, raise), and its modifiers, sorted.

    Foundry rolls Strength first. A die is Strength's by its label, or, where nothing is labelled, by its place.

    Returns:
        The dice; what the table added; what the rules add by themselves.
    """
    dice = list(roll.dice)
    own: ChatDie | None = None
    if weapon.damage.strength:
        own = next((die for die in dice if die.label and is_strength(die.label)), None)
        if own is None and len(dice) > len(weapon.damage.dice):
            own = dice[0]
        if own is not None:
            dice.remove(own)
    raise_dice = [die for die in dice if die.label and modifier_family(die.label) == "bonus_damage"]
    for die in raise_dice:
        dice.remove(die)
    if not raise_dice and len(dice) == len(weapon.damage.dice) + 1:
        raise_dice = [dice.pop()]
    order = [*dice, *([own] if own is not None else []), *raise_dice]
    flat = sum(each.value for each in roll.modifiers if is_flat(each))
    expected = weapon.damage.flat + (
        strength.bonus if strength is not None and weapon.damage.strength else 0
    )
    table: list[Json] = []
    rules: list[Json] = []
    if flat and flat == expected:
        rules.append({"label": "damage", "value": flat})
    elif flat != expected:
        rules.append({"label": "damage", "value": expected})
        table.append({"label": "unlabelled", "value": flat - expected})
    mine = [each.value for each in weapon.modifiers if each.applies_to == "damage"]
    for each in roll.modifiers:
        if is_flat(each):
            continue
        named = (
            each.label.casefold() == weapon.name.casefold() or modifier_family(each.label) == "item"
        )
        if named and each.value in mine:
            mine.remove(each.value)
            rules.append({"label": each.label, "value": each.value})
        elif joker and modifier_family(each.label) == "joker":
            rules.append({"label": each.label, "value": each.value})
        else:
            table += logged([each])
    return order, table, rules


def damage_text(roll: ChatRoll) -> tuple[str, list[Json]]:
    """The damage that was rolled, as an expression, and the modifiers that have a name of their own."""
    flat = sum(each.value for each in roll.modifiers if is_flat(each))
    text = write_dice(die.sides for die in roll.dice)
    if flat:
        text = f"{text}{flat:+d}"
    return text, logged([each for each in roll.modifiers if not is_flat(each)])


def recorded_trait(roll: ChatRoll, tn: int | None, critical: bool | None) -> Json:
    """What the tabletop made of a trait roll: its total, and with a target number the result."""
    out: Json = {}
    total = roll.total if roll.total is not None else roll.computed
    if total is not None:
        out["total"] = int(total)
    if critical is not None:
        out["critical_failure"] = critical
    if tn is None or total is None:
        return out
    if critical:
        out["result"] = "critical_failure"
        return out
    over = (total - tn) // 4
    out["result"] = "failure" if total < tn else "raise" if over else "success"
    out["raises"] = int(max(0, over))
    return out


def called_critical(rolls: tuple[ChatRoll, ...], roll: ChatRoll) -> bool | None:
    """Whether the tabletop calls a trait roll a critical failure; None if it waits for a confirmation that nobody made.

    With a Wild Die more than half of all dice and the Wild Die itself have to come to 1. Without one, more than half;
    a single die is then confirmed by a d6 that shows a 1.
    """
    dice = roll.dice
    ones = 0
    for die in dice:
        if die[1] == (1,):
            ones += 1
    if not ones:
        return False
    most = ones > len(dice) / 2
    wild = roll.wild_die
    if wild is not None:
        return most and wild.total == 1
    if not most:
        return False
    confirmed = next((each for each in rolls if each.kind == "confirmation"), None)
    if confirmed is None or not confirmed.dice:
        return None if len(dice) == 1 else True
    return confirmed.dice[0].total == 1


def critical_of(message: Message, roll: ChatRoll) -> bool | None:
    """Whether the tabletop, or the card of a module, calls a roll a critical failure; None if it does not say."""
    card = message.card
    if card is not None and card.critical_failure is not None and roll.reroll != "again":
        return card.critical_failure
    return called_critical(message.rolls, roll)
