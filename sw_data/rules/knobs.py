"""The knobs of each chapter: what they do, the rule they turn, where that comes from.

A module that reads a knob takes the whole `Ruleset`; these classes are its parts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from sw_data.dice.notation import Die
from sw_data.models.base import Model
from sw_data.rules.knob_types import (
    BoolKnob,
    CountKnob,
    DiceKnob,
    DieKnob,
    DieOrNone,
    Keeps,
    NumberOrNone,
    StepKnob,
    WholeKnob,
    WholeOrNone,
)


def _about(text: str, rule: str, source: str) -> Any:
    """What a knob does, the rule it turns, and where that rule comes from."""
    return Field(
        description=f"{text} (`{rule}`; {source})",
        json_schema_extra={"rule": rule, "source": source},
    )


class Chapter(Model):
    """The knobs of one chapter: frozen, no unknown keys."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema, with every default as it is written in JSON."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema)["properties"]
        for knob, default in cls().model_dump(mode="json").items():
            properties[knob]["default"] = default
        return schema


class TraitKnobs(Chapter):
    """Trait rolls."""

    target_number: Annotated[
        WholeKnob,
        _about("The total that succeeds if nothing sets another.", "trait.target_number", "S0, S1"),
    ] = 4
    raise_step: Annotated[
        StepKnob,
        _about("Points over the target number that make one raise.", "trait.raise", "S0, S1"),
    ] = 4
    wild_die: Annotated[
        DieKnob,
        _about("The die that a Wild Card rolls beside the trait die.", "trait.wild_die", "S0, S1"),
    ] = Die(6)
    unskilled_die: Annotated[
        DieKnob, _about("The die for a skill that one does not have.", "trait.unskilled", "S1")
    ] = Die(4)
    unskilled_modifier: Annotated[
        WholeKnob,
        _about("The modifier for a skill that one does not have.", "trait.unskilled", "S1"),
    ] = -2
    extras_critical: Annotated[
        Literal["many_dice", "never"],
        _about(
            "Whether an Extra can fail critically when it rolls several trait dice at once.",
            "trait.critical_failure_many",
            "S1",
        ),
    ] = "many_dice"
    multi_action: Annotated[
        WholeKnob,
        _about(
            "Modifier to every action of a turn for each action beyond the first.",
            "trait.multi_action",
            "S2, P",
        ),
    ] = -2


class WoundsKnobs(Chapter):
    """What wounds do to rolls."""

    penalty: Annotated[
        WholeKnob,
        _about("Modifier to trait rolls for each wound that counts.", "trait.wound_penalty", "S0"),
    ] = -1
    penalty_cap: Annotated[
        CountKnob, _about("How many wounds count at most.", "trait.wound_penalty", "S0")
    ] = 3


class FatigueKnobs(Chapter):
    """What fatigue does to rolls."""

    penalty: Annotated[
        WholeKnob,
        _about(
            "Modifier to trait rolls for each level of fatigue that counts.",
            "trait.fatigue_penalty",
            "P, S2",
        ),
    ] = -1


class OpposedKnobs(Chapter):
    """Opposed rolls."""

    minimum: Annotated[
        WholeOrNone,
        _about(
            "What the one who acts must at least reach; none asks for nothing.",
            "opposed.order",
            "S1",
        ),
    ] = 4


class BennyKnobs(Chapter):
    """Bennies."""

    start: Annotated[
        CountKnob,
        _about("Bennies of a Wild Card and of the GM at a session's start.", "benny.start", "S0"),
    ] = 3
    reroll_keeps: Annotated[
        Keeps, _about("Which roll stands after a reroll with a benny.", "benny.reroll", "S0")
    ] = "last"


class AbilityKnobs(Chapter):
    """Rerolls that an edge or ability gives."""

    reroll_keeps: Annotated[
        Keeps,
        _about("Which roll stands after a reroll by an edge or ability.", "ability.reroll", "S1"),
    ] = "best"


class RerollKnobs(Chapter):
    """Rerolls of any kind."""

    allow_critical: Annotated[
        BoolKnob, _about("Whether a critical failure can be rerolled.", "reroll.critical", "S1")
    ] = False


class AttackKnobs(Chapter):
    """Attacks."""

    range_short: Annotated[WholeKnob, _about("Modifier at short range.", "attack.range", "S0")] = 0
    range_medium: Annotated[
        WholeKnob, _about("Modifier at medium range.", "attack.range", "S0")
    ] = -2
    range_long: Annotated[WholeKnob, _about("Modifier at long range.", "attack.range", "S0")] = -4
    raise_die: Annotated[
        DieOrNone,
        _about(
            "The die that a hit with a raise adds to damage; none adds nothing.",
            "attack.raise_damage",
            "S0",
        ),
    ] = Die(6)


class WeaponKnobs(Chapter):
    """Weapons in hands too weak."""

    lose_ap: Annotated[
        BoolKnob,
        _about(
            "Whether a wielder who is too weak loses the weapon's AP.", "weapon.benefits_lost", "S0"
        ),
    ] = True
    required: Annotated[
        Literal["larger", "minimum"],
        _about(
            "What a Strength weapon asks for: the larger of damage die and minimum Strength, "
            "or the minimum Strength alone where there is one.",
            "weapon.required_strength",
            "S0, VTT data",
        ),
    ] = "larger"
    weak_attack_penalty_per_step: Annotated[
        CountKnob,
        _about(
            "What a ranged attack loses for each die step of Strength lacking: "
            "1 is a modifier of -1.",
            "weapon.weak_ranged",
            "P",
        ),
    ] = 0


