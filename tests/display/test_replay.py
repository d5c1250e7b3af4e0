"""The steps of a run as data: they begin at the start, follow every effect, and end at the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sw_data as sw
from sw_data.display.replay import MOST_ACTORS, Replay
from sw_data.display.track import MOST_ZONES
from sw_data.models import Character, Chase, Effect, Modifier, Outcome, Roll, Violation

DICE = {name: "d6" for name in ("agility", "smarts", "spirit", "strength", "vigor")}
RUNS = ("logs/chase.json", "demo/fight.json")


@pytest.fixture(scope="module", params=RUNS)
def run(request: pytest.FixtureRequest, fixtures: Path) -> sw.Run:
    return sw.resolve(fixtures / request.param, actors=fixtures / "demo" / "party.json", seed=7)


@pytest.fixture(scope="module")
def chase(fixtures: Path) -> Replay:
    return sw.resolve(fixtures / "logs" / "chase.json").replay().replay


def person(number: int) -> Character:
    return Character.model_validate(
        {"id": f"c{number}", "name": f"C {number}", "attributes": DICE, "bennies": 0}
    )


def test_there_is_a_step_for_the_start_and_one_for_each_outcome(run: sw.Run) -> None:
    frames = run.replay().replay.frames()
    assert [each["step"] for each in frames] == list(range(len(run.outcomes) + 1))
    assert [each["id"] for each in frames[1:]] == [each.id for each in run.outcomes]


def test_every_effect_begins_where_the_steps_before_it_ended(run: sw.Run) -> None:
    replay = run.replay().replay
    for number, outcome in enumerate(run.outcomes):
        state = replay.state(number)
        for effect in outcome.effects:
            key = (effect.chase, effect.participant or effect.actor or "", effect.field)
            if key in state:
                assert state[key] == effect.from_, outcome.id


def test_the_first_step_is_how_the_sheets_were_and_the_last_how_the_run_ended(run: sw.Run) -> None:
    replay = run.replay().replay
    actors, chases = replay.at(replay.last)
    assert actors == tuple(run.actors.values())
    assert chases == tuple(run.chases.values())
    first, tracks = replay.at(0)
    loaded = {each.id: each for each in run.cast.players}
    for each in first:
        assert each.wounds == loaded[each.id].wounds
        assert each.conditions == loaded[each.id].conditions
    assert {each.id: each for each in tracks} == {each.id: each for each in run.cast.tracks}


def test_slices_are_the_steps_of_the_whole(run: sw.Run) -> None:
    replay = run.replay().replay
    whole = replay.frames()
    assert [replay.frames(n, 1)[0] for n in range(replay.last + 1)] == whole
    assert replay.frames(replay.last + 1) == []
    assert replay.frames(-5, 2) == whole[:2]


def test_steps_are_json_and_small(run: sw.Run) -> None:
    replay = run.replay().replay
    text = json.dumps([replay.head(), *replay.frames()], allow_nan=False)
    assert len(text) < 4000 * (replay.last + 2)


def test_a_step_says_who_is_where_and_what_the_dice_were(chase: Replay) -> None:
    step = next(each for each in chase.frames() if each["id"] == "1h")
    pieces = {each["name"]: each for each in step["chases"][0]["pieces"]}
    assert (pieces["Sana"]["zone"], pieces["Sana"]["from"], pieces["Sana"]["acting"]) == (
        5,
        4,
        True,
    )
    assert pieces["Rusk"]["on_hold"]
    assert pieces["Rusk"]["out_of_control"]
    assert not pieces["Iver"]["out_of_control"]
    roll = step["rolls"][1]
    assert (roll["who"], roll["what"], roll["total"]) == ("Sana", "Driving", 10)
    assert roll["dice"][0] == {"die": "d8", "sides": 8, "wild": False, "faces": [8, 2], "total": 10}
    assert step["rolls"][0]["modifiers"] == [
        {"value": "-1", "label": "Handling", "rule": "chase.skill"}
    ]
    assert "chase.block_backfire" in step["rules"]
    assert "Armored wagon: conditions now out of control" in step["changes"]
    sana = step["actors"][[each["name"] for each in chase.head()["actors"]].index("Sana")]
    assert (sana["bennies"], sana["changed"]) == (2, ["bennies"])


def test_those_who_are_close_are_named(chase: Replay) -> None:
    step = next(each for each in chase.frames() if each["id"] == "3c")
    close = {each["name"]: each["close"] for each in step["chases"][0]["pieces"]}
    assert (close["Iver"], close["Sana"]) == (["Sana"], ["Iver"])
    assert "Iver: close now Sana" in step["changes"]


def test_a_rejected_action_changes_nothing_and_says_why(chase: Replay) -> None:
    frames = chase.frames()
    number = next(each["step"] for each in frames if each["id"] == "1c")
    assert frames[number]["status"] == "rejected"
    assert "chase.same_zone" in frames[number]["notes"][0]
    assert frames[number]["actors"] == frames[number - 1]["actors"]


def test_cards_are_told_in_the_order_of_acting(chase: Replay) -> None:
    dealt = chase.frames(1, 1)[0]["cards"]
    assert [each["who"] for each in dealt] == ["Milo", "Iver", "Tess", "Rusk", "Sana", "Petty"]
    assert dealt[1]["cards"] == ["4D", "QS"]


def test_each_encounter_has_its_own_replay() -> None:
    actions = [
        {"id": f"a{n}", "type": "award_benny", "actor": "c0", "encounter": f"e{n % 2}"}
        for n in range(5)
    ]
    run = sw.resolve(
        {"format": "sw-data/log", "version": 1, "actions": actions}, actors=[person(0)]
    )
    with pytest.raises(sw.SwDataError, match="say which: 'e0', 'e1'"):
        run.replay()
    with pytest.raises(sw.SwDataError, match="no encounter 'e7'"):
        run.replay(encounter="e7")
    last = {name: run.replay(encounter=name).replay.frames()[-1] for name in ("e0", "e1")}
    assert [last["e0"]["actors"][0]["bennies"], last["e1"]["actors"][0]["bennies"]] == [3, 2]
    assert [last["e0"]["step"], last["e1"]["step"]] == [3, 2]


def effects(size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=size)


@given(effects(260))
def test_the_state_after_any_step_is_the_sum_of_what_came_before(
    made: list[tuple[int, int]],
) -> None:
    now = [0, 0, 0]
    states = [tuple(now)]
    outcomes: list[Outcome] = []
    for number, (who, wounds) in enumerate(made):
        effect = Effect(f"c{who}", "wounds.value", now[who], wounds)
        outcomes.append(Outcome(f"a{number}", "damage", "resolved", effects=(effect,)))
        now[who] = wounds
        states.append(tuple(now))
    ends = tuple(
        person(n).model_copy(
            update={"wounds": person(n).wounds.model_copy(update={"value": now[n]})}
        )
        for n in range(3)
    )
    replay = Replay("x", tuple(outcomes), ends)
    for step in (0, len(made) // 2, len(made), 120, 3):
        if step <= len(made):
            seen = replay.frames(step, 1)[0]
            assert tuple(each["wounds"] for each in seen["actors"]) == states[step]


def test_many_actors_are_cut_to_those_who_act() -> None:
    many = tuple(person(n) for n in range(500))
    replay = Replay("x", (Outcome("a", "trait", "resolved", actor="c499"),), many)
    head = replay.head()
    assert len(head["actors"]) == MOST_ACTORS
    assert head["actors"][0]["name"] == "C 499"
    assert head["unseen"] == 500 - MOST_ACTORS
    assert len(replay.frames()[1]["actors"]) == MOST_ACTORS


@pytest.mark.parametrize(
    ("zones", "last", "drawn"),
    [
        ([1, 3], 8, (1, 8)),
        ([1, 3], None, (1, 4)),
        ([10_000, 10_002], None, (9_944, 10_003)),
        ([1, 10_000], None, (1, MOST_ZONES)),
        ([900], 1000, (899, 958)),
    ],
)
def test_a_long_track_is_drawn_where_its_people_are(
    zones: list[int], last: int | None, drawn: tuple[int, int]
) -> None:
    people = [{"id": f"p{n}", "actor": f"c{n}", "zone": zone} for n, zone in enumerate(zones)]
    chase = Chase.model_validate({"name": "Far", "last_zone": last, "participants": people})
    track = Replay("x", chases=(chase,)).frames()[0]["chases"][0]
    assert (track["first"], track["last"]) == drawn


@pytest.mark.parametrize("text", ["<b>" + "x" * 1_000_000, "\u202eevil\x00\x1b[31m", "\ud800"])
def test_a_strangers_text_is_short_and_clean(text: str) -> None:
    roll = Roll(text, (), (Modifier(text, 1, text),) * 1000, 1, actor=text, note=text)
    outcome = Outcome(
        text, text, "rejected", actor=text, target=text, rolls=(roll,) * 500,
        effects=(Effect(text, "conditions", [], [text] * 50),) * 500, violations=(Violation(text, text),) * 500,
        rules=(text,) * 500, summary=text, cards={text: [text] * 500}, order=(text,),
    )  # fmt: skip
    replay = Replay(text, (outcome,), names={text: text}, note=text)
    shown: Any = [replay.head(), *replay.frames()]
    assert len(json.dumps(shown)) < 200_000
    assert not {"\x00", "\x1b", "\u202e", "\ud800"} & set(json.dumps(shown, ensure_ascii=False))
