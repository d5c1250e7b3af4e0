"""The cards of the two automation modules, swade-tools and betterrolls-swade2, from the flags that they leave.

swade-tools rolls the dice of the message and says in flags what they are for. betterrolls keeps the dice in its flags:
of a trait die the sum only, from which the faces follow, for an Ace is always the highest face.
"""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from sw_data.document.raw import is_list
from sw_data.formats.foundry.chat.arithmetic import number_of
from sw_data.formats.foundry.chat.values import (
    MOST_DICE,
    Card,
    ChatDie,
    ChatModifier,
    ChatRoll,
    Hit,
    Problem,
)
from sw_data.formats.foundry.chat.words import is_wild

Value = dict[str, Any]
Rolls = tuple[ChatRoll, ...]

_TOOLS: Final = {
    "skill": "skill",
    "attribute": "attribute",
    "damage": "damage",
    "soak": "soak",
    "unshaken": "recover",
    "unstunned": "unstun",
}
_BETTER: Final = {
    1: "attribute",
    2: "skill",
    3: "item",
    10: "applied",
    11: "incapacitation",
    12: "injury",
    13: "recover",
    14: "unstun",
    100: "result",
}


def read_card(
    module: str, flags: Value, rolls: Rolls, problems: list[Problem]
) -> tuple[Card | None, Rolls]:
    """What the card of a module says, and the rolls of its message with what the card knows of them."""
    if module == "swade-tools":
        return _tools(flags, rolls)
    return _better(flags, rolls, problems)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _whole(value: object) -> int | None:
    number = number_of(value)
    return None if number is None else int(number)


def _list(value: object) -> list[Any]:
    return value if is_list(value) else []


def _object(value: object) -> Value:
    return cast("Value", value) if isinstance(value, dict) else {}


# --- swade-tools ---------------------------------------------------------------------


