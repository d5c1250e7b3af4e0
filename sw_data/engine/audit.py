"""Comparing what the table recorded of an outcome with what the rules make of it (SW65x)."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Difference, Outcome, Roll
from sw_data.models.outcome import outcome_json

_RULES: Final = {
    "result": ("SW651", "trait.target_number"),
    "critical_failure": ("SW652", "trait.critical_failure"),
    "raises": ("SW651", "trait.raise"),
    "total": ("SW653", "trait.modifiers"),
    "tn": ("SW653", "trait.target_number"),
    "hits": ("SW654", "damage.compare"),
    "effects": ("SW655", None),
    "status": ("SW656", None),
    "weapon": ("SW657", "weapon.benefits_lost"),
    "winner": ("SW658", "opposed.tie"),
    "margin": ("SW658", "opposed.raise"),
    "order": ("SW659", "chase.initiative"),
}
_KNOWN: Final = tuple(each.name for each in fields(Outcome) if each.name != "recorded")
_TEXTS: Final = frozenset({"summary", "recorded"})
"""What is written for people, and differs without anything being different."""

_NAMES: Final = frozenset({"actor", "target"})
_ANY_ORDER: Final = frozenset({"from", "to", "conditions", "lost", "kept", "rules", "follow_ups"})
_WHOLE: Final = _ANY_ORDER | {"order"}
_IN_FULL: Final = {"tn": "target number", "raises": "number of raises"}
_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80
_SHORT.maxlist = _SHORT.maxdict = 12
_SHORT.maxlevel = 4


def differences(
    recorded: Mapping[str, Any], outcome: Outcome, ids: Callable[[str], str] = str
) -> tuple[Difference, ...]:
    """Where a recorded outcome, or any part of one, differs from the resolved one; with the reason.

    Args:
        recorded: Any keys of an outcome, as the table has them.
        outcome: What the rules make of the action.
        ids: The id of an actor that the record names.
    """
    audit = _Audit(outcome, ids)
    audit.whole(recorded)
    return tuple(audit.found)


class _Audit:
    """One record beside one outcome, and what was found to differ."""

    def __init__(self, outcome: Outcome, ids: Callable[[str], str]) -> None:
        self.outcome = outcome
        self.resolved = outcome_json(outcome)
        self.ids = ids
        self.found: list[Difference] = []

    def whole(self, recorded: Mapping[str, Any]) -> None:
        played = recorded.get("status", "resolved")
        rejected = self.outcome.status == "rejected"
        if rejected != (played == "rejected"):
            # Nothing else can be compared: one side has no roll at all.
            self.note("status", played, self.outcome.status)
            return
        for key, value in recorded.items():
            if key not in _KNOWN and key not in _TEXTS:
                known = ", ".join(_KNOWN)
                said = f"an outcome has no {_SHORT.repr(key)} to compare; it has {known}"
                self.found.append(Difference(key, value, None, said, "SW650"))
            elif key == "hits":
                self.hits(value)
            elif key == "effects":
                self.effects(value)
            elif key == "rolls":
                self.rolls(value)
            elif key in ("violations", "warnings"):
                self.reasons(key, value)
            elif key not in _TEXTS and key != "status":
                self.value(key, value, self.resolved.get(key))

    def value(self, path: str, recorded: Any, resolved: Any) -> None:
        """Any two values, part by part; only what is recorded is compared."""
        noted, made = as_object(recorded), as_object(resolved)
        if noted is not None and made is not None:
            for key, value in noted.items():
                self.value(f"{path}.{key}", value, made.get(key))
            return
        listed, given = as_array(recorded), as_array(resolved)
        last = path.rpartition(".")[2]
        if listed is not None and given is not None:
            if last in _ANY_ORDER and sorted(map(_key, listed)) == sorted(map(_key, given)):
                return
            if last == "order" and [self.ids(str(each)) for each in listed] == given:
                return
            if last not in _WHOLE and len(listed) == len(given):
                for number, pair in enumerate(zip(listed, given, strict=True)):
                    self.value(f"{path}.{number}", *pair)
                return
        elif self._same(path, recorded, resolved):
            return
        self.note(path, recorded, resolved)

    def _same(self, path: str, recorded: Any, resolved: Any) -> bool:
        if isinstance(recorded, str) and isinstance(resolved, str):
            named = not _NAMES.isdisjoint(path.split("."))
            return recorded == resolved or (named and self.ids(recorded) == resolved)
        return bool(recorded == resolved) and isinstance(recorded, bool) == isinstance(
            resolved, bool
        )

    def hits(self, recorded: Any) -> None:
        """Hit by hit, if there are as many."""
        listed = as_array(recorded)
        made = as_array(self.resolved.get("hits")) or []
        if listed is None or len(listed) != len(made):
            self.note("hits", recorded, made)
            return
        for number, pair in enumerate(zip(listed, made, strict=True)):
            self.value(f"hits.{number}", *pair)

    def effects(self, recorded: Any) -> None:
        """By whom and what they change, in any order."""
        listed = as_array(recorded)
        if listed is None:
            self.note("effects", recorded, self.resolved["effects"])
            return
        made = {(each["actor"], each["field"]): each for each in self.resolved["effects"]}
        for effect in map(as_object, listed):
            actor, field = (
                (None, None) if effect is None else (effect.get("actor"), effect.get("field"))
            )
            if effect is None or not isinstance(field, str):
                self.note("effects", recorded, self.resolved["effects"])
                return
            name = self.ids(actor) if isinstance(actor, str) else None
            path = f"effects.{name}.{field}"
            found = made.pop((name, field), None)
            if found is None:
                self.note(path, effect.get("to"), None)
                continue
            for side in ("from", "to"):
                if side in effect:
                    self.value(f"{path}.{side}", effect[side], found[side])
        for (name, field), effect in made.items():
            self.note(f"effects.{name}.{field}", None, effect["to"])

    def rolls(self, recorded: Any) -> None:
        """By the name of the pool; those without one in the order in which they were rolled."""
        made = {each["pool"]: each for each in self.resolved["rolls"]}
        listed = as_array(recorded)
        if listed is None:
            self.note("rolls", recorded, list(made))
            return
        pools = list(made)
        for number, roll in enumerate(map(as_object, listed)):
            pool = None if roll is None else roll.get("pool")
            if roll is not None and pool is None and number < len(pools):
                pool = pools[number]
            if roll is None or not isinstance(pool, str):
                self.value(f"rolls.{number}", listed[number], None)
            elif pool in made:
                self.value(f"rolls.{pool}", roll, made[pool])
            else:
                self.note(f"rolls.{pool}", roll.get("total"), None)

    def reasons(self, key: str, recorded: Any) -> None:
        """Violations or warnings, by rule and code; the words do not count."""
        listed = as_array(recorded)
        made = {(each.get("rule"), each.get("code")) for each in self.resolved[key]}
        if listed is None:
            self.note(key, recorded, self.resolved[key])
            return
        for each in map(as_object, listed):
            rule = (None, None) if each is None else (each.get("rule"), each.get("code"))
            if not any(_fits(rule, one) for one in made):
                self.note(key, recorded, self.resolved[key])
                return

    def note(self, path: str, recorded: Any, resolved: Any) -> None:
        """A difference, with both values and the reason for the rules' one."""
        code, rule = _RULES.get(path.split(".")[0], ("SW650", None))
        if path == "status":
            played = "did not allow this" if recorded == "rejected" else "played this"
            verdict = "reject it" if resolved == "rejected" else "allow it"
            said = f"the table {played}, the rules {verdict}"
        else:
            none = "no change" if path.startswith("effects.") else "nothing"
            had, made = (none if each is None else _said(each) for each in (recorded, resolved))
            said = f"{_called(path)}: the table has {had}, the rules give {made}"
        reason = _reason(path, self.outcome)
        message = f"{said} ({reason})" if reason else said
        self.found.append(Difference(path, recorded, resolved, message, code, rule))


