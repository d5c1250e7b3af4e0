"""Findings about weapons (SW2xx): what their stat block says, and what can never apply."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW201",
        severity=Severity.ERROR,
        title="Damage that cannot be read",
        what="The damage of a weapon is no dice and numbers added together.",
        why="An attack with it can hit, and then deals nothing that can be rolled.",
        example='{"damage": "All the damage"}',
        fix="Write it like 2d6+1, or @str+d8 for a weapon that adds Strength.",
    ),
    Code(
        code="SW202",
        severity=Severity.WARNING,
        title="A range that cannot be read",
        what="The range of a weapon is neither three brackets nor a template.",
        why="No attack with it can be given its range penalty.",
        example='{"range": "50/100/100/200"}',
        fix="Write short, medium and long range like 12/24/48, the template like Cone, or nothing for melee.",
    ),
    Code(
        code="SW203",
        severity=Severity.WARNING,
        title="A minimum Strength that cannot be read",
        what="The minimum Strength of a weapon or a piece of armor is no die.",
        why="Nobody is ever too weak for it.",
        example='{"minStr": "1/4"}',
        fix="Write a die like d8, or nothing.",
    ),
)
