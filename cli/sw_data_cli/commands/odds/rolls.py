"""Rolls, damage and recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from sw_data_cli.commands.odds.shared import (
    across_options,
    aim_options,
    bennies_option,
    loaded,
    rules_of,
    shared,
    show,
    show_across,
    until_option,
    who_rolls,
    wild_option,
)

if TYPE_CHECKING:
    from sw_data.odds import Odds


@click.command("die")
@click.argument("die")
@shared
def one_die(die: str, **given: Any) -> None:
    """What one die comes to, Aces counted.

    sw-data odds die d8
    """
    from dataclasses import replace

    from sw_data.odds import die as odds_of

    found = odds_of(die)
    show(replace(found, bonus=found.bonus + sum(given["modifier"])), given)


@click.command("trait")
@click.argument("roll", metavar="DIE | SOURCE ACTOR TRAIT", nargs=-1, required=True)
@wild_option
@click.option("--tn", type=int, metavar="N", help="The target number; 4 if not given.")
@click.option(
    "--dice", type=click.IntRange(1, 8), default=1, metavar="N", help="So many trait dice at once."
)
@click.option(
    "--rerolls",
    type=click.IntRange(0, 10),
    default=0,
    metavar="N",
    help="Rerolls that an edge gives.",
)
@aim_options
@until_option
@across_options("tn", "die", "modifier")
@shared
def trait(
    roll: tuple[str, ...],
    wild: bool,
    tn: int | None,
    dice: int,
    bennies: int,
    rerolls: int,
    aim: Literal["success", "raise"],
    until: str | None,
    across: str | None,
    events: tuple[str, ...],
    **given: Any,
) -> None:
    """A trait roll, rerolls, several dice at once.

    sw-data odds trait d8 --wild --tn 6 --modifier -2
    """
    from sw_data.odds import trait as odds_of

    die, name = who_rolls(roll, True)
    if across == "die" and name is not None:
        raise click.UsageError("--across die is for a die, not for a sheet")
    rules, modifier = rules_of(given), sum(given["modifier"])

    def ask(die: Any = die, tn: int | None = tn, modifier: int = modifier) -> Odds:
        return odds_of(
            die,
            name,
            wild_card=wild,
            tn=tn,
            modifiers=modifier,
            dice=dice,
            bennies=bennies,
            rerolls=rerolls,
            aim=aim,
            rules=rules,
        )

    if across is None:
        show(ask(), given, until)
        return
    said = f"{roll[1]}'s {roll[2]}" if name else " ".join(roll)
    said = "a trait roll" if across == "die" else said
    show_across(
        lambda at: ask(**{across: at}),
        across,
        events or ("success", "raise"),
        {**given, "until": until},
        said,
    )


@click.command("opposed")
@click.argument(
    "roll",
    metavar="DIE DIE | SOURCE ACTOR TRAIT TARGET [TRAIT]",
    nargs=-1,
    required=True,
)
@wild_option
@until_option
@click.option("--target-wild", is_flag=True, help="The other side is a Wild Card too.")
@click.option(
    "--target-modifier",
    type=int,
    multiple=True,
    metavar="N",
    help="A modifier of the other side; may be given many times.",
)
@shared
def opposed(
    roll: tuple[str, ...],
    wild: bool,
    target_wild: bool,
    target_modifier: tuple[int, ...],
    until: str | None,
    **given: Any,
) -> None:
    """An opposed roll, the one who acts first.

    sw-data odds opposed d8 d6 --wild
    """
    from sw_data.odds import opposed as odds_of

    common: dict[str, Any] = {
        "modifiers": given["modifier"],
        "against_modifiers": target_modifier,
        "rules": rules_of(given),
    }
    if len(roll) == 2:
        found = odds_of(
            roll[0], against=roll[1], wild_card=wild, against_wild_card=target_wild, **common
        )
    elif len(roll) in (4, 5):
        sheets = loaded(roll[0])
        found = odds_of(
            sheets.characters[roll[1]],
            roll[2],
            against=sheets.characters[roll[3]],
            against_name=roll[4] if len(roll) == 5 else None,
            **common,
        )
    else:
        raise click.UsageError("give two dice, or SOURCE ACTOR TRAIT TARGET [TRAIT]")
    show(found, given, until)


@click.command("damage")
@click.argument("expression")
@click.option("--toughness", type=int, metavar="N", help="Toughness, armor included.")
@click.option("--armor", type=int, default=0, metavar="N", help="The armor in it.")
@click.option("--ap", type=int, default=0, metavar="N", help="Armor Piercing.")
@click.option("--strength", metavar="DIE", help="The Strength die that Str stands for.")
@click.option("--shaken", is_flag=True, help="The target is Shaken already.")
@click.option("--hardy", is_flag=True, help="A second Shaken does not wound the target.")
@click.option("--wild", is_flag=True, help="The target is a Wild Card.")
@click.option(
    "--wounds", type=click.IntRange(0, 20), default=0, metavar="N", help="Wounds it holds."
)
@click.option("--vigor", metavar="DIE", help="The Vigor die that it soaks with.")
@bennies_option("Bennies that it spends on soaking, played well.")
@across_options("toughness", "modifier")
@shared
def damage(
    expression: str,
    toughness: int | None,
    armor: int,
    ap: int,
    strength: str | None,
    shaken: bool,
    hardy: bool,
    wild: bool,
    wounds: int,
    vigor: str | None,
    bennies: int,
    across: str | None,
    events: tuple[str, ...],
    **given: Any,
) -> None:
    """Damage, and what it does to a Toughness.

    sw-data odds damage 2d6+1 --toughness 7
    """
    from sw_data.odds import damage as odds_of

    rules, modifier = rules_of(given), sum(given["modifier"])
    if toughness is None and across != "toughness":
        if across is not None:
            raise click.UsageError("--across modifier takes --toughness")
        show(odds_of(expression, strength=strength, modifiers=modifier, rules=rules), given)
        return

    def ask(toughness: int = toughness or 0, modifier: int = modifier) -> Odds:
        return odds_of(
            expression,
            toughness=toughness,
            armor=armor,
            ap=ap,
            shaken=shaken,
            wild_card=wild,
            wounds=wounds,
            hardy=hardy,
            vigor=vigor,
            bennies=bennies,
            strength=strength,
            modifiers=modifier,
            rules=rules,
        )

    if across is None:
        show(ask(), given)
        return
    wanted = events or ("shaken", "wounded", "incapacitated")
    show_across(lambda at: ask(**{across: at}), across, wanted, given, f"{expression} damage")


@click.command("soak")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@click.option(
    "--wounds",
    type=click.IntRange(1, 100),
    required=True,
    metavar="N",
    help="Wounds that the hit deals.",
)
@click.option(
    "--bennies",
    type=click.IntRange(0, 10),
    default=1,
    show_default=True,
    metavar="N",
    help="Bennies that may be spent: one for the roll, each further one for a reroll.",
)
@click.option("--extra", is_flag=True, help="Of a die: an Extra, without a Wild Die.")
@click.option(
    "--can-hold", type=click.IntRange(0, 100), metavar="N", help="How many wounds more can be held."
)
@shared
def soak(
    roll: tuple[str, ...],
    wounds: int,
    bennies: int,
    extra: bool,
    can_hold: int | None,
    **given: Any,
) -> None:
    """Soaking the wounds of one hit.

    sw-data odds soak d8 --wounds 2 --bennies 2
    """
    from sw_data.odds import soak as odds_of

    found = odds_of(
        who_rolls(roll, False)[0],
        wounds=wounds,
        bennies=bennies,
        can_hold=can_hold,
        wild_card=not extra,
        modifiers=given["modifier"],
        rules=rules_of(given),
    )
    show(found, given)


@click.command("recover")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@wild_option
@bennies_option("Bennies that may be spent: one removes Shaken for sure.")
@click.option(
    "--reroll",
    type=click.Choice(("success", "raise")),
    help="Spend the bennies on rerolls for this instead.",
)
@until_option
@shared
def recover(
    roll: tuple[str, ...],
    wild: bool,
    bennies: int,
    reroll: Literal["success", "raise"] | None,
    until: str | None,
    **given: Any,
) -> None:
    """Shaking it off.

    sw-data odds recover d6 --wild
    """
    from sw_data.odds import recover as odds_of

    found = odds_of(
        who_rolls(roll, False)[0],
        wild_card=wild,
        modifiers=given["modifier"],
        bennies=bennies,
        reroll=reroll,
        rules=rules_of(given),
    )
    show(found, given, until)


@click.command("incapacitation")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@bennies_option("Bennies that may be spent on rerolls.")
@shared
def incapacitation(roll: tuple[str, ...], bennies: int, **given: Any) -> None:
    """Incapacitated: the Vigor roll, and the bleeding.

    sw-data odds incapacitation d6 --modifier -3
    """
    from sw_data.odds import incapacitation as odds_of

    who = who_rolls(roll, False)[0]
    show(odds_of(who, modifiers=given["modifier"], bennies=bennies, rules=rules_of(given)), given)


@click.command("bleeding")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@bennies_option("Bennies that may be spent on rerolls.")
@shared
def bleeding(roll: tuple[str, ...], bennies: int, **given: Any) -> None:
    """Bleeding Out, to its end.

    sw-data odds bleeding d6 --modifier -3
    """
    from sw_data.odds import bleeding as odds_of

    who = who_rolls(roll, False)[0]
    show(odds_of(who, modifiers=given["modifier"], bennies=bennies, rules=rules_of(given)), given)
