"""Roll20: the character JSON of the VTT Enhancement Suite, for the official Savage Worlds sheet and the Tabbed one."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.formats.base import Creation, Readable, Reading, Writing
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Effect


class Roll20:
    """Reads and writes character files of the VTT Enhancement Suite."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        return "roll20"

    def recognises(self, value: object) -> bool:
        """Whether a document is a character of Roll20: it has a list of attributes, and marks of a character."""
        document = as_object(value)
        if document is None or "attribs" not in document:
            return False
        marks = (
            "schema_version",
            "abilities",
            "oldId",
            "bio",
            "gmnotes",
            "avatar",
            "controlledby",
            "defaulttoken",
        )
        return (
            as_array(document["attribs"]) is not None
            or sum(1 for each in marks if each in document) >= 2
        )

    def read(self, value: object) -> Reading:
        """What the character says, on whichever of the two sheets it was made."""
        from sw_data.formats.json_sheet import shallow, too_deep
        from sw_data.formats.roll20.read import read

        return read(value) if shallow(value) else too_deep("character")

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring wounds, Fatigue and Bennies into the character."""
        from sw_data.formats.json_sheet import written_back

        numbers = ("wounds.value", "fatigue.value", "bennies")
        return written_back(value, self.read(value), effects, numbers, as_texts=True)

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """A new character for the sheet that `target` names: `official` (the usual) or `tabbed`.

        Raises:
            ImpossibleError: The model is no character, or there is no such sheet.
        """
        from sw_data.formats.roll20.create import create

        return create(model, target)


__all__ = ["Roll20"]
