"""What the terms of a stored roll come to, by the rules of arithmetic; no dice are rolled and nothing is executed."""

from __future__ import annotations

import math
import re
from typing import Any, Final, cast

from sw_data.document.raw import is_list

_NUMBER: Final = re.compile(r"^\s*([+\u2212-]?)\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*$")
_DEEP: Final = 30
_LARGE: Final = 10**15

Value = dict[str, Any]


def number_of(value: object) -> float | None:
    """A number, or a text that is one; None for everything else, and for what is not finite or absurdly large."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value if -_LARGE < value < _LARGE else None
    if isinstance(value, str):
        found = _NUMBER.match(value)
        if found:
            number = float(found[2]) if "." in found[2] else int(found[2])
            return -number if found[1] in ("-", "\u2212") else number
    return None


def value_of(terms: list[Any], deep: int = 0) -> float | None:
    """What a list of terms comes to; None if it cannot be told."""
    if deep > _DEEP:
        return None
    values: list[float] = []
    signs: list[str] = []
    pending = ""
    for term in terms:
        operator = _operator(term)
        if operator is not None:
            pending = _joined(pending, operator)
            continue
        worth = _worth(term, deep)
        if worth is None:
            return None
        if pending in ("*", "/", "%") and values:
            product = _applied(values[-1], pending, worth)
            if product is None:
                return None
            values[-1] = product
        else:
            values.append(worth)
            signs.append("-" if pending == "-" else "+")
        pending = ""
    if not values:
        return None
    return sum(-each if sign == "-" else each for each, sign in zip(values, signs, strict=True))


def _operator(term: object) -> str | None:
    if isinstance(term, dict) and cast("Value", term).get("class") == "OperatorTerm":
        operator = cast("Value", term).get("operator")
        return operator.strip() if isinstance(operator, str) else "?"
    if isinstance(term, str) and term.strip() in ("+", "-", "*", "/", "%", ""):
        return term.strip() or "+"
    return None


def _joined(pending: str, operator: str) -> str:
    if pending == "-" and operator in ("+", "-"):
        return "-" if operator == "+" else "+"
    return operator


def _applied(left: float, operator: str, right: float) -> float | None:
    if operator == "*":
        product = left * right
        return product if abs(product) < _LARGE else None
    if right == 0:
        return None
    return left / right if operator == "/" else math.fmod(left, right)


def _worth(term: object, deep: int) -> float | None:
    """What one term comes to."""
    if not isinstance(term, dict):
        return number_of(term)
    entry = cast("Value", term)
    name = entry.get("class")
    if name == "NumericTerm":
        return number_of(entry.get("number"))
    if name == "StringTerm":
        return number_of(entry.get("term"))
    if name == "ParentheticalTerm":
        return (
            _inside(entry.get("roll"), deep) if entry.get("roll") else number_of(entry.get("term"))
        )
    if name in ("FunctionTerm", "MathTerm"):
        return _function(entry, deep)
    results = entry.get("results")
    if is_list(results):
        return _results(results)
    return None


def _inside(roll: object, deep: int) -> float | None:
    if not isinstance(roll, dict):
        return None
    terms = cast("Value", roll).get("terms")
    return value_of(terms, deep + 1) if is_list(terms) else None


def _function(entry: Value, deep: int) -> float | None:
    stored = number_of(entry.get("result"))
    if stored is not None:
        return stored
    rolls = entry.get("rolls")
    if not is_list(rolls):
        return None
    arguments: list[float] = []
    for each in rolls[:100]:
        worth = _inside(each, deep)
        if worth is None:
            return None
        arguments.append(worth)
    return _called(str(entry.get("fn")), arguments)


def _called(name: str, arguments: list[float]) -> float | None:
    """What a function of the formula gives; None for one that is not known, or with nothing to work on."""
    if not arguments:
        return None
    first = arguments[0]
    if name in ("max", "min"):
        return max(arguments) if name == "max" else min(arguments)
    if name == "round":
        return math.floor(first + 0.5)
    if name == "floor":
        return math.floor(first)
    if name == "ceil":
        return math.ceil(first)
    return abs(first) if name == "abs" else None


def _results(results: list[Any]) -> float | None:
    """The sum of the results that count; a pool's and a die's have the same form."""
    total: float = 0
    for one in results:
        if not isinstance(one, dict):
            bare = number_of(one)
            if bare is None:
                return None
            total += bare
            continue
        entry = cast("Value", one)
        if entry.get("active") is False:
            continue
        worth = number_of(entry.get("count", entry.get("result")))
        if worth is None:
            return None
        total += worth
    return total
