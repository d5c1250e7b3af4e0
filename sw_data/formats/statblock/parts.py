"""The parts of a stat block that are traits and numbers: attributes, skills, Pace, Parry, Toughness and the like."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from sw_data.dice import Die
from sw_data.formats.names import attribute_named, is_unskilled, known, skill_named
from sw_data.formats.sheet import Draft
from sw_data.formats.spelling import MOST, die_pattern, trait_die
from sw_data.formats.statblock.blocks import Section, attribute_pattern
from sw_data.formats.statblock.ledger import Ledger
from sw_data.models.skills import folded

_NUMBER: Final = re.compile(r"[+-]?\s?[0-9]{1,5}")
_DASH: Final = re.compile(r"\s*-+(?=\s*(?:$|[;,.\n]))")
_TOUGHNESS: Final = re.compile(
    r"\s*(?P<whole>[+-]?[0-9]{1,5})(?:\s*\(\s*(?P<armor>[+-]?\s?[0-9]{1,5})\s*\))?"
)
_HELD: Final = re.compile(
    r"\s*(?P<value>[0-9]{1,3})\s*(?:/|of|von|sur|de)\s*(?P<max>[0-9]{1,3})|\s*(?P<alone>[0-9]{1,3})"
)
_IGNORED: Final = re.compile(r"\s*,?\s*\(?(?P<ignored>[0-9]{1,3}) ignored\)?")
_ANIMAL: Final = "the model has no animal or mindless intelligence"


@lru_cache(maxsize=1)
def _skill_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?P<name>[^\W\d_][^\d,;:()\n]{0,60}?(?:\n[^\d,;:()\n]{1,60}?)?(?:\s*\((?P<of>[^()]{0,80})\))?)\s*:?\s*"
        rf"(?:(?<![\w])(?P<die>{die_pattern()})|(?<=[\s:])(?P<bare>4|6|8|10|12)(?![\w/+-]))"
    )


def attributes(section: Section, draft: Draft, ledger: Ledger) -> None:
    """The attributes: a name and a die each."""
    text = ledger.plain.text
    for match in attribute_pattern().finditer(text, section.begin, section.end):
        name = attribute_named(match["name"])
        if name is None or name in draft.attributes:
            continue
        die = trait_die(int(match["sides"]), _bonus(match))
        where = (match.start("name"), match.end("die"))
        if die is None:
            _no_die(name.capitalize(), match["die"], where, ledger)
            continue
        draft.attributes[name] = die
        _trait(name.capitalize(), f"attributes.{name}", match["die"], die, where, ledger)
        if match["note"]:
            ledger.skip(name.capitalize(), _ANIMAL, match.start("note"), match.end("note"))
    ledger.leftovers("Attributes", section.begin, section.end)


def _bonus(match: re.Match[str]) -> int:
    bonus = int(match["bonus"] or 0)
    return -bonus if match["sign"] == "-" else bonus


def _trait(
    name: str, model: str, written: str, die: Die, where: tuple[int, int], ledger: Ledger
) -> None:
    """A trait is carried, or changed if its die is no trait die as it stands."""
    sides = re.search(r"[0-9]+", written)
    if sides is not None and int(sides[0]) != die.sides:
        ledger.change(name, model, f"{written} is read as {die}", *where)
    else:
        ledger.carry(name, model, *where)


def _no_die(name: str, written: str, where: tuple[int, int], ledger: Ledger) -> None:
    """A trait with a die that the game does not have."""
    ledger.find("SW105", f"{name} is {written!r}, which no trait has; it is left out", where[0])
    ledger.skip(name, "it is no trait die", *where)


def skills(section: Section, draft: Draft, ledger: Ledger) -> None:
    """The skills: a name and a die each; a number without a letter is a die too, with a finding."""
    text = ledger.plain.text
    if _nothing(section, ledger):
        return
    position = section.begin
    while True:
        match = _skill_pattern().search(text, position, section.end)
        if match is None:
            break
        position = match.end()
        own = " ".join(match["name"].split())
        if match["die"] is not None:
            die = trait_die(int(match["sides"]), _bonus(match))
        else:
            die = trait_die(int(match["bare"]))
        where = (match.start("name"), match.end())
        if len(own) > 80:
            continue
        if die is None:
            _no_die(own, match["die"] or "", where, ledger)
            continue
        if is_unskilled(own):
            ledger.skip(own, "it stands for rolls without the skill", *where)
            continue
        name = skill_named(own)
        model = f"skills.{name}"
        if name in draft.skills:
            if draft.skills[name].rank >= die.rank:
                ledger.skip(own, f"{name} is there already, with {draft.skills[name]}", *where)
                ledger.find(
                    "SW197",
                    f"the skill {name} is there twice; {draft.skills[name]} is read",
                    where[0],
                )
                continue
            ledger.find("SW197", f"the skill {name} is there twice; {die} is read", where[0])
        draft.skills[name] = die
        if known("skills", own) is not None and folded(name) != folded(own):
            draft.trait_names[own] = name
        if match["die"] is None:
            ledger.change(own, model, f"{match['bare']!r} is read as {die}", *where)
        else:
            _trait(own, model, match["die"], die, where, ledger)
    _notes(section, ledger)
    ledger.leftovers("Skills", section.begin, section.end)


_NOTE: Final = re.compile(r"(?<=[0-9])\s*(?P<note>\([^()]{1,200}\)|\[[^\[\]]{1,200}\])")


def _notes(section: Section, ledger: Ledger) -> None:
    for match in _NOTE.finditer(ledger.plain.text, section.begin, section.end):
        ledger.skip(
            "a note on a skill",
            "the model has no notes on skills",
            match.start("note"),
            match.end(),
        )


def _nothing(section: Section, ledger: Ledger) -> bool:
    """Whether a part holds a dash for nothing."""
    match = _DASH.match(ledger.plain.text, section.begin, section.end)
    if match is not None:
        ledger.structure(match.start(), match.end())
    return match is not None


def number(section: Section, ledger: Ledger, name: str, model: str) -> int | None:
    """The number of a part like `Parry: 6`; None if it has none."""
    match = _number_at(section, ledger)
    if match is None:
        if not _nothing(section, ledger):
            ledger.find("SW190", f"{name} has no number here", section.start)
        return None
    ledger.carry(name, model, match.start(), match.end())
    return int(match[0].replace(" ", "").replace("\n", ""))


def _number_at(section: Section, ledger: Ledger) -> re.Match[str] | None:
    text = ledger.plain.text
    begin = section.begin
    while begin < section.end and text[begin] in " \n":
        begin += 1
    return _NUMBER.match(text, begin, section.end)


def pace(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Pace; a dash is a creature that does not walk."""
    text = ledger.plain.text
    dash = _DASH.match(text, section.begin, section.end)
    if dash is not None:
        draft.pace = 0
        ledger.change(
            "Pace", "pace", "a dash is read as Pace 0", dash.start(), dash.end(), told=False
        )
        return
    draft.pace = number(section, ledger, "Pace", "pace")


