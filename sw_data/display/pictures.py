"""Pictures: odds, wounds over the rounds of a run, luck, findings by code; every number of one is in its table too.

A picture is its rows. It draws itself as a plain SVG that needs nothing, reads on light and dark, and tells its lines
apart by dashes and marks as well as by colour; it gives a Vega-Lite specification; and with the extra `plot` a PNG.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias, cast

from sw_data.diagnostics import Diagnostic
from sw_data.display.frames import Columns, Kind, frame
from sw_data.display.markup import Html, box, shortened, table
from sw_data.display.odds import Shown, rows_of
from sw_data.display.plots import FAIR, bars_svg, lines_svg, ranges_svg
from sw_data.errors import MissingExtraError
from sw_data.logbook.luck import sum_of_faces
from sw_data.models import Outcome

Shape: TypeAlias = Literal["bars", "lines", "ranges"]
Row: TypeAlias = Mapping[str, Any]

VEGA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
"""The name of the language of the specifications; nothing is fetched."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_TABLE: Final = 200


@dataclass(frozen=True)
class Picture:
    """A picture that shows itself in a notebook.

    Attributes:
        title: What is shown.
        shape: `bars` (a number a row), `lines` (a number along something, a line a series), or `ranges` (what was
            seen, beside the range that was to be expected).
        columns: The columns of its table and what they hold.
        rows: The rows.
        across: The column that stands across; of bars the one that names them.
        up: The column of the number.
        series: The column that tells lines or colours apart; empty if there is one.
        percent: Whether the number is a chance.
    """

    title: str
    shape: Shape
    columns: Columns
    rows: tuple[Row, ...]
    across: str
    up: str
    series: str = ""
    percent: bool = False

    def table(self) -> list[dict[str, Any]]:
        """Every number of the picture, a row each."""
        return [dict(row) for row in self.rows]

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """The table as a frame of pandas, polars or Arrow; MissingExtraError without that library."""
        return frame(self.rows, self.columns, kind)

    def to_svg(self, *, heading: bool = True) -> str:
        """The picture as a plain SVG without script, style sheet or anything from elsewhere.

        Args:
            heading: Whether the title stands above it.
        """
        if self.shape == "bars":
            bars: dict[str, float] = {}
            for row in self.rows:
                name = str(row[self.across])
                bars[name] = bars.get(name, 0.0) + float(row[self.up])
            return bars_svg(bars, self.title, chances=self.percent, heading=heading)
        if self.shape == "ranges":
            rows = [
                (str(r[self.across]), float(r["low"]), float(r["expected"]), float(r["high"]), float(r[self.up]))
                for r in self.rows
            ]  # fmt: skip
            return ranges_svg(rows, self.title, heading=heading)
        # What has no number, as a die, stands in the order of the rows.
        named = self.columns.get(self.across) == "text"
        places: dict[Any, int] = {}
        lines: dict[str, list[tuple[float, float]]] = {}
        for row in self.rows:
            name, at = str(row[self.series]) if self.series else "", row[self.across]
            x = float(places.setdefault(at, len(places)) if named else at)
            lines.setdefault(name, []).append((x, float(row[self.up])))
        return lines_svg(
            lines,
            self.title,
            across=_words(self.across),
            up=_words(self.up),
            chances=self.percent,
            names=tuple(map(str, places)),
            heading=heading,
        )

    def to_vega(self) -> dict[str, Any]:
        """The picture as a Vega-Lite specification, its data inside."""
        number: dict[str, Any] = {
            "field": self.up,
            "type": "quantitative",
            "title": _words(self.up),
        }
        if self.columns.get(self.up) == "int":
            number["axis"] = self._whole(self.up)
        if self.percent:
            number |= {"axis": {"format": ".0%"}, "scale": {"domain": [0, 1]}}
        tips = [{"field": name, "title": _words(name)} for name in self.columns]
        colour: dict[str, Any] = {
            "field": self.series, "type": "nominal", "title": _words(self.series), "sort": None,
            "scale": {"range": list(COLOURS)},
        }  # fmt: skip
        named = {"field": self.across, "type": "nominal", "sort": None, "title": None}
        spec: dict[str, Any] = {
            "$schema": VEGA,
            "title": shortened(self.title),
            "width": 420,
            "data": {"values": [_plain(row) for row in self.rows]},
        }
        if self.shape == "bars":
            encoding: dict[str, Any] = {"y": named, "x": number, "tooltip": tips}
            if self.series:
                encoding["color"] = colour
            return spec | {"mark": "bar", "encoding": encoding}
        if self.shape == "lines":
            kind = "ordinal" if self.columns.get(self.across) == "text" else "quantitative"
            along: dict[str, Any] = {
                "field": self.across,
                "type": kind,
                "title": _words(self.across),
            }
            if self.columns.get(self.across) == "int":
                along["axis"] = self._whole(self.across)
            if kind == "ordinal":
                along |= {"sort": None, "axis": {"labelAngle": 0}}
            encoding = {"x": along, "y": number, "tooltip": tips}
            if self.series:
                dash = {key: each for key, each in colour.items() if key != "scale"}
                encoding |= {"color": colour, "strokeDash": dash}
            return spec | {"mark": {"type": "line", "point": True}, "encoding": encoding}
        low, high = ({**number, "field": each} for each in ("low", "high"))
        said = {"text": shortened(self.title), "subtitle": FAIR}
        return spec | {
            "title": said,
            "encoding": {"y": named, "tooltip": tips},
            "layer": [
                {
                    "mark": {"type": "bar", "opacity": 0.3, "height": 12},
                    "encoding": {"x": low, "x2": {"field": "high"}},
                },
                {
                    "mark": {"type": "tick", "color": "black"},
                    "encoding": {"x": {**number, "field": "expected"}},
                },
                {
                    "mark": {
                        "type": "point",
                        "filled": True,
                        "size": 80,
                        "opacity": 1,
                        "color": COLOURS[1],
                    },
                    "encoding": {"x": number},
                },
                {"mark": {"type": "point", "opacity": 0}, "encoding": {"x": high}},
            ],
        }

    def _whole(self, name: str) -> dict[str, Any]:
        """An axis of whole numbers: each of a few, and of many what the renderer finds fit."""
        most = max((int(row[name]) for row in self.rows), default=0)
        return {"format": "d", "values": list(range(most + 1))} if most <= 20 else {"format": "d"}

    def to_png(self, *, scale: float = 2.0) -> bytes:
        """The picture as a PNG, drawn without a network.

        Args:
            scale: How much larger than its size in points.

        Raises:
            MissingExtraError: vl-convert is not installed.
        """
        try:
            converter: Any = import_module("vl_convert")
        except ImportError:
            raise MissingExtraError("a PNG of a picture", "plot") from None
        spec = self.to_vega() | {"background": "white"}
        return cast("bytes", converter.vegalite_to_png(spec, scale=scale))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        """The picture, and below it its table to open; all text escaped."""
        names = list(self.columns)
        rows = [[_shown(row.get(name)) for name in names] for row in self.rows[:_TABLE]]
        more = len(self.rows) - len(rows)
        rest = f"<div>and {more} more rows</div>" if more > 0 else ""
        numbers = [place for place, name in enumerate(names) if self.columns[name] != "text"]
        head = [_words(name) for name in names]
        opened = (
            f"<details><summary>table</summary>{table(rows, head, right=numbers)}{rest}</details>"
        )
        return box(self.title, [self.to_svg(heading=False), Html(opened)])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def __str__(self) -> str:
        lines = [shortened(self.title)]
        for row in self.rows[:_TABLE]:
            lines.append("  " + ", ".join(f"{_words(k)} {_shown(v)}" for k, v in row.items()))
        return "\n".join(lines)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else shortened(str(value))


