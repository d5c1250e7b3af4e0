"""Weapons and who uses them: one's own, or one mounted on the vehicle one is in (rules `vehicle.crew`, `weapon.*`)."""

from __future__ import annotations

from sw_data.dice import Die
from sw_data.engine.holders import Person, Ride
from sw_data.engine.sheet import weapon_named
from sw_data.engine.turn import Turn
from sw_data.models import Weapon
from sw_data.rules import weapon as rule


def vehicle_of(turn: Turn, person: Person) -> Ride | None:
    """The vehicle that a character drives or is in."""
    for ride in turn.state.rides.values():
        if ride.values["driver"] == person.id:
            return ride
        if any(each.actor == person.id for each in ride.values["occupants"]):
            return ride
    return None


def shooter(turn: Turn, actor: str, name: str) -> tuple[Person, Weapon, Ride | None]:
    """Who attacks, with which weapon, and the vehicle that the weapon is mounted on."""
    holder = turn.actor_named(actor)
    if isinstance(holder, Ride):
        raise turn.refuse(
            "vehicle.crew",
            f"{holder.name} is a vehicle: name the crew member who fires {name!r} as the actor",
        )
    own = holder.sheet.weapon(name)
    if own is not None:
        return holder, own, None
    ride = vehicle_of(turn, holder)
    mounted = None if ride is None else weapon_named(ride.model.weapons, name)
    if ride is not None and mounted is not None:
        turn.cite("vehicle.crew")
        return holder, mounted, ride
    known = [each.name for each in holder.model.weapons]
    if ride is not None:
        known += [each.name for each in ride.model.weapons]
    has = ", ".join(repr(each) for each in known[:8]) or "none"
    raise turn.unfit("SW613", f"{holder.name} has no weapon {name!r}; there are {has}")


def strength(turn: Turn, person: Person, weapon: Weapon, mount: Ride | None, trait: str) -> Die:
    """The Strength behind a weapon: the wielder's, or for a mounted Strength weapon the vehicle's."""
    if mount is None:
        return person.attribute("strength")
    if not rule.adds_strength(weapon, trait):
        return mount.model.strength or person.attribute("strength")
    own = mount.model.strength
    if own is None:
        raise turn.refuse(
            "vehicle.crew",
            f"{weapon.name} adds Strength, and {mount.name} has none of its own",
        )
    return own
