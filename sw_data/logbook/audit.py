"""What the tabletop itself concluded, beside what the rules give: each difference, and what it comes from.

The engine compares what it resolves with an action's `recorded`. Here stand the causes: where the programs of the
tabletop are known to count otherwise than the rules, and what an outcome has no place for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sw_data.formats.foundry.chat.words import modifier_family
from sw_data.logbook.drafts import strength_of
from sw_data.logbook.parts import flat, object_in, objects_in, sides_in, whole_in
from sw_data.logbook.roster import Actor, Who
from sw_data.models import Outcome, Roll, Weapon
from sw_data.models.skills import folded

Json = Mapping[str, Any]

_FACTOR: Final = re.compile(r"^\s*[x\u00d7*]\s*([0-9]{1,2}(?:\.[0-9])?)\s*$", re.IGNORECASE)
_DICE: Final = frozenset({"SW601", "SW602", "SW603", "SW604"})


class _Penalty(NamedTuple):
    """A penalty that rules and tabletop both make: its rule, the code of a difference, and where it comes from."""

    rule: str
    code: str = "SW686"
    why: str = ""


_PENALTIES: Final = {
    "wounds": _Penalty(
        "trait.wound_penalty", why="; versions of the system differ in wounds that are ignored"
    ),
    "fatigue": _Penalty("trait.fatigue_penalty"),
    "distracted": _Penalty("condition.distracted"),
    "armor": _Penalty(
        "armor.weak",
        why="; the worst piece counts, where swade-tools adds every piece up and betterrolls takes the first",
    ),
    "weak": _Penalty(
        "weapon.weak_ranged",
        "SW680",
        "; the system never applies minimum Strength, and the modules to Shooting alone",
    ),
}


_NAMES: Final = {"armor": "armor too heavy", "weak": "too little Strength"}


class Finding(NamedTuple):
    """One difference between the tabletop and the rules.

    Attributes:
        id: The outcome.
        code: What kind of difference.
        path: What differs in the outcome; empty if it has no place there.
        recorded: What the tabletop has.
        resolved: What the rules give.
        message: One sentence with the reason.
        rule: The rule that it rests on.
    """

    id: str
    code: str
    path: str
    recorded: Any
    resolved: Any
    message: str
    rule: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The difference as JSON."""
        out = self._asdict()
        return {
            key: value
            for key, value in out.items()
            if value is not None or key in ("recorded", "resolved")
        }


