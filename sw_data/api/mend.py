"""Mending what has a fix: the edits of findings, made in the text, until there are no more."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from sw_data.api.choices import Chosen, chosen
from sw_data.api.fetch import is_url, shown
from sw_data.api.load import Source, named, opened, read_entry
from sw_data.api.validate import findings_of
from sw_data.checks import Choices
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.document import Document, apply
from sw_data.document.store import STORE_LIMITS, Change, StoreLimits
from sw_data.errors import ImpossibleError, SwDataError
from sw_data.jsonvalue import as_array

ROUNDS: Final = 10
"""How often a text is looked at again after it was mended; one fix may uncover another finding."""


@dataclass
class Mended:
    """What was mended.

    Attributes:
        fixes: How many findings were mended, by code.
        files: The files that changed, as they were named.
        differences: What changed, as unified diffs, if that was asked for.
    """

    fixes: dict[str, int] = field(default_factory=dict[str, int])
    files: list[str] = field(default_factory=list[str])
    differences: list[str] = field(default_factory=list[str])


def mend(
    source: Source | Iterable[Source],
    *,
    unsafe: bool = False,
    write: bool = True,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    choices: Chosen | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Mended:
    """Mends every finding that has a safe fix, in the files themselves; all other bytes stay.

    Args:
        source: A file, a folder, a pack; or several. Not standard input.
        unsafe: Also what a fix may change the meaning of.
        write: Write the files; without it only the differences are made.
        select: Only these codes, or those that begin so.
        ignore: Not these codes.
        choices: A project's choices, or the file that they stand in; what they leave out is not mended.
        limits: How much is read.

    Raises:
        ImpossibleError: Standard input, which cannot be mended in its place.
        DocumentError: A file that cannot be read or written.
    """
    wanted = chosen(choices).with_options(list(select), list(ignore))
    done = Mended()
    for path in named(source):
        if path == "-":
            raise ImpossibleError("standard input cannot be mended in its place; give a file")
        if is_url(path):
            raise ImpossibleError(f"{shown(path)} cannot be mended in its place; fetch it first")
        store = opened(path, limits)
        changed: dict[str, Document] = {}
        for origin, document in _texts((each.origin, each.document) for each in store.entries()):
            after = _mended(document, wanted, unsafe, done)
            if after.text != document.text:
                changed[origin] = after
                done.differences.append(_difference(document, after))
                if document.name is not None and document.name not in done.files:
                    done.files.append(document.name)
        if changed and write:
            store.write(store.path, _change(changed), overwrite=True)
    return done


def _change(changed: Mapping[str, Document]) -> Change:
    return lambda origin, document: changed.get(origin, document)


def _texts(entries: Iterable[tuple[str, Document]]) -> Iterator[tuple[str, Document]]:
    """Each text once; the documents of an array stand in one."""
    last: str | None = None
    for origin, document in entries:
        if origin != last:
            yield origin, document
        last = origin


def _mended(document: Document, wanted: Choices, unsafe: bool, done: Mended) -> Document:
    for _ in range(ROUNDS):
        before = document
        taken: list[str] = []
        for finding in _fixable(document, wanted, unsafe):
            if finding.fix is None or _touches(taken, finding.fix.edits):
                continue
            try:
                document = apply(document, finding.fix.edits)
            except SwDataError:
                continue
            taken += [edit.path for edit in finding.fix.edits]
            done.fixes[finding.code] = done.fixes.get(finding.code, 0) + 1
        if document.text == before.text:
            break
    return document


def _fixable(document: Document, wanted: Choices, unsafe: bool) -> Iterator[Diagnostic]:
    elements = as_array(document.value)
    pointers = [""] if elements is None else [f"/{number}" for number in range(len(elements))]
    for pointer in pointers:
        entry = read_entry(document, pointer)
        # Choices may name the file; its lines are of no use here.
        found = [each.at(document.name) for each in findings_of(entry)]
        for finding in wanted.apply(found):
            if finding.fix is not None and (finding.fix.safe or unsafe):
                yield finding


def _touches(taken: Iterable[str], edits: Iterable[Edit]) -> bool:
    """Whether edits would touch what others of the same round have changed, or the list that it stands in."""
    for edit in edits:
        parent = edit.path.rpartition("/")[0] if edit.op != "replace" else edit.path
        for path in taken:
            if f"{edit.path}/".startswith(f"{path}/") or f"{path}/".startswith(f"{parent}/"):
                return True
    return False


def _difference(before: Document, after: Document) -> str:
    name = before.name or "-"
    lines = difflib.unified_diff(
        before.text.splitlines(keepends=True),
        after.text.splitlines(keepends=True),
        name,
        f"{name} (mended)",
        n=1,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
