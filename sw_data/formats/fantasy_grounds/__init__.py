"""Fantasy Grounds: character files of the Savage Worlds ruleset, and npc records of modules and campaigns."""

from __future__ import annotations

import re
from typing import Final

from sw_data.formats.base import Readable, Reading, TextCreation

_ROOT: Final = re.compile(r"<root[\s>]")
_LOOKED_AT: Final = 2_000_000


class FantasyGrounds:
    """Reads and writes the XML of Fantasy Grounds."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        return "fantasy-grounds"

    @property
    def suffix(self) -> str:
        """What the name of a file ends with."""
        return ".xml"

    def recognises_text(self, text: str) -> bool:
        """Whether a text is XML with the root that files of Fantasy Grounds have, told by its content."""
        head = text[:_LOOKED_AT].lstrip("\ufeff \t\r\n")
        return head.startswith("<") and _ROOT.search(head) is not None

    def read_text(self, text: str) -> tuple[Reading, ...]:
        """A reading for each character and npc; one without a model that says what is wrong."""
        from sw_data.formats.fantasy_grounds.read import read_text

        return read_text(text)

    def create_text(self, model: Readable, target: str | None = None) -> TextCreation:
        """A file with the record of a character; `target` is `character` or `npc`.

        Raises:
            ImpossibleError: The model is no character, or there is no such target.
        """
        from sw_data.formats.fantasy_grounds.write import create

        return create(model, target)


__all__ = ["FantasyGrounds"]
