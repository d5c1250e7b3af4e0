"""What has findings, and gives those of a severity."""

from __future__ import annotations

from sw_data.diagnostics.model import Diagnostic, Severity


class WithFindings:
    """Whatever has `diagnostics`: a collection, a report, a run."""

    diagnostics: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings of severity error."""
        return self._of(Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The findings of severity warning."""
        return self._of(Severity.WARNING)

    def _of(self, severity: Severity) -> tuple[Diagnostic, ...]:
        return tuple(each for each in self.diagnostics if each.severity is severity)
