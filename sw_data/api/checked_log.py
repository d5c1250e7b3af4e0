"""An action log that is checked as it comes, in memory that does not grow with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sw_data.api.cast import referred
from sw_data.diagnostics import Diagnostic
from sw_data.document import Document, located
from sw_data.document.store import StoreLimits
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Vehicle


def from_root(finding: Diagnostic, base: str) -> Diagnostic:
    """A finding of a part of a text, with its pointers from the root of the whole."""
    if not base:
        return finding
    update: dict[str, object] = {}
    if finding.pointer is not None:
        update["pointer"] = base + finding.pointer
    if finding.fix is not None:
        edits = [edit.model_copy(update={"path": base + edit.path}) for edit in finding.fix.edits]
        update["fix"] = finding.fix.model_copy(update={"edits": tuple(edits)})
    return finding.model_copy(update=update)


class LogAtPath:
    """A log that is checked as it comes: its header, and its actions one after another.

    Of each code so many findings are kept; how many more there are is said in one, so that a log of any length needs
    no more memory than its ids.
    """

    def __init__(self, path: str, document: Document, limits: StoreLimits) -> None:
        from sw_data.checks.logs import begin_log

        self._kept: list[Diagnostic] = []
        self._limits = limits
        self._most = limits.findings
        self._counts: Counter[str] = Counter()
        self._first_more: dict[str, Diagnostic] = {}
        self._folder = Path.cwd() if path == "-" else Path(path).resolve().parent
        self._document = document
        header = as_object(document.value) or {}
        self._check, found = begin_log(header, references=self._referred)
        for number, action in enumerate(as_array(header.get("actions")) or []):
            base = f"/actions/{number}"
            found += [from_root(each, base) for each in self._check.action(action)]
        self._keep(document, found)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings, and of each code that has too many how many more there are."""
        more = [
            each.model_copy(
                update={
                    "message": f"{each.message}; there are {self._counts[code] - self._most} "
                    f"findings of {code} from here on, and the others are not listed",
                    "fix": None,
                }
            )
            for code, each in self._first_more.items()
        ]
        return [*self._kept, *more]

    def line(self, document: Document) -> None:
        """One more action, in a line of its own."""
        self._keep(document, self._check.action(document.value))

    def _keep(self, document: Document, found: list[Diagnostic]) -> None:
        kept: list[Diagnostic] = []
        first: list[Diagnostic] = []
        for each in found:
            self._counts[each.code] += 1
            number = self._counts[each.code]
            if number <= self._most:
                kept.append(each)
            elif number == self._most + 1:
                first.append(each)
        if kept:
            self._kept += located(document, kept)
        if first:
            self._first_more |= {each.code: each for each in located(document, first)}

    def _referred(self, path: str) -> list[Character | Vehicle] | None:
        """The actors of a file that the log refers to; what is wrong with the reference is a finding."""
        header = as_object(self._document.value) or {}
        for number, each in enumerate(as_array(header.get("actors")) or []):
            if (as_object(each) or {}).get("$ref") == path:
                collection = referred(
                    self._folder,
                    self._document,
                    each,
                    f"/actors/{number}",
                    self._kept,
                    self._limits,
                )
                break
        else:
            return None
        if collection is None:
            return None
        models = [entry.model for entry in collection.entries]
        return [model for model in models if isinstance(model, Character | Vehicle)]
