"""`sw-data unpack`: a compendium as one file per document."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("unpack")
@click.argument("source", metavar="PACK", type=options.INPUT)
@click.option(
    "-o", "--output", "out", metavar="FOLDER", required=True, type=options.INPUT,
    help="The folder to write into; made if it is not there.",
)  # fmt: skip
@click.option("--yaml", is_flag=True, help="Write YAML instead of JSON.")
@click.option("--folders", is_flag=True, help="Make a folder for each folder of the compendium.")
@click.option(
    "--clean", is_flag=True, help="Take away the JSON and YAML files that are in FOLDER already."
)
@click.option(
    "--expand-adventures",
    is_flag=True,
    help="Write the documents inside an adventure into files of their own.",
)
@click.option(
    "--omit-volatile",
    is_flag=True,
    help="Leave a file as it is if only times and versions in its _stats would change.",
)
@click.option(
    "--indent",
    type=click.IntRange(0, 8),
    default=2,
    show_default=True,
    help="Blanks a level of JSON.",
)
@click.option(
    "--collection",
    metavar="NAME",
    help="The collection of documents that do not say it (items, actors …), or their type (Item, Actor …).",
)
@options.limit_option
@options.format_option("text", "json")
def command(
    source: str,
    out: str,
    yaml: bool,
    folders: bool,
    clean: bool,
    expand_adventures: bool,
    omit_volatile: bool,
    indent: int,
    collection: str | None,
    limits: tuple[str, ...],
    form: str,
) -> int:
    """Write each document of PACK (a LevelDB folder, a .db file, a zip …) into a file of its own.

    Children stand inside their parents, and each document has the `_key` that the Foundry CLI knows.
    """
    from sw_data.api.limits import limits_of
    from sw_data.api.pack import unpack
    from sw_data_cli.packing import reported

    report = unpack(
        source,
        out,
        yaml=yaml,
        folders=folders,
        clean=clean,
        expand_adventures=expand_adventures,
        omit_volatile=omit_volatile,
        indent=indent,
        collection=collection,
        limits=limits_of(limits),
    )
    output.findings(report.findings)
    return reported(report, out, form)
