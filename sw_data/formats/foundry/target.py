"""Which version of the game system a new document is made for, and the ids that it gets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from sw_data.errors import NotFoundError
from sw_data.jsonvalue import Object

NEWEST: Final = "6.0"
OLDEST: Final = (0, 5)
_LATEST_MAJOR: Final = 6
_VERSION = re.compile(r"^\s*v?([0-9]{1,2})(?:\.([0-9]{1,2})(\.[0-9]{1,3})?)?\s*$")
_ID = re.compile(r"^[A-Za-z0-9]{16}$")
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SIZE = 16


@dataclass(frozen=True, slots=True)
class Target:
    """A version of the game system.

    Attributes:
        version: Major and minor number.
        text: The version as documents are stamped with it.
    """

    version: tuple[int, int]
    text: str

    def since(self, major: int, minor: int = 0) -> bool:
        """Whether it is that version or a later one."""
        return self.version >= (major, minor)

    @property
    def key(self) -> str:
        """The key of the game system's data: `system` from 2.0 (Foundry 10) on, `data` before."""
        return "system" if self.since(2) else "data"

    @property
    def stats(self) -> Object:
        """The stamp of a new document; empty before Foundry 10, which had none."""
        if not self.since(2):
            return {}
        stats: Object = {
            "coreVersion": None,
            "systemId": "swade",
            "systemVersion": self.text,
            "createdTime": None,
            "modifiedTime": None,
            "lastModifiedBy": None,
        }
        if self.since(4):
            stats |= {"compendiumSource": None, "duplicateSource": None}
        if self.since(5):
            stats["exportSource"] = None
        return stats


def target_of(name: str | None) -> Target:
    """The version that a text like `6.0`, `4`, `5.2.6` names; the newest for None. NotFoundError if it names none."""
    match = _VERSION.match(name if name is not None else NEWEST)
    if match is not None:
        version = (int(match[1]), int(match[2] or 0))
        if version >= OLDEST and version[0] <= _LATEST_MAJOR:
            return Target(version, f"{version[0]}.{version[1]}{match[3] or '.0'}")
    raise NotFoundError(
        f"no version {name!r} of Foundry's Savage Worlds system; a target is a version from "
        f"{OLDEST[0]}.{OLDEST[1]} to {NEWEST}, such as 6.0, 5.2, 4.4, 3.4, 2.4, 1.1 or 0.22"
    )


def document_id(given: str, *path: str) -> str:
    """The id of a new document: the given one if Foundry takes it, else one made of it, always the same."""
    if _ID.match(given):
        return given
    number = int.from_bytes(
        blake2b("\0".join((given, *path)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    )
    letters: list[str] = []
    for _ in range(_SIZE):
        number, rest = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[rest])
    return "".join(letters)
