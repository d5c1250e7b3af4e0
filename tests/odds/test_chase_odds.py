from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sw_data.errors import ImpossibleError
from sw_data.models import Character, Vehicle
from sw_data.odds import (
    block,
    control_check,
    damage,
    get_close,
    hide,
    movement,
    opposed,
    ram,
    regain_control,
    this_way,
    trait,
)
from sw_data.rules.ruleset import CORE, RULESETS

Person = Callable[..., Character]


def test_a_control_check_is_two_rolls_and_an_obstacle(joe: Character, jeep: Vehicle) -> None:
    odds = control_check(joe, jeep)
    roll = trait("d6", wild_card=True, modifiers=-1)
    lost = roll.p("failure")
    assert odds.p("in control") == roll.p("success")
    assert odds.p("out of control") == lost * roll.p("raise")
    assert odds.p("soft obstacle") == lost * roll.p("plain success")
    assert odds.p("hard obstacle") == lost * lost
    # Top Speed 30 is six dice, a soft obstacle three; a vehicle is wounded by raises over its Toughness.
    assert odds.p("wounded") == odds.p("soft obstacle") * damage("3d6").at_least(16) + odds.p(
        "hard obstacle"
    ) * damage("6d6").at_least(16)
    assert sum(each.p for each in odds.outcomes) == 1


def test_one_out_of_control_before_rolls_worse_and_hits_harder(
    joe: Character, jeep: Vehicle
) -> None:
    loose = jeep.model_copy(update={"conditions": ("out_of_control",)})
    roll = trait("d6", wild_card=True, modifiers=-3)
    odds = control_check(joe, loose)
    assert odds.p("in control") == roll.p("success")
    assert odds.p("wounded") == odds.p("soft obstacle") * damage("4d6").at_least(16) + odds.p(
        "hard obstacle"
    ) * damage("7d6").at_least(16)
    always = CORE.override({"vehicle.out_of_control_before": "collision"})
    assert control_check(joe, jeep, rules=always).p("wounded") > control_check(joe, jeep).p(
        "wounded"
    )


def test_a_driver_who_cannot_act_fails_both_checks(joe: Character, jeep: Vehicle) -> None:
    out_cold = joe.model_copy(update={"conditions": ("stunned",)})
    odds = control_check(out_cold, jeep, bennies=2)
    assert odds.p("hard obstacle") == 1
    assert odds.outcomes == control_check(out_cold, jeep).outcomes


def test_the_driver_soaks_a_crash_with_bennies(
    joe: Character, jeep: Vehicle, goblin: Character
) -> None:
    for driver in (joe, goblin):
        for ruleset in ("core", "swade"):
            chances = [
                control_check(driver, jeep, bennies=count, rules=RULESETS[ruleset]).p("wrecked")
                for count in range(4)
            ]
            assert chances == sorted(chances, reverse=True)
            assert chances[1] < chances[0]


def test_a_runner_is_shaken_where_a_vehicle_is_out_of_control(joe: Character) -> None:
    odds = control_check(joe)
    roll = trait("d8", wild_card=True)
    lost = roll.p("failure")
    assert odds.p("loses control") == lost
    # Toughness of Vigor d8 is 6. Being Shaken already, an obstacle that only Shakes wounds.
    soft, hard = lost * roll.p("plain success"), lost * lost
    hurt = soft * damage("d6").at_least(6) + hard * damage("2d6").at_least(6)
    assert odds.p("wounded") == hurt
    assert odds.p("shaken") == lost - hurt
    soaked = control_check(joe, bennies=1)
    assert soaked.p("wounded") < hurt
    assert soaked.p("shaken") > odds.p("shaken")


def test_movement_is_a_check_and_a_push_is_a_bonus_and_another_check(
    joe: Character, jeep: Vehicle
) -> None:
    odds = movement(joe, jeep)
    roll = trait("d6", wild_card=True, modifiers=-1)
    assert [odds.p(name) for name in ("0 zones", "1 zone", "2 zones")] == [
        roll.p("failure"),
        roll.p("plain success"),
        roll.p("raise"),
    ]
    assert odds.mean == roll.p("success") + roll.p("raise")
    pushed = movement(joe, jeep, push=True)
    assert pushed.p("moves") == trait("d6", wild_card=True, modifiers=1).p("success")
    assert pushed.p("loses control") == control_check(joe, jeep).p("loses control")
    helped = movement(joe, jeep, helped=True, zones=1)
    assert helped.p("1 zone") == pushed.p("moves")
    assert helped.p("2 zones") == 0


def test_on_foot_a_chase_of_vehicles_rolls_agility(joe: Character) -> None:
    assert movement(joe).p("moves") == trait("d8", wild_card=True).p("success")
    assert movement(joe, skill="Stealth").p("2 zones") == trait("d8", wild_card=True).p("raise")


def test_a_ram_is_opposed_and_may_backfire(
    joe: Character, goblin: Character, jeep: Vehicle
) -> None:
    odds = ram(joe, jeep, other=goblin, other_vehicle=jeep)
    plain = opposed("d6", against="d6", wild_card=True, modifiers=-1, against_modifiers=-1)
    assert odds.p("win") == plain.p("win")
    assert 0 < odds.p("backfire") < Fraction(1, 6)
    assert odds.p("backfire") > odds.p("critical failure")
    # An Extra that shows a natural 1 never reaches the minimum of 4.
    assert ram(goblin, jeep, other=joe, other_vehicle=jeep).p("backfire") == Fraction(1, 6)
    # With a large bonus it wins all the same, a critical failure aside.
    sure = ram(joe, jeep, other=goblin, other_vehicle=jeep, modifiers=200)
    assert abs(sure.p("backfire") - Fraction(1, 36)) < Fraction(1, 10**20)


