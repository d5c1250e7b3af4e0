"""The magics of a notebook: what they give back, what they complete, and how a mistake is told."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw

pytest.importorskip("IPython", reason="needs sw-data[jupyter]")


@pytest.fixture(scope="module")
def running() -> Any:
    from IPython.core import interactiveshell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    made: Any = interactiveshell.InteractiveShell
    shell = made(config=config)
    shell.run_line_magic("load_ext", "sw_data")
    return shell


@pytest.fixture
def shell(running: Any, root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.chdir(root)
    running.user_ns["party"] = sw.load("fixtures/demo/party.json")
    before = set(running.user_ns)
    yield running
    for name in set(running.user_ns) - before:
        del running.user_ns[name]


def ran(shell: Any, cell: str) -> Any:
    result = shell.run_cell(cell)
    assert result.success, result
    return result.result


def failed(shell: Any, cell: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a mistake is."""
    capsys.readouterr()
    result = shell.run_cell(cell)
    assert not result.success
    said = capsys.readouterr()
    text = (said.out + said.err).strip()
    assert "Traceback" not in text
    assert len(text.splitlines()) == 1, text
    return text


def test_each_command_gives_a_value_of_the_library(shell: Any) -> None:
    assert isinstance(ran(shell, "%sw validate fixtures/demo"), sw.Report)
    assert ran(shell, "%sw inspect fixtures/demo/party.json").documents == 3
    assert isinstance(ran(shell, "%sw odds trait d8 --wild"), sw.odds.Odds)
    assert ran(shell, "%sw roll 2d6+1 --seed 3").total == sw.roll("2d6+1", seed=3).total
    assert isinstance(ran(shell, "%sw resolve fixtures/demo/fight.json --actors party"), sw.Run)


def test_a_value_can_be_kept_in_a_variable(shell: Any) -> None:
    ran(shell, "report = %sw validate fixtures/demo")
    assert isinstance(shell.user_ns["report"], sw.Report)


def test_weapons_are_named_by_variable_actor_or_file(shell: Any) -> None:
    by_variable = ran(shell, "%sw weapon party 'Hammer on a stick'")
    assert by_variable.too_weak
    assert by_variable in ran(shell, "%sw weapon Joe")
    assert by_variable in ran(shell, "%sw weapon fixtures/demo/party.json")
    strong = ran(shell, "%sw weapon party 'hammer on a stick' --strength d12")
    assert not strong.too_weak


def test_odds_know_the_actors_of_the_notebook(shell: Any) -> None:
    joe, goblin = (shell.user_ns["party"].characters[name] for name in ("Joe", "Goblin"))
    wanted = sw.odds.attack(joe, "Hammer on a stick", target=goblin, bennies=1)
    assert ran(shell, '%sw odds attack Joe "Hammer on a stick" Goblin --bennies 1') == wanted
    shell.user_ns["me"] = joe
    assert ran(shell, "%sw odds attack me 'Hammer on a stick' Goblin --bennies 1") == wanted
    assert ran(shell, "%sw odds trait joe Spirit --modifier -2") == sw.odds.trait(
        joe, "Spirit", modifiers=-2
    )


def test_odds_know_the_actors_of_a_file(running: Any, fixtures: Path) -> None:
    running.user_ns.pop("party", None)
    path = fixtures / "demo" / "party.json"
    found = ran(running, f"%sw odds damage 2d6 Goblin --actors '{path}'")
    assert found == sw.odds.damage("2d6", target=sw.load(path).characters["Goblin"])


def test_a_cell_is_a_log_as_text(shell: Any) -> None:
    run = ran(
        shell,
        "%%sw resolve --actors party --seed 7\n"
        "Joe attacks Goblin with Hammer on a stick (+1 gang up): 8 3 | 2; damage 6 4 | 3 4\n"
        "round\n",
    )
    assert [each.id for each in run.outcomes] == ["a1", "a2"]
    assert run.outcomes[0].total == 12
    assert run.seed == 7


def test_a_cell_is_a_log_as_json_with_its_braces_and_colons_and_dollars(shell: Any) -> None:
    shell.user_ns["id"] = "WRONG"
    run = ran(
        shell,
        '%%sw resolve --actors party\n{"format": "sw-data/log", "note": "{id} $id",\n'
        ' "actions": [{"id": "{id}", "type": "round", "note": "a: {b: $c}"}]}',
    )
    assert [each.id for each in run.outcomes] == ["{id}"]


