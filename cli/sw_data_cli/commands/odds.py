"""`sw-data odds`: exact chances of rolls, attacks, soaks and chases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.collection import Collection
    from sw_data.models import Character, Vehicle
    from sw_data.odds import Distribution, Odds, Waiting
    from sw_data.rules.ruleset import Ruleset

F = TypeVar("F", bound=Callable[..., Any])


@click.group("odds")
def command() -> None:
    """Say the exact chances of a roll, damage, an attack, a soak, a chase action.

    A roll is named by its die (d8), or by a sheet: PARTY.json Joe Spirit.
    """


def _shared(function: F) -> F:
    """The options of every question: the rules, and how to print the answer."""
    for option in (
        options.out_option(),
        click.option("--exact", is_flag=True, help="Print fractions beside the percentages."),
        options.format_option("text", "json", "svg"),
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


def _wild(function: F) -> F:
    return click.option(
        "--wild", is_flag=True, help="A Wild Card: roll a Wild Die beside the trait die."
    )(function)


def _until(function: F) -> F:
    return click.option(
        "--until",
        metavar="EVENT",
        help="Say how many turns pass until EVENT (hit, raise, incapacitated …), tried every turn.",
    )(function)


def _bennies(text: str) -> Callable[[F], F]:
    return click.option("--bennies", type=click.IntRange(0, 10), default=0, metavar="N", help=text)


_ACTORS = click.option(
    "--actors",
    multiple=True,
    metavar="PATH",
    type=options.INPUT,
    help="More sheets beside SOURCE; may be given many times.",
)
_SKILL = click.option(
    "--skill", default="Driving", show_default=True, metavar="NAME", help="The chase's skill."
)
_VEHICLE = click.option("--vehicle", metavar="NAME", help="The vehicle; without one, on foot.")
_OTHER_VEHICLE = click.option(
    "--other-vehicle", metavar="NAME", help="The other's vehicle; without one, on foot."
)
_RANGE = click.option(
    "--range",
    "bracket",
    type=click.Choice(("short", "medium", "long")),
    help="The range of a ranged attack; short if not given.",
)
_ATTACKS = click.option(
    "--attacks",
    type=click.IntRange(1, 8),
    metavar="N",
    help="How many trait dice are rolled; by default the weapon's Rate of Fire.",
)
_DAMAGE_MODIFIER = click.option(
    "--damage-modifier",
    type=int,
    multiple=True,
    metavar="N",
    help="A modifier of every damage roll; may be given many times.",
)


def _show(
    value: Odds | Distribution | Waiting, given: dict[str, Any], until: str | None = None
) -> None:
    """Prints odds, or how many turns pass until an event of them."""
    from sw_data.display.odds import text
    from sw_data.odds import Odds
    from sw_data.odds import until as turns_until

    if until is not None and isinstance(value, Odds):
        value = turns_until(value, until)
    form, out = given["form"], given["out"]
    if form == "json":
        output.write_json(value.to_json(), out)
    elif form == "svg":
        output.write(value.to_svg() + "\n", out)
    else:
        output.write(text(value, exact=given["exact"]) + "\n", out)


def _rules(given: dict[str, Any]) -> Ruleset:
    from sw_data.api.rules import ruleset_from

    return ruleset_from(given["ruleset"], given["rules"])


def _loaded(source: str, actors: tuple[str, ...] = ()) -> Collection:
    from sw_data.api.load import load

    return load([source, *actors])


def _vehicle(sheets: Collection, name: str | None) -> Vehicle | None:
    return None if name is None else sheets.vehicles[name]


def _someone(sheets: Collection, name: str) -> Character | Vehicle:
    """A character, or a vehicle, of that name."""
    if name not in sheets.characters and name in sheets.vehicles:
        return sheets.vehicles[name]
    return sheets.characters[name]


def _who(words: tuple[str, ...], trait: bool) -> tuple[Any, str | None]:
    """A die, or a character of a sheet and the name of its trait."""
    if len(words) == 1:
        return words[0], None
    if len(words) == (3 if trait else 2):
        name = words[2] if trait else None
        return _loaded(words[0]).characters[words[1]], name
    wanted = "SOURCE ACTOR TRAIT" if trait else "SOURCE ACTOR"
    raise click.UsageError(f"give a die like d8, or {wanted}")


@command.command("die")
@click.argument("die")
@_shared
def one_die(die: str, **given: Any) -> None:
    """What one die comes to, Aces counted: sw-data odds die d8."""
    from dataclasses import replace

    from sw_data.odds import die as odds_of

    found = odds_of(die)
    _show(replace(found, bonus=found.bonus + sum(given["modifier"])), given)


@command.command("trait")
@click.argument("roll", metavar="DIE | SOURCE ACTOR TRAIT", nargs=-1, required=True)
@_wild
@click.option("--tn", type=int, metavar="N", help="The target number; 4 if not given.")
@click.option(
    "--dice", type=click.IntRange(1, 8), default=1, metavar="N", help="So many trait dice at once."
)
@_bennies("Bennies that may be spent on rerolls.")
@click.option(
    "--rerolls",
    type=click.IntRange(0, 10),
    default=0,
    metavar="N",
    help="Rerolls that an edge gives.",
)
@click.option(
    "--aim",
    type=click.Choice(("success", "raise")),
    default="success",
    show_default=True,
    help="What is rerolled for.",
)
@_until
@_shared
def trait(
    roll: tuple[str, ...],
    wild: bool,
    tn: int | None,
    dice: int,
    bennies: int,
    rerolls: int,
    aim: Literal["success", "raise"],
    until: str | None,
    **given: Any,
) -> None:
    """A trait roll: sw-data odds trait d8 --wild --tn 6 --modifier -2."""
    from sw_data.odds import trait as odds_of

    die, name = _who(roll, True)
    found = odds_of(
        die,
        name,
        wild_card=wild,
        tn=tn,
        modifiers=given["modifier"],
        dice=dice,
        bennies=bennies,
        rerolls=rerolls,
        aim=aim,
        rules=_rules(given),
    )
    _show(found, given, until)


@command.command("opposed")
@click.argument(
    "roll",
    metavar="DIE DIE | SOURCE ACTOR TRAIT TARGET [TRAIT]",
    nargs=-1,
    required=True,
)
@_wild
@click.option("--target-wild", is_flag=True, help="The other side is a Wild Card too.")
@click.option(
    "--target-modifier",
    type=int,
    multiple=True,
    metavar="N",
    help="A modifier of the other side; may be given many times.",
)
@_shared
def opposed(
    roll: tuple[str, ...],
    wild: bool,
    target_wild: bool,
    target_modifier: tuple[int, ...],
    **given: Any,
) -> None:
    """An opposed roll, the one who acts first: sw-data odds opposed d8 d6 --wild."""
    from sw_data.odds import opposed as odds_of

    common: dict[str, Any] = {
        "modifiers": given["modifier"],
        "against_modifiers": target_modifier,
        "rules": _rules(given),
    }
    if len(roll) == 2:
        found = odds_of(
            roll[0], against=roll[1], wild_card=wild, against_wild_card=target_wild, **common
        )
    elif len(roll) in (4, 5):
        sheets = _loaded(roll[0])
        found = odds_of(
            sheets.characters[roll[1]],
            roll[2],
            against=sheets.characters[roll[3]],
            against_name=roll[4] if len(roll) == 5 else None,
            **common,
        )
    else:
        raise click.UsageError("give two dice, or SOURCE ACTOR TRAIT TARGET [TRAIT]")
    _show(found, given)


@command.command("damage")
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
@_bennies("Bennies that it spends on soaking, played well.")
@_shared
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
    **given: Any,
) -> None:
    """Damage, and what it does: sw-data odds damage 2d6+1 --toughness 7."""
    from sw_data.odds import damage as odds_of

    rules, modifiers = _rules(given), given["modifier"]
    if toughness is None:
        _show(odds_of(expression, strength=strength, modifiers=modifiers, rules=rules), given)
        return
    found = odds_of(
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
        modifiers=modifiers,
        rules=rules,
    )
    _show(found, given)


@command.command("attack")
@click.argument("source", type=options.INPUT)
@click.argument("attacker")
@click.argument("weapon")
@click.argument("target")
@_ACTORS
@_RANGE
@click.option(
    "--distance", type=float, metavar="N", help="The distance in squares, instead of --range."
)
@click.option("--skill", metavar="NAME", help="The skill, if not the weapon's own.")
@_ATTACKS
@_DAMAGE_MODIFIER
@_bennies("Bennies that the target spends on soaking, played well.")
@click.option("--mounted-on", metavar="VEHICLE", help="The vehicle that the weapon is mounted on.")
@click.option(
    "--actions-this-turn",
    type=click.IntRange(1, 20),
    default=1,
    metavar="N",
    help="Actions of the turn, for the multi-action penalty.",
)
@_until
@_shared
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
    **given: Any,
) -> None:
    """An attack: sw-data odds attack party.json Joe Hammer Goblin."""
    from sw_data.odds import attack as odds_of

    sheets = _loaded(source, actors)
    found = odds_of(
        sheets.characters[attacker],
        weapon,
        target=_someone(sheets, target),
        range=bracket,
        distance=distance,
        skill=skill,
        attacks=attacks,
        modifiers=given["modifier"],
        damage_modifiers=damage_modifier,
        actions_this_turn=actions_this_turn,
        bennies=bennies,
        mounted_on=_vehicle(sheets, mounted_on),
        rules=_rules(given),
    )
    _show(found, given, until)


@command.command("fell")
@click.argument("source", type=options.INPUT)
@click.argument("attacker")
@click.argument("weapon")
@click.argument("target")
@_ACTORS
@_RANGE
@_ATTACKS
@_DAMAGE_MODIFIER
@click.option(
    "--recovers", is_flag=True, help="A Shaken target rolls to shake it off between attacks."
)
@_shared
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
    """How many turns until an attacker fells a target, wounds adding up."""
    from sw_data.odds import turns_to_fell

    sheets = _loaded(source, actors)
    found = turns_to_fell(
        sheets.characters[attacker],
        weapon,
        target=_someone(sheets, target),
        recovers=recovers,
        range=bracket,
        attacks=attacks,
        modifiers=given["modifier"],
        damage_modifiers=damage_modifier,
        rules=_rules(given),
    )
    _show(found, given)


@command.command("soak")
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
@_shared
def soak(
    roll: tuple[str, ...],
    wounds: int,
    bennies: int,
    extra: bool,
    can_hold: int | None,
    **given: Any,
) -> None:
    """Soaking the wounds of one hit: sw-data odds soak d8 --wounds 2 --bennies 2."""
    from sw_data.odds import soak as odds_of

    found = odds_of(
        _who(roll, False)[0],
        wounds=wounds,
        bennies=bennies,
        can_hold=can_hold,
        wild_card=not extra,
        modifiers=given["modifier"],
        rules=_rules(given),
    )
    _show(found, given)


@command.command("recover")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@_wild
@_bennies("Bennies that may be spent: one removes Shaken for sure.")
@click.option(
    "--reroll",
    type=click.Choice(("success", "raise")),
    help="Spend the bennies on rerolls for this instead.",
)
@_until
@_shared
def recover(
    roll: tuple[str, ...],
    wild: bool,
    bennies: int,
    reroll: Literal["success", "raise"] | None,
    until: str | None,
    **given: Any,
) -> None:
    """Shaking it off: sw-data odds recover d6 --wild."""
    from sw_data.odds import recover as odds_of

    found = odds_of(
        _who(roll, False)[0],
        wild_card=wild,
        modifiers=given["modifier"],
        bennies=bennies,
        reroll=reroll,
        rules=_rules(given),
    )
    _show(found, given, until)


@command.command("incapacitation")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@_bennies("Bennies that may be spent on rerolls.")
@_shared
def incapacitation(roll: tuple[str, ...], bennies: int, **given: Any) -> None:
    """The Vigor roll of an Incapacitated Wild Card and what follows, to the end of the bleeding."""
    from sw_data.odds import incapacitation as odds_of

    who = _who(roll, False)[0]
    _show(odds_of(who, modifiers=given["modifier"], bennies=bennies, rules=_rules(given)), given)


@command.command("bleeding")
@click.argument("roll", metavar="DIE | SOURCE ACTOR", nargs=-1, required=True)
@_bennies("Bennies that may be spent on rerolls.")
@_shared
def bleeding(roll: tuple[str, ...], bennies: int, **given: Any) -> None:
    """Bleeding Out, to the end: sw-data odds bleeding d6 --modifier -3."""
    from sw_data.odds import bleeding as odds_of

    who = _who(roll, False)[0]
    _show(odds_of(who, modifiers=given["modifier"], bennies=bennies, rules=_rules(given)), given)


@command.command("control")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@_VEHICLE
@_SKILL
@_bennies("Bennies spent on soaking the crash, played well.")
@_ACTORS
@_shared
def control(
    source: str,
    driver: str,
    vehicle: str | None,
    skill: str,
    bennies: int,
    actors: tuple[str, ...],
    **given: Any,
) -> None:
    """A Control Check to its end: sw-data odds control party.json Joe --vehicle Jeep."""
    from sw_data.odds import control_check

    sheets = _loaded(source, actors)
    found = control_check(
        sheets.characters[driver],
        _vehicle(sheets, vehicle),
        skill=skill,
        modifiers=given["modifier"],
        bennies=bennies,
        rules=_rules(given),
    )
    _show(found, given)


@command.command("movement")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@_VEHICLE
@_SKILL
@click.option("--push", is_flag=True, help="Push it: a bonus, and a Control Check after it.")
@click.option("--helped", is_flag=True, help="An ally has called This Way!")
@click.option("--zones", type=click.IntRange(0, 2), metavar="N", help="Zones wanted at most.")
@_ACTORS
@_shared
def movement(
    source: str,
    driver: str,
    vehicle: str | None,
    skill: str,
    push: bool,
    helped: bool,
    zones: int | None,
    actors: tuple[str, ...],
    **given: Any,
) -> None:
    """Zone Movement: sw-data odds movement party.json Joe --vehicle Jeep --push."""
    from sw_data.odds import movement as odds_of

    sheets = _loaded(source, actors)
    found = odds_of(
        sheets.characters[driver],
        _vehicle(sheets, vehicle),
        skill=skill,
        push=push,
        zones=zones,
        helped=helped,
        modifiers=given["modifier"],
        rules=_rules(given),
    )
    _show(found, given)


def _against(function: F) -> F:
    """The arguments of a ram and of a block."""
    for option in (
        _ACTORS,
        click.option(
            "--other-modifier",
            type=int,
            multiple=True,
            metavar="N",
            help="A modifier of the other; may be given many times.",
        ),
        _SKILL,
        _OTHER_VEHICLE,
        _VEHICLE,
        click.argument("other"),
        click.argument("driver"),
        click.argument("source", type=options.INPUT),
    ):
        function = option(function)
    return function


def _contest(
    source: str,
    actors: tuple[str, ...],
    other: str,
    other_vehicle: str | None,
    other_modifier: tuple[int, ...],
    skill: str,
    given: dict[str, Any],
) -> tuple[Collection, dict[str, Any]]:
    sheets = _loaded(source, actors)
    return sheets, {
        "other": sheets.characters[other],
        "other_vehicle": _vehicle(sheets, other_vehicle),
        "skill": skill,
        "modifiers": given["modifier"],
        "other_modifiers": other_modifier,
        "rules": _rules(given),
    }


@command.command("ram")
@_against
@_shared
def ram(
    source: str,
    driver: str,
    other: str,
    vehicle: str | None,
    other_vehicle: str | None,
    skill: str,
    other_modifier: tuple[int, ...],
    actors: tuple[str, ...],
    **given: Any,
) -> None:
    """A ram, or on foot a push: sw-data odds ram party.json Joe Goon --vehicle Jeep --other-vehicle Van."""
    from sw_data.odds import ram as odds_of

    sheets, more = _contest(source, actors, other, other_vehicle, other_modifier, skill, given)
    _show(odds_of(sheets.characters[driver], _vehicle(sheets, vehicle), **more), given)


@command.command("block")
@_against
@click.option(
    "--blocks-before",
    type=click.IntRange(0, 100),
    default=0,
    metavar="N",
    help="Blocks of this round before this one.",
)
@_shared
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
    **given: Any,
) -> None:
    """A block from hold: sw-data odds block party.json Joe Goon --vehicle Jeep --other-vehicle Van."""
    from sw_data.odds import block as odds_of

    sheets, more = _contest(source, actors, other, other_vehicle, other_modifier, skill, given)
    ride = _vehicle(sheets, vehicle)
    _show(odds_of(sheets.characters[driver], ride, blocks_before=blocks_before, **more), given)


@command.command("hide")
@click.argument("source", type=options.INPUT)
@click.argument("driver")
@click.argument("pursuers", nargs=-1, required=True)
@click.option(
    "--zones", type=int, required=True, metavar="N", help="Zones to the closest of the pursuers."
)
@_ACTORS
@_shared
def hide(
    source: str,
    driver: str,
    pursuers: tuple[str, ...],
    zones: int,
    actors: tuple[str, ...],
    **given: Any,
) -> None:
    """Hiding from the pursuers of a chase: sw-data odds hide party.json Joe Goon --zones 4."""
    from sw_data.odds import hide as odds_of

    sheets = _loaded(source, actors)
    found = odds_of(
        sheets.characters[driver],
        pursuers=[sheets.characters[each] for each in pursuers],
        closest=zones,
        modifiers=given["modifier"],
        rules=_rules(given),
    )
    _show(found, given)
