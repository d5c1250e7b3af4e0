"""Savaged.us: the generic export that other programs import, and the saves that the character builder keeps."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.formats.base import Creation, Readable, Reading, Writing
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Effect


class SavagedUs:
    """Reads both forms of Savaged.us, and writes the generic one."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        return "savaged-us"

    def recognises(self, value: object) -> bool:
        """Whether a document is an export or a save of Savaged.us."""
        return form(value) is not None

    def read(self, value: object) -> Reading:
        """What the document says; values that cannot be read are findings."""
        from sw_data.formats.json_sheet import shallow, too_deep

        if not shallow(value):
            return too_deep("character")
        if form(value) in ("save", "row"):
            from sw_data.formats.savaged_us.save import read_save

            return read_save(value)
        from sw_data.formats.savaged_us.generic import read

        return read(value)

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring wounds, Fatigue and Bennies into the document."""
        from sw_data.formats.json_sheet import written_back

        return written_back(
            value, self.read(value), effects, ("wounds.value", "fatigue.value", "bennies")
        )

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """A new generic export of a character.

        Raises:
            ImpossibleError: The model is no character.
        """
        from sw_data.formats.savaged_us.create import create

        return create(model)


def form(value: object) -> str | None:
    """Which form a document has: `generic`, `save`, `row` (a save in a list of them); None if it is of neither."""
    document = as_object(value)
    if document is None:
        return None
    if "attribute_assignments" in document and "skill_assignments" in document:
        return "save"
    if isinstance(document.get("data"), str) and "save_type" in document:
        return "row"
    attributes, skills = as_array(document.get("attributes")), as_array(document.get("skills"))
    if attributes is None or skills is None or "attribs" in document:
        return None
    first = as_object(attributes[0]) if attributes else None
    marks = (
        "appVersion",
        "savagedUsShareURL",
        "toughnessTotal",
        "paceTotal",
        "playerCharacter",
        "allSkills",
    )
    told = sum(1 for mark in marks if mark in document)
    return "generic" if told >= 2 or (first is not None and "dieValue" in first) else None


__all__ = ["SavagedUs"]
