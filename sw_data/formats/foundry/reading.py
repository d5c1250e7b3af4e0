"""Reading any document of Foundry VTT: which reader it goes to, and what is said of those that have no model."""

from __future__ import annotations

from sw_data.diagnostics import Diagnostic, DocumentRef, Severity
from sw_data.formats.base import Readable, Reading
from sw_data.formats.foundry.actor import read_creature
from sw_data.formats.foundry.armor import read_armor, shield_parry
from sw_data.formats.foundry.generations import Generation, generation_of
from sw_data.formats.foundry.items import read_skill
from sw_data.formats.foundry.sniff import (
    ACTOR_TYPES,
    CREATURES,
    ITEM_TYPES,
    data_key,
    game_system,
    type_of,
)
from sw_data.formats.foundry.traits import bounded
from sw_data.formats.foundry.values import Notes, Spot, shown
from sw_data.formats.foundry.vehicle import read_vehicle
from sw_data.formats.foundry.weapon import read_weapon
from sw_data.jsonvalue import Object, as_object, as_text


def read(value: object) -> Reading:
    """What a document says; every document has a reading, those without a model too."""
    document = as_object(value)
    if document is None:
        return Reading(kind="document")
    kind = type_of(document)
    notes = Notes()
    model: Readable | None = None
    generation: Generation | None = None
    foreign = game_system(document)
    if foreign is not None:
        notes.add(
            "SW104",
            f"the document is of the game system {shown(foreign)}; it is kept as it is",
            "",
        )
    elif _has_data(document, kind):
        generation = generation_of(document)
        model = _model(Spot(document, ""), kind, generation, notes)
    return Reading(
        kind="character" if kind in CREATURES and model is not None else kind,
        model=model,
        id=as_text(document.get("_id")),
        name=as_text(document.get("name")),
        generation=generation,
        diagnostics=_about(document, kind, notes),
        origins=notes.origins,
    )


def _has_data(document: Object, kind: str) -> bool:
    """Whether a document is an actor or an item: macros and scenes may have the word as their type too."""
    return kind in ACTOR_TYPES | ITEM_TYPES and ("system" in document or "data" in document)


def _model(document: Spot, kind: str, generation: Generation, notes: Notes) -> Readable | None:
    if "system" in document.object and "data" in document.object:
        used = data_key(document.object)
        other = "data" if used == "system" else "system"
        notes.add(
            "SW108",
            f"the document has both 'system' and 'data'; {used!r} is read",
            document.at(other).pointer,
        )
    if kind in CREATURES:
        return read_creature(document, generation, notes)
    if kind == "vehicle":
        return read_vehicle(document, notes)
    if kind == "weapon":
        weapon, notes.origins = read_weapon(document, notes)
        return weapon
    if kind == "armor":
        read_armor(document, notes)
    elif kind == "shield":
        shield_parry(document, notes)
    elif kind == "skill":
        skill = read_skill(document, notes)
        if skill is not None:
            bounded(skill.raw, notes, skill.name)
    return None


def _about(document: Object, kind: str, notes: Notes) -> tuple[Diagnostic, ...]:
    """The findings, each with the document that it is about."""
    if not notes.diagnostics:
        return ()
    # Up to Foundry 9 sheets stored numbers as text all the time: nothing there is in want of a repair.
    usual = {"severity": Severity.INFO} if data_key(document) == "data" else {}
    about = DocumentRef(
        kind=kind, id=as_text(document.get("_id")), name=as_text(document.get("name"))
    )
    return tuple(
        each.model_copy(
            update={
                "document": about,
                **(usual if each.code == "SW101" and each.fix is not None else {}),
            }
        )
        for each in notes.diagnostics
    )
