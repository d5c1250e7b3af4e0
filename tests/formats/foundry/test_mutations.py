"""Whatever a sheet holds, it is read: every key removed, every value replaced by one of another type."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document import pointer
from sw_data.formats.foundry import Foundry
from sw_data.jsonvalue import as_array, as_object

FOUNDRY = Foundry()
OTHERS: tuple[Any, ...] = (None, "x", "", 7, -1, 2.5, 10**30, True, [], {}, ["x"], {"x": 1})


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    members, elements = as_object(value), as_array(value)
    if members is not None:
        for key, inner in members.items():
            yield (*path, key)
            yield from places(inner, (*path, key))
    elif elements is not None:
        for index, inner in enumerate(elements):
            yield (*path, index)
            yield from places(inner, (*path, index))


def changed(document: Any, path: tuple[str | int, ...], value: Any, *, remove: bool = False) -> Any:
    """A copy of the document along the path, sharing the rest with it."""
    result = copy.copy(document)
    holder = result
    for step in path[:-1]:
        holder[step] = copy.copy(holder[step])
        holder = holder[step]
    if remove:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return result


WHOLLY = {"status_booleans", "effects_of_edges_and_armor", "members_and_roles", "trademark_weapon"}
"""Documents that meet every other value at every place; the rest meet the values in turn."""


def documents() -> list[Path]:
    root = Path(__file__).resolve().parents[3] / "fixtures" / "foundry"
    return sorted(path for path in root.rglob("*.json") if "written" not in path.parts)


def leads_somewhere(document: Any, place: str) -> bool:
    holder: object = document
    for step in pointer.split(place):
        members, elements = as_object(holder), as_array(holder)
        if elements is not None:
            holder = elements[int(step)]
        elif members is not None and step in members:
            holder = members[step]
        else:
            return False
    return True


@pytest.mark.parametrize("path", documents(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sheet_with_a_key_removed_or_a_value_of_another_type_is_still_read(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    for index, place in enumerate(places(document)):
        variants = [changed(document, place, None, remove=True)]
        values = OTHERS if path.stem in WHOLLY else (OTHERS[index % len(OTHERS)],)
        variants += [changed(document, place, value) for value in values]
        for variant in variants:
            reading = FOUNDRY.read(variant)
            assert reading.kind
            if reading.model is not None:
                json.dumps(reading.model.to_json())
            for finding in reading.diagnostics:
                assert finding.pointer is not None
                assert leads_somewhere(variant, finding.pointer), (finding, place)
            for origin in reading.origins.values():
                assert leads_somewhere(variant, origin)


@pytest.mark.parametrize("value", [*OTHERS, [1], {"type": "npc"}, {"system": {}, "type": "npc"}])
def test_any_value_can_be_asked_whether_it_is_foundrys_and_read(value: object) -> None:
    assert FOUNDRY.recognises(value) in (True, False)
    assert FOUNDRY.read(value).kind


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, JSON, st.sampled_from(["npc", "character", "vehicle", "weapon", "skill", "armor"]))
def test_whatever_stands_in_the_data_and_the_items_a_sheet_is_read(
    data: Any, items: Any, kind: str
) -> None:
    FOUNDRY.read({"type": kind, "name": "x", "system": data, "items": items, "effects": items})
