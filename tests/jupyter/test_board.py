"""The board in Python: a widget where one can live, HTML and text beside it, and what the page may do."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from operator import methodcaller
from pathlib import Path

import pytest

import sw_data as sw
from sw_data.display.board import Board

BUNDLE = methodcaller("_repr_mimebundle_")
HTML = methodcaller("_repr_html_")
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def board(fixtures: Path) -> Board:
    return sw.resolve(fixtures / "logs" / "chase.json").replay()


@pytest.fixture
def with_widget() -> None:
    pytest.importorskip("anywidget", reason="needs sw-data[jupyter]")


@pytest.fixture
def without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "sw_data.jupyter.widget", raising=False)
    return


def long_board(number: int) -> Board:
    dice = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    joe = sw.Character.model_validate({"name": "Joe", "attributes": dice})
    actions = [
        {"id": f"t{n}", "type": "trait", "actor": "Joe", "trait": "Vigor"}
        for n in range(1, number + 1)
    ]
    return sw.resolve(
        {"format": "sw-data/log", "version": 1, "actions": actions}, actors=[joe]
    ).replay()


@pytest.mark.usefixtures("with_widget")
def test_beside_the_widget_stand_html_and_text(board: Board) -> None:
    data = BUNDLE(board)
    assert set(data) == {VIEW, "text/html", "text/plain"}
    assert "<svg" in data["text/html"]
    assert "pip install" not in data["text/html"]
    assert data["text/plain"].startswith("The dam road: Driving, zones 1 to 8")


@pytest.mark.usefixtures("without_anywidget")
def test_without_anywidget_there_is_the_picture_and_one_line_that_says_what_to_install(
    board: Board,
) -> None:
    data = BUNDLE(board)
    assert set(data) == {"text/html", "text/plain"}
    assert "<svg" in data["text/html"]
    assert data["text/html"].count("pip install &#x27;sw-data[jupyter]&#x27;") == 1
    with pytest.raises(sw.SwDataError, match=r"^a board .* pip install 'sw-data\[jupyter\]'$"):
        _ = board.widget
    board.step = 9
    assert board.outcome is not None
    assert board.outcome.id == "1h"


def test_the_picture_is_that_of_the_step(board: Board) -> None:
    assert "Sana, quarry, zone 3" in HTML(board)
    board.step = 48
    assert "Sana, quarry, zone 8. out of control, escaped" in HTML(board)


@pytest.mark.parametrize("number", [-1, 49])
def test_a_step_that_is_not_there_is_refused(number: int, board: Board) -> None:
    with pytest.raises(sw.SwDataError, match=f"no step {number}; there are 0 to 48"):
        board.step = number
    assert board.step == 0
    assert board.outcome is None


@pytest.mark.usefixtures("with_widget")
def test_the_step_goes_to_the_page_and_comes_back(board: Board) -> None:
    board.step = 3
    widget = board.widget
    assert widget.step == 3
    board.step = 4
    assert widget.step == 4
    widget.step = 9
    assert board.outcome is not None
    assert board.outcome.id == "1h"


@pytest.mark.usefixtures("with_widget")
@pytest.mark.parametrize("sent", [-7, 10**9])
def test_a_page_that_asks_for_no_step_of_the_run_gets_the_nearest(sent: int, board: Board) -> None:
    board.widget.step = sent
    assert board.step == (0 if sent < 0 else 48)


@pytest.mark.usefixtures("with_widget")
def test_a_long_run_is_sent_a_slice_at_a_time() -> None:
    board = long_board(450)
    widget = board.widget
    for step in (0, 1, 99, 100, 101, 449, 450, 225, 175, 0):
        widget.step = step
        held = [each["step"] for each in widget.slice]
        assert step in held
        assert len(held) <= 100


@pytest.mark.usefixtures("with_widget")
def test_a_board_can_show_another_run_in_its_place(fixtures: Path) -> None:
    run = sw.resolve(fixtures / "logs" / "chase.json")
    shown = run.cast.tracks[0].board(run.cast.players)
    widget = shown.widget
    assert (widget.head["last"], widget.head["title"]) == (0, "The dam road")
    assert [each["name"] for each in widget.head["actors"]] == ["Sana", "Rusk", "Iver", "Pickup", "Armored wagon", "Motorcycle"]  # fmt: skip
    shown.show(run.replay())
    assert shown.widget is widget
    assert widget.head["last"] == 48
    shown.step = 48
    shown.show(long_board(10))
    assert (shown.step, widget.slice[-1]["id"]) == (10, "t10")


def test_a_chase_alone_is_a_board_of_one_step() -> None:
    chase = sw.Chase.model_validate(
        {"name": "Roofs", "participants": [{"id": "a", "actor": "Ann"}]}
    )
    board = chase.board()
    assert board.replay.last == 0
    assert str(board).startswith("Roofs: Driving")
    assert "Ann" in HTML(board)


def test_a_run_in_which_nothing_happens_has_a_board() -> None:
    dice = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    joe = sw.Character.model_validate({"name": "Joe", "attributes": dice})
    run = sw.resolve({"format": "sw-data/log", "version": 1, "actions": []}, actors=[joe])
    if run.encounters:
        assert run.replay().replay.last == 0
    else:
        with pytest.raises(sw.SwDataError, match="0 encounters"):
            run.replay()


def source(name: str) -> str:
    return files("sw_data.jupyter").joinpath(name).read_text("utf-8")


def test_the_page_never_makes_html_of_a_text_and_fetches_nothing() -> None:
    text = re.sub(r"//.*|/\*.*?\*/", "", source("board.js"))
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(",
                 "import ", "import(", "XMLHttpRequest", "http:", "https:", "srcdoc", "setTimeout(\""):  # fmt: skip
        assert word not in text, word
    css = source("board.css")
    assert not re.search(r"@import|url\(|https?:", css)


def test_every_class_of_the_page_has_its_look() -> None:
    used = set(re.findall(r"sw-[a-z]+(?:_[a-z]+)?", source("board.js")))
    styled = set(re.findall(r"\.(sw-[a-z_]+)", source("board.css")))
    said = {"sw-success", "sw-raise", "sw-failure", "sw-critical_failure"}
    assert styled <= used | said
    assert used - styled <= {
        "sw-modifiers",
        "sw-rolls",
        "sw-total",
        "sw-body",
        "sw-resolved",
        "sw-zone",
    }


def test_the_library_does_not_import_anywidget() -> None:
    program = (
        "import sys, sw_data as sw\n"
        "chase = sw.Chase.model_validate({'name': 'x', 'participants': []})\n"
        "str(chase.board()), chase.board()._repr_html_()\n"
        "assert not {'IPython', 'anywidget', 'ipywidgets', 'sw_data.jupyter'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
