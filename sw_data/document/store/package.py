"""A module, a system or a world of Foundry: the packs that its manifest names, and a world's own documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from sw_data.document.store import manifest
from sw_data.document.store.base import Form, Store
from sw_data.document.store.folder import Compound
from sw_data.document.store.lines import JsonLines

# Users (passwords), settings and explored fog hold nothing of the game's sheets.
_WORLD: Final = (
    "actors",
    "items",
    "cards",
    "combats",
    "messages",
    "scenes",
    "journal",
    "tables",
    "macros",
    "playlists",
    "folders",
)


class Package(Compound):
    """A package's folder; `module.json`, `system.json` or `world.json` says what is in it."""

    form: Form = "package"

    def parts(self) -> Iterator[Store]:
        """The packs in the order of the manifest, a world's own documents before them."""
        read = manifest.read(self.path, self.name, self.limits)
        self.findings += read.findings
        if read.kind == "world":
            yield from self._world()
        for pack in read.packs:
            part = self.open_part(pack.path)
            if isinstance(part, JsonLines):
                part.collection = pack.collection
            yield part

    def _world(self) -> Iterator[Store]:
        for collection in _WORLD:
            for file in (collection, f"{collection}.db"):
                relative = os.path.join("data", file)
                path = self.path / relative
                if path.is_symlink() or path.parent.is_symlink() or not path.exists():
                    continue
                part = self.open_part(relative)
                if isinstance(part, JsonLines):
                    part.collection = collection
                yield part
                break
