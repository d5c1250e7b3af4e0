"""Numbers and byte strings as LevelDB writes them, and the sign that something is damaged."""

from __future__ import annotations


class DamageError(Exception):
    """Bytes that are not what they should be; caught within this package, where it becomes a `Loss`."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The variable-length number at `at`, and where the next thing starts."""
    value = shift = 0
    try:
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, at
            shift += 7
            if shift > 63:
                raise DamageError("a number of more than 64 bits")
    except IndexError:
        raise DamageError("a number that is cut off") from None


def put_varint(value: int) -> bytes:
    """A number in variable length."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def prefixed(data: bytes, at: int) -> tuple[bytes, int]:
    """The byte string at `at`, its length before it, and where the next thing starts."""
    length, at = varint(data, at)
    end = at + length
    if end > len(data):
        raise DamageError(f"{length} bytes announced where {len(data) - at} are left")
    return data[at:end], end


def put_prefixed(data: bytes) -> bytes:
    """A byte string with its length before it."""
    return put_varint(len(data)) + data
