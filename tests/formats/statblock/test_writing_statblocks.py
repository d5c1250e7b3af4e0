"""Writing stat blocks: text, Markdown, and a card to print."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sw_data.errors import ImpossibleError
from sw_data.formats.registry import text_format_named
from sw_data.models import Character, Chase, Vehicle, Weapon

JOE = Character.model_validate(
    {
        "name": "Joe", "wild_card": True, "bennies": 3, "parry": 6, "toughness": 7, "armor": 2,
        "attributes": {"agility": "d6", "smarts": "d6", "spirit": "d6", "strength": "d12+2", "vigor": "d6"},
        "skills": {"Fighting": "d8", "Shooting": "d4-2"}, "edges": ["Level Headed"], "conditions": ["bleeding_out"],
        "wounds": {"value": 1, "max": 3, "ignored": 1}, "hindrances": ["Vow (Major)"],
        "weapons": [
            {"name": "Hammer (big)", "damage": "Str+d10", "parry": -1, "reach": 2, "min_strength": "d10", "ready": True,
             "modifiers": [{"applies_to": "Fighting", "value": 1, "label": "long handle"}]},
            {"name": "Flame", "damage": "2d6", "range": "Cone Template", "ready": True, "trait": "Athletics"},
        ],
        "armor_pieces": [{"name": "Mail", "armor": 2, "min_strength": "d8", "worn": False}],
    }
)  # fmt: skip
HOSTILE = "<script>alert(1)</script> & \"q\" 'r' 😀 äöü"


@pytest.mark.parametrize("form", ["statblock", "markdown"])
def test_what_is_written_reads_back_as_the_same_character(form: str) -> None:
    written = text_format_named(form).create_text(JOE)
    assert written.diagnostics == ()
    (reading,) = text_format_named(form).read_text(written.text)
    assert reading.model == JOE
    assert reading.diagnostics == ()


def test_parry_is_printed_as_books_do_with_the_weapon_in_hand() -> None:
    assert "Parry: 5" in text_format_named("statblock").create_text(JOE).text


@pytest.mark.parametrize("form", ["statblock", "markdown"])
@settings(max_examples=40)
@given(data=st.data())
def test_any_plainly_named_character_survives_both_ways(
    form: str, plainly_named: SearchStrategy[Character], data: st.DataObject
) -> None:
    model = data.draw(plainly_named)
    block = text_format_named(form)
    written = block.create_text(model)
    (reading,) = block.read_text(written.text)
    assert reading.model == model
    assert written.diagnostics == ()
    assert isinstance(reading.model, Character)
    again = block.create_text(reading.model)
    assert again.text == written.text


@settings(max_examples=40)
@given(data=st.data())
def test_markdown_gives_any_name_back_letter_by_letter_or_says_that_it_does_not(
    characters: SearchStrategy[Character], data: st.DataObject
) -> None:
    model = data.draw(characters)
    written = text_format_named("markdown").create_text(model)
    readings = text_format_named("markdown").read_text(written.text)
    back = readings[0].model
    if not written.diagnostics:
        assert isinstance(back, Character)
        assert back.name == model.name
        assert back.attributes == model.attributes


def test_what_a_block_has_no_place_for_is_told() -> None:
    told = {**JOE.to_json(), "injuries": [{"location": "arm"}], "wounds_or_fatigue_ignored": 1}
    model = Character.model_validate(told)
    messages = [
        each.message for each in text_format_named("statblock").create_text(model).diagnostics
    ]
    assert len(messages) == 2
    assert "injuries.0.location" in messages[1]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_card_escapes_every_text_and_loads_nothing() -> None:
    model = JOE.model_copy(
        update={
            "name": HOSTILE,
            "edges": (HOSTILE,),
            "weapons": (Weapon(name=HOSTILE),),
            "conditions": (HOSTILE,),
        }
    )
    page = _Page()
    text = text_format_named("html").create_text(model).text
    page.feed(text)
    assert page.tags == {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "article",
        "h1",
        "p",
        "b",
    }
    assert "<script" not in text
    assert HOSTILE in page.words
    assert 'charset="utf-8"' in text


def test_control_characters_are_taken_out_of_what_is_written_with_a_finding() -> None:
    model = JOE.model_copy(update={"name": "Jo\x00e\x1b"})
    for form in ("statblock", "markdown", "html"):
        written = text_format_named(form).create_text(model)
        assert "\x00" not in written.text
        assert [each.code for each in written.diagnostics] == ["SW193"]


def test_vehicles_and_weapons_have_a_block_and_a_chase_has_none() -> None:
    jeep = Vehicle(name="Jeep", toughness=14, armor=3, top_speed=60, weapons=(Weapon(name="Gun"),))
    assert "Toughness: 14 (3)" in text_format_named("statblock").create_text(jeep).text
    assert "Str+d10" in text_format_named("markdown").create_text(JOE.weapons[0]).text
    chase = Chase.model_validate(
        {"kind": "chase", "id": "c", "name": "Run", "last_zone": 10, "participants": []}
    )
    with pytest.raises(ImpossibleError, match="a chase is no sheet"):
        text_format_named("statblock").create_text(chase)
