"""Looking on while the actions of a log are handed out: what was written, as its JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from sw_data.api.log import Log

Json = dict[str, Any]


def action_of(written: object) -> Json:
    """The JSON object of an action as a log has it; an empty one for a line that cannot be read."""
    try:
        value: object = json.loads(written) if isinstance(written, bytes) else written
    except (ValueError, RecursionError):
        return {}
    return cast("Json", value) if isinstance(value, dict) else {}


def look_on(log: Log, seen: Callable[[Json], None]) -> None:
    """Has each action of a log seen when it is handed out, after those who look on already."""
    before = log.watch

    def watch(number: int, written: object) -> None:
        if before is not None:
            before(number, written)
        action = action_of(written)
        if action:
            seen(action)

    log.watch = watch
