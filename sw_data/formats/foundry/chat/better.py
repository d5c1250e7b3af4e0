"""The cards of betterrolls-swade2, which keeps the dice in its flags.

Of a trait die it keeps the sum only, from which the faces follow, for an Ace is always the highest face.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sw_data.formats.foundry.chat.arithmetic import number_of
from sw_data.formats.foundry.chat.faces import apart, faces_of
from sw_data.formats.foundry.chat.parts import Value, list_in, object_in, text_in, whole_in
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

_TYPES: Final = {
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
_FLAGS: Final = "/flags/betterrolls-swade2"
_ROLLS: Final = 50
_DAMAGES: Final = 100
_TARGETS: Final = 100
_MODIFIERS: Final = 200


def read_better_card(
    flags: Value, rolls: tuple[ChatRoll, ...], problems: list[Problem]
) -> tuple[Card | None, tuple[ChatRoll, ...]]:
    """What a card of betterrolls says, and the rolls that it keeps; those of its message if it keeps none."""
    data = object_in(flags.get("br_data"))
    render = object_in(flags.get("render_data"))
    number = whole_in(data.get("type", flags.get("card_type")))
    if number is None:
        return None, rolls
    trait = object_in(data.get("trait_roll") or render.get("trait_roll"))
    damages = _damages(render, problems)
    made = [*_trait_rolls(trait, problems), *(each.roll for each in damages)]
    card = _card(_TYPES.get(number, "other"), flags, data, render, trait)._replace(
        raised=damages[-1].raised if damages else None,
        hits=tuple(each.hit for each in damages),
    )
    return card, tuple(made) if made else tuple(each for each in rolls if each.kind != "other")


def _card(kind: str, flags: Value, data: Value, render: Value, trait: Value) -> Card:
    """The card without its damages."""
    undo = object_in(render.get("undo_values"))
    shaken = undo.get("shaken")
    fumbles = [object_in(each).get("is_fumble") for each in list_in(trait.get("rolls"))[:1]]
    return Card(
        "betterrolls-swade2",
        kind,
        actor=text_in(data.get("actor_id")) or text_in(flags.get("actor")),
        token=text_in(data.get("token_id")) or text_in(flags.get("token")),
        item=text_in(data.get("item_id")) or text_in(flags.get("item_id")),
        skill=text_in(data.get("skill_id")) or text_in(flags.get("skill_id")),
        attribute=text_in(data.get("attribute_name")) or text_in(flags.get("attribute_id")),
        targets=_targets(data, trait),
        wounds=whole_in(render.get("wounds")),
        soaked=whole_in(render.get("soaked")),
        before=whole_in(undo.get("wounds")),
        shaken_before=shaken if isinstance(shaken, bool) else None,
        tn=whole_in(trait.get("tn")),
        critical_failure=fumbles[0] is True if fumbles else None,
        vehicle=text_in(data.get("vehicle_actor_id")),
        selected=whole_in(trait.get("selected_roll_index")),
    )


def _targets(data: Value, trait: Value) -> tuple[str, ...]:
    listed = [text_in(each) for each in list_in(data.get("target_ids"))[:_TARGETS]]
    named = tuple(each for each in listed if each is not None)
    target = text_in(trait.get("target_id"))
    return named or ((target,) if target else ())


def _trait_rolls(trait: Value, problems: list[Problem]) -> list[ChatRoll]:
    """Each time the trait was rolled: the first roll, and its rerolls in the same card."""
    found: list[ChatRoll] = []
    modifiers = _modifiers(trait.get("modifiers"))
    added = sum(each.value for each in modifiers)
    for number, one in enumerate(list_in(trait.get("rolls"))[:_ROLLS]):
        pointer = f"{_FLAGS}/br_data/trait_roll/rolls/{number}"
        listed = list_in(object_in(one).get("dice"))
        if len(listed) > MOST_DICE:
            problems.append(Problem("SW662", f"a roll of {len(listed)} dice is not read", pointer))
            continue
        dice = _trait_dice(listed, trait, problems, pointer)
        if not dice:
            continue
        best = _best(listed)
        computed = max(die.total for die in dice) + added
        if best is not None and best != computed:
            said = f"the stored result is {best:g}, and the dice come to {computed:g}"
            problems.append(Problem("SW663", said, pointer))
        attacks = max(1, sum(1 for die in dice if die.role != "wild"))
        again = "again" if found else None
        tn = whole_in(trait.get("tn"))
        found.append(ChatRoll("trait", dice, modifiers, best, computed, attacks, tn, reroll=again))
    return found


def _trait_dice(
    listed: list[Any], trait: Value, problems: list[Problem], pointer: str
) -> tuple[ChatDie, ...]:
    """The dice of a trait roll, the Wild Die last; none if one of them cannot be read."""
    dice: list[ChatDie] = []
    for each in listed:
        entry = object_in(each)
        sides, raw = whole_in(entry.get("sides")), whole_in(entry.get("raw_total"))
        faces = None if sides is None or raw is None else faces_of(sides, raw)
        if sides is None or faces is None:
            said = f"a die of {_shown(entry.get('sides'))} sides cannot show {_shown(entry.get('raw_total'))}"
            problems.append(Problem("SW661", said, pointer))
            return ()
        label = text_in(entry.get("label")) or ""
        wild = entry.get("wild_die") is True or (label != "" and is_wild(label))
        dice.append(ChatDie(sides, faces, "wild" if wild else "trait", label))
    if trait.get("wild_die") and len(dice) > 1 and not any(die.role == "wild" for die in dice):
        dice[-1] = dice[-1]._replace(role="wild")
    return (
        *(die for die in dice if die.role != "wild"),
        *(die for die in dice if die.role == "wild"),
    )


def _best(listed: list[Any]) -> float | None:
    """The best result that the card shows; the die that it discards counts for nothing."""
    kept = [
        each for each in map(object_in, listed) if each.get("extra_class") != "brsw-discarded-roll"
    ]
    results = [number_of(each.get("result")) for each in kept]
    return max((each for each in results if each is not None), default=None)


class _Damage(NamedTuple):
    """A damage roll of a card, what it did, and whether it has its raise die."""

    roll: ChatRoll
    hit: Hit
    raised: bool


def _damages(render: Value, problems: list[Problem]) -> list[_Damage]:
    found: list[_Damage] = []
    for number, each in enumerate(list_in(render.get("damage_rolls"))[:_DAMAGES]):
        pointer = f"{_FLAGS}/render_data/damage_rolls/{number}"
        damage = _damage(object_in(each), problems, pointer)
        if damage is not None:
            found.append(damage)
    return found


def _damage(entry: Value, problems: list[Problem], pointer: str) -> _Damage | None:
    rolled = object_in(entry.get("brswroll"))
    result = object_in(next(iter(list_in(rolled.get("rolls"))), None))
    dice = _damage_dice(list_in(rolled.get("dice")), problems, pointer)
    if not dice:
        return None
    modifiers = _modifiers(rolled.get("modifiers"))
    total = number_of(result.get("result"))
    computed = sum(die.total for die in dice) + sum(each.value for each in modifiers)
    if total is not None and total != computed:
        said = f"the stored damage is {total:g}, and the dice come to {computed:g}"
        problems.append(Problem("SW663", said, pointer))
    ap = whole_in(result.get("ap"))
    hit = Hit(
        text_in(result.get("target_id")) or "",
        total,
        whole_in(result.get("tn")),
        whole_in(result.get("armor")),
        ap,
    )
    roll = ChatRoll("damage", dice, modifiers, total, computed, ap=ap)
    return _Damage(roll, hit, entry.get("raise") is True)


def _damage_dice(listed: list[Any], problems: list[Problem], pointer: str) -> tuple[ChatDie, ...]:
    """The dice of a damage roll; none if one of them cannot be read."""
    dice: list[ChatDie] = []
    for each in listed:
        die = object_in(each)
        sides = whole_in(die.get("faces"))
        shown = [whole_in(face) for face in list_in(die.get("results"))]
        faces = [face for face in shown if face is not None]
        if sides is None or not shown or len(faces) < len(shown):
            said = "a die of the damage has no sides or no faces"
            problems.append(Problem("SW661", said, pointer))
            return ()
        if len(dice) + len(faces) > MOST_DICE:
            said = f"more than {MOST_DICE} dice of damage are not read"
            problems.append(Problem("SW662", said, pointer))
            return ()
        dice += apart(sides, faces, text_in(die.get("label")) or "")
    return tuple(dice)


def _modifiers(written: object) -> tuple[ChatModifier, ...]:
    found: list[ChatModifier] = []
    for each in list_in(written)[:_MODIFIERS]:
        entry = object_in(each)
        value = whole_in(entry.get("value"))
        label = text_in(entry.get("name")) or text_in(entry.get("label")) or ""
        if value:
            found.append(ChatModifier(label, value))
    return tuple(found)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
