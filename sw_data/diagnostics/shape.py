"""Findings about the shape of a sheet (SW1xx): fields of the wrong type, out of range, missing, or not counted."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW101",
        severity=Severity.WARNING,
        title="A field of the wrong type",
        what="A value is no number, text, switch, list or object where the sheet needs one. The message says what "
        "is read instead.",
        why="A virtual tabletop turns such a value into another one, or drops it, when it loads the sheet.",
        example='{"ap": "2"}',
        fix="Write the value as the message says; a number that was written as text can be mended by itself.",
    ),
    Code(
        code="SW102",
        severity=Severity.WARNING,
        title="A value out of range",
        what="A number is smaller or larger than it can be. The message says what is read instead.",
        why="Rolls and damage would be made with a number that the game does not have.",
        example='{"wounds": {"value": -1, "max": 3}}',
        fix="Write a number within the range that the message names.",
    ),
    Code(
        code="SW103",
        severity=Severity.INFO,
        title="A field that is missing",
        what="The sheet does not say something that the rules need, so the default is taken.",
        why="Sheets that were never saved again hold only what differed from the defaults of their time.",
        example='{"type": "npc", "system": {"wounds": {"value": 0, "max": 0}}}',
        fix="Nothing, if the default is right; else open the sheet in the virtual tabletop and save it.",
    ),
    Code(
        code="SW104",
        severity=Severity.INFO,
        title="Another kind of document, or another game",
        what="The document is of a type or of a game system that holds nothing for these rules.",
        why="It is kept as it is, and nothing in it is checked or resolved.",
        example='{"type": "spell", "_stats": {"systemId": "dnd5e"}}',
        fix="Nothing, if it belongs there; packs hold many kinds of documents.",
    ),
    Code(
        code="SW105",
        severity=Severity.WARNING,
        title="A die that the game does not have",
        what="A trait has sides other than 4, 6, 8, 10, 12, or is a text that names no die. The message says which "
        "die is read instead.",
        why="Trait dice go d4, d6, d8, d10, d12, then d12+1 and so on; programs differ in what they roll else.",
        example='{"die": {"sides": 7, "modifier": 0}}',
        fix="Write the number of sides that is meant; d12+1 is 12 sides and the modifier 1.",
    ),
    Code(
        code="SW106",
        severity=Severity.INFO,
        title="Effects and edges that do not count",
        what="The sheet has active effects, edges or bonuses that are not applied when an action is resolved. There is "
        "one such finding for a sheet, and it names them.",
        why="A logged roll must carry what these give as modifiers, or it comes out differently.",
        example='{"changes": [{"key": "system.stats.globalMods.attack", "mode": 2, "value": "1"}]}',
        fix="Give what they add as `modifiers` of the logged action.",
    ),
    Code(
        code="SW107",
        severity=Severity.WARNING,
        title="An effect that cannot be read",
        what="An active effect changes a value that the rules know, by something that cannot be read.",
        why="The sheet shows another number than the one that rolls are made with.",
        example='{"key": "system.stats.parry.value", "mode": 2, "value": "one"}',
        fix="Write a number, or one of the ways of change that Foundry knows (add, override, upgrade …).",
    ),
    Code(
        code="SW108",
        severity=Severity.INFO,
        title="An old key left over",
        what="A key of an older version stands beside the newer one and says something else. The newer one is read.",
        why="Other programs may read the older one, and then two tables play with two numbers.",
        example='{"stats": {"speed": {"value": 5}}, "pace": {"ground": 6}}',
        fix="Make the two equal, or take the old key away.",
    ),
    Code(
        code="SW109",
        severity=Severity.INFO,
        title="Parts stored elsewhere",
        what="The list of items or effects holds ids only; the items themselves are other entries of the database.",
        why="A sheet without its items has no skills, weapons or armor.",
        example='{"type": "npc", "items": ["a1b2c3d4e5f6g7h8"]}',
        fix="Read the whole pack instead of this one entry, or export the actor from the virtual tabletop.",
    ),
    Code(
        code="SW110",
        severity=Severity.INFO,
        title="A stored Parry beside weapons with Parry",
        what="The sheet's Parry was typed in, and a readied weapon has a Parry modifier of its own. The typed Parry is "
        "read as the one without weapons.",
        why="If the author counted the weapon in, it counts twice.",
        example='{"details": {"autoCalcParry": false}, "stats": {"parry": {"value": 7}}}',
        fix="Type the Parry without the weapon, or let the sheet compute it.",
    ),
    Code(
        code="SW111",
        severity=Severity.ERROR,
        title="A type that the game does not have",
        what="An actor or an item has a type that the game system does not know. It is kept as it is, and read as "
        "nothing. If the document does not say that it is of Savage Worlds, this is only an info.",
        why="Foundry refuses the document, or shows it without a sheet.",
        example='{"name": "Joe", "type": "charakter", "system": {"attributes": {}}}',
        fix="Write the type that is meant; the message names the nearest one.",
    ),
    Code(
        code="SW112",
        severity=Severity.WARNING,
        title="A misspelt key",
        what="A sheet, or an item on it, has a key that the game system does not have, and lacks one that is spelt "
        "nearly so.",
        why="What stands under a misspelt key does not count: a weapon with damge instead of damage deals none.",
        example='{"name": "Axe", "type": "weapon", "system": {"damge": "@str+d8"}}',
        fix="Rename the key as the message says, if that is what was meant.",
    ),
)
