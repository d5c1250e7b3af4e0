"""Validation: what is wrong in sheets, packs and logs, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sw_data.api.cast import referred
from sw_data.api.choices import Chosen, chosen
from sw_data.api.collection import Entry
from sw_data.api.load import LOG_FORMAT, Ids, Source, is_log, named, read_entry, stored
from sw_data.api.texts import origin_of, placed_by_origin
from sw_data.diagnostics import Diagnostic, Severity, register
from sw_data.document import Document, located
from sw_data.document.raw import decode
from sw_data.document.store import STORE_LIMITS, Store, StoreLimits
from sw_data.errors import SwDataError
from sw_data.formats.encoding import decoded
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Vehicle

if TYPE_CHECKING:
    from sw_data.display.findings import Checked
    from sw_data.display.pictures import Picture

_NOT_OURS: Final = "SW003"
_CHECKED: Final = frozenset({"sw-data", "foundry"})
"""The formats whose documents the checks know themselves."""
_MOST_SHOWN: Final = 64 * 1024 * 1024
"""Bytes of a file whose lines are shown with its findings."""


@dataclass(frozen=True)
class Report:
    """The findings of a validation.

    Attributes:
        diagnostics: The findings, by file in the order that they were named, each with line and column.
        files: The files, folders and packs that were looked at.
        documents: How many documents were found in them.
        strict: Whether a warning is as bad as an error, as the choices say.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    documents: int
    strict: bool = False
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

    def picture(self) -> Picture:
        """A picture of how many findings there are of each code; its table has them by document too."""
        from sw_data.display.pictures import findings_picture

        return findings_picture(self.diagnostics)

    def _repr_html_(self) -> str:
        """The findings as a notebook shows them; all text escaped."""
        from sw_data.display.collected import findings_html

        counts = ", ".join(f"{number} {name}" for name, number in self.summary.items() if number)
        return findings_html(self.diagnostics, note=counts)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.collected import findings_text

        printer.text("…" if cycle else findings_text(self.diagnostics))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings of severity error."""
        return self._of(Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The findings of severity warning."""
        return self._of(Severity.WARNING)

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

    def _of(self, severity: Severity) -> tuple[Diagnostic, ...]:
        return tuple(each for each in self.diagnostics if each.severity is severity)

    def __repr__(self) -> str:
        counts = self.summary
        found = ", ".join(f"{counts[severity.value]} {severity.value}" for severity in Severity)
        return f"<Report: {found} in {counts['documents']} documents>"


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
    for path in named(source):
        checked = checked_path(path, limits)
        documents += checked.documents
        files += checked.files
        places[checked.store.name] = checked.store.path
        found += wanted.apply(checked.diagnostics)
    return Report(tuple(found), tuple(dict.fromkeys(files)), documents, wanted.strict, places)


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
    found: list[Diagnostic] = []
    documents = 0
    files: dict[str, None] = {}
    log: _LogAtPath | None = None
    logs: list[_LogAtPath] = []
    ids = Ids()
    direct = store.path.is_file()
    for each in store.entries():
        if log is not None and store.form == "json-lines":
            log.line(each.document)
            continue
        documents += 1
        if each.document.name is not None:
            files.setdefault(each.document.name)
        if is_log(each.value) and not each.pointer:
            log = _LogAtPath(each.document.name or path, each.document)
            logs.append(log)
            continue
        entry = read_entry(each.document, each.pointer, origin=each.origin, store=store)
        if entry.format_name is None:
            found.append(_unknown(each.document, each.pointer, direct))
            continue
        found += located(each.document, findings_of(entry))
        found += ids.twice(entry)
    found += [finding for each in logs for finding in each.diagnostics]
    names = tuple(files) or (store.name,)
    return CheckedPath((*store.findings, *found), documents, names, store)


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
    return [_from_root(each, entry.pointer) for each in found]


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


def _from_root(finding: Diagnostic, base: str) -> Diagnostic:
    if not base:
        return finding
    update: dict[str, object] = {}
    if finding.pointer is not None:
        update["pointer"] = base + finding.pointer
    if finding.fix is not None:
        edits = [edit.model_copy(update={"path": base + edit.path}) for edit in finding.fix.edits]
        update["fix"] = finding.fix.model_copy(update={"edits": tuple(edits)})
    return finding.model_copy(update=update)


class _LogAtPath:
    """A log that is checked as it comes: its header, and its actions one after another."""

    def __init__(self, path: str, document: Document) -> None:
        from sw_data.checks.logs import begin_log

        self.diagnostics: list[Diagnostic] = []
        self._folder = Path.cwd() if path == "-" else Path(path).resolve().parent
        self._document = document
        header = as_object(document.value) or {}
        self._check, found = begin_log(header, references=self._referred)
        self.diagnostics += located(document, found)
        for number, action in enumerate(as_array(header.get("actions")) or []):
            self._action(document, action, f"/actions/{number}")

    def line(self, document: Document) -> None:
        """One more action, in a line of its own."""
        self._action(document, document.value, "")

    def _action(self, document: Document, action: object, base: str) -> None:
        found = [_from_root(each, base) for each in self._check.action(action)]
        if found:
            self.diagnostics += located(document, found)

    def _referred(self, path: str) -> list[Character | Vehicle] | None:
        """The actors of a file that the log refers to; what is wrong with the reference is a finding."""
        header = as_object(self._document.value) or {}
        for number, each in enumerate(as_array(header.get("actors")) or []):
            if (as_object(each) or {}).get("$ref") == path:
                collection = referred(
                    self._folder, self._document, each, f"/actors/{number}", self.diagnostics
                )
                break
        else:
            return None
        if collection is None:
            return None
        models = [entry.model for entry in collection.entries]
        return [model for model in models if isinstance(model, Character | Vehicle)]


def _unknown(document: Document, pointer: str, direct: bool) -> Diagnostic:
    finding = register.finding(
        _NOT_OURS,
        "this is no document of a known format: one of ours has a `kind`, one of Foundry a `type` and "
        f'`system` or `data`, an action log "format": "{LOG_FORMAT}"',
        pointer=pointer,
        severity=None if direct else Severity.INFO,
    )
    return located(document, [finding])[0]
