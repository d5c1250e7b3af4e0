"""The actions of a log, one class per type, a union told by `type` (contract.md section 1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, WithJsonSchema

from sw_data.models.base import DamageField, Many, Model

Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Text: TypeAlias = Annotated[str, Field(min_length=1)]

_FACES = {"type": "array", "items": {"type": "integer"}}
_DICE_SHOWN = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"die": {"type": "string"}, "faces": _FACES},
        "required": ["die", "faces"],
    },
}
_POOL = {"anyOf": [_FACES, _DICE_SHOWN]}
_POOL_SCHEMA = {
    "anyOf": [
        _FACES,
        _DICE_SHOWN,
        {"type": "array", "items": _POOL},
        {
            "type": "object",
            "additionalProperties": {
                "anyOf": [_FACES, _DICE_SHOWN, {"type": "array", "items": {"type": "string"}}]
            },
        },
    ]
}

Dice: TypeAlias = dict[
    str, Annotated[list[Any] | dict[str, Any], WithJsonSchema(_POOL_SCHEMA, mode="validation")]
]
"""Recorded dice by pool. The faces are checked when they are rolled: one bad face refuses one action."""


class LoggedModifier(Model):
    """A modifier that the table gave: its reason and its value."""

    label: str = ""
    value: Annotated[int, Field(ge=-1000, le=1000)]


class ActionBase(Model):
    """What every action may have."""

    id: Text
    actor: str | None = None
    modifiers: Many[LoggedModifier] = ()
    actions_this_turn: Annotated[int, Field(ge=1, le=100)] = 1
    encounter: str = ""
    chase: str | None = None
    note: str | None = None
    source: Any = None
    dice: Dice = Field(default_factory=dict)
    recorded: dict[str, Any] | None = None


class _ByActor(ActionBase):
    actor: Text  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]


class Trait(_ByActor):
    """A trait roll against a target number."""

    type: Literal["trait"]
    trait: Text
    tn: int | None = None
    free: bool = False


class Opposed(_ByActor):
    """An opposed roll: the one who acts against a target (rules `opposed.*`)."""

    type: Literal["opposed"]
    trait: Text
    target: Text
    target_trait: str | None = None
    target_modifiers: Many[LoggedModifier] = ()


class Attack(_ByActor):
    """An attack with a weapon on one target or several (rules `attack.*`)."""

    type: Literal["attack"]
    weapon: Text
    target: str | None = None
    targets: Many[str] = ()
    range: Literal["short", "medium", "long"] | None = None
    distance: Annotated[int | float | None, Field(ge=0)] = None
    trait: str | None = None
    attacks: Annotated[int | None, Field(ge=1, le=100)] = None
    damage_modifiers: Many[LoggedModifier] = ()


class DamageAction(ActionBase):
    """Damage without an attack roll: a fall, a fire."""

    type: Literal["damage"]
    target: Text
    damage: DamageField
    ap: Count = 0
    damage_modifiers: Many[LoggedModifier] = ()


Purse: TypeAlias = Literal["own", "gm"]


class Soak(_ByActor):
    """A Vigor roll bought with a benny that takes wounds of one attack away (rules `soak.*`)."""

    type: Literal["soak"]
    attack: Text
    hit: Annotated[int | None, Field(ge=1)] = None
    from_: Annotated[Purse, Field(alias="from")] = "own"


class Recover(_ByActor):
    """A Spirit roll to shake off being Shaken (rule `shaken.recover`)."""

    type: Literal["recover"]


class Reroll(_ByActor):
    """All the dice of an earlier roll again (rules `benny.reroll`, `ability.reroll`)."""

    type: Literal["reroll"]
    of: Text
    with_: Annotated[Literal["benny", "ability"], Field(alias="with")] = "benny"
    from_: Annotated[Purse, Field(alias="from")] = "own"
    pool: str | None = None


class SpendBenny(_ByActor):
    """A benny spent on something that needs no roll: removing Shaken."""

    type: Literal["spend_benny"]
    for_: Annotated[str, Field(alias="for")] = "shaken"
    from_: Annotated[Purse, Field(alias="from")] = "own"
    amount: Annotated[int, Field(ge=1, le=1000)] = 1


class AwardBenny(ActionBase):
    """Bennies given to a character, or with `"from": "gm"` and no actor to the GM's pool."""

    type: Literal["award_benny"]
    for_: Annotated[str | None, Field(alias="for")] = None
    from_: Annotated[Purse, Field(alias="from")] = "own"
    amount: Annotated[int, Field(ge=1, le=1000)] = 1


