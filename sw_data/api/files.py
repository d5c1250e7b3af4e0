"""Files that are written as a whole or not at all, and never over what was read."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sw_data.errors import DocumentError, ImpossibleError


def write_whole(
    path: str | Path, data: bytes, *, inputs: Iterable[str | Path] = (), in_place: bool = False
) -> None:
    """Writes a file as a whole or not at all.

    Args:
        path: The file; a link is followed, what is no plain file (a pipe, `/dev/null`) is written to as it is.
        data: Its bytes.
        inputs: Files that were read; none of them is written over, unless `in_place`.
        in_place: Whether an input may be written over.

    Raises:
        ImpossibleError: The file is an input, or a folder.
        DocumentError: It cannot be written.
    """
    with writing(path, inputs=inputs, in_place=in_place) as file:
        file.write(data)


@contextmanager
def writing(
    path: str | Path, *, inputs: Iterable[str | Path] = (), in_place: bool = False
) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of the old one when the block ends, and leaves no trace if it fails.

    Arguments and errors as for `write_whole`.
    """
    target = Path(os.path.realpath(path))
    if not in_place:
        refuse_inputs(path, inputs)
    if target.is_dir():
        raise ImpossibleError(f"{path} is a folder; name a file to write to")
    try:
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            with target.open("wb") as special:
                yield special
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError) and error.filename in (None, name):
            raise _unwritable(path, error) from None
        raise


def refuse_inputs(path: str | Path, inputs: Iterable[str | Path]) -> None:
    """Refuses to write over a file that was read; ImpossibleError says how to mean it."""
    target = Path(path)
    for each in inputs:
        if str(each) == "-":
            continue
        with contextlib.suppress(OSError):
            if target.exists() and os.path.samefile(target, each):
                raise ImpossibleError(
                    f"{path} is an input and would be written over; "
                    "name another file, or say --in-place"
                )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _unwritable(path: str | Path, error: OSError) -> DocumentError:
    why = (error.strerror or str(error)).lower()
    if isinstance(error, FileNotFoundError):
        why = "its folder is not there"
    return DocumentError(f"cannot be written: {why}", path=str(path), code="SW012")
