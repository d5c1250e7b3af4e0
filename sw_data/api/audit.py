"""Beside a log that is resolved: what the tabletop concluded otherwise, and the outcomes as messages of its chat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any, Final

from sw_data.api.play import OutcomeLine
from sw_data.api.resolve import Resolution
from sw_data.api.tokens import place_of
from sw_data.api.watching import look_on
from sw_data.formats.foundry.token import TOKEN
from sw_data.jsonvalue import as_number, value_at
from sw_data.logbook.audit import Audit, Finding
from sw_data.models import Character, Outcome, Vehicle

Json = dict[str, Any]

_EARLIEST: Final = 1_600_000_000_000
"""When the first message was written if the log has no times: a fixed moment, so that a run gives the same twice."""

_FAR: Final = 10**15


class Auditing:
    """Looks on while a log is resolved, and says where the tabletop concluded otherwise.

    Memory holds the actions whose outcome can still be revised.
    """

    def __init__(self, stream: Resolution) -> None:
        models = {
            ident: part.model
            for ident, part in stream.cast.actors.items()
            if isinstance(part.model, Character | Vehicle)
        }
        self._audit = Audit(models)
        self._waiting: dict[str, Json] = {}
        look_on(stream.log, self._seen)

    def _seen(self, action: Json) -> None:
        if "recorded" in action or "source" in action:
            self._waiting[str(action.get("id"))] = action

    def take(self, outcome: Outcome) -> list[Finding]:
        """The differences of an outcome that nothing revises any more."""
        action = self._waiting.pop(outcome.id, None)
        return self._audit.of({} if action is None else action, outcome)


def audited(stream: Resolution) -> Iterator[Finding]:
    """Resolves a log to its end, and gives each difference between the tabletop and the rules."""
    auditing = Auditing(stream)
    for event in stream.events(states=False):
        if isinstance(event, Outcome):
            yield from auditing.take(event)


class ChatWriter:
    """Writes outcomes as messages of Foundry's chat, one array of documents, while a log is resolved.

    A message has the time of the action's `source`. What has none follows a thousandth of a second after the message
    before it.
    """

    def __init__(self, stream: Resolution, out: IO[bytes]) -> None:
        self._out = out
        self._names = stream.cast.names
        self._tokens = {
            ident: place_of(part.entry)
            for ident, part in stream.cast.actors.items()
            if part.entry is not None and part.entry.format_name == TOKEN
        }
        self._times: dict[str, int] = {}
        self._time = _EARLIEST
        self._count = 0
        look_on(stream.log, self._seen)
        out.write(b"[")

    def _seen(self, action: Json) -> None:
        time = as_number(value_at(action, "source", "time"))
        if time is not None and 0 <= time < _FAR:
            self._times[str(action.get("id"))] = int(time)

    def take(self, outcome: Outcome | OutcomeLine) -> None:
        """Writes one outcome."""
        from sw_data.formats.foundry.chat.write import message_of

        value: Json = (
            json.loads(outcome.data) if isinstance(outcome, OutcomeLine) else outcome.to_json()
        )
        # A follow-up stands right behind what called for it, and nothing before what is written already.
        self._time = self._times.pop(outcome.id, self._time + 1)
        message = message_of(value, self._names, self._time, self._tokens)
        self._out.write(b",\n" if self._count else b"\n")
        self._out.write(json.dumps(message).encode("ascii"))
        self._count += 1

    def close(self) -> None:
        """Ends the array."""
        self._out.write(b"\n]\n")
