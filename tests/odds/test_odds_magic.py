"""`%sw odds`: the same questions and answers as the library and the command line."""

from __future__ import annotations

from typing import Any

import pytest

import sw_data as sw
from sw_data.models import Character, Vehicle
from sw_data.rules.ruleset import RULESETS

pytest.importorskip("IPython", reason="needs sw-data[jupyter]")


@pytest.fixture
def asked(joe: Character, goblin: Character, ogre: Character, jeep: Vehicle) -> Any:
    """What a line of `%sw odds` gives, in a notebook that holds these."""
    from sw_data.jupyter.commands import run

    van = jeep.model_copy(update={"id": "Van", "name": "Van"})
    held: dict[str, Any] = {"party": [joe, goblin, ogre], "rides": [jeep, van], "me": joe}

    def ask(line: str) -> Any:
        return run(f"odds {line}", None, held)

    return ask


def test_every_question_gives_what_the_library_gives(
    asked: Any, joe: Character, goblin: Character, ogre: Character, jeep: Vehicle
) -> None:
    odds = sw.odds
    van = jeep.model_copy(update={"id": "Van", "name": "Van"})
    wanted: dict[str, Any] = {
        "die d8": odds.die("d8"),
        "trait d8 --wild --tn 6": odds.trait("d8", wild_card=True, tn=6),
        "trait me Spirit --rerolls 1 --bennies 1 --aim raise": odds.trait(
            joe, "Spirit", rerolls=1, bennies=1, aim="raise"
        ),
        "trait d6 --dice 3 --wild": odds.trait("d6", dice=3, wild_card=True),
        "opposed d8 d6 --wild --target-modifier -1": odds.opposed(
            "d8", against="d6", wild_card=True, against_modifiers=-1
        ),
        "opposed Joe Stealth Goblin Notice": odds.opposed(
            joe, "Stealth", against=goblin, against_name="Notice"
        ),
        "damage 2d6+1 --toughness 7 --wild --vigor d8 --bennies 1": odds.damage(
            "2d6+1", toughness=7, wild_card=True, vigor="d8", bennies=1
        ),
        "damage 2d6 Ogre --bennies 1": odds.damage("2d6", target=ogre, bennies=1),
        "attack Joe Gun Jeep --range medium": odds.attack(joe, "Gun", target=jeep, range="medium"),
        "attack Joe Axe Ogre --bennies 2 --modifier 1": odds.attack(
            joe, "Axe", target=ogre, bennies=2, modifiers=1
        ),
        "attack Joe Axe Goblin --until hit": odds.until(
            odds.attack(joe, "Axe", target=goblin), "hit"
        ),
        "fell Joe Axe Ogre --recovers": odds.turns_to_fell(joe, "Axe", target=ogre, recovers=True),
        "soak Joe --wounds 2 --bennies 2": odds.soak(joe, wounds=2, bennies=2),
        "soak d6 --wounds 1 --extra": odds.soak("d6", wounds=1, wild_card=False),
        "recover Joe --bennies 1 --reroll raise": odds.recover(joe, bennies=1, reroll="raise"),
        "recover d6 --until acts": odds.until(odds.recover("d6"), "acts"),
        "incapacitation d6 --modifier -3": odds.incapacitation("d6", modifiers=-3),
        "bleeding Joe --bennies 1": odds.bleeding(joe, bennies=1),
        "control Joe --vehicle Jeep --bennies 1": odds.control_check(joe, jeep, bennies=1),
        "control Joe": odds.control_check(joe),
        "movement Joe --vehicle Jeep --push --zones 1": odds.movement(
            joe, jeep, push=True, zones=1
        ),
        "close Joe --skill Climbing": odds.get_close(joe, skill="Climbing"),
        "ram Joe Goblin --vehicle Jeep --other-vehicle Van": odds.ram(
            joe, jeep, other=goblin, other_vehicle=van
        ),
        "block Joe Goblin --blocks-before 1": odds.block(joe, other=goblin, blocks_before=1),
        "regain Joe --vehicle Jeep": odds.regain_control(joe, jeep),
        "this-way Joe --bennies 1": odds.this_way(joe, bennies=1),
        "hide Joe Goblin Ogre --zones 4": odds.hide(joe, pursuers=[goblin, ogre], closest=4),
        "trait d8 --ruleset swade --bennies 1": odds.trait(
            "d8", bennies=1, rules=RULESETS["swade"]
        ),
    }
    for line, value in wanted.items():
        assert asked(line) == value, line


