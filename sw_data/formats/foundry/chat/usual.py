"""The rolls that nearly every message holds, read at once: a pool of single dice, or a sum of dice, and numbers added.

A chat has a million of them. Whatever is in any way otherwise is left to the careful reader, which says what is odd.
"""

from __future__ import annotations

from typing import Any, Final

from sw_data.formats.foundry.chat.values import ChatDie, ChatModifier, ChatRoll
from sw_data.formats.foundry.chat.words import is_wild

_MOST: Final = 60
_KEEP: Final = {"kh": 1, "kh1": 1, "kh2": 2, "kh3": 3, "kh4": 4}
_SIGNS: Final = {"+": 1, "-": -1}
_SURPRISES: Final = (KeyError, TypeError, AttributeError, IndexError, ValueError)


def usual_roll(roll: dict[str, Any]) -> ChatRoll | None:
    """The roll of a JSON object; None if it is not one of the usual ones."""
    try:
        name = roll["class"]
        if name == "TraitRoll":
            return _trait(roll)
        return _damage(roll) if name == "DamageRoll" else None
    except _SURPRISES:
        return None


def _label(term: dict[str, Any]) -> str:
    """What a term is labelled."""
    label = term["options"].get("flavor") or ""
    if type(label) is not str:
        raise TypeError
    return label


def _faces(die: dict[str, Any]) -> tuple[int, ...]:
    """The faces of one die, an Ace with those behind it."""
    results = die["results"]
    if len(results) == 1:
        only = results[0]
        face = only["result"]
        if (
            type(face) is not int
            or only["active"] is not True
            or "exploded" in only
            or "hidden" in only
        ):
            raise ValueError
        return (face,)
    if die["number"] != 1 or len(results) > _MOST:
        raise ValueError
    last = results[-1]
    faces = [each["result"] for each in results]
    for each in results:
        if each["active"] is not True or type(each["result"]) is not int or "hidden" in each:
            raise ValueError
        if (each.get("exploded") is True) is (each is last):
            raise ValueError
    return tuple(faces)


def _added(terms: list[Any], at: int, *, unnamed: bool) -> list[ChatModifier]:
    """The numbers behind the dice, each with its label."""
    found: list[ChatModifier] = []
    for number in range(at, len(terms), 2):
        sign = _SIGNS[terms[number]["operator"]]
        term = terms[number + 1]
        value = term["number"]
        label = _label(term)
        if (
            term["class"] != "NumericTerm"
            or type(value) is not int
            or not value
            or not (label or unnamed)
        ):
            raise ValueError
        found.append(ChatModifier(label, sign * value, ()))
    return found


def _checked(
    roll: dict[str, Any],
    kind: Any,
    dice: list[ChatDie],
    modifiers: list[ChatModifier],
    keep: int,
    computed: int,
) -> ChatRoll:
    options = roll["options"]
    total = roll["total"]
    if total != computed or type(total) is not int:
        raise ValueError
    if options:
        if "critfailConfirmationRoll" in options:
            raise ValueError
        tn, ap, mode, rerollable = (
            options.get("targetNumber"), options.get("ap"), options.get("rerollMode"), options.get("rerollable"),
        )  # fmt: skip
        if (tn is not None and type(tn) is not int) or (ap is not None and type(ap) is not int):
            raise ValueError
        if mode not in (None, "benny", "free") or rerollable not in (None, True, False):
            raise ValueError
        return ChatRoll(
            kind,
            tuple(dice),
            tuple(modifiers),
            total,
            computed,
            keep,
            tn,
            ap,
            mode,
            False,
            rerollable,
        )
    return ChatRoll(kind, tuple(dice), tuple(modifiers), total, computed, keep)


def _trait(roll: dict[str, Any]) -> ChatRoll:
    terms = roll["terms"]
    pool = terms[0]
    if pool["class"] != "PoolTerm":
        raise ValueError
    dice: list[ChatDie] = []
    wild: ChatDie | None = None
    totals: list[int] = []
    for each in pool["rolls"]:
        (die,) = each["terms"]
        sides = die["faces"]
        label = _label(die)
        if type(sides) is not int:
            raise ValueError
        faces = _faces(die)
        totals.append(sum(faces))
        if die["class"] == "WildDie" or is_wild(label):
            if wild is not None:
                raise ValueError
            wild = ChatDie(sides, faces, "wild", label)
        else:
            dice.append(ChatDie(sides, faces, "trait", label))
    if len(dice) > _MOST or not dice:
        raise ValueError
    if wild is not None:
        dice.append(wild)
    elif len(dice) > 1:
        raise ValueError
    (kept,) = pool["modifiers"]
    keep = _KEEP[kept]
    shown = pool.get("results")
    if shown and "hidden" in shown[0]:
        raise ValueError
    modifiers = _added(terms, 1, unnamed=False) if len(terms) > 1 else []
    best = max(totals) if keep == 1 else sum(sorted(totals)[-keep:])
    return _checked(
        roll, "trait", dice, modifiers, keep, best + sum([each[1] for each in modifiers])
    )


def _damage(roll: dict[str, Any]) -> ChatRoll:
    terms = roll["terms"]
    dice: list[ChatDie] = []
    at = 0
    computed = 0
    while True:
        die = terms[at]
        sides = die["faces"]
        if (
            die["class"] != "Die"
            or type(sides) is not int
            or die["number"] != 1
            or len(dice) > _MOST
        ):
            raise ValueError
        faces = _faces(die)
        computed += sum(faces)
        dice.append(ChatDie(sides, faces, "die", _label(die)))
        at += 1
        if at + 1 >= len(terms) or "results" not in terms[at + 1]:
            break
        if terms[at]["operator"] != "+":
            raise ValueError
        at += 1
    modifiers = _added(terms, at, unnamed=not roll["options"].get("modifiers"))
    # Conviction is a die of its own among the modifiers.
    if any(each[3].startswith(("Conv", "conv")) for each in dice):
        raise ValueError
    return _checked(
        roll, "damage", dice, modifiers, 1, computed + sum([each[1] for each in modifiers])
    )
