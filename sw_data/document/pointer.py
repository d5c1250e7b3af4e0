"""JSON Pointers (RFC 6901): the way from the root of a JSON value to a place in it."""

from __future__ import annotations

from collections.abc import Iterable

from sw_data.errors import NotationError


def split(pointer: str) -> tuple[str, ...]:
    """The keys and indices of a pointer; `/a~1b/0` is `("a/b", "0")`, and the root is empty.

    NotationError if it is neither empty nor begins with a slash, or has a `~` that is not `~0` or `~1`.
    """
    if not pointer:
        return ()
    if pointer[0] != "/":
        raise NotationError(
            f"{pointer!r} is no JSON Pointer: it begins with '/', or is '' for the root"
        )
    if "~" not in pointer:
        return tuple(pointer[1:].split("/"))
    parts = pointer[1:].split("/")
    for part in parts:
        if part.replace("~0", "").replace("~1", "").count("~"):
            raise NotationError(f"{pointer!r} is no JSON Pointer: '~' is written '~0', '/' is '~1'")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts)


def join(steps: Iterable[str | int]) -> str:
    """The pointer that leads over these keys and indices."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def index(step: str) -> int | None:
    """The array index that a step stands for (no sign, no leading zero); None if it is none."""
    if step.isascii() and step.isdecimal() and (step == "0" or step[0] != "0") and len(step) < 16:
        return int(step)
    return None
