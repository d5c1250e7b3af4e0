"""What the sentences of the text form say: the fields of an action by the parts of its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from sw_data.textlog.grammar import Node, Problem, number, unquoted

POOLS: Final = {
    "attack": "attack",
    "damage": "damage",
    "injury": "location",
    "occupants": "occupants",
    "deal": "cards",
}
"""The pool that needs no name, by type of action; `roll` of the others."""

REFERENCE: Final = {"soak": "attack", "vehicle_soak": "of", "reroll": "of", "block": "against"}
"""The field of the action that a sentence refers to, by type."""

SIGNED: Final = re.compile(r"[+-][0-9]+")
"""A number with a sign, which behind a trait is meant as its modifier."""

VERBS: Final = {"soak": "soaks", "reroll": "rerolls"}


@dataclass
class Fields:
    """The fields of an action, and where each was said."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])
    columns: dict[str, int] = field(default_factory=dict[str, int])

    def set(self, key: str, value: object, column: int) -> None:
        """One more field; what is said twice is a problem."""
        if key in self.values:
            raise Problem(column, f"{key.replace('_', ' ')} is said twice")
        self.values[key] = value
        self.columns[key] = column

    @property
    def verb(self) -> str:
        """The verb of the sentence, for those that can leave something out."""
        return VERBS.get(str(self.values["type"]), "")


def _name(node: Node) -> object:
    return node.text()


def _inner(node: Node) -> object:
    return node.parts[0].text()


def _trait(node: Node) -> object:
    word, column = node.words[-1]
    if len(node.words) > 1 and SIGNED.fullmatch(word):
        raise Problem(column, f"a modifier stands in parentheses: `({word})`")
    return node.text()


def _inner_trait(node: Node) -> object:
    return _trait(node.parts[0])


def _word(node: Node) -> object:
    return unquoted(*node.words[0])


def _number(node: Node) -> object:
    return number(*node.words[0])


def _true(_node: Node) -> object:
    return True


def _amount(node: Node) -> object:
    return number(*node.words[0]) if node.words else 1


_PARTS: Final[dict[str, tuple[str, Callable[[Node], object]]]] = {
    "actor": ("actor", _name),
    "weapon": ("weapon", _name),
    "trait_name": ("trait", _trait),
    "target": ("target", _name),
    "target_trait": ("target_trait", _inner_trait),
    "skill": ("trait", _inner_trait),
    "vehicle": ("target", _inner),
    "dealer": ("actor", _inner),
    "expression": ("damage", _word),
    "after": ("of", _word),
    "purse": ("from", _word),
    "means": ("with", _word),
    "cause": ("for", _inner),
    "hardness": ("kind", _word),
    "range": ("range", _word),
    "distance": ("distance", _number),
    "difficulty": ("tn", _number),
    "hit": ("hit", _number),
    "zones": ("zones", _number),
    "wounds": ("wounds", _number),
    "fatigue": ("fatigue", _number),
    "hours": ("hours", _number),
    "amount": ("amount", _amount),
    "pushing": ("push", _true),
}
"""The field that a part of a sentence is, and its value."""


def fields_of(sentence: Node) -> Fields:
    """The fields of the action that a sentence describes."""
    kind = "award_benny" if sentence.rule == "award_gm" else sentence.rule
    fields = Fields({"type": kind})
    for part in sentence.parts:
        if part.rule == "targets":
            names = [each.text() for each in part.parts]
            key = "actors" if kind == "deal" else "targets"
            if kind == "attack" and len(names) == 1:
                fields.set("target", names[0], part.column)
            else:
                fields.set(key, names, part.column)
        elif part.rule == "reference":
            fields.set(REFERENCE[kind], _word(part), part.column)
        elif part.rule == "actor" and kind == "damage":
            fields.set("target", part.text(), part.column)
        else:
            key, value = _PARTS[part.rule]
            fields.set(key, value(part), part.column)
    return fields


def pool_of(pool: Node) -> list[Any] | dict[str, Any]:
    """The faces of a pool; of several hits a list of lists; of several rollers an object."""
    entries = list(pool.every("entry"))
    if entries:
        out: dict[str, Any] = {}
        for each in entries:
            out[unquoted(*each.words[0])] = _faces(each, each.words[1:])
        return out
    hits = [_faces(each, each.words) for each in pool.every("faces")]
    return hits[0] if len(hits) == 1 else hits


def _faces(node: Node, words: tuple[tuple[str, int], ...]) -> list[Any]:
    """Faces, dice and cards in the order in which they stand."""
    placed: list[tuple[int, Any]] = [(column, number(word, column)) for word, column in words]
    for each in node.parts:
        if each.rule == "die":
            faces = [number(*word) for word in each.words[1:]]
            placed.append((each.column, {"die": each.words[0][0], "faces": faces}))
        else:
            placed.append((each.column, unquoted(*each.words[0])))
    return [value for _, value in sorted(placed, key=lambda pair: pair[0])]
