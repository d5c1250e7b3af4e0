"""What `%sw odds` answers: every question of the odds, of dice or of the notebook's actors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from sw_data import odds
from sw_data.api.rules import ruleset_from
from sw_data.display.markup import shortened
from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.jupyter.names import Namespace, actor_named, character_named
from sw_data.jupyter.words import Help, Stop, Text, Words, add_rules, words_of
from sw_data.models import Character, Vehicle
from sw_data.odds.curves import POINTS
from sw_data.rules.ruleset import Ruleset

_DIE: Final = re.compile(r"d[0-9]{1,4}([+-][0-9]{1,3})?", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """A line that was read: what it says, and whom it can mean.

    Attributes:
        given: The options and words.
        namespace: The notebook's variables.
        rules: The ruleset.
    """

    given: Any
    namespace: Namespace
    rules: Ruleset

    @property
    def common(self) -> dict[str, Any]:
        """The modifier and the ruleset, which nearly every question takes."""
        return {"modifiers": sum(self.given.modifier), "rules": self.rules}

    def character(self, word: str) -> Character:
        """The character of that name or variable."""
        return character_named(word, self.namespace, self.given.actors)

    def actor(self, word: str) -> Character | Vehicle:
        """The character or vehicle of that name or variable."""
        return actor_named(word, self.namespace, self.given.actors)

    def vehicle(self, word: str | None) -> Vehicle | None:
        """The vehicle of that name or variable; None on foot."""
        if word is None:
            return None
        found = self.actor(word)
        if not isinstance(found, Vehicle):
            raise NotFoundError(f"{word!r} is a character, and a vehicle is wanted")
        return found

    def roller(self, word: str) -> str | Character:
        """A die, or the character of that name or variable."""
        return word if _DIE.fullmatch(word) else self.character(word)


def _wild(parser: Words) -> None:
    parser.add_argument("--wild", action="store_true", help="a Wild Card")


def _number(parser: Words, *names: str, default: int | None = None, text: str = "") -> None:
    for name in names:
        parser.add_argument(name, type=int, default=default, metavar="N", help=text or None)


def _bennies(parser: Words, default: int = 0) -> None:
    _number(parser, "--bennies", default=default, text="bennies that may be spent")


def _aim(parser: Words) -> None:
    _bennies(parser)
    parser.add_argument("--aim", choices=("success", "raise"), default="success")


def _across(parser: Words, *names: str) -> None:
    parser.add_argument("--across", choices=names, help="curves across this")
    parser.add_argument("--event", action="append", default=[], help="with --across: what to draw")


def _curves(
    asked: Asked, ask: Callable[..., Any], events: Sequence[str], question: str
) -> odds.Curves:
    """The answer at each point across."""
    across = asked.given.across
    name, points = POINTS[across]
    return odds.across(
        lambda at: ask(**{across: at}),
        points,
        events=asked.given.event or events,
        name=name,
        question=f"{question}, by {name}",
    )


def _trait_words(parser: Words) -> None:
    parser.add_argument("who", help="a die, or an actor")
    parser.add_argument("trait", nargs="?", help="the actor's attribute or skill")
    _wild(parser)
    _number(parser, "--tn")
    _number(parser, "--dice", default=1, text="so many trait dice at once")
    _number(parser, "--rerolls", default=0, text="rerolls that an edge gives")
    _aim(parser)
    _across(parser, "tn", "die", "modifier")


def _trait(asked: Asked) -> Any:
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
    return _curves(asked, ask, ("success", "raise"), said) if given.across else ask()


def _opposed_words(parser: Words) -> None:
    parser.add_argument("roll", nargs="+", help="two dice, or ACTOR TRAIT TARGET [TRAIT]")
    _wild(parser)
    parser.add_argument("--target-wild", action="store_true", help="the other is a Wild Card")
    parser.add_argument("--target-modifier", type=int, action="append", default=[], metavar="N")


def _opposed(asked: Asked) -> Any:
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


def _damage_words(parser: Words) -> None:
    parser.add_argument("expression")
    parser.add_argument("target", nargs="?", help="an actor")
    _number(parser, "--toughness", text="instead of a target")
    _number(parser, "--armor", "--ap", "--wounds", default=0)
    parser.add_argument("--strength", metavar="DIE", help="what Str stands for")
    parser.add_argument("--wild", action="store_true", help="the target is a Wild Card")
    parser.add_argument("--shaken", action="store_true", help="the target is Shaken")
    parser.add_argument("--hardy", action="store_true", help="a second Shaken does not wound it")
    parser.add_argument("--vigor", metavar="DIE", help="the die that it soaks with")
    _bennies(parser)
    _across(parser, "toughness", "modifier")


def _damage(asked: Asked) -> Any:
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

        return _curves(asked, at_target, events, said) if given.across else at_target()
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

    return _curves(asked, ask, events, said) if given.across else ask()


def _fight_words(parser: Words) -> None:
    parser.add_argument("attacker")
    parser.add_argument("weapon")
    parser.add_argument("target")
    parser.add_argument("--range", choices=("short", "medium", "long"))
    _number(parser, "--attacks", text="how many trait dice")
    parser.add_argument("--damage-modifier", type=int, action="append", default=[], metavar="N")


def _attack_words(parser: Words) -> None:
    _fight_words(parser)
    parser.add_argument("--distance", type=float, metavar="SQUARES")
    parser.add_argument("--skill", metavar="NAME")
    parser.add_argument("--mounted-on", metavar="VEHICLE")
    _number(parser, "--actions-this-turn", default=1)
    _bennies(parser)
    _across(parser, "modifier")


def _attack(asked: Asked) -> Any:
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
    return _curves(asked, ask, ("hit", "raise", "wounded"), said) if given.across else ask()


def _fell_words(parser: Words) -> None:
    _fight_words(parser)
    parser.add_argument("--recovers", action="store_true", help="the target shakes it off between")


def _fell(asked: Asked) -> Any:
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


def _soak_words(parser: Words) -> None:
    parser.add_argument("who", help="a Vigor die, or an actor")
    parser.add_argument("--wounds", type=int, required=True, metavar="N", help="what the hit deals")
    _bennies(parser, 1)
    parser.add_argument("--extra", action="store_true", help="of a die: without a Wild Die")
    _number(parser, "--can-hold", text="how many wounds more can be held")


def _soak(asked: Asked) -> Any:
    given = asked.given
    return odds.soak(
        asked.roller(given.who),
        wounds=given.wounds,
        bennies=given.bennies,
        can_hold=given.can_hold,
        wild_card=not given.extra,
        **asked.common,
    )


def _recover_words(parser: Words) -> None:
    parser.add_argument("who", help="a Spirit die, or an actor")
    _wild(parser)
    _bennies(parser)
    parser.add_argument("--reroll", choices=("success", "raise"), help="what bennies reroll for")


def _recover(asked: Asked) -> Any:
    given = asked.given
    return odds.recover(
        asked.roller(given.who),
        wild_card=given.wild,
        bennies=given.bennies,
        reroll=given.reroll,
        **asked.common,
    )


def _vigor_words(parser: Words) -> None:
    parser.add_argument("who", help="a Vigor die, or an actor")
    _bennies(parser)


def _incapacitation(asked: Asked) -> Any:
    who = asked.roller(asked.given.who)
    return odds.incapacitation(who, bennies=asked.given.bennies, **asked.common)


def _bleeding(asked: Asked) -> Any:
    who = asked.roller(asked.given.who)
    return odds.bleeding(who, bennies=asked.given.bennies, **asked.common)


def _driver_words(parser: Words) -> None:
    parser.add_argument("driver", help="an actor")
    parser.add_argument("--vehicle", metavar="NAME", help="without one, on foot")
    parser.add_argument("--skill", default="Driving", metavar="NAME", help="the chase's skill")


def _driven(asked: Asked) -> tuple[Character, Vehicle | None, dict[str, Any]]:
    given = asked.given
    more = {**asked.common, "skill": given.skill}
    return asked.character(given.driver), asked.vehicle(given.vehicle), more


def _control_words(parser: Words) -> None:
    _driver_words(parser)
    _bennies(parser)


def _control(asked: Asked) -> Any:
    driver, ride, more = _driven(asked)
    return odds.control_check(driver, ride, bennies=asked.given.bennies, **more)


def _movement_words(parser: Words) -> None:
    _driver_words(parser)
    parser.add_argument("--push", action="store_true", help="push it")
    parser.add_argument("--helped", action="store_true", help="an ally has called This Way!")
    parser.add_argument("--zones", type=int, choices=(0, 1, 2), help="zones wanted at most")


def _movement(asked: Asked) -> Any:
    driver, ride, more = _driven(asked)
    given = asked.given
    return odds.movement(
        driver, ride, push=given.push, helped=given.helped, zones=given.zones, **more
    )


def _check_words(parser: Words) -> None:
    _driver_words(parser)
    _aim(parser)


def _close(asked: Asked) -> Any:
    driver, ride, more = _driven(asked)
    return odds.get_close(driver, ride, bennies=asked.given.bennies, aim=asked.given.aim, **more)


def _regain(asked: Asked) -> Any:
    driver, ride, more = _driven(asked)
    if ride is None:
        raise ImpossibleError("on foot there is no control to regain; say --vehicle NAME")
    given = asked.given
    return odds.regain_control(driver, ride, bennies=given.bennies, aim=given.aim, **more)


def _this_way_words(parser: Words) -> None:
    parser.add_argument("helper", help="an actor")
    _aim(parser)


def _this_way(asked: Asked) -> Any:
    given = asked.given
    who = asked.character(given.helper)
    return odds.this_way(who, bennies=given.bennies, aim=given.aim, **asked.common)


def _contest_words(parser: Words) -> None:
    _driver_words(parser)
    parser.add_argument("other", help="an actor")
    parser.add_argument("--other-vehicle", metavar="NAME", help="the other's; without one, on foot")
    parser.add_argument("--other-modifier", type=int, action="append", default=[], metavar="N")


def _contest(asked: Asked) -> tuple[Character, Vehicle | None, dict[str, Any]]:
    driver, ride, more = _driven(asked)
    given = asked.given
    more["other"] = asked.character(given.other)
    more["other_vehicle"] = asked.vehicle(given.other_vehicle)
    more["other_modifiers"] = sum(given.other_modifier)
    return driver, ride, more


def _ram(asked: Asked) -> Any:
    driver, ride, more = _contest(asked)
    return odds.ram(driver, ride, **more)


def _block_words(parser: Words) -> None:
    _contest_words(parser)
    _number(parser, "--blocks-before", default=0, text="blocks of this round before this one")


def _block(asked: Asked) -> Any:
    driver, ride, more = _contest(asked)
    return odds.block(driver, ride, blocks_before=asked.given.blocks_before, **more)


def _hide_words(parser: Words) -> None:
    parser.add_argument("driver", help="an actor")
    parser.add_argument("pursuers", nargs="+", help="actors")
    parser.add_argument("--zones", type=int, required=True, metavar="N", help="to the closest")


def _hide(asked: Asked) -> Any:
    given = asked.given
    return odds.hide(
        asked.character(given.driver),
        pursuers=[asked.character(each) for each in given.pursuers],
        closest=given.zones,
        **asked.common,
    )


def _die_words(parser: Words) -> None:
    parser.add_argument("die")


def _die(asked: Asked) -> Any:
    found = odds.die(asked.given.die)
    return replace(found, bonus=found.bonus + sum(asked.given.modifier))


Arrange: TypeAlias = Callable[[Words], None]
Answer: TypeAlias = Callable[[Asked], Any]

_QUESTIONS: Final[dict[str, tuple[str, Arrange, Answer]]] = {
    "die": ("die d8", _die_words, _die),
    "trait": ("trait Joe Spirit --bennies 1", _trait_words, _trait),
    "opposed": ("opposed Joe Stealth Goblin Notice", _opposed_words, _opposed),
    "damage": ("damage 2d6+1 Goblin", _damage_words, _damage),
    "attack": ("attack Joe 'Hammer on a stick' Goblin --bennies 2", _attack_words, _attack),
    "fell": ("fell Joe Axe Ogre --recovers", _fell_words, _fell),
    "soak": ("soak Joe --wounds 2 --bennies 2", _soak_words, _soak),
    "recover": ("recover Joe --until acts", _recover_words, _recover),
    "incapacitation": ("incapacitation Joe", _vigor_words, _incapacitation),
    "bleeding": ("bleeding d6 --modifier -3", _vigor_words, _bleeding),
    "control": ("control Joe --vehicle Jeep", _control_words, _control),
    "movement": ("movement Joe --vehicle Jeep --push", _movement_words, _movement),
    "close": ("close Joe --vehicle Jeep", _check_words, _close),
    "ram": ("ram Joe Goon --vehicle Jeep --other-vehicle Van", _contest_words, _ram),
    "block": ("block Joe Goon --vehicle Jeep --other-vehicle Van", _block_words, _block),
    "regain": ("regain Joe --vehicle Jeep", _check_words, _regain),
    "this-way": ("this-way Joe", _this_way_words, _this_way),
    "hide": ("hide Joe Goon --zones 4", _hide_words, _hide),
}

QUESTIONS: Final = tuple(_QUESTIONS)
"""What `%sw odds` answers."""


def _parser(what: str) -> Words:
    example, arrange, _ = _QUESTIONS[what]
    parser = words_of(f"odds {what}", f"%sw odds {example}")
    parser.add_argument("--modifier", type=int, action="append", default=[], metavar="N")
    parser.add_argument("--until", metavar="EVENT", help="how many turns until EVENT")
    parser.add_argument("--actors", action="append", default=[], metavar="PATH|VARIABLE")
    add_rules(parser)
    arrange(parser)
    return parser


def options_of(what: str) -> list[str]:
    """The options of a question; none of what is no question."""
    if what not in _QUESTIONS:
        return []
    actions = _parser(what)._option_string_actions  # pyright: ignore[reportPrivateUsage]
    return [name for name in actions if name.startswith("--") and name != "--help"]


def ask_odds(words: Sequence[str], namespace: Namespace) -> Any:
    """The odds that a line asks for.

    Raises:
        Help: Help was asked for.
        Stop: The words make no question.
    """
    what = words[0] if words else ""
    if what in ("-h", "--help", ""):
        lines = [f"%sw odds {example}" for example, _, _ in _QUESTIONS.values()]
        more = (
            "Actors are variables, names of sheets that were loaded, or of those in --actors PATH.",
            "--until EVENT says how many turns; --across tn (die, modifier, toughness) gives curves.",
        )
        raise Help(Text("\n".join([*lines, *more])))
    if what not in _QUESTIONS:
        raise Stop(f"no odds of {shortened(what, 60)!r}; there are {', '.join(_QUESTIONS)}")
    given = _parser(what).parse_args(words[1:])
    asked = Asked(given, namespace, ruleset_from(given.ruleset, given.rule))
    found = _QUESTIONS[what][2](asked)
    if given.until is None:
        return found
    if not isinstance(found, odds.Odds):
        raise ImpossibleError("--until is for odds of one turn, each with named outcomes")
    return odds.until(found, given.until)
