"""What the commands print and write: standard output, whole files, colours, progress."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

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


def show(data: bytes | str, *, styled: bool = False) -> None:
    """Prints on standard output: bytes as they are, text without control characters; colours of our own stay."""
    if isinstance(data, bytes):
        stream = sys.stdout.buffer
        sys.stdout.flush()
        stream.write(data)
        stream.flush()
    else:
        click.echo(data if styled else printable(data), nl=not data.endswith("\n"))


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
