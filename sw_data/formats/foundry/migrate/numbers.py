"""Numbers, switches and dice that older sheets hold as texts; what cannot be read as one stays as it is.

Foundry casts them whenever it loads a sheet. Where it would put a default in the place of a text that says something,
the text is kept under `flags["sw-data"].before`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.traits import die_in
from sw_data.formats.foundry.values import number_in
from sw_data.jsonvalue import as_object, as_text
from sw_data.models import ATTRIBUTES

_BOTH: Final = re.compile(r"^\s*([0-9]{1,4})\s*\(\s*([0-9]{1,4})\s*\)\s*$")
_AMOUNT: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_NOT_AMOUNT: Final = re.compile(r"[^0-9.]")

_ACTOR_NUMBERS: Final = (
    "stats.toughness.value", "stats.toughness.armor", "stats.toughness.modifier", "stats.parry.value",
    "stats.parry.modifier", "stats.parry.shield", "stats.size", "stats.speed.value",
    "stats.speed.runningMod", "wounds.value", "wounds.min", "wounds.max", "wounds.ignored",
    "fatigue.value", "fatigue.min", "fatigue.max", "fatigue.ignored", "woundsOrFatigue.ignored",
    "bennies.value", "bennies.min", "bennies.max", "details.conviction.value", "details.wealth.die",
    "details.wealth.modifier", "details.wealth.wild-die", "advances.value", "size", "scale", "handling",
    "cost", "toughness.total", "toughness.armor", "crew.required.value", "crew.required.max",
    "crew.optional.value", "crew.optional.max", "maxCargo", "maxMods", "energy.value", "energy.max",
)  # fmt: skip
_TRAIT_NUMBERS: Final = (
    "encumbranceSteps", "unShakeBonus", "unStunBonus", "soakBonus", "die.sides", "wild-die.sides",
)  # fmt: skip
_ACTOR_SWITCHES: Final = (
    "wildcard", "details.autoCalcToughness", "details.autoCalcParry", "details.conviction.active",
    *(f"status.{flag}" for flag in (
        "isShaken", "isDistracted", "isVulnerable", "isStunned", "isEntangled", "isBound",
        "isIncapacitated", "isOutOfControl", "isWrecked",
    )),
    *(f"initiative.{flag}" for flag in ("hasHesitant", "hasLevelHeaded", "hasImpLevelHeaded", "hasQuick")),
)  # fmt: skip
_ITEM_NUMBERS: Final = (
    "quantity", "weight", "price", "ap", "rof", "parry", "shots", "currentShots", "pp", "armor",
    "toughness", "cover", "trademark", "bonusDamageDie", "bonusDamageDice", "equipStatus",
    "ppReloadCost", "charges.value", "charges.max", "arcaneSkillDie.sides", "arcaneSkillDie.modifier",
    "die.sides", "wild-die.sides", "powerPoints.value", "powerPoints.max",
)  # fmt: skip
_ITEM_SWITCHES: Final = (
    "equippable", "isArcaneBackground", "isNaturalArmor", "isHeavyArmor", "isHeavyWeapon",
    "isArcaneDevice", "isVehicular", "isAmmo", "favorite", "major", "isCoreSkill", "grantsPowers",
    "autoReload", "messageOnUse", "destroyOnEmpty", "innate", "hidden",
    *(f"locations.{part}" for part in ("head", "torso", "arms", "legs")),
)  # fmt: skip

_DEFAULTS: Final[dict[str, int | None]] = {
    "ap": 0,
    "pp": 0,
    "rof": 1,
    "shots": None,
    "currentShots": None,
}
"""What Foundry puts in the place of a text that is no number."""


def _path(key: str, dotted: str) -> Path:
    return (key, *dotted.split("."))


def _number(draft: Draft, path: Path) -> None:
    text = as_text(draft.get(*path))
    number = number_in(text) if text is not None else None
    if number is not None:
        draft.write(path, number, "a number is no longer stored as a text")


def _switch(draft: Draft, path: Path) -> None:
    text = as_text(draft.get(*path))
    spelt = text.strip().casefold() if text is not None else None
    if spelt in ("", "true", "false"):
        draft.write(path, spelt == "true", "a switch is true or false, not a text")


def _die(draft: Draft, trait: Path) -> None:
    """A die that is a text, and one that is missing because the trait only has a `value`."""
    here = as_object(draft.get(*trait))
    if here is None:
        return
    die = here.get("die")
    if isinstance(die, str) and (found := die_in(die)) is not None:
        beside = here.get("modifier")
        more = number_in(beside) if isinstance(beside, str) else beside
        bonus = found[1]
        if isinstance(more, int) and not isinstance(more, bool):
            draft.remove((*trait, "modifier"), "the modifier stands inside the die")
            bonus += more
        draft.write(
            (*trait, "die"),
            {"sides": found[0], "modifier": bonus},
            "a die is stored as its sides and its modifier",
        )
    elif "die" not in here and "value" in here and not draft.setting.partial:
        draft.write(
            (*trait, "die"),
            {"sides": 4, "modifier": 0},
            "the oldest sheets have a value and no die; Foundry gives them a d4",
        )
    wild = here.get("wild-die")
    if isinstance(wild, str) and (found := die_in(wild)) is not None:
        draft.write((*trait, "wild-die"), {"sides": found[0]}, "a Wild Die is stored as its sides")


def _modifier(draft: Draft, trait: Path) -> None:
    path = (*trait, "die", "modifier")
    text = as_text(draft.get(*path))
    if text is not None and not text.strip():
        draft.write(path, 0, "an empty modifier is 0")
    _number(draft, path)


def _attributes(draft: Draft) -> Iterator[Path]:
    for name in ATTRIBUTES:
        if draft.has(draft.key, "attributes", name):
            yield (draft.key, "attributes", name)


def actor_types(draft: Draft) -> None:
    """The first versions called a character a wildcard and a non-player character an extra."""
    newer = {"wildcard": "character", "extra": "npc"}.get(as_text(draft.value.get("type")) or "")
    if newer:
        draft.write(("type",), newer, "the type has another name since")


def actor_dice(draft: Draft) -> None:
    """Dice of attributes."""
    for trait in _attributes(draft):
        _die(draft, trait)


def actor_numbers(draft: Draft) -> None:
    """Numbers and switches of an actor."""
    if not draft.data:
        return
    for trait in _attributes(draft):
        _modifier(draft, trait)
        for each in _TRAIT_NUMBERS:
            _number(draft, (*trait, *each.split(".")))
    both = _BOTH.match(as_text(draft.get(draft.key, "stats", "toughness", "value")) or "")
    if both is not None:
        why = "Toughness and the armor in it are two numbers"
        draft.write(_path(draft.key, "stats.toughness.value"), int(both[1]), why)
        draft.write(_path(draft.key, "stats.toughness.armor"), int(both[2]), why)
        draft.write(
            _path(draft.key, "details.autoCalcToughness"), False, "this Toughness was typed in"
        )
    for each in _ACTOR_NUMBERS:
        _number(draft, _path(draft.key, each))
    for each in _ACTOR_SWITCHES:
        _switch(draft, _path(draft.key, each))
    _amount(draft, _path(draft.key, "details.currency"))


def item_dice(draft: Draft) -> None:
    """The die of a skill."""
    if draft.setting.type == "skill" and draft.data:
        _die(draft, (draft.key,))


def item_numbers(draft: Draft) -> None:
    """Numbers and switches of an item."""
    if not draft.data:
        return
    if isinstance(draft.get(draft.key, "die"), dict):
        _modifier(draft, (draft.key,))
    for each in _ITEM_NUMBERS:
        _number(draft, _path(draft.key, each))
    for each in _ITEM_SWITCHES:
        _switch(draft, _path(draft.key, each))


def item_texts(draft: Draft) -> None:
    """Texts that are no number where a number is wanted, which Foundry replaces when it loads the item."""
    for name in ("weight", "price"):
        _amount(draft, (draft.key, name))
    for name, default in _DEFAULTS.items():
        path = (draft.key, name)
        text = as_text(draft.get(*path))
        if text is None or number_in(text) is not None:
            continue
        if text.strip():
            draft.keep(path)
        draft.write(path, default, f"Foundry reads what is no number here as {_said(default)}")


def _said(default: int | None) -> str:
    return "none" if default is None else str(default)


def _amount(draft: Draft, path: Path) -> None:
    """A price or a weight: everything but digits and the point is taken out."""
    text = as_text(draft.get(*path))
    if text is None:
        return
    number = number_in(text)
    if number is None:
        found = _AMOUNT.search(_NOT_AMOUNT.sub("", text))
        digits = found[0][:15] if found is not None else "0"
        number = float(digits) if "." in digits else int(digits)
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if text.strip():
            draft.keep(path)
    draft.write(path, number, "a number is no longer stored as a text")


def switches(draft: Draft) -> None:
    """Whether Parry and Toughness are computed, of sheets that are older than the switches: what is typed in stays."""
    if draft.key != "data" or draft.setting.partial or not draft.setting.creature:
        return
    since = {"Toughness": (0, 11), "Parry": (0, 17)}
    for name, version in since.items():
        if draft.setting.target.version < version:
            continue
        path: Path = ("data", "details", f"autoCalc{name}")
        stored = draft.get("data", "stats", name.lower(), "value")
        if draft.get(*path) is None and stored not in (None, 0, "0", ""):
            draft.write(path, False, f"{name} was always typed in before there was this switch")


STEPS: Final[tuple[Step, ...]] = steps(
    "numbers",
    (
        "actor_types",
        (0, 5),
        ("actor",),
        "Actor types `wildcard` and `extra` become `character` and `npc`.",
        actor_types,
    ),
    (
        "actor_dice",
        (0, 5),
        ("actor",),
        "Attribute dice that are a text (`1d8`) or missing become sides and modifier.",
        actor_dice,
    ),
    (
        "item_dice",
        (0, 5),
        ("item",),
        "Skill dice that are a text become sides and modifier.",
        item_dice,
    ),
    (
        "actors",
        (0, 5),
        ("actor",),
        "Numbers and switches of an actor that are texts become numbers and switches.",
        actor_numbers,
    ),
    (
        "items",
        (0, 5),
        ("item",),
        "Numbers and switches of an item that are texts become numbers and switches.",
        item_numbers,
    ),
    (
        "computed",
        (0, 11),
        ("actor",),
        "A sheet older than the switches for computed values gets them, off where a value was typed in.",
        switches,
    ),
    (
        "item_texts",
        (3, 1),
        ("item",),
        "What is no number where a number is wanted becomes the default, and is kept beside.",
        item_texts,
    ),
)
