"""Changes of values: what turns one into the other, and many changes as few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sw_data.diagnostics import Edit
from sw_data.document import pointer as pointers
from sw_data.document.raw import is_list, is_object
from sw_data.document.spelling import same


def diff(before: Any, after: Any, *, at: str = "") -> list[Edit]:
    """The edits that turn one JSON value into another and touch nothing that is equal in both.

    Args:
        before: The value as it is.
        after: The value as it shall be.
        at: The pointer of the value in its document.
    """
    return list(_changes(before, after, at))


def _changes(before: Any, after: Any, at: str) -> Iterator[Edit]:
    if is_object(before) and is_object(after):
        for key, value in after.items():
            below = at + pointers.join((key,))
            if key in before:
                yield from _changes(before[key], value, below)
            else:
                yield Edit(op="add", path=below, value=value)
        # Last, so that an object is not empty in between and keeps the manner of its members.
        for key in before:
            if key not in after:
                yield Edit(op="remove", path=at + pointers.join((key,)))
    elif is_list(before) and is_list(after):
        yield from _list_changes(before, after, at)
    elif not same(before, after):
        yield Edit(op="replace", path=at, value=after)


def differing(old: list[Any], new: list[Any]) -> tuple[int, int, int]:
    """Where two lists begin to differ, and where each of them ends to: what is before and behind is the same."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and same(old[start], new[start]):
        start += 1
    tail = 0
    while tail < shorter - start and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    return start, len(old) - tail, len(new) - tail


def _list_changes(old: list[Any], new: list[Any], at: str) -> Iterator[Edit]:
    start, old_end, new_end = differing(old, new)
    for number in range(start, min(old_end, new_end)):
        yield from _changes(old[number], new[number], f"{at}/{number}")
    for number in range(old_end, new_end):
        yield Edit(op="add", path=f"{at}/{number}", value=new[number])
    for number in range(old_end - 1, new_end - 1, -1):
        yield Edit(op="remove", path=f"{at}/{number}")


def merge(edits: Iterable[Edit]) -> list[Edit]:
    """The edits with those left out that a later one of the same place makes void; what they do stays the same."""
    merged: list[Edit] = []
    standing: dict[str, int] = {}
    for edit in edits:
        if edit.op != "replace":
            # It may move what other pointers lead to.
            standing.clear()
            merged.append(edit)
            if not edit.path.endswith("/-"):
                standing[edit.path] = len(merged) - 1
            continue
        earlier = standing.get(edit.path)
        if earlier is not None and merged[earlier].op != "remove":
            merged[earlier] = merged[earlier].model_copy(update={"value": edit.value})
            continue
        for path in list(standing):
            if path.startswith(edit.path + "/") or edit.path.startswith(path + "/"):
                del standing[path]
        merged.append(edit)
        standing[edit.path] = len(merged) - 1
    return merged
