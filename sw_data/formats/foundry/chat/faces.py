"""The faces of dice of which less is written: a sum, or the faces of several dice in one row."""

from __future__ import annotations

from sw_data.formats.foundry.chat.values import ChatDie

_MOST_FACES = 200


def faces_of(sides: int, total: int) -> tuple[int, ...] | None:
    """The faces of a die that came to a total: Aces are the highest face, so only one row of faces does.

    None if no row of faces comes to it: no die of 6 sides ends at 12.
    """
    if sides < 1 or total < 1 or total > sides * _MOST_FACES:
        return None
    if sides == 1:
        return (1,) if total == 1 else None
    aces, last = divmod(total, sides)
    return (*(sides,) * aces, last) if last else None


def apart(sides: int, faces: list[int], label: str) -> list[ChatDie]:
    """Several dice of one term told apart: every Ace has its further face at the end, those of the first die first."""
    count = max(1, len(faces) - sum(1 for face in faces if face >= sides > 1))
    chains = [[face] for face in faces[:count]]
    waiting = [at for at, face in enumerate(faces[:count]) if face >= sides > 1]
    for face in faces[count:]:
        if not waiting:
            chains.append([face])
            continue
        at = waiting.pop(0)
        chains[at].append(face)
        if face >= sides > 1:
            waiting.append(at)
    return [ChatDie(sides, tuple(chain), "die", label) for chain in chains]
