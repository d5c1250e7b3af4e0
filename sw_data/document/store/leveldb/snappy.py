"""Snappy, the compression of LevelDB's blocks: decompression only.

`cramjam` is used if it is installed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import cast

from sw_data.document.store.leveldb.coding import DamageError, varint

_Decompress = Callable[[bytes], bytes]


def _decompress_in_python(data: bytes) -> bytes:
    size, at = varint(data, 0)
    end = len(data)
    out = bytearray()
    try:
        while at < end:
            tag = data[at]
            at += 1
            kind = tag & 3
            if kind == 0:
                length = (tag >> 2) + 1
                if length > 60:
                    width = length - 60
                    length = int.from_bytes(data[at : at + width], "little") + 1
                    at += width
                if at + length > end:
                    raise DamageError("a literal that is cut off")
                out += data[at : at + length]
                at += length
            else:
                if kind == 1:
                    length = (tag >> 2 & 7) + 4
                    offset = (tag & 0xE0) << 3 | data[at]
                    at += 1
                else:
                    length = (tag >> 2) + 1
                    width = 2 if kind == 2 else 4
                    if at + width > end:
                        raise DamageError("a copy that is cut off")
                    offset = int.from_bytes(data[at : at + width], "little")
                    at += width
                start = len(out) - offset
                if offset == 0 or start < 0:
                    raise DamageError("a copy from before the start")
                if offset >= length:
                    out += out[start : start + length]
                else:
                    piece = bytes(out[start:])
                    out += (piece * (length // offset + 1))[:length]
            if len(out) > size:
                raise DamageError(f"more than the {size} bytes announced")
    except IndexError:
        raise DamageError("a tag that is cut off") from None
    if len(out) != size:
        raise DamageError(f"{len(out)} bytes where {size} are announced")
    return bytes(out)


@cache
def _decompress() -> _Decompress:
    try:
        module = importlib.import_module("cramjam")
    except ImportError:
        return _decompress_in_python
    return cast(_Decompress, module.snappy.decompress_raw)


def decompress(data: bytes, limit: int) -> bytes:
    """What was compressed; DamageError if it is damaged or larger than `limit` bytes."""
    size, _ = varint(data, 0)
    if size > limit:
        raise DamageError(f"a block of {size} bytes, more than the limit of {limit}")
    decompress = _decompress()
    if decompress is _decompress_in_python:
        return decompress(data)
    try:
        return bytes(decompress(data))
    except Exception as error:  # cramjam's own error class has no common base
        raise DamageError(f"not Snappy: {error}") from None
