"""YAML sources of the Foundry CLI: a document has its JSON made from the YAML, and its places in the YAML itself.

Needs PyYAML (the extra `yaml`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sw_data.diagnostics import Diagnostic, register
from sw_data.document import pointer as pointers
from sw_data.document.raw import Document, Limits, as_finding, decode, parse
from sw_data.document.spelling import same
from sw_data.document.store.base import (
    Change,
    Entry,
    Form,
    Store,
    is_place,
    refuse_to_overwrite,
    unchanged,
    write_bytes,
)
from sw_data.document.store.file import entries_of, read_bytes
from sw_data.document.store.yaml_edits import UnfitError, revised
from sw_data.document.store.yaml_nodes import Node, doubled, nodes_of
from sw_data.document.store.yaml_values import load, write
from sw_data.document.syntax import Places
from sw_data.errors import DocumentError, SwDataError

__all__ = ["YamlFile", "YamlText", "read", "write"]

_ROOM: Final = 1_000_000
_TIMES: Final = 10


@dataclass(slots=True)
class YamlText:
    """The YAML that a document's JSON was made from.

    Attributes:
        text: The whole text, without the byte order mark.
        value: What it says.
        doubled: Whether a mapping in it has a key twice.
    """

    text: str
    value: object = field(repr=False)
    doubled: bool
    _limits: Limits
    _nodes: Node | None = None

    def _root(self) -> Node:
        if self._nodes is None:
            self._nodes = nodes_of(self.text) or Node("scalar", 0, 0)
        return self._nodes

    def places(self, wanted: Iterable[str], *, key: bool = False) -> dict[str, tuple[int, int]]:
        """Line and column of each pointer's value or key, from 1; where it leads nowhere, of what is nearest above.

        What an alias stands for has its place where it is written. A value that is left out has that of its key.
        """
        return self._placed({each: self._offset(each, key) for each in dict.fromkeys(wanted)})

    def _offset(self, pointer: str, key: bool) -> int:
        node = self._root()
        at = node.start
        steps = pointers.split(pointer)
        for number, name in enumerate(steps, 1):
            found = node.step(name)
            if found is None:
                break
            key_node, node = found
            use_key = node.is_empty or (key and number == len(steps))
            at = key_node.start if key_node is not None and use_key else node.start
        return at

    def _placed(self, offsets: dict[str, int]) -> dict[str, tuple[int, int]]:
        lines = Places(self.text)
        order = sorted(offsets, key=offsets.__getitem__)
        return {each: lines.place(offsets[each]) for each in order}

    def odd(self, name: str) -> Iterator[Diagnostic]:
        """A finding for each key that is given twice."""
        if not self.doubled:
            return
        lines = Places(self.text)
        for where, key, node in doubled(self._root()):
            message = f"the key {key!r} is given twice in this object; the last one counts"
            finding = register.finding("SW006", message, pointer=where)
            yield finding.at(name, *lines.place(node.start))

    def revised(self, value: object) -> tuple[str, bool]:
        """The text with another value, and whether everything that is not changed stayed, comments too.

        Where the changes cannot be made in the text, it is the value written anew.
        """
        try:
            text = revised(self.text, self._root(), self.value, value)
            if same(load(text, None, self._limits)[0], value):
                return text, True
        except (UnfitError, SwDataError):
            pass
        return write(value).decode(), False


def read(data: bytes, name: str, limits: Limits) -> Document:
    """A YAML document as a JSON document; DocumentError if it is not YAML, or holds what JSON has not.

    Raises:
        MissingExtraError: PyYAML is not installed.
    """
    text, encoding, mark = decode(data, name=name, limits=limits)
    value, twice = load(text, name, limits)
    made = parse(_as_json(value, len(text)), name=name, limits=limits)
    return Document(
        made.text,
        name,
        encoding=encoding,
        mark=mark,
        source=YamlText(text, made.value, twice, limits),
        _value=made.value,
    )


def _as_json(value: object, size: int) -> str:
    """A value as JSON with a line for each part; on one line where the blanks would be many times the text's size."""
    room = max(_ROOM, size * _TIMES)
    parts: list[str] = []
    for part in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(value):
        parts.append(part)
        room -= len(part)
        if room < 0:
            return json.dumps(value, ensure_ascii=False)
    return "".join(parts)


class YamlFile(Store):
    """A YAML file, read and written as a whole; both raise MissingExtraError if PyYAML is not installed."""

    form: Form = "yaml"

    def _entries(self) -> Iterator[Entry]:
        try:
            document = read(read_bytes(self.path, self.name, self.limits), self.name, self.limits)
        except DocumentError as error:
            self.findings.append(as_finding(error))
        else:
            if isinstance(document.source, YamlText):
                self.findings += list(document.source.odd(self.name))[: self.limits.findings]
            yield from entries_of(document, self.name)

    def write(
        self, target: Path, change: Change = unchanged, *, overwrite: bool = False
    ) -> list[Diagnostic]:
        """Write the file: what is not changed stays byte for byte, comments too; see `Store.write`.

        A finding says so where the file had to be written anew and its comments were lost.
        """
        refuse_to_overwrite(target, self.path, overwrite)
        data = read_bytes(self.path, self.name, self.limits)
        found: list[Diagnostic] = []
        try:
            document = read(data, self.name, self.limits)
        except DocumentError as error:
            found.append(as_finding(error))
        else:
            new = change(self.name, document)
            if new.text != document.text and document.source is not None:
                text, kept = document.source.revised(new.value)
                data = document.mark + text.encode(document.encoding)
                if not kept:
                    found.append(self._rewritten())
            elif is_place(target, self.path):
                return found
        write_bytes(target, data, overwrite=overwrite, source=self.path)
        return found

    def _rewritten(self) -> Diagnostic:
        message = (
            "the changes could not be made in the text of this YAML file, so all of it was written anew; "
            "its comments and its manner of writing are lost, its values are not"
        )
        return register.finding("SW720", message).at(self.name)
