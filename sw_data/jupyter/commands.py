"""What `%sw` does: words to calls of the library, whose values come back as they are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from sw_data.api.inspect import inspect
from sw_data.api.resolve import resolve
from sw_data.api.roll import roll
from sw_data.api.validate import validate
from sw_data.api.weapon import wielded
from sw_data.display.markup import shortened
from sw_data.errors import DocumentError, ImpossibleError, SwDataError
from sw_data.jsonvalue import as_array
from sw_data.jupyter.names import Namespace, actor_named, is_actor, sheets_named, source_of
from sw_data.jupyter.odds import ask_odds
from sw_data.jupyter.words import Help, Stop, Text, Words, add_rules, words_of
from sw_data.models import WieldedWeapon

SUMMARY: Final = {
    "validate": "%sw validate PATH…            what is wrong in sheets, packs and logs",
    "inspect": "%sw inspect PATH…             what is in a file or folder",
    "weapon": "%sw weapon PATH [NAME]        what weapons are worth in these hands",
    "odds": "%sw odds trait|attack|soak|fell …    exact chances; `%sw odds` lists the questions",
    "roll": "%sw roll EXPR                 dice, as `2d6+1` or `d8 --wild`",
    "resolve": "%%sw resolve                  the cell is a log, as text or as JSON; or %sw resolve PATH",
    "help": "%sw help [COMMAND]",
}

_BACKSLASHES: Final = re.compile(
    r"""'[^']*'|"(?:[^"\\]|\\.)*"|(?<!\S)(\\\\)(?=[^\s'"\\])|\\[\s'"\\]|(\\)"""
)
"""Texts in quotes and escapes, and in the groups backslashes of a Windows path: the first two of a share, or one."""

_PATH: Final = re.compile(r"[./\\:~]")
"""What a path has and few names have."""


class Weapons(tuple[WieldedWeapon, ...]):
    """What weapons are worth in given hands, in order; a notebook shows them below each other."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from sw_data.display.sheets import wielded_html

        return "".join(wielded_html(each) for each in self[:100])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.sheets import wielded_text

        printer.text("\n".join(wielded_text(each) for each in self[:100]))


def run(line: str, cell: str | None, namespace: Namespace) -> Any:
    """Does what a line of `%sw`, or a cell of `%%sw`, says.

    Raises:
        Stop: It cannot be done; the message is one line without control characters.
    """
    try:
        words = shlex.split(_with_paths(line))
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
    except Help as asked:
        return asked.text
    except DocumentError as error:
        raise Stop(_one_line(_placed(error, cell is not None))) from None
    except (SwDataError, OSError) as error:
        raise Stop(_one_line(str(error))) from None


def _with_paths(line: str) -> str:
    """The line with the backslashes of Windows paths kept: only those before a blank, a quote or another one escape."""
    return _BACKSLASHES.sub(lambda found: found[0] * (2 if found[1] or found[2] else 1), line)


def _placed(error: DocumentError, in_cell: bool) -> str:
    if in_cell and error.path is None and error.line is not None:
        column = "" if error.column is None else f", column {error.column}"
        return f"line {error.line}{column} of the cell: {error.message}"
    return str(error)


def _one_line(text: str) -> str:
    return shortened(" ".join(text.split()), 600)


def _parser(name: str) -> Words:
    return words_of(name, SUMMARY[name])


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
    add_rules(parser)
    given = parser.parse_args(words)
    source = source_of(given.source, namespace)
    named = isinstance(source, str) and not Path(source).exists()
    if named and (is_actor(source, namespace) or not _PATH.search(source)):
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
    add_rules(parser)
    given = parser.parse_args(words)
    actors: list[Any] = []
    for word in given.actors:
        source = sheets_named(word, namespace)
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


def _help(words: Sequence[str], namespace: Namespace) -> Any:
    if words and words[0] in _COMMANDS and words[0] != "help":
        if words[0] == "resolve":
            return _resolve([*words[1:], "--help"], None, namespace)
        return _COMMANDS[words[0]]([*words[1:], "--help"], namespace)
    return Text("\n".join([*SUMMARY.values(), "", "Add --help to any of them."]))


_COMMANDS: Final[dict[str, Callable[[Sequence[str], Namespace], Any]]] = {
    "validate": _validate,
    "inspect": _inspect,
    "weapon": _weapon,
    "odds": ask_odds,
    "roll": _roll,
    "resolve": lambda words, namespace: _resolve(words, None, namespace),
    "help": _help,
}

COMMANDS: Final = tuple(_COMMANDS)
"""The commands of `%sw`."""
