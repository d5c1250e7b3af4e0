"""Statistics of a session: how the dice fell for each, beside fair dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sw_data.api.arguments import checked
from sw_data.api.cast import Actors
from sw_data.api.exports import is_chat_export
from sw_data.api.load import Source
from sw_data.api.log import Log, LogSource, open_log
from sw_data.api.resolve import Resolution, resolve_stream
from sw_data.api.run import Run
from sw_data.api.watching import action_of, look_on
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.jsonvalue import object_at
from sw_data.logbook.statistics import SessionTally
from sw_data.models import Outcome

Json = dict[str, Any]


@dataclass(frozen=True)
class Statistics:
    """The statistics of a session; shows itself as a table, and in a notebook as a picture too.

    Attributes:
        tally: The counts.
        names: What those who rolled are called, by id.
        source: The log, as the user named it.
    """

    tally: SessionTally
    names: dict[str, str]
    source: str

    @cached_property
    def _json(self) -> Json:
        every = sorted(self.tally.by_actor.items(), key=lambda pair: -sum(pair[1].counts.values()))
        return {
            "log": self.source,
            "actions": self.tally.actions,
            "rejected": self.tally.rejected,
            "players": [
                {"actor": actor, "name": self.names.get(actor, actor), **tally.to_json()}
                for actor, tally in every
            ],
            "all": self.tally.every.to_json(),
            "unknown_faces": self.tally.unknown,
            "missing": list(self.tally.missing),
        }

    def to_json(self) -> Json:
        """The statistics as `sw-data stats --format json` prints them."""
        return self._json

    def to_svg(self) -> str:
        """A picture of how the dice of each fell, beside fair dice."""
        from sw_data.display.statistics import statistics_svg

        return statistics_svg(self._json)

    def __str__(self) -> str:
        from sw_data.display.statistics import statistics_text

        return statistics_text(self._json)

    def _repr_html_(self) -> str:
        """The table and the picture, escaped."""
        import html

        return f"<pre>{html.escape(str(self))}</pre>{self.to_svg()}"


@checked()
def stats(
    log: LogSource,
    *,
    actors: Actors = None,
    answers: Source | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Statistics:
    """How the dice of a session fell for each who rolled: sums, Aces, critical failures, bennies, damage, bad luck.

    Only recorded dice count. With actors the log is resolved too, so that damage, soaks and failures are those of the
    rules; without any they are what the tabletop recorded.

    Args:
        log: A log, or the chat of a virtual tabletop.
        actors: The actors of the log, if they are not in it.
        answers: Answers to what a chat leaves open.
        limits: How much is read of a file.

    Raises:
        DocumentError: The log or a file of actors cannot be read.
    """
    tally = SessionTally()
    if actors is None and not is_chat_export(log):
        opened = open_log(log, limits=limits)
        if not opened.header.actors:
            for _, written in opened.written():
                tally.take(action_of(written), None)
            return Statistics(tally, _named(opened), opened.name)
        opened.close()
    return _resolved(resolve_stream(log, actors=actors, answers=answers, limits=limits), tally)


def stats_of(run: Run) -> Statistics:
    """How the dice of a run fell, recorded or rolled from its seed."""
    tally = SessionTally()
    for outcome in run.outcomes:
        dice: Json = {}
        for roll in outcome.rolls:
            dice[roll.pool] = [{"die": die.die, "faces": list(die.faces)} for die in roll.dice]
        action = {
            "type": outcome.type,
            "actor": outcome.actor,
            "target": outcome.target,
            "dice": dice,
        }
        tally.take(action, outcome)
    return Statistics(tally, run.cast.names, "run")


def _resolved(stream: Resolution, tally: SessionTally) -> Statistics:
    waiting: dict[str, Json] = {}

    def seen(action: Json) -> None:
        waiting[str(action.get("id"))] = action

    names = {**_named(stream.log), **stream.cast.names}
    look_on(stream.log, seen)
    known = bool(stream.cast.actors)
    for event in stream.events(states=False, as_final=True):
        if isinstance(event, Outcome):
            action = waiting.pop(event.id, None)
            if action is not None:
                tally.take(_by_id(action, event), event if known else None)
    for action in waiting.values():
        tally.take(action, None)
    return Statistics(tally, names, stream.log.name)


def _named(log: Log) -> dict[str, str]:
    """What the log of a chat says that those are called whose sheets it does not hold."""
    names = object_at(log.header.source, "names") or {}
    return {ident: name for ident, name in names.items() if isinstance(name, str)}


def _by_id(action: Json, outcome: Outcome) -> Json:
    """The action with its actor as the outcome names it: by its id."""
    if outcome.actor is None or action.get("actor") == outcome.actor:
        return action
    return {**action, "actor": outcome.actor}
