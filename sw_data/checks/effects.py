"""Active effects (SW35x): lists that are none, keys that no field has, targets that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sw_data.checks.subject import Repair, Subject, found, replaced
from sw_data.diagnostics import Diagnostic
from sw_data.formats.foundry.sniff import ACTOR_TYPES, ITEM_TYPES, type_of
from sw_data.formats.foundry.values import Spot, shown
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import ATTRIBUTES
from sw_data.models.faults import nearest

_ITEM_KEY: Final = re.compile(r"^@(\w+)\{(.+)\}\[(.+)\]$")
_OF_ATTRIBUTES: Final = (
    "die.sides", "die.modifier", "wild-die.sides", "unShakeBonus", "unStunBonus", "soakBonus",
    "encumbranceSteps", "bleedOut.modifier", "bleedOut.ignoreWounds", "animal",
)  # fmt: skip
_GLOBAL: Final = (
    "trait", *ATTRIBUTES, "attack", "damage", "ap", "bennyTrait", "bennyDamage", "attackRanged",
    "attackMelee", "targetAttack", "targetAttackRanged", "targetAttackMelee", "targetDamage", "gangUp",
)  # fmt: skip
KEYS: Final = frozenset(
    {
        *(f"attributes.{name}.{part}" for name in ATTRIBUTES for part in _OF_ATTRIBUTES),
        *(f"stats.globalMods.{name}" for name in _GLOBAL),
        *(f"pace.{name}" for name in ("base", "ground", "fly", "swim", "burrow", "running.die", "running.mod")),
        *(f"stats.speed.{name}" for name in ("value", "adjusted", "runningDie", "runningMod")),
        *(f"stats.toughness.{name}" for name in ("value", "armor", "modifier")),
        *(f"stats.parry.{name}" for name in ("value", "shield", "modifier")),
        *(f"{name}.{part}" for name in ("wounds", "fatigue") for part in ("value", "max", "ignored")),
        *(f"initiative.{name}" for name in ("hasHesitant", "hasLevelHeaded", "hasImpLevelHeaded", "hasQuick")),
        *(
            f"status.{name}"
            for name in (
                "isShaken", "isDistracted", "isVulnerable", "isStunned", "isEntangled", "isBound",
                "isIncapacitated", "isOutOfControl", "isWrecked",
            )
        ),
        "pace", "stats.size", "stats.gangUpDamage", "woundsOrFatigue.ignored", "bennies.max", "bennies.value",
        "powerPoints.general.max", "powerPoints.general.value", "details.conviction.value", "details.autoCalcToughness",
        "details.autoCalcParry", "handling", "topspeed", "topspeed.value", "toughness.total", "toughness.armor", "size",
        "wildcard", "details.encumbrance.max", "details.wealth.die",
    }
)  # fmt: skip
"""Fields of an actor that an effect can change, below the game system's data."""

_LEAST: Final = 0.9


def check(subject: Subject) -> Iterable[Diagnostic]:
    """The lists of a document, and every effect of it and of its items."""
    if not subject.foreign or type_of(subject.value) not in ACTOR_TYPES | ITEM_TYPES:
        return
    documents = [subject.root]
    for key in ("items", "effects"):
        yield from lists(subject.root.at(key), key)
    for item in subject.root.at("items").each():
        if as_object(item.value) is not None:
            documents.append(item)
            yield from lists(item.at("effects"), "effects")
    for document in documents:
        for effect in document.at("effects").each():
            yield from changes(effect)


def lists(spot: Spot, name: str) -> Iterator[Diagnostic]:
    """Items or effects that are no list."""
    if not spot.present or spot.value is None or as_array(spot.value) is not None:
        return
    fix: Repair | None = None
    if spot.value in ({}, "") or spot.text == "[]":
        fix = ("Write an empty list", (replaced(spot, []),), True)
    message = f"{name} is {shown(spot.value)} and should be a list"
    yield found("SW351", message, spot.pointer, fix=fix)


def changes(effect: Spot) -> Iterator[Diagnostic]:
    """What an effect changes."""
    name = effect.at("name").text or effect.at("label").text or "unnamed"
    for change in [*effect.at("changes").each(), *effect.at("system", "changes").each()]:
        spot = change.at("key")
        key = spot.text
        if key.startswith("@"):
            if _ITEM_KEY.match(key) is None:
                yield found(
                    "SW353",
                    f"the effect {name!r} changes {shown(key)}; the key of an item's field is like "
                    "'@Skill{Fighting}[system.die.modifier]'",
                    spot.pointer,
                )
            continue
        root, _, path = key.partition(".")
        if root not in ("system", "data") or not path or path in KEYS:
            continue
        likely = nearest(path, KEYS, _LEAST)
        if likely is not None and likely.count(".") == path.count("."):
            yield found(
                "SW352",
                f"the effect {name!r} changes {shown(key)}, which no sheet has; did you mean {root + '.' + likely!r}?",
                spot.pointer,
                fix=(f"Write {root}.{likely}", (replaced(spot, f"{root}.{likely}"),), False),
            )