def _key(value: object) -> str:
    return value if isinstance(value, str) else _SHORT.repr(value)


def _fits(recorded: Sequence[object], made: Sequence[object]) -> bool:
    return all(a is None or a == b for a, b in zip(recorded, made, strict=True))


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    listed = as_array(value)
    if listed is not None and all(isinstance(each, str) for each in listed):
        return ", ".join(map(str, listed[:12])) or "none"
    return _SHORT.repr(value)


def _called(path: str) -> str:
    """A path as people say it: `wounds of hit 1`, `conditions of goblin`."""
    first, *rest = path.split(".")
    if first == "hits" and rest:
        return f"{'.'.join(rest[1:]) or 'what came'} of hit {int(rest[0]) + 1}"
    if first == "effects" and rest:
        side = {"from": " before", "to": ""}.get(rest[-1])
        field = rest[1:] if side is None else rest[1:-1]
        return f"{'.'.join(field)} of {rest[0]}{side or ''}"
    if first == "rolls" and rest:
        return f"{'.'.join(rest[1:]) or 'a roll'} of {rest[0]}"
    return _IN_FULL.get(path) or path.replace("_", " ")


def _reason(path: str, outcome: Outcome) -> str:
    """The sum behind a value that differs; empty if there is none to give."""
    if outcome.status == "rejected":
        return "; ".join(each.message for each in outcome.violations)
    first, *rest = path.split(".")
    traits = [roll for roll in outcome.rolls if roll.trait is not None]
    if first in ("total", "result", "raises", "critical_failure", "winner", "margin", "tn"):
        if first == "tn" and "attack.melee" in outcome.rules:
            return f"the target's Parry is {outcome.tn}"
        sides = traits[:2] if outcome.winner is not None else traits[:1]
        if sides:
            return "; then ".join(map(roll_sum, sides))
    if first == "rolls" and rest:
        found = [roll for roll in outcome.rolls if f"{path}.".startswith(f"rolls.{roll.pool}.")]
        if found:
            return f"{roll_sum(found[-1])}"
    if first == "weapon" and outcome.weapon is not None:
        asks = outcome.weapon.required_strength
        needs = "asks no Strength" if asks is None else f"asks Strength {asks}"
        hands = f"in hands of Strength {outcome.weapon.strength}"
        return f"{outcome.weapon.name} {needs}, {hands} it deals {outcome.weapon.damage}"
    if first == "hits":
        damage = [roll_sum(roll) for roll in outcome.rolls if roll.pool.startswith("damage")]
        if rest and len(damage) == len(outcome.hits or ()):
            return f"{damage[int(rest[0])]}"
        sums = [*map(roll_sum, traits[:1]), *damage]
        if sums:
            return "; then ".join(sums)
    return outcome.summary.rstrip(".")


def roll_sum(roll: Roll) -> str:
    """A roll as a sum: `d8 8+3, Wild d6 2; gang up +1; 12 against 6`."""
    dice = ", ".join(
        f"{'Wild ' if die.role == 'wild' else ''}{die.die} {'+'.join(map(str, die.faces))}"
        for die in roll.dice
    )
    parts = [dice] if dice else []
    parts += [f"{each.label} {each.value:+d}" for each in roll.modifiers]
    against = "" if roll.tn is None else f" against {roll.tn}"
    return "; ".join([*parts, f"{roll.total}{against}"])
