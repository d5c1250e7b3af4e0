"""Outcomes as text: what happened in one line, and why in the next."""

from __future__ import annotations

from dataclasses import replace

from sw_data.dice import RolledDie
from sw_data.display.outcomes import (
    changes_text_of,
    dice_text,
    explain,
    outcome_text,
    roll_text,
    why_text,
)
from sw_data.models import (
    Effect,
    Hit,
    Modifier,
    Outcome,
    Roll,
    Violation,
    WeaponChange,
    WieldedWeapon,
)

DICE = (RolledDie("d8", "trait", (8, 3), 11), RolledDie("d6", "wild", (2,), 2))
ROLL = Roll(
    "attack",
    DICE,
    (Modifier("gang up", 1, "trait.modifiers"),),
    12,
    trait="Fighting",
    tn=6,
    result="raise",
    raises=1,
)
HAMMER = WieldedWeapon(
    "Hammer",
    "d6",
    "d10",
    True,
    "d6+d6",
    (WeaponChange("Fighting", 1),),
    (WeaponChange("parry", -1),),
)
OUTCOME = Outcome(
    "a1",
    "attack",
    "resolved",
    actor="joe",
    target="g1",
    rolls=(ROLL,),
    hits=(Hit("g1", wounds=3, shaken=True, damage=17, toughness=5, raises=3),),
    weapon=HAMMER,
    rules=("attack.melee",),
    summary="Joe hits Goblin.",
)


def test_dice_show_their_aces_and_the_wild_die_its_name() -> None:
    assert dice_text(DICE) == "d8: 8+3 = 11, Wild d6: 2"


def test_a_roll_shows_dice_modifiers_with_reasons_and_what_it_came_to() -> None:
    assert roll_text(ROLL) == "Fighting d8: 8+3 = 11, Wild d6: 2 +1 gang up = 12 against 6: raise"
    assert roll_text(replace(ROLL, raises=2)).endswith(": 2 raises")


def test_a_roll_of_another_names_who_rolled() -> None:
    roll = replace(ROLL, actor="g1")
    assert roll_text(roll, {"g1": "Goblin"}, of="joe").startswith("Goblin's Fighting ")
    assert roll_text(roll, of="g1").startswith("Fighting ")


def test_an_outcome_is_a_line_for_what_and_a_line_for_why() -> None:
    lines = outcome_text(OUTCOME, {"g1": "Goblin"}).splitlines()
    assert len(lines) == 2
    assert lines[0] == "a1: Joe hits Goblin."
    assert "17 against Goblin's Toughness of 5" in lines[1]
    assert "too weak for the d10 it asks: d6+d6, lost +1 Fighting, kept -1 parry" in lines[1]
    assert lines[1].endswith("[attack.melee]")


def test_a_rejection_says_the_rule_and_a_revision_by_what() -> None:
    violation = Violation("Joe has no bennies left", rule="benny.uses")
    rejected = Outcome("a2", "soak", "rejected", violations=(violation,), rules=("benny.uses",))
    assert outcome_text(rejected).splitlines()[0] == (
        "a2: rejected: Joe has no bennies left [benny.uses]"
    )
    revised = replace(OUTCOME, status="revised", revised_by="a3")
    assert outcome_text(revised).splitlines()[0] == "a1: Joe hits Goblin. (revised by a3)"


def test_warnings_have_a_line_each() -> None:
    warned = replace(OUTCOME, warnings=(Violation("pool not needed", code="SW606"),))
    assert outcome_text(warned).splitlines()[2] == "    warning: pool not needed [SW606]"


def test_changes_are_told_by_name_with_what_came_and_what_went() -> None:
    effects = [
        Effect("g1", "wounds.value", 0, 1),
        Effect("g1", "conditions", ["prone"], ["shaken", "incapacitated"]),
        Effect(None, "gm_bennies", 3, 2),
    ]
    assert changes_text_of(effects, {"g1": "Goblin"}) == [
        "Goblin: wounds 0 -> 1, conditions now shaken, incapacitated; no longer prone",
        "GM: bennies 3 -> 2",
    ]


def test_explain_leads_from_the_sheet_to_the_effects() -> None:
    whole = replace(OUTCOME, effects=(Effect("g1", "wounds.value", 0, 1),))
    text = explain(whole, {"joe": {"skills.Fighting": "joe.json:3:5 /skills/Fighting"}})
    for said in (
        "from joe skills.Fighting at joe.json:3:5 /skills/Fighting",
        "d8: 8+3 = 11 (trait)",
        "+1 gang up [trait.modifiers]",
        "hit 1: 17 against Toughness 5, g1 takes 3 wounds and is Shaken",
        "effect: g1 wounds.value: 0 -> 1",
        "rules: attack.melee",
    ):
        assert said in text


def test_a_deal_shows_every_card_of_those_who_drew_several() -> None:
    deal = Outcome(
        "d1", "deal", "resolved", order=("ann", "bo"), cards={"bo": ["4H"], "ann": ["3C", "KS"]},
        summary="Order: Ann (KS), Bo (4H).", rules=("chase.initiative",),
    )  # fmt: skip
    names = {"ann": "Ann", "bo": "Bo"}
    assert why_text(deal, names) == "Ann drew 3C, KS; [chase.initiative]"
    assert "\n  Ann drew 3C, KS\n" in explain(deal, None, names)
