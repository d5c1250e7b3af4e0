"""Vehicles, who drives them and who is in them (contract.md section 1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sw_data.jsonvalue import as_object
from sw_data.models.base import Many, Model, TraitDie
from sw_data.models.character import Wounds
from sw_data.models.weapon import Weapon


class Occupant(Model):
    """Somebody in a vehicle: an actor's id, and whether a seatbelt is on."""

    actor: str
    seatbelt: bool = False


class Vehicle(Model):
    """A vehicle as the rules see one.

    `toughness` includes `armor`. `top_speed` is in squares a turn unless `top_speed_unit` says otherwise
    (rule `vehicle.obstacle`). `strength` is what a Strength weapon mounted on it uses (rule `vehicle.crew`);
    `parry` is what a melee attack on it must reach, None for the usual target number.
    """

    kind: Literal["vehicle"] = "vehicle"
    id: str = ""
    name: str
    top_speed: Annotated[int | float, Field(ge=0)] = 0
    top_speed_unit: Literal["squares", "mph", "km/h"] = "squares"
    handling: int = 0
    toughness: int = 8
    armor: int = 0
    size: int = 0
    strength: TraitDie | None = None
    parry: int | None = None
    wounds: Wounds = Wounds()
    conditions: Many[str] = ()
    driver: str | None = None
    occupants: Many[Occupant] = ()
    weapons: Many[Weapon] = ()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        given = as_object(data)
        return data if given is None else {"id": given.get("name", ""), **given}
