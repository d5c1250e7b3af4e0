"""Files that are written as a whole or not at all, and never over what was read."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sw_data.document.store.base import atomic, is_special
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
) -> Generator[BinaryIO]:
    """A file to write to that takes the place of the old one when the block ends, and leaves no trace if it fails.

    Arguments and errors as for `write_whole`.
    """
    refuse_place(path, inputs=() if in_place else inputs)
    with atomic(Path(path), overwrite=True) as file:
        yield file


def refuse_place(
    path: str | Path,
    *,
    inputs: Iterable[str | Path] = (),
    file: bool = True,
    folder: bool = False,
) -> None:
    """Refuses a place where nothing can be written, before the work is done; `-` is left alone.

    Args:
        path: The place.
        inputs: Files that were read; none of them is written over.
        file: Whether a file may be written there.
        folder: Whether something may be written into a folder there.

    Raises:
        ImpossibleError: It is an input, or a folder where a file is wanted, or the other way round.
        DocumentError: Its folder is not there, or nothing can be written in it.
    """
    if str(path) == "-":
        return
    target = Path(path)
    if folder and target.is_dir():
        _refuse_unwritable(path, target)
        return
    refuse_inputs(target, inputs)
    if target.is_dir():
        raise ImpossibleError(f"{path} is a folder; name a file to write to")
    if not file and target.exists():
        raise ImpossibleError(f"{path} is a file; name a folder to write to")
    real = Path(os.path.realpath(target))
    if is_special(real):
        if not os.access(real, os.W_OK):
            raise _unwritable(path, os.strerror(errno.EACCES))
        return
    if not real.parent.is_dir():
        raise DocumentError(
            "cannot be written: its folder is not there", path=str(path), code="SW012"
        )
    _refuse_unwritable(path, real.parent)


def _refuse_unwritable(path: str | Path, folder: Path) -> None:
    """Tries it: what a folder's permissions say is not what its file system does."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None


def _unwritable(path: str | Path, why: str) -> DocumentError:
    return DocumentError(f"cannot be written: {why.lower()}", path=str(path), code="SW012")


def standard_output() -> BinaryIO:
    """Standard output, for bytes; ImpossibleError where it takes none, as in a notebook."""
    out: BinaryIO | None = getattr(sys.stdout, "buffer", None)
    if out is None:
        raise ImpossibleError("standard output takes no bytes here; name a file to write to")
    sys.stdout.flush()
    return out


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
