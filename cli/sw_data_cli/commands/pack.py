"""`sw-data pack`: a compendium from one file per document."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("pack")
@click.argument("source", metavar="FOLDER", type=options.INPUT)
@click.option(
    "-o", "--output", "out", metavar="PACK", required=True, type=options.INPUT,
    help="The compendium to make: a folder, or a .db file.",
)  # fmt: skip
@click.option(
    "--kind",
    type=click.Choice(["leveldb", "nedb"]),
    help="A folder of Foundry 11 and later, or a .db file of Foundry 10 and before; by the name if not given.",
)
@click.option(
    "--collection",
    metavar="NAME",
    help="The collection of documents that do not say it (items, actors …), or their type (Item, Actor …).",
)
@click.option("--in-place", is_flag=True, help="Replace a compendium that is there already.")
@options.limit_option
@options.format_option("text", "json")
def command(
    source: str,
    out: str,
    kind: str | None,
    collection: str | None,
    in_place: bool,
    limits: tuple[str, ...],
    form: str,
) -> int:
    """Make a compendium of a FOLDER with one JSON or YAML file per document.

    Missing ids and keys are made; two documents of one id are an error. Files that an adventure
    names are put into it.
    """
    from sw_data.api.limits import limits_of
    from sw_data.api.pack import pack
    from sw_data_cli.packing import reported

    report = pack(
        source,
        out,
        form="nedb" if kind == "nedb" else "leveldb" if kind == "leveldb" else None,
        collection=collection,
        overwrite=in_place,
        limits=limits_of(limits),
    )
    output.findings(report.findings)
    return reported(report, out, form)
