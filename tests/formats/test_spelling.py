"""Dice, damage, ranges and texts in the spellings of people and programs."""

from __future__ import annotations

import pytest

from sw_data.formats.editions import newer, with_newer
from sw_data.formats.encoding import decoded
from sw_data.formats.spelling import clean, damage_in, die_in, number_in, range_in


@pytest.mark.parametrize(
    ("text", "die"),
    [("d8", "d8"), ("D12 + 2", "d12+2"), ("1d6", "d6"), ("W10", "d10"), ("d4\u20132", "d4-2"), ("8", "d8"),
     ("d16", "d12+2")],
)  # fmt: skip
def test_a_die_is_read_in_every_spelling(text: str, die: str) -> None:
    assert str(die_in(text)) == die


@pytest.mark.parametrize("text", ["", "d7", "d", "2d6", "d12+", "d8 (A)", "d40", "dd6", "9" * 500])
def test_what_no_trait_has_is_no_die(text: str) -> None:
    assert die_in(text) is None


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("Str+d6", "Str+d6"), ("Str + 1d8+2", "Str+d8+2"), ("@str+d8", "Str+d8"), ("Str[d8]+d8+2", "Str+d8+2"),
        ("2d6+1", "2d6+1"), ("@{strength_rank}+1d8!", "Str+d8"), ("Stä+W6", "Str+d6"), ("\u2014", "0"),
        ("1-3d6", "3d6"), ("3d6/2d6/1d6", "3d6"), ("d6+d6", "2d6"), ("Str.", "Str"), ("0", "0"),
    ],
)  # fmt: skip
def test_damage_is_read_in_every_spelling(text: str, damage: str) -> None:
    assert str(damage_in(text).damage) == damage


@pytest.mark.parametrize(
    "text", ["2d61", "All the damage", "Str+d8 extra", "2.8", "Agi+d6x", "d6" * 200]
)
def test_what_is_no_damage_is_none(text: str) -> None:
    assert damage_in(text).damage is None


def test_ranges_are_brackets_templates_or_nothing() -> None:
    assert range_in('12"/24"/48"').range == (12, 24, 48)
    assert range_in("Range 12/24/48").remark == ""
    assert range_in("Melee").range is None
    assert range_in("Cone Template").range == "Cone Template"
    assert range_in("6").range == (6, 6, 6)


def test_control_characters_go_and_everything_else_stays() -> None:
    text = "a&<>\"'\u00e4\U0001f600\r\n\tb"
    assert clean(text) == text
    assert clean("a\x00b\x1bc\x7fd\ud800e") == "abcde"


def test_a_number_has_any_minus() -> None:
    assert [number_in(each) for each in ("\u22122", "+3", " 4 ", "5.0", "x", "", "1e9")] == [
        -2,
        3,
        4,
        5,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("skill", "new"),
    [("Throwing", "Athletics"), ("climbing", "Athletics"), ("Lockpicking", "Thievery"), ("Guts", None),
     ("Knowledge (Arcana)", "Occult"), ("Knowledge (Battle)", "Battle"), ("Knowledge (Wine)", None)],
)  # fmt: skip
def test_an_older_skill_has_its_newer_name(skill: str, new: str | None) -> None:
    found = newer(skill)
    assert found is not None
    assert found.new == new


def test_a_skill_of_the_newest_edition_is_no_older_one() -> None:
    assert newer("Fighting") is None
    assert newer("Common Knowledge") is None


def test_the_newer_skill_takes_the_largest_older_die_and_the_older_ones_stay() -> None:
    from sw_data.dice import Die

    skills, told = with_newer(
        {"Throwing": Die(6), "Climbing": Die(10), "Survival": Die(4), "Tracking": Die(8)}
    )
    assert skills == {
        "Throwing": Die(6), "Climbing": Die(10), "Survival": Die(4), "Tracking": Die(8), "Athletics": Die(10),
    }  # fmt: skip
    assert len(told) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_text_with_a_mark_or_in_utf_8_is_read_without_a_finding(encoding: str) -> None:
    assert decoded("Gómez 😀".encode(encoding)) == ("Gómez 😀", ())


def test_a_declared_encoding_is_honoured_and_a_wrong_one_is_told() -> None:
    latin = '<?xml version="1.0" encoding="iso-8859-1"?><a>Gómez</a>'
    assert decoded(latin.encode("latin-1"))[0] == latin
    lying = '<?xml version="1.0" encoding="utf-8"?>\n<a>Gómez</a>'
    text, found = decoded(lying.encode("latin-1"))
    assert "Gómez" in text
    assert [(each.code, each.line, each.column) for each in found] == [("SW017", 2, 5)]
    text, found = decoded(b'<?xml version="1.0" encoding="rot13"?><a/>')
    assert [each.code for each in found] == ["SW017"]