def test_curves_across_a_target_number_a_die_a_modifier_and_toughness(asked: Any) -> None:
    found = asked("trait d8 --wild --across tn")
    assert found.p("success", 6) == sw.odds.trait("d8", wild_card=True, tn=6).p("success")
    assert asked("trait d8 --across die --event raise").across == "die"
    assert asked("damage 2d6+1 --across toughness --wild").p("wounded", 7) > 0
    assert asked("damage 2d6 Ogre --across modifier").across == "modifier"
    assert asked("attack Joe Axe Goblin --across modifier").p("hit", 0) == asked(
        "attack Joe Axe Goblin"
    ).p("hit")


def test_the_notebook_and_the_command_line_answer_the_same_questions() -> None:
    from sw_data.jupyter.odds import QUESTIONS
    from sw_data_cli.commands.odds import command

    assert set(QUESTIONS) == set(getattr(command, "commands", ()))


def test_options_are_the_same_as_those_of_the_command_line() -> None:
    import click

    from sw_data.jupyter.odds import QUESTIONS, options_of
    from sw_data_cli.commands.odds import command

    assert isinstance(command, click.Group)
    printing = {"--format", "--output", "--exact"}
    for name in QUESTIONS:
        params = command.commands[name].params
        there = {
            max(each.opts, key=len) for each in params if isinstance(each, click.Option)
        } - printing
        assert there <= set(options_of(name)), name


def test_help_names_every_question_and_an_example_of_each(asked: Any) -> None:
    from sw_data.jupyter.odds import QUESTIONS

    text = str(asked("--help"))
    for name in QUESTIONS:
        assert f"%sw odds {name} " in text
        assert f"sw odds {name}" in str(asked(f"{name} --help"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("soak Joe", "--wounds"),
        ("opposed d8", "two dice"),
        ("regain Joe", "--vehicle"),
        ("control Joe --vehicle Ogre", "a vehicle is wanted"),
        ("fell Joe Axe Ogre --until incapacitated", "--until"),
        ("trait me Spirit --across die", "--across die"),
        ("damage 2d6 Ogre --across toughness", "without a target"),
        ("trait d8 --across tn --event hit", "no outcome or event 'hit'"),
        ("hide Joe Goblin --zones 2", "it takes 3"),
        ("recover Jo", "no actor 'Jo'"),
    ],
)
def test_what_cannot_be_answered_is_one_line(line: str, said: str, asked: Any) -> None:
    from sw_data.jupyter.words import Stop

    with pytest.raises(Stop, match=said) as stopped:
        asked(line)
    assert "\n" not in str(stopped.value)


def test_actors_vehicles_and_options_complete(joe: Character, jeep: Vehicle) -> None:
    from sw_data.jupyter.completion import completions

    held: dict[str, Any] = {"party": [joe], "rides": [jeep]}
    for text, word in (
        ("%sw odds so", "soak"),
        ("%sw odds soak J", "Joe"),
        ("%sw odds fell Joe A", "Axe"),
        ("%sw odds opposed Joe St", "Stealth"),
        ("%sw odds control Joe --vehicle J", "Jeep"),
        ("%sw odds soak Joe --can", "--can-hold"),
    ):
        found = completions(text, held)
        assert found is not None
        assert word in found[1], text
