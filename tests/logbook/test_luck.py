"""Luck: ranges and chances of fair dice, beside brute force and beside dice that are known to be fair."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from sw_data.api.stats import stats
from sw_data.logbook.luck import (
    chance_of_at_least,
    chance_of_failure,
    chance_of_run,
    count_of_events,
    count_of_faces,
    sum_of_faces,
)
from sw_data.logbook.statistics import SessionTally

Json = dict[str, Any]


def close(value: float) -> Any:
    """A number as good as this one."""
    return pytest.approx(value)  # pyright: ignore[reportUnknownMemberType]


def test_the_sum_of_dice_is_that_of_brute_force() -> None:
    sums = sorted(sum(faces) for faces in itertools.product(range(1, 5), range(1, 5), range(1, 7)))
    measure = sum_of_faces({4: 2, 6: 1}, 4)
    under = sum(1 for each in sums if each < 4) + sum(1 for each in sums if each == 4) / 2
    assert measure.method == "exact"
    assert measure.expected == 8.5
    assert measure.p == close(2 * under / len(sums))


def test_a_range_leaves_at_most_one_in_forty_on_either_side() -> None:
    sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=4)]
    measure = sum_of_faces({6: 4}, 14)
    assert sum(1 for each in sums if each < measure.low) / len(sums) <= 0.025
    assert sum(1 for each in sums if each > measure.high) / len(sums) <= 0.025
    assert sum(1 for each in sums if each <= measure.low) / len(sums) > 0.025


def test_what_lies_in_the_middle_has_a_p_of_one() -> None:
    assert sum_of_faces({6: 2}, 7).p == close(1.0)


def test_the_exact_range_and_the_normal_one_agree_where_they_meet() -> None:
    exact = sum_of_faces({6: 300, 8: 300}, 2480)
    normal = sum_of_faces({6: 302, 8: 300}, 2487)
    assert (exact.method, normal.method) == ("exact", "normal")
    assert abs(exact.low - normal.low) < 12
    assert abs(exact.p - normal.p) < 0.01


def test_the_count_of_aces_is_that_of_the_binomial() -> None:
    measure = count_of_faces({6: 10}, 0)
    assert measure.expected == close(10 / 6)
    assert measure.p == close((5 / 6) ** 10)


def test_nothing_rolled_is_nothing_measured() -> None:
    assert count_of_events([], 0).method == "none"
    assert sum_of_faces({}, 0).p == 1.0


def test_a_die_that_aces_reaches_what_it_reaches() -> None:
    assert chance_of_at_least(6, 1) == 1
    assert chance_of_at_least(6, 6) == close(1 / 6)
    # Seven is any Ace with any face behind it.
    assert chance_of_at_least(6, 7) == close(1 / 6)
    assert chance_of_at_least(6, 8) == close(5 / 36)
    assert chance_of_failure([8, 6], 4) == close(3 / 8 * 3 / 6)


def test_the_chance_of_a_run_is_that_of_brute_force() -> None:
    failing = [0.3, 0.6, 0.5, 0.2, 0.7]
    for length in (1, 2, 3, 5):
        whole = 0.0
        for fell in itertools.product([True, False], repeat=len(failing)):
            chance = 1.0
            longest = run = 0
            for failed, q in zip(fell, failing, strict=True):
                chance *= q if failed else 1 - q
                run = run + 1 if failed else 0
                longest = max(longest, run)
            whole += chance if longest >= length else 0
        assert chance_of_run(failing, length) == close(whole)


def test_fair_dice_are_called_odd_as_seldom_as_said() -> None:
    chance = random.Random(11)
    ps: list[float] = []
    for _ in range(400):
        faces = [chance.randint(1, 8) for _ in range(40)]
        ps.append(sum_of_faces({8: 40}, sum(faces)).p)
    # One in twenty below 0.05, half of them below a half: the p of fair dice is even.
    assert 6 <= sum(1 for p in ps if p < 0.05) <= 34
    assert 160 <= sum(1 for p in ps if p < 0.5) <= 240


def roll(actor: str, *dice: tuple[int, ...], **more: Any) -> Json:
    return {
        "id": more.pop("id", "a"), "type": "trait", "actor": actor, "trait": "Notice",
        "dice": {"roll": [{"die": f"d{each[0]}", "faces": list(each[1:])} for each in dice]}, **more,
    }  # fmt: skip


def test_only_the_first_face_of_a_die_is_measured() -> None:
    tally = SessionTally()
    tally.take(roll("joe", (6, 6, 6, 2), (6, 1)), None)
    found = tally.of("joe").to_json()
    assert found["dice"] == 2
    assert found["sum"]["observed"] == 7
    assert found["aces"]["observed"] == 1
    assert found["further_faces"] == 2


def test_runs_bennies_and_critical_failures_are_counted() -> None:
    tally = SessionTally()
    for number in range(3):
        tally.take(roll("joe", (6, 1), (6, 1 + number)), None)
    tally.take(roll("joe", (6, 5), (6, 2)), None)
    tally.take(
        {"id": "r", "type": "reroll", "actor": "joe", "of": "a", "with": "benny", "dice": {}}, None
    )
    tally.take({"id": "s", "type": "soak", "actor": "joe", "attack": "a", "from": "gm"}, None)
    tally.take({"id": "g", "type": "award_benny", "actor": "joe"}, None)
    found = tally.of("joe").to_json()
    assert found["longest_run"]["failures"] == 3
    assert found["longest_run"]["of_rolls"] == 4
    assert found["critical_failures"]["observed"] == 1
    assert found["bennies"] == {"spent": 1, "spent_by_gm": 1, "awarded": 1}
    assert found["small_sample"]


def test_bare_faces_are_unknown_without_a_sheet() -> None:
    tally = SessionTally()
    tally.take(
        {"id": "a", "type": "trait", "actor": "joe", "trait": "Notice", "dice": {"roll": [5, 3]}},
        None,
    )
    assert tally.unknown == 2


def test_the_statistics_of_an_evening_say_who_dealt_what(evening: Any) -> None:
    found = stats(evening.log).to_json()
    hits = [hit for each in evening.run.outcomes for hit in each.hits or ()]
    assert (
        found["all"]["damage"]["dealt"]
        == found["all"]["damage"]["taken"]
        == sum(hit.damage or 0 for hit in hits)
    )
    assert {each["name"] for each in found["players"]} >= {"Buck", "Ada", "Ogre", "Goblin"}
    assert found["unknown_faces"] == 0
    spent = sum(each["type"] in ("soak", "reroll") for each in evening.actions)
    assert found["all"]["bennies"]["spent"] == spent


def test_statistics_show_themselves_as_text_and_picture(evening: Any) -> None:
    found = stats(evening.log)
    assert "Buck" in str(found)
    assert "too few dice" in str(found)
    assert found.to_svg().startswith("<svg")
    assert "<pre>" in found._repr_html_()  # pyright: ignore[reportPrivateUsage]


def test_a_name_that_is_markup_is_escaped_in_the_picture() -> None:
    log = {"format": "sw-data/log", "version": 1, "actions": [roll("<b>", (6, 5), (6, 2))]}
    svg = stats(log).to_svg()
    assert "<b>" not in svg
    assert "&lt;b&gt;" in svg


def test_a_log_without_sheets_counts_what_the_tabletop_recorded() -> None:
    action = {
        "id": "a", "type": "attack", "actor": "joe", "weapon": "Sword", "target": "goblin",
        "dice": {"attack": [{"die": "d8", "faces": [7]}], "damage": [{"die": "d6", "faces": [5]}]},
        "recorded": {"total": 7, "hits": [{"damage": 12, "wounds": 1}]},
    }  # fmt: skip
    found = stats({"format": "sw-data/log", "version": 1, "actions": [action]}).to_json()
    by_name = {each["name"]: each["damage"] for each in found["players"]}
    assert by_name["joe"]["dealt"] == by_name["goblin"]["taken"] == 12
    assert by_name["goblin"]["wounds_taken"] == 1


def test_a_damaged_log_is_counted_and_no_traceback() -> None:
    tally = SessionTally()
    broken: list[Any] = [
        7, [], {"roll": 3}, {"roll": [{"die": "dx", "faces": []}]}, {"roll": [{"die": "d6", "faces": "5"}]},
        {"attack": [[None]]},
    ]  # fmt: skip
    hits: list[Any] = [7, {"damage": "x"}]
    for dice in broken:
        action: Json = {
            "id": "a",
            "type": 3,
            "actor": ["x"],
            "dice": dice,
            "modifiers": 3,
            "recorded": {"hits": hits},
        }
        tally.take(action, None)
    assert tally.actions == 6
    assert tally.every.to_json()["dice"] == 0


def test_a_run_says_how_its_dice_fell(evening: Any) -> None:
    found = evening.run.stats().to_json()
    assert found["all"]["dice"] == sum(
        len(roll.dice)
        for each in evening.run.outcomes
        for roll in each.rolls
        if roll.pool.split(".")[0] not in ("location", "detail", "side")
    )
    assert found["all"]["damage"]["dealt"] > 0
