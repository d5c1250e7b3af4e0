"""Small LevelDB folders of our own making, table by table."""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from sw_data.document.store.assembly import encoded, records
from sw_data.document.store.foundry_keys import Key
from sw_data.document.store.leveldb import batch, journal, write_folder
from sw_data.document.store.leveldb.coding import put_prefixed, put_varint
from sw_data.document.store.leveldb.crc32c import crc32c, masked
from sw_data.document.store.leveldb.manifest import COMPARATOR

# key, sequence number, value (None: deleted)
Put = tuple[bytes, int, bytes | None]

TableMaker = Callable[..., bytes]
ManifestMaker = Callable[..., bytes]


def internal(key: bytes, sequence: int, kind: int) -> bytes:
    return key + (sequence << 8 | kind).to_bytes(8, "little")


def snappy(data: bytes) -> bytes:
    """Literals of at most 40 bytes, and a copy wherever the next 8 bytes stood before."""
    out = bytearray(put_varint(len(data)))
    at = 0
    while at < len(data):
        piece = data[at : at + 8]
        seen = data.rfind(piece, max(0, at - 60000), at + 7) if len(piece) == 8 else -1
        if 0 <= seen < at:
            length = 8
            while (
                length < 64 and at + length < len(data) and data[seen + length] == data[at + length]
            ):
                length += 1
            offset = at - seen
            if length <= 11 and offset < 2048:
                out += bytes((1 | (length - 4) << 2 | offset >> 8 << 5, offset & 0xFF))
            elif offset < 30000:
                out += bytes((2 | (length - 1) << 2,)) + offset.to_bytes(2, "little")
            else:
                out += bytes((3 | (length - 1) << 2,)) + offset.to_bytes(4, "little")
            at += length
        else:
            piece = data[at : at + 40]
            out += bytes(((len(piece) - 1) << 2,)) + piece
            at += len(piece)
    return bytes(out)


def block(entries: Sequence[tuple[bytes, bytes]], every: int) -> bytes:
    out = bytearray()
    restarts: list[int] = []
    before = b""
    for number, (key, value) in enumerate(entries):
        shared = 0
        if number % every == 0:
            restarts.append(len(out))
        else:
            while key[: shared + 1] == before[: shared + 1] and shared < min(len(key), len(before)):
                shared += 1
        out += put_varint(shared) + put_varint(len(key) - shared) + put_varint(len(value))
        out += key[shared:] + value
        before = key
    for restart in restarts or [0]:
        out += restart.to_bytes(4, "little")
    out += len(restarts or [0]).to_bytes(4, "little")
    return bytes(out)


def _build_table(puts: Iterable[Put], *, per_block: int = 3, kind: int = 1) -> bytes:
    ordered = sorted(puts, key=lambda put: (put[0], -put[1]))
    entries = [(internal(k, s, 0 if v is None else 1), v or b"") for k, s, v in ordered]
    out = bytearray()

    def add(data: bytes, kind: int) -> bytes:
        stored = snappy(data) if kind == 1 else data
        at = len(out)
        body = stored + bytes((kind,))
        out.extend(body + masked(crc32c(body)).to_bytes(4, "little"))
        return put_varint(at) + put_varint(len(stored))

    index: list[tuple[bytes, bytes]] = []
    for start in range(0, len(entries), per_block):
        chosen = entries[start : start + per_block]
        index.append((chosen[-1][0], add(block(chosen, 2), kind)))
    footer = add(block([], 1), 0) + add(block(index, 1), min(kind, 1))
    out.extend(footer.ljust(40, b"\0") + 0xDB4775248B80FB57.to_bytes(8, "little"))
    return bytes(out)


def _build_manifest(
    tables: Iterable[tuple[int, int, bytes, bytes]] = (),
    *,
    log: int = 0,
    comparator: bytes = COMPARATOR,
    edits: Iterable[bytes] = (),
) -> bytes:
    edit = bytearray(b"\x01" + put_prefixed(comparator) + b"\x02" + put_varint(log))
    edit += b"\x09\x00\x03" + put_varint(90) + b"\x04" + put_varint(1000)
    for level, number, smallest, largest in tables:
        edit += b"\x07" + put_varint(level) + put_varint(number) + put_varint(0)
        edit += put_prefixed(internal(smallest, 9, 1)) + put_prefixed(internal(largest, 1, 1))
    writer = journal.Writer()
    return writer.record(bytes(edit)) + b"".join(map(writer.record, edits))


@pytest.fixture(scope="session")
def build_table() -> TableMaker:
    return _build_table


@pytest.fixture(scope="session")
def build_manifest() -> ManifestMaker:
    return _build_manifest


@pytest.fixture(scope="session")
def compress() -> Callable[[bytes], bytes]:
    return snappy


