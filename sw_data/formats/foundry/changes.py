"""A changed copy of a JSON value, and the edits that lead from one value to the other.

A copy shares with the original whatever did not change, so that comparing the two is quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sw_data.diagnostics import Edit
from sw_data.document import pointer
from sw_data.jsonvalue import Array, Object, as_array, as_object, as_text


def put(root: object, path: Sequence[str | int], value: object) -> object:
    """A copy of `root` with `value` at the path; objects that are missing on the way are made.

    An index leads into an array that is there. What is no object where one is needed is replaced by one.
    """
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        elements = list(as_array(root) or [])
        elements[step] = put(elements[step], rest, value)
        return elements
    members = dict(as_object(root) or {})
    members[step] = put(members.get(step), rest, value)
    return members


def drop(root: object, path: Sequence[str | int]) -> object:
    """A copy of `root` without what is at the path; `root` itself if nothing is there."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        elements = as_array(root)
        if elements is None or step >= len(elements):
            return root
        if rest:
            return put(elements, (step,), drop(elements[step], rest))
        return [*elements[:step], *elements[step + 1 :]]
    members = as_object(root)
    if members is None or step not in members:
        return root
    if rest:
        below = drop(members[step], rest)
        return root if below is members[step] else {**members, step: below}
    return {key: member for key, member in members.items() if key != step}


def difference(old: object, new: object, path: tuple[str | int, ...] = ()) -> list[Edit]:
    """The edits, to be applied in order, that make `new` of `old`; no value that is equal is touched."""
    if old is new:
        return []
    before, after = as_object(old), as_object(new)
    if before is not None and after is not None:
        return _members(before, after, path)
    former, latter = as_array(old), as_array(new)
    if former is not None and latter is not None:
        return _elements(former, latter, path)
    if same(old, new):
        return []
    return [Edit(op="replace", path=pointer.join(path), value=cast("Any", new))]


def same(old: object, new: object) -> bool:
    """Whether two values are spelt alike: 1, 1.0 and true are three, not one."""
    return type(old) is type(new) and old == new


def _members(before: Object, after: Object, path: tuple[str | int, ...]) -> list[Edit]:
    edits: list[Edit] = []
    for key, member in after.items():
        if key in before:
            edits += difference(before[key], member, (*path, key))
        else:
            edits.append(Edit(op="add", path=pointer.join((*path, key)), value=cast("Any", member)))
    # Last, so that an object is not empty in between and keeps the manner of its members.
    edits += [
        Edit(op="remove", path=pointer.join((*path, key))) for key in before if key not in after
    ]
    return edits


def _elements(before: Array, after: Array, path: tuple[str | int, ...]) -> list[Edit]:
    edits: list[Edit] = []
    gone: list[int] = []
    reached = 0
    for index, element in enumerate(before):
        if reached < len(after) and _one(element, after[reached]):
            edits += difference(element, after[reached], (*path, index))
            reached += 1
        else:
            gone.append(index)
    edits += [
        Edit(op="add", path=pointer.join((*path, "-")), value=cast("Any", element))
        for element in after[reached:]
    ]
    # From the back, so that an index stays true until its turn comes.
    edits += [Edit(op="remove", path=pointer.join((*path, index))) for index in reversed(gone)]
    return edits


def _one(old: object, new: object) -> bool:
    """Whether two elements are the same thing, changed or not."""
    if old is new:
        return True
    before, after = as_object(old), as_object(new)
    if before is None or after is None:
        return same(old, new)
    names = [key for key in ("_id", "uuid", "chase") if as_text(before.get(key))]
    if names:
        return before[names[0]] == after.get(names[0])
    return before == after
