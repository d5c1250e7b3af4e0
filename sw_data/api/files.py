"""Files that are written as a whole or not at all, and never over what was read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sw_data.document.store.base import atomic
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
    target = Path(path)
    if not in_place:
        refuse_inputs(target, inputs)
    if target.is_dir():
        raise ImpossibleError(f"{path} is a folder; name a file to write to")
    if not Path(os.path.realpath(target)).parent.is_dir():
        raise DocumentError(
            "cannot be written: its folder is not there", path=str(path), code="SW012"
        )
    with atomic(target, overwrite=True) as file:
        yield file


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
