"""Findings about what is written into a virtual tabletop's documents (SW18x): what has no place there, and no name."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW181",
        severity=Severity.WARNING,
        title="No place for this in the format",
        what="A value of the model, or a change to it, cannot be said in this format or generation.",
        why="It is missing from the document that was written; read back, the sheet says something else.",
        example='the weapon modifier {"applies_to": "Fighting", "value": 1} of a weapon used with Shooting',
        fix="Write the value into the sheet by hand, or choose a newer generation that has a place for it.",
    ),
    Code(
        code="SW182",
        severity=Severity.WARNING,
        title="A document without an id",
        what="The document has no `_id` (and no export source that names one), so a running world cannot be told "
        "which one to change.",
        why="Names are not unique: five zombies have one. A change by name could hurt the wrong one.",
        example='{"name": "Zombie", "type": "npc", "system": {}}',
        fix="Export it from a newer version, or from the world's database, where documents have their ids.",
    ),
    Code(
        code="SW183",
        severity=Severity.INFO,
        title="Tokens with a life of their own",
        what="The actor's tokens are not linked to it: a change of the actor does not reach tokens on the scenes.",
        why="Whoever looks at the token sees the old wounds.",
        example='{"prototypeToken": {"actorLink": false}}',
        fix="Export the token's own actor (open its sheet from the token), whose export names the token.",
    ),
    Code(
        code="SW184",
        severity=Severity.ERROR,
        title="Two documents with one id",
        what="Two documents that are to be changed in a running world have the same id.",
        why="The second change would overwrite the first one on the same actor.",
        example='five zombies in a log, all read from the export of one actor with `"_id": "zombie0000000001"`',
        fix="Export each token's own actor, or change only one of them in the world.",
    ),
    Code(
        code="SW185",
        severity=Severity.WARNING,
        title="A value that could not be written",
        what="The place of the value holds something that is no such value, so it was left as it is.",
        why="Writing over it would lose what somebody put there.",
        example='{"attributes": {"vigor": {"die": [6]}}}',
        fix="Mend the place, then write again.",
    ),
)
