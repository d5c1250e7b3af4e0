"""Outcomes as text: one line for what happened, one for why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from sw_data.diagnostics import Diagnostic
from sw_data.dice import RolledDie
from sw_data.jsonvalue import as_object
from sw_data.models import Effect, Modifier, Outcome, Roll, Violation, WeaponChange, WieldedWeapon

Names: TypeAlias = Mapping[str, str]
"""What actors are called, by id."""

_RESULTS = {
    "critical_failure": "critical failure",
    "failure": "failure",
    "success": "success",
    "raise": "raise",
}


def outcome_text(outcome: Outcome, names: Names | None = None) -> str:
    """An outcome as a referee tells it: what happened, and below it why."""
    lines = [f"{outcome.id}: {_happened(outcome)}"]
    why = why_text(outcome, names)
    # A rejection names its rule already.
    if why and not (outcome.status == "rejected" and why.strip("[]") in lines[0]):
        lines.append(f"    {why}")
    lines += [f"    warning: {violation_text(warning)}" for warning in outcome.warnings]
    if outcome.recorded:
        lines += [f"    recorded otherwise: {each.message}" for each in outcome.recorded]
    return "\n".join(lines)


def _happened(outcome: Outcome) -> str:
    summary = outcome.summary
    if outcome.status == "rejected":
        reason = "; ".join(violation_text(each) for each in outcome.violations)
        return f"rejected: {reason or summary}"
    if outcome.status == "revised":
        by = f" (revised by {outcome.revised_by})" if outcome.revised_by else " (revised)"
        return f"{summary}{by}"
    return summary or outcome.type


def why_text(outcome: Outcome, names: Names | None = None) -> str:
    """Why an outcome is as it is: dice, modifiers with their reasons, the weapon, the rules."""
    parts = [roll_text(roll, names, of=outcome.actor) for roll in outcome.rolls]
    if not any(roll.pool.startswith("damage") and roll.tn is not None for roll in outcome.rolls):
        parts += [
            f"{hit.damage} against {_named(hit.target, names)}'s Toughness of {hit.toughness}"
            for hit in outcome.hits or ()
            if hit.damage is not None
        ]
    if outcome.weapon is not None and (outcome.weapon.too_weak or outcome.weapon.kept):
        parts.append(weapon_text(outcome.weapon))
    parts += drawn_text(outcome, names)
    if outcome.rules:
        parts.append(f"[{', '.join(outcome.rules)}]")
    return "; ".join(parts)


def drawn_text(outcome: Outcome, names: Names | None = None) -> list[str]:
    """Who drew several cards, and which, in the order of acting; the summary has the one that counts."""
    dealt = outcome.cards or {}
    return [
        f"{_named(who, names)} drew {', '.join(dealt[who])}"
        for who in outcome.order or ()
        if len(dealt.get(who, ())) > 1
    ]


def _named(actor: str, names: Names | None) -> str:
    return (names or {}).get(actor, actor)


def roll_text(roll: Roll, names: Names | None = None, *, of: str | None = None) -> str:
    """A roll with its dice, its modifiers and what it came to: `Fighting d8: 8+3 = 11, Wild d6: 2 …`.

    Args:
        roll: The roll.
        names: What actors are called.
        of: Whose roll it is anyway; another roller is named.
    """
    what = roll.trait if roll.trait is not None else roll.pool.replace("_", " ")
    who = f"{_named(roll.actor, names)}'s " if roll.actor is not None and roll.actor != of else ""
    text = f"{who}{what} {dice_text(roll.dice)}" if roll.dice else f"{who}{what}"
    for modifier in roll.modifiers:
        text += f" {modifier_text(modifier)}"
    if roll.modifiers or len(roll.dice) > 1:
        text += f" = {roll.total}"
    if roll.tn is not None:
        text += f" against {_aim(roll)}"
    if roll.result is not None:
        text += f": {result_text(roll.result, roll.raises)}"
    if roll.note:
        text += f" ({roll.note})"
    return text


def _aim(roll: Roll) -> str:
    """What the total is held against: a target number, or of damage a Toughness."""
    damage = roll.trait is None and roll.pool.startswith("damage")
    return f"Toughness {roll.tn}" if damage else str(roll.tn)


def result_text(result: str, raises: int | None = None) -> str:
    """A result in words: `success`, `2 raises`, `critical failure`."""
    if result == "raise" and raises is not None and raises > 1:
        return f"{raises} raises"
    return _RESULTS.get(result, result)


def dice_text(dice: Sequence[RolledDie]) -> str:
    """Dice as they fell: `d8: 8+3 = 11, Wild d6: 2`."""
    return ", ".join(_die_text(die) for die in dice)


def _die_text(die: RolledDie) -> str:
    name = f"Wild {die.die}" if die.role == "wild" else die.die
    faces = "+".join(str(face) for face in die.faces)
    return f"{name}: {faces} = {die.total}" if len(die.faces) > 1 else f"{name}: {faces}"


def modifier_text(modifier: Modifier) -> str:
    """A modifier with its reason: `+1 gang up`, `-2 (2 zones apart)`."""
    reason = modifier.label or modifier.rule
    return f"{modifier.value:+d} {f'({reason})' if reason[:1].isdigit() else reason}"


def violation_text(violation: Violation) -> str:
    """What was wrong, and by which rule or code."""
    names = [name for name in (violation.rule, violation.code) if name]
    return f"{violation.message} [{', '.join(names)}]" if names else violation.message


def weapon_text(weapon: WieldedWeapon) -> str:
    """A weapon in somebody's hands in one phrase."""
    text = f"{weapon.name} in {weapon.strength} hands"
    if weapon.too_weak:
        text += f", too weak for the {weapon.required_strength} it asks"
    text += f": {weapon.damage}"
    if weapon.lost:
        text += f", lost {changes_text(weapon.lost)}"
    if weapon.kept:
        text += f", kept {changes_text(weapon.kept)}"
    return text


