"""A line of `%sw odds` that was read: whom it means, and the options that questions share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sw_data import odds
from sw_data.errors import NotFoundError
from sw_data.jupyter.names import Namespace, actor_named, character_named
from sw_data.jupyter.words import Words
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


def add_wild(parser: Words) -> None:
    """`--wild`."""
    parser.add_argument("--wild", action="store_true", help="a Wild Card")


def add_number(parser: Words, *names: str, default: int | None = None, text: str = "") -> None:
    """Options that are whole numbers."""
    for name in names:
        parser.add_argument(name, type=int, default=default, metavar="N", help=text or None)


def add_bennies(parser: Words, default: int = 0) -> None:
    """`--bennies`."""
    add_number(parser, "--bennies", default=default, text="bennies that may be spent")


def add_aim(parser: Words) -> None:
    """`--bennies` and `--aim`."""
    add_bennies(parser)
    parser.add_argument("--aim", choices=("success", "raise"), default="success")


def add_across(parser: Words, *names: str) -> None:
    """`--across` and `--event`."""
    parser.add_argument("--across", choices=names, help="curves across this")
    parser.add_argument("--event", action="append", default=[], help="with --across: what to draw")


def curves(
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
