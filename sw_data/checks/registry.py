"""Every family of checks, and all of them on one document."""

from __future__ import annotations

from typing import Final

from sw_data.checks import (
    characters,
    chases,
    edges,
    effects,
    items,
    keys,
    powers,
    protection,
    types,
    vehicles,
    weapons,
)
from sw_data.checks.subject import Check, subject
from sw_data.diagnostics import Diagnostic, DocumentRef, Severity
from sw_data.formats.base import Reading
from sw_data.formats.foundry.sniff import data_key, game_system, is_foundry

FAMILIES: Final[tuple[Check, ...]] = (
    weapons.check,
    items.check,
    characters.check,
    protection.check,
    powers.check,
    edges.check,
    effects.check,
    vehicles.check,
    chases.check,
    types.check,
    keys.check,
)
"""One function for each family; a new family is a module and a line here."""

_READ_ALREADY: Final = frozenset(
    {"SW101", "SW102", "SW105", "SW121", "SW122", "SW201", "SW202", "SW203"}
)
"""Codes that say that a value cannot be used as it stands; what else is wrong with it does not matter then."""


def check(value: object, reading: Reading) -> list[Diagnostic]:
    """Every finding of a document: those of its reader and those of all checks, in this order.

    Args:
        value: The document's JSON value.
        reading: What its format read of it.

    Returns:
        Findings without a place in a file; pointers are from the document's root.
    """
    document = DocumentRef(kind=reading.kind or "document", id=reading.id, name=reading.name)
    findings = list(reading.diagnostics)
    said = {(each.code, each.pointer) for each in findings}
    useless = {each.pointer for each in findings if each.code in _READ_ALREADY}
    under_check = subject(value, reading)
    other_game = under_check.foreign and (
        not is_foundry(under_check.value) or game_system(under_check.value) is not None
    )
    stringly = under_check.foreign and data_key(under_check.value) == "data"
    if not other_game:
        findings = [
            weapons.unreadable_strength(under_check, each)
            if each.code == "SW203" and each.fix is None
            else each
            for each in findings
        ]
    for family in () if other_game else FAMILIES:
        for each in family(under_check):
            if each.pointer not in useless and (each.code, each.pointer) not in said:
                said.add((each.code, each.pointer))
                # Up to Foundry 9 sheets stored numbers as text all the time.
                quiet = stringly and each.code == "SW101"
                findings.append(
                    each.model_copy(update={"severity": Severity.INFO}) if quiet else each
                )
    typed = {each.pointer for each in findings if each.code == "SW111"}
    findings = [each for each in findings if each.code != "SW104" or each.pointer not in typed]
    return [
        each if each.document is not None else each.model_copy(update={"document": document})
        for each in findings
    ]


def rooted(finding: Diagnostic, base: str) -> Diagnostic:
    """A finding of a part of a document, with its pointers from the root of the whole."""
    if not base:
        return finding
    update: dict[str, object] = {"pointer": base + (finding.pointer or "")}
    if finding.fix is not None:
        edits = [edit.model_copy(update={"path": base + edit.path}) for edit in finding.fix.edits]
        update["fix"] = finding.fix.model_copy(update={"edits": tuple(edits)})
    return finding.model_copy(update=update)