def test_a_push_on_foot_is_strength_at_two_more(joe: Character, goblin: Character) -> None:
    odds = ram(joe, other=goblin)
    assert odds.p("win") == opposed("d6", against="d6", wild_card=True, modifiers=2).p("win")
    assert "foot.push" in odds.rules


def test_a_block_stops_fails_or_backfires(joe: Character, goblin: Character, jeep: Vehicle) -> None:
    odds = block(joe, jeep, other=goblin, other_vehicle=jeep)
    plain = opposed("d6", against="d6", wild_card=True, modifiers=-1, against_modifiers=-1)
    assert odds.p("win") == plain.p("win")
    assert odds.p("stops with raise") == plain.p("raise")
    assert sum(each.p for each in odds.outcomes) == 1
    again = block(joe, jeep, other=goblin, other_vehicle=jeep, blocks_before=2)
    assert again.p("win") < odds.p("win")
    assert again.p("backfires") > odds.p("backfires")


def test_hiding_takes_distance_and_the_sharpest_of_the_pursuers_looks(
    joe: Character, goblin: Character, person: Person
) -> None:
    hawk = person("Hawk", wild_card=True, skills={"Notice": "d10"})
    odds = hide(joe, pursuers=[goblin, hawk], closest=4)
    plain = opposed(
        "d8",
        against="d10",
        wild_card=True,
        against_wild_card=True,
        modifiers=2,
        against_modifiers=1,
    )
    assert odds.p("escapes") == plain.p("win")
    with pytest.raises(ImpossibleError, match="it takes 3"):
        hide(joe, pursuers=[goblin], closest=2)
    with pytest.raises(ImpossibleError, match="no pursuers"):
        hide(joe, pursuers=[], closest=4)


def test_a_pursuer_without_notice_is_not_sharper_than_one_with_a_d4(
    joe: Character, person: Person
) -> None:
    dull = person("Dull", wild_card=True)
    keen = person("Keen", skills={"Notice": "d4"})
    odds = hide(joe, pursuers=[dull, keen], closest=3)
    plain = opposed("d8", against="d4", wild_card=True, against_modifiers=1)
    assert "Keen's Notice" in odds.question
    assert odds.p("escapes") == plain.p("win")
    # Alone, the one without the skill rolls d4 with -2.
    alone = hide(joe, pursuers=[dull], closest=3)
    against = opposed(
        "d8", against="d4", wild_card=True, against_wild_card=True, against_modifiers=-2
    )
    assert alone.p("escapes") == against.p("win")
    # The knobs of the unskilled roll count here too.
    kind = CORE.override({"trait.unskilled_modifier": 0})
    assert "Dull's Notice" in hide(joe, pursuers=[dull, keen], closest=3, rules=kind).question


def test_hiding_from_a_vulnerable_lookout_is_easier(joe: Character, goblin: Character) -> None:
    exposed = goblin.model_copy(update={"conditions": ("vulnerable",)})
    odds = hide(joe, pursuers=[exposed], closest=3)
    assert odds.p("escapes") == opposed("d8", against="d6", wild_card=True, modifiers=2).p("win")
    unpublished = CORE.override({"condition.published": False})
    assert hide(joe, pursuers=[exposed], closest=3, rules=unpublished).p("escapes") == hide(
        joe, pursuers=[goblin], closest=3
    ).p("escapes")


def test_getting_close_is_a_chase_check(joe: Character, jeep: Vehicle) -> None:
    loose = jeep.model_copy(update={"conditions": ("out_of_control",)})
    for ride, modifier in ((jeep, -1), (loose, -3)):
        odds = get_close(joe, ride)
        assert odds.p("close") == trait("d6", wild_card=True, modifiers=modifier).p("success")
    assert get_close(joe).p("close") == trait("d8", wild_card=True).p("success")
    assert "foot.close" in get_close(joe).rules
    again = get_close(joe, jeep, bennies=1)
    assert again.p("close") == trait("d6", wild_card=True, modifiers=-1, bennies=1).p("success")


def test_regaining_control_is_rolled_without_the_penalty_for_not_having_it(
    joe: Character, jeep: Vehicle
) -> None:
    loose = jeep.model_copy(
        update={
            "conditions": ("out_of_control",),
            "wounds": jeep.wounds.model_copy(update={"value": 2}),
        }
    )
    odds = regain_control(joe, loose)
    assert odds.p("regains control") == trait("d6", wild_card=True, modifiers=-3).p("success")


def test_this_way_is_smarts_and_helps_with_a_success(joe: Character) -> None:
    odds = this_way(joe, modifiers=-2)
    assert odds.p("helps") == trait("d6", wild_card=True, modifiers=-2).p("success")
    assert "chase.this_way" in odds.rules


def test_against_one_who_is_down_a_success_is_enough(
    joe: Character, goblin: Character, jeep: Vehicle
) -> None:
    down = goblin.model_copy(update={"conditions": ("incapacitated",)})
    roll = trait("d6", wild_card=True, modifiers=-1)
    rammed = ram(joe, jeep, other=down, other_vehicle=jeep)
    # A total of 4 is a raise over 0.
    assert rammed.p("win") == rammed.p("raise") == roll.p("success")
    assert rammed.p("tie") == 0
    # A natural 1 and a Wild Die that does not save it.
    assert rammed.p("backfire") == Fraction(1, 6) * (1 - trait("d6", modifiers=-1).p("success"))
    blocked = block(joe, jeep, other=down, other_vehicle=jeep)
    assert blocked.p("stops with raise") == roll.p("success")
    assert blocked.p("backfires") == 0
