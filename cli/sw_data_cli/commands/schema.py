"""`sw-data schema`: the published JSON Schemas."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("schema")
@click.argument("name", required=False)
@options.out_option()
def command(name: str | None, out: str | None) -> None:
    """Print the JSON Schema NAME of our own documents; without NAME, the list of names."""
    from sw_data import schema

    if name is None:
        output.write("".join(f"{each}\n" for each in schema.names()), out)
        return
    output.write_json(schema.load(name), out)
