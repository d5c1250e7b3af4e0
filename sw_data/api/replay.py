"""A run on a board: one of its encounters, with the names that its cast is called by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sw_data.display.board import Board
from sw_data.display.replay import Replay

if TYPE_CHECKING:
    from sw_data.api.run import Run


def replay_of(run: Run, encounter: str | None = None) -> Board:
    """An encounter of a run to step through.

    Args:
        run: The run.
        encounter: Which encounter, if there are several.

    Raises:
        NotFoundError: There is none of that name.
        AmbiguousError: There are several, and no name is given.
    """
    end = run.encounter(encounter)
    outcomes = tuple(each for each in run.outcomes if (each.encounter or "") == end.name)
    title = end.name or (end.chases[0].name if len(end.chases) == 1 else "Run")
    note = f"ruleset {run.ruleset.name}, seed {run.seed}"
    replay = Replay(title, outcomes, end.actors, end.chases, run.cast.names, note, end.gm_bennies)
    return Board(replay)
