"""Vehicles and runners coming to grief: Control Checks, obstacles, crashes (rules.md section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sw_data.engine import harm
from sw_data.engine.harm import Crash
from sw_data.engine.holders import Person, Ride, Runner, Track
from sw_data.engine.positions import driver_of, find, ride_of
from sw_data.engine.rolls import Check, roll_trait
from sw_data.engine.turn import Turn
from sw_data.models import Hit, Modifier, Roll
from sw_data.rules import damage, foot, trait, vehicle


@dataclass(frozen=True, slots=True)
class Mover:
    """One who makes chase-skill checks: the driver, the vehicle (None on foot), the skill."""

    driver: Person | None
    ride: Ride | None
    skill: str

    @property
    def name(self) -> str:
        """The name of what moves."""
        if self.ride is not None:
            return self.ride.name
        return self.driver.name if self.driver else "nobody"


def mover_of(turn: Turn, track: Track, runner: Runner) -> Mover:
    """Who rolls for a participant, and what (`chase.skill`, `foot.skill`)."""
    ride = ride_of(turn, runner)
    skill = track.model.chase_skill
    if ride is None:
        turn.cite("foot.skill")
        return Mover(driver_of(turn, runner), None, foot.skill(skill))
    return Mover(driver_of(turn, runner), ride, skill)


def mover_of_ride(turn: Turn, ride: Ride) -> Mover:
    """Who rolls for a vehicle, in a chase or out of it; out of one the skill is Driving.

    In several chases it is the one that the action names.
    """
    found: Mover | None = None
    for track in turn.state.tracks.values():
        runner = find(turn, track, ride)
        named = turn.action.chase in (track.model.id, track.model.name)
        if runner is not None and (found is None or named):
            found = mover_of(turn, track, runner)
            if named:
                break
    return found or Mover(turn.state.people.get(ride.values["driver"] or ""), ride, "Driving")


def chase_modifiers(turn: Turn, mover: Mover, *, control: bool = True) -> list[Modifier]:
    """What a vehicle does to a chase-skill check: Handling, wounds, Out of Control (`chase.skill`).

    Args:
        turn: The turn.
        mover: Who rolls.
        control: Whether being Out of Control counts.
    """
    ride = mover.ride
    if ride is None:
        return []
    out: list[Modifier] = []
    if ride.model.handling:
        out.append(Modifier("Handling", ride.model.handling, "chase.skill"))
    hurt = vehicle.wound_penalty(ride.wounds, ride.model.wounds.ignored, turn.rules)
    if hurt:
        out.append(hurt)
    if control and ride.out_of_control:
        out.append(vehicle.out_of_control(turn.rules))
    return out


def chase_check(
    turn: Turn,
    mover: Mover,
    modifiers: Sequence[Modifier],
    tn: int | None,
    pool: str = "roll",
    *,
    control: bool = True,
) -> Check:
    """A chase-skill check; the mover must have a driver."""
    assert mover.driver is not None
    turn.cite("chase.skill")
    own = chase_modifiers(turn, mover, control=control)
    return roll_trait(turn, mover.driver, mover.skill, tn, [*modifiers, *own], pool=pool)


def hit_ride(turn: Turn, ride: Ride, amount: int, toughness: int) -> None:
    """Bring damage on a vehicle and note the hit; reached, its driver makes a Control Check (`vehicle.damage`)."""
    turn.cite("vehicle.damage")
    raised = trait.raises(amount, toughness, turn.rules)
    wounds = raised or 0
    if turn.hits is None:
        turn.hits = []
    turn.hits.append(Hit(ride.id, wounds, False, amount, toughness, wounds))
    if raised is None or ride.wrecked:
        return
    if wounds and harm.wound_ride(turn, ride, wounds):
        return
    control_check(turn, mover_of_ride(turn, ride), [], "control")


def _numbered(turn: Turn, pool: str) -> str:
    """A pool's name, numbered if the action has made a Control Check already.

    One who cannot act rolls no check, and its obstacle alone tells that there was one.
    """
    taken = {roll.pool for roll in turn.rolls} | turn.used
    suffix, number = "", 2
    while f"{pool}{suffix}" in taken or f"obstacle{suffix}" in taken:
        suffix, number = f".{number}", number + 1
    return f"{pool}{suffix}"


def control_check(turn: Turn, mover: Mover, modifiers: Sequence[Modifier], pool: str) -> None:
    """A Control Check to its end: the check, a second one, an obstacle (`vehicle.control_check`).

    Args:
        turn: The turn.
        mover: Who must keep control.
        modifiers: What made the check harder, for both of its rolls.
        pool: The pool of the first check, `control` or `roll`.
    """
    turn.cite("vehicle.control_check")
    rules, ride, driver = turn.rules, mover.ride, mover.driver
    if ride is not None and ride.wrecked:
        turn.cite("vehicle.wrecked")
        return
    name = _numbered(turn, pool)
    suffix = name[len(pool) :]
    tn = rules.trait.target_number
    as_it_was = chase_modifiers(turn, mover)
    own = [*modifiers, *as_it_was]
    able = driver is not None and not driver.down
    before = ride.out_of_control if ride is not None else False
    first = None
    if able:
        assert driver is not None
        first = roll_trait(turn, driver, mover.skill, tn, own, pool=name)
        if first.success:
            return
    lose_control(turn, mover)
    second = None
    if able:
        assert driver is not None
        second = roll_trait(turn, driver, mover.skill, tn, own, pool=f"control_second{suffix}")
        if second.result == "raise":
            return
    soft = second is not None and second.success
    if ride is None:
        if driver is not None:
            hit_obstacle_on_foot(turn, driver, soft, f"obstacle{suffix}")
        return
    loose = before or rules.vehicle.out_of_control_before == "collision"
    hit_obstacle(turn, ride, soft, loose, f"obstacle{suffix}", tuple(as_it_was))


def lose_control(turn: Turn, mover: Mover) -> None:
    """A vehicle goes Out of Control, a runner is Shaken (`vehicle.out_of_control`, `foot.shaken`)."""
    if mover.ride is not None:
        turn.cite("vehicle.out_of_control")
        turn.state.add_condition(mover.ride, "out_of_control")
    elif mover.driver is not None and not mover.driver.down:
        turn.cite("foot.shaken")
        turn.state.add_condition(mover.driver, "shaken")


def hit_obstacle(
    turn: Turn,
    ride: Ride,
    soft: bool,
    loose: bool,
    pool: str,
    before: tuple[Modifier, ...] | None,
) -> None:
    """A vehicle hits an obstacle (`vehicle.obstacle`, `vehicle.obstacle_wounds`).

    Args:
        turn: The turn.
        ride: The vehicle.
        soft: Whether the obstacle is soft.
        loose: Whether the vehicle counts as Out of Control before.
        pool: The pool's name.
        before: The modifiers of the check before, for the driver's soak; None for those of the moment.
    """
    rules, model = turn.rules, ride.model
    turn.cite("vehicle.obstacle")
    if model.top_speed_unit != "squares" and rules.vehicle.mph_per_square is None:
        turn.warn(
            f"{ride.name}'s Top Speed of {model.top_speed:g} {model.top_speed_unit} is used as it stands; "
            "the rules count squares a turn (knob vehicle.mph_per_square converts)",
            code="SW630",
            rule="vehicle.obstacle",
        )
    speed = vehicle.squares(model.top_speed, model.top_speed_unit, rules)
    count = vehicle.obstacle_dice(speed, soft, loose, rules)
    if loose:
        turn.cite("vehicle.obstacle_out_of_control")
    dice = turn.pool(pool)
    sides = rules.vehicle.obstacle_die.sides
    rolled = tuple(turn.die(dice, sides, "obstacle") for _ in range(count))
    dice.close()
    amount = sum(each.total for each in rolled)
    turn.rolls.append(
        Roll(
            pool,
            rolled,
            (),
            amount,
            actor=None if ride.id == turn.action.actor else ride.id,
            tn=model.toughness,
            note=f"{'soft' if soft else 'hard'} obstacle",
        )
    )
    wounds = trait.raises(amount, model.toughness, rules) or 0
    if not wounds or ride.wrecked:
        return
    turn.cite("vehicle.obstacle_wounds")
    crash = Crash(turn.id, ride.wounds, wounds, before)
    harm.wound_ride(turn, ride, wounds)
    earlier: tuple[Crash, ...] = ride.values.get("_crashes") or ()
    same = tuple(each for each in earlier if each.action == turn.id)
    turn.state.set(ride, "_crashes", (*same, crash))
    turn.state.set(ride, "_crash_closed", None)
    turn.follow_up("occupants", ride.id)


def hit_obstacle_on_foot(turn: Turn, person: Person, soft: bool, pool: str) -> None:
    """A runner hits an obstacle: the normal damage rules (`foot.obstacle`, `foot.damage`)."""
    turn.cite("foot.obstacle", "foot.damage")
    sides = foot.obstacle_dice(soft, turn.rules)
    dice = turn.pool(pool)
    rolled = tuple(turn.die(dice, each, "obstacle") for each in sides)
    dice.close()
    amount = sum(each.total for each in rolled)
    toughness = damage.toughness_against(person.model.toughness, person.model.armor, 0)
    turn.rolls.append(
        Roll(
            pool,
            rolled,
            (),
            amount,
            actor=None if person.id == turn.action.actor else person.id,
            tn=toughness,
            note=f"{'soft' if soft else 'hard'} obstacle",
        )
    )
    harm.hit_person(turn, person, amount, toughness)
