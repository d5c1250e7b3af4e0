"""Who may act, and who pays (rules `shaken.restricts`, `incapacitation.restricts`, `benny.uses`)."""

from __future__ import annotations

from typing import Literal

from sw_data.engine.holders import Holder, Person
from sw_data.engine.turn import Turn
from sw_data.rules import condition


def may_act(turn: Turn, person: Person, *, free: bool = False) -> None:
    """Breach a rule unless the character may take this action now.

    Args:
        turn: The turn.
        person: Who would act.
        free: Whether the action is a free one.
    """
    rules, name = turn.rules, person.name
    if person.values["conditions"]:
        barred = condition.cannot_act(person.conditions, rules)
        if barred == "condition.stunned":
            turn.breach(barred, f"{name} is Stunned and takes no actions")
        elif barred:
            how = "dead" if "dead" in person.conditions else "Incapacitated"
            turn.breach(barred, f"{name} is {how} and takes no actions")
    if person.values.get("_complication"):
        turn.breach(
            "chase.complication",
            f"{name} was dealt a Club: a complication action must settle that first",
        )
    if free:
        return
    if person.shaken:
        turn.breach("shaken.restricts", f"{name} is Shaken and may take only free actions")
    elif person.values.get("_free_only"):
        turn.breach(
            "shaken.recover",
            f"{name} recovered with a plain success and may take only free actions this round",
        )


def can_act(turn: Turn, person: Person) -> bool:
    """Whether the character can act at all: is not dead, Incapacitated or Stunned."""
    return condition.cannot_act(person.conditions, turn.rules) is None


def pay(turn: Turn, person: Person, purse: Literal["own", "gm"], amount: int = 1) -> None:
    """Spend bennies, the character's own or the GM's; none left is a breach (`benny.uses`)."""
    holder: Holder = person
    field = "bennies"
    whose = person.name
    if purse == "gm":
        holder, field, whose = turn.state.table, "gm_bennies", "the GM"
    left: int = holder.values[field]
    if left < amount:
        has = f"has {left}" if left else "has none left"
        turn.breach("benny.uses", f"{amount} bennies are needed and {whose} {has}" if amount > 1 else
                    f"a benny is needed and {whose} {has}")  # fmt: skip
    turn.state.set(holder, field, max(0, left - amount))
    turn.cite("benny.uses")
