"""Edits in the text: nothing else moves, and what is new looks like what stands around it."""

from __future__ import annotations

from typing import Any

import pytest

from sw_data.diagnostics import Edit
from sw_data.document import apply, diff, dump, invert, merge, parse, revise
from sw_data.document.spelling import spell_float
from sw_data.errors import ImpossibleError, NotFoundError

PRETTY = """{
  "_id": "x1",
  "weight": 2.50,
  "tags": [],
  "flags": {},
  "system": {
    "wounds": {
      "value": 0,
      "max": 3
    },
    "list": [
      1,
      2
    ]
  }
}
"""


def _replace(path: str, value: Any) -> Edit:
    return Edit(op="replace", path=path, value=value)


def _add(path: str, value: Any) -> Edit:
    return Edit(op="add", path=path, value=value)


def _remove(path: str) -> Edit:
    return Edit(op="remove", path=path)


def _edited(text: str, *edits: Edit) -> str:
    document = parse(text)
    after, undoing = revise(document, edits)
    assert apply(after, undoing).text == text
    assert parse(after.text).value == after.value
    return after.text


def test_a_wound_changes_one_digit() -> None:
    after = _edited(PRETTY, _replace("/system/wounds/value", 1))
    assert after == PRETTY.replace('"value": 0', '"value": 1')


def test_a_wound_undone_gives_the_bytes_back() -> None:
    data = b'\xef\xbb\xbf{"wounds" : {"value":0.0 , "max":3},\r\n"k":1,"k":2.50}\r\n\r\n'
    document = parse(data)
    edits = [_replace("/wounds/value", 1)]
    hurt = apply(document, edits)
    assert dump(hurt) == data.replace(b"0.0", b"1")
    assert dump(apply(hurt, invert(document, edits))) == data


@pytest.mark.parametrize(
    ("text", "value"),
    [("2.50", 2.5), ("2.0", 2), ("1e2", 100), ('"\\u0041"', "A"), ("[1,  2.0]", [1, 2])],
)
def test_an_equal_value_changes_no_spelling(text: str, value: Any) -> None:
    document = parse(f'{{"a": {text}}}')
    assert apply(document, [_replace("/a", value)]) is document


def test_true_is_not_one() -> None:
    assert _edited('{"a": 1}', _replace("/a", True)) == '{"a": true}'
    assert _edited('{"a": false}', _replace("/a", 0)) == '{"a": 0}'


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ('{"a": 1}', _add("/b", 2), '{"a": 1, "b": 2}'),
        ('{"a":1}', _add("/b", [1, {"c": 2}]), '{"a":1,"b":[1,{"c":2}]}'),
        ('{ "a": 1 }', _add("/b", 2), '{ "a": 1, "b": 2 }'),
        ('{"a" : 1, "b" : 2}', _add("/c", 3), '{"a" : 1, "b" : 2, "c" : 3}'),
        ("{}", _add("/a", 1), '{"a": 1}'),
        ("[]", _add("/-", 1), "[1]"),
        ("[ ]", _add("/0", 1), "[1]"),
        ("[1]", _add("/-", 2), "[1, 2]"),
        ("[1,2]", _add("/2", 3), "[1,2,3]"),
        ("[1, 2]", _add("/0", 0), "[0, 1, 2]"),
        ("[1, 2]", _add("/1", 9), "[1, 9, 2]"),
        ('{"a":[1]}', _add("/a/0", 0), '{"a":[0,1]}'),
        ("[\n  1\n]", _add("/-", 2), "[\n  1,\n  2\n]"),
        ("[\n  1\n]", _add("/0", 0), "[\n  0,\n  1\n]"),
        ("[\r\n\t1\r\n]", _add("/-", [2]), "[\r\n\t1,\r\n\t[\r\n\t\t2\r\n\t]\r\n]"),
        ('{\n"a": 1\n}', _add("/b", {"c": 1}), '{\n"a": 1,\n"b": {\n"c": 1\n}\n}'),
        ("{\n}", _add("/a", 1), '{\n  "a": 1\n}'),
        ('[\n{"a":1},\n{"a":2}\n]', _add("/-", {"a": 3}), '[\n{"a":1},\n{"a":2},\n{"a":3}\n]'),
        (
            '{\n  "p": [1, 2],\n  "q": []\n}',
            _add("/q/-", 1),
            '{\n  "p": [1, 2],\n  "q": [1]\n}',
        ),
        (
            '{\n  "p": {\n    "a": 1\n  },\n  "q": {}\n}',
            _add("/q/a", 1),
            '{\n  "p": {\n    "a": 1\n  },\n  "q": {\n    "a": 1\n  }\n}',
        ),
    ],
)
def test_what_is_added_looks_like_what_is_there(before: str, edit: Edit, after: str) -> None:
    assert _edited(before, edit) == after


