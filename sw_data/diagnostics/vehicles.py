"""Findings about vehicles (SW4xx)."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW401",
        severity=Severity.INFO,
        title="A Top Speed without a unit",
        what="The Top Speed is a number with an empty unit beside it; it is read as mph.",
        why="A crash is counted from Top Speed in squares, and 60 mph is 20 squares.",
        example='{"type": "vehicle", "system": {"topspeed": {"value": 60, "unit": ""}}}',
        fix="Write the unit: mph, km/h or squares.",
    ),
    Code(
        code="SW402",
        severity=Severity.INFO,
        title="A Handling of null",
        what="The Handling is null; it is read as 0.",
        why="A virtual tabletop shows nothing, and some modules add it up to no number.",
        example='{"type": "vehicle", "system": {"handling": null}}',
        fix="Write 0.",
    ),
    Code(
        code="SW403",
        severity=Severity.WARNING,
        title="A crew member or driver that names nobody",
        what="The crew has a member without an actor, or one whose uuid is none.",
        why="Nobody drives or fires by it, so actions of the vehicle have no roller.",
        example='{"crew": {"members": [{"uuid": "", "role": "operator"}]}}',
        fix="Drop the actor onto the sheet again, or take the member away.",
    ),
    Code(
        code="SW404",
        severity=Severity.WARNING,
        title="A crew role that does not exist",
        what="The role of a crew member is neither operator, gunner nor other.",
        why="The member neither drives nor fires.",
        example='{"crew": {"members": [{"uuid": "Actor.abcdefghijklmnop", "role": "driver"}]}}',
        fix="Write operator for the one who drives.",
    ),
    Code(
        code="SW405",
        severity=Severity.WARNING,
        title="Somebody is aboard twice, or two drive",
        what="A crew lists the same actor twice, or has two operators.",
        why="Each is rolled for once; of two operators the first one drives.",
        example='{"occupants": [{"actor": "joe"}, {"actor": "joe"}]}',
        fix="List everybody once, and one operator.",
    ),
    Code(
        code="SW406",
        severity=Severity.WARNING,
        title="A chase skill that nobody knows",
        what="The skill that a vehicle is driven with is no known one, and is close to one.",
        why="Every check of the driver is rolled unskilled.",
        example='{"type": "vehicle", "system": {"driver": {"skill": "Drivin"}}}',
        fix="Write Driving, Boating, Piloting or Riding.",
    ),
    Code(
        code="SW407",
        severity=Severity.WARNING,
        title="More armor than Toughness",
        what="The armor of a vehicle is more than the Toughness that includes it.",
        why="AP would leave a Toughness below 0.",
        example='{"toughness": {"total": 4, "armor": 6}}',
        fix="Write the Toughness with armor included: 14 (3) is total 14, armor 3.",
    ),
    Code(
        code="SW408",
        severity=Severity.WARNING,
        title="A vehicle that everything wrecks",
        what="The Toughness of a vehicle, or the highest number of its wounds, is 0.",
        why="Any hit wounds it, or the first wound wrecks it.",
        example='{"toughness": {"total": 0, "armor": 0}}',
        fix="Write what the book says; 3 wounds are usual.",
    ),
    Code(
        code="SW409",
        severity=Severity.WARNING,
        title="A mounted weapon that adds a Strength nobody has",
        what="A weapon on a vehicle adds Strength, and the vehicle has none.",
        why="A Strength weapon mounted on a vehicle uses the vehicle's own, so an attack with"
        " it is rejected (rule `vehicle.crew`).",
        example='{"kind": "vehicle", "name": "Walker", "weapons": [{"name": "Fist", "damage": '
        '"Str+d8"}]}',
        fix="Give the vehicle a Strength, or the weapon a fixed damage.",
    ),
    Code(
        code="SW410",
        severity=Severity.WARNING,
        title="A crew member's weapon that is not there",
        what="A crew member is given a weapon that the vehicle does not carry.",
        why="The gunner has nothing to fire.",
        example='{"crew": {"members": [{"uuid": "Actor.abcdefghijklmnop", "role": "gunner", '
        '"weapons": ["gone000000000000"]}]}}',
        fix="Assign a weapon of the vehicle.",
    ),
)
