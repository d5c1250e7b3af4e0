"""Conditions as Foundry knows them: status ids, the sheet's booleans, and the effect documents that stand for them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from sw_data.jsonvalue import Object

Expiry = Literal["turnStart", "turnStartPrompt", "turnEnd", "turnEndPrompt"]

_EXPIRATION: Final[dict[Expiry, int]] = {
    "turnStart": 0,
    "turnStartPrompt": 1,
    "turnEnd": 2,
    "turnEndPrompt": 3,
}
_ICONS: Final = "systems/swade/assets/icons/status/status_{}.svg"


@dataclass(frozen=True, slots=True)
class Status:
    """One condition: our word for it, the status id, the sheet's boolean, and how its effect behaves.

    Attributes:
        condition: Our word (`bleeding_out`).
        id: The status id (`bleeding-out`).
        title: What the effect is called.
        flag: The boolean under `status` (`isShaken`), if sheets have one.
        implies: Conditions that hold as long as this one does; the effect carries their booleans too.
        expiry: When it ends by itself or asks to, None for never.
        loses_turn: Whether going on hold ends with it.
        overlay: Whether its icon covers the token.
        icon: The picture's path.
    """

    condition: str
    id: str
    title: str
    flag: str | None = None
    implies: tuple[str, ...] = ()
    expiry: Expiry | None = None
    loses_turn: bool = False
    overlay: bool = False
    icon: str = ""

    @property
    def effect_id(self) -> str:
        """The fixed id of its effect document: the status id without dashes, filled up with zeros to 16."""
        return padded(self.id)


def padded(status: str) -> str:
    """A status id as the id of a document: letters and digits only, 16 of them."""
    return re.sub(r"[^A-Za-z0-9]", "", status)[:16].ljust(16, "0")


_ALL: Final = (
    Status("shaken", "shaken", "Shaken", "isShaken", expiry="turnStartPrompt", loses_turn=True),
    Status("distracted", "distracted", "Distracted", "isDistracted", expiry="turnEnd"),
    Status("vulnerable", "vulnerable", "Vulnerable", "isVulnerable", expiry="turnEnd"),
    Status("stunned", "stunned", "Stunned", "isStunned", expiry="turnStartPrompt", loses_turn=True),
    Status("entangled", "entangled", "Entangled", "isEntangled", implies=("vulnerable",)),
    Status("bound", "bound", "Bound", "isBound", implies=("distracted",)),
    Status(
        "incapacitated",
        "incapacitated",
        "Incapacitated",
        "isIncapacitated",
        overlay=True,
        icon="icons/svg/skull.svg",
    ),
    Status("dead", "dead", "Dead", overlay=True, icon="icons/svg/skull.svg"),
    Status("bleeding_out", "bleeding-out", "Bleeding Out", expiry="turnStartPrompt"),
    Status("prone", "prone", "Prone"),
    Status("frightened", "frightened", "Frightened"),
)
STATUSES: Final = {status.condition: status for status in _ALL}
"""The conditions that the rules know, by our word."""

BY_ID: Final = {status.id: status for status in _ALL}
BY_FLAG: Final = {status.flag: status for status in _ALL if status.flag}

VEHICLE_FLAGS: Final = {"out_of_control": "isOutOfControl", "wrecked": "isWrecked"}
"""Conditions of vehicles, and the booleans that they are in every generation."""


def status_of(condition: str) -> Status:
    """The status that stands for a condition; one of its own name for a word that the rules do not know."""
    return STATUSES.get(condition) or Status(
        condition, condition, condition.replace("-", " ").title()
    )


def condition_of(status: str) -> str:
    """Our word for a status id; a status that the rules do not know keeps its name."""
    known = BY_ID.get(status)
    return known.condition if known else status


@dataclass(frozen=True, slots=True)
class Shape:
    """How a document keeps its conditions.

    Attributes:
        key: `data` or `system`.
        core: The major version of Foundry whose effect documents it has (9 stands for all before 10).
        effects: Whether a condition is an effect document (from 1.0 of the game system); else it is a boolean.
        own_fields: Whether the game system's own effect fields stand under `system` (from 4.2), not in flags.
    """

    key: str
    core: int
    effects: bool
    own_fields: bool


def effect_document(status: Status, shape: Shape, taken: Collection[str]) -> Object:
    """A new effect document for a condition, as that shape has it; its id is the status's own.

    If another document has that id, the last digits count up until one is free.
    """
    chosen = status.effect_id
    number = 0
    while chosen in taken:
        number += 1
        chosen = status.effect_id[: 16 - len(str(number))] + str(number)
    return _document(status, shape, chosen)


def _document(status: Status, shape: Shape, chosen: str) -> Object:
    icon = status.icon or _ICONS.format(re.sub(r"[^a-z0-9]", "_", status.id.lower()))
    flags: Object = {}
    core_flags: Object = {}
    if shape.core <= 10:
        core_flags["statusId"] = status.id
    if status.overlay:
        core_flags["overlay"] = True
    if core_flags:
        flags["core"] = core_flags
    own: Object = {"expiration": None, "loseTurnOnHold": status.loses_turn}
    if status.expiry:
        own["expiration"] = _EXPIRATION[status.expiry]
    if not shape.own_fields and status.expiry and shape.effects:
        flags["swade"] = own
    document: Object = {"_id": chosen}
    document["label" if shape.core <= 10 else "name"] = status.title
    document["icon" if shape.core <= 11 else "img"] = icon
    if shape.core >= 12:
        document["type"] = "base"
        document["system"] = _system(status, shape, own)
    if shape.core < 14:
        document["changes"] = [
            {"key": key, "mode": 5, "value": "true", "priority": None}
            for key in _keys(status, shape)
        ]
    document["disabled"] = False
    if shape.core >= 14:
        document["start"] = None
        rounds = 1 if status.expiry else None
        document["duration"] = {
            "value": rounds,
            "units": "rounds" if status.expiry else "seconds",
            "expiry": status.expiry,
            "expired": False,
        }
    else:
        document["duration"] = {
            "startTime": None,
            "seconds": None,
            "combat": None,
            "rounds": 1 if status.expiry else None,
            "turns": None,
            "startRound": None,
            "startTurn": None,
        }
    if shape.core >= 12:
        document["description"] = ""
    document["origin"] = None
    document["tint"] = "#ffffff" if shape.core >= 12 else None
    document["transfer"] = False
    if shape.core >= 11:
        document["statuses"] = [status.id]
    if shape.core >= 14:
        document["showIcon"] = 1
        document["folder"] = None
    if shape.core >= 12:
        document["sort"] = 0
    document["flags"] = flags
    return document


def _system(status: Status, shape: Shape, own: Object) -> Object:
    system: Object = {}
    if shape.core >= 14:
        system["changes"] = [
            {"key": key, "type": "override", "value": True, "phase": "initial", "priority": None}
            for key in _keys(status, shape)
        ]
    if shape.own_fields:
        system["removeEffect"] = False
        if shape.core < 14:
            system["expiration"] = own["expiration"]
        system |= {
            "loseTurnOnHold": status.loses_turn,
            "favorite": False,
            "conditionalEffect": False,
        }
    return system


def _keys(status: Status, shape: Shape) -> list[str]:
    """The booleans that the effect overrides: none where the condition itself is a boolean."""
    if not shape.effects:
        return []
    flags = [status.flag, *(STATUSES[implied].flag for implied in status.implies)]
    # `isIncapacitated` came with the key `system`.
    return [
        f"{shape.key}.status.{flag}"
        for flag in flags
        if flag and not (flag == "isIncapacitated" and shape.key == "data")
    ]
