"""A project's choices about findings, in the file in which the project keeps them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, TypeAlias

from sw_data.checks.choices import MOST, Choices, parse_choices
from sw_data.errors import DocumentError

Chosen: TypeAlias = Choices | str | os.PathLike[str]
"""Choices, or the file that they stand in."""

NAMES: Final = ("sw-data.toml", "pyproject.toml")
"""The files that choices stand in; of two in one folder the first counts."""


def read_choices(path: str | os.PathLike[str]) -> Choices:
    """The choices in an `sw-data.toml`, or in the table `tool.sw-data` of a `pyproject.toml`.

    Raises:
        DocumentError: Not there, not UTF-8, or no TOML.
        ImpossibleError: A key or a value that means nothing, or a `pyproject.toml` without that table.
        NotFoundError: A code that does not exist.
    """
    name = os.fspath(path)
    found = _choices(Path(path), name)
    if found is None:
        raise DocumentError("has no table [tool.sw-data]", path=name, code="SW003")
    return found


def nearest_choices(folder: str | os.PathLike[str] = ".") -> tuple[Choices, Path] | None:
    """The choices that hold in a folder: its own, or those of the nearest folder around it that has some.

    The search ends at the root of the git repository that the folder is in.

    Returns:
        The choices and the file that they stand in; None if there are none.

    Raises:
        DocumentError: A file that cannot be read, or is no TOML.
        ImpossibleError: A key or a value that means nothing.
        NotFoundError: A code that does not exist.
    """
    start = Path(os.path.realpath(folder))
    for here in (start, *start.parents):
        for name in NAMES:
            path = here / name
            if path.is_file():
                found = _choices(path, str(path))
                if found is not None:
                    return found, path
        if (here / ".git").exists():
            return None
    return None


def chosen(given: Chosen | None) -> Choices:
    """The choices that were given, read from their file if need be; the usual ones if none were."""
    if given is None:
        return Choices()
    return given if isinstance(given, Choices) else read_choices(given)


def _choices(path: Path, name: str) -> Choices | None:
    try:
        with path.open("rb") as file:
            data = file.read(4 * MOST + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise DocumentError(f"cannot be opened: {why}", path=name, code="SW012") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"byte {error.start + 1} is not UTF-8, which TOML has to be", path=name, code="SW007"
        ) from None
    return parse_choices(text.replace("\r\n", "\n"), name)
