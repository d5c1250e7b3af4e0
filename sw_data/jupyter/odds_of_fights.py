"""`%sw odds` of rolls, damage, attacks and recovery."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sw_data import odds
from sw_data.errors import ImpossibleError
from sw_data.jupyter.asked import (
    Asked,
    add_across,
    add_aim,
    add_bennies,
    add_number,
    add_wild,
    curves,
)
from sw_data.jupyter.words import Stop, Words


def die_words(parser: Words) -> None:
    """What a line of `%sw odds die` can say."""
    parser.add_argument("die")


def die(asked: Asked) -> Any:
    """What one die comes to."""
    found = odds.die(asked.given.die)
    return replace(found, bonus=found.bonus + sum(asked.given.modifier))


def trait_words(parser: Words) -> None:
    """What a line of `%sw odds trait` can say."""
    parser.add_argument("who", help="a die, or an actor")
    parser.add_argument("trait", nargs="?", help="the actor's attribute or skill")
    add_wild(parser)
    add_number(parser, "--tn")
    add_number(parser, "--dice", default=1, text="so many trait dice at once")
    add_number(parser, "--rerolls", default=0, text="rerolls that an edge gives")
    add_aim(parser)
    add_across(parser, "tn", "die", "modifier")


def trait(asked: Asked) -> Any:
    """A trait roll."""
    given = asked.given
    who = asked.character(given.who) if given.trait is not None else given.who
    if given.across == "die" and given.trait is not None:
        raise ImpossibleError("--across die is for a die, not for an actor")

    def ask(
        die: Any = who, tn: int | None = given.tn, modifier: int = sum(given.modifier)
    ) -> odds.Odds:
        return odds.trait(
            die,
            given.trait,
            wild_card=given.wild,
            tn=tn,
            modifiers=modifier,
            dice=given.dice,
            bennies=given.bennies,
            rerolls=given.rerolls,
            aim=given.aim,
            rules=asked.rules,
        )

    said = " ".join(filter(None, (given.who, given.trait)))
    return curves(asked, ask, ("success", "raise"), said) if given.across else ask()


def opposed_words(parser: Words) -> None:
    """What a line of `%sw odds opposed` can say."""
    parser.add_argument("roll", nargs="+", help="two dice, or ACTOR TRAIT TARGET [TRAIT]")
    add_wild(parser)
    parser.add_argument("--target-wild", action="store_true", help="the other is a Wild Card")
    parser.add_argument("--target-modifier", type=int, action="append", default=[], metavar="N")


def opposed(asked: Asked) -> Any:
    """An opposed roll."""
    given, roll = asked.given, asked.given.roll
    more: dict[str, Any] = {**asked.common, "against_modifiers": sum(given.target_modifier)}
    if len(roll) == 2:
        wild, against = given.wild, given.target_wild
        return odds.opposed(
            roll[0], against=roll[1], wild_card=wild, against_wild_card=against, **more
        )
    if len(roll) not in (3, 4):
        raise Stop("give two dice, or ACTOR TRAIT TARGET [TRAIT]")
    return odds.opposed(
        asked.character(roll[0]),
        roll[1],
        against=asked.character(roll[2]),
        against_name=roll[3] if len(roll) == 4 else None,
        **more,
    )


def damage_words(parser: Words) -> None:
    """What a line of `%sw odds damage` can say."""
    parser.add_argument("expression")
    parser.add_argument("target", nargs="?", help="an actor")
    add_number(parser, "--toughness", text="instead of a target")
    add_number(parser, "--armor", "--ap", "--wounds", default=0)
    parser.add_argument("--strength", metavar="DIE", help="what Str stands for")
    parser.add_argument("--wild", action="store_true", help="the target is a Wild Card")
    parser.add_argument("--shaken", action="store_true", help="the target is Shaken")
    parser.add_argument("--hardy", action="store_true", help="a second Shaken does not wound it")
    parser.add_argument("--vigor", metavar="DIE", help="the die that it soaks with")
    add_bennies(parser)
    add_across(parser, "toughness", "modifier")


def damage(asked: Asked) -> Any:
    """Damage, and what it does."""
    given = asked.given
    common: dict[str, Any] = {"strength": given.strength, "rules": asked.rules}
    modifier = sum(given.modifier)
    events, said = ("shaken", "wounded", "incapacitated"), f"{given.expression} damage"
    if given.target is not None:
        target = asked.actor(given.target)
        if given.across == "toughness":
            raise ImpossibleError("--across toughness goes without a target")

        def at_target(modifier: int = modifier) -> odds.Odds:
            return odds.damage(
                given.expression,
                target=target,
                ap=given.ap,
                bennies=given.bennies,
                modifiers=modifier,
                **common,
            )

        return curves(asked, at_target, events, said) if given.across else at_target()
    if given.toughness is None and given.across != "toughness":
        return odds.damage(
            given.expression, modifiers=modifier, strength=given.strength, rules=asked.rules
        )

    def ask(toughness: int = given.toughness or 0, modifier: int = modifier) -> odds.Odds:
        return odds.damage(
            given.expression,
            toughness=toughness,
            armor=given.armor,
            ap=given.ap,
            shaken=given.shaken,
            wild_card=given.wild,
            wounds=given.wounds,
            hardy=given.hardy,
            vigor=given.vigor,
            bennies=given.bennies,
            modifiers=modifier,
            **common,
        )

    return curves(asked, ask, events, said) if given.across else ask()


def fight_words(parser: Words) -> None:
    """What a question about an attack can say."""
    parser.add_argument("attacker")
    parser.add_argument("weapon")
    parser.add_argument("target")
    parser.add_argument("--range", choices=("short", "medium", "long"))
    add_number(parser, "--attacks", text="how many trait dice")
    parser.add_argument("--damage-modifier", type=int, action="append", default=[], metavar="N")


def attack_words(parser: Words) -> None:
    """What a line of `%sw odds attack` can say."""
    fight_words(parser)
    parser.add_argument("--distance", type=float, metavar="SQUARES")
    parser.add_argument("--skill", metavar="NAME")
    parser.add_argument("--mounted-on", metavar="VEHICLE")
    add_number(parser, "--actions-this-turn", default=1)
    add_bennies(parser)
    add_across(parser, "modifier")


def attack(asked: Asked) -> Any:
    """An attack, and with bennies the soak."""
    given = asked.given
    attacker, target = asked.character(given.attacker), asked.actor(given.target)
    mounted_on = asked.vehicle(given.mounted_on)

    def ask(modifier: int = sum(given.modifier)) -> odds.Odds:
        return odds.attack(
            attacker,
            given.weapon,
            target=target,
            range=given.range,
            distance=given.distance,
            skill=given.skill,
            attacks=given.attacks,
            modifiers=modifier,
            damage_modifiers=given.damage_modifier,
            actions_this_turn=given.actions_this_turn,
            bennies=given.bennies,
            mounted_on=mounted_on,
            rules=asked.rules,
        )

    said = f"{attacker.name} attacks {target.name} with {given.weapon}"
    return curves(asked, ask, ("hit", "raise", "wounded"), said) if given.across else ask()


def fell_words(parser: Words) -> None:
    """What a line of `%sw odds fell` can say."""
    fight_words(parser)
    parser.add_argument("--recovers", action="store_true", help="the target shakes it off between")


def fell(asked: Asked) -> Any:
    """How many turns until a target falls."""
    given = asked.given
    return odds.turns_to_fell(
        asked.character(given.attacker),
        given.weapon,
        target=asked.actor(given.target),
        recovers=given.recovers,
        range=given.range,
        attacks=given.attacks,
        damage_modifiers=given.damage_modifier,
        **asked.common,
    )


def soak_words(parser: Words) -> None:
    """What a line of `%sw odds soak` can say."""
    parser.add_argument("who", help="a Vigor die, or an actor")
    parser.add_argument("--wounds", type=int, required=True, metavar="N", help="what the hit deals")
    add_bennies(parser, 1)
    parser.add_argument("--extra", action="store_true", help="of a die: without a Wild Die")
    add_number(parser, "--can-hold", text="how many wounds more can be held")


def soak(asked: Asked) -> Any:
    """Soaking the wounds of one hit."""
    given = asked.given
    return odds.soak(
        asked.roller(given.who),
        wounds=given.wounds,
        bennies=given.bennies,
        can_hold=given.can_hold,
        wild_card=not given.extra,
        **asked.common,
    )


def recover_words(parser: Words) -> None:
    """What a line of `%sw odds recover` can say."""
    parser.add_argument("who", help="a Spirit die, or an actor")
    add_wild(parser)
    add_bennies(parser)
    parser.add_argument("--reroll", choices=("success", "raise"), help="what bennies reroll for")


def recover(asked: Asked) -> Any:
    """Shaking it off."""
    given = asked.given
    return odds.recover(
        asked.roller(given.who),
        wild_card=given.wild,
        bennies=given.bennies,
        reroll=given.reroll,
        **asked.common,
    )


def vigor_words(parser: Words) -> None:
    """What a question about a Vigor roll can say."""
    parser.add_argument("who", help="a Vigor die, or an actor")
    add_bennies(parser)


def incapacitation(asked: Asked) -> Any:
    """The Vigor roll of the Incapacitated and the bleeding."""
    who = asked.roller(asked.given.who)
    return odds.incapacitation(who, bennies=asked.given.bennies, **asked.common)


def bleeding(asked: Asked) -> Any:
    """Bleeding Out, to its end."""
    who = asked.roller(asked.given.who)
    return odds.bleeding(who, bennies=asked.given.bennies, **asked.common)
