"""Modifiers of a roll in the chat: which the table gave, and which the rules make by themselves.

The rules engine adds wounds, conditions, the weapon's own modifiers and the like from the sheets. Those must not be
taken into the action a second time; they are kept beside it, so that an audit can compare them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sw_data.formats.foundry.chat.values import ChatModifier, ChatRoll
from sw_data.formats.foundry.chat.words import modifier_family
from sw_data.logbook.roster import Who
from sw_data.models import Character, Weapon
from sw_data.models.skills import folded

_RANGES: Final = {"range_medium": "medium", "range_long": "long"}


class Sorted(NamedTuple):
    """The modifiers of a roll, sorted.

    Attributes:
        table: What the table gave, as the action has it.
        rules: What the rules make by themselves, by label and value.
        range: The range bracket that a label names.
        actions: How many actions the multi-action penalty stands for.
    """

    table: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    range: str | None = None
    actions: int = 1


def sort_modifiers(
    roll: ChatRoll,
    who: Who,
    trait: str,
    *,
    weapon: Weapon | None = None,
    joker: bool = False,
    targets: tuple[Who, ...] = (),
    ranged: bool = False,
) -> Sorted:
    """The modifiers of a trait roll, sorted.

    Args:
        roll: The roll.
        who: Who rolled.
        trait: The trait.
        weapon: The weapon of an attack.
        joker: Whether the log itself has dealt him a Joker this round.
        targets: Whom an attack aims at.
        ranged: Whether range brackets count.
    """
    if not roll.modifiers:
        return Sorted([], [])
    sheet = who.character
    table: list[dict[str, Any]] = []
    rules: list[dict[str, Any]] = []
    bracket: str | None = None
    actions = 1
    own = [] if weapon is None else _own_modifiers(weapon, trait)
    for modifier in roll.modifiers:
        family = modifier_family(modifier.label)
        value = modifier.value
        if family in _RANGES and ranged and value == (-2 if family == "range_medium" else -4):
            bracket = _RANGES[family]
        elif family == "multi_action" and value < 0 and value % 2 == 0:
            actions = 1 - value // 2
        elif _made_by_rules(family, modifier, sheet, trait, joker, targets):
            rules.append(_shown(modifier))
        elif modifier.value in own and (family == "item" or _says_weapon(modifier, weapon)):
            own.remove(modifier.value)
            rules.append(_shown(modifier))
        else:
            table.append(_logged(modifier))
    return Sorted(table, rules, bracket, actions)


def _made_by_rules(
    family: str | None,
    modifier: ChatModifier,
    sheet: Character | None,
    trait: str,
    joker: bool,
    targets: tuple[Who, ...],
) -> bool:
    if family is None:
        # A die past d12 adds its bonus under no name or the trait's own.
        return _is_die_bonus(modifier, sheet, trait)
    if family == "wounds":
        return True
    if family == "joker":
        return joker
    if family in ("fatigue", "distracted", "entangled", "bound"):
        return sheet is not None and (
            sheet.fatigue.value > 0 if family == "fatigue" else family in sheet.conditions
        )
    if family == "vulnerable":
        return any(
            who.character is not None and "vulnerable" in who.character.conditions
            for who in targets
        )
    if family == "unskilled":
        return sheet is not None and sheet.skill(trait) is None and folded(trait) not in _ATTRIBUTES
    if family in ("trait_die", "armor", "weak"):
        return sheet is not None
    return False


_ATTRIBUTES: Final = frozenset({"agility", "smarts", "spirit", "strength", "vigor"})


def _is_die_bonus(modifier: ChatModifier, sheet: Character | None, trait: str) -> bool:
    if sheet is None or (modifier.label and folded(modifier.label) != folded(trait)):
        return False
    name = folded(trait)
    die = getattr(sheet.attributes, name) if name in _ATTRIBUTES else sheet.skill(trait)
    return die is not None and die.bonus == modifier.value


def _own_modifiers(weapon: Weapon, trait: str) -> list[int]:
    return [each.value for each in weapon.modifiers if folded(each.applies_to) == folded(trait)]


def _says_weapon(modifier: ChatModifier, weapon: Weapon | None) -> bool:
    if weapon is None:
        return False
    label = folded(modifier.label)
    return label == folded(weapon.name) or any(
        label == folded(each.label) for each in weapon.modifiers if each.label
    )


def _logged(modifier: ChatModifier) -> dict[str, Any]:
    label = modifier.label
    if modifier.dice:
        fell = ", ".join(f"d{die.sides} {'+'.join(map(str, die.faces))}" for die in modifier.dice)
        label = f"{label or 'rolled'} ({fell})"
    return {"label": label, "value": max(-1000, min(1000, modifier.value))}


def _shown(modifier: ChatModifier) -> dict[str, Any]:
    return {"label": modifier.label, "value": modifier.value}


def logged(modifiers: tuple[ChatModifier, ...] | list[ChatModifier]) -> list[dict[str, Any]]:
    """Modifiers as an action has them."""
    return [_logged(each) for each in modifiers]
