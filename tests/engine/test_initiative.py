"""Action cards: order, edges, Jokers, Clubs, recorded and seeded decks (`chase.initiative`, `chase.complication`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sw_data.dice.source import shuffled
from sw_data.rules.initiative import card_at

Make = Callable[..., Any]


def cards(**dealt: str) -> dict[str, Any]:
    return {"cards": {who: each.split() for who, each in dealt.items()}}


def deck(seed: int, id: str) -> list[str]:
    return [str(card_at(index)) for index in shuffled(seed, id)]


def test_the_highest_card_goes_first_and_suits_break_ties(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("deal", chase="c1", dice=cards(ann="KD", bo="KS", cy="AH"))))
    assert run["a1"]["order"] == ["cy", "bo", "ann"]
    assert run["a1"]["cards"] == {"ann": ["KD"], "bo": ["KS"], "cy": ["AH"]}


def test_of_two_jokers_and_of_two_equal_cards_the_first_dealt_goes_first(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("deal", chase="c1", dice=cards(ann="Joker", bo="QS", cy="Joker"))))
    assert run["a1"]["order"] == ["ann", "cy", "bo"]
    same = play(road(act("deal", chase="c1", dice=cards(ann="QS", bo="2D", cy="QS"))))
    assert same["a2"]["order"] == ["ann", "cy", "bo"]
    assert same.warned("a2") == ["chase.initiative", "SW621"]


@pytest.mark.parametrize(
    ("edges", "hindrances", "drawn", "before"),
    [
        (["Quick"], [], "5S 2C 6D", True),
        (["Quick"], [], "6D", True),
        (["Level Headed"], [], "3S KD", True),
        (["Improved Level Headed"], [], "3S 4D KD", True),
        (["Improved Level Headed", "Level Headed"], [], "3S 4D KD", True),
        ([], ["Hesitant"], "3S KD", False),
        ([], ["Hesitant (Minor)"], "KS 3S", False),
        ([], ["Hesitant"], "Joker 3S", True),
        (["Quick", "Level Headed"], [], "3S 9D KS", True),
        (["Quick", "Level Headed"], [], "9D 2S 4C 8H", True),
        (["Quick"], [], "Joker", True),
    ],
)
def test_edges_change_how_many_cards_are_drawn_and_which_counts(
    play: Make, road: Make, act: Make, edges: Any, hindrances: Any, drawn: str, before: bool
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann=drawn, bo="5H", cy="4H")),
            ann={"edges": edges, "hindrances": hindrances},
        )
    )
    assert run["a1"]["status"] == "resolved", run["a1"]["summary"]
    assert (run["a1"]["order"].index("ann") == 0) is before
    assert run["a1"]["cards"]["ann"] == drawn.split()


@pytest.mark.parametrize(
    ("edges", "drawn", "code"),
    [([], "3S KD", "SW623"), (["Level Headed"], "3S", "SW623"), (["Quick"], "4S", "SW623"),
     ([], "1S", "SW622"), ([], "XX", "SW622")],
)  # fmt: skip
def test_cards_that_cannot_have_been_drawn_reject_the_deal(
    play: Make, road: Make, act: Make, edges: Any, drawn: str, code: str
) -> None:
    run = play(road(act("deal", chase="c1", dice=cards(ann=drawn, bo="5H")), ann={"edges": edges}))
    assert run.rule("a1") == code


def test_a_card_dealt_twice_in_a_round_is_a_warning_and_in_two_rounds_is_none(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="KD", bo="KD", cy="3H")),
            act("deal", chase="c1", dice=cards(ann="KD", bo="QD", cy="3H")),
            act("deal", chase="c1", dice=cards(ann="Joker", bo="Joker", cy="Joker")),
        )
    )
    assert run.warned("a1") == ["chase.initiative", "SW621"]
    assert run.warned("a2") == []
    assert run.warned("a3") == ["chase.initiative", "SW621"]


def test_a_joker_adds_two_to_trait_and_damage_rolls_of_that_round_only(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="Joker", bo="9D", cy="8H")),
            act("zone_movement", "ann", roll=[2, 1]),
            act("attack", "ann", weapon="Rifle", target="bo", range="short", attacks=1,
                attack=[4, 1], damage=[1, 1]),
            act("zone_movement", "bo", roll=[2]),
            act("deal", chase="c1", dice=cards(ann="2S", bo="9D", cy="8H")),
            act("zone_movement", "ann", roll=[2, 1]),
        )
    )  # fmt: skip
    assert run.modifiers("a2") == {"chase.initiative": 2}
    assert run.zone("p1") == 5
    assert run.modifiers("a3", "damage") == {"chase.initiative": 2}
    assert run.modifiers("a4") == {}
    assert run.modifiers("a6") == {}


def test_a_deck_is_shuffled_from_the_seed_the_chase_and_the_number_of_the_shuffle(
    play: Make, road: Make, act: Make
) -> None:
    run = play(road(act("deal", chase="c1"), act("deal", chase="Coast road"), seed=17))
    order = deck(17, "c1#1")
    dealt = [run[id]["cards"][who][0] for id in ("a1", "a2") for who in ("ann", "bo", "cy")]
    assert "Joker" not in dealt
    assert dealt == order[:6]


def test_the_only_chase_of_a_log_need_not_be_named(play: Make, road: Make, act: Make) -> None:
    named = play(road({"id": "d", "type": "deal", "chase": "c1"}, seed=4))
    unnamed = play(road({"id": "d", "type": "deal"}, seed=4))
    assert named["d"]["cards"] == unnamed["d"]["cards"]


def test_a_deal_to_actors_has_a_deck_of_its_own(play: Make, road: Make, act: Make) -> None:
    run = play(road(act("deal", actors=["Deb", "bo"]), seed=4))
    assert run["a1"]["cards"] == {"deb": deck(4, "#1")[:1], "bo": deck(4, "#1")[1:2]}


def test_cards_of_the_log_are_taken_out_of_the_seeded_deck(
    play: Make, road: Make, act: Make
) -> None:
    top = deck(17, "c1#1")
    run = play(
        road(
            act("deal", chase="c1", dice={"cards": {"bo": [top[0]]}}),
            act("deal", chase="c1"),
            seed=17,
        )
    )
    assert run["a1"]["cards"] == {"ann": [top[1]], "bo": [top[0]], "cy": [top[2]]}
    assert run["a2"]["cards"]["ann"] == [top[3]]


def test_the_deck_is_shuffled_anew_after_a_round_with_a_joker(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="Joker", bo="9D", cy="8H")),
            act("deal", chase="c1"),
            act("deal", chase="c1"),
            seed=17,
        )
    )
    second = deck(17, "c1#2")
    assert run["a2"]["cards"]["ann"] == second[:1]
    if "Joker" not in second[:3]:
        assert run["a3"]["cards"]["ann"] == second[3:4]


def test_a_deck_that_runs_out_is_shuffled_without_the_cards_on_the_table(
    play: Make, road: Make, act: Make
) -> None:
    taken = deck(3, "c1#1")
    # Jokers out of the way, so that nothing else calls for a shuffle.
    log = road(*(act("deal", chase="c1", actors=["ann"]) for _ in range(60)), seed=3)
    run = play(log)
    drawn = [run[f"a{n}"]["cards"]["ann"][0] for n in range(1, 61)]
    assert drawn[: drawn.index("Joker") + 1] == taken[: taken.index("Joker") + 1]
    people = [
        {"kind": "character", "id": f"n{n}", "name": f"N{n}", "attributes": dict.fromkeys(
            ("agility", "smarts", "spirit", "strength", "vigor"), "d6")}
        for n in range(20)
    ]  # fmt: skip
    for seed in range(30):
        crowd = {
            "actors": people,
            "actions": [
                {"id": f"d{n}", "type": "deal", "actors": [each["id"] for each in people]}
                for n in range(3)
            ],
            "seed": seed,
        }
        many = play(crowd)
        assert all(each["warnings"] == [] for each in many.outcomes)


def test_more_cards_than_a_deck_has_can_be_dealt(play: Make) -> None:
    people = [
        {"kind": "character", "id": f"n{n}", "name": f"N{n}", "edges": ["Improved Level Headed"],
         "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")}
        for n in range(30)
    ]  # fmt: skip
    run = play(
        {
            "actors": people,
            "actions": [{"id": "d", "type": "deal", "actors": [f"n{n}" for n in range(30)]}],
        }
    )
    assert sum(len(each) for each in run["d"]["cards"].values()) == 90
    assert "SW621" in run.warned("d")


def test_those_who_have_escaped_are_dealt_nothing_and_passengers_if_the_log_says_so(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(act("deal", chase="c1", dice=cards(ann="9D", bo="8H", deb="7C")), p3={"escaped": True})
    )
    assert run["a1"]["order"] == ["ann", "bo", "deb"]


def test_a_deal_needs_somebody(play: Make, road: Make, act: Make) -> None:
    log = road(act("deal"), act("deal", chase="c7"), act("deal", actors=["nobody"]))
    log["chases"].append({**log["chases"][0], "id": "c2", "name": "Other"})
    run = play(log)
    assert [run.rule(f"a{n}") for n in (1, 2, 3)] == ["SW617", "SW617", "SW611"]


def test_a_club_holds_up_everything_but_what_is_forced_until_it_is_settled(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="KC", bo="9D", cy="8H")),
            act("zone_movement", "ann"),
            act("hold", "ann"),
            act("trait", "ann", trait="Notice", free=True),
            act("recover", "ann"),
            act("control_check", "ann", roll=[4, 1]),
            act("ram", "bo", target="ann", roll=[5], target_roll=[5, 2]),
            act("reroll", "ann", of="a7", pool="target_roll", target_roll=[6, 2]),
            act("damage", target="ann", damage="3d6", dice={"damage": [3, 3, 3]}),
            act("soak", "ann", attack="a9", roll=[4, 1]),
            act("complication", "ann", trait="Driving", tn=6, roll=[2, 1]),
            act("zone_movement", "ann", roll=[4, 1]),
            act("complication", "ann"),
            act("complication", "bo"),
        )
    )
    assert [run.rule(f"a{n}") for n in (2, 3, 4, 5)] == ["chase.complication"] * 4
    assert [run.rule(f"a{n}") for n in (6, 7, 8, 9, 10, 11)] == [None] * 6
    assert run["a11"]["result"] == "failure"
    assert run.zone("p1") == 5
    assert run.rule("a13") == "chase.complication"
    assert run.rule("a14") == "chase.complication"


def test_a_complication_lapses_with_the_round(play: Make, road: Make, act: Make) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="KC", bo="9D", cy="8H")),
            act("round"),
            act("zone_movement", "ann", roll=[4, 1]),
        )
    )
    assert run.rule("a3") is None


def test_a_club_that_was_drawn_and_not_kept_is_no_complication(
    play: Make, road: Make, act: Make
) -> None:
    run = play(
        road(
            act("deal", chase="c1", dice=cards(ann="3C 9S", bo="9D", cy="8H")),
            act("zone_movement", "ann", roll=[4, 1]),
            ann={"edges": ["Level Headed"]},
        )
    )
    assert run.rule("a2") is None
