"""Where one is in a chase, and what distance makes of an attack (rules `chase.range`, `chase.same_zone`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sw_data.engine.holders import Person, Ride, Runner, Track
from sw_data.engine.standing import can_act
from sw_data.engine.turn import Turn
from sw_data.models import Modifier, ModifierPerZone, Weapon
from sw_data.models.actions import Attack
from sw_data.rules import attack, chase


@dataclass(frozen=True, slots=True)
class Between:
    """Two in one chase; both may be the same participant, as those in one vehicle are."""

    track: Track
    one: Runner
    other: Runner

    @property
    def apart(self) -> int:
        """Zones between them."""
        return abs(self.one.zone - self.other.zone)

    @property
    def close(self) -> bool:
        """Whether they are Close, or in one vehicle."""
        return self.one is self.other or self.other.id in self.one.values["close"]


def track_of(turn: Turn, name: str | None) -> Track | None:
    """The chase of that id or name; without one the only chase of the log, if there is only one."""
    tracks = turn.state.tracks
    if name is None:
        return next(iter(tracks.values())) if len(tracks) == 1 else None
    found = tracks.get(name) or next((t for t in tracks.values() if t.model.name == name), None)
    if found is None:
        known = ", ".join(repr(each) for each in tracks) or "none"
        raise turn.unfit("SW617", f"no chase {name!r} in this log; there are {known}")
    return found


def find(turn: Turn, track: Track, holder: Person | Ride) -> Runner | None:
    """The participant that a character or vehicle is, or that it rides with.

    Whoever has boarded a vehicle is where that is, and no longer where it began.
    """
    if isinstance(holder, Ride):
        return next((each for each in track.runners if each.model.vehicle == holder.id), None)
    inside: Runner | None = None
    for each in track.runners:
        ride = ride_of(turn, each)
        if ride is None:
            continue
        if ride.values["driver"] == holder.id:
            return each
        if inside is None and any(who.actor == holder.id for who in ride.values["occupants"]):
            inside = each
    return inside or next((each for each in track.runners if each.actor == holder.id), None)


def ride_of(turn: Turn, runner: Runner) -> Ride | None:
    """The vehicle of a participant; None on foot."""
    return None if runner.model.vehicle is None else turn.state.rides.get(runner.model.vehicle)


def driver_of(turn: Turn, runner: Runner) -> Person | None:
    """Who drives or runs; None if nobody is at the wheel, or the runner has boarded a vehicle."""
    ride = ride_of(turn, runner)
    if ride is not None:
        return turn.state.people.get(ride.values["driver"] or "")
    person = turn.state.people.get(runner.actor)
    track = turn.state.tracks[runner.chase or ""]
    return None if person is None or find(turn, track, person) is not runner else person


def still_in(turn: Turn, runner: Runner) -> bool:
    """Whether a participant still takes part: not escaped, not Wrecked, its driver able to act."""
    ride = ride_of(turn, runner)
    driver = driver_of(turn, runner)
    if runner.escaped or (ride is not None and ride.wrecked):
        return False
    return driver is not None and can_act(turn, driver)


def between(
    turn: Turn, name: str | None, one: Person | Ride, other: Person | Ride
) -> Between | None:
    """The two places in the chase named, or in the one chase where both are; None if there is none."""
    tracks = turn.state.tracks
    if not tracks:
        if name is not None:
            track_of(turn, name)
        return None
    if name is not None:
        track = track_of(turn, name)
        candidates = [] if track is None else [track]
    else:
        candidates = list(tracks.values())
    for track in candidates:
        here, there = find(turn, track, one), find(turn, track, other)
        if here is not None and there is not None:
            return Between(track, here, there)
    return None


def check_present(turn: Turn, where: Between) -> None:
    """Who has escaped neither attacks nor is attacked (`chase.acting`)."""
    for each in (where.one, where.other):
        if each.escaped:
            turn.breach(
                "chase.acting",
                f"{turn.name_of(each.actor)} has escaped, and neither attacks nor is attacked",
            )


def check_melee(turn: Turn, where: Between) -> None:
    """Melee only when Close (`chase.same_zone`)."""
    check_present(turn, where)
    turn.cite("chase.same_zone")
    if not where.close:
        zone = (
            "the same zone is not melee range" if not where.apart else f"{where.apart} zones apart"
        )
        turn.breach(
            "chase.same_zone",
            f"{turn.name_of(where.one.actor)} and {turn.name_of(where.other.actor)} are not Close: {zone}",
        )


def distance_modifier(
    turn: Turn, action: Attack, weapon: Weapon, where: Between | None
) -> Modifier | None:
    """What distance does to a ranged attack; beyond the long bracket is a breach (`attack.range`)."""
    turn.cite("attack.range")
    if where is not None:
        check_present(turn, where)
        turn.cite("chase.range")
        track_range = where.track.model.range
        if isinstance(track_range, ModifierPerZone):
            return chase.range_per_zone(track_range.modifier_per_zone, where.apart)
        if not where.apart:
            return None
        return _by_squares(turn, weapon, where.apart * track_range.squares_per_zone)
    if action.distance is not None:
        return _by_squares(turn, weapon, action.distance)
    return _by_name(turn, action.range or "short")


def _by_squares(turn: Turn, weapon: Weapon, distance: float) -> Modifier | None:
    if weapon.brackets is None:
        return None
    name = attack.bracket(distance, weapon.brackets)
    if name is None:
        turn.breach(
            "attack.range",
            f"{distance:g} squares are beyond the long range {weapon.brackets[2]} of {weapon.name}",
        )
        name = "long"
    return _by_name(turn, name)


def _by_name(turn: Turn, name: Literal["short", "medium", "long"]) -> Modifier | None:
    modifier = attack.range_modifier(name, turn.rules)
    return modifier if modifier.value else None
