"""Findings about weapons (SW2xx): what their stat block says, and what can never apply."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW201",
        severity=Severity.ERROR,
        title="Damage that cannot be read",
        what="The damage of a weapon is no dice and numbers added together.",
        why="An attack with it can hit, and then deals nothing that can be rolled.",
        example='{"damage": "All the damage"}',
        fix="Write it like 2d6+1, or @str+d8 for a weapon that adds Strength.",
    ),
    Code(
        code="SW202",
        severity=Severity.WARNING,
        title="A range that cannot be read",
        what="The range of a weapon is neither three brackets nor a template.",
        why="No attack with it can be given its range penalty.",
        example='{"range": "50/100/100/200"}',
        fix="Write short, medium and long range like 12/24/48, the template like Cone, or nothing for melee.",
    ),
    Code(
        code="SW203",
        severity=Severity.WARNING,
        title="A minimum Strength that cannot be read",
        what="The minimum Strength of a weapon or a piece of armor is no die.",
        why="Nobody is ever too weak for it.",
        example='{"minStr": "1/4"}',
        fix="Write a die like d8, or nothing.",
    ),
    Code(
        code="SW204",
        severity=Severity.INFO,
        title="A minimum Strength that is not said",
        what="A weapon that adds Strength has a damage die of d6 or more and names no minimum "
        "Strength.",
        why="By these rules the damage die is what it asks. Other rules and programs go by the "
        "minimum Strength alone, and with them nobody is too weak for it.",
        example='{"damage": "@str+d10", "minStr": ""}',
        fix="Write the damage die, or what the book says. Claws, bites and the like need none.",
    ),
    Code(
        code="SW205",
        severity=Severity.WARNING,
        title="A minimum Strength below the damage die",
        what="A weapon that adds Strength names a minimum Strength that is smaller than its "
        "largest damage die.",
        why="A wielder between the two is strong enough by the one and too weak by the other; "
        "here the larger one counts.",
        example='{"damage": "@str+d10", "minStr": "d6"}',
        fix="Write the larger die, unless the book has it so.",
    ),
    Code(
        code="SW206",
        severity=Severity.WARNING,
        title="Range brackets that do not grow",
        what="Medium range is no longer than short range, or long range no longer than medium "
        "range.",
        why="A bracket that is empty can never be rolled at; one of the three numbers is a slip.",
        example='{"range": "12/48/48"}',
        fix="Write short, medium and long range in growing order, like 12/24/48.",
    ),
    Code(
        code="SW207",
        severity=Severity.WARNING,
        title="Range brackets that follow no pattern",
        what="The three brackets neither double nor grow by equal steps.",
        why="Nearly every weapon has brackets like 12/24/48 or 10/20/30; another number is most"
        " often a slip.",
        example='{"range": "15/30/660"}',
        fix="Compare with the book. If it is right, silence this code for the document.",
    ),
    Code(
        code="SW208",
        severity=Severity.WARNING,
        title="A Strength weapon marked as ranged only",
        what="The damage adds Strength, so the weapon is for Fighting or throwing, and the sheet"
        " marks it as ranged only.",
        why="The virtual tabletop offers no melee attack with it, and treats it as a shooting "
        "weapon.",
        example='{"damage": "@str+d8", "rangeType": 1, "actions": {"trait": "Fighting"}}',
        fix="Set the range type to melee, or to mixed for one that can be thrown too.",
    ),
    Code(
        code="SW209",
        severity=Severity.INFO,
        title="A shooting weapon that adds Strength",
        what="The weapon is used with Shooting, and its damage adds Strength.",
        why="A shooting weapon deals its listed damage; Strength plays no part (rule "
        "`weapon.damage_ranged`).",
        example='{"damage": "@str+d6", "range": "12/24/48", "actions": {"trait": "Shooting"}}',
        fix="Use Athletics (Throwing) as its skill if it is thrown, or take Strength out of the"
        " damage.",
    ),
    Code(
        code="SW210",
        severity=Severity.WARNING,
        title="Range and range type disagree",
        what="A weapon marked as melee only has range brackets, or one marked as ranged only has"
        " no range and no template.",
        why="The virtual tabletop goes by the mark: it offers no ranged attack, or one without "
        "range penalties.",
        example='{"range": "3/6/12", "rangeType": 0}',
        fix="Mark it as mixed, or take the range away; give a ranged weapon its brackets.",
    ),
    Code(
        code="SW211",
        severity=Severity.INFO,
        title="Shots on a weapon that does not shoot",
        what="A weapon without range and template holds shots.",
        why="Every attack with it uses one up, and then it cannot be used.",
        example='{"damage": "@str+d6", "range": "", "shots": 1}',
        fix="Write 0, or give the weapon its range.",
    ),
    Code(
        code="SW212",
        severity=Severity.WARNING,
        title="A number of shots that cannot be",
        what="The number of shots is no whole number, is below 0, or looks like a date that a "
        "spreadsheet turned into a number.",
        why="Ammunition is counted from it.",
        example='{"shots": "42675"}  30 October 2016 in a spreadsheet',
        fix="Write the number of shots; a magazine of 20 or 30 needs one of the two.",
    ),
    Code(
        code="SW213",
        severity=Severity.WARNING,
        title="More shots loaded than it holds",
        what="The shots left are more than the magazine holds.",
        why="The count at the table starts too high.",
        example='{"shots": 6, "currentShots": 30}',
        fix="Make the two agree.",
    ),
    Code(
        code="SW214",
        severity=Severity.INFO,
        title="A Rate of Fire of 0 on a weapon that shoots",
        what="A weapon with a range has a Rate of Fire of 0; it is read as 1.",
        why="Read as it stands, an attack with it rolls no die.",
        example='{"range": "12/24/48", "rof": 0}',
        fix="Write 1, or what the book says.",
    ),
    Code(
        code="SW215",
        severity=Severity.INFO,
        title="A modifier of 0",
        what="A weapon has a modifier that adds nothing.",
        why="It is shown and changes nothing; a number may have been forgotten.",
        example='{"modifiers": [{"applies_to": "Fighting", "value": 0}]}',
        fix="Write the number that is meant, or take the modifier away.",
    ),
    Code(
        code="SW216",
        severity=Severity.WARNING,
        title="A modifier that can never apply",
        what="A weapon modifies a trait that no attack with it rolls.",
        why="The bonus or penalty never counts, whoever holds the weapon.",
        example='{"damage": "Str+d6", "range": null, "modifiers": [{"applies_to": "Shooting", '
        '"value": 1}]}',
        fix="Name the skill that the weapon is used with, or `damage`. Parry, Reach and AP have"
        " keys of their own.",
    ),
    Code(
        code="SW217",
        severity=Severity.INFO,
        title="Benefits that these hands lose",
        what="The weapon asks more Strength than its owner has, so its bonuses do not count; the"
        " message lists them.",
        why="A sheet that shows the bonus is right about the weapon and wrong about the attack "
        "(rule `weapon.benefits_lost`).",
        example='{"attributes": {"strength": "d6"}, "weapons": [{"damage": "Str+d10", "modifiers": '
        '[{"applies_to": "Fighting", "value": 1}]}]}',
        fix="Nothing, if the owner may grow stronger. `sw-data weapon` shows what is left of it.",
    ),
    Code(
        code="SW218",
        severity=Severity.WARNING,
        title="A cone or stream with range brackets",
        what="A weapon whose template is laid from the wielder outwards has range brackets too.",
        why="A cone or stream starts where its wielder stands, so no bracket ever counts.",
        example='{"range": "12/24/48", "templates": {"cone": true}}',
        fix="Take the brackets away, or use the blast template that the weapon throws.",
    ),
    Code(
        code="SW219",
        severity=Severity.INFO,
        title="A thrown weapon that does not add Strength",
        what="A weapon with range brackets is used with Athletics (Throwing), has no template, "
        "and its damage does not say Strength.",
        why="Thrown weapons add Strength (rule `weapon.damage_strength`); only grenades and the"
        " like do not.",
        example='{"damage": "d6", "range": "3/6/12", "actions": {"trait": "Athletics"}}',
        fix="Write the damage with Strength, like @str+d6, if it is thrown by hand and explodes"
        " by no powder of its own.",
    ),
    Code(
        code="SW220",
        severity=Severity.INFO,
        title="A melee weapon that does not say whether Strength counts",
        what="The damage of a melee weapon of ours does not name Strength, and `adds_strength` "
        "is left open; Strength is added.",
        why="A reader may take it for a fixed damage.",
        example='{"kind": "weapon", "name": "Hammer", "damage": "d10"}',
        fix='Write "Str+d10", or set `adds_strength` to false for a fixed damage like that of a'
        " chainsaw.",
    ),
    Code(
        code="SW221",
        severity=Severity.WARNING,
        title="Strength in the damage and none in the switch",
        what="The damage of a weapon of ours names Strength, and `adds_strength` is false.",
        why="The two contradict each other.",
        example='{"damage": "Str+d6", "adds_strength": false}',
        fix="Take one of the two away.",
    ),
    Code(
        code="SW222",
        severity=Severity.WARNING,
        title="A trait that nobody knows",
        what="The skill that a weapon or an action is used with is no known trait, and is close "
        "to one.",
        why="The virtual tabletop finds no such skill on the sheet and rolls unskilled.",
        example='{"actions": {"trait": "Atheltics"}}',
        fix="Write the skill as the sheet has it.",
    ),
    Code(
        code="SW223",
        severity=Severity.INFO,
        title="A price, weight or quantity that is no number",
        what="A price, weight or quantity is a text.",
        why="It is turned into a number when the sheet is loaded: what is no digit is dropped.",
        example='{"price": "¥10", "weight": "3"}',
        fix="Write the number alone.",
    ),
    Code(
        code="SW224",
        severity=Severity.WARNING,
        title="A benefit of a weapon that deals no damage",
        what="A weapon without damage has AP or a modifier to damage.",
        why="Neither can ever count.",
        example='{"damage": "", "ap": 2}',
        fix="Write the damage, or take the benefit away.",
    ),
    Code(
        code="SW225",
        severity=Severity.WARNING,
        title="An action of an item that cannot be read",
        what="A further action of an item has a damage, or a number of dice, that cannot be read.",
        why="Its button in the virtual tabletop rolls something else, or nothing.",
        example='{"actions": {"additional": {"a1": {"name": "Burst", "type": "damage", "override": '
        '"3d"}}}}',
        fix="Write damage like 2d6+1 or @str+d8, and dice as a whole number.",
    ),
    Code(
        code="SW226",
        severity=Severity.WARNING,
        title="An equip status that does not exist",
        what="The equip status of armor, a shield or gear is none of those that the virtual "
        "tabletop knows.",
        why="It is taken as not equipped, or as carried, depending on the program.",
        example='{"type": "gear", "system": {"equipStatus": -1}}',
        fix="Write 0 (stored), 1 (carried) or 3 (equipped).",
    ),
)