def changes_text(changes: Iterable[WeaponChange]) -> str:
    """Benefits lost or penalties kept: `+1 Fighting, -1 parry`."""
    return ", ".join(f"{change.value:+d} {change.applies_to}" for change in changes)


def effect_text(effect: Effect, names: Names | None = None) -> str:
    """A change of state: `Goblin wounds.value: 0 -> 1`; actors go by their ids where no names are given."""
    who = "GM" if effect.actor is None else _named(effect.actor, names)
    where = f" in {effect.chase}" if effect.chase is not None else ""
    return f"{who}{where} {effect.field}: {_change(effect, names)}"


def _change(effect: Effect, names: Names | None) -> str:
    before, after = effect.from_, effect.to
    old, new = _several(before), _several(after)
    if old is not None and new is not None:
        gone = [value_text(each, names) for each in old if each not in new]
        come = [value_text(each, names) for each in new if each not in old]
        changes = [f"now {', '.join(come)}"] if come else []
        changes += [f"no longer {', '.join(gone)}"] if gone else []
        return "; ".join(changes) or "the same in another order"
    return f"{value_text(before)} -> {value_text(after)}"


def changes_text_of(effects: Iterable[Effect], names: Names | None = None) -> list[str]:
    """Changes of state by actor, a line for each: `Goblin: wounds 0 -> 1, conditions now shaken`."""
    by_actor: dict[str | None, list[str]] = {}
    for effect in effects:
        what = effect.field.removesuffix(".value").removeprefix("gm_").replace("_", " ")
        where = "" if effect.chase is None else f" (chase {effect.chase})"
        by_actor.setdefault(effect.actor, []).append(f"{what} {_change(effect, names)}{where}")
    return [
        f"{'GM' if who is None else _named(who, names)}: {', '.join(texts)}"
        for who, texts in by_actor.items()
    ]


def finding_text(finding: Diagnostic) -> str:
    """A finding in one line: `party.json:12:9: error SW203: …`."""
    place = [str(part) for part in (finding.file, finding.line, finding.column) if part is not None]
    return f"{':'.join(place) or '-'}: {finding.severity.value} {finding.code}: {finding.message}"


