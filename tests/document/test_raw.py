"""Reading documents: what is refused, where, and why; what is kept."""

from __future__ import annotations

import codecs
import sys

import pytest

from sw_data.document import Document, Limits, dump, examine, parse
from sw_data.errors import DocumentError, LimitError


def _fault(text: bytes | str) -> tuple[str, int | None, int | None, str]:
    with pytest.raises(DocumentError) as caught:
        parse(text, name="joe.json")
    error = caught.value
    assert error.path == "joe.json"
    assert str(error).startswith(f"joe.json:{error.line}:{error.column}: ")
    document, findings = examine(text, name="joe.json")
    assert (error.code, error.line, error.column) in {(f.code, f.line, f.column) for f in findings}
    assert all(f.file == "joe.json" for f in findings)
    assert document is None or error.code in {"SW010", "SW011"}
    return error.code, error.line, error.column, error.message


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"),
    [
        ("", "SW009", 1, 1, "empty"),
        (" \n\t", "SW009", 2, 2, "empty"),
        ('{"a": 1,}', "SW001", 1, 8, "a comma before the closing '}'"),
        ("[1,\n]", "SW001", 1, 3, "a comma before the closing ']'"),
        ('{"a": 1,5}', "SW001", 1, 8, "a decimal number is written with a point"),
        ('{"a": 1, 5}', "SW001", 1, 10, "expected a key in double quotes, found '5'"),
        ('{"a": 1,, "b": 2}', "SW001", 1, 9, "one comma too many"),
        ('{"a" 1}', "SW001", 1, 6, "expected ':' after the key 'a', found '1'"),
        ('{"a": 1\r\n "b": 2}', "SW001", 2, 2, "expected ',' or '}', found '\"'"),
        ('{"a": 1\r "b": 2}', "SW001", 2, 2, "expected ',' or '}'"),
        ("{a: 1}", "SW001", 1, 2, "a key in double quotes"),
        ('{"a": 1, b: 2}', "SW001", 1, 10, "expected a key in double quotes, found 'b'"),
        ("{'a': 1}", "SW001", 1, 2, "double quotes only"),
        ("[1 2]", "SW001", 1, 4, "found '2'"),
        ("[1, // two\n2]", "SW001", 1, 5, "no comments"),
        ("[True]", "SW001", 1, 2, "true, false and null"),
        ("[undefined]", "SW001", 1, 2, "found 'undefined'"),
        ("[01]", "SW001", 1, 2, "no zero may lead"),
        ("[1.]", "SW001", 1, 2, "expected a number"),
        ("[.5]", "SW001", 1, 2, "expected a value"),
        ("[+1]", "SW001", 1, 2, "expected a value"),
        ("[-]", "SW001", 1, 2, "expected a number"),
        ("[\u0661]", "SW001", 1, 2, "expected a number"),
        ('["a\nb"]', "SW001", 1, 4, "line break inside a text"),
        ('["a\x01"]', "SW001", 1, 4, "control character '\\x01'"),
        ('["\\x41"]', "SW001", 1, 3, "no escape of JSON"),
        ('["\\u12g4"]', "SW001", 1, 3, "no escape of JSON"),
        ("{} {}", "SW001", 1, 4, "expected the end of the JSON, found '{'"),
        ("[1]]", "SW001", 1, 4, "expected the end of the JSON"),
        ("\0\0\0\0\0", "SW001", 1, 1, "expected a value"),
        ('{"a": [1, 2', "SW002", 1, 12, "inside the list that begins at line 1, column 7"),
        ('{"a"', "SW002", 1, 5, "expected ':'"),
        ('{"a": ', "SW002", 1, 6, "expected a value"),
        ('{"a": "b', "SW002", 1, 9, "the text that begins at line 1, column 7"),
        ('{"a": "\\u12', "SW002", 1, 12, "expected a closing"),
        ('{"a": "b\n', "SW002", 1, 9, "the text that begins at line 1, column 7"),
        ('{"a": [1,\n\n', "SW002", 1, 10, "inside the list"),
        ("[tru", "SW002", 1, 5, "expected 'true'"),
        ("[1e", "SW002", 1, 4, "expected a digit"),
        ("[-", "SW002", 1, 3, "expected a digit"),
        (b'{"a": "\xe4"}', "SW007", 1, 8, "no UTF-8"),
        (b'{\n"\xc3\xa4": "\xe4"}', "SW007", 2, 7, "no UTF-8"),
        (b"\xff\xfe{", "SW007", 1, 1, "no UTF-16"),
        ("[NaN]", "SW010", 1, 2, "NaN is no number of JSON"),
        ("[-Infinity]", "SW010", 1, 2, "-Infinity is no number"),
        ("[1,\n 1e400]", "SW011", 2, 2, "beyond what a double can hold"),
        ("[" + "9" * 5000 + "]", "SW011", 1, 2, "a number of 5000 digits"),
        ("[" * 300 + "]" * 300, "SW005", 1, 201, "deeper than 200 levels"),
        ('{"a":' * 300 + "1" + "}" * 300, "SW005", 1, 1001, "deeper than 200 levels"),
        ("[" * 200_000, "SW005", 1, 201, "deeper than 200 levels"),
        (codecs.BOM_UTF8 + b"[1,]", "SW001", 1, 3, "a comma"),
    ],
)
def test_a_fault_is_named_at_its_place(
    text: bytes | str, code: str, line: int, column: int, words: str
) -> None:
    found = _fault(text)
    assert found[:3] == (code, line, column)
    assert words in found[3]


