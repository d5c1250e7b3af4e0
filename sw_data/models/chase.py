"""Chases: zones in a row, and who is where (contract.md section 1, rules.md section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from sw_data.jsonvalue import as_object
from sw_data.models.base import Many, Model

if TYPE_CHECKING:
    from sw_data.display.board import Board
    from sw_data.models.character import Character
    from sw_data.models.vehicle import Vehicle


class ModifierPerZone(Model):
    """A ranged attack takes this modifier once per zone apart (rule `chase.range`)."""

    modifier_per_zone: Annotated[int, Field(le=0)]


class SquaresPerZone(Model):
    """Zones are so many squares long; the distance is read against the weapon's brackets (`chase.range`)."""

    squares_per_zone: Annotated[int | float, Field(gt=0)]


class Participant(Model):
    """One who chases or is chased: an actor, and the vehicle that it drives (None on foot).

    `close` names the participants that it is Close to (rule `chase.close`), by their ids.
    """

    id: str
    actor: str
    vehicle: str | None = None
    side: Literal["quarry", "pursuer"] = "pursuer"
    zone: Annotated[int, Field(ge=1)] = 1
    on_hold: bool = False
    escaped: bool = False
    close: Many[str] = ()


class Chase(Model):
    """A chase: its skill, its zones (higher is further ahead; `last_zone` None has no end), its participants."""

    kind: Literal["chase"] = "chase"
    id: str = ""
    name: str
    chase_skill: str = "Driving"
    last_zone: Annotated[int | None, Field(ge=1)] = 10
    range: ModifierPerZone | SquaresPerZone = ModifierPerZone(modifier_per_zone=0)
    participants: Many[Participant] = ()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        given = as_object(data)
        return data if given is None else {"id": given.get("name", ""), **given}

    def board(self, actors: Iterable[Character | Vehicle] = ()) -> Board:
        """The chase on a board for a notebook; `board.show` puts another one in its place (docs/jupyter.md).

        Args:
            actors: Who takes part, for their names, wounds and conditions.
        """
        from sw_data.display.board import board_of_chase

        return board_of_chase(self, actors)
