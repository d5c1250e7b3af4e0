"""The cards of the two automation modules, swade-tools and betterrolls-swade2, from the flags that they leave.

swade-tools rolls the dice of the message and says in flags what they are for; betterrolls keeps the dice in its flags.
"""

from __future__ import annotations

from typing import Final, Literal

from sw_data.formats.foundry.chat.better import read_better_card
from sw_data.formats.foundry.chat.parts import Value, list_in, text_in, whole_in
from sw_data.formats.foundry.chat.values import Card, ChatRoll, Problem

Rolls = tuple[ChatRoll, ...]

_TOOLS: Final = {
    "skill": "skill",
    "attribute": "attribute",
    "damage": "damage",
    "soak": "soak",
    "unshaken": "recover",
    "unstunned": "unstun",
}


def read_card(
    module: str, flags: Value, rolls: Rolls, problems: list[Problem]
) -> tuple[Card | None, Rolls]:
    """What the card of a module says, and the rolls of its message with what the card knows of them."""
    if module == "swade-tools":
        return _tools(flags, rolls)
    return read_better_card(flags, rolls, problems)


def _tools(flags: Value, rolls: Rolls) -> tuple[Card | None, Rolls]:
    kind = _TOOLS.get(str(flags.get("rolltype")))
    item = text_in(flags.get("itemroll"))
    if kind is None and item is None:
        return None, rolls
    kind = kind or "item"
    targets = flags.get("usetarget")
    listed = targets.split(",") if isinstance(targets, str) else list_in(targets)
    card = Card(
        "swade-tools",
        kind,
        actor=text_in(flags.get("useactor")),
        token=text_in(flags.get("usetoken")),
        item=item,
        skill=text_in(flags.get("skill")),
        targets=tuple(
            each.strip() for each in listed[:100] if isinstance(each, str) and each.strip()
        ),
        wounds=whole_in(flags.get("wounds")),
        vehicle=text_in(flags.get("usevehicle")),
    )
    wanted: Literal["trait", "damage"] = "damage" if kind == "damage" else "trait"
    return card, tuple(_as(roll, wanted) for roll in rolls)


def _as(roll: ChatRoll, kind: Literal["trait", "damage"]) -> ChatRoll:
    """A plain roll as what its card says that it is, its Wild Die told apart."""
    if roll.kind in (kind, "confirmation"):
        return roll
    if kind == "damage":
        return roll._replace(kind="damage")
    dice = roll.dice
    wild = [die for die in dice if die.role == "wild"]
    others = [die._replace(role="trait") for die in dice if die.role != "wild"]
    return roll._replace(kind="trait", dice=(*others, *wild))
