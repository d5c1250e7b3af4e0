"""One document a line."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from sw_data.diagnostics import Edit
from sw_data.document import (
    Document,
    Limits,
    apply,
    dump,
    examine_lines,
    lines,
    place,
    replace_lines,
)
from sw_data.errors import DocumentError, LimitError


def _documents(data: bytes) -> list[Document]:
    return [document for document in lines(data) if isinstance(document, Document)]


def test_documents_know_their_lines_and_blank_lines_are_passed_over() -> None:
    data = b'{"a": 1}\n\n \r\n[2]\r\n{"a": 3}'
    found = _documents(data)
    assert [(document.line, document.value) for document in found] == [
        (1, {"a": 1}),
        (4, [2]),
        (5, {"a": 3}),
    ]
    assert [dump(document) for document in found] == [b'{"a": 1}\n', b"[2]\r\n", b'{"a": 3}']
    assert place(found[2], "/a") == (5, 7)


def test_a_bad_line_is_given_and_the_rest_goes_on() -> None:
    found = list(lines(b'{"a": 1}\n{"a": \n[3]\n\xff\n[5]', name="x.jsonl"))
    errors = [error for error in found if isinstance(error, DocumentError)]
    assert [(error.code, error.line, error.column) for error in errors] == [
        ("SW002", 2, 6),
        ("SW007", 4, 1),
    ]
    assert str(errors[0]).startswith("x.jsonl:2:6: the JSON breaks off")
    assert [document.line for document in found if isinstance(document, Document)] == [1, 3, 5]


def test_a_break_at_the_end_of_a_line_is_truncated_at_that_line() -> None:
    (error,) = lines(b'\n{"a": "b')
    assert isinstance(error, DocumentError)
    assert (error.code, error.line, error.column) == ("SW002", 2, 9)


def test_a_lone_carriage_return_is_a_line_for_the_count() -> None:
    found = _documents(b'{"a":\r1}\n[2]')
    assert [document.line for document in found] == [1, 3]
    assert place(found[0], "/a") == (2, 1)


def test_an_empty_file_is_a_finding_and_holds_no_document() -> None:
    assert list(lines(b"")) == []
    for data in (b"", b"\n\n"):
        ((document, findings),) = examine_lines(data, name="x.db")
        assert document is None
        assert [(f.code, f.file, f.line) for f in findings] == [("SW009", "x.db", 1)]


def test_findings_of_a_line_carry_its_number() -> None:
    found = list(examine_lines(b'{"a": 1}\n{"a": 1, "a": 2}\nx\n'))
    codes = [[(f.code, f.line) for f in findings] for _, findings in found]
    assert codes == [[], [("SW006", 2)], [("SW001", 3)]]


class _Endless:
    """A stream that counts what is taken from it."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.taken = 0

    def readline(self, size: int = -1, /) -> bytes:
        self.taken += 1
        return next(self.pieces, b"")[:size]


def test_a_stream_is_read_no_further_than_asked() -> None:
    stream = _Endless(iter([b"[1]\n"] * 1000))
    reader = lines(stream)
    next(reader)
    next(reader)
    assert stream.taken == 2


def test_a_line_beyond_the_limit_is_refused_and_the_next_one_read() -> None:
    data = b"[1]\n[" + b" " * 200_000 + b"]\n[3]\n"
    found = list(lines(io.BytesIO(data), limits=Limits(size=1000)))
    assert isinstance(found[1], LimitError)
    assert found[1].line == 2
    assert isinstance(found[2], Document)
    assert (found[2].line, found[2].value) == (3, [3])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_replaced_lines_leave_every_other_byte(encoding: str) -> None:
    text = '{"é": 2.50}\r\n\nnot json\n{"é" : 1}\n{"x": 1}'
    data = text.encode(encoding)
    found = _documents(data)
    assert [document.line for document in found] == [1, 4, 5]
    assert replace_lines(data, found) == data
    changed = apply(found[1], [Edit(op="replace", path="/é", value=7)])
    expected = text.replace('"é" : 1', '"é" : 7').encode(encoding)
    assert replace_lines(data, [changed]) == expected


def test_a_text_is_read_like_its_bytes() -> None:
    assert [d.value for d in lines("[1]\n[2]") if isinstance(d, Document)] == [[1], [2]]
