"""Dice recorded in a log (SW601 and others): what cannot be right whatever the roll turns out to need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from sw_data.checks.subject import found
from sw_data.diagnostics import Diagnostic
from sw_data.dice import Die
from sw_data.errors import NotationError
from sw_data.formats.foundry.values import Spot, shown
from sw_data.jsonvalue import as_array, as_int, as_object
from sw_data.models import ATTRIBUTES, Character
from sw_data.models.faults import nearest
from sw_data.models.skills import folded, skill_named
from sw_data.rules.initiative import parse_card

POOLS: Final = frozenset(
    {
        "roll", "attack", "damage", "target_roll", "control", "control_second", "obstacle", "occupants",
        "location", "detail", "side", "cards",
    }
)  # fmt: skip
"""Every pool that an action of some type rolls; a second one of its kind is named like `control.2`."""

BY_ACTOR: Final = frozenset({"occupants", "cards"})
"""Pools that have their dice by actor."""

LARGEST: Final = 1000
_SIDES: Final = {"location": 6, "detail": 6, "side": 6, "obstacle": 6, "occupants": LARGEST}
_JOKER: Final = 15
_MOST_SHOWN: Final = 20


def recorded_dice(action: Spot) -> Iterator[Diagnostic]:
    """The dice of an action: names of pools, faces, cards."""
    if "dice" not in action.object:
        return
    dice = action.at("dice")
    for name in dice.object:
        pool = dice.at(name)
        kind = name.split(".")[0]
        if kind not in POOLS:
            near = nearest(name, POOLS)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(sorted(POOLS))}"
            yield found("SW607", f"no action has a pool {shown(name)}; {hint}", pool.pointer)
        elif kind == "cards":
            yield from _cards(pool)
        elif as_array(pool.value) is None and as_object(pool.value) is None:
            message = f"{name} is {shown(pool.value)} and should be a list of faces"
            yield found("SW604", message, pool.pointer)
        else:
            yield from _pool(pool, name, _SIDES.get(kind, LARGEST))


def faces_beyond(action: Spot, actor: Character, wild_die: int) -> Iterator[Diagnostic]:
    """Bare faces of a trait roll that neither the die on the sheet nor the Wild Die has.

    A trait that is not on the sheet is passed over, as are dice that are named with their faces.
    """
    name, roll = action.at("trait").text, action.at("dice", "roll")
    faces = as_array(roll.value)
    skill = skill_named(actor.skills, name)
    attribute = folded(name) in ATTRIBUTES
    if not faces or not (attribute or skill):
        return
    die = getattr(actor.attributes, folded(name)) if attribute else actor.skills[skill or ""]
    most = max(die.sides, wild_die) if actor.wild_card else die.sides
    beside = " and a Wild Die" if actor.wild_card else ""
    for each in roll.each():
        face = as_int(each.value)
        if face is not None and face > most:
            message = (
                f"a face of roll is {face}, and {actor.name} rolls {name} with a d{die.sides}{beside}; "
                f"it should be from 1 to {most}"
            )
            yield found("SW601", message, each.pointer)


def _pool(pool: Spot, name: str, sides: int) -> Iterator[Diagnostic]:
    """Faces, lists of faces, dice with their faces, or any of these by actor."""
    faces = as_array(pool.value)
    if faces is not None and all(type(face) is int and 1 <= face <= sides for face in faces):
        return
    for key in pool.object:
        yield from _pool(pool.at(key), f"{name} of {key}", sides)
    for each in pool.each():
        if as_array(each.value) is not None:
            yield from _pool(each, name, sides)
        elif as_object(each.value) is not None:
            yield from _die(each, name)
        else:
            yield from _face(each, name, sides)


def _face(spot: Spot, name: str, sides: int) -> Iterator[Diagnostic]:
    face = as_int(spot.value)
    if face is None or not 1 <= face <= sides:
        most = f"from 1 to {sides}" if sides < LARGEST else "a whole number, 1 or more"
        yield found(
            "SW601", f"a face of {name} is {shown(spot.value)} and should be {most}", spot.pointer
        )


def _die(spot: Spot, name: str) -> Iterator[Diagnostic]:
    """A die that is named with its faces: every face but the last one is an Ace."""
    try:
        sides = Die.parse(spot.at("die").text).sides
    except NotationError as error:
        yield found("SW604", f"a die of {name}: {error}", spot.at("die").pointer)
        return
    faces = spot.at("faces")
    if not faces.each():
        yield found("SW602", f"a d{sides} of {name} has no faces", faces.pointer)
    for place, each in enumerate(faces.each()[:_MOST_SHOWN]):
        face = as_int(each.value)
        if face is None or not 1 <= face <= sides:
            message = f"a face of a d{sides} of {name} is {shown(each.value)} and should be from 1 to {sides}"
            yield found("SW601", message, each.pointer)
        elif face != sides and place < len(faces.each()) - 1:
            message = f"a d{sides} of {name} is rolled on after a {face}, which is no Ace"
            yield found("SW603", message, faces.each()[place + 1].pointer, rule="dice.ace")
            return


def _cards(pool: Spot) -> Iterator[Diagnostic]:
    """Cards by actor: each a card, and none dealt twice."""
    if as_object(pool.value) is None:
        yield found("SW604", "cards should be an object: actor to cards", pool.pointer)
        return
    dealt: Counter[str] = Counter()
    for actor in pool.object:
        cards = pool.at(actor)
        if as_array(cards.value) is None:
            message = f"the cards of {actor} are {shown(cards.value)} and should be a list"
            yield found("SW622", message, cards.pointer)
        for each in cards.each():
            try:
                card = parse_card(each.text if isinstance(each.value, str) else shown(each.value))
            except NotationError as error:
                yield found("SW622", str(error), each.pointer)
                continue
            name = str(card)
            dealt[name] += 1
            if dealt[name] > (2 if card.rank == _JOKER else 1):
                message = f"{name} is dealt {'a third time' if card.rank == _JOKER else 'twice'}"
                yield found("SW621", message, each.pointer, rule="chase.initiative")
