"""The records of LevelDB's `.log` and MANIFEST files: each with a checksum, cut at blocks of 32 KiB."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sw_data.document.store.leveldb.crc32c import crc32c, masked

BLOCK = 32768
HEADER = 7
_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Broken:
    """A place where no record could be read: `tail` if the file just stops in the middle of one."""

    at: int
    why: str
    tail: bool = False


def records(data: bytes) -> Iterator[bytes | Broken]:
    """The records of a file in order, and the places where none could be read."""
    parts: list[bytes] | None = None
    at, end = 0, len(data)
    while at < end:
        block_end = min(at - at % BLOCK + BLOCK, end)
        if block_end - at < HEADER:
            if block_end == end and end % BLOCK:
                yield Broken(at, "a record header is cut off", tail=True)
            at = block_end
            continue
        length = data[at + 4] | data[at + 5] << 8
        kind = data[at + 6]
        stored = int.from_bytes(data[at : at + 4], "little")
        if kind == 0 and length == 0 and stored == 0:
            at = block_end  # room that was set aside and never written
            continue
        stop = at + HEADER + length
        if stop > block_end:
            tail = block_end == end
            yield Broken(at, f"a record of {length} bytes is cut off", tail=tail)
            parts = None
            at = block_end
            continue
        if masked(crc32c(data[at + 6 : stop])) != stored:
            yield Broken(at, "a record does not match its checksum")
            parts = None
            at = block_end  # its length cannot be trusted either
            continue
        payload = data[at + HEADER : stop]
        if kind in (_FULL, _FIRST):
            if parts is not None:
                yield Broken(at, "a record begins inside another")
            parts = None
            if kind == _FULL:
                yield payload
            else:
                parts = [payload]
        elif kind in (_MIDDLE, _LAST):
            if parts is None:
                yield Broken(at, "a piece of a record whose beginning is lost")
            else:
                parts.append(payload)
                if kind == _LAST:
                    yield b"".join(parts)
                    parts = None
        else:
            yield Broken(at, f"a record of the unknown kind {kind}")
            parts = None
        at = stop
    if parts is not None:
        yield Broken(end, "the last record is cut off", tail=True)


class Writer:
    """Cuts records into blocks, for one new file."""

    def __init__(self) -> None:
        self._room = BLOCK

    def record(self, payload: bytes) -> bytes:
        """The bytes that stand for one record at this point of the file."""
        out = bytearray()
        view = memoryview(payload)
        first = True
        while True:
            if self._room < HEADER:
                out += bytes(self._room)
                self._room = BLOCK
            piece = view[: self._room - HEADER]
            view = view[len(piece) :]
            last = not view
            kind = (_FULL if last else _FIRST) if first else (_LAST if last else _MIDDLE)
            body = bytes((kind,)) + piece
            out += masked(crc32c(body)).to_bytes(4, "little")
            out += len(piece).to_bytes(2, "little")
            out += body
            self._room -= HEADER + len(piece)
            if last:
                return bytes(out)
            first = False
