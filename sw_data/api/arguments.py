"""What a call cannot take is refused in one sentence that names the argument, before anything is done with it."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import Any, Final, ParamSpec, TypeVar, cast

from sw_data.dice import Die
from sw_data.dice.notation import STEPS
from sw_data.errors import ArgumentError, NotationError
from sw_data.models import ActionLog, Character, Chase, Vehicle, Weapon
from sw_data.models.faults import shown
from sw_data.rules.ruleset import Ruleset

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of argument.

    Attributes:
        wanted: What it is, to stand behind "is".
        fits: Whether a value is one.
    """

    wanted: str
    fits: Callable[[Any], bool]


def checked(**kinds: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a call refuse arguments of a wrong kind with an ArgumentError; kinds go by the names of the parameters.

    Args:
        kinds: The kind of a parameter, where it is not that of its name.
    """

    def of(function: Callable[P, R]) -> Callable[P, R]:
        name = function.__name__
        parameters = tuple(inspect.signature(function).parameters)
        known = {
            each: KINDS[kinds.get(each, each)] for each in parameters if each in {*KINDS, *kinds}
        }

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for each, value in chain(zip(parameters, args, strict=False), kwargs.items()):
                kind = known.get(each)
                if kind is not None and not kind.fits(value):
                    raise wrong(name, each, kind.wanted, value)
            return function(*args, **kwargs)

        return call

    return of


def wrong(call: str, name: str, wanted: str, value: object) -> ArgumentError:
    """The error that says what an argument of a call is, and what it was given."""
    got = shown(value)
    if isinstance(value, list | tuple):
        inside = next((each for each in cast("Iterable[object]", value) if not is_path(each)), None)
        got = got if inside is None else f"a list with {shown(inside)} in it"
    elif isinstance(value, str) and "\0" in value:
        got = f"{got}, which has a NUL in it"
    return ArgumentError(f"{call}: {name} is {wanted}; got {got}")


def is_path(value: object) -> bool:
    """Whether it can name a file: a text without a NUL, or a path."""
    if not isinstance(value, str | os.PathLike):
        return False
    name: object = os.fspath(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return isinstance(name, str) and name != "" and "\0" not in name


def path_name(value: object) -> str:
    """The name of a file or folder, as it was given; ArgumentError if it is none."""
    if not is_path(value):
        raise ArgumentError(f"a file or folder is named like 'party.json'; got {shown(value)}")
    return os.fspath(cast("str | os.PathLike[str]", value))


def strength_die(value: Die | str | None) -> Die | None:
    """The Strength die that a call was given; NotationError if there is no such die in the game."""
    die = Die.parse(value) if isinstance(value, str) else value
    if die is not None and die.sides not in STEPS:
        raise NotationError(
            f"{str(value)!r} is no Strength: a trait is d4, d6, d8, d10, d12, or d12+1 and up"
        )
    return die


def _paths(value: object, *others: type) -> bool:
    """A path, or several; what can be gone through once only is looked at when it is."""
    if isinstance(value, str | os.PathLike):
        return is_path(cast("object", value))
    if isinstance(value, others):
        return True
    if isinstance(value, bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        return False
    if not isinstance(value, list | tuple | set | frozenset):
        return True
    every = cast("Iterable[object]", value)
    return all(is_path(each) or isinstance(each, others) for each in every)


def _sheets(value: object) -> bool:
    from sw_data.api.collection import Collection

    return _paths(value, Collection, Character, Vehicle, Weapon, Chase)


def _log(value: object) -> bool:
    return isinstance(value, bytes | Mapping | ActionLog) or is_path(value)


def _texts(value: object) -> bool:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return False
    every = cast("Iterable[object]", value)
    return not isinstance(value, list | tuple) or all(isinstance(each, str) for each in every)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _limits(value: object) -> bool:
    from sw_data.document import Limits

    return isinstance(value, Limits)


def _choices(value: object) -> bool:
    from sw_data.checks.choices import Choices

    return isinstance(value, Choices) or is_path(value)


def _optional(kind: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or kind(value)


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kinds)


_TEXT: Final = _is(str)
_SHEETS: Final = "files like 'party.json', what load returned, or models"

KINDS: Final[dict[str, Kind]] = {
    "source": Kind("a file or folder like 'party.json', or several of them", _paths),
    "path": Kind("a file or folder like 'party.json'", is_path),
    "sheets": Kind(_SHEETS, _sheets),
    "left": Kind(_SHEETS, _sheets),
    "right": Kind(_SHEETS, _sheets),
    "actors": Kind(_SHEETS, _optional(_sheets)),
    "log": Kind("a file like 'session.json', the JSON of a log, or an ActionLog", _log),
    "limits": Kind("a Limits of sw_data", _limits),
    "text_format": Kind(
        "a format that reads text, or None", lambda v: v is None or hasattr(v, "read_text")
    ),
    "select": Kind("a list of codes like ['SW2', 'SW301']", _texts),
    "ignore": Kind("a list of codes like ['SW2', 'SW301']", _texts),
    "choices": Kind("the choices of a project, or their file", _optional(_choices)),
    "seed": Kind("a whole number, or None", _optional(_whole)),
    "number": Kind("a whole number from 1", lambda v: _whole(v) and v >= 1),
    "workers": Kind("a whole number from 1", lambda v: _whole(v) and v >= 1),
    "ruleset": Kind(
        "a name like 'core', a TOML file, or a Ruleset",
        _optional(lambda v: isinstance(v, Ruleset) or is_path(v)),
    ),
    "rules": Kind(
        "knobs like {'shaken.success': 'act'} or ['shaken.success=act']",
        lambda v: isinstance(v, Mapping) or _texts(v),
    ),
    "a ruleset": Kind("a Ruleset", _is(Ruleset)),
    "follow_ups": Kind("'roll' or 'report'", lambda v: v in ("roll", "report")),
    "strength": Kind("a die like 'd8', or None", _optional(_is(str, Die))),
    "expression": Kind("dice like 'd8', '2d6+1' or 'Str+d10'", _TEXT),
    "to": Kind("a format like 'foundry'", _TEXT),
    "read_as": Kind("a format like 'foundry', or None", _optional(_TEXT)),
    "version": Kind("a version of the game system like '5.2', or None", _optional(_TEXT)),
    "answers": Kind(
        "a file or the answers by question",
        _optional(lambda v: isinstance(v, Mapping) or is_path(v)),
    ),
    "encounter": Kind("the name of an encounter, or None", _optional(_TEXT)),
    "outcome_id": Kind("the id of an action", _TEXT),
    "collection": Kind("a collection like 'items', or None", _optional(_TEXT)),
    "form": Kind("'leveldb', 'nedb' or None", lambda v: v in (None, "leveldb", "nedb")),
    "transform_entry": Kind("a function, or None", _optional(callable)),
    "transform_name": Kind("a function, or None", _optional(callable)),
}
"""The kinds of arguments, by the names that parameters have in every call."""
