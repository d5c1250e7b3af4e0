"""What a user of JupyterLab sees: outputs that can be read in a light and a dark theme, a board that steps."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SCALE, WIDTH, HEIGHT = 2, 1280, 1120
"""Of the screen, as conftest.py has it."""
TOP, BOTTOM = 90, 26
"""What JupyterLab's bars take of it."""
LEGIBLE = 4.5
"""WCAG's contrast for text of ordinary size."""

TEXTS = """
(shown, [left, top, right, bottom]) => {
  const found = [];
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  while (found.length < 300 && walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("title, style, script")) continue;
    if (!parent.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 3 || box.height < 3) continue;
      if (box.top < top || box.bottom > bottom || box.left < left || box.right > right) continue;
      const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (over === null || !shown.contains(over)) continue;
      found.push({text: node.data.trim().slice(0, 40), box: [box.left, box.top, box.right, box.bottom]});
    }
  }
  return found;
}
"""


class Seen:
    """What is on the screen of an output: its pixels, taken once."""

    def __init__(self, page: Any, shown: Any) -> None:
        image: Any = pytest.importorskip("PIL.Image")
        box = shown.bounding_box()
        self.left = max(box["x"], 0)
        self.top = max(box["y"], TOP)
        self.right = min(box["x"] + box["width"], WIDTH)
        self.bottom = min(box["y"] + box["height"], HEIGHT - BOTTOM)
        clip = {
            "x": self.left, "y": self.top, "width": self.right - self.left, "height": self.bottom - self.top
        }  # fmt: skip
        self.image = image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
        self.colours = self.of([self.left, self.top, self.right, self.bottom])

    def of(self, box: list[float]) -> list[tuple[int, tuple[int, int, int]]]:
        """The colours in a part of the screen and how often each is there, the most frequent first."""
        left, top, right, bottom = box
        inside = (left - self.left, top - self.top, right - self.left, bottom - self.top)
        crop = self.image.crop([round(each * SCALE) for each in inside])
        # The table that Pillow counts in is as large as it is allowed to be; a text needs a small one.
        counted = crop.getcolors(1 << 12) or crop.getcolors(1 << 22)
        return sorted(counted, reverse=True)

    @property
    def background(self) -> tuple[int, int, int]:
        """The colour that there is most of."""
        return self.colours[0][1]


