"""LevelDB's MANIFEST: which tables and logs are live."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sw_data.document.store.leveldb.coding import (
    DamageError,
    prefixed,
    put_prefixed,
    put_varint,
    varint,
)

COMPARATOR = b"leveldb.BytewiseComparator"
_COMPARATOR, _LOG, _NEXT, _SEQUENCE, _POINTER, _DELETED, _NEW, _PREVIOUS_LOG = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    9,
)


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that the MANIFEST names, with the keys between which it lies (without their last 8 bytes)."""

    number: int
    level: int
    smallest: bytes
    largest: bytes


@dataclass(slots=True)
class Version:
    """What the records of a MANIFEST add up to."""

    comparator: bytes = b""
    log: int = 0
    previous_log: int = 0
    next_file: int = 0
    sequence: int = 0
    tables: dict[tuple[int, int], LiveTable] = field(
        default_factory=dict[tuple[int, int], LiveTable]
    )

    def apply(self, edit: bytes) -> None:
        """Take one record in; DamageError if it says what no record says."""
        at = 0
        gone: list[tuple[int, int]] = []
        new: list[LiveTable] = []
        while at < len(edit):
            tag, at = varint(edit, at)
            if tag == _COMPARATOR:
                self.comparator, at = prefixed(edit, at)
            elif tag == _LOG:
                self.log, at = varint(edit, at)
            elif tag == _PREVIOUS_LOG:
                self.previous_log, at = varint(edit, at)
            elif tag == _NEXT:
                self.next_file, at = varint(edit, at)
            elif tag == _SEQUENCE:
                self.sequence, at = varint(edit, at)
            elif tag == _POINTER:
                _, at = varint(edit, at)
                _, at = prefixed(edit, at)
            elif tag == _DELETED:
                level, at = varint(edit, at)
                number, at = varint(edit, at)
                gone.append((level, number))
            elif tag == _NEW:
                level, at = varint(edit, at)
                number, at = varint(edit, at)
                _, at = varint(edit, at)
                smallest, at = prefixed(edit, at)
                largest, at = prefixed(edit, at)
                new.append(LiveTable(number, level, smallest[:-8], largest[:-8]))
            else:
                raise DamageError(f"a record with the unknown tag {tag}")
        for place in gone:
            self.tables.pop(place, None)
        for table in new:
            self.tables[table.level, table.number] = table

    def live_log(self, number: int) -> bool:
        """Whether the log of that number holds what is in no table yet."""
        return number >= self.log or number == self.previous_log != 0


def runs(tables: Iterable[LiveTable]) -> list[list[LiveTable]]:
    """Tables in rows in which none overlaps another: level 0 one by one, of each further level one row."""
    rows: list[list[LiveTable]] = []
    deeper: dict[int, list[LiveTable]] = {}
    for table in sorted(tables, key=lambda table: (table.level, table.smallest, table.number)):
        row = deeper.get(table.level)
        if table.level > 0 and row is not None and row[-1].largest < table.smallest:
            row.append(table)
        else:
            rows.append([table])
            deeper[table.level] = rows[-1]
    return rows


def fresh(log: int, next_file: int) -> bytes:
    """The one record of a MANIFEST whose database lies wholly in one log."""
    return b"".join(
        (
            put_varint(_COMPARATOR) + put_prefixed(COMPARATOR),
            put_varint(_LOG) + put_varint(log),
            put_varint(_NEXT) + put_varint(next_file),
            put_varint(_SEQUENCE) + put_varint(0),
        )
    )
