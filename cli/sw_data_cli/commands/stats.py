"""`sw-data stats`: how the dice of a session fell."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("stats")
@click.argument("log", type=options.INPUT)
@click.option(
    "--actors",
    multiple=True,
    metavar="PATH",
    type=options.INPUT,
    help="The actors of the log, if they are not in it. May be given many times.",
)
@click.option(
    "--answers",
    metavar="FILE",
    type=options.INPUT,
    help="Answers to what a chat leaves open, as sw-data log writes the questions down.",
)
@click.option("--svg", metavar="FILE", type=options.INPUT, help="Write a picture.")
@options.out_option()
@options.limit_option
@options.format_option("text", "json")
def command(
    log: str,
    actors: tuple[str, ...],
    answers: str | None,
    svg: str | None,
    out: str | None,
    limits: tuple[str, ...],
    form: str,
) -> None:
    """Say how the dice of LOG fell for each who rolled, beside fair dice, and who spent, dealt and took what.

    LOG is an action log, or the chat of a virtual tabletop. Only recorded dice count.
    """
    from sw_data.api.limits import limits_of
    from sw_data.api.stats import stats

    found = stats(log, actors=actors or None, answers=answers, limits=limits_of(limits))
    inputs = [log, *actors]
    if svg is not None:
        output.write(found.to_svg() + "\n", svg, inputs=inputs)
    if form == "json":
        output.write(output.json_bytes(found.to_json(), indent=2) + b"\n", out, inputs=inputs)
    else:
        output.write(f"{found}\n", out, inputs=inputs)
