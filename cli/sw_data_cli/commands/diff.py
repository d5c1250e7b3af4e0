"""`sw-data diff`: two sheets compared as what the rules make of them."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("diff")
@click.argument("left", metavar="A", type=options.INPUT)
@click.argument("right", metavar="B", type=options.INPUT)
@options.limit_option
@options.format_option("text", "json", "html")
@options.out_option()
def command(left: str, right: str, limits: tuple[str, ...], form: str, out: str | None) -> int:
    """Compare the sheets in A with those in B, in the same or in different formats.

    What the rules have no use for (pictures, prices, notes) is not compared. The exit status is 0 if they are equal, 1
    if they differ, 2 if one of them cannot be read.
    """
    if left == right == "-":
        raise click.UsageError("only one of the two can be standard input")
    from sw_data.api.diff import diff
    from sw_data.api.limits import limits_of

    found = diff(left, right, limits=limits_of(limits))
    inputs = (left, right)
    if form == "json":
        output.write(output.json_bytes(found.to_json(), indent=2) + b"\n", out, inputs=inputs)
    else:
        output.write(found.to_html() if form == "html" else found.to_text(), out, inputs=inputs)
    return 0 if found.equal else 1
