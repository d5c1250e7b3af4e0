"""The text form says the same as the JSON form, and says where it cannot be read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.errors import DocumentError
from sw_data.models import ACTION, Action, ActionLog
from sw_data.textlog import grammar, is_text_form, read_text, write_text

pytest.importorskip("lark", reason="the text form needs lark: pip install 'sw-data[text]'")


def one(line: str, before: str = "") -> dict[str, Any]:
    """The last action of a text, without what nothing was said about."""
    log = read_text(f"{before}\n{line}").log
    given = log.actions[-1].model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"type": log.actions[-1].type, **given}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "Joe attacks Goblin with Hammer (+1 gang up): 8 3 | 2",
            {
                "type": "attack",
                "actor": "Joe",
                "target": "Goblin",
                "weapon": "Hammer",
                "modifiers": [{"label": "gang up", "value": 1}],
                "dice": {"attack": [8, 3, 2]},
            },
        ),
        (
            'Man in Black attacks "Big, bad" Wolf, Goblin 2 with Hammer on a stick at 12.5 squares using Athletics '
            "[attacks 2] (-2 dim light, damage +1 called shot): 5 6 | 2; damage 6 4 | 3 / 3 4",
            {
                "type": "attack",
                "actor": "Man in Black",
                "targets": ["Big, bad Wolf", "Goblin 2"],
                "weapon": "Hammer on a stick",
                "distance": 12.5,
                "trait": "Athletics",
                "attacks": 2,
                "modifiers": [{"label": "dim light", "value": -2}],
                "damage_modifiers": [{"label": "called shot", "value": 1}],
                "dice": {"attack": [5, 6, 2], "damage": [[6, 4, 3], [3, 4]]},
            },
        ),
        (
            "Joe attacks Ork with Bow at long range [actions 2, chase c1]",
            {
                "type": "attack",
                "actor": "Joe",
                "target": "Ork",
                "weapon": "Bow",
                "range": "long",
                "actions_this_turn": 2,
                "chase": "c1",
            },
        ),
        (
            "Joe rolls Common Knowledge against 6 [free]: 5 | 2",
            {
                "type": "trait",
                "actor": "Joe",
                "trait": "Common Knowledge",
                "tn": 6,
                "free": True,
                "dice": {"roll": [5, 2]},
            },
        ),
        (
            "Joe rolls Taunt against Goblin using Smarts (target -1 deaf): d8(8 3) d6(2); target_roll 3",
            {
                "type": "opposed",
                "actor": "Joe",
                "trait": "Taunt",
                "target": "Goblin",
                "target_trait": "Smarts",
                "target_modifiers": [{"label": "deaf", "value": -1}],
                "dice": {
                    "roll": [{"die": "d8", "faces": [8, 3]}, {"die": "d6", "faces": [2]}],
                    "target_roll": [3],
                },
            },
        ),
        (
            "Goblin takes 2d6+1 from Fire [ap 2]: 6 3 2",
            {
                "type": "damage",
                "target": "Goblin",
                "damage": "2d6+1",
                "actor": "Fire",
                "ap": 2,
                "dice": {"damage": [6, 3, 2]},
            },
        ),
        (
            "Joe soaks a9 hit 2 from gm: 6 3",
            {
                "type": "soak",
                "actor": "Joe",
                "attack": "a9",
                "hit": 2,
                "from": "gm",
                "dice": {"roll": [6, 3]},
            },
        ),
        ("Joe recovers", {"type": "recover", "actor": "Joe"}),
        (
            "Joe rerolls a3 with ability [pool target_roll]: 4",
            {
                "type": "reroll",
                "actor": "Joe",
                "of": "a3",
                "with": "ability",
                "pool": "target_roll",
                "dice": {"roll": [4]},
            },
        ),
        ("Joe spends benny", {"type": "spend_benny", "actor": "Joe"}),
        (
            "Joe spends 2 bennies for influence from gm",
            {"type": "spend_benny", "actor": "Joe", "for": "influence", "from": "gm", "amount": 2},
        ),
        (
            "Joe gains benny for good play",
            {"type": "award_benny", "actor": "Joe", "for": "good play"},
        ),
        ("gm gains 2 bennies", {"type": "award_benny", "from": "gm", "amount": 2}),
        (
            "Joe checks incapacitation after a1/x: 3 4",
            {"type": "incapacitation", "actor": "Joe", "of": "a1/x", "dice": {"roll": [3, 4]}},
        ),
        (
            "Joe checks injury: 3 4; detail 2; side 5",
            {
                "type": "injury",
                "actor": "Joe",
                "dice": {"location": [3, 4], "detail": [2], "side": [5]},
            },
        ),
        (
            "Joe checks bleeding after a4",
            {"type": "bleeding", "actor": "Joe", "of": "a4"},
        ),
        (
            "Joe heals 2 wounds, 1 fatigue, 0.5 hours",
            {"type": "heal", "actor": "Joe", "wounds": 2, "fatigue": 1, "hours": 0.5},
        ),
        ("session", {"type": "session"}),
        ("round # the second", {"type": "round"}),
        (
            'deal to Joe, Goblin: Joe=10H KS, "Goblin"=Joker',
            {
                "type": "deal",
                "actors": ["Joe", "Goblin"],
                "dice": {"cards": {"Joe": ["10H", "KS"], "Goblin": ["Joker"]}},
            },
        ),
        (
            "Joe boards Black van using Athletics against 6",
            {
                "type": "board",
                "actor": "Joe",
                "target": "Black van",
                "trait": "Athletics",
                "tn": 6,
            },
        ),
        (
            "Joe takes wheel in Jeep",
            {"type": "take_wheel", "actor": "Joe", "target": "Jeep"},
        ),
        (
            "Joe faces complication using Driving",
            {"type": "complication", "actor": "Joe", "trait": "Driving"},
        ),
        ("Joe holds", {"type": "hold", "actor": "Joe"}),
        (
            "Joe moves 2 zones pushing: 6 3; control 2",
            {
                "type": "zone_movement",
                "actor": "Joe",
                "zones": 2,
                "push": True,
                "dice": {"roll": [6, 3], "control": [2]},
            },
        ),
        ("Joe closes with Goon", {"type": "get_close", "actor": "Joe", "target": "Goon"}),
        ("Joe rams Goon", {"type": "ram", "actor": "Joe", "target": "Goon"}),
        ("Joe blocks a7", {"type": "block", "actor": "Joe", "against": "a7"}),
        ("Joe regains control", {"type": "regain_control", "actor": "Joe"}),
        ("Joe leads", {"type": "this_way", "actor": "Joe"}),
        ("Joe hides", {"type": "hide", "actor": "Joe"}),
        ("Joe checks control", {"type": "control_check", "actor": "Joe"}),
        (
            "Jeep hits soft obstacle after a2",
            {"type": "obstacle", "actor": "Jeep", "kind": "soft", "of": "a2"},
        ),
        (
            "Joe soaks crash a2",
            {"type": "vehicle_soak", "actor": "Joe", "of": "a2"},
        ),
        (
            "Jeep checks occupants after a2: joe=6 3, Ann=2",
            {
                "type": "occupants",
                "actor": "Jeep",
                "of": "a2",
                "dice": {"occupants": {"joe": [6, 3], "Ann": [2]}},
            },
        ),
    ],
)
def test_a_sentence_says_what_the_action_says(line: str, wanted: dict[str, Any]) -> None:
    assert one(line) == {"id": "a1", **wanted}


def test_every_type_of_action_has_a_sentence() -> None:
    schema = ACTION.json_schema()
    types = set(schema["discriminator"]["mapping"])
    text = grammar()
    assert {each for each in types if f"-> {each}\n" not in text} == set()


def test_actions_without_an_id_are_called_by_their_place() -> None:
    log = read_text("Joe recovers\nr2: round\nJoe recovers\n").log
    assert [each.id for each in log.actions] == ["a1", "r2", "a3"]


def test_an_id_that_is_taken_is_given_to_nobody_else() -> None:
    log = read_text("a2: round\nJoe recovers\nJoe recovers\n").log
    assert [each.id for each in log.actions] == ["a2", "a3", "a4"]


def test_a_soak_that_names_no_attack_is_of_the_last_one_on_the_actor() -> None:
    before = "Ork attacks joe with Axe\nOrk attacks Ann with Axe"
    assert one("Joe soaks", before)["attack"] == "a1"


def test_a_reroll_that_names_no_roll_is_of_the_last_one_of_the_actor_and_of_its_pool() -> None:
    found = one("Ork rerolls: 8 3", "Ork attacks Joe with Axe: 2 3\nJoe soaks a1")
    assert found["of"] == "a1"
    assert found["dice"] == {"attack": [8, 3]}


def test_the_header_says_rules_actors_and_chases() -> None:
    header = read_text(
        "sw-data/log 1\nruleset swade\nseed 7\nrule shaken.success = act\nrule trait.x = 3\n"
        'actors from party.json\nactor {"kind": "character", "name": "Joe"}\ngm bennies 5\nnote A night\n'
        "chase Harbour run as c1 using Driving [last_zone 12, modifier_per_zone -2]\n"
        'quarry Joe in Jeep at zone 3\npursuer Goon at zone 1 as g [on_hold, close ["p1"]]\n'
    ).header
    assert (header.ruleset, header.seed, header.gm_bennies) == ("swade", 7, 5)
    assert header.rules == {"shaken.success": "act", "trait.x": 3}
    assert header.actors[0] == {"$ref": "party.json"}
    assert header.actors[1]["name"] == "Joe"
    (chase,) = header.chases
    assert (chase.id, chase.name, chase.last_zone) == ("c1", "Harbour run", 12)
    assert [each.id for each in chase.participants] == ["p1", "g"]
    assert chase.participants[1].close == ("p1",)
    assert chase.participants[1].on_hold


def test_an_encounter_lasts_until_the_next_one() -> None:
    log = read_text('round\nencounter Bridge\nround\nround\nencounter ""\nround').log
    assert [each.encounter for each in log.actions] == ["", "Bridge", "Bridge", ""]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("\n\nJoe attacks Goblin wiht Hammer", (3, 20), "expected `with`, not 'wiht'"),
        ("Joe attaks Goblin with Hammer", (1, 5), "expected `attacks`, not 'attaks'"),
        ('Joe attacks Goblin with "Ham', (1, 25), "not closed"),
        ("seed x", (1, 6), "expected a number, not 'x'"),
        ("Joe attacks Goblin with Hammer at 12", (1, 37), "expected `square` or `squares`"),
        ("Joe rolls Spirit: 8 3 | x", (1, 25), "not 'x'"),
        ("Joe rolls Spirit: 8; 3", (1, 22), "only the first pool"),
        ("Joe rolls Spirit: 8; roll 3", (1, 22), "twice"),
        ("round\nJoe soaks: 3", (2, 1), "say which by its id, like `soaks a2`"),
        ("Joe rolls Spirit [tm 4]", (1, 19), "unknown key 'tm'"),
        ("Joe attacks G with H [attacks 0]", (1, 23), "at least 1"),
        ("seed 1\nseed 2", (2, 1), "seed is said twice"),
        ("quarry Joe", (1, 1), "no `chase` line"),
        ("gm bennies -1", (1, 1), "at least 0"),
        ('Joe attacks "a\\q" with H', (1, 13), "in quotes a backslash is written twice"),
        ('Joe attacks "a\\u12" with H', (1, 13), "no text in quotes"),
        ("Joe rolls Spirit (+1,5 aim)", (1, 22), "`+1,5` is no whole number"),
        ("Joe rolls Spirit (1,5)", (1, 21), "`1,5` is no whole number"),
        ("Joe rolls Spirit -2", (1, 18), "a modifier stands in parentheses: `(-2)`"),
        ("Joe attacks G with H using Fighting +1: 8", (1, 37), "`(+1)`"),
        (
            "Joe shoots Grukk",
            (1, 1),
            "no action is named: after who acts there must be one of attacks",
        ),
        ("Joe ATTACKS Goblin WITH Hammer", (1, 5), "expected `attacks`, not 'ATTACKS'"),
        ("Round", (1, 1), "expected `round`, not 'Round'"),
        ("Goblin takes 2x6", (1, 14), "2x6"),
        ("Joe rolls Spirit: 1e999", (1, 19), "too large"),
        ("Joe gains benny [source " + "[" * 200 + "]" * 200 + "]", (1, 1), "nested"),
    ],
)
def test_an_error_names_line_and_column_and_what_was_expected(
    text: str, place: tuple[int, int], words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        read_text(text, name="fight.txt")
    assert (caught.value.line, caught.value.column) == place
    assert words in str(caught.value)
    assert str(caught.value).startswith("fight.txt:")


def test_an_error_says_how_many_more_lines_are_wrong() -> None:
    with pytest.raises(DocumentError, match=r"and 2 more lines cannot be read"):
        read_text("a b c\nround\n] x\nJoe rolls")


def test_json_is_not_taken_for_the_text_form() -> None:
    assert not is_text_form('\n  {"format": "sw-data/log"}')
    assert not is_text_form("")
    assert not is_text_form("# nothing\n\n")
    assert is_text_form("\ufeff# a fight\nround")


def test_the_page_of_the_docs_shows_the_grammar(root: Path) -> None:
    page = (root / "docs" / "text-log.md").read_text(encoding="utf-8")
    assert f"```lark\n{grammar()}```" in page


def test_the_examples_of_the_page_can_be_read(root: Path) -> None:
    page = (root / "docs" / "text-log.md").read_text(encoding="utf-8")
    examples = page.split("```text\n")[1:]
    assert examples
    for each in examples:
        assert read_text(each.split("```")[0]).actions


def test_without_the_parser_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['lark'] = None\n"
        "from sw_data.textlog import read_text\n"
        "from sw_data.errors import MissingExtraError\n"
        "try: read_text('round')\n"
        "except MissingExtraError as error: print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.strip().endswith("pip install 'sw-data[text]'")


# --- every action goes to text and back --------------------------------------------------------

NAMES = st.one_of(
    st.sampled_from(
        [
            "Joe", "Hammer on a stick", "Man in Black", "with", "at", "Goblin 2", "7", "-3 x", "a  b", " x", "x ",
            'say "hi"', "Äß", "a,b", "#1", "x#2", "null", "\u202egnp", "a\nb", "a\\", "d8(3)", "1e5",
        ]
    ),
    st.text(min_size=1, max_size=8),
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
FACES = st.one_of(
    st.lists(st.integers(-3, 20), max_size=4),
    st.lists(
        st.fixed_dictionaries(
            {"die": st.sampled_from(["d8", "d10", "x y"]), "faces": st.lists(st.integers(1, 8))}
        ),
        max_size=2,
    ),
    st.lists(JSON, max_size=2),
)
POOL = st.one_of(
    FACES,
    st.lists(FACES, max_size=3),
    st.dictionaries(NAMES, st.one_of(FACES, st.lists(NAMES, max_size=3)), max_size=2),
)
DICE = st.dictionaries(
    st.sampled_from(["roll", "attack", "damage", "cards", "control.2", "of it", "7", ""]),
    POOL,
    max_size=3,
)
LABELLED = st.lists(
    st.fixed_dictionaries({"label": st.one_of(st.just(""), NAMES), "value": st.integers(-9, 9)}),
    max_size=2,
)
PURSE = st.sampled_from(["own", "gm"])
COUNT = st.integers(0, 9)
TN = st.none() | st.integers(-5, 20)
MAYBE = st.none() | NAMES

EXTRA: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "trait": {"trait": NAMES, "tn": TN, "free": st.booleans()},
    "opposed": {
        "trait": NAMES, "target": NAMES, "target_trait": MAYBE, "target_modifiers": LABELLED,
    },
    "attack": {
        "weapon": NAMES, "target": MAYBE, "targets": st.lists(NAMES, max_size=3),
        "range": st.sampled_from([None, "short", "medium", "long"]),
        "distance": st.none() | st.integers(0, 99) | st.floats(0, 1e6), "trait": MAYBE,
        "attacks": st.none() | st.integers(1, 6), "damage_modifiers": LABELLED,
    },
    "damage": {
        "target": NAMES, "damage": st.sampled_from(["2d6+1", "Str+d10", "d4"]), "ap": COUNT,
        "damage_modifiers": LABELLED,
    },
    "soak": {"attack": NAMES, "hit": st.none() | st.integers(1, 3), "from": PURSE},
    "recover": {},
    "reroll": {
        "of": NAMES, "with": st.sampled_from(["benny", "ability"]), "from": PURSE, "pool": MAYBE,
    },
    "spend_benny": {"for": NAMES, "from": PURSE, "amount": st.integers(1, 9)},
    "award_benny": {"for": MAYBE, "from": PURSE, "amount": st.integers(1, 9)},
    "incapacitation": {"of": MAYBE},
    "injury": {"of": MAYBE},
    "bleeding": {"of": MAYBE},
    "heal": {"wounds": COUNT, "fatigue": COUNT, "hours": COUNT | st.floats(0, 1e9)},
    "session": {},
    "round": {},
    "deal": {"actors": st.lists(NAMES, max_size=3)},
    "board": {"target": NAMES, "trait": MAYBE, "tn": TN},
    "take_wheel": {"target": MAYBE, "trait": MAYBE, "tn": TN},
    "complication": {"trait": MAYBE, "tn": TN},
    "hold": {},
    "zone_movement": {"push": st.booleans(), "zones": st.none() | st.integers(0, 2)},
    "get_close": {"target": NAMES},
    "ram": {"target": NAMES},
    "block": {"against": NAMES},
    "regain_control": {},
    "this_way": {},
    "hide": {},
    "control_check": {},
    "obstacle": {"kind": st.sampled_from(["hard", "soft"]), "of": MAYBE},
    "vehicle_soak": {"of": NAMES, "from": PURSE},
    "occupants": {"of": MAYBE},
}  # fmt: skip
NOBODY = {"damage", "award_benny", "session", "round", "deal"}


def test_the_law_of_the_round_trip_is_about_every_type_of_action() -> None:
    assert set(EXTRA) == set(ACTION.json_schema()["discriminator"]["mapping"])


@st.composite
def actions(draw: st.DrawFn) -> Action:
    kind = draw(st.sampled_from(sorted(EXTRA)))
    always: dict[str, st.SearchStrategy[Any]] = {
        "id": st.sampled_from(["a1", "a2", "a3", "r 1", "7", "a1/x"]) | NAMES,
        "type": st.just(kind),
        "actor": MAYBE if kind in NOBODY else NAMES,
        **EXTRA[kind],
    }
    sometimes: dict[str, st.SearchStrategy[Any]] = {
        "modifiers": LABELLED,
        "actions_this_turn": st.integers(1, 3),
        "encounter": st.sampled_from(["", "e1", "the bridge"]),
        "chase": MAYBE,
        "note": st.none() | st.text(max_size=5),
        "source": JSON,
        "dice": DICE,
        "recorded": st.dictionaries(st.text(max_size=3), JSON, max_size=2),
    }
    value: dict[str, Any] = draw(st.fixed_dictionaries(always, optional=sometimes))
    return ACTION.validate_python(value)


@given(st.lists(actions(), max_size=4))
def test_every_action_goes_to_text_and_back(several: list[Action]) -> None:
    log = ActionLog(format="sw-data/log", actions=tuple(several))
    text = write_text(log)
    assert read_text(text).log == log
    assert write_text(read_text(text).log) == text


@given(
    st.fixed_dictionaries(
        {"format": st.just("sw-data/log")},
        optional={
            "ruleset": NAMES,
            "rules": st.dictionaries(NAMES, JSON, max_size=2),
            "seed": st.integers(-5, 2**70),
            "actors": st.lists(
                st.one_of(
                    st.fixed_dictionaries({"$ref": NAMES}),
                    st.dictionaries(st.text(max_size=3), JSON, max_size=2),
                ),
                max_size=2,
            ),
            "gm_bennies": COUNT,
            "interleaved": st.booleans(),
            "note": st.none() | st.text(max_size=5),
            "source": JSON,
            "chases": st.lists(
                st.fixed_dictionaries(
                    {
                        "id": NAMES,
                        "name": NAMES,
                        "chase_skill": NAMES,
                        "last_zone": st.none() | st.integers(1, 20),
                        "range": st.sampled_from(
                            [{"modifier_per_zone": -2}, {"squares_per_zone": 12.5}]
                        ),
                        "participants": st.lists(
                            st.fixed_dictionaries(
                                {
                                    "id": NAMES,
                                    "actor": NAMES,
                                    "vehicle": MAYBE,
                                    "side": st.sampled_from(["quarry", "pursuer"]),
                                    "zone": st.integers(1, 9),
                                    "on_hold": st.booleans(),
                                    "escaped": st.booleans(),
                                    "close": st.lists(NAMES, max_size=2),
                                }
                            ),
                            max_size=2,
                        ),
                    }
                ),
                max_size=2,
            ),
        },
    )
)
def test_every_header_goes_to_text_and_back(header: dict[str, Any]) -> None:
    log = ActionLog.model_validate(header)
    assert read_text(write_text(log)).log == log


@given(st.text(max_size=60))
def test_any_text_is_a_log_or_an_error_with_a_place(text: str) -> None:
    place: tuple[int | None, int | None] = (1, 1)
    try:
        read_text(text)
    except DocumentError as error:
        place = (error.line, error.column)
    assert None not in place


def test_a_whole_fight_is_the_same_in_text(fixtures: Path) -> None:
    given = json.loads((fixtures / "demo" / "fight.json").read_text(encoding="utf-8"))
    log = ActionLog.model_validate(given)
    assert read_text(write_text(log)).log == log


def test_a_trait_whose_name_ends_like_a_modifier_is_written_in_quotes_and_read_back() -> None:
    line = 'Joe rolls "Rank +2" against Goblin using "Rank -1"'
    assert write_text(read_text(line).log).splitlines()[-1] == line
