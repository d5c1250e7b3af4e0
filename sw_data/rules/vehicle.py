"""Vehicles: wounds, Control Checks, obstacles, those inside (rules.md section 4)."""

from __future__ import annotations

from sw_data.models import Modifier
from sw_data.rules.ruleset import Ruleset


def wound_penalty(wounds: int, ignored: int, rules: Ruleset) -> Modifier | None:
    """What a vehicle's wounds cost its chase-skill checks (`chase.skill`)."""
    counted = min(max(0, wounds - ignored), rules.vehicle.wound_penalty_cap)
    value = rules.vehicle.wound_penalty * counted
    return Modifier("vehicle wounds", value, "chase.skill") if value else None


def out_of_control(rules: Ruleset) -> Modifier:
    """What being Out of Control costs (`vehicle.out_of_control`)."""
    return Modifier("Out of Control", rules.vehicle.out_of_control, "vehicle.out_of_control")


def wounds_held(held: int, more: int, maximum: int) -> tuple[int, bool]:
    """Wounds after `more`, and whether that wrecks it (`vehicle.wrecked`)."""
    total = held + more
    return (maximum, True) if total > maximum else (total, False)


def squares(top_speed: float, unit: str, rules: Ruleset) -> float:
    """Top Speed in squares a turn; in mph or km/h as it stands, unless a knob converts it (`vehicle.obstacle`)."""
    per_square = rules.vehicle.mph_per_square
    if unit == "squares" or per_square is None:
        return top_speed
    mph = top_speed / 1.609344 if unit == "km/h" else top_speed
    return mph / per_square


def obstacle_dice(top_speed: float, soft: bool, out_of_control: bool, rules: Ruleset) -> int:
    """How many dice an obstacle deals (`vehicle.obstacle`, `vehicle.obstacle_out_of_control`).

    Args:
        top_speed: In squares a turn.
        soft: Whether the obstacle is soft: half the dice, rounded down.
        out_of_control: Whether the extra dice come on top, after halving.
        rules: The ruleset.
    """
    dice = max(1, int(top_speed // rules.vehicle.obstacle_divisor))
    if soft:
        dice = max(1, dice // rules.vehicle.soft_divisor)
    return dice + (rules.vehicle.out_of_control_dice if out_of_control else 0)


def occupant_modifiers(wounds: int, seatbelt: bool, rules: Ruleset) -> list[Modifier]:
    """What a crash with so many wounds makes of an occupant's Vigor roll (`vehicle.occupants`)."""
    out = [
        Modifier(
            f"{wounds} {'wound' if wounds == 1 else 'wounds'} to the vehicle",
            rules.vehicle.occupant_per_wound * wounds,
            "vehicle.occupants",
        )
    ]
    if seatbelt:
        out.append(Modifier("seatbelt", rules.vehicle.seatbelt, "vehicle.occupants"))
    return out
