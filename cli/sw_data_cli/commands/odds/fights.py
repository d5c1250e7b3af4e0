"""Attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from sw_data_cli import options
from sw_data_cli.commands.odds.shared import (
    ACTORS,
    ATTACKS,
    DAMAGE_MODIFIER,
    RANGE,
    across_options,
    bennies_option,
    loaded,
    rules_of,
    shared,
    show,
    show_across,
    someone_named,
    until_option,
    vehicle_named,
)

if TYPE_CHECKING:
    from sw_data.odds import Odds


@click.command("attack")
@click.argument("source", type=options.INPUT)
@click.argument("attacker")
@click.argument("weapon")
@click.argument("target")
@ACTORS
@RANGE
@click.option(
    "--distance", type=float, metavar="N", help="The distance in squares, instead of --range."
)
@click.option("--skill", metavar="NAME", help="The skill, if not the weapon's own.")
@ATTACKS
@DAMAGE_MODIFIER
@bennies_option("Bennies that the target spends on soaking, played well.")
@click.option("--mounted-on", metavar="VEHICLE", help="The vehicle that the weapon is mounted on.")
@click.option(
    "--actions-this-turn",
    type=click.IntRange(1, 20),
    default=1,
    metavar="N",
    help="Actions of the turn, for the multi-action penalty.",
)
@until_option
@across_options("modifier")
@shared
def attack(
    source: str,
    attacker: str,
    weapon: str,
    target: str,
    actors: tuple[str, ...],
    bracket: Literal["short", "medium", "long"] | None,
    distance: float | None,
    skill: str | None,
    attacks: int | None,
    damage_modifier: tuple[int, ...],
    bennies: int,
    mounted_on: str | None,
    actions_this_turn: int,
    until: str | None,
    across: str | None,
    events: tuple[str, ...],
    **given: Any,
) -> None:
    """An attack, and with bennies the soak.

    sw-data odds attack party.json Joe "Hammer on a stick" Goblin --bennies 1
    """
    from sw_data.odds import attack as odds_of

    sheets = loaded(source, actors)
    rules = rules_of(given)

    def ask(modifier: int) -> Odds:
        return odds_of(
            sheets.characters[attacker],
            weapon,
            target=someone_named(sheets, target),
            range=bracket,
            distance=distance,
            skill=skill,
            attacks=attacks,
            modifiers=modifier,
            damage_modifiers=damage_modifier,
            actions_this_turn=actions_this_turn,
            bennies=bennies,
            mounted_on=vehicle_named(sheets, mounted_on),
            rules=rules,
        )

    if across is None:
        show(ask(sum(given["modifier"])), given, until)
        return
    said = f"{attacker} attacks {target} with {weapon}"
    wanted = events or ("hit", "raise", "wounded")
    show_across(ask, across, wanted, {**given, "until": until}, said)


@click.command("fell")
@click.argument("source", type=options.INPUT)
@click.argument("attacker")
@click.argument("weapon")
@click.argument("target")
@ACTORS
@RANGE
@ATTACKS
@DAMAGE_MODIFIER
@click.option(
    "--recovers", is_flag=True, help="A Shaken target rolls to shake it off between attacks."
)
@shared
def fell(
    source: str,
    attacker: str,
    weapon: str,
    target: str,
    actors: tuple[str, ...],
    bracket: Literal["short", "medium", "long"] | None,
    attacks: int | None,
    damage_modifier: tuple[int, ...],
    recovers: bool,
    **given: Any,
) -> None:
    """How many turns until a target falls.

    Wounds and Shaken add up from turn to turn: sw-data odds fell party.json Joe Hammer Ogre --recovers
    """
    from sw_data.odds import turns_to_fell

    sheets = loaded(source, actors)
    found = turns_to_fell(
        sheets.characters[attacker],
        weapon,
        target=someone_named(sheets, target),
        recovers=recovers,
        range=bracket,
        attacks=attacks,
        modifiers=given["modifier"],
        damage_modifiers=damage_modifier,
        rules=rules_of(given),
    )
    show(found, given)
