"""`sw-data validate`: what is wrong in sheets, packs and logs."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("validate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=options.INPUT)
@options.format_option("text", "json", "github")
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    help="Only these codes or families, with commas between them: SW203,SW3.",
)
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these codes or families.")
@click.option("--strict", is_flag=True, help="Let warnings, too, make the exit status 1.")
@click.option("--fix", is_flag=True, help="Mend what has a safe fix, in the files themselves.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix: mend also where the meaning may change."
)
@click.option(
    "--diff", is_flag=True, help="With --fix: show what would be mended, and write nothing."
)
@options.out_option()
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    out: str | None,
) -> int:
    """Find what is wrong in each PATH: where it stands, and what would be right.

    PATH is a JSON file, JSON Lines, a .db pack, a compendium folder, a module, system or world folder, a zip of one,
    or - for standard input. The exit status is 1 if there is an error, or with --strict a warning.
    """
    if (unsafe_fixes or diff) and not fix:
        given = "--diff" if diff else "--unsafe-fixes"
        raise click.UsageError(f"{given} says how to --fix, and --fix is not given")
    if fix:
        from sw_data.api.mend import mend

        mended = mend(paths, unsafe=unsafe_fixes, write=not diff, select=select, ignore=ignore)
        if diff:
            output.write("".join(mended.differences), out)
            return 1 if mended.differences else 0
        if mended.fixes:
            number = sum(mended.fixes.values())
            output.note(
                f"mended {number} finding{'' if number == 1 else 's'} in {', '.join(mended.files)}"
            )
    from sw_data.api.validate import validate

    report = validate(paths, select=select, ignore=ignore)
    if form == "json":
        output.write_json(report.to_json(), out)
    elif form == "github":
        output.write(report.to_github(), out)
    elif out is not None and out != "-":
        output.write(report.to_text(), out)
    else:
        output.show(report.to_text(colour=output.coloured()), styled=True)
    return 0 if report.ok(strict=strict) else 1
