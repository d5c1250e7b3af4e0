"""The checksum of LevelDB: CRC-32C, "masked" so that a checksum of checksums stays sound.

`google-crc32c` is used if its compiled part is installed; else long data is cut into lanes that are
summed side by side, some ten times as fast as byte by byte.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from functools import cache
from typing import cast

_POLYNOMIAL = 0x82F63B78
_MASK = 0xA282EAD8
_LANE = 64

_Extend = Callable[[int, bytes], int]


@cache
def _byte_table() -> tuple[int, ...]:
    table: list[int] = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return tuple(table)


@cache
def _planes() -> tuple[bytes, bytes, bytes, bytes]:
    """The byte table cut into its four bytes, each for `bytes.translate`."""
    rows = [bytes(value >> shift & 0xFF for value in _byte_table()) for shift in (0, 8, 16, 24)]
    return rows[0], rows[1], rows[2], rows[3]


@cache
def _past_a_lane() -> tuple[tuple[int, ...], ...]:
    """For each byte of a remainder: what a lane of zeros behind it makes of it."""
    table = _byte_table()

    def past(crc: int) -> int:
        for _ in range(_LANE):
            crc = table[crc & 0xFF] ^ crc >> 8
        return crc

    return tuple(tuple(past(value << shift) for value in range(256)) for shift in (0, 8, 16, 24))


def _lanes(crc: int, data: bytes) -> int:
    """All lanes side by side: one step takes one byte of each, as long numbers and `translate` do it in C."""
    count = len(data) // _LANE
    first, second, third, fourth = _planes()
    number = int.from_bytes
    low = mid = high = top = 0
    for step in range(_LANE):
        column = (low ^ number(data[step::_LANE], "little")).to_bytes(count, "little")
        low = mid ^ number(column.translate(first), "little")
        mid = high ^ number(column.translate(second), "little")
        high = top ^ number(column.translate(third), "little")
        top = number(column.translate(fourth), "little")
    a, b, c, d = _past_a_lane()
    columns = [plane.to_bytes(count, "little") for plane in (low, mid, high, top)]
    for one, two, three, four in zip(*columns, strict=True):
        crc = a[crc & 0xFF] ^ b[crc >> 8 & 0xFF] ^ c[crc >> 16 & 0xFF] ^ d[crc >> 24]
        crc ^= one | two << 8 | three << 16 | four << 24
    return crc


def _extend_in_python(crc: int, data: bytes) -> int:
    crc ^= 0xFFFFFFFF
    whole = len(data) - len(data) % _LANE if len(data) >= 8 * _LANE else 0
    if whole:
        crc = _lanes(crc, data[:whole])
    table = _byte_table()
    for byte in data[whole:]:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


@cache
def _extend() -> _Extend:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = importlib.import_module("google_crc32c")
    except ImportError:
        return _extend_in_python
    if getattr(module, "implementation", "") != "c":
        return _extend_in_python
    return cast(_Extend, module.extend)


def crc32c(data: bytes, crc: int = 0) -> int:
    """The CRC-32C of `data`, going on from `crc`."""
    return _extend()(crc, data)


def crc32c_prefixes(data: bytes, start: int) -> list[int]:
    """The CRC-32C of `data[start:start + 1]`, `data[start:start + 2]` and so on."""
    table = _byte_table()
    crc = 0xFFFFFFFF
    out: list[int] = []
    for byte in data[start:]:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
        out.append(crc ^ 0xFFFFFFFF)
    return out


def masked(crc: int) -> int:
    """The form in which a checksum is stored."""
    return ((crc >> 15 | crc << 17) + _MASK) & 0xFFFFFFFF
