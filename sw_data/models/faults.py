"""What a JSON value breaks of a model, each at its place and in words for people.

A value of a union is judged by the branch that it is meant to be: an action by its `type`, anything else by the branch
that it comes nearest to.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sw_data.jsonvalue import as_array, as_object

Steps: TypeAlias = tuple[str | int, ...]
Kind: TypeAlias = Literal["type", "value", "missing", "unknown"]

_WANTED: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "string_type": "text",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dataclass_type": "an object",
    "dataclass_exact_type": "an object",
    "mapping_type": "an object",
    "list_type": "a list",
    "tuple_type": "a list",
    "none_required": "null",
}
_MOST_ACTORS: Final = 200
"""How many names a wrong one is compared with; a hostile log has many of both."""

_BRACKETS: Final = "three whole numbers like [12, 24, 48]"
_FORMS: Final = {
    "tuple": f"{_BRACKETS}, the name of a template, or null",
    "ModifierPerZone": 'an object like {"modifier_per_zone": -2} or {"squares_per_zone": 12}',
}
"""What the unions of our models are in words, by the name of their first branch."""
_BOUNDS: Final = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a value breaks of its model.

    Attributes:
        steps: Keys and indices from the root of the value to the place; of a missing key, to where it should stand.
        kind: `type` (a number where text should be), `value` (the right type, and impossible), `missing`, `unknown`.
        message: One sentence: what is wrong, and what would be right.
        nearest: For an unknown key or word, the known one that it is most like.
    """

    steps: Steps
    kind: Kind
    message: str
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """An error of pydantic, its place in the data, and the branches of unions on the way to it."""

    error: ErrorDetails
    steps: Steps
    branches: tuple[tuple[Steps, str], ...]


def faults(error: ValidationError, data: object, model: object) -> tuple[Fault, ...]:
    """Everything that `data` breaks of `model`, in the order of the model's fields.

    Args:
        error: What `model_validate` or a `TypeAdapter` raised.
        data: The value that it was given.
        model: The model, or the union of models.
    """
    placed = [_placed(each, data) for each in error.errors(include_url=False)]
    found = [each for each in placed if each is not None]
    said: dict[tuple[Steps, str], Fault] = {}
    for group in _by_union(found):
        for fault in _told(group, model):
            said.setdefault((fault.steps, fault.message), fault)
    return tuple(said.values())


def _placed(error: ErrorDetails, data: object) -> _Found | None:
    """An error at its place in the data: pydantic's own names for branches of unions taken out of the way.

    None if the value is not in the data: the model filled it in from another one, which has an error of its own.
    """
    steps: list[str | int] = []
    branches: list[tuple[Steps, str]] = []
    here: object = data
    tagged = False
    for place, step in enumerate(error["loc"]):
        last = place == len(error["loc"]) - 1
        members, elements = as_object(here), as_array(here)
        if isinstance(step, str) and members is not None:
            # An action is told by its type, which may be a key of it too: `damage`, `trait`.
            is_tag = not tagged and members.get("type") == step
            wanted = step in members or (last and error["type"] in ("missing", "extra_forbidden"))
            if wanted and not is_tag:
                here, tagged = members.get(step), False
                steps.append(step)
                continue
            if last and not is_tag and error["input"] is not members:
                return None
            if is_tag:
                tagged = True
                continue
        elif isinstance(step, int) and elements is not None:
            here, tagged = (elements[step] if step < len(elements) else None), False
            steps.append(step)
            continue
        branches.append((tuple(steps), str(step)))
    return _Found(error, tuple(steps), tuple(branches))


def _by_union(found: Iterable[_Found]) -> list[list[_Found]]:
    """Errors of the branches of one union together, any other by itself."""
    groups: dict[object, list[_Found]] = {}
    for number, each in enumerate(found):
        key: object = ("union", each.branches[0][0]) if each.branches else number
        groups.setdefault(key, []).append(each)
    return list(groups.values())


def _told(group: Sequence[_Found], model: object) -> list[Fault]:
    """The faults of one place; of a union only those of the branch that the value comes nearest to."""
    if not group[0].branches:
        return [_fault(each, model) for each in group]
    node = group[0].branches[0][0]
    by_branch: dict[str, list[_Found]] = {}
    for each in group:
        by_branch.setdefault(each.branches[0][1], []).append(each)
    if len(by_branch) == 1:
        return [_fault(each, model) for each in group]
    inside = [
        part for part in by_branch.values() if all(len(each.steps) > len(node) for each in part)
    ]
    if inside:
        return [_fault(each, model) for each in min(inside, key=len)]
    right_type = [
        part for part in by_branch.values() if all(e.error["type"] not in _WANTED for e in part)
    ]
    if right_type:
        return [_fault(each, model) for each in min(right_type, key=len)]
    form = _FORMS.get(next(iter(by_branch)).partition("[")[0])
    if form:
        return [
            Fault(
                node, "type", f"{dotted(node)} must be {form}; got {shown(group[0].error['input'])}"
            )
        ]
    wanted = list(
        dict.fromkeys(
            _WANTED[each.error["type"]] for each in group if each.error["type"] in _WANTED
        )
    )
    if "a number" in wanted and "a whole number" in wanted:
        wanted.remove("a whole number")
    value = group[0].error["input"]
    message = f"{dotted(node)} must be {' or '.join(wanted)}; got {shown(value)}"
    return [Fault(node, "type", message)]