def test_what_is_too_large_is_not_even_decoded() -> None:
    with pytest.raises(LimitError, match="11 bytes; at most 10 are read"):
        parse(b'"\xff\xff2345678"', limits=Limits(size=10))
    document, findings = examine(b"[1, 2, 3, 4]", limits=Limits(size=10))
    assert document is None
    assert [finding.code for finding in findings] == ["SW004"]


def test_two_hundred_levels_are_read_and_one_more_is_not() -> None:
    assert parse("[" * 200 + "]" * 200).value
    with pytest.raises(LimitError):
        parse("[" * 201 + "]" * 201)
    with pytest.raises(LimitError):
        parse('["[]\\\\", "\\"", ' + "[" * 200 + "]" * 201)
    assert parse('{"a": "' + "[{" * 500 + '", "b\\\\": "\\"]"}').value
    assert examine("[" * 3 + "]" * 3, limits=Limits(depth=2))[1][0].code == "SW005"


def test_nothing_is_too_deep_for_the_reader_itself() -> None:
    deep = sys.getrecursionlimit() * 3
    for limits in (Limits(), Limits(depth=deep * 2)):
        with pytest.raises(LimitError):
            parse("[" * 200_000 + "]" * 200_000, limits=limits)
        assert examine("[" * 200_000 + "]" * 200_000, limits=limits)[0] is None


def test_long_integers_are_read_to_the_last_digit() -> None:
    assert parse("[" + "9" * 4300 + "]").value == [10**4300 - 1]
    document, findings = examine("[1" + "0" * 400 + "]")
    assert document is not None
    assert [(f.code, f.pointer) for f in findings] == [("SW011", "/0")]
    assert examine(f"[{2**1023}]")[1] == ()


def test_a_doubled_key_is_found_at_the_later_one_and_the_last_one_counts() -> None:
    text = '{"a": {"b~/": 1,\n "b~/": 2, "c": 3}, "\\u0061": 4}'
    document, findings = examine(text)
    assert document is not None
    assert document.value == {"a": 4}
    assert document.unique is False
    assert [(f.code, f.severity, f.line, f.column, f.pointer) for f in findings] == [
        ("SW006", "warning", 2, 2, "/a/b~0~1"),
        ("SW006", "warning", 2, 21, "/a"),
    ]


def test_what_is_odd_does_not_hide_the_rest_from_an_examination() -> None:
    document, findings = examine('{"a": NaN, "b": -Infinity, "c": 1e999, "d": 1}', name="x")
    assert document is not None
    assert document.value["d"] == 1
    assert [(f.code, f.pointer) for f in findings] == [
        ("SW010", "/a"),
        ("SW010", "/b"),
        ("SW011", "/c"),
    ]


def test_findings_end_at_their_limit() -> None:
    text = "{" + ", ".join('"a": 1' for _ in range(50)) + "}"
    assert len(examine(text, limits=Limits(findings=7))[1]) == 7
    broken = text[:-1]
    document, findings = examine(broken, limits=Limits(findings=7))
    assert document is None
    assert len(findings) == 8
    assert findings[-1].column == len(broken) + 1


def test_half_a_surrogate_pair_survives_and_is_found() -> None:
    data = rb'{"a": "\ud83d", "b": "\ud83d\ude00", "\ude00": 1, "c": "\\ud83d"}'
    document, findings = examine(data)
    assert document is not None
    assert dump(document) == data
    assert document.value["a"] == "\ud83d"
    assert [(f.code, f.pointer) for f in findings] == [("SW014", "/a"), ("SW014", "/\ude00")]
    assert dump(parse('["\ud83d"]')) == rb'["\ud83d"]'


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-32-le"])
def test_another_encoding_is_read_and_kept(encoding: str) -> None:
    data = '{"é": "😀"}\r\n'.encode(encoding)
    document, findings = examine(data)
    assert document is not None
    assert document.value == {"é": "😀"}
    assert dump(document) == data == dump(parse(data))
    assert [finding.code for finding in findings] == ["SW008"]


def test_plain_utf_8_is_no_finding() -> None:
    assert examine(b'{"a": 1}')[1] == ()


def test_a_place_counts_from_where_the_text_begins_in_its_file() -> None:
    with pytest.raises(DocumentError) as caught:
        parse("[1 2]", line=7, column=11)
    assert (caught.value.line, caught.value.column) == (7, 14)
    with pytest.raises(DocumentError) as caught:
        parse("[1\n 2]", line=7, column=11)
    assert (caught.value.line, caught.value.column) == (8, 2)


def test_a_document_cannot_be_changed() -> None:
    document = parse("{}")
    with pytest.raises(AttributeError):
        document.text = "[]"  # type: ignore[misc]


def test_documents_are_equal_if_their_text_and_place_are() -> None:
    assert parse("[1]") == parse(b"[1]") == Document("[1]")
    assert parse("[1]") != parse("[1] ")
    assert parse("[1]") != parse("[1]", line=2)
