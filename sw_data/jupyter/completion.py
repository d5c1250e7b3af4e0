"""What can be completed behind `%sw`: commands, files, actors, weapons and traits."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sw_data.jupyter.commands import COMMANDS
from sw_data.jupyter.names import Namespace, actors_in, actors_of
from sw_data.jupyter.odds import QUESTIONS, options_of
from sw_data.models import ATTRIBUTES, Character, Vehicle

_LINE: Final = re.compile(r"^(?:\s*[A-Za-z_][\w.]*\s*=)?\s*%{1,2}sw\s(.*)$", re.DOTALL)
_WORD: Final = re.compile(r"""\s*(?:"([^"]*)("|$)|'([^']*)('|$)|(\S+))""")
_MOST: Final = 500
_OPTIONS: Final = {
    "validate": ("--select", "--ignore"),
    "weapon": ("--strength", "--ruleset", "--rule"),
    "roll": ("--seed", "--wild", "--strength"),
    "resolve": (
        "--actors", "--seed", "--as", "--lenient", "--follow-ups", "--ruleset", "--rule",
    ),
}  # fmt: skip
_VEHICLES: Final = ("--vehicle", "--other-vehicle", "--mounted-on")
_ACTORS: Final = {
    "trait": 1, "opposed": 3, "attack": 3, "fell": 3, "soak": 1, "recover": 1, "incapacitation": 1, "bleeding": 1,
    "control": 1, "movement": 1, "close": 1, "ram": 2, "block": 2, "regain": 1, "this-way": 1,
}  # fmt: skip
"""Behind how many words of a question no actor comes any more."""


def completions(text: str, namespace: Namespace) -> tuple[str, list[str]] | None:
    """What the last word of a line can become: that word as it was begun, and whole words.

    Args:
        text: The line up to the cursor.
        namespace: The notebook's variables.

    Returns:
        None if the line is none of `%sw`.
    """
    found = _LINE.match(text)
    if found is None:
        return None
    words, begun, quote = _split(found[1])
    known = _known(words, begun, namespace)
    fitting = [
        each for each in dict.fromkeys(known) if each.casefold().startswith(begun.casefold())
    ]
    return quote + begun, [_quoted(each, quote) for each in fitting[:_MOST]]


def _split(text: str) -> tuple[list[str], str, str]:
    """The whole words, the word that was begun, and the quote that it is in."""
    words: list[str] = []
    place = 0
    while place < len(text):
        match = _WORD.match(text, place)
        if match is None:
            break
        place = match.end()
        double, closed, single, ended, plain = match.groups()
        if plain is not None:
            if place == len(text):
                return words, plain, ""
            words.append(plain)
            continue
        inside, end, quote = (double, closed, '"') if double is not None else (single, ended, "'")
        if not end:
            return words, inside, quote
        words.append(inside)
    return words, "", ""


def _quoted(word: str, quote: str) -> str:
    if quote:
        return word if word.endswith("/") else f"{quote}{word}{quote}"
    if re.search(r"""[\s"'\\]""", word):
        return '"' + word.replace('"', "") + '"'
    return word


def _known(words: list[str], begun: str, namespace: Namespace) -> Iterable[str]:
    """The words that can stand here."""
    if not words:
        return COMMANDS
    command, rest = words[0], words[1:]
    if begun.startswith("-"):
        if command == "odds" and rest:
            return options_of(rest[0])
        return _OPTIONS.get(command, ())
    last = rest[-1] if rest else ""
    if last in ("--actors",):
        return [*_variables(namespace), *_files(begun)]
    if last in ("--ruleset",):
        return ["core", "swade", "deluxe", *_files(begun)]
    if last in _VEHICLES:
        return [each.name for each in actors_of(namespace) if isinstance(each, Vehicle)]
    plain = [word for word in rest if not word.startswith("-")]
    if command == "odds":
        return _odds(plain, namespace)
    if command == "weapon":
        if plain:
            return _weapons(plain[0], namespace)
        return [*_variables(namespace), *_names(namespace), *_files(begun)]
    if command == "help":
        return COMMANDS
    if command in ("validate", "inspect", "resolve"):
        return _files(begun)
    return ()


def _odds(plain: list[str], namespace: Namespace) -> Iterable[str]:
    if not plain:
        return QUESTIONS
    question, rest = plain[0], plain[1:]
    if question in ("attack", "fell") and len(rest) == 1:
        return _weapons(rest[0], namespace)
    if question in ("trait", "opposed") and len(rest) in (1, 3):
        return _traits(rest[-1], namespace)
    if (
        question == "hide"
        or len(rest) < _ACTORS.get(question, 0)
        or (question, len(rest)) == ("damage", 1)
    ):
        return _names(namespace)
    return ()


def _variables(namespace: Namespace) -> list[str]:
    return [
        name
        for name, value in namespace.items()
        if not name.startswith("_") and next(iter(actors_in(value)), None) is not None
    ]


def _names(namespace: Namespace) -> list[str]:
    held = [
        name
        for name, value in namespace.items()
        if not name.startswith("_") and isinstance(value, Character)
    ]
    return [*(each.name for each in actors_of(namespace)), *held]


def _meant(name: str, namespace: Namespace) -> list[Character]:
    held = namespace.get(name)
    everyone = [held] if isinstance(held, Character) else actors_of(namespace)
    return [
        each
        for each in everyone
        if isinstance(each, Character) and (each is held or name in (each.id, each.name))
    ]


def _weapons(name: str, namespace: Namespace) -> list[str]:
    return [weapon.name for each in _meant(name, namespace) for weapon in each.weapons]


def _traits(name: str, namespace: Namespace) -> list[str]:
    skills = [skill for each in _meant(name, namespace) for skill in each.skills]
    return [*skills, *(each.capitalize() for each in ATTRIBUTES)]


def _files(begun: str) -> list[str]:
    """Files and folders that a path can become."""
    folder, _ = os.path.split(begun)
    try:
        entries = sorted(os.scandir(Path(folder or ".").expanduser()), key=lambda each: each.name)
    except (OSError, ValueError):
        return []
    hidden = os.path.basename(begun).startswith(".")
    return [
        os.path.join(folder, each.name) + ("/" if each.is_dir() else "")
        for each in entries
        if hidden or not each.name.startswith(".")
    ]
