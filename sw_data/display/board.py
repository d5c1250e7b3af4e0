"""The board: a run to step through or a chase as it stands, as a widget where one can live, else as HTML or text."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final, cast

from sw_data.display import runs, track
from sw_data.display.markup import box, safe
from sw_data.display.replay import MOST_CHASES, Replay
from sw_data.errors import ImpossibleError, MissingExtraError
from sw_data.models import Character, Chase, Outcome, Vehicle

INSTALL: Final = "To step through it: pip install 'sw-data[jupyter]'"
_MANY = 100


class Board:
    """A run that can be stepped through, or a chase as it stands; the last line of a cell shows it.

    In a notebook with anywidget it is a widget: buttons, a slider, and the keys left, right, Page Up, Page Down, Home
    and End. It shows the zones, everybody's wounds and conditions, the dice as they fell, and why. Elsewhere, and in an
    exported notebook, it is the picture and the list that a chase and a run are anyway.

    Attributes:
        replay: The steps, as data.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._step = 0
        self._widget: Any = None

    @property
    def step(self) -> int:
        """The step that is shown, 0 for the start; where the reader went in the widget, or was sent."""
        return self._step if self._widget is None else int(self._widget.step)

    @step.setter
    def step(self, number: int) -> None:
        if not 0 <= number <= self.replay.last:
            raise ImpossibleError(f"no step {number!r}; there are 0 to {self.replay.last}")
        self._step = number
        if self._widget is not None:
            self._widget.step = number

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the step that is shown; None at the start."""
        return self.replay.outcomes[self.step - 1] if self.step else None

    def show(self, other: Board) -> None:
        """Shows what another board shows, in the place where this one is; the step stays, if there is one like it.

        Args:
            other: A board of a chase or run as it is now.
        """
        self.replay = other.replay
        self._step = min(self.step, self.replay.last)
        if self._widget is not None:
            self._widget.show(self.replay, self._step)

    @property
    def widget(self) -> Any:
        """The widget, an `anywidget.AnyWidget`; made when it is first asked for.

        Raises:
            MissingExtraError: anywidget is not installed.
        """
        if self._widget is None:
            try:
                module = import_module("sw_data.jupyter.widget")
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] == "sw_data":
                    raise
                raise MissingExtraError("a board to step through", "jupyter") from None
            self._widget = module.BoardWidget(self.replay, self._step)
        return self._widget

    def _static(self) -> str:
        """The board without a widget: the tracks and everybody as at this step, and every outcome to open."""
        replay = self.replay
        actors, chases = replay.at(self.step)
        loose = [each.id for each in actors if "out_of_control" in each.conditions]
        parts = [track.chase_svg(each, replay.names, loose) for each in chases[:MOST_CHASES]]
        if actors:
            parts.append(runs.actors_html(actors[:_MANY]))
        if replay.outcomes:
            parts.append(runs.outcomes_html(replay.outcomes, replay.names, "What happened"))
        where = f"step {self.step} of {replay.last}" if replay.last else ""
        return box(
            replay.title, parts, note=", ".join(each for each in (replay.note, where) if each)
        )

    def _repr_html_(self) -> str:
        """The board without a widget, and what to install for one; all text escaped."""
        return f"{self._static()}<div>{safe(INSTALL)}</div>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """The widget where there is one, and beside it the HTML and the text for where it cannot live."""
        plain = {"text/plain": str(self)}
        try:
            made: Any = self.widget._repr_mimebundle_()
        except MissingExtraError:
            return {**plain, "text/html": self._repr_html_()}
        # Data alone, or with its metadata, as the version of anywidget is.
        data = cast("dict[str, Any] | None", made[0] if isinstance(made, tuple) else made)
        return {**(data or {}), **plain, "text/html": self._static()}

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def __str__(self) -> str:
        replay = self.replay
        actors, chases = replay.at(self.step)
        loose = [each.id for each in actors if "out_of_control" in each.conditions]
        lines = [track.chase_text(each, replay.names, loose) for each in chases[:MOST_CHASES]]
        if replay.outcomes:
            lines.append(runs.outcomes_text(replay.outcomes, replay.names))
        return "\n".join(lines) or replay.title


def board_of_chase(chase: Chase, actors: Iterable[Character | Vehicle] = ()) -> Board:
    """A chase as it stands, on a board with one step.

    Args:
        chase: The chase.
        actors: Who can take part; those who do are shown, by their names.
    """
    who = {name for each in chase.participants for name in (each.actor, each.vehicle)}
    known = tuple(actors)
    there = tuple(each for each in known if each.id in who)
    names = {each.id: each.name for each in known}
    return Board(Replay(chase.name, actors=there, chases=(chase,), names=names))
