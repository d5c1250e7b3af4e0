"""Findings about our own documents against their models (SW12x): what `sw-data schema` would refuse too."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW121",
        severity=Severity.ERROR,
        title="A value of the wrong type in our own document",
        what="A number, text, switch, list or object stands where another one belongs. It is left out, and the rest is "
        "read.",
        why="It stands as if it had not been written: wounds are 0, a weapon is unarmed.",
        example='{"kind": "character", "name": "Joe", "wounds": {"value": "1"}}',
        fix="Write the value as the message says; `sw-data schema character` shows every key.",
    ),
    Code(
        code="SW122",
        severity=Severity.ERROR,
        title="A value that cannot be in our own document",
        what="A value has the right type and means nothing here: a die that is none, a word that is not known, a "
        "negative number of wounds.",
        why="It is left out, as if it had not been written.",
        example='{"kind": "weapon", "name": "Gun", "damage": "2d6+d"}',
        fix="Write one of the values that the message names.",
    ),
    Code(
        code="SW123",
        severity=Severity.ERROR,
        title="A required key is missing in our own document",
        what="A key without which the document, or a part of it, cannot be read is not there.",
        why="The part that lacks it is left out; a character without attributes cannot be read at all.",
        example='{"kind": "character", "name": "Joe"}',
        fix="Add the key: a document has `kind` and `name`, a character its five attributes too.",
    ),
    Code(
        code="SW124",
        severity=Severity.ERROR,
        title="An unknown key in our own document",
        what="A key is none that this kind of document has.",
        why="It means nothing, and a slip of the pen hides the value that was meant.",
        example='{"kind": "weapon", "name": "Sword", "damge": "Str+d8"}',
        fix="Write the key that was meant, or take it away.",
    ),
)