def test_an_empty_object_of_an_indented_file_is_opened_on_lines() -> None:
    after = _edited(PRETTY, _add("/flags/sw-data", {"zone": 3, "on": []}))
    assert after == PRETTY.replace(
        '"flags": {},',
        '"flags": {\n    "sw-data": {\n      "zone": 3,\n      "on": []\n    }\n  },',
    )


def test_members_are_added_one_after_another() -> None:
    after = _edited(PRETTY, _add("/tags/-", "a"), _add("/tags/-", "b"), _replace("/tags/0", "c"))
    assert after == PRETTY.replace('"tags": [],', '"tags": [\n    "c",\n    "b"\n  ],')


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ('{"a": 1, "b": 2}', _remove("/a"), '{"b": 2}'),
        ('{"a": 1, "b": 2}', _remove("/b"), '{"a": 1}'),
        ('{ "a": 1 }', _remove("/a"), "{}"),
        ("[1, 2, 3]", _remove("/1"), "[1, 3]"),
        ("[1 , 2 ]", _remove("/1"), "[1 ]"),
        ("[\n  1,\n  2\n]", _remove("/1"), "[\n  1\n]"),
        ("[\n  1,\n  2\n]", _remove("/0"), "[\n  2\n]"),
        ("[\n  1\n]\n", _remove("/0"), "[]\n"),
        ('{"a": 1, "b": 2, "a": 3}', _remove("/a"), '{"b": 2}'),
    ],
)
def test_what_is_removed_takes_its_comma_along(before: str, edit: Edit, after: str) -> None:
    assert _edited(before, edit) == after


def test_of_equal_keys_the_one_that_counts_is_replaced() -> None:
    assert _edited('{"a": 1, "a": 2}', _replace("/a", 5)) == '{"a": 1, "a": 5}'
    assert _edited('{"a": 1, "a": {"b": 1}}', _add("/a/c", 5)) == (
        '{"a": 1, "a": {"b": 1, "c": 5}}'
    )


def test_a_replaced_object_changes_only_where_it_differs() -> None:
    new = {"wounds": {"max": 3, "value": 2}, "list": [1, 2, 3]}
    assert _edited(PRETTY, _replace("/system", new)) == PRETTY.replace(
        '"value": 0', '"value": 2'
    ).replace("      2\n", "      2,\n      3\n")


def test_another_kind_of_value_takes_the_place_of_the_old_one() -> None:
    assert _edited('{"a": 1}', _replace("/a", {"b": [None]})) == '{"a": {"b": [null]}}'
    assert _edited('{"a": [1]}', _replace("/a", "x")) == '{"a": "x"}'
    assert _edited(" [1]\n", _replace("", {"a": 1})) == ' {"a": 1}\n'
    assert _edited("[\n  1\n]\n", _replace("", {"a": 1})) == '{\n  "a": 1\n}\n'


