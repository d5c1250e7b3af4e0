"""From pointers to places."""

from __future__ import annotations

import pytest

from sw_data.diagnostics import register
from sw_data.document import locate, locate_all, located, parse, place, places
from sw_data.document.pointer import index, join, split
from sw_data.errors import NotationError, NotFoundError

TEXT = """{
  "name": "Joe",
  "a/b": {"~": 1, "": [2, {"é": 3}]},
  "\\u0063": 4
}
"""


def _text(pointer: str) -> str:
    span = locate(parse(TEXT), pointer)
    return TEXT[span.start : span.end]


def test_a_pointer_leads_to_the_text_of_its_value() -> None:
    assert _text("/name") == '"Joe"'
    assert _text("/a~1b/~0") == "1"
    assert _text("/a~1b/") == '[2, {"é": 3}]'
    assert _text("/a~1b//1/é") == "3"
    assert _text("/c") == "4"
    assert _text("") == TEXT.strip()


def test_the_key_has_a_span_too() -> None:
    span = locate(parse(TEXT), "/c")
    assert span.key_start is not None
    assert TEXT[span.key_start : span.key_end] == '"\\u0063"'
    assert locate(parse(TEXT), "").key_start is None
    assert locate(parse("[1]"), "/0").key_start is None


def test_a_place_is_that_of_the_value_or_of_its_key() -> None:
    document = parse(TEXT)
    assert place(document, "/name") == (2, 11)
    assert place(document, "/name", key=True) == (2, 3)
    assert place(document, "/a~1b/~0") == (3, 16)
    assert place(document, "") == (1, 1)
    assert place(document, "", key=True) == (1, 1)


def test_the_place_of_what_is_absent_is_that_of_what_lacks_it() -> None:
    document = parse(TEXT)
    assert place(document, "/a~1b/x/y/z") == place(document, "/a~1b")
    assert place(document, "/a~1b//7") == place(document, "/a~1b/")
    assert place(document, "/name/first") == place(document, "/name")
    assert place(document, "/x") == (1, 1)
    # The key of the object is not what is asked for.
    assert place(document, "/a~1b/x", key=True) == place(document, "/a~1b")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_end_in_three_ways(newline: str) -> None:
    document = parse(TEXT.replace("\n", newline))
    assert place(document, "/c") == (4, 13)


def test_columns_count_characters_and_no_byte_order_mark() -> None:
    assert place(parse('\ufeff{"😀": 1}'), "/😀") == (1, 7)


def test_of_equal_keys_the_last_one_is_found_and_nothing_of_the_earlier() -> None:
    document = parse('{"a": {"x": 1, "y": 2}, "a": {"x": 3}}')
    found = locate_all(document, ["/a/x", "/a/y", "/a"])
    assert set(found) == {"/a/x", "/a"}
    assert found["/a/x"].start == document.text.index("3")


def test_an_array_index_has_no_sign_and_no_leading_zero() -> None:
    document = parse("[10, 11, 12]")
    assert locate(document, "/1").start == 5
    for pointer in ("/01", "/-1", "/+1", "/-", "/1 ", "/\u0661", "/" + "9" * 50):
        with pytest.raises(NotFoundError, match="has no element"):
            locate(document, pointer)


def test_a_pointer_to_nothing_says_where_its_way_ends() -> None:
    document = parse('{"a": {"b": 1, "c": 2}}')
    with pytest.raises(NotFoundError, match=r"the object at '/a' has no key 'x'; it has 'b', 'c'"):
        locate(document, "/a/x/y")
    with pytest.raises(NotFoundError, match=r"'/a/b' is neither object nor list"):
        locate(document, "/a/b/0")


@pytest.mark.parametrize("pointer", ["a", "a/b", "/~", "/~2", "/a~"])
def test_a_text_that_is_no_pointer_is_refused(pointer: str) -> None:
    with pytest.raises(NotationError, match="no JSON Pointer"):
        locate(parse("{}"), pointer)


def test_pointers_are_split_and_joined() -> None:
    assert split("/a~1b/~01/0/") == ("a/b", "~1", "0", "")
    assert join(("a/b", "~1", 0, "")) == "/a~1b/~01/0/"
    assert index("0") == 0
    assert index("00") is None


def test_findings_are_given_their_places_and_keep_their_order() -> None:
    document = parse(TEXT, name="joe.json", line=10)
    findings = [
        register.finding("SW010", "x", pointer="/c"),
        register.finding("SW010", "x", pointer="/name"),
        register.finding("SW010", "x"),
        register.finding("SW010", "x", pointer="/name").at("other.json", 3, 4),
    ]
    assert [(f.file, f.line, f.column) for f in located(document, findings)] == [
        ("joe.json", 13, 13),
        ("joe.json", 11, 11),
        ("joe.json", None, None),
        ("other.json", 3, 4),
    ]


def test_a_thousand_pointers_are_followed_in_one_pass() -> None:
    document = parse("[" + ",\n".join(f'{{"n": {n}}}' for n in range(1000)) + "]")
    wanted = [f"/{n}/n" for n in reversed(range(1000))]
    found = places(document, wanted)
    assert list(found.values()) == sorted(found.values())
    assert found["/0/n"] == (1, 8)
    assert found["/999/n"] == (1000, 7)
