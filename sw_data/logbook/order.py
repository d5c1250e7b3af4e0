"""Messages in the order of time, however many there are and in whatever order they come.

Up to `RUN` messages are sorted in memory. More are written to a temporary file as sorted runs, and the runs are merged
while they are read back, so that memory holds one run and a piece of each.
"""

from __future__ import annotations

import heapq
import json
import tempfile
from collections.abc import Iterator
from typing import IO, Any, Final

from sw_data.formats.foundry.chat.values import Message, packed, unpacked

RUN: Final = 20_000
_PIECE: Final = 256 * 1024


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
        self._held: list[tuple[float, int, Message]] = []
        self._file: IO[bytes] | None = None
        self._runs: list[tuple[int, int]] = []
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
        if self._file is None:
            self._file = tempfile.TemporaryFile("w+b")  # noqa: SIM115 - closed when the last run is read
        self._held.sort(key=lambda entry: entry[:2])
        start = self._file.tell()
        encode = json.JSONEncoder(separators=(",", ":")).encode
        write = self._file.write
        for time, number, message in self._held:
            write(encode((time, number, packed(message))).encode("ascii") + b"\n")
        self._runs.append((start, self._file.tell()))
        self._held = []

    def __iter__(self) -> Iterator[Message]:
        """The messages by time."""
        if not self._runs:
            self._held.sort(key=lambda entry: entry[:2])
            yield from self._once(self._held)
            return
        if self._held:
            self._spill()
        runs = [self._read(start, end) for start, end in self._runs]
        yield from self._once(heapq.merge(*runs, key=lambda entry: entry[:2]))
        if self._file is not None:
            self._file.close()

    def _once(self, entries: Any) -> Iterator[Message]:
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

    def _read(self, start: int, end: int) -> Iterator[tuple[float, int, Message]]:
        file = self._file
        assert file is not None
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
