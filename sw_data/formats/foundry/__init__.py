"""Foundry VTT's documents of the Savage Worlds system, in every generation (G0a to G5) that files are found in."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.formats.base import Creation, Readable, Reading, Writing
from sw_data.formats.foundry.sniff import is_foundry
from sw_data.models import Effect


class Foundry:
    """Reads and writes actors and items of Foundry VTT's Savage Worlds system, told by shape and not by stamp."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        return "foundry"

    def recognises(self, value: object) -> bool:
        """Whether a document is one of Foundry VTT, of whatever game system."""
        return is_foundry(value)

    def read(self, value: object) -> Reading:
        """What the document says; what is odd in it is a finding, and nothing stops the rest from being read."""
        from sw_data.formats.foundry.reading import read

        return read(value)

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring the effects on this document's model into the document, in its own generation."""
        from sw_data.formats.foundry.write import write

        return write(value, effects)

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """A new document made from a model, for the newest generation or the one that `target` names."""
        from sw_data.formats.foundry.create import create

        return create(model, target)


__all__ = ["Foundry"]
