"""How chances change with one thing: a target number, a die, a modifier, a Toughness."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.odds.chances import Odds
from sw_data.odds.totals import Distribution, written
from sw_data.odds.turns import Waiting

if TYPE_CHECKING:
    from sw_data.display.pictures import Picture

MOST: Final = 200
"""The most points that a curve has."""

POINTS: Final[dict[str, tuple[str, tuple[int | str, ...]]]] = {
    "tn": ("target number", tuple(range(2, 17))),
    "die": ("die", ("d4", "d6", "d8", "d10", "d12", "d12+1", "d12+2")),
    "modifier": ("modifier", tuple(range(-8, 9))),
    "toughness": ("Toughness", tuple(range(2, 21))),
}
"""What `--across` goes through, by its name on the command line and in a notebook: what it is called, its points."""


@dataclass(frozen=True, slots=True)
class Curves:
    """The chances of some events at each point of something; shows itself as curves.

    Attributes:
        question: What is asked.
        across: What stands across: `target number`, `die`, `modifier`, `Toughness`.
        points: The points, numbers or names.
        lines: By event, its chance at each point.
    """

    question: str
    across: str
    points: tuple[int | str, ...]
    lines: tuple[tuple[str, tuple[Fraction, ...]], ...]

    def p(self, event: str, point: int | str) -> Fraction:
        """The chance of an event at a point; NotFoundError if one of them is not there."""
        wanted = event.replace("_", " ").casefold()
        for name, chances in self.lines:
            if name.replace("_", " ").casefold() == wanted and point in self.points:
                return chances[self.points.index(point)]
        names = ", ".join(name for name, _ in self.lines)
        points = ", ".join(map(str, self.points))
        raise NotFoundError(f"no {event!r} at {point!r}; there are {names}, at {points}")

    def table(self) -> list[dict[str, Any]]:
        """One row a point: the point, and the chance of each event."""
        return [
            {self.across: point, **{name: chances[place] for name, chances in self.lines}}
            for place, point in enumerate(self.points)
        ]

    def to_json(self) -> dict[str, Any]:
        """The table as JSON, each chance as a number and as a fraction."""
        return {
            "question": self.question,
            "across": self.across,
            "lines": [
                {
                    "event": name,
                    "points": [
                        {"at": point, **written("p", p)}
                        for point, p in zip(self.points, chances, strict=True)
                    ],
                }
                for name, chances in self.lines
            ],
        }

    def picture(self) -> Picture:
        """The curves as a picture: a plain SVG, a Vega-Lite specification, a PNG, a table."""
        from sw_data.display.pictures import chances_picture

        lines = {
            name.replace("_", " "): dict(zip(self.points, chances, strict=True))
            for name, chances in self.lines
        }
        return chances_picture(lines, title=self.question, across=self.across)

    def to_svg(self) -> str:
        """The curves as a plain SVG."""
        return self.picture().to_svg()

    def to_vega(self) -> dict[str, Any]:
        """The curves as a Vega-Lite specification, its data inside."""
        return self.picture().to_vega()

    def __str__(self) -> str:
        from sw_data.display.odds import curves_text

        return curves_text(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def _repr_html_(self) -> str:
        html: str = self.picture()._repr_html_()  # pyright: ignore[reportPrivateUsage]
        return html


def across(
    ask: Callable[[Any], Odds | Distribution | Waiting],
    points: Iterable[int | str],
    *,
    events: Iterable[str] = ("success", "raise"),
    name: str = "target number",
    question: str = "",
) -> Curves:
    """How the chances of some events change: `across(lambda tn: trait("d8", tn=tn), range(2, 13))`.

    Args:
        ask: The question at a point.
        points: The points that are asked for, numbers or names such as dice.
        events: The events, each a curve; of totals and turns comparisons, `">=8"`.
        name: What stands across.
        question: What is asked, in words.

    Raises:
        ImpossibleError: There is no point or no event, or there are more points than can be asked for.
        NotFoundError: The odds have no such event.
    """
    asked = tuple(points)
    wanted = tuple(events)
    if not asked or not wanted or len(asked) > MOST:
        raise ImpossibleError(
            f"{len(asked)} points and {len(wanted)} events; 1 to {MOST} points and an event are wanted"
        )
    found = [ask(point) for point in asked]
    lines = tuple((event, tuple(each.p(event) for each in found)) for event in wanted)
    return Curves(question or f"chances by {name}", name, asked, lines)
