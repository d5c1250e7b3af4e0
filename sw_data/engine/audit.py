"""Comparing what the table recorded of an outcome with what the rules make of it (SW65x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sw_data.models import Difference, Outcome
from sw_data.models.outcome import outcome_json

_RULES = {
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


def differences(recorded: Mapping[str, Any], outcome: Outcome) -> tuple[Difference, ...]:
    """Where a recorded outcome, or any part of one, differs from the resolved one; with the reason."""
    resolved = outcome_json(outcome)
    out: list[Difference] = []
    _compare("", dict(recorded), resolved, outcome, out)
    return tuple(out)


def _compare(
    path: str, recorded: Any, resolved: Any, outcome: Outcome, out: list[Difference]
) -> None:
    if isinstance(recorded, Mapping) and isinstance(resolved, Mapping):
        for key, value in recorded.items():  # pyright: ignore[reportUnknownVariableType]
            here = f"{path}.{key}" if path else str(key)  # pyright: ignore[reportUnknownArgumentType]
            _compare(here, value, resolved.get(key), outcome, out)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        return
    noted, made = _listed(recorded), _listed(resolved)
    if noted is not None and made is not None:
        if path.split(".")[-1] in ("from", "to") or path.endswith("conditions"):
            if sorted(map(str, noted)) == sorted(map(str, made)):
                return
        elif len(noted) == len(made):
            for number, (a, b) in enumerate(zip(noted, made, strict=True)):
                _compare(f"{path}.{number}", a, b, outcome, out)
            return
    if recorded == resolved and isinstance(recorded, bool) == isinstance(resolved, bool):
        return
    out.append(_difference(path, recorded, resolved, outcome))


def _listed(value: Any) -> Sequence[Any] | None:
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else None


def _difference(path: str, recorded: Any, resolved: Any, outcome: Outcome) -> Difference:
    code, rule = _RULES.get(path.split(".")[0], ("SW650", None))
    reason = _reason(path, outcome)
    said = "nothing" if resolved is None else repr(resolved)
    return Difference(
        path=path,
        recorded=recorded,
        resolved=resolved,
        message=f"the table has {path} {recorded!r}, the rules give {said}{reason}",
        code=code,
        rule=rule,
    )


def _reason(path: str, outcome: Outcome) -> str:
    """The sum behind a number that differs."""
    if outcome.status == "rejected":
        return ": " + "; ".join(each.message for each in outcome.violations)
    first = path.split(".")[0]
    if first in ("total", "result", "raises", "critical_failure") and outcome.rolls:
        return f": {roll_sum(outcome, 0)}"
    if first == "hits":
        damage = [i for i, roll in enumerate(outcome.rolls) if roll.pool.startswith("damage")]
        if damage:
            return ": " + "; ".join(roll_sum(outcome, i) for i in damage)
    return f": {outcome.summary}" if outcome.summary else ""


def roll_sum(outcome: Outcome, number: int) -> str:
    """A roll as a sum: `d8 8+3, Wild d6 2; gang up +1; 12 against 6`."""
    roll = outcome.rolls[number]
    dice = ", ".join(
        f"{'Wild ' if die.role == 'wild' else ''}{die.die} {'+'.join(map(str, die.faces))}"
        for die in roll.dice
    )
    mods = "".join(f"; {each.label} {each.value:+d}" for each in roll.modifiers)
    against = "" if roll.tn is None else f" against {roll.tn}"
    return f"{dice}{mods}; {roll.total}{against}"
