from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner

from sw_data.models import Character, Vehicle
from sw_data_cli.commands.odds import command
from sw_data_cli.main import run as run_command

Asked = Callable[..., str]


@pytest.fixture
def party(tmp_path: Path, joe: Character, goblin: Character, ogre: Character, jeep: Vehicle) -> str:
    path = tmp_path / "party.json"
    van = jeep.model_copy(update={"id": "Van", "name": "Van"})
    path.write_text(json.dumps([each.to_json() for each in (joe, goblin, ogre, jeep, van)]))
    return str(path)


@pytest.fixture
def asked() -> Asked:
    """What `sw-data odds …` prints; it must succeed."""

    def ask(*arguments: str) -> str:
        result = CliRunner().invoke(command, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    return ask


def test_a_trait_roll_is_printed_with_its_fractions(asked: Asked) -> None:
    text = asked("trait", "d8", "--wild", "--tn", "4", "--modifier", "-2", "--exact")
    assert text.startswith("d8-2 with a Wild Die d6 against 4\n")
    assert "23/48" in text


def test_json_is_one_document_with_fractions(asked: Asked) -> None:
    shown = json.loads(asked("trait", "d8", "--wild", "--format", "json"))
    events = {each["event"]: each["p_exact"] for each in shown["events"]}
    assert events["success"] == "13/16"
    assert abs(sum(each["p"] for each in shown["outcomes"]) - 1) < 1e-12


def test_an_attack_of_a_sheet(asked: Asked, party: str) -> None:
    text = asked("attack", party, "Joe", "Axe", "Goblin", "--exact")
    assert "23/48" in text
    assert "47/256" in text
    soaked = json.loads(
        asked("attack", party, "Joe", "Axe", "Ogre", "--bennies", "1", "--format", "json")
    )
    assert soaked["counted"] == "wounds"
    assert "turns until hit" in asked("attack", party, "Joe", "Axe", "Goblin", "--until", "hit")
    assert "control check" in asked("attack", party, "Joe", "Gun", "Jeep", "--range", "medium")


@pytest.mark.parametrize(
    "arguments",
    [
        ("die", "d12+1"),
        ("trait", "PARTY", "Joe", "Spirit", "--bennies", "2", "--aim", "raise"),
        ("trait", "d6", "--dice", "3", "--rule", "trait.extras_critical=never"),
        ("opposed", "d8", "d6", "--wild", "--target-wild", "--target-modifier", "-1"),
        ("opposed", "PARTY", "Joe", "Stealth", "Goblin", "Notice"),
        ("damage", "2d6+1"),
        (
            "damage",
            "Str+d6",
            "--strength",
            "d8",
            "--toughness",
            "7",
            "--ap",
            "2",
            "--armor",
            "1",
            "--shaken",
        ),
        ("damage", "3d6", "--toughness", "8", "--wild", "--vigor", "d8", "--bennies", "1"),
        ("fell", "PARTY", "Joe", "Axe", "Ogre", "--recovers"),
        ("soak", "d8", "--wounds", "2", "--bennies", "2"),
        ("soak", "PARTY", "Joe", "--wounds", "4"),
        ("recover", "d6", "--wild", "--until", "acts"),
        ("recover", "PARTY", "Joe", "--bennies", "1", "--reroll", "raise"),
        ("incapacitation", "d6", "--modifier", "-3"),
        ("bleeding", "PARTY", "Joe", "--bennies", "1", "--ruleset", "swade"),
        ("control", "PARTY", "Joe", "--vehicle", "Jeep", "--bennies", "1"),
        ("control", "PARTY", "Joe"),
        ("movement", "PARTY", "Joe", "--vehicle", "Jeep", "--push"),
        ("close", "PARTY", "Joe", "--vehicle", "Jeep", "--bennies", "1", "--until", "close"),
        ("close", "PARTY", "Joe", "--aim", "raise"),
        ("regain", "PARTY", "Joe", "--vehicle", "Jeep", "--until", "regains control"),
        ("this-way", "PARTY", "Joe", "--until", "helps"),
        ("trait", "d8", "--wild", "--across", "tn"),
        ("trait", "d8", "--wild", "--across", "die", "--event", "critical failure"),
        ("trait", "PARTY", "Joe", "Spirit", "--across", "modifier", "--bennies", "1"),
        ("damage", "2d6+1", "--across", "toughness", "--wild"),
        ("damage", "2d6+1", "--across", "modifier", "--toughness", "7"),
        ("attack", "PARTY", "Joe", "Axe", "Goblin", "--across", "modifier"),
        ("opposed", "d8", "d6", "--until", "win"),
        ("ram", "PARTY", "Joe", "Goblin", "--vehicle", "Jeep", "--other-vehicle", "Van"),
        ("block", "PARTY", "Joe", "Goblin", "--blocks-before", "1"),
        ("hide", "PARTY", "Joe", "Goblin", "Ogre", "--zones", "4"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "svg", "vega"])
def test_every_question_answers_in_every_form(
    form: str, arguments: tuple[str, ...], asked: Asked, party: str
) -> None:
    given = [party if each == "PARTY" else each for each in arguments]
    answer = asked(*given, "--format", form)
    if form == "json":
        assert json.loads(answer)["question"]
    elif form == "svg":
        ElementTree.fromstring(answer)
    elif form == "vega":
        assert json.loads(answer)["data"]["values"]
    else:
        assert "%" in answer


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("trait", "d8", "d6"), "SOURCE ACTOR TRAIT"),
        (("trait", "eight"), "'eight' is no die"),
        (("opposed", "d8"), "two dice"),
        (("attack", "PARTY", "Joe", "Sword", "Goblin"), "no weapon 'Sword'"),
        (("attack", "PARTY", "Nobody", "Axe", "Goblin"), "no character 'Nobody'"),
        (("attack", "PARTY", "Joe", "Gun", "Goblin", "--distance", "99"), "beyond the long range"),
        (("control", "PARTY", "Joe", "--vehicle", "Boat"), "no vehicle 'Boat'"),
        (("trait", "d8", "--until", "victory"), "no outcome or event 'victory'"),
        (("soak", "d8"), "--wounds"),
        (("regain", "PARTY", "Joe"), "--vehicle"),
        (("trait", "PARTY", "Joe", "Spirit", "--across", "die"), "--across die"),
        (("trait", "d8", "--across", "tn", "--until", "raise"), "one of them"),
        (("trait", "d8", "--across", "tn", "--event", "hit"), "no outcome or event 'hit'"),
        (("damage", "2d6", "--across", "modifier"), "--toughness"),
        (("die", "d8", "--format", "png"), "--output"),
        (("damage", "2d6", "--toughness", "99999"), "at most"),
        (("trait", "d8", "--rule", "trait.wild=d8"), "no knob"),
        (("recover", "no-such-file.json", "Joe"), "no-such-file.json"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_exit_status_two(
    arguments: tuple[str, ...], said: str, party: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [party if each == "PARTY" else each for each in arguments]
    assert run_command(["odds", *given]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_the_answer_goes_to_a_file(asked: Asked, tmp_path: Path) -> None:
    out = tmp_path / "odds.svg"
    assert asked("die", "d8", "--format", "svg", "-o", str(out)) == ""
    ElementTree.fromstring(out.read_text(encoding="utf-8"))


def test_the_list_of_questions_is_not_cut(asked: Asked) -> None:
    listed = asked("--help").partition("Commands:")[2]
    assert "..." not in listed
    for line in listed.splitlines():
        assert not line or line.endswith(".")


def test_the_chances_against_each_target_number(asked: Asked) -> None:
    text = asked("trait", "d8", "--wild", "--across", "tn", "--exact")
    assert text.startswith("d8, by target number\n")
    assert "47.9 % 23/48" in text
    shown = json.loads(asked("damage", "d8+d6", "--across", "toughness", "--format", "json"))
    assert [each["event"] for each in shown["lines"]] == ["shaken", "wounded", "incapacitated"]


def test_a_png_goes_to_a_file(asked: Asked, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="needs sw-data[plot]")
    out = tmp_path / "odds.png"
    asked("trait", "d8", "--format", "png", "-o", str(out))
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_page_names_every_question_and_option(root: Path) -> None:
    assert isinstance(command, click.Group)
    page = (root / "docs" / "commands" / "odds.md").read_text(encoding="utf-8")
    for name, each in command.commands.items():
        assert f"sw-data odds {name}" in page, name
        assert each.help
        for parameter in each.params:
            if isinstance(parameter, click.Option):
                assert max(parameter.opts, key=len) in page, (name, parameter.opts)
                assert parameter.help
