"""What has been read of a stat block, passage by passage: nothing of its text is left out in silence."""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import islice

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.diagnostics.register import finding
from sw_data.formats.report import Fate, SourceField, short
from sw_data.formats.statblock.text import Plain


class Ledger:
    """The passages of one block, each carried, changed or not mapped, and the findings about them.

    Offsets are of the plain text; places in findings and fields are of the text as it was given.
    """

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.fields: list[SourceField] = []
        self.diagnostics: list[Diagnostic] = []
        self.origins: dict[str, str] = {}
        self._taken: list[tuple[int, int]] = []
        self._longest = 0

    def carry(self, name: str, model: str, start: int, end: int) -> None:
        """A passage that goes into a model field as it is."""
        self._field(name, Fate.CARRIED, model, "", start, end)

    def change(
        self, name: str, model: str, why: str, start: int, end: int, *, told: bool = True
    ) -> None:
        """A passage that goes into a model field as something else; a finding says so."""
        self._field(name, Fate.CHANGED, model, why, start, end)
        if told:
            self.find("SW192", f"{name}: {why}", start)

    def skip(self, name: str, why: str, start: int, end: int) -> None:
        """A passage that is understood, and that the model has no place for."""
        self._field(name, Fate.UNMAPPED, "", why, start, end)

    def structure(self, start: int, end: int) -> None:
        """A label, a comma, a dash for nothing: it has done its work."""
        self._take(start, end)

    def find(
        self, code: str, message: str, start: int, *, severity: Severity | None = None
    ) -> None:
        """A finding at a place."""
        line, column = self.plain.place(self.plain.source_span(start, start)[0])
        made = finding(code, message, severity=severity)
        self.diagnostics.append(made.at(None, line, column))

    def leftovers(self, name: str, start: int, end: int, *, told: bool = True) -> None:
        """What is between two offsets and in no passage yet: it is not understood, and a finding says so."""
        for begin, stop in self._gaps(start, end):
            text = self.plain.slice(begin, stop)
            if told:
                self.find(
                    "SW190", f"{name}: {short(text)!r} is not understood and is left out", begin
                )
            self.skip(
                name,
                "it is not understood" if told else "the rules have no use for it",
                begin,
                stop,
            )

    def _field(self, name: str, fate: Fate, model: str, why: str, start: int, end: int) -> None:
        span = self.plain.source_span(start, end)
        line, column = self.plain.place(span[0])
        value = short(self.plain.slice(start, end))
        self.fields.append(SourceField(name, value, fate, model, why, None, line, column, span))
        self._take(start, end)
        if model:
            self.origins.setdefault(model, f"{line}:{column}")

    def _gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches with letters or digits that nothing was said of, without blanks and marks at their ends."""
        told: list[tuple[int, int]] = []
        here = start
        first = bisect_left(self._taken, (start - self._longest, 0))
        for begin, stop in [
            *islice(self._taken, first, bisect_left(self._taken, (end, 0))),
            (end, end),
        ]:
            if begin > here:
                told += self._trimmed(here, min(begin, end))
            here = max(here, stop)
            if here >= end:
                break
        return told

    def _take(self, start: int, end: int) -> None:
        insort(self._taken, (start, end))
        self._longest = max(self._longest, end - start)

    def _trimmed(self, start: int, end: int) -> list[tuple[int, int]]:
        while (
            start < end
            and not self.plain.text[start].isalnum()
            and self.plain.text[start] not in "+-("
        ):
            start += 1
        while end > start and not (
            self.plain.text[end - 1].isalnum() or self.plain.text[end - 1] in ')"'
        ):
            end -= 1
        return [(start, end)] if any(each.isalnum() for each in self.plain.text[start:end]) else []