def _fault(found: _Found, model: object) -> Fault:
    error, steps = found.error, found.steps
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    name = dotted(steps)
    if kind == "missing":
        if steps and isinstance(steps[-1], int):
            return Fault(
                steps[:-1],
                "value",
                f"{dotted(steps[:-1])} must be {_BRACKETS}; it has too few values",
            )
        return Fault(steps, "missing", f"{name} is missing")
    if kind == "extra_forbidden":
        return _unknown(found, model)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _no_such_action(steps, kind, context)
    if kind in _WANTED:
        return Fault(steps, "type", f"{name} must be {_WANTED[kind]}; got {shown(value)}")
    if kind == "literal_error":
        return _no_such_word(steps, value, str(context.get("expected", "")))
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return Fault(
            steps, "value", f"{name} must be {words} {context.get(key)}; got {shown(value)}"
        )
    if kind == "string_too_short":
        return Fault(steps, "value", f"{name} must not be empty")
    if kind == "too_long":
        return Fault(steps, "value", f"{name} must be {_BRACKETS}; it has too many values")
    if kind == "value_error":
        wrong: Kind = "value" if isinstance(value, str) else "type"
        return Fault(steps, wrong, f"{name}: {context.get('error')}")
    return Fault(
        steps, "value", f"{name}: {error['msg'][:1].lower()}{error['msg'][1:]}; got {shown(value)}"
    )


def _unknown(found: _Found, model: object) -> Fault:
    key = str(found.steps[-1])
    known = known_keys(model, tuple(found.error["loc"][:-1]))
    near = nearest(key, known)
    where = f" in {dotted(found.steps[:-1])}" if len(found.steps) > 1 else ""
    hint = (
        f"; did you mean {near!r}?"
        if near
        else f"; known are {', '.join(sorted(known))}"
        if known
        else ""
    )
    return Fault(found.steps, "unknown", f"unknown key {shown(key)}{where}{hint}", near)


def _no_such_action(steps: Steps, kind: str, context: dict[str, Any]) -> Fault:
    words = [word.strip().strip("'") for word in str(context.get("expected_tags", "")).split(",")]
    place = (*steps, "type")
    if kind == "union_tag_not_found":
        return Fault(
            place, "missing", f"{dotted(place)} is missing; it says what kind of action it is"
        )
    tag = str(context.get("tag", ""))
    near = nearest(tag, words)
    hint = f"did you mean {near!r}?" if near else f"there are {', '.join(sorted(words))}"
    return Fault(
        place, "value", f"{dotted(place)}: no kind of action is called {shown(tag)}; {hint}", near
    )


def _no_such_word(steps: Steps, value: object, expected: str) -> Fault:
    words = [word.strip("'") for word in expected.replace(" or ", ", ").split(", ")]
    near = nearest(value, words) if isinstance(value, str) else None
    message = f"{dotted(steps)} must be {expected}; got {shown(value)}"
    return Fault(steps, "value", message, near)


def dotted(steps: Sequence[str | int]) -> str:
    """A place as people write it: `weapons[2].damage`; the root is `the document`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")[:200] or "the document"


def shown(value: object) -> str:
    """A JSON value in a message: as it is written, and never longer than a line."""
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else f"{value[:59]}…")
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "an object"
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def nearest(word: str, known: Iterable[str], least: float = 0.7) -> str | None:
    """The known word that `word` is most like, if it is like one at all; `least` is how like, from 0 to 1."""
    by_fold = {each.casefold(): each for each in known}
    close = difflib.get_close_matches(word[:100].casefold(), by_fold, n=1, cutoff=least)
    return by_fold[close[0]] if close else None


def nearest_actor(word: str, actors: Sequence[tuple[str, str]]) -> str | None:
    """The actor of these (id, name) whom a wrong name most likely means, as people read it: `Joe (id 'joe')`.

    A part of a name will do, as long as one actor only has it; of very many actors the first are compared.
    """
    named: dict[str, str] = {}
    for ident, name in actors[:_MOST_ACTORS]:
        told = shown(name) if ident == name else f"{shown(name)} (id {shown(ident)})"
        named.setdefault(ident, told)
        named.setdefault(name, told)
    near = nearest(word, named)
    if near is not None:
        return named[near]
    wanted = set(word[:100].casefold().split())
    part = {
        told for name, told in named.items() if wanted and wanted <= set(name.casefold().split())
    }
    return part.pop() if len(part) == 1 else None


def known_keys(model: object, path: tuple[str | int, ...]) -> frozenset[str]:
    """The keys that an object may have at a place of a model, by pydantic's own path to it."""
    models = _models(model)
    for step in path:
        inside = [
            _models(field)
            for each in models
            for name, field in _fields(each).items()
            if name == step
        ]
        if any(inside):
            models = frozenset[type[BaseModel]]().union(*inside)
        elif isinstance(step, str):
            named = frozenset(each for each in models if step in (each.__name__, _tag(each)))
            models = named or models
    return frozenset(name for each in models for name in _fields(each))


@lru_cache(maxsize=256)
def _fields(model: type[BaseModel]) -> dict[str, Any]:
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}


def _tag(model: type[BaseModel]) -> str | None:
    field = model.model_fields.get("type")
    words = get_args(field.annotation) if field else ()
    return cast("str", words[0]) if words else None


def _models(kind: object) -> frozenset[type[BaseModel]]:
    """The models that a type is made of: of a union each, of a list or an object its elements."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return frozenset({kind})
    origin = get_origin(kind)
    parts = get_args(kind)
    if origin is Annotated:
        return _models(parts[0])
    if origin in (Union, UnionType, list, tuple, dict):
        return frozenset[type[BaseModel]]().union(*(_models(part) for part in parts))
    return frozenset()