def _tools(flags: Value, rolls: Rolls) -> tuple[Card | None, Rolls]:
    kind = _TOOLS.get(str(flags.get("rolltype")))
    item = _text(flags.get("itemroll"))
    if kind is None and item is None:
        return None, rolls
    kind = kind or "item"
    targets = flags.get("usetarget")
    listed = targets.split(",") if isinstance(targets, str) else _list(targets)
    card = Card(
        "swade-tools",
        kind,
        actor=_text(flags.get("useactor")),
        token=_text(flags.get("usetoken")),
        item=item,
        skill=_text(flags.get("skill")),
        targets=tuple(
            each.strip() for each in listed[:100] if isinstance(each, str) and each.strip()
        ),
        wounds=_whole(flags.get("wounds")),
        vehicle=_text(flags.get("usevehicle")),
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


# --- betterrolls-swade2 --------------------------------------------------------------


def _better(flags: Value, rolls: Rolls, problems: list[Problem]) -> tuple[Card | None, Rolls]:
    data = _object(flags.get("br_data"))
    render = _object(flags.get("render_data"))
    type_ = _whole(data.get("type", flags.get("card_type")))
    if type_ is None:
        return None, rolls
    trait = _object(data.get("trait_roll") or render.get("trait_roll"))
    undo = _object(render.get("undo_values"))
    kind = _BETTER.get(type_, "other")
    made: list[ChatRoll] = _trait_rolls(trait, problems)
    hits: list[Hit] = []
    raised: bool | None = None
    for number, each in enumerate(_list(render.get("damage_rolls"))[:100]):
        roll = _damage_roll(
            _object(each), problems, f"/flags/betterrolls-swade2/render_data/damage_rolls/{number}"
        )
        if roll is not None:
            made.append(roll[0])
            hits.append(roll[1])
            raised = _object(each).get("raise") is True
    fumbles = [_object(each).get("is_fumble") for each in _list(trait.get("rolls"))]
    token = _text(data.get("token_id")) or _text(flags.get("token"))
    target = _text(trait.get("target_id"))
    card = Card(
        "betterrolls-swade2",
        kind,
        actor=_text(data.get("actor_id")) or _text(flags.get("actor")),
        token=token,
        item=_text(data.get("item_id")) or _text(flags.get("item_id")),
        skill=_text(data.get("skill_id")) or _text(flags.get("skill_id")),
        attribute=_text(data.get("attribute_name")) or _text(flags.get("attribute_id")),
        targets=tuple(
            each for each in _list(data.get("target_ids"))[:100] if isinstance(each, str) and each
        )
        or ((target,) if target else ()),
        wounds=_whole(render.get("wounds")),
        soaked=_whole(render.get("soaked")),
        before=_whole(undo.get("wounds")),
        shaken_before=undo.get("shaken") if isinstance(undo.get("shaken"), bool) else None,
        tn=_whole(trait.get("tn")),
        critical_failure=fumbles[0] is True if fumbles else None,
        raised=raised,
        hits=tuple(hits),
        vehicle=_text(data.get("vehicle_actor_id")),
        selected=_whole(trait.get("selected_roll_index")),
    )
    return card, tuple(made) if made else tuple(r for r in rolls if r.kind != "other")


def _trait_rolls(trait: Value, problems: list[Problem]) -> list[ChatRoll]:
    """Each time the trait was rolled: the first roll, and its rerolls in the same card."""
    found: list[ChatRoll] = []
    modifiers = _modifiers(trait.get("modifiers"))
    added = sum(each.value for each in modifiers)
    for number, one in enumerate(_list(trait.get("rolls"))[:50]):
        pointer = f"/flags/betterrolls-swade2/br_data/trait_roll/rolls/{number}"
        dice: list[ChatDie] = []
        best: float | None = None
        listed = _list(_object(one).get("dice"))
        if len(listed) > MOST_DICE:
            problems.append(Problem("SW662", f"a roll of {len(listed)} dice is not read", pointer))
            continue
        for each in listed:
            entry = _object(each)
            sides, raw = _whole(entry.get("sides")), _whole(entry.get("raw_total"))
            faces = None if sides is None or raw is None else faces_of(sides, raw)
            if sides is None or raw is None or faces is None:
                problems.append(
                    Problem(
                        "SW661",
                        f"a die of {entry.get('sides')!r} sides cannot show {entry.get('raw_total')!r}",
                        pointer,
                    )
                )
                break
            label = _text(entry.get("label")) or ""
            wild = entry.get("wild_die") is True or (label != "" and is_wild(label))
            dice.append(ChatDie(sides, faces, "wild" if wild else "trait", label))
            result = number_of(entry.get("result"))
            if result is not None and entry.get("extra_class") != "brsw-discarded-roll":
                best = result if best is None else max(best, result)
        else:
            if not dice:
                continue
            if trait.get("wild_die") and len(dice) > 1 and not any(d.role == "wild" for d in dice):
                dice[-1] = dice[-1]._replace(role="wild")
            ordered = [d for d in dice if d.role != "wild"] + [d for d in dice if d.role == "wild"]
            computed = max(die.total for die in dice) + added
            if best is not None and best != computed:
                problems.append(
                    Problem(
                        "SW663",
                        f"the stored result is {best:g}, and the dice come to {computed:g}",
                        pointer,
                    )
                )
            found.append(
                ChatRoll(
                    "trait",
                    tuple(ordered),
                    modifiers,
                    best,
                    computed,
                    max(1, sum(1 for die in dice if die.role != "wild")),
                    _whole(trait.get("tn")),
                    reroll="again" if found else None,
                )
            )
    return found


def _damage_roll(
    entry: Value, problems: list[Problem], pointer: str
) -> tuple[ChatRoll, Hit] | None:
    rolled = _object(entry.get("brswroll"))
    result = _object(next(iter(_list(rolled.get("rolls"))), None))
    dice: list[ChatDie] = []
    for each in _list(rolled.get("dice")):
        die = _object(each)
        sides = _whole(die.get("faces"))
        shown = [_whole(face) for face in _list(die.get("results"))]
        if sides is None or not shown or any(face is None for face in shown):
            problems.append(
                Problem("SW661", "a die of the damage has no sides or no faces", pointer)
            )
            return None
        faces = [face for face in shown if face is not None]
        dice += _apart(sides, faces, _text(die.get("label")) or "")
        if len(dice) > MOST_DICE:
            problems.append(
                Problem("SW662", f"more than {MOST_DICE} dice of damage are not read", pointer)
            )
            return None
    if not dice:
        return None
    modifiers = _modifiers(rolled.get("modifiers"))
    total = number_of(result.get("result"))
    computed = sum(die.total for die in dice) + sum(each.value for each in modifiers)
    if total is not None and total != computed:
        problems.append(
            Problem(
                "SW663",
                f"the stored damage is {total:g}, and the dice come to {computed:g}",
                pointer,
            )
        )
    ap = _whole(result.get("ap"))
    roll = ChatRoll("damage", tuple(dice), modifiers, total, computed, ap=ap)
    target = result.get("target_id")
    hit = Hit(
        target if isinstance(target, str) else "",
        total,
        _whole(result.get("tn")),
        _whole(result.get("armor")),
        ap,
    )
    return roll, hit


def _apart(sides: int, faces: list[int], label: str) -> list[ChatDie]:
    """Several dice of one term told apart: every Ace has its further face at the end, those of the first die first."""
    count = max(1, len(faces) - sum(1 for face in faces if face >= sides > 1))
    chains = [[face] for face in faces[:count]]
    waiting = [at for at, face in enumerate(faces[:count]) if face >= sides > 1]
    for face in faces[count:]:
        if not waiting:
            chains.append([face])
            continue
        at = waiting.pop(0)
        chains[at].append(face)
        if face >= sides > 1:
            waiting.append(at)
    return [ChatDie(sides, tuple(chain), "die", label) for chain in chains]


def _modifiers(written: object) -> tuple[ChatModifier, ...]:
    found: list[ChatModifier] = []
    for each in _list(written)[:200]:
        entry = _object(each)
        value = _whole(entry.get("value"))
        label = _text(entry.get("name")) or _text(entry.get("label")) or ""
        if value:
            found.append(ChatModifier(label, value))
    return tuple(found)


def faces_of(sides: int, total: int) -> tuple[int, ...] | None:
    """The faces of a die that came to a total: Aces are the highest face, so only one row of faces does.

    None if no row of faces comes to it: no die of 6 sides ends at 12.
    """
    if sides < 1 or total < 1 or total > sides * 200:
        return None
    if sides == 1:
        return (1,) if total == 1 else None
    aces, last = divmod(total, sides)
    return (*(sides,) * aces, last) if last else None