class Audit:
    """Compares outcomes with their actions, one after the other; memory holds the wounds of the last few attacks."""

    def __init__(self, actors: Mapping[str, Actor]) -> None:
        self._actors = actors
        self._wounds: dict[tuple[str, str], int] = {}
        self._offered = False

    def of(self, action: Json, outcome: Outcome) -> list[Finding]:
        """The differences of one outcome."""
        self._note(outcome)
        if outcome.status == "rejected":
            return [*self._rejected(action, outcome), *self._counted(action, outcome)]
        found = list(self._recorded(action, outcome))
        found += self._counted(action, outcome)
        found += self._armor_piercing(action, outcome)
        found += self._multiplied(action, outcome)
        found += self._soaked(action, outcome)
        found += self._offers(action, outcome)
        return found

    # The outcome against the record

    def _rejected(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        """An action that the table took and the rules refuse: one difference, whatever was recorded of it."""
        if not action.get("recorded"):
            return
        why = "; ".join(each.message for each in outcome.violations)
        codes = {each.code for each in outcome.violations}
        code, reason, rule = "SW656", "", next((v.rule for v in outcome.violations if v.rule), None)
        if codes & _DICE:
            large = _largest(action)
            if large > 12:
                code = "SW688"
                reason = f"; before version 2 the system rolled a d{large} with {large} sides"
                rule = "dice.trait"
            elif self._is_weak(action):
                code = "SW680"
                reason = "; the weapon asks for more Strength, and the tabletop rolled other dice than the rules"
                rule = "weapon.strength_cap"
        yield Finding(
            outcome.id,
            code,
            "status",
            "resolved",
            "rejected",
            f"the table played it, and the rules reject it: {why}{reason}",
            rule,
        )

    def _recorded(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        kept = _vtt(action).get("kept")
        for each in outcome.recorded or ():
            code, message, rule = each.code or "SW650", each.message, each.rule
            if each.path == "total" and isinstance(kept, int) and kept > 1:
                code = "SW681"
                message = f"the table's total {each.recorded} adds {kept} attacks up, the best is {each.resolved}"
            elif (first := each.path.split(".")[0]) in ("total", "result", "raises", "hits", "tn"):
                cause = self._parry(action) if first == "tn" else None
                cause = cause or self._cause(action, outcome, dealt=first == "hits")
                if cause is not None:
                    code, message, rule = cause.code, f"{message}; {cause.why}", cause.rule
            elif each.path == "critical_failure":
                message = f"{message}; {_critical_reason(outcome)}"
            yield Finding(outcome.id, code, each.path, each.recorded, each.resolved, message, rule)

    def _cause(self, action: Json, outcome: Outcome, *, dealt: bool) -> _Penalty | None:
        """Why a total differs: a penalty that was counted otherwise, or a benefit that weak hands lose."""
        left = objects_in(_vtt(action).get("left_to_rules"))
        roll = outcome.rolls[0] if outcome.rolls else None
        if roll is not None and not dealt:
            for family, penalty in _PENALTIES.items():
                counted = sum(
                    whole_in(each.get("value"))
                    for each in left
                    if modifier_family(str(each.get("label", ""))) == family
                )
                made = sum(m.value for m in roll.modifiers if m.rule == penalty.rule)
                if counted != made:
                    why = f"the table counted {counted:+d} for {_NAMES.get(family, family)}, the rules {made:+d}"
                    return penalty._replace(why=why + penalty.why)
        weapon = outcome.weapon
        if weapon is not None and weapon.too_weak and weapon.lost:
            lost = ", ".join(f"{each.applies_to} {each.value:+d}" for each in weapon.lost)
            why = f"the rules take from hands too weak for {weapon.name}: {lost}"
            return _Penalty("weapon.benefits_lost", "SW687", why)
        return None

    def _parry(self, action: Json) -> _Penalty | None:
        """Why a Parry differs: a weapon's bonus that its too weak hands lose."""
        model = self._actors.get(str(action.get("target", "")))
        strength = None if model is None else strength_of(Who(model.id, model.name, model))
        if model is None or strength is None:
            return None
        for weapon in model.weapons:
            asked = weapon.min_strength
            if weapon.ready and weapon.parry > 0 and asked and asked.sides > strength.sides:
                why = f"{model.name}'s hands, too weak for {weapon.name}, lose its Parry {weapon.parry:+d}"
                return _Penalty("weapon.benefits_lost", "SW687", why)
        return None

    # What the tabletop counts otherwise

    def _counted(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        """Modifiers that stand in the action because the table gave them, and that the rules would not make."""
        for each in objects_in(action.get("modifiers")):
            label, value = str(each.get("label", "")), whole_in(each.get("value"))
            if value and modifier_family(label) in ("entangled", "bound"):
                why = f"the table counted {value:+d} for {label!r}; by the rules only being Distracted gives a penalty"
                yield Finding(
                    outcome.id, "SW686", "modifiers", value, 0, why, "condition.distracted"
                )

    def _armor_piercing(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        weapon = self._weapon(action)
        if weapon is None or outcome.weapon is None:
            return
        lost = sum(each.value for each in outcome.weapon.lost if each.applies_to == "ap")
        rules = weapon.ap - lost
        for number, each in enumerate(objects_in(_vtt(action).get("damage"))):
            counted = each.get("ap")
            if not isinstance(counted, int) or counted == rules:
                continue
            why = f"the table counted AP {counted}, the rules {rules}"
            if lost:
                why += f": hands too weak for {weapon.name} lose AP {lost}"
            elif counted != weapon.ap:
                why += "; of an additional action the system adds its AP and swade-tools takes it instead"
            yield Finding(
                outcome.id,
                "SW685",
                f"hits.{number}.toughness",
                counted,
                rules,
                why,
                "weapon.benefits_lost",
            )

    def _multiplied(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        listed = objects_in(action.get("damage_modifiers"))
        damages = [roll for roll in outcome.rolls if roll.pool.split(".")[0] == "damage"]
        for each in listed:
            said = _FACTOR.match(str(each.get("label", "")))
            value = each.get("value")
            if said is None or not damages or not isinstance(value, int):
                continue
            base = damages[0].total - value
            if base <= 0 or (base + value) % base:
                continue
            factor = (base + value) // base
            if float(said[1]) != factor:
                why = f"the card says {each['label']!r} and multiplied {base} by {factor}"
                yield Finding(outcome.id, "SW684", "damage_modifiers", factor, float(said[1]), why)

    # Soaking

    def _note(self, outcome: Outcome) -> None:
        """Keeps the wounds that an outcome left somebody with."""
        for effect in outcome.effects:
            if effect.field == "wounds.value" and effect.actor is not None:
                self._wounds[outcome.id, effect.actor] = int(effect.to)
        while len(self._wounds) > 200:
            del self._wounds[next(iter(self._wounds))]

    def _soaked(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        vtt = _vtt(action)
        after = object_in(vtt.get("after"))
        actor = outcome.actor
        if actor is None:
            return
        if isinstance(after.get("wounds"), int) and after.get("said") == "shaken":
            attack = str(action.get("attack", ""))
            of = str(action.get("of", ""))
            wounds = next(
                (
                    self._wounds[key, actor]
                    for key in (outcome.id, of, attack)
                    if (key, actor) in self._wounds
                ),
                None,
            )
            counted = after["wounds"]
            if wounds is not None and counted != wounds:
                critical = outcome.critical_failure is True
                code = "SW682" if critical and counted > wounds else "SW683"
                why = f"the table left {counted} wounds, the rules {wounds}"
                why += (
                    "; a critical failure at soaking counts as minus one there"
                    if code == "SW682"
                    else "; after a reroll the tabletop stores the latest attempt and shows the best"
                )
                yield Finding(outcome.id, code, "effects", counted, wounds, why, "soak.result")
        applied = object_in(vtt.get("applied"))
        if outcome.type in ("soak", "reroll") and isinstance(applied.get("wounds"), int):
            yield from self._better(applied, outcome)

    def _better(self, applied: Mapping[str, Any], outcome: Outcome) -> Iterator[Finding]:
        dealt, soaked = int(applied["wounds"]), applied.get("soaked")
        taken = (
            min(dealt, (outcome.raises or 0) + 1) if outcome.result in ("success", "raise") else 0
        )
        if isinstance(soaked, int) and min(soaked, dealt) != taken:
            why = f"the card says {soaked} soaked of {dealt}, the rules {taken}; betterrolls keeps the best attempt"
            yield Finding(outcome.id, "SW683", "effects", soaked, taken, why, "soak.result")
        if dealt:
            before = applied.get("before")
            why = f"betterrolls brought {dealt} wounds on the sheet before the soak; one saved in between shows them"
            yield Finding(outcome.id, "SW689", "effects", before, None, why)

    def _offers(self, action: Json, outcome: Outcome) -> Iterator[Finding]:
        if (
            outcome.type != "incapacitation"
            or self._offered
            or outcome.result == "raise"
            or not action.get("source")
        ):
            return
        self._offered = True
        why = "the tabletop offers the GM's benny on this roll, and neither rolls again nor takes the benny"
        yield Finding(outcome.id, "SW689", "", None, None, why, "benny.reroll")

    # Sheets

    def _weapon(self, action: Json) -> Weapon | None:
        model = self._actors.get(str(action.get("actor", "")))
        wanted = action.get("weapon")
        if model is None or not isinstance(wanted, str):
            return None
        return next(
            (w for w in model.weapons if w.id == wanted or folded(w.name) == folded(wanted)), None
        )

    def _is_weak(self, action: Json) -> bool:
        weapon = self._weapon(action)
        model = self._actors.get(str(action.get("actor", "")))
        if weapon is None or model is None:
            return False
        strength = strength_of(Who(model.id, model.name, model))
        asked = [
            d
            for d in (
                weapon.min_strength.sides if weapon.min_strength else None,
                weapon.damage.largest_die,
            )
            if d
        ]
        return strength is not None and bool(asked) and max(asked) > strength.sides


def _vtt(action: Json) -> dict[str, Any]:
    return object_in(object_in(action.get("source")).get("vtt"))


def _largest(action: Json) -> int:
    """The largest die that an action records."""
    return max((sides_in(each) for each in flat(action.get("dice"))), default=0)


def _critical_reason(outcome: Outcome) -> str:
    roll: Roll | None = outcome.rolls[0] if outcome.rolls else None
    wild = roll is not None and any(die.role == "wild" for die in roll.dice)
    if wild:
        return (
            "with a Wild Die both must show a 1, of several dice more than half; "
            "swade-tools knows the Wild Die by its English name only"
        )
    return "the system lets a single die of an Extra fail critically when a d6 confirms it; by the rules it cannot"


__all__ = ["Audit", "Finding"]