class ArmorKnobs(Chapter):
    """Armor too heavy for its wearer."""

    weak_per_step: Annotated[
        WholeKnob,
        _about(
            "Modifier to Pace, Agility and its skills for each die step of Strength lacking.",
            "armor.weak",
            "P",
        ),
    ] = 0


class DamageKnobs(Chapter):
    """Damage against Toughness."""

    wound_shakes: Annotated[
        BoolKnob, _about("Whether a wound also Shakes.", "damage.wound_shakes", "P")
    ] = True
    shaken_again: Annotated[
        BoolKnob, _about("Whether Shaking the Shaken wounds.", "damage.shaken_again", "S0")
    ] = True


class ShakenKnobs(Chapter):
    """Being Shaken."""

    success: Annotated[
        Literal["free_actions", "act"],
        _about(
            "What a plain success on the recovery roll allows this round.", "shaken.recover", "S0"
        ),
    ] = "free_actions"
    benny_any_time: Annotated[
        BoolKnob,
        _about("Whether a benny removes Shaken before the roll too.", "shaken.benny", "S0"),
    ] = False


class ConditionKnobs(Chapter):
    """Conditions beside Shaken."""

    published: Annotated[
        BoolKnob,
        _about(
            "Whether Distracted, Vulnerable and Stunned change rolls and actions.",
            "condition.distracted",
            "P",
        ),
    ] = True


class ChaseKnobs(Chapter):
    """Chases."""

    push_bonus: Annotated[WholeKnob, _about("Modifier of a pushed roll.", "chase.push", "S2")] = 2
    ram_per_raise: Annotated[
        WholeKnob,
        _about("Modifier to the rammed one's Control Check for each raise.", "chase.ram", "S2"),
    ] = -2
    block_again: Annotated[
        WholeKnob, _about("Modifier for each further block in a round.", "chase.block_again", "S2")
    ] = -2
    this_way_bonus: Annotated[
        WholeKnob,
        _about("Modifier to the movement of allies one zone behind.", "chase.this_way", "S2"),
    ] = 2
    hide_zones: Annotated[
        CountKnob, _about("Zones that every pursuer must at least be back.", "chase.hide", "S2")
    ] = 3
    hide_per_zone: Annotated[
        WholeKnob, _about("Modifier to Stealth for each zone beyond these.", "chase.hide", "S2")
    ] = 2
    hide_per_pursuer: Annotated[
        WholeKnob,
        _about("Modifier to Notice for each pursuer after the first.", "chase.hide", "S2"),
    ] = 1


class VehicleKnobs(Chapter):
    """Vehicles, Control Checks and obstacles."""

    mph_per_square: Annotated[
        NumberOrNone,
        _about(
            "Miles an hour to one square of Top Speed; none leaves the sheet's number.",
            "vehicle.obstacle",
            "S2",
        ),
    ] = None
    out_of_control: Annotated[
        WholeKnob,
        _about(
            "Modifier to chase-skill checks while Out of Control.", "vehicle.out_of_control", "S2"
        ),
    ] = -2
    wound_penalty: Annotated[
        WholeKnob,
        _about(
            "Modifier to chase-skill checks for each wound of the vehicle.", "chase.skill", "S2, P"
        ),
    ] = -1
    wound_penalty_cap: Annotated[
        CountKnob, _about("How many wounds of the vehicle count at most.", "chase.skill", "S2, P")
    ] = 3
    out_of_control_before: Annotated[
        Literal["check", "collision"],
        _about(
            "When the vehicle must have been Out of Control for the further obstacle dice.",
            "vehicle.obstacle_out_of_control",
            "S2",
        ),
    ] = "check"
    obstacle_die: Annotated[
        DieKnob, _about("The die of obstacle damage.", "vehicle.obstacle", "S2")
    ] = Die(6)
    obstacle_divisor: Annotated[
        StepKnob,
        _about(
            "Top Speed divided by this is the number of obstacle dice.", "vehicle.obstacle", "S2"
        ),
    ] = 5
    soft_divisor: Annotated[
        StepKnob,
        _about("What the dice are divided by if the obstacle is soft.", "vehicle.obstacle", "S2"),
    ] = 2
    out_of_control_dice: Annotated[
        CountKnob,
        _about(
            "Further obstacle dice of a vehicle Out of Control.",
            "vehicle.obstacle_out_of_control",
            "S2",
        ),
    ] = 1
    occupant_per_wound: Annotated[
        WholeKnob,
        _about(
            "Modifier to an occupant's Vigor for each wound of the crash.",
            "vehicle.occupants",
            "S2",
        ),
    ] = -2
    seatbelt: Annotated[
        WholeKnob,
        _about("Modifier to the Vigor of an occupant with a seatbelt.", "vehicle.occupants", "S2"),
    ] = 2


class FootKnobs(Chapter):
    """Chases on foot."""

    obstacle: Annotated[DiceKnob, _about("Damage of a hard obstacle.", "foot.obstacle", "S2")] = (
        Die(6),
        Die(6),
    )
    soft_obstacle: Annotated[
        DiceKnob, _about("Damage of a soft obstacle.", "foot.obstacle", "S2")
    ] = (Die(6),)
    push_bonus: Annotated[
        WholeKnob, _about("Modifier of the one who pushes a runner.", "foot.push", "S2, P")
    ] = 2