def test_the_run_of_a_cell_can_be_kept_in_a_variable(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ran(shell, "%%sw resolve --as fight --actors party\nround")
    assert shell.user_ns["fight"] is run
    assert "no name" in failed(shell, "%%sw resolve --as 1x\nround", capsys)


def test_a_line_is_left_as_it_is_written(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.user_ns["name"] = "Joe"
    assert "{name}" in failed(shell, "%sw odds trait {name} Spirit", capsys)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("%sw nonsense", "no command 'nonsense'; there are validate"),
        ("%sw odds attack Jo Axe Goblin", "no actor 'Jo'; there are Joe"),
        ("%sw odds attack Joe Axe Goblin", "Axe"),
        ("%sw odds luck", "no odds of 'luck'"),
        ("%sw weapon nothing.json", "nothing.json"),
        ("%sw weapon party Axe", "no weapon 'Axe'"),
        ("%sw roll 2x6", "2x6"),
        ("%sw roll", "%sw roll --help"),
        ("%sw roll d6 --seed x", "--seed"),
        ('%sw roll "d6', "quot"),
        ("%%sw validate\nx", "%%sw is for resolve"),
        (
            "%%sw resolve\nround\nJoe attaks Goblin with Axe",
            "line 2, column 5 of the cell: expected `attacks`",
        ),
        ('%%sw resolve\n{"format": "sw-data/log", "actions": [}', "line 1, column"),
        ("%%sw resolve --ruleset nope\nround", "nope"),
        ("%sw roll '<script>\x1b[31m'", "script"),
    ],
)
def test_a_mistake_is_one_line_and_stops_the_cell(
    cell: str, words: str, shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    said = failed(shell, cell, capsys)
    assert words in said
    assert "\x1b" not in said


def test_help_is_there_for_each_command(shell: Any) -> None:
    text = str(ran(shell, "%sw help"))
    for name in ("validate", "inspect", "weapon", "odds", "roll", "resolve"):
        assert f"sw {name}" in text
        assert str(ran(shell, f"%sw {name} --help")) == str(ran(shell, f"%sw help {name}"))
    assert "--tn" in str(ran(shell, "%sw odds trait --help"))


def completed(shell: Any, text: str) -> list[str]:
    """The lines that the completer makes of one."""
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        return [
            text[: each.start] + each.text for each in shell.Completer.completions(text, len(text))
        ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("%sw val", ["%sw validate"]),
        ("%sw validate fixtures/de", ["%sw validate fixtures/demo/"]),
        ("%sw odds att", ["%sw odds attack"]),
        ("%sw odds attack J", ["%sw odds attack Joe"]),
        (
            "%sw odds attack Joe ",
            ['%sw odds attack Joe "Assault rifle"', '%sw odds attack Joe "Hammer on a stick"'],
        ),
        ('%sw odds attack Joe "Ham', ['%sw odds attack Joe "Hammer on a stick"']),
        ('%sw odds attack Joe "Hammer on', ['%sw odds attack Joe "Hammer on a stick"']),
        (
            '%sw odds attack Joe "A b" G',
            [f'%sw odds attack Joe "A b" {n}' for n in ("Goblin", "Grukk")],
        ),
        ("%sw odds trait Joe Fig", ["%sw odds trait Joe Fighting"]),
        ("x = %sw weapon par", ["x = %sw weapon party"]),
        ("%%sw resolve --actors par", ["%%sw resolve --actors party"]),
        ("%sw roll --se", ["%sw roll --seed"]),
    ],
)
def test_commands_paths_actors_and_weapons_are_completed(
    text: str, wanted: list[str], shell: Any
) -> None:
    assert sorted(completed(shell, text)) == wanted


def test_other_lines_are_completed_as_always(shell: Any) -> None:
    assert "party" in completed(shell, "part")


def test_values_show_themselves_in_a_terminal(shell: Any) -> None:
    shown = shell.display_formatter.format
    odds = ran(shell, "%sw odds trait d8")
    assert "plain success" in shown(odds)[0]["text/plain"]
    assert "<table" in shown(odds)[0]["text/html"]
    assert shown(ran(shell, "%sw roll d6 --seed 1"))[0]["text/plain"].startswith("d6: d6: ")
    run = ran(shell, "%sw resolve fixtures/demo/fight.json --actors party")
    data = shown(run)[0]
    assert data["text/plain"].startswith("a1: ")
    assert "<details" in data["text/html"]
    assert shown(run.outcomes[0])[0]["text/plain"].startswith("a1: Joe hits")
    weapon = ran(shell, "%sw weapon party 'Hammer on a stick'")
    assert "too heavy" in shown(weapon)[0]["text/plain"]


def test_the_extension_can_be_taken_away_and_loaded_again(running: Any) -> None:
    running.run_line_magic("unload_ext", "sw_data")
    assert "sw" not in running.magics_manager.magics["line"]
    assert "%sw validate" not in completed(running, "%sw val")
    running.run_line_magic("load_ext", "sw_data")
    assert completed(running, "%sw val") == ["%sw validate"]


def test_the_library_does_not_import_ipython_or_the_magics() -> None:
    program = (
        "import sys, sw_data as sw; sw.load; sw.resolve; sw.odds.die('d6')\n"
        "assert not {'IPython', 'sw_data.jupyter', 'lark', 'pandas', 'vl_convert'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (r"C:\Users\x\party.json", r"C:\Users\x\party.json"),
        (r"\\server\games\party.json", r"\\server\games\party.json"),
        (r'"C:\My games\party.json"', r"C:\My games\party.json"),
        (r"'C:\My games\party.json'", r"C:\My games\party.json"),
        (r"my\ party.json", "my party.json"),
    ],
)
def test_a_path_of_windows_keeps_its_backslashes(shell: Any, typed: str, words: str) -> None:
    (finding,) = ran(shell, f"%sw validate {typed}")
    assert (finding.code, finding.file) == ("SW012", words)


def test_a_misspelled_actor_of_weapon_is_told_who_there_is(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no actor 'Jo'; there are Joe" in failed(shell, "%sw weapon Jo", capsys)


def test_a_misspelled_variable_of_actors_is_told_which_there_is(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    said = failed(shell, "%%sw resolve --actors prty\nJoe recovers", capsys)
    assert (
        "'prty' is neither a variable that holds sheets nor a file; did you mean 'party'?" in said
    )


def test_sheets_of_one_name_are_told_with_the_variables_that_hold_them(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ran(shell, "%%sw resolve --actors party --as after\nJoe takes 3d6: 6 5 4 4")
    said = failed(shell, "%sw weapon Joe", capsys)
    assert "called 'Joe', in party, after; put one into a variable" in said
    assert len(ran(shell, "%sw odds trait Joe Spirit --actors party").outcomes) == 4
