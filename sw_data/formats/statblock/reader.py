"""Reading stat blocks: every block becomes a character, and what is not understood is a finding at its place."""

from __future__ import annotations

import re
from typing import Final

from sw_data.diagnostics import Diagnostic, DocumentRef, Severity
from sw_data.diagnostics.register import finding
from sw_data.formats.base import Reading
from sw_data.formats.json_sheet import RUNS
from sw_data.formats.names import known
from sw_data.formats.sheet import UNNAMED, Draft
from sw_data.formats.statblock import gear, parts
from sw_data.formats.statblock.blocks import Block, Section, blocks
from sw_data.formats.statblock.labels import EDGES_AND_HINDRANCES
from sw_data.formats.statblock.ledger import Ledger
from sw_data.formats.statblock.text import Plain
from sw_data.models.skills import folded

LONGEST: Final = 5_000_000
"""The longest text that is read, in characters."""

_WILD: Final = re.compile(
    r"^\s*(?:[\u2605\u2606\u272a\u2730\u2b50\u2660\u2663\u2665\u2666\U0001f0cf\u00a4]\s*|\u00ff\s+|wc\s*[:-]\s*|wild\s?card\s*[:-]\s*)"
    r"|\s*[(\[]\s*(?:wc|wild\s?card|wildcard)\s*[)\]]\s*|\s*[\u2605\u2606\u272a\u2730\u2b50]\s*$",
    re.IGNORECASE,
)
_WHY: Final = {
    "charisma": "the newest edition has no Charisma, and the model no place for it",
    "powers": "the model has no powers",
    "power_points": "the model has no Power Points",
    "languages": "the model has no languages",
    "other": "the rules have no use for it",
}


def is_statblock(text: str) -> bool:
    """Whether a text holds a stat block."""
    return (
        len(text) <= LONGEST
        and text.lstrip()[:1] not in ("{", "[", "<")
        and bool(blocks(Plain(text)))
    )


def read_text(text: str) -> tuple[Reading, ...]:
    """A reading for each stat block of a text; one without a model if it has none."""
    if len(text) > LONGEST:
        message = f"the text has {len(text)} characters; at most {LONGEST} are read"
        return (Reading(kind="", diagnostics=(finding("SW004", message),)),)
    plain = Plain(text)
    found = blocks(plain)
    if not found:
        message = "no stat block is in this text: none of it reads like `Attributes: Agility d6, Smarts d6 …`"
        return (Reading(kind="", diagnostics=(finding("SW003", message).at(None, 1, 1),)),)
    return tuple(_read(block, plain) for block in found)


def _read(block: Block, plain: Plain) -> Reading:
    draft, ledger = Draft(), Ledger(plain)
    _name(block, draft, ledger)
    for section in block.sections:
        ledger.structure(section.start, section.begin)
    for section in sorted(block.sections, key=lambda each: each.part in ("abilities", "gear")):
        _section(section, draft, ledger)
    for start, end in _around(block):
        ledger.leftovers("description", start, end, told=False)
    _missing(block, draft, ledger)
    _older(draft, ledger)
    _programs(block, ledger)
    model = draft.character()
    document = DocumentRef(kind="character", id=model.id, name=model.name)
    told = tuple(
        each.model_copy(update={"document": document}) for each in _ordered(ledger.diagnostics)
    )
    fields = tuple(sorted(ledger.fields, key=lambda each: each.span or (0, 0)))
    return Reading(
        kind="character",
        model=model,
        id=model.id,
        name=model.name,
        diagnostics=told,
        origins=ledger.origins,
        fields=fields,
    )


def _ordered(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda each: (each.line or 0, each.column or 0))


def _name(block: Block, draft: Draft, ledger: Ledger) -> None:
    if block.title is None:
        return
    start, end = block.title
    written = ledger.plain.slice(start, end).strip(" #:")
    name = " ".join(_WILD.sub(" ", written).split())
    draft.wild_card = name != written
    draft.name = name or written
    ledger.carry("Name", "name", start, end)


def _around(block: Block) -> list[tuple[int, int]]:
    """The stretches of a block before its first label."""
    first = block.sections[0].start if block.sections else block.end
    return [(block.start, first)]


def _section(section: Section, draft: Draft, ledger: Ledger) -> None:
    part = section.part
    match part:
        case "attributes":
            parts.attributes(_first_paragraph(section, ledger), draft, ledger)
        case "skills":
            parts.skills(_first_paragraph(section, ledger), draft, ledger)
        case "pace":
            parts.pace(section, draft, ledger)
        case "parry":
            parts.parry(section, draft, ledger)
        case "toughness":
            parts.toughness(section, draft, ledger)
        case "size":
            parts.size(section, draft, ledger)
        case "wounds" | "fatigue":
            parts.held(section, draft, ledger, part)
        case "bennies":
            draft.bennies = parts.number(section, ledger, "Bennies", "bennies")
        case "edges" | "hindrances":
            _qualities(section, draft, ledger)
        case "conditions":
            _conditions(section, draft, ledger)
        case "gear":
            gear.gear(_first_paragraph(section, ledger), draft, ledger)
        case "abilities":
            gear.abilities(section, draft, ledger)
        case _:
            for text, start, end in parts.items(_first_paragraph(section, ledger), ledger):
                del text
                ledger.skip(section.label.capitalize(), _WHY[part], start, end)
    _rest(section, draft, ledger)


