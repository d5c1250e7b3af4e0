"""What a sheet, a log and an outcome say, typed and frozen. Knows no file; asks, never acts."""

from sw_data.models.actions import Action, LoggedModifier
from sw_data.models.base import Model
from sw_data.models.character import (
    ATTRIBUTES,
    ArmorPiece,
    AttributeName,
    Attributes,
    Character,
    Current,
    Fatigue,
    Injury,
    Wounds,
)
from sw_data.models.chase import Chase, ModifierPerZone, Participant, SquaresPerZone
from sw_data.models.log import ACTION, ActionLog, Actor, LogHeader
from sw_data.models.outcome import (
    Difference,
    Effect,
    FollowUp,
    Hit,
    Modifier,
    Outcome,
    Result,
    Roll,
    Violation,
    WeaponChange,
    WieldedWeapon,
)
from sw_data.models.vehicle import Occupant, Vehicle
from sw_data.models.weapon import Weapon, WeaponModifier

__all__ = [
    "ACTION",
    "ATTRIBUTES",
    "Action",
    "ActionLog",
    "Actor",
    "ArmorPiece",
    "AttributeName",
    "Attributes",
    "Character",
    "Chase",
    "Current",
    "Difference",
    "Effect",
    "Fatigue",
    "FollowUp",
    "Hit",
    "Injury",
    "LogHeader",
    "LoggedModifier",
    "Model",
    "Modifier",
    "ModifierPerZone",
    "Occupant",
    "Outcome",
    "Participant",
    "Result",
    "Roll",
    "SquaresPerZone",
    "Vehicle",
    "Violation",
    "Weapon",
    "WeaponChange",
    "WeaponModifier",
    "WieldedWeapon",
    "Wounds",
]
