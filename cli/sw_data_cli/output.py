"""What the commands print and write: standard output, whole files, colours, progress."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

import click

if TYPE_CHECKING:
    from sw_data.diagnostics import Diagnostic

T = TypeVar("T")

_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_CRLF: Final = re.compile("\r\n")


def printable(text: str) -> str:
    """The text with control characters (line ends and tabs aside) shown as escapes, for a terminal."""
    if not _CONTROL.search(text):
        return text
    text = _CRLF.sub("\n", text)
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def json_bytes(value: object, *, indent: int | None = None) -> bytes:
    """A JSON document in UTF-8; half surrogates, which UTF-8 has no place for, as escapes."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, indent=indent).encode("ascii")


def write_json(value: object, out: str | None = None) -> None:
    """Prints one JSON document and nothing else, or writes it to a file."""
    write(json_bytes(value, indent=2) + b"\n", out)


def write(data: bytes | str, out: str | None = None, *, inputs: Iterable[str] = ()) -> None:
    """Prints text or bytes, or writes them to a file as a whole or not at all; never over an input."""
    if out is None or out == "-":
        show(data)
        return
    from sw_data.api.files import write_whole

    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    write_whole(out, raw, inputs=inputs)


@contextmanager
def opened(path: str, *, inputs: Iterable[str] = ()) -> Generator[BinaryIO]:
    """A file to write to, whole or not at all, or standard output for `-`; never an input."""
    if path == "-":
        from sw_data.api.files import standard_output

        out = standard_output()
        yield out
        out.flush()
        return
    from sw_data.api.files import writing

    with writing(path, inputs=inputs) as file:
        yield file


def show(data: bytes | str, *, styled: bool = False) -> None:
    """Prints on standard output: bytes as they are, text without control characters; colours of our own stay."""
    if isinstance(data, bytes):
        stream = sys.stdout.buffer
        sys.stdout.flush()
        stream.write(data)
        stream.flush()
    else:
        click.echo(data if styled else printable(data), nl=not data.endswith("\n"))


@contextmanager
def reader_may_leave(*, stay: bool) -> Generator[None]:
    """Within it, printing goes on into nowhere once the reader of a pipe has left, if there are files to write."""
    first = sys.stdout
    if stay and isinstance(first, io.TextIOWrapper):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Patient(first.fileno())),
            encoding=first.encoding,
            errors=first.errors,
            line_buffering=first.line_buffering,
        )
    try:
        yield
    finally:
        if sys.stdout is not first:
            sys.stdout.flush()
            sys.stdout = first


class _Patient(io.RawIOBase):
    """A pipe that takes everything, read or not."""

    def __init__(self, number: int) -> None:
        self._number = number

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The number of the stream beneath."""
        return self._number

    def isatty(self) -> bool:
        """Whether somebody sits at the other end."""
        return os.isatty(self._number)

    def write(self, data: Any) -> int:
        """Writes, as long as somebody reads."""
        try:
            return os.write(self._number, data)
        except BrokenPipeError:
            return len(data)


def note(message: str) -> None:
    """Says something on standard error that is not part of the output."""
    click.echo(printable(message), err=True)


def findings(found: Iterable[Diagnostic], most: int = 20, *, warnings: bool = False) -> None:
    """Says on standard error what is wrong with the input: each error, and how much else there is.

    Args:
        found: The findings.
        most: How many are told one by one.
        warnings: Whether warnings are told, too: what is left behind on the way out, `sw-data validate` does not know.
    """
    from sw_data.display.outcomes import finding_text

    every = list(found)
    told = [
        each
        for each in every
        if each.severity == "error" or (warnings and each.severity == "warning")
    ]
    for each in told[:most]:
        note(finding_text(each))
    rest = len(every) - len(told[:most])
    if not rest:
        return
    what = f"{rest}{' more' if told else ''} finding{'' if rest == 1 else 's'}"
    if warnings and len(told) > most:
        note(what)
    else:
        note(f"{what}; sw-data validate shows {'it' if rest == 1 else 'them'}")


def coloured(stream: Any = None) -> bool:
    """Whether output may have colours: a terminal, and no NO_COLOR."""
    stream = stream or sys.stdout
    return not os.environ.get("NO_COLOR") and bool(stream.isatty())


@contextmanager
def progress(
    items: Iterable[T], label: str, length: int | None = None, *, wanted: bool = True
) -> Generator[Iterable[T]]:
    """The items, with a progress bar on standard error if that is a terminal."""
    if not (wanted and sys.stderr.isatty()):
        yield items
        return
    with click.progressbar(
        items, length=length, label=label, file=sys.stderr, color=coloured(sys.stderr)
    ) as bar:
        yield bar
