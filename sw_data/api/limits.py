"""How much of a foreign file is read, as people write it: `unpacked=2G`, `depth=500`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Final

from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.models.faults import nearest

_AMOUNT: Final = re.compile(r"([0-9]{1,15})([kKmMgG]?)(?:i?[bB])?")
_UNITS: Final = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}


def limits_of(given: Iterable[str]) -> StoreLimits:
    """The limits of reading with some of them set, each as `NAME=NUMBER`; K, M and G are powers of 1024.

    Raises:
        ImpossibleError: No such limit, or no whole number above nought.
    """
    limits = STORE_LIMITS
    names = [each.name for each in fields(StoreLimits)]
    for text in given:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if name not in names:
            near = nearest(name, names) if name else None
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(names)}"
            raise ImpossibleError(f"no limit {name!r}; {hint}")
        found = _AMOUNT.fullmatch(amount)
        number = int(found[1]) * _UNITS[found[2].lower()] if found else 0
        if not equals or number < 1:
            raise ImpossibleError(
                f"the limit {name} is {amount!r}; it should be a whole number above 0, like {name}=2G"
            )
        limits = replace(limits, **{name: number})
    return limits
