"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Place(click.Path):
    """A path as it was typed; one that is empty, as of a variable that is not set, is no working folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if value == "":
            self.fail("it is empty; '.' is the working folder", param, ctx)
        return super().convert(value, param, ctx)


INPUT = Place(path_type=str, readable=False)
"""A file, a folder, or `-` for standard input; whether it is there and can be read is for the command to say."""


def out_option(text: str = "Write to FILE instead of standard output.") -> Callable[[F], F]:
    """`-o FILE`."""
    return click.option("-o", "--output", "out", metavar="FILE", type=INPUT, help=text)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first one being the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result; json is one document and nothing else.",
    )


def limit_option(function: F) -> F:
    """`--limit NAME=NUMBER`."""
    return click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=NUMBER",
        help="Read more, or less, of a file before it is refused, as in unpacked=2G: size (of a document, 512M), "
        "depth (200), findings (1000), unpacked (of a zip, 1G), entries (100000), ratio (200), levels (of folders, "
        "32); may be given many times.",
    )(function)


def seed_option(
    default: int | None = None, otherwise: str = "by default the log's, or 0"
) -> Callable[[F], F]:
    """`--seed N`; `otherwise` says what is taken without it."""
    return click.option(
        "--seed",
        type=int,
        default=default,
        metavar="N",
        help=f"A whole number from which dice that are not recorded are rolled: the same dice for the same seed; "
        f"{otherwise}.",
    )


def ruleset_options(function: F) -> F:
    """`--ruleset` and `--rule`."""
    function = click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="Turn one knob, as in shaken.success=act (sw-data rules --knobs lists them); may be given many times.",
    )(function)
    return click.option(
        "--ruleset",
        metavar="NAME|FILE",
        help="core, swade or deluxe, or a TOML file of knobs; by default what a log says, or core.",
    )(function)
