"""Every rule by its id: text, source, knobs and the module that plays it.

What `sw-data rules` prints and what outcomes cite.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sw_data.errors import NotFoundError
from sw_data.rules.catalog.chases import CHASES
from sw_data.rules.catalog.combat import COMBAT
from sw_data.rules.catalog.entry import CHAPTERS, Chapter, Rule
from sw_data.rules.catalog.recovery import RECOVERY
from sw_data.rules.catalog.rolls import ROLLS

__all__ = ["CATALOG", "CHAPTERS", "Chapter", "Rule", "rule"]

CATALOG: Final[Mapping[str, Rule]] = MappingProxyType(
    {entry.id: entry for entry in (*ROLLS, *COMBAT, *RECOVERY, *CHASES)}
)
"""Every rule by its id, in reading order."""


def rule(rule_id: str) -> Rule:
    """The rule of that id.

    Raises:
        NotFoundError: There is none; the message names the nearest, or the rules of that chapter.
    """
    found = CATALOG.get(rule_id)
    if found is not None:
        return found
    asked = rule_id[:80]
    chapter = asked.partition(".")[0]
    near = difflib.get_close_matches(asked, CATALOG, n=3, cutoff=0.6)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif chapter in CHAPTERS:
        hint = f"there are {', '.join(one for one in CATALOG if one.startswith(f'{chapter}.'))}"
    else:
        hint = f"there are {len(CATALOG)} in the chapters {', '.join(CHAPTERS)}"
    raise NotFoundError(f"no rule {asked!r}; {hint}")
