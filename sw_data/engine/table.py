"""Which resolver resolves which action, and what kind of action each type is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sw_data.engine import aboard, combat, crash, pursuit, recovery, rounds
from sw_data.engine.turn import Turn

Resolver: TypeAlias = Callable[[Turn, Any], None]

RESOLVERS: Final[dict[str, Resolver]] = {
    "trait": combat.resolve_trait,
    "opposed": combat.resolve_opposed,
    "attack": combat.resolve_attack,
    "damage": combat.resolve_damage,
    "soak": recovery.resolve_soak,
    "recover": recovery.resolve_recover,
    "spend_benny": recovery.resolve_spend_benny,
    "award_benny": rounds.resolve_award_benny,
    "incapacitation": recovery.resolve_incapacitation,
    "injury": recovery.resolve_injury,
    "bleeding": recovery.resolve_bleeding,
    "heal": recovery.resolve_heal,
    "session": rounds.resolve_session,
    "round": rounds.resolve_round,
    "deal": rounds.resolve_deal,
    "board": aboard.resolve_board,
    "take_wheel": aboard.resolve_take_wheel,
    "complication": aboard.resolve_complication,
    "hold": rounds.resolve_hold,
    "zone_movement": pursuit.resolve_zone_movement,
    "get_close": pursuit.resolve_get_close,
    "ram": pursuit.resolve_ram,
    "regain_control": pursuit.resolve_regain_control,
    "this_way": pursuit.resolve_this_way,
    "hide": pursuit.resolve_hide,
    "control_check": pursuit.resolve_control_check,
    "obstacle": crash.resolve_obstacle,
    "vehicle_soak": crash.resolve_vehicle_soak,
    "occupants": crash.resolve_occupants,
}
"""`reroll` and `block` are resolved by the encounter: they undo and redo other actions."""

TURN_ACTIONS: Final = frozenset(
    {
        "trait", "opposed", "attack", "hold", "zone_movement", "get_close", "ram", "regain_control",
        "this_way", "hide", "board", "take_wheel",
    }
)  # fmt: skip
"""What is done in one's own turn: it ends a hold and can come out of turn. A free trait roll is none."""

NOBODYS: Final = frozenset(
    {
        "injury",
        "heal",
        "obstacle",
        "session",
        "round",
        "deal",
        "award_benny",
        "occupants",
        "control_check",
        "damage",
    }
)
"""Actions that are nobody's own (`shaken.restricts`), or forced on somebody."""

FOLLOW_UPS: Final = frozenset({"incapacitation", "injury", "bleeding", "occupants"})

SPECIAL: Final = frozenset({"get_close", "ram", "regain_control", "this_way", "hide"})
"""Special actions of a chase that a block in the same zone can undo (`chase.block`)."""
