"""Mending what has a fix: the edits of findings, made in the text, until there are no more."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from sw_data.api.choices import Chosen, chosen
from sw_data.api.fetch import is_url, shown
from sw_data.api.load import Source, is_log, named, opened, read_entry
from sw_data.api.validate import findings_of, no_document
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
        diagnostics: What was lost in writing: YAML that had to be written anew.
    """

    fixes: dict[str, int] = field(default_factory=dict[str, int])
    files: list[str] = field(default_factory=list[str])
    differences: list[str] = field(default_factory=list[str])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])


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
        if store.form == "text":
            continue
        changed: dict[str, Document] = {}
        in_log = False
        for origin, document in _texts((each.origin, each.document) for each in store.entries()):
            after = _mended(document, _Wish(wanted, unsafe, in_log), done)
            in_log = in_log or (store.form == "json-lines" and is_log(document.value))
            if after.text != document.text:
                changed[origin] = after
                done.differences.append(_difference(document, after))
                if document.name is not None and document.name not in done.files:
                    done.files.append(document.name)
        if changed and write:
            found = store.write(store.path, _change(changed), overwrite=True)
            # What could not be read is found again by whoever validates.
            done.diagnostics += [each for each in found if each.code == "SW720"]
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


@dataclass(frozen=True, slots=True)
class _Wish:
    """What of a text is to be mended; an action is a line of a log."""

    choices: Choices
    unsafe: bool
    action: bool


def _mended(document: Document, wish: _Wish, done: Mended) -> Document:
    for _ in range(ROUNDS):
        before = document
        taken = _Taken()
        wanted_now = [
            each
            for each in _fixable(document, wish)
            if each.fix is not None and taken.take(each.fix.edits)
        ]
        document = _applied(document, wanted_now, done)
        if document.text == before.text:
            break
    return document


def _applied(document: Document, found: list[Diagnostic], done: Mended) -> Document:
    """The document with these mended: all at once, or, if one of the fixes does not fit, those that do."""
    try:
        after = apply(document, [edit for each in found if each.fix for edit in each.fix.edits])
    except SwDataError:
        if len(found) <= 1:
            return document
        half = len(found) // 2
        return _applied(_applied(document, found[:half], done), found[half:], done)
    for each in found:
        done.fixes[each.code] = done.fixes.get(each.code, 0) + 1
    return after


def _fixable(document: Document, wish: _Wish) -> Iterator[Diagnostic]:
    elements = as_array(document.value)
    pointers = [""] if elements is None else [f"/{number}" for number in range(len(elements))]
    for pointer in pointers:
        # Choices may name the file; its lines are of no use here.
        found = [each.at(document.name) for each in _findings(document, pointer, wish.action)]
        for finding in wish.choices.apply(found):
            if finding.fix is not None and (finding.fix.safe or wish.unsafe):
                yield finding


def _findings(document: Document, pointer: str, action: bool) -> list[Diagnostic]:
    if action:
        from sw_data.checks.logs import action_faults

        return action_faults(document.value)
    entry = read_entry(document, pointer, placed=False)
    if entry.format_name is None and not is_log(entry.value):
        return [no_document(pointer, entry.value, direct=True)]
    return findings_of(entry)


class _Taken:
    """What the fixes of a round change; another one that would touch it, or the list it stands in, has to wait."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._around: set[str] = set()

    def take(self, edits: Iterable[Edit]) -> bool:
        """Whether the edits touch nothing that is taken; then that is theirs."""
        every = tuple(edits)
        for edit in every:
            held = edit.path.rpartition("/")[0] if edit.op != "replace" else edit.path
            if held in self._around or any(each in self._paths for each in _ways(edit.path)):
                return False
        for edit in every:
            self._paths.add(edit.path)
            self._around.update(_ways(edit.path))
        return True


def _ways(path: str) -> Iterator[str]:
    """A pointer, and those of everything around it."""
    while True:
        yield path
        if not path:
            return
        path = path.rpartition("/")[0]


def _difference(before: Document, after: Document) -> str:
    name = before.name or "-"
    old, new = before.text, after.text
    if before.source is not None:
        old, new = before.source.text, before.source.revised(after.value)[0]
    lines = difflib.unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        name,
        f"{name} (mended)",
        n=1,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
