"""The batches in a LevelDB log: values put and keys deleted, numbered in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sw_data.document.store.leveldb.coding import DamageError, prefixed, put_prefixed
from sw_data.document.store.leveldb.table import Record


def read(payload: bytes) -> Iterator[Record]:
    """The records of a batch; DamageError, behind those that could be read, where it is no batch."""
    if len(payload) < 12:
        raise DamageError("a batch of less than 12 bytes")
    sequence = int.from_bytes(payload[:8], "little")
    count = int.from_bytes(payload[8:12], "little")
    at = 12
    for number in range(count):
        if at >= len(payload):
            raise DamageError(f"a batch that announces {count} entries and has {number}")
        kind = payload[at]
        if kind > 1:
            raise DamageError(f"an entry of the unknown kind {kind}")
        key, at = prefixed(payload, at + 1)
        value = b""
        if kind:
            value, at = prefixed(payload, at)
        yield key, -(sequence + number), kind, value
    if at != len(payload):
        raise DamageError(f"a batch with {len(payload) - at} bytes too many")


def put(sequence: int, records: Sequence[tuple[bytes, bytes]]) -> bytes:
    """A batch that puts these keys and values."""
    out = bytearray(sequence.to_bytes(8, "little"))
    out += len(records).to_bytes(4, "little")
    for key, value in records:
        out += b"\x01"
        out += put_prefixed(key)
        out += put_prefixed(value)
    return bytes(out)
