"""Writing stat blocks: the same lines as plain text, as Markdown, and as an HTML card to print."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sw_data.diagnostics import Diagnostic
from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.formats.base import Readable, TextCreation
from sw_data.formats.report import lost
from sw_data.formats.spelling import one_line
from sw_data.formats.statblock.reader import read_text
from sw_data.models import ATTRIBUTES, Character, Vehicle, Weapon

NOTHING: Final = "\u2014"
"""What stands where there is nothing."""

_LIST_MARKS: Final = re.compile(r"[;,](?![^()]*\))|[\r\n]+")
_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]<>#|&~])")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A stat block before it has a form: its name, and lines of labels with what they say."""

    name: str
    lines: tuple[tuple[tuple[str, str], ...], ...]


def create(model: Readable, form: str) -> TextCreation:
    """A stat block in one of the forms, and findings for what it cannot say."""
    sheet = _sheet(model)
    written = {"markdown": _markdown, "html": _card}.get(form, _text)(sheet)
    return TextCreation(written, _lost(model, form))


def _lost(model: Readable, form: str) -> tuple[Diagnostic, ...]:
    """What a character's stat block reads back without; the card says what the Markdown does."""
    if not isinstance(model, Character):
        return ()
    back = read_text((_text if form == "statblock" else _markdown)(_sheet(model)))
    after = back[0].model if len(back) == 1 else None
    return lost(form, model, after if isinstance(after, Character) else None)


def _sheet(model: Readable) -> Sheet:
    if isinstance(model, Character):
        return _character(model)
    if isinstance(model, Vehicle):
        return _vehicle(model)
    if isinstance(model, Weapon):
        return Sheet(one_line(model.name), ((("Weapon", _details(model, on_sheet=False)),),))
    raise ImpossibleError(
        "a chase is no sheet; a stat block is made of a character, a vehicle or a weapon"
    )


# --- what a block says ------------------------------------------------------------------------------------------------


def _character(model: Character) -> Sheet:
    own = {name: written for written, name in model.trait_names.items()}
    attributes = ", ".join(
        f"{each.capitalize()} {getattr(model.attributes, each)}" for each in ATTRIBUTES
    )
    skills = _listed(f"{_in_list(own.get(name, name))} {die}" for name, die in model.skills.items())
    ready = sum(each.parry for each in model.weapons if each.ready)
    toughness = f"{model.toughness} ({model.armor})" if model.armor else str(model.toughness)
    lines: list[tuple[tuple[str, str], ...]] = [
        (("Attributes", attributes),),
        (("Skills", skills),),
        (("Pace", str(model.pace)), ("Parry", str(model.parry + ready)), ("Toughness", toughness)),
    ]
    if model.size:
        lines.append((("Size", f"{model.size:+d}"),))
    if model.edges:
        lines.append((("Edges", _listed(_in_list(each) for each in model.edges)),))
    if model.hindrances:
        lines.append((("Hindrances", _listed(_in_list(each) for each in model.hindrances)),))
    gear = [
        *(_weapon(each) for each in model.weapons),
        *(_piece(each) for each in model.armor_pieces),
    ]
    if gear:
        lines.append((("Gear", _listed(gear)),))
    health = _health(model)
    if health:
        lines.append(tuple(health))
    if model.conditions:
        spoken = (_in_list(each).replace("_", " ").capitalize() for each in model.conditions)
        lines.append((("Conditions", _listed(spoken)),))
    mark = " (Wild Card)" if model.wild_card else ""
    return Sheet(f"{one_line(model.name)}{mark}", tuple(lines))


def _health(model: Character) -> list[tuple[str, str]]:
    """Wounds, Fatigue and Bennies, where they are not as for every fresh character of its kind."""
    told: list[tuple[str, str]] = []
    if (model.wounds.value, model.wounds.max, model.wounds.ignored) != (
        0,
        3 if model.wild_card else 1,
        0,
    ):
        told.append(("Wounds", _held(model.wounds.value, model.wounds.max, model.wounds.ignored)))
    if (model.fatigue.value, model.fatigue.max, model.fatigue.ignored) != (0, 2, 0):
        told.append(
            ("Fatigue", _held(model.fatigue.value, model.fatigue.max, model.fatigue.ignored))
        )
    if model.bennies is not None:
        told.append(("Bennies", str(model.bennies)))
    return told


def _held(value: int, most: int, ignored: int) -> str:
    return f"{value}/{most} ({ignored} ignored)" if ignored else f"{value}/{most}"


