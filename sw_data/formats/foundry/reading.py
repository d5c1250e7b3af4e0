"""Reading any document of Foundry VTT: which reader it goes to, and what is said of those that have no model."""

from __future__ import annotations

from sw_data.formats.base import Reading
from sw_data.formats.foundry.sniff import type_of
from sw_data.jsonvalue import as_object, as_text


def read(value: object) -> Reading:
    """What a document says."""
    document = as_object(value) or {}
    return Reading(
        kind=type_of(document),
        id=as_text(document.get("_id")),
        name=as_text(document.get("name")),
    )
