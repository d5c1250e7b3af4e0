"""Validation: what is wrong in sheets, packs and logs, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sw_data.api.arguments import checked
from sw_data.api.checked_log import LogAtPath, from_root
from sw_data.api.choices import Chosen, chosen
from sw_data.api.collection import Entry
from sw_data.api.load import (
    LOG_FORMAT,
    Ids,
    Source,
    is_log,
    located_each,
    named,
    read_entry,
    stored,
)
from sw_data.api.source_ids import SourceIds
from sw_data.api.texts import origin_of, placed_by_origin
from sw_data.api.texts_below import texts_below
from sw_data.diagnostics import Diagnostic, Edit, Severity, register
from sw_data.diagnostics.model import WithFindings
from sw_data.document import Document
from sw_data.document.raw import decode
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits
from sw_data.errors import ImpossibleError, SwDataError
from sw_data.formats.encoding import decoded
from sw_data.formats.own import MODELS
from sw_data.jsonvalue import as_object, as_text
from sw_data.models.faults import nearest

if TYPE_CHECKING:
    from sw_data.display.findings import Checked
    from sw_data.display.pictures import Picture

_NOT_OURS: Final = "SW003"
_NOTHING: Final = "SW721"
_CHECKED: Final = frozenset({"sw-data", "foundry"})
"""The formats whose documents the checks know themselves."""
_MOST_SHOWN: Final = 64 * 1024 * 1024
"""Bytes of a file whose lines are shown with its findings."""


@dataclass(frozen=True)
class Report(WithFindings):
    """The findings of a validation.

    Attributes:
        diagnostics: The findings, by file in the order that they were named, each with line and column.
        files: The files, folders and packs that were looked at.
        documents: How many documents were found in them.
        strict: Whether a warning is as bad as an error, as the choices say.
        empty: The paths at which there was nothing to check.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    documents: int
    strict: bool = False
    empty: tuple[str, ...] = ()
    _paths: Mapping[str, Path] = field(default_factory=dict[str, Path], repr=False, compare=False)
    _kept: dict[str, list[str] | None] = field(
        default_factory=dict[str, "list[str] | None"], repr=False, compare=False
    )

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    def to_frame(self, kind: Literal["pandas", "polars", "arrow"] = "pandas") -> Any:
        """The findings as a table, a row each (docs/frames.md).

        Args:
            kind: Which library's frame; the columns are the same.

        Raises:
            MissingExtraError: That library is not installed.
        """
        from sw_data.display import frames

        return frames.frame(map(frames.finding_row, self.diagnostics), frames.FINDINGS, kind)

    def picture(self, by: Literal["code", "document"] = "code") -> Picture:
        """A picture of how many findings there are of each code, or in each document; its table has both.

        Args:
            by: What has a bar.

        Raises:
            ImpossibleError: There is no such picture.
        """
        from sw_data.display.pictures import findings_picture

        if by not in ("code", "document"):
            raise ImpossibleError(f"no picture of findings by {by!r}; there are 'code', 'document'")
        return findings_picture(self.diagnostics, by=by)

    def _repr_html_(self) -> str:
        """The findings as a notebook shows them; all text escaped."""
        from sw_data.display.collected import findings_html

        counts = ", ".join(f"{number} {name}" for name, number in self.summary.items() if number)
        return findings_html(self.diagnostics, note=counts)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.collected import findings_text

        printer.text("…" if cycle else findings_text(self.diagnostics))

    @property
    def summary(self) -> dict[str, int]:
        """How many files and documents there are, and findings of each severity."""
        counts: dict[str, int] = self.to_json()["summary"]
        return counts

    def ok(self, *, strict: bool = False) -> bool:
        """Whether there is no error, and with `strict` (here or in the choices) no warning either."""
        return not self.errors and not ((strict or self.strict) and self.warnings)

    def to_json(self) -> dict[str, Any]:
        """The report as `sw-data validate --format json` prints it."""
        from sw_data.display.findings import report_value

        return report_value(self.diagnostics, checked=self._checked)

    def to_text(self, *, colour: bool = False) -> str:
        """The findings as text, each with its source line, and how many there are."""
        from sw_data.display.findings import report_text

        return report_text(self.diagnostics, self._lines, checked=self._checked, colour=colour)

    def to_github(self) -> str:
        """The findings as commands that GitHub turns into annotations of the changed files."""
        from sw_data.display.findings import report_github

        return report_github(self.diagnostics)

    def to_sarif(self) -> str:
        """The findings as a SARIF 2.1.0 log, as code scanning takes it."""
        from sw_data import __version__
        from sw_data.display.findings import report_sarif

        return report_sarif(self.diagnostics, self._lines, version=__version__)

    def to_junit(self) -> str:
        """The findings as JUnit XML: a suite for each file, a failed test for each finding that is one."""
        from sw_data.display.findings import report_junit

        return report_junit(self.diagnostics, checked=self._checked, strict=self.strict)

    def to_html(self) -> str:
        """The findings as one HTML page: counts, the worst documents, each finding with its line."""
        from sw_data.display.findings import report_html

        return report_html(self.diagnostics, self._lines, checked=self._checked)

    def __str__(self) -> str:
        return self.to_text()

    @property
    def _checked(self) -> Checked:
        from sw_data.display.findings import Checked

        return Checked(self.files, self.documents)

    def _lines(self, file: str) -> Sequence[str] | None:
        """The lines of a file that has findings; None for what is no text file."""
        if file not in self._kept:
            self._kept.clear()
            self._kept[file] = _lines_of(self._paths.get(file, Path(file)))
        return self._kept[file]

    def __repr__(self) -> str:
        from sw_data.display.collected import counted

        counts = self.summary
        many = {Severity.INFO: "info"}
        found = ", ".join(counted(counts[e.value], e.value, many.get(e)) for e in Severity)
        return f"<Report: {found} in {counted(counts['documents'], 'document')}>"


