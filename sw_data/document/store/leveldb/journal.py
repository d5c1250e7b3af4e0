"""The records of LevelDB's `.log` and MANIFEST files: each with a checksum, cut at blocks of 32 KiB."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    return records_of(lambda at, size: data[at : at + size], len(data))


def records_of(read: Callable[[int, int], bytes], end: int) -> Iterator[bytes | Broken]:
    """As `records`, block by block.

    Args:
        read: Reads so many bytes from a place on.
        end: The size of the file.
    """
    parts: list[bytes] | None = None
    for begin in range(0, end, BLOCK):
        wanted = min(BLOCK, end - begin)
        block = read(begin, wanted)
        gone = len(block) < wanted
        last = gone or begin + BLOCK >= end
        at = 0
        while at < len(block):
            if len(block) - at < HEADER:
                if last and len(block) < BLOCK:
                    yield Broken(begin + at, "a record header is cut off", tail=True)
                break
            length = block[at + 4] | block[at + 5] << 8
            kind = block[at + 6]
            stored = int.from_bytes(block[at : at + 4], "little")
            if kind == 0 and length == 0 and stored == 0:
                break  # room that was set aside and never written
            stop = at + HEADER + length
            if stop > len(block):
                yield Broken(begin + at, f"a record of {length} bytes is cut off", tail=last)
                parts = None
                break
            if masked(crc32c(block[at + 6 : stop])) != stored:
                yield Broken(begin + at, "a record does not match its checksum")
                parts = None
                break  # its length cannot be trusted either
            payload = block[at + HEADER : stop]
            if kind in (_FULL, _FIRST):
                if parts is not None:
                    yield Broken(begin + at, "a record begins inside another")
                parts = None
                if kind == _FULL:
                    yield payload
                else:
                    parts = [payload]
            elif kind in (_MIDDLE, _LAST):
                if parts is None:
                    yield Broken(begin + at, "a piece of a record whose beginning is lost")
                else:
                    parts.append(payload)
                    if kind == _LAST:
                        yield b"".join(parts)
                        parts = None
            else:
                yield Broken(begin + at, f"a record of the unknown kind {kind}")
                parts = None
            at = stop
        if gone:
            yield Broken(begin + len(block), "the file has become shorter", tail=True)
            return
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
