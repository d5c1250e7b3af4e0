"""Stat blocks as people print and paste them: plain text, Markdown, and (to print only) an HTML card."""

from __future__ import annotations

from dataclasses import dataclass

from sw_data.formats.base import Readable, Reading, TextCreation


@dataclass(frozen=True, slots=True)
class StatBlock:
    """Stat blocks in one of their three forms; `html` is written only."""

    name: str = "statblock"
    suffix: str = ".txt"

    def recognises_text(self, text: str) -> bool:
        """Whether a text holds a stat block that can be read; HTML is none."""
        if self.name == "html":
            return False
        from sw_data.formats.statblock.reader import is_statblock

        return is_statblock(text)

    def read_text(self, text: str) -> tuple[Reading, ...]:
        """A reading for each stat block of the text."""
        from sw_data.formats.statblock.reader import read_text

        return read_text(text)

    def create_text(self, model: Readable, target: str | None = None) -> TextCreation:
        """A stat block of a character, a vehicle or a weapon; there is one variant only.

        Raises:
            ImpossibleError: The model is a chase, which no stat block is made of.
        """
        from sw_data.formats.statblock.write import create

        return create(model, self.name)


FORMS = (StatBlock(), StatBlock("markdown", ".md"), StatBlock("html", ".html"))
"""The forms of a stat block: the plain one reads the Markdown one too."""

__all__ = ["FORMS", "StatBlock"]
