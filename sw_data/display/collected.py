"""Many things at once, as HTML and as text: what was loaded, what was found, how a log ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sw_data.diagnostics import Diagnostic
from sw_data.display import runs, sheets, track
from sw_data.display.markup import BLUE, ORANGE, YELLOW, Html, box, safe, shortened, table
from sw_data.display.outcomes import finding_text
from sw_data.models import Character, Chase, FollowUp, Outcome, Vehicle, Weapon

MANY = 100
"""The most sheets or findings that are listed."""
_FEW = 6
_COLOURS = {"error": ORANGE, "warning": YELLOW}


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things: `1 weapon`, `2 weapons`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _more(number: int, shown: int, what: str) -> str:
    return f"<div>and {number - shown} more {what}</div>" if number > shown else ""


def findings_html(found: Sequence[Diagnostic], title: str = "Report", note: str = "") -> str:
    """Findings as a table, the worst first, each with its place and its code."""
    order = {"error": 0, "warning": 1, "info": 2}
    worst = sorted(found, key=lambda each: order[each.severity.value])[:MANY]
    rows = [
        (
            Html(
                # A coloured mark, and the word in the reader's own colour: orange letters are pale on white.
                f'<span style="border-left:4px solid {_COLOURS.get(each.severity.value, BLUE)};'
                f'padding-left:.4em">{safe(each.severity.value)}</span>'
            ),
            each.code,
            ":".join(str(part) for part in (each.file, each.line, each.column) if part is not None),
            each.message,
        )
        for each in worst
    ]
    parts = [
        table(rows, ("", "code", "where", "what")) if rows else "<div>no findings</div>",
        _more(len(found), len(worst), "findings"),
    ]
    return box(title, parts, note=note or counted(len(found), "finding"))


def findings_text(found: Sequence[Diagnostic]) -> str:
    """Findings as lines."""
    lines = [shortened(finding_text(each), 500) for each in found[:MANY]]
    if len(found) > MANY:
        lines.append(f"and {len(found) - MANY} more findings")
    return "\n".join(lines) or "no findings"


def models_html(kind: str, models: Sequence[Character | Vehicle | Weapon | Chase]) -> str:
    """Sheets of one kind: a few as cards, many as a table."""
    shown = models[:MANY]
    people = [each for each in shown if isinstance(each, Character | Vehicle)]
    weapons = [each for each in shown if isinstance(each, Weapon)]
    chases = [each for each in shown if isinstance(each, Chase)][:_FEW]
    parts: list[str] = []
    if people:
        rows = [
            (
                each.name,
                ("Wild Card" if each.wild_card else "Extra")
                if isinstance(each, Character)
                else "vehicle",
                each.parry if isinstance(each, Character) else "",
                f"{each.toughness} ({each.armor})",
                f"{each.wounds.value}/{each.wounds.max}",
                ", ".join(weapon.name for weapon in each.weapons[:_FEW]),
            )
            for each in people
        ]
        parts.append(table(rows, ("", "", "Parry", "Toughness", "wounds", "weapons")))
    if weapons:
        parts.append(sheets.weapons_html(weapons))
    parts += [track.chase_svg(each) for each in chases]
    return box(counted(len(models), kind), [*parts, _more(len(models), len(shown), f"{kind}s")])


def collection_html(
    by_kind: Mapping[str, Sequence[Character | Vehicle | Weapon | Chase]],
    found: Sequence[Diagnostic],
    sources: Sequence[str],
) -> str:
    """What was loaded, by kind, and what is odd in it."""
    parts = [models_html(kind, models) for kind, models in by_kind.items() if models]
    if found:
        parts.append(findings_html(found, "Findings"))
    where = ", ".join(sources[:_FEW]) + (" …" if len(sources) > _FEW else "")
    return box(where or "Collection", parts or ["<div>no sheets</div>"], note="collection")


def run_html(
    outcomes: Sequence[Outcome],
    summary: Mapping[str, int],
    ends: Mapping[str, tuple[Sequence[Character | Vehicle], Sequence[Chase]]],
    pending: Sequence[FollowUp],
    names: Mapping[str, str],
    note: str,
) -> str:
    """A resolved log: every outcome with its reasons to open, and how everybody stands."""
    counts = ", ".join(f"{number} {status}" for status, number in summary.items() if number)
    parts = [runs.outcomes_html(outcomes, names, counts or "nothing happened")]
    for name, (actors, chases) in list(ends.items())[:_FEW]:
        if actors:
            parts.append(
                box(f"After {name or 'all'}", [runs.actors_html(actors[:MANY])], note="actors")
            )
        loose = [each.id for each in actors if "out_of_control" in each.conditions]
        parts += [track.chase_svg(each, names, loose) for each in chases[:_FEW]]
    parts.append(_more(len(ends), _FEW, "encounters"))
    if pending:
        todo = ", ".join(f"{each.type} of {names.get(each.actor, each.actor)}" for each in pending)
        parts.append(f"<div>still to do: {safe(todo)}</div>")
    return box("Run", parts, note=note)


def by_code(found: Iterable[Diagnostic]) -> list[tuple[str, str, str, int]]:
    """How many findings there are of each code in each document: file, document, code, number."""
    counts = Counter(
        (
            each.file or "-",
            (each.document.name or each.document.id or "") if each.document is not None else "",
            each.code,
        )
        for each in found
    )
    return [(*key, number) for key, number in sorted(counts.items())]
