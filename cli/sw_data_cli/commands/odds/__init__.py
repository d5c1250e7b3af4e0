"""`sw-data odds`: exact chances of rolls, attacks, soaks and chases."""

from __future__ import annotations

import click

from sw_data_cli.commands.odds import chases, fights, rolls


@click.group("odds")
def command() -> None:
    """Say the exact chances of a roll, damage, an attack, a soak, a chase action.

    A roll is named by its die (d8), or by a sheet: PARTY.json Joe Spirit.
    """


for _question in (
    rolls.one_die,
    rolls.trait,
    rolls.opposed,
    rolls.damage,
    fights.attack,
    fights.fell,
    rolls.soak,
    rolls.recover,
    rolls.incapacitation,
    rolls.bleeding,
    chases.control,
    chases.movement,
    chases.close,
    chases.ram,
    chases.block,
    chases.regain,
    chases.this_way,
    chases.hide,
):
    command.add_command(_question)
