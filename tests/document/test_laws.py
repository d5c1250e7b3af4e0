"""Laws of documents, on generated ones, with the standard library's `json` as the judge."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.diagnostics import Edit
from sw_data.document import (
    Document,
    apply,
    diff,
    dump,
    examine,
    invert,
    locate,
    locate_all,
    merge,
    parse,
    place,
    places,
)
from sw_data.document.pointer import join, split
from sw_data.document.raw import is_list, is_object
from sw_data.document.syntax import oddities
from sw_data.errors import DocumentError, NotFoundError

_KEYS = st.one_of(
    st.sampled_from(
        ["", "a", "b", "a/b", "~", "~1", "é", '"', "\\", "0", "-", "😀", "\ud800", "\n"]
    ),
    st.text(max_size=4),
)
_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-5, 5),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=()), max_size=6),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=16,
)
_CONTAINERS = st.lists(_VALUES, max_size=4) | st.dictionaries(_KEYS, _VALUES, max_size=4)


def _written(value: Any, chance: random.Random) -> str:
    """A value as JSON that no one would write, but everyone must read."""
    newline = chance.choice(["\n", "\r\n", "\r"])

    def blanks() -> str:
        return "".join(
            chance.choice([" ", "\t", newline, ""]) for _ in range(chance.choice([0, 0, 1, 3]))
        )

    def text(word: str) -> str:
        written = json.dumps(word, ensure_ascii=chance.random() < 0.5)
        if chance.random() < 0.3:
            written = (
                '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else c for c in word) + '"'
            )
        return written

    def go(value: Any) -> str:
        if is_object(value):
            members: list[str] = []
            for key, member in value.items():
                if chance.random() < 0.15:
                    hidden = chance.choice([1, {"x": [2]}, "y"])
                    members.append(
                        f"{blanks()}{text(key)}{blanks()}:{blanks()}{go(hidden)}{blanks()}"
                    )
                members.append(f"{blanks()}{text(key)}{blanks()}:{blanks()}{go(member)}{blanks()}")
            return "{" + (",".join(members) or blanks()) + "}"
        if is_list(value):
            inner = ",".join(blanks() + go(one) + blanks() for one in value)
            return f"[{inner or blanks()}]"
        if isinstance(value, str):
            return text(value)
        if isinstance(value, float) and chance.random() < 0.5:
            return f"{value:.20e}" if chance.random() < 0.5 else json.dumps(value).replace("e", "E")
        return json.dumps(value)

    return blanks() + go(value) + blanks()


def _styled(value: Any, chance: random.Random) -> str:
    """A value as programs write it."""
    indent = chance.choice([None, 0, 2, 4, "\t"])
    separators = chance.choice([None, (",", ":"), (",", ": ")])
    text = json.dumps(
        value, indent=indent, separators=separators, ensure_ascii=chance.random() < 0.5
    )
    if chance.random() < 0.3:
        text = text.replace("\n", "\r\n")
    return text + chance.choice(["", "\n", "\r\n"])


@st.composite
def _documents(draw: st.DrawFn) -> Document:
    value = draw(_CONTAINERS | _VALUES)
    chance = random.Random(draw(st.integers(0, 2**32)))
    text = (_styled if draw(st.booleans()) else _written)(value, chance)
    encoding = draw(st.sampled_from(["str", "utf-8", "utf-8-sig", "utf-16", "utf-32"]))
    if encoding == "str" or any("\ud800" <= letter <= "\udfff" for letter in text):
        return parse(text)
    return parse(text.encode(encoding))


def _ways(value: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    ways = [way]
    if is_object(value):
        for key, member in value.items():
            ways += _ways(member, (*way, key))
    elif is_list(value):
        for number, member in enumerate(value):
            ways += _ways(member, (*way, number))
    return ways


def _at(value: Any, way: tuple[str | int, ...]) -> Any:
    for step in way:
        value = value[step]
    return value


def _changed(value: Any, edit: Edit) -> Any:
    """What an edit means, on a value."""
    way: list[Any] = list(split(edit.path))
    if not way:
        return copy.deepcopy(edit.value)
    holder = value
    for step in way[:-1]:
        holder = holder[int(step) if isinstance(holder, list) else step]
    step = way[-1]
    new = copy.deepcopy(edit.value)
    if is_list(holder):
        number = len(holder) if step == "-" else int(step)
        if edit.op == "add":
            holder.insert(number, new)
        elif edit.op == "remove":
            del holder[number]
        else:
            holder[number] = new
    elif edit.op == "remove":
        del holder[step]
    else:
        holder[step] = new
    return value


def _draw_edits(data: st.DataObject, value: Any, most: int) -> list[Edit]:
    """Edits that each find their place, after those before them."""
    value = copy.deepcopy(value)
    edits: list[Edit] = []
    for _ in range(data.draw(st.integers(1, most))):
        way = data.draw(st.sampled_from(_ways(value)))
        here = _at(value, way)
        choices = [("replace", way)]
        if way:
            choices.append(("remove", way))
        if is_object(here):
            choices.append(("add", (*way, data.draw(_KEYS))))
        if is_list(here):
            choices.append(("add", (*way, data.draw(st.integers(0, len(here))))))
            choices.append(("add", (*way, "-")))
        op, path = data.draw(st.sampled_from(choices))
        edit = Edit.model_validate(
            {"op": op, "path": join(path), "value": None if op == "remove" else data.draw(_VALUES)}
        )
        edits.append(edit)
        value = _changed(value, edit)
    return edits


@given(_documents())
def test_every_pointer_leads_to_its_value(document: Document) -> None:
    ways = _ways(document.value)
    spans = locate_all(document, [join(way) for way in ways])
    assert len(spans) == len({join(way) for way in ways})
    for way in ways:
        span = spans[join(way)]
        assert json.loads(document.text[span.start : span.end]) == _at(document.value, way)
        assert span == locate(document, join(way))
        if span.key_start is not None:
            assert json.loads(document.text[span.key_start : span.key_end]) == way[-1]


@given(_documents())
def test_looking_for_doubled_keys_first_changes_no_place(document: Document) -> None:
    examined, findings = examine(document.text)
    assert examined is not None
    assert examined.unique is not any(finding.code == "SW006" for finding in findings)
    pointers = [join(way) for way in _ways(document.value)]
    assert locate_all(examined, pointers) == locate_all(document, pointers)
    for pointer in pointers:
        assert locate(examined, pointer) == locate(document, pointer)


@given(_documents())
def test_lines_and_columns_are_those_of_the_text_cut_into_lines(document: Document) -> None:
    pointers = [join(way) for way in _ways(document.value)]
    found = places(document, pointers)
    text = document.text
    cut = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for pointer in pointers:
        line, column = found[pointer]
        assert place(document, pointer) == (line, column)
        start = locate(document, pointer).start
        assert cut[line - 1][column - 1] == text[start]
        before = text[:start]
        assert line == 1 + before.replace("\r\n", "\n").replace("\r", "\n").count("\n")


@given(_documents())
def test_a_document_that_nobody_changed_is_dumped_as_it_was(document: Document) -> None:
    again = parse(dump(document))
    assert again.value == document.value
    if not any("\ud800" <= letter <= "\udfff" for letter in document.text):
        assert again == document
    assert apply(document, []) is document


@given(st.data(), _documents())
def test_edits_say_in_the_text_what_they_say_of_the_value(
    data: st.DataObject, document: Document
) -> None:
    edits = _draw_edits(data, document.value, 6)
    expected = copy.deepcopy(document.value)
    for edit in edits:
        expected = _changed(expected, edit)
    after = apply(document, edits)
    assert json.loads(after.text) == expected
    assert after.value == expected
    one_by_one = document
    for edit in edits:
        one_by_one = apply(one_by_one, [edit])
    assert one_by_one.value == expected


@given(st.data(), _documents())
def test_edits_undone_give_the_text_back(data: st.DataObject, document: Document) -> None:
    edits = _draw_edits(data, document.value, 6)
    undoing = invert(document, edits)
    after = apply(document, edits)
    assert dump(apply(after, undoing)) == dump(document)
    # The undoing is undone too, and it says of the values what it says of the text.
    assert apply(apply(after, undoing), invert(after, undoing)).text == after.text
    plain = [Edit(op=edit.op, path=edit.path, value=edit.value) for edit in undoing]
    assert apply(after, plain).value == document.value


@given(st.data(), _documents())
def test_a_replaced_scalar_moves_nothing_beside_it(data: st.DataObject, document: Document) -> None:
    way = data.draw(st.sampled_from(_ways(document.value)))
    new = data.draw(_SCALARS)
    span = locate(document, join(way))
    after = apply(document, [Edit(op="replace", path=join(way), value=new)])
    head, tail = document.text[: span.start], document.text[span.end :]
    assert after.text.startswith(head)
    assert after.text.endswith(tail)
    assert json.loads(after.text[len(head) : len(after.text) - len(tail)]) == new


@given(st.data(), _documents())
def test_an_added_member_leaves_every_other_value_its_spelling(
    data: st.DataObject, document: Document
) -> None:
    ways = [way for way in _ways(document.value) if isinstance(_at(document.value, way), dict)]
    if not ways:
        return
    way = data.draw(st.sampled_from(ways))
    edit = Edit(op="add", path=join((*way, "new key")), value=data.draw(_VALUES))
    after = apply(document, [edit])
    for other in _ways(document.value):
        if way[: len(other)] == other or other == (*way, "new key"):
            continue
        old, new = locate(document, join(other)), locate(after, join(other))
        assert document.text[old.start : old.end] == after.text[new.start : new.end]


@given(_VALUES, _VALUES)
def test_a_difference_turns_one_value_into_the_other(before: Any, after: Any) -> None:
    document = parse(json.dumps(before))
    assert apply(document, diff(before, after)).value == after
    assert diff(before, copy.deepcopy(before)) == []


@given(st.data(), _documents())
def test_merged_edits_do_what_all_of_them_did(data: st.DataObject, document: Document) -> None:
    edits = _draw_edits(data, document.value, 6)
    fewer = merge(edits)
    assert len(fewer) <= len(edits)
    assert apply(document, fewer).value == apply(document, edits).value


@given(_documents(), st.data())
def test_a_pointer_to_nothing_is_said_to_lead_nowhere(
    document: Document, data: st.DataObject
) -> None:
    way = data.draw(st.sampled_from(_ways(document.value)))
    here = _at(document.value, way)
    pointer = join((*way, "no such key" if is_object(here) else "9999"))
    with pytest.raises(NotFoundError, match="nothing at"):
        locate(document, pointer)
    assert locate_all(document, [pointer]) == {}
    assert place(document, pointer) == place(document, join(way))
    with pytest.raises(NotFoundError, match="cannot replace"):
        apply(document, [Edit(op="replace", path=pointer, value=1)])


@given(st.data(), _documents())
def test_a_damaged_text_is_refused_where_json_refuses_it(
    data: st.DataObject, document: Document
) -> None:
    text = document.text
    at = data.draw(st.integers(0, len(text)))
    kind = data.draw(st.sampled_from(["cut", "drop", "insert"]))
    if kind == "cut":
        text = text[:at]
    elif kind == "drop":
        text = text[:at] + text[at + 1 :]
    else:
        text = (
            text[:at] + data.draw(st.sampled_from(list("{}[],:\"\\x01 -.eE+tfn\n'/"))) + text[at:]
        )
    try:
        value = json.loads(text)
    except ValueError:
        with pytest.raises(DocumentError) as caught:
            parse(text)
        assert caught.value.line is not None
        assert caught.value.column is not None
        found = oddities(text, depth=200, most=1000)
        assert found
        assert found[-1].fatal
        assert examine(text)[0] is None
        if kind == "cut":
            assert caught.value.code in {"SW002", "SW009"}
    else:
        if "Infinity" in json.dumps(value):
            return
        assert parse(text).value == value
        assert not any(odd.fatal for odd in oddities(text, depth=200, most=1000))