def parry(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Parry as it is printed: shields and weapons are counted in."""
    draft.parry = number(section, ledger, "Parry", "parry")
    share = re.compile(r"\s*(\(\s*[+-]?[0-9]{1,2}\s*\))").search(
        ledger.plain.text, section.begin, section.end
    )
    if draft.parry is not None and share is not None:
        ledger.skip("Parry", "what a shield adds is in Parry already", share.start(1), share.end(1))


def toughness(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Toughness, and in parentheses the armor in it."""
    match = _TOUGHNESS.match(ledger.plain.text, section.begin, section.end)
    if match is None:
        if not _nothing(section, ledger):
            ledger.find("SW190", "Toughness has no number here", section.start)
        return
    draft.toughness = int(match["whole"])
    ledger.carry("Toughness", "toughness", match.start("whole"), match.end("whole"))
    if match["armor"] is not None:
        draft.armor = int(match["armor"].replace(" ", ""))
        ledger.carry("Armor", "armor", match.start("armor"), match.end("armor"))


def size(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Size, with its sign."""
    found = number(section, ledger, "Size", "size")
    draft.size = draft.size if found is None else min(found, MOST)


def held(section: Section, draft: Draft, ledger: Ledger, what: str) -> None:
    """Wounds or Fatigue: `1/3` is one of three held, a number alone is the most that can be."""
    text = ledger.plain.text
    match = _HELD.match(text, section.begin, section.end)
    if match is None:
        _nothing(section, ledger)
        return
    value, most = (
        (match["value"], match["max"]) if match["alone"] is None else (None, match["alone"])
    )
    group = "alone" if match["alone"] is not None else "max"
    if value is not None:
        ledger.carry(what.capitalize(), f"{what}.value", match.start("value"), match.end("value"))
    ledger.carry(what.capitalize(), f"{what}.max", match.start(group), match.end(group))
    ignored = _IGNORED.match(text, match.end(), section.end)
    spared = 0
    if ignored is not None:
        spared = int(ignored["ignored"])
        ledger.carry(what.capitalize(), f"{what}.ignored", ignored.start("ignored"), ignored.end())
    if what == "wounds":
        draft.wounds, draft.wounds_max, draft.wounds_ignored = int(value or 0), int(most), spared
    else:
        draft.fatigue, draft.fatigue_max, draft.fatigue_ignored = int(value or 0), int(most), spared


def items(section: Section, ledger: Ledger) -> list[tuple[str, int, int]]:
    """The things of a list with commas, semicolons or bullets between them; what is in parentheses is kept whole."""
    if _nothing(section, ledger):
        return []
    text = ledger.plain.text
    inside = ledger.plain.lines_in(section.begin, section.end)
    bullets = {line.start for line in inside if line.bullet}
    told: list[tuple[str, int, int]] = []
    depth, start = 0, section.begin
    for index in range(section.begin, section.end + 1):
        character = text[index] if index < section.end else ","
        if character in "([":
            depth += 1
        elif character in ")]":
            depth = max(0, depth - 1)
        ends = index == section.end or (character in ",;" and depth == 0) or index in bullets
        if not ends:
            continue
        begin, end = _trimmed(text, start, index)
        if end > begin:
            told.append((" ".join(text[begin:end].split()), begin, end))
        start = index if index in bullets and character not in ",;" else index + 1
        depth = 0 if index in bullets else depth
    return told


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \n,;":
        start += 1
    while end > start and text[end - 1] in " \n,;":
        end -= 1
    if end > start and text[end - 1] == "." and text[start:end].count(".") == 1:
        end -= 1
    return start, end
