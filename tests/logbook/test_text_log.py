"""The chat saved as text: what it still tells is read, and the rest is reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sw_data.api.chat import read_chat
from sw_data.formats.foundry import Foundry

RULE = "-" * 27
TEXT = f"""[11/29/2026, 8:00:00 PM] Buck
Let us go!
{RULE}
[11/29/2026, 8:01:00 PM] Goblin
{{1d8x[Stealth]}}kh - 2[Darkness] = 13 - 2 = 11
{RULE}
[11/29/2026, 8:02:00 PM] Buck
{{1d8x[Fighting],1d6x[Wild Die]}}kh + 1[Gang Up] = 7 + 1 = 8
{RULE}
[11/29/2026, 8:03:00 PM] Buck
1d8x[Strength] + 1d8x = 5 + 12 = 17
{RULE}
[11/29/2026, 8:04:00 PM] Goblin
is Shaken
{RULE}
[11/29/2026, 8:05:00 PM] Gamemaster
2d6 = 7 = 7
{RULE}
[11/29/2026, 8:06:00 PM] Buck
{{1d8x[Notice]}}kh = 16 = 16
"""


def read(
    tmp_path: Path, shared_sheets: list[Any], text: str = TEXT
) -> tuple[list[dict[str, Any]], Any]:
    path = tmp_path / "fvtt-log.txt"
    path.write_text(text, encoding="utf-8")
    reading = read_chat(path, actors=[Foundry().read(each).model for each in shared_sheets])  # type: ignore[misc]
    return list(reading.actions()), reading


def test_a_single_die_is_told_from_its_total(tmp_path: Path, table: Any) -> None:
    actions, _ = read(tmp_path, table.sheets)
    stealth = next(each for each in actions if each["type"] == "trait")
    assert stealth["trait"] == "Stealth"
    assert stealth["dice"]["roll"] == [{"die": "d8", "faces": [8, 5]}]
    assert stealth["modifiers"] == [{"label": "Darkness", "value": -2}]


def test_damage_is_told_die_by_die_and_hits_whom_the_text_names(tmp_path: Path, table: Any) -> None:
    actions, _ = read(tmp_path, table.sheets)
    damage = next(each for each in actions if each["type"] == "damage")
    assert damage["damage"] == "2d8"
    assert damage["target"] == "goblin0000000001"
    assert damage["dice"]["damage"] == [{"die": "d8", "faces": [5]}, {"die": "d8", "faces": [8, 4]}]


def test_two_dice_of_which_one_is_shown_are_reported(tmp_path: Path, table: Any) -> None:
    _, reading = read(tmp_path, table.sheets)
    open_ = reading.coverage.open
    # The Wild Card's pool, two dice of one term, and a total that no die comes to.
    assert open_["SW676"] == 3
    assert [each.line for each in reading.coverage.findings if each.code == "SW676"] == [7, 16, 19]


def test_talk_is_counted_and_no_action(tmp_path: Path, table: Any) -> None:
    actions, reading = read(tmp_path, table.sheets)
    assert len(actions) == 2
    assert reading.coverage.messages == 7
    assert reading.coverage.kinds["talk"] == 1


def test_a_text_of_anything_else_is_no_chat(tmp_path: Path) -> None:
    from sw_data.api.exports import is_chat_export

    path = tmp_path / "notes.txt"
    path.write_text("Once upon a time\n")
    assert not is_chat_export(path)
    (tmp_path / "log.txt").write_text(TEXT)
    assert is_chat_export(tmp_path / "log.txt")