def brightness(colour: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG has it, 0 for black and 1 for white."""
    parts = [each / 255 for each in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def pale(seen: Seen, shown: Any) -> tuple[int, list[str]]:
    """How many texts can be seen, and those whose pixels stand out too little from what is behind them."""
    found: list[str] = []
    texts = shown.evaluate(TEXTS, [seen.left, seen.top, seen.right, seen.bottom])
    for each in texts:
        colours = seen.of(each["box"])
        best = max(contrast(colour, colours[0][1]) for _, colour in colours)
        if best < LEGIBLE:
            found.append(f"{each['text']!r}: {best:.2f}")
    return len(texts), found


@pytest.fixture(scope="module")
def evening(look: Any, root: Path) -> Any:
    """A notebook in which an export is loaded, checked, played and asked for its chances."""
    fixtures = root / "fixtures"
    folder: Path = look.lab.folder
    for name in ("demo/party.json", "demo/fight.json", "logs/chase.json"):
        (folder / Path(name).name).write_bytes((fixtures / name).read_bytes())
    export = json.loads((fixtures / "demo" / "party.json").read_bytes())
    export[0]["system"]["attributes"]["agility"]["die"]["sides"] = 7
    export[1]["items"].append(dict(export[1]["items"][0]))
    (folder / "broken.json").write_text(json.dumps(export, indent=2), encoding="utf-8")
    many = {
        "format": "sw-data/log", "version": 1, "actors": json.loads((folder / "chase.json").read_bytes())["actors"],
        "actions": [{"id": f"t{n}", "type": "trait", "actor": "sana", "trait": "Driving"} for n in range(1, 251)],
    }  # fmt: skip
    (folder / "long.json").write_text(json.dumps(many), encoding="utf-8")
    look.run(
        "evening.ipynb",
        [
            'import sw_data as sw\n\nparty = sw.load("party.json")\nparty',
            'sw.validate("broken.json")',
            'fight = sw.resolve("fight.json", actors=party, seed=7)\nfight',
            'joe, goblin = party.characters["Joe"], party.characters["Goblin"]\n'
            'sw.odds.attack(joe, "Hammer on a stick", target=goblin)',
            'run = sw.resolve("chase.json")\nboard = run.replay()\nboard',
            'fight.picture("wounds")',
            'long = sw.resolve("long.json").replay()\nlong',
            "print(board.step, board.outcome.id if board.outcome else None, long.step)",
        ],
    )
    return look


@pytest.fixture
def board(evening: Any) -> Any:
    """The chase on the board, at its start and with the focus."""
    evening.theme("light")
    evening.output(4)
    made = evening.page.locator(".sw-board").first
    made.focus()
    evening.page.keyboard.press("Home")
    return made


@pytest.fixture
def at(evening: Any) -> Callable[..., None]:
    """Waits until a board says that it is at a step."""

    def wait(board: Any, step: int, last: int = 48) -> None:
        board.locator(".sw-count", has_text=f"{step} / {last}").wait_for()

    return wait


NAMES = ("sheets", "report", "fight", "odds", "board", "wounds")
KEPT = ("report", "odds", "board")
"""The outputs whose pictures docs/images/ holds."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_output_can_be_seen_and_read(
    theme: str, evening: Any, pictures: Path, at: Callable[..., None]
) -> None:
    evening.theme(theme)
    stepped = evening.page.locator(".sw-board").first
    evening.output(4)
    stepped.locator("input").fill("9")
    at(stepped, 9)
    for number, name in enumerate(NAMES):
        shown = evening.output(number)
        box = shown.bounding_box()
        assert box["width"] > 200, name
        assert box["height"] > 50, name
        assert box["x"] >= 0, name
        assert box["x"] + min(box["width"], 800) <= 1280, name
        seen = Seen(evening.page, shown)
        count, bad = pale(seen, shown)
        assert count >= 5, name
        assert bad == [], name
        light = brightness(seen.background)
        assert light > 0.8 if theme == "light" else light < 0.1, (name, light)
        ink = sum(
            number for number, colour in seen.colours if contrast(colour, seen.background) > 2
        )
        assert ink > seen.image.width * seen.image.height * 0.002, f"{name} is blank"
        if name in KEPT:
            keep(seen, pictures / f"{name}-{theme}.png")


def keep(seen: Seen, path: Path) -> None:
    """Keeps a picture of an output, half as large as it was taken."""
    size = (seen.image.width // SCALE, seen.image.height // SCALE)
    seen.image.resize(size, resample=1).quantize(256).save(path, optimize=True)
    assert path.stat().st_size < 200_000


def test_the_board_is_stepped_with_the_keyboard(
    evening: Any, board: Any, at: Callable[..., None]
) -> None:
    keyboard = evening.page.keyboard
    cells = evening.page.locator(".jp-Notebook .jp-Cell").count()
    at(board, 0)
    assert "before the first action" in board.locator(".sw-said").inner_text()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", 11), ("End", 48), ("PageUp", 38), ("Home", 0), ("ArrowLeft", 0)):  # fmt: skip
        keyboard.press(key)
        at(board, step)
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    said = board.locator(".sw-said")
    assert said.inner_text().split("\n")[0].startswith("1a")
    assert "modifiers" in board.locator(".sw-modifiers").first.get_attribute("aria-label")
    assert "zones apart" in board.locator(".sw-modifiers").first.inner_text()
    assert "chase.range" in board.locator(".sw-modifiers").first.inner_text()
    # JupyterLab's own keys did nothing: no cell folded away, none added, and the focus is where it was.
    assert evening.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert board.evaluate("board => board === document.activeElement")


def test_where_the_focus_is_can_be_seen(evening: Any, board: Any) -> None:
    page = evening.page
    for _ in range(6):
        outline = page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement);"
            " return [s.outlineStyle, parseFloat(s.outlineWidth), document.activeElement.className]; }"
        )
        assert outline[0] != "none", outline
        assert outline[1] >= 2, outline
        page.keyboard.press("Tab")


