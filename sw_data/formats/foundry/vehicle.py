"""Vehicles: the sheet of a `vehicle` of any generation, as the rules need it.

Foundry does not say in which unit a bare top speed is; sheets and published stat blocks give miles per hour, so that
is what it is read as (rule `vehicle.obstacle` warns of it).
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from sw_data.dice import Die
from sw_data.formats.foundry.actor_sheet import ActorSheet
from sw_data.formats.foundry.conditions import conditions
from sw_data.formats.foundry.crew import driver, occupants
from sw_data.formats.foundry.fields import VEHICLE
from sw_data.formats.foundry.traits import bounded, raw_die
from sw_data.formats.foundry.uncounted import listed
from sw_data.formats.foundry.values import Notes, Spot, integer, shown, text, whole_object
from sw_data.jsonvalue import as_object, as_text
from sw_data.models import Occupant, Vehicle, Wounds

Unit: TypeAlias = Literal["squares", "mph", "km/h"]

_UNITS: dict[str, Unit] = {
    "": "mph",
    "mph": "mph",
    "mi/h": "mph",
    "miles per hour": "mph",
    "km/h": "km/h",
    "kmh": "km/h",
    "kph": "km/h",
    "squares": "squares",
    "square": "squares",
    "sq": "squares",
    '"': "squares",
    "in": "squares",
    "inches": "squares",
}
_SPEED = re.compile(r"^\s*([0-9]{1,7}(?:[.,][0-9]{1,3})?)\s*(.*)$")
_MOST_SPEED = 1_000_000
_USUAL_TOUGHNESS = 8


def read_vehicle(actor: Spot, notes: Notes) -> Vehicle:
    """The vehicle of a sheet; what cannot be read has its default, and a finding."""
    return _Sheet(actor, notes, vehicle=True).vehicle()


class _Sheet(ActorSheet):
    """One vehicle while it is read."""

    fields = VEHICLE

    def vehicle(self) -> Vehicle:
        """The vehicle."""
        name = self.name()
        speed, unit = self.top_speed()
        toughness, armor = self.toughness()
        vehicle = Vehicle(
            id=as_text(self.actor.object.get("_id")) or name,
            name=name,
            top_speed=speed,
            top_speed_unit=unit,
            handling=self.changes.fold(
                "handling",
                integer(
                    self.spot("handling"), self.notes, 0, "Handling", low=-99, high=99, blank=True
                ),
            ),
            toughness=toughness,
            armor=armor,
            size=self.changes.fold("size", self.number("size", "Size", low=-99, high=999)),
            strength=self.strength(),
            parry=self.parry(),
            wounds=self.wounds(),
            conditions=conditions(self.actor.value),
            driver=driver(self.actor.value),
            occupants=tuple(
                Occupant(actor=who, seatbelt=belt) for who, belt in occupants(self.actor.value)
            ),
            weapons=self.weapons(),
        )
        spot = self.spot("driver")
        if (
            vehicle.driver is None
            and spot.value not in (None, "")
            and not isinstance(spot.value, list)
        ):
            self.notes.add(
                "SW101",
                f"the driver is {shown(spot.value)} and should be the id of an actor; there is none",
                spot.pointer,
            )
        self.changes.note(self.notes)
        remark = listed(self.changes.not_counted)
        if remark:
            self.notes.add("SW106", remark, self.actor.pointer)
        return vehicle

    def top_speed(self) -> tuple[int | float, Unit]:
        """Top Speed and its unit: a number, a text like "60 mph", or an object of both."""
        spot = self.spot("top_speed")
        value, unit_spot = spot.value, self.data.at("topspeed", "unit")
        unit = text(unit_spot, self.notes, "the unit of the Top Speed") if unit_spot.present else ""
        if unit_spot.present:
            self.notes.origin("top_speed_unit", unit_spot)
        if isinstance(value, str) and value.strip():
            match = _SPEED.match(value)
            if match is not None:
                speed = float(match[1].replace(",", "."))
                whole: int | float = int(speed) if speed.is_integer() else speed
                return self._changed(whole), self._unit(match[2] or unit, spot)
            self.notes.add(
                "SW101",
                f"the Top Speed is {shown(value)} and should be a number; it is read as 0",
                spot.pointer,
            )
            return 0, self._unit(unit, unit_spot)
        if as_object(value) is not None:
            # An object without a value in it.
            return 0, self._unit(unit, unit_spot)
        speed_read = integer(
            spot, self.notes, 0, "the Top Speed", low=0, high=_MOST_SPEED, blank=True
        )
        return self._changed(speed_read), self._unit(unit, unit_spot)

    def _changed(self, speed: int | float) -> int | float:
        if "top_speed" not in self.changes.by_target:
            return speed
        return max(0, self.changes.fold("top_speed", round(speed)))

    def _unit(self, written: str, spot: Spot) -> Unit:
        unit = _UNITS.get(written.strip().strip(".").casefold())
        if unit is None:
            self.notes.add(
                "SW102",
                f"the Top Speed is in {shown(written)} and should be in mph, km/h or squares; it is read as mph",
                spot.pointer,
                rule="vehicle.obstacle",
            )
        return unit or "mph"

    def toughness(self) -> tuple[int, int]:
        """Toughness, armor included, and the armor in it; neither is ever computed."""
        whole_object(self.data.at("toughness"), self.notes, "Toughness")
        toughness = self.changes.fold(
            "toughness", self.number("toughness", "Toughness", 0, low=0, high=99_999)
        )
        armor = self.changes.fold("armor", self.number("armor", "armor", 0, low=0, high=99_999))
        if toughness <= 0:
            toughness = max(_USUAL_TOUGHNESS, armor)
            spot = self.data.at("toughness")
            self.notes.add(
                "SW103",
                f"the sheet does not say the vehicle's Toughness; {toughness} is taken",
                spot.pointer if spot.present else self.actor.pointer,
            )
        if armor > toughness:
            self.notes.add(
                "SW102",
                f"the armor is {armor}, more than the Toughness that includes it; it is read as {toughness}",
                self.data.at("toughness", "armor").pointer,
                rule="damage.compare",
            )
            armor = toughness
        return toughness, max(0, armor)

    def wounds(self) -> Wounds:
        """Wounds held and the most of them."""
        whole_object(self.data.at("wounds"), self.notes, "the wounds")
        most = self.number("wounds.max", "the highest number of wounds", 3)
        return self.wounds_up_to(most)

    def strength(self) -> Die | None:
        """The vehicle's own Strength, if its sheet shows one."""
        spot = self.data.at("attributes", "strength")
        if spot.at("enabled").value is not True:
            return None
        self.notes.origin("strength", spot)
        return bounded(raw_die(spot, self.notes, "Strength"), self.notes, "Strength")

    def parry(self) -> int | None:
        """What a melee attack on it must reach; None where the sheet does not say."""
        spot = self.spot("parry")
        parry = integer(spot, self.notes, 0, "Parry", low=0, high=999, blank=True)
        return self.changes.fold("parry", parry) or None
