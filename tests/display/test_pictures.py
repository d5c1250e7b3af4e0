"""Pictures: every number is in the table, the SVG is plain, the specification holds its data."""

from __future__ import annotations

import subprocess
import sys
from operator import methodcaller
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sw_data as sw
from sw_data.display import pictures
from sw_data.display.pictures import Picture
from sw_data.errors import ImpossibleError
from sw_data.models import Effect, Outcome

HTML = methodcaller("_repr_html_")


@pytest.fixture(scope="module")
def run(fixtures: Path) -> sw.Run:
    demo = fixtures / "demo"
    return sw.resolve(demo / "fight.json", actors=demo / "party.json")


@pytest.fixture(scope="module")
def every(run: sw.Run, fixtures: Path) -> list[Picture]:
    curve = {tn: sw.odds.trait("d8", tn=tn).p("success") for tn in (2, 4, 8)}
    return [
        run.picture("wounds"),
        run.picture("luck"),
        sw.validate(fixtures / "validate" / "bad").picture(),
        sw.odds.trait("d8", wild_card=True).picture(),
        sw.odds.damage("2d6").picture(),
        pictures.chances_picture({"d8": curve}, title="Success", across="target number"),
    ]


def test_each_picture_is_xml_without_anything_from_elsewhere(every: list[Picture]) -> None:
    for picture in every:
        svg = picture.to_svg()
        root = ElementTree.fromstring(svg)
        tags = {node.tag.rpartition("}")[2] for node in root.iter()}
        assert tags <= {"svg", "title", "rect", "text", "line", "polyline", "circle", "path"}
        assert "href" not in svg
        assert 'fill="currentColor"' in svg


def test_each_picture_has_a_table_with_its_columns(every: list[Picture]) -> None:
    for picture in every:
        assert picture.rows
        for row in picture.table():
            assert list(row) == list(picture.columns)
        assert "<details>" in HTML(picture)
        assert str(picture).count("\n") == min(len(picture.rows), 200)


def test_each_specification_holds_the_rows_and_names_only_columns(every: list[Picture]) -> None:
    for picture in every:
        spec = picture.to_vega()
        assert len(spec["data"]["values"]) == len(picture.rows)
        layers = spec.get("layer", [spec])
        for layer in layers:
            channels: dict[str, Any] = layer["encoding"]
            tips: list[dict[str, str]] = channels.pop("tooltip", [])
            named = {each["field"] for each in (*channels.values(), *tips)}
            assert named <= set(picture.columns)


def test_a_png_is_drawn_without_a_network(every: list[Picture]) -> None:
    pytest.importorskip("vl_convert", reason="needs sw-data[plot]")
    assert every[1].to_png(scale=1).startswith(b"\x89PNG")


def test_a_missing_converter_is_one_line_that_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['vl_convert'] = None\n"
        "import sw_data as sw\n"
        "try: sw.odds.die('d8').picture().to_png()\n"
        "except ImportError as error: print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.strip().endswith("pip install 'sw-data[plot]'")


def test_the_wounds_at_the_end_are_those_of_the_actors(run: sw.Run) -> None:
    rows = run.picture("wounds").table()
    last = max(row["round"] for row in rows)
    at_end = {row["actor"]: row["wounds"] for row in rows if row["round"] == last}
    assert at_end == {each.name: each.wounds.value for each in run.actors.values()}


def hurt(ident: str, to: int, *, before: int = 0, revised_by: str | None = None) -> Outcome:
    return Outcome(
        ident,
        "attack",
        "revised" if revised_by else "resolved",
        effects=(Effect("joe", "wounds.value", before, to),),
        revised_by=revised_by,
    )


def test_wounds_that_a_reroll_undid_are_not_shown() -> None:
    outcomes = [
        hurt("a1", 2, revised_by="a2"),
        Outcome("a2", "reroll", "resolved"),
        Outcome("r", "round", "resolved"),
    ]
    assert [row["wounds"] for row in pictures.wounds_picture(outcomes).table()] == [0, 0]


def test_wounds_before_the_first_hit_are_those_of_the_sheet() -> None:
    outcomes = [Outcome("r", "round", "resolved"), hurt("a1", 3, before=1)]
    assert [row["wounds"] for row in pictures.wounds_picture(outcomes).table()] == [1, 3]


def test_luck_counts_the_first_face_of_each_die(run: sw.Run) -> None:
    row = next(row for row in run.picture("luck").table() if row["roller"] == "Joe")
    faces = [
        die.faces[0]
        for outcome in run.outcomes
        for roll in outcome.rolls
        for die in roll.dice
        if (roll.actor or outcome.actor) == run.actors["Joe"].id
    ]
    assert (row["dice"], row["sum"]) == (len(faces), sum(faces))
    assert row["low"] < row["expected"] < row["high"]


def test_nothing_to_show_is_an_empty_picture() -> None:
    for picture in (
        pictures.wounds_picture([]),
        pictures.luck_picture([]),
        pictures.findings_picture([]),
        pictures.chances_picture({}),
    ):
        ElementTree.fromstring(picture.to_svg())
        assert picture.table() == []


def test_a_run_has_no_other_picture(run: sw.Run) -> None:
    with pytest.raises(ImpossibleError, match="'wounds', 'luck'"):
        run.picture("bennies")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_findings_by_document_have_a_bar_each_document(fixtures: Path) -> None:
    report = sw.validate(fixtures / "validate" / "bad")
    by_code, by_document = report.picture(), report.picture("document")
    assert by_code.table() == by_document.table()
    rects = ElementTree.fromstring(by_document.to_svg()).iter()
    names = {str(row["document"]) for row in by_document.table()}
    assert sum(each.tag.endswith("rect") for each in rects) == min(60, len(names))
    with pytest.raises(ImpossibleError, match="'code', 'document'"):
        report.picture("hue")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_picture_says_what_it_shows_unless_told_not_to() -> None:
    picture = sw.odds.trait("d8").picture()
    said = [each.text for each in ElementTree.fromstring(picture.to_svg()).iter()]
    assert said.count("d8 against 4") == 2
    bare = [each.text for each in ElementTree.fromstring(picture.to_svg(heading=False)).iter()]
    assert bare.count("d8 against 4") == 1
