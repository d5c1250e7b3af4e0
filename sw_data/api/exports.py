"""Telling a chat to be read from an action log, without reading either."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, cast

_HEAD: Final = 65536
_LOG: Final = b'"sw-data/log"'
_FOLDERS: Final = (
    "world.json",
    "CURRENT",
    "messages",
    "messages.db",
    "data/messages",
    "data/messages.db",
)


def is_chat_export(source: object) -> bool:
    """Whether a source is a chat to be read, and no action log: a folder, a pack, messages, a chat saved as text."""
    if not isinstance(source, str | os.PathLike):
        return False
    name = os.fsdecode(cast("str | os.PathLike[str]", source))
    if name == "-":
        return False
    path = Path(name)
    if path.is_dir():
        # A world, its data, or a pack of messages; any other folder is a slip of the pen.
        return any((path / each).exists() for each in _FOLDERS)
    head = _head(path)
    if head is None or _LOG in head:
        return False
    if head.startswith(b"PK\x03\x04") or b'"speaker"' in head:
        return True
    from sw_data.formats.foundry.chat.text_log import is_text_log

    return is_text_log(name)


def is_action_log(name: str) -> bool:
    """Whether a file says that it is an action log."""
    head = _head(Path(name))
    return head is not None and _LOG in head


def _head(path: Path) -> bytes | None:
    try:
        with path.open("rb") as stream:
            return stream.read(_HEAD)
    except OSError:
        return None
