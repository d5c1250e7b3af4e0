"""What came of an action: rolls, hits, effects, and why (contract.md section 1).

The engine makes these by the hundred thousand, so they are slotted dataclasses, and the largest are not frozen: that
alone would cost a tenth of the time. Treat them as values all the same. `Outcome` reads and writes the JSON of the
contract; a key that does not apply is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from pydantic import ConfigDict, TypeAdapter

from sw_data.dice import RolledDie
from sw_data.jsonvalue import as_array, as_object

Result: TypeAlias = Literal["critical_failure", "failure", "success", "raise"]
Status: TypeAlias = Literal["resolved", "rejected", "revised"]

_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number that entered a total: why, how much, by which rule."""

    label: str
    value: int
    rule: str

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class Roll:
    """The dice of one pool and what they came to.

    `actor` is who rolled, where that is not the outcome's actor. With several trait dice `total` is the best one's.
    """

    pool: str
    dice: tuple[RolledDie, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    trait: str | None = None
    actor: str | None = None
    tn: int | None = None
    result: Result | None = None
    raises: int | None = None
    critical_failure: bool | None = None
    note: str | None = None

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class Hit:
    """One hit, as it was dealt: damage against Toughness after AP, and the wounds it made.

    `shaken` is "made Shaken by this hit". A later soak does not change these figures. An occupant's wounds of a crash
    have no damage, Toughness or raises.
    """

    target: str
    wounds: int
    shaken: bool
    damage: int | None = None
    toughness: int | None = None
    raises: int | None = None

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class Effect:
    """A change of state, with what was there before, so that it can be undone.

    `field` is a dotted path in the actor's document (`wounds.value`, `conditions`), or, with `chase`, of
    its participant (`zone`, `close`), whose id is `participant`. The GM's bennies are the field `gm_bennies`
    of no actor.
    """

    actor: str | None
    field: str
    from_: Any
    to: Any
    chase: str | None = None
    participant: str | None = None

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class FollowUp:
    """A roll that this outcome calls for, and that leaves somebody a decision first."""

    type: str
    actor: str
    of: str

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class Violation:
    """A rule that was broken, or a warning: a rule id, an SW6xx code, or both, and one sentence."""

    message: str
    rule: str | None = None
    code: str | None = None

    __pydantic_config__ = _STRICT


@dataclass(frozen=True, slots=True)
class WeaponChange:
    """A benefit lost or a penalty kept: what it applies to (a trait, damage, parry, reach, ap) and its value."""

    applies_to: str
    value: int

    __pydantic_config__ = _STRICT


@dataclass(frozen=True, slots=True)
class WieldedWeapon:
    """What a weapon is worth in these hands (rules `weapon.*`)."""

    name: str
    strength: str
    required_strength: str | None
    too_weak: bool
    damage: str
    lost: tuple[WeaponChange, ...] = ()
    kept: tuple[WeaponChange, ...] = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.rich import text_of

        printer.text("…" if cycle else text_of(self))

    def _repr_html_(self) -> str:
        from sw_data.display.rich import html_of

        return html_of(self)

    __pydantic_config__ = _STRICT


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the table's record and the rules differ: a path in the outcome, both values, the reason."""

    path: str
    recorded: Any
    resolved: Any
    message: str
    code: str | None = None
    rule: str | None = None

    __pydantic_config__ = _STRICT


@dataclass(slots=True)
class Outcome:
    """What came of one action, with every die, modifier and rule.

    `status` is `rejected` when the action broke a rule and nothing changed (`violations` say why), `revised`
    when a later reroll, soak or block undid and redid it (`revised_by`).
    """

    id: str
    type: str
    status: Status
    actor: str | None = None
    target: str | None = None
    encounter: str | None = None
    of: str | None = None
    result: Result | None = None
    raises: int | None = None
    total: int | None = None
    tn: int | None = None
    critical_failure: bool | None = None
    winner: Literal["actor", "target"] | None = None
    margin: int | None = None
    order: tuple[str, ...] | None = None
    cards: dict[str, list[str]] | None = None
    rolls: tuple[Roll, ...] = ()
    hits: tuple[Hit, ...] | None = None
    weapon: WieldedWeapon | None = None
    effects: tuple[Effect, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()
    rules: tuple[str, ...] = ()
    revised_by: str | None = None
    recorded: tuple[Difference, ...] | None = None
    summary: str = field(default="", kw_only=True)

    __pydantic_config__ = _STRICT

    @classmethod
    def model_validate(cls, data: Any) -> Outcome:
        """The outcome that a JSON object of the contract describes; pydantic's ValidationError if none."""
        return _adapter().validate_python(_from_json(data))

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of an outcome, as `to_json` writes it."""
        schema = _adapter().json_schema()
        effect = schema["$defs"]["Effect"]
        effect["properties"]["from"] = effect["properties"].pop("from_")
        effect["required"] = ["from" if name == "from_" else name for name in effect["required"]]
        return schema

    def to_json(self) -> dict[str, Any]:
        """The outcome as a JSON object of the contract; keys that do not apply are left out."""
        return outcome_json(self)

    def explain(self) -> str:
        """What happened and why: every die, modifier and rule, in lines for people."""
        from sw_data.display.rich import text_of

        return text_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.rich import text_of

        printer.text("…" if cycle else text_of(self))

    def _repr_html_(self) -> str:
        from sw_data.display.rich import html_of

        return html_of(self)


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Outcome]:
    return TypeAdapter(Outcome)


def _from_json(data: Any) -> Any:
    """Effects with the key `from` spelt as the field is."""
    given = as_object(data)
    effects = None if given is None else as_array(given.get("effects"))
    if given is None or effects is None:
        return data
    renamed: list[object] = []
    for effect in effects:
        parts = as_object(effect)
        if parts is not None and "from" in parts:
            parts = {("from_" if key == "from" else key): value for key, value in parts.items()}
        renamed.append(effect if parts is None else parts)
    return {**given, "effects": renamed}


def roll_json(roll: Roll) -> dict[str, Any]:
    """A roll as JSON."""
    out: dict[str, Any] = {"pool": roll.pool}
    if roll.trait is not None:
        out["trait"] = roll.trait
    if roll.actor is not None:
        out["actor"] = roll.actor
    out["dice"] = [
        {"die": d.die, "role": d.role, "faces": list(d.faces), "total": d.total} for d in roll.dice
    ]
    out["modifiers"] = [
        {"label": m.label, "value": m.value, "rule": m.rule} for m in roll.modifiers
    ]
    out["total"] = roll.total
    if roll.tn is not None:
        out["tn"] = roll.tn
    if roll.result is not None:
        out["result"] = roll.result
    if roll.raises is not None:
        out["raises"] = roll.raises
    if roll.critical_failure is not None:
        out["critical_failure"] = roll.critical_failure
    if roll.note is not None:
        out["note"] = roll.note
    return out


def hit_json(hit: Hit) -> dict[str, Any]:
    """A hit as JSON."""
    out: dict[str, Any] = {"target": hit.target}
    if hit.damage is not None:
        out["damage"] = hit.damage
    if hit.toughness is not None:
        out["toughness"] = hit.toughness
    if hit.raises is not None:
        out["raises"] = hit.raises
    out["wounds"] = hit.wounds
    out["shaken"] = hit.shaken
    return out


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect as JSON."""
    out: dict[str, Any] = {"actor": effect.actor}
    if effect.chase is not None:
        out["chase"] = effect.chase
    if effect.participant is not None:
        out["participant"] = effect.participant
    out["field"] = effect.field
    out["from"] = effect.from_
    out["to"] = effect.to
    return out


def violation_json(violation: Violation) -> dict[str, Any]:
    """A violation or warning as JSON."""
    out: dict[str, Any] = {}
    if violation.rule is not None:
        out["rule"] = violation.rule
    if violation.code is not None:
        out["code"] = violation.code
    out["message"] = violation.message
    return out


def weapon_json(weapon: WieldedWeapon) -> dict[str, Any]:
    """A weapon in somebody's hands as JSON."""
    return {
        "name": weapon.name,
        "strength": weapon.strength,
        "required_strength": weapon.required_strength,
        "too_weak": weapon.too_weak,
        "damage": weapon.damage,
        "lost": [{"applies_to": c.applies_to, "value": c.value} for c in weapon.lost],
        "kept": [{"applies_to": c.applies_to, "value": c.value} for c in weapon.kept],
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON object of the contract."""
    out: dict[str, Any] = {"id": outcome.id, "type": outcome.type, "status": outcome.status}
    if outcome.actor is not None:
        out["actor"] = outcome.actor
    if outcome.target is not None:
        out["target"] = outcome.target
    if outcome.encounter is not None:
        out["encounter"] = outcome.encounter
    if outcome.of is not None:
        out["of"] = outcome.of
    if outcome.result is not None:
        out["result"] = outcome.result
    if outcome.raises is not None:
        out["raises"] = outcome.raises
    if outcome.total is not None:
        out["total"] = outcome.total
    if outcome.tn is not None:
        out["tn"] = outcome.tn
    if outcome.critical_failure is not None:
        out["critical_failure"] = outcome.critical_failure
    if outcome.winner is not None:
        out["winner"] = outcome.winner
    if outcome.margin is not None:
        out["margin"] = outcome.margin
    if outcome.order is not None:
        out["order"] = list(outcome.order)
    if outcome.cards is not None:
        out["cards"] = outcome.cards
    out["rolls"] = [roll_json(roll) for roll in outcome.rolls]
    if outcome.hits is not None:
        out["hits"] = [hit_json(hit) for hit in outcome.hits]
    if outcome.weapon is not None:
        out["weapon"] = weapon_json(outcome.weapon)
    out["effects"] = [effect_json(effect) for effect in outcome.effects]
    out["follow_ups"] = [{"type": f.type, "actor": f.actor, "of": f.of} for f in outcome.follow_ups]
    out["violations"] = [violation_json(v) for v in outcome.violations]
    out["warnings"] = [violation_json(v) for v in outcome.warnings]
    out["rules"] = list(outcome.rules)
    if outcome.revised_by is not None:
        out["revised_by"] = outcome.revised_by
    if outcome.recorded is not None:
        out["recorded"] = [
            {
                "path": d.path,
                "recorded": d.recorded,
                "resolved": d.resolved,
                "message": d.message,
                **({"code": d.code} if d.code else {}),
                **({"rule": d.rule} if d.rule else {}),
            }
            for d in outcome.recorded
        ]
    out["summary"] = outcome.summary
    return out
