"""LevelDB's `.ldb` tables: sorted blocks of keys that share prefixes, an index of them, a checksum for each block.

A table whose index cannot be read is walked from its beginning instead: where a checksum fits, a block ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from sw_data.document.store.leveldb.coding import DamageError, varint
from sw_data.document.store.leveldb.crc32c import crc32c, crc32c_prefixes, masked
from sw_data.document.store.leveldb.snappy import decompress

# (key, minus the sequence number, 1 for a value and 0 for a deletion, value): so a key's newest comes first.
Record = tuple[bytes, int, int, bytes]

FOOTER = 48
TRAILER = 5
_MAGIC = 0xDB4775248B80FB57
_LONGEST_WALK = 1 << 22  # no block of a pack comes near it, and the walk takes a step for each byte

Note = Callable[[str, str], None]


class UnknownCompressionError(DamageError):
    """A block that is compressed in a way that this reader does not know."""


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    if len(block) < 4:
        raise DamageError("a block of less than 4 bytes")
    restarts = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise DamageError(f"{restarts} restart points in a block of {len(block)} bytes")
    at = 0
    key = b""
    while at < end:
        shared, unshared, size = block[at], block[at + 1], block[at + 2]
        if (shared | unshared | size) < 0x80:
            at += 3
        else:
            shared, at = varint(block, at)
            unshared, at = varint(block, at)
            size, at = varint(block, at)
        stop = at + unshared
        if shared > len(key) or stop + size > end:
            raise DamageError("an entry that reaches beyond its block")
        key = key[:shared] + block[at:stop]
        at = stop + size
        yield key, block[stop:at]


def record(internal: bytes, value: bytes) -> Record:
    """An entry of a table, its key taken apart: the last 8 bytes are sequence number and kind."""
    if len(internal) < 8:
        raise DamageError("a key of less than 8 bytes")
    mark = int.from_bytes(internal[-8:], "little")
    kind = mark & 0xFF
    if kind > 1:
        raise DamageError(f"an entry of the unknown kind {kind}")
    return internal[:-8], -(mark >> 8), kind, value


class Table:
    """One `.ldb` file; `read` gives bytes of it, `note(problem, message)` takes what is damaged."""

    def __init__(
        self, name: str, size: int, read: Callable[[int, int], bytes], limit: int, note: Note
    ) -> None:
        self.name = name
        self._read = read
        self._size = size
        self._limit = limit
        self._note = note
        self._index: list[tuple[bytes, int, int]] = []
        self._walked: list[Record] | None = None
        try:
            self._index = self._read_index()
        except DamageError as error:
            self._walked = self._walk(str(error))
        self._last_keys = [key for key, _, _ in self._index]

    def _read_index(self) -> list[tuple[bytes, int, int]]:
        if self._size < FOOTER:
            raise DamageError(f"{self._size} bytes are less than the end of a table has")
        footer = self._read(self._size - FOOTER, FOOTER)
        if int.from_bytes(footer[-8:], "little") != _MAGIC:
            raise DamageError("it does not end as a table does")
        _, at = varint(footer, 0)
        _, at = varint(footer, at)
        offset, at = varint(footer, at)
        size, at = varint(footer, at)
        index: list[tuple[bytes, int, int]] = []
        for key, handle in _entries(self._block(offset, size)):
            block_offset, at = varint(handle, 0)
            block_size, at = varint(handle, at)
            index.append((key[:-8], block_offset, block_size))
        return index

    def _block(self, offset: int, size: int) -> bytes:
        if offset + size + TRAILER > self._size:
            raise DamageError(f"a block at byte {offset} that reaches beyond the end of the file")
        stored = self._read(offset, size + TRAILER)
        if len(stored) != size + TRAILER:
            raise DamageError(f"the block at byte {offset} cannot be read")
        if masked(crc32c(stored[: size + 1])) != int.from_bytes(stored[size + 1 :], "little"):
            raise DamageError(f"the block at byte {offset} does not match its checksum")
        return self._decompressed(stored[:size], stored[size], offset)

    def _decompressed(self, data: bytes, kind: int, offset: int) -> bytes:
        if kind == 0:
            return data
        if kind == 1:
            return decompress(data, self._limit)
        name = {2: "Zstandard", 4: "zlib (Minecraft's LevelDB)"}.get(kind, f"kind {kind}")
        raise UnknownCompressionError(f"the block at byte {offset} is compressed with {name}")

    def _records(self, offset: int, size: int, bounds: str) -> Iterator[Record]:
        try:
            for key, value in _entries(self._block(offset, size)):
                yield record(key, value)
        except IndexError:
            self._note("damaged", f"the block at byte {offset} ends too early; {bounds}")
        except UnknownCompressionError as error:
            self._note("compression", f"{error}; {bounds}")
        except DamageError as error:
            self._note("damaged", f"{error}; {bounds}")

    def scan(self, start: bytes, stop: bytes | None) -> Iterator[Record]:
        """The records from key `start` on, up to and without `stop`, in order."""
        if self._walked is not None:
            for item in self._walked:
                if item[0] >= start and (stop is None or item[0] < stop):
                    yield item
            return
        first = bisect_left(self._last_keys, start)
        for number in range(first, len(self._index)):
            last, offset, size = self._index[number]
            before = self._index[number - 1][0] if number else b""
            bounds = f"keys after {_shown(before)} up to about {_shown(last)} are lost"
            for item in self._records(offset, size, bounds):
                if item[0] < start:
                    continue
                if stop is not None and item[0] >= stop:
                    return
                yield item

    def _walk(self, why: str) -> list[Record]:
        """All records of the blocks that can be found from the beginning of the file, one behind the other."""
        found: list[Record] = []
        at = 0
        data = self._read(0, min(self._size, self._limit))
        problems: list[tuple[str, str]] = []
        blocks: set[tuple[int, int]] = set()
        while at + TRAILER < len(data):
            window = data[at : at + _LONGEST_WALK]
            size = self._block_end(window)
            if size is None:
                break
            try:
                block = self._decompressed(window[:size], window[size], at)
                entries = list(_entries(block))
                if not _points_at(entries, blocks):
                    found += [record(key, value) for key, value in entries]
            except UnknownCompressionError as error:
                problems.append(("compression", str(error)))
            except DamageError as error:
                problems.append(("damaged", f"the block at byte {at}: {error}"))
            except IndexError:
                problems.append(("damaged", f"the block at byte {at} ends too early"))
            blocks.add((at, size))
            at += size + TRAILER
        found.sort(key=lambda item: item[:2])
        keys = (
            f"{len(found)} records up to {_shown(found[-1][0])} are found"
            if found
            else "none found"
        )
        self._note("index", f"its index cannot be read ({why}); walked from its beginning: {keys}")
        for problem, message in problems:
            self._note(problem, message)
        return found

    def _block_end(self, window: bytes) -> int | None:
        """The size of the block at the beginning of `window`: the first at which kind and checksum fit."""
        for size, crc in enumerate(crc32c_prefixes(window, 0)[:-4]):
            if window[size] < 3 and masked(crc) == int.from_bytes(
                window[size + 1 : size + TRAILER], "little"
            ):
                return size
        return None


def _points_at(entries: list[tuple[bytes, bytes]], blocks: set[tuple[int, int]]) -> bool:
    """Whether these are the entries of an index: every value is the place of a block before it."""
    for _, value in entries:
        try:
            offset, at = varint(value, 0)
            size, at = varint(value, at)
        except DamageError:
            return False
        if at != len(value) or (offset, size) not in blocks:
            return False
    return True


def _shown(key: bytes) -> str:
    return repr(key.decode("utf-8", "replace"))
