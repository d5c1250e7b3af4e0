"""Damage against a target: nothing, Shaken, wounds, Incapacitated; one hit or several (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sw_data.odds.chances import Chance, several
from sw_data.odds.sheet import Target
from sw_data.odds.totals import Distribution, classified
from sw_data.rules import damage as rule
from sw_data.rules import trait, vehicle
from sw_data.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class State:
    """A target as hits leave it.

    Attributes:
        wounds: Wounds held.
        shaken: Whether it is Shaken; a vehicle: whether its driver must make a Control Check.
        down: Whether it is Incapacitated, or Wrecked.
    """

    wounds: int
    shaken: bool
    down: bool


def state_of(target: Target) -> State:
    """The target before anything hits it."""
    return State(target.wounds, target.shaken, target.down)


def struck(
    before: State, damage: Distribution, target: Target, rules: Ruleset
) -> dict[State, Fraction]:
    """Where one hit leaves a target (`damage.*`, `vehicle.damage`)."""
    if before.down:
        return {before: Fraction(1)}

    def after(total: int) -> State:
        if target.is_vehicle:
            return _ride_after(before, total, target, rules)
        harm = rule.harm(total, target.toughness, before.shaken, target.hardy, rules)
        shaken = before.shaken or harm.shakes
        if not harm.wounds:
            return State(before.wounds, shaken, False)
        held, down = rule.wounds_held(before.wounds, harm.wounds, target.most, target.wild_card)
        return State(held, shaken, True) if down else State(held, shaken, False)

    enough = max(0, target.most - before.wounds) + 1
    return classified(damage, after, target.toughness + rules.trait.raise_step * enough)


def _ride_after(before: State, total: int, target: Target, rules: Ruleset) -> State:
    raised = trait.raises(total, target.toughness, rules)
    if raised is None:
        return before
    held, down = (
        vehicle.wounds_held(before.wounds, raised, target.most)
        if raised
        else (before.wounds, False)
    )
    return State(held, True, down)


def struck_in_turn(
    rows: Mapping[tuple[bool, ...], Fraction],
    plain: Distribution,
    raised: Distribution,
    target: Target,
    rules: Ruleset,
) -> dict[State, Fraction]:
    """Where rows of hits leave a target that was hit at all, one hit after the other.

    Args:
        rows: The chance of each row of hits, True being a hit with a raise; the empty row is left out.
        plain: The damage of a hit.
        raised: The damage of a hit with a raise.
        target: The target.
        rules: The ruleset.
    """
    kernels: dict[tuple[State, bool], dict[State, Fraction]] = {}
    reached: dict[tuple[bool, ...], dict[State, Fraction]] = {(): {state_of(target): Fraction(1)}}

    def after(row: tuple[bool, ...]) -> dict[State, Fraction]:
        known = reached.get(row)
        if known is not None:
            return known
        out: dict[State, Fraction] = {}
        with_raise = row[-1]
        for state, p in after(row[:-1]).items():
            if (state, with_raise) not in kernels:
                kernels[state, with_raise] = struck(
                    state, raised if with_raise else plain, target, rules
                )
            for end, q in kernels[state, with_raise].items():
                out[end] = out.get(end, Fraction(0)) + p * q
        reached[row] = out
        return out

    ends: dict[State, Fraction] = {}
    for row, p in rows.items():
        if row:
            for state, q in after(row).items():
                ends[state] = ends.get(state, Fraction(0)) + p * q
    return ends


def named(state: State, target: Target) -> str:
    """The name of what came of it, beside the state before."""
    if target.down:
        return "no_effect"
    if state.down:
        return "wrecked" if target.is_vehicle else "incapacitated"
    if state.wounds > target.wounds:
        return several(state.wounds - target.wounds, "wound")
    if state.shaken and not target.shaken:
        return "control_check" if target.is_vehicle else "shaken"
    return "no_effect"


def harm_names(target: Target) -> list[str]:
    """What can come of a hit, from nothing to the worst."""
    return [
        "no_effect",
        "control_check" if target.is_vehicle else "shaken",
        *(several(count, "wound") for count in range(1, target.left + 1)),
        "wrecked" if target.is_vehicle else "incapacitated",
    ]


def harm_outcomes(
    ends: Mapping[State, Fraction], target: Target, before: Iterable[Chance] = ()
) -> tuple[Chance, ...]:
    """What came of a hit, from nothing to the worst, after what stands `before` it in the table."""
    sums: dict[str, Fraction] = {}
    for state, p in ends.items():
        name = named(state, target)
        sums[name] = sums.get(name, Fraction(0)) + p
    order = harm_names(target)
    counts = {name: max(0, index - 1) for index, name in enumerate(order)}
    return (*before, *(Chance(name, sums[name], counts[name]) for name in order if sums.get(name)))


def harm_events(chances: Iterable[Chance], target: Target) -> list[tuple[str, Fraction]]:
    """The chance of at least one wound, the last one counted, and none for what cannot come of it."""
    found = tuple(chances)
    wounded = sum((each.p for each in found if each.counts), start=Fraction(0))
    seen = {each.outcome for each in found}
    absent = [(name, Fraction(0)) for name in harm_names(target) if name not in seen]
    return [("wounded", wounded), *absent]
