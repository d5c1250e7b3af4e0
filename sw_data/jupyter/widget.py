"""The board's widget: steps go to the page a slice at a time, and the step that is shown comes back.

The page is `board.js` and `board.css` beside this file; both come with the message, so nothing is fetched.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import anywidget
import traitlets

from sw_data.display.replay import Replay

SLICE: Final = 100
"""How many steps the page holds at a time; another slice is sent when it comes to its end."""


def _text(name: str) -> str:
    return files("sw_data.jupyter").joinpath(name).read_text(encoding="utf-8")


class BoardWidget(anywidget.AnyWidget):
    """A replay on the page.

    Attributes:
        head: What is the same at every step.
        slice: Some steps about the one that is shown.
        step: The step that is shown; the page sets it too.
    """

    _esm = _text("board.js")
    _css = _text("board.css")
    head: Any = traitlets.Dict().tag(sync=True)
    slice: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    step: Any = traitlets.Int(0).tag(sync=True)

    def __init__(self, replay: Replay, step: int = 0) -> None:
        self._replay = replay
        super().__init__(head=replay.head(), slice=self._about(step), step=step)
        self.observe(self._moved, names="step")

    def show(self, replay: Replay, step: int) -> None:
        """Puts another replay in the place of this one."""
        self._replay = replay
        with self.hold_sync():
            self.head = replay.head()
            self.slice = self._about(step)
            self.step = step

    def _about(self, step: int) -> list[dict[str, Any]]:
        """The slice with a step in it; slices overlap by half, so that stepping to and fro asks for none."""
        first = max(0, step - SLICE // 2) // (SLICE // 2) * (SLICE // 2)
        return self._replay.frames(first, SLICE)

    def _moved(self, change: Any) -> None:
        # The page is a stranger too: a step that is not there leads to the nearest.
        step = min(max(int(change["new"]), 0), self._replay.last)
        if step != change["new"]:
            self.step = step
        elif not self.slice[0]["step"] <= step <= self.slice[-1]["step"]:
            self.slice = self._about(step)
