"""Gear and special abilities of a stat block: weapons with what stands in their parentheses, armor, attacks, edges."""

from __future__ import annotations

import re
from typing import Final

from sw_data.dice import Die
from sw_data.formats.names import attribute_named, known, skill_named
from sw_data.formats.sheet import Draft, WeaponDraft
from sw_data.formats.spelling import (
    LONGEST,
    damage_at,
    damage_in,
    die_in,
    is_broken_range,
    range_in,
)
from sw_data.formats.statblock.blocks import Section
from sw_data.formats.statblock.ledger import Ledger
from sw_data.formats.statblock.parts import items
from sw_data.models import ArmorPiece, WeaponModifier
from sw_data.models.skills import LINKED, folded

_ARMOR: Final = re.compile(
    r"^(?:armou?r\s*)?[+]\s?(?P<armor>[0-9]{1,2})(?:\s*armou?r)?(?:\s*\(?(?:torso|head|arms|legs|body).*)?$",
    re.IGNORECASE,
)
_ALREADY: Final = re.compile(
    r"^(?:armou?r|panzerung|rüstung|armure|armadura)\s*[:]?\s*[+-]?\s?(?P<number>[0-9]{1,3})$",
    re.IGNORECASE,
)
_SIZE: Final = re.compile(
    r"^(?:size|größe|taille|tamaño)\s*(?P<number>[+-]?\s?[0-9]{1,3})(?:\s*\(.*\))?$", re.IGNORECASE
)
_AP: Final = re.compile(
    r"^(?:AP|PB|PA)\s*[+-]?\s?(?P<number>[0-9]{1,3})(?P<rest>\b.*)?$", re.IGNORECASE | re.DOTALL
)
_NO_AP: Final = re.compile(r"^(?:AP|PB|PA)\s*(?:-|n/a)?$", re.IGNORECASE)
_REACH: Final = re.compile(
    r"""^(?:reach|reichweite|allonge|alcance)\s*\+?(?P<number>[0-9]{1,2})\s*["']?$""", re.IGNORECASE
)
_PARRY: Final = re.compile(
    r"^(?:parry|parade)\s*(?P<number>[+-]\s?[0-9])$|^(?P<other>[+-]\s?[0-9])\s*(?:parry|parade)$",
    re.IGNORECASE,
)
_ROF: Final = re.compile(
    r"^(?:rof|fr|cdt|rate of fire|feuerrate)\s*:?\s*(?P<number>[0-9]{1,2})$", re.IGNORECASE
)
_MIN: Final = re.compile(
    r"^(?:min(?:imum|\.)?\s*(?:str(?:ength|\.)?)|mindeststärke|fue min|force min)\s*:?\s*"
    r"(?P<die>[dDwW]?\s?[0-9]{1,2}(?:\s?\+\s?[0-9])?)$",
    re.IGNORECASE,
)
_MODIFIER: Final = re.compile(
    r"^(?P<value>[+-]\s?[0-9]{1,2})\s+(?:to\s+)?(?P<trait>[^\W\d_][^\d:]{1,40}?)(?:\s*:\s*(?P<label>.+))?$",
    re.DOTALL,
)
_HANDS: Final = {"in hand": True, "put away": False}
_NO_STRENGTH: Final = frozenset({"without strength", "no strength"})
_SKILL: Final = re.compile(r"^[^\W\d_][^\d:]{2,40}$")
_LABELLED: Final = re.compile(
    r"^(?:damage|schaden|dégâts|daño|dmg|range|reichweite|portée|alcance)\s*:?\s+", re.IGNORECASE
)
_DAMAGE: Final = frozenset({"damage", "schaden", "dégâts", "daño", "dmg"})
_ENTRY_NAME: Final = re.compile(r"^(?P<name>[^:.\n]{1,80}(?:\n[^:.\n]{1,40})?):(?=\s|$)")
_DICE: Final = re.compile(
    r"^(?:(?:damage|schaden|dégâts|daño|dmg)\s*:?\s+)?(?:[^\W\d_]{2,8}\.?\s*\+\s*)?[0-9]{0,3}\s?[dDwW][0-9]{1,3}"
    r"(?:\s*[+-]\s*(?:[0-9]{0,3}[dDwW])?[0-9]{1,3}){0,5}!?$",
    re.IGNORECASE,
)
"""What has the look of damage, whatever its dice."""
_MIN_SAID: Final = re.compile(r"^min(?:imum|\.)?\s*(?:str(?:ength|\.)?)\b", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^(?:AP|PB|RoF|reach|parry|parade)\b", re.IGNORECASE)
_SHORT: Final = 24
_SEPARATORS: Final = re.compile(r"[;,]|\.(?=\s|$)|\n(?=[^\W\d_]{2,20}:)")


def gear(section: Section, draft: Draft, ledger: Ledger) -> None:
    """Weapons and armor of the gear; everything else has no place in the model."""
    for text, start, end in items(section, ledger):
        inside = _parentheses(ledger.plain.text, start, end)
        if inside is None:
            if not _bare_weapon(text, start, end, draft, ledger):
                ledger.skip("Gear", "the model has no gear but weapons and armor", start, end)
            continue
        begin, stop = inside
        name = ledger.plain.slice(start, begin - 1)
        armor = _armor_piece(name, ledger.plain.slice(begin, stop))
        if armor is not None:
            ledger.carry(name, f"armor_pieces.{len(draft.armor_pieces)}", start, end)
            draft.armor_pieces.append(armor)
        elif not _weapon(name, start, begin, stop, end, draft, ledger):
            ledger.skip("Gear", "the model has no gear but weapons and armor", start, end)


def _parentheses(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the inside of the parentheses lies that a thing of the gear ends with; the name may have its own."""
    stop = end
    while stop > start and text[stop - 1] in " .\n":
        stop -= 1
    if stop == start or text[stop - 1] != ")":
        return None
    depth = 0
    for index in range(stop - 1, start - 1, -1):
        depth += {")": 1, "(": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1, stop - 1
    return None


def _armor_piece(name: str, inside: str) -> ArmorPiece | None:
    """The piece of armor that `Leather (+2)` or `Plate (+4; Min Str d10; put away)` is; None if it is none."""
    first, *others = (each.strip() for each in re.split(r"[;,]", inside))
    match = _ARMOR.match(first)
    if match is None or inside.casefold().endswith("parry"):
        return None
    strength = next((found for each in others if (found := _MIN.match(each)) is not None), None)
    return ArmorPiece(
        name=name or "armor",
        armor=int(match["armor"]),
        min_strength=None if strength is None else _strength(strength),
        worn="put away" not in (each.casefold() for each in others),
    )


def _strength(match: re.Match[str]) -> Die | None:
    return die_in(match["die"].lower().replace("w", "d"))


def _bare_weapon(text: str, start: int, end: int, draft: Draft, ledger: Ledger) -> bool:
    """A weapon without parentheses: `Knife Str+d4` or `Claws: Str+d6`."""
    if end - start > LONGEST:
        return False
    match = re.search(r"[:\s]\s*(?=(?:Str|[0-9]?d[0-9])\S*\s*$)", ledger.plain.text[start:end])
    if match is None:
        return False
    name = " ".join(ledger.plain.text[start : start + match.start()].split())
    inside = start + match.end()
    return bool(name) and _weapon(name, start, inside, end, end, draft, ledger)


def _weapon(
    name: str, start: int, inside: int, stop: int, end: int, draft: Draft, ledger: Ledger
) -> bool:
    """Reads a weapon if what is said of it has damage; whether it did."""
    pieces = _pieces(ledger.plain.text, inside, stop)
    weapon = WeaponDraft(name)
    index = len(draft.weapons)
    model = f"weapons.{index}"
    told: list[tuple[str, int, int]] = []
    unread: list[tuple[str, str, int, int]] = []
    armed = False
    for piece, begin, finish in pieces:
        field = _detail(weapon, piece)
        if field is None:
            wrong = _wrong(name, piece)
            if wrong is not None:
                unread.append((*wrong, begin, finish))
                armed = armed or wrong[0] == "SW201"
            continue
        armed = armed or field == "damage"
        told.append((field, begin, finish))
    if not armed:
        return False
    in_hand = any(field == "ready" for field, _, _ in told) and weapon.ready
    if weapon.parry and not in_hand:
        # Parry is printed with the weapon counted in; ready, it would count twice.
        weapon.ready = False
    elif weapon.parry and draft.parry is not None:
        draft.parry -= weapon.parry
    ledger.carry(name, f"{model}.name", start, max(start, start + len(name)))
    for field, begin, finish in told:
        ledger.carry(f"{name}: {field}", f"{model}.{field}", begin, finish)
    for code, message, begin, finish in unread:
        ledger.find(code, message, begin)
        ledger.skip(f"{name}: a mistake", "it cannot be read", begin, finish)
    known_spans = {(begin, finish) for _, begin, finish in told}
    known_spans |= {(begin, finish) for _, _, begin, finish in unread}
    for _, begin, finish in pieces:
        if (begin, finish) not in known_spans:
            ledger.skip(f"{name}: a note", "the model has no notes on weapons", begin, finish)
    draft.weapons.append(weapon.weapon())
    ledger.leftovers(name, start, end, told=False)
    return True


def _pieces(text: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """What stands between the marks of a weapon's parentheses."""
    told: list[tuple[str, int, int]] = []
    here = start
    for match in [*_SEPARATORS.finditer(text, start, end), None]:
        stop = match.start() if match is not None else end
        begin = here
        while begin < stop and text[begin] in " \n":
            begin += 1
        finish = stop
        while finish > begin and text[finish - 1] in " \n.":
            finish -= 1
        if finish > begin:
            told.append((" ".join(text[begin:finish].split()), begin, finish))
        here = match.end() if match is not None else end
    return told


def _number(match: re.Match[str], group: str = "number") -> int:
    return int(match[group].replace(" ", ""))


def _detail(weapon: WeaponDraft, piece: str) -> str | None:
    """Takes one piece of what is said of a weapon; the field it went into, or None."""
    if len(piece) > LONGEST:
        return None
    bare = _LABELLED.sub("", piece)
    labelled = piece[: len(piece) - len(bare)].strip(" :").casefold()
    if (match := _AP.match(piece)) is not None and not (match["rest"] or "").strip(" ."):
        weapon.ap = _number(match)
        return "ap"
    if _NO_AP.match(piece):
        return "ap"
    if (match := _REACH.match(piece)) is not None and "/" not in piece:
        weapon.reach = _number(match)
        return "reach"
    if (match := _PARRY.match(piece)) is not None:
        weapon.parry = _number(match, "number" if match["number"] else "other")
        return "parry"
    if (match := _ROF.match(piece)) is not None:
        weapon.rof = _number(match)
        return "rof"
    if (match := _MIN.match(piece)) is not None:
        weapon.min_strength = _strength(match)
        return "min_strength"
    if folded(piece) in _HANDS:
        weapon.ready = _HANDS[folded(piece)]
        return "ready"
    if folded(piece) in _NO_STRENGTH:
        weapon.adds_strength = False
        return "adds_strength"
    if folded(piece) == "adds strength":
        weapon.adds_strength = True
        return "adds_strength"
    if is_broken_range(bare):
        return None
    if labelled in ("range", "reichweite", "portée", "alcance") or "/" in piece:
        found = range_in(bare)
        if found.range is not None and (isinstance(found.range, tuple) or labelled):
            weapon.range = found.range
            return "range"
    if labelled in _DAMAGE and (damage := damage_in(bare).damage) is not None:
        weapon.damage = damage
        return "damage"
    return _damage_or_trait(weapon, piece, bare)


def _damage_or_trait(weapon: WeaponDraft, piece: str, bare: str) -> str | None:
    if (match := _MODIFIER.match(piece)) is not None:
        trait = " ".join(match["trait"].split())
        applies = "damage" if folded(trait) == "damage" else skill_named(trait)
        if (
            applies == "damage"
            or folded(applies) in LINKED
            or attribute_named(applies) is not None
            or match["label"]
        ):
            label = " ".join((match["label"] or "").split())
            weapon.modifiers.append(
                WeaponModifier(applies_to=applies, value=_number(match, "value"), label=label)
            )
            return f"modifiers.{len(weapon.modifiers) - 1}"
        return None
    begins = damage_at(bare)
    if begins is not None and bare[begins[1] :].strip(" !") in ("", "damage"):
        weapon.damage = begins[0]
        return "damage"
    if begins is not None or "d" in bare.casefold():
        found = damage_in(bare)
        if found.damage is not None and (found.damage.dice or found.damage.strength):
            weapon.damage = found.damage
            return "damage"
    if _SKILL.match(piece) and (
        folded(skill_named(piece)) in LINKED or attribute_named(piece) is not None
    ):
        weapon.trait = skill_named(piece)
        return "trait"
    return None


def _wrong(name: str, piece: str) -> tuple[str, str] | None:
    """The code and the message for a piece that should be damage, a range or a number, and cannot be read as it."""
    bare = _LABELLED.sub("", piece)
    if _DICE.match(piece):
        return (
            "SW201",
            f"the damage of {name} is {bare!r}, which is none like 'Str+d8'; it is left out",
        )
    if is_broken_range(bare):
        wanted = "and should be three brackets like '12/24/48'"
        return "SW202", f"the range of {name} is {bare!r}, {wanted}; it is left out"
    if _MIN_SAID.match(piece):
        return (
            "SW203",
            f"the minimum Strength of {name} is {piece!r}, which is no die; it is left out",
        )
    if len(piece) <= _SHORT and _NUMBERED.match(piece):
        return "SW190", f"{name}: {piece!r} is not understood and is left out"
    return None


def entries(section: Section, ledger: Ledger) -> list[tuple[int, int]]:
    """The entries of a list of abilities: each begins with a bullet, or on a new line with a name and a colon."""
    lines = ledger.plain.lines_in(section.begin, section.end)
    inside = [line for line in lines if line.end > line.start]
    bulleted = any(line.bullet for line in inside)
    starts: list[int] = []
    first = section.begin
    if first < section.end and (not inside or ledger.plain.text[first : inside[0].start].strip()):
        starts.append(first)
    for line in inside:
        text = ledger.plain.text[line.start : line.end]
        named = _ENTRY_NAME.match(text)
        if line.bullet or (not bulleted and named is not None) or not starts:
            starts.append(line.start)
    ends = [*starts[1:], section.end]
    return [
        (start, end)
        for start, end in zip(starts, ends, strict=True)
        if ledger.plain.text[start:end].strip()
    ]


def abilities(section: Section, draft: Draft, ledger: Ledger) -> None:
    """The special abilities: attacks are weapons, armor and Size are numbers, the rest has no place in the model."""
    for start, end in entries(section, ledger):
        ability(start, end, draft, ledger)


def ability(start: int, end: int, draft: Draft, ledger: Ledger) -> None:
    """One special ability."""
    text = ledger.plain.text
    named = _ENTRY_NAME.match(text[start:end])
    while end > start and text[end - 1] in " \n":
        end -= 1
    if named is None:
        name, body = " ".join(text[start:end].strip(" .\n").split()), end
        name_end = end
    else:
        name, body = " ".join(named["name"].split()), start + named.end()
        name_end = start + named.end("name")
    if (match := _ALREADY.match(name)) is not None:
        _armor(int(match["number"]), start, name_end, draft, ledger)
    elif (match := _SIZE.match(name)) is not None:
        draft.size = _number(match)
        ledger.carry("Size", "size", start, name_end)
    elif _attack(name, named is not None, start, body, end, draft, ledger):
        return
    elif (edge := known("edges", name)) is not None:
        ledger.carry(name, f"edges.{len(draft.edges)}", start, name_end)
        draft.edges.append(edge)
    ledger.leftovers(name if len(name) < 60 else "an ability", start, end, told=False)


def _attack(
    name: str, labelled: bool, start: int, body: int, end: int, draft: Draft, ledger: Ledger
) -> bool:
    """Reads an ability that is an attack; whether it was one."""
    if labelled:
        text = ledger.plain.text
        return _begins_as_attack(text, body, end) and _weapon(
            name, start, body, end, end, draft, ledger
        )
    return _attack_in_parentheses(start, end, draft, ledger)


def _armor(number: int, start: int, end: int, draft: Draft, ledger: Ledger) -> None:
    if draft.armor == 0 and number:
        draft.armor = number
        ledger.carry("Armor", "armor", start, end)
    elif draft.armor == number:
        ledger.carry("Armor", "armor", start, end)
    else:
        ledger.skip("Armor", f"Toughness says that the armor in it is {draft.armor}", start, end)


_ATTACK: Final = re.compile(
    r"^\s*(?:(?:Str|Stä|For|Fue|Fo)\b|[0-9]?[dDwW][0-9]|damage|range|shooting|throwing|athletics|fighting)",
    re.IGNORECASE,
)


def _begins_as_attack(text: str, start: int, end: int) -> bool:
    pieces = _pieces(text, start, end)
    if not pieces or not _ATTACK.match(pieces[0][0]):
        return False
    return any(
        _detail(WeaponDraft("x"), piece) == "damage" or _DICE.match(piece)
        for piece, _, _ in pieces[:4]
    )


def _attack_in_parentheses(start: int, end: int, draft: Draft, ledger: Ledger) -> bool:
    """Reads an ability like `Bite (Str+d6, AP 2)`; whether it was one."""
    inside = _parentheses(ledger.plain.text, start, end)
    if inside is None:
        return False
    name = ledger.plain.slice(start, inside[0] - 1)
    return bool(name) and _weapon(name, start, *inside, end, draft, ledger)
