"""What `%sw odds` answers: every question of the odds, of dice or of the notebook's actors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from sw_data import odds
from sw_data.api.rules import ruleset_from
from sw_data.display.markup import shortened
from sw_data.errors import ImpossibleError
from sw_data.jupyter import odds_of_chases as chases
from sw_data.jupyter import odds_of_fights as fights
from sw_data.jupyter.asked import Asked
from sw_data.jupyter.names import Namespace
from sw_data.jupyter.words import Help, Stop, Text, Words, add_rules, words_of

Arrange: TypeAlias = Callable[[Words], None]
Answer: TypeAlias = Callable[[Asked], Any]

_QUESTIONS: Final[dict[str, tuple[str, Arrange, Answer]]] = {
    "die": ("die d8", fights.die_words, fights.die),
    "trait": ("trait Joe Spirit --bennies 1", fights.trait_words, fights.trait),
    "opposed": ("opposed Joe Stealth Goblin Notice", fights.opposed_words, fights.opposed),
    "damage": ("damage 2d6+1 Goblin", fights.damage_words, fights.damage),
    "attack": (
        "attack Joe 'Hammer on a stick' Goblin --bennies 2",
        fights.attack_words,
        fights.attack,
    ),
    "fell": ("fell Joe Axe Ogre --recovers", fights.fell_words, fights.fell),
    "soak": ("soak Joe --wounds 2 --bennies 2", fights.soak_words, fights.soak),
    "recover": ("recover Joe --until acts", fights.recover_words, fights.recover),
    "incapacitation": ("incapacitation Joe", fights.vigor_words, fights.incapacitation),
    "bleeding": ("bleeding d6 --modifier -3", fights.vigor_words, fights.bleeding),
    "control": ("control Joe --vehicle Jeep", chases.control_words, chases.control),
    "movement": ("movement Joe --vehicle Jeep --push", chases.movement_words, chases.movement),
    "close": ("close Joe --vehicle Jeep", chases.check_words, chases.close),
    "ram": ("ram Joe Goon --vehicle Jeep --other-vehicle Van", chases.contest_words, chases.ram),
    "block": (
        "block Joe Goon --vehicle Jeep --other-vehicle Van",
        chases.block_words,
        chases.block,
    ),
    "regain": ("regain Joe --vehicle Jeep", chases.check_words, chases.regain),
    "this-way": ("this-way Joe", chases.this_way_words, chases.this_way),
    "hide": ("hide Joe Goon --zones 4", chases.hide_words, chases.hide),
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
