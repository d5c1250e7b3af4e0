"""How a line of `%sw` is read: options, one line for a mistake, a text for help."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from sw_data.display.markup import safe


class Stop(Exception):  # noqa: N818 - no error by itself: the notebook shows its message
    """The words make no command; the message says why in one line."""


class Text(str):
    """A text that a notebook shows as it is."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return f"<pre>{'<br>'.join(safe(each, 400) for each in self.splitlines())}</pre>"


class Help(Exception):  # noqa: N818 - the way out of argparse with a text
    """A text was asked for instead of an answer.

    Attributes:
        text: The text.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Words(argparse.ArgumentParser):
    """A parser whose mistakes are a line for the notebook."""

    def error(self, message: str) -> NoReturn:
        """Stops with the mistake.

        Raises:
            Stop: Always.
        """
        raise Stop(f"{message}; %{self.prog} --help says how")

    def print_help(self, file: Any = None) -> None:
        """Gives the help as a value.

        Raises:
            Help: Always.
        """
        raise Help(Text(self.format_help().rstrip()))

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Stops; a notebook goes on.

        Raises:
            Stop: Always.
        """
        raise Stop(message or "nothing to do")


def words_of(name: str, about: str) -> Words:
    """The parser of a command."""
    return Words(prog=f"sw {name}", description=about, allow_abbrev=False)


def add_rules(parser: Words) -> None:
    """`--ruleset` and `--rule`."""
    parser.add_argument("--ruleset", metavar="NAME|FILE", help="core, swade, deluxe or a file")
    parser.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE")
