"""Writing Savage Worlds records for Fantasy Grounds: a character to import, or an npc record of a module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sw_data.errors import ImpossibleError
from sw_data.formats.base import Readable, TextCreation
from sw_data.formats.fantasy_grounds.fields import CONDITIONS, EQUIPPED, NUMBERS
from sw_data.formats.fantasy_grounds.read import read_text
from sw_data.formats.fantasy_grounds.xml import escaped
from sw_data.formats.report import lost
from sw_data.formats.strength import written_out
from sw_data.models import ATTRIBUTES, Character, Weapon

TARGETS: Final = ("character", "npc")
_HEAD: Final = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<root version="4.4" dataversion="20230911" release="6.1|CoreRPG:6">\n'
)


def create(model: Readable, target: str | None) -> TextCreation:
    """A file with one record; a Wild Card is a character and an Extra an npc, unless `target` says which."""
    if not isinstance(model, Character):
        raise ImpossibleError(
            f"Fantasy Grounds records are written of characters; this is a {model.kind}"
        )
    kind = target or ("character" if model.wild_card else "npc")
    if kind not in TARGETS:
        raise ImpossibleError(f"no record of the kind {kind!r}; there are {', '.join(TARGETS)}")
    record = _Writer(model, kind)
    text = record.character() if kind == "character" else record.npc()
    back = read_text(text)
    after = back[0].model if len(back) == 1 else None
    return TextCreation(text, lost("fantasy-grounds", model, after))


class _Writer:
    """The lines of one record."""

    def __init__(self, model: Character, kind: str) -> None:
        self.model = model
        self.kind = kind
        self.lines: list[str] = []
        self.depth = 1

    def character(self) -> str:
        """A file that the character list imports."""
        self._open("character")
        self._record()
        self._close("character")
        return f"{_HEAD}{self._text()}</root>\n"

    def npc(self) -> str:
        """A `db.xml` with one npc."""
        self._open('npc static="true"')
        self._open("id-00001")
        self._record()
        self._close("id-00001")
        self._close("npc")
        return f"{_HEAD}{self._text()}</root>\n"

    def _text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def _open(self, tag: str) -> None:
        self.lines.append("\t" * self.depth + f"<{tag}>")
        self.depth += 1

    def _close(self, tag: str) -> None:
        self.depth -= 1
        self.lines.append("\t" * self.depth + f"</{tag}>")

    def _value(self, tag: str, kind: str, value: object) -> None:
        written = escaped(str(value))
        self.lines.append("\t" * self.depth + f'<{tag} type="{kind}">{written}</{tag}>')

    def _record(self) -> None:
        model = self.model
        self._value("name", "string", model.name)
        self._value("wildcard", "number", int(model.wild_card))
        for name in ATTRIBUTES:
            die = getattr(model.attributes, name)
            self._value(name, "dice", f"d{die.sides}")
            self._value(f"{name}Mod", "number", die.bonus)
        self._numbers()
        for tag, condition in CONDITIONS.items():
            if tag != "incapacitated" and condition in model.conditions:
                self._value(tag, "number", 1)
        self._list("skills", [self._skill(name) for name in model.skills])
        self._list("edges", [[("name", "string", each)] for each in model.edges])
        self._list("hindrances", [[("name", "string", each)] for each in model.hindrances])
        self._list("weaponlist", [_weapon(each) for each in model.weapons])
        pieces = [
            [("name", "string", each.name), ("protection", "number", each.armor),
             *([("minstr", "string", each.min_strength)] if each.min_strength is not None else []),
             ("carried", "number", EQUIPPED if each.worn else 1)]
            for each in model.armor_pieces
        ]  # fmt: skip
        self._list("armorlist", pieces)

    def _numbers(self) -> None:
        model = self.model
        ready = sum(each.parry for each in model.weapons if each.ready)
        values: dict[str, int | None] = {
            "pace": model.pace, "parry": model.parry + ready, "toughness": model.toughness, "armor": model.armor,
            "size": model.size, "bennies": model.bennies, "wounds.value": model.wounds.value,
            "wounds.max": model.wounds.max, "fatigue.value": model.fatigue.value, "fatigue.max": model.fatigue.max,
        }  # fmt: skip
        nested: list[tuple[str, int]] = []
        for field in NUMBERS:
            value = values[field.model]
            path = field.npc if self.kind == "npc" and field.npc else field.paths[0]
            if value is None:
                continue
            if len(path) == 2:
                nested.append((path[1], value))
            else:
                self._value(path[0], "number", value)
        if nested:
            self._open("main")
            for tag, value in nested:
                self._value(tag, "number", value)
            self._close("main")

    def _skill(self, name: str) -> list[tuple[str, str, object]]:
        die = self.model.skills[name]
        own = next(
            (written for written, rules in self.model.trait_names.items() if rules == name), name
        )
        return [
            ("name", "string", own),
            ("skill", "dice", f"d{die.sides}"),
            ("skillmod", "number", die.bonus),
        ]

    def _list(self, tag: str, entries: Iterable[Sequence[tuple[str, str, object]]]) -> None:
        listed = list(entries)
        if not listed:
            return
        self._open(tag)
        for number, entry in enumerate(listed, 1):
            self._open(f"id-{number:05d}")
            for name, kind, value in entry:
                self._value(name, kind, value)
            self._close(f"id-{number:05d}")
        self._close(tag)


def _weapon(weapon: Weapon) -> list[tuple[str, str, object]]:
    brackets = (
        "/".join(map(str, weapon.brackets)) if weapon.brackets is not None else weapon.template
    )
    kind = (
        "Melee"
        if brackets is None
        else "Thrown"
        if weapon.trait in ("Athletics", "Throwing")
        else "Ranged"
    )
    if weapon.trait and kind != "Thrown":
        kind = weapon.trait
    dice = ",".join(f"d{sides}" for sides in weapon.damage.dice)
    told: list[tuple[str, str, object]] = [
        ("name", "string", weapon.name),
        ("damage", "string", written_out(weapon)),
        ("damagedice", "dice", dice),
        ("damagebonus", "number", weapon.damage.flat),
        ("armorpiercing", "number", weapon.ap),
        ("reach", "number", weapon.reach),
        ("rof", "number", weapon.rof),
        ("traittype", "string", kind),
        ("carried", "number", EQUIPPED if weapon.ready else 1),
    ]
    told += [("range", "string", brackets)] if brackets is not None else []
    told += [("parry", "number", weapon.parry)] if weapon.parry else []
    told += [("minstr", "string", weapon.min_strength)] if weapon.min_strength is not None else []
    return told