def test_the_board_is_stepped_with_the_mouse(
    evening: Any, board: Any, at: Callable[..., None]
) -> None:
    for label, step in (("last step", 48), ("step back", 47), ("first step", 0), ("next step", 1)):
        board.get_by_role("button", name=label).click()
        at(board, step)
    slider = board.get_by_role("slider", name="step")
    box = slider.bounding_box()
    evening.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at(board, 24)
    assert slider.get_attribute("aria-valuetext").startswith("24 of 48: ")


def test_each_is_where_the_run_says(evening: Any, board: Any, at: Callable[..., None]) -> None:
    evening.page.keyboard.press("End")
    at(board, 48)
    gone = board.get_by_role("list", name="escaped")
    assert "Sana" in gone.inner_text()
    assert "Iver" in board.get_by_role("list", name="zone 7", exact=True).inner_text()
    board.locator("input").fill("9")
    at(board, 9)
    zone = board.get_by_role("list", name="zone 4", exact=True).inner_text()
    assert "Rusk" in zone
    assert "on hold" in zone
    assert "Out of Control" in zone
    board.locator("input").fill("22")
    at(board, 22)
    assert "Close to Iver" in board.locator(".sw-track").inner_text()


def test_python_knows_the_step_and_can_set_it(
    evening: Any, board: Any, at: Callable[..., None]
) -> None:
    board.locator("input").fill("8")
    at(board, 8)
    ran(evening, 7, "print(board.step, board.outcome.id)", "8 1g")
    ran(evening, 7, "board.step = 3; print('set')", "set")
    at(board, 3)


def ran(look: Any, number: int, source: str, wanted: str) -> None:
    """Writes into a cell, runs it, and waits for what it prints."""
    look.page.evaluate(
        "([number, source]) => { const book = jupyterapp.shell.currentWidget.content;"
        " book.activeCellIndex = number; book.activeCell.model.sharedModel.setSource(source);"
        " void jupyterapp.commands.execute('notebook:run-cell'); }",
        [number, source],
    )
    cell = look.page.locator(".jp-Notebook .jp-CodeCell").nth(number)
    cell.locator(".jp-OutputArea-output", has_text=wanted).wait_for()


def test_a_long_run_comes_a_slice_at_a_time(evening: Any, at: Callable[..., None]) -> None:
    evening.output(6)
    made = evening.page.locator(".sw-board").nth(1)
    made.focus()
    for key, step in (("End", 250), ("Home", 0)):
        evening.page.keyboard.press(key)
        at(made, step, 250)
        made.locator(".sw-said", has_text=f"t{step}" if step else "before the first").wait_for()
    made.locator("input").fill("130")
    made.locator(".sw-said", has_text="t130").wait_for()


@pytest.fixture(scope="module")
def exported(evening: Any) -> Iterator[Any]:
    """The notebook as a page of HTML, with scripts switched off."""
    pytest.importorskip("nbconvert")
    page = evening.page
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    folder: Path = evening.lab.folder
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "--log-level=ERROR", "evening.ipynb"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    context = page.context.browser.new_context(java_script_enabled=False)
    made = context.new_page()
    # Whatever the page would fetch (nbconvert's template names a script of formulas) is not to be had.
    context.set_offline(True)
    made.goto((folder / "evening.html").as_uri(), wait_until="commit")
    yield made
    context.close()


def test_an_exported_notebook_shows_the_board_without_a_kernel(exported: Any) -> None:
    track = exported.locator("svg", has_text="The dam road").first
    track.wait_for()
    assert track.bounding_box()["width"] > 300
    assert exported.get_by_text("48 outcomes").first.is_visible()
    assert exported.locator("text=pip install").count() == 0


