from __future__ import annotations

from pathlib import Path

import pytest

import sw_data as sw
from sw_data.api.load import opened
from sw_data.errors import DocumentError

pytest.importorskip("lark")

FIGHT = """\
sw-data/log 1
# one evening
ruleset cor
actors from party.json

round
Joe attacks Goblin with Hamer (+1 gang up): 8 3 | 2; damage 6 4 | 3 4
what is this
a7: Jo rolls Spirit against 6
Joe rolls Spirit against 6: 9 9
"""


@pytest.fixture
def fight(tmp_path: Path, fixtures: Path) -> Path:
    (tmp_path / "party.json").write_bytes((fixtures / "demo" / "party.json").read_bytes())
    path = tmp_path / "fight.txt"
    path.write_text(FIGHT)
    return path


def test_findings_of_a_typed_log_stand_in_its_lines(fight: Path) -> None:
    report = sw.validate(fight)
    told = {(each.code, each.line, each.column) for each in report}
    assert {("SW608", 3, 1), ("SW613", 7, 25), ("SW611", 9, 5)} <= told
    assert ("SW610", 8) in {(code, line) for code, line, _ in told}
    assert all(each.file == str(fight) for each in report)
    assert report.documents == 1
    assert "7 | Joe attacks Goblin with Hamer" in report.to_text()


def test_a_typed_log_without_its_first_line_is_known_by_its_sentences(fight: Path) -> None:
    fight.write_text("Joe attacks Goblin with Axe: 8 3\nJoe soaks: 6 3\nround\n")
    assert sw.inspect(fight)[0].container == "sw-data/log"
    assert not [each for each in sw.validate(fight) if each.code == "SW001"]


@pytest.mark.parametrize(
    "text",
    ["Hello, this is a letter.\nIt says nothing of a fight.\n", "# only a head\n", "\0\1\2", '{"a": 1}'],
)  # fmt: skip
def test_other_texts_are_no_logs(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.txt").write_text(text)
    assert opened(tmp_path / "x.txt").form != "text"


def test_a_stat_block_stays_one(fixtures: Path) -> None:
    report = sw.validate(fixtures / "statblocks" / "odd.txt")
    assert not [each for each in report if each.code.startswith("SW6")]


def test_a_typed_log_is_not_written(fight: Path, tmp_path: Path) -> None:
    store = opened(fight)
    assert store.write(fight, overwrite=True) == []
    with pytest.raises(DocumentError, match="typed"):
        store.write(tmp_path / "other.txt")
    assert fight.read_text() == FIGHT


def test_a_header_that_cannot_be_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "fight.txt"
    path.write_text("sw-data/log 9999\nseed 1\nseed 2\nround\n")
    report = sw.validate(path)
    assert ("SW610", 3, 1) in {(each.code, each.line, each.column) for each in report}
    assert report.errors
