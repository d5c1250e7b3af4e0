"""`sw-data inspect`: what is in a file or folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.inspect import Inspection


@click.command("inspect")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=options.INPUT)
@options.format_option("text", "json")
@options.limit_option
def command(paths: tuple[str, ...], form: str, limits: tuple[str, ...]) -> int:
    """Say what is in each PATH: formats, generations, kinds, and how many of each.

    The exit status is 1 if something in there cannot be read.
    """
    from sw_data.api.inspect import inspect
    from sw_data.api.limits import limits_of

    found = inspect(paths, limits=limits_of(limits))
    if form == "json":
        output.write_json([each.to_json() for each in found])
    else:
        output.show("\n".join(_text(each) for each in found))
        output.findings([finding for each in found for finding in each.diagnostics])
    return 1 if any(each.findings["error"] for each in found) else 0


_PLURAL: Final = (
    "character", "vehicle", "weapon", "chase", "log", "skill", "edge", "hindrance", "error",
    "warning", "shield", "power", "action", "consumable",
)  # fmt: skip
"""Words of kinds and findings of which several take an s."""


def _text(found: Inspection) -> str:
    lines = [f"{found.path}: {found.container}, {_counted(found.documents, 'document')}"]
    if found.actions is not None:
        lines[0] += f", {_counted(found.actions, 'action')}"
    for title, counts in (
        ("formats", found.formats),
        ("generations", found.generations),
        ("kinds", found.kinds),
        ("findings", {name: number for name, number in found.findings.items() if number}),
    ):
        if counts:
            plural = title in ("kinds", "findings")
            shown = ", ".join(
                _counted(number, name) if plural and name in _PLURAL else f"{number} {name}"
                for name, number in counts.items()
            )
            lines.append(f"  {title}: {shown}")
    return "\n".join(lines)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
