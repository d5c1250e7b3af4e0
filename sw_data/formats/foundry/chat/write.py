"""Outcomes as messages that Foundry takes into its chat: text escaped, dice as rolls that come to the same total."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sw_data.document.store.foundry_keys import new_id
from sw_data.jsonvalue import as_array, as_int, as_object, as_text

Json = dict[str, Any]

_ID: Final = re.compile(r"^[A-Za-z0-9]{16}$")
_BRACKETS: Final = str.maketrans({"[": "(", "]": ")", "{": "(", "}": ")"})
_NO_ACES: Final = frozenset({"table"})


class Place(NamedTuple):
    """Where a token stands: its scene, and the actor that it is one of."""

    scene: str | None
    actor: str | None


def message_of(
    outcome: Mapping[str, Any],
    names: Mapping[str, str],
    time: int,
    tokens: Mapping[str, Place] | None = None,
) -> Json:
    """The ChatMessage document of one outcome, in the shape of Foundry 12 and later.

    Args:
        outcome: The outcome's JSON.
        names: What the actors are called, by id.
        time: When it is to have been written, in milliseconds.
        tokens: Actors that are tokens without a link, and where each stands.
    """
    rolls = [roll_of(as_object(each) or {}) for each in as_array(outcome.get("rolls")) or ()]
    return {
        "_id": new_id(
            "sw-data", "outcome", str(outcome.get("encounter", "")), str(outcome.get("id"))
        ),
        "type": "base",
        "system": {},
        "style": 0,
        "timestamp": time,
        "flavor": _escaped(_title(outcome, names)),
        "content": f'<div class="sw-data-outcome">{"".join(_lines(outcome, names))}</div>',
        "speaker": _speaker(as_text(outcome.get("actor")) or "", names, tokens or {}),
        "whisper": [],
        "blind": False,
        "rolls": [json.dumps(each) for each in rolls],
        "sound": None,
        "emote": False,
        "flags": {"sw-data": dict(outcome)},
    }


def _speaker(actor: str, names: Mapping[str, str], tokens: Mapping[str, Place]) -> Json:
    place = tokens.get(actor)
    ident = actor if place is None else place.actor or ""
    return {
        "scene": None if place is None else place.scene,
        "actor": ident if _ID.match(ident) else None,
        "token": None if place is None else actor,
        "alias": names.get(actor, actor),
    }


def _lines(outcome: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """What came of it, what changed, and what is wrong, as HTML."""
    lines = [f"<p>{_escaped(outcome.get('summary'))}</p>"]
    effects = [
        _effect(as_object(each) or {}, names) for each in as_array(outcome.get("effects")) or ()
    ]
    if effects:
        lines.append(f"<ul>{''.join(f'<li>{each}</li>' for each in effects)}</ul>")
    for key in ("violations", "warnings"):
        said = [
            _escaped((as_object(each) or {}).get("message"))
            for each in as_array(outcome.get(key)) or ()
        ]
        lines += [f'<p class="sw-data-{key}">{each}</p>' for each in said]
    return lines


def _title(outcome: Mapping[str, Any], names: Mapping[str, str]) -> str:
    kind = str(outcome.get("type", "")).replace("_", " ")
    trait = next(
        (
            as_text((as_object(each) or {}).get("trait"))
            for each in as_array(outcome.get("rolls")) or ()
        ),
        None,
    )
    target = as_text(outcome.get("target"))
    parts = [
        kind,
        *([trait] if trait else []),
        *([f"against {names.get(target, target)}"] if target else []),
    ]
    status = outcome.get("status")
    return " ".join(parts) + (f" ({status})" if status != "resolved" else "")


def _effect(effect: Mapping[str, Any], names: Mapping[str, str]) -> str:
    actor = as_text(effect.get("actor"))
    who = names.get(actor, actor) if actor else "GM"
    return _escaped(
        f"{who}: {effect.get('field')} {_value(effect.get('from'))} \u2192 {_value(effect.get('to'))}"
    )


def _value(value: object) -> str:
    listed = as_array(value)
    if listed is None:
        return "none" if value is None else str(value)
    return (
        ", ".join(each if isinstance(each, str) else json.dumps(each) for each in listed) or "none"
    )


def _escaped(value: object) -> str:
    return html.escape(value if isinstance(value, str) else "" if value is None else str(value))


def roll_of(roll: Mapping[str, Any]) -> Json:
    """A roll of an outcome as a Roll of Foundry, evaluated, with the same total."""
    dice = [as_object(each) or {} for each in as_array(roll.get("dice")) or ()]
    trait = as_text(roll.get("trait"))
    pooled = trait is not None or any(die.get("role") == "wild" for die in dice)
    terms: list[Json] = []
    totals = [as_int(die.get("total")) or 0 for die in dice]
    if pooled and dice:
        terms.append(_pool(dice, totals, trait or "", roll))
        worth = max(totals)
    else:
        for die in dice:
            if terms:
                terms.append(_operator("+"))
            terms.append(_die(die, _label(die, trait or ""), pool=str(roll.get("pool", ""))))
        worth = sum(totals)
    for each in as_array(roll.get("modifiers")) or ():
        modifier = as_object(each) or {}
        value = as_int(modifier.get("value")) or 0
        if value:
            worth += value
            _add(terms, value, as_text(modifier.get("label")) or "")
    total = as_int(roll.get("total"))
    if total is not None and total != worth:
        # Modifiers that count against one target only stand in the list of all.
        _add(terms, total - worth, "against this target")
        worth = total
    if not terms:
        terms.append({"class": "NumericTerm", "options": {}, "evaluated": True, "number": 0})
    return {
        "class": "Roll",
        "options": {},
        "dice": [],
        "formula": " ".join(_formula(term) for term in terms),
        "terms": terms,
        "total": worth,
        "evaluated": True,
    }


def _operator(sign: str) -> Json:
    return {"class": "OperatorTerm", "options": {}, "evaluated": True, "operator": sign}


def _add(terms: list[Json], value: int, label: str) -> None:
    if terms or value < 0:
        if not terms:
            terms.append({"class": "NumericTerm", "options": {}, "evaluated": True, "number": 0})
        terms.append(_operator("+" if value >= 0 else "-"))
    options = {"flavor": label.translate(_BRACKETS)} if label else {}
    terms.append(
        {"class": "NumericTerm", "options": options, "evaluated": True, "number": abs(value)}
    )


def _label(die: Mapping[str, Any], trait: str) -> str:
    role = as_text(die.get("role")) or ""
    return {
        "wild": "Wild Die",
        "strength": "Strength",
        "raise": "Bonus Damage",
        "trait": trait,
    }.get(role, "")


def _die(die: Mapping[str, Any], label: str, *, pool: str = "") -> Json:
    faces = [as_int(each) or 0 for each in as_array(die.get("faces")) or ()]
    sides = as_int_text(as_text(die.get("die")) or "d0")
    aces = die.get("role") not in _NO_ACES and sides > 1
    results: list[Json] = []
    for at, face in enumerate(faces):
        result: Json = {"result": face, "active": True}
        if at < len(faces) - 1:
            result["exploded"] = True
        results.append(result)
    return {
        "class": "Die",
        "options": {"flavor": label.translate(_BRACKETS)} if label else {},
        "evaluated": True,
        "number": 1,
        "faces": sides,
        "modifiers": ["x"] if aces else [],
        "results": results,
    }


def as_int_text(die: str) -> int:
    """The sides of a die as it is written."""
    return int(die[1:]) if die[1:].isdigit() else 0


def _pool(dice: list[Json], totals: list[int], trait: str, roll: Mapping[str, Any]) -> Json:
    best = totals.index(max(totals))
    rolls: list[Json] = []
    for die, total in zip(dice, totals, strict=True):
        term = _die(die, _label(die, trait))
        rolls.append(
            {
                "class": "Roll",
                "options": {},
                "dice": [],
                "formula": _formula(term),
                "terms": [term],
                "total": total,
                "evaluated": True,
            }
        )
    results = [
        {"result": total, "active": True}
        if at == best
        else {"result": total, "active": False, "discarded": True}
        for at, total in enumerate(totals)
    ]
    return {
        "class": "PoolTerm",
        "options": {},
        "evaluated": True,
        "terms": [each["formula"] for each in rolls],
        "modifiers": ["kh"],
        "rolls": rolls,
        "results": results,
    }


def _formula(term: Mapping[str, Any]) -> str:
    name = term["class"]
    flavor = (as_object(term.get("options")) or {}).get("flavor")
    tail = f"[{flavor}]" if flavor else ""
    if name == "OperatorTerm":
        return str(term["operator"])
    if name == "NumericTerm":
        return f"{term['number']}{tail}"
    if name == "PoolTerm":
        return "{" + ",".join(term["terms"]) + "}kh"
    return f"1d{term['faces']}{''.join(term['modifiers'])}{tail}"


__all__ = ["Place", "message_of", "roll_of"]
