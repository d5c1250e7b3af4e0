"""Action Cards in Combat documents of every generation."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.document import apply, dump, parse
from sw_data.formats.foundry.combat import is_active, is_combat, with_cards, write_cards
from sw_data.jsonvalue import as_array, as_object


def combatant(actor: str | None, **more: Any) -> dict[str, Any]:
    return {"_id": f"c{actor}", "actorId": actor, "tokenId": None, "initiative": None, **more}


def combat(*combatants: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"_id": "b", "round": 1, "turn": 0, "active": True, "combatants": [*combatants], **more}


def dealt(document: dict[str, Any], *cards: tuple[str, str]) -> dict[str, Any]:
    """The document with the edits brought in."""
    text = json.dumps(document).encode()
    changed: dict[str, Any] = json.loads(
        dump(apply(parse(text), write_cards(document, cards))).decode()
    )
    return changed


def test_a_vehicle_shows_its_drivers_card_if_the_driver_is_no_combatant() -> None:
    cards, drivers = [("joe", "Joker"), ("ann", "9D")], {"jeep": "joe", "van": "ann"}
    alone = combat(combatant("jeep", system={}), combatant("van", system={}), type="chase")
    one, two = _object_of(with_cards(alone, cards, drivers))["combatants"]
    assert (one["system"]["cardString"], two["system"]["cardString"]) == ("Red J", "9\u2666")
    both = combat(combatant("joe", system={}), combatant("jeep", system={}), type="chase")
    driver, ride = _object_of(with_cards(both, cards, drivers))["combatants"]
    assert driver["system"]["hasJoker"] is True
    assert ride == both["combatants"][1]


def _object_of(value: object) -> dict[str, Any]:
    found = as_object(value)
    assert found is not None
    return found


def test_a_new_fight_of_the_newest_version_has_the_cards_under_system() -> None:
    after = dealt(combat(combatant("joe", system={}, flags={}), type="chase"), ("joe", "AS"))
    one = after["combatants"][0]
    assert one["system"] == {
        "cardValue": 14, "suitValue": 4, "cardString": "A\u2660", "hasJoker": False,
    }  # fmt: skip
    assert one["initiative"] == 14.4
    assert one["flags"] == {}


@pytest.mark.parametrize(
    ("version", "place", "suit", "number"),
    [("6.0.1", "system", 3, 13.3), ("5.2.0", "system", 3, 13.3), ("5.1.9", "flags", 3, 13.3),
     ("4.4.0", "flags", 3, 13.3), ("3.3.0", "flags", 3, 13.3), ("3.2.5", "flags", 3, 16),
     ("1.1", "flags", 3, 16), ("dev", "flags", 3, 13.3), (None, "flags", 3, 16)],
)  # fmt: skip
def test_the_version_says_where_the_cards_stand_and_how_they_are_added(
    version: str | None, place: str, suit: int, number: float
) -> None:
    stamp = {} if version is None else {"_stats": {"systemVersion": version}}
    after = dealt(combat(combatant("joe", system={}), **stamp), ("joe", "KH"))["combatants"][0]
    held = after["system"] if place == "system" else after["flags"]["swade"]
    assert (held["cardValue"], held["suitValue"]) == (13, suit)
    assert after["initiative"] == number


def test_cards_that_are_there_say_it_better_than_the_stamp() -> None:
    old = combatant(
        "ann",
        initiative=16,
        flags={"swade": {"cardValue": 13, "suitValue": 3, "cardString": "K\u2665"}},
    )
    document = combat(old, combatant("joe"), _stats={"systemVersion": "6.0"})
    after = dealt(document, ("joe", "2C"))
    assert after["combatants"][1]["flags"]["swade"]["cardValue"] == 2
    assert after["combatants"][1]["initiative"] == 3
    assert after["combatants"][0] == old


@pytest.mark.parametrize(("version", "suit"), [("3.0", 99), ("4.1", 4), ("6.0", 4)])
def test_of_two_jokers_the_first_dealt_is_the_red_one_and_goes_first(
    version: str, suit: int
) -> None:
    document = combat(
        combatant("ann", system={}), combatant("joe", system={}), _stats={"systemVersion": version}
    )
    after = dealt(document, ("joe", "Joker"), ("ann", "Joker"))["combatants"]
    held = [each["system"] or each["flags"]["swade"] for each in after]
    assert [each["cardValue"] for each in held] == [98, 99]
    assert [each["cardString"] for each in held] == ["Blk J", "Red J"]
    assert all(each["hasJoker"] and each["suitValue"] == suit for each in held)
    assert after[1]["initiative"] > after[0]["initiative"]


def test_those_without_a_card_or_an_actor_stay_as_they_are() -> None:
    document = combat(combatant("ann"), combatant(None), {"_id": "odd"})
    assert write_cards(document, [("joe", "KS")]) == []
    assert write_cards(document, [("ann", "what")]) == []
    assert write_cards({}, [("ann", "KS")]) == []


def test_a_hold_and_what_others_keep_there_stay() -> None:
    document = combat(
        combatant("joe", flags={"swade": {"roundHeld": 1, "cardValue": 5}, "other": {"x": 1}})
    )
    after = dealt(document, ("joe", "10D"))["combatants"][0]
    assert after["flags"]["other"] == {"x": 1}
    assert after["flags"]["swade"]["roundHeld"] == 1
    assert after["flags"]["swade"]["cardString"] == "10\u2666"


def test_dealing_the_same_cards_again_changes_nothing() -> None:
    after = dealt(combat(combatant("joe", system={}), type="chase"), ("joe", "QC"))
    assert write_cards(after, [("joe", "QC")]) == []


@pytest.mark.parametrize(
    ("value", "fits"),
    [(combat(), True), ({"combatants": []}, False), ({"round": 1, "combatants": 3}, False),
     ({"kind": "chase", "round": 1, "combatants": []}, False), ([], False), (None, False)],
)  # fmt: skip
def test_a_combat_is_told_by_its_shape(value: object, fits: bool) -> None:
    assert is_combat(value) is fits


def test_which_fight_is_on_is_told_by_its_flag() -> None:
    assert is_active(combat())
    assert not is_active(combat(active=False))
    assert not is_active({})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "system",
                    "flags",
                    "swade",
                    "cardValue",
                    "suitValue",
                    "initiative",
                    "actorId",
                    "round",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["combatants", "_stats", "type", "round"]), JSON))
def test_a_damaged_fight_is_no_reason_to_fail(document: dict[str, Any]) -> None:
    listed = [as_object(each) for each in as_array(document.get("combatants")) or []]
    if listed:
        named = [each and {**each, "actorId": "joe"} for each in listed]
        document = {**document, "combatants": named}
    for edit in write_cards(document, [("joe", "KS"), ("ann", "Joker")]):
        assert edit.path.startswith("/combatants/")
