from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document.store.leveldb import crc32c as checksums
from sw_data.document.store.leveldb import journal, snappy
from sw_data.document.store.leveldb.coding import DamageError, put_varint, varint

LIMIT = 1 << 24


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", 0),
        (b"123456789", 0xE3069283),
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
    ],
)
def test_the_checksum_is_that_of_the_standard(data: bytes, expected: int) -> None:
    assert checksums.crc32c(data) == expected


@given(st.binary(min_size=1, max_size=300), st.integers(1, 20), st.integers(0, 3000))
def test_lanes_give_what_byte_by_byte_gives(data: bytes, times: int, cut: int) -> None:
    data *= times
    whole = checksums.crc32c(data)
    assert whole == checksums.crc32c_prefixes(data, 0)[-1]
    assert whole == checksums.crc32c(data[cut:], checksums.crc32c(data[:cut]))


def test_a_stored_checksum_is_masked() -> None:
    assert checksums.masked(0) == 0xA282EAD8
    assert checksums.masked(0xFFFFFFFF) == 0xA282EAD7


@given(st.integers(0, 2**63 - 1))
def test_a_number_comes_back_from_its_variable_length(value: int) -> None:
    assert varint(b"x" + put_varint(value), 1) == (value, 1 + len(put_varint(value)))


@pytest.mark.parametrize("data", [b"", b"\x80", b"\xff" * 11])
def test_a_number_that_is_cut_off_or_too_long_is_damage(data: bytes) -> None:
    with pytest.raises(DamageError):
        varint(data, 0)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x00", b""),
        (b"\x03\x08abc", b"abc"),
        # a literal "ab", and a copy of 8 bytes from 2 back: a copy may overlap itself
        (b"\x0a\x04ab" + bytes((1 | (8 - 4) << 2, 2)), b"ab" * 5),
    ],
)
def test_snappy_packed_by_hand_unpacks_to_what_was_meant(data: bytes, expected: bytes) -> None:
    assert snappy.decompress(data, LIMIT) == expected


def test_a_long_literal_has_its_length_in_bytes_of_its_own() -> None:
    body = bytes(range(256)) * 2
    data = put_varint(512) + bytes((61 << 2,)) + (511).to_bytes(2, "little") + body
    assert snappy.decompress(data, LIMIT) == body


@given(st.lists(st.sampled_from([b'{"name":"', b"Sword", b'","system":{}', b"\x00", b"xyz" * 9])))
def test_snappy_gives_back_what_was_compressed(
    compress: Callable[[bytes], bytes], parts: list[bytes]
) -> None:
    data = b"".join(parts)
    assert snappy.decompress(compress(data), LIMIT) == data


def test_no_damaged_byte_of_snappy_is_more_than_damage(
    compress: Callable[[bytes], bytes],
) -> None:
    good = compress(b'{"name":"Sword","damage":"Str+d8"},{"name":"Sword","damage":"Str+d6"}' * 3)
    for at in range(len(good)):
        for byte in (0, 1, 2, 3, 0x7F, 0xF0, 0xFC, 0xFF):
            bad = good[:at] + bytes((byte,)) + good[at + 1 :]
            try:
                snappy.decompress(bad, LIMIT)
            except DamageError:
                continue
    for cut in range(len(good)):
        with pytest.raises(DamageError):
            snappy.decompress(good[:cut], LIMIT)


def test_a_block_that_announces_more_than_the_limit_is_not_unpacked() -> None:
    with pytest.raises(DamageError, match="limit"):
        snappy.decompress(put_varint(1 << 31) + b"\x00a", LIMIT)


@given(st.lists(st.integers(0, 70000), max_size=6))
def test_records_of_any_length_come_back_from_a_journal(lengths: list[int]) -> None:
    payloads = [bytes((n % 251,)) * length for n, length in enumerate(lengths)]
    writer = journal.Writer()
    data = b"".join(map(writer.record, payloads))
    assert list(journal.records(data)) == payloads


@pytest.mark.parametrize("room", range(9))
def test_a_record_begins_in_the_next_block_where_no_header_fits(room: int) -> None:
    writer = journal.Writer()
    payloads = [b"a" * (journal.BLOCK - journal.HEADER - room), b"b", b""]
    data = b"".join(map(writer.record, payloads))
    assert list(journal.records(data)) == payloads


def test_a_journal_cut_anywhere_gives_the_records_before_the_cut() -> None:
    writer = journal.Writer()
    payloads = [b"one", b"two" * 20, b"three"]
    pieces = [writer.record(payload) for payload in payloads]
    data = b"".join(pieces)
    ends = [sum(map(len, pieces[:n])) for n in range(4)]
    for cut in range(len(data)):
        read = list(journal.records(data[:cut]))
        whole = sum(end <= cut for end in ends) - 1
        assert [item for item in read if isinstance(item, bytes)] == payloads[:whole]
        broken = [item for item in read if isinstance(item, journal.Broken)]
        assert all(item.tail for item in broken)
        assert bool(broken) == (cut not in ends)


def test_what_follows_a_damaged_block_of_a_journal_is_still_read() -> None:
    writer = journal.Writer()
    first, second = b"a" * 20000, b"b" * 40000
    third = b"c" * 5
    data = bytearray(b"".join(map(writer.record, (first, second, third))))
    data[100] ^= 1
    read = list(journal.records(bytes(data)))
    assert read[-1] == third
    assert all(isinstance(item, journal.Broken) and not item.tail for item in read[:-1])


@pytest.mark.parametrize("kept", [0, 10, journal.BLOCK, journal.BLOCK + 20])
def test_a_file_that_becomes_shorter_while_it_is_read_is_told(kept: int) -> None:
    writer = journal.Writer()
    data = b"".join(writer.record(bytes(1000)) for _ in range(100))
    read = list(journal.records_of(lambda at, size: data[:kept][at : at + size], len(data)))
    broken = [each for each in read if isinstance(each, journal.Broken)]
    assert broken
    assert all(each.tail for each in broken)
