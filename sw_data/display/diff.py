"""Two sheets side by side, as text and as an HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from sw_data.display.markup import BLUE, GREEN, ORANGE, Html, safe, shortened, table
from sw_data.formats.comparison import Difference, Pair, Sheet

_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:1rem 1.25rem 4rem}"
    ":root{color-scheme:light dark}h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}"
)


def diff_text(
    pairs: Sequence[Pair], only_left: Sequence[Sheet], only_right: Sequence[Sheet]
) -> str:
    """Every difference on a line: `-` is what only the first says, `+` only the second, `~` both differently."""
    lines: list[str] = []
    for pair in pairs:
        lines.append(f"{_name(pair)}: {_counts(pair)}")
        lines += [f"  {_line(each)}" for each in pair.comparison.differences]
    lines += [f"- {_alone(each)}" for each in only_left]
    lines += [f"+ {_alone(each)}" for each in only_right]
    return "\n".join([*lines, _summary(pairs, only_left, only_right)]) + "\n"


def diff_html(
    pairs: Sequence[Pair], only_left: Sequence[Sheet], only_right: Sequence[Sheet]
) -> str:
    """The differences as tables; all text of the sheets is escaped."""
    parts = [f"<p>{safe(_summary(pairs, only_left, only_right))}</p>"]
    for pair in pairs:
        parts.append(f"<h2>{safe(_name(pair))}</h2><p>{safe(_counts(pair))}</p>")
        if not pair.equal:
            rows = [_row(each) for each in pair.comparison.differences]
            head = ("", "field", _side(pair.left, "first"), _side(pair.right, "second"))
            parts.append(table(rows, head))
    for title, sheets in (
        ("Only in the first", only_left),
        ("Only in the second", only_right),
    ):
        if sheets:
            items = "".join(f"<li>{safe(_alone(each))}</li>" for each in sheets)
            parts.append(f"<h2>{title}</h2><ul>{items}</ul>")
    return "".join(parts)


def diff_page(
    pairs: Sequence[Pair], only_left: Sequence[Sheet], only_right: Sequence[Sheet]
) -> str:
    """The differences as one HTML page without scripts and without anything from elsewhere."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Two sheets compared</title>\n<style>{escape(_STYLE)}</style>\n</head>\n<body>\n"
        f"<h1>Two sheets compared</h1>\n{diff_html(pairs, only_left, only_right)}\n</body>\n</html>\n"
    )


def _name(pair: Pair) -> str:
    left, right = pair.left, pair.right
    names = left.name if left.name == right.name else f"{left.name} / {right.name}"
    forms = f"{left.format or 'a model'} / {right.format or 'a model'}"
    return f"{shortened(names)} ({forms})"


def _side(sheet: Sheet, usual: str) -> str:
    return sheet.file or usual


def _counts(pair: Pair) -> str:
    found = pair.comparison.differences
    if not found:
        return f"equal, {pair.comparison.same} values"
    left = sum(1 for each in found if each.only == "left")
    right = sum(1 for each in found if each.only == "right")
    parts = [f"{len(found) - left - right} different", f"{left} only in the first"]
    return f"{', '.join(parts)}, {right} only in the second, {pair.comparison.same} the same"


def _line(each: Difference) -> str:
    places = [place for place in (each.left_place, each.right_place) if place]
    where = f"  ({shortened(' | '.join(places))})" if places else ""
    if each.only == "left":
        return f"- {shortened(each.name)}{_said(each.left)}{where}"
    if each.only == "right":
        return f"+ {shortened(each.name)}{_said(each.right)}{where}"
    return f"~ {shortened(each.name)}: {_value(each.left)} -> {_value(each.right)}{where}"


def _said(value: object) -> str:
    return "" if value is True else f": {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shortened(str(value))


def _row(each: Difference) -> Sequence[object]:
    mark, colour = {"left": ("&minus;", ORANGE), "right": ("+", GREEN)}.get(
        each.only or "", ("&ne;", BLUE)
    )
    return (
        Html(f'<b style="color:{colour}">{mark}</b>'),
        each.name,
        _cell(each.left, each.left_field, each.left_place),
        _cell(each.right, each.right_field, each.right_place),
    )


def _cell(value: object, field: str | None, place: str | None) -> Html:
    if field is None:
        return Html("")
    where = f'<br><small style="opacity:.7">{safe(place)}</small>' if place else ""
    return Html(f"{safe(_value(value))}{where}")


def _alone(sheet: Sheet) -> str:
    told = ", ".join(part for part in (sheet.format, sheet.file) if part)
    return f"{sheet.kind} {sheet.name}{f' ({told})' if told else ''}"


def _summary(pairs: Sequence[Pair], only_left: Sequence[Sheet], only_right: Sequence[Sheet]) -> str:
    equal = sum(1 for each in pairs if each.equal)
    parts = [f"{equal} equal", f"{len(pairs) - equal} different"]
    parts += [f"{len(only_left)} only in the first"] if only_left else []
    parts += [f"{len(only_right)} only in the second"] if only_right else []
    return ", ".join(parts)