@pytest.fixture
def two_tables(tmp_path: Path) -> Path:
    """A pack as Foundry leaves it: an older table, a newer one with a change and a deletion, and a log."""
    folder = tmp_path / "two-tables"
    folder.mkdir()
    old = [(b"!items!%02d" % n, 10 + n, b'{"n":%d}' % n) for n in range(12)]
    new: list[Put] = [(b"!items!03", 40, b'{"n":"new"}'), (b"!items!05", 41, None)]
    (folder / "000005.ldb").write_bytes(_build_table(old))
    (folder / "000007.ldb").write_bytes(_build_table(new))
    (folder / "MANIFEST-000004").write_bytes(
        _build_manifest(
            [(1, 5, b"!items!00", b"!items!11"), (0, 7, b"!items!03", b"!items!05")], log=8
        )
    )
    (folder / "CURRENT").write_bytes(b"MANIFEST-000004\n")
    (folder / "LOCK").write_bytes(b"")
    payload = batch.put(50, [(b"!items!07", b'{"n":"log"}'), (b"!items!zz", b'{"n":"last"}')])
    (folder / "000008.log").write_bytes(journal.Writer().record(payload))
    return folder


# --- documents -----------------------------------------------------------------------

JOE: dict[str, object] = {
    "_id": "joeJoeJoeJoeJoe1",
    "name": "Joe",
    "type": "character",
    "items": [
        {
            "_id": "swordSwordSword1",
            "name": "Sword",
            "type": "weapon",
            "effects": [{"_id": "effectEffectEff1", "name": "Sharp", "changes": []}],
        },
        {"_id": "armorArmorArmor1", "name": "Plate", "type": "armor", "effects": []},
    ],
    "effects": [{"_id": "effectEffectEff2", "name": "Shaken"}],
    "folder": "folderFolderFol1",
}
ANN: dict[str, object] = {
    "_id": "annAnnAnnAnnAnn1",
    "name": "Ann \u2014 \u042f",
    "type": "npc",
    # The same ids below another parent: cousins.
    "items": [{"_id": "swordSwordSword1", "name": "Ann's sword", "type": "weapon", "effects": []}],
    "effects": [],
    "folder": None,
}
FOLDER: dict[str, object] = {
    "_id": "folderFolderFol1",
    "name": "Heroes",
    "type": "Actor",
    "folder": None,
    "sorting": "a",
}


@pytest.fixture
def joe() -> dict[str, object]:
    return copy.deepcopy(JOE)


@pytest.fixture
def ann() -> dict[str, object]:
    return copy.deepcopy(ANN)


@pytest.fixture
def heroes_folder() -> dict[str, object]:
    return copy.deepcopy(FOLDER)


RecordsOf = Callable[[dict[str, object], str], dict[bytes, bytes]]


def _records_of(value: dict[str, object], collection: str) -> dict[bytes, bytes]:
    key = Key((collection,), (str(value["_id"]),))
    return {str(part).encode(): encoded(record) for part, record in records(value, key)}


@pytest.fixture(scope="session")
def records_of() -> RecordsOf:
    return _records_of


@pytest.fixture
def heroes(tmp_path: Path) -> Path:
    """A compendium folder with two actors, their items and effects, and a folder."""
    content = (
        _records_of(JOE, "actors") | _records_of(ANN, "actors") | _records_of(FOLDER, "folders")
    )
    write_folder(tmp_path / "heroes", content.items())
    return tmp_path / "heroes"


INSIDE = ("actors", "cards", "combats", "folders", "items", "journal", "playlists", "scenes", "tables", "macros")  # fmt: skip


@pytest.fixture
def quest() -> dict[str, object]:
    """An adventure with documents of several kinds, some of them in folders of its own."""
    inside: dict[str, object] = {name: [] for name in INSIDE}
    inside["actors"] = [{**copy.deepcopy(JOE), "folder": "villainsVillain1"}, copy.deepcopy(ANN)]
    inside["folders"] = [
        {"_id": "villainsVillain1", "name": "Villains", "type": "Actor", "folder": "peoplePeoplePeo1"},
        {"_id": "peoplePeoplePeo1", "name": "People", "type": "Actor", "folder": None},
    ]  # fmt: skip
    inside["journal"] = [{"_id": "readReadReadRea1", "name": "Read me", "pages": []}]
    stats = {"modifiedTime": 1, "systemVersion": "5.0.0", "compendiumSource": None}
    return {
        "_id": "questQuestQuest1",
        "name": "The Quest",
        "folder": "folderFolderFol1",
        "img": None,
        "caption": "",
        **inside,
        "_stats": stats,
    }


@pytest.fixture
def campaign(tmp_path: Path, quest: dict[str, object]) -> Path:
    """A compendium folder with an adventure in a folder."""
    content = _records_of(quest, "adventures") | _records_of(FOLDER, "folders")
    write_folder(tmp_path / "campaign", content.items())
    return tmp_path / "campaign"


@pytest.fixture(scope="session")
def node() -> Callable[..., str]:
    """Runs a module script in node, with the npm packages that `SW_DATA_NODE_MODULES` names; its output."""
    modules = os.environ.get("SW_DATA_NODE_MODULES")
    program = shutil.which("node")
    if not modules or program is None:
        pytest.skip(
            "SW_DATA_NODE_MODULES names no folder with classic-level and @foundryvtt/foundryvtt-cli"
        )
    command = program

    def run(script: str, *arguments: str) -> str:
        done = subprocess.run(
            [command, "--input-type=module", "-e", script, *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env={**os.environ, "SW_DATA_NODE_MODULES": str(Path(modules).resolve())},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
