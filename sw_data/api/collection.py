"""What was loaded: documents with what they say, and the characters, weapons, vehicles and chases by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, cast

from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.model import WithFindings
from sw_data.document import Document, place
from sw_data.document.store import Entry as Stored
from sw_data.document.store import Store
from sw_data.errors import AmbiguousError, ArgumentError, NotFoundError
from sw_data.formats.base import Format, Readable, Reading, TextFormat
from sw_data.models import Character, Chase, Vehicle, Weapon
from sw_data.models.skills import folded

M = TypeVar("M", bound=Character | Vehicle | Weapon | Chase)


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a collection: where it stands, and what it says.

    Attributes:
        document: The text that it stands in.
        pointer: Where in that text it begins; empty for the whole of it.
        format: Its format; None if no format knows it.
        reading: What it says.
        diagnostics: What is odd or wrong in it, with file, line and column.
        origin: What its container calls that text.
        store: The container; None for a document that came with a log.
        text_format: The format of a sheet that is no JSON, but stands in a text; its `format` is None.
    """

    document: Document
    pointer: str
    format: Format | None
    reading: Reading
    diagnostics: tuple[Diagnostic, ...] = ()
    origin: str = ""
    store: Store | None = None
    text_format: TextFormat | None = None

    @property
    def value(self) -> Any:
        """The JSON value of the document."""
        return Stored(self.document, self.origin, self.pointer).value

    @property
    def model(self) -> Readable | None:
        """The model, if the document has one that could be read."""
        return self.reading.model

    @property
    def format_name(self) -> str | None:
        """The name of its format; None if no format knows it."""
        known = self.format or self.text_format
        return None if known is None else known.name

    @property
    def model_name(self) -> str:
        """The name of the document, or its id; empty if it has neither."""
        return self.reading.name or self.reading.id or ""

    @property
    def file(self) -> str | None:
        """The file, as the user named it."""
        return self.document.name

    def place_of(self, field_name: str) -> str | None:
        """Where a field of the model stands, as `file:line:column pointer`; None if it was computed.

        In a text there are no pointers.
        """
        origin = self.reading.origins.get(field_name)
        if origin is None:
            return None
        if self.text_format is not None:
            return f"{self.document.name or '-'}:{origin}"
        whole = self.pointer + origin
        line, column = place(self.document, whole)
        return f"{self.document.name or '-'}:{line}:{column} {whole}"


class Named(Mapping[str, M], Generic[M]):
    """Models by name or id; a name that two of them share is ambiguous, and their ids are asked for.

    Iterating gives the names, and the ids of those whose name is not theirs alone.
    """

    __slots__ = ("_by_key", "_ids", "_kind", "_models", "_names")

    def __init__(self, kind: str, models: Iterable[M]) -> None:
        self._kind = kind
        self._models: tuple[M, ...] = tuple(models)
        self._ids: dict[str, list[M]] = {}
        self._names: dict[str, list[M]] = {}
        for model in self._models:
            self._ids.setdefault(model.id, []).append(model)
            self._names.setdefault(folded(model.name), []).append(model)
        self._by_key: dict[str, M] = {}
        for model in self._models:
            alone = len(self._names[folded(model.name)]) == 1
            key = model.name if alone or model.id == "" else model.id
            number = 2
            while key in self._by_key:
                key, number = f"{model.id} #{number}", number + 1
            self._by_key[key] = model

    @property
    def models(self) -> tuple[M, ...]:
        """The models themselves, in the order of their documents."""
        return self._models

    def __getitem__(self, name: str) -> M:
        if not isinstance(cast("object", name), str):
            raise ArgumentError(
                f"a {self._kind} is found by name or id; by number, ask .models; got {name!r}"
            )
        exact = [model for model in self._models if model.name == name]
        for found in (self._ids.get(name, []), exact, self._names.get(folded(name), [])):
            if len(found) == 1:
                return found[0]
            if found:
                if name in self._by_key:
                    return self._by_key[name]
                ids = ", ".join(model.id for model in found)
                raise AmbiguousError(
                    f"{len(found)} {self._kind}s are called {name!r}; say which by its id: {ids}"
                )
        if name in self._by_key:
            return self._by_key[name]
        known = ", ".join(list(self._by_key)[:20]) or "none"
        raise NotFoundError(f"no {self._kind} {name!r}; there are {known}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._models)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (
            name in self._ids or folded(name) in self._names or name in self._by_key
        )

    def _repr_html_(self) -> str:
        """The models as a notebook shows them; all text escaped."""
        from sw_data.display.collected import models_html

        return models_html(self._kind, self._models)

    def __repr__(self) -> str:
        return f"<{len(self._models)} {self._kind}s: {', '.join(list(self._by_key)[:20])}>"


def _row(entry: Entry) -> Mapping[str, object]:
    """A document as a row of a table."""
    from sw_data.display.frames import sheet_row

    return sheet_row(
        entry.model,
        kind=entry.reading.kind or "unknown",
        name=entry.model_name,
        form=None if entry.format is None else entry.format.name,
        file=entry.file,
        findings=len(entry.diagnostics),
    )


@dataclass(frozen=True)
class Collection(WithFindings):
    """Documents that were loaded together.

    Attributes:
        entries: Every document, in the order of the files.
        diagnostics: What is odd or wrong in them and in their files, with file, line and column.
        sources: The files and folders as they were named.
    """

    entries: tuple[Entry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[str, ...] = ()
    _views: dict[str, Any] = field(default_factory=dict[str, Any], repr=False, compare=False)

    @property
    def characters(self) -> Named[Character]:
        """The characters by name or id."""
        return self._named("character", Character)

    @property
    def vehicles(self) -> Named[Vehicle]:
        """The vehicles by name or id."""
        return self._named("vehicle", Vehicle)

    @property
    def weapons(self) -> Named[Weapon]:
        """The weapons that are documents of their own; those on a sheet are in its `weapons`."""
        return self._named("weapon", Weapon)

    @property
    def chases(self) -> Named[Chase]:
        """The chases by name or id."""
        return self._named("chase", Chase)

    def to_frame(self, kind: Literal["pandas", "polars", "arrow"] = "pandas") -> Any:
        """The documents as a table, a row each (docs/frames.md).

        Args:
            kind: Which library's frame; the columns are the same.

        Raises:
            MissingExtraError: That library is not installed.
        """
        from sw_data.display import frames

        return frames.frame(map(_row, self.entries), frames.SHEETS, kind)

    def _repr_html_(self) -> str:
        """What was loaded, as a notebook shows it; all text escaped."""
        from sw_data.display.collected import collection_html

        by_kind: dict[str, Sequence[Character | Vehicle | Weapon | Chase]] = {
            "character": self.characters.models,
            "vehicle": self.vehicles.models,
            "weapon": self.weapons.models,
            "chase": self.chases.models,
        }
        return collection_html(by_kind, self.diagnostics, self.sources)

    def _named(self, name: str, kind: type[M]) -> Named[M]:
        if name not in self._views:
            models = [each.model for each in self.entries]
            self._views[name] = Named(name, [m for m in models if isinstance(m, kind)])
        view: Named[M] = self._views[name]
        return view

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __repr__(self) -> str:
        counts = ", ".join(
            f"{len(view)} {name}{'' if len(view) == 1 else 's'}"
            for name, view in (
                ("character", self.characters),
                ("vehicle", self.vehicles),
                ("weapon", self.weapons),
                ("chase", self.chases),
            )
            if len(view)
        )
        rest = f"{len(self.diagnostics)} findings" if self.diagnostics else "no findings"
        return f"<Collection: {counts or 'no sheets'}; {rest}>"
