"""The standard streams of the process, also where whoever started it has closed them."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Final

CLOSED: Final = "standard output is closed"


def prepare() -> None:
    """Makes every standard stream one that can be asked for, and one that takes names of any alphabet.

    A number that is closed would be given to the next file that is opened, and what is printed would end up in it.
    """
    if sys.stdin is None:
        sys.stdin = _opened(0, os.O_RDONLY, "r")
    if sys.stdout is None:
        # Nothing can be written to it, so that the first word is an error, as with any closed output.
        sys.stdout = _opened(1, os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _opened(2, os.O_WRONLY, "w")
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal's encoding lacks must not end the command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _opened(number: int, flags: int, mode: str) -> io.TextIOWrapper:
    handle = os.open(os.devnull, flags)
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    raw = io.FileIO(number, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, encoding="utf-8")


def give_up_output() -> None:
    """Lets go of standard output: what is still to be written, at the latest when the process ends, has no reader."""
    with suppress(OSError, ValueError, AttributeError):
        handle = os.open(os.devnull, os.O_WRONLY)
        os.dup2(handle, sys.stdout.fileno())
        os.close(handle)


def is_closed(error: OSError) -> bool:
    """Whether an error says that a stream is closed: of files that we open ourselves, none is."""
    return error.errno == errno.EBADF and error.filename is None