def _plain(row: Row) -> dict[str, Any]:
    """A row whose texts are short and without control characters."""
    return {
        name: shortened(value) if isinstance(value, str) else value for name, value in row.items()
    }


def odds_picture(odds: Shown) -> Picture:
    """Odds as bars, one an outcome, with the chance of it or of more."""
    rows = [
        {"outcome": row.name, "chance": float(row.p), "or_further": float(row.further)}
        for row in rows_of(odds)
    ]
    columns: Columns = {"outcome": "text", "chance": "float", "or_further": "float"}
    return Picture(odds.question, "bars", columns, tuple(rows), "outcome", "chance", percent=True)


def chances_picture(
    lines: Mapping[str, Mapping[Any, Any]], *, title: str = "", across: str = "target number"
) -> Picture:
    """Chances as curves against a target number, a die, a modifier, a Toughness.

    Args:
        lines: By name, the chance (from 0 to 1) at each point across: a number, or a name such as a die's.
        title: What is shown.
        across: What stands across.
    """
    rows: list[dict[str, Any]] = [
        {"line": name, across: x, "chance": float(p)}
        for name, line in lines.items()
        for x, p in line.items()
    ]
    named = any(isinstance(row[across], str) for row in rows)
    columns: Columns = {"line": "text", across: "text" if named else "float", "chance": "float"}
    return Picture(title, "lines", columns, tuple(rows), across, "chance", "line", percent=True)


