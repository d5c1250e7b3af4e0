"""After a crash: the obstacle by itself, the driver's soak, those inside (rules.md section 4)."""

from __future__ import annotations

from dataclasses import replace

from sw_data.engine import harm, words
from sw_data.engine.combat import table_modifiers
from sw_data.engine.harm import Crash
from sw_data.engine.holders import Person, Ride
from sw_data.engine.positions import driver_of, track_of
from sw_data.engine.rolls import roll_trait, take
from sw_data.engine.standing import can_act, pay
from sw_data.engine.turn import Turn
from sw_data.engine.wheels import chase_modifiers, hit_obstacle, hit_obstacle_on_foot, mover_of_ride
from sw_data.jsonvalue import as_object
from sw_data.models import Hit, Modifier
from sw_data.models.actions import Obstacle, Occupants, VehicleSoak
from sw_data.models.faults import shown
from sw_data.rules import soak, vehicle


def resolve_obstacle(turn: Turn, action: Obstacle) -> None:
    """A vehicle or runner hits an obstacle, for a reason outside the log (`vehicle.obstacle`)."""
    holder = turn.actor_named(action.actor)
    soft = action.kind == "soft"
    if isinstance(holder, Ride):
        hit_obstacle(turn, holder, soft, holder.out_of_control, "obstacle", None)
    else:
        hit_obstacle_on_foot(turn, holder, soft, "obstacle")
    turn.total = turn.rolls[-1].total
    turn.summary = f"{holder.name} hits a {action.kind} obstacle for {turn.total} and {words.state_of(holder)}."


def crashes_of(ride: Ride, action: str | None) -> tuple[Crash, ...]:
    """The last crashes of a vehicle, of one action if it is named."""
    found: tuple[Crash, ...] = ride.values.get("_crashes") or ()
    return found if action is None else tuple(each for each in found if each.action == action)


def _change(turn: Turn, ride: Ride, old: Crash, new: Crash) -> None:
    crashes: tuple[Crash, ...] = ride.values["_crashes"]
    turn.state.set(ride, "_crashes", tuple(new if each is old else each for each in crashes))


def _vehicle_driven(turn: Turn, person: Person, chase: str | None) -> Ride | None:
    """The vehicle that a character drives."""
    for ride in turn.state.rides.values():
        if ride.values["driver"] == person.id:
            return ride
    track = track_of(turn, chase)
    for runner in track.runners if track else ():
        if driver_of(turn, runner) is person and runner.model.vehicle is not None:
            return turn.state.rides.get(runner.model.vehicle)
    return None


def resolve_vehicle_soak(turn: Turn, action: VehicleSoak) -> None:
    """The driver's benny against the wounds of a crash (`vehicle.soak`)."""
    person = turn.person_named(action.actor)
    ride = _vehicle_driven(turn, person, action.chase)
    turn.cite("vehicle.soak")
    if ride is None:
        raise turn.refuse("vehicle.soak", f"{person.name} drives no vehicle")
    waiting = (
        each for each in crashes_of(ride, action.of) if not each.tried and not each.occupants_rolled
    )
    crash = next(waiting, None)
    if crash is None or ride.values.get("_crash_closed"):
        raise turn.refuse(
            "vehicle.soak",
            f"there is no crash of {ride.name} in {action.of!r} to soak: it comes straight after, once, and "
            "for crash wounds only",
        )
    if not can_act(turn, person):
        turn.breach("vehicle.soak", f"{person.name} cannot act, and cannot soak")
    pay(turn, person, action.from_)
    mover = mover_of_ride(turn, ride)
    before = chase_modifiers(turn, mover) if crash.before is None else list(crash.before)
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, mover.skill, tn, [*table_modifiers(turn), *before])
    take(turn, check, tn)
    taken = soak.soaked(check.raised, crash.dealt)
    changed = replace(crash, tried=True, soaked=taken)
    _change(turn, ride, crash, changed)
    harm.mend_ride(turn, ride, taken)
    what = words.counted(taken, "wound") if taken else "nothing"
    turn.summary = f"{person.name} soaks {what} of {crash.dealt} for {ride.name} ({check.total})."


def resolve_occupants(turn: Turn, action: Occupants) -> None:
    """Everybody in a crashed vehicle rolls Vigor (`vehicle.occupants`)."""
    ride = turn.ride_named(action.actor)
    turn.cite("vehicle.occupants")
    crash = next((each for each in crashes_of(ride, action.of) if not each.occupants_rolled), None)
    if crash is None or not crash.left:
        which = "no crash" if action.of is None else f"no crash in {action.of!r}"
        raise turn.refuse(
            "vehicle.occupants", f"{which} wounded {ride.name} and still waits for its occupants"
        )
    _change(turn, ride, crash, replace(crash, occupants_rolled=True))
    turn.hits = []
    said: list[str] = []
    table = turn.given(action.modifiers)
    for name, seatbelt in ride.aboard:
        person = turn.state.people.get(name)
        if person is None:
            turn.warn(f"no actor {name!r} in this log, who is in {ride.name}", code="SW611")
        elif "dead" not in person.conditions:
            modifiers = [*vehicle.occupant_modifiers(crash.left, seatbelt, turn.rules), *table]
            said.append(_shaken_up(turn, person, modifiers))
    _warn_of_others(turn, ride)
    turn.summary = f"In {ride.name}: {', '.join(said) or 'nobody is hurt'}."


def _warn_of_others(turn: Turn, ride: Ride) -> None:
    """Dice of somebody who is not in the vehicle were rolled for nothing."""
    given = as_object(turn.dice.get("occupants")) or {}
    inside = {turn.key_of(name, given) for name, _ in ride.aboard}
    for name in given:
        if name not in inside:
            turn.warn(
                f"the dice of {shown(name)} in 'occupants' are ignored: nobody of that name is in {ride.name}",
                code="SW606",
            )


def _shaken_up(turn: Turn, person: Person, modifiers: list[Modifier]) -> str:
    """One occupant's Vigor roll, and what it costs; said in a few words."""
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Vigor", tn, modifiers, pool="occupants", part=person.id)
    if check.result == "raise":
        return f"{person.name} unhurt"
    if check.result == "success":
        if not person.down:
            harm.tire(turn, person, 1)
        return f"{person.name} fatigued"
    wounds = 2 if check.critical_failure else 1
    assert turn.hits is not None
    turn.hits.append(Hit(person.id, wounds, False))
    if not person.down:
        harm.deal(turn, person, wounds, False)
    return f"{person.name} {words.counted(wounds, 'wound')}"
