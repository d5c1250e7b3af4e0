"""Outcomes and runs as HTML: what happened, and below it why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sw_data.display.markup import GREEN, ORANGE, YELLOW, Html, box, safe, table
from sw_data.display.outcomes import outcome_text, why_text
from sw_data.models import Character, Outcome, Vehicle

MANY = 200
"""The most outcomes that are listed; a run can have a hundred thousand."""

_COLOURS = {"resolved": GREEN, "rejected": ORANGE, "revised": YELLOW}


def outcome_html(outcome: Outcome, names: Mapping[str, str] | None = None) -> str:
    """An outcome: what happened, with its reasons to open."""
    colour = _COLOURS[outcome.status]
    why = why_text(outcome, names)
    reasons = [each.message for each in (*outcome.violations, *outcome.warnings)]
    more = "".join(f"<div>{safe(each)}</div>" for each in [why, *reasons] if each)
    by = f" by {outcome.revised_by}" if outcome.revised_by else ""
    return (
        f'<details style="border-left:3px solid {colour};padding-left:.6em;margin:.2em 0"><summary>'
        f'<code>{safe(outcome.id, 80)}</code> {safe(outcome.summary)} <span style="opacity:.7;font-size:.85em">'
        f"{outcome.status}{safe(by)}</span></summary>"
        f'<div style="font-size:.9em;opacity:.9">{more}</div></details>'
    )


def outcomes_html(
    outcomes: Sequence[Outcome], names: Mapping[str, str] | None = None, title: str = "Run"
) -> str:
    """Many outcomes, the first of them in full."""
    shown = "".join(outcome_html(each, names) for each in outcomes[:MANY])
    more = f"<div>and {len(outcomes) - MANY} more</div>" if len(outcomes) > MANY else ""
    return box(title, [shown, more], note=f"{len(outcomes)} outcomes")


def actors_html(actors: Iterable[Character | Vehicle]) -> str:
    """How everybody stands, as a table."""
    rows = [
        (
            each.name,
            f"{each.wounds.value}/{each.wounds.max}",
            "" if isinstance(each, Vehicle) else f"{each.fatigue.value}/{each.fatigue.max}",
            "" if isinstance(each, Vehicle) or each.bennies is None else each.bennies,
            ", ".join(condition.replace("_", " ") for condition in each.conditions),
        )
        for each in actors
    ]
    return Html(table(rows, ("", "wounds", "fatigue", "bennies", "conditions")))


def outcomes_text(outcomes: Sequence[Outcome], names: Mapping[str, str] | None = None) -> str:
    """Many outcomes as text."""
    lines = [outcome_text(each, names) for each in outcomes[:MANY]]
    if len(outcomes) > MANY:
        lines.append(f"and {len(outcomes) - MANY} more")
    return "\n".join(lines)
