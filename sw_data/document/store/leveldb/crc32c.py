"""The checksum of LevelDB: CRC-32C, "masked" so that a checksum of checksums stays sound.

`google-crc32c` is used if its compiled part is installed; else tables of 65,536 entries take four bytes at once.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable
from functools import cache
from typing import cast

_POLYNOMIAL = 0x82F63B78
_MASK = 0xA282EAD8

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
def _word_tables() -> tuple[list[int], list[int]]:
    """For each 16-bit value: its remainder with nothing behind it, and with two zero bytes behind it."""
    bytewise = _byte_table()
    near = [0] * 65536
    for value in range(65536):
        half = bytewise[value & 0xFF] ^ value >> 8
        near[value] = bytewise[half & 0xFF] ^ half >> 8
    far = [near[value & 0xFFFF] ^ value >> 16 for value in near]
    return near, far


def _extend_in_python(crc: int, data: bytes) -> int:
    crc ^= 0xFFFFFFFF
    whole = len(data) & ~3 if len(data) >= 64 and sys.byteorder == "little" else 0
    if whole:
        near, far = _word_tables()
        for word in memoryview(data)[:whole].cast("I"):
            word ^= crc
            crc = far[word & 0xFFFF] ^ near[word >> 16]
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
