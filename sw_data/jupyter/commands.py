"""What `%sw` does: words to calls of the library, whose values come back as they are."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from sw_data import odds
from sw_data.api.inspect import inspect
from sw_data.api.resolve import resolve
from sw_data.api.roll import roll
from sw_data.api.rules import ruleset_from
from sw_data.api.validate import validate
from sw_data.api.weapon import wielded
from sw_data.display.markup import safe, shortened
from sw_data.errors import DocumentError, ImpossibleError, SwDataError
from sw_data.jsonvalue import as_array
from sw_data.jupyter.names import (
    Namespace,
    actor_named,
    character_named,
    is_actor,
    source_of,
)
from sw_data.models import WieldedWeapon

SUMMARY: Final = {
    "validate": "%sw validate PATH…            what is wrong in sheets, packs and logs",
    "inspect": "%sw inspect PATH…             what is in a file or folder",
    "weapon": "%sw weapon PATH [NAME]        what weapons are worth in these hands",
    "odds": "%sw odds trait|damage|attack|die …    exact chances",
    "roll": "%sw roll EXPR                 dice, as `2d6+1` or `d8 --wild`",
    "resolve": "%%sw resolve                  the cell is a log, as text or as JSON; or %sw resolve PATH",
    "help": "%sw help [COMMAND]",
}
_ATTACK: Final = "Joe 'Hammer on a stick' Goblin"


class Stop(Exception):  # noqa: N818 - no error by itself: the notebook shows its message
    """The words make no command; the message says why in one line."""


class Text(str):
    """A text that a notebook shows as it is."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return f"<pre>{'<br>'.join(safe(each, 400) for each in self.splitlines())}</pre>"


class Weapons(tuple[WieldedWeapon, ...]):
    """What weapons are worth in given hands, in order; a notebook shows them below each other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from sw_data.display.sheets import wielded_html

        return "".join(wielded_html(each) for each in self[:100])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.sheets import wielded_text

        printer.text("\n".join(wielded_text(each) for each in self[:100]))


class _Words(argparse.ArgumentParser):
    """A parser whose mistakes are a line for the notebook."""

    def error(self, message: str) -> NoReturn:
        raise Stop(f"{message}; %{self.prog} --help says how")

    def print_help(self, file: Any = None) -> None:
        raise _Help(Text(self.format_help().rstrip()))

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Stop(message or "nothing to do")


class _Help(Exception):  # noqa: N818 - the way out of argparse with a text
    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def run(line: str, cell: str | None, namespace: Namespace) -> Any:
    """Does what a line of `%sw`, or a cell of `%%sw`, says.

    Raises:
        Stop: It cannot be done; the message is one line without control characters.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise Stop(f"{error}; close it, or leave it out".lower()) from None
    name, rest = (words[0], words[1:]) if words else ("help", [])
    if name in ("-h", "--help"):
        name = "help"
    if name not in _COMMANDS:
        raise Stop(f"no command {shortened(name, 60)!r}; there are {', '.join(_COMMANDS)}")
    if cell is not None and name != "resolve":
        raise Stop(f"%%sw is for resolve, whose log is the cell; write %sw {name}")
    try:
        if name == "resolve":
            return _resolve(rest, cell, namespace)
        return _COMMANDS[name](rest, namespace)
    except _Help as asked:
        return asked.text
    except DocumentError as error:
        raise Stop(_one_line(_placed(error, cell is not None))) from None
    except (SwDataError, OSError) as error:
        raise Stop(_one_line(str(error))) from None


def _placed(error: DocumentError, in_cell: bool) -> str:
    if in_cell and error.path is None and error.line is not None:
        column = "" if error.column is None else f", column {error.column}"
        return f"line {error.line}{column} of the cell: {error.message}"
    return str(error)


def _one_line(text: str) -> str:
    return shortened(" ".join(text.split()), 600)


def _parser(name: str) -> _Words:
    return _Words(prog=f"sw {name}", description=SUMMARY[name.split()[0]], allow_abbrev=False)


def _ruled(parser: _Words) -> None:
    parser.add_argument("--ruleset", metavar="NAME|FILE", help="core, swade, deluxe or a file")
    parser.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE")


