"""The catalogue names every rule, and every knob stands with the rules that it turns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sw_data.errors import NotFoundError
from sw_data.rules.catalog import CATALOG, CHAPTERS, Rule, rule
from sw_data.rules.ruleset import knobs


def test_the_catalogue_holds_every_rule_of_our_list_in_its_order(fixtures: Path) -> None:
    listed = (fixtures / "rules" / "ids.txt").read_text(encoding="utf-8").split()
    assert list(CATALOG) == listed


def test_the_catalogue_holds_every_rule_of_the_specification_and_no_other(shared: Path) -> None:
    text = (shared / "rules.md").read_text(encoding="utf-8")
    rows = text[: text.index("## The knobs")].splitlines()
    found = [re.match(r"\| `([a-z]+\.[a-z_]+)` \|", row) for row in rows]
    assert list(CATALOG) == [match[1] for match in found if match]


def test_no_rule_is_told_in_the_words_of_the_specification(shared: Path) -> None:
    words = (shared / "rules.md").read_text(encoding="utf-8").replace("\u2212", "-").split()
    runs = {tuple(words[at : at + 10]) for at in range(len(words))}
    for entry in CATALOG.values():
        told = entry.text.split()
        copied = [
            told[at : at + 10] for at in range(len(told)) if tuple(told[at : at + 10]) in runs
        ]
        assert copied == [], entry.id


@pytest.mark.parametrize("entry", CATALOG.values(), ids=list(CATALOG))
def test_a_rule_says_what_it_does_and_where_it_comes_from(entry: Rule) -> None:
    assert rule(entry.id) is entry
    assert 20 < len(entry.text) < 900
    assert entry.text.endswith(".")
    assert set(re.findall(r"[A-Z][0-9]?", entry.source.replace("VTT data", ""))) <= {
        "S0",
        "S1",
        "S2",
        "P",
    }
    assert entry.chapter in CHAPTERS


def test_every_chapter_has_a_rule() -> None:
    assert list(CHAPTERS) == list(dict.fromkeys(entry.chapter for entry in CATALOG.values()))


def test_every_knob_stands_with_the_rule_that_it_turns() -> None:
    for name, knob in knobs().items():
        entry = rule(knob.rule)
        assert name in entry.knobs
        assert knob.source == entry.source
    cited = {knob for entry in CATALOG.values() for knob in entry.knobs}
    assert cited == set(knobs())


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("weapon.strength_cup", "did you mean weapon.strength_cap"),
        ("shaken.zzzzzzzzzzzzz", "there are shaken.restricts, shaken.recover, shaken.benny"),
        ("", "in the chapters dice, trait"),
        ("q" * 5_000, "in the chapters dice, trait"),
    ],
)
def test_an_unknown_rule_names_the_nearest(asked: str, says: str) -> None:
    with pytest.raises(NotFoundError, match=re.escape(says)) as caught:
        rule(asked)
    assert len(str(caught.value)) < 500


def test_a_rule_as_json_says_everything() -> None:
    assert rule("weapon.strength_cap").to_json() == {
        "id": "weapon.strength_cap",
        "chapter": "weapon",
        "text": rule("weapon.strength_cap").text,
        "source": "S0",
        "knobs": [],
        "file": "sw_data/rules/weapon.py",
        "page": "docs/rules/weapon.md#weaponstrength_cap",
    }
    assert rule("chase.initiative").file == "sw_data/rules/initiative.py"


def test_the_place_that_explains_a_rule_exists(root: Path) -> None:
    for entry in CATALOG.values():
        page, _, anchor = entry.page.partition("#")
        text = (root / page).read_text(encoding="utf-8")
        headings = re.findall(r"^### `(.+)`$", text, flags=re.MULTILINE)
        assert anchor in [heading.replace(".", "") for heading in headings], entry.page


def test_the_pages_name_every_knob_and_the_index_every_chapter(root: Path) -> None:
    folder = root / "docs" / "rules"
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [name for name in knobs() if f"`{name}`" not in index] == []
    assert [word for word in CHAPTERS if f"({word}.md)" not in index] == []
    for entry in CATALOG.values():
        page = (folder / f"{entry.chapter}.md").read_text(encoding="utf-8")
        assert [name for name in entry.knobs if f"`{name}`" not in page] == [], entry.id