class Incapacitation(_ByActor):
    """The Vigor roll of an Incapacitated Wild Card (rule `incapacitation.roll`)."""

    type: Literal["incapacitation"]
    of: str | None = None


class InjuryAction(_ByActor):
    """A roll on the injury table (rule `injury.table`)."""

    type: Literal["injury"]
    of: str | None = None


class Bleeding(_ByActor):
    """The Vigor roll of one who is Bleeding Out (rule `bleeding.roll`)."""

    type: Literal["bleeding"]
    of: str | None = None


class Heal(_ByActor):
    """Wounds or fatigue taken away, or hours that pass, for the actor (rules `heal.*`)."""

    type: Literal["heal"]
    wounds: Count = 0
    fatigue: Count = 0
    hours: Annotated[int | float, Field(ge=0)] = 0


class Session(ActionBase):
    """A new session begins (rule `session.start`)."""

    type: Literal["session"]


class Round(ActionBase):
    """A round begins."""

    type: Literal["round"]


class Deal(ActionBase):
    """Action cards are dealt (rule `chase.initiative`); `dice.cards` has them by actor."""

    type: Literal["deal"]
    actors: Many[str] = ()


class Board(_ByActor):
    """A jump to a Close vehicle (rule `chase.board`)."""

    type: Literal["board"]
    target: Text
    trait: str | None = None
    tn: int | None = None


class TakeWheel(_ByActor):
    """An occupant takes the wheel of its vehicle (rule `chase.driver`)."""

    type: Literal["take_wheel"]
    target: str | None = None
    trait: str | None = None
    tn: int | None = None


class Complication(_ByActor):
    """What settles the complication of a Club (rule `chase.complication`)."""

    type: Literal["complication"]
    trait: str | None = None
    tn: int | None = None


class Hold(_ByActor):
    """Going on hold, to block or act later (rule `chase.block`)."""

    type: Literal["hold"]


class ZoneMovement(_ByActor):
    """A chase-skill check to move zones ahead (rules `chase.movement`, `chase.push`)."""

    type: Literal["zone_movement"]
    push: bool = False
    zones: Annotated[int | None, Field(ge=0, le=2)] = None


class GetClose(_ByActor):
    """A chase-skill check to come Close to another (rule `chase.close`)."""

    type: Literal["get_close"]
    target: Text


class Ram(_ByActor):
    """Ramming another vehicle, or pushing a runner (rules `chase.ram`, `foot.push`)."""

    type: Literal["ram"]
    target: Text


class Block(_ByActor):
    """Stopping another's movement or special action, from hold (rule `chase.block`)."""

    type: Literal["block"]
    against: Text


class RegainControl(_ByActor):
    """A chase-skill check that ends Out of Control (rule `chase.regain`)."""

    type: Literal["regain_control"]


class ThisWay(_ByActor):
    """A Smarts roll that helps allies one zone behind (rule `chase.this_way`)."""

    type: Literal["this_way"]


class Hide(_ByActor):
    """Stealth against the pursuers' Notice, to leave the chase (rule `chase.hide`)."""

    type: Literal["hide"]


class ControlCheck(_ByActor):
    """A Control Check that something outside the log calls for (rule `vehicle.control_check`)."""

    type: Literal["control_check"]


class Obstacle(_ByActor):
    """A vehicle or runner hits an obstacle (rule `vehicle.obstacle`); the actor is the vehicle."""

    type: Literal["obstacle"]
    kind: Literal["hard", "soft"] = "hard"
    of: str | None = None


class VehicleSoak(_ByActor):
    """The driver's benny against the wounds of a crash (rule `vehicle.soak`)."""

    type: Literal["vehicle_soak"]
    of: Text
    from_: Annotated[Purse, Field(alias="from")] = "own"


class Occupants(_ByActor):
    """The rolls of those in a vehicle that a crash has wounded (rule `vehicle.occupants`); the actor is the vehicle."""

    type: Literal["occupants"]
    of: str | None = None


Action: TypeAlias = Annotated[
    Trait
    | Opposed
    | Attack
    | DamageAction
    | Soak
    | Recover
    | Reroll
    | SpendBenny
    | AwardBenny
    | Incapacitation
    | InjuryAction
    | Bleeding
    | Heal
    | Session
    | Round
    | Deal
    | Board
    | TakeWheel
    | Complication
    | Hold
    | ZoneMovement
    | GetClose
    | Ram
    | Block
    | RegainControl
    | ThisWay
    | Hide
    | ControlCheck
    | Obstacle
    | VehicleSoak
    | Occupants,
    Field(discriminator="type"),
]
"""Any action of a log."""
