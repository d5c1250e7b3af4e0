from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sw_data.display.odds import (
    fraction_text,
    html,
    percent,
    rows_of,
    shortened,
    text,
)
from sw_data.errors import ImpossibleError, NotFoundError
from sw_data.models import Character
from sw_data.odds import (
    Distribution,
    Odds,
    Waiting,
    across,
    attack,
    damage,
    die,
    trait,
    turns_to_fell,
    until,
)

HOSTILE = (
    '<script>alert(1)</script><img src=x onerror="alert(1)"><a href="javascript:alert(1)">'
    "\x00\x1b[2J\u202e\u2066" + "A" * 1_000_000
)


def examples(joe: Character, goblin: Character) -> list[Odds | Distribution | Waiting]:
    return [
        die("d8"),
        damage("3d6+1"),
        trait("d8", wild_card=True),
        attack(joe, "Hammer on a stick", target=goblin),
        until(trait("d4"), "raise"),
        turns_to_fell(joe, "Axe", target=goblin),
    ]


def test_every_kind_of_odds_has_a_text_a_table_and_a_picture(
    joe: Character, goblin: Character
) -> None:
    for value in examples(joe, goblin):
        shown = str(value)
        for row in rows_of(value):
            assert row.name in shown
            assert percent(row.p) in shown
        assert value._repr_html_() == html(value)  # pyright: ignore[reportPrivateUsage]
        ElementTree.fromstring(html(value))
        picture = ElementTree.fromstring(value.to_svg())
        bars = [each for each in picture.iter() if each.tag.endswith("rect")]
        assert len(bars) == len(rows_of(value))


def test_the_text_of_a_roll() -> None:
    assert str(trait("d8", wild_card=True)).splitlines()[:5] == [
        "d8 with a Wild Die d6 against 4",
        "                     chance  or further",
        "  critical failure    2.1 %  100.0 %  █",
        "  plain failure      16.7 %   97.9 %  ███████",
        "  plain success      56.6 %   81.2 %  ████████████████████████",
    ]


def test_fractions_stand_beside_percentages_when_asked_for() -> None:
    assert "163/288" in text(trait("d8", wild_card=True), exact=True)
    assert "163/288" not in text(trait("d8", wild_card=True))
    assert fraction_text(Fraction(2**80, 3**60)) == f"{2**80 / 3**60:.15f}"


def test_a_hostile_sheet_is_shown_as_text(joe: Character, goblin: Character) -> None:
    bad = joe.model_copy(update={"name": HOSTILE})
    weapon = joe.weapons[1].model_copy(update={"name": HOSTILE})
    odds = attack(bad, weapon, target=goblin.model_copy(update={"name": HOSTILE}))
    for shown in (html(odds), odds.to_svg()):
        assert len(shown) < 20_000
        assert "<script" not in shown
        assert "<img" not in shown
        assert "<a " not in shown
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)
        ElementTree.fromstring(shown)
    assert "\x1b" not in text(odds)
    assert len(text(odds)) < 5_000


def test_a_half_surrogate_or_a_line_break_cannot_leave_its_line() -> None:
    assert shortened("a\ud800b\nc\u2028d") == "a b c d"
    assert shortened("x" * 1000).endswith("…")
    assert len(shortened("x" * 1000)) == 300


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (Fraction(0), "0.0 %"),
        (Fraction(1), "100.0 %"),
        (Fraction(1, 10**9), "<0.1 %"),
        (1 - Fraction(1, 10**9), ">99.9 %"),
        (Fraction(1, 3), "33.3 %"),
    ],
)
def test_a_percentage_is_never_nothing_or_all_where_the_chance_is_not(
    p: Fraction, shown: str
) -> None:
    assert percent(p) == shown


def test_curves_have_a_line_each_and_their_names() -> None:
    curves = across(
        lambda tn: trait("d8", wild_card=True, tn=tn),
        range(2, 13),
        events=("success", "raise"),
        question="<b>",
    )
    assert curves.p("success", 6) == Fraction(23, 48)
    assert curves.table()[4] == {
        "target number": 6,
        "success": Fraction(23, 48),
        "raise": trait("d8", wild_card=True, tn=6).p("raise"),
    }
    picture = ElementTree.fromstring(curves.to_svg())
    drawn = [each for each in picture.iter() if each.tag.endswith("polyline")]
    assert len({each.get("stroke") for each in drawn}) == 2
    words = [each.text for each in picture.iter() if each.text]
    assert {"success", "raise", "target number", "<b>"} <= set(words)
    assert "47.9 %" in str(curves)
    assert "<b>" not in curves.picture()._repr_html_()  # pyright: ignore[reportPrivateUsage]
    points = curves.to_json()["lines"][0]["points"]
    assert points[4] == {"at": 6, "p": 23 / 48, "p_exact": "23/48"}


def test_curves_across_dice_name_the_dice() -> None:
    dice = ("d4", "d6", "d12+1")
    curves = across(lambda die: trait(die), dice, events=("success",), name="die")
    words = [each.text for each in ElementTree.fromstring(curves.to_svg()).iter()]
    assert [word for word in words if word in dice] == list(dice)
    assert curves.to_vega()["encoding"]["x"]["type"] == "ordinal"
    assert curves.p("success", "d6") == Fraction(1, 2)


def test_curves_need_points_and_known_events() -> None:
    def ask(tn: int) -> Odds:
        return trait("d8", tn=tn)

    with pytest.raises(ImpossibleError, match="0 points"):
        across(ask, ())
    with pytest.raises(ImpossibleError, match="1 to 200"):
        across(ask, range(201))
    with pytest.raises(NotFoundError, match="victory"):
        across(ask, (4,), events=("victory",))
    with pytest.raises(NotFoundError, match="at 5"):
        across(ask, (4,)).p("success", 5)


def test_importing_the_odds_imports_no_display() -> None:
    import subprocess
    import sys

    code = "import sys, sw_data.odds; print([m for m in sys.modules if 'display' in m or 'IPython' in m])"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.strip() == "[]"
