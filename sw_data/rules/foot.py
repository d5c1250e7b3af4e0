"""Chases on foot (rules.md section 4)."""

from __future__ import annotations

from sw_data.models import Modifier
from sw_data.models.skills import VEHICLE_SKILLS, folded
from sw_data.rules.ruleset import Ruleset


def skill(chase_skill: str) -> str:
    """The chase skill of a participant on foot (`foot.skill`)."""
    return "Agility" if folded(chase_skill) in VEHICLE_SKILLS else chase_skill


def push_bonus(rules: Ruleset) -> Modifier:
    """The attacker's bonus in a push (`foot.push`)."""
    return Modifier("push", rules.foot.push_bonus, "foot.push")


def obstacle_dice(soft: bool, rules: Ruleset) -> tuple[int, ...]:
    """The sides of the dice that an obstacle deals to a runner (`foot.obstacle`)."""
    dice = rules.foot.soft_obstacle if soft else rules.foot.obstacle
    return tuple(die.sides for die in dice)
