"""What happened in one step of a replay, and why: an outcome as small JSON values with every text shortened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from sw_data.dice import RolledDie
from sw_data.display.markup import shortened
from sw_data.display.outcomes import (
    changes_text_of,
    result_text,
    value_text,
    violation_text,
    weapon_text,
)
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Effect, Hit, Modifier, Outcome, Roll

NAME: Final = 60
"""The most characters of a name."""
LINE: Final = 240
"""The most characters of a sentence."""
MANY: Final = 30
"""The most rolls, dice, modifiers, hits, changes or rules of one step."""

Json: TypeAlias = dict[str, Any]
Names: TypeAlias = Callable[[str], str | None]
"""What somebody is called, by id; None for a text that is nobody's id."""


def untold() -> Json:
    """The step before anything happened."""
    return {
        "id": "",
        "type": "",
        "status": "",
        "revised_by": "",
        "summary": "How everything stands before the first action.",
        "rolls": [],
        "cards": [],
        "hits": [],
        "notes": [],
        "changes": [],
        "rules": [],
    }


def told(
    outcome: Outcome, names: Mapping[str, str], pieces: Mapping[str, str] | None = None
) -> Json:
    """What happened in an outcome, and why.

    Args:
        outcome: The outcome.
        names: What actors are called, by id.
        pieces: What participants of chases are called, by their ids.
    """

    def name_of(ident: str) -> str | None:
        return (pieces or {}).get(ident) or names.get(ident)

    effects = [_in_words(each, name_of) for each in outcome.effects[:MANY]]
    called = {who: _called(who, names) for each in effects if (who := each.actor) is not None}
    changes = changes_text_of(effects, called)
    return {
        "id": shortened(outcome.id, NAME),
        "type": shortened(outcome.type.replace("_", " "), NAME),
        "status": outcome.status,
        "revised_by": shortened(outcome.revised_by or "", NAME),
        "summary": shortened(outcome.summary or outcome.type.replace("_", " "), LINE),
        "rolls": [_roll(each, outcome.actor, names) for each in outcome.rolls[:MANY]],
        "cards": _cards(outcome, names),
        "hits": [_hit(each, names) for each in (outcome.hits or ())[:MANY]],
        "notes": _notes(outcome),
        "changes": [shortened(each, LINE) for each in changes[:MANY]],
        "rules": [shortened(each, NAME) for each in outcome.rules[:MANY]],
    }


def _in_words(effect: Effect, called: Names) -> Effect:
    """An effect as people say it: without the chase's id, whoever it names by name, conditions as words.

    Every text is shortened first, so that no sentence is made of a megabyte.
    """

    def said(value: object) -> object:
        if isinstance(value, str):
            known = called(value)
            short = shortened(value if known is None else known, NAME)
            return short.replace("_", " ") if effect.field == "conditions" else short
        several = as_array(value)
        if several is not None:
            return [said(each) for each in several[:MANY]]
        member = as_object(value)
        if member is not None and isinstance(member.get("actor"), str):
            return said(member["actor"])
        return value if isinstance(value, int | None) else shortened(value_text(value), LINE)

    return replace(effect, chase=None, from_=said(effect.from_), to=said(effect.to))


def _called(actor: str, names: Mapping[str, str]) -> str:
    return shortened(names.get(actor, actor), NAME)


def _roll(roll: Roll, actor: str | None, names: Mapping[str, str]) -> Json:
    who = roll.actor if roll.actor is not None else actor
    damage = roll.trait is None and roll.pool.startswith(("damage", "obstacle"))
    return {
        "who": "" if who is None else _called(who, names),
        "what": shortened((roll.trait or roll.pool).replace("_", " "), NAME),
        "dice": [_die(each) for each in roll.dice[:MANY]],
        "modifiers": [_modifier(each) for each in roll.modifiers[:MANY]],
        "total": roll.total,
        "against": "" if roll.tn is None else (f"Toughness {roll.tn}" if damage else f"{roll.tn}"),
        "result": roll.result or "",
        "result_text": "" if roll.result is None else result_text(roll.result, roll.raises),
        "note": shortened(roll.note or "", LINE),
    }


def _die(die: RolledDie) -> Json:
    sides = die.die.lstrip("d")
    return {
        "die": shortened(die.die, NAME),
        "sides": int(sides) if sides.isdecimal() else 0,
        "wild": die.role == "wild",
        "faces": list(die.faces[:MANY]),
        "total": die.total,
    }


def _modifier(modifier: Modifier) -> Json:
    return {
        "value": f"{modifier.value:+d}",
        "label": shortened(modifier.label or modifier.rule, NAME),
        "rule": shortened(modifier.rule, NAME),
    }


def _cards(outcome: Outcome, names: Mapping[str, str]) -> list[Json]:
    """Cards that were dealt, in the order in which everybody acts."""
    dealt = outcome.cards or {}
    order = [each for each in outcome.order or () if each in dealt]
    everyone = [*order, *(each for each in dealt if each not in order)]
    return [
        {
            "who": _called(who, names),
            "cards": [shortened(card, NAME) for card in dealt[who][:MANY]],
        }
        for who in everyone[:MANY]
    ]


def _hit(hit: Hit, names: Mapping[str, str]) -> str:
    dealt = "" if hit.damage is None else f"{hit.damage} against Toughness {hit.toughness}: "
    harm = f"{hit.wounds} wound{'' if hit.wounds == 1 else 's'}"
    return f"{_called(hit.target, names)}: {dealt}{harm}{', made Shaken' if hit.shaken else ''}"


def _notes(outcome: Outcome) -> list[str]:
    """What speaks against the action, what is odd in it, and what the weapon is worth in these hands."""
    notes = [violation_text(each) for each in outcome.violations[:MANY]]
    notes += [f"warning: {violation_text(each)}" for each in outcome.warnings[:MANY]]
    if outcome.recorded:
        notes += [f"recorded otherwise: {each.message}" for each in outcome.recorded[:MANY]]
    if outcome.weapon is not None and (outcome.weapon.too_weak or outcome.weapon.kept):
        notes.append(weapon_text(outcome.weapon))
    return [shortened(each, LINE) for each in notes[:MANY]]
