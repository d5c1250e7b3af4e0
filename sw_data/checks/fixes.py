"""Mending one document: which fixes of its findings can be made together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sw_data.diagnostics import Diagnostic, Edit


@dataclass(frozen=True, slots=True)
class Repairs:
    """What can be mended in one pass.

    Attributes:
        edits: The edits, in order; none touches what another one changes.
        mended: The findings that they mend.
        left: Findings with a fix that stands in the way of an earlier one, or is not safe and was not asked for.
    """

    edits: tuple[Edit, ...] = ()
    mended: tuple[Diagnostic, ...] = ()
    left: tuple[Diagnostic, ...] = ()


def fixes(diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> Repairs:
    """The fixes of one document's findings that can be made together; of two at one place the first one.

    Args:
        diagnostics: The findings of one document, their pointers from one root.
        unsafe: Also fixes that may change what the data means.
    """
    edits: list[Edit] = []
    mended: list[Diagnostic] = []
    left: list[Diagnostic] = []
    for finding in diagnostics:
        if finding.fix is None:
            continue
        allowed = finding.fix.safe or unsafe
        if not allowed or any(_meet(new, old) for new in finding.fix.edits for old in edits):
            left.append(finding)
            continue
        edits += finding.fix.edits
        mended.append(finding)
    return Repairs(tuple(edits), tuple(mended), tuple(left))


def _meet(one: Edit, other: Edit) -> bool:
    """Whether one edit changes what the other looks at: its place, a part of it, or the places in its list."""
    return _within(one.path, _reach(other)) or _within(other.path, _reach(one))


def _reach(edit: Edit) -> str:
    """What an edit may move: a value that is replaced, or the object or list that gains or loses a part."""
    if edit.op == "replace":
        return edit.path
    parent, _, last = edit.path.rpartition("/")
    # A member of an object moves nothing else; an element of a list moves those after it.
    return parent if last == "-" or last.isdecimal() else edit.path


def _within(path: str, reach: str) -> bool:
    return f"{path}/".startswith(f"{reach}/")
