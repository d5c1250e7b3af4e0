"""Parsing one line of the text form, and saying in words what was expected where it cannot be."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, resources
from typing import Any, Final

from sw_data.errors import MissingExtraError

LONGEST: Final = 100_000
"""The most characters of one line."""
_DEEPEST: Final = 100
_WORD: Final = re.compile(r"[^\s,;:|()\[\]{}\"=]+")
_SHOWN: Final = 40
_ALONE: Final = frozenset({"round", "session", "deal"})
"""Actions that nobody does."""

_FEW: Final = 8

_WORDS: Final = {
    "WORD": "a name or word",
    "STRING": "a text in quotes",
    "NUMBER": "a number",
    "DIE": "a die like `d8(8 3)`",
    "$END": "the end of the line",
    "COLON": "`:` and dice",
}
"""What a terminal is called, where its own text does not say it."""
_NAMES: Final = frozenset(
    {
        "actor", "someone", "target", "weapon", "trait_name", "rider", "seat", "chase_name", "reason",
        "because", "setting_words", "phrase",
    }
)  # fmt: skip
"""The rules of names of several words; each begins with itself."""


class Problem(Exception):  # noqa: N818 - a place and a sentence; whoever catches it makes the error
    """Why a line cannot be read, and where in it.

    Attributes:
        column: The column, from 1.
        message: What is wrong, and what was expected.
    """

    def __init__(self, column: int, message: str) -> None:
        self.column = column
        self.message = message
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a line: the rule of the grammar that it is, its own words, the parts below it.

    Attributes:
        rule: The rule.
        column: Where it begins, from 1.
        words: The words that stand in it, with their columns.
        parts: The parts below it.
    """

    rule: str
    column: int
    words: tuple[tuple[str, int], ...]
    parts: tuple[Node, ...]

    def part(self, rule: str) -> Node | None:
        """The first part that is this rule."""
        return next((each for each in self.parts if each.rule == rule), None)

    def every(self, rule: str) -> Iterator[Node]:
        """The parts that are this rule."""
        return (each for each in self.parts if each.rule == rule)

    def text(self) -> str:
        """The name that stands here: its words with one space between them, quotes taken off."""
        return " ".join(unquoted(word, column) for word, column in self.every_word())

    def every_word(self) -> Iterator[tuple[str, int]]:
        """The words that stand here, those of names that were put together included, in order."""
        for part in self.parts:
            yield from part.every_word()
        yield from self.words


