"""Findings about chases (SW5xx)."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW501",
        severity=Severity.ERROR,
        title="Two participants of one id",
        what="Two participants of a chase have the same id.",
        why="Whoever is Close to one of them is Close to nobody in particular.",
        example='{"participants": [{"id": "p1", "actor": "joe"}, {"id": "p1", "actor": "goon"}]}',
        fix="Give each participant an id of its own.",
    ),
    Code(
        code="SW502",
        severity=Severity.ERROR,
        title="Somebody takes part twice",
        what="An actor is the actor of two participants.",
        why="Its actions cannot be told apart: nobody knows in which zone it is.",
        example='{"participants": [{"id": "p1", "actor": "joe"}, {"id": "p2", "actor": "joe"}]}',
        fix="List every driver or runner once; those who ride along are occupants of the vehicle.",
    ),
    Code(
        code="SW503",
        severity=Severity.ERROR,
        title="Two participants in one vehicle",
        what="A vehicle is the vehicle of two participants.",
        why="It cannot be in two zones. Passengers take no part by themselves.",
        example='{"participants": [{"id": "p1", "actor": "joe", "vehicle": "jeep"}, {"id": "p2", '
        '"actor": "jane", "vehicle": "jeep"}]}',
        fix="Make the passenger an occupant of the vehicle.",
    ),
    Code(
        code="SW504",
        severity=Severity.WARNING,
        title="A zone beyond the last",
        what="A participant stands beyond the last zone of the chase and has not escaped.",
        why="Beyond the last zone a quarry has escaped, and a pursuer cannot be (rule "
        "`chase.end`).",
        example='{"last_zone": 10, "participants": [{"id": "p1", "actor": "joe", "zone": 12}]}',
        fix="Write a zone of the chase, or that it has escaped.",
    ),
    Code(
        code="SW505",
        severity=Severity.ERROR,
        title="Close to nobody",
        what="A participant is Close to an id that no participant has, or to itself.",
        why="No melee and no boarding can come of it.",
        example='{"participants": [{"id": "p1", "actor": "joe", "close": ["p9"]}]}',
        fix="Name participants by their ids.",
    ),
    Code(
        code="SW506",
        severity=Severity.WARNING,
        title="Close in different zones",
        what="Two participants are Close and stand in different zones.",
        why="Close ends when they are in different zones (rule `chase.close`).",
        example='{"participants": [{"id": "p1", "actor": "joe", "zone": 1, "close": ["p2"]}, '
        '{"id": "p2", "actor": "goon", "zone": 3}]}',
        fix="Put them into one zone, or end the Close.",
    ),
    Code(
        code="SW507",
        severity=Severity.WARNING,
        title="Close one way only",
        what="A participant is Close to another who is not Close to it.",
        why="Being Close is mutual, so one of the two is forgotten.",
        example='{"participants": [{"id": "p1", "actor": "joe", "close": ["p2"]}, {"id": "p2", '
        '"actor": "goon"}]}',
        fix="Write it at both.",
    ),
    Code(
        code="SW508",
        severity=Severity.INFO,
        title="A chase of one side",
        what="A chase has participants and no quarry, or no pursuer.",
        why="Nobody can escape, or nobody is there to escape from.",
        example='{"participants": [{"id": "p1", "actor": "joe", "side": "pursuer"}]}',
        fix="Set the side of each participant.",
    ),
    Code(
        code="SW509",
        severity=Severity.WARNING,
        title="A chase skill that nobody knows",
        what="The skill of a chase is no known one, and is close to one.",
        why="Every check of the chase is rolled unskilled.",
        example='{"kind": "chase", "name": "Run", "chase_skill": "Atheltics"}',
        fix="Write the skill as the sheets have it.",
    ),
    Code(
        code="SW510",
        severity=Severity.ERROR,
        title="A participant that is not there",
        what="The actor or vehicle of a participant is not among the actors of the log, or is "
        "of the other kind.",
        why="Every chase action of it is rejected.",
        example='{"participants": [{"id": "p1", "actor": "jo", "vehicle": "jeep"}]}',
        fix="Name the character and the vehicle by their ids.",
    ),
    Code(
        code="SW511",
        severity=Severity.WARNING,
        title="A vehicle that another one drives",
        what="The actor of a participant is not the one that its vehicle names as driver.",
        why="It is not sure whose skill the checks are rolled with; the participant's actor "
        "counts.",
        example='{"participants": [{"id": "p1", "actor": "jane", "vehicle": "jeep"}]}  the jeep '
        'has "driver": "joe"',
        fix="Make the two agree.",
    ),
)
