"""Where each value of a YAML text stands in it: the text's nodes, and the way of a JSON Pointer through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sw_data.document import pointer as pointers
from sw_data.document.store.yaml_values import key_text, library, loader

_OPENING: Final[dict[str, Literal["map", "list"]]] = {
    "MappingStartEvent": "map",
    "SequenceStartEvent": "list",
}


@dataclass(slots=True, eq=False)
class Node:
    """One value, key or alias of a YAML text.

    Attributes:
        kind: What it is.
        start: The offset at which it begins, with its anchor or tag.
        end: The offset after its last character; what follows in blanks and comments is not its own.
        flow: Whether it stands in brackets.
        style: How a scalar is written: `'`, `"`, `|`, `>`, or empty for a plain one.
        parts: The elements of a list; of a mapping a key, its value, and so on.
        target: What an alias stands for.
        event: What PyYAML says of a scalar.
    """

    kind: Literal["scalar", "map", "list", "alias"]
    start: int
    end: int
    flow: bool = False
    style: str = ""
    parts: list[Node] = field(default_factory=list["Node"])
    target: Node | None = None
    event: Any = None
    _members: list[tuple[str, Node, Node]] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written at all, which is null."""
        return self.start == self.end

    def resolved(self) -> Node:
        """The node itself, or what the alias stands for."""
        return self.target if self.target is not None else self

    def members(self) -> list[tuple[str, Node, Node]]:
        """The members of a mapping in their order: the key as JSON has it, and the nodes of key and value."""
        if self._members is None:
            keys = self.parts[::2]
            texts = _key_texts([each.resolved() for each in keys])
            self._members = list(zip(texts, keys, self.parts[1::2], strict=True))
        return self._members

    def step(self, name: str) -> tuple[Node | None, Node] | None:
        """The nodes of key and value that one step of a pointer leads to; of two equal keys the last one counts."""
        here = self.resolved()
        if here.kind == "map":
            return next(
                ((key, v) for text, key, v in reversed(here.members()) if text == name), None
            )
        if here.kind == "list":
            number = pointers.index(name)
            if number is not None and number < len(here.parts):
                return None, here.parts[number]
        return None


def _key_texts(nodes: list[Node]) -> list[str]:
    yaml = library()
    reader = loader()("")
    try:
        texts: list[str] = []
        for node in nodes:
            event = node.event
            tag = event.tag
            if tag is None or tag == "!":
                tag = reader.resolve(yaml.ScalarNode, event.value, event.implicit)
            texts.append(key_text(reader.construct_object(yaml.ScalarNode(tag, event.value))))
        return texts
    finally:
        reader.dispose()


def nodes_of(text: str) -> Node | None:
    """The root of the nodes of a YAML text that could be read; None if it says nothing.

    An alias is one node, however much it stands for, so the nodes are no more than the text has characters.
    """
    yaml = library()
    anchors: dict[str, Node] = {}
    open_nodes: list[Node] = []
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        name = type(event).__name__
        start = event.start_mark.index
        if name in ("MappingEndEvent", "SequenceEndEvent"):
            done = open_nodes.pop()
            done.end = event.end_mark.index if done.flow else _last_end(done)
            if not open_nodes:
                return done
            continue
        if name == "AliasEvent":
            node = Node("alias", start, event.end_mark.index, target=anchors[event.anchor])
        elif name == "ScalarEvent":
            node = _scalar(text, event)
        elif name in _OPENING:
            node = Node(_OPENING[name], start, start, flow=bool(event.flow_style))
        else:
            continue
        if name != "AliasEvent" and event.anchor is not None:
            anchors[event.anchor] = node
        if open_nodes:
            open_nodes[-1].parts.append(node)
        elif node.kind == "scalar":
            return node
        if name in _OPENING:
            open_nodes.append(node)
    return None


def _scalar(text: str, event: Any) -> Node:
    start, end = event.start_mark.index, event.end_mark.index
    style = event.style or ""
    if style in ("|", ">"):
        end = start + len(text[start:end].rstrip())
    return Node("scalar", start, end, style=style, event=event)


def _last_end(node: Node) -> int:
    return node.parts[-1].end if node.parts else node.start


def doubled(root: Node) -> Iterator[tuple[str, str, Node]]:
    """Each key that its mapping had before: the mapping's pointer, the key, and its node."""
    rows: list[tuple[str, Node]] = [("", root)]
    while rows:
        here, node = rows.pop()
        if node.kind == "map":
            seen: set[str] = set()
            for text, key, _ in node.members():
                if text in seen:
                    yield here, text, key
                seen.add(text)
            below = [(here + pointers.join((text,)), value) for text, _, value in node.members()]
        else:
            below = [(f"{here}/{number}", part) for number, part in enumerate(node.parts)]
        rows += reversed(below)
