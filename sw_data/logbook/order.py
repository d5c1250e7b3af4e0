"""Messages in the order of time, however many there are and in whatever order they come.

Up to `RUN` messages are sorted in memory. More are written to a temporary file as sorted runs, `WIDTH` runs at a time
are
merged into a longer one, and what is left is merged while it is read back. So memory holds one run and a piece of a
few.
"""

from __future__ import annotations

import heapq
import json
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Final, TypeAlias

from sw_data.formats.foundry.chat.values import Message, packed, unpacked

RUN: Final = 5_000
WIDTH: Final = 64
_PIECE: Final = 64 * 1024

Timed: TypeAlias = tuple[float, int, Message]


class InTime:
    """Takes messages in any order and gives them back by time; of two with one id the later given counts.

    A message without a time stands behind the one that was given before it.

    Attributes:
        twice: How many messages stood twice.
        count: How many messages there are.
    """

    def __init__(self, run: int = RUN) -> None:
        self.twice = 0
        self.count = 0
        self._run = run
        self._held: list[Timed] = []
        self._file: IO[bytes] | None = None
        self._levels: list[list[tuple[int, int]]] = []
        self._latest = float("-inf")

    def add(self, message: Message) -> None:
        """Takes one more."""
        if message.time is not None:
            self._latest = message.time
        self.count += 1
        self._held.append((self._latest, self.count, message))
        if len(self._held) >= self._run:
            self._spill()

    def _spill(self) -> None:
        """Writes what is held as a run, and merges the runs of a level when it has too many."""
        if self._file is None:
            self._file = tempfile.TemporaryFile("w+b")  # noqa: SIM115 - closed when the last run is read
        self._held.sort(key=_when)
        run = self._written(self._file, self._held)
        self._held = []
        for level in range(1000):
            if level == len(self._levels):
                self._levels.append([])
            self._levels[level].append(run)
            if len(self._levels[level]) < WIDTH:
                return
            run = self._written(self._file, self._merged(self._file, self._levels[level]))
            self._levels[level] = []

    def _written(self, file: IO[bytes], entries: Iterable[Timed]) -> tuple[int, int]:
        start = file.seek(0, 2)
        encode = json.JSONEncoder(separators=(",", ":")).encode
        lines: list[bytes] = []
        end = start
        for time, number, message in entries:
            lines.append(encode((time, number, packed(message))).encode("ascii") + b"\n")
            if len(lines) >= 500:
                end = self._put(file, end, lines)
        return start, self._put(file, end, lines)

    def _put(self, file: IO[bytes], at: int, lines: list[bytes]) -> int:
        """Writes lines at a place, for a merge reads elsewhere in between; the place behind them."""
        data = b"".join(lines)
        lines.clear()
        file.seek(at)
        file.write(data)
        return at + len(data)

    def _merged(self, file: IO[bytes], runs: list[tuple[int, int]]) -> Iterator[Timed]:
        return heapq.merge(*(_read(file, start, end) for start, end in runs), key=_when)

    def __iter__(self) -> Iterator[Message]:
        """The messages by time."""
        file = self._file
        if file is None:
            self._held.sort(key=_when)
            yield from self._once(self._held)
            return
        if self._held:
            self._spill()
        runs = [run for level in self._levels for run in level]
        yield from self._once(self._merged(file, runs))
        file.close()

    def _once(self, entries: Iterable[Timed]) -> Iterator[Message]:
        waiting: Message | None = None
        for _, _, message in entries:
            if waiting is not None:
                if waiting.id == message.id:
                    self.twice += 1
                else:
                    yield waiting
            waiting = message
        if waiting is not None:
            yield waiting


def _when(entry: Timed) -> tuple[float, int]:
    return entry[:2]


def _read(file: IO[bytes], start: int, end: int) -> Iterator[Timed]:
    """The messages of a run, a piece of the file at a time."""
    rest = b""
    while start < end:
        file.seek(start)
        piece = file.read(min(_PIECE, end - start))
        start += len(piece)
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        for line in lines:
            time, number, value = json.loads(line)
            yield time, number, unpacked(value)
