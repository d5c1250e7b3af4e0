"""What `sw-data resolve` prints and writes while a log is being resolved."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, TypeVar

import click

from sw_data_cli import output

if TYPE_CHECKING:
    from sw_data.api.exporting import Exporting
    from sw_data.api.play import EncounterEnd
    from sw_data.api.resolve import Resolution
    from sw_data.models import Outcome

T = TypeVar("T")
_SPOOLED = 16 * 1024 * 1024
"""Bytes of output that are kept in memory before a file takes them."""


def write_nothing_else(stream: Resolution, exporting: Exporting) -> int:
    """Resolves for what is written alone, as standard output is taken by it; the counts go to standard error."""
    from sw_data.api.play import EncounterEnd

    for event in _watched(stream, stream.events(as_final=True)):
        if isinstance(event, EncounterEnd):
            exporting.take(event)
    exporting.finish()
    output.note(totals(stream))
    return status(stream)


def print_text(stream: Resolution, exporting: Exporting, explain: str | None) -> int:
    """Prints each outcome as a referee tells it, what changed, and how many there were of each status."""
    from sw_data.api.play import EncounterEnd
    from sw_data.api.run import origins_of, rides_of
    from sw_data.display.outcomes import changes_text_of, outcome_text
    from sw_data.display.outcomes import explain as derivation

    names = stream.cast.names
    shown = 0
    encounter: str | None = None
    for event in stream.events():
        if isinstance(event, EncounterEnd):
            exporting.take(event)
            if explain is None:
                _print_end(changes_text_of(event.changes, names), event, names)
            continue
        if explain is not None:
            if event.id == explain:
                shown += 1
                rides = rides_of(stream.cast)
                places = origins_of(stream.cast, event, rides)
                output.show(derivation(event, places, names, rides))
            continue
        if event.encounter and event.encounter != encounter:
            output.show(f"== {event.encounter}")
        encounter = event.encounter
        output.show(outcome_text(event, names))
    exporting.finish()
    if explain is not None:
        if not shown:
            from sw_data.errors import NotFoundError

            raise NotFoundError(f"no outcome {explain!r} in this log")
        return 0
    output.show(totals(stream))
    return status(stream)


def _print_end(changes: list[str], end: EncounterEnd, names: Mapping[str, str]) -> None:
    if changes:
        output.show(f"After {end.name or 'all'}:")
        for line in changes:
            output.show(f"    {line}")
    for each in end.pending:
        output.show(
            f"    still to do: {each.type} of {names.get(each.actor, each.actor)} (after {each.of})"
        )


def totals(stream: Resolution) -> str:
    """How many outcomes of each status there were, by which rules and from which seed."""
    counts = ", ".join(f"{number} {name}" for name, number in stream.counts.items())
    return f"{counts}; ruleset {stream.ruleset.name}, seed {stream.seed}"


def write_outcomes(
    stream: Resolution, exporting: Exporting, path: str, form: str, *, taken: bool
) -> int:
    """Writes the outcomes to a file as they become final, and prints the rest, unless the place of it is taken."""
    from sw_data.api.play import EncounterEnd

    states = exporting.wanted or form == "json"
    table = Path(path).suffix.lower()
    with output.opened(path, inputs=stream.cast.inputs) as file, Spool() as ends:

        def outcomes(events: Iterator[T | EncounterEnd]) -> Iterator[T]:
            for event in _watched(stream, events):
                if isinstance(event, EncounterEnd):
                    exporting.take(event)
                    if form == "json":
                        ends.add(event)
                else:
                    yield event

        if table in (".csv", ".parquet"):
            _write_table(outcomes(stream.events(states=states, as_final=True)), stream, table, file)
        else:
            for line in outcomes(stream.lines(states=states, as_final=True)):
                file.write(line.data)
        exporting.finish()
        if form == "json":
            ends.print_document(stream, None)
        elif taken:
            output.note(totals(stream))
        else:
            output.show(totals(stream))
    return status(stream)


def _write_table(
    outcomes: Iterator[Outcome], stream: Resolution, suffix: str, file: BinaryIO
) -> None:
    """Writes the outcomes as a table, a row each, with the columns of docs/frames.md."""
    from sw_data.display import frames

    names = stream.cast.names
    rows = (frames.outcome_row(outcome, names) for outcome in outcomes)
    if suffix == ".csv":
        frames.write_csv(rows, frames.OUTCOMES, file)
    else:
        frames.write_parquet(rows, frames.OUTCOMES, file)


def print_json(stream: Resolution, exporting: Exporting) -> int:
    """Prints one document with every outcome and the actors at the end."""
    from sw_data.api.play import EncounterEnd

    with tempfile.SpooledTemporaryFile(_SPOOLED) as outcomes, Spool() as ends:
        for event in _watched(stream, stream.lines()):
            if isinstance(event, EncounterEnd):
                exporting.take(event)
                ends.add(event)
            else:
                outcomes.write(event.data)
        exporting.finish()
        ends.print_document(stream, outcomes)
    return status(stream)


class Spool:
    """The ends of encounters, kept on disk when they are many, until the document is printed."""

    def __init__(self) -> None:
        self._ends = tempfile.SpooledTemporaryFile(_SPOOLED)  # noqa: SIM115 - closed by __exit__
        self._pending = tempfile.SpooledTemporaryFile(_SPOOLED)  # noqa: SIM115 - closed by __exit__
        self._first: EncounterEnd | None = None
        self._count = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *exception: object) -> None:
        self._ends.close()
        self._pending.close()

    def add(self, end: EncounterEnd) -> None:
        """Keeps one more end."""
        from sw_data.api.run import end_json, follow_up_json

        self._count += 1
        for each in end.pending:
            self._pending.write(output.json_bytes(follow_up_json(each)) + b"\n")
        if self._count == 1:
            self._first = end
            return
        if self._first is not None:
            self._put(self._first.name, end_json(self._first))
            self._first = None
        self._put(end.name, end_json(end))

    def _put(self, name: str, value: object) -> None:
        self._ends.write(output.json_bytes(name) + b": " + output.json_bytes(value) + b"\n")

    def print_document(self, stream: Resolution, outcomes: IO[bytes] | None) -> None:
        """Prints the whole document: what the run was made with, outcomes, ends, counts."""
        from sw_data.api.run import end_json

        sys.stdout.flush()
        out: BinaryIO = sys.stdout.buffer
        head = {"ruleset": stream.ruleset.to_json(), "seed": stream.seed, "dice": "sw1"}
        out.write(output.json_bytes(head)[:-1] + b',\n"outcomes": ')
        _list(out, outcomes, b"[]")
        state = end_json(self._first)
        out.write(b",\n" + output.json_bytes(state)[1:-1] + b',\n"pending": ')
        _list(out, self._pending, b"[]")
        if self._count > 1:
            out.write(b',\n"encounters": ')
            _list(out, self._ends, b"{}")
        out.write(b',\n"summary": ' + output.json_bytes(stream.counts) + b"}\n")
        out.flush()


def _list(out: BinaryIO, lines: IO[bytes] | None, brackets: bytes) -> None:
    """Writes lines of JSON as one list or object."""
    out.write(brackets[:1])
    if lines is not None:
        lines.seek(0)
        before = b"\n"
        for line in lines:
            out.write(before + line.rstrip(b"\n"))
            before = b",\n"
    out.write(brackets[1:])


def status(stream: Resolution) -> int:
    """The exit status: 1 if an action was rejected, or an actor's document has an error."""
    bad = stream.counts["rejected"] or any(each.severity == "error" for each in stream.diagnostics)
    return 1 if bad else 0


def _watched(stream: Resolution, events: Iterator[T]) -> Iterator[T]:
    """The events, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from events
        return
    size = stream.log.size
    done = 0
    with click.progressbar(
        length=size or 0,
        label="resolving",
        file=sys.stderr,
        hidden=not size,
        color=output.coloured(sys.stderr),
    ) as bar:
        for number, event in enumerate(events):
            if number % 500 == 0:
                at = stream.log.position
                bar.update(at - done)
                done = at
            yield event
        if size:
            bar.update(size - done)
