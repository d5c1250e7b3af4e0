"""What Foundry writes anew whenever a document is saved, and whether two documents differ in nothing else."""

from __future__ import annotations

from typing import Final, cast

from sw_data.document.store.foundry_keys import CHILDREN, Object

VOLATILE: Final = ("createdTime", "modifiedTime", "lastModifiedBy", "systemVersion", "coreVersion")
"""The members of `_stats` that say when and with what a document was saved."""


def same_but_volatile(new: Object, old: object, collection: str) -> bool:
    """Whether a document and an older state of it differ in nothing but the volatile members of `_stats`.

    Children are compared one by one, in their order. A document without `_stats` has nothing volatile, and is never
    the same.
    """
    if not isinstance(old, dict) or "_stats" not in old or "_stats" not in new:
        return False
    return _equal(_steady(new, collection), _steady(cast("Object", old), collection))


def _steady(value: Object, collection: str) -> Object:
    """A document without what is volatile in it and in its children."""
    own = dict(value)
    stats = value.get("_stats")
    if isinstance(stats, dict):
        members = cast("Object", stats)
        own["_stats"] = {name: one for name, one in members.items() if name not in VOLATILE}
    for member, how in CHILDREN.get(collection, {}).items():
        held = value.get(member)
        if how == "one":
            if isinstance(held, dict):
                own[member] = _steady(cast("Object", held), member)
        elif isinstance(held, list):
            own[member] = [
                _steady(cast("Object", one), member) if isinstance(one, dict) else one
                for one in cast("list[object]", held)
            ]
    return own


def _equal(a: object, b: object) -> bool:
    """Equality of JSON values, in which `true` is not 1; the order of members does not count."""
    if isinstance(a, dict) and isinstance(b, dict):
        left, right = cast("Object", a), cast("Object", b)
        return left.keys() == right.keys() and all(
            _equal(one, right[key]) for key, one in left.items()
        )
    if isinstance(a, list) and isinstance(b, list):
        first, second = cast("list[object]", a), cast("list[object]", b)
        return len(first) == len(second) and all(map(_equal, first, second))
    return isinstance(a, bool) == isinstance(b, bool) and a == b