PAYLOADS = (
    "<script>window.owned = 1</script>", "<img src=x onerror='window.owned = 2'>",
    "<svg onload='window.owned = 3'>", "<a href='javascript:window.owned = 4'>here</a>",
    "'\"><iframe srcdoc='<script>parent.owned = 5</script>'>", "x" * 1_000_000, "\u202eevil\u0007\u001b[31m",
)  # fmt: skip

HOSTILE = """
import json
import sw_data as sw

bad = json.load(open("payloads.json"))
dice = dict.fromkeys(["agility", "smarts", "spirit", "strength", "vigor"], "d6")
weapons = [{"name": text, "damage": "Str+d6", "trait": text} for text in bad]
cast = [
    {"kind": "character", "id": f"c{n}", "name": text, "attributes": dice, "skills": {text: "d8"},
     "wild_card": True, "conditions": [text], "edges": [text], "weapons": weapons}
    for n, text in enumerate(bad)
]
riders = [{"id": f"p{n}", "actor": f"c{n}", "side": "pursuer", "zone": n + 1} for n in range(len(bad))]
chase = {"kind": "chase", "id": "z", "name": bad[1], "chase_skill": "Athletics", "participants": riders}
actions = [
    {"id": f"a{n} {text[:200]}", "type": "trait", "actor": f"c{n}", "trait": text, "note": text,
     "modifiers": [{"label": text, "value": 1}]}
    for n, text in enumerate(bad)
] + [{"id": "z1", "type": "get_close", "chase": "z", "actor": "c0", "target": "c1"}]
people = [sw.Character.model_validate(each) for each in cast]
people[0]
"""


def test_a_hostile_sheet_displays_as_text(look: Any, evening: Any, root: Path) -> None:
    folder: Path = look.lab.folder
    (folder / "payloads.json").write_text(json.dumps(PAYLOADS), encoding="utf-8")
    text = (root / "fixtures" / "demo" / "party.json").read_text("utf-8")
    named = json.loads(text)
    for actor, payload in zip(named, PAYLOADS, strict=False):
        actor["name"] = actor["img"] = payload
        for item in actor["items"]:
            item["name"] = payload
            item["system"]["description"] = payload
    (folder / "hostile.json").write_text(json.dumps(named), encoding="utf-8")
    look.run(
        "hostile.ipynb",
        [
            HOSTILE,
            'sw.load("hostile.json")',
            'sw.validate("hostile.json")',
            'run = sw.resolve({"format": "sw-data/log", "version": 1, "actions": actions, "chases": [chase]}, actors=people)\nrun',
            "board = run.replay()\nboard",
            "sw.Chase.model_validate(chase).board(people)",
        ],
    )
    page = look.page
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    made = panel.locator(".sw-board").first
    look.output(4)
    made.focus()
    for _ in range(len(PAYLOADS) + 1):
        page.keyboard.press("ArrowRight")
    made.locator(".sw-count", has_text=f"{len(PAYLOADS) + 1} / ").wait_for()
    for number in range(6):
        shown = look.output(number)
        assert shown.evaluate("shown => shown.scrollHeight") < 12_000
        inside = "shown => shown.querySelectorAll('script, img, iframe, object, embed, a[href^=javascript]').length"
        assert shown.evaluate(inside) == 0
        attributes = "shown => [...shown.querySelectorAll('*')].flatMap(e => [...e.attributes]).filter(a => /^on/i.test(a.name)).length"
        assert shown.evaluate(attributes) == 0
        assert "window.owned" in shown.inner_text() or number in (2, 3)
    assert page.evaluate("() => window.owned") is None
    assert look.dialogs == []


def test_the_page_had_no_errors_and_asked_nobody_else(evening: Any) -> None:
    assert evening.troubles == []
    assert evening.strangers == []
    assert evening.dialogs == []
