"""Values put aside until they are asked for: in memory while they are few, else in a file without a name."""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import Final

_IN_MEMORY: Final = 4 * 1024 * 1024


class Aside:
    """Bytes put aside, each piece found again by its place and size."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](_IN_MEMORY)
        self._end = 0

    def put(self, value: bytes) -> int:
        """Put a piece aside; its place."""
        at = self._end
        self._file.write(value)
        self._end += len(value)
        return at

    def get(self, at: int, size: int) -> bytes:
        """A piece, once nothing more is put aside."""
        self._file.seek(at)
        return self._file.read(size)

    def close(self) -> None:
        """Forget them."""
        self._file.close()
