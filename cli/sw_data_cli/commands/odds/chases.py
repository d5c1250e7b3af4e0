"""The actions of a chase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from sw_data_cli import options
from sw_data_cli.commands.odds.shared import (
    ACTORS,
    OTHER_VEHICLE,
    SKILL,
    VEHICLE,
    F,
    aim_options,
    bennies_option,
    loaded,
    rules_of,
    shared,
    show,
    until_option,
    vehicle_named,
)

if TYPE_CHECKING:
    from sw_data.api.collection import Collection


@click.command("control")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@VEHICLE
@SKILL
@bennies_option("Bennies spent on soaking the crash, played well.")
@ACTORS
@until_option
@shared
def control(
    source: str,
    driver: str,
    vehicle: str | None,
    skill: str,
    bennies: int,
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """A Control Check to its end.

    sw-data odds control party.json Joe --vehicle Jeep
    """
    from sw_data.odds import control_check

    sheets = loaded(source, actors)
    found = control_check(
        sheets.characters[driver],
        vehicle_named(sheets, vehicle),
        skill=skill,
        modifiers=given["modifier"],
        bennies=bennies,
        rules=rules_of(given),
    )
    show(found, given, until)


@click.command("movement")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@VEHICLE
@SKILL
@click.option("--push", is_flag=True, help="Push it: a bonus, and a Control Check after it.")
@click.option("--helped", is_flag=True, help="An ally has called This Way!")
@click.option("--zones", type=click.IntRange(0, 2), metavar="N", help="Zones wanted at most.")
@ACTORS
@until_option
@shared
def movement(
    source: str,
    driver: str,
    vehicle: str | None,
    skill: str,
    push: bool,
    helped: bool,
    zones: int | None,
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """Zone Movement, pushed or not.

    sw-data odds movement party.json Joe --vehicle Jeep --push
    """
    from sw_data.odds import movement as odds_of

    sheets = loaded(source, actors)
    found = odds_of(
        sheets.characters[driver],
        vehicle_named(sheets, vehicle),
        skill=skill,
        push=push,
        zones=zones,
        helped=helped,
        modifiers=given["modifier"],
        rules=rules_of(given),
    )
    show(found, given, until)


@click.command("close")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@VEHICLE
@SKILL
@aim_options
@ACTORS
@until_option
@shared
def close(
    source: str,
    driver: str,
    vehicle: str | None,
    skill: str,
    bennies: int,
    aim: Literal["success", "raise"],
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """Getting Close to another in the same zone.

    sw-data odds close party.json Joe --vehicle Jeep
    """
    from sw_data.odds import get_close

    sheets = loaded(source, actors)
    found = get_close(
        sheets.characters[driver],
        vehicle_named(sheets, vehicle),
        skill=skill,
        modifiers=given["modifier"],
        bennies=bennies,
        aim=aim,
        rules=rules_of(given),
    )
    show(found, given, until)


@click.command("regain")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@click.option("--vehicle", metavar="NAME", required=True, help="The vehicle.")
@SKILL
@aim_options
@ACTORS
@until_option
@shared
def regain(
    source: str,
    driver: str,
    vehicle: str,
    skill: str,
    bennies: int,
    aim: Literal["success", "raise"],
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """Regaining control of a vehicle.

    sw-data odds regain party.json Joe --vehicle Jeep --until "regains control"
    """
    from sw_data.odds import regain_control

    sheets = loaded(source, actors)
    found = regain_control(
        sheets.characters[driver],
        sheets.vehicles[vehicle],
        skill=skill,
        modifiers=given["modifier"],
        bennies=bennies,
        aim=aim,
        rules=rules_of(given),
    )
    show(found, given, until)


@click.command("this-way")
@click.argument("source", type=options.INPUT)
@click.argument("helper")
@aim_options
@ACTORS
@until_option
@shared
def this_way(
    source: str,
    helper: str,
    bennies: int,
    aim: Literal["success", "raise"],
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """This Way!, which helps the allies one zone behind.

    sw-data odds this-way party.json Joe
    """
    from sw_data.odds import this_way as odds_of

    found = odds_of(
        loaded(source, actors).characters[helper],
        modifiers=given["modifier"],
        bennies=bennies,
        aim=aim,
        rules=rules_of(given),
    )
    show(found, given, until)


def contest_arguments(function: F) -> F:
    """The arguments of a ram and of a block."""
    for option in (
        ACTORS,
        click.option(
            "--other-modifier",
            type=int,
            multiple=True,
            metavar="N",
            help="A modifier of the other; may be given many times.",
        ),
        SKILL,
        OTHER_VEHICLE,
        VEHICLE,
        click.argument("other"),
        click.argument("driver"),
        click.argument("source", type=options.INPUT),
    ):
        function = option(function)
    return function


def contest(
    source: str,
    actors: tuple[str, ...],
    other: str,
    other_vehicle: str | None,
    other_modifier: tuple[int, ...],
    skill: str,
    given: dict[str, Any],
) -> tuple[Collection, dict[str, Any]]:
    """The sheets of a ram or block, and what both ask of the odds."""
    sheets = loaded(source, actors)
    return sheets, {
        "other": sheets.characters[other],
        "other_vehicle": vehicle_named(sheets, other_vehicle),
        "skill": skill,
        "modifiers": given["modifier"],
        "other_modifiers": other_modifier,
        "rules": rules_of(given),
    }


@click.command("ram")
@contest_arguments
@until_option
@shared
def ram(
    source: str,
    driver: str,
    other: str,
    vehicle: str | None,
    other_vehicle: str | None,
    skill: str,
    other_modifier: tuple[int, ...],
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """A ram, or on foot a push.

    sw-data odds ram party.json Joe Goon --vehicle Jeep --other-vehicle Van
    """
    from sw_data.odds import ram as odds_of

    sheets, more = contest(source, actors, other, other_vehicle, other_modifier, skill, given)
    show(odds_of(sheets.characters[driver], vehicle_named(sheets, vehicle), **more), given, until)


@click.command("block")
@contest_arguments
@click.option(
    "--blocks-before",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="Blocks of this round before this one.",
)
@until_option
@shared
def block(
    source: str,
    driver: str,
    other: str,
    vehicle: str | None,
    other_vehicle: str | None,
    skill: str,
    other_modifier: tuple[int, ...],
    actors: tuple[str, ...],
    blocks_before: int,
    until: str | None,
    **given: Any,
) -> None:
    """A block from hold.

    sw-data odds block party.json Joe Goon --vehicle Jeep --other-vehicle Van
    """
    from sw_data.odds import block as odds_of

    sheets, more = contest(source, actors, other, other_vehicle, other_modifier, skill, given)
    ride = vehicle_named(sheets, vehicle)
    found = odds_of(sheets.characters[driver], ride, blocks_before=blocks_before, **more)
    show(found, given, until)


@click.command("hide")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@click.argument("pursuers", nargs=-1, required=True)
@click.option(
    "--zones", type=int, required=True, metavar="N", help="Zones to the closest of the pursuers."
)
@ACTORS
@until_option
@shared
def hide(
    source: str,
    driver: str,
    pursuers: tuple[str, ...],
    zones: int,
    actors: tuple[str, ...],
    until: str | None,
    **given: Any,
) -> None:
    """Hiding from the pursuers of a chase.

    sw-data odds hide party.json Joe Goon --zones 4
    """
    from sw_data.odds import hide as odds_of

    sheets = loaded(source, actors)
    found = odds_of(
        sheets.characters[driver],
        pursuers=[sheets.characters[each] for each in pursuers],
        closest=zones,
        modifiers=given["modifier"],
        rules=rules_of(given),
    )
    show(found, given, until)