def test_letters_stay_letters_unless_the_file_has_escapes_only() -> None:
    assert _edited('{"a": "é"}', _replace("/a", "ü😀")) == '{"a": "ü😀"}'
    assert _edited('{"a": "x"}', _replace("/a", "ü")) == '{"a": "ü"}'
    assert _edited(r'{"a": "\u00e9"}', _replace("/a", "ü😀")) == r'{"a": "\u00fc\ud83d\ude00"}'
    assert _edited(r'{"a": "\\u00e9"}', _replace("/a", "ü")) == '{"a": "ü"}'
    assert _edited('{"a": "é"}', _replace("/a", '\ud800"\n\x7f')) == '{"a": "\\ud800\\"\\n\x7f"}'


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (2.0, "2"),
        (0.5, "0.5"),
        (-0.0, "-0.0"),
        (1e-5, "0.00001"),
        (1.5e-7, "1.5e-7"),
        (-1e21, "-1e+21"),
        (1e20, "100000000000000000000"),
        (1.25e22, "1.25e+22"),
        (123.456, "123.456"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_numbers_are_written_as_javascript_writes_them(number: float, text: str) -> None:
    assert spell_float(number) == text
    assert float(text) == number


def test_edits_see_what_those_before_them_did() -> None:
    after = _edited(
        '{"a": [1, 2, 3]}',
        _remove("/a/0"),
        _replace("/a/0", 20),
        _add("/a/1", {"x": 1}),
        _add("/a/1/y", [5]),
        _replace("/a/1/y/0", 6),
        _add("/b", 1),
        _remove("/b"),
    )
    assert after == '{"a": [20, {"x": 1, "y": [6]}, 3]}'


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (_replace("/x", 1), "the object at '' has no key 'x'"),
        (_remove("/x"), "the object at '' has no key 'x'"),
        (_add("/x/y", 1), "the object at '' has no key 'x'"),
        (_replace("/a/2", 1), "the list at '/a' has no element '2'; it has 2"),
        (_add("/a/3", 1), "the list at '/a' has no element '3'"),
        (_remove("/a/-"), "the list at '/a' has no element '-'"),
        (_replace("/a/-", 1), "has no element '-'"),
        (_add("/b/c", 1), "what stands at '/b' is neither object nor list"),
        (_remove(""), "root"),
    ],
)
def test_an_edit_of_what_is_not_there_is_refused(edit: Edit, words: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        apply(parse('{"a": [1, 2], "b": 3}'), [edit])
    assert words in str(caught.value)


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="nan"):
        apply(parse('{"a": 1}'), [Edit.model_construct(op="add", path="/b", value=float("nan"))])
    deep: Any = 1
    for _ in range(250):
        deep = [deep]
    with pytest.raises(ImpossibleError, match="deeper than 200"):
        apply(parse('{"a": 1}'), [Edit.model_construct(op="add", path="/b", value=deep)])
    unsayable: Any = {1}
    with pytest.raises(ImpossibleError, match="JSON has no set"):
        apply(parse('{"a": 1}'), [Edit.model_construct(op="add", path="/b", value=unsayable)])


def test_an_undoing_edit_is_written_down_as_any_other() -> None:
    document = parse('{"a": 2.50}')
    (undoing,) = invert(document, [_replace("/a", 3)])
    assert undoing.model_dump() == {"op": "replace", "path": "/a", "value": 2.5}


def test_a_changed_document_keeps_its_name_line_and_mark() -> None:
    document = parse(b"\xef\xbb\xbf[1]\n", name="x.db", line=4)
    after = apply(document, [_replace("/0", 2)])
    assert (after.name, after.line, after.mark) == ("x.db", 4, document.mark)
    assert dump(after) == b"\xef\xbb\xbf[2]\n"
    assert document.value == [1]


def test_a_shortened_list_loses_its_tail_and_a_shifted_one_its_head() -> None:
    assert diff([1, 2, 3], [1, 2]) == [_remove("/2")]
    assert diff([1, 2, 3], [2, 3]) == [_remove("/0")]
    assert diff({"a/b": 1}, {"a/b": 2}) == [_replace("/a~1b", 2)]
    assert diff(1, 1.0) == []


def test_later_replacements_make_earlier_ones_void() -> None:
    assert merge([_replace("/a", 1), _replace("/b", 1), _replace("/a", 2)]) == [
        _replace("/a", 2),
        _replace("/b", 1),
    ]
    kept = [_replace("/a/0", 1), _remove("/a/0"), _replace("/a/0", 2)]
    assert merge(kept) == kept
    assert merge([_add("/a/0", 1), _replace("/a/0", 2)]) == [_add("/a/0", 2)]


def test_a_thousand_edits_of_a_large_document_take_one_pass() -> None:
    text = "[" + ",\n".join(f'{{"n": {n}, "text": "lorem ipsum"}}' for n in range(5000)) + "]"
    edits = [_replace(f"/{n}/n", -1) for n in range(5000)]
    document = parse(text)
    after = apply(document, edits)
    assert after.text.count('"n": -1') == 5000
    assert apply(after, invert(document, edits)).text == text
