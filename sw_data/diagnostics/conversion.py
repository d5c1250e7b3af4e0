"""Findings about sheets carried from one program to another (SW19x), and about texts that are no JSON (SW015 on)."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW015",
        severity=Severity.ERROR,
        title="Not XML",
        what="The text breaks the grammar of XML at this place; the message says what was expected.",
        why="Fantasy Grounds refuses the whole file, or opens an empty campaign in its place.",
        example="<name>Sword & Board</name>",
        fix="Mend the place named. Common causes: a raw & or <, a tag that is not closed, an HTML entity.",
    ),
    Code(
        code="SW016",
        severity=Severity.ERROR,
        title="XML that declares entities",
        what="The file has a document type declaration. It is not read at all.",
        why="No sheet needs one. It can name files of this computer, or blow up to fill the memory.",
        example='<!DOCTYPE root [<!ENTITY a "aaaa">]>',
        fix="Export the sheet again; a program that sheets come from writes no such declaration.",
    ),
    Code(
        code="SW017",
        severity=Severity.WARNING,
        title="An encoding other than the declared one",
        what="The bytes do not fit the encoding that the file declares, or it declares none that is known.",
        why="Letters with accents turn into other letters.",
        example='<?xml version="1.0" encoding="utf-8"?> with bytes of Latin-1',
        fix="Save the file as UTF-8 and declare that.",
    ),
    Code(
        code="SW190",
        severity=Severity.WARNING,
        title="A passage that is not understood",
        what="A part of the text, or of a field, cannot be read. The rest of the sheet is read all the same.",
        why="What it says is missing from the sheet that is made of it.",
        example="**Skills:** Fighting N/A (automatically hits)",
        fix="Write the passage as stat blocks have it, such as `Fighting d8`, or enter it by hand.",
    ),
    Code(
        code="SW191",
        severity=Severity.INFO,
        title="Fields that the rules have no use for",
        what="The sheet holds fields that are not read: descriptions, looks, prices and the like. There is one such "
        "finding for a sheet; the conversion report lists every one with its place.",
        why="They are missing from a sheet that is made of this one.",
        example='{"background": "Born in a cross-fire hurricane"}',
        fix="Copy by hand what you want to keep.",
    ),
    Code(
        code="SW192",
        severity=Severity.INFO,
        title="A value read as another",
        what="A value is spelt in a way that the sheet's own program would not use, or cannot be kept as it is. The "
        "message says what it is read as.",
        why="If the guess is wrong, the sheet plays with another number.",
        example="Fighting 10",
        fix="Write the value as the message says.",
    ),
    Code(
        code="SW193",
        severity=Severity.WARNING,
        title="No place for this in the target format",
        what="A value of the sheet cannot be said in the format that it was converted to.",
        why="It is missing from the document that was written; read back, the sheet says something else.",
        example='a weapon with {"reach": 2} in a format without Reach',
        fix="Enter it by hand in the target program, if it matters there.",
    ),
    Code(
        code="SW194",
        severity=Severity.WARNING,
        title="Control characters",
        what="A text holds characters that mean nothing, such as NUL. They are taken out.",
        why="XML cannot hold them at all, and programs cut a text off at them.",
        example='{"name": "Joe\\u0000"}',
        fix="Type the text again.",
    ),
    Code(
        code="SW195",
        severity=Severity.WARNING,
        title="A program in a text",
        what="A text holds HTML with a script, an event or an address that runs one.",
        why="Programs that show such a text as it is would run it.",
        example='{"bio": "<img src=x onerror=alert(1)>"}',
        fix="Take it out. Nothing of it is carried into any other format.",
    ),
    Code(
        code="SW196",
        severity=Severity.INFO,
        title="A skill of an older edition",
        what="The newest edition has this skill under another name, or not at all. The message names the newer one.",
        why="Sheets of the newest edition look the newer name up and find nothing.",
        example="Throwing d6, Climbing d8",
        fix="Nothing, if you play the older edition; else rename the skill.",
    ),
    Code(
        code="SW197",
        severity=Severity.WARNING,
        title="A field that is there twice",
        what="The sheet has the same field more than once, with different values. The last one is read.",
        why="Programs differ in which of them they show.",
        example='[{"name": "agility", "current": 6}, {"name": "agility", "current": 8}]',
        fix="Take the wrong one away.",
    ),
    Code(
        code="SW198",
        severity=Severity.WARNING,
        title="Known only by a number",
        what="The save names edges, hindrances, gear or a race by the number that they have in the program's own "
        "catalogue. What they are is not in the file.",
        why="They are missing from the sheet that is made of it, and so is what they add to other values.",
        example='{"edges": [{"id": 171}]}',
        fix="Export the character from the program in its generic form, which has names and values.",
    ),
)