def wounds_picture(
    outcomes: Iterable[Outcome], names: Mapping[str, str] | None = None, title: str = "Wounds"
) -> Picture:
    """Wounds of each who was hurt, at the end of each round of a run.

    A round is what stands between two outcomes of type `round`; what is before the first is round 0.
    """
    called = names or {}
    now: dict[str, int] = {}
    at_end: list[dict[str, int]] = [{}]
    undone: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        for earlier in undone.pop(outcome.id, ()):
            for actor, before in _wounds(earlier, before=True):
                now[actor] = at_end[-1][actor] = before
        if outcome.revised_by is not None:
            undone.setdefault(outcome.revised_by, []).append(outcome)
        if outcome.type == "round" and outcome.status == "resolved":
            at_end.append(dict(now))
        if outcome.status == "rejected":
            continue
        for actor, held in _wounds(outcome, before=True):
            for ended in at_end:
                ended.setdefault(actor, held)
        for actor, held in _wounds(outcome):
            now[actor] = at_end[-1][actor] = held
    rows = [
        {"round": number, "actor": called.get(actor, actor), "wounds": wounds[actor]}
        for number, wounds in enumerate(at_end)
        for actor in now
    ]
    columns: Columns = {"round": "int", "actor": "text", "wounds": "int"}
    return Picture(title, "lines", columns, tuple(rows), "round", "wounds", "actor")


def _wounds(outcome: Outcome, *, before: bool = False) -> Iterator[tuple[str, int]]:
    """The wounds of each whom an outcome hurt or healed, after it or before it."""
    for effect in outcome.effects:
        if effect.field == "wounds.value" and effect.actor is not None:
            held = effect.from_ if before else effect.to
            yield effect.actor, held if isinstance(held, int) else 0


def luck_picture(
    outcomes: Iterable[Outcome], names: Mapping[str, str] | None = None, title: str = "Luck"
) -> Picture:
    """The dice of each roller beside fair dice: the sum of first faces, and the range in which fair dice stay.

    Only the first face of each die counts: how often a die Aces depends on what fell, so the sum of all faces would
    not be that of fair dice. The range holds fair dice 95 times in 100; with few dice it is wide.
    """
    called = names or {}
    counts: dict[str, Counter[int]] = {}
    seen: Counter[str] = Counter()
    for outcome in outcomes:
        for roll in outcome.rolls:
            who = roll.actor or outcome.actor
            for die in roll.dice:
                if who is not None and die.faces:
                    counts.setdefault(who, Counter())[int(die.die.lstrip("d"))] += 1
                    seen[who] += die.faces[0]
    rows: list[Row] = []
    for who, dice in counts.items():
        fair = sum_of_faces(dice, seen[who])
        rows.append(
            {
                "roller": called.get(who, who),
                "dice": sum(dice.values()),
                "sum": seen[who],
                "expected": fair.expected,
                "low": fair.low,
                "high": fair.high,
                "p": fair.p,
            }
        )
    columns: Columns = {
        "roller": "text", "dice": "int", "sum": "int", "expected": "float", "low": "float", "high": "float",
        "p": "float",
    }  # fmt: skip
    return Picture(title, "ranges", columns, tuple(rows), "roller", "sum")


def findings_picture(
    found: Sequence[Diagnostic], title: str = "", by: Literal["code", "document"] = "code"
) -> Picture:
    """How many findings there are of each code or in each document; the table has each code in each document.

    Args:
        found: The findings.
        title: What is shown; left out, what the bars are.
        by: What has a bar: each code, or each document (one without a name goes by its file).
    """
    counts = Counter(
        (
            each.code,
            each.severity.value,
            each.file or "-",
            (each.document and (each.document.name or each.document.id)) or each.file or "-",
        )
        for each in found
    )
    rows = [
        {"code": code, "severity": severity, "file": file, "document": document, "findings": number}
        for (code, severity, file, document), number in sorted(counts.items())
    ]
    columns: Columns = {
        "code": "text", "severity": "text", "file": "text", "document": "text", "findings": "int",
    }  # fmt: skip
    said = title or f"Findings by {by}"
    return Picture(said, "bars", columns, tuple(rows), by, "findings", "severity")