def unquoted(word: str, column: int) -> str:
    """A word, or what stands in quotes."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError as error:
        if "\\escape" in str(error):
            raise Problem(
                column,
                f"{shown(word)}: in quotes a backslash is written twice; a path may have / for it",
            ) from None
        raise Problem(column, f"{shown(word)} is no text in quotes: {error}") from None


def number(word: str, column: int) -> int | float:
    """The number that a word is."""
    try:
        value = int(word) if re.fullmatch("[+-]?[0-9]+", word) else float(word)
    except ValueError:
        value = math.inf
    if isinstance(value, float) and not math.isfinite(value):
        raise Problem(column, "a number that is too large")
    return value


def shown(text: str) -> str:
    """A text as an error shows it."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def grammar() -> str:
    """The grammar, as it is published."""
    return resources.files("sw_data.textlog").joinpath("log.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _lark() -> Any:
    try:
        return import_module("lark")
    except ImportError:
        raise MissingExtraError("the text form of logs", "text") from None


@lru_cache(maxsize=1)
def _parser() -> Any:
    return _lark().Lark(
        grammar(),
        start="line",
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=1)
def keywords() -> frozenset[str]:
    """Every word that means something somewhere; a name that has one is written in quotes."""
    return frozenset(
        str(each.pattern.value)
        for each in _parser().terminals
        if each.pattern.type == "str" and str(each.pattern.value)[0].isalpha()
    )


def parsed(line: str) -> Node:
    """The parts of a line that is neither blank nor a comment.

    Raises:
        Problem: It cannot be read; says where and what was expected.
        MissingExtraError: The parser is not installed.
    """
    if len(line) > LONGEST:
        raise Problem(LONGEST, f"the line is longer than {LONGEST} characters")
    depth = deepest = 0
    for character in line:
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        raise Problem(1, f"the brackets are nested more than {_DEEPEST} deep")
    lark = _lark()
    try:
        tree = _parser().parse(line)
    except lark.exceptions.UnexpectedToken as error:
        wrong = error.token
        wanted = error.accepts or error.expected
        if wrong.type == "$END":
            raise _at_end(line, wanted) from None
        meant = _meant(line[: wrong.column - 1], wanted)
        if meant is not None:
            raise meant from None
        message = f"expected {_listed(wanted)}, not {shown(str(wrong))}"
        raise Problem(wrong.column, message) from None
    except lark.exceptions.UnexpectedCharacters as error:
        here = line[error.column - 1 :]
        if here.startswith('"'):
            raise Problem(error.column, "a quote that is not closed") from None
        message = f"expected {_listed(error.allowed or ())}, not {shown(here.split()[0])}"
        raise Problem(error.column, message) from None
    return _node(tree)


def _node(tree: Any) -> Node:
    """Lark's tree as nodes."""
    lark = _lark()
    words: list[tuple[str, int]] = []
    parts: list[Node] = []
    for child in tree.children:
        if isinstance(child, lark.Tree):
            parts.append(_name(child) if str(child.data) in _NAMES else _node(child))
        else:
            words.append((str(child), int(child.column)))
    column = getattr(tree.meta, "column", 1)
    return Node(str(tree.data), int(column), tuple(words), tuple(parts))


def _name(tree: Any) -> Node:
    """A name as one node, however many words it has: its rule refers to itself."""
    lark = _lark()
    words: list[tuple[str, int]] = []
    waiting: list[Any] = [tree]
    while waiting:
        for each in reversed(waiting.pop().children):
            if isinstance(each, lark.Tree):
                waiting.append(each)
            else:
                words.append((str(each), int(each.column)))
    words.reverse()
    return Node(str(tree.data), words[0][1], tuple(words), ())


def _listed(wanted: Iterable[str]) -> str:
    """What could stand there, in words: `a name or word, or one of attacks, rolls …`."""
    plain, said = _told(wanted)
    if len(said) > _FEW:
        plain, said = [*plain, f"one of {', '.join(sorted(said))}"], []
    every = [*plain, *(f"`{each}`" for each in sorted(said))]
    if not every:
        return "nothing more"
    return every[0] if len(every) == 1 else f"{', '.join(every[:-1])} or {every[-1]}"


def _told(wanted: Iterable[str]) -> tuple[list[str], list[str]]:
    """Kinds of words, and words that stand for themselves."""
    terminals = {each.name: each.pattern for each in _parser().terminals}
    plain: list[str] = []
    said: list[str] = []
    for name in sorted(set(wanted)):
        if name in _WORDS:
            plain.append(_WORDS[name])
        elif name in terminals and terminals[name].type == "str":
            said.append(str(terminals[name].value))
    return plain, said


def _at_end(line: str, wanted: Iterable[str]) -> Problem:
    """What is missing at the end of a line."""
    wanted = list(wanted)
    verbs = _told(wanted)[1]
    meant = _meant(line, wanted)
    if meant is not None or "attacks" not in verbs:
        early = f"the line ends too early: expected {_listed(wanted)}"
        return meant or Problem(len(line.rstrip()) + 1, early)
    first = line.split()[0]
    if first.casefold() in _ALONE:
        return Problem(1, f"expected `{first.casefold()}`, not {shown(first)}")
    return Problem(
        1, f"no action is named: after who acts there must be one of {', '.join(sorted(verbs))}"
    )


def _meant(line: str, wanted: Iterable[str]) -> Problem | None:
    """A word that stands before the place where it went wrong, and is nearly the keyword that is missing there."""
    missing = _told(wanted)[1]
    for word in _WORD.finditer(line):
        near = difflib.get_close_matches(word[0].casefold(), missing, 1, 0.7)
        if near and word[0] not in missing:
            return Problem(word.start() + 1, f"expected `{near[0]}`, not {shown(word[0])}")
    return None