def _validate(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _parser("validate")
    parser.add_argument("path", nargs="+")
    parser.add_argument("--select", action="append", default=[], metavar="CODES")
    parser.add_argument("--ignore", action="append", default=[], metavar="CODES")
    given = parser.parse_args(words)
    return validate(_paths(given.path, namespace), select=given.select, ignore=given.ignore)


def _paths(words: Sequence[str], namespace: Namespace) -> list[str]:
    """Files, some named by a variable that holds a path."""
    found = [source_of(word, namespace) for word in words]
    return [
        str(each) if isinstance(each, str | Path) else word
        for word, each in zip(words, found, strict=True)
    ]


def _inspect(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _parser("inspect")
    parser.add_argument("path", nargs="+")
    found = inspect(_paths(parser.parse_args(words).path, namespace))
    return found[0] if len(found) == 1 else found


def _weapon(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _parser("weapon")
    parser.add_argument("source", help="a file, a variable, or the name of an actor")
    parser.add_argument("name", nargs="?", help="one weapon; all of them if left out")
    parser.add_argument("--strength", metavar="DIE", help="the hands; by default the sheet's own")
    _ruled(parser)
    given = parser.parse_args(words)
    source = source_of(given.source, namespace)
    if isinstance(source, str) and not Path(source).exists() and is_actor(source, namespace):
        source = actor_named(source, namespace)
    found = wielded(source, strength=given.strength, ruleset=given.ruleset, rules=given.rule)
    shown = Weapons(each.wielded.shown for each in found)
    if given.name is None:
        return shown
    for each in shown:
        if each.name.casefold() == given.name.casefold():
            return each
    known = ", ".join(each.name for each in shown[:20]) or "none"
    raise ImpossibleError(f"no weapon {given.name!r}; there are {known}")


def _roll(words: Sequence[str], _namespace: Namespace) -> Any:
    parser = _parser("roll")
    parser.add_argument("expression")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--wild", action="store_true", help="a Wild Die beside it")
    parser.add_argument("--strength", metavar="DIE", help="what Str stands for")
    given = parser.parse_args(words)
    return roll(given.expression, seed=given.seed, wild=given.wild, strength=given.strength)


def _resolve(words: Sequence[str], cell: str | None, namespace: Namespace) -> Any:
    parser = _parser("resolve")
    if cell is None:
        parser.add_argument("log", help="a file; %%%%sw resolve takes the cell")
    parser.add_argument("--actors", action="append", default=[], metavar="PATH|VARIABLE")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--as", dest="name", metavar="NAME", help="keep the run in this variable")
    parser.add_argument("--lenient", action="store_true")
    parser.add_argument("--follow-ups", choices=("roll", "report"), default="roll")
    _ruled(parser)
    given = parser.parse_args(words)
    actors: list[Any] = []
    for word in given.actors:
        source = source_of(word, namespace)
        if isinstance(source, str | Path):
            actors.append(source)
        elif (several := as_array(source)) is not None:
            actors += several
        else:
            # What was loaded keeps the documents that it came from, so that it can be written back.
            actors = source if len(given.actors) == 1 else [*actors, *_members(source)]
    if given.name is not None and not given.name.isidentifier():
        raise Stop(f"--as: {shortened(given.name, 60)!r} is no name of a variable")
    played = resolve(
        _paths([given.log], namespace)[0] if cell is None else cell.encode("utf-8", "replace"),
        actors=actors or None,
        seed=given.seed,
        ruleset=given.ruleset,
        rules=given.rule,
        lenient=given.lenient,
        follow_ups=given.follow_ups,
    )
    if given.name is not None:
        namespace[given.name] = played
    return played


def _members(source: Any) -> list[Any]:
    from sw_data.jupyter.names import actors_in

    return list(actors_in(source))


def _odds(words: Sequence[str], namespace: Namespace) -> Any:
    what = words[0] if words else ""
    if what in ("-h", "--help", ""):
        raise _Help(Text(_ODDS_HELP))
    if what not in _ODDS:
        raise Stop(f"no odds of {shortened(what, 60)!r}; there are {', '.join(_ODDS)}")
    return _ODDS[what](words[1:], namespace)


def _asked(name: str) -> _Words:
    parser = _parser(f"odds {name}")
    parser.add_argument("--modifier", type=int, action="append", default=[], metavar="N")
    parser.add_argument("--actors", action="append", default=[], metavar="PATH|VARIABLE")
    parser.add_argument("--bennies", type=int, default=0, metavar="N")
    _ruled(parser)
    return parser


def _die_odds(words: Sequence[str], _namespace: Namespace) -> Any:
    parser = _parser("odds die")
    parser.add_argument("die")
    return odds.die(parser.parse_args(words).die)


def _trait_odds(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _asked("trait")
    parser.add_argument("who", help="a die, or an actor")
    parser.add_argument("trait", nargs="?", help="the actor's attribute or skill")
    parser.add_argument("--wild", action="store_true", help="a Wild Card")
    parser.add_argument("--tn", type=int, metavar="N")
    given = parser.parse_args(words)
    who = given.who
    if given.trait is not None:
        who = character_named(who, namespace, given.actors)
    return odds.trait(
        who,
        given.trait,
        wild_card=given.wild,
        tn=given.tn,
        modifiers=given.modifier,
        bennies=given.bennies,
        rules=ruleset_from(given.ruleset, given.rule),
    )


def _damage_odds(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _asked("damage")
    parser.add_argument("expression")
    parser.add_argument("target", nargs="?", help="an actor")
    parser.add_argument("--toughness", type=int, metavar="N", help="instead of a target")
    parser.add_argument("--armor", type=int, default=0, metavar="N")
    parser.add_argument("--ap", type=int, default=0, metavar="N")
    parser.add_argument("--strength", metavar="DIE")
    parser.add_argument("--wild", action="store_true", help="the target is a Wild Card")
    given = parser.parse_args(words)
    rules = ruleset_from(given.ruleset, given.rule)
    common: dict[str, Any] = {
        "strength": given.strength,
        "modifiers": given.modifier,
        "rules": rules,
    }
    if given.target is not None:
        target = actor_named(given.target, namespace, given.actors)
        return odds.damage(
            given.expression, target=target, ap=given.ap, bennies=given.bennies, **common
        )
    if given.toughness is None:
        return odds.damage(
            given.expression, strength=given.strength, modifiers=given.modifier, rules=rules
        )
    return odds.damage(
        given.expression,
        toughness=given.toughness,
        armor=given.armor,
        ap=given.ap,
        wild_card=given.wild,
        **common,
    )


def _attack_odds(words: Sequence[str], namespace: Namespace) -> Any:
    parser = _asked("attack")
    parser.add_argument("attacker")
    parser.add_argument("weapon")
    parser.add_argument("target")
    parser.add_argument("--range", choices=("short", "medium", "long"))
    parser.add_argument("--distance", type=float, metavar="SQUARES")
    parser.add_argument("--skill", metavar="NAME")
    parser.add_argument("--attacks", type=int, metavar="N")
    parser.add_argument("--damage-modifier", type=int, action="append", default=[], metavar="N")
    given = parser.parse_args(words)
    return odds.attack(
        character_named(given.attacker, namespace, given.actors),
        given.weapon,
        target=actor_named(given.target, namespace, given.actors),
        range=given.range,
        distance=given.distance,
        skill=given.skill,
        attacks=given.attacks,
        modifiers=given.modifier,
        damage_modifiers=given.damage_modifier,
        bennies=given.bennies,
        rules=ruleset_from(given.ruleset, given.rule),
    )


def _help(words: Sequence[str], namespace: Namespace) -> Any:
    if words and words[0] in _COMMANDS and words[0] != "help":
        if words[0] == "resolve":
            return _resolve([*words[1:], "--help"], None, namespace)
        return _COMMANDS[words[0]]([*words[1:], "--help"], namespace)
    return Text("\n".join([*SUMMARY.values(), "", "Add --help to any of them."]))


_ODDS_HELP: Final = f"""\
%sw odds die d8
%sw odds trait d8 --wild --tn 6 --modifier -2
%sw odds trait Joe Spirit
%sw odds damage 2d6+1 --toughness 7
%sw odds damage 2d6+1 Goblin
%sw odds attack {_ATTACK} --bennies 2
Actors are variables, names of sheets that were loaded, or of those in --actors PATH."""

_ODDS: Final[dict[str, Callable[[Sequence[str], Namespace], Any]]] = {
    "die": _die_odds,
    "trait": _trait_odds,
    "damage": _damage_odds,
    "attack": _attack_odds,
}

_COMMANDS: Final[dict[str, Callable[[Sequence[str], Namespace], Any]]] = {
    "validate": _validate,
    "inspect": _inspect,
    "weapon": _weapon,
    "odds": _odds,
    "roll": _roll,
    "resolve": lambda words, namespace: _resolve(words, None, namespace),
    "help": _help,
}

COMMANDS: Final = tuple(_COMMANDS)
"""The commands of `%sw`."""
QUESTIONS: Final = tuple(_ODDS)
"""What `%sw odds` answers."""
