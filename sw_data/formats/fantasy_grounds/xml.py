"""XML as Fantasy Grounds writes it, read into a tree whose elements know their line and column.

Document type declarations, and with them every entity but the five of XML itself, are refused before they can do
anything. Depth and size are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.register import finding
from sw_data.formats.spelling import clean

DEEPEST: Final = 64
MOST_ELEMENTS: Final = 2_000_000
LONGEST: Final = 100_000_000

_CONTROLS: Final = re.compile(
    r"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])|x0*(?:[0-8bcef]|1[0-9a-f]));", re.IGNORECASE
)


@dataclass(slots=True)
class Element:
    """One element: its tag, its attributes, what is in it, and where it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    path: str
    children: list[Element] = field(default_factory=list["Element"])
    words: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The text that is directly in it."""
        return "".join(self.words)

    @property
    def whole_text(self) -> str:
        """The text in it and in everything in it, in order of the elements."""
        return " ".join([self.text, *(each.whole_text for each in self.children)]).strip()

    def child(self, tag: str) -> Element | None:
        """The first element of that tag in it."""
        return next((each for each in self.children if each.tag == tag), None)

    def find(self, *path: str) -> Element | None:
        """The element that a path of tags leads to."""
        here: Element | None = self
        for tag in path:
            here = None if here is None else here.child(tag)
        return here

    def walk(self) -> Iterator[Element]:
        """It and everything in it, in order."""
        waiting: list[Element] = [self]
        while waiting:
            here = waiting.pop()
            yield here
            waiting.extend(reversed(here.children))


class _RefusedError(Exception):
    """Raised inside the parser to end it; it never leaves this module."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse(text: str) -> tuple[Element | None, tuple[Diagnostic, ...]]:
    """The root of an XML text, and findings; no root if it cannot be read."""
    if len(text) > LONGEST:
        return None, (
            finding("SW004", f"the text has {len(text)} characters; at most {LONGEST} are read"),
        )
    found: list[Diagnostic] = []
    tidy = clean(text.lstrip("\ufeff"))
    if len(tidy) != len(text.lstrip("\ufeff")) or _CONTROLS.search(tidy):
        found.append(finding("SW194", "the text holds control characters; they are taken out"))
        tidy = _CONTROLS.sub("", tidy)
    builder = _Builder()
    try:
        builder.parser.Parse(tidy.encode("utf-8", "replace"), True)
    except _RefusedError as error:
        found.append(builder.here(error.code, str(error)))
        return None, tuple(found)
    except expat.ExpatError as error:
        why = expat.errors.messages.get(error.code, "it is no XML")
        message = f"{why}; Fantasy Grounds would refuse the whole file"
        found.append(finding("SW015", message).at(None, error.lineno, error.offset + 1))
        return None, tuple(found)
    return builder.root, tuple(found)


class _Builder:
    """Builds the tree from the parser's calls."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._count = 0
        # The text is decoded already, so whatever encoding it declares does not matter any more.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._words
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity

    def here(self, code: str, message: str) -> Diagnostic:
        """A finding at the parser's place."""
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return finding(code, message).at(None, max(1, line), max(1, column))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= DEEPEST:
            raise _RefusedError(
                "SW005", f"elements stand inside each other deeper than {DEEPEST} levels"
            )
        if self._count > MOST_ELEMENTS:
            raise _RefusedError("SW004", f"there are more than {MOST_ELEMENTS} elements")
        parent = self._open[-1] if self._open else None
        path = f"{'' if parent is None else parent.path}/{tag}"
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        element = Element(tag, attributes, line, column, path)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        del tag
        self._open.pop()

    def _words(self, text: str) -> None:
        if self._open:
            self._open[-1].words.append(text)

    def _doctype(self, *declared: object) -> None:
        del declared
        raise _RefusedError(
            "SW016",
            "the file has a document type declaration; no sheet needs one, and it is not read",
        )

    def _entity(self, *declared: object) -> None:
        del declared
        raise _RefusedError(
            "SW016", "the file declares an entity; no sheet needs one, and it is not read"
        )


def escaped(text: str) -> str:
    """A text as it stands between tags: escaped once, without what XML cannot hold."""
    tidy = clean(text)
    return (
        tidy.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("\r", "&#13;")
    )
