"""`sw-data validate`: what is wrong in sheets, packs and logs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.validate import Report
    from sw_data.checks import Choices
    from sw_data.diagnostics import Diagnostic


@click.command("validate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=options.INPUT)
@options.format_option("text", "json", "sarif", "github", "junit", "html")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    help="Only these codes or families, with commas between them: SW203,SW3.",
)
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these codes or families.")
@click.option("--strict", is_flag=True, help="Let warnings, too, make the exit status 1.")
@click.option(
    "--config",
    metavar="FILE",
    type=options.INPUT,
    help="Take the project's choices from this sw-data.toml or pyproject.toml, not from the nearest one.",
)
@click.option("--no-config", is_flag=True, help="Look for no choices of a project.")
@click.option("--fix", is_flag=True, help="Mend what has a safe fix, in the files themselves.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix: mend also where the meaning may change."
)
@click.option(
    "--diff", is_flag=True, help="With --fix: show what would be mended, and write nothing."
)
@options.limit_option
@options.out_option()
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    config: str | None,
    no_config: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    limits: tuple[str, ...],
    out: str | None,
) -> int:
    """Find what is wrong in each PATH: where it stands, and what would be right.

    PATH is a JSON file, JSON Lines, a .db pack, a compendium folder, a module, system or world folder, a zip of one,
    a text with stat blocks, a file of Fantasy Grounds, or - for standard input. The exit status is 1 if there is an
    error, or with --strict a warning; it is 2 if there is nothing to check.

    A project's choices stand in an sw-data.toml, or in the table tool.sw-data of a pyproject.toml: the nearest one,
    from the working folder upwards to the root of the repository.
    """
    if (unsafe_fixes or diff) and not fix:
        given = "--diff" if diff else "--unsafe-fixes"
        raise click.UsageError(f"{given} says how to --fix, and --fix is not given")
    from sw_data.api.limits import limits_of

    choices = _choices(config, no_config)
    most = limits_of(limits)
    lost: list[Diagnostic] = []
    if fix:
        from sw_data.api.mend import mend

        mended = mend(
            paths,
            unsafe=unsafe_fixes,
            write=not diff,
            select=select,
            ignore=ignore,
            choices=choices,
            limits=most,
        )
        if diff:
            output.write("".join(mended.differences), out)
            return 1 if mended.differences else 0
        lost = mended.diagnostics
        if mended.fixes:
            number = sum(mended.fixes.values())
            output.note(
                f"mended {number} finding{'' if number == 1 else 's'} in {', '.join(mended.files)}"
            )
    from sw_data.api.validate import validate

    report = validate(
        paths, select=select, ignore=ignore, strict=strict, choices=choices, limits=most
    )
    if len(report.empty) == len(paths):
        raise click.ClickException(f"{', '.join(report.empty)}: nothing was found to check")
    if lost:
        report = replace(report, diagnostics=(*lost, *report.diagnostics))
    if form == "text" and out in (None, "-"):
        output.show(report.to_text(colour=output.coloured()), styled=True)
    else:
        output.write(_written(report, form), out, inputs=paths)
    return 0 if report.ok() else 1


def _choices(config: str | None, no_config: bool) -> Choices | None:
    from sw_data.api.choices import nearest_choices, read_choices

    if config is not None:
        if no_config:
            raise click.UsageError("--config and --no-config exclude each other")
        return read_choices(config)
    nearest = None if no_config else nearest_choices()
    return None if nearest is None else nearest[0]


def _written(report: Report, form: str) -> bytes | str:
    if form == "json":
        return output.json_bytes(report.to_json(), indent=2) + b"\n"
    return {
        "text": report.to_text,
        "sarif": report.to_sarif,
        "github": report.to_github,
        "junit": report.to_junit,
        "html": report.to_html,
    }[form]()
