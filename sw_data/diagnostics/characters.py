"""Findings about characters, their armor, powers and edges (SW3xx)."""

from __future__ import annotations

from sw_data.diagnostics.model import Severity
from sw_data.diagnostics.register import Code

CODES = (
    Code(
        code="SW301",
        severity=Severity.INFO,
        title="A Toughness that is not what it would be computed as",
        what="The sheet states a Toughness, and Vigor, Size and worn armor make another one.",
        why="Either an edge or ability explains the difference, or one of the two is a slip; "
        "the stated one counts.",
        example='{"kind": "character", "attributes": {"vigor": "d6"}, "armor": 2, "toughness": 5}',
        fix="Correct the number, or leave it if an edge such as Brawny is behind it.",
    ),
    Code(
        code="SW302",
        severity=Severity.INFO,
        title="A Parry that is not what it would be computed as",
        what="The sheet states a Parry, and Fighting and the shield make another one.",
        why="Either an edge such as Block explains the difference, or one of the two is a "
        "slip; the stated one counts.",
        example='{"kind": "character", "skills": {"Fighting": "d8"}, "parry": 5}',
        fix="Correct the number, or leave it if an edge is behind it. A readied weapon's "
        "Parry is not part of it.",
    ),
    Code(
        code="SW303",
        severity=Severity.WARNING,
        title="Armor that should be worn",
        what="The stated Toughness is just what the sheet would have if a piece of armor that "
        "is not equipped were worn.",
        why="Damage is compared with a Toughness without that armor, and the target falls too"
        " soon.",
        example='{"stats": {"toughness": {"value": 12, "armor": 4}}, "items": [{"type": "armor", '
        '"system": {"armor": 4, "equipStatus": 1}}]}',
        fix="Equip the armor that the message names.",
    ),
    Code(
        code="SW304",
        severity=Severity.INFO,
        title="None of the armor is worn",
        what="There is armor on the sheet, and none of it is equipped.",
        why="The computed Toughness has no armor in it; in bestiaries this is most often "
        "forgotten.",
        example='{"items": [{"type": "armor", "name": "Plate", "system": {"armor": 4, '
        '"equipStatus": 1}}]}',
        fix="Equip the armor, unless it is only carried.",
    ),
    Code(
        code="SW305",
        severity=Severity.INFO,
        title="More wounds than can be held",
        what="The wounds are more than their maximum.",
        why="A wound past the maximum is incapacity and is not counted (rule `damage.wild_card`).",
        example='{"wounds": {"value": 4, "max": 3}}',
        fix="Write the maximum, and the condition incapacitated.",
    ),
    Code(
        code="SW306",
        severity=Severity.INFO,
        title="More fatigue than can be held",
        what="The fatigue is more than its maximum.",
        why="A level past the maximum is incapacity and is not counted (rule "
        "`trait.fatigue_penalty`).",
        example='{"fatigue": {"value": 3, "max": 2}}',
        fix="Write the maximum, and the condition incapacitated.",
    ),
    Code(
        code="SW307",
        severity=Severity.WARNING,
        title="A skill twice",
        what="Two skills of a sheet are the same one, by swid or by name.",
        why="The larger die is read here; the virtual tabletop takes the first it finds.",
        example='{"items": [{"type": "skill", "name": "Notice"}, {"type": "skill", "name": '
        '"notice"}]}',
        fix="Take one of the two away. Two fields of knowledge need different names.",
    ),
    Code(
        code="SW308",
        severity=Severity.WARNING,
        title="A linked attribute that does not exist",
        what="A skill is linked to a word that is none of the five attributes.",
        why="Modifiers of the attribute do not reach the skill.",
        example='{"type": "skill", "system": {"attribute": "dexterity"}}',
        fix="Write agility, smarts, spirit, strength or vigor, or nothing for a skill without one.",
    ),
    Code(
        code="SW309",
        severity=Severity.INFO,
        title="Two weapons of one name",
        what="Two weapons of a sheet have the same name and differ.",
        why="An action that names the weapon means the readied one, else the first.",
        example='{"weapons": [{"name": "Claw", "damage": "Str+d4"}, {"name": "Claw", "damage": '
        '"Str+d6"}]}',
        fix="Give them different names, or name them in the log by their ids.",
    ),
    Code(
        code="SW310",
        severity=Severity.WARNING,
        title="More armor than Toughness",
        what="The armor is more than the Toughness that includes it.",
        why="AP would leave a Toughness below 0.",
        example='{"toughness": 4, "armor": 6}',
        fix="Write the Toughness with armor included: 9 (4) is toughness 9, armor 4.",
    ),
    Code(
        code="SW311",
        severity=Severity.WARNING,
        title="A Wild Card that holds no wounds",
        what="A Wild Card's highest number of wounds is 0.",
        why="The first wound would incapacitate it, as if it were an Extra.",
        example='{"wild_card": true, "wounds": {"value": 0, "max": 0}}',
        fix="Write 3, or what Size and edges make of it.",
    ),
    Code(
        code="SW312",
        severity=Severity.WARNING,
        title="A condition that is misspelt",
        what="A condition of our own document is no known one, and is close to one.",
        why="It is kept as a word, and changes nothing.",
        example='{"conditions": ["shakn"]}',
        fix="Write the condition that was meant.",
    ),
    Code(
        code="SW313",
        severity=Severity.WARNING,
        title="An edge that is misspelt",
        what="An edge or hindrance is no known one, and is close to one that these rules apply.",
        why="It does not count: cards are drawn, and dice are rolled, as if it were not there.",
        example='{"edges": ["Level Heded"]}',
        fix="Write the edge as the book has it.",
    ),
    Code(
        code="SW314",
        severity=Severity.WARNING,
        title="A skill that is misspelt",
        what="A skill is no known one, and is close to one.",
        why="Actions with the skill that was meant are rolled unskilled.",
        example='{"skills": {"Figthing": "d8"}}',
        fix="Write the skill as the book has it.",
    ),
    Code(
        code="SW321",
        severity=Severity.INFO,
        title="A cover of the wrong sign or size",
        what="The cover of a shield is a penalty to ranged attacks: -2 or -4, rarely -6 or -8.",
        why="Programs differ in what they do with a positive one, and none knows a cover of 1.",
        example='{"type": "shield", "system": {"cover": 1}}',
        fix="Write -2 for a small or medium shield, -4 for a large one, 0 for a buckler "
        "without cover.",
    ),
    Code(
        code="SW322",
        severity=Severity.INFO,
        title="A cover that is written as text",
        what="The cover of a shield is a text, often with a typographic minus or a dash.",
        why="The virtual tabletop reads it as nothing.",
        example='{"type": "shield", "system": {"cover": "—"}}',
        fix="Write it as a number.",
    ),
    Code(
        code="SW323",
        severity=Severity.INFO,
        title="Armor that covers nothing",
        what="A piece of armor protects none of the four locations.",
        why="It adds to no Toughness, wherever a blow lands.",
        example='{"type": "armor", "system": {"armor": 2, "locations": {"head": false, "torso": '
        'false, "arms": false, "legs": false}}}',
        fix="Tick the locations that it covers.",
    ),
    Code(
        code="SW331",
        severity=Severity.WARNING,
        title="Power points that are no number",
        what="The power points of a power are a text. A number that is written as text is only"
        " an info.",
        why="A text such as Special becomes 0 when the sheet is loaded, and the power costs "
        "nothing.",
        example='{"type": "power", "system": {"pp": "2+"}}',
        fix="Write the usual cost as a number, and the rest in the notes.",
    ),
    Code(
        code="SW332",
        severity=Severity.WARNING,
        title="The damage of a power cannot be read",
        what="The damage of a power is no dice and numbers added together.",
        why="Its damage cannot be rolled.",
        example='{"type": "power", "system": {"damage": "2d"}}',
        fix="Write it like 2d6 or 3d6+2, or nothing.",
    ),
    Code(
        code="SW333",
        severity=Severity.INFO,
        title="A range or duration with marks in it",
        what="The range or duration of a power has HTML tags, or a bracket that is not closed.",
        why="It is shown as it is written, tags and all.",
        example='{"type": "power", "system": {"duration": "5 (boost, Instant (lower)"}}',
        fix="Write it as plain text.",
    ),
    Code(
        code="SW341",
        severity=Severity.WARNING,
        title="A requirement that cannot be read",
        what="A requirement of an edge is no object, or of a type that is not known.",
        why="The virtual tabletop drops it, and anybody can take the edge.",
        example='{"requirements": [{"type": "skil", "selector": "fighting", "value": 8}]}',
        fix="Use rank, attribute, skill, edge, hindrance, ancestry, power, wildCard or other.",
    ),
    Code(
        code="SW342",
        severity=Severity.WARNING,
        title="The value of a requirement is wrong",
        what="A rank is no number from 0 to 4, a trait no die, or a switch neither true nor false.",
        why="The requirement is not shown, or is met by everybody.",
        example='{"requirements": [{"type": "rank", "value": "SWADE.Ranks.Novice"}]}',
        fix="Write the rank as a number (Novice is 0, Legendary 4), a trait as the sides of "
        "its die.",
    ),
    Code(
        code="SW343",
        severity=Severity.WARNING,
        title="A requirement does not say of what",
        what="A requirement of an attribute or a skill does not name which one, or names none "
        "of the five attributes.",
        why="Nobody can tell what is required.",
        example='{"requirements": [{"type": "attribute", "selector": "", "value": 8}]}',
        fix="Name the attribute (vigor) or the swid of the skill (fighting).",
    ),
    Code(
        code="SW344",
        severity=Severity.INFO,
        title="Requirements that are joined by a word that means nothing",
        what="The word between two requirements is neither and nor or.",
        why="It is read as and.",
        example='{"requirements": [{"type": "rank", "value": 0, "combinator": "xor"}, {"type": '
        '"wildCard", "value": true}]}',
        fix="Write and, or or.",
    ),
    Code(
        code="SW351",
        severity=Severity.ERROR,
        title="Items or effects that are no list",
        what="The items or effects of a document are not a list.",
        why="The virtual tabletop refuses the document, or loses everything in it.",
        example='{"type": "npc", "effects": "[]"}',
        fix="Write a list; an empty one is [].",
    ),
    Code(
        code="SW352",
        severity=Severity.WARNING,
        title="An effect on a key that no field has",
        what="An active effect changes a key that is none of the sheet's, and is close to one.",
        why="The effect is on, and changes nothing.",
        example='{"changes": [{"key": "system.stats.tougness.value", "mode": 2, "value": "1"}]}',
        fix="Write the key that was meant.",
    ),
    Code(
        code="SW353",
        severity=Severity.WARNING,
        title="An effect whose target cannot be read",
        what="The key of an active effect begins like that of an item, and does not say which "
        "item and which field.",
        why="The effect is on, and changes nothing.",
        example='{"changes": [{"key": "@Skill{Fighting}", "mode": 2, "value": "1"}]}',
        fix="Write it like @Skill{Fighting}[system.die.modifier].",
    ),
)
