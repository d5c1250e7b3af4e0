"""Where faces come from: written down in a log, or rolled from a seed.

The seeded dice are algorithm `sw1` of contract.md section 1. Both sources hand out the dice of one *pool* in rolling
order: its dice are asked for one after the other, and `close` says whether every recorded face was used. Nothing in
here looks at a clock or at chance.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Protocol, TypeAlias, cast

from sw_data.jsonvalue import as_array, as_object

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
DECK_SIZE: Final = 54

FacesOf: TypeAlias = "Sequence[int] | Sequence[Mapping[str, object]]"


class DiceProblem(Exception):  # noqa: N818 - a refusal that the engine turns into a violation, no error of a call
    """Recorded dice that cannot have fallen so; the engine rejects the action with this code.

    Attributes:
        code: SW601 a face that the die does not have, SW602 too few faces, SW603 faces left over, SW604 other dice than
            the rules ask for, SW605 more dice than an action may roll.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


def mix(x: int) -> int:
    """The splitmix64 finaliser, modulo 2**64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


@lru_cache(maxsize=256)
def text_hash(text: str) -> int:
    """The hash of a text that comes again and again, a pool's name."""
    return _hashed(text)


def _hashed(text: str) -> int:
    """BLAKE2b with a digest of 8 bytes over the UTF-8 text, read little-endian.

    A lone surrogate, which UTF-8 has no place for, counts by its own three bytes.
    """
    raw = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "little")


def _base(seed: int, action_id: str, pool: str) -> int:
    return mix((_action_base(seed, action_id) + text_hash(pool)) & MASK)


@lru_cache(maxsize=64)
def _action_base(seed: int, action_id: str) -> int:
    return mix((mix(seed & MASK) + _hashed(action_id)) & MASK)


def word(seed: int, action_id: str, pool: str, die: int) -> int:
    """The word of the `die`-th die (from 0, in rolling order) of a pool."""
    return mix((_base(seed, action_id, pool) + (die + 1) * GOLDEN) & MASK)


def faces(w: int, sides: int, aces: bool = True, limit: int = 1000) -> tuple[int, ...]:
    """The faces of one die: base-`sides` digits of its word; it goes on while it Aces.

    `limit` bounds the faces: a one-sided die would Ace for ever.
    """
    out: list[int] = []
    while True:
        w *= sides
        out.append(1 + (w >> 64))
        w &= MASK
        if out[-1] != sides or not aces or sides == 1 or len(out) >= limit:
            return tuple(out)
        if len(out) % 16 == 0:
            w = mix((w + GOLDEN) & MASK)


def shuffled(seed: int, deck_id: str) -> list[int]:
    """A shuffled deck: indices 0..53 (2..A of Clubs, Diamonds, Hearts, Spades, then two Jokers)."""
    deck = list(range(DECK_SIZE))
    for i in range(DECK_SIZE - 1, 0, -1):
        j = (word(seed, deck_id, "deck", DECK_SIZE - 1 - i) * (i + 1)) >> 64
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class DicePool(Protocol):
    """The dice of one pool, in rolling order."""

    def die(self, sides: int, aces: bool = True) -> tuple[int, ...]:
        """The faces of the next die; raises DiceProblem if the record does not have them."""
        ...

    def close(self) -> None:
        """Say that no more dice are needed; raises DiceProblem if recorded faces are left over."""
        ...


class Seeded:
    """A pool that is rolled from (seed, action id, pool name) alone."""

    __slots__ = ("_base", "_count")

    def __init__(self, seed: int, action_id: str, pool: str) -> None:
        self._base = _base(seed, action_id, pool)
        self._count = 0

    def die(self, sides: int, aces: bool = True) -> tuple[int, ...]:
        """The faces of the next die."""
        # `word` and the first digit of `faces`, written out: this runs for every die of a run.
        self._count += 1
        x = (self._base + self._count * GOLDEN) & MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        x ^= x >> 31
        first = 1 + ((x * sides) >> 64)
        return (first,) if first != sides else faces(x, sides, aces)

    def close(self) -> None:
        """Nothing is ever left over."""


class Logged:
    """A pool as it was recorded: bare faces, or one object per die with `die` and `faces`."""

    __slots__ = ("_at", "_faces", "_name", "_objects")

    def __init__(self, name: str, recorded: FacesOf) -> None:
        self._name = name
        self._objects = bool(recorded) and as_object(recorded[0]) is not None
        self._faces: Sequence[object] = recorded
        self._at = 0

    def die(self, sides: int, aces: bool = True) -> tuple[int, ...]:
        """The faces of the next die, checked against its sides."""
        if self._objects:
            return self._object(sides, aces)
        recorded, at, out = self._faces, self._at, cast("list[int]", [])
        while True:
            if at >= len(recorded):
                raise DiceProblem(
                    "SW602",
                    f"too few faces in {self._name!r}: "
                    + (
                        f"the {out[-1]} on a d{sides} is an Ace and needs its re-roll"
                        if out
                        else f"a d{sides} is missing after {len(recorded)} {'face' if len(recorded) == 1 else 'faces'}"
                    ),
                )
            face = recorded[at]
            if type(face) is not int or not 1 <= face <= sides:
                raise _no_face(self._name, face, sides)
            out.append(face)
            at += 1
            if face != sides or not aces or sides == 1:
                self._at = at
                return tuple(out)

    def _object(self, sides: int, aces: bool) -> tuple[int, ...]:
        if self._at >= len(self._faces):
            raise DiceProblem(
                "SW602", f"too few dice in {self._name!r}: a d{sides} is missing after {self._at}"
            )
        entry = self._faces[self._at]
        self._at += 1
        record = as_object(entry)
        if record is None:
            raise DiceProblem(
                "SW604", f"{reprlib.repr(entry)} in {self._name!r} is no die with its faces"
            )
        die, shown = record.get("die"), as_array(record.get("faces"))
        if die != f"d{sides}":
            raise DiceProblem(
                "SW604",
                f"the rules ask for a d{sides} in {self._name!r}, the log has {reprlib.repr(die)}",
            )
        if not shown:
            raise DiceProblem("SW602", f"too few faces in {self._name!r}: the d{sides} shows none")
        for number, face in enumerate(shown):
            if type(face) is not int or not 1 <= face <= sides:
                raise _no_face(self._name, face, sides)
            last = number == len(shown) - 1
            if not last and not (face == sides and aces and sides > 1):
                raise DiceProblem(
                    "SW603",
                    f"faces left over in {self._name!r}: a {face} on a d{sides} ends the die",
                )
            if last and face == sides and aces and sides > 1:
                raise DiceProblem(
                    "SW602",
                    f"too few faces in {self._name!r}: the {face} on a d{sides} is an Ace and needs "
                    "its re-roll",
                )
        return tuple(cast("list[int]", shown))

    def close(self) -> None:
        """Every recorded face must have been used."""
        left = len(self._faces) - self._at
        if left > 0:
            raise DiceProblem(
                "SW603", f"{left} {'face' if left == 1 else 'faces'} left over in {self._name!r}"
            )


def _no_face(pool: str, face: object, sides: int) -> DiceProblem:
    return DiceProblem("SW601", f"{reprlib.repr(face)} in {pool!r} is no face of a d{sides}")
