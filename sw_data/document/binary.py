"""Files that are no text at all: pictures, archives, programs, told by how they begin."""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from typing import Final

_KNOWN: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a sound or a WebP picture"),
    (b"OggS", "a sound"),
    (b"ID3", "a sound"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"BZh", "packed with bzip2; unpack it first"),
    (b"\xfd7zXZ", "packed with xz; unpack it first"),
    (b"(\xb5/\xfd", "packed with Zstandard; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"\xd0\xcf\x11\xe0", "a document of an older office program"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT: Final = 4096
_FEW: Final = 12
_BLANK: Final = "\t\n\r\f\x1b"
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")


def binary(head: bytes) -> str | None:
    """What a file is that is no text, told by its beginning; None if it may be one.

    What begins like JSON counts as a text, whatever comes after.
    """
    sample = head[:_LOOKED_AT]
    encoding = next((name for mark, name in _MARKS if sample.startswith(mark)), None)
    if encoding is None:
        if sample.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"["):
            return None
        encoding = json.detect_encoding(sample) if b"\0" in sample[:4] else "utf-8"
    text = sample[: len(sample) // 4 * 4 or None].decode(encoding, "replace")
    wide = not encoding.startswith("utf-8")
    if wide and (len(sample) < _FEW or text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")):
        return None
    odd = sum(map(_is_odd_wide, text)) if wide else len(_CONTROL.findall(text))
    if odd * 20 <= len(text):
        return None
    if not sample.strip(b"\0"):
        return "nothing but zeros"
    known = next((what for start, what in _KNOWN if sample.startswith(start)), None)
    return known or f"no text: it begins with the bytes {sample[:8].hex(' ')}"


def _is_odd_wide(char: str) -> bool:
    return char == "\ufffd" or (
        unicodedata.category(char) in ("Cc", "Cn", "Cs") and char not in _BLANK
    )
