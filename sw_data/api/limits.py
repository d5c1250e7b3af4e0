"""How much of a foreign file is read, as people write it: `unpacked=2G`, `depth=500`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, Final

from sw_data.api.download import FETCH_LIMITS, FetchLimits
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.models.faults import nearest

_AMOUNT: Final = re.compile(r"([0-9]{1,15})([kKmMgG]?)(?:i?[bB])?")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_UNITS: Final = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_TIMES: Final = ("redirects", "retries")
"""What may be done not even once."""


def limits_of(given: Iterable[str]) -> StoreLimits:
    """The limits of reading with some of them set, each as `NAME=NUMBER`; K, M and G are powers of 1024.

    Raises:
        ImpossibleError: No such limit, or no whole number above nought.
    """
    limits = STORE_LIMITS
    names = [each.name for each in fields(StoreLimits)]
    for text in given:
        name, amount = _named(text, names)
        limits = replace(limits, **{name: _whole(name, amount)})
    return limits


def fetch_limits_of(given: Iterable[str]) -> FetchLimits:
    """The limits of fetching with some of them set, as `limits_of` reads them; seconds may have a point.

    Raises:
        ImpossibleError: No such limit, or no number that it can be.
    """
    limits = FETCH_LIMITS
    names = [each.name for each in fields(FetchLimits)]
    for text in given:
        name, amount = _named(text, names)
        number: Any
        if isinstance(getattr(limits, name), float):
            number = _seconds(name, amount)
        else:
            number = _whole(name, amount, int(name not in _TIMES))
        limits = replace(limits, **{name: number})
    return limits


def _named(text: str, names: list[str]) -> tuple[str, str]:
    name, _, amount = (part.strip() for part in text.partition("="))
    if name not in names:
        near = nearest(name, names) if name else None
        hint = f"did you mean {near!r}?" if near else f"there are {', '.join(names)}"
        raise ImpossibleError(f"no limit {name!r}; {hint}")
    return name, amount


def _whole(name: str, amount: str, least: int = 1) -> int:
    found = _AMOUNT.fullmatch(amount)
    number = int(found[1]) * _UNITS[found[2].lower()] if found else -1
    if number < least:
        should = f"above 0, like {name}=2G" if least else f"from 0, like {name}=2"
        raise ImpossibleError(
            f"the limit {name} is {amount!r}; it should be a whole number {should}"
        )
    return number


def _seconds(name: str, amount: str) -> float:
    number = float(amount) if _SECONDS.fullmatch(amount) else 0.0
    if not number:
        raise ImpossibleError(
            f"the limit {name} is {amount!r}; it should be a number of seconds above 0, like {name}=90"
        )
    return number