def _lines_of(path: Path) -> list[str] | None:
    try:
        if not path.is_file() or path.stat().st_size > _MOST_SHOWN:
            return None
        data = path.read_bytes()
        text = _text_of(data)
    except (OSError, SwDataError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _text_of(data: bytes) -> str:
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head[:1] in (b"{", b"[") or b"\0" in head:
        return decode(data)[0]
    return decoded(data)[0]


@checked()
def validate(
    source: Source | Iterable[Source],
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    choices: Chosen | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Report:
    """Finds what is wrong in sheets, packs and logs; what cannot be read is a finding too.

    Args:
        source: A file, a folder, a pack, a zip, `-` for standard input; or several.
        select: Only these codes, or those that begin so: `SW2`, `SW203`.
        ignore: Not these codes.
        strict: Whether a warning is as bad as an error.
        choices: A project's choices, or the `sw-data.toml` or `pyproject.toml` that they stand in; `select` takes the
            place of theirs, `ignore` and `strict` are added.
        limits: How much is read before a file is refused.

    Raises:
        NotFoundError: No code begins like one of `select` or `ignore`.
        ImpossibleError: A file of choices says something that means nothing.
    """
    wanted = chosen(choices).with_options(list(select), list(ignore), strict)
    found: list[Diagnostic] = []
    documents = 0
    files: list[str] = []
    places: dict[str, Path] = {}
    empty: list[str] = []
    for path in named(source):
        checked = checked_path(path, limits)
        documents += checked.documents
        files += checked.files
        places[checked.store.name] = checked.store.path
        found += wanted.apply(checked.diagnostics)
        if not checked.documents and any(each.code == _NOTHING for each in checked.diagnostics):
            empty.append(path)
    return Report(
        tuple(found),
        tuple(dict.fromkeys(files)),
        documents,
        wanted.strict,
        tuple(empty),
        places,
    )


@dataclass(frozen=True, slots=True)
class CheckedPath:
    """What was found at one path."""

    diagnostics: tuple[Diagnostic, ...]
    documents: int
    files: tuple[str, ...]
    store: Store


def checked_path(path: str, limits: StoreLimits = STORE_LIMITS) -> CheckedPath:
    """Every finding at one path."""
    store = stored(path, limits)
    checked = _checked_store(path, store)
    if store.form != "folder":
        return checked
    found, files, documents = list(checked.diagnostics), list(checked.files), checked.documents
    for number, text in enumerate(texts_below(path, limits)):
        if number == 0 and not documents:
            # The folder is not empty after all, and it is the files in it that were looked at.
            found, files = [each for each in found if each.code != _NOTHING], []
        more = _checked_store(text.name, text)
        found += more.diagnostics
        files += more.files
        documents += more.documents
    return CheckedPath(tuple(found), documents, tuple(files), store)


def _checked_store(path: str, store: Store) -> CheckedPath:
    seen = _Seen(path, store)
    found = [finding for part in located_each(seen.parts()) for finding in part]
    found += [finding for log in seen.logs for finding in log.diagnostics]
    names = tuple(seen.files) or (store.name,)
    return CheckedPath((*store.findings, *found), seen.documents, names, store)


class _Seen:
    """What is seen on the way through a container: how many documents, which files, which logs."""

    def __init__(self, path: str, store: Store) -> None:
        self.documents = 0
        self.files: dict[str, None] = {}
        self.logs: list[LogAtPath] = []
        self._path = path
        self._store = store
        self._direct = store.path.is_file()
        self._ids = Ids()
        self._sources = SourceIds()
        self._tree = store.form in ("folder", "package", "zip")

    def parts(self) -> Iterator[tuple[Document, list[Diagnostic]]]:
        """The findings of one document after another, and the text that each stands in."""
        store = self._store
        for each in store.entries():
            if self.logs and store.form == "json-lines":
                self.logs[-1].line(each.document)
                continue
            self.documents += 1
            if each.document.name is not None:
                self.files.setdefault(each.document.name)
            if is_log(each.value) and not each.pointer:
                name = each.document.name or self._path
                self.logs.append(LogAtPath(name, each.document, store.limits))
                continue
            entry = read_entry(
                each.document, each.pointer, origin=each.origin, store=store, placed=False
            )
            if entry.format_name is None:
                found = [no_document(each.pointer, each.value, self._direct)]
            else:
                found = [*findings_of(entry), *self._ids.twice(entry)]
                if self._tree and entry.format_name == "foundry":
                    found += self._sources.twice(each)
            yield each.document, found


def findings_of(entry: Entry) -> list[Diagnostic]:
    """Every finding of one document, with pointers and fixes from the root of its text, and no places yet.

    Those of a text, which has no pointers, have their places.
    """
    if is_log(entry.value):
        from sw_data.checks.logs import check_log

        found = check_log(entry.value)
    elif entry.text_format is not None:
        return [*entry.diagnostics, *_of_the_model(entry)]
    elif entry.format is None:
        return []
    elif entry.format.name not in _CHECKED:
        found = [*entry.reading.diagnostics, *_of_the_model(entry)]
    else:
        from sw_data.checks import check

        found = check(entry.value, entry.reading)
    return [from_root(each, entry.pointer) for each in found]


def _of_the_model(entry: Entry) -> list[Diagnostic]:
    """What every sheet can have, whatever its format: found in the model, and told of the place that it came from."""
    from sw_data.checks import check
    from sw_data.formats.own import Own

    if entry.model is None:
        return []
    ours = Own()
    value = ours.create(entry.model).value
    origins = entry.reading.origins
    found: list[Diagnostic] = []
    for each in check(value, ours.read(value)):
        if entry.text_format is not None:
            found.append(placed_by_origin(each, origins, entry.document))
        else:
            # A fix would be one of our own document.
            place = origin_of(each.pointer or "", origins) or ""
            found.append(each.model_copy(update={"pointer": place, "fix": None}))
    return found


def no_document(pointer: str, value: object, direct: bool) -> Diagnostic:
    """The finding that a value is no document that is known; `direct` if its file was named, and not a folder of it."""
    kind = as_text((as_object(value) or {}).get("kind"))
    near = nearest(kind, MODELS) if kind else None
    if near is not None:
        return register.finding(
            _NOT_OURS,
            f"the kind {kind!r} is none of our documents; did you mean {near!r}?",
            pointer=f"{pointer}/kind",
            fix=(f"Write {near}", (Edit(op="replace", path=f"{pointer}/kind", value=near),), False),
        )
    return register.finding(
        _NOT_OURS,
        "this is no document of a known format: one of ours has a `kind`, one of Foundry a `type` and "
        f'`system` or `data`, an action log "format": "{LOG_FORMAT}"',
        pointer=pointer,
        severity=None if direct else Severity.INFO,
    )