def value_text(value: object, names: Names | None = None) -> str:
    """A value of a sheet as a user reads it; of somebody in a vehicle the name."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    members, elements = as_object(value), _several(value)
    if members is not None and isinstance(members.get("actor"), str):
        return _named(str(members["actor"]), names)
    if members is not None:
        return ", ".join(f"{key} {value_text(each)}" for key, each in members.items() if each)
    if elements is not None:
        return ", ".join(value_text(each) for each in elements) or "none"
    return str(value)


def _several(value: object) -> Sequence[object] | None:
    return cast("Sequence[object]", value) if isinstance(value, list | tuple) else None


def explain(
    outcome: Outcome,
    origins: Mapping[str, Mapping[str, str]] | None = None,
    names: Names | None = None,
    rides: Mapping[str, str] | None = None,
) -> str:
    """The whole derivation of one outcome, from the sheets' fields to its effects.

    Args:
        outcome: The outcome.
        origins: By actor, where the fields of its sheet stand: `{"joe": {"skills.Fighting": "party.json:12:9"}}`.
        names: What actors are called; the first time with their ids, by which a log names them.
        rides: By driver, the vehicle whose Handling and wounds count on its chase-skill checks.
    """
    who = _Introduced(names)
    lines = [f"{outcome.id}: {outcome.type}, {outcome.status}", f"  {outcome.summary}"]
    for violation in outcome.violations:
        lines.append(f"  violation: {violation_text(violation)}")
    for warning in outcome.warnings:
        lines.append(f"  warning: {violation_text(warning)}")
    for actor, field, place in _sources(outcome, origins or {}, rides or {}):
        lines.append(f"  from {who(actor)} {field} at {place}")
    if outcome.weapon is not None:
        lines.append(f"  {weapon_text(outcome.weapon)}")
    for roll in outcome.rolls:
        lines += _explained(roll, who)
    lines += [f"  {each}" for each in drawn_text(outcome, names)]
    for number, hit in enumerate(outcome.hits or (), 1):
        dealt = "" if hit.damage is None else f"{hit.damage} against Toughness {hit.toughness}, "
        lines.append(
            f"  hit {number}: {dealt}{who(hit.target)} takes {hit.wounds or 'no'} "
            f"wound{'' if hit.wounds == 1 else 's'}" + (" and is Shaken" if hit.shaken else "")
        )
    for effect in outcome.effects:
        told = effect_text(effect, names)
        if effect.actor is not None:
            told = f"{who(effect.actor)}{told.removeprefix(_named(effect.actor, names))}"
        lines.append(f"  effect: {told}")
    lines += [f"  then: {each.type} of {who(each.actor)}" for each in outcome.follow_ups]
    if outcome.revised_by is not None:
        lines.append(f"  revised by {outcome.revised_by}")
    if outcome.rules:
        lines.append(f"  rules: {', '.join(outcome.rules)}")
    return "\n".join(lines)


class _Introduced:
    """Names of actors, the first time with the id."""

    def __init__(self, names: Names | None) -> None:
        self._names = names or {}
        self._known: set[str] = set()

    def __call__(self, actor: str) -> str:
        name = self._names.get(actor, actor)
        if actor in self._known or name == actor:
            return name
        self._known.add(actor)
        return f"{name} ({actor})"


def _explained(roll: Roll, who: Callable[[str], str]) -> list[str]:
    what = roll.pool if roll.trait is None else f"{roll.pool}: {roll.trait}"
    lines = [f"  roll {what}" + (f" of {who(roll.actor)}" if roll.actor is not None else "")]
    lines += [f"    {_die_text(die)} ({die.role})" for die in roll.dice]
    lines += [f"    {modifier_text(each)} [{each.rule}]" for each in roll.modifiers]
    end = f"    = {roll.total}"
    if roll.tn is not None:
        end += f" against {_aim(roll)}"
    if roll.result is not None:
        end += f": {result_text(roll.result, roll.raises)}"
    return [*lines, end]


def _sources(
    outcome: Outcome, origins: Mapping[str, Mapping[str, str]], rides: Mapping[str, str]
) -> Iterable[tuple[str, str, str]]:
    """The fields of the sheets that the outcome rests on, and where they stand; and what on a sheet changes them."""
    wanted: dict[tuple[str, str], None] = {}
    for roll in outcome.rolls:
        who = roll.actor or outcome.actor
        if who is not None:
            for actor, field in _fields_of(roll, who, rides):
                wanted[actor, field] = None
    if outcome.actor is not None and outcome.weapon is not None:
        for field in origins.get(outcome.actor, {}):
            if field.startswith("weapons."):
                wanted[outcome.actor, field] = None
        wanted[outcome.actor, "attributes.strength"] = None
    hits = outcome.hits or ()
    if "attack.parry" in outcome.rules:
        for target in dict.fromkeys((outcome.target, *(hit.target for hit in hits))):
            if target is not None and target != outcome.actor:
                wanted[target, "parry"] = None
                for field in origins.get(target, {}):
                    if field.startswith("weapons."):
                        wanted[target, field] = None
    for hit in hits:
        if hit.damage is not None:
            wanted[hit.target, "toughness"] = None
            wanted[hit.target, "armor"] = None
    for who, field in wanted:
        for named, place in origins.get(who, {}).items():
            if named == field or named.startswith(f"{field} by "):
                yield who, named, place


def _fields_of(roll: Roll, who: str, rides: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Whose fields one roll rests on."""
    if roll.pool.startswith("obstacle"):
        yield who, "top_speed"
        yield who, "toughness"
        yield who, "armor"
        return
    if roll.trait is not None:
        yield who, f"attributes.{roll.trait.lower()}"
        yield who, f"skills.{roll.trait}"
    ride = rides.get(who)
    for modifier in roll.modifiers:
        if modifier.rule.startswith("trait.wound"):
            yield who, "wounds.value"
            yield who, "wounds.ignored"
        elif modifier.rule.startswith("trait.fatigue"):
            yield who, "fatigue.value"
            yield who, "fatigue.ignored"
        elif ride is not None and modifier.rule == "chase.skill":
            yield ride, "handling" if modifier.label == "Handling" else "wounds.value"
