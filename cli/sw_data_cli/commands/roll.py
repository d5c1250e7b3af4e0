"""`sw-data roll`: dice from a seed."""

from __future__ import annotations

import click

from sw_data_cli import options, output


@click.command("roll")
@click.argument("expression")
@options.seed_option(otherwise="by default one is drawn and printed")
@click.option(
    "--strength", metavar="DIE", help="The Strength die that Str stands for, as d8 or d12+2."
)
@click.option("--wild", is_flag=True, help="Roll one die as a trait, with a Wild Die beside it.")
@click.option(
    "--tn",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="A target number, to be told success and raises; by default only the total is.",
)
@click.option(
    "--times",
    type=click.IntRange(1, 100_000),
    default=1,
    show_default=True,
    metavar="N",
    help="Roll so many times, each with dice of its own.",
)
@options.format_option("text", "json")
def command(
    expression: str,
    seed: int | None,
    strength: str | None,
    wild: bool,
    tn: int | None,
    times: int,
    form: str,
) -> None:
    """Roll dice like d8, 2d6+1 or Str+d10; every die can Ace.

    Without --seed one is drawn and printed; the same seed rolls the same dice again.
    """
    from sw_data.api.roll import roll
    from sw_data.display.outcomes import dice_text

    first = roll(expression, seed=seed, strength=strength, wild=wild)
    rolls = [first]
    for number in range(2, times + 1):
        rolls.append(roll(expression, seed=first.seed, strength=strength, wild=wild, number=number))
    if form == "json":
        shown = [
            {
                **each.to_json(),
                **(
                    {}
                    if tn is None
                    else {"tn": tn, "result": _result(each.total, tn, each.critical_failure)}
                ),
            }
            for each in rolls
        ]
        output.write_json(shown[0] if times == 1 else shown)
        return
    for each in rolls:
        flat = f" {'+' if each.flat > 0 else '-'} {abs(each.flat)}" if each.flat else ""
        result = "" if tn is None else f", {_result(each.total, tn, each.critical_failure)}"
        output.show(f"{each.total}{result}  ({dice_text(each.dice)}{flat})")
    output.note(f"seed {first.seed}")


def _result(total: int, tn: int, critical: bool) -> str:
    from sw_data.rules.ruleset import CORE
    from sw_data.rules.trait import raises

    if critical:
        return "critical failure"
    over = raises(total, tn, CORE)
    if over is None:
        return "failure"
    return "success" if over == 0 else f"{over} raise{'' if over == 1 else 's'}"
