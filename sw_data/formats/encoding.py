"""The bytes of a text that is no JSON: decoded as they say, never by a guess that nobody is told of."""

from __future__ import annotations

import codecs
import re
from typing import Final

from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.register import finding

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED: Final = re.compile(
    rb"""^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']"""
)
_ONE_BYTE: Final = frozenset({"iso8859-1", "cp1252", "latin-1", "iso8859-15", "ascii", "utf-8"})


def decoded(data: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of some bytes, and findings about their encoding.

    A byte order mark decides, then what an XML declaration says, then UTF-8. Bytes that do not fit are read as
    Windows-1252, which has every letter that Latin-1 has, with a finding.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            try:
                return body.decode(encoding), ()
            except UnicodeDecodeError as error:
                message = f"the text begins with the mark of {encoding} and is not in it; what does not fit is left out"
                return body.decode(encoding, "ignore"), (
                    finding("SW017", message).at(None, *_place(body, error)),
                )
    declared = _DECLARED.match(data[:400])
    wanted = "utf-8" if declared is None else declared[1].decode("ascii")
    try:
        known = codecs.lookup(wanted).name
    except LookupError:
        known = ""
    if known not in _ONE_BYTE:
        message = (
            f"the text declares the encoding {wanted!r}, which is not read; it is read as UTF-8"
        )
        return data.decode("utf-8", "replace"), (finding("SW017", message).at(None, 1, 1),)
    try:
        return data.decode(known), ()
    except UnicodeDecodeError as error:
        line, column = _place(data, error)
        message = f"byte {error.start + 1} does not fit the encoding {wanted!r}; the text is read as Windows-1252"
        return data.decode("cp1252", "replace"), (finding("SW017", message).at(None, line, column),)


def encoded(text: str) -> bytes:
    """The bytes of a text in the encoding that its XML declaration names, so that it still says the truth."""
    declared = _DECLARED.match(text[:400].encode("ascii", "replace"))
    wanted = "utf-8" if declared is None else declared[1].decode("ascii")
    try:
        return text.encode(wanted)
    except (LookupError, UnicodeEncodeError):
        return text.encode("utf-8", "replace")


def _place(data: bytes, error: UnicodeDecodeError) -> tuple[int, int]:
    before = data[: error.start]
    line = before.count(b"\n") + 1
    return line, len(before) - (before.rfind(b"\n") + 1) + 1
