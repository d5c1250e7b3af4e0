"""What `sw-data resolve` writes beside the outcomes, of each encounter as it ends."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sw_data.api.cast import Cast, Part
from sw_data.api.export import export, export_one_of_many, macro, safe_name, updates
from sw_data.api.files import refuse_place, standard_output, write_whole
from sw_data.diagnostics import Diagnostic
from sw_data.errors import AmbiguousError, ImpossibleError, NotFoundError

if TYPE_CHECKING:
    from sw_data.api.play import EncounterEnd

_MOST_FINDINGS = 1000


def export_each(
    cast: Cast,
    ends: Iterable[EncounterEnd],
    path: str | os.PathLike[str],
    *,
    in_place: bool = False,
) -> tuple[Diagnostic, ...]:
    """Writes the actors of each encounter to a folder, a file per encounter, named for it."""
    exporting = Exporting(cast, export=path, in_place=in_place)
    for end in ends:
        exporting.take(end)
    exporting.finish()
    return tuple(exporting.diagnostics)


class Exporting:
    """What is to be written of the ends of encounters, as they come.

    Nothing is held but the first end, until it is known whether there are several.
    """

    def __init__(
        self,
        cast: Cast,
        *,
        export: str | os.PathLike[str] | None = None,
        updates: str | os.PathLike[str] | None = None,
        macro: str | os.PathLike[str] | None = None,
        encounter: str | None = None,
        in_place: bool = False,
    ) -> None:
        self.diagnostics: dict[Diagnostic, None] = {}
        self.written: list[str] = []
        self._cast = cast
        self._export = None if export is None else os.fspath(export)
        self._files = {
            kind: os.fspath(path)
            for kind, path in (("updates", updates), ("macro", macro))
            if path is not None
        }
        self._encounter = encounter
        self._in_place = in_place
        self._first: EncounterEnd | None = None
        self._several = False
        self._names: set[str] = set()
        self._check()

    @property
    def wanted(self) -> bool:
        """Whether anything is to be written."""
        return self._export is not None or bool(self._files)

    def _check(self) -> None:
        """What can be refused is refused before anything is resolved."""
        for kind, path in self._files.items():
            if not any(_is_foundry(part) for part in self._cast.actors.values()):
                raise ImpossibleError(
                    f"no actor came from a Foundry document, so there is no world to write {kind} for"
                )
            refuse_place(path, inputs=self._cast.inputs)
        if self._export is None:
            return
        homes = {
            id(part.entry.document) if part.entry.store is None else id(part.entry.store): part
            for part in self._cast.actors.values()
            if part.entry is not None
        }
        if not homes:
            raise ImpossibleError("there is no document to write back: no actor came from one")
        store = next(part.entry.store for part in homes.values() if part.entry is not None)
        as_file = len(homes) == 1 and (store is None or not store.path.is_dir())
        refuse_place(
            self._export,
            inputs=() if self._in_place else self._cast.inputs,
            folder=True,
            file=as_file,
        )

    def take(self, end: EncounterEnd) -> None:
        """Writes what is wanted of an encounter, as soon as it is known how."""
        if self._encounter is not None:
            if end.name == self._encounter:
                self._first = end
            return
        if self._first is None and not self._several:
            self._first = end
            return
        if not self._several:
            self._several = True
            self._refuse_several()
            if self._first is not None:
                self._one_of_many(self._first)
                self._first = None
        self._one_of_many(end)

    def finish(self) -> None:
        """Writes what is wanted of the only encounter, or of the one that was named."""
        if self._several or not self.wanted:
            return
        if self._first is None:
            raise NotFoundError(f"no encounter {self._encounter!r} in the log")
        if self._export is not None:
            found = export(self._cast, self._first, self._export, in_place=self._in_place)
            self.diagnostics.update(dict.fromkeys(found))
            self.written.append(self._export)
        for kind, path in self._files.items():
            if kind == "updates":
                value, found = updates(self._cast, self._first)
                text = json.dumps(value, ensure_ascii=False, indent=2)
            else:
                text, found = macro(self._cast, self._first)
            self.diagnostics.update(dict.fromkeys(found))
            data = f"{text.rstrip()}\n".encode("utf-8", "surrogatepass")
            if path == "-":
                out = standard_output()
                out.write(data)
                out.flush()
            else:
                write_whole(path, data, inputs=self._cast.inputs)
            self.written.append(path)

    def _refuse_several(self) -> None:
        if self._files:
            kind = next(iter(self._files))
            raise AmbiguousError(
                f"there are several encounters, and --{kind} is for one; name it with --encounter"
            )
        if self._export is not None:
            if self._export == "-":
                raise AmbiguousError(
                    "there are several encounters, and standard output takes one; name it with --encounter"
                )
            folder = Path(self._export)
            if not folder.is_dir() and not self._export.endswith(("/", os.sep)):
                raise AmbiguousError(
                    f"there are several encounters; name one with --encounter, "
                    f"or give --export a folder ({self._export} is none; {self._export}/ makes one)"
                )
            folder.mkdir(exist_ok=True)

    def _one_of_many(self, end: EncounterEnd) -> None:
        if self._export is None:
            return
        name = safe_name(end.name or "encounter")
        stem, number = name, 2
        while name.casefold() in self._names:
            name, number = f"{stem}-{number}", number + 1
        self._names.add(name.casefold())
        found = export_one_of_many(
            self._cast, end, Path(self._export), name, in_place=self._in_place
        )
        if len(self.diagnostics) < _MOST_FINDINGS:
            self.diagnostics.update(dict.fromkeys(found))


def _is_foundry(part: Part) -> bool:
    return (
        part.entry is not None
        and part.entry.format is not None
        and part.entry.format.name == "foundry"
    )
