"""Telling a chat to be read from an action log, without reading either."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, cast

_HEAD: Final = 65536
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
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return False
    if b'"sw-data/log"' in head:
        return False
    if head.startswith(b"PK\x03\x04") or b'"speaker"' in head:
        return True
    from sw_data.formats.foundry.chat.text_log import is_text_log

    return is_text_log(name)
