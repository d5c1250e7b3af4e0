"""Encounters resolved side by side in several processes; the result is the same as in one.

An encounter belongs to the worker that its name leads to. Whatever is to be done has a number, in the order in which
one process would do it, and what comes of it is put back into that order.
"""

from __future__ import annotations

import json
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from zlib import crc32

from sw_data.api.log import Log, LogReader
from sw_data.api.play import Event, Setup, act, finish, prepare_for_a_long_run, too_late
from sw_data.jsonvalue import as_object

if TYPE_CHECKING:
    from sw_data.engine import Encounter, Engine

BATCH: Final = 400
"""Things to do that are handed out at once, to all workers together."""

WINDOW: Final = 4
"""Batches on the way at once."""


class Step(NamedTuple):
    """One thing to do: an action of an encounter, or with `written` None its end."""

    order: int
    encounter: str
    number: int
    written: object


Done: TypeAlias = list[tuple[int, Event]]


class _Worker:
    """What one worker process holds: its open encounters."""

    engine: Engine
    reader: LogReader
    setup: Setup
    opened: dict[str, Encounter]


def _begin(setup: Setup, reader: LogReader) -> None:
    # Ctrl-C reaches every process of the terminal; the one that gave the work out ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare_for_a_long_run()
    _Worker.setup = setup
    _Worker.reader = reader
    _Worker.engine = setup.engine()
    _Worker.opened = {}


def _work(steps: list[Step]) -> Done:
    opened, engine, setup = _Worker.opened, _Worker.engine, _Worker.setup
    done: Done = []
    for order, name, number, written in steps:
        encounter = opened.get(name)
        if encounter is None:
            encounter = opened[name] = engine.encounter(name)
        if written is None:
            events = finish(opened.pop(name), setup)
            done += [(order, event) for event in events]
            continue
        action = _Worker.reader.action(number, written)
        done += [(order, event) for event in setup.given(act(encounter, action))]
    return done


def play_side_by_side(log: Log, setup: Setup, workers: int) -> Iterator[Event]:
    """As `play`, with the encounters in so many processes."""
    pools = [
        ProcessPoolExecutor(max_workers=1, initializer=_begin, initargs=(setup, log.reader))
        for _ in range(workers)
    ]
    try:
        on_the_way: deque[tuple[Done, list[Future[Done]]]] = deque()
        for own, steps in _batches(log, setup):
            shares: list[list[Step]] = [[] for _ in pools]
            for step in steps:
                shares[crc32(step.encounter.encode("utf-8", "surrogatepass")) % workers].append(
                    step
                )
            futures = [
                pool.submit(_work, share)
                for pool, share in zip(pools, shares, strict=True)
                if share
            ]
            on_the_way.append((own, futures))
            if len(on_the_way) >= WINDOW:
                yield from _collected(on_the_way.popleft())
        while on_the_way:
            yield from _collected(on_the_way.popleft())
    finally:
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=True)


def _collected(batch: tuple[Done, list[Future[Done]]]) -> Iterator[Event]:
    own, futures = batch
    done = list(own)
    for future in futures:
        done += future.result()
    done.sort(key=lambda pair: pair[0])
    return (event for _, event in done)


def _batches(log: Log, setup: Setup) -> Iterator[tuple[Done, list[Step]]]:
    own: Done = []
    batch: list[Step] = []
    for order, step in enumerate(_steps(log)):
        if isinstance(step, Step):
            batch.append(step._replace(order=order))
        else:
            number, written, name = step
            refused = too_late(log.action(number, written), name)
            own += [(order, event) for event in setup.given([(0, refused)])]
        if len(batch) + len(own) >= BATCH:
            yield own, batch
            own, batch = [], []
    yield own, batch


def _steps(log: Log) -> Iterator[Step | tuple[int, object, str]]:
    """What is to be done, in the order in which `play` does it; an action that comes too late by itself."""
    opened: dict[str, None] = {}
    ended: set[int] = set()
    current: str | None = None
    for number, written in log.written():
        given = _encounter_of(written)
        name = given if given is not None else current or ""
        if name not in opened:
            if hash(name) in ended:
                yield number, written, name
                continue
            if not log.interleaved and current is not None:
                del opened[current]
                ended.add(hash(current))
                yield Step(0, current, 0, None)
            opened[name] = None
        current = name
        yield Step(0, name, number, written)
    for name in opened or {"": None}:
        yield Step(0, name, 0, None)


def _encounter_of(written: object) -> str | None:
    """The encounter that an action names; None if nobody can tell."""
    if isinstance(written, bytes):
        try:
            written = json.loads(written)
        except (ValueError, RecursionError):
            return None
    members = as_object(written)
    name = "" if members is None else members.get("encounter", "")
    return name if isinstance(name, str) else None
