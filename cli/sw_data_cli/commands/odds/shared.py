"""What the questions of `sw-data odds` share: options, sheets, and how an answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.collection import Collection
    from sw_data.models import Character, Vehicle
    from sw_data.odds import Curves, Distribution, Odds, Waiting
    from sw_data.rules.ruleset import Ruleset

F = TypeVar("F", bound=Callable[..., Any])


def shared(function: F) -> F:
    """The options of every question: the rules, and how to print the answer."""
    for option in (
        options.out_option(),
        click.option("--exact", is_flag=True, help="Print fractions beside the percentages."),
        options.format_option("text", "json", "svg", "vega", "png"),
        options.ruleset_options,
        click.option(
            "--modifier",
            type=int,
            multiple=True,
            metavar="N",
            help="A modifier of the roll; may be given many times.",
        ),
    ):
        function = option(function)
    return function


def wild_option(function: F) -> F:
    """`--wild`."""
    return click.option(
        "--wild", is_flag=True, help="A Wild Card: roll a Wild Die beside the trait die."
    )(function)


def until_option(function: F) -> F:
    """`--until EVENT`."""
    return click.option(
        "--until",
        metavar="EVENT",
        help="Say how many turns pass until EVENT (hit, raise, incapacitated …), tried every turn.",
    )(function)


def bennies_option(text: str) -> Callable[[F], F]:
    """`--bennies N`, none by default."""
    return click.option("--bennies", type=click.IntRange(0, 10), default=0, metavar="N", help=text)


ACTORS = click.option(
    "--actors",
    multiple=True,
    metavar="PATH",
    type=options.INPUT,
    help="More sheets beside SOURCE; may be given many times.",
)
SKILL = click.option(
    "--skill", default="Driving", show_default=True, metavar="NAME", help="The chase's skill."
)
VEHICLE = click.option("--vehicle", metavar="NAME", help="The vehicle; without one, on foot.")
OTHER_VEHICLE = click.option(
    "--other-vehicle", metavar="NAME", help="The other's vehicle; without one, on foot."
)
RANGE = click.option(
    "--range",
    "bracket",
    type=click.Choice(("short", "medium", "long")),
    help="The range of a ranged attack; short if not given.",
)
ATTACKS = click.option(
    "--attacks",
    type=click.IntRange(1, 8),
    metavar="N",
    help="How many trait dice are rolled; by default the weapon's Rate of Fire.",
)
DAMAGE_MODIFIER = click.option(
    "--damage-modifier",
    type=int,
    multiple=True,
    metavar="N",
    help="A modifier of every damage roll; may be given many times.",
)


def aim_options(function: F) -> F:
    """`--bennies` and `--aim` of one check."""
    for option in (
        click.option(
            "--aim",
            type=click.Choice(("success", "raise")),
            default="success",
            show_default=True,
            help="What is rerolled for.",
        ),
        bennies_option("Bennies that may be spent on rerolls."),
    ):
        function = option(function)
    return function


def across_options(*names: str) -> Callable[[F], F]:
    """`--across` and `--event`: curves instead of one answer."""

    def wrap(function: F) -> F:
        for option in (
            click.option(
                "--event",
                "events",
                multiple=True,
                metavar="EVENT",
                help="With --across: an event to draw; may be given many times.",
            ),
            click.option(
                "--across",
                type=click.Choice(names),
                help="Show how the chances change with this, instead of one answer.",
            ),
        ):
            function = option(function)
        return function

    return wrap


def show_across(
    ask: Callable[[Any], Odds | Distribution],
    name: str,
    events: tuple[str, ...],
    given: dict[str, Any],
    question: str,
) -> None:
    """Prints how chances change across a row of points."""
    from sw_data.display.odds import curves_text
    from sw_data.odds import across
    from sw_data.odds.curves import POINTS

    if given.pop("until", None) is not None:
        raise click.UsageError("--until is one answer, and --across is many; give one of them")
    said, points = POINTS[name]
    found = across(ask, points, events=events, name=said, question=f"{question}, by {said}")
    if given["form"] == "text":
        output.write(curves_text(found, exact=given["exact"]) + "\n", given["out"])
    else:
        _write(found, given)


def show(
    value: Odds | Distribution | Waiting, given: dict[str, Any], until: str | None = None
) -> None:
    """Prints odds, or how many turns pass until an event of them."""
    from sw_data.display.odds import text
    from sw_data.odds import Odds
    from sw_data.odds import until as turns_until

    if until is not None and isinstance(value, Odds):
        value = turns_until(value, until)
    if given["form"] == "text":
        output.write(text(value, exact=given["exact"]) + "\n", given["out"])
    else:
        _write(value, given)


def _write(value: Odds | Distribution | Waiting | Curves, given: dict[str, Any]) -> None:
    """Writes odds as JSON or as a picture."""
    form, out = given["form"], given["out"]
    if form == "json":
        output.write_json(value.to_json(), out)
    elif form == "vega":
        output.write_json(value.to_vega(), out)
    elif form == "png":
        if out is None:
            raise click.UsageError("a PNG is no text; say where it goes with --output FILE")
        output.write(value.picture().to_png(), out)
    else:
        output.write(value.to_svg() + "\n", out)


def rules_of(given: dict[str, Any]) -> Ruleset:
    """The ruleset that the options say."""
    from sw_data.api.rules import ruleset_from

    return ruleset_from(given["ruleset"], given["rules"])


def loaded(source: str, actors: tuple[str, ...] = ()) -> Collection:
    """The sheets of one source and of `--actors`."""
    from sw_data.api.load import load

    return load([source, *actors])


def vehicle_named(sheets: Collection, name: str | None) -> Vehicle | None:
    """The vehicle of that name; None on foot."""
    return None if name is None else sheets.vehicles[name]


def someone_named(sheets: Collection, name: str) -> Character | Vehicle:
    """A character, or a vehicle, of that name."""
    if name not in sheets.characters and name in sheets.vehicles:
        return sheets.vehicles[name]
    return sheets.characters[name]


def who_rolls(words: tuple[str, ...], trait: bool) -> tuple[Any, str | None]:
    """A die, or a character of a sheet and the name of its trait."""
    if len(words) == 1:
        return words[0], None
    if len(words) == (3 if trait else 2):
        name = words[2] if trait else None
        return loaded(words[0]).characters[words[1]], name
    wanted = "SOURCE ACTOR TRAIT" if trait else "SOURCE ACTOR"
    raise click.UsageError(
        f"give a die like d8, or {wanted}; SOURCE is the file with the sheet, as party.json"
    )