def _first_paragraph(section: Section, ledger: Ledger) -> Section:
    """A part without what stands after a blank line, or in a list of abilities, behind it."""
    text = ledger.plain.text
    begin = section.begin
    while begin < section.end and text[begin] in " \n":
        begin += 1
    stop = text.find("\n\n", begin, section.end)
    ends = [section.end if stop < 0 else stop]
    lines = ledger.plain.lines_in(begin + 1, ends[0])
    bullets = [line.start for line in lines if line.bullet]
    own = section.part in ("attributes", "skills", "gear", "edges", "hindrances", "powers")
    if bullets and not (own and text[section.begin : bullets[0]].strip() == ""):
        ends.append(bullets[0])
    return Section(section.part, section.label, section.start, section.begin, min(ends))


def _rest(section: Section, draft: Draft, ledger: Ledger) -> None:
    """What stands behind a part: entries with a bullet are abilities, prose is no part of the rules."""
    if section.part == "abilities":
        return
    lines = ledger.plain.lines_in(section.begin, section.end)
    bullets = [line for line in lines if line.bullet and line.end > line.start]
    own = _first_paragraph(section, ledger)
    behind = [line for line in bullets if line.start >= own.end]
    if behind:
        after = Section("abilities", "", behind[0].start, behind[0].start, section.end)
        gear.abilities(after, draft, ledger)
    numbers = section.part in ("pace", "parry", "toughness", "size", "wounds", "fatigue", "bennies")
    line_end = ledger.plain.text.find("\n", section.begin, section.end)
    same_line = section.end if line_end < 0 else line_end
    ledger.leftovers(
        section.label.capitalize() or "Attributes", section.begin, same_line, told=numbers
    )
    ledger.leftovers("text", section.begin, section.end, told=False)


def _qualities(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Edges and hindrances, under the name that the rules know them by."""
    both = section.label in EDGES_AND_HINDRANCES
    for text, start, end in parts.items(_first_paragraph(section, ledger), ledger):
        if folded(text) in ("none", "keine", "aucun", "ninguno", "-", "n/a"):
            ledger.structure(start, end)
            continue
        flaw = section.part == "hindrances" or (both and known("hindrances", text) is not None)
        family = draft.hindrances if flaw else draft.edges
        name = known("hindrances" if flaw else "edges", text) or text
        if flaw and "(" in text and known("hindrances", text):
            # The grade in parentheses stays: a rule may ask for it.
            name = f"{name} {text[text.index('(') :]}"
        where = f"{'hindrances' if flaw else 'edges'}.{len(family)}"
        family.append(name)
        if folded(name) == folded(text):
            ledger.carry(text, where, start, end)
        else:
            ledger.change(text, where, f"it is read as {name}", start, end, told=False)


def _conditions(section: Section, draft: Draft, ledger: Ledger) -> None:
    for text, start, end in parts.items(_first_paragraph(section, ledger), ledger):
        ledger.carry("Conditions", f"conditions.{len(draft.conditions)}", start, end)
        draft.conditions.append(folded(text).replace(" ", "_"))


def _missing(block: Block, draft: Draft, ledger: Ledger) -> None:
    """Findings for what a stat block should say and does not."""
    title = block.title or (block.start, block.start)
    if not draft.name:
        ledger.find(
            "SW103", f"no name stands before this stat block; it is called {UNNAMED!r}", title[0]
        )
    where = next((each.start for each in block.sections if each.part == "attributes"), title[0])
    if draft.missing:
        message = f"the stat block does not say {', '.join(draft.missing)}; d4 is taken"
        ledger.find("SW103", message, where, severity=Severity.WARNING)
    lacks = [
        name for name, value in (("Parry", draft.parry), ("Toughness", draft.toughness)) if value is None
    ]  # fmt: skip
    if lacks:
        ledger.find(
            "SW103", f"the stat block does not say {' and '.join(lacks)}; it is computed", where
        )


def _programs(block: Block, ledger: Ledger) -> None:
    """A finding for the first text that would run a program where it is shown."""
    start, end = ledger.plain.source_span(block.start, block.end)
    found = RUNS.search(ledger.plain.source, start, end)
    if found is not None:
        line, column = ledger.plain.place(found.start())
        message = "the text holds HTML that runs a program; none of it is carried"
        ledger.diagnostics.append(finding("SW195", message).at(None, line, column))


def _older(draft: Draft, ledger: Ledger) -> None:
    """Findings for skills of older editions, whose newer names are added."""
    before = dict(draft.skills)
    for each in draft.newer_skills():
        added = each.new is not None and each.new not in before
        tail = (
            f"; {each.new} {draft.skills[each.new]} is added"
            if added and each.new is not None
            else ""
        )
        origin = ledger.origins.get(f"skills.{each.old}", "1:1")
        line, _, column = origin.partition(":")
        made = finding("SW196", f"{each.why}{tail}").at(None, int(line), int(column))
        ledger.diagnostics.append(made)
