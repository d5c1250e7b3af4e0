"""What may have been meant by a path at which nothing is: a file with a name like it, or a path of another system."""

from __future__ import annotations

import difflib
import os
import re
from itertools import islice
from pathlib import Path
from typing import Final

_MOST: Final = 2000
"""The most names of a folder that a wrong one is held against."""

_WINDOWS: Final = re.compile(r"([A-Za-z]):[\\/]|\\\\\w")


def hint_for(path: Path | str) -> str:
    """What to try in place of a path that is not there, to be put behind a message; empty if nothing is likely."""
    name = os.fspath(path)
    if os.name != "nt" and (found := _WINDOWS.match(name)):
        there = f"; in WSL a drive is /mnt/{found[1].lower()}/" if found[1] else ""
        return f"; that is a path of Windows, and this is not Windows{there}"
    place = Path(name)
    try:
        beside = [each.name for each in islice(place.parent.iterdir(), _MOST)]
    except (OSError, ValueError):
        return ""
    near = _nearest(place.name, beside)
    return f"; did you mean {str(place.parent / near)!r}?" if near else ""


def _nearest(name: str, names: list[str]) -> str | None:
    by_fold = {each.casefold(): each for each in names}
    close = difflib.get_close_matches(name[:255].casefold(), by_fold, n=1, cutoff=0.8)
    return by_fold[close[0]] if close else None