def _vehicle(model: Vehicle) -> Sheet:
    toughness = f"{model.toughness} ({model.armor})" if model.armor else str(model.toughness)
    speed = f"{model.top_speed} {model.top_speed_unit}"
    lines: list[tuple[tuple[str, str], ...]] = [
        (("Size", str(model.size)), ("Handling", f"{model.handling:+d}"), ("Top Speed", speed)),
        (("Toughness", toughness), ("Wounds", f"{model.wounds.value}/{model.wounds.max}")),
    ]
    if model.weapons:
        lines.append((("Weapons", _listed(_weapon(each) for each in model.weapons)),))
    if model.conditions:
        lines.append((("Conditions", _listed(_in_list(each) for each in model.conditions)),))
    return Sheet(one_line(model.name), tuple(lines))


def _weapon(weapon: Weapon) -> str:
    return f"{_in_list(weapon.name)} ({_details(weapon)})"


def _details(weapon: Weapon, *, on_sheet: bool = True) -> str:
    """What stands in a weapon's parentheses: trait, range, damage, and what is not usual."""
    told: list[str] = []
    if weapon.trait:
        told.append(_in_parentheses(weapon.trait))
    if weapon.brackets is not None:
        told.append("Range " + "/".join(map(str, weapon.brackets)))
    elif weapon.template is not None:
        told.append(f"Range {_in_parentheses(weapon.template)}")
    told.append(
        str(weapon.damage)
        if weapon.damage.dice or weapon.damage.strength
        else f"Damage {weapon.damage}"
    )
    told += [f"AP {weapon.ap}"] if weapon.ap else []
    told += [f"RoF {weapon.rof}"] if weapon.rof != 1 else []
    told += [f"Reach {weapon.reach}"] if weapon.reach else []
    told += [f"Parry {weapon.parry:+d}"] if weapon.parry else []
    told += [f"Min Str {weapon.min_strength}"] if weapon.min_strength is not None else []
    if weapon.adds_strength is not None:
        told.append("adds Strength" if weapon.adds_strength else "without Strength")
    for each in weapon.modifiers:
        label = f": {_in_parentheses(each.label)}" if each.label else ""
        told.append(f"{each.value:+d} {_in_parentheses(each.applies_to)}{label}")
    if weapon.parry and weapon.ready:
        told.append("in hand")
    elif on_sheet and not weapon.parry and not weapon.ready:
        # A weapon that nothing is said of is at hand, unless it changes Parry, which is printed without it.
        told.append("put away")
    return "; ".join(told)


def _piece(piece: object) -> str:
    name, armor = getattr(piece, "name", ""), getattr(piece, "armor", 0)
    strength: Die | None = getattr(piece, "min_strength", None)
    told = [f"{armor:+d}"]
    told += [f"Min Str {strength}"] if strength is not None else []
    told += [] if getattr(piece, "worn", True) else ["put away"]
    return f"{_in_list(name)} ({'; '.join(told)})"


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items) or NOTHING


def _in_list(text: str) -> str:
    """A name as one thing of a list: marks that would end it are blanks."""
    return one_line(_LIST_MARKS.sub(" ", text))


def _in_parentheses(text: str) -> str:
    return one_line(re.sub(r"[;,().\r\n]", " ", text))


# --- the three forms --------------------------------------------------------------------------------------------------


def _text(sheet: Sheet) -> str:
    lines = [
        sheet.name,
        *("; ".join(f"{label}: {said}" for label, said in line) for line in sheet.lines),
    ]
    return "\n".join(lines) + "\n"


def _markdown(sheet: Sheet) -> str:
    body = [
        "; ".join(f"**{label}:** {_escaped(said)}" for label, said in line) for line in sheet.lines
    ]  # fmt: skip
    return f"# {_escaped(sheet.name)}\n\n" + "\n\n".join(body) + "\n"


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


_STYLE: Final = """\
body{font:10pt/1.35 Georgia,serif;color:#111;background:#fff;margin:1cm}
.card{box-sizing:border-box;width:12.5cm;border:1.5pt solid #111;border-radius:3mm;padding:4mm 5mm;\
break-inside:avoid;page-break-inside:avoid}
h1{font-size:14pt;margin:0 0 2mm;border-bottom:1pt solid #111;overflow-wrap:anywhere}
p{margin:0 0 1.2mm;overflow-wrap:anywhere}
.wild::after{content:" \\2605"}
@media print{body{margin:0}}"""


def _card(sheet: Sheet) -> str:
    """A page with one card; every text in it is escaped, and nothing in it can run or load anything."""
    wild = sheet.name.endswith(" (Wild Card)")
    name = html.escape(sheet.name.removesuffix(" (Wild Card)"))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{name}</title>",
            f"<style>{_STYLE}</style></head><body>",
            f'<article class="card"><h1{" class=" + chr(34) + "wild" + chr(34) if wild else ""}>{name}</h1>',
            *(f"<p>{_paragraph(line)}</p>" for line in sheet.lines),
            "</article></body></html>",
            "",
        ]
    )


def _paragraph(line: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"<b>{html.escape(label)}:</b> {html.escape(said)}" for label, said in line)
